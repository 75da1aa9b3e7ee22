package sequence

// This file decides which engine computes which values. In a run they take turns.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

const (
	naiveLimit = 1 << 10                 // below it, nothing is faster than all options
	wordStart  = witnessSpan             // the word engine needs some history
	auditSpan  = min(1<<32, math.MaxInt) // values are audited when n has doubled, or grown by so much
	auditsEach = 2                       // how many each time
	firstProof = 64                      // terms before a proof is looked for
)

// auditStart is where values are audited first, scalarLimit how many values are kept as
// numbers at most. Tests lower them.
var (
	auditStart  = 1 << 20
	scalarLimit = 1 << 26
)

// A run computes the nim-sequence of a code from 0 on.
type run struct {
	code       Code
	octal      *octal // nil where the code is none
	values     []uint32
	listing    listingEngine // where octal is nil
	naive      *naiveEngine
	sparse     *sparseEngine
	fast       fastEngine // where it is not nil, it has all values
	tryAt      int        // when to try the fast engines next
	proof      period.Result
	proveAt    int // when to look for a proof next
	searched   int // how many values there were when one was looked for last, or might have been
	audits     int // passed
	nextAudits int
	limit      int // no more values than these will be asked for
	portable   bool
	held       uint64 // bytes of the question's meter
	proofWork  uint64 // steps of one search for a proof that divides into three; 0 for no bound
}

// A fastEngine computes many values in a step: a wordEngine of any width, or a
// blockEngine.
type fastEngine interface {
	what() string // it is called in messages
	heed(stop interrupt)
	step() stop
	length() int
	appendValues(dst []uint32, from, to int) []uint32
	recurs(ctx context.Context, onTime bool) (period.Result, bool, error)
	complete() bool
	heaps() (space, []int)
	audit(ctx context.Context, n int) error
	save(v *saved)               // all but its codes
	saveCodes(out *hashedWriter) // and these
	bytes() uint64               // bounds its memory, when some more values are known
}

// A listingEngine considers all options of a heap, in one way or another. It serves
// every code that the octal engines do not.
type listingEngine interface {
	extend(ctx context.Context, values []uint32, to int) ([]uint32, error)
	next(n int) int            // to where n values are extended before a proof is looked for
	counted() uint64           // steps so far, of about a nanosecond
	stepsEach(n uint64) uint64 // an estimate of those that G(n) takes and that are not counted
	bytes(to int) uint64       // bounds its memory, besides the values, when those to n are known
	easy() uint64              // values that are computed in some milliseconds

	// cost estimates what the values to n cost, and says how they are found. It is
	// false where they are too many to be kept.
	cost(n uint64) (cost grundy.Cost, method string, ok bool)
}

// newListingEngine returns the engine for c.
func newListingEngine(c Code) listingEngine {
	if e, ok := newTakingEngine(c); ok {
		return e
	}
	if e, ok := newEqualEngine(c); ok {
		return e
	}
	if e, ok := newTriplesEngine(c); ok {
		return e
	}
	return newSetsEngine(c)
}

const (
	eachStep   = 1 << 12 // values that oneByOne computes between proofs
	easyBudget = 1 << 14 // values among which a period is looked for easily
)

// oneByOne is what engines have in common that find one value after the other.
type oneByOne struct {
	code  Code
	steps uint64 // so far
}

func (e *oneByOne) next(n int) int          { return n + eachStep }
func (e *oneByOne) counted() uint64         { return 2 * e.steps }
func (e *oneByOne) stepsEach(uint64) uint64 { return 1 }
func (e *oneByOne) easy() uint64            { return easyBudget }

// costOf returns the cost of n values, by the steps that they take.
func (e *oneByOne) costOf(n, steps uint64) (grundy.Cost, string, bool) {
	return grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(n, 16), 1<<16),
		Time:  grundy.Nanoseconds(steps),
	}, "take-and-break game: the mex of all options (games/heap/sequence/engine_equal.go, engine_taking.go)", n < uint64(scalarLimit)
}

// extendEach appends G(len(values)) … G(to-1), where value returns G(n) by those before.
func extendEach(ctx context.Context, c Code, values []uint32, to int, value func(values []uint32, n int) uint32) ([]uint32, error) {
	for n := len(values); n < to; n++ {
		if n%16 == 0 && ctx.Err() != nil {
			return values, ctx.Err()
		}
		if n >= scalarLimit {
			return values, fmt.Errorf("%s: more than %d values: %w", c.Short(), scalarLimit, grundy.ErrTooLarge)
		}
		values = append(values, value(values, n))
	}
	return values, nil
}

