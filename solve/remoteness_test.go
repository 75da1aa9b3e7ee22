package solve_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// lasts is the definition of the remoteness for a whole position.
func lasts(truth *oracle.Oracle, rule oracle.Rule, convention grundy.Convention, position []grundy.Component, known map[string]uint64) uint64 {
	key := oracle.Text(position)
	if n, ok := known[key]; ok {
		return n
	}
	wins := truth.Wins(rule, convention, position)
	best, some := uint64(0), false
	for _, next := range oracle.Moves(rule, position) {
		if wins == truth.Wins(rule, convention, next) {
			continue // a winner who gives the win away
		}
		n := lasts(truth, rule, convention, next, known) + 1
		if !some || wins && n < best || !wins && n > best {
			best, some = n, true
		}
	}
	known[key] = best
	return best
}

func TestRemotenessOfSums(t *testing.T) {
	var kinds []compound.Kind
	for kind := range rules {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	rapid.Check(t, func(t *rapid.T) {
		for i := range 4 {
			var truth oracle.Oracle
			kind := rapid.SampledFrom(append(kinds, compound.Disjunctive, compound.Disjunctive)).Draw(t, "kind")
			sum := drawSum(t, long.Or[uint64](200, 600))
			q := solve.Question{Sum: sum, Convention: grundy.Convention(i % 2), Compound: kind}
			got, err := solve.Remoteness(context.Background(), q)
			want := lasts(&truth, rules[kind], q.Convention, sum.Components(), map[string]uint64{})
			if err != nil || got != want {
				t.Fatalf("%v, %v, %v lasts %d moves, %v, want %d", sum, q.Convention, kind, got, err, want)
			}
		}
	})
}
