package board

// This file holds what a piece does in any number of dimensions, and the rules that
// say so.

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"grundy"
)

// Rules are a game of one piece on the cells with coordinates from 0, given by
// its moves. [New] checks them.
type Rules struct {
	// Name is the game as positions write it; if it is empty, the rules
	// themselves in the form piece[…].
	Name string
	// Sides are the sides of the board; there are 2 … 16. A side of 0 has no
	// far edge, another is at most 2^63-1.
	Sides []uint64
	// Leaps are steps that are taken once, Rides steps that are taken any
	// number of times, at least once. Each has one number a side, not all 0,
	// between -(2^31-1) and 2^31-1.
	Leaps, Rides [][]int64
	// Blocked are cells on which the piece cannot stand. It cannot ride over
	// them, but leaps pass.
	Blocked [][]uint64
}

const (
	mostDimensions = 16
	longestStep    = 1<<31 - 1
	mostParallel   = 16 // rides along the same line
)

// A RulesError says what is wrong with rules.
type RulesError struct {
	Part  string // "sides", "leaps", "rides", "blocked", or "" for all of them
	Index int    // of the offending entry of the part
	Msg   string // what is wrong, and what would be right
}

func (e *RulesError) Error() string { return e.Msg }

func rulesErrorf(part string, index int, format string, args ...any) error {
	return &RulesError{part, index, fmt.Sprintf(format, args...)}
}

// A Space is how a piece moves by some [Rules]. [New] makes one. A position is the
// piece's cell, one coordinate a side, each at most [MaxCoordinate]; on a board without
// a far edge, options of it may lie beyond.
type Space struct {
	name         string
	sides        []uint64
	leaps, rides [][]int64
	blocked      [][]uint64
	weights      direction // that every step descends
	lines        []parallel
}

// newSpace returns the moves of some rules. The error is a *[RulesError]; it is also
// returned for rules by which play need not end, and names moves that can circle, or
// be repeated for ever (direction.go says which rules these are).
//
// Moves that others include are dropped: without blocked cells, leaps and rides
// that are multiples of a ride.
func newSpace(rules Rules) (*Space, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	g := &Space{
		name:    rules.Name,
		sides:   slices.Clone(rules.Sides),
		leaps:   distinctVectors(rules.Leaps),
		rides:   distinctVectors(rules.Rides),
		blocked: distinctVectors(rules.Blocked),
	}
	if len(g.blocked) == 0 {
		g.dropIncluded()
	}
	if err := g.findLines(); err != nil {
		return nil, err
	}
	bounded := make([]bool, len(g.sides))
	for i, side := range g.sides {
		bounded[i] = side != 0
	}
	steps := g.steps()
	var circle []*big.Int
	if g.weights, circle = findDirection(steps, bounded); circle != nil {
		where := ""
		if slices.Contains(bounded, true) || len(g.blocked) > 0 {
			where = " where there is room for them"
		}
		return nil, rulesErrorf("", 0, "play need not end: %s", describeCircle(steps, circle, where))
	}
	if g.name == "" {
		g.name = g.rulesText()
	}
	return g, nil
}

func (r Rules) check() error {
	if d := len(r.Sides); d < 2 || d > mostDimensions {
		return rulesErrorf("", 0, "%d dimensions: want 2 … %d", d, mostDimensions)
	}
	for i, side := range r.Sides {
		if side > MaxCoordinate {
			return rulesErrorf("sides", i, "side %d: want 1 … %d, or 0 for a board without end", side, uint64(MaxCoordinate))
		}
	}
	for _, part := range []struct {
		name  string
		steps [][]int64
	}{{"leaps", r.Leaps}, {"rides", r.Rides}} {
		for i, s := range part.steps {
			if len(s) != len(r.Sides) {
				return rulesErrorf(part.name, i, "the move %s has %d numbers: want %d", vectorText(s), len(s), len(r.Sides))
			}
			if !slices.ContainsFunc(s, func(d int64) bool { return d != 0 }) {
				return rulesErrorf(part.name, i, "the move %s leads nowhere: want a number that is not 0", vectorText(s))
			}
			for _, d := range s {
				if d > longestStep || d < -longestStep {
					return rulesErrorf(part.name, i, "the move %s: want numbers from -%d to %[2]d", vectorText(s), longestStep)
				}
			}
		}
	}
	for i, c := range r.Blocked {
		if len(c) != len(r.Sides) {
			return rulesErrorf("blocked", i, "the blocked cell %s has %d numbers: want %d", vectorText(c), len(c), len(r.Sides))
		}
		for j, v := range c {
			if far := farEdge(r.Sides[j]); v > far {
				return rulesErrorf("blocked", i, "the blocked cell %s: coordinate %d is %d, want 0 … %d", vectorText(c), j+1, v, far)
			}
		}
	}
	return nil
}

