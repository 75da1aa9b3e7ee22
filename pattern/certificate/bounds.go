package certificate

// This file checks that moves lead from positions to positions, and where play is over.

import "fmt"

// checkBounds finds out which bounds moves cross, and checks that moves lead from
// positions to positions.
func (k *checker) checkBounds() {
	g := k.game
	within := make([]formula, len(g.coordinates)) // the bound above
	low := g.shape
	for i, b := range k.claim.Coordinates {
		above := variable(i)
		above.more = -b.Least
		if b.Least > 0 {
			low = all(low, isLeast(above))
		}
		within[i] = isLeast(k.sumOf(constant(b.Most), -1, variable(i)))
		b.Crossed = false
		k.bounds = append(k.bounds, b)
	}
	k.whole, k.positions = all(low, all(within...)), low
	for i, f := range within {
		if !k.bounds[i].Dropped {
			k.positions = all(k.positions, f)
		}
	}
	over := some(g.won, g.lost, g.drawn)
	k.goesOn = all(k.positions, not(over))
	for number, m := range g.kinds {
		k.step()
		for _, part := range m.parts {
			for i := range g.coordinates {
				crossing := passage(all(k.whole, not(over)), m, k.beyond(part[i], g.most[i]))
				if !k.possible(crossing) {
					continue
				}
				if k.bounds[i].Crossed = true; !k.bounds[i].Dropped {
					k.refuse("coordinates", "a move of kinds[%d] crosses the bound of %s at %s", number, g.coordinates[i], k.example(k.automaton(crossing)))
				}
			}
			field := fmt.Sprintf("kinds[%d]", number)
			by, natural := map[int]term{}, yes
			for i, t := range part {
				if by[i] = t; !t.isNatural() {
					natural = all(natural, isLeast(t))
				}
			}
			to, ok := k.positions.put(by)
			if !ok {
				k.refuse(field, "a number is too large")
			}
			k.none(field, passage(k.goesOn, m, not(all(natural, to))), func(at string) string {
				return fmt.Sprintf("a move leads from %s out of the positions", at)
			})
		}
	}
}

// beyond says that a term is greater than a bound.
func (k *checker) beyond(t term, most int64) formula {
	if below, ok := constant(most).plus(-1, t); ok {
		return not(isLeast(below))
	}
	// most - t has more than 64 bits. The term gets a name.
	v := k.unused()
	name := variable(v)
	return exists([]int{v}, all(isZero(k.sumOf(t, -1, name)), not(isLeast(k.sumOf(constant(most), -1, name)))))
}

// checkEnds checks that where play is over it has one end, and that the claim is one that can be made
// of such a game.
func (k *checker) checkEnds() {
	g := k.game
	if k.claim.Of != POutcome {
		k.none("of", all(k.positions, some(g.won, g.lost, g.drawn)), func(at string) string {
			return fmt.Sprintf("play is won, lost or drawn at %s, and %s say nothing of such games", at, k.claim.Of)
		})
		return
	}
	k.none("drawn", all(k.positions, g.drawn), func(at string) string {
		return fmt.Sprintf("play is drawn at %s, and P-positions say nothing of such games", at)
	})
	k.none("won", all(k.positions, g.won, g.lost), func(at string) string {
		return fmt.Sprintf("play is won and lost at %s", at)
	})
}
