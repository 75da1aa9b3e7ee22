package ask

// The positions of games that do not number them themselves, as those that are built in, where a
// position is a list of numbers. With the sides X, Y, … the cell (x,y,…) has the rank
// x + X*(y + Y*…), each number counted from its least. The moves are those that the game lists.

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/definable"
)

// A cellRanks numbers cells. Several goroutines may use it.
type cellRanks struct {
	template   *position.Template // all of whose numbers are open
	sides, low []uint64           // of each number: how many values it has, and the least
	corner     grundy.Component   // in the run of the question
}

// cellsOf returns cells with these sides, the last of which is the corner, which is in a run of
// its game. Numbers whose side is 0 have all values from 0 on. The result is nil for games whose
// positions are not lists of numbers.
func (m Means) cellsOf(ctx context.Context, corner grundy.Component, sides []uint64) (*cellRanks, error) {
	text := corner.String()
	last, ok := position.Numbers(nil, []byte(text))
	if !ok {
		return nil, nil
	}
	text = text[:strings.LastIndexByte(text, '(')] + "(" + strings.TrimSuffix(strings.Repeat("_,", len(last)), ",") + ")"
	game, err := m.game(ctx, text, len(last), nil)
	if err != nil {
		return nil, err
	}
	c := &cellRanks{template: game.Template, sides: make([]uint64, len(last)), low: make([]uint64, len(last)), corner: corner}
	for i, n := range last {
		if len(sides) == len(last) {
			c.sides[i] = sides[i]
		}
		if c.sides[i] == 0 {
			c.sides[i] = grundy.AddCounts(n, 1)
		}
		c.low[i] = n + 1 - min(n+1, c.sides[i])
	}
	return c, nil
}

// sidesOf returns the sides of the cells of a grid: of one value where a number is fixed.
func (g *grid) sidesOf() (sides []uint64) {
	open := g.shape() // the last side first
	for _, n := range g.game.Template.Fixed() {
		if n != nil || len(open) == 0 {
			sides = append(sides, 1)
			continue
		}
		sides, open = append(sides, open[len(open)-1]), open[:len(open)-1]
	}
	return sides
}

// widened returns cells of larger sides where moves lead out of the cells: those that moves from
// the corner do not leave if none raises the weighted sum of the numbers that was found. The
// result is false where there is no need, or may be too many.
func (c *cellRanks) widened(s sampledCells) (*cellRanks, bool) {
	if !s.loose || s.kept == nil {
		return nil, false
	}
	weights, total := slices.Clone(s.kept), uint64(0)
	slices.Reverse(weights)
	for axis, side := range c.sides {
		total = grundy.AddCounts(total, grundy.MulCounts(uint64(weights[axis]), side-1))
	}
	wide := *c
	wide.sides = nil
	for _, w := range weights {
		wide.sides = append(wide.sides, grundy.AddCounts(total/uint64(w), 1))
	}
	return &wide, product(wide.sides) < 1<<46
}

// rank returns the rank of a position, by way of room for its numbers and its text.
func (c *cellRanks) rank(room []uint64, text []byte, p grundy.Component) (rank uint64, ok bool) {
	numbers, ok := position.Numbers(room[:0], p.AppendText(text[:0]))
	if !ok || len(numbers) != len(c.sides) {
		return 0, false
	}
	for axis := len(numbers) - 1; axis >= 0; axis-- {
		n := numbers[axis] - c.low[axis]
		if n >= c.sides[axis] {
			return 0, false
		}
		rank = rank*c.sides[axis] + n
	}
	return rank, true
}

// cell writes the numbers of a rank to dst.
func (c *cellRanks) cell(dst []uint64, rank uint64) []uint64 {
	dst = dst[:0]
	for axis, side := range c.sides {
		dst = append(dst, c.low[axis]+rank%side)
		rank /= side
	}
	return dst
}

// A cellMoves lists moves between cells.
type cellMoves struct {
	*cellRanks
	place   func(numbers []uint64) (grundy.Sum, error)
	options []grundy.Component
	numbers []uint64
	text    []byte
	ends    []int
}

func (c *cellRanks) moves(ctx context.Context) *cellMoves {
	return &cellMoves{cellRanks: c, place: c.template.Placer(ctx), numbers: make([]uint64, 0, len(c.sides)), text: make([]byte, 0, 256)}
}