// farEdge returns the largest coordinate on a board of that side.
func farEdge(side uint64) uint64 {
	if side == 0 {
		return MaxCoordinate
	}
	return side - 1
}

// lastOf returns the largest coordinate that an option can have: on a board without
// a far edge it may lie beyond [MaxCoordinate].
func lastOf(side uint64) uint64 {
	if side == 0 {
		return math.MaxUint64
	}
	return side - 1
}

// distinctVectors returns copies of vs, each once, in their order.
func distinctVectors[T int64 | uint64](vs [][]T) (distinct [][]T) {
	seen := map[string]bool{}
	for _, v := range vs {
		if text := numbersText(v); !seen[text] {
			seen[text] = true
			distinct = append(distinct, slices.Clone(v))
		}
	}
	return distinct
}

// steps returns the leaps, then the rides.
func (g *Space) steps() [][]int64 { return slices.Concat(g.leaps, g.rides) }

// primitive returns s divided by the greatest common divisor of its numbers.
func primitive(s []int64) (p []int64, multiple uint64) {
	for _, d := range s {
		multiple = grundy.GCD(multiple, magnitude(d))
	}
	p = slices.Clone(s)
	for i := range p {
		p[i] /= int64(multiple)
	}
	return p, multiple
}

func magnitude(d int64) uint64 {
	if d < 0 {
		return uint64(-d)
	}
	return uint64(d)
}

// dropIncluded drops the leaps and rides that are multiples of another ride.
func (g *Space) dropIncluded() {
	rides := map[string][]uint64{} // by line: multiples that are ridden
	for _, s := range g.rides {
		p, multiple := primitive(s)
		rides[numbersText(p)] = append(rides[numbersText(p)], multiple)
	}
	included := func(s []int64, isRide bool) bool {
		p, multiple := primitive(s)
		return slices.ContainsFunc(rides[numbersText(p)], func(m uint64) bool {
			return multiple%m == 0 && (!isRide || multiple != m)
		})
	}
	g.leaps = slices.DeleteFunc(g.leaps, func(s []int64) bool { return included(s, false) })
	g.rides = slices.DeleteFunc(g.rides, func(s []int64) bool { return included(s, true) })
}

// A parallel is the steps that are positive multiples of the same vector. Two
// of them can lead to the same cell.
type parallel struct {
	leaps, rides       []int    // indices
	leapTimes, ridden  []uint64 // which multiples they are
	onlyLeaps, oneRide bool     // no two lead to the same cell
}

func (g *Space) findLines() error {
	index := map[string]int{}
	line := func(s []int64) (*parallel, uint64) {
		p, multiple := primitive(s)
		text := numbersText(p)
		if _, ok := index[text]; !ok {
			index[text] = len(g.lines)
			g.lines = append(g.lines, parallel{})
		}
		return &g.lines[index[text]], multiple
	}
	for i, s := range g.leaps {
		l, multiple := line(s)
		l.leaps, l.leapTimes = append(l.leaps, i), append(l.leapTimes, multiple)
	}
	for i, s := range g.rides {
		l, multiple := line(s)
		l.rides, l.ridden = append(l.rides, i), append(l.ridden, multiple)
		if len(l.rides) > mostParallel {
			return rulesErrorf("rides", i, "more than %d rides along one line, the last of them %s", mostParallel, vectorText(s))
		}
	}
	for i := range g.lines {
		l := &g.lines[i]
		l.onlyLeaps, l.oneRide = len(l.rides) == 0, len(l.rides) == 1 && len(l.leaps) == 0
	}
	return nil
}

