package board

// This file holds what the tests of a board's engines share: pieces by their moves, the
// naive method, and work that must stop.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/oracle"
	"grundy/theory/period"
)

// queenMoves returns the moves of the queen.
func queenMoves() Plane { return Plane{name: "queen", rides: []step{left, down, diagonal}} }

// rookMoves returns the moves of the rook.
func rookMoves() Plane { return Plane{name: "rook", rides: []step{left, down}} }

// bishopMoves returns the moves of the bishop.
func bishopMoves() Plane { return Plane{name: "bishop", rides: []step{diagonal}} }

// kingMoves returns the moves of the king.
func kingMoves() Plane { return Plane{name: "king", leaps: []step{left, down, diagonal}} }

// knightMoves returns the moves of the knight with two leaps.
func knightMoves() Plane { return Plane{name: "knight", leaps: []step{{-1, -2}, {-2, -1}}} }

// knight4Moves returns the moves of the knight with four leaps on a board of that side.
func knight4Moves(side uint64) Plane {
	return Plane{name: fmt.Sprintf("knight4[%d]", side), side: side, leaps: []step{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}}
}

// namedPlanes returns the moves of all pieces above, and boards on which the far edge
// counts.
func namedPlanes() []Plane {
	return []Plane{queenMoves(), rookMoves(), bishopMoves(), kingMoves(), knightMoves(), knight4Moves(1), knight4Moves(4), knight4Moves(8), knight4Moves(13)}
}

// otherPlanes returns moves that the tables must also know: rides and
// leaps together, rides with longer steps, rides without (-1,0), more than
// three of them, and games that change when the axes are exchanged.
func otherPlanes() []Plane {
	knight, queen := knightMoves().leaps, queenMoves().rides
	return []Plane{
		{name: "amazon", leaps: knight, rides: queen},
		{name: "archbishop", leaps: knight, rides: []step{diagonal}},
		{name: "nightrider", rides: knight},
		{name: "nimhof3", rides: []step{left, {-3, -1}, down}},
		{name: "nimhof5", rides: []step{left, diagonal, {-2, -3}, {-1, -2}, down}},
		{name: "column", rides: []step{down, {-2, -1}}, leaps: []step{{-1, 0}, {-3, 0}}},
		{name: "row", rides: []step{left}, leaps: []step{{0, -1}, {0, -2}, {-5, -2}}},
		{name: "camel", leaps: []step{{-1, -3}, {-3, -1}, {1, -3}}},
		{name: "stone"},
	}
}

// newMoves returns the moves of some rules.
func newMoves(t oracle.TB, rules Rules) *Space {
	t.Helper()
	g, err := newSpace(rules)
	if err != nil {
		t.Fatalf("%+v: %v", rules, err)
	}
	return g
}

// rectangle yields the cells with x < width and y < height that p has.
func rectangle(p Plane, width, height uint64) []Cell {
	if p.side != 0 {
		width, height = min(width, p.side), min(height, p.side)
	}
	var cells []Cell
	for y := range height {
		for x := range width {
			cells = append(cells, Cell{x, y})
		}
	}
	return cells
}

// naiveTable computes nim-values[y][x], in the convention of m, by looking at all options of each cell,
// O(width+height) for a rider. Cells come row by row, or where a step raises a
// coordinate in the order of x+y.
func naiveTable(p Plane, m grundy.Measure, width, height uint64) [][]grundy.Value {
	last := width + height - 2
	if p.climbs() {
		width, height = width+height, width+height
	}
	cells := rectangle(p, width, height)
	if p.climbs() {
		cells = slices.DeleteFunc(cells, func(c Cell) bool { return c.X+c.Y > last })
		slices.SortFunc(cells, func(a, b Cell) int { return int(a.X+a.Y) - int(b.X+b.Y) })
	}
	rows := make([][]grundy.Value, height)
	for y := range rows {
		rows[y] = make([]grundy.Value, width)
	}
	var options []Cell
	var values []grundy.Value
	for _, c := range cells {
		options, values = p.AppendOptions(options[:0], c), values[:0]
		for _, q := range options {
			values = append(values, rows[q.Y][q.X])
		}
		rows[c.Y][c.X] = mexIn(m, values)
	}
	return rows
}

