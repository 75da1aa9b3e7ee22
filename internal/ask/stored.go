package ask

// Tables on disk as a question for values fills them: by the ranks that the game gives its
// positions, or else of the cells, by an engine that lists their values or by their moves.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/position"
)

// A Stored says what a table on disk holds, and what was done for it.
type Stored struct {
	_ struct{} `layout:"indented"`

	Table  string `json:"table"`  // the folder
	Game   string `json:"game"`   // as the question names it
	Corner string `json:"corner"` // the position with the greatest numbers
	Of     string `json:"of"`     // the measure
	Misere bool   `json:"misere,omitempty"`
	Order  string `json:"order"` // what every move lowers; "" where an engine has computed the cells row by row

	Positions uint64 `json:"positions"`
	Computed  uint64 `json:"computed"` // positions, in this run
	Repaired  uint64 `json:"repaired"` // blocks that were damaged
	Bytes     uint64 `json:"bytes"`    // of the values
	Greatest  uint64 `json:"greatest"` // value

	Damaged []string `json:"damaged,omitempty"` // what was wrong with the first blocks that were damaged
}

// mostDamaged is how many damaged blocks an answer describes.
const mostDamaged = 10

// checkStored refuses what no table on disk holds.
func (a *Valued) checkStored() error {
	switch g := a.grid; {
	case g.of == genera || g.of == suspense || a.question.Forms:
		return wrong("table", nil, "a table on disk holds nim-values, outcomes or remoteness")
	case g.together(), g.worths():
		return wrong("table", nil, "play of %s need not end, or ends as a whole: no table on disk holds it", g.game.Name)
	}
	return nil
}

// Store fills the table on disk of the question, which [Values.Table] names, or goes on with
// it. Values that [Valued.Write] writes come from there after that.
func (a *Valued) Store(ctx context.Context) (*Stored, error) {
	ctx, clock := a.means.begin(ctx, a.what())
	s := &Stored{Table: a.question.Table, Game: a.game.Name, Of: a.grid.of, Misere: a.grid.misere}
	err := a.unstarted(clock.end(a.store(ctx, s)))
	if _, over := errors.AsType[*TimeError](err); over {
		err = fmt.Errorf("%w; the same command goes on from there", err)
	}
	return s, err
}

// Close gives back what [Valued.Store] has opened.
func (a *Valued) Close() error {
	if !a.grid.own {
		return nil
	}
	return a.grid.disk.Close()
}

func (a *Valued) store(ctx context.Context, s *Stored) error {
	by, h, failed, err := a.numbered(ctx)
	if err != nil {
		return err
	}
	s.Corner = h.Corner
	o := disk.Options{
		Memory: a.means.budget().Memory, Progress: a.means.progress("positions"), Workers: a.workers(),
		Damaged: func(d *disk.DamageError) {
			if len(s.Damaged) < mostDamaged {
				s.Damaged = append(s.Damaged, d.Error())
			}
		},
	}
	if a.means.Free != nil {
		o.Free = func() (uint64, bool) { return a.means.Free(s.Table) }
	}
	sum, err := a.fillFolder(ctx, s, by, h, o)
	s.Positions, s.Computed, s.Repaired, s.Bytes, s.Greatest = sum.Positions, sum.Computed, sum.Repaired, sum.Bytes, sum.Greatest
	if err == nil {
		by.table, err = disk.Open(s.Table)
	}
	if err == nil && !by.inOrder {
		if _, err = by.table.At(by.ranks.Rank(by.corner)); err != nil {
			err = errors.Join(err, by.table.Close())
		}
	}
	if err != nil {
		return cmp.Or(failed(), inPositions(err, by.ranks))
	}
	a.grid.disk, a.grid.own = by, true
	return nil
}