// rulesText writes the rules as the grammar of positions does.
func (g *Space) rulesText() string {
	var sections []string
	add := func(name string, vectors []string) {
		if len(vectors) > 0 {
			sections = append(sections, name+" "+strings.Join(vectors, " "))
		}
	}
	add("leaps", texts(g.leaps))
	add("rides", texts(g.rides))
	switch first := g.sides[0]; {
	case slices.ContainsFunc(g.sides, func(side uint64) bool { return side != first }):
		add("sides", []string{numbersText(g.sides)})
	case first != 0:
		add("side", []string{numbersText(g.sides[:1])})
	}
	add("blocked", texts(g.blocked))
	return "piece[" + strings.Join(sections, "; ") + "]"
}

func texts[T int64 | uint64](vectors [][]T) (list []string) {
	for _, v := range vectors {
		list = append(list, numbersText(v))
	}
	return list
}

// Dimension returns the number of coordinates.
func (g *Space) Dimension() int { return len(g.sides) }

// Sides returns the sides of the board, 0 where it has no far edge.
func (g *Space) Sides() []uint64 { return slices.Clone(g.sides) }

// String returns the game as positions name it.
func (g *Space) String() string { return g.name }

// Check reports, as a [*grundy.PositionError], why the piece cannot stand on a
// cell.
func (g *Space) Check(cell []uint64) error {
	if len(cell) != len(g.sides) {
		return grundy.Errorf(-1, "want %d coordinates, not %d", len(g.sides), len(cell))
	}
	for i, v := range cell {
		if far := farEdge(g.sides[i]); v > far {
			return grundy.Errorf(i, "%d: a coordinate is 0 … %d here", v, far)
		}
	}
	if g.isBlocked(cell) {
		return grundy.Errorf(0, "the cell %s is blocked", vectorText(cell))
	}
	return nil
}

func (g *Space) isBlocked(cell []uint64) bool {
	return slices.ContainsFunc(g.blocked, func(b []uint64) bool { return slices.Equal(b, cell) })
}

// AppendPosition implements [grundy.Notation].
func (g *Space) AppendPosition(dst []byte, cell []uint64) []byte {
	return append(append(dst, g.name...), vectorText(cell)...)
}

// RulesKey implements [grundy.Identified]: the name, the board and the steps.
func (g *Space) RulesKey() any { return fmt.Sprint(g.name, g.sides, g.leaps, g.rides, g.blocked) }

// AppendMove implements [grundy.MoveNamer]: "by (-1,-1,0)".
func (g *Space) AppendMove(dst []byte, from, to []uint64) []byte {
	by := make([]int64, len(from))
	for i := range by {
		by[i] = int64(to[i] - from[i])
	}
	return append(append(dst, "by "...), vectorText(by)...)
}

// reach returns how many steps s the piece can take from cell, if no cell
// were blocked.
func (g *Space) reach(cell []uint64, s []int64) uint64 {
	reach := uint64(math.MaxUint64)
	for i, d := range s {
		switch {
		case d < 0:
			reach = min(reach, cell[i]/uint64(-d))
		case d > 0:
			reach = min(reach, (lastOf(g.sides[i])-cell[i])/uint64(d))
		}
	}
	return reach
}

// leap returns where a leap leads. The result is false where it cannot be taken.
func (g *Space) leap(cell []uint64, s []int64) ([]uint64, bool) {
	if g.reach(cell, s) == 0 {
		return nil, false
	}
	to := stepped(cell, s, 1)
	return to, !g.isBlocked(to)
}

