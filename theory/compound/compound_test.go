package compound_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/oracle"
	"grundy/theory/compound"
)

var rules = map[compound.Kind]oracle.Rule{
	compound.Disjunctive:     oracle.One,
	compound.Selective:       oracle.AnySet,
	compound.ProperSelective: oracle.AnyProperSet,
	compound.Conjunctive:     oracle.All,
}

// check compares the theory of each kind with the search of the whole
// position: the outcome, and the winning moves one by one.
func check(t interface{ Errorf(string, ...any) }, truth *oracle.Oracle, components []grundy.Component) {
	for kind, rule := range rules {
		parts := make([]compound.Part, len(components))
		for i, c := range components {
			parts[i] = compound.Part{Measure: measure(truth, kind, c), Copies: 1}
		}
		wins := truth.Wins(rule, grundy.Normal, components)
		if got := kind.Outcome(parts) == grundy.N; got != wins {
			t.Errorf("%v compound of %s: N is %v, by search %v", kind, oracle.Text(components), got, wins)
		}
		if !wins {
			continue
		}
		var want []string
		for _, next := range truth.WinningMoves(rule, grundy.Normal, components) {
			want = append(want, oracle.Text(next))
		}
		got := planned(truth, kind, components, parts)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%v compound of %s: winning moves\n %s\nby search\n %s", kind, oracle.Text(components),
				strings.Join(got, "\n "), strings.Join(want, "\n "))
		}
	}
}

func measure(truth *oracle.Oracle, kind compound.Kind, c grundy.Component) uint64 {
	switch kind.Measure() {
	case grundy.ByOutcome:
		return min(truth.Value(c), 1)
	case grundy.ByRemoteness:
		return truth.Remoteness(c)
	default:
		return truth.Value(c)
	}
}

// planned lists the positions to which the plans lead.
func planned(truth *oracle.Oracle, kind compound.Kind, components []grundy.Component, parts []compound.Part) []string {
	var levels []uint64
	for _, c := range components {
		for _, q := range c.AppendOptions(nil) {
			levels = append(levels, measure(truth, kind, q))
		}
	}
	slices.Sort(levels)
	levels = slices.Compact(levels)
	var texts []string
	for plan := range kind.WinningPlans(parts, levels) {
		var fill func(next []grundy.Component, step int)
		fill = func(next []grundy.Component, step int) {
			if step == len(plan) {
				texts = append(texts, oracle.Text(next))
				return
			}
			choice := plan[step]
			for _, q := range components[choice.Part].AppendOptions(nil) {
				if m := measure(truth, kind, q); choice.Lo <= m && m <= choice.Hi {
					changed := slices.Clone(next)
					changed[choice.Part] = q
					fill(changed, step+1)
				}
			}
		}
		fill(components, 0)
	}
	return texts
}

// Every pair of games of birthday at most 3, and every triple of birthday at
// most 2.
func TestSmallGames(t *testing.T) {
	var truth oracle.Oracle
	var three, two []grundy.Component
	for _, g := range oracle.AllGraphs(4) {
		three = append(three, grundy.Place(g, 3))
	}
	for _, g := range oracle.AllGraphs(3) {
		two = append(two, grundy.Place(g, 2))
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

func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		components := make([]grundy.Component, rapid.IntRange(1, 3).Draw(t, "components"))
		for i := range components {
			n := rapid.IntRange(1, 5).Draw(t, "positions")
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
		check(t, &truth, components)
	})
}

func TestCopies(t *testing.T) {
	parts := []compound.Part{{Measure: 5, Copies: 3}, {Measure: 3, Copies: 2}}
	if v := compound.Disjunctive.Value(parts); v != 5 {
		t.Errorf("three 5 and two 3 have nim-sum %d, want 5", v)
	}
	var plans []compound.Plan
	for p := range compound.Disjunctive.WinningPlans(parts, nil) {
		plans = append(plans, slices.Clone(p))
	}
	if fmt.Sprint(plans) != "[[{0 0 0}] [{1 6 6}]]" {
		t.Errorf("plans %v", plans)
	}
}

func TestNames(t *testing.T) {
	for _, name := range compound.Names() {
		if kind, err := compound.ParseKind(name); err != nil || kind.String() != name {
			t.Errorf("%q is read as %v (%v)", name, kind, err)
		}
	}
	if _, err := compound.ParseKind("moore:2"); err == nil {
		t.Error("moore:2 is read as a kind")
	}
}