// fillFolder fills the folder. It has a name of its own: generic code calls methods fill, and the
// linker keeps all that have the name of such a method, with what they need.
func (a *Valued) fillFolder(ctx context.Context, s *Stored, by *Lookup, h disk.Header, o disk.Options) (none disk.Summary, err error) {
	if by.inOrder {
		if a.question.Job != "" {
			return none, a.needsNoJob("job")
		}
		if err := a.means.within(a.grid.cost(), a.what()); err != nil {
			return none, err
		}
		return disk.FillFrom(ctx, s.Table, h, a.grid.source(o.Workers), o)
	}
	order, err := orderOf(ctx, by.ranks)
	if err != nil {
		return none, err
	}
	if s.Order = order.Words; order.ByRank {
		order.Weights, s.Order = nil, "the rank"
	}
	if err := stays(by); err != nil {
		return none, err
	}
	if h.Weights = order.Weights; a.question.Job != "" {
		return a.gather(ctx, h, o)
	}
	return disk.Fill(ctx, s.Table, h, by.ranks.NewMoves, o)
}

// numbered numbers the positions of the table up to the one with the greatest numbers, which is in
// a run of the game, and returns what it is of, except for its order.
func (a *Valued) numbered(ctx context.Context) (l *Lookup, h disk.Header, failed func() error, err error) {
	g := a.grid
	sum, err := g.game.Template.Placer(ctx)(g.last())
	if empty, ok := errors.AsType[*position.EmptyError](err); ok {
		err = wrong("table", nil, "the cell with the greatest numbers, from which a table is filled, holds no position: %w", empty)
	} else if err == nil && !isAlone(sum) {
		err = wrong("table", nil, "%s is a sum of games; want one game, as the nim-value of a sum is the XOR of theirs", a.game.Name)
	}
	if err != nil {
		return nil, h, nil, err
	}
	sum, failed = grundy.Start(ctx, sum)
	c := sum[0].Component
	l = &Lookup{corner: c}
	h = disk.Header{Game: a.game.Name, Corner: c.String(), Rules: hashOf(c), Of: disk.Measure(g.of), Misere: g.misere}
	if err := a.number(ctx, l, &h); err != nil {
		return nil, h, failed, cmp.Or(failed(), err)
	}
	h.Sizes = l.ranks.Sizes
	return l, h, failed, nil
}

func (a *Valued) number(ctx context.Context, l *Lookup, h *disk.Header) error {
	g := a.grid
	cells, err := a.means.cellsOf(ctx, l.corner, g.sidesOf())
	if err != nil {
		return err
	}
	if l.inOrder = (cells != nil || g.game.Sequence != nil) && g.byEngine(); l.inOrder {
		switch err := g.starts(ctx); {
		case errors.Is(err, grundy.ErrUnknown):
			l.inOrder = false
		case err != nil:
			return err
		}
	}
	if h.Cells = true; l.inOrder {
		if l.ranks.Sizes = g.shape(); cells != nil {
			l.ranks = cells.ranks(ctx, sampledCells{})
		}
		return nil
	}
	if ranks, isRanked := l.corner.Ranks(); isRanked {
		l.ranks, h.Cells = ranks, false
	} else if l.ranks, err = a.listedCells(ctx, l.corner); err != nil {
		return err
	}
	h.Holes = l.ranks.Loose
	return nil
}

// listedCells returns the cells that can be reached from the corner, for moves that are listed.
func (a *Valued) listedCells(ctx context.Context, corner grundy.Component) (none grundy.Ranks[grundy.Component], err error) {
	no := func(format string, args ...any) (grundy.Ranks[grundy.Component], error) {
		return none, wrong("table", nil, format, args...)
	}
	cells, err := a.means.cellsOf(ctx, corner, nil)
	if err != nil {
		return none, err
	}
	if cells == nil {
		return no("the positions of %s have no numbers from 0 on, which a table needs", a.game.Name)
	}
	seen, err := cells.sample(ctx)
	if wide, ok := cells.widened(seen); err == nil && ok {
		cells = wide
		seen, err = cells.sample(ctx)
	}
	switch {
	case err != nil:
		return none, err
	case seen.sums && (a.grid.of != nimValues || a.grid.misere):
		return no("moves of %s leave sums of positions: a table on disk holds the nim-values of such a game in normal play", a.game.Name)
	case seen.loose && len(corner.Split()) > 1:
		return no("%s is a sum of positions: a table on disk holds one of them, and the nim-value of a sum is the XOR of theirs", message.Shown(corner.String()))
	}
	return cells.ranks(ctx, seen), nil
}