// An interrupt says whether work is to stop. A nil one never does.
type interrupt func() bool

// asked reports whether work is to stop.
func (i interrupt) asked() bool { return i != nil && i() }

// at asks at some n only, some milliseconds apart where one n costs little.
func (i interrupt) at(n int) bool { return n%(1<<20) == 0 && i.asked() }

func interruptOf(ctx context.Context) interrupt {
	return func() bool { return ctx.Err() != nil }
}

func newRun(c Code, limit int) *run {
	r := &run{code: c, limit: limit, tryAt: wordStart, proveAt: firstProof, nextAudits: auditStart}
	if o, ok := c.octal(); ok {
		r.octal, r.naive, r.sparse = o, &naiveEngine{octal: o}, &sparseEngine{octal: o}
	} else {
		r.listing = newListingEngine(c)
	}
	return r
}

// length returns how many values are known.
func (r *run) length() int {
	if r.fast != nil {
		return r.fast.length()
	}
	return len(r.values)
}

// advance computes some more values, at most to of them, by the engine that
// fits. Every engine gives the same values.
//
// Occasional work, such as trying another engine, is done at n that depend on the
// game alone, and not on where somebody stopped to look: so a run
// that was interrupted ends with the same proof as an unbroken one.
func (r *run) advance(ctx context.Context, to int) (err error) {
	n := len(r.values)
	next := (max(r.tryAt, n+1) + block - 1) / block * block // where the fast engines are tried
	switch {
	case r.fast != nil:
		err = r.advanceFast(ctx, to)
	case r.listing != nil:
		r.values, err = r.listing.extend(ctx, r.values, min(to, r.listing.next(n)))
	case n < naiveLimit:
		r.values, err = r.naive.extend(ctx, r.values, min(to, naiveLimit))
	case n < r.tryAt || n%block != 0 || !r.tryFast(ctx):
		if n >= scalarLimit {
			return fmt.Errorf("%s: more than %d values with many rare heaps: %w", r.code.Short(), scalarLimit, grundy.ErrTooLarge)
		}
		r.values, err = r.sparse.extend(ctx, r.values, min(to, next))
	}
	return err
}

// advanceFast runs the fast engine. Where it stops, the scalar one goes on.
func (r *run) advanceFast(ctx context.Context, to int) error {
	r.fast.heed(interruptOf(ctx))
	for r.fast.length() < to {
		if err := ctx.Err(); err != nil {
			return err
		}
		why := r.fast.step()
		if why == goesOn {
			if r.fast.length()%watchSpan == 0 {
				break
			}
			continue
		}
		if why == cutShort {
			return ctx.Err()
		}
		n := r.fast.length()
		if e, ok := r.fast.(*wordEngine); ok && why == tooLarge {
			if wider := widerWords(e.ledger, e.program.width, r.portable); wider != nil {
				wider.snapshots = e.snapshots
				r.fast = wider
				continue
			}
		}
		if !r.fast.complete() || n >= scalarLimit {
			return fmt.Errorf("%s: the heaps from %d on do not fit the engine %s (%s), and are too large for the others: %w", r.code.Short(), n, r.fast.what(), why, grundy.ErrTooLarge)
		}
		for from := len(r.values); from < n; from = len(r.values) {
			if err := ctx.Err(); err != nil {
				return err
			}
			r.values = r.fast.appendValues(r.values, from, min(n, from+1<<20))
		}
		r.sparse.space, r.sparse.rare = r.fast.heaps()
		r.fast = nil
		if r.tryAt = n + block; why != newRare {
			r.tryAt = n + n/2
		}
		return nil
	}
	return ctx.Err()
}

// tryFast sets up the word engine or, where that does not suit the game, the block
// engine. It returns false where neither does, or ctx has ended.
func (r *run) tryFast(ctx context.Context) bool {
	n := len(r.values)
	before := r.tryAt
	r.tryAt = (n + n/4) / block * block
	r.sparse.interrupt = interruptOf(ctx)
	if r.sparse.renew(r.values); ctx.Err() != nil {
		r.tryAt = before
		return false
	}
	plan := planCodes(r.octal, r.sparse.space, r.sparse.rare)
	plan.interrupt = interruptOf(ctx)
	if l, ok := newLedger(plan, r.values, r.limit, r.portable); ok && plan.suitsWords() {
		if e := widerWords(l, 0, r.portable); e != nil {
			r.fast = e
		}
	}
	if r.fast == nil && ctx.Err() == nil && plan.seldomRare(n) {
		if e, ok := newBlockEngine(plan, r.values, r.limit, r.portable); ok {
			e.mostCores = meter.Cores(ctx, e.mostCores)
			r.fast = e
		}
	}
	if ctx.Err() != nil { // an engine may have been given up for that alone
		r.fast, r.tryAt = nil, before
	}
	return r.fast != nil
}

