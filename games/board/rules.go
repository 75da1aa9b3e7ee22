package board

// This file holds rules that are given by their moves, in any number of
// dimensions.

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

// A Game is the game of some [Rules]. [New] makes one. A position is the
// piece's cell, one coordinate a side, each at most [MaxCoordinate]; on a board without
// a far edge, options of it may lie beyond.
type Game struct {
	name         string
	sides        []uint64
	leaps, rides [][]int64
	blocked      [][]uint64
	weights      direction // that every step descends
	lines        []parallel
	piece        *Piece // the same game, where the engines in two dimensions know it
	parts        []part // whose sum it is, or nil

	// plane finds what is known of the nim-values far out, without a far edge, or
	// is nil.
	plane *planeStudy
}

// New returns the game of some rules. The error is a *[RulesError]; it is also
// returned for rules by which play need not end, and names moves that can circle, or
// be repeated for ever (direction.go says which rules these are).
//
// Moves that others include are dropped: without blocked cells, leaps and rides
// that are multiples of a ride.
func New(rules Rules) (*Game, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	g := &Game{
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
	g.plane = farClimber(g)
	g.parts = g.findParts()
	g.piece = g.findPiece()
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
func (g *Game) steps() [][]int64 { return slices.Concat(g.leaps, g.rides) }

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
func (g *Game) dropIncluded() {
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

func (g *Game) findLines() error {
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
func (g *Game) rulesText() string {
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

// findPiece returns the game as a [Piece], or nil if it is none.
func (g *Game) findPiece() *Piece {
	if len(g.sides) != 2 || g.sides[0] != g.sides[1] || len(g.blocked) > 0 {
		return nil
	}
	p := &Piece{name: g.name, side: g.sides[0]}
	climbs := false
	for _, s := range g.leaps {
		p.leaps = append(p.leaps, step{s[0], s[1]})
		climbs = climbs || max(s[0], s[1]) > 0
		if s[0]+s[1] >= 0 {
			return nil
		}
	}
	for _, s := range g.rides {
		p.rides = append(p.rides, step{s[0], s[1]})
		if _, multiple := primitive(s); climbs || max(s[0], s[1]) > 0 || multiple != 1 {
			return nil
		}
	}
	if known, ok := knownPiece(p.leaps, p.rides); ok {
		known.name, known.side = p.name, p.side
		p = &known
	}
	if p.far(); g.plane != nil {
		p.answerBy(g.far)
		p.learning = g.learnFar
	}
	if p.measure == nil && g.parts != nil {
		p.answerByParts(g)
	}
	return p
}

// knownPiece returns the piece of closed forms that has those steps.
func knownPiece(leaps, rides []step) (Piece, bool) {
	for _, known := range []Piece{Queen(), Rook(), Bishop(), King(), Knight()} {
		if sameSteps(known.leaps, leaps) && sameSteps(known.rides, rides) {
			return known, true
		}
	}
	return Piece{}, false
}

func sameSteps(a, b []step) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s step) bool { return !slices.Contains(b, s) })
}

// Piece returns the same game as a [Piece], which is faster, where there is
// one: in two dimensions, without blocked cells, on a square board, where no ride
// and, if there is a ride, no leap raises a coordinate, and the numbers of a ride
// have no common divisor; and where every leap lowers x+y.
func (g *Game) Piece() (Piece, bool) {
	if g.piece == nil {
		return Piece{}, false
	}
	return *g.piece, true
}

// Game returns the same game given by its rules.
func (p Piece) Game() (*Game, error) {
	rules := Rules{Name: p.String(), Sides: []uint64{p.side, p.side}}
	for _, s := range p.leaps {
		rules.Leaps = append(rules.Leaps, []int64{s.dx, s.dy})
	}
	for _, s := range p.rides {
		rules.Rides = append(rules.Rides, []int64{s.dx, s.dy})
	}
	return New(rules)
}

// Dimension returns the number of coordinates.
func (g *Game) Dimension() int { return len(g.sides) }

// Sides implements [Tabulated].
func (g *Game) Sides() []uint64 { return slices.Clone(g.sides) }

// Blocked returns the cells on which the piece cannot stand.
func (g *Game) Blocked() [][]uint64 { return slices.Clone(g.blocked) }

// String returns the game as positions name it.
func (g *Game) String() string { return g.name }

// Check reports, as a [*grundy.PositionError], why the piece cannot stand on a
// cell.
func (g *Game) Check(cell []uint64) error {
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

func (g *Game) isBlocked(cell []uint64) bool {
	return slices.ContainsFunc(g.blocked, func(b []uint64) bool { return slices.Equal(b, cell) })
}

// Place makes a component of g, with the fastest engines that know it. The
// error is the one that [Game.Check] returns.
func (g *Game) Place(cell []uint64) (grundy.Component, error) {
	if err := g.Check(cell); err != nil {
		return nil, err
	}
	if g.piece != nil {
		return grundy.Place(*g.piece, Cell{cell[0], cell[1]}), nil
	}
	return grundy.Place(g, slices.Clone(cell)), nil
}

// AppendPosition implements [grundy.Notation].
func (g *Game) AppendPosition(dst []byte, cell []uint64) []byte {
	return append(append(dst, g.name...), vectorText(cell)...)
}

// RulesKey implements [grundy.Identified]: the name, the board and the steps.
func (g *Game) RulesKey() any { return fmt.Sprint(g.name, g.sides, g.leaps, g.rides, g.blocked) }

// AppendMove implements [grundy.MoveNamer]: "by (-1,-1,0)".
func (g *Game) AppendMove(dst []byte, from, to []uint64) []byte {
	by := make([]int64, len(from))
	for i := range by {
		by[i] = int64(to[i] - from[i])
	}
	return append(append(dst, "by "...), vectorText(by)...)
}

// reach returns how many steps s the piece can take from cell, if no cell
// were blocked.
func (g *Game) reach(cell []uint64, s []int64) uint64 {
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
func (g *Game) leap(cell []uint64, s []int64) ([]uint64, bool) {
	if g.reach(cell, s) == 0 {
		return nil, false
	}
	to := stepped(cell, s, 1)
	return to, !g.isBlocked(to)
}

// ride returns how many steps s a ride from cell can take.
func (g *Game) ride(cell []uint64, s []int64) uint64 {
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

var (
	_ grundy.Game[[]uint64]          = (*Game)(nil)
	_ grundy.Identified              = (*Game)(nil)
	_ grundy.Notation[[]uint64]      = (*Game)(nil)
	_ grundy.OptionCounter[[]uint64] = (*Game)(nil)
	_ grundy.Bounded[[]uint64]       = (*Game)(nil)
	_ grundy.Measurer[[]uint64]      = (*Game)(nil)
	_ grundy.Learner[[]uint64]       = (*Game)(nil)
	_ grundy.Finder[[]uint64]        = (*Game)(nil)
	_ grundy.Tabler[[]uint64]        = (*Game)(nil)
	_ grundy.MoveNamer[[]uint64]     = (*Game)(nil)
)

// AppendOptions implements [grundy.Game]. Leaps come first, then rides, in the
// order of the rules, the cells of a ride nearest first.
func (g *Game) AppendOptions(dst [][]uint64, cell []uint64) [][]uint64 {
	return slices.AppendSeq(dst, g.options(cell))
}

// options yields the options in the order of AppendOptions.
func (g *Game) options(cell []uint64) iter.Seq[[]uint64] {
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
func (g *Game) ridden(cell []uint64, i int) iter.Seq[uint64] {
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
func (g *Game) lineOf(ride int) *parallel {
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
func (g *Game) CountOptions(cell []uint64) uint64 {
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
func (g *Game) CountPositions(cell []uint64) uint64 {
	count := uint64(1)
	for _, far := range g.within(cell) {
		count = grundy.MulCounts(count, grundy.AddCounts(far, 1))
	}
	return count
}

// within returns the far corner of a box that no move leaves, from any
// cell of the box to corner. In a direction in which no step climbs that is
// corner's. Otherwise the weights bound it: w·x does not rise.
func (g *Game) within(corner []uint64) []uint64 {
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
func (g *Game) heaviest(corner []uint64) *big.Int {
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

// Measure implements [grundy.Measurer] where the game falls apart into heaps of Nim
// and other games that are known (parts.go), and for leapers far out where their
// nim-values are proved (sectors.go).
func (g *Game) Measure(m grundy.Measure, cell []uint64) (measure uint64, method string, ok bool) {
	if !m.FollowsFromNimValue() {
		return 0, "", false
	}
	if g.plane != nil {
		measure, method, ok = g.far(Cell{cell[0], cell[1]})
	} else {
		measure, method, ok = g.measureParts(cell)
	}
	if m == grundy.ByOutcome {
		measure = min(measure, 1)
	}
	return measure, method, ok
}

// PlanLearning implements [grundy.Learner]: for leapers far out, and where parts have
// something to learn.
func (g *Game) PlanLearning(m grundy.Measure, cell []uint64) (grundy.Learning, bool) {
	switch {
	case !m.FollowsFromNimValue():
		return grundy.Learning{}, false
	case g.plane != nil:
		return g.learnFar(Cell{cell[0], cell[1]})
	}
	return g.learnParts(cell)
}

// FindOptions implements [grundy.Finder] where the game falls apart into heaps of Nim
// and leapers that are known, in O(1) for each heap and leap.
func (g *Game) FindOptions(m grundy.Measure, cell []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	v, ok := g.knownParts(cell)
	if !ok {
		return grundy.Found[[]uint64]{}, false
	}
	runs, ok := v.findRuns(m, lo, hi)
	return foundRuns(cell, runs), ok
}
