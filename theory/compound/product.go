package compound

// A compound can be played as one game; this answers questions that no theorem answers.

import (
	"slices"

	"github.com/grundy-games/grundy"
)

// Product is the game whose positions are whole compounds of a kind. It follows
// the definition and uses no theorem. Its positions must not be changed.
type Product struct{ Kind Kind }

// AppendPosition implements [grundy.Notation]. The order of the components does
// not matter to play, so they are written in one order.
func (Product) AppendPosition(dst []byte, components []grundy.Component) []byte {
	return append(dst, grundy.SumOf(grundy.InTextOrder(components)...).String()...)
}

// AppendOptions implements [grundy.Game].
func (p Product) AppendOptions(dst [][]grundy.Component, components []grundy.Component) [][]grundy.Component {
	p.EachMove(components, func(next []grundy.Component, _ []bool) bool {
		dst = append(dst, slices.Clone(next))
		return true
	})
	return dst
}

// EachMove calls visit for every move, with the components after it and which of
// them moved, until visit returns false. Both slices are valid until it returns.
func (p Product) EachMove(components []grundy.Component, visit func(next []grundy.Component, moved []bool) bool) {
	options := make([][]grundy.Component, len(components))
	entailed := grundy.SumOf(components...).Entailed()
	for i, c := range components {
		if entailed < 0 || i == entailed {
			options[i] = c.AppendOptions(nil)
		}
	}
	EachMove(p.Kind, components, options, visit)
}

// EachMove is [Product.EachMove] for components of any type, whose options are
// given.
func EachMove[T any](kind Kind, components []T, options [][]T, visit func(next []T, moved []bool) bool) {
	eachMove(kind, components, options, func(int) bool { return false }, visit)
}

// EachMoveUpToOrder is [EachMove] where the order of equal components does not matter:
// equal components are neighbours and have the same options in the same order. Of moves
// that differ only in the order of such components, it visits one.
func EachMoveUpToOrder[T comparable](kind Kind, components []T, options [][]T, visit func(next []T, moved []bool) bool) {
	eachMove(kind, components, options, func(i int) bool { return i > 0 && components[i] == components[i-1] }, visit)
}

// eachMove visits the moves in which no component that is like the one before it
// moves to an earlier option than that; to stay is the last.
func eachMove[T any](kind Kind, components []T, options [][]T, isLike func(i int) bool, visit func(next []T, moved []bool) bool) {
	active := 0
	for _, some := range options {
		if len(some) > 0 {
			active++
		}
	}
	if kind.EndsEarly() && active < len(components) {
		return
	}
	next, moved := slices.Clone(components), make([]bool, len(components))
	fewest, greatest := kind.Moved(len(components), active)
	// Left of the components from i on can move; the one before has moved to option
	// before.
	var choose func(i, count, left, before int) bool
	choose = func(i, count, left, before int) bool {
		if i == len(components) {
			return visit(next, moved)
		}
		if len(options[i]) == 0 {
			return choose(i+1, count, left, 0)
		}
		if !isLike(i) {
			before = 0
		}
		if count < greatest {
			moved[i] = true
			for j := before; j < len(options[i]); j++ {
				next[i] = options[i][j]
				if !choose(i+1, count+1, left-1, j) {
					return false
				}
			}
			next[i], moved[i] = components[i], false
		}
		return count+left-1 < fewest || choose(i+1, count, left-1, len(options[i]))
	}
	if fewest <= greatest && fewest <= active {
		choose(0, 0, active, 0)
	}
}

// Moved returns the fewest and the most components that a move changes, if active
// of them can move; there is no move where fewest is more than greatest or
// than active, or where the play has ended early (see [Kind.EndsEarly]).
func (k Kind) Moved(components, active int) (fewest, greatest int) {
	switch k {
	case Disjunctive, DiminishedDisjunctive:
		return 1, 1
	case Conjunctive, ContinuedConjunctive:
		return max(active, 1), active
	case ProperSelective:
		return 1, min(active, components-1)
	}
	if most, ok := k.Most(); ok {
		return 1, int(min(most, uint64(active)))
	}
	return 1, active
}

// CountOptions implements [grundy.OptionCounter].
func (p Product) CountOptions(components []grundy.Component) uint64 {
	// bySize[n] is the number of moves in n of the components so far.
	bySize := []uint64{1}
	active := 0
	for _, c := range components {
		count := grundy.NumberOfOptions(c)
		if count == 0 {
			continue
		}
		active++
		bySize = append(bySize, 0)
		for n := len(bySize) - 1; n > 0; n-- {
			bySize[n] = grundy.AddCounts(bySize[n], grundy.MulCounts(bySize[n-1], count))
		}
	}
	if p.Kind.EndsEarly() && active < len(components) {
		return 0
	}
	fewest, greatest := p.Kind.Moved(len(components), active)
	total := uint64(0)
	for n := fewest; n <= min(greatest, active); n++ {
		total = grundy.AddCounts(total, bySize[n])
	}
	return total
}

// CountPositions implements [grundy.Bounded]. Components that do not bound their
// positions are counted as one, so that the number is a bound only where all do.
func (Product) CountPositions(components []grundy.Component) uint64 {
	product := uint64(1)
	for _, c := range components {
		if count, ok := c.CountPositions(); ok {
			product = grundy.MulCounts(product, count)
		}
	}
	return product
}
