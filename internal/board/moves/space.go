package moves

// A piece in any number of dimensions obeys the rules that are checked here.

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
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
	MostDimensions = 16
	LongestStep    = 1<<31 - 1
	mostParallel   = 16 // rides along the same line
)

// A RulesError says what is wrong with rules.
type RulesError struct {
	Part  string // "sides", "leaps", "rides", "blocked", or "" for all of them
	Index int    // of the offending entry of the part
	Msg   string // what is wrong, and what would be right
}

func (e *RulesError) Error() string { return e.Msg }

// RulesErrorf returns a [RulesError] about an entry of a part.
func RulesErrorf(part string, index int, format string, args ...any) error {
	return &RulesError{part, index, fmt.Sprintf(format, args...)}
}

// A Space is how a piece moves by some [Rules]. [New] makes one. A position is the
// piece's cell, one coordinate a side, each at most [MaxCoordinate]; on a board without
// a far edge, options of it may lie beyond.
type Space struct {
	Name         string
	Board        []uint64
	Leaps, Rides [][]int64
	Blocked      [][]uint64
	Weights      direction // that every step descends
	lines        []parallel
}

// New returns the moves of some rules. The error is a *[RulesError]; it is also
// returned for rules by which play need not end, and names moves that can circle, or
// be repeated for ever (direction.go says which rules these are).
//
// Moves that others include are dropped: without blocked cells, leaps and rides
// that are multiples of a ride.
func New(rules Rules) (*Space, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	g := &Space{
		Name:    rules.Name,
		Board:   slices.Clone(rules.Sides),
		Leaps:   distinctVectors(rules.Leaps),
		Rides:   distinctVectors(rules.Rides),
		Blocked: distinctVectors(rules.Blocked),
	}
	if len(g.Blocked) == 0 {
		g.dropIncluded()
	}
	if err := g.findLines(); err != nil {
		return nil, err
	}
	bounded := make([]bool, len(g.Board))
	for i, side := range g.Board {
		bounded[i] = side != 0
	}
	steps := g.Steps()
	var circle []*big.Int
	if g.Weights, circle = findDirection(steps, bounded); circle != nil {
		where := ""
		if slices.Contains(bounded, true) || len(g.Blocked) > 0 {
			where = " where there is room for them"
		}
		return nil, RulesErrorf("", 0, "play need not end: %s", describeCircle(steps, circle, where))
	}
	if g.Name == "" {
		g.Name = g.rulesText()
	}
	return g, nil
}

func (r Rules) check() error {
	if d := len(r.Sides); d < 1 || d > MostDimensions {
		return RulesErrorf("", 0, "%d dimensions: want 1 … %d", d, MostDimensions)
	}
	for i, side := range r.Sides {
		if side > MaxCoordinate {
			return RulesErrorf("sides", i, "side %d: want 1 … %d, or 0 for a board without end", side, uint64(MaxCoordinate))
		}
	}
	for _, part := range []struct {
		name  string
		steps [][]int64
	}{{"leaps", r.Leaps}, {"rides", r.Rides}} {
		for i, s := range part.steps {
			if len(s) != len(r.Sides) {
				return RulesErrorf(part.name, i, "the move %s has %d numbers: want %d", VectorText(s), len(s), len(r.Sides))
			}
			if !slices.ContainsFunc(s, func(d int64) bool { return d != 0 }) {
				return RulesErrorf(part.name, i, "the move %s leads nowhere: want a number that is not 0", VectorText(s))
			}
			for _, d := range s {
				if d > LongestStep || d < -LongestStep {
					return RulesErrorf(part.name, i, "the move %s: want numbers from -%d to %[2]d", VectorText(s), LongestStep)
				}
			}
		}
	}
	for i, c := range r.Blocked {
		if len(c) != len(r.Sides) {
			return RulesErrorf("blocked", i, "the blocked cell %s has %d numbers: want %d", VectorText(c), len(c), len(r.Sides))
		}
		for j, v := range c {
			if far := FarEdge(r.Sides[j]); v > far {
				return RulesErrorf("blocked", i, "the blocked cell %s: coordinate %d is %d, want 0 … %d", VectorText(c), j+1, v, far)
			}
		}
	}
	return nil
}

