package ask

// This file holds tables on disk: how a question for values fills one, and how values are
// read from it.

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/position"
)

// A Stored says what a table on disk holds, and what was done for it.
type Stored struct {
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
	rows   bool // an engine has computed its values, in the order of the cells
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
	err := a.unstarted(clock.end(a.store(ctx, s)))
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
	by := &stored{corner: c}
	sum, err := a.fill(ctx, s, by, o)
	s.Positions, s.Computed, s.Repaired, s.Bytes, s.Greatest = sum.Positions, sum.Computed, sum.Repaired, sum.Bytes, sum.Greatest
	if cause := failed(); err != nil && cause != nil {
		return cause
	}
	if err != nil {
		return told(err, by.ranks)
	}
	if by.table, err = disk.Open(s.Table); err != nil {
		return err
	}
	if a.grid.stored = by; by.rows {
		return nil
	}
	if _, err := by.table.At(by.ranks.Rank(c)); err != nil {
		return told(err, by.ranks)
	}
	return nil
}

// fill fills the folder: by the ranks that the game gives its positions, or else of the cells,
// by an engine that lists their values or by their moves.
func (a *Valued) fill(ctx context.Context, s *Stored, by *stored, o disk.Options) (disk.Summary, error) {
	h, err := a.number(ctx, by)
	if err != nil {
		return disk.Summary{}, err
	}
	if by.rows {
		if a.question.Job != "" {
			return disk.Summary{}, a.needsNoJob("job")
		}
		if err := a.means.within(a.grid.cost(), a.what()); err != nil {
			return disk.Summary{}, err
		}
		return disk.FillFrom(ctx, s.Table, h, a.grid.source(o.Workers), o)
	}
	order, err := orderOf(ctx, by.ranks)
	if err != nil {
		return disk.Summary{}, err
	}
	if s.Order = order.Words; order.ByRank {
		order.Weights, s.Order = nil, "the rank"
	}
	if err := stays(by.ranks, by.corner); err != nil {
		return disk.Summary{}, err
	}
	if h.Weights = order.Weights; a.question.Job != "" {
		return a.gather(ctx, h, o)
	}
	return disk.Fill(ctx, s.Table, h, by.ranks.NewMoves, o)
}

// starts returns the error of an engine about the first value, before there is a folder: a
// sequence may begin later than heap 0, or misère nim-values may not be known.
func (g *grid) starts(ctx context.Context) error {
	first := *g
	if g.game.Sequence != nil && g.from > 0 {
		return nil
	}
	first.from, first.sides = 0, slices.Repeat([]uint64{1}, len(g.sides))
	return first.engineRows(ctx, 1, nil, func([]uint64) error { return nil })
}

// stays refuses ranks that the first move leaves, before there is a folder.
func stays(ranks grundy.Ranks[grundy.Component], corner grundy.Component) error {
	rank := ranks.Rank(corner)
	moves, err := ranks.NewMoves(), error(nil)
	if sums, ok := moves.(grundy.RankedSums); ok {
		_, _, err = sums.AppendSums(nil, nil, rank)
	} else {
		_, err = moves.AppendOptions(nil, rank)
	}
	if errors.Is(err, grundy.ErrUnranked) {
		return told(&disk.RankError{Rank: rank, Err: err}, ranks)
	}
	return nil // others are found where the table is filled
}

