package pattern

// This file learns automata from tables: the P-positions, the positions of each value, or,
// where values grow with the coordinates, the relation of positions and values.

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/automata"
)

// fewValues is how many values are taken one by one, at most.
const fewValues = 16

// A numeration is a system of numeration that is tried.
type numeration struct {
	*automata.System
	bits float64 // of its description
	read *reading
}

// reading returns the reading of numbers below a bound.
func (n *numeration) reading(bound int) *reading {
	if n.read == nil || len(n.read.words) < bound {
		n.read = newReading(n.Universe().Digits(), func(v uint64) []int { return n.Digits(new(big.Int).SetUint64(v)) }, uint64(bound))
	}
	return n.read
}

// An automatic is a rule of automata that read the digits of the coordinates.
type automatic struct {
	in       *numeration
	of       Kind
	sets     []*machine // of outcomes the P-positions, otherwise of the positions of each value
	relation *machine   // of positions and values, in place of sets
	axes     int
}

// bits returns the length of the description.
func (a *automatic) bits() float64 {
	total := a.in.bits
	for _, m := range a.machines() {
		total += m.bits()
	}
	return total
}

func (a *automatic) machines() []*machine {
	if a.relation != nil {
		return []*machine{a.relation}
	}
	return a.sets
}

// A lesson learns the automata of a table in a numeration, and of what is known beyond it.
type lesson struct {
	*automatic
	table  *Table
	beyond func(cell []int) int64 // the value of a position beyond the table, or unknown; nil for none
	part   func(l *learner, word []int) bool
	most   float64 // bits that are left
	effort int
	pupils []*pupil
	cell   []int
}

// A pupil learns one automaton.
type pupil struct {
	*learner
	wrong func(*teacher, *machine) []int
	told  [][]int // words of positions beyond the table
	m     *machine
}

// value returns the value at the first numbers of a point, or unknown.
func (l *lesson) value(point []int64) int64 {
	inside := true
	for i := range l.cell {
		x := point[i]
		inside = inside && x < int64(l.table.Sides[i])
		if l.cell[i] = int(x); !inside && (l.beyond == nil || x == math.MaxInt64) {
			return unknown
		}
	}
	if inside {
		return l.table.At(l.cell...)
	}
	return l.beyond(l.cell)
}

// learnTable returns the automata of a table in a numeration, if they need at most the
// given number of bits.
func learnTable(ctx context.Context, t *Table, in *numeration, most float64, effort int) (*automatic, error) {
	l := newLesson(t, in, most, effort)
	return l.automatic, l.learn(ctx)
}

// newLesson returns a lesson whose automata need at most the given number of bits.
func newLesson(t *Table, in *numeration, most float64, effort int) *lesson {
	a := &automatic{in: in, of: t.Of, axes: len(t.Sides)}
	return &lesson{automatic: a, table: t, most: most - in.bits, effort: effort, cell: make([]int, a.axes)}
}

// learn learns the automata, one after the other.
func (l *lesson) learn(ctx context.Context) error {
	t, largest := l.table, slices.Max(l.table.Values)
	bound := slices.Max(t.Sides)
	if l.beyond != nil {
		bound = max(bound, farNumbers)
	}
	tracks := make([]*reading, l.axes, l.axes+1)
	for i := range tracks {
		tracks[i] = l.in.reading(bound)
	}
	// one learns the machine of a set, whose label is 1.
	one := func(in func(point []int64) int64, wrong func(*teacher, *machine) []int) (*machine, error) {
		teacher := newTeacher(tracks, in)
		teacher.effort = &l.effort
		if teacher.letters > mostLetters {
			return nil, errTooRich
		}
		p := &pupil{learner: newLearner(teacher, l.most), wrong: wrong}
		p.part = l.part
		m, err := p.learn(ctx, wrong)
		if err == nil {
			l.most -= m.bits()
			p.m, l.pupils = m, append(l.pupils, p)
		}
		return m, err
	}
	if t.Of.IsSet() || t.upTo > 0 || !t.grows(largest) {
		switch {
		case t.Of.IsSet():
			largest = 0
		case t.upTo > 0:
			largest = t.upTo - 1
		}
		for v := range largest + 1 {
			m, err := one(func(point []int64) int64 { return label(l.value(point), v) }, func(te *teacher, m *machine) []int {
				return te.differs(m, te.words(boxes(t.Sides)))
			})
			if err != nil {
				return err
			}
			l.sets = append(l.sets, m)
		}
		return nil
	}
	tracks = append(tracks, l.in.reading(max(bound, int(largest)+1)))
	values := func(yield func([]int) bool) {
		for at := range boxes(t.Sides) {
			if v := t.At(at...); v != Hole && !yield(append(slices.Clip(at), int(v))) {
				return
			}
		}
	}
	digits := l.in.Universe().Digits()
	m, err := one(func(point []int64) int64 { return label(l.value(point), point[l.axes]) }, func(te *teacher, m *machine) []int {
		// Each position has its value, and no position has two: that is all.
		if word := te.differs(m, te.words(values)); word != nil {
			return word
		}
		one, other := m.twice(digits)
		for _, word := range [][]int{one, other} {
			if word != nil && te.says(word) == none {
				return word
			}
		}
		if one == nil {
			return nil
		}
		return te.differs(m, te.words(boxes(append(slices.Clone(t.Sides), int(largest)+1))))
	})
	if err != nil {
		return err
	}
	if one, _ := m.twice(digits); one != nil {
		return errTooRich
	}
	l.relation = m
	return nil
}

