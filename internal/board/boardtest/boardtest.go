// Package boardtest holds what the tests of a board's engines share: pieces by their moves,
// the naive method, and work that must stop.
package boardtest

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

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/period"
)

// QueenMoves returns the moves of the queen.
func QueenMoves() moves.Plane {
	return moves.Plane{Name: "queen", Rides: []moves.Step{moves.Left, moves.Down, moves.Diagonal}}
}

// RookMoves returns the moves of the rook.
func RookMoves() moves.Plane {
	return moves.Plane{Name: "rook", Rides: []moves.Step{moves.Left, moves.Down}}
}

// BishopMoves returns the moves of the bishop.
func BishopMoves() moves.Plane {
	return moves.Plane{Name: "bishop", Rides: []moves.Step{moves.Diagonal}}
}

// KingMoves returns the moves of the king.
func KingMoves() moves.Plane {
	return moves.Plane{Name: "king", Leaps: []moves.Step{moves.Left, moves.Down, moves.Diagonal}}
}

// KnightMoves returns the moves of the knight with two leaps.
func KnightMoves() moves.Plane {
	return moves.Plane{Name: "knight", Leaps: []moves.Step{{DX: -1, DY: -2}, {DX: -2, DY: -1}}}
}

// Knight4Moves returns the moves of the knight with four leaps on a board of that side.
func Knight4Moves(side uint64) moves.Plane {
	return moves.Plane{Name: fmt.Sprintf("knight4[%d]", side), Side: side, Leaps: []moves.Step{{DX: -2, DY: 1}, {DX: -2, DY: -1}, {DX: 1, DY: -2}, {DX: -1, DY: -2}}}
}

// NamedPlanes returns the moves of all pieces above, and boards on which the far edge
// counts.
func NamedPlanes() []moves.Plane {
	return []moves.Plane{QueenMoves(), RookMoves(), BishopMoves(), KingMoves(), KnightMoves(), Knight4Moves(1), Knight4Moves(4), Knight4Moves(8), Knight4Moves(13)}
}

// OtherPlanes returns moves that the tables must also know: rides and
// leaps together, rides with longer steps, rides without (-1,0), more than
// three of them, and games that change when the axes are exchanged.
func OtherPlanes() []moves.Plane {
	knight, queen := KnightMoves().Leaps, QueenMoves().Rides
	return []moves.Plane{
		{Name: "amazon", Leaps: knight, Rides: queen},
		{Name: "archbishop", Leaps: knight, Rides: []moves.Step{moves.Diagonal}},
		{Name: "nightrider", Rides: knight},
		{Name: "nimhof3", Rides: []moves.Step{moves.Left, {DX: -3, DY: -1}, moves.Down}},
		{Name: "nimhof5", Rides: []moves.Step{moves.Left, moves.Diagonal, {DX: -2, DY: -3}, {DX: -1, DY: -2}, moves.Down}},
		{Name: "column", Rides: []moves.Step{moves.Down, {DX: -2, DY: -1}}, Leaps: []moves.Step{{DX: -1, DY: 0}, {DX: -3, DY: 0}}},
		{Name: "row", Rides: []moves.Step{moves.Left}, Leaps: []moves.Step{{DX: 0, DY: -1}, {DX: 0, DY: -2}, {DX: -5, DY: -2}}},
		{Name: "camel", Leaps: []moves.Step{{DX: -1, DY: -3}, {DX: -3, DY: -1}, {DX: 1, DY: -3}}},
		{Name: "stone"},
	}
}

// NewMoves returns the moves of some rules.
func NewMoves(t oracle.TB, rules moves.Rules) *moves.Space {
	t.Helper()
	g, err := moves.New(rules)
	if err != nil {
		t.Fatalf("%+v: %v", rules, err)
	}
	return g
}

// Rectangle yields the cells with x < width and y < height that p has.
func Rectangle(p moves.Plane, width, height uint64) []moves.Cell {
	if p.Side != 0 {
		width, height = min(width, p.Side), min(height, p.Side)
	}
	var cells []moves.Cell
	for y := range height {
		for x := range width {
			cells = append(cells, moves.Cell{X: x, Y: y})
		}
	}
	return cells
}

