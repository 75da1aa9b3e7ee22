package entailing_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/entailing"
)

// A graph has the options of its nodes, which are below them, and how the rules end the play there.
type graph struct {
	options [][]int
	ending  []grundy.Ending
}

func random(rng *rand.Rand, nodes int) (g graph) {
	for v := range nodes {
		var options []int
		ending := []grundy.Ending{grundy.NoEnding, grundy.NoEnding, grundy.NoEnding, grundy.NoEnding, grundy.Won, grundy.Lost}[rng.IntN(6)]
		for w := range v {
			if ending == grundy.NoEnding && rng.IntN(3) == 0 {
				options = append(options, w)
			}
		}
		g.options, g.ending = append(g.options, options), append(g.ending, ending)
	}
	return g
}

// worth returns the value of a node by those of its options.
func (g graph) worth(v int) uint64 {
	if g.ending[v] != grundy.NoEnding {
		return entailing.Ended(g.ending[v])
	}
	var options []uint64
	for _, w := range g.options[v] {
		options = append(options, g.worth(w))
	}
	return entailing.Of(options)
}

// wins follows the definition of who wins a sum of two nodes and a heap of Nim.
func (g graph) wins(known map[[3]int]bool, sum [3]int) bool {
	won, ok := known[sum]
	if ok {
		return won
	}
	ending := max(g.ending[sum[0]], g.ending[sum[1]])
	won = ending == grundy.Won
	for i := 0; i < 2 && ending == grundy.NoEnding; i++ {
		for _, w := range g.options[sum[i]] {
			next := sum
			next[i] = w
			won = won || !g.wins(known, next)
		}
	}
	for h := 0; h < sum[2] && ending == grundy.NoEnding; h++ {
		won = won || !g.wins(known, [3]int{sum[0], sum[1], h})
	}
	known[sum] = won
	return won
}

// The value of a sum says who wins it beside each heap of Nim, however its parts end.
func TestSums(t *testing.T) {
	rng := chance.New(t, 3302)
	for range long.Or(60, 1000) {
		g, known := random(rng, 9), map[[3]int]bool{}
		for a := range g.options {
			for b := range a + 1 {
				for heap := range 8 {
					sum := entailing.Plus(entailing.Plus(g.worth(a), g.worth(b)), entailing.Nim(uint64(heap)))
					if lost := sum == entailing.Over || sum == entailing.Nim(0); lost == g.wins(known, [3]int{a, b, heap}) {
						t.Fatalf("%v: %d + %d + *%d is worth %d, and lost %v", g, a, b, heap, sum, !lost)
					}
				}
			}
		}
	}
}

// Two moves of Treblecross: the first one leaves ∞, as the opponent makes three in a row.
func ExampleOf() {
	near := entailing.Of([]uint64{entailing.Over, entailing.Nim(0)})
	fmt.Println(entailing.Loopy(near), entailing.Loopy(entailing.Of([]uint64{near, entailing.Nim(0)})))
	// Output: ∞ 1
}