// ride returns how many steps s a ride from cell can take.
func (g *Space) ride(cell []uint64, s []int64) uint64 {
	reach := g.reach(cell, s)
	for _, b := range g.blocked {
		k := uint64(0)
		for i, d := range s {
			if d != 0 {
				k = (b[i] - cell[i]) / uint64(d) // if it is a multiple
				if d < 0 {
					k = (cell[i] - b[i]) / uint64(-d)
				}
				break
			}
		}
		if 0 < k && k <= reach && slices.Equal(stepped(cell, s, k), b) {
			reach = k - 1
		}
	}
	return reach
}

// stepped returns where k steps s lead.
func stepped(cell []uint64, s []int64, k uint64) []uint64 {
	to := make([]uint64, len(cell))
	for i := range to {
		to[i] = cell[i] + uint64(s[i])*k // modulo 2^64, which cancels out
	}
	return to
}

// AppendOptions implements [grundy.Game]. Leaps come first, then rides, in the
// order of the rules, the cells of a ride nearest first.
func (g *Space) AppendOptions(dst [][]uint64, cell []uint64) [][]uint64 {
	return slices.AppendSeq(dst, g.options(cell))
}

// options yields the options in the order of AppendOptions.
func (g *Space) options(cell []uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for _, s := range g.leaps {
			if to, ok := g.leap(cell, s); ok && !yield(to) {
				return
			}
		}
		for i, s := range g.rides {
			for k := range g.ridden(cell, i) {
				if !yield(stepped(cell, s, k)) {
					return
				}
			}
		}
	}
}

// ridden yields how often ride i can be taken from cell, except where a leap or
// an earlier ride also leads.
func (g *Space) ridden(cell []uint64, i int) iter.Seq[uint64] {
	return func(yield func(k uint64) bool) {
		l := g.lineOf(i)
		var before []uint64 // reaches of the rides of the line before it
		for _, j := range l.rides[:slices.Index(l.rides, i)] {
			before = append(before, g.ride(cell, g.rides[j]))
		}
		for k := range g.ride(cell, g.rides[i]) {
			times := (k + 1) * l.ridden[len(before)]
			if !slices.Contains(l.leapTimes, times) && !covered(times, l.ridden, before) && !yield(k+1) {
				return
			}
		}
	}
}

// lineOf returns the line of a ride.
func (g *Space) lineOf(ride int) *parallel {
	i := slices.IndexFunc(g.lines, func(l parallel) bool { return slices.Contains(l.rides, ride) })
	return &g.lines[i]
}

// covered reports whether a ride that can be taken reach[j] times leads to a
// multiple of the vector of its line.
func covered(times uint64, ridden, reach []uint64) bool {
	for j, r := range reach {
		if times%ridden[j] == 0 && times/ridden[j] <= r {
			return true
		}
	}
	return false
}

// CountOptions implements [grundy.OptionCounter], in O(1) for each step and
// blocked cell, but O(2^r) for r rides along the same line.
func (g *Space) CountOptions(cell []uint64) uint64 {
	count := uint64(0)
	for i := range g.lines {
		l := &g.lines[i]
		reach := make([]uint64, len(l.rides))
		for j, ride := range l.rides {
			reach[j] = g.ride(cell, g.rides[ride])
		}
		for j, leap := range l.leaps {
			if _, ok := g.leap(cell, g.leaps[leap]); ok && !covered(l.leapTimes[j], l.ridden, reach) {
				count = grundy.AddCounts(count, 1)
			}
		}
		if l.oneRide {
			count = grundy.AddCounts(count, reach[0])
		} else if !l.onlyLeaps {
			count = grundy.AddCounts(count, countUnion(l.ridden, reach))
		}
	}
	return count
}

// countUnion returns how many numbers are k ridden[j] with 1 <= k <= reach[j]
// for some j, by inclusion and exclusion.
func countUnion(ridden, reach []uint64) (count uint64) {
	var add func(j int, far, multiple, sign uint64)
	add = func(j int, far, multiple, sign uint64) {
		if j == len(ridden) {
			count += sign * (far / multiple) // modulo 2^64, which cancels out
			return
		}
		add(j+1, far, multiple, sign)
		both := grundy.LCM(multiple, ridden[j])
		if sign == 0 {
			sign = math.MaxUint64 // that is -1, so that one ride is added
		}
		if far = min(far, ridden[j]*reach[j]); both <= far {
			add(j+1, far, both, -sign)
		}
	}
	add(0, math.MaxUint64, 1, 0)
	return count
}

