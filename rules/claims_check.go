package rules

// This file compares what a file claims of its positions with its moves. Nobody has to
// believe a file: a question that uses a claim compares it first, at small positions and
// at the positions that are asked about. `rules check` compares it at more. Both are
// tests and no proof.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/search"
)

// claimed is what a run knows of the claims of its file.
type claimed struct {
	mu      sync.Mutex
	tried   bool           // whether the small positions were looked at
	small   int            // those at which a claim was compared with the moves, and true
	vouched map[asked]bool // positions whose options agree with their claim, or cannot be compared
	options *optionValues  // the last many that were looked at
	checks  atomic.Uint64  // positions at which a table might have looked
	looked  atomic.Uint64  // positions and options that were looked at, besides the small positions
}

// The optionValues of a position are what formulas say of its options, in the order of
// its moves: the nim-value, or what stands for less.
type optionValues struct {
	of     asked
	values []grundy.Value
	found  map[[2]uint64]grundy.Found[Position] // those with values of an interval
}

// fewOptions are measured one by one.
const fewOptions = 1 << 8

// keepValues keeps the values of the options of a position if they are many.
func (r *run) keepValues(key asked, values []grundy.Value) {
	if len(values) > fewOptions && uint64(valueBytes*len(values)) <= meter.Of(r.clock.Ctx).Left()/8 {
		r.claims.options = &optionValues{of: key, values: values, found: map[[2]uint64]grundy.Found[Position]{}}
	}
}

// An asked is a position that a question asks about, and whether it is the outcome.
type asked struct {
	position Position
	outcome  bool
}

func (f *File) asked(m grundy.Measure, p Position) asked {
	return asked{p, m == grundy.ByOutcome && f.outcome.fn != nil}
}

// takeOver begins with what another run knows.
func (c *claimed) takeOver(other *claimed) {
	other.mu.Lock()
	defer other.mu.Unlock()
	c.tried, c.small = other.tried, other.small
}

const (
	// A question compares claims with the moves at a few hundred small positions, and spends
	// some steps of a search on it.
	mostClaimed = 300
	claimSteps  = 1 << 17
	// The options of a position that is asked about are measured, if they are no more.
	mostVouched  = 1 << 21
	vouchedSteps = 1 << 24 // of formulas
	// Options of heaps are made as texts, so that fewer of them are compared.
	mostEqual = 1 << 13
)

// A ClaimError says that a claim of a file is not true.
type ClaimError struct{ error }

func (r *run) isFalse(f *formula, format string, args ...any) error {
	return ClaimError{r.code.Source.Fail(f.at, format, args...)}
}

func (r *run) brief(p Position) string {
	return message.Brief(string(r.AppendPosition(nil, p)), 120)
}

// vouch compares the claims with the moves: at small positions once a run, and at p. Its
// error is a [ClaimError] where they differ, or says that ctx has ended.
func (r *run) vouch(ctx context.Context, m grundy.Measure, p Position) error {
	c := &r.claims
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := r.vouchOnce(ctx); err != nil {
		return err
	}
	key := r.asked(m, p)
	if _, done := c.vouched[key]; done {
		return nil
	}
	agrees, err := r.agreesAt(ctx, m, p)
	if err == nil {
		if c.vouched == nil {
			c.vouched = map[asked]bool{}
		}
		c.vouched[key] = agrees
	}
	return err
}

// mostLooked bounds the options that are looked at for each value of a table.
const mostLooked = 8

// vouchAgain is vouch for one of many positions, which it does not remember.
func (r *run) vouchAgain(ctx context.Context, m grundy.Measure, p Position) error {
	r.claims.mu.Lock()
	defer r.claims.mu.Unlock()
	err := r.vouchOnce(ctx)
	if err == nil {
		_, err = r.agreesAt(ctx, m, p)
	}
	return err
}

// vouchOnce compares the claims with the moves at small positions, once a run.
func (r *run) vouchOnce(ctx context.Context) (err error) {
	c := &r.claims
	if c.tried {
		return nil
	}
	if c.small, err = r.vouchSmall(ctx); err == nil {
		c.tried = true
	}
	c.looked.Store(0)
	return err
}

