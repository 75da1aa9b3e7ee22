package solve

// Misère quotients are found here: of heaps of a
// take-and-break game, to some heap or of all of them, or of other positions with
// all that these can become. misere_quotient.go collects the positions.

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

// A QuotientQuestion asks for the misère quotient of positions, and of all that they
// can become.
type QuotientQuestion struct {
	// Question has the positions as its sum, the budget and the progress.
	Question
	// All asks for all heaps of the game of the first position, which is a heap of a
	// take-and-break game, instead of those to that one.
	All bool
}

// A Quotient is a finite misère quotient.
type Quotient struct {
	misere.Words
	Order  int
	P      []int // the elements that are P
	Images []int // the elements of the terms of the sum; for heaps, of all to the largest
	// Heaps are how many heaps were added, if these are of a take-and-break game.
	Heaps int
	// Period is the period of the images of all heaps, if it is proved; then all heaps
	// have this quotient. Grows is the least heap that is not in the question and
	// makes the quotient grow, or 0 where none was met.
	Period period.Result
	Grows  int
	Method string
}

// quotientBeyond is how many heaps are tried beyond those of a question, to see whether
// the quotient grows. They cost time only: a quotient that grows is not looked for.
const quotientBeyond = 1 << 12

// MisereQuotient answers q. Where there is an answer beside an error, that is the quotient of
// the heaps that could be added; the error wraps [grundy.ErrBudget], or is ctx's.
func MisereQuotient(ctx context.Context, q QuotientQuestion) (answer *Quotient, err error) {
	err = inRun(ctx, q.Question, func(s *solver) (err error) {
		if s.isLoopy() {
			return errors.New("play need not end, so there is no misère quotient")
		}
		if err := s.checkEnds(); err != nil {
			return err
		}
		answer, err = s.misereQuotient(q.All)
		return err
	})
	return answer, err
}

func (s *solver) misereQuotient(all bool) (*Quotient, error) {
	// Tables take some times 4 bytes a pair of elements.
	memory := s.question.Budget.Memory
	elements := int(math.Sqrt(float64(memory) / 16))
	few := fmt.Errorf("%s of memory allow no more: %w", units.Bytes(memory), meter.Memory)
	q, err := s.quotients(elements, few, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	q.quotient.SetWork(s.question.Budget.Steps)
	h, size, isHeap := q.heapOf(s.question.Sum[0].Component)
	if !isHeap {
		if err := q.build(); err != nil {
			return nil, err
		}
		a := q.answer()
		for _, t := range s.question.Sum {
			element, err := q.element(t.Component)
			if err != nil {
				return nil, err
			}
			a.Images = append(a.Images, element)
		}
		return a, nil
	}
	if all {
		size = math.MaxInt32
	}
	err = q.extend(h, size)
	missing := err != nil
	grows := 0
	if err == nil && !h.Period().Proved {
		grows, err = q.beyond(h)
	}
	a := q.answer()
	a.Heaps, a.Grows = h.Len(), grows
	if missing || err != nil && !errors.Is(err, grundy.ErrBudget) {
		return a, err
	}
	a.Period = h.Period()
	for n := range size + 1 {
		if all && n == uint64(h.Len()) {
			break
		}
		number, _ := h.Number(n)
		if err := s.account.Take(8); err != nil {
			return nil, err
		}
		a.Images = append(a.Images, q.quotient.Element([]int{number}))
	}
	return a, nil
}

// extend adds heaps to the largest one, or until a period is proved.
func (q *quotientSearch) extend(h *heapsToReach, largest uint64) error {
	q.adding, q.largest = h, largest
	defer func() { q.adding = nil }()
	for {
		to := min(largest+1, uint64(h.Len()+max(16, h.Len()/8)))
		if err := h.Extend(int(to)); err != nil {
			return err
		}
		if to > largest || h.Period().Proved {
			return nil
		}
	}
}

// check reports how many heaps were added, and asks whether to go on.
func (q *quotientSearch) check() error {
	if h := q.adding; h != nil {
		total := q.largest + 1
		if q.largest >= math.MaxInt32 {
			total = 0 // until a period is proved
		}
		q.solver.question.Progress.Report(uint64(h.Len()), total)
	}
	return q.solver.ctx.Err()
}

// beyond adds more heaps, as far as the quotient does not grow, and returns the heap at
// which it does, or 0.
func (q *quotientSearch) beyond(h *heapsToReach) (grows int, err error) {
	q.quotient.Fix(true)
	defer q.quotient.Fix(false)
	err = q.extend(h, uint64(h.Len()+quotientBeyond))
	if errors.Is(err, misere.ErrGrows) {
		return h.Len(), nil
	}
	return 0, err
}

// answer returns what does not depend on the question.
func (q *quotientSearch) answer() *Quotient {
	a := &Quotient{Words: q.quotient.Words()}
	a.Order, _ = q.quotient.Order()
	for x := range a.Order {
		if q.quotient.IsP(x) {
			a.P = append(a.P, x)
		}
	}
	a.Method = "the monoid was guessed, and checked for all sums (T. E. Plambeck 2005; Plambeck and A. N. Siegel 2008; theory/misere/quotient.go)"
	return a
}
