package compound_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
)

var rules = oracle.Rules(compound.ParseKind)

// A reader measures components by the definitions, and remembers.
type reader map[grundy.Measure]map[string]uint64

func (r reader) measure(m grundy.Measure, c grundy.Component) uint64 {
	key := c.String()
	if v, ok := r[m][key]; ok {
		return v
	}
	define, ok := compound.Define(m)
	if !ok {
		panic(m.String())
	}
	var options []uint64
	for _, q := range c.AppendOptions(nil) {
		options = append(options, r.measure(m, q))
	}
	if r[m] == nil {
		r[m] = map[string]uint64{}
	}
	r[m][key] = define.Of(options)
	return r[m][key]
}

// A decided counts the compounds of each kind and convention: those that a theorem
// decided, and all.
type decided map[string][2]int

type failer interface{ Errorf(string, ...any) }

// check compares the theory of each kind and convention with the search of the
// whole position: the outcome, and the winning moves one by one.
func check(t failer, truth *oracle.Oracle, known reader, components []grundy.Component, tally decided) {
	for kind, rule := range rules {
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			checkKind(t, truth, known, kind, rule, convention, components, tally)
		}
	}
}

func checkKind(t failer, truth *oracle.Oracle, known reader, kind compound.Kind, rule oracle.Rule, convention grundy.Convention, components []grundy.Component, tally decided) {
	active := uint64(0)
	for _, c := range components {
		if len(c.AppendOptions(nil)) > 0 {
			active++
		}
	}
	count := uint64(len(components))
	key := fmt.Sprint(convention, " ", kind)
	numbers := tally[key]
	numbers[1]++
	defer func() { tally[key] = numbers }()
	theorem, ok := kind.Reduced(convention, count, active).Theorem(convention, count, active)
	if !ok {
		return
	}
	parts := make([]compound.Part, len(components))
	for i, c := range components {
		parts[i] = compound.Part{Measure: known.measure(theorem.Measure, c), Copies: 1, Ended: len(c.AppendOptions(nil)) == 0}
	}
	if !theorem.Applies(parts) {
		return
	}
	numbers[0]++
	wins := truth.Wins(rule, convention, components)
	if got := theorem.Outcome(parts) == grundy.N; got != wins {
		t.Errorf("%v %v compound of %s: N is %v, by search %v", convention, kind, oracle.Text(components), got, wins)
	}
	var want []string
	for _, next := range truth.WinningMoves(rule, convention, components) {
		want = append(want, oracle.Text(next))
	}
	got := planned(t, known, theorem, components, parts, len(want))
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%v %v compound of %s: winning moves\n %s\nby search\n %s", convention, kind, oracle.Text(components),
			strings.Join(got, "\n "), strings.Join(want, "\n "))
	}
}

