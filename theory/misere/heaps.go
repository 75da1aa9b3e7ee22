package misere

// A misère quotient of the first heaps of a take-and-break game is one of all heaps, where
// the images of the heaps are proved periodic.
//
// The theorem of Guy and Smith (theory/period/guysmith.go) replaces one heap of an
// option by another, p tokens larger or smaller, of the same value, and concludes that
// heaps of n and of n+p have options of the same values. It uses nothing of these
// values but that those of heaps determine that of their sum. So the elements of a
// monoid do as well: let the images of the heaps satisfy f(n+p) = f(n) for q <= n < N,
// with q, p and N as the theorem wants them. Continue f with period p. Then by
// induction the heap of n+p has the image, and the set of images of options, of the
// heap of n, for all n >= q; and the check of a quotient looks at nothing else
// (Plambeck and Siegel 2008, section 4.2 of the arXiv version).

import (
	"iter"

	"github.com/grundy-games/grundy/theory/period"
)

// HeapRules are the rules of a game of heaps that are played one by one.
type HeapRules interface {
	// Options yields the options of a heap of n, each as the heaps that are left,
	// all of them smaller than n. A slice is valid until the next one is yielded.
	Options(n uint64) iter.Seq[[]uint64]
	// Recurrence says which recurrence of the heaps' images in a commutative monoid
	// proves that they are periodic, and false if none does.
	Recurrence() (period.Criterion, bool)
}

// A HeapGame is the capability of games whose positions, of type []uint64, are heaps.
type HeapGame interface {
	// HeapRules returns the rules.
	HeapRules() HeapRules
}

// Heaps are the heaps of one game in a [Quotient], which may hold others besides.
type Heaps struct {
	quotient *Quotient
	rules    HeapRules
	numbers  []int // of the heaps that were added, from 0 on
	grown    int   // of the quotient when the period was looked for
	found    period.Result
}

// NewHeaps returns the heaps of a game. None of them is in the quotient yet.
func (q *Quotient) NewHeaps(rules HeapRules) *Heaps { return &Heaps{quotient: q, rules: rules} }

// Len returns how many heaps were added.
func (h *Heaps) Len() int { return len(h.numbers) }

// Extend adds heaps until there are most of them, or until they prove a period. The
// error comes from [Quotient.Add].
func (h *Heaps) Extend(most int) error {
	for len(h.numbers) < most {
		if len(h.numbers) >= leastHeaps && h.Period().Proved {
			return nil
		}
		for range min(max(len(h.numbers)/4, leastHeaps), most-len(h.numbers)) {
			if err := h.add(); err != nil {
				return err
			}
		}
	}
	return nil
}

// leastHeaps is how many heaps are added before a period is looked for.
const leastHeaps = 16

func (h *Heaps) add() error {
	var options [][]int
	for parts := range h.rules.Options(uint64(len(h.numbers))) {
		option := make([]int, len(parts))
		for i, p := range parts {
			option[i] = h.numbers[p]
		}
		options = append(options, option)
	}
	number, err := h.quotient.Add(options)
	if err == nil {
		h.numbers = append(h.numbers, number)
	}
	return err
}

// Period returns the period of the heaps' images in the quotient as it is now, if the
// heaps that were added prove one. It may cease to be one when the quotient grows.
func (h *Heaps) Period() period.Result {
	if grown := h.quotient.grown; grown != h.grown || !h.found.Proved {
		h.grown, h.found = grown, period.Result{}
		if criterion, ok := h.rules.Recurrence(); ok {
			images := make([]uint32, len(h.numbers))
			for n, number := range h.numbers {
				images[n] = uint32(h.quotient.monoid.images[number])
			}
			h.found, _ = period.FindGuySmith(criterion, images)
		}
	}
	return h.found
}

// Number returns the number of a game in the quotient that can take the place of a
// heap of n, and false if the heaps that were added do not say which.
func (h *Heaps) Number(n uint64) (int, bool) {
	if n >= uint64(len(h.numbers)) {
		p := h.Period()
		if !p.Proved {
			return 0, false
		}
		n = p.Preperiod + (n-p.Preperiod)%p.Period
	}
	return h.numbers[n], true
}
