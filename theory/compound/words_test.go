package compound_test

// These are tests of what the package says in words, and of the kinds that come to another kind.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		measure grundy.Measure
		value   uint64
		want    string
	}{
		{grundy.ByOutcome, 1, ""}, {grundy.ByNimValue, 3, ""}, {grundy.ByGenus, 3, ""},
		{grundy.ByRemoteness, 3, "remoteness 3"}, {grundy.ByMisereRemoteness, 0, "misère remoteness 0"},
		{grundy.BySuspense, 4, "suspense 4"}, {grundy.ByMisereSuspense, 5, "misère suspense 5"},
		{grundy.ByMisereNimValue, 1, "misère nim-value 1"}, {grundy.ByHeap, 4, "a heap of 3"},
		{grundy.ByOutcomes, 0, "it has ended"}, {grundy.ByForeclosed, 0, "it has ended"}, {grundy.ByMisereForeclosed, 0, "it has ended"},
		{grundy.ByOutcomes, 1, "outcome P in normal and N in misère play"}, {grundy.ByOutcomes, 2, "outcome P in normal and P in misère play"},
		{grundy.ByOutcomes, 3, "outcome N in normal and P in misère play"}, {grundy.ByOutcomes, 4, "outcome N in normal and N in misère play"},
		{grundy.ByForeclosed, 1, "it can be ended in one move"}, {grundy.ByForeclosed, 5, "foreclosed nim-value 3"},
		{grundy.ByMisereForeclosed, 1, "misère foreclosed nim-value 0"},
	} {
		if got := compound.Describe(c.measure, c.value); got != c.want {
			t.Errorf("%v %d: %q, want %q", c.measure, c.value, got, c.want)
		}
	}
}

// The reasons, and what the sources say of Moore's theorem.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		kind       string
		convention grundy.Convention
		measures   []uint64
		want       string
	}{
		{"disjunctive", grundy.Normal, []uint64{1, 2}, "nim-sum of the nim-values is 3"},
		{"diminished-disjunctive", grundy.Normal, []uint64{1, 5, 1}, "wins; 2 of 3 components can be ended in one move"},
		{"diminished-disjunctive", grundy.Normal, []uint64{5, 2}, "who makes it possible to end a component loses. The nim-sum of the foreclosed nim-values is 3"},
		{"diminished-disjunctive", grundy.Misere, []uint64{5, 2}, "who ends a component loses. The nim-sum of the foreclosed nim-values is 5"},
		{"conjunctive", grundy.Normal, []uint64{3, 2}, "The least remoteness is 2, so the play lasts that many moves if the winner hurries and the loser stalls; the player who faces an odd number wins"},
		{"conjunctive", grundy.Misere, []uint64{3, 2}, "The least misère remoteness is 2, so the play lasts that many moves if the winner hurries and the loser stalls; the player who faces an even number wins"},
		{"continued-conjunctive", grundy.Normal, []uint64{3, 2}, "The greatest suspense is 3"},
		{"selective", grundy.Normal, []uint64{1, 0, 1}, "2 of 3 components are N"},
		{"selective", grundy.Misere, []uint64{0, 3, 1}, "1 of 2 components that can move are N in normal play; who leaves none wins, if two or more can still move.\nOnce only one"},
		{"selective", grundy.Misere, []uint64{0, 3, 0}, "Only one component can move"},
		{"selective", grundy.Misere, []uint64{0, 0}, "All components have ended"},
		{"shortened-selective", grundy.Normal, []uint64{1, 3, 4}, "2 of 3 components are N; who ends a component wins"},
		{"shortened-selective", grundy.Misere, []uint64{1, 3, 4}, "who ends a component loses. 2 of 3 components are N in misère play"},
		{"proper-selective", grundy.Normal, []uint64{7}, "There is only one component"},
		{"proper-selective", grundy.Misere, []uint64{4}, "There is only one component"},
		{"proper-selective", grundy.Normal, []uint64{7, 7}, "All nim-values are equal"},
		{"proper-selective", grundy.Normal, []uint64{7, 5, 0, 5}, "3 different nim-values occur"},
		{"proper-selective", grundy.Misere, []uint64{2, 2, 2}, "No heap is greater than 1; who leaves 1 more than a multiple of 3 heaps"},
		{"moore:2", grundy.Normal, []uint64{2, 4, 4, 4}, "those of 1, are not one in a multiple of 3 heaps"},
		{"moore:2", grundy.Normal, []uint64{3, 3, 3, 1}, "Every binary digit is one in a multiple of 3 heaps"},
		{"moore:2", grundy.Misere, []uint64{3, 3, 3, 1}, "later, 1 more than a multiple of 3 heaps of 1 must be left"},
		{"moore:2", grundy.Misere, []uint64{2, 2, 1, 2}, "No heap is greater than 1; who leaves 1 more than a multiple of 3 heaps"},
	} {
		kind, err := compound.ParseKind(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		var parts []compound.Part
		active := uint64(0)
		for _, m := range c.measures {
			parts = append(parts, compound.Part{Measure: m, Copies: 1})
			active += min(m, 1)
		}
		theorem, ok := kind.Theorem(c.convention, uint64(len(parts)), active)
		if !ok {
			t.Fatalf("no theorem on %v", c)
		}
		var said []string
		theorem.Reasons(parts, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) })
		if got := strings.Join(said, "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c, got, c.want)
		}
		if c.kind == "moore:2" && !strings.Contains(theorem.Source, "multiple of 3 times") {
			t.Errorf("%v: %q", c, theorem.Source)
		}
	}
	if theorem, _ := compound.Moore(2).Theorem(grundy.Normal, 5, 3); !strings.Contains(theorem.Source, "at most 2 of 3 components") {
		t.Error(theorem.Source)
	}
}

