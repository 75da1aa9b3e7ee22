package rows

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

const manyCells = 1 << 30

func periodsOf(t testing.TB, p moves.Plane, r uint64) *Rows {
	t.Helper()
	rows, err := Periods(t.Context(), p, r, manyCells, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Rows against a table of twice the proved length, in which neither preperiod
// nor period may be less.
func TestRowsAgainstTable(t *testing.T) {
	check := func(p moves.Plane, top uint64) {
		t.Helper()
		rows := periodsOf(t, p, top)
		far := uint64(0)
		for y := range top + 1 {
			r := rows.Row(y).Result
			far = max(far, 2*(r.Preperiod+r.Period)+10)
		}
		table := newTable(t, p, far, top+1)
		row := make([]uint64, far)
		for y := range top + 1 {
			for x := range row {
				row[x] = uint64(table.At(uint64(x), y))
			}
			checkRow(t, p, rows.Row(y), row)
		}
	}
	top := uint64(40)
	if long.Asked {
		top = 100
	}
	check(boardtest.QueenMoves(), top)
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		if !p.Climbs() {
			check(p, 20)
			check(p.Mirror(), 19)
		}
	}
}

// checkRow compares a row with its values in a table.
func checkRow(t oracle.TB, p moves.Plane, row *Row, want []uint64) {
	t.Helper()
	saltus := uint64(0)
	if p.Rises() {
		saltus = row.Result.Period
	}
	boardtest.CheckRowOf(t, p.String(), row, row.Y, row.Result, row.First, want, saltus)
}

// drawPiece draws a piece none of whose steps raises a coordinate.
func drawPiece(t *rapid.T) moves.Plane {
	all := []moves.Step{{DX: -1, DY: 0}, {DX: 0, DY: -1}, {DX: -1, DY: -1}, {DX: -1, DY: -2}, {DX: -2, DY: -1}, {DX: -1, DY: -3}, {DX: -3, DY: -1}, {DX: -2, DY: -3}, {DX: -3, DY: -2}}
	p := moves.Plane{Name: "drawn"}
	free := rapid.Permutation(all).Draw(t, "steps")
	for range rapid.IntRange(0, 4).Draw(t, "rides") {
		p.Rides, free = append(p.Rides, free[0]), free[1:]
	}
	leaps := append([]moves.Step{{DX: -4, DY: 0}, {DX: 0, DY: -4}, {DX: -4, DY: -2}, {DX: -7, DY: -3}}, free...)
	for range rapid.IntRange(0, 4).Draw(t, "leaps") {
		leap := leaps[rapid.IntRange(0, len(leaps)-1).Draw(t, "leap")]
		ridden := slices.ContainsFunc(p.Rides, func(s moves.Step) bool { // reaches the leap's cell
			return s.DX*leap.DY == s.DY*leap.DX
		})
		if !ridden && !slices.Contains(p.Leaps, leap) {
			p.Leaps = append(p.Leaps, leap)
		}
	}
	return p
}

func TestRowsOfRandomPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPiece(t)
		top := rapid.Uint64Max(7).Draw(t, "row")
		rows, err := Periods(context.Background(), p, top, 100_000, nil)
		if errors.Is(err, grundy.ErrBudget) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		r := rows.Row(top).Result
		width := min(2*(r.Preperiod+r.Period)+10, 3000)
		if width < r.Preperiod+2*r.Period {
			t.Skip("too long for the naive table")
		}
		for y, values := range boardtest.NaiveTable(p, grundy.ByNimValue, width, top+1) {
			want := make([]uint64, width)
			for x, v := range values {
				want[x] = uint64(v)
			}
			if r := rows.Row(uint64(y)).Result; r.Preperiod+2*r.Period <= width {
				checkRow(t, p, rows.Row(uint64(y)), want)
			}
		}
	})
}

// Far out the values are the mex of the values of the options, by what the plan
// finds: none has the value itself, and each lower one is there.
func TestRowPlanFarOut(t *testing.T) {
	random := boardtest.NewRandom(t)
	pieces := append([]moves.Plane{boardtest.QueenMoves(), boardtest.RookMoves()}, boardtest.OtherPlanes()...)
	for _, p := range pieces {
		if p.Climbs() || !p.Rises() || !p.Mirror().Rises() {
			continue
		}
		for range 20 {
			c := moves.Cell{X: random.Uint64() >> (1 + random.IntN(40)), Y: random.Uint64N(24)}
			if random.IntN(2) == 0 {
				c = c.Mirror()
			}
			plan := newPlan(p, c)
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			v := table(c)
			count := func(lo, hi uint64) uint64 { return plan.Find(table, lo, hi).Count.Uint64() }
			if n := count(v, v); n != 0 {
				t.Fatalf("%v: %d options have the nim-value %d of %v", p, n, v, c)
			}
			for u := v - min(v, 200); u < v; u++ {
				if count(u, u) == 0 {
					t.Fatalf("%v: no option of %v, of nim-value %d, has %d", p, c, v, u)
				}
			}
			for range 20 {
				if u := random.Uint64N(v + 1); u < v && count(u, u) == 0 {
					t.Fatalf("%v: no option of %v, of nim-value %d, has %d", p, c, v, u)
				}
			}
			if all := count(0, math.MaxUint64); all != p.CountOptions(c) {
				t.Fatalf("%v: %d options of %v found, of %d", p, all, c, p.CountOptions(c))
			}
			if below, from := count(0, v-min(v, 1)), count(v, math.MaxUint64); v > 0 && below+from != p.CountOptions(c) {
				t.Fatalf("%v: %d and %d options of %v on either side of %d, of %d", p, below, from, c, v, p.CountOptions(c))
			}
		}
	}
}