// number numbers the positions of the table, and returns what it is of, except for its order.
func (a *Valued) number(ctx context.Context, by *stored) (h disk.Header, err error) {
	g, c := a.grid, by.corner
	h = disk.Header{Game: a.game.Name, Corner: c.String(), Rules: hashOf(c), Of: disk.Measure(g.of), Misere: g.misere}
	cells, err := a.means.cellsOf(ctx, c, g.sidesOf())
	if err != nil {
		return h, err
	}
	by.rows = (cells != nil || g.game.Sequence != nil) && g.byEngine()
	if by.rows {
		switch err := g.starts(ctx); {
		case errors.Is(err, grundy.ErrUnknown):
			by.rows = false
		case err != nil:
			return h, err
		}
	}
	if by.rows {
		if by.ranks.Sizes = g.shape(); cells != nil {
			by.ranks = cells.ranks(ctx, sampledCells{})
		}
		h.Sizes, h.Cells = by.ranks.Sizes, true
		return h, nil
	}
	var isRanked bool
	if by.ranks, isRanked = c.Ranks(); !isRanked {
		if by.ranks, err = a.listedCells(ctx, c); err != nil {
			return h, err
		}
		h.Cells = true
	}
	h.Sizes, h.Holes = by.ranks.Sizes, by.ranks.Loose
	return h, nil
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
		return g.engineRows(ctx, meter.Cores(ctx, workers), nil, func(values []uint64) error {
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

// Close gives back what [Valued.Store] has opened.
func (a *Valued) Close() error {
	if a.grid.stored == nil {
		return nil
	}
	return a.grid.stored.table.Close()
}

// corner returns the position with the greatest numbers, in a run of the game.
func (a *Valued) corner(ctx context.Context) (c grundy.Component, failed func() error, err error) {
	sum, err := a.game.Template.Placer(ctx)(a.grid.lastCell())
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
	_, isOver := errors.AsType[*disk.LimitError](err)
	if isOther || isNone || isOver {
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

// storedEngineRows passes on the values of an engine from a table on disk.
func (g *grid) storedEngineRows(ctx context.Context, progress grundy.Progress, sink func(values []uint64) error) error {
	done := uint64(0)
	return told(g.stored.table.Each(ctx, func(values []uint64) error {
		done += uint64(len(values))
		progress.Report(done, g.count())
		return sink(values)
	}), g.stored.ranks)
}

// storedRows passes on the values of a table on disk.
func (g *grid) storedRows(ctx context.Context, progress grundy.Progress, sink func(values []uint64) error) error {
	return g.passed(progress, sink, func(visit func(v uint64) error) error { return g.eachStored(ctx, visit) })
}

// eachStored passes the value of each cell to visit, in order. Cells that the corner does not
// reach are not in the table.
func (g *grid) eachStored(ctx context.Context, visit func(v uint64) error) error {
	beyond := &beyond{grid: g}
	defer beyond.close()
	at := func(rank uint64, position func() (grundy.Sum, error)) error {
		v, err := uint64(0), error(&disk.HoleError{})
		if rank != grundy.NoRank {
			v, err = g.stored.table.At(rank)
		}
		if _, isHole := errors.AsType[*disk.HoleError](err); isHole {
			v, err = beyond.value(ctx, position)
		}
		if err != nil {
			return told(err, g.stored.ranks)
		}
		if g.of == outcomes {
			v = codeOf(grundy.Outcome(v))
		}
		return visit(v)
	}
	if first, steps, ok := g.linear(); ok {
		cell := make([]uint64, len(g.sides))
		cell[0] = g.from
		place := g.game.Template.Placer(ctx)
		here := func() (grundy.Sum, error) { return place(cell) }
		for i := 0; ; i++ {
			if i%emitted == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			rank := first
			for axis, n := range cell {
				rank += n * steps[axis]
			}
			if err := at(rank, here); err != nil || !g.next(cell) {
				return err
			}
		}
	}
	return g.eachCell(ctx, func(sum grundy.Sum) error {
		if sum == nil {
			return visit(nothing)
		}
		rank := g.stored.ranks.Rank(grundy.SameGame(sum[0].Component, g.stored.corner))
		return at(rank, func() (grundy.Sum, error) { return sum, nil })
	})
}

// linear returns the rank of the cell of zeros and by how much the rank grows along each axis,
// where all cells are positions whose fields make up the rank.
func (g *grid) linear() (first uint64, steps []uint64, ok bool) {
	r, fields := g.stored.ranks, g.game.Template.Fixed()
	if len(r.Low) == 0 || len(fields) != len(r.Low) || !g.game.Template.IsFields() {
		return 0, nil, false
	}
	step := uint64(1)
	for i := len(fields) - 1; i >= 0; i-- {
		switch n := fields[i]; {
		case n == nil && r.Low[i] == 0:
			steps = append(steps, step)
		case n != nil && int64(*n) >= r.Low[i]:
			first += step * uint64(int64(*n)-r.Low[i])
		default:
			return 0, nil, false
		}
		step *= r.Sizes[i]
	}
	slices.Reverse(steps)
	return first, steps, len(steps) == len(g.sides)
}
