package ask

import (
	"context"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/position"
)

// oeisGames has a game for each entry; takeasquare stands for squares of any size.
var oeisGames = map[string]string{
	"A002186": "0.77", "A002187": "0.137", "A002188": "grundy", "A014586": "takeasquare",
	"A071074": "0.7777", "A071434": "0.1377", "A071435": "0.177", "A071436": "0.56", "A071452": "0.11377",
	"A071453": "0.117", "A071464": "0.127", "A071509": "0.1777", "A077069": "4.777", "A125829": "0.115", "A125938": "4.102",
}

func firstValues(t *testing.T, game string) (values []uint64) {
	g, err := position.ParseGame(game)
	if err != nil {
		t.Fatal(err)
	}
	err = g.Sequence.Values(context.Background(), 0, oeisTerms-1, nil, func(part []uint64) error {
		values = append(values, part...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// The game's heaps have all terms, as the offset says, and no other entry agrees with
// them.
func TestOEIS(t *testing.T) {
	for i, e := range oeisEntries() {
		for j, other := range oeisEntries() {
			if n := leastOEIS; i != j && slices.Equal(e.terms[:n], other.terms[:n]) {
				t.Errorf("%s and %s begin alike", e.Number, other.Number)
			}
		}
		var values []uint64
		if game := oeisGames[e.Number]; game == "takeasquare" {
			for n := range uint64(oeisTerms) { // by the mex
				var seen [oeisTerms]bool
				for k := uint64(1); k*k <= n; k++ {
					seen[values[n-k*k]] = true
				}
				values = append(values, uint64(slices.Index(seen[:], false)))
			}
		} else {
			values = firstValues(t, game)
		}
		got := oeisOf(values)
		if got == nil || got.Number != e.Number || got.Shift != 0 || !slices.Equal(e.terms, values[e.first:][:len(e.terms)]) {
			t.Errorf("%s: %+v", e.Number, got)
		}
	}
	for game, shift := range map[string]int{"0.07": -1, "0.4": -2} { // as the entry says: a(n-1), a(n-2)
		if got := oeisOf(firstValues(t, game)); got == nil || got.Number != "A002187" || got.Shift != shift {
			t.Errorf("%s: %+v, want A002187 shifted by %d", game, got, shift)
		}
	}
	for _, game := range []string{"0.3", "0.0", "nim", "0.6"} {
		if got := oeisOf(firstValues(t, game)); got != nil {
			t.Errorf("%s: %+v", game, got)
		}
	}
}
