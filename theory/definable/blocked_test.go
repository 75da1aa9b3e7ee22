package definable_test

import (
	"fmt"
	"testing"

	. "github.com/grundy-games/grundy/theory/automata"
)

// TestBlockedWythoff proves which positions of Wythoff's game can be left safely if one or
// two moves of the opponent may be forbidden: those from which no more moves than that lead
// to positions that can be left safely. The candidate is learned from a table. Renard and
// Rigo (arXiv 2512.11601) prove such theorems with Walnut.
func TestBlockedWythoff(t *testing.T) {
	for blocked := range 3 {
		t.Run(fmt.Sprint(blocked), func(t *testing.T) { blockedWythoff(t, blocked) })
	}
}

func blockedWythoff(t *testing.T, blocked int) {
	const edge = 2584
	safe := make([]bool, edge*edge)
	var rows, columns [edge]int
	var diagonals [2 * edge]int
	for x := range edge {
		for y := range edge {
			if rows[x]+columns[y]+diagonals[x-y+edge] <= blocked {
				safe[x*edge+y] = true
				rows[x]++
				columns[y]++
				diagonals[x-y+edge]++
			}
		}
	}
	s := Zeckendorf()
	set := learn(t, s, []string{"x", "y"}, 4, func(p []int64) bool {
		return p[0] < edge && p[1] < edge && safe[p[0]*edge+p[1]]
	})
	// At least count moves of a kind lead to positions that can be left safely.
	have := func(dx, dy int64, count int) Formula {
		last := C(0)
		var names []string
		var all []Formula
		for i := range count {
			names = append(names, fmt.Sprint("k", i))
			k := V(names[i])
			all = append(all, Less(last, k), Set("S", set, V("x").Minus(k.Times(dx)), V("y").Minus(k.Times(dy))))
			last = k
		}
		return Exists(names, And(all...))
	}
	var more []Formula
	for a := range blocked + 2 {
		for b := range blocked + 2 - a {
			more = append(more, And(have(1, 0, a), have(0, 1, b), have(1, 1, blocked+1-a-b)))
		}
	}
	v, err := (&Theory{System: s, Budget: Budget{States: 1 << 20}}).Decide(t.Context(), Iff(Set("S", set, V("x"), V("y")), Not(Or(more...))))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d states, largest automaton %d states", set.States(), v.Stats.Largest.States)
	if !v.Holds {
		t.Error("not at", v.Counter)
	}
}
