package board

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/long"
	"grundy/internal/oracle"
)

const manyCells = 1 << 30

func rowPeriods(t testing.TB, p Plane, r uint64) *Rows {
	t.Helper()
	rows, err := RowPeriods(t.Context(), p, r, manyCells, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Rows against a table of twice the proved length, in which neither preperiod
// nor period may be less.
func TestRowsAgainstTable(t *testing.T) {
	skipInShort(t)
	check := func(p Plane, top uint64) {
		t.Helper()
		rows := rowPeriods(t, p, top)
		far := uint64(0)
		for y := range top + 1 {
			r := rows.Row(y).Result
			far = max(far, 2*(r.Preperiod+r.Period)+10)
		}
		table := newTableIn(t, p, grundy.ByNimValue, far, top+1)
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
	check(queenMoves(), top)
	for _, p := range append(namedPlanes(), otherPlanes()...) {
		if !p.climbs() {
			check(p, 20)
			check(p.mirror(), 19)
		}
	}
}

// checkRow compares a row with its values in a table.
func checkRow(t oracle.TB, p Plane, row *Row, want []uint64) {
	t.Helper()
	saltus := uint64(0)
	if p.rises() {
		saltus = row.Result.Period
	}
	checkRowOf(t, p.String(), row, row.Y, row.Result, row.first, want, saltus)
}

// drawPiece draws a piece none of whose steps raises a coordinate.
func drawPiece(t *rapid.T) Plane {
	all := []step{{-1, 0}, {0, -1}, {-1, -1}, {-1, -2}, {-2, -1}, {-1, -3}, {-3, -1}, {-2, -3}, {-3, -2}}
	p := Plane{name: "drawn"}
	free := rapid.Permutation(all).Draw(t, "steps")
	for range rapid.IntRange(0, 4).Draw(t, "rides") {
		p.rides, free = append(p.rides, free[0]), free[1:]
	}
	leaps := append([]step{{-4, 0}, {0, -4}, {-4, -2}, {-7, -3}}, free...)
	for range rapid.IntRange(0, 4).Draw(t, "leaps") {
		leap := leaps[rapid.IntRange(0, len(leaps)-1).Draw(t, "leap")]
		ridden := slices.ContainsFunc(p.rides, func(s step) bool { // reaches the leap's cell
			return s.dx*leap.dy == s.dy*leap.dx
		})
		if !ridden && !slices.Contains(p.leaps, leap) {
			p.leaps = append(p.leaps, leap)
		}
	}
	return p
}

func TestRowsOfRandomPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPiece(t)
		top := rapid.Uint64Max(7).Draw(t, "row")
		rows, err := RowPeriods(context.Background(), p, top, 100_000, nil)
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
		naive := naiveRows(p, width, top)
		for y, want := range naive {
			if r := rows.Row(uint64(y)).Result; r.Preperiod+2*r.Period <= width {
				checkRow(t, p, rows.Row(uint64(y)), want)
			}
		}
	})
}

// naiveRows returns the first rows by looking at all options of each cell.
func naiveRows(p Plane, width, top uint64) [][]uint64 {
	rows := make([][]uint64, top+1)
	var options []Cell
	for y := range rows {
		rows[y] = make([]uint64, width)
		for x := range rows[y] {
			seen := map[uint64]bool{}
			options = p.AppendOptions(options[:0], Cell{uint64(x), uint64(y)})
			for _, q := range options {
				seen[rows[q.Y][q.X]] = true
			}
			for seen[rows[y][x]] {
				rows[y][x]++
			}
		}
	}
	return rows
}

