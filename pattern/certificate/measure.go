package certificate

// This file finds what every move lowers.

import (
	"iter"
	"slices"
)

// A way is a move to one of its parts, where the sums that were found so far stay as they are.
type way struct {
	move  kind
	part  []term
	still formula
}

// checkMeasure finds what every move lowers: sums with weights, each the first in the
// order of weightings that every move lowers that is left; or if there is none, the first
// that no move raises and some lower. Those that it lowers are then done.
func (k *checker) checkMeasure() {
	var left []way
	for _, m := range k.game.kinds {
		for _, part := range m.parts {
			left = append(left, way{m, part, yes})
		}
	}
	for len(left) > 0 {
		if len(k.measure) == len(k.game.coordinates) {
			k.refuse("measure", "the verifier finds nothing that every move lowers")
			return
		}
		k.step()
		weights, rest := k.lowering(left)
		if weights == nil {
			k.refuse("measure", "the verifier finds nothing that every move lowers; look at the move %s", left[0].move.where)
			return
		}
		k.measure, left = append(k.measure, weights), rest
	}
}

// lowering returns the weights of the next sum, and the ways that leave it as it is. There are
// no weights where no sum will do.
func (k *checker) lowering(left []way) ([]int64, []way) {
	for _, every := range []bool{true, false} {
		for weights := range k.weightings() {
			if rest, ok := k.unmoved(left, weights, every); ok && len(rest) < len(left) {
				return weights, rest
			}
		}
	}
	return nil, nil
}

// unmoved returns the ways that may leave a sum as it is. It is not ok where some way may raise it,
// nor, with every, where there is such a way.
func (k *checker) unmoved(left []way, weights []int64, every bool) (rest []way, ok bool) {
	for _, x := range left {
		by := constant(0) // by how much the way raises the sum
		for i, c := range weights {
			by = k.sumOf(k.sumOf(by, c, x.part[i]), -c, variable(i))
		}
		if k.never(x, isLeast(by)) {
			continue
		}
		if every || !k.never(x, isLeast(k.sumOf(by, -1, constant(1)))) {
			return nil, false
		}
		x.still = all(x.still, isZero(by))
		rest = append(rest, x)
	}
	return rest, true
}

// never reports whether no move of a way has f.
func (k *checker) never(x way, f formula) bool {
	return !k.possible(passage(k.goesOn, x.move, x.still, f))
}

// weightings yields the weightings of the coordinates, and then -1 for one coordinate at a time. That
// coordinate is bounded from above, as a measure must not fall for ever.
func (k *checker) weightings() iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		n := len(k.game.coordinates)
		for weights := range weightings(n) {
			if !yield(weights) {
				return
			}
		}
		for i, b := range k.bounds {
			weights := make([]int64, n)
			if weights[i] = -1; !b.Dropped && !yield(weights) {
				return
			}
		}
	}
}

// weightings are the weights of sums that are tried: all 1; one coordinate alone; then
// all tuples of 0 to 3 in the order in which one counts, or of 0 and 1 if there are more
// than 4 coordinates.
func weightings(n int) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if !yield(slices.Repeat([]int64{1}, n)) {
			return
		}
		for i := range n {
			one := make([]int64, n)
			one[i] = 1
			if !yield(one) {
				return
			}
		}
		most := int64(3)
		if n > 4 {
			most = 1
		}
		for w := make([]int64, n); ; {
			i := n - 1
			for ; i >= 0 && w[i] == most; i-- {
				w[i] = 0
			}
			if i < 0 {
				return
			}
			if w[i]++; !yield(slices.Clone(w)) {
				return
			}
		}
	}
}