// twice returns two words that a machine accepts, which are alike except for the digits of the last
// track, of the shortest; nil if there are none. It costs O(states² letters digits).
func (m *machine) twice(digits int) (one, other []int) {
	type pair struct {
		p, q  int32
		apart bool
	}
	type step struct {
		pair
		from          int // the step before
		letter, other int
	}
	sink := int32(m.sink())
	seen, steps := map[pair]bool{{}: true}, []step{{from: -1}}
	for i := 0; i < len(steps); i++ {
		at := steps[i]
		if at.apart && m.out[at.p] == 1 && m.out[at.q] == 1 {
			for ; at.from >= 0; at = steps[at.from] {
				one, other = append(one, at.letter), append(other, at.other)
			}
			slices.Reverse(one)
			slices.Reverse(other)
			return one, other
		}
		for letter := range m.letters {
			first := letter - letter%digits
			for l := first; l < first+digits; l++ {
				to := pair{m.next[int(at.p)*m.letters+letter], m.next[int(at.q)*m.letters+l], at.apart || l != letter}
				if to.p != sink && to.q != sink && !seen[to] {
					seen[to] = true
					steps = append(steps, step{to, i, letter, l})
				}
			}
		}
	}
	return nil, nil
}

// label returns 1 where a value is the wanted one, and none where it is not.
func label(v, wanted int64) int64 {
	switch v {
	case unknown:
		return unknown
	case wanted:
		return 1
	}
	return none
}

// From the table of level l, automata of mostBits<<l bits are learned, at most, by reading effort<<l letters, of
// some ten nanoseconds each.
const (
	mostBits = 1 << 11
	effort   = 1 << 20
)

// mostLetters is how many letters an automaton reads at most.
const mostLetters = 1 << 10

// farNumbers bounds the numbers of positions that are valued one by one.
const farNumbers = 1 << 12

// grows reports whether the values of a table have no bound that shows.
func (t *Table) grows(largest int64) bool {
	if largest >= fewValues {
		return true
	}
	half := slices.Clone(t.Sides)
	for i := range half {
		half[i] = max(half[i]/2, 1)
	}
	return slices.Max(t.Within(half...).Values) < largest
}

// At implements [Rule].
func (a *automatic) At(at []int) (int64, bool) {
	numbers := make([]*big.Int, len(at))
	for i, x := range at {
		numbers[i] = big.NewInt(int64(x))
	}
	if a.relation != nil {
		return a.solve(numbers)
	}
	var word []int
	for _, digits := range a.in.Word(numbers...) {
		letter := 0
		for _, d := range digits {
			letter = letter*a.in.Universe().Digits() + d
		}
		word = append(word, letter)
	}
	for v, m := range a.sets {
		if isIn := m.out[m.run(word)] == 1; isIn || a.of.IsSet() {
			return int64(v) + truth(isIn), true
		}
	}
	return 0, false
}

// solve returns the number that the relation gives to a point.
func (a *automatic) solve(at []*big.Int) (int64, bool) {
	ctx := context.Background()
	w := automata.NewWork(ctx, automata.Budget{States: states})
	defer w.Close()
	var names []string
	for i := range at {
		names = append(names, fmt.Sprint("x", i))
	}
	claim, err := a.claim(ctx, "", names, false)
	for i := 0; i < len(at) && err == nil; i++ {
		claim.Relation, err = w.Fix(claim.Relation, names[i], a.in.Digits(at[i]))
	}
	if err != nil {
		return 0, false
	}
	word, ok := claim.Relation.Shortest()
	if !ok {
		return 0, false
	}
	v := a.in.Numbers(word, 1)[0]
	return v.Int64(), v.BitLen() <= 62
}