// mexIn returns the nim-value in the convention of m by those of the options.
func mexIn(m grundy.Measure, options []grundy.Value) grundy.Value {
	if m == grundy.ByMisereNimValue && len(options) == 0 {
		return 1
	}
	return grundy.Mex(options...)
}

// nimValues are the conventions of the engines for nim-values.
var nimValues = []grundy.Measure{grundy.ByNimValue, grundy.ByMisereNimValue}

// someCells returns random cells of all sizes to 2^63-1.
func someCells(random *rand.Rand, n int) []Cell {
	cells := make([]Cell, n)
	coordinate := func() uint64 { return random.Uint64() >> (1 + random.IntN(63)) }
	for i := range cells {
		cells[i] = Cell{coordinate(), coordinate()}
		if i%3 == 0 { // near the diagonal
			cells[i].Y = min(cells[i].X+random.Uint64N(4), MaxCoordinate)
		}
	}
	return append(cells, Cell{}, Cell{MaxCoordinate, MaxCoordinate}, Cell{MaxCoordinate, 0}, Cell{0, MaxCoordinate}, Cell{MaxCoordinate, MaxCoordinate - 1})
}

// newRandom returns a source of numbers that is the same for every run.
func newRandom(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(1907, 1935))
}

// skipInShort skips a test with much computing on one goroutine, from which the race
// detector learns nothing.
func skipInShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("much computing on one goroutine")
	}
}

// eachCell yields the cells below sides.
func eachCell(sides []uint64, yield func([]uint64)) {
	oracle.Vectors(len(sides), slices.Max(sides), func(v []uint64) {
		for i := range v {
			if v[i] >= sides[i] {
				return
			}
		}
		yield(v)
	})
}

// drawRules draws rules; play by them need not end.
func drawRules(t *rapid.T) Rules {
	rules := Rules{Sides: make([]uint64, rapid.IntRange(2, 4).Draw(t, "dimension"))}
	for i := range rules.Sides {
		rules.Sides[i] = rapid.SampledFrom([]uint64{0, 0, 0, 1, 3, 4, 5}).Draw(t, "side")
	}
	number := rapid.SampledFrom([]int64{-1, -1, -1, -1, 0, 0, 0, 1, -2, -2, 2, -3, 3})
	steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []int64 {
		s := make([]int64, len(rules.Sides))
		for i := range s {
			s[i] = number.Draw(t, "number")
		}
		if !slices.ContainsFunc(s, func(d int64) bool { return d != 0 }) {
			s[0] = -1
		}
		return s
	}), 0, 4)
	rules.Leaps, rules.Rides = steps.Draw(t, "leaps"), steps.Draw(t, "rides")
	rules.Blocked = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []uint64 {
		c := make([]uint64, len(rules.Sides))
		for i := range c {
			c[i] = rapid.Uint64Max(min(5, farEdge(rules.Sides[i]))).Draw(t, "blocked")
		}
		return c
	}), 0, 3).Draw(t, "blocked")
	return rules
}

