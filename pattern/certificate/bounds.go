package certificate

// This file checks that moves lead from positions to positions, and what the walk through the
// rules rests on.

import (
	"fmt"
	"math/big"
)

// checkBounds finds out which bounds moves cross, and checks that moves lead from
// positions to positions.
func (k *checker) checkBounds(dropped []bool) error {
	g := k.game
	within := make([]formula, len(g.coordinates)) // the bound above
	low := g.shape
	for i := range g.coordinates {
		above := variable(i)
		above.more = -g.least[i]
		below, ok := constant(g.most[i]).plus(-1, variable(i))
		if !ok || g.most[i] < g.least[i] {
			return refuse("rules", "the bounds of %s are not understood", g.coordinates[i])
		}
		if g.least[i] > 0 {
			low = all(low, isLeast(above))
		}
		within[i] = isLeast(below)
		k.bounds = append(k.bounds, Bound{Name: g.coordinates[i], Least: g.least[i], Most: g.most[i], Dropped: dropped[i]})
	}
	k.whole, k.positions = all(low, all(within...)), low
	for i, f := range within {
		if !dropped[i] {
			k.positions = all(k.positions, f)
		}
	}
	over := some(g.won, g.lost)
	k.goesOn = all(k.positions, not(over))
	for _, m := range g.kinds {
		if err := k.step(); err != nil {
			return err
		}
		for _, part := range m.parts {
			for i := range g.coordinates {
				beyond, err := k.beyond(part[i], g.most[i], m)
				if err != nil {
					return err
				}
				crossing := passage(all(k.whole, not(over)), m, beyond)
				crosses, err := k.possible(crossing)
				if err != nil {
					return err
				}
				if !crosses {
					continue
				}
				if k.bounds[i].Crossed = true; !dropped[i] {
					beyond, err := k.automaton(crossing)
					if err != nil {
						return err
					}
					return refuse("coordinates", "the move at line %d crosses the bound of %s at %s", m.at.Line, g.coordinates[i], k.tuple(k.example(beyond)))
				}
			}
			to, err := k.positions.at(part)
			if err != nil {
				return refuse("rules", "%s", err)
			}
			natural := yes
			for _, t := range part {
				if !t.isNatural() {
					natural = all(natural, isLeast(t))
				}
			}
			err = k.none("rules", passage(k.goesOn, m, not(all(natural, to))), func(at []*big.Int) string {
				return fmt.Sprintf("the move at line %d leads from %s out of the positions", m.at.Line, k.tuple(at))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// beyond says that a term is greater than a bound.
func (k *checker) beyond(t term, most int64, m kind) (formula, error) {
	if below, ok := constant(most).plus(-1, t); ok {
		return not(isLeast(below)), nil
	}
	// most - t has more than 64 bits. The term gets a name.
	k.fresh++
	name := variable(k.fresh)
	below, ok1 := constant(most).plus(-1, name)
	same, ok2 := t.plus(-1, name)
	if !ok1 || !ok2 {
		return no, refuse("rules", "the numbers of the move at line %d are too large", m.at.Line)
	}
	return exists([]int{k.fresh}, all(isZero(same), not(isLeast(below)))), nil
}

// checkDuties checks what the translation of the rules rests on.
func (k *checker) checkDuties() error {
	g := k.game
	for _, d := range g.duties {
		err := k.none("rules", all(k.positions, d.fails), func(at []*big.Int) string {
			return fmt.Sprintf("line %d, column %d: %s, at %s", d.at.Line, d.at.Col, d.says, k.tuple(at))
		})
		if err != nil {
			return err
		}
	}
	if k.claim.Of != POutcome {
		return k.none("of", all(k.positions, some(g.won, g.lost)), func(at []*big.Int) string {
			return fmt.Sprintf("the rules end the play at %s, and %s say nothing of such games", k.tuple(at), k.claim.Of)
		})
	}
	return k.none("rules", all(k.positions, g.won, g.lost), func(at []*big.Int) string {
		return fmt.Sprintf("the play is won and lost at %s", k.tuple(at))
	})
}