// Words says the rule in a sentence, with the first positions of each automaton.
func (a *automatic) Words(names []string) string {
	digits := fmt.Sprintf("the digits of %s in %s", strings.Join(names, ", "), a.in.Name())
	fact := strings.TrimSuffix(a.of.String(), "s")
	if a.relation != nil {
		if ones := a.digitwise(names); ones != "" {
			return fmt.Sprintf("the %s has %s, and no others", fact, ones)
		}
		return fmt.Sprintf("the %s is the one number v with which an automaton of %s accepts %s (its digits last)", fact, sizeOf(a.relation), digits)
	}
	firsts := a.firsts()
	if letters := a.everywhere(names); letters != "" {
		return fmt.Sprintf("%s exactly when %s: %s", strings.TrimPrefix(a.of.In(), "of "), letters, firsts[0])
	}
	if a.of.IsSet() {
		return fmt.Sprintf("%s exactly when an automaton of %s accepts %s: %s", strings.TrimPrefix(a.of.In(), "of "), sizeOf(a.sets[0]), digits, firsts[0])
	}
	var each []string
	for v, m := range a.sets {
		each = append(each, fmt.Sprintf("%d where one of %s accepts: %s", v, sizeOf(m), firsts[v]))
	}
	return fmt.Sprintf("automata read %s; the %s is %s", digits, fact, strings.Join(each, "; "))
}

// sizeOf writes the number of states that matter.
func sizeOf(m *machine) string {
	n := m.states()
	if m.sink() >= 0 {
		n--
	}
	return message.Count(n, "state", "states")
}

// firsts lists the first positions that each automaton accepts, those with the smallest
// numbers.
func (a *automatic) firsts() []string {
	const most, cells = 6, 1 << 10
	found := make([][]string, len(a.sets))
	t := &Table{Of: a.of, Coordinates: make([]string, a.axes), Sides: slices.Repeat([]int{side(cells, a.axes)}, a.axes)}
	teacher := a.teacher(t)
	at := make([]int, a.axes)
	for word := range teacher.words(boxes(t.Sides)) {
		for v, m := range a.sets {
			if len(found[v]) > most || m.out[m.run(word)] != 1 {
				continue
			}
			teacher.numbers(at, word)
			text := strings.Trim(strings.ReplaceAll(fmt.Sprint(at), " ", ", "), "[]")
			if a.axes > 1 {
				text = "(" + text + ")"
			}
			found[v] = append(found[v], text)
		}
	}
	all := make([]string, len(found))
	for v, list := range found {
		if len(list) > most {
			list[most] = "…"
		}
		all[v] = strings.Join(list, ", ")
		if len(list) == 0 {
			all[v] = "none of the first"
		}
	}
	return all
}

// teacher returns the words of the points of a table, and of its values where the automaton
// reads those.
func (a *automatic) teacher(t *Table) *teacher {
	bound := slices.Max(t.Sides)
	if a.relation != nil {
		bound = max(bound, int(slices.Max(t.Values))+1)
	}
	tracks := make([]*reading, a.axes, a.axes+1)
	for i := range tracks {
		tracks[i] = a.in.reading(bound)
	}
	if a.relation != nil {
		tracks = append(tracks, a.in.reading(bound))
	}
	return newTeacher(tracks, nil)
}

// worth returns the length in bits of automata that are worth while: a fifth less than the shorter list
// that describes the table without any pattern.
func (t *Table) worth() float64 {
	plain, other := t.Listed()
	return 0.8 * min(plain, other)
}

// agrees reports whether the rule gives all values of a table.
func (a *automatic) agrees(t *Table) bool {
	teacher := a.teacher(t)
	var word []int
	for at, v := range t.Cells() {
		if a.relation != nil {
			at = append(at, int(v))
		}
		word = teacher.word(word[:0], at)
		for value, m := range a.machines() {
			s := m.run(word)
			if wanted := a.relation != nil || v == int64(value); wanted != (m.out[s] == 1) {
				return false
			}
		}
	}
	return true
}

// pattern returns the pattern that was checked by a table.
func (a *automatic) pattern(t *Table, rejected []Rejected) *Pattern {
	return t.pattern(a, Automaton, a.bits(), t, rejected)
}

