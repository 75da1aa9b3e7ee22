package heap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

// The table of the TopCoder article "Algorithm Games": remove 1, 3 or 4.
func TestTopCoderTables(t *testing.T) {
	const normal, misereRow = "LWLWWWWLWLWW", "WLWLWWWWLWLW"
	game := mustSubtraction(t, 1, 3, 4)
	table := buildTable(t, game, grundy.ByGenus, uint64(len(normal)-1))
	for n := range uint64(len(normal)) {
		v, firm := misere.Split(table(n))
		if got := letter(v != 0); got != normal[n] {
			t.Errorf("normal play, %d coins: %c, the article says %c", n, got, normal[n])
		}
		if got := letter(firm || v == 0); got != misereRow[n] {
			t.Errorf("misère play, %d coins: %c, the article says %c", n, got, misereRow[n])
		}
	}
}

func letter(win bool) byte {
	if win {
		return 'W'
	}
	return 'L'
}

func mustSubtraction(t testing.TB, amounts ...uint64) Subtraction {
	t.Helper()
	game, err := NewSubtraction(amounts)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

func buildTable(t testing.TB, game Subtraction, m grundy.Measure, n uint64) grundy.Table[uint64] {
	t.Helper()
	plan, ok := game.PlanTable(m, n)
	if !ok {
		t.Fatalf("no table for the %v", m)
	}
	table, err := plan.Build(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Every set of numbers up to 7, every heap up to 60: nim-value and remoteness
// by the definition, and misère outcome by the definition from the genus.
func TestSubtractionAgainstOracle(t *testing.T) {
	const top, last = 7, 60
	for set := 1; set < 1<<top; set++ {
		var amounts []uint64
		for a := range top {
			if set>>a&1 == 1 {
				amounts = append(amounts, uint64(a+1))
			}
		}
		checkAgainstOracle(t, mustSubtraction(t, amounts...), last)
	}
}

func checkAgainstOracle(t interface{ Errorf(string, ...any) }, game Subtraction, last uint64) {
	var truth oracle.Oracle
	tables := map[grundy.Measure]grundy.Table[uint64]{}
	for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness, grundy.ByGenus,
		grundy.ByOutcomes, grundy.ByMisereRemoteness, grundy.BySuspense, grundy.ByMisereSuspense,
		grundy.ByForeclosed, grundy.ByMisereForeclosed, grundy.ByHeap} {
		plan, _ := game.PlanTable(m, last)
		table, err := plan.Build(context.Background(), nil)
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		tables[m] = table
	}
	for n := range last + 1 {
		c := grundy.Place(game, n)
		value := truth.Value(c)
		for m, want := range map[grundy.Measure]uint64{
			grundy.ByOutcome:    min(value, 1),
			grundy.ByNimValue:   value,
			grundy.ByRemoteness: truth.Remoteness(c),
			grundy.ByGenus:      misere.OfNimValue(grundy.Value(value)),
		} {
			if got := tables[m](n); got != want {
				t.Errorf("%v: %v %d, by definition %d", c, m, got, want)
			}
		}
		for m := grundy.ByOutcomes; m <= grundy.ByHeap; m++ {
			var options []uint64
			for _, q := range game.AppendOptions(nil, n) {
				options = append(options, tables[m](q))
			}
			define, _ := compound.Define(m)
			if got, want := tables[m](n), define.Of(options); got != want {
				t.Errorf("%v: %v %d, by definition %d", c, m, got, want)
			}
		}
		v, firm := misere.Split(tables[grundy.ByGenus](n))
		if got := firm || v == 0; got != truth.Wins(oracle.One, grundy.Misere, []grundy.Component{c}) {
			t.Errorf("%v: misère outcome differs from the definition", c)
		}
	}
}

func TestSubtractionRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amounts := rapid.SliceOfNDistinct(rapid.Uint64Range(1, 40), 1, 8, rapid.ID).Draw(t, "amounts")
		unit := rapid.Uint64Range(1, 5).Draw(t, "unit")
		for i := range amounts {
			amounts[i] *= unit
		}
		game, err := NewSubtraction(amounts)
		if err != nil {
			t.Fatal(err)
		}
		checkAgainstOracle(t, game, rapid.Uint64Range(0, 400).Draw(t, "last"))
	})
}

