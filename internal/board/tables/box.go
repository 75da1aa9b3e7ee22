package tables

// This is the engine for games in any number of dimensions, with blocked cells, and with steps in
// any direction that descend some weights: box_order.go says in which order the cells are filled,
// and box_fill.go what is kept of each line.

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A Box holds the nim-values of a game on the cells of a box.
type Box struct {
	sides, strides []uint64
	values         func(i uint64) uint64
}

// At returns the nim-value of a cell in O(1), and 0 where it is blocked. It
// panics unless each coordinate is less than the side of the box.
func (b *Box) At(cell ...uint64) grundy.Value {
	i := uint64(0)
	for j, v := range cell {
		if len(cell) != len(b.sides) || v >= b.sides[j] {
			panic(fmt.Sprintf("board: cell %s of a box with the sides %v", moves.VectorText(cell), b.sides))
		}
		i += v * b.strides[j]
	}
	return grundy.Value(b.values(i))
}

// NewBox computes the nim-values, or misère nim-values as m says, of the cells whose
// coordinates are less than sides. It costs O(1) for each cell and step, and what [BoxCost] says of memory.
// The error wraps [grundy.ErrTooLarge] if that is more than this engine can
// address, and is ctx's soon after ctx ends. A board with a far edge must be at
// least as large as the box.
//
// In two dimensions [NewTable] is faster, for moves that have a [moves.Plane].
func NewBox(ctx context.Context, g *moves.Space, m grundy.Measure, sides []uint64, progress grundy.Progress) (*Box, error) {
	if err := holds(g, sides); err != nil {
		return nil, err
	}
	if slices.Contains(sides, 0) {
		return &Box{sides: slices.Clone(sides), strides: make([]uint64, len(sides))}, nil
	}
	s := boxTo(g, moves.CornerOf(sides), m)
	values, err := s.fill(&Pace{Ctx: ctx, Progress: progress})
	if err != nil {
		return nil, err
	}
	return &Box{sides: slices.Clone(sides), strides: s.strides, values: values}, nil
}

// holds returns an error if a box reaches beyond the board.
func holds(g *moves.Space, sides []uint64) error {
	if len(sides) != len(g.Board) {
		return fmt.Errorf("a box of %d sides for %s, which has %d", len(sides), g, len(g.Board))
	}
	for i, side := range sides {
		if side > moves.FarEdge(g.Board[i])+1 {
			return fmt.Errorf("side %d of the box is %d: %s has a board of %d", i+1, side, g, moves.FarEdge(g.Board[i])+1)
		}
	}
	return nil
}

// BoxCost returns what [NewBox] needs.
func BoxCost(g *moves.Space, m grundy.Measure, sides []uint64) grundy.Cost {
	if slices.Contains(sides, 0) {
		return grundy.Cost{}
	}
	return boxTo(g, moves.CornerOf(sides), m).cost()
}

// PlanBox plans a table for a cell and its options by outcome, or nim-value, remoteness
// or suspense in either convention. The result is false for other measures. It holds the
// whole box that the cell spans or, if steps raise coordinates, a box that no move
// leaves.
func PlanBox(g *moves.Space, m grundy.Measure, cell []uint64) (grundy.Plan[[]uint64], bool) {
	if _, isTiming := timings[m]; !isTiming && !IsNimValue(m) {
		return grundy.Plan[[]uint64]{}, false
	}
	s := boxTo(g, cell, m)
	return grundy.Plan[[]uint64]{
		Cost:   s.cost(),
		Method: "a table of all cells below, with the set of what each line has seen (internal/board/tables/box.go)",
		Find: func(t grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
			return moves.LookUp(g.Options(cell), t, lo, hi)
		},
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
			values, err := s.fill(&Pace{Ctx: ctx, Progress: progress})
			if err != nil {
				return nil, err
			}
			return func(cell []uint64) uint64 {
				v := values(s.index(cell))
				if m == grundy.ByOutcome {
					v %= 2
				}
				return v
			}, nil
		},
	}, true
}

// A boxSize is the box of cells that must be filled, and what it takes.
type boxSize struct {
	game    *moves.Space
	measure grundy.Measure
	sides   []uint64
	strides []uint64 // of the index of a cell
	cells   uint64   // 2^64-1 where there are as many or more
	largest uint64   // no measure is larger
	order   []axis   // nil if the cells must be sorted
}

// boxTo returns the box that must be filled to know the cells to corner.
func boxTo(g *moves.Space, corner []uint64, m grundy.Measure) *boxSize {
	s := &boxSize{game: g, measure: m, sides: g.Within(corner), cells: 1}
	s.strides = make([]uint64, len(s.sides))
	for i := len(s.sides) - 1; i >= 0; i-- {
		s.sides[i]++
		s.strides[i] = s.cells
		s.cells = grundy.MulCounts(s.cells, s.sides[i])
	}
	s.order = dictionaryOrder(g)
	s.largest = s.cells - 1 // the longest play is no longer
	if IsNimValue(m) {
		most := uint64(len(g.Leaps))
		for _, ride := range g.Rides {
			most = grundy.AddCounts(most, s.reach(ride))
		}
		s.largest = max(min(s.largest, most), OfEnds(m))
	}
	return s
}

// reach returns how often a step can be taken in the box, at most.
func (s *boxSize) reach(step []int64) uint64 {
	reach := uint64(math.MaxUint64)
	for i, d := range step {
		if d != 0 {
			reach = min(reach, (s.sides[i]-1)/moves.Magnitude(d))
		}
	}
	return reach
}