func TestReduced(t *testing.T) {
	for _, c := range []struct {
		kind               compound.Kind
		convention         grundy.Convention
		components, active uint64
		want               compound.Kind
	}{
		{compound.Moore(1), grundy.Normal, 5, 5, compound.Disjunctive},
		{compound.Moore(3), grundy.Normal, 5, 3, compound.Selective},
		{compound.Moore(3), grundy.Normal, 5, 4, compound.Moore(3)},
		{compound.Moore(3), grundy.Misere, 4, 4, compound.ProperSelective},
		{compound.Moore(3), grundy.Misere, 5, 5, compound.Moore(3)},
		{compound.ProperSelective, grundy.Normal, 2, 2, compound.ProperSelective},
		{compound.ProperSelective, grundy.Normal, 3, 2, compound.ProperSelective},
		{compound.ProperSelective, grundy.Misere, 2, 2, compound.Disjunctive},
		{compound.ProperSelective, grundy.Misere, 3, 2, compound.Selective},
		{compound.ProperSelective, grundy.Misere, 3, 3, compound.ProperSelective},
		{compound.ProperSelective, grundy.Misere, 1, 0, compound.ProperSelective},
		{compound.Selective, grundy.Misere, 2, 2, compound.Selective},
		{compound.Conjunctive, grundy.Misere, 3, 2, compound.Conjunctive},
	} {
		if got := c.kind.Reduced(c.convention, c.components, c.active); got != c.want {
			t.Errorf("%v: %v", c, got)
		}
	}
}

// A heap of Nim has the heaps below it as options, also some of them twice.
func TestDefinitionOfHeaps(t *testing.T) {
	heap, _ := compound.Define(grundy.ByHeap)
	for _, c := range []struct {
		options []uint64
		want    uint64
	}{
		{nil, 1}, {[]uint64{1}, 2}, {[]uint64{2, 1}, 3}, {[]uint64{1, 1}, 2}, {[]uint64{2}, 0}, {[]uint64{1, 3}, 0}, {[]uint64{1, 0}, 0},
	} {
		if got := heap.Of(c.options); got != c.want {
			t.Errorf("options %v: %d, want %d", c.options, got, c.want)
		}
	}
}
