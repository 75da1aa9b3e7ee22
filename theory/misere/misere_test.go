package misere_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// tame reports whether the games below position p have Ferguson's property.
func tame(truth *oracle.Oracle, g oracle.Graph, p int) bool {
	options := g[p]
	if len(options) > 0 && truth.Value(grundy.Place(g, p)) == 0 {
		if !slices.ContainsFunc(options, func(q int) bool { return truth.Value(grundy.Place(g, q)) == 1 }) {
			return false
		}
	}
	for _, q := range options {
		if !tame(truth, g, q) {
			return false
		}
	}
	return true
}

func check(t interface{ Errorf(string, ...any) }, truth *oracle.Oracle, components []grundy.Component) {
	parts := make([]compound.Part, len(components))
	for i, c := range components {
		parts[i] = compound.Part{Measure: genus(truth, c), Copies: 1}
	}
	wins := truth.Wins(oracle.One, grundy.Misere, components)
	if got := misere.Outcome(parts) == grundy.N; got != wins {
		t.Errorf("misère %s: N is %v, by search %v", oracle.Text(components), got, wins)
	}
	var want, got []string
	for _, next := range truth.WinningMoves(oracle.One, grundy.Misere, components) {
		want = append(want, oracle.Text(next))
	}
	for plan := range misere.WinningPlans(parts) {
		c := plan[0]
		for _, q := range components[c.Part].AppendOptions(nil) {
			if genus(truth, q) == c.Lo {
				next := slices.Clone(components)
				next[c.Part] = q
				got = append(got, oracle.Text(next))
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("misère %s: winning moves %v, by search %v", oracle.Text(components), got, want)
	}
}

func genus(truth *oracle.Oracle, c grundy.Component) uint64 {
	return misere.OfNimValue(grundy.Value(truth.Value(c)))
}

// All pairs of tame games of birthday at most 3, and all triples of birthday
// at most 2.
func TestSmallTameGames(t *testing.T) {
	var truth oracle.Oracle
	collect := func(positions int) (games []grundy.Component) {
		for _, g := range oracle.AllGraphs(positions) {
			if tame(&truth, g, positions-1) {
				games = append(games, grundy.Place(g, positions-1))
			}
		}
		return games
	}
	three, two := collect(4), collect(3)
	if len(three) < 20 {
		t.Fatalf("only %d tame games to test with", len(three))
	}
	for _, a := range three {
		check(t, &truth, []grundy.Component{a})
		for _, b := range three {
			check(t, &truth, []grundy.Component{a, b})
		}
	}
	for _, a := range two {
		for _, b := range two {
			for _, c := range two {
				check(t, &truth, []grundy.Component{a, b, c})
			}
		}
	}
}

func TestRandomTameGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		components := make([]grundy.Component, rapid.IntRange(1, 3).Draw(t, "components"))
		for i := range components {
			n := rapid.IntRange(1, 6).Draw(t, "positions")
			g := make(oracle.Graph, n)
			for p := range g {
				for q := range p {
					if rapid.Bool().Draw(t, fmt.Sprintf("%d to %d", p, q)) {
						g[p] = append(g[p], q)
					}
				}
			}
			if !tame(&truth, g, n-1) {
				t.Skip("not tame")
			}
			components[i] = grundy.Place(g, n-1)
		}
		check(t, &truth, components)
	})
}

func TestGenus(t *testing.T) {
	for _, c := range []struct {
		v    grundy.Value
		firm bool
	}{{0, false}, {1, false}, {0, true}, {1, true}, {2, true}, {1 << 63, true}} {
		if v, firm := misere.Split(misere.Genus(c.v, c.firm)); v != c.v || firm != c.firm {
			t.Errorf("genus of (%d, %v) is read as (%d, %v)", c.v, c.firm, v, firm)
		}
	}
}

func TestStatedTame(t *testing.T) {
	for _, c := range []struct {
		v    grundy.Value
		firm bool
		text string
	}{{0, false, "0^1"}, {1, false, "1^0"}, {0, true, "0^0"}, {1, true, "1^1"}, {7, true, "7^7"}, {12, true, "12^(12)"}} {
		if got := misere.StatedTame(misere.Genus(c.v, c.firm)).String(); got != c.text {
			t.Errorf("nim-value %d, firm %v: %s, want %s", c.v, c.firm, got, c.text)
		}
	}
}

// The digits are the misère nim-values with twos beside the position of Nim, and no more than are needed.
func TestStatedDigits(t *testing.T) {
	store := misere.NewStore()
	for n := range 40 {
		for _, heaps := range [][]int{{n}, {n, 2}, {n, 1}} {
			f := misere.Form(0)
			for _, h := range heaps {
				f, _ = store.Sum(f, store.Nim(h))
			}
			s, tame := store.Stated(f), misere.StatedTame(store.Genus(f).Measure())
			if !slices.Equal(s.Digits, tame.Digits) || s.NimValue != tame.NimValue {
				t.Errorf("%v: %v, as a tame game %v", heaps, s.Digits, tame.Digits)
			}
			if heap := misere.StatedHeap(uint64(n)); len(heaps) == 1 && !reflect.DeepEqual(s, heap) {
				t.Errorf("%v: %v, as a heap %v", n, s, heap)
			}
			for k := range 8 {
				at := k
				if last := len(s.Digits) - 1; at > last {
					at = last - (k-last)%2
				}
				if s.Digits[at] != uint64(store.Genus(f).At(0)) {
					t.Errorf("%v and %d twos: %d, want %d", heaps, k, s.Digits[at], store.Genus(f).At(0))
				}
				f, _ = store.Sum(f, store.Nim(2))
			}
			if last := len(s.Digits) - 1; last > 1 && s.Digits[last] == s.Digits[last-2] {
				t.Errorf("%v: %v has more digits than it needs", heaps, s.Digits)
			}
		}
	}
	if s := (misere.Stated{}); s.IsKnown() || s.String() != "" {
		t.Error("what is not known has a genus")
	}
}

func TestSumOf(t *testing.T) {
	fickle, firm := misere.Genus(1, false), misere.Genus(3, true)
	for _, c := range []struct {
		parts []compound.Part
		v     grundy.Value
		firm  uint64
	}{
		{nil, 0, 0},
		{[]compound.Part{{Measure: fickle, Copies: 3}}, 1, 0},
		{[]compound.Part{{Measure: fickle, Copies: 2}, {Measure: firm, Copies: 1}}, 3, 1},
		{[]compound.Part{{Measure: fickle, Copies: 1}, {Measure: firm, Copies: 5}}, 2, 2},
		{[]compound.Part{{Measure: firm, Copies: 1}, {Measure: misere.Genus(0, true), Copies: 1}}, 3, 2},
	} {
		if v, firm := misere.SumOf(c.parts); v != c.v || firm != c.firm {
			t.Errorf("%v: nim-value %d, %d firm, want %d, %d", c.parts, v, firm, c.v, c.firm)
		}
	}
}
