package certificate

// This file checks which coordinates a move chooses freely.

import "slices"

// checkChoices checks that coordinates are chosen freely, and finds out what can be left
// safely.
func (k *checker) checkChoices() {
	c, n := k.claim.Choices, len(k.game.coordinates)
	if c == nil {
		return
	}
	chosen := make([]bool, n)
	last := -1
	for _, name := range c.Of {
		at := slices.Index(k.game.coordinates, name)
		if at <= last {
			k.refuse("choices", "%q: want coordinates in their order", name)
			return
		}
		chosen[at], last = true, at
	}
	if k.claim.Of != POutcome || last < 0 || len(c.Of) == n {
		k.refuse("choices", "want P-positions, and some of the coordinates")
		return
	}
	// The option's coordinates are the variables behind those of the position.
	options := no
	for _, m := range k.game.kinds {
		if len(m.parts) != 1 {
			k.refuse("choices", "the move %s does not leave one position", m.where)
			return
		}
		var to []formula
		for i, t := range m.parts[0] {
			to = append(to, isZero(k.sumOf(t, -1, variable(n+i))))
		}
		options = some(options, passage(k.goesOn, m, to...))
	}
	pairs := k.over(options, 2*n)
	// without leaves out variables of an automaton: those of positions, or of chosen ones.
	without := func(a *dfa, chosenOnly bool, from int) *dfa {
		for i, is := range chosen {
			if is || !chosenOnly {
				a = k.exists(a, from+i)
			}
		}
		return a
	}
	reached := without(pairs, false, 0)
	free := k.and(without(pairs, true, n), reached)
	k.empty(k.product(free, pairs, andNot), "choices", "they are not free: look at the options of %s")
	after := make([]int, n)
	for i := range after {
		after[i] = n + i
	}
	k.safe = k.table(without(k.and(reached, k.rename(k.claimed, after...)), true, n))
}
