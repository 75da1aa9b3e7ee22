package entailing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/entailing"
)

// A kind is who moves after a move: the opponent anywhere, the opponent in the node that the move
// left, or the same player again.
type kind int

const (
	plain kind = iota
	entails
	again
)

// A move leaves nodes, one if it entails.
type move struct {
	to   []int
	kind kind
}

// A graph has the moves of its nodes, to nodes below these, and how the rules end the play there.
type graph struct {
	moves  [][]move
	ending []grundy.Ending
}

// random draws a graph. Some have no endings, some only plain moves and endings.
func random(rng *rand.Rand, nodes int) (g graph) {
	ends, turns := rng.IntN(3) > 0, rng.IntN(6) > 0
	for v := range nodes {
		var moves []move
		ending := grundy.NoEnding
		if ends {
			ending = []grundy.Ending{grundy.NoEnding, grundy.NoEnding, grundy.NoEnding, grundy.NoEnding, grundy.NoEnding, grundy.Won, grundy.Lost}[rng.IntN(7)]
		}
		for w := range v {
			if ending != grundy.NoEnding || rng.IntN(3) > 0 {
				continue
			}
			m := move{to: []int{w}}
			if turns {
				m.kind = kind(rng.IntN(3))
			}
			if m.kind != entails && rng.IntN(5) == 0 {
				m.to = append(m.to, rng.IntN(v))
			}
			moves = append(moves, m)
		}
		g.moves, g.ending = append(g.moves, moves), append(g.ending, ending)
	}
	return g
}

// A valued has the values of nodes, and of those that are entailed.
type valued struct {
	entailing.Values
	of, must []uint64
	pass     uint64
}

func (g graph) values() *valued {
	w := &valued{}
	w.pass = w.Entailed([]uint64{entailing.Nim(0)})
	for v, moves := range g.moves {
		var options []uint64
		for _, m := range moves {
			switch m.kind {
			case entails:
				options = append(options, w.must[m.to[0]])
				continue
			case again:
				options = append(options, w.pass)
			default:
				options = append(options, entailing.Nim(0))
			}
			for _, to := range m.to {
				last := &options[len(options)-1]
				*last = w.Plus(*last, w.of[to])
			}
		}
		if ending := g.ending[v]; ending != grundy.NoEnding {
			w.of, w.must = append(w.of, entailing.Ended(ending)), append(w.must, entailing.Ended(ending))
		} else {
			w.of, w.must = append(w.of, w.Of(options)), append(w.must, w.Entailed(options))
		}
	}
	return w
}

// A play knows who wins sums of nodes and a heap of Nim, by the definition: sum is the nodes in
// ascending order, and must says in which of them the player to move must move, or -1.
type play struct {
	graph
	known map[string]bool
}

func (p *play) wins(sum []int, heap, must int) bool {
	key := fmt.Sprint(sum, heap, must)
	won, ok := p.known[key]
	if ok {
		return won
	}
	ending := grundy.NoEnding
	for _, v := range sum {
		ending = max(ending, p.ending[v])
	}
	won = ending == grundy.Won
	for i, v := range sum {
		if ending != grundy.NoEnding || must >= 0 && i != must {
			continue
		}
		for _, m := range p.moves[v] {
			next := append(slices.Delete(slices.Clone(sum), i, i+1), m.to...)
			slices.Sort(next)
			over := grundy.NoEnding
			for _, w := range next {
				over = max(over, p.ending[w])
			}
			switch {
			case over == grundy.Lost: // whoever moves next, the opponent of the player who made it has lost
				won = true
			case over == grundy.Won:
			case m.kind == entails:
				won = won || !p.wins(next, heap, slices.Index(next, m.to[0]))
			case m.kind == again:
				won = won || p.wins(next, heap, -1)
			default:
				won = won || !p.wins(next, heap, -1)
			}
		}
	}
	for h := 0; h < heap && ending == grundy.NoEnding && must < 0; h++ {
		won = won || !p.wins(sum, h, -1)
	}
	p.known[key] = won
	return won
}

// has reports whether an entailed position wins beside others of some value.
func (w *valued) has(must, others uint64) bool {
	// A position whose only option is the sum is worth 0 exactly if the sum wins beside 0; beside ∞, if
	// it has all.
	return w.Of([]uint64{w.Plus(must, others)}) == entailing.Nim(0)
}

// The values say who wins each sum of nodes and a heap, whoever must move where, and however its parts
// end.
func TestSums(t *testing.T) {
	rng := chance.New(t, 3302)
	met := map[string]int{}
	for range long.Or(120, 3000) {
		g := random(rng, 8)
		w, p := g.values(), &play{g, map[string]bool{}}
		for _, v := range w.of {
			met[entailing.Loopy(v).String()]++
		}
		for range 150 {
			sum := []int{rng.IntN(8)}
			for len(sum) < 3 && rng.IntN(3) > 0 {
				sum = append(sum, rng.IntN(8))
			}
			heap, must := rng.IntN(7), rng.IntN(len(sum)+1)-1
			if must >= 0 { // equal nodes have the same moves: which of them must move does not matter
				must = slices.Index(slices.Sorted(slices.Values(sum)), sum[must])
			}
			slices.Sort(sum)
			total := entailing.Nim(uint64(heap))
			for i, v := range sum {
				if i != must {
					total = w.Plus(total, w.of[v])
				}
			}
			var wins bool
			switch {
			case must < 0:
				wins = total != entailing.Over && total != entailing.Nim(0)
			case min(total, w.must[sum[must]]) < entailing.Infinity: // something has ended
				wins = min(total, w.must[sum[must]]) == entailing.Won
			default:
				wins = w.has(w.must[sum[must]], total)
				met["entailed, "+fmt.Sprint(wins)]++
			}
			if wins != p.wins(sum, heap, must) {
				t.Fatalf("%v: %v + *%d, must move in %d: wins %v by the values", g, sum, heap, must, wins)
			}
		}
	}
	t.Log(met)
	for _, v := range []string{"0", "1", "2", "∞", "entailed, true", "entailed, false"} {
		if met[v] < 20 {
			t.Errorf("%v occurs %d times", v, met[v])
		}
	}
}

// Two moves of Treblecross: the first one leaves ∞, as the opponent makes three in a row.
func ExampleValues_Of() {
	var w entailing.Values
	near := w.Of([]uint64{entailing.Over, entailing.Nim(0)})
	fmt.Println(entailing.Loopy(near), entailing.Loopy(w.Of([]uint64{near, entailing.Nim(0)})))
	// Output: ∞ 1
}

// Stacks of Top Entails: divide a stack in two, or take its top coin, so that the opponent must move in
// what is left of it.
func ExampleValues_Entailed() {
	var w entailing.Values
	of, must := []uint64{w.Of(nil)}, []uint64{w.Entailed(nil)}
	for n := 1; n <= 10; n++ {
		options := []uint64{must[n-1]}
		for k := 1; k <= n-k; k++ {
			options = append(options, w.Plus(of[k], of[n-k]))
		}
		of, must = append(of, w.Of(options)), append(must, w.Entailed(options))
		fmt.Print(entailing.Loopy(of[n]), " ")
	}
	// Output: ∞ 0 ∞ 1 0 2 1 3 0 1
}
