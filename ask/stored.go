package ask

// This file holds tables on disk: how a question for values fills one, and how values are
// read from it.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"grundy"
	"grundy/internal/jsontext"
	"grundy/internal/message"
	"grundy/position"
	"grundy/table/disk"
)

// A Stored says what a table on disk holds, and what was done for it.
type Stored struct {
	Table  string `json:"table"`  // the folder
	Game   string `json:"game"`   // as the question names it
	Corner string `json:"corner"` // the position with the greatest numbers
	Of     string `json:"of"`     // the measure
	Misere bool   `json:"misere,omitempty"`
	Order  string `json:"order"` // what every move lowers

	Positions uint64 `json:"positions"`
	Computed  uint64 `json:"computed"` // positions, in this run
	Repaired  uint64 `json:"repaired"` // blocks that were damaged
	Bytes     uint64 `json:"bytes"`    // of the values
	Greatest  uint64 `json:"greatest"` // value

	Damaged []string `json:"damaged,omitempty"` // what was wrong with the first blocks that were damaged
}

// mostDamaged is how many damaged blocks an answer describes.
const mostDamaged = 10

// WriteJSON writes the answer as one JSON object.
func (s *Stored) WriteJSON(out io.Writer) error {
	w := jsontext.New(out)
	w.Indented(s)
	return w.Close()
}

// A stored is the table of a grid on disk.
type stored struct {
	table  *disk.Table
	corner grundy.Component
	ranks  grundy.Ranks[grundy.Component]
}

// checkStored refuses what no table on disk holds.
func (a *Valued) checkStored() error {
	g := a.grid
	switch {
	case g.of == genera || g.of == suspense || a.question.Forms:
		return wrong("table", nil, "a table on disk holds nim-values, outcomes or remoteness")
	case g.together():
		return wrong("table", nil, "play of %s need not end, or ends as a whole: no table on disk holds it", g.game.Name)
	}
	return nil
}

// Store fills the table on disk of the question, which [Values.Table] names, or goes on with
// it. Values that [Valued.Write] writes come from there after that.
func (a *Valued) Store(ctx context.Context) (*Stored, error) {
	ctx, clock := a.means.begin(ctx, a.what())
	s := &Stored{Table: a.question.Table, Game: a.game.Name, Of: a.grid.of, Misere: a.grid.misere}
	err := clock.end(a.store(ctx, s))
	if _, over := errors.AsType[*TimeError](err); over {
		err = fmt.Errorf("%w; the same command goes on from there", err)
	}
	return s, err
}

func (a *Valued) store(ctx context.Context, s *Stored) error {
	c, failed, err := a.corner(ctx)
	if err != nil {
		return err
	}
	s.Corner = c.String()
	ranks, ok := c.Ranks()
	if !ok {
		return wrong("table", nil, "the positions of %s have no numbers from 0 on, which a table needs", a.game.Name)
	}
	order := grundy.Order{ByRank: true}
	if ranks.FindOrder != nil {
		if order, err = ranks.FindOrder(ctx); err != nil {
			return errors.Join(failed(), err)
		}
	}
	if s.Order = order.Words; order.ByRank {
		order.Weights, s.Order = nil, "the rank"
	}
	h := disk.Header{Game: a.game.Name, Corner: s.Corner, Rules: hashOf(c), Sizes: ranks.Sizes, Weights: order.Weights, Of: disk.Measure(a.grid.of), Misere: a.grid.misere, Holes: ranks.Loose}
	o := disk.Options{
		Memory: a.means.budget().Memory, Progress: a.means.progress("positions"),
		Damaged: func(d *disk.DamageError) {
			if len(s.Damaged) < mostDamaged {
				s.Damaged = append(s.Damaged, d.Error())
			}
		},
	}
	if a.question.Workers != nil {
		o.Workers = *a.question.Workers
	}
	if a.means.Free != nil {
		o.Free = func() (uint64, bool) { return a.means.Free(s.Table) }
	}
	sum, err := disk.Fill(ctx, s.Table, h, ranks.NewMoves, o)
	s.Positions, s.Computed, s.Repaired, s.Bytes, s.Greatest = sum.Positions, sum.Computed, sum.Repaired, sum.Bytes, sum.Greatest
	if err != nil {
		if cause := failed(); cause != nil {
			return cause
		}
		return told(err, ranks)
	}
	t, err := disk.Open(s.Table)
	if err != nil {
		return err
	}
	a.grid.stored = &stored{t, c, ranks}
	if _, err := t.At(ranks.Rank(c)); err != nil {
		return told(err, ranks)
	}
	return nil
}

