package grundy

// Most games find options in one of these ways, by a list or by how a move changes the nim-value.

import (
	"math"
	"math/big"
	"slices"
)

// FoundIn returns these options.
func FoundIn[P any](options []P) Found[P] {
	return Found[P]{Count: big.NewInt(int64(len(options))), Each: slices.Values(options)}
}

// FindAmong returns those of the options whose measure is lo … hi, for games whose positions have
// few.
func FindAmong[P any](options []P, lo, hi uint64, measure func(P) uint64) Found[P] {
	var found []P
	for _, q := range options {
		if v := measure(q); lo <= v && v <= hi {
			found = append(found, q)
		}
	}
	return FoundIn(found)
}

// FindByChange answers [Finder.FindOptions] for games that find options by how
// they change the nim-value. Own is the nim-value of the position, and find
// returns the options whose nim-value is the nim-sum of own and change or, with
// others, all that are not; for change 0 there are none.
//
// It knows the options of either outcome, of one nim-value, all options, and
// those whose nim-value is not 0.
func FindByChange[P any](m Measure, lo, hi, own uint64, find func(change uint64, others bool) Found[P]) (Found[P], bool) {
	switch m {
	case ByNimValue:
	case ByOutcome:
		lo, hi = NimValuesOfOutcomes(lo, hi)
	default:
		return Found[P]{}, false
	}
	switch {
	case lo > hi:
		return find(0, false), true
	case lo == hi:
		return find(own^lo, false), true
	case lo == 0 && hi == math.MaxUint64:
		return find(0, true), true
	case lo == 1 && hi == math.MaxUint64:
		return find(own, true), true
	}
	return Found[P]{}, false
}
