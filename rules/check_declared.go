package rules

// This file tests the symmetries and parts that a file declares: at each small position,
// their value must equal that of the position itself.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/entailing"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/search"
)

// checkSmall looks at small positions for cycles, for errors of the rules, and for
// declarations that do not hold. It decides each as it comes, so that the report covers
// all positions before a slow one.
func (r *run) checkSmall(ctx context.Context, report *Report, most uint64) {
	d := newDecider(ctx, r, report, most)
	defer d.held.Close()
	if r.start != nil {
		if report.Failed = r.checkStart(); report.Failed != nil {
			return
		}
	}
	ended, begins := false, false // begins: start leads to a position with a move
	found, expanded, err := r.smallPositions(func(p Position, inside bool) (more bool) {
		if ctx.Err() != nil {
			report.Undecided++
			return true
		}
		if inside {
			begins = r.start != nil && report.Moves
		}
		at := &Report{Moves: report.Moves}
		d.report = at
		if !at.Moves {
			options, err := r.optionsOf(p)
			at.Moves = len(options) > 0 || err != nil
		}
		if r.draw != nil {
			if _, err := r.scene(p); isFailure(err) {
				at.Failed = err
			}
		}
		ended = at.Failed != nil || !d.decide(p)
		if wrong := at.wrong(); ended && !inside && (begins || isBeyond(at.Failed)) {
			if report.Outside++; report.OutsideWhy == "" {
				report.OutsideWhy = wrong
			}
			ended = false
			return true
		}
		report.take(at)
		return !ended
	})
	if r.Loopy && d.tests == "" {
		report.Looked = expanded
	}
	switch {
	case isBeyond(err) && !ended && report.Looked > 0: // from a position that was noted
	case isFailure(err) || err != nil && ctx.Err() == nil:
		report.Failed = err
	case found == 0 && ctx.Err() == nil:
		_, at, _ := r.code.Defined("legal")
		report.Failed = r.code.Source.Fail(at, "no small position is legal (%v): example(…) of a legal one shows where to begin", r.refused)
	case report.Outside > 0 && report.Looked == 0 && report.Undecided == 0 && ctx.Err() == nil:
		report.Failed = errors.New(report.OutsideWhy)
	case r.Loopy && !ended:
		report.Undecided = max(report.Undecided, found-expanded)
	}
}

// take adds what was found at one position.
func (r *Report) take(at *Report) {
	r.Looked += at.Looked
	r.Undecided += at.Undecided
	r.Moves = r.Moves || at.Moves
	r.Cycle, r.Failed = at.Cycle, at.Failed
	if len(at.Declared) > 0 {
		r.Declared = at.Declared
	}
}

// wrong says what a report on one position has against it.
func (r *Report) wrong() string {
	switch {
	case r.Failed != nil:
		return r.Failed.Error()
	case r.Cycle != nil:
		return "play need not end: " + message.Cycle(len(r.Cycle), func(i int) string { return r.Cycle[i] })
	}
	for _, d := range r.Declared {
		if d.Wrong != "" {
			return d.What + ": " + d.Wrong
		}
	}
	return ""
}

// isBeyond reports whether play leaves the shape upward.
func isBeyond(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong) && wrong.Beyond
}

// A decider compares values of small positions, found by the plain rules, for a report.
// The values are nim-values, or, where play need not end, nim-values with infinity,
// which are equal exactly if the positions are the same in all sums (theory/loopy).
type decider struct {
	run    *run
	ctx    context.Context
	report *Report
	most   uint64
	misses int
	tests  string // what it tests besides that play ends, or ""

	lister *lister[string] // by the plain rules
	memo   *search.Memo[string]

	budget uint64 // of positions that are valued together, where play need not end
	known  map[Position]grundy.LoopyValue
	held   *meter.Account // for those that are known
}

