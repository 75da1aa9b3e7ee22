package tables

// This file holds the engine for games in any number of dimensions, with blocked
// cells, and with steps in any direction that descend some weights.
//
// # Order
//
// The cells of a box are done one by one, so that options come before the cells
// they are options of. Most rules let them be done as in a dictionary: first by
// one coordinate, upward or downward, then by another, and so on. If no step
// raises coordinate i, then the steps that lower it are in order, and only the
// others must be looked at further. The same holds for a coordinate that no step
// lowers, downward from the far edge. It does no harm to choose such a coordinate
// whenever there is one, as it only leaves fewer steps for later.
//
// If steps remain for which there is none, as with (-2,1) and (1,-2), the cells
// are sorted by their weight, which every step lowers (moves/direction.go). That needs
// another 4 bytes a cell, and as much again or more while they are sorted.
//
// # Rides
//
// The cells that differ by multiples of a ride s are a line. Its record is what
// a judge must know of the cells of the line that are done: they are those to
// which a ride leads, since the others come later. At a blocked cell the record
// is emptied, because rides from further on do not pass it.
//
// A line ends at the one cell of it from which no step s is possible. These end
// cells are numbered without gaps: by the first coordinate i in which the step
// would leave the box. Before it, s_j leaves |s_j| less values for coordinate j;
// in it, there are |s_i|; behind it, all.

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"time"

	"grundy"
	"grundy/games/board/moves"
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
		Method: "a table of all cells below, with the set of what each line has seen (games/board/tables/box.go)",
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

