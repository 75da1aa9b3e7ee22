package heap

// This file holds how options of a given nim-value are found and counted in
// heaps far beyond the period. Of the divisions of m into a <= b, those with a
// below the preperiod q are looked at one by one; for the others the value
// depends on a mod p alone, so that one turn says which of them count.

import (
	"math/big"
)

// A finder finds the options of one heap whose nim-value, nim-added to rest, is
// lo … hi.
type finder struct {
	solution     *Solution
	octal        *octal
	rest, lo, hi uint64
}

func (f *finder) wants(v uint64) bool {
	v ^= f.rest
	return f.lo <= v && v <= f.hi
}

// single reports whether one heap of m has a wanted value.
func (f *finder) single(m uint64) bool {
	v, _ := f.solution.At(m)
	return f.wants(v)
}

// division reports whether a and b together have a wanted value.
func (f *finder) division(a, b uint64) bool {
	v, _ := f.solution.At(a)
	w, _ := f.solution.At(b)
	return f.wants(v ^ w)
}

// each yields the wanted options of n in the order of [Code.Options].
func (f *finder) each(n uint64, yield func(parts ...uint64) bool) bool {
	for taken := 0; taken <= f.octal.reach && uint64(taken) <= n; taken++ {
		m := n - uint64(taken)
		if may(f.octal.empties, taken) && m == 0 && n > 0 && f.wants(0) && !yield() {
			return false
		}
		if may(f.octal.singles, taken) && m > 0 && f.single(m) && !yield(m) {
			return false
		}
		for _, s := range f.octal.splits {
			if s.taken == taken && m >= 2 && !f.eachDivision(m, s, yield) {
				return false
			}
		}
		if may(f.octal.zeros, taken) && m >= 2 && m%2 == 0 && f.wants(0) && !yield(m/2, m/2) {
			return false
		}
	}
	return true
}

// eachDivision yields the wanted divisions of m.
func (f *finder) eachDivision(m uint64, s split, yield func(parts ...uint64) bool) bool {
	half := s.half64(m)
	q, p := f.solution.Period.Preperiod, f.solution.Period.Period
	first := min(max(q, 1), half+1)
	for a := uint64(1); a < first; a++ {
		if f.division(a, m-a) && !yield(a, m-a) {
			return false
		}
	}
	if first > half {
		return true
	}
	var turn []uint64 // the wanted a of the first turn
	for a := first; a-first < p && a <= half; a++ {
		if f.division(a, m-a) {
			turn = append(turn, a)
		}
	}
	for base := uint64(0); len(turn) > 0; base += p {
		for _, a := range turn {
			if a += base; a > half {
				return true
			}
			if !yield(a, m-a) {
				return false
			}
		}
	}
	return true
}

// count returns how many options of n are wanted.
func (f *finder) count(n uint64) *big.Int {
	sum := uint64(0) // there are at most 2^62 divisions for each of few digits
	for _, i := range f.octal.empties {
		if uint64(i) == n && n > 0 && f.wants(0) {
			sum++
		}
	}
	for _, i := range f.octal.singles {
		if uint64(i) < n && f.single(n-uint64(i)) {
			sum++
		}
	}
	for _, i := range f.octal.zeros {
		if uint64(i) < n && (n-uint64(i))%2 == 0 && f.wants(0) {
			sum++
		}
	}
	count := new(big.Int).SetUint64(sum)
	for _, s := range f.octal.splits {
		if m := n - uint64(s.taken); uint64(s.taken) < n && m >= 2 {
			count.Add(count, new(big.Int).SetUint64(f.countDivisions(m, s)))
		}
	}
	return count
}

func (f *finder) countDivisions(m uint64, s split) (count uint64) {
	half := s.half64(m)
	q, p := f.solution.Period.Preperiod, f.solution.Period.Period
	first := min(max(q, 1), half+1)
	for a := uint64(1); a < first; a++ {
		if f.division(a, m-a) {
			count++
		}
	}
	for a := first; a-first < p && a <= half; a++ {
		if f.division(a, m-a) {
			count += (half-a)/p + 1
		}
	}
	return count
}