// Program returns nothing: package ask writes automata as tables.
func (a *automatic) Program([]string) (string, bool) { return "", false }

// numerations returns the systems of numeration that are tried on a table: simple ones, and
// those of slopes that the table shows. The error says why automata cannot add in the system of
// a recurrence that it shows.
func numerations(t *Table) ([]*numeration, error) {
	if len(t.Sides) != 2 {
		return numerationsOf(t, nil)
	}
	return numerationsOf(t, zeros(t))
}

// numerationsOf returns those of a table and of P-positions x <= y, by x + y.
func numerationsOf(t *Table, pairs [][2]int64) ([]*numeration, error) {
	all := []*numeration{
		{System: automata.Base(2), bits: 1},
		{System: automata.Zeckendorf(), bits: 2},
		{System: automata.Base(3), bits: 3},
		{System: automata.Base(10), bits: 4},
		{System: automata.Tribonacci(), bits: 4},
		{System: automata.Base(4), bits: 4},
	}
	in, refused := recurring(t)
	if in != nil && !slices.ContainsFunc(all, func(n *numeration) bool { return n.alike(in.System) }) {
		all = append(all, in)
	}
	for _, s := range slopes(pairs) {
		quotients, repeated := ints(s.Pre), ints(s.Period)
		if len(quotients) == 0 {
			quotients = repeated[:1]
			repeated = append(slices.Clone(repeated[1:]), repeated[0])
		}
		if in, err := automata.Ostrowski(quotients, repeated); err == nil && !slices.ContainsFunc(all, func(n *numeration) bool { return n.alike(in) }) {
			all = append(all, &numeration{System: in, bits: s.bits()})
		}
	}
	return all, refused
}

// recurring returns the system whose weights are where the P-positions of a table reach
// further than before, if these numbers are few and follow a recurrence: with one coordinate
// the P-positions themselves, with two the x with more P-positions than any smaller x. The
// error says why automata cannot add in the system.
func recurring(t *Table) (*numeration, error) {
	var weights []int64
	most := 0
	for x := 1; x < t.Sides[0]; x++ {
		count, whole := 0, true
		switch {
		case len(t.Sides) == 1 && t.At(x) == 0:
			count = most + 1
		case len(t.Sides) == 2:
			for y := range min(t.Sides[1], x) {
				if t.At(x, y) != 0 {
					whole = false
					break
				}
				count++
			}
		}
		if count > most && whole {
			most = count
			weights = append(weights, int64(x))
		}
	}
	if len(weights) < 6 || weights[0] != 1 || len(weights) > 4*bits.Len(uint(t.Sides[0])) {
		return nil, nil
	}
	for order := 1; order <= mostOrder; order++ {
		for from := order; from <= len(weights)-4; from++ {
			if c := recurrence(weights, order, from); c != nil {
				in, err := automata.Recurrence(c, weights[:from])
				if err != nil && order > allOrders {
					return nil, err
				} else if err != nil {
					break
				}
				return &numeration{System: in, bits: float64(4 + 2*order + 4*from)}, nil
			}
		}
	}
	return nil, nil
}

// A recurrence has order mostOrder at most. Beyond allOrders it is U(i) = U(i-1) + U(i-order),
// whose coefficients need no search.
const (
	allOrders = 5
	mostOrder = 12
)

// recurrence returns coefficients from 0 to 3 with which the weights follow those before
// them, from an index on.
func recurrence(weights []int64, order, from int) []int64 {
	c := make([]int64, order)
	if order > allOrders {
		c[0], c[order-1] = 1, 1
		for at := from; at < len(weights); at++ {
			if weights[at] != weights[at-1]+weights[at-order] {
				return nil
			}
		}
		return c
	}
	for {
		i := 0
		for ; i < order; i++ { // count on
			if c[i]++; c[i] <= 3 {
				break
			}
			c[i] = 0
		}
		if i == order {
			return nil
		}
		fits := c[order-1] != 0
		for at := from; at < len(weights) && fits; at++ {
			sum := int64(0)
			for j, n := range c {
				sum += n * weights[at-1-j]
			}
			fits = sum == weights[at]
		}
		if fits {
			return c
		}
	}
}

func ints(list []int64) (all []int) {
	for _, n := range list {
		all = append(all, int(n))
	}
	return all
}

// alike reports whether the first weights of a system are the same.
func (n *numeration) alike(in *automata.System) bool {
	for i := range 16 {
		if n.Weight(i).Cmp(in.Weight(i)) != 0 {
			return false
		}
	}
	return true
}