// CountPositions implements [grundy.Bounded]: the cells of the box that no
// move leaves.
func (g *Space) CountPositions(cell []uint64) uint64 {
	count := uint64(1)
	for _, far := range g.within(cell) {
		count = grundy.MulCounts(count, grundy.AddCounts(far, 1))
	}
	return count
}

// within returns the far corner of a box that no move leaves, from any
// cell of the box to corner. In a direction in which no step climbs that is
// corner's. Otherwise the weights bound it: w·x does not rise.
func (g *Space) within(corner []uint64) []uint64 {
	far := slices.Clone(corner)
	var top *big.Int
	for i := range far {
		if !slices.ContainsFunc(g.steps(), func(s []int64) bool { return s[i] > 0 }) {
			continue
		}
		far[i] = farEdge(g.sides[i])
		if g.weights[i].Sign() <= 0 {
			continue
		}
		if top == nil {
			top = g.heaviest(corner)
		}
		if bound := new(big.Int).Div(top, g.weights[i]); bound.IsUint64() {
			far[i] = min(far[i], bound.Uint64())
		}
	}
	return far
}

// heaviest returns a bound for w·x - min over the board of the w·y with y_i = 0,
// for any cell x that can be reached from the box to corner.
func (g *Space) heaviest(corner []uint64) *big.Int {
	top := new(big.Int)
	for i, w := range g.weights {
		v := corner[i]
		if w.Sign() < 0 {
			v = farEdge(g.sides[i])
		}
		top.Add(top, new(big.Int).Mul(new(big.Int).Abs(w), new(big.Int).SetUint64(v)))
	}
	return top
}

// mirror returns g with the axes exchanged.
func (g *Space) mirror() (*Space, error) {
	exchanged := func(vectors [][]int64) (mirrored [][]int64) {
		for _, v := range vectors {
			mirrored = append(mirrored, []int64{v[1], v[0]})
		}
		return mirrored
	}
	rules := Rules{Name: g.name, Sides: []uint64{g.sides[1], g.sides[0]}, Leaps: exchanged(g.leaps), Rides: exchanged(g.rides)}
	for _, b := range g.blocked {
		rules.Blocked = append(rules.Blocked, []uint64{b[1], b[0]})
	}
	return newSpace(rules)
}

// plane returns the same moves as a [Plane], where there is one: in two dimensions,
// without blocked cells, on a square board, where no ride and, if there is a ride, no
// leap raises a coordinate, and the numbers of a ride have no common divisor; and where
// every leap lowers x+y.
func (g *Space) plane() (p Plane, ok bool) {
	if len(g.sides) != 2 || g.sides[0] != g.sides[1] || len(g.blocked) > 0 {
		return Plane{}, false
	}
	p = Plane{name: g.name, side: g.sides[0]}
	climbs := false
	for _, s := range g.leaps {
		p.leaps = append(p.leaps, step{s[0], s[1]})
		climbs = climbs || max(s[0], s[1]) > 0
		if s[0]+s[1] >= 0 {
			return Plane{}, false
		}
	}
	for _, s := range g.rides {
		p.rides = append(p.rides, step{s[0], s[1]})
		if _, multiple := primitive(s); climbs || max(s[0], s[1]) > 0 || multiple != 1 {
			return Plane{}, false
		}
	}
	return p, true
}

// isEndless reports whether the board has no far edge.
func (g *Space) isEndless() bool {
	return !slices.ContainsFunc(g.sides, func(side uint64) bool { return side != 0 })
}

// cornerOf returns the last cell of a box with those sides, none of which is 0.
func cornerOf(sides []uint64) []uint64 {
	corner := slices.Clone(sides)
	for i := range corner {
		corner[i]--
	}
	return corner
}