func (s *boxSize) index(cell []uint64) (i uint64) {
	for j, v := range cell {
		i += v * s.strides[j]
	}
	return i
}

// lines returns the number of lines of a ride: of cells from which no step of it
// is possible.
func (s *boxSize) lines(ride []int64) uint64 {
	inner := uint64(1) // cells from which there is
	for i, d := range ride {
		inner = grundy.MulCounts(inner, s.sides[i]-min(s.sides[i], moves.Magnitude(d)))
	}
	return s.cells - inner
}

// recordWords returns the size of the record of a line: for nim-values, a word
// with the number of full words of the set, and the set.
func (s *boxSize) recordWords() uint64 {
	if IsNimValue(s.measure) {
		return s.largest/64 + 2
	}
	return endingWords
}

func (s *boxSize) cost() grundy.Cost {
	cellBytes := uint64(2)
	if isWide(s.largest) {
		cellBytes = 4
	}
	sorting := uint64(0) // bytes
	if s.order == nil {
		cellBytes += 4 // the order
		_, _, most, ok := s.weights()
		if sorting = grundy.MulCounts(8, s.cells); ok && s.isDense(most) {
			sorting = 4 * (uint64(most) + 2)
		}
	}
	bytes := grundy.AddCounts(grundy.MulCounts(s.cells, cellBytes), sorting)
	for _, ride := range s.game.Rides {
		bytes = grundy.AddCounts(bytes, grundy.MulCounts(s.lines(ride), 8*s.recordWords()))
	}
	if len(s.game.Blocked) > 0 {
		bytes = grundy.AddCounts(bytes, s.cells/8+1)
	}
	each := uint64(len(s.game.Leaps)+len(s.game.Rides)+1) * uint64(boxStepTime.Nanoseconds()) * uint64(1+len(s.sides)/2)
	if s.order == nil {
		each += 400
	}
	return grundy.Cost{
		Bytes: grundy.AddCounts(bytes, 1<<12),
		Time:  grundy.Nanoseconds(grundy.MulCounts(s.cells, each)),
	}
}

// boxStepTime is the time for a cell itself and for each step, for each pair of
// dimensions. BenchmarkBox took 5 to 15 nanoseconds.
const boxStepTime = 20 * time.Nanosecond

// addressable returns an error that wraps [grundy.ErrTooLarge] if the box cannot
// be filled on any machine, or has cells beyond 32 bits.
func (s *boxSize) addressable() error {
	if cost := s.cost(); cost.Bytes > MaxBytes || s.cells > math.MaxUint32 {
		return fmt.Errorf("a table for %s with the sides %v: %w", s.game, s.sides, grundy.ErrTooLarge)
	}
	return nil
}

// fill fills the box and returns its measures by index.
func (s *boxSize) fill(pace *Pace) (func(i uint64) uint64, error) {
	if err := s.addressable(); err != nil {
		return nil, err
	}
	pace.Total = s.cells
	if p, ok := s.plane(); ok && isWide(s.largest) {
		return rasterBox[uint32](s, p, pace)
	} else if ok {
		return rasterBox[uint16](s, p, pace)
	}
	if isWide(s.largest) {
		return fillBox[uint32](s, pace)
	}
	return fillBox[uint16](s, pace)
}

func fillBox[V number](s *boxSize, pace *Pace) (func(i uint64) uint64, error) {
	b := newBoxFiller[V](s)
	if err := s.walk(pace, b.cell); err != nil {
		return nil, err
	}
	return func(i uint64) uint64 { return uint64(b.cells[i]) }, nil
}

// plane returns the moves as a plane, if the box has blocked cells and a raster finds its
// nim-values.
func (s *boxSize) plane() (moves.Plane, bool) {
	if len(s.sides) != 2 || len(s.game.Blocked) == 0 || s.measure != grundy.ByNimValue {
		return moves.Plane{}, false
	}
	open := *s.game
	open.Board, open.Blocked = make([]uint64, 2), nil
	p, ok := open.Plane()
	return p, ok && !p.Climbs()
}

// rasterBox fills the box by a raster. The records hold all values, as a blocked cell makes low
// ones matter again.
func rasterBox[V number](s *boxSize, p moves.Plane, pace *Pace) (func(i uint64) uint64, error) {
	corner := moves.Cell{X: s.sides[0] - 1, Y: s.sides[1] - 1}
	p, far := p.Flat(corner)
	mirrored := far != corner
	judge := newValues[V](p, s.measure, far)
	judge.words = judge.largest/64 + 1
	judge.summary = int(judge.summaryWords())
	raster := newRaster(p, far, judge, true)
	raster.barred = map[int][]int{}
	for _, b := range s.game.Blocked {
		if s.holds(b) {
			cell := moves.Cell{X: b[0], Y: b[1]}
			if mirrored {
				cell = cell.Mirror()
			}
			raster.barred[int(cell.Y)] = append(raster.barred[int(cell.Y)], int(cell.X))
		}
	}
	for _, columns := range raster.barred {
		slices.Sort(columns)
	}
	err := raster.run(pace, func(int, int) {})
	return func(i uint64) uint64 {
		x, y := int(i/s.strides[0]), int(i%s.strides[0])
		if mirrored {
			x, y = y, x
		}
		return uint64(raster.at(x, y))
	}, err
}
