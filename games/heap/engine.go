package heap

// This file holds which engine computes which values, and the run in which
// they take turns.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"grundy"
	"grundy/theory/period"
)

const (
	naiveLimit  = 1 << 10     // below it, nothing is faster than all options
	wordStart   = witnessSpan // the word engine needs some history
	scalarLimit = 1 << 26     // so many values are kept as numbers at the most
	auditStart  = 1 << 20     // from here on values are audited
	auditSpan   = 1 << 32     // and each time n has grown by so much
	auditsEach  = 2           // so many each time n doubles
	fewRare     = 200         // with fewer rare heaps, scalar sparse space is as fast as blocks
	firstProof  = 64          // terms before a proof is looked for
	setsLimit   = 1 << 13     // the sets engine's memory grows with the square
)

// A run computes the nim-sequence of a code from 0 on.
type run struct {
	code       Code
	octal      *octal // nil where the code is none
	values     []uint32
	sets       *setsEngine
	naive      *naiveEngine
	sparse     *sparseEngine
	words      blockRunner // where it is not nil, it has all values
	tryAt      int         // when to try the word engine next
	proof      period.Result
	proveAt    int // when to look for a proof next
	audits     int // passed
	nextAudits int
	limit      int // no more values than these will be asked for
	portable   bool
}

// A blockRunner is a wordEngine of either width, or a blockEngine.
type blockRunner interface {
	step() stop
	length() int
	appendValues(dst []uint32, from, to int) []uint32
	recurs() (period.Result, bool)
	complete() bool
	books() *ledger
	audit(ctx context.Context, n int) error
}

func newRun(c Code, limit int) *run {
	r := &run{code: c, limit: limit, tryAt: wordStart, proveAt: firstProof, nextAudits: auditStart}
	if o, ok := c.octal(); ok {
		r.octal, r.naive, r.sparse = o, &naiveEngine{octal: o}, &sparseEngine{octal: o}
	} else {
		r.sets = newSetsEngine(c)
	}
	return r
}

// length returns how many values are known.
func (r *run) length() int {
	if r.words != nil {
		return r.words.length()
	}
	return len(r.values)
}

// advance computes some more values, to of them at the most, by the engine that
// fits. Every engine gives the same values.
func (r *run) advance(ctx context.Context, to int) (err error) {
	n := len(r.values)
	switch {
	case r.words != nil:
		err = r.advanceWords(ctx, to)
	case r.sets != nil:
		if n >= setsLimit {
			return fmt.Errorf("%s: more than %d values, for which no fast engine is known: %w", r.code, setsLimit, grundy.ErrTooLarge)
		}
		r.values, err = r.sets.extend(ctx, r.values, min(to, setsLimit))
	case n < naiveLimit:
		r.values, err = r.naive.extend(ctx, r.values, min(to, naiveLimit))
	case n < r.tryAt || n%block != 0 || !r.tryWords():
		if n >= scalarLimit {
			return fmt.Errorf("%s: more than %d values with many rare heaps: %w", r.code, scalarLimit, grundy.ErrTooLarge)
		}
		r.values, err = r.sparse.extend(ctx, r.values, min(to, max(n/block*block+block, r.tryAt)))
	}
	if err == nil {
		err = r.audit(ctx)
	}
	return err
}

// advanceWords runs the word engine. Where it stops, the scalar one goes on.
func (r *run) advanceWords(ctx context.Context, to int) error {
	for k := 0; r.words.length() < to && k < watchSpan/block; k++ {
		why := r.words.step()
		if why == goesOn {
			continue
		}
		n := r.words.length()
		if !r.words.complete() || n > scalarLimit {
			return fmt.Errorf("%s: the heaps from %d on do not fit the word engine (%s), and are too large for the others: %w", r.code, n, why, grundy.ErrTooLarge)
		}
		r.values = r.words.appendValues(r.values, len(r.values), n)
		r.words = nil
		if r.tryAt = n + block; why != newRare {
			r.tryAt = n + n/2
		}
		return nil
	}
	return ctx.Err()
}

// tryWords sets up the word engine, if the game is for it.
func (r *run) tryWords() bool {
	n := len(r.values)
	r.tryAt = (n + n/4) / block * block
	r.sparse.renew(r.values)
	plan := planCodes(r.octal, r.sparse.space, r.sparse.rare)
	if e, ok := newWordEngine[uint32](plan, r.values, r.limit, r.portable); ok {
		r.words = e
	} else if e, ok := newWordEngine[uint64](plan, r.values, r.limit, r.portable); ok {
		r.words = e
	} else if plan.suitsBlocks(n) {
		if e, ok := newBlockEngine(plan, r.values, r.limit, r.portable); ok {
			r.words = e
		}
	}
	return r.words != nil
}

// prove looks for a proof of a period, now and then. The result is false while
// there is none.
func (r *run) prove() bool {
	if r.words != nil {
		if proof, ok := r.words.recurs(); ok {
			r.proof = proof
			return true
		}
		return false
	}
	n := len(r.values)
	if n < r.proveAt {
		return false
	}
	r.proveAt = n + n/8 + 16
	if criterion, ok := r.code.Criterion(); ok {
		if r.proof, ok = period.FindGuySmith(criterion, r.values); ok {
			return true
		}
	}
	if taking, ok := r.code.taking(); ok {
		if r.proof, ok = period.FindArithmetic(taking, r.values); ok {
			return true
		}
	}
	if r.sets != nil || n <= naiveLimit {
		return false
	}
	multiple := uint64(1)
	if r.sparse.space.timed || len(r.octal.zeros) > 0 {
		multiple = 2
	}
	proof, ok := period.FindByState(r.values, multiple, func(p uint64) (uint64, bool) {
		w, ok := r.sparse.width(n - int(p))
		return uint64(w), ok
	})
	if ok {
		r.proof = proof
	}
	return ok
}

// errAudit is returned where an engine has computed a wrong value. Nobody has
// seen it; it is there because nobody had seen the error of an earlier one.
var errAudit = errors.New("an engine has left the true sequence")

// audit evaluates all options of some n chosen at random among those that have
// been computed since the last time, and compares.
func (r *run) audit(ctx context.Context) error {
	n := r.length()
	if n < r.nextAudits {
		return nil
	}
	from := n / 2
	if r.nextAudits = min(2*n, n+auditSpan); r.words != nil && !r.words.complete() {
		from = n - recentLimit/2
	}
	for range auditsEach {
		at := from + rand.IntN(n-from)
		if r.words != nil {
			if err := r.words.audit(ctx, at); err != nil {
				return err
			}
		} else if r.octal != nil {
			if want := r.naive.value(r.values[:at], at); want != r.values[at] {
				return fmt.Errorf("%s: G(%d) is %d, but %d was computed: %w", r.code, at, want, r.values[at], errAudit)
			}
		}
		r.audits++
	}
	return nil
}

// appendValues appends G(from) … G(to-1), which must be known.
func (r *run) appendValues(dst []uint32, from, to int) []uint32 {
	if r.words != nil && to > len(r.values) {
		return r.words.appendValues(dst, from, to)
	}
	return append(dst, r.values[from:to]...)
}