// FarEdge returns the largest coordinate on a board of that side.
func FarEdge(side uint64) uint64 {
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
		if text := NumbersText(v); !seen[text] {
			seen[text] = true
			distinct = append(distinct, slices.Clone(v))
		}
	}
	return distinct
}

// Steps returns the leaps, then the rides.
func (g *Space) Steps() [][]int64 { return slices.Concat(g.Leaps, g.Rides) }

// primitive returns s divided by the greatest common divisor of its numbers.
func primitive(s []int64) (p []int64, multiple uint64) {
	for _, d := range s {
		multiple = grundy.GCD(multiple, Magnitude(d))
	}
	p = slices.Clone(s)
	for i := range p {
		p[i] /= int64(multiple)
	}
	return p, multiple
}

// Magnitude returns the absolute value of d, which a signed number need not hold.
func Magnitude(d int64) uint64 {
	if d < 0 {
		return uint64(-d)
	}
	return uint64(d)
}

// dropIncluded drops the leaps and rides that are multiples of another ride.
func (g *Space) dropIncluded() {
	rides := map[string][]uint64{} // by line: multiples that are ridden
	for _, s := range g.Rides {
		p, multiple := primitive(s)
		rides[NumbersText(p)] = append(rides[NumbersText(p)], multiple)
	}
	included := func(s []int64, isRide bool) bool {
		p, multiple := primitive(s)
		return slices.ContainsFunc(rides[NumbersText(p)], func(m uint64) bool {
			return multiple%m == 0 && (!isRide || multiple != m)
		})
	}
	g.Leaps = slices.DeleteFunc(g.Leaps, func(s []int64) bool { return included(s, false) })
	g.Rides = slices.DeleteFunc(g.Rides, func(s []int64) bool { return included(s, true) })
}

// A parallel is the steps that are positive multiples of the same vector. Two
// of them can lead to the same cell.
type parallel struct {
	leaps, Rides       []int    // indices
	LeapTimes, Ridden  []uint64 // which multiples they are
	onlyLeaps, oneRide bool     // no two lead to the same cell
}