func newDecider(ctx context.Context, r *run, report *Report, most uint64) *decider {
	l := newLister(r, r.byText())
	l.plain = true
	return &decider{
		run: r, ctx: ctx, report: report, lister: l, most: most,
		memo:   newMemo(r.File, l, r.searchOptions(most/4)),
		budget: most / 4,
		known:  map[Position]grundy.LoopyValue{},
		held:   meter.Open(ctx),
		tests:  r.declares(),
	}
}

// declares names the symmetries, parts and claims that the file declares.
func (f *File) declares() string {
	var what []string
	if len(f.symmetry) > 0 {
		var names []string
		for _, s := range f.symmetry {
			names = append(names, s.name)
		}
		what = append(what, "symmetric: "+strings.Join(names, ", "))
	}
	if apart := f.declaresApart(); apart != "" {
		what = append(what, apart)
	}
	if claim := f.claimName(); claim != "" {
		what = append(what, claim)
	}
	return strings.Join(what, "; ")
}

// claimName names what the file claims of positions, or returns "".
func (f *File) claimName() string {
	if f.equal != nil {
		return "equals: heaps of " + f.equal.name
	}
	var names []string
	for _, claim := range []formula{f.value, f.outcome, f.find} {
		if claim.fn != nil {
			names = append(names, claim.fn.Name)
		}
	}
	return strings.Join(names, ", ")
}

// declaresApart names the declaration that takes positions apart, or returns "".
func (f *File) declaresApart() string {
	switch {
	case len(f.touching) > 0:
		return "touching"
	case f.parts != nil:
		return "parts"
	}
	return ""
}

// sum returns the value of a sum of packed states by the plain rules.
func (d *decider) sum(parts []string) (grundy.LoopyValue, error) {
	var values []grundy.LoopyValue
	for _, part := range parts {
		v, err := d.value(part)
		if err != nil {
			return grundy.LoopyValue{}, err
		}
		values = append(values, v)
	}
	return loopy.Sum(values...), nil
}

func (d *decider) value(part string) (grundy.LoopyValue, error) {
	if !d.run.Loopy { // which finds cycles
		v, err := d.memo.Value(d.ctx, part)
		if err == nil && d.run.decisive {
			return entailing.Loopy(v), nil
		}
		if err != nil || !d.run.Ends || d.tests == "" {
			return grundy.LoopyValue{Nim: grundy.Value(v)}, err
		}
	}
	p := Position(part)
	if v, ok := d.known[p]; ok {
		return v, nil
	}
	e, err := d.run.explore(d.ctx, p, d.budget, grundy.Normal)
	if err != nil {
		return grundy.LoopyValue{}, err
	}
	defer e.held.Close()
	values, err := e.solve(d.ctx)
	if err != nil {
		return grundy.LoopyValue{}, err
	}
	if uint64(len(d.known)+len(e.number)) > d.most {
		clear(d.known)
		d.held.Give(d.held.Held())
	}
	for q, i := range e.number {
		if err := d.held.Take(uint64(len(q) + exploredBytes)); err != nil {
			return grundy.LoopyValue{}, err
		}
		d.known[q] = values.At(i)
	}
	return d.known[p], nil
}

// sameValue reports whether positions with these values are the same in all sums.
func sameValue(a, b grundy.LoopyValue) bool {
	return a.Infinite == b.Infinite && a.Ending == b.Ending && (a.Infinite || a.Nim == b.Nim) && slices.Equal(a.Options, b.Options)
}

// undecided counts a position that an error left undecided, and reports whether it did.
func (d *decider) undecided(err error) bool {
	switch {
	case err == nil || isFailure(err):
		return false
	case d.ctx.Err() != nil:
		d.report.Undecided++
		return true
	case !errors.Is(err, grundy.ErrBudget):
		return false
	}
	d.report.Undecided++
	// The memo still knows many of the others. But each miss costs the whole budget,
	// so after a few of them the budget shrinks.
	const mostMisses = 8
	if d.misses++; d.misses == mostMisses {
		d.budget = d.most/256 + 1
		d.memo = newMemo(d.run.File, d.lister, d.run.searchOptions(d.budget))
	}
	return true
}