// stopsSoon holds that work which reports its progress ends once its context has
// ended: it asks the context hardly any more, and reports nothing more.
func stopsSoon(t *testing.T, what string, work func(context.Context, grundy.Progress) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	asked := &countingContext{Context: ctx}
	calls, last := 0, uint64(0)
	err := work(asked, func(done, total uint64) {
		if done < last || done > total {
			t.Errorf("%s: %d of %d done after %d", what, done, total, last)
		}
		last = done
		if calls++; calls == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || calls != 5 {
		t.Fatalf("%s: %v after %d calls", what, err, calls)
	}
	if late := asked.late.Load(); late > 20 {
		t.Errorf("%s: the context was asked %d times after its end", what, late)
	}
}

// A countingContext counts how often it is asked after its end.
type countingContext struct {
	context.Context
	late atomic.Int64
}

func (c *countingContext) Err() error {
	err := c.Context.Err()
	if err != nil {
		c.late.Add(1)
	}
	return err
}

// checkRowPlan compares what a plan says of a cell and finds among its options with
// their values by a table.
func checkRowPlan[P any](t oracle.TB, name string, plan grundy.Plan[P], m grundy.Measure, cell P, options []P, want func(P) uint64, budget bool) bool {
	t.Helper()
	table, err := plan.Build(context.Background(), nil)
	if budget && (errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge)) {
		return false
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	values := []uint64{0, 1, 2}
	for _, q := range append([]P{cell}, options...) {
		v := want(q)
		values = append(values, v)
		if got := table(q); got != v {
			t.Fatalf("%s: %v at %v: %d, by a table %d", name, m, q, got, v)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for i := 0; i < len(values); i += 1 + len(values)/12 {
		for _, hi := range []uint64{values[i], values[(i+len(values))/2], 1<<64 - 1} {
			lo := values[i]
			var all, got []string
			for _, q := range options {
				if v := want(q); lo <= v && v <= hi {
					all = append(all, fmt.Sprint(q))
				}
			}
			found := plan.Find(table, lo, hi)
			for q := range found.Each {
				got = append(got, fmt.Sprint(q))
			}
			if !slices.Equal(got, all) || found.Count.Cmp(big.NewInt(int64(len(all)))) != 0 {
				t.Fatalf("%s: %v at %v, %d … %d: found %v (%v), want %v", name, m, cell, lo, hi, got, found.Count, all)
			}
		}
	}
	return true
}

// A provedRow is a row that is proved to be periodic.
type provedRow interface {
	At(x uint64) uint64
	FindExceptions(ctx context.Context, most int) (period.Exceptions, error)
}

// checkRowOf compares row y, of which r is proved and which has positions from the column
// first on, with its values in a table, and its saltus.
func checkRowOf(t oracle.TB, name string, row provedRow, y uint64, r period.Result, first uint64, want []uint64, saltus uint64) {
	t.Helper()
	for x, v := range want {
		if got := row.At(uint64(x)); got != v {
			t.Fatalf("%v: (%d,%d) has nim-value %d by the period, %d by the table", name, x, y, got, v)
		}
	}
	if r.Saltus != saltus || !r.Proved || r.Theorem == "" || r.Computed > 0 && r.Needed > r.Computed {
		t.Fatalf("%v, row %d: %+v", name, y, r)
	}
	holds := func(x, period, saltus uint64) bool { return want[x+period] == want[x]+saltus }
	if q := r.Preperiod; q > 0 && holds(q-1, r.Period, r.Saltus) {
		t.Fatalf("%v, row %d: the preperiod is less than %d", name, y, q)
	}
	for d := uint64(1); d < r.Period; d++ {
		x, saltus := r.Preperiod, want[r.Preperiod+d]-want[r.Preperiod]
		for x < r.Preperiod+r.Period && holds(x, d, saltus) {
			x++
		}
		if x == r.Preperiod+r.Period {
			t.Fatalf("%v, row %d: period %d, but %d is one", name, y, r.Period, d)
		}
	}
	var exceptions []uint64
	for x := first; x < r.Preperiod; x++ {
		turns := (r.Preperiod-x-1)/r.Period + 1
		if want[x]+turns*r.Saltus != want[x+turns*r.Period] {
			exceptions = append(exceptions, x)
		}
	}
	for _, most := range []int{0, 3, len(exceptions), math.MaxInt} {
		e, err := row.FindExceptions(context.Background(), most)
		if err != nil || e.Count != uint64(len(exceptions)) || !slices.Equal(e.First, exceptions[:min(most, len(exceptions))]) ||
			len(exceptions) > 0 && e.Last != exceptions[len(exceptions)-1] {
			t.Fatalf("%v, row %d: exceptions %+v (%v), by the table %v", name, y, e, err, exceptions)
		}
	}
}

// reportValues reports how many values a benchmark computes a second.
func reportValues(b *testing.B, perRound uint64) {
	b.ReportMetric(float64(perRound)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}