func (g *Space) findLines() error {
	index := map[string]int{}
	line := func(s []int64) (*parallel, uint64) {
		p, multiple := primitive(s)
		text := NumbersText(p)
		if _, ok := index[text]; !ok {
			index[text] = len(g.lines)
			g.lines = append(g.lines, parallel{})
		}
		return &g.lines[index[text]], multiple
	}
	for i, s := range g.Leaps {
		l, multiple := line(s)
		l.leaps, l.LeapTimes = append(l.leaps, i), append(l.LeapTimes, multiple)
	}
	for i, s := range g.Rides {
		l, multiple := line(s)
		l.Rides, l.Ridden = append(l.Rides, i), append(l.Ridden, multiple)
		if len(l.Rides) > mostParallel {
			return RulesErrorf("rides", i, "more than %d rides along one line, the last of them %s", mostParallel, VectorText(s))
		}
	}
	for i := range g.lines {
		l := &g.lines[i]
		l.onlyLeaps, l.oneRide = len(l.Rides) == 0, len(l.Rides) == 1 && len(l.leaps) == 0
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
	add("leaps", texts(g.Leaps))
	add("rides", texts(g.Rides))
	switch first := g.Board[0]; {
	case slices.ContainsFunc(g.Board, func(side uint64) bool { return side != first }):
		add("sides", []string{NumbersText(g.Board)})
	case first != 0:
		add("side", []string{NumbersText(g.Board[:1])})
	}
	add("blocked", texts(g.Blocked))
	return "piece[" + strings.Join(sections, "; ") + "]"
}

func texts[T int64 | uint64](vectors [][]T) (list []string) {
	for _, v := range vectors {
		list = append(list, NumbersText(v))
	}
	return list
}

// Dimension returns the number of coordinates.
func (g *Space) Dimension() int { return len(g.Board) }

// Sides returns the sides of the board, 0 where it has no far edge.
func (g *Space) Sides() []uint64 { return slices.Clone(g.Board) }

// String returns the game as positions name it.
func (g *Space) String() string { return g.Name }

// Check reports, as a [*grundy.PositionError], why the piece cannot stand on a
// cell.
func (g *Space) Check(cell []uint64) error {
	if len(cell) != len(g.Board) {
		return grundy.Errorf(-1, "want %d coordinates, not %d", len(g.Board), len(cell))
	}
	for i, v := range cell {
		if far := FarEdge(g.Board[i]); v > far {
			return grundy.Errorf(i, "%d: a coordinate is 0 … %d here", v, far)
		}
	}
	if g.IsBlocked(cell) {
		return grundy.Errorf(0, "the cell %s is blocked", VectorText(cell))
	}
	return nil
}

// IsBlocked reports whether no piece may stand on the cell.
func (g *Space) IsBlocked(cell []uint64) bool {
	return slices.ContainsFunc(g.Blocked, func(b []uint64) bool { return slices.Equal(b, cell) })
}

// AppendPosition implements [grundy.Notation].
func (g *Space) AppendPosition(dst []byte, cell []uint64) []byte {
	return append(append(dst, g.Name...), VectorText(cell)...)
}

// RulesKey implements [grundy.Identified]: the name, the board and the steps.
func (g *Space) RulesKey() any { return fmt.Sprint(g.Name, g.Board, g.Leaps, g.Rides, g.Blocked) }

// Scene implements [grundy.Scener].
func (g *Space) Scene(cell []uint64) (grundy.Scene, error) {
	return grundy.BoardScene(letterOf(g.Name), g.Board, cell, g.Blocked...)
}

// AppendMove implements [grundy.MoveNamer]: "2 left, 1 down".
func (g *Space) AppendMove(dst []byte, from, to []uint64) []byte { return appendWay(dst, from, to) }

// Reach returns how many steps s the piece can take from cell, if no cell
// were blocked.
func (g *Space) Reach(cell []uint64, s []int64) uint64 {
	reach := uint64(math.MaxUint64)
	for i, d := range s {
		switch {
		case d < 0:
			reach = min(reach, cell[i]/uint64(-d))
		case d > 0:
			reach = min(reach, (lastOf(g.Board[i])-cell[i])/uint64(d))
		}
	}
	return reach
}

// Leap returns where a leap leads. The result is false where it cannot be taken.
func (g *Space) Leap(cell []uint64, s []int64) ([]uint64, bool) {
	if g.Reach(cell, s) == 0 {
		return nil, false
	}
	to := Stepped(cell, s, 1)
	return to, !g.IsBlocked(to)
}

// Ride returns how many steps s a ride from cell can take.
func (g *Space) Ride(cell []uint64, s []int64) uint64 {
	reach := g.Reach(cell, s)
	for _, b := range g.Blocked {
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
		if 0 < k && k <= reach && slices.Equal(Stepped(cell, s, k), b) {
			reach = k - 1
		}
	}
	return reach
}

// Stepped returns where k steps s lead.
func Stepped(cell []uint64, s []int64, k uint64) []uint64 {
	to := make([]uint64, len(cell))
	for i := range to {
		to[i] = cell[i] + uint64(s[i])*k // modulo 2^64, which cancels out
	}
	return to
}

// AppendOptions implements [grundy.Game]. Leaps come first, then rides, in the
// order of the rules, the cells of a ride nearest first.
func (g *Space) AppendOptions(dst [][]uint64, cell []uint64) [][]uint64 {
	return slices.AppendSeq(dst, g.Options(cell))
}

// Options yields the options in the order of AppendOptions.
func (g *Space) Options(cell []uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for _, s := range g.Leaps {
			if to, ok := g.Leap(cell, s); ok && !yield(to) {
				return
			}
		}
		for i, s := range g.Rides {
			for k := range g.Ridden(cell, i) {
				if !yield(Stepped(cell, s, k)) {
					return
				}
			}
		}
	}
}

// Ridden yields how often ride i can be taken from cell, except where a leap or
// an earlier ride also leads.
func (g *Space) Ridden(cell []uint64, i int) iter.Seq[uint64] {
	return func(yield func(k uint64) bool) {
		l := g.LineOf(i)
		var before []uint64 // reaches of the rides of the line before it
		for _, j := range l.Rides[:slices.Index(l.Rides, i)] {
			before = append(before, g.Ride(cell, g.Rides[j]))
		}
		for k := range g.Ride(cell, g.Rides[i]) {
			times := (k + 1) * l.Ridden[len(before)]
			if !slices.Contains(l.LeapTimes, times) && !covered(times, l.Ridden, before) && !yield(k+1) {
				return
			}
		}
	}
}

