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

// place reads a position of a game of the catalogue, written as in the grammar of positions
// behind "(".
func place(b *testing.B, game, position string) grundy.Component {
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
	return c
}

// benchRules searches such a position.
func benchRules(b *testing.B, game, position string) {
	b.Helper()
	c := place(b, game, position)
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

func BenchmarkMovesOfCram5x6(b *testing.B)    { benchMoves(b, "cram", "5,6)") }
func BenchmarkMovesOfQueens8x8(b *testing.B)  { benchMoves(b, "peaceful-queens", "8,8)") }
func BenchmarkMovesOfKnights5x5(b *testing.B) { benchMoves(b, "peaceful-knights", "5,5)") }
func BenchmarkMovesOfChomp(b *testing.B)      { benchMoves(b, "chomp", "8,12)") }
func BenchmarkMovesOfKayles(b *testing.B)     { benchMoves(b, "kayles", "60)") }

// benchMoves lists the moves of the first positions that play reaches.
func benchMoves(b *testing.B, game, position string) {
	b.Helper()
	c := place(b, game, position)
	if !benchLister[uint64](b, c) && !benchLister[[2]uint64](b, c) && !benchLister[[4]uint64](b, c) && !benchLister[string](b, c) {
		b.Fatalf("%v has no keys", c)
	}
}

func benchLister[K search.Key](b *testing.B, c grundy.Component) bool {
	b.Helper()
	game, ok := grundy.Pack[K](c)
	if !ok {
		return false
	}
	const most = 5000
	keys := game.Keys
	seen := map[K]bool{}
	var moves grundy.Moves[K]
	for i := 0; i < len(keys) && i < most; i++ {
		moves.Parts, moves.Ends = moves.Parts[:0], moves.Ends[:0]
		if err := game.Lister.AppendMoves(&moves, keys[i]); err != nil {
			b.Fatal(err)
		}
		for _, key := range moves.Parts {
			if !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	keys = keys[:min(len(keys), most)]
	options := 0
	for b.Loop() {
		for _, key := range keys {
			moves.Parts, moves.Ends = moves.Parts[:0], moves.Ends[:0]
			if err := game.Lister.AppendMoves(&moves, key); err != nil {
				b.Fatal(err)
			}
			options += len(moves.Ends)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(options), "ns/option")
	b.ReportMetric(float64(options)/float64(len(keys)*b.N), "options/key")
	return true
}
