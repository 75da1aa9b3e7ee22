package contest

// The parts of a position are valued here; sums.go puts them together. These two are the one place
// where [Semantics] is looked at.
//
// The nim-value of a position comes from the first of these that knows it: a table of the
// first numbers of a nim-sequence or a board, which grows by doubling; the game's closed
// form, or one that is learned, such as a proved period; what was found before; a search
// whose positions serve for the next ones.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/period"
)

// An asking is one goroutine's work on the answers of a problem.
type asking struct {
	ctx      context.Context
	problem  *Problem
	opt      Options
	means    Semantics
	true     bool // not means.isWrong()
	runner   *lang.Runner
	searches map[search]solve.Tabulation
	tellers  map[*game]*rules.Teller // nil where the rules of a game claim nothing
	cache    solve.Cache
	bound    bound

	shared bool // other goroutines answer tests of the same input
	asks   bool // a question was asked

	// The position of a kernel.
	made    sum
	numbers []uint64
}

// A search values positions one after the other.
type search struct {
	fact   solve.Fact
	misere bool
}

// contextOf returns the context of the answer that is run, or, at the top level of a
// file, one without an end: nothing long is done there.
func contextOf(ev *lang.Evaluator) context.Context {
	if ev == nil {
		return context.Background()
	}
	if a, ok := ev.Host().(*asking); ok {
		return a.ctx
	}
	return context.Background()
}

// askingOf returns what answers a question, and notes that there was one.
func askingOf(ev *lang.Evaluator) (a *asking, ok bool) {
	if a, ok = ev.Host().(*asking); ok {
		a.asks = true
	}
	return a, ok
}

// known is what is kept about the positions of a game.
type known struct {
	line  atomic.Pointer[[]uint64] // nim-values of the first heaps
	first uint64                   // the first heap that has one
	table atomic.Pointer[table]    // of a board

	mu      sync.Mutex
	memo    map[fact]uint64
	tables  map[grundy.Measure]measureTable
	closed  [16]atomic.Bool // whether a closed form gave a measure last
	learned [16]bool
	period  *period.Result                // once it was asked for
	turns   atomic.Pointer[period.Result] // that is proved by few values; of length 0 where there is none
}

// A table holds the nim-values of the first cells of a board.
type table struct {
	width, height uint64
	cells         []uint64
}

// A fact is a measure of a position.
type fact struct {
	measure grundy.Measure
	key     string
}

const (
	firstLine = 1 << 10 // heaps of the first table
	// shortLine is how many heaps a table has before closed forms are asked.
	shortLine  = 1 << 16
	firstSide  = 16
	mostMemo   = 1 << 20 // positions whose measures are kept
	memoCost   = 128     // bytes of one of them, without its name
	mostPeriod = 1 << 20 // values in which a period is looked for, to get it wrong
)

// memory is how many bytes a table of a run may take: what the options allow, and the meter
// of the context.
func (a *asking) memory() uint64 {
	return max(1, min(cmp.Or(a.opt.MaxMemory, solve.DefaultMemory), meter.Of(a.ctx).Left()))
}

// heap returns the nim-value of a single number of a game.
func (a *asking) heap(g *game, n uint64) (uint64, error) {
	if g.maker.IsNim() {
		return n, nil
	}
	if line := g.line.Load(); line != nil && n < uint64(len(*line)) && n >= g.first {
		return (*line)[n], nil
	}
	if g.maker.Alone.Sequence != nil && n < shortLine && n >= g.first {
		if err := a.extend(g, n); err != nil {
			return 0, err
		}
		if line := *g.line.Load(); n < uint64(len(line)) && n >= g.first {
			return line[n], nil
		}
	}
	if g.maker.Alone.Sequence != nil && n >= g.first {
		if v, ok := a.turned(g, n); ok {
			return v, nil
		}
		if a.tabulates(g, n) && a.extend(g, n) == nil {
			return (*g.line.Load())[n], nil
		}
	}
	v, err := a.measure(g, grundy.ByNimValue, []uint64{n}, "")
	if tooLarge(err) && g.maker.Alone.Sequence != nil && n >= g.first {
		if a.extend(g, n) == nil {
			return (*g.line.Load())[n], nil
		}
	}
	return v, err
}