// planned lists the positions to which the plans lead; there are as many as moves.
func planned(t failer, known reader, theorem compound.Theorem, components []grundy.Component, parts []compound.Part, moves int) []string {
	var levels []uint64
	for _, c := range components {
		for _, q := range c.AppendOptions(nil) {
			levels = append(levels, known.measure(theorem.Measure, q))
		}
	}
	slices.Sort(levels)
	levels = slices.Compact(levels)
	has := func(part int, lo, hi uint64) bool {
		return slices.ContainsFunc(components[part].AppendOptions(nil), func(q grundy.Component) bool {
			m := known.measure(theorem.Measure, q)
			return lo <= m && m <= hi
		})
	}
	if counted, ok := theorem.CountMoves(parts, levels, func(part int, lo, hi uint64) *big.Int {
		n := int64(0)
		for _, q := range components[part].AppendOptions(nil) {
			if m := known.measure(theorem.Measure, q); lo <= m && m <= hi {
				n++
			}
		}
		return big.NewInt(n)
	}); ok && counted.Cmp(big.NewInt(int64(moves))) != 0 {
		t.Errorf("%s by %v: %v winning moves counted, by search %d", oracle.Text(components), theorem.Measure, counted, moves)
	}
	var texts []string
	collect := func(plan compound.Plan, to *[]string) {
		if !slices.ContainsFunc(plan, func(c compound.Choice) bool { return !c.OrStay }) {
			t.Errorf("%s: plan %v need not move", oracle.Text(components), plan)
		}
		var fill func(next []grundy.Component, step int)
		fill = func(next []grundy.Component, step int) {
			if step == len(plan) {
				*to = append(*to, oracle.Text(next))
				return
			}
			choice := plan[step]
			if step > 0 && plan[step-1].Part >= choice.Part {
				t.Errorf("%s: plan %v is out of order", oracle.Text(components), plan)
			}
			if choice.OrStay {
				fill(next, step+1)
			}
			for _, q := range components[choice.Part].AppendOptions(nil) {
				if m := known.measure(theorem.Measure, q); choice.Lo <= m && m <= choice.Hi {
					changed := slices.Clone(next)
					changed[choice.Part] = q
					fill(changed, step+1)
				}
			}
		}
		fill(components, 0)
	}
	for plan := range theorem.WinningPlans(parts, compound.Options{Levels: levels, Has: has}) {
		collect(plan, &texts)
	}
	// The plans that are left out as nothing is in them change nothing, and a
	// reader may stop.
	var again []string
	for plan := range theorem.WinningPlans(parts, compound.Options{Levels: levels}) {
		collect(plan, &again)
	}
	slices.Sort(texts)
	slices.Sort(again)
	if !slices.Equal(texts, again) {
		t.Errorf("%s: winning moves %v, and with fewer questions %v", oracle.Text(components), texts, again)
	}
	for range theorem.WinningPlans(parts, compound.Options{Levels: levels}) {
		break
	}
	return texts
}

// Every pair and triple of the 16 games of birthday at most 3, and sums of four
// and five of the 4 games of birthday at most 2, in every kind and convention.
func TestSmallGames(t *testing.T) {
	var truth oracle.Oracle
	known, tally := reader{}, decided{}
	all := oracle.AllGames(16)
	var each func(components []grundy.Component, length, least, birthdays int)
	each = func(components []grundy.Component, length, least, games int) {
		if len(components) == length {
			check(t, &truth, known, components, tally)
			return
		}
		for i := least; i < games; i++ {
			next := i // the order does not matter from three components on
			if length < 3 {
				next = 0
			}
			each(append(slices.Clip(components), grundy.Place(all, i)), length, next, games)
		}
	}
	each(nil, 1, 0, 16)
	each(nil, 2, 0, 16)
	each(nil, 4, 0, 4)
	each(nil, 5, 0, long.Or(3, 4))
	if long.Asked {
		each(nil, 3, 0, 16)
	} else {
		each(nil, 3, 0, 4)
	}
	// A theorem that says nothing passes every comparison, so these are counted.
	short := map[string]int{
		"misere disjunctive": 0, "misere moore:1": 0, "misere proper-selective": 259,
		"normal moore:2": 1144, "normal moore:3": 1164, "misere moore:2": 462, "misere moore:3": 1144,
	}
	for key, n := range tally {
		want, ok := short[key]
		if !ok {
			want = n[1]
		}
		t.Logf("%s: %d of %d by theorem", key, n[0], n[1])
		if n[1] == 1179 && n[0] != want {
			t.Errorf("%s: %d of %d by theorem, want %d", key, n[0], n[1], want)
		}
	}
}

func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		components := make([]grundy.Component, rapid.IntRange(1, 4).Draw(t, "components"))
		most := 7 - len(components)
		for i := range components {
			n := rapid.IntRange(1, most).Draw(t, "positions")
			g := make(oracle.Graph, n)
			for p := range g {
				for q := range p {
					if rapid.Bool().Draw(t, fmt.Sprintf("%d to %d", p, q)) {
						g[p] = append(g[p], q)
					}
				}
			}
			components[i] = grundy.Place(g, n-1)
		}
		check(t, &truth, reader{}, components, decided{})
	})
}