// starts returns the error of an engine about the first value, before there is a folder: a
// sequence may begin later than heap 0, or misère nim-values may not be known.
func (g *grid) starts(ctx context.Context) error {
	if g.game.Sequence != nil && g.from > 0 {
		return nil
	}
	return g.sized(slices.Repeat([]uint64{1}, len(g.sides))...).engineValues(ctx, 1, nil, func([]uint64) error { return nil })
}

// stays refuses ranks that the first move leaves, before there is a folder.
func stays(l *Lookup) error {
	rank := l.ranks.Rank(l.corner)
	moves, err := l.ranks.NewMoves(), error(nil)
	if sums, ok := moves.(grundy.RankedSums); ok {
		_, _, err = sums.AppendSums(nil, nil, rank)
	} else {
		_, err = moves.AppendOptions(nil, rank)
	}
	if errors.Is(err, grundy.ErrUnranked) {
		return inPositions(&disk.RankError{Rank: rank, Err: err}, l.ranks)
	}
	return nil // others are found where the table is filled
}

// orderOf returns an order in which a table of ranks can be filled.
func orderOf(ctx context.Context, ranks grundy.Ranks[grundy.Component]) (grundy.Order, error) {
	if ranks.FindOrder == nil {
		return grundy.Order{ByRank: true}, nil
	}
	return ranks.FindOrder(ctx)
}

// source returns the values of the cells as an engine of the game computes them, as a table on
// disk holds them.
func (g *grid) source(workers int) disk.Source {
	return func(ctx context.Context, sink func([]uint64) error) error {
		var outcomesOf []uint64
		return g.engineValues(ctx, meter.Cores(ctx, workers), nil, func(values []uint64) error {
			if g.of == outcomes {
				outcomesOf = outcomesOf[:0]
				for _, v := range values {
					outcomesOf = append(outcomesOf, min(v, 1))
				}
				values = outcomesOf
			}
			return sink(values)
		})
	}
}

// diskValues passes on the values that an engine has left on disk.
func (g *grid) diskValues(ctx context.Context, progress grundy.Progress, sink func(values []uint64) error) error {
	done := uint64(0)
	return inPositions(g.disk.table.Each(ctx, func(values []uint64) error {
		done += uint64(len(values))
		progress.Report(done, g.count())
		return sink(values)
	}), g.disk.ranks)
}

// hashOf returns the hash of the rules of a position, or "" for a built-in game that has no
// others.
func hashOf(c grundy.Component) string {
	switch game := c.Game().(type) {
	case interface{ Hash() string }:
		return game.Hash()
	case grundy.Identified:
		return fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, game.RulesKey())))
	}
	return ""
}

// inPositions returns an error about ranks as one about positions, and one about a folder as one of
// the question.
func inPositions(err error, ranks grundy.Ranks[grundy.Component]) error {
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
	_, isOver := errors.AsType[*disk.LimitError](err)
	if isOther || isNone || isOver {
		return wrong("table", nil, "%w", err)
	}
	if order, ok := errors.AsType[*disk.OrderError](err); ok {
		return fmt.Errorf("the move from %s to %s does not lead back in the order of the table", name(order.From), name(order.To))
	}
	if hole, ok := errors.AsType[*disk.HoleError](err); ok {
		return wrong("table", nil, "no table on disk holds this game: from %s: %w", name(hole.Rank), grundy.ErrUnranked)
	}
	if at, ok := errors.AsType[*disk.RankError](err); ok && errors.Is(err, grundy.ErrUnranked) {
		return wrong("table", nil, "no table on disk holds this game: %s: %w", name(at.Rank), grundy.ErrUnranked)
	}
	return err
}