// An axis is a coordinate by which cells are ordered.
type axis struct {
	coordinate int
	downward   bool
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

// dictionaryOrder returns the coordinates by which cells can be ordered as in a
// dictionary, or nil if they cannot.
func dictionaryOrder(g *moves.Space) (order []axis) {
	steps := g.Steps()
	for i := 0; i < len(g.Board); i++ {
		if slices.ContainsFunc(order, func(a axis) bool { return a.coordinate == i }) {
			continue
		}
		falls := slices.ContainsFunc(steps, func(s []int64) bool { return s[i] < 0 })
		rises := slices.ContainsFunc(steps, func(s []int64) bool { return s[i] > 0 })
		if falls && rises {
			continue
		}
		order = append(order, axis{i, rises})
		steps = slices.DeleteFunc(steps, func(s []int64) bool { return s[i] != 0 })
		i = -1 // look at all again
	}
	if len(order) < len(g.Board) {
		return nil
	}
	return order
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

// walk calls each with all cells of the box in their order. The cell is valid
// until it returns.
func (s *boxSize) walk(pace *Pace, each func(i uint64, cell []int)) error {
	if s.order == nil {
		return s.walkByWeight(pace, each)
	}
	cell := make([]int, len(s.sides))
	index := uint64(0)
	for _, a := range s.order {
		if a.downward {
			cell[a.coordinate] = int(s.sides[a.coordinate] - 1)
			index += s.strides[a.coordinate] * uint64(cell[a.coordinate])
		}
	}
	for {
		each(index, cell)
		if err := pace.Add(1); err != nil {
			return err
		}
		last := len(s.order) - 1
		for ; last >= 0; last-- {
			a := s.order[last]
			i, stride, end := a.coordinate, s.strides[a.coordinate], int(s.sides[a.coordinate]-1)
			switch {
			case !a.downward && cell[i] < end:
				cell[i]++
				index += stride
			case !a.downward:
				cell[i] = 0
				index -= stride * uint64(end)
				continue
			case cell[i] > 0:
				cell[i]--
				index -= stride
			default:
				cell[i] = end
				index += stride * uint64(end)
				continue
			}
			break
		}
		if last < 0 {
			return nil
		}
	}
}

// weights returns weights that every step lowers; those of the cells of
// the box are, less the least, 0 … most. The result is false where they exceed 62 bits.
func (s *boxSize) weights() (w []int64, least, most int64, ok bool) {
	w = make([]int64, len(s.sides))
	low, high := new(big.Int), new(big.Int)
	for i, v := range s.game.Weights {
		far := new(big.Int).Mul(v, new(big.Int).SetUint64(s.sides[i]-1))
		if v.Sign() < 0 {
			low.Add(low, far)
		} else {
			high.Add(high, far)
		}
		w[i] = v.Int64()
	}
	high.Sub(high, low)
	return w, low.Int64(), high.Int64(), high.BitLen() <= 62 && low.BitLen() <= 62
}

// isDense reports whether there are so few weights that cells are sorted by
// counting those of each.
func (s *boxSize) isDense(most int64) bool { return uint64(most) < 4*s.cells+1<<12 }

// walkByWeight is walk for cells that must be sorted by weight.
func (s *boxSize) walkByWeight(pace *Pace, each func(i uint64, cell []int)) error {
	w, least, most, ok := s.weights()
	if !ok {
		return fmt.Errorf("a table for %s with the sides %v, whose cells must be put in order by weights of more than 62 bits: %w", s.game, s.sides, grundy.ErrTooLarge)
	}
	weight := func(i int) (sum int64) {
		rest := uint64(i)
		for j, stride := range s.strides {
			sum += w[j] * int64(rest/stride)
			rest %= stride
		}
		return sum - least
	}
	sort := s.sortByWeight
	if s.isDense(most) {
		sort = s.countByWeight
	}
	order, err := sort(pace.Ctx, weight, most)
	if err != nil {
		return err
	}
	cell := make([]int, len(s.sides))
	for _, i := range order {
		rest := uint64(i)
		for j, stride := range s.strides {
			cell[j] = int(rest / stride)
			rest %= stride
		}
		each(uint64(i), cell)
		if err := pace.Add(1); err != nil {
			return err
		}
	}
	return nil
}

// countByWeight returns the cells in the order of their weights, by counting.
func (s *boxSize) countByWeight(ctx context.Context, weight func(i int) int64, most int64) ([]uint32, error) {
	places := make([]uint32, most+2) // of each weight: where its cells begin
	order := make([]uint32, s.cells)
	for i := range order {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		places[weight(i)+1]++
	}
	for v := range most {
		places[v+1] += places[v]
	}
	for i := range order {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v := weight(i)
		order[places[v]] = uint32(i)
		places[v]++
	}
	return order, nil
}

// sortByWeight returns the same by a heap, so that it can stop soon after ctx
// ends.
func (s *boxSize) sortByWeight(ctx context.Context, weightOf func(i int) int64, _ int64) ([]uint32, error) {
	order, weight := make([]uint32, s.cells), make([]int64, s.cells)
	for i := range order {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		order[i], weight[i] = uint32(i), weightOf(i)
	}
	sink := func(i, n int) {
		for {
			child := 2*i + 1
			if child >= n {
				return
			}
			if child+1 < n && weight[order[child+1]] > weight[order[child]] {
				child++
			}
			if weight[order[i]] >= weight[order[child]] {
				return
			}
			order[i], order[child] = order[child], order[i]
			i = child
		}
	}
	for i := len(order)/2 - 1; i >= 0; i-- {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		sink(i, len(order))
	}
	for n := len(order) - 1; n > 0; n-- {
		order[0], order[n] = order[n], order[0]
		sink(0, n)
		if n&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return order, nil
}

// A boxFiller computes the measures of the cells of a box in order.
type boxFiller[V number] struct {
	size    *boxSize
	cells   []V
	blocked bitSet // by index, or nil
	leaps   []boxStep
	rides   []boxStep
	records [][]uint64 // of each ride: a record a line
	words   int        // of a record
	near    []V        // measures after leaps
	lines   [][]uint64 // the records of the lines through a cell
	timing  timing     // for measures other than the nim-value
}

// A boxStep is a step in a box.
type boxStep struct {
	moves  []boxMove // of the coordinates that change
	offset uint64    // of the index, modulo 2^64
	sides  []uint64
}

type boxMove struct {
	coordinate, by int
	first          uint64 // number of the first line that ends because of it
	rank           []rank // how the lines that do are numbered
}

// A rank is what a coordinate adds to the number of a line.
type rank struct {
	factor uint64
	shift  int // taken from the coordinate first
}

func newBoxFiller[V number](s *boxSize) *boxFiller[V] {
	f := &boxFiller[V]{size: s, cells: make([]V, s.cells), words: int(s.recordWords()), timing: timings[s.measure]}
	for _, leap := range s.game.Leaps {
		f.leaps = append(f.leaps, s.newStep(leap))
	}
	for _, ride := range s.game.Rides {
		f.rides = append(f.rides, s.newStep(ride))
		f.records = append(f.records, make([]uint64, s.lines(ride)*s.recordWords()))
	}
	f.lines = make([][]uint64, len(f.rides))
	if len(s.game.Blocked) > 0 {
		f.blocked = make(bitSet, s.cells/64+1)
		for _, b := range s.game.Blocked {
			if s.holds(b) {
				f.blocked.add(s.index(b))
			}
		}
	}
	return f
}

// holds reports whether a cell lies in the box.
func (s *boxSize) holds(cell []uint64) bool {
	for i, v := range cell {
		if v >= s.sides[i] {
			return false
		}
	}
	return true
}

// newStep prepares a step, and how the lines that end by it are numbered.
func (s *boxSize) newStep(step []int64) boxStep {
	b := boxStep{sides: s.sides}
	first := uint64(0)
	for i, d := range step {
		b.offset += uint64(d) * s.strides[i]
		if d == 0 {
			continue
		}
		// The lines that end because coordinate i cannot change, though those
		// before it can.
		move := boxMove{coordinate: i, by: int(d), first: first}
		factor := uint64(1)
		for j := len(step) - 1; j >= 0; j-- {
			side, width := s.sides[j], min(s.sides[j], moves.Magnitude(step[j]))
			r := rank{factor: factor}
			switch {
			case j < i && step[j] < 0:
				r.shift = int(width) // the coordinate is at least so much
				side -= width
			case j < i:
				side -= width
			case j == i && d > 0:
				r.shift = int(side - width)
				side = width
			case j == i:
				side = width
			}
			factor *= side
			move.rank = append(move.rank, r)
		}
		slices.Reverse(move.rank)
		first += factor
		b.moves = append(b.moves, move)
	}
	return b
}

// possible reports whether the step can be taken from a cell.
func (b *boxStep) possible(cell []int) bool {
	for i := range b.moves {
		m := &b.moves[i]
		if v := cell[m.coordinate] + m.by; v < 0 || v >= int(b.sides[m.coordinate]) {
			return false
		}
	}
	return true
}

// line returns the number of the line through a cell.
func (b *boxStep) line(cell []int) uint64 {
	reach, by := math.MaxInt, 0
	for i := range b.moves {
		m := &b.moves[i]
		room := cell[m.coordinate]
		d := -m.by
		if m.by > 0 {
			room, d = int(b.sides[m.coordinate])-1-room, m.by
		}
		if d != 1 {
			room /= d
		}
		if room < reach {
			reach, by = room, i
		}
	}
	m := &b.moves[by] // the first that ends the line
	line, next := m.first, 0
	for j, r := range m.rank {
		v := cell[j]
		if next < len(b.moves) && b.moves[next].coordinate == j {
			v += reach * b.moves[next].by
			next++
		}
		line += uint64(v-r.shift) * r.factor
	}
	return line
}

// cell computes the measure of a cell.
func (f *boxFiller[V]) cell(i uint64, cell []int) {
	for j := range f.rides {
		line := f.rides[j].line(cell)
		f.lines[j] = f.records[j][line*uint64(f.words):][:f.words]
	}
	if f.blocked != nil && f.blocked.has(i) {
		for _, line := range f.lines {
			clear(line)
		}
		return
	}
	f.near = f.near[:0]
	for j := range f.leaps {
		if leap := &f.leaps[j]; leap.possible(cell) {
			if to := i + leap.offset; f.blocked == nil || !f.blocked.has(to) {
				f.near = append(f.near, f.cells[to])
			}
		}
	}
	if IsNimValue(f.size.measure) {
		own := uint64(0) // the values that it cannot have
		if f.size.measure == grundy.ByMisereNimValue && f.isEnd(i, cell) {
			own = 1 // so that it has 1
		}
		f.cells[i] = f.nimValue(own)
	} else {
		f.cells[i] = f.length()
	}
}

// isEnd reports whether a cell has no options: there are no leaps, or none was
// found.
func (f *boxFiller[V]) isEnd(i uint64, cell []int) bool {
	if len(f.near) > 0 {
		return false
	}
	for j := range f.rides {
		ride := &f.rides[j]
		if ride.possible(cell) && (f.blocked == nil || !f.blocked.has(i+ride.offset)) {
			return false
		}
	}
	return true
}

// nimValue computes a nim-value and enters it into the records. It is none of own,
// a bit each for the values below 64. The first word of a record is the number of the words behind it that are full before the
// first that is not.
func (f *boxFiller[V]) nimValue(own uint64) V {
	k := uint64(1)
	for _, line := range f.lines {
		k = max(k, line[0]+1)
	}
	var open uint64
	for ; ; k++ {
		seen := uint64(0)
		for _, line := range f.lines {
			seen |= line[k]
		}
		if k == 1 {
			seen |= own
		}
		for _, v := range f.near {
			if uint64(v)/64 == k-1 {
				seen |= 1 << (v % 64)
			}
		}
		if seen != math.MaxUint64 {
			open = ^seen
			break
		}
	}
	for _, line := range f.lines {
		line[k] |= open & -open
		for line[line[0]+1] == math.MaxUint64 && line[0]+2 < uint64(f.words) {
			line[0]++
		}
	}
	return V(64*(k-1) + uint64(bits.TrailingZeros64(open)))
}

// length computes a remoteness or suspense and enters it into the records.
func (f *boxFiller[V]) length() V {
	t := f.timing
	var e ending
	for _, v := range f.near {
		e = t.add(e, uint64(v))
	}
	for _, line := range f.lines {
		e = e.join(ending{line[0], line[1]})
	}
	length := t.length(e)
	for _, line := range f.lines {
		e := t.add(ending{line[0], line[1]}, length)
		line[0], line[1] = e.win, e.lose
	}
	return V(length)
}

// has reports whether i is in s.
func (s bitSet) has(i uint64) bool { return s[i/64]>>(i%64)&1 == 1 }