// The moves of a product agree with the oracle, and are counted.
func TestProduct(t *testing.T) {
	all := oracle.AllGames(16)
	for a := range 16 {
		for b := range 16 {
			for c := range 4 {
				components := []grundy.Component{grundy.Place(all, a), grundy.Place(all, b), grundy.Place(all, c)}
				for kind, rule := range rules {
					product := compound.Product{Kind: kind}
					var got, want []string
					for _, next := range product.AppendOptions(nil, components) {
						got = append(got, oracle.Text(next))
					}
					for _, next := range oracle.Moves(rule, components) {
						want = append(want, oracle.Text(next))
					}
					slices.Sort(got)
					slices.Sort(want)
					if !slices.Equal(got, want) {
						t.Fatalf("%v compound of %s: moves %v, want %v", kind, oracle.Text(components), got, want)
					}
					if n := product.CountOptions(components); n != uint64(len(want)) {
						t.Fatalf("%v compound of %s: %d moves counted, want %d", kind, oracle.Text(components), n, len(want))
					}
				}
			}
		}
	}
}

// heapsOf returns heaps of Nim as parts.
func heapsOf(sizes ...uint64) []compound.Part {
	parts := make([]compound.Part, len(sizes))
	for i, n := range sizes {
		parts[i] = compound.Part{Measure: n + 1, Copies: 1, Ended: n == 0}
	}
	return parts
}

// Nim-values of whole compounds by the definition. A public system answers 8 for
// the selective compound of heaps of 5 and 6, by a fault in its rules.
func TestNimValuesOfCompounds(t *testing.T) {
	truths := map[compound.Kind]*oracle.Oracle{} // as positions are written alike in all kinds
	for kind := range rules {
		truths[kind] = new(oracle.Oracle)
	}
	heap := make(oracle.Graph, long.Or(7, 9))
	for n := range heap {
		for m := range n {
			heap[n] = append(heap[n], m)
		}
	}
	for a := range heap {
		for b := range heap {
			components := []grundy.Component{grundy.Place(heap, a), grundy.Place(heap, b)}
			for kind, want := range map[compound.Kind]int{
				compound.Disjunctive: a ^ b, // 3 for 5 and 6
				compound.Selective:   a + b, // 11
				compound.Conjunctive: min(a, b),
				compound.Moore(2):    a + b,
			} {
				if got := truths[kind].Value(grundy.Place(compound.Product{Kind: kind}, components)); got != uint64(want) {
					t.Errorf("%v compound of heaps %d and %d: nim-value %d, want %d", kind, a, b, got, want)
				}
			}
		}
	}
}

// Moore's theorem is not true of nim-values: in three heaps of 1 and the game
// whose only move is to one heap of 1, with two moves a turn, it says P.
func TestMooreNeedsHeaps(t *testing.T) {
	all := oracle.AllGames(3)
	one, rising := grundy.Place(all, 1), grundy.Place(all, 2)
	components := []grundy.Component{one, one, one, rising}
	var truth oracle.Oracle
	values := make([]uint64, len(components))
	for i, c := range components {
		values[i] = truth.Value(c)
	}
	theorem, ok := compound.Moore(2).Theorem(grundy.Normal, 4, 4)
	if !ok || theorem.Measure != grundy.ByHeap || theorem.Outcome(heapsOf(values...)) != grundy.P {
		t.Errorf("the theorem does not say P of nim-values %v", values)
	}
	if !truth.Wins(oracle.AtMost(2), grundy.Normal, components) {
		t.Errorf("%s is P", oracle.Text(components))
	}
	known, parts := reader{}, []compound.Part(nil)
	for _, c := range components {
		parts = append(parts, compound.Part{Measure: known.measure(grundy.ByHeap, c), Copies: 1})
	}
	if theorem.Applies(parts) {
		t.Error("the theorem is applied to a game that is not a heap")
	}
}