// decide looks at a position and reports whether the check goes on.
func (d *decider) decide(p Position) (more bool) {
	r := d.report
	if d.run.Loopy && d.tests == "" {
		return true // its moves are listed, and no more is asked
	}
	whole := d.run.split(p)
	value, err := d.sum(whole)
	var cycle *search.CycleError[string]
	switch {
	case errors.As(err, &cycle):
		for _, key := range cycle.Positions {
			r.Cycle = append(r.Cycle, string(d.run.AppendPosition(nil, Position(key))))
		}
		return false
	case d.undecided(err):
		return true
	case err != nil:
		r.Failed = err
		return false
	case d.tests == "":
		r.Looked++
		return true
	}
	wrong, err := d.claimsHold(p, value)
	if wrong != "" {
		r.Declared = []DeclaredReport{{d.run.claimName(), wrong}}
		return false
	}
	var parts, images []string
	if err == nil {
		parts, images, err = d.declaredParts(whole)
	}
	var sum grundy.LoopyValue
	if err == nil {
		sum, err = d.sum(images)
	}
	switch {
	case d.undecided(err):
		return true
	case err != nil:
		r.Failed = err
		return false
	}
	if len(r.Declared) == 0 {
		r.Declared = []DeclaredReport{{What: d.tests}}
	}
	if !sameValue(sum, value) {
		r.Declared[0] = d.blame(whole, parts, images)
		return false
	}
	r.Looked++
	return true
}

// declaredParts returns the declared parts of a sum, and the least image of each by
// symmetry.
func (d *decider) declaredParts(whole []string) (parts, images []string, err error) {
	w := d.lister.worker
	for _, text := range whole {
		w.run.unpack(w.state, text)
		if err := w.eachDeclared(w.state, func(part []int64) error {
			parts = append(parts, d.run.pack(part))
			d.run.leastOf(d.run.claimed, part, w.room)
			images = append(images, d.run.pack(part))
			return nil
		}); err != nil {
			return nil, nil, err
		}
	}
	return parts, images, nil
}

// blame names the declaration that does not hold, where the images of the parts of a sum
// have another value than the sum: the parts, or a symmetry of one of them.
func (d *decider) blame(whole, parts, images []string) DeclaredReport {
	if wrong := d.unequal(whole, parts); wrong != "" {
		return DeclaredReport{d.run.declaresApart(), wrong}
	}
	for _, part := range parts {
		if found, ok := d.blameSymmetry(part); ok {
			return found
		}
	}
	return DeclaredReport{d.tests, d.unequal(whole, images)}
}

// mostBlamed bounds the images of one position that blameSymmetry looks at.
const mostBlamed = 1000

// blameSymmetry looks for a symmetry that does not hold at a state or at one of its
// images.
func (d *decider) blameSymmetry(text string) (DeclaredReport, bool) {
	all, seen := []string{text}, map[string]bool{text: true}
	state := make([]int64, d.run.code.Shape.Size)
	for i := 0; i < len(all) && d.ctx.Err() == nil; i++ {
		d.run.unpack(state, all[i])
		for _, s := range d.run.symmetry {
			for image := range d.run.images(s, state) {
				next := d.run.pack(image)
				if seen[next] || len(all) == mostBlamed {
					continue
				}
				if wrong := d.unequal(all[i:i+1], []string{next}); wrong != "" {
					return DeclaredReport{"symmetric: " + s.name, wrong}, true
				}
				seen[next] = true
				all = append(all, next)
			}
		}
	}
	return DeclaredReport{}, false
}

// unequal describes the difference where a sum of states and the sum that should replace
// it have different values. It returns "" where they agree or a value is unknown.
func (d *decider) unequal(parts, others []string) string {
	value, err1 := d.sum(parts)
	other, err2 := d.sum(others)
	if err1 != nil || err2 != nil || sameValue(value, other) {
		return ""
	}
	return fmt.Sprintf("%s has the nim-value %v, and %s, which should stand for it, %v",
		d.run.briefSum(parts), value, d.run.briefSum(others), other)
}