// Far out the values are the mex of the values of the options, by what the plan
// finds: none has the value itself, and each lower one is there.
func TestRowPlanFarOut(t *testing.T) {
	random := newRandom(t)
	pieces := append([]Plane{queenMoves(), rookMoves()}, otherPlanes()...)
	for _, p := range pieces {
		if p.climbs() || !p.rises() || !p.mirror().rises() {
			continue
		}
		for range 20 {
			c := Cell{random.Uint64() >> (1 + random.IntN(40)), random.Uint64N(24)}
			if random.IntN(2) == 0 {
				c = c.mirror()
			}
			plan := newRowPlan(p, c)
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
	random := newRandom(t)
	for _, p := range append(namedPlanes(), otherPlanes()...) {
		if p.climbs() {
			continue
		}
		cells := []Cell{{0, 0}, {1, 0}, {0, 1}, {7, 5}, {5, 7}, {13, 13}, {1500, 3}, {3, 1500}}
		if p.isQueen() {
			cells = append(cells, Cell{5000, 20}, Cell{20, 5000})
		}
		for _, c := range cells {
			plan := newRowPlan(p, c)
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			truth := newTableIn(t, p, grundy.ByNimValue, c.X+1, c.Y+1)
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
				var got, want []Cell
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
	for _, c := range []Cell{{50, 1e18}, {1e18, 50}, {MaxCoordinate, 100}, {1e6, 0}} {
		plan, ok := planRow(queenMoves(), grundy.ByNimValue, c, planCost(queenMoves(), grundy.ByNimValue, c))
		if !ok || plan.Find == nil || plan.Method != rowMethod || plan.Cost.Time > time.Second || plan.Cost.Bytes > 64<<20 {
			t.Errorf("queen at %v: %+v", c, plan)
		}
	}
	for _, c := range []Cell{{50, 80}, {300, 300}, {1e9, 1e9}, {1 << 40, 1 << 30}} {
		if plan, ok := planRow(queenMoves(), grundy.ByNimValue, c, planCost(queenMoves(), grundy.ByNimValue, c)); ok {
			t.Errorf("queen at %v: %+v", c, plan)
		}
	}
	for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByRemoteness, grundy.ByGenus} {
		if plan, ok := planRow(queenMoves(), m, Cell{1e18, 3}, planCost(queenMoves(), m, Cell{1e18, 3})); ok {
			t.Errorf("by %v: %+v", m, plan)
		}
	}
	if plan, ok := planRow(knight4Moves(MaxCoordinate), grundy.ByNimValue, Cell{1e18, 3}, planCost(knight4Moves(MaxCoordinate), grundy.ByNimValue, Cell{1e18, 3})); ok {
		t.Errorf("knight4: %+v", plan)
	}
}

func TestRowPeriodErrors(t *testing.T) {
	if _, err := RowPeriods(t.Context(), knight4Moves(8), 3, manyCells, nil); err == nil || errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a piece that climbs: %v", err)
	}
	for _, budget := range []uint64{0, 1, 100, 10_000} {
		last := uint64(0)
		_, err := rowPeriod(t.Context(), queenMoves(), 30, budget, func(done, _ uint64) { last = done })
		if !errors.Is(err, grundy.ErrBudget) || last > budget {
			t.Errorf("budget %d: %v after %d cells", budget, err, last)
		}
	}
	needed := rowPeriods(t, queenMoves(), 30).Cells
	if _, err := RowPeriods(t.Context(), queenMoves(), 30, needed, nil); err != nil {
		t.Errorf("a budget of what is needed: %v", err)
	}
	if _, err := RowPeriods(t.Context(), queenMoves(), 30, needed-1, nil); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a budget of less: %v", err)
	}
	// No memory is taken for what cannot be.
	for _, p := range append(namedPlanes(), otherPlanes()...) {
		for _, r := range []uint64{1 << 32, 1 << 62, MaxCoordinate, math.MaxUint64} {
			for _, budget := range []uint64{0, 1 << 20, math.MaxUint64} {
				if budget == math.MaxUint64 && r == 1<<32 {
					continue // could be, for pieces whose values are bounded
				}
				if _, err := rowPeriod(t.Context(), p, r, budget, nil); err == nil {
					t.Errorf("%v, row %d with a budget of %d: proved", p, r, budget)
				}
			}
		}
	}
	wide := Plane{name: "wide", rides: []step{{-1 << 62, -1}, left}, leaps: []step{{-1 << 61, -1 << 61}, {-1<<62 + 1, -2}}}
	if _, err := rowPeriod(t.Context(), wide, 5, math.MaxUint64, nil); err == nil {
		t.Error("steps of 2^62: proved")
	}
	if row, err := rowPeriod(t.Context(), wide, 0, 1000, nil); err != nil || row.At(1e18) != 1e18 {
		t.Errorf("steps of 2^62, row 0: %v", err)
	}
}

func TestRowPeriodStops(t *testing.T) {
	stopsSoon(t, "row 400", func(ctx context.Context, progress grundy.Progress) error {
		_, err := rowPeriod(ctx, queenMoves(), 400, 1<<40, progress)
		return err
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := RowPeriods(ctx, queenMoves(), 0, manyCells, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("begun when cancelled: %v", err)
	}
}

// The cost that is told beforehand covers what is done.
func TestRowCost(t *testing.T) {
	tops := []uint64{0, 1, 2, 5, 10, 20, 40}
	if long.Asked {
		tops = append(tops, 100, 167)
	}
	for _, p := range append(namedPlanes(), otherPlanes()...) {
		if p.climbs() {
			continue
		}
		for _, r := range tops {
			if !p.isQueen() {
				r = min(r, 40)
			}
			rows, err := RowPeriods(t.Context(), p, r, rowCells(p, r), nil)
			if err != nil {
				t.Errorf("%v, row %d: %v", p, r, err)
				continue
			}
			kept := uint64(0)
			for y := range rows.rows {
				kept += 2 * uint64(len(rows.rows[y].values))
			}
			if bytes := rowCost(p, r).Bytes; kept > bytes {
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
				rows = rowPeriods(b, queenMoves(), r)
			}
			perRun := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(float64(rows.Cells)*perRun, "values/s")
			b.ReportMetric(float64(r+1)*perRun, "rows/s")
		})
		if r > 100 {
			continue
		}
		needed := rowPeriods(b, queenMoves(), r).Row(r).Result.Needed
		b.Run(fmt.Sprintf("table/R=%d", r), func(b *testing.B) {
			for b.Loop() {
				newTableIn(b, queenMoves(), grundy.ByNimValue, needed, r+1)
			}
			reportValues(b, needed*(r+1))
		})
	}
}

// The options of one nim-value among 10^18.
func BenchmarkRowFind(b *testing.B) {
	c := Cell{1e18, 50}
	plan := newRowPlan(queenMoves(), c)
	table, err := plan.Build(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	own := table(c)
	for b.Loop() {
		plan.Find(table, own^7, own^7)
	}
}