// A function that decides misère proper selective compounds of three components
// must give 13 values to the 15 games of birthday at most 3 that can move.
func TestMisereProperSelectiveTellsApart(t *testing.T) {
	long.Only(t)
	var truth oracle.Oracle
	all := oracle.AllGames(16)
	apart := map[string]bool{}
	for a := 1; a < 16; a++ {
		outcomes := ""
		for b := 1; b < 16; b++ {
			for c := 1; c <= b; c++ {
				components := []grundy.Component{grundy.Place(all, a), grundy.Place(all, b), grundy.Place(all, c)}
				outcomes += fmt.Sprint(truth.Wins(oracle.AnyProperSet, grundy.Misere, components))
			}
		}
		apart[outcomes] = true
	}
	if len(apart) != 13 {
		t.Errorf("%d games are told apart", len(apart))
	}
}

// Winning moves of up to five heaps by Moore's rules, against the definition of
// a good position by digits and against the search.
func TestMoore(t *testing.T) {
	heap := make(oracle.Graph, 8)
	for n := range heap {
		for m := range n {
			heap[n] = append(heap[n], m)
		}
	}
	var truth oracle.Oracle
	for _, c := range []struct {
		length int
		limit  uint64
	}{{1, 8}, {2, 8}, {3, long.Or[uint64](4, 6)}, {4, long.Or[uint64](3, 4)}, {5, long.Or[uint64](2, 3)}} {
		oracle.Vectors(c.length, c.limit, func(sizes []uint64) {
			if !slices.IsSorted(sizes) {
				return
			}
			components := make([]grundy.Component, len(sizes))
			for i, n := range sizes {
				components[i] = grundy.Place(heap, int(n))
			}
			for most := 1; most <= 4; most++ {
				for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
					theorem, ok := compound.Moore(uint64(most)).Theorem(convention, 99, 0)
					if !ok || theorem.Measure != grundy.ByHeap {
						t.Fatalf("moore:%d decides by %v", most, theorem.Measure)
					}
					want := truth.WinningMoves(oracle.AtMost(most), convention, components)
					wins := truth.Wins(oracle.AtMost(most), convention, components)
					parts := heapsOf(sizes...)
					if got := theorem.Outcome(parts) == grundy.N; got != wins {
						t.Errorf("%v moore:%d of %v: N is %v, by search %v", convention, most, sizes, got, wins)
					}
					number, ok, err := theorem.CountHeapMoves(parts)
					if !ok || err != nil || number.Int64() != int64(len(want)) {
						t.Errorf("%v moore:%d of %v: %v winning moves (%v), by search %d", convention, most, sizes, number, err, len(want))
					}
					var got, texts []string
					for plan := range theorem.WinningPlans(parts, compound.Options{}) {
						next := slices.Clone(components)
						for _, c := range plan {
							next[c.Part] = grundy.Place(heap, int(c.Lo)-1)
						}
						got = append(got, oracle.Text(next))
					}
					for _, next := range want {
						texts = append(texts, oracle.Text(next))
					}
					slices.Sort(got)
					slices.Sort(texts)
					if !slices.Equal(got, texts) {
						t.Errorf("%v moore:%d of %v: winning moves %v, by search %v", convention, most, sizes, got, texts)
					}
				}
			}
		})
	}
}