// vouchSmall counts the small positions at which the claims agree with the moves. Once a
// run has looked at as many as it may, others need not look at them again.
func (r *run) vouchSmall(ctx context.Context) (small int, err error) {
	if agreed := r.agreed.Load(); agreed != nil {
		return *agreed, ctx.Err()
	}
	lister := newLister(r, r.byText())
	lister.plain = true
	o := r.searchOptions(1 << 14)
	o.Steps = claimSteps
	memo := search.NewMemo(lister, o)
	steps := int64(vouchedSteps)
	if err := r.numbersAgree(); err != nil {
		return 0, err
	}
	short := false // of memory, which another run may have
	_, _, failed := r.smallPositions(func(p Position, _ bool) bool {
		var agrees bool
		if r.equal != nil {
			agrees, err = r.equalAt(ctx, p)
		} else {
			agrees, err = r.claimsTruth(&steps, p, func() (uint64, error) { return nimSum(ctx, r.File, memo, r.split(p), ofText) })
			err = unlessFailure(err)
		}
		if agrees {
			small++
		}
		if errors.Is(err, grundy.ErrBudget) {
			var spent grundy.BudgetError
			short = errors.As(err, &spent) && spent.What == "memory"
			err = nil
			return false
		}
		return err == nil && ctx.Err() == nil && small < mostClaimed && steps > 0
	})
	if err == nil && failed != nil && ctx.Err() == nil {
		return small, nil // rules that fail elsewhere do not matter here
	}
	if err = errors.Join(err, ctx.Err()); err == nil && !short {
		r.agreed.Store(&small)
	}
	return small, err
}

// claimsTruth compares what formulas say of a position with its nim-value. It reports
// whether they tell something that could be compared.
func (r *run) claimsTruth(steps *int64, p Position, truth func() (uint64, error)) (agrees bool, err error) {
	for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		w, err := r.worthWithin(steps, m, p)
		if err == nil && w.known != unknown {
			var value uint64
			if value, err = truth(); err == nil {
				agrees, err = true, r.contradicts(p, w, value, "its moves")
			}
		}
		if err != nil {
			return agrees, err
		}
	}
	return agrees, nil
}

// unlessFailure returns an error that is not one of the rules at a position.
func unlessFailure(err error) error {
	if isFailure(err) && !errors.Is(err, grundy.ErrBudget) {
		return nil
	}
	return err
}

// contradicts says that the nim-value of a position, found by some way, is not what
// formulas say of it, if so.
func (r *run) contradicts(p Position, w worth, value uint64, by string) error {
	switch {
	case w.by == nil || w.known == valued && w.value == value || w.known == winning && value > 0:
		return nil
	case w.by == &r.value:
		return r.isFalse(w.by, "%s has the nim-value %d by this formula, and %d by %s", r.brief(p), w.value, value, by)
	}
	return r.isFalse(w.by, "%s is %s by this formula, and %s by %s", r.brief(p), whoWins(w.outcome()), whoWins(value), by)
}

func whoWins(value uint64) grundy.Outcome { return grundy.Outcome(min(value, 1)) }

// agreesAt compares the claim at a position with the claims at its options. It reports
// whether that could be done.
func (r *run) agreesAt(ctx context.Context, m grundy.Measure, p Position) (agrees bool, err error) {
	return r.agreesWithin(ctx, m, p, mostVouched)
}

// agreesWithin is agreesAt where no more options than most are looked at.
func (r *run) agreesWithin(ctx context.Context, m grundy.Measure, p Position, most int) (agrees bool, err error) {
	if r.equal != nil {
		return r.equalAt(ctx, p)
	}
	steps := int64(vouchedSteps)
	w, err := r.worthWithin(&steps, m, p)
	if err != nil || w.known == unknown {
		return false, unlessFailure(err)
	}
	if r.hasMore(p, min(int64(most), fewOptions)) { // find was compared at small positions, and finds them faster
		return false, nil
	}
	var values []grundy.Value
	defer func() { r.claims.looked.Add(uint64(1 + len(values))) }()
	mayWin, isLost := 0, false // options that too little is known about; whether one is P
	err = r.eachWorth(&steps, m, p, func(from *worker, s step, u worth) error {
		if len(values) == most {
			return errTooMany
		}
		values = append(values, u.asValue())
		if u.known != valued {
			if u.known == unknown || w.known == valued && w.value > 0 {
				mayWin++
			}
			return from.hold(valueBytes)
		}
		if isLost = isLost || u.value == 0; isLost && w.outcome() == 0 {
			q, err := from.after(s)
			if err == nil {
				err = r.isFalse(w.by, "%s is P by this formula, and so is its option %s", r.brief(p), r.brief(q))
			}
			return err
		}
		return from.hold(valueBytes)
	})
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(err, errTooMany), errors.Is(err, grundy.ErrBudget): // where the claim may be well within it
		return false, nil
	case err != nil:
		return false, unlessFailure(err)
	}
	r.keepValues(r.asked(m, p), values)
	switch {
	case w.known == winning && isLost:
		return true, nil
	case mayWin > 0:
		return false, nil
	case w.outcome() == 0:
		return true, nil
	case w.known == winning:
		return true, r.contradicts(p, w, 0, "what it says of its options")
	}
	return true, r.contradicts(p, w, uint64(grundy.Mex(values...)), "the nim-values of its options")
}

