package period

// This file holds proof by recurrence of the sparse state.
//
// A sparse engine computes G(n) from two kinds of things: the values of certain
// fixed heaps (the rare ones, and the smaller parts of witnesses), and terms a
// bounded way before n: n - i - h for a rare heap h gives the common options,
// hence a candidate, and n - i - a for each witness a shows that a rare value
// below the candidate is an option too. Where that is all it took, the step is a
// function of the last w terms, if w is the farthest that any of it reached.
//
// Suppose that the w terms before some m > w are those before m + p, so that no
// heap among them is empty, that all the
// steps from m to m + p reached back by w at the most, and that none of these
// heaps became rare. Then G(n+p) = G(n) for all n >= m - w. For by induction the
// terms before n + p are those before n; so step n + p finds the same candidate;
// and the witnesses of step n serve n + p as well, since their smaller parts are
// the same heaps and their larger parts have the same values. So it ends in the
// same way, and the heap is common again.
//
// This proves a period after q + p + w terms, where the theorem of Guy and Smith
// needs 2q + 2p + t. Where the parity of n takes part in what is rare, p must
// be even.

import "fmt"

// StateTheorem describes a proof by recurrence of the state for a Result.
func StateTheorem(width, m, p uint64) string {
	return fmt.Sprintf("recurrence of the sparse state: the %d values before %d return before %d, and each step between looks no further back", width, m, m+p)
}

// FindByState returns the least period that the recurrence of the last terms
// proves, and false if none. width(p) is how far back the last p steps reached;
// it is false where some of these heaps are rare. The period is a multiple of
// multiple. It costs O(len(terms)).
func FindByState[T Term](terms []T, multiple uint64, width func(p uint64) (uint64, bool)) (Result, bool) {
	overlap := overlaps(terms)
	length := uint64(len(terms))
	for p := multiple; p < length; p += multiple {
		if overlap[p] == 0 {
			continue
		}
		w, ok := width(p)
		if !ok {
			return Result{}, false // and of more steps even more so
		}
		if w == 0 || uint64(overlap[p]) < w {
			continue
		}
		least := leastPeriod(terms[length-p:])
		q := length - p - uint64(overlap[p])
		for q > 0 && terms[q-1] == terms[q-1+least] {
			q--
		}
		return Result{
			Proved: true, Preperiod: q, Period: least,
			Theorem: StateTheorem(w, length-p, p), Needed: length, Computed: length,
			Method: ByState, Width: w, At: length - p, Shift: p,
		}, true
	}
	return Result{}, false
}