// The measures are what they are said to count.
func TestLengths(t *testing.T) {
	var truth oracle.Oracle
	known := reader{}
	all := oracle.AllGames(700)
	for i := range all {
		c := grundy.Place(all, i)
		for m, want := range map[grundy.Measure]uint64{
			grundy.ByNimValue:         truth.Value(c),
			grundy.ByRemoteness:       truth.Remoteness(c),
			grundy.ByMisereRemoteness: truth.Length(c, grundy.Misere, false),
			grundy.BySuspense:         truth.Length(c, grundy.Normal, true),
			grundy.ByMisereSuspense:   truth.Length(c, grundy.Misere, true),
		} {
			if got := known.measure(m, c); got != want {
				t.Errorf("%v: %v %d, by play %d", c, m, got, want)
			}
		}
		normal, misere, ended := compound.SplitOutcomes(known.measure(grundy.ByOutcomes, c))
		alone := []grundy.Component{c}
		if (normal == grundy.N) != truth.Wins(oracle.One, grundy.Normal, alone) ||
			(misere == grundy.N) != truth.Wins(oracle.One, grundy.Misere, alone) || ended != (i == 0) {
			t.Errorf("%v: outcomes %v and %v, ended %v", c, normal, misere, ended)
		}
	}
}

// The remoteness of a conjunctive compound is how long it lasts as one game, and
// so with the suspense of a continued conjunctive one.
func TestHowLongItLasts(t *testing.T) {
	all := oracle.AllGames(16)
	for _, kind := range []compound.Kind{compound.Conjunctive, compound.ContinuedConjunctive} {
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			theorem, _ := kind.Theorem(convention, 3, 3)
			known, whole := reader{}, reader{}
			for a := range 16 {
				for b := range a + 1 {
					for c := range b + 1 {
						components := []grundy.Component{grundy.Place(all, a), grundy.Place(all, b), grundy.Place(all, c)}
						var parts []compound.Part
						for _, c := range components {
							parts = append(parts, compound.Part{Measure: known.measure(theorem.Measure, c), Copies: 1})
						}
						want := whole.measure(theorem.Measure, grundy.Place(compound.Product{Kind: kind}, components))
						if got := theorem.Value(parts); got != want {
							t.Errorf("%v %v compound of %s: %v %d, by definition %d", convention, kind, oracle.Text(components), theorem.Measure, got, want)
						}
					}
				}
			}
		}
	}
}

// Counts of moves of large heaps, against another way to count where there is
// one, and refusals.
func TestManyMooreMoves(t *testing.T) {
	theorem, _ := compound.Moore(2).Theorem(grundy.Normal, 4, 4)
	top := long.Of[uint64](127, 2047, 4095)
	for _, sizes := range [][]uint64{long.Or([]uint64{1 << 7, 90, 40, 125}, []uint64{1 << 9, 350, 150, 499}), {top, top, top, 1}, {top + 1, top + 1, 1, 0, 5}} {
		parts := heapsOf(sizes...)
		want, _, err := theorem.CountHeapMoves(parts)
		if err != nil {
			t.Fatal(err)
		}
		listed := int64(0)
		for plan := range theorem.WinningPlans(parts, compound.Options{}) {
			next := slices.Clone(parts)
			for _, c := range plan {
				if c.Hi >= parts[c.Part].Measure || c.Lo != c.Hi {
					t.Fatalf("%v: plan %v", sizes, plan)
				}
				next[c.Part].Measure = c.Lo
			}
			if theorem.Outcome(next) != grundy.P || len(plan) > 2 {
				t.Fatalf("%v: plan %v does not win", sizes, plan)
			}
			listed++
		}
		if want.Int64() != listed || listed == 0 {
			t.Errorf("%v: %v winning moves counted, %d listed", sizes, want, listed)
		}
	}
	wide, _ := compound.Moore(20).Theorem(grundy.Normal, 40, 40)
	sizes := make([]uint64, 40)
	for i := range sizes {
		sizes[i] = 1
	}
	number, _, err := wide.CountHeapMoves(heapsOf(sizes...)) // 19 of them must go
	if err != nil || number.String() != "131282408400" {
		t.Errorf("moore:20 of 40 heaps of 1: %v winning moves (%v), want C(40,19)", number, err)
	}
	sizes = make([]uint64, 70)
	for i := range sizes {
		sizes[i] = uint64(i)*0x9e3779b97f4a7c15>>4 + 1
	}
	if _, _, err := wide.CountHeapMoves(heapsOf(sizes...)); err == nil {
		t.Error("the winning moves of 70 heaps with 20 moves a turn are counted")
	}
}

