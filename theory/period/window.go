// Package period finds and proves that sequences of measures are periodic.
//
// The two functions that most people need are [ByWindow] and [FindGuySmith].
//
// A sequence v is periodic with preperiod q and period p when v(n+p) = v(n) for
// every n >= q; [Sequence.At] then reads any term from the first q+p. [ByWindow]
// proves it for sequences in which each term depends on a fixed number of terms
// before it.
package period

// Proof by recurrence of a window.
//
// Let v(n), for n >= w, be a function of the w terms before it. If the w terms
// that end at n are those that end at an earlier a, then every later term is
// equal to the one n-a before it, by induction: v has period p = n-a from the
// window's first term on. Where a term depends also on n modulo m, the same holds if m divides
// n-a: then p is the least such multiple of m.
//
// The search for a and n is Brent's (1980): the anchor a stays for a while,
// each later window is compared with the anchor's, and when too many have
// failed the anchor moves up to the present and the while is doubled. Once a
// stands in the periodic part, the first n that fits is a + p with the least
// p; and a stands there, with enough patience left, before n has passed
// 3 max(q, p) + O(w). Windows are compared by a rolling hash first, so that a
// step costs O(1), and term by term when the hashes agree, so that the hash
// cannot make the answer wrong.

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A Window describes a sequence in which a term depends on the terms before it.
type Window[T Term] struct {
	// Width is w, the number of terms on which the next one depends. Terms
	// with n < Width may follow another rule, as at the edge of the table.
	Width int
	// Phases is m where a term depends also on its index modulo m; 0 for 1.
	Phases int
	// Next returns v(len(before)), where before is v(0), v(1), … .
	Next func(before []T) T
}

// ByWindow computes terms until the one at index last is there or the whole
// sequence is known, whichever is first. It computes at most limit terms, and
// returns an error that wraps [grundy.ErrBudget] if they are not enough, with
// the terms; if ctx ends first, it returns ctx's error with the terms so far.
//
// It calls Next O(preperiod + period + width) times where a period is found.
// It takes the memory of at most two T a term from the meter of ctx
// (internal/meter), and leaves it to the caller to give it back.
func ByWindow[T Term](ctx context.Context, w Window[T], last uint64, limit int, progress grundy.Progress) (*Sequence[T], error) {
	if err := ctx.Err(); err != nil {
		return &Sequence[T]{}, err // before memory is taken
	}
	if last < uint64(limit) {
		limit = int(last) + 1
	}
	const base = 0x9e3779b97f4a7c15 // odd, so that no bit of the hash is lost
	drop := uint64(1)               // base^width
	for power, e := uint64(base), w.Width; e > 0; power, e = power*power, e/2 {
		if e%2 == 1 {
			drop *= power
		}
	}
	size := uint64(bits.Len64(uint64(^T(0)))) / 8 // of a term, in bytes
	account := meter.Of(ctx)
	if err := account.Take(size * uint64(w.reserve(limit))); err != nil {
		return &Sequence[T]{}, err
	}
	var (
		terms      = make([]T, 0, w.reserve(limit))
		hash       uint64
		anchor     = w.Width - 1 // the first window that decides what follows
		anchorHash uint64
		patience   = w.Width
	)
	for n := 0; n < limit; n++ {
		if n&0xffff == 0 {
			err := ctx.Err()
			if ahead := n + 1<<16; err == nil && ahead > w.reserve(limit) { // with room to grow
				err = account.Take(2 * size << 16)
			}
			if err != nil {
				return &Sequence[T]{terms, Result{Computed: uint64(len(terms))}}, err
			}
			progress.Report(uint64(n), uint64(limit))
		}
		terms = append(terms, w.Next(terms))
		hash = hash*base + uint64(terms[n])
		if n >= w.Width {
			hash -= drop * uint64(terms[n-w.Width])
		}
		if n == anchor {
			anchorHash = hash
			continue
		}
		if n < anchor {
			continue
		}
		if w.Phases > 1 && (n-anchor)%w.Phases != 0 {
			continue
		}
		if hash == anchorHash && slices.Equal(terms[anchor-w.Width+1:anchor+1], terms[n-w.Width+1:]) {
			return w.close(terms, anchor, n), nil
		}
		if n-anchor >= patience {
			anchor, anchorHash, patience = n, hash, 2*patience
		}
	}
	s := &Sequence[T]{terms, Result{Computed: uint64(len(terms))}}
	if last < uint64(len(terms)) {
		return s, nil
	}
	return s, fmt.Errorf("no period shows in the first %d terms: %w", limit, grundy.Spent("values"))
}

// reserve returns how many terms to make room for at once: those without which
// no window can recur.
func (w Window[T]) reserve(limit int) int {
	if w.Width > limit/2 {
		return limit
	}
	return 2 * w.Width
}

// close returns the whole sequence, whose windows that end at a and n are the
// same.
func (w Window[T]) close(terms []T, a, n int) *Sequence[T] {
	at, shift, phase := uint64(a+1), uint64(n-a), ""
	if w.Phases > 1 {
		phase = fmt.Sprintf(" and on the index modulo %d", w.Phases)
	}
	return &Sequence[T]{terms, Result{
		Proved: true, Preperiod: lower(terms, at-uint64(w.Width), shift, 0), Period: shift,
		Theorem: fmt.Sprintf("a term depends on the %d before it%s, and those before %d return before %d (Golomb 1966)", w.Width, phase, at, at+shift),
		Needed:  at + shift, Computed: uint64(len(terms)),
		Proof: WindowProof{Width: uint64(w.Width), At: at, Shift: shift},
	}}
}