// Plans by rows against plans by a table: the cell, all its options, and the
// options found among them, counted and in order.
func TestRowPlanAgainstTable(t *testing.T) {
	random := boardtest.NewRandom(t)
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		if p.Climbs() {
			continue
		}
		cells := []moves.Cell{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}, {X: 7, Y: 5}, {X: 5, Y: 7}, {X: 13, Y: 13}, {X: 1500, Y: 3}, {X: 3, Y: 1500}}
		if p.IsQueen() {
			cells = append(cells, moves.Cell{X: 5000, Y: 20}, moves.Cell{X: 20, Y: 5000})
		}
		for _, c := range cells {
			plan := newPlan(p, c)
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			truth := newTable(t, p, c.X+1, c.Y+1)
			options := p.AppendOptions(nil, c)
			for _, q := range append(options, c) {
				if got, want := table(q), uint64(truth.At(q.X, q.Y)); got != want {
					t.Fatalf("%v: plan for %v: %v has nim-value %d, by the table %d", p, c, q, got, want)
				}
			}
			if plan.Find == nil {
				continue
			}
			own := table(c)
			for range 60 {
				lo := random.Uint64N(own + 10)
				hi := lo + random.Uint64N(1+random.Uint64N(own+10))
				switch random.IntN(6) {
				case 0:
					lo = 0
				case 1:
					hi = math.MaxUint64 - random.Uint64N(2)
				case 2:
					hi = lo
				case 3:
					hi = lo - 1 // nothing, or all if lo is 0
				}
				var got, want []moves.Cell
				for _, q := range options {
					if v := uint64(truth.At(q.X, q.Y)); lo <= v && v <= hi {
						want = append(want, q)
					}
				}
				found := plan.Find(table, lo, hi)
				for q := range found.Each {
					got = append(got, q)
				}
				if !slices.Equal(got, want) || found.Count.Uint64() != uint64(len(want)) {
					t.Fatalf("%v at %v, %d … %d: found %v, counted %v; by the table %v", p, c, lo, hi, got, found.Count, want)
				}
			}
		}
	}
}

// What PlanTable chooses: rows where a table would be much larger only.
func TestRowPlanChosen(t *testing.T) {
	for _, c := range []moves.Cell{{X: 50, Y: 1e18}, {X: 1e18, Y: 50}, {X: moves.MaxCoordinate, Y: 100}, {X: 1e6, Y: 0}} {
		plan, ok := Plan(boardtest.QueenMoves(), grundy.ByNimValue, c, tableCost(boardtest.QueenMoves(), grundy.ByNimValue, c))
		if !ok || plan.Find == nil || plan.Method != Method || plan.Cost.Time > time.Second || plan.Cost.Bytes > 64<<20 {
			t.Errorf("queen at %v: %+v", c, plan)
		}
	}
	for _, c := range []moves.Cell{{X: 50, Y: 80}, {X: 300, Y: 300}, {X: 1e9, Y: 1e9}, {X: 1 << 40, Y: 1 << 30}} {
		if plan, ok := Plan(boardtest.QueenMoves(), grundy.ByNimValue, c, tableCost(boardtest.QueenMoves(), grundy.ByNimValue, c)); ok {
			t.Errorf("queen at %v: %+v", c, plan)
		}
	}
	for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByRemoteness, grundy.ByGenus} {
		if plan, ok := Plan(boardtest.QueenMoves(), m, moves.Cell{X: 1e18, Y: 3}, tableCost(boardtest.QueenMoves(), m, moves.Cell{X: 1e18, Y: 3})); ok {
			t.Errorf("by %v: %+v", m, plan)
		}
	}
	if plan, ok := Plan(boardtest.Knight4Moves(moves.MaxCoordinate), grundy.ByNimValue, moves.Cell{X: 1e18, Y: 3}, tableCost(boardtest.Knight4Moves(moves.MaxCoordinate), grundy.ByNimValue, moves.Cell{X: 1e18, Y: 3})); ok {
		t.Errorf("knight4: %+v", plan)
	}
}