// LineOf returns the line of a ride.
func (g *Space) LineOf(ride int) *parallel {
	i := slices.IndexFunc(g.lines, func(l parallel) bool { return slices.Contains(l.Rides, ride) })
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
		reach := make([]uint64, len(l.Rides))
		for j, ride := range l.Rides {
			reach[j] = g.Ride(cell, g.Rides[ride])
		}
		for j, leap := range l.leaps {
			if _, ok := g.Leap(cell, g.Leaps[leap]); ok && !covered(l.LeapTimes[j], l.Ridden, reach) {
				count = grundy.AddCounts(count, 1)
			}
		}
		if l.oneRide {
			count = grundy.AddCounts(count, reach[0])
		} else if !l.onlyLeaps {
			count = grundy.AddCounts(count, countUnion(l.Ridden, reach))
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
	for _, far := range g.Within(cell) {
		count = grundy.MulCounts(count, grundy.AddCounts(far, 1))
	}
	return count
}

// Within returns the far corner of a box that no move leaves, from any
// cell of the box to corner. In a direction in which no step climbs that is
// corner's. Otherwise the weights bound it: w·x does not rise.
func (g *Space) Within(corner []uint64) []uint64 {
	far := slices.Clone(corner)
	var top *big.Int
	for i := range far {
		if !slices.ContainsFunc(g.Steps(), func(s []int64) bool { return s[i] > 0 }) {
			continue
		}
		far[i] = FarEdge(g.Board[i])
		if g.Weights[i].Sign() <= 0 {
			continue
		}
		if top == nil {
			top = g.heaviest(corner)
		}
		if bound := new(big.Int).Div(top, g.Weights[i]); bound.IsUint64() {
			far[i] = min(far[i], bound.Uint64())
		}
	}
	return far
}

// heaviest returns a bound for w·x - min over the board of the w·y with y_i = 0,
// for any cell x that can be reached from the box to corner.
func (g *Space) heaviest(corner []uint64) *big.Int {
	top := new(big.Int)
	for i, w := range g.Weights {
		v := corner[i]
		if w.Sign() < 0 {
			v = FarEdge(g.Board[i])
		}
		top.Add(top, new(big.Int).Mul(new(big.Int).Abs(w), new(big.Int).SetUint64(v)))
	}
	return top
}

// Mirror returns g with the axes exchanged.
func (g *Space) Mirror() (*Space, error) {
	exchanged := func(vectors [][]int64) (mirrored [][]int64) {
		for _, v := range vectors {
			mirrored = append(mirrored, []int64{v[1], v[0]})
		}
		return mirrored
	}
	rules := Rules{Name: g.Name, Sides: []uint64{g.Board[1], g.Board[0]}, Leaps: exchanged(g.Leaps), Rides: exchanged(g.Rides)}
	for _, b := range g.Blocked {
		rules.Blocked = append(rules.Blocked, []uint64{b[1], b[0]})
	}
	return New(rules)
}

// Plane returns the same moves as a [Plane], where there is one: in two dimensions,
// without blocked cells, on a square board, where no ride and, if there is a ride, no
// leap raises a coordinate, and the numbers of a ride have no common divisor; and where
// every leap lowers x+y.
func (g *Space) Plane() (p Plane, ok bool) {
	if len(g.Board) != 2 || g.Board[0] != g.Board[1] || len(g.Blocked) > 0 {
		return Plane{}, false
	}
	p = Plane{Name: g.Name, Side: g.Board[0]}
	climbs := false
	for _, s := range g.Leaps {
		p.Leaps = append(p.Leaps, Step{s[0], s[1]})
		climbs = climbs || max(s[0], s[1]) > 0
		if s[0]+s[1] >= 0 {
			return Plane{}, false
		}
	}
	for _, s := range g.Rides {
		p.Rides = append(p.Rides, Step{s[0], s[1]})
		if _, multiple := primitive(s); climbs || max(s[0], s[1]) > 0 || multiple != 1 {
			return Plane{}, false
		}
	}
	return p, true
}

// IsEndless reports whether the board has no far edge.
func (g *Space) IsEndless() bool {
	return !slices.ContainsFunc(g.Board, func(side uint64) bool { return side != 0 })
}

// CornerOf returns the last cell of a box with those sides, none of which is 0.
func CornerOf(sides []uint64) []uint64 {
	corner := slices.Clone(sides)
	for i := range corner {
		corner[i]--
	}
	return corner
}
