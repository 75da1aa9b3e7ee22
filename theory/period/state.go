package period

// Proof by recurrence of the sparse state.
//
// A sparse engine computes G(n) from the values of certain fixed heaps (the rare
// ones, and the smaller parts of witnesses), and from terms a bounded way before n.
// The terms n - i - h for rare heaps h give the common options, hence a candidate. The
// term n - i - a for a witness a shows that some option has a rare value below the
// candidate. If the step needs nothing else and reaches back by at most w, it is a
// function of the last w terms.
//
// Suppose that the w terms before some m > w equal the terms before m + p, that no heap
// among them is empty, that the steps from m to m + p reached back by at most w, and
// that none of these heaps became rare. Then G(n+p) = G(n) for all n >= m - w. By
// induction the terms before n + p equal those before n; so step n + p finds the same
// candidate;
// and the witnesses of step n also serve n + p, since their smaller parts are
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
