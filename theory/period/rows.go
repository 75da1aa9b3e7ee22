package period

// Proof by recurrence of a window at the same phase.
//
// Let v(n), for n >= a, be a function of the w terms before it and of n mod m.
// Let n >= a, n >= w, let p be a multiple of m, and let the w terms before n + p
// be those before n. Then v(k+p) = v(k) for every k >= n - w: by induction the w
// terms before k + p are those before k, and k + p = k mod m, so that the terms
// at k + p and k are the same too.
//
// It serves sequences that are driven by others whose periods are proved
// already, m being a common period of those from a on: the rows of a board,
// each of which depends on those below it. internal/board/rows/period.go says how.

// FindByPhase returns the least period that the recurrence of the last terms
// proves, and false if it proves none. Each term from index from on must be a
// function of the width terms before it and of its index modulo multiple, which
// is at least 1. It costs O(len(terms)). It leaves Theorem empty.
func FindByPhase[T Term](terms []T, from, width, multiple uint64) (Result, bool) {
	length := uint64(len(terms))
	least := max(from, width) // of n
	if least > length || multiple > length-least {
		return Result{}, false
	}
	// Windows are compared term by term if there are so few of them that this
	// costs O(len(terms)), and mostly much less; otherwise by the Z-function.
	var overlap []uint32
	if width/4 > multiple {
		overlap = overlaps(terms)
	}
	for p := multiple; p <= length-least; p += multiple {
		n := length - p
		if overlap != nil && uint64(overlap[p]) < width {
			continue
		}
		if overlap == nil && !sameTerms(terms[n-width:n], terms[length-width:]) {
			continue
		}
		r, ok := settle(Result{Proof: PhaseProof{}}, terms, n-width, p)
		r.Needed = max(from, r.Preperiod+width) + p
		return r, ok
	}
	return Result{}, false
}

// sameTerms reports whether a and b, of one length, are equal. Terms that differ
// tend to stand at the end, where the younger ones are.
func sameTerms[T Term](a, b []T) bool {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