// turned returns the nim-value of a heap by a period that few values prove, if there is
// one.
func (a *asking) turned(g *game, n uint64) (uint64, bool) {
	r := g.turns.Load()
	if r == nil {
		r = &period.Result{}
		if found, _, err := g.maker.Alone.Sequence.Period(a.ctx, shortLine, nil); err == nil && found.Proved && found.Preperiod+found.Period < shortLine {
			if a.extend(g, found.Preperiod+found.Period) == nil {
				r = &found
			}
		}
		if a.ctx.Err() != nil {
			return 0, false
		}
		g.turns.Store(r)
	}
	if r.Period == 0 || n < r.Preperiod {
		return 0, false
	}
	line := *g.line.Load()
	turns, at := (n-r.Preperiod)/r.Period, r.Preperiod+(n-r.Preperiod)%r.Period
	if at < g.first {
		turns, at = turns-1, at+r.Period
	}
	return line[at] + turns*r.Saltus, at < uint64(len(line))
}

// tableTime bounds the time of a table that is made for one heap.
const tableTime = time.Minute

// tabulates reports whether a table gives the nim-value of a heap that no closed form gives: a
// search takes longer.
func (a *asking) tabulates(g *game, n uint64) bool {
	const m = grundy.ByNimValue
	if g.closed[m].Load() {
		return false
	}
	c, err := g.component(a.ctx, []uint64{n}, "")
	if err != nil {
		return false
	}
	for known := true; known; known = a.learn(g, m, c) {
		if _, _, ok := c.Measure(m); ok {
			return false
		}
	}
	plan, ok := c.PlanTable(m)
	return ok && plan.Cost.Time <= tableTime && plan.Cost.Bytes <= a.memory()
}

func tooLarge(err error) bool { return errors.Is(err, grundy.ErrTooLarge) }

// extend makes the table of a nim-sequence so long that it has a value for n.
func (a *asking) extend(g *game, n uint64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	length := uint64(firstLine)
	if line := g.line.Load(); line != nil {
		if length = uint64(len(*line)); n < length {
			return nil
		}
	}
	for length <= n {
		length *= 2
	}
	if n >= shortLine { // far out, no more than is asked for
		length = n + n/8 + 1
	}
	if bytes := grundy.MulCounts(8, length); bytes > a.memory() {
		return fmt.Errorf("%s(%d): a table of %s, and the budget is %s: %w", g.maker.Name, n, units.Bytes(bytes), units.Bytes(a.memory()), grundy.ErrTooLarge)
	}
	g.all.hold(8*length, a.memory()) // with the shorter one, which may be in use
	return a.tabulateLine(g, length)
}

// tabulateLine makes the table of a nim-sequence, from the first heap that has a value on.
func (a *asking) tabulateLine(g *game, length uint64) error {
	line := make([]uint64, g.first, length)
	err := g.maker.Alone.Sequence.Values(a.ctx, g.first, length, nil, func(values []uint64) error {
		line = append(line, values...)
		return nil
	})
	if start, ok := errors.AsType[*heap.StartError](err); ok && start.First > g.first {
		g.first = start.First
		return a.tabulateLine(g, length)
	}
	if err == nil {
		g.line.Store(&line)
	}
	return err
}

// cell returns the nim-value of a cell of a board, if a table of it fits.
func (a *asking) cell(g *game, x, y uint64) (v uint64, ok bool, err error) {
	t := g.table.Load()
	if t == nil || x >= t.width || y >= t.height {
		if t, err = a.tabulate(g, t, x, y); t == nil {
			return 0, false, err
		}
	}
	return t.cells[y*t.width+x], true, nil
}

// mostCells bounds the cells of a table.
const mostCells = 1 << 24