// errTooMany ends a walk over options.
var errTooMany = errors.New("too many options")

// valueBytes is what an option takes whose value is kept, while the list grows.
const valueBytes = 16

// numbersAgree compares the heaps of the positions that small numbers choose with the
// numbers.
func (r *run) numbersAgree() error {
	e := r.equal
	if e == nil || !e.numbered || e.heaps.fn == nil {
		return nil
	}
	for n := e.least; n < e.least+16; n++ {
		p, err := r.at(n)
		if err != nil {
			continue
		}
		heaps, err := r.heapsOf(p)
		if err != nil {
			return unlessFailure(err)
		}
		heap, err := e.of([]uint64{n + e.shift})
		if err != nil {
			return err
		}
		if keyOfHeaps(heaps) != keyOfHeaps(heap) {
			return r.isFalse(&formula{at: e.at}, "the number %d should be %v, and %s is %v by heaps", n, heap, r.brief(p), heaps)
		}
	}
	return nil
}

// keyOfHeaps returns a text that is the same for the same heaps in any order. Heaps
// without a move are left out.
func keyOfHeaps(c grundy.Component) string {
	var texts []string
	for _, part := range c.Split() {
		if moves, ok := part.CountOptions(); !ok || moves > 0 {
			texts = append(texts, part.String())
		}
	}
	slices.Sort(texts)
	return strings.Join(texts, "+")
}

// equalAt compares the options of a position with those of the heaps that it equals. It
// reports whether that could be done.
func (r *run) equalAt(ctx context.Context, p Position) (agrees bool, err error) {
	heaps, err := r.heapsOf(p)
	if err != nil {
		return false, unlessFailure(err)
	}
	if count, ok := heaps.CountOptions(); !ok || count > mostEqual {
		return false, nil
	}
	options, err := r.optionsOf(p)
	if err != nil || len(options) > mostEqual {
		return false, ctx.Err()
	}
	r.claims.looked.Add(uint64(1 + len(options)))
	theirs := heaps.AppendOptions(nil)
	keys := make([]string, len(theirs))
	found := map[string]bool{} // by key, whether the position has such an option
	for i, h := range theirs {
		keys[i] = keyOfHeaps(h)
		found[keys[i]] = false
	}
	for i, q := range options {
		if i&0xff == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		h, err := r.heapsOf(q)
		if err != nil {
			return false, unlessFailure(err)
		}
		key := keyOfHeaps(h)
		if _, ok := found[key]; !ok {
			return false, r.isFalse(&formula{at: r.equal.at}, "%s is %v, and its option %s %v, which is none of %v", r.brief(p), heaps, r.brief(q), h, heaps)
		}
		found[key] = true
	}
	for i, h := range theirs {
		if !found[keys[i]] {
			return false, r.isFalse(&formula{at: r.equal.at}, "%s is %v, and has no option that is %v", r.brief(p), heaps, h)
		}
	}
	return true, nil
}

// checked says how a claim was compared with the moves, for the method of an answer.
func (r *run) checked(m grundy.Measure, p Position) string {
	r.claims.mu.Lock()
	defer r.claims.mu.Unlock()
	text := fmt.Sprintf("compared with its moves at %s", message.Count(r.claims.small, "small position", "small positions"))
	if r.claims.vouched[r.asked(m, p)] {
		text += " and here"
	}
	return text
}

// isVouched reports whether claims may be used: at some small positions they were
// compared with the moves, and were true at all of these; whether that was tried at p;
// and whether they are true there.
func (r *run) isVouched(m grundy.Measure, p Position) (small, tried, here bool) {
	r.claims.mu.Lock()
	defer r.claims.mu.Unlock()
	here, tried = r.claims.vouched[r.asked(m, p)]
	return r.claims.small > 0, tried, here
}

// claimsHold compares the claims with the moves at a small position, of value v, for a
// report. It reports what is wrong, or "".
func (d *decider) claimsHold(p Position, v grundy.LoopyValue) (wrong string, err error) {
	if d.run.equal != nil {
		_, err = d.run.equalAt(d.ctx, p)
	} else if d.run.hasClaims() {
		if _, err = d.run.claimsTruth(nil, p, func() (uint64, error) { return uint64(v.Nim), nil }); err == nil {
			err = d.run.findsAll(p)
		}
	}
	if claim, ok := errors.AsType[ClaimError](err); ok {
		return claim.Error(), nil
	}
	return "", err
}
