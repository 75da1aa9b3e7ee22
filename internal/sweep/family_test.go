package sweep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/fuzz"
)

// Each family has as many games as it says, each once, and knows its own codes.
func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		text        string
		size        uint64
		first, last string
	}{
		{"0.ddd", 512, "0.0", "0.777"},
		{"d.dd", 128, "0.0", "4.77"},
		{"4.7d", 8, "4.7", "4.77"},
		{"0.d0d", 64, "0.0", "0.707"},
		{"subtraction:1..6", 63, "subtraction[1]", "subtraction[1,2,3,4,5,6]"},
		{"subtraction:2..64:3", 39711, "subtraction[2,3,4]", "subtraction[62,63,64]"},
		{"subtraction:1..5:2..3", 20, "subtraction[1,2]", "subtraction[3,4,5]"},
		{"subtraction:7", 1, "subtraction[7]", "subtraction[7]"},
		{"partition:2..13", 4095, "partition[2]", "partition[2,3,4,5,6,7,8,9,10,11,12,13]"},
		{"rides:4", 14, "nimhof[0,1,1,0]", "nimhof[4,4]"},
		{"rides:1:1..2", 3, "nimhof[0,1,1,0]", "nimhof[0,1,1,0,1,1]"},
		{"wythoff[1..5]", 5, "wythoff[1]", "wythoff[5]"},
		{"../a.star(_,0..2,3..4)", 6, "../a.star(_,0,3)", "../a.star(_,2,4)"},
	} {
		f, err := ParseFamily(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if f.Size() != c.size || f.Game(0) != c.first || f.Game(f.Size()-1) != c.last {
			t.Errorf("%s has %d games, %s to %s; want %d, %s to %s", f, f.Size(), f.Game(0), f.Game(f.Size()-1), c.size, c.first, c.last)
		}
		seen := map[string]bool{}
		for i := range f.Size() {
			g := f.Game(i)
			if seen[g] {
				t.Fatalf("%s has %s twice", f, g)
			}
			seen[g] = true
			if f.Codes && !f.Has(g) {
				t.Errorf("%s does not know %s", f, g)
			}
		}
		for _, other := range []string{"0.7", "4.7", "0.701", "1.7", "0.0001", "4.77", "0.07", "0.77"} {
			if f.Codes && f.Has(other) != seen[other] {
				t.Errorf("%s has %s: %v, want %v", f, other, f.Has(other), seen[other])
			}
		}
	}
}

// The sets of a choice are all sets of their sizes, smaller ones first.
func TestChoices(t *testing.T) {
	for members := uint64(1); members <= 7; members++ {
		for least := uint64(1); least <= members; least++ {
			for most := least; most <= members; most++ {
				c, err := newChoice(members, fmt.Sprintf("%d..%d", least, most), span{})
				if err != nil {
					t.Fatal(err)
				}
				var want, got [][]uint64
				for set := range uint64(1) << members {
					var all []uint64
					for m := range members {
						if set>>m&1 == 1 {
							all = append(all, m)
						}
					}
					if n := uint64(len(all)); least <= n && n <= most {
						want = append(want, all)
					}
				}
				slices.SortFunc(want, func(a, b []uint64) int {
					if len(a) != len(b) {
						return len(a) - len(b)
					}
					return slices.Compare(a, b)
				})
				for i := range c.size() {
					got = append(got, c.set(i))
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("%d to %d of %d: %v, want %v", least, most, members, got, want)
				}
			}
		}
	}
}

func TestWrongFamilies(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "no family; want 0.ddd",
		"0.77":                       "this is one code; want a d",
		"subtracton:1..5":            `did you mean "subtraction"`,
		"subtraction:5..1":           "the smaller number first",
		"subtraction:0..5":           "want a range within 1..1000000000",
		"partition:1..5":             "want a range within 2..63",
		"partition:2..64":            "want a range within 2..63",
		"subtraction:1..5:6":         "want 1 to 5 members",
		"subtraction:1..60":          "want smaller sets",
		"subtraction:1..9999":        "want at most 4096 numbers",
		"subtraction:x..5":           "want a range of whole numbers",
		"rides:0":                    "want the largest step",
		"rides:64":                   "want the largest step",
		"3.dd":                       "want 0, 4 or d before the point",
		"0.ddddddddddd":              "at most 10 digits",
		"wythoff[5..]":               "want a range",
		"../x[":                      "no range",
		"a[0..999999999,0..999]":     "more than 4294967296 games",
		"subtraction:1..99999999999": "want a range of whole numbers",
	} {
		if _, err := ParseFamily(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParseFamily(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"0.ddd", "d.d", "subtraction:1..20", "subtraction:1..64:2..3", "rides:4:2", "wythoff[1..5]", "a.star(_,0..2,3..4)", "../b(1..2)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		family, err := ParseFamily(text)
		if err != nil {
			return
		}
		if family.Size() == 0 || family.Size() > MostGames || family.Game(0) == "" || family.Game(family.Size()-1) == "" {
			t.Errorf("%q has %d games", text, family.Size())
		}
		if family.Codes && !family.Has(family.Game(family.Size()/2)) {
			t.Errorf("%q does not know %s", text, family.Game(family.Size()/2))
		}
	})
}

func FuzzParseSpec(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add([]byte(`{"family": "0.dd", "ask": "period", "memory": 1, "piece": 3, "only": [{"from": 1, "to": 5}, {"from": 9, "to": 10}]}`))
	f.Add([]byte(`{"family": "subtraction:1..5", "ask": "values", "memory": 1, "piece": 1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := ParseSpec(text)
		if err != nil {
			return
		}
		family, _ := ParseFamily(s.Family)
		games, pieces := s.Count(family.Size()), s.Pieces(family.Size())
		if uint64(pieces)*uint64(s.Piece) < games || pieces > 0 && uint64(pieces-1)*uint64(s.Piece) >= games {
			t.Errorf("%d games in %d pieces of %d", games, pieces, s.Piece)
		}
		if again, err := ParseSpec(s.JSON()); err != nil || string(again.JSON()) != string(s.JSON()) {
			t.Errorf("%s becomes %v: %v", s.JSON(), again, err)
		}
	})
}

// The pieces have all games of a spec, each once, in order.
func TestPieces(t *testing.T) {
	for _, only := range [][]Numbers{nil, {{0, 3}, {5, 6}, {9, 20}}, {{19, 20}}} {
		for piece := 1; piece < 25; piece++ {
			s := Spec{Only: only, Piece: piece}
			var want, got []uint64
			for _, r := range s.Games(20) {
				for i := r.From; i < r.To; i++ {
					want = append(want, i)
				}
			}
			for p := range s.Pieces(20) {
				got = append(got, s.InPiece(p, 20)...)
			}
			if !slices.Equal(got, want) || s.Count(20) != uint64(len(want)) {
				t.Errorf("%v by %d: %v", only, piece, got)
			}
		}
	}
}