// tabulate makes a table of a board that has the cell, or returns nil.
func (a *asking) tabulate(g *game, before *table, x, y uint64) (*table, error) {
	on := g.maker.Alone.Table
	width, height := uint64(firstSide), uint64(firstSide)
	if before != nil {
		width, height = before.width, before.height
	}
	if x >= 1<<32 || y >= 1<<32 {
		return nil, nil
	}
	for width <= x {
		width *= 2
	}
	for height <= y {
		height *= 2
	}
	if sides := on.Sides(); sides[0] > 0 && sides[1] > 0 {
		if x >= sides[0] || y >= sides[1] {
			return nil, nil // placing it says what is wrong
		}
		width, height = min(width, sides[0]), min(height, sides[1])
	}
	cells := grundy.MulCounts(width, height)
	cost := on.RowsCost(grundy.ByNimValue, []uint64{width, height})
	if cells > mostCells || grundy.AddCounts(cost.Bytes, 8*cells) > a.memory() {
		return nil, nil
	}
	if !on.Holds(a.ctx, []uint64{x, y}) {
		return nil, nil
	}
	g.all.hold(8*cells, a.memory())
	t := &table{width: width, height: height, cells: make([]uint64, 0, cells)}
	err := on.EachRow(a.ctx, grundy.ByNimValue, []uint64{width, height}, 1, nil, func(row []uint64) error {
		t.cells = append(t.cells, row...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if uint64(len(t.cells)) != cells {
		return nil, nil
	}
	g.table.Store(t)
	return t, nil
}

// teller returns what tells measures by the claims in the rules of a game, or nil.
func (a *asking) teller(g *game) (*rules.Teller, error) {
	file := g.maker.Rules()
	if file == nil {
		return nil, nil
	}
	t, ok := a.tellers[g]
	if !ok {
		var err error
		if t, err = file.Teller(a.ctx); err != nil {
			return nil, err
		}
		if a.tellers == nil {
			a.tellers = map[*game]*rules.Teller{}
		}
		a.tellers[g] = t
	}
	return t, nil
}

// measure returns a measure of one position of a game.
func (a *asking) measure(g *game, m grundy.Measure, numbers []uint64, text string) (uint64, error) {
	teller, err := a.teller(g)
	if err != nil {
		return 0, err
	}
	if teller != nil && text == "" {
		if v, ok, err := teller.Numbers(m, numbers); ok || err != nil {
			return v, err
		}
	}
	if m == grundy.ByNimValue && text == "" && len(numbers) == 2 && g.maker.Alone.Table != nil && len(g.maker.Alone.Sides()) == 2 {
		if v, ok, err := a.cell(g, numbers[0], numbers[1]); ok || err != nil {
			return v, err
		}
	}
	if v, ok, err := a.tabled(g, m, numbers); ok || err != nil {
		return v, err
	}
	name := ""
	if !g.closed[m].Load() {
		name = key(numbers, text)
		g.mu.Lock()
		v, ok := g.memo[fact{m, name}]
		g.mu.Unlock()
		if ok {
			return v, nil
		}
	}
	c, err := g.component(a.ctx, numbers, text)
	if err != nil {
		return 0, err
	}
	if teller != nil {
		if v, ok, err := a.told(teller, m, c); ok || err != nil {
			return v, err
		}
	}
	return a.measureOf(g, m, c, name)
}

// A measureTable gives a measure of the heaps to reach.
type measureTable struct {
	reach uint64
	last  grundy.Component // the heap of that size
	of    grundy.Table[grundy.Component]
}

// tabled returns a measure other than the nim-value of a heap by a table of its game, if the
// game has one. Tables reach to powers of two, so that heaps which grow do not cost one each.
func (a *asking) tabled(g *game, m grundy.Measure, numbers []uint64) (v uint64, ok bool, err error) {
	if len(numbers) != 1 || m.FollowsFromNimValue() || g.maker.IsText() || numbers[0] >= 1<<62 {
		return 0, false, nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.tables[m]
	if t.of == nil || numbers[0] > t.reach {
		t.reach = 1<<bits.Len64(numbers[0]) - 1
		if t.last, err = g.component(a.ctx, []uint64{t.reach}, ""); err != nil {
			return 0, false, nil // the heap itself may be small enough
		}
		plan, ok := t.last.PlanTable(m)
		if !ok || plan.Cost.Bytes > a.memory() {
			return 0, false, nil
		}
		g.all.hold(plan.Cost.Bytes, a.memory())
		if t.of, err = plan.Build(a.ctx, nil); err != nil {
			return 0, false, err
		}
		if g.tables == nil {
			g.tables = map[grundy.Measure]measureTable{}
		}
		g.tables[m] = t
	}
	c, err := g.component(a.ctx, numbers, "")
	if err != nil {
		return 0, false, err
	}
	return t.of(grundy.SameGame(c, t.last)), true, nil
}

// told returns a measure of a position by the claims in its rules: by a formula, or by heaps
// that are the same game.
func (a *asking) told(teller *rules.Teller, m grundy.Measure, c grundy.Component) (v uint64, ok bool, err error) {
	if v, ok, err = teller.Position(m, c); ok || err != nil {
		return v, ok, err
	}
	name, heaps, ok, err := teller.Heaps(c)
	if !ok || err != nil || !m.FollowsFromNimValue() {
		return 0, false, err
	}
	same := a.problem.all.find(a.ctx, name)
	if same.err != nil {
		return 0, false, nil // brackets of a family may be long
	}
	for _, h := range heaps {
		value, err := a.heap(same, h)
		if err != nil {
			return 0, false, err
		}
		v ^= value
	}
	v, ok = m.OfNimValue(v)
	return v, ok, nil
}

// measureOf is measure of a position that was made. Name is what it is kept by.
func (a *asking) measureOf(g *game, m grundy.Measure, c grundy.Component, name string) (uint64, error) {
	if v, _, ok := c.Measure(m); ok {
		g.closed[m].Store(true)
		return v, nil
	}
	if a.learn(g, m, c) {
		if v, _, ok := c.Measure(m); ok {
			g.closed[m].Store(true)
			return v, nil
		}
	}
	g.closed[m].Store(false)
	if name == "" {
		name = c.String()
	}
	v, err := a.searched(m, c)
	if err != nil {
		return 0, err
	}
	g.all.hold(memoCost+uint64(len(name)), a.memory())
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.memo == nil || len(g.memo) >= mostMemo {
		g.memo = map[fact]uint64{}
	}
	g.memo[fact{m, name}] = v
	return v, nil
}

// learn looks once for closed forms of a measure, where that is cheap enough.
func (a *asking) learn(g *game, m grundy.Measure, c grundy.Component) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.learned[m] {
		return false
	}
	learning, ok := c.PlanLearning(m)
	if !ok || learning.Cost.Bytes > a.memory() {
		return false
	}
	g.learned[m] = true
	return learning.Learn(a.ctx) == nil
}

// searched returns a measure of a position by the engines of package solve.
func (a *asking) searched(m grundy.Measure, c grundy.Component) (uint64, error) {
	s := search{}
	switch m {
	case grundy.ByNimValue:
	case grundy.ByOutcome:
		s.fact = solve.OfOutcome
	case grundy.ByRemoteness, grundy.ByMisereRemoteness:
		s = search{solve.OfRemoteness, m == grundy.ByMisereRemoteness}
	case grundy.BySuspense, grundy.ByMisereSuspense:
		s = search{solve.OfSuspense, m == grundy.ByMisereSuspense}
	default:
		return 0, errNoMeasure
	}
	return a.tabulated(s, c)
}

// tabulated returns what a search says of a position, after those before.
func (a *asking) tabulated(s search, c grundy.Component) (uint64, error) {
	t, known := a.searches[s]
	if !known {
		q := solve.Question{Budget: solve.Budget{Memory: a.memory(), Steps: a.opt.Search}}
		if s.misere {
			q.Convention = grundy.Misere
		}
		var err error
		if t, err = solve.NewTabulation(a.ctx, s.fact, q); err != nil {
			return 0, err
		}
		if a.searches == nil {
			a.searches = map[search]solve.Tabulation{}
		}
		a.searches[s] = t
	}
	v, err := t.Value(grundy.SumOf(c))
	if err == nil || !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, grundy.ErrTooLarge) {
		return v, err
	}
	t.Close()
	delete(a.searches, s)
	if known { // earlier positions have used a part of the budget
		return a.tabulated(s, c)
	}
	return 0, err
}

// errNoMeasure says that no search finds a measure.
var errNoMeasure = errors.New("no search finds it")

// close gives back what the searches hold.
func (a *asking) close() {
	for _, t := range a.searches {
		t.Close()
	}
	a.searches, a.tellers = nil, nil
}

// isPlain reports whether nim-values decide the game: play ends, and not before there is
// no move, and who cannot move has lost.
func (g *game) isPlain() bool {
	r := g.maker.Rules()
	return r == nil || !r.Loopy && !r.Ends && !r.Misere
}

// isLoopy reports whether play of some position need not end.
func (s *sum) isLoopy() bool {
	return slices.ContainsFunc(s.terms, func(t term) bool {
		r := t.game.maker.Rules()
		return t.copies > 0 && r != nil && r.Loopy && !r.Misere
	})
}

func (s *sum) isPlain() bool {
	for i := range s.terms {
		if !s.terms[i].game.isPlain() {
			return false
		}
	}
	return true
}

// one returns the nim-value of one position of a term, and what takes its place where
// answers are wrong.
func (a *asking) one(t *term, numbers []uint64) (uint64, error) {
	s := &a.means
	if a.true {
		return a.oneTrue(t, numbers)
	}
	size := uint64(len(t.text))
	if t.text == "" {
		size = 0
		for _, n := range numbers {
			size += n
		}
		if len(numbers) == 1 && s.forgets(numbers[0]) {
			return 0, nil
		}
	}
	if s.Value == ValueSize || s.Value == ValueSizeMod {
		return s.value(0, size), nil
	}
	if s.misreadsPeriod() && t.list {
		numbers = []uint64{a.misread(t.game, numbers[0])}
	}
	v, err := a.oneTrue(t, numbers)
	return s.value(v, size), err
}

func (a *asking) oneTrue(t *term, numbers []uint64) (uint64, error) {
	if t.list {
		return a.heap(t.game, numbers[0])
	}
	return a.measure(t.game, grundy.ByNimValue, numbers, t.text)
}

// misread returns the heap whose value is taken for that of n by who has the period of the
// game wrong.
func (a *asking) misread(g *game, n uint64) uint64 {
	if a.means.Short > 0 || a.means.Ends {
		if r := a.guessed(g); r.Period > 0 && n >= r.Preperiod {
			return r.Preperiod + (n-r.Preperiod)%r.Period
		}
		return n
	}
	known := a.periodOf(g)
	q, p := known.Preperiod, known.Period
	switch {
	case p == 0 || known.Saltus != 0:
		return n
	case a.means.NoPreperiod:
		return g.first + (n-min(n, g.first))%p
	case n >= q:
		return q + (n-q)%(p+a.means.PeriodMore)
	}
	return n
}

// guessed returns the period that the first values of a game show: the shortest that the last of
// them repeat, eight at least. Or it is a guess from the numbers in the brackets of the game. It has
// length 0 where there is none.
func (a *asking) guessed(g *game) (r period.Result) {
	if a.means.Ends {
		_, set, _ := strings.Cut(strings.TrimSuffix(g.maker.Name, "]"), "[")
		least, greatest := uint64(math.MaxUint64), uint64(0)
		for text := range strings.SplitSeq(set, ",") {
			if n, err := strconv.ParseUint(text, 10, 62); err == nil {
				least, greatest = min(least, n), max(greatest, n)
			}
		}
		if greatest > 0 {
			r = period.Result{Preperiod: 2 * greatest, Period: least + greatest}
		}
		return r
	}
	last := a.means.Short - 1
	if g.maker.Alone.Sequence == nil || g.maker.IsNim() || a.extend(g, last) != nil {
		return r
	}
	values := (*g.line.Load())[g.first : last+1]
	for p := 1; 2*p <= len(values); p++ {
		n := len(values)
		from := n - max(2*p, 8)
		if from >= 0 && slices.Equal(values[from:n-p], values[from+p:]) {
			return period.Result{Preperiod: g.first + uint64(from), Period: uint64(p)}
		}
	}
	return r
}
