package certificate

// This file checks the equation that a claim must satisfy.

import (
	"fmt"
	"slices"
	"strings"
)

// checkClaim checks the equation that the claim must satisfy.
func (k *checker) checkClaim() {
	n := len(k.game.coordinates)
	c := &k.claim
	tracks := n
	if c.isRelation() {
		tracks++
	}
	forms := map[string][]string{POutcome: {"set"}, NimValue: {"values", "partial", "relation", "weights"}, Remoteness: {"values", "relation"}}[c.Of]
	switch {
	case forms == nil:
		k.refuse("of", "%q: want p-positions, nim-values or remoteness", c.Of)
	case !slices.Contains(forms, c.Form):
		k.refuse("form", "%q: want %s for %s", c.Form, strings.Join(forms, " or "), c.Of)
	case len(c.Automata) == 0 || len(c.Automata) > 1 && (c.Form == "set" || c.isRelation()):
		k.refuse("automata", "there are %d for the form %s", len(c.Automata), c.Form)
	}
	if k.err != nil {
		return
	}
	positions := k.over(k.positions, n)
	k.claimed = k.readClaim(positions, tracks)
	var right formula
	if c.Of == POutcome {
		right = k.rightOfP(k.claimed)
	} else {
		right = k.rightOfNumbers(k.claimed)
	}
	if c.Form == "partial" {
		right = all(right, isLeast(k.sumOf(constant(int64(len(c.Automata))-1), -1, variable(n))))
	}
	if want := k.over(right, len(k.claimed.vars)); !same(k.claimed, want) {
		k.refuse("automata", "the claim is wrong, or wrong at an option: look at %s", k.example(k.product(k.claimed, want, differ)))
	}
	if c.Of != POutcome && c.Form != "partial" {
		k.empty(k.product(positions, k.exists(k.claimed, n), andNot), "automata", "no number is claimed for %s")
	}
}

// readClaim reads the automata of the claim: the set of P-positions, or the relation of positions
// and numbers, on the given number of tracks.
func (k *checker) readClaim(positions *dfa, tracks int) (claimed *dfa) {
	n := len(k.game.coordinates)
	claimed = truth(false)
	for i, t := range k.claim.Automata {
		field := fmt.Sprintf("automata[%d]", i)
		a := k.read(field, t, tracks)
		if k.cut {
			a = k.and(a, positions)
		} else if tracks == n { // a relation is compared with one of positions below
			k.empty(k.product(a, positions, andNot), field, "it accepts %s, which is not a position")
		}
		k.tables = append(k.tables, k.table(a))
		if k.claim.Form == "values" || k.claim.Form == "partial" {
			a = k.and(a, k.fixed(uint64(i), n))
		}
		if i == 0 {
			claimed = a
		} else {
			claimed = k.either(claimed, a)
		}
	}
	return claimed
}

// lead notes the positions from which each move leads to what is claimed, and returns
// their union as a formula. With a number, this is a variable more.
func (k *checker) lead(to func(m kind) formula) formula {
	n := len(k.game.coordinates)
	reached := no
	k.sizes.Kinds = make([]int, len(k.game.kinds))
	for i, m := range k.game.kinds {
		k.step()
		f := to(m)
		if f.kind == "false" {
			k.sizes.Kinds[i] = 1
			continue
		}
		tracks := n
		if k.claim.Of != POutcome {
			tracks++
		}
		a := k.over(passage(k.goesOn, m, f), tracks)
		k.sizes.Kinds[i] = k.sizeOf(a)
		reached = some(reached, member(a, fmt.Sprint("move", i), variables(tracks)))
	}
	return reached
}

// rightOfP is the right side of the equation of P-positions.
func (k *checker) rightOfP(claimed *dfa) formula {
	reached := k.lead(func(m kind) formula {
		switch len(m.parts) {
		case 0: // nothing is left: who moves next loses, or wins in misère play
			return decided(!k.claim.Misere)
		case 1:
			return member(claimed, "claimed", m.parts[0])
		}
		k.refuse("of", "the move %s leaves several positions; that needs nim-values", m.where)
		return no
	})
	right := all(k.goesOn, not(reached))
	if k.claim.Misere {
		right = all(right, k.anyMove())
	}
	return some(right, all(k.positions, k.game.lost))
}

