package rules_test

// This file measures searches of games from files of rules. Package theory/search has the same
// games written in Go.

import (
	"errors"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/search"
)

func BenchmarkSearchOfChomp(b *testing.B)   { benchRules(b, "chomp", "8,12)") }
func BenchmarkSearchOfCram5x5(b *testing.B) { benchRules(b, "cram", "5,5)") }
func BenchmarkSearchOfCram5x6(b *testing.B) { benchRules(b, "cram", "5,6)") }
func BenchmarkSearchOfKayles(b *testing.B)  { benchRules(b, "kayles", "300)") }

// benchRules searches a position of a game of the catalogue, written as in the
// grammar of positions behind "(".
func benchRules(b *testing.B, game, position string) {
	b.Helper()
	r, ok := catalog.Open(game)
	if !ok {
		b.Fatalf("%s is not in the catalogue", game)
	}
	f, err := rules.Load(b.Context(), game, r, rules.Options{})
	if err := errors.Join(err, r.Close()); err != nil {
		b.Fatal(err)
	}
	c, _, err := f.Read(b.Context(), position)
	if err != nil {
		b.Fatal(err)
	}
	if !benchPacked[uint64](b, c) && !benchPacked[[2]uint64](b, c) && !benchPacked[[4]uint64](b, c) && !benchPacked[string](b, c) {
		b.Fatalf("%v has no keys", c)
	}
}

func benchPacked[K search.Key](b *testing.B, c grundy.Component) bool {
	b.Helper()
	game, ok := grundy.Pack[K](c)
	if !ok {
		return false
	}
	b.Run("rules", func(b *testing.B) {
		positions := uint64(0)
		for b.Loop() {
			memo := search.NewMemo(game.Lister, search.Options{})
			for _, key := range game.Keys {
				if _, err := memo.Value(b.Context(), key); err != nil {
					b.Fatal(err)
				}
			}
			positions += memo.Positions()
		}
		b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		b.ReportMetric(float64(positions)/float64(b.N), "positions")
	})
	return true
}
