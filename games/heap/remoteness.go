package heap

// The remoteness of subtraction games decides their conjunctive compounds.
//
// # How it goes on for ever
//
// The outcomes are periodic, and the remoteness r grows with n: a winner
// hurries through P positions, a loser stalls through N positions. In each
// residue class modulo a suitable p it grows by a constant, its drift, every p
// heaps; but two classes can have different drifts, so a window never comes
// again, even up to a constant.
//
// Let p be a multiple of the outcomes' period, and w = max S. Suppose that for
// the heaps n of the last p + w terms, d(n) = r(n) - r(n-p) depends only on n
// modulo p and is even, and that for each n of the last p terms there is an
// option u that explains it for good:
//
//   - if n is N, so that r(n) = 1 + the least r of its P options: u is a P option
//     with r(u) = r(n) - 1 and d(u) = d(n), and no P option has a smaller drift
//     than u;
//   - if n is P, so that r(n) = 1 + the greatest r of its options, which are all
//     N: u is an option with r(u) = r(n) - 1 and d(u) = d(n), and no option has
//     a greater drift than u.
//
// Then r(n+p) = r(n) + d(n), and the same holds for the next p terms, and so on.
// For n+p has the options of n, p further on, with their drifts added
// by induction; as drifts are even, they keep their outcomes; and u stays the
// least, or the greatest, because it was and its drift is.

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A remoteSequence is the remoteness of the heaps 0, 1, 2, …, if drift is not
// empty of all of them.
type remoteSequence struct {
	terms []uint32
	drift []uint32 // of the residue classes modulo its length, or empty
}

// at returns the remoteness of n, which is an index of terms if drift is empty.
// It costs O(1).
func (r *remoteSequence) at(n uint64) uint64 {
	have := uint64(len(r.terms))
	if n < have {
		return uint64(r.terms[n])
	}
	p := uint64(len(r.drift))
	turns := (n-have)/p + 1
	return uint64(r.terms[n-turns*p]) + turns*uint64(r.drift[n%p])
}

// driftTerms bounds the terms in which drifts are looked for, if they are not
// all wanted.
const driftTerms = 1 << 24

// remoteness computes terms up to the last heap, or until drifts are proved.
func (q search) remoteness(ctx context.Context, progress grundy.Progress) (*remoteSequence, error) {
	limit := uint64(q.limit)
	if q.last >= limit {
		limit = min(limit, max(driftTerms, 64*uint64(q.width)))
	}
	if limit > math.MaxUint32 {
		return nil, fmt.Errorf("the remoteness of more than 2^32 heaps: %w", grundy.ErrTooLarge)
	}
	r := &remoteSequence{}
	var period int // of the nim-values, so of the outcomes; 0 until it is known
	check := 4*q.width + 64
	for n := 0; uint64(n) < limit; n++ {
		if n&0xffff == 0 {
			if err := cmp.Or(ctx.Err(), meter.Take(ctx, 8<<16)); err != nil {
				return nil, err
			}
			progress.Report(uint64(n), limit)
		}
		if n == check {
			check *= 2
			if period == 0 {
				values, err := q.nimValues(ctx, nil)
				if err != nil {
					return nil, err
				}
				if period = int(values.Known().Period); period == 0 {
					check = math.MaxInt // all terms are few enough
				}
			}
			for p := period; period > 0 && 2*(p+q.width) <= n; p += period {
				if r.drift = q.drifts(r.terms, p); r.drift != nil {
					return r, nil
				}
			}
		}
		r.terms = append(r.terms, q.nextRemoteness(r.terms))
	}
	if q.last < uint64(len(r.terms)) {
		return r, nil
	}
	return nil, fmt.Errorf("no period of the remoteness shows in the first %d terms: %w", limit, grundy.Spent("values"))
}

// nextRemoteness is the rule: one more than the least even remoteness of an
// option if there is one, than the greatest if all are odd.
func (q search) nextRemoteness(before []uint32) uint32 {
	n := len(before)
	hurry, stall := uint32(math.MaxUint32), uint32(0)
	for _, a := range q.amounts {
		if a > n {
			break
		}
		if r := before[n-a]; r%2 == 0 {
			hurry = min(hurry, r+1)
		} else {
			stall = max(stall, r+1)
		}
	}
	if hurry != math.MaxUint32 {
		return hurry
	}
	return stall
}

// drifts returns the drift of each residue class modulo p if the terms prove
// them, else nil. There must be 2 (p+w) terms.
func (q search) drifts(terms []uint32, p int) []uint32 {
	end := len(terms)
	for n := end - p - 1; n >= end-p-q.width; n-- { // fails soon for nearly all p
		if d := terms[n] - terms[n-p]; d != terms[n+p]-terms[n] {
			return nil
		}
	}
	drift := make([]uint32, p)
	for n := end - p; n < end; n++ {
		if drift[n%p] = terms[n] - terms[n-p]; terms[n] < terms[n-p] || drift[n%p]%2 == 1 {
			return nil
		}
	}
	for n := end - p - q.width; n < end-p; n++ {
		if terms[n]-terms[n-p] != drift[n%p] {
			return nil
		}
	}
	for n := end - p; n < end; n++ {
		if !q.explained(terms, drift, n) {
			return nil
		}
	}
	return drift
}

// explained reports whether an option explains the remoteness of n for good.
func (q search) explained(terms, drift []uint32, n int) bool {
	p, own := len(drift), drift[n%len(drift)]
	win, found := terms[n]%2 == 1, false
	for _, a := range q.amounts {
		r, d := terms[n-a], drift[(n-a)%p]
		if win && r%2 == 1 {
			continue // only P options count for the winner
		}
		if win && d < own || !win && d > own {
			return false
		}
		found = found || r+1 == terms[n] && d == own
	}
	return found
}