// at returns the position of a rank, or nil where the cell holds none.
func (m *cellMoves) at(rank uint64) (grundy.Component, error) {
	m.numbers = m.cell(m.numbers, rank)
	sum, err := m.place(m.numbers)
	if _, empty := errors.AsType[*position.EmptyError](err); empty {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return grundy.SameGame(sum[0].Component, m.corner), nil
}

// AppendOptions implements [grundy.RankedMoves].
func (m *cellMoves) AppendOptions(dst []uint64, rank uint64) (_ []uint64, err error) {
	before := len(dst)
	dst, m.ends, err = cellSums{m}.AppendSums(dst, m.ends[:0], rank)
	for i, end := range m.ends {
		if err == nil && end != before+i+1 {
			err = grundy.ErrUnranked // an option is a sum
		}
	}
	return dst, err
}

// A cellSums lists moves that may leave sums of cells.
type cellSums struct{ *cellMoves }

// AppendSums implements [grundy.RankedSums].
func (m cellSums) AppendSums(dst []uint64, ends []int, rank uint64) ([]uint64, []int, error) {
	c, err := m.at(rank)
	if c == nil || err != nil {
		return dst, ends, err
	}
	m.options = c.AppendOptions(m.options[:0])
	for _, option := range m.options {
		if q, ok := m.rank(m.numbers, m.text, option); ok {
			dst, ends = append(dst, q), append(ends, len(dst)+1)
			continue
		}
		for _, part := range option.Split() {
			q, ok := m.rank(m.numbers, m.text, part)
			if !ok {
				return dst, ends, grundy.ErrUnranked
			}
			dst = append(dst, q)
		}
		ends = append(ends, len(dst))
	}
	return dst, ends, nil
}

// A stepMoves lists the moves of a piece by what its steps add to ranks. All numbers count from 0.
type stepMoves struct {
	*cellRanks
	steps []cellStep
	edges []uint64 // of the board, 0 for none
	now   []uint64 // room for a cell
}

// A cellStep is what a step adds to the numbers, and to the rank modulo 2^64. A ride repeats it.
type cellStep struct {
	by   []int64
	rank uint64
	ride bool
}

// steps returns what lists the moves of a piece on a board without blocked cells. The result is
// nil for other games.
func (c *cellRanks) steps() func() grundy.RankedMoves {
	game, _ := c.corner.Game().(*board.Game)
	if piece, ok := c.corner.Game().(board.Piece); ok {
		game, _ = piece.Game()
	}
	if game == nil || len(game.Blocked) > 0 || slices.Max(c.low) > 0 {
		return nil
	}
	var steps []cellStep
	for i, by := range slices.Concat(game.Leaps, game.Rides) {
		s := cellStep{by: by, ride: i >= len(game.Leaps)}
		for axis := len(by) - 1; axis >= 0; axis-- {
			s.rank = s.rank*c.sides[axis] + uint64(by[axis])
		}
		steps = append(steps, s)
	}
	return func() grundy.RankedMoves {
		return &stepMoves{c, steps, game.Board, make([]uint64, 0, len(c.sides))}
	}
}

// AppendOptions implements [grundy.RankedMoves].
func (m *stepMoves) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	m.now = m.cell(m.now, rank)
	for axis, edge := range m.edges {
		if edge > 0 && m.now[axis] >= edge {
			return dst, nil // there is no such cell
		}
	}
	for i := range m.steps {
		s := &m.steps[i]
		times, within := m.reach(s)
		if !s.ride {
			times = min(times, 1)
		}
		if times > within {
			return dst, grundy.ErrUnranked
		}
		for q := rank; times > 0; times-- {
			q += s.rank
			dst = append(dst, q)
		}
	}
	return dst, nil
}

// reach returns how many times a step can be taken, and how many times among the cells.
func (m *stepMoves) reach(s *cellStep) (times, within uint64) {
	times, within = math.MaxUint64, math.MaxUint64
	for axis, by := range s.by {
		n := m.now[axis]
		switch {
		case by < 0:
			times = min(times, n/uint64(-by))
		case by > 0:
			within = min(within, (m.sides[axis]-1-n)/uint64(by))
			if edge := m.edges[axis]; edge > 0 {
				times = min(times, (edge-1-n)/uint64(by))
			}
		}
	}
	return times, within
}