// Where a period is found, the terms that it predicts are those that the rules
// give when all are computed.
func TestPeriodAgainstTerms(t *testing.T) {
	checkFar(t, []uint64{3, 5, 23}) // residue classes of different drift
	checkFar(t, []uint64{1, 27})    // the remoteness has 14 times the period of the outcomes
	rapid.Check(t, func(t *rapid.T) {
		checkFar(t, rapid.SliceOfNDistinct(rapid.Uint64Range(1, 30), 1, 6, rapid.ID).Draw(t, "amounts"))
	})
}

func checkFar(t rapid.TB, amounts []uint64) {
	t.Helper()
	game, err := NewSubtraction(amounts)
	if err != nil {
		t.Fatal(err)
	}
	far := game.plan(1e18)
	values, err := far.nimValues(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	remote, err := far.remoteness(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	preperiod, length := values.Known().Preperiod, values.Known().Period
	last := 3*(preperiod+length) + 5*uint64(len(remote.terms)) + 100
	var terms []uint8
	var moves []uint32
	for range last + 1 {
		terms = append(terms, far.nextNimValue(terms))
		moves = append(moves, naiveRemoteness(game.amounts, game.unit, moves))
	}
	for n := range last + 1 {
		if got := values.At(n); got != uint64(terms[n]) {
			t.Fatalf("%v: G(%d) = %d by the period, %d by the mex rule", amounts, n, got, terms[n])
		}
		if got := remote.at(n); got != uint64(moves[n]) {
			t.Fatalf("%v: remoteness of %d is %d by the drifts, %d by the rule", amounts, n, got, moves[n])
		}
	}
}

func naiveRemoteness(amounts []uint64, unit uint64, before []uint32) uint32 {
	var even, odd []uint32
	for _, a := range amounts {
		if a /= unit; a <= uint64(len(before)) {
			if r := before[uint64(len(before))-a]; r%2 == 0 {
				even = append(even, r)
			} else {
				odd = append(odd, r)
			}
		}
	}
	switch {
	case len(even) > 0:
		return slices.Min(even) + 1
	case len(odd) > 0:
		return slices.Max(odd) + 1
	}
	return 0
}

// Sets of 64 and more numbers take another path to the mex.
func TestWideSet(t *testing.T) {
	var amounts []uint64
	for a := uint64(1); a <= 100; a++ {
		amounts = append(amounts, a)
	}
	checkAgainstOracle(t, mustSubtraction(t, amounts...), long.Or[uint64](210, 350))
	table := buildTable(t, mustSubtraction(t, amounts...), grundy.ByNimValue, 1e18)
	if got, want := table(1e18), uint64(1e18)%101; got != want {
		t.Errorf("subtraction[1..100](10^18): nim-value %d, want %d", got, want)
	}
}

func TestFarHeaps(t *testing.T) {
	for _, c := range []struct {
		amounts []uint64
		n, want uint64
	}{
		{[]uint64{1, 2}, 1e18, uint64(1e18) % 3},
		{[]uint64{1, 3, 4}, 1e18, [7]uint64{0, 1, 0, 1, 2, 3, 2}[uint64(1e18)%7]},
		{[]uint64{1e17, 2e17}, 1e18, 10 % 3},            // one unit is 10^17
		{[]uint64{1, 1 << 62}, 5, 1},                    // 2^62 cannot be removed
		{[]uint64{MaxHeap}, MaxHeap, 1},                 // everything at once
		{[]uint64{2, 3, 5, 7, 11, 13}, 1e18 - 1, 0},     // period 9 (HackerRank, The Prime Game): 10^18-1 is divisible by 9
		{[]uint64{2, 3, 5, 7, 11, 13}, 1e18 - 1 + 4, 2}, // 0 0 1 1 2 2 3 3 4
		{[]uint64{2, 3, 5}, 7e17, 0},                    // period 7 (HackerRank, Game of Stones)
	} {
		if got := buildTable(t, mustSubtraction(t, c.amounts...), grundy.ByNimValue, c.n)(c.n); got != c.want {
			t.Errorf("subtraction%v(%d): nim-value %d, want %d", c.amounts, c.n, got, c.want)
		}
	}
}

// In all 4,194,303 sets of numbers up to 22, preperiod + period of the
// outcomes was measured to be 521 at most; the nim-values repeat soon too.
func TestAllSetsOfLongLongNim(t *testing.T) {
	step := 997
	if long.Asked {
		step = 7
	}
	longest := uint64(0)
	for set := 1; set < 1<<22; set += step {
		var amounts []uint64
		for a := range 22 {
			if set>>a&1 == 1 {
				amounts = append(amounts, uint64(a+1))
			}
		}
		terms, err := mustSubtraction(t, amounts...).plan(1e9).nimValues(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		preperiod, length := terms.Known().Preperiod, terms.Known().Period
		longest = max(longest, preperiod+length)
	}
	if longest > 20000 {
		t.Errorf("preperiod + period is %d for some set", longest)
	}
}

func TestSearchRefusesAndStops(t *testing.T) {
	game := mustSubtraction(t, 1, 60, 3_000, 150_000, 9_000_000, 500_000_000) // none far greater than the one before
	plan, _ := game.PlanTable(grundy.ByNimValue, 1e18)
	if plan.Cost.Bytes < 2e9 {
		t.Errorf("two windows of 5*10^8 terms are said to need %d bytes", plan.Cost.Bytes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := plan.Build(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a search whose context has ended returns %v", err)
	}
	hopeless := search{amounts: []int{1, 50, 333, 1001}, width: 1001, last: 1e18, limit: 2010}
	if _, err := hopeless.nimValues(context.Background(), nil); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a search over its limit returns %v", err)
	}
}

// The remoteness stops for an ended context before the first term. What grows without
// bound is refused for far heaps, and nothing else is.
func TestMeasuresOfFarHeaps(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	game := mustSubtraction(t, 1, 3, 4)
	if r, err := game.plan(20).remoteness(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("remoteness after the end of its context: %+v, %v", r, err)
	}
	var heard []uint64
	if _, err := game.plan(20).remoteness(t.Context(), func(done, all uint64) { heard = append(heard, done, all) }); err != nil || !slices.Equal(heard, []uint64{0, 21}) {
		t.Errorf("the remoteness of 21 heaps: %v, and progress heard of %d", err, heard)
	}
	const far = 1e18
	for _, m := range []grundy.Measure{grundy.ByOutcomes, grundy.ByForeclosed, grundy.ByMisereForeclosed, grundy.ByHeap} {
		near := buildTable(t, game, m, 1000) // by definition: TestSubtractionAgainstOracle
		for n := range uint64(7) {
			if got, want := buildTable(t, game, m, far+n)(far+n), near(700+(far+n)%7); got != want {
				t.Errorf("%v of 10^18 + %d: %d, of a heap that is congruent modulo 7 %d", m, n, got, want)
			}
		}
	}
	for _, m := range []grundy.Measure{grundy.ByMisereRemoteness, grundy.BySuspense, grundy.ByMisereSuspense} {
		plan, _ := game.PlanTable(m, far)
		if _, err := plan.Build(t.Context(), nil); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%v of 10^18: %v, want that it is too large", m, err)
		}
	}
}

// A proof names the window that recurs: as wide as the greatest amount, and no wider.
func TestPeriodOfOneAmount(t *testing.T) {
	for _, a := range []uint64{1, 3, 1000} {
		r, _, err := mustSubtraction(t, a).Period(t.Context(), 1<<20, nil)
		proof, _ := r.Proof.(period.WindowProof)
		if err != nil || !r.Proved || proof.Width != a || r.Preperiod != 0 || r.Period != 2*a {
			t.Errorf("subtraction[%d]: %+v, %v", a, r, err)
		}
	}
}

func BenchmarkSubtraction(b *testing.B) {
	for _, amounts := range [][]uint64{{1, 3, 4}, {2, 5, 11, 20, 22}} {
		game := mustSubtraction(b, amounts...)
		q := game.plan(1 << 20)
		b.Run(fmt.Sprint(amounts, "/terms"), func(b *testing.B) {
			for b.Loop() {
				terms := make([]uint8, 0, 1<<20)
				for range 1 << 20 {
					terms = append(terms, q.nextNimValue(terms))
				}
			}
			b.ReportMetric(float64(b.N)*(1<<20)/b.Elapsed().Seconds(), "values/s")
		})
		b.Run(fmt.Sprint(amounts, "/period"), func(b *testing.B) {
			far := game.plan(1e18)
			for b.Loop() {
				if _, err := far.nimValues(context.Background(), nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "periods/s")
		})
		b.Run(fmt.Sprint(amounts, "/naive"), func(b *testing.B) {
			const n = 1 << 12
			for b.Loop() {
				var truth oracle.Oracle
				for k := range uint64(n) {
					truth.Value(grundy.Place(game, k))
				}
			}
			b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "values/s")
		})
	}
}

// A search that proves nothing says how far it looked: to its budget, or to where
// its context ended.
func TestSubtractionPeriodSaysHowFar(t *testing.T) {
	game := func(amounts ...uint64) Subtraction {
		s, err := NewSubtraction(amounts)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		game     Subtraction
		budget   uint64
		proved   bool
		computed uint64
	}{
		{game(300), 1001, true, 1001}, {game(300), 500, false, 500}, {game(300), 1, false, 1},
		{game(1, 300), 500, false, 500}, {game(2, 600), 999, false, 999}, {game(1, 300), 2000, true, 0},
	} {
		r, o, err := c.game.Period(t.Context(), c.budget, nil)
		if err != nil || r.Proved != c.proved || c.computed > 0 && (r.Computed != c.computed || o.Computed != c.computed) {
			t.Errorf("%s, %d: %+v, %+v, %v", c.game, c.budget, r, o, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, o, err := game(1, 1<<22).Period(ctx, 1<<30, func(done, _ uint64) {
		if done >= 1<<18 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || r.Proved || r.Computed < 1<<18 || o.Computed != r.Computed {
		t.Errorf("%+v, %+v, %v", r, o, err)
	}
}

// Drifts are even, as the proof wants it: outcomes of far heaps keep then. With 1 taken
// at most, the remoteness of n is n.
func TestDriftsAreEven(t *testing.T) {
	q := search{amounts: []int{1}, width: 1}
	terms := []uint32{0, 1, 2, 3, 4, 5, 6, 7}
	if drift := q.drifts(terms[:4], 1); drift != nil {
		t.Errorf("modulo 1: %d", drift)
	}
	if drift := q.drifts(terms[:6], 2); !slices.Equal(drift, []uint32{2, 2}) {
		t.Errorf("modulo 2: %d", drift)
	}
}

// TestNumbersFarApart compares nim-values in runs, where one or two numbers are far greater than the
// others, with the terms by definition.
func TestNumbersFarApart(t *testing.T) {
	t.Parallel()
	rng := chance.New(t, 5)
	answered := 0
	for range long.Of(20, 200, 2000) {
		var amounts []uint64
		for range 1 + rng.IntN(4) {
			amounts = append(amounts, 1+rng.Uint64N(40))
		}
		for range 1 + rng.IntN(2) {
			amounts = append(amounts, 40000+rng.Uint64N(10000))
		}
		game := mustSubtraction(t, amounts...)
		const last = 200000
		q := game.plan(last)
		runs := q.inRuns()
		if runs == nil {
			continue
		}
		answered++
		table, terms := buildTable(t, game, grundy.ByNimValue, last), make([]uint8, 0, last+1)
		for n := range uint64(last) + 1 {
			terms = append(terms, q.nextNimValue(terms))
			if unit := game.unit; n <= last/unit && runs.At(n) != uint64(terms[n]) || n%997 == 0 && n <= last/unit && table(n*unit) != uint64(terms[n]) {
				t.Fatalf("%v: the heap %d has the nim-value %d, and not %d", game, n*unit, terms[n], runs.At(n))
			}
		}
	}
	if answered < 15 {
		t.Errorf("%d are answered", answered)
	}
	if table := buildTable(t, mustSubtraction(t, 2, 5, 1_000_000_000), grundy.ByNimValue, 1e18); table(1e18) != 0 {
		t.Errorf("subtraction[2,5,10^9](10^18) has the nim-value %d", table(1e18))
	}
}