// Close gives back what [Valued.Store] has opened.
func (a *Valued) Close() error {
	if a.grid.stored == nil {
		return nil
	}
	return a.grid.stored.table.Close()
}

// corner returns the position with the greatest numbers, in a run of the game.
func (a *Valued) corner(ctx context.Context) (c grundy.Component, failed func() error, err error) {
	last := slices.Clone(a.grid.sides)
	for axis := range last {
		last[axis]--
	}
	sum, err := a.game.Template.Placer(ctx)(last)
	if empty, ok := errors.AsType[*position.EmptyError](err); ok {
		return nil, nil, wrong("table", nil, "the cell with the greatest numbers, from which a table is filled, holds no position: %w", empty)
	} else if err != nil {
		return nil, nil, err
	}
	if len(sum) != 1 || sum[0].Copies != 1 {
		return nil, nil, wrong("table", nil, "%s is a sum of games; want one game, as the nim-value of a sum is the XOR of theirs", a.game.Name)
	}
	sum, failed = grundy.Start(ctx, sum)
	return sum[0].Component, failed, nil
}

// hashOf returns the hash of the rules of a position, or "" for a game that is built in.
func hashOf(c grundy.Component) string {
	if file, ok := c.Game().(interface{ Hash() string }); ok {
		return file.Hash()
	}
	return ""
}

// told returns an error about ranks as one about positions, and one about a folder as one of
// the question.
func told(err error, ranks grundy.Ranks[grundy.Component]) error {
	name := func(rank uint64) string {
		if rank >= ranks.Count() {
			return "a position outside"
		}
		p, ok := ranks.Unrank(rank)
		if !ok {
			return fmt.Sprintf("rank %d", rank)
		}
		return message.Shown(p.String())
	}
	_, isOther := errors.AsType[*disk.OtherError](err)
	_, isNone := errors.AsType[*disk.FormatError](err)
	if isOther || isNone {
		return wrong("table", nil, "%w", err)
	}
	if order, ok := errors.AsType[*disk.OrderError](err); ok {
		return fmt.Errorf("the move from %s to %s does not lead back in the order of the table", name(order.From), name(order.To))
	}
	if at, ok := errors.AsType[*disk.HoleError](err); ok {
		return wrong("table", nil, "no table on disk holds this game: from %s: %w", name(at.Rank), grundy.ErrUnranked)
	}
	if at, ok := errors.AsType[*disk.RankError](err); ok && errors.Is(err, grundy.ErrUnranked) {
		return wrong("table", nil, "no table on disk holds this game: %s: %w", name(at.Rank), grundy.ErrUnranked)
	}
	return err
}

// storedRows passes on the values of a table on disk.
func (g *grid) storedRows(ctx context.Context, progress grundy.Progress, sink func(values []uint64) error) error {
	values := make([]uint64, 0, min(g.count(), emitted))
	done, total := uint64(0), g.count()
	pass := func() error {
		done += uint64(len(values))
		progress.Report(done, total)
		err := sink(values)
		values = values[:0]
		return err
	}
	err := g.eachCell(ctx, func(sum grundy.Sum) error {
		v := uint64(nothing)
		if sum != nil {
			rank := g.stored.ranks.Rank(grundy.SameGame(sum[0].Component, g.stored.corner))
			if rank == grundy.NoRank {
				return wrong("table", nil, "%s is not reached from %s, and so it is not in the table", message.Shown(sum.String()), message.Shown(g.stored.corner.String()))
			}
			var err error
			if v, err = g.stored.table.At(rank); err != nil {
				return told(err, g.stored.ranks)
			}
			if g.of == outcomes {
				v = codeOf(grundy.Outcome(v))
			}
		}
		if values = append(values, v); len(values) < cap(values) {
			return nil
		}
		return pass()
	})
	if len(values) > 0 && err == nil {
		return pass()
	}
	return err
}