// A sampledCells is what some moves between cells have shown, the same ones each time.
type sampledCells struct {
	sums  bool // moves leave sums
	loose bool // moves lead out of the cells
	order grundy.Order
	kept  []int64 // weights above 0, of the numbers from the last on, whose sum no move raises; nil for none
}

// sampledCellCount bounds the cells whose moves are looked at, and sampledCellMoves the moves.
const (
	sampledCellCount = 256
	sampledCellMoves = 1 << 13
	mostCellOptions  = 1 << 20 // of a position
)

// sample looks at moves from the corner, from small cells, and from others at random.
func (c *cellRanks) sample(ctx context.Context) (s sampledCells, err error) {
	rng := rand.New(rand.NewPCG(7, 8))
	m := c.moves(ctx)
	var parts []uint64
	var ends []int
	var changes [][]int64
	var from, to []uint64
	s.order.ByRank = true
	if most, known := c.corner.CountOptions(); known && most > mostCellOptions {
		return s, wrong("table", nil, "%s has %d moves, and a table on disk lists all of them; want at most %d", message.Shown(c.corner.String()), most, mostCellOptions)
	}
	for i := range uint64(sampledCellCount) {
		rank, _ := c.rank(nil, nil, c.corner)
		switch {
		case i > sampledCellCount/2:
			rank = rng.Uint64N(product(c.sides))
		case i > 0:
			rank = min(i, product(c.sides)) - 1
		}
		parts, ends, err = cellSums{m}.AppendSums(parts[:0], ends[:0], rank)
		if errors.Is(err, grundy.ErrUnranked) {
			s.loose, err = true, nil
		}
		if err != nil {
			return s, err
		}
		for j, end := range ends {
			s.sums = s.sums || end != j+1
		}
		from = c.cell(from, rank)
		for _, q := range parts[:min(len(parts), 64)] {
			to = c.cell(to, q)
			by := make([]int64, len(to))
			for axis := range to {
				by[len(to)-1-axis] = int64(to[axis] - from[axis])
			}
			s.order.ByRank = s.order.ByRank && q < rank
			if len(changes) < sampledCellMoves {
				changes = append(changes, by)
			}
		}
	}
	names := slices.Clone(c.template.Axes)
	slices.Reverse(names)
	if s.order.Weights = definable.GuessOrder(len(names), changes); s.order.Weights == nil && !s.order.ByRank {
		return s, wrong("table", nil, "nothing was found that every move of %s lowers, and a table is filled in the order of that", c.template)
	}
	for _, w := range append(slices.Clone(s.order.Weights[:min(len(s.order.Weights), 1)]), slices.Repeat([]int64{1}, len(names))) {
		if slices.Min(w) > 0 && !slices.ContainsFunc(changes, func(by []int64) bool { return raises(w, by) }) {
			s.kept = w
			break
		}
	}
	s.order.Words = definable.SayOrder(names, s.order.Weights)
	return s, nil
}

// raises reports whether a change of numbers raises a weighted sum of them.
func raises(weights, by []int64) bool {
	sum := int64(0)
	for i, n := range by {
		sum += weights[i] * n
	}
	return sum > 0
}

// ranks returns the cells as ranks, with what moves have shown.
func (c *cellRanks) ranks(ctx context.Context, s sampledCells) grundy.Ranks[grundy.Component] {
	steps := c.steps()
	r := grundy.Ranks[grundy.Component]{
		Loose: s.loose,
		Rank: func(p grundy.Component) uint64 {
			if rank, ok := c.rank(nil, nil, p); ok {
				return rank
			}
			return grundy.NoRank
		},
		Unrank: func(rank uint64) (grundy.Component, bool) {
			p, err := c.moves(ctx).at(rank)
			return p, p != nil && err == nil
		},
		NewMoves: func() grundy.RankedMoves {
			switch {
			case s.sums:
				return cellSums{c.moves(ctx)}
			case steps != nil:
				return steps()
			}
			return c.moves(ctx)
		},
		FindOrder: func(context.Context) (grundy.Order, error) { return s.order, nil },
	}
	r.Sizes = slices.Clone(c.sides)
	slices.Reverse(r.Sizes)
	return r
}