// rightOfNumbers is the right side of the equation of nim-values or of remoteness. The
// number is the variable behind the coordinates.
func (k *checker) rightOfNumbers(claimed *dfa) formula {
	n := len(k.game.coordinates)
	v := variable(n)
	reached := k.lead(func(m kind) formula {
		switch {
		case len(m.parts) == 0:
			if k.claim.Of == NimValue && k.claim.Misere { // as positions without options
				return isZero(k.sumOf(v, -1, k.number(1)))
			}
			return isZero(k.sumOf(v, -1, k.number(0)))
		case len(m.parts) == 1:
			return member(claimed, "claimed", append(slices.Clip(m.parts[0]), v))
		case k.claim.Of != NimValue || k.claim.Misere || k.claim.Form == "partial" || k.claim.Form == "weights":
			k.refuse("of", "the move %s leaves several positions; that needs all nim-values of normal play, and no weights", m.where)
			return no
		}
		// The XOR of the first parts is in hand, a variable.
		var bound []int
		var parts []formula
		hand := term{}
		for i, part := range m.parts {
			bound = append(bound, k.unused())
			value := variable(k.fresh)
			parts = append(parts, member(claimed, "claimed", append(slices.Clip(part), value)))
			if i > 0 {
				to := v
				if i < len(m.parts)-1 {
					bound = append(bound, k.unused())
					to = variable(k.fresh)
				}
				parts = append(parts, formula{kind: "xor", terms: []term{hand, value, to}})
				value = to
			}
			hand = value
		}
		return exists(bound, all(parts...))
	})
	set := k.over(reached, n+1)
	// had says that some option has a number.
	had := func(number term) formula {
		return member(set, "reached", append(variables(n), number))
	}
	u := k.unused()
	one := constant(1)
	minus := func(x, y term) term { return k.sumOf(x, -1, y) }
	if k.claim.Of == NimValue {
		// no u < v without an option
		right := all(k.goesOn, k.isNumber(v), not(had(v)), not(exists([]int{u}, all(isLeast(minus(minus(v, variable(u)), one)), k.isNumber(variable(u)), not(had(variable(u)))))))
		if k.claim.Misere {
			any := k.anyMove()
			right = some(all(right, any), all(k.goesOn, not(any), isZero(minus(v, k.number(1)))))
		}
		return right
	}
	// good says that a number is even; in misère play, odd.
	good := func(x term) formula {
		h := k.unused()
		even := exists([]int{h}, isZero(k.sumOf(x, -2, variable(h))))
		if k.claim.Misere {
			return not(even)
		}
		return even
	}
	x := variable(u)
	before := minus(v, one)
	y := k.unused() // v - 1
	goodBefore := exists([]int{y}, all(isZero(minus(before, variable(y))), good(variable(y))))
	any := k.anyMove()
	return all(k.goesOn, some(
		all(not(any), isZero(v)),
		// v-1 is the least good number of an option
		all(had(before), goodBefore, not(exists([]int{u}, all(had(x), good(x), isLeast(minus(minus(before, x), one)))))),
		// no option is good, and v-1 is the greatest number
		all(had(before), not(exists([]int{u}, all(had(x), good(x)))), not(exists([]int{u}, all(had(x), isLeast(minus(x, v)))))),
	))
}

// number returns a nim-value as the claim has it: where it has weights, that of the place.
func (k *checker) number(n int) term {
	if k.claim.Form == "weights" {
		return constant(k.weights(n + 1)[n].Int64())
	}
	return constant(int64(n))
}

// isNumber says that the claim can have a number: where it has weights, that it is the weight of a
// place, whose digits are a 1 and then zeros.
func (k *checker) isNumber(v term) formula {
	if k.claim.Form != "weights" {
		return yes
	}
	places := k.remember("weights", func() *dfa {
		return k.within(explore(&k.bench, []int{0}, false, func(seen bool, digit int) (bool, bool) {
			return seen || digit == 1, digit == 0 || digit == 1 && !seen
		}, func(seen bool) bool { return seen }))
	})
	return member(places, "weight", []term{v})
}

// anyMove says that a position has an option.
func (k *checker) anyMove() formula {
	f := no
	for _, m := range k.game.kinds {
		f = some(f, passage(k.goesOn, m))
	}
	return f
}

// variables returns the first n variables as terms.
func variables(n int) (terms []term) {
	for _, v := range firsts(n) {
		terms = append(terms, variable(v))
	}
	return terms
}

// member says that terms, one a coordinate and perhaps one more, are in a set.
func member(set *dfa, name string, terms []term) formula {
	args := make([]term, len(set.vars))
	for i, v := range set.vars {
		args[i] = terms[v]
	}
	return formula{kind: "set", set: &dfa{firsts(len(args)), set.first, set.edges, set.accept}, name: name, terms: args}
}
