package misere_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/search"
)

// A sumGame has moves that leave sums of positions with less numbers.
type sumGame [][][]int

func (g sumGame) AppendMoves(m *grundy.Moves[string], key string) error {
	for _, o := range g[int(key[0])] {
		var parts []string
		for _, p := range o {
			parts = append(parts, string([]byte{byte(p)}))
		}
		m.Add(parts...)
	}
	return nil
}

// isP looks at all sums. Positions from 100 on are heaps of Nim.
func (g sumGame) isP(sum []int, known map[string]bool) bool {
	slices.Sort(sum)
	key := fmt.Sprint(sum)
	if p, ok := known[key]; ok {
		return p
	}
	isP, moves := true, false
	for i, p := range sum {
		rest := slices.Delete(slices.Clone(sum), i, i+1)
		var options [][]int
		if p < 100 {
			options = g[p]
		} else {
			for k := 100; k < p; k++ {
				options = append(options, []int{k})
			}
		}
		for _, o := range options {
			moves = true
			isP = isP && !g.isP(slices.Concat(rest, o), known)
		}
	}
	known[key] = isP && moves
	return known[key]
}

func drawSumGame(t *rapid.T, most int) sumGame {
	g := make(sumGame, rapid.IntRange(1, most).Draw(t, "positions"))
	for p := range g {
		if p == 0 {
			continue
		}
		for range rapid.IntRange(0, 4).Draw(t, fmt.Sprintf("options of %d", p)) {
			g[p] = append(g[p], rapid.SliceOfN(rapid.IntRange(0, p-1), 0, 2).Draw(t, "option"))
		}
	}
	return g
}

// Couples of keys are compared with the search of all sums, whatever may be spent on forms.
func TestListerAgainstAllSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, h := drawSumGame(t, 10), drawSumGame(t, 10)
		both := append(slices.Clone(g), make(sumGame, len(h))...) // h comes behind g
		for p, options := range h {
			both[len(g)+p] = nil
			for _, o := range options {
				moved := slices.Clone(o)
				for i := range moved {
					moved[i] += len(g)
				}
				both[len(g)+p] = append(both[len(g)+p], moved)
			}
		}
		defer misere.SetForms(rapid.SampledFrom([]uint64{0, 2, 5, 1000}).Draw(t, "tries"), rapid.SampledFrom([]uint64{0, 3, 1000}).Draw(t, "work"))()
		l, err := misere.NewLister(g, h)
		if err != nil {
			t.Fatal(err)
		}
		c := search.NewCouples(search.Rules[string](l), search.Options{})
		known := map[string]bool{}
		for range 6 {
			var sum []int
			var parts []string
			for range rapid.IntRange(0, 3).Draw(t, "parts") {
				switch rapid.IntRange(0, 4).Draw(t, "kind") {
				case 0:
					p := rapid.IntRange(0, len(h)-1).Draw(t, "of h")
					sum, parts = append(sum, len(g)+p), append(parts, misere.Part(1, string([]byte{byte(p)})))
				case 1:
					n := rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 70}).Draw(t, "heap")
					if n == 70 && len(sum) > 1 {
						n = 6
					}
					sum, parts = append(sum, 100+n), append(parts, misere.Heap(uint64(n)))
				default:
					p := rapid.IntRange(0, len(g)-1).Draw(t, "of g")
					sum, parts = append(sum, p), append(parts, misere.Part(0, string([]byte{byte(p)})))
				}
			}
			keys, err := l.Keys(parts...)
			if err != nil {
				t.Fatal(err)
			}
			heap := rapid.IntRange(0, 4).Draw(t, "beside")
			got, err := c.IsP(t.Context(), uint64(heap), keys...)
			if want := both.isP(append(sum, 100+heap), known); err != nil || got != want {
				t.Fatalf("%v and a heap of %d of %v, %v: P is %v, %v, want %v", sum, heap, g, h, got, err, want)
			}
		}
	})
}