func TestCopies(t *testing.T) {
	theorem, _ := compound.Disjunctive.Theorem(grundy.Normal, 5, 5)
	parts := []compound.Part{{Measure: 5, Copies: 3}, {Measure: 3, Copies: 2}}
	if v := theorem.Value(parts); v != 5 {
		t.Errorf("three 5 and two 3 have nim-sum %d, want 5", v)
	}
	var plans []compound.Plan
	for p := range theorem.WinningPlans(parts, compound.Options{}) {
		plans = append(plans, slices.Clone(p))
	}
	if fmt.Sprint(plans) != "[[{0 0 0 false}] [{1 6 6 false}]]" {
		t.Errorf("plans %v", plans)
	}
}

func TestNames(t *testing.T) {
	for _, name := range append(compound.Names(), "moore:1", "moore:72057594037927935") {
		if name == "moore:K" {
			continue
		}
		kind, err := compound.ParseKind(name)
		if err != nil || kind.String() != name {
			t.Errorf("%q is read as %v (%v)", name, kind, err)
		}
	}
	if compound.Moore(1) == compound.Moore(2) || compound.Moore(2).String() != "moore:2" {
		t.Error("kinds of Moore's are not told apart")
	}
	for _, name := range []string{"", "moore", "moore:", "moore:0", "moore:x", "moore:-1", "moore:01", "moore:+1", "moore:72057594037927936", "moore:99999999999999999999", "Selective"} {
		if kind, err := compound.ParseKind(name); err == nil {
			t.Errorf("%q is read as %v", name, kind)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func FuzzParseKind(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, name := range append(compound.Names(), "moore:2", "moore:00", "moore:-1") {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if kind, err := compound.ParseKind(name); err == nil && kind.String() != name {
			t.Errorf("%q is read as %v", name, kind)
		}
	})
}

// Up to the order of equal components, the moves agree with EachMove, each once.
func TestEachMoveUpToOrder(t *testing.T) {
	options := map[int][]int{0: {}, 1: {0}, 2: {0, 1}, 3: {0, 3, 1}}
	kinds := []compound.Kind{
		compound.Disjunctive, compound.DiminishedDisjunctive, compound.Conjunctive, compound.ContinuedConjunctive,
		compound.Selective, compound.ShortenedSelective, compound.ProperSelective, compound.Moore(2),
	}
	for _, components := range [][]int{{}, {2}, {2, 2}, {0, 1, 1}, {1, 1, 1, 3}, {0, 2, 2, 2}, {2, 2, 3, 3}} {
		lists := make([][]int, len(components))
		for i, c := range components {
			lists[i] = options[c]
		}
		for _, kind := range kinds {
			// The components that were equal, as what becomes of them, in order.
			text := func(next []int) string {
				after := map[int][]int{}
				for i, c := range components {
					after[c] = append(after[c], next[i])
				}
				for _, list := range after {
					slices.Sort(list)
				}
				return fmt.Sprint(after)
			}
			// A component may move to itself, which is not to stay: so count
			// moves by who moved, too.
			key := func(next []int, moved []bool) string {
				shifted := slices.Clone(next)
				for i, yes := range moved {
					if yes {
						shifted[i] += 10
					}
				}
				return text(shifted)
			}
			want, got := map[string]int{}, map[string]int{}
			compound.EachMove(kind, components, lists, func(next []int, moved []bool) bool {
				want[key(next, moved)] = 1
				return true
			})
			compound.EachMoveUpToOrder(kind, components, lists, func(next []int, moved []bool) bool {
				got[key(next, moved)]++
				return true
			})
			if !maps.Equal(got, want) {
				t.Errorf("%v %v: %v, want %v", kind, components, got, want)
			}
		}
	}
}