func TestRowPeriodErrors(t *testing.T) {
	if _, err := Periods(t.Context(), boardtest.Knight4Moves(8), 3, manyCells, nil); err == nil || errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a piece that climbs: %v", err)
	}
	for _, budget := range []uint64{0, 1, 100, 10_000} {
		last := uint64(0)
		_, err := Period(t.Context(), boardtest.QueenMoves(), 30, budget, func(done, _ uint64) { last = done })
		if !errors.Is(err, grundy.ErrBudget) || last > budget {
			t.Errorf("budget %d: %v after %d cells", budget, err, last)
		}
	}
	needed := periodsOf(t, boardtest.QueenMoves(), 30).Cells
	if _, err := Periods(t.Context(), boardtest.QueenMoves(), 30, needed, nil); err != nil {
		t.Errorf("a budget of what is needed: %v", err)
	}
	if _, err := Periods(t.Context(), boardtest.QueenMoves(), 30, needed-1, nil); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a budget of less: %v", err)
	}
	// No memory is taken for what cannot be.
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		for _, r := range []uint64{1 << 32, 1 << 62, moves.MaxCoordinate, math.MaxUint64} {
			for _, budget := range []uint64{0, 1 << 20, math.MaxUint64} {
				if budget == math.MaxUint64 && r == 1<<32 {
					continue // could be, for pieces whose values are bounded
				}
				if _, err := Period(t.Context(), p, r, budget, nil); err == nil {
					t.Errorf("%v, row %d with a budget of %d: proved", p, r, budget)
				}
			}
		}
	}
	wide := moves.Plane{Name: "wide", Rides: []moves.Step{{DX: -1 << 62, DY: -1}, moves.Left}, Leaps: []moves.Step{{DX: -1 << 61, DY: -1 << 61}, {DX: -1<<62 + 1, DY: -2}}}
	if _, err := Period(t.Context(), wide, 5, math.MaxUint64, nil); err == nil {
		t.Error("steps of 2^62: proved")
	}
	if row, err := Period(t.Context(), wide, 0, 1000, nil); err != nil || row.At(1e18) != 1e18 {
		t.Errorf("steps of 2^62, row 0: %v", err)
	}
}

func TestRowPeriodStops(t *testing.T) {
	boardtest.StopsSoon(t, "row 400", func(ctx context.Context, progress grundy.Progress) error {
		_, err := Period(ctx, boardtest.QueenMoves(), 400, 1<<40, progress)
		return err
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Periods(ctx, boardtest.QueenMoves(), 0, manyCells, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("begun when cancelled: %v", err)
	}
}

// The cost that is told beforehand covers what is done.
func TestRowCost(t *testing.T) {
	tops := []uint64{0, 1, 2, 5, 10, 20, 40}
	if long.Asked {
		tops = append(tops, 100, 167)
	}
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		if p.Climbs() {
			continue
		}
		for _, r := range tops {
			if !p.IsQueen() {
				r = min(r, 40)
			}
			rows, err := Periods(t.Context(), p, r, Cells(p, r), nil)
			if err != nil {
				t.Errorf("%v, row %d: %v", p, r, err)
				continue
			}
			kept := uint64(0)
			for y := range rows.rows {
				kept += 2 * uint64(len(rows.rows[y].values))
			}
			if bytes := Cost(p, r).Bytes; kept > bytes {
				t.Errorf("%v, row %d: %d bytes kept, cost said %d", p, r, kept, bytes)
			}
		}
	}
}

// The rows 0 … R by the engine, and beside it a table as long as the proof needs.
func BenchmarkRowPeriods(b *testing.B) {
	for _, r := range []uint64{50, 100, 167} {
		if r > 50 && testing.Short() {
			break
		}
		b.Run(fmt.Sprintf("R=%d", r), func(b *testing.B) {
			var rows *Rows
			for b.Loop() {
				rows = periodsOf(b, boardtest.QueenMoves(), r)
			}
			perRun := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(float64(rows.Cells)*perRun, "values/s")
			b.ReportMetric(float64(r+1)*perRun, "rows/s")
		})
		if r > 100 {
			continue
		}
		needed := periodsOf(b, boardtest.QueenMoves(), r).Row(r).Result.Needed
		b.Run(fmt.Sprintf("table/R=%d", r), func(b *testing.B) {
			for b.Loop() {
				newTable(b, boardtest.QueenMoves(), needed, r+1)
			}
			boardtest.ReportValues(b, needed*(r+1))
		})
	}
}

// The options of one nim-value among 10^18.
func BenchmarkRowFind(b *testing.B) {
	c := moves.Cell{X: 1e18, Y: 50}
	plan := newPlan(boardtest.QueenMoves(), c)
	table, err := plan.Build(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	own := table(c)
	for b.Loop() {
		plan.Find(table, own^7, own^7)
	}
}

// newTable returns a table of nim-values.
func newTable(t testing.TB, p moves.Plane, width, height uint64) *tables.Table {
	t.Helper()
	table, err := tables.NewTable(t.Context(), p, grundy.ByNimValue, width, height, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// tableCost returns what a plan by a table costs.
func tableCost(p moves.Plane, m grundy.Measure, c moves.Cell) grundy.Cost {
	plan, _ := tables.Plan(p, m, c)
	return plan.Cost
}