// prove looks for a proof of a period, now and then. The result is false while
// there is none.
func (r *run) prove(ctx context.Context) (bool, error) {
	if n := r.length(); r.fast != nil {
		onTime := n%watchSpan == 0
		if !onTime && n < r.limit {
			return false, nil
		}
		proof, ok, err := r.fast.recurs(ctx, onTime)
		if ok {
			r.proof = proof
		}
		return ok, err
	}
	onTime := len(r.values) >= r.proveAt
	if !onTime && len(r.values) < r.limit {
		return false, nil
	}
	// The search costs O(n) in one go. It reads only what does not change any more,
	// and is left behind if ctx ends before it.
	type result struct {
		proof period.Result
		ok    bool
	}
	found, search := make(chan result, 1), r.proofSearch(ctx)
	go func() {
		proof, ok := search()
		found <- result{proof, ok}
	}()
	select {
	case <-ctx.Done():
		return false, ctx.Err()
	case x := <-found:
		if err := ctx.Err(); err != nil && !x.ok {
			return false, err // the search was cut short, and is made again
		}
		if onTime {
			r.proveAt = len(r.values) + len(r.values)/8 + 16
		}
		if x.ok {
			r.proof = x.proof
		}
		return x.ok, nil
	}
}

// proofSearch returns the search for a proof in the values so far.
func (r *run) proofSearch(ctx context.Context) func() (period.Result, bool) {
	code, values, steps := r.code, r.values, r.proofWork
	return func() (period.Result, bool) {
		if criterion, ok := code.Criterion(); ok {
			if proof, ok := period.FindGuySmith(criterion, values); ok {
				return proof, true
			}
		}
		if taking, ok := code.taking(); ok {
			if proof, ok := period.FindArithmetic(taking, values); ok {
				return proof, true
			}
		}
		if dividing, ok := code.dividing(); ok {
			dividing.Steps = steps
			if proof, ok := period.FindDividing(ctx, dividing, values); ok {
				return proof, true
			}
		}
		if proof, ok := code.formula(); ok && proof.Preperiod+proof.Period <= uint64(len(values)) {
			return proof, true
		}
		return period.Result{}, false
	}
}

// errAudit is returned where an engine has computed a wrong value. We have never seen
// it. An earlier engine had an error that went unseen, so this one is audited.
var errAudit = errors.New("an engine has left the true sequence")

// audit evaluates the options of some n chosen at random among those that have
// been computed since the last time, and compares. Codes that only the engines of
// sets serve are not audited: these evaluate all options of every n anyway.
func (r *run) audit(ctx context.Context) error {
	for n := r.length(); r.octal != nil && n >= r.nextAudits; r.nextAudits = afterAudits(r.nextAudits) {
		from := n / 2
		if r.fast != nil && !r.fast.complete() {
			from = n - recentLimit/2
		}
		for range auditsEach {
			at := from + rand.IntN(n-from)
			if r.fast != nil {
				if err := r.fast.audit(ctx, at); err != nil {
					return err
				}
				continue
			}
			want, err := r.naive.value(ctx, r.values[:at], at)
			if err != nil {
				return err
			}
			if want != r.values[at] {
				return fmt.Errorf("%s: G(%d) is %d, but %d was computed: %w", r.code.Short(), at, want, r.values[at], errAudit)
			}
		}
		r.audits += auditsEach
	}
	return nil
}

// afterAudits returns the n at which audits follow those at n.
func afterAudits(n int) int { return n + min(n, auditSpan, math.MaxInt-n) }

// appendValues appends G(from) … G(to-1), which must be known.
func (r *run) appendValues(dst []uint32, from, to int) []uint32 {
	if r.fast != nil && to > len(r.values) {
		return r.fast.appendValues(dst, from, to)
	}
	return append(dst, r.values[from:to]...)
}

// keptFrom returns an n from which on all values are kept.
func (r *run) keptFrom() uint64 {
	if r.fast == nil || r.fast.complete() {
		return 0
	}
	return uint64(max(0, r.fast.length()-recentLimit/2))
}

// keptTo returns an n below which all values are kept.
func (r *run) keptTo() uint64 {
	if e, ok := r.fast.(*wordEngine); ok {
		return uint64(e.past.size)
	}
	return uint64(r.length())
}