// NaiveTable computes nim-values[y][x], in the convention of m, by looking at all options of each cell,
// O(width+height) for a rider. Cells come row by row, or where a step raises a
// coordinate in the order of x+y.
func NaiveTable(p moves.Plane, m grundy.Measure, width, height uint64) [][]grundy.Value {
	last := width + height - 2
	if p.Climbs() {
		width, height = width+height, width+height
	}
	cells := Rectangle(p, width, height)
	if p.Climbs() {
		cells = slices.DeleteFunc(cells, func(c moves.Cell) bool { return c.X+c.Y > last })
		slices.SortFunc(cells, func(a, b moves.Cell) int { return int(a.X+a.Y) - int(b.X+b.Y) })
	}
	rows := make([][]grundy.Value, height)
	for y := range rows {
		rows[y] = make([]grundy.Value, width)
	}
	var options []moves.Cell
	var values []grundy.Value
	for _, c := range cells {
		options, values = p.AppendOptions(options[:0], c), values[:0]
		for _, q := range options {
			values = append(values, rows[q.Y][q.X])
		}
		rows[c.Y][c.X] = MexIn(m, values)
	}
	return rows
}

// MexIn returns the nim-value in the convention of m by those of the options.
func MexIn(m grundy.Measure, options []grundy.Value) grundy.Value {
	if m == grundy.ByMisereNimValue && len(options) == 0 {
		return 1
	}
	return grundy.Mex(options...)
}

// NimValues are the conventions of the engines for nim-values.
var NimValues = []grundy.Measure{grundy.ByNimValue, grundy.ByMisereNimValue}

// SomeCells returns random cells of all sizes to 2^63-1.
func SomeCells(random *rand.Rand, n int) []moves.Cell {
	cells := make([]moves.Cell, n)
	coordinate := func() uint64 { return random.Uint64() >> (1 + random.IntN(63)) }
	for i := range cells {
		cells[i] = moves.Cell{X: coordinate(), Y: coordinate()}
		if i%3 == 0 { // near the diagonal
			cells[i].Y = min(cells[i].X+random.Uint64N(4), moves.MaxCoordinate)
		}
	}
	return append(cells, moves.Cell{}, moves.Cell{X: moves.MaxCoordinate, Y: moves.MaxCoordinate}, moves.Cell{X: moves.MaxCoordinate, Y: 0}, moves.Cell{X: 0, Y: moves.MaxCoordinate}, moves.Cell{X: moves.MaxCoordinate, Y: moves.MaxCoordinate - 1})
}

// NewRandom returns a source of numbers that is the same for every run.
func NewRandom(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(1907, 1935))
}

// EachCell yields the cells below sides.
func EachCell(sides []uint64, yield func([]uint64)) {
	oracle.Vectors(len(sides), slices.Max(sides), func(v []uint64) {
		for i := range v {
			if v[i] >= sides[i] {
				return
			}
		}
		yield(v)
	})
}

// DrawRules draws rules; play by them need not end.
func DrawRules(t *rapid.T) moves.Rules {
	rules := moves.Rules{Sides: make([]uint64, rapid.IntRange(2, 4).Draw(t, "dimension"))}
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
			c[i] = rapid.Uint64Max(min(5, moves.FarEdge(rules.Sides[i]))).Draw(t, "blocked")
		}
		return c
	}), 0, 3).Draw(t, "blocked")
	return rules
}

// StopsSoon holds that work which reports its progress ends once its context has
// ended: it asks the context hardly any more, and reports nothing more.
func StopsSoon(t *testing.T, what string, work func(context.Context, grundy.Progress) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	asked := &CountingContext{Context: ctx}
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
	if late := asked.Late.Load(); late > 20 {
		t.Errorf("%s: the context was asked %d times after its end", what, late)
	}
}

// A CountingContext counts how often it is asked after its end.
type CountingContext struct {
	context.Context
	Late atomic.Int64
}

// Err implements [context.Context].
func (c *CountingContext) Err() error {
	err := c.Context.Err()
	if err != nil {
		c.Late.Add(1)
	}
	return err
}

// CheckRowPlan compares what a plan says of a cell and finds among its options with
// their values by a table.
func CheckRowPlan[P any](t oracle.TB, name string, plan grundy.Plan[P], m grundy.Measure, cell P, options []P, want func(P) uint64, budget bool) bool {
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

// CheckRowOf compares row y with its values in a table, and with its saltus. The proof of
// the row is r, and its positions begin at the column first.
func CheckRowOf(t oracle.TB, name string, row provedRow, y uint64, r period.Result, first uint64, want []uint64, saltus uint64) {
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

// ReportValues reports how many values a benchmark computes a second.
func ReportValues(b *testing.B, perRound uint64) {
	b.ReportMetric(float64(perRound)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}
