package catalog_test

// Positions of the catalogue have numbers without gaps.

import (
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/theory/search"
)

// The examples of every file have the options that their ranks have, and the order that is found
// is one of all moves of small boxes.
func TestRanks(t *testing.T) {
	ranked, backward := map[string]bool{}, 0
	for _, name := range long.Every(8, catalog.Names()) {
		for _, e := range load(t, name).Examples() {
			ranks, ok := e.Position.Ranks()
			if !ok || ranks.Count() > long.Of[uint64](60, 500, 1000) || ranked[name] || testing.Short() && len(ranked) >= 8 {
				continue
			}
			ranked[name] = true
			order, err := ranks.FindOrder(t.Context())
			if err != nil && len(e.Position.AppendOptions(nil)) > 0 {
				t.Logf("%s: %v", e.Position, err)
			}
			weights := order.Weights
			if order.ByRank {
				weights = nil
			}
			a, err := search.Arrange(ranks.Sizes, weights)
			if err != nil {
				t.Errorf("%s: %v", e.Position, err)
				continue
			}
			if order.ByRank && ranks.FindBackward != nil {
				backward += sameOutcomes(t, e.Position, ranks)
			}
			lister := ranks.NewMoves()
			for rank := range ranks.Count() {
				p, ok := ranks.Unrank(rank)
				options, err := lister.AppendOptions(nil, rank)
				if !ok || errors.Is(err, grundy.ErrUnranked) {
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", p, err)
					break
				}
				var want []uint64
				for _, q := range p.AppendOptions(nil) {
					want = append(want, ranks.Rank(q))
				}
				slices.Sort(want)
				slices.Sort(options)
				options = slices.Compact(options)
				if ranks.Rank(p) != rank || !slices.Equal(slices.Compact(want), options) {
					t.Errorf("%s, of rank %d: options %d, want %d", p, rank, options, want)
					break
				}
				for _, q := range options {
					if order.Words != "" && a.Place(q) >= a.Place(rank) {
						to, _ := ranks.Unrank(q)
						t.Errorf("%s leads to %s, which is not lower by %s", p, to, order.Words)
						break
					}
				}
			}
		}
	}
	if len(ranked) < long.Or(5, 20) && !testing.Short() {
		t.Errorf("only %d files have ranks", len(ranked))
	}
	if backward < long.Or(1, 10) && !testing.Short() {
		t.Errorf("only %d files have moves backward", backward)
	}
}

// sameOutcomes compares outcomes of ranks with nim-values, where moves are listed backward and
// stay in the ranks: then it returns 1.
func sameOutcomes(t *testing.T, p grundy.Component, ranks grundy.Ranks[grundy.Component]) int {
	backward, err := ranks.FindBackward(t.Context())
	if err != nil {
		return 0
	}
	values, err := search.Table(t.Context(), func() search.DenseRules { return ranks.NewMoves() }, ranks.Count(), search.Options{})
	if err != nil {
		return 0
	}
	outcomes, err := search.NewOutcomes(t.Context(), ranks.NewMoves(), backward, ranks.Count(), search.Options{})
	if err != nil {
		t.Errorf("%s: %v", p, err)
		return 0
	}
	for rank := range ranks.Count() {
		if q, ok := ranks.Unrank(rank); ok && outcomes.At(rank) != min(values.At(rank), 1) {
			t.Errorf("%s of nim-value %d has the outcome %d", q, values.At(rank), outcomes.At(rank))
			return 0
		}
	}
	return 1
}
