package rules

// This file holds the test of what a file declares about symmetry and parts: at
// each small position, whether what should stand for it has its value.

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"grundy/internal/message"
	"grundy/theory/search"
)

// checkSmall looks at small positions: for cycles, for errors of the rules, and
// whether what is declared holds at each. It decides each as it comes, so that what
// takes long at some leaves a report on those before.
func (f *File) checkSmall(ctx context.Context, r *Report, most uint64) {
	decide := func(Position) bool { return true }
	if !f.Loopy {
		decide = f.newDecider(ctx, r, most).decide
	}
	found, expanded, err := f.smallPositions(decide)
	if f.Loopy {
		r.Looked = expanded
	}
	switch {
	case isFailure(err) || err != nil && ctx.Err() == nil:
		r.Failed = err
	case f.Loopy:
		r.Undecided = found - expanded
	}
}

// A decider decides small positions for a report.
type decider struct {
	file     *File
	ctx      context.Context
	report   *Report
	lister   *textLister
	memo     *search.Memo[string]
	most     uint64
	misses   int
	declares string // what it tests besides that play ends, or ""
	room     []int64
}

func (f *File) newDecider(ctx context.Context, r *Report, most uint64) *decider {
	l := &textLister{file: f, plain: true, result: collector{wants: "move"}, state: make([]int64, f.shape.size)}
	return &decider{
		file: f, ctx: ctx, report: r, lister: l, most: most,
		memo:     search.NewMemo(l, search.Options{Positions: most / 4}),
		declares: f.declares(),
		room:     make([]int64, f.shape.roomSize()),
	}
}

// declares names what the file declares about symmetry and parts.
func (f *File) declares() string {
	if !f.falls && len(f.same) == 0 {
		return ""
	}
	var what []string
	if len(f.symmetry) > 0 {
		var names []string
		for _, s := range f.symmetry {
			names = append(names, s.name)
		}
		what = append(what, "symmetric: "+strings.Join(names, ", "))
	}
	if len(f.touching) > 0 {
		what = append(what, "touching")
	}
	if f.parts != nil {
		what = append(what, "parts")
	}
	return strings.Join(what, "; ")
}

// plain returns the nim-value of a sum of states, without what is declared.
func (d *decider) plain(states []int64) (value uint64, err error) {
	shape := d.file.shape
	for ; len(states) > 0; states = states[shape.size:] {
		v, err := d.memo.Value(d.ctx, string(shape.pack(states[:shape.size])))
		if err != nil {
			return 0, err
		}
		value ^= v
	}
	return value, nil
}

// undecided counts the position of an error that leaves it undecided.
func (d *decider) undecided(err error) bool {
	var budget *search.BudgetError
	switch {
	case err == nil || isFailure(err):
		return false
	case d.ctx.Err() != nil:
		d.report.Undecided++
		return true
	case !errors.As(err, &budget):
		return false
	}
	d.report.Undecided++
	// Of the others, many have been met. But each miss costs the whole budget, so
	// that after some of them it must be a smaller one.
	const mostMisses = 8
	if d.misses++; d.misses == mostMisses {
		d.memo = search.NewMemo(d.lister, search.Options{Positions: d.most/256 + 1})
	}
	return true
}

// decide looks at a position, and reports whether the check goes on.
func (d *decider) decide(p Position) (more bool) {
	f, r := d.file, d.report
	if d.ctx.Err() != nil {
		r.Undecided++
		return true
	}
	states := f.shape.states(p)
	value, err := d.plain(states)
	var cycle *search.CycleError[string]
	switch {
	case errors.As(err, &cycle):
		for _, key := range cycle.Positions {
			r.Cycle = append(r.Cycle, string(f.AppendPosition(nil, Position(key))))
		}
		return false
	case d.undecided(err):
		return true
	case err != nil:
		r.Failed = err
		return false
	case d.declares == "":
		r.Looked++
		return true
	}
	var parts []int64
	for ; err == nil && len(states) > 0; states = states[f.shape.size:] {
		parts, err = f.appendParts(parts, states[:f.shape.size], d.room)
	}
	var sum uint64
	if err == nil {
		sum, err = d.plain(parts)
	}
	switch {
	case d.undecided(err):
		return true
	case err != nil:
		r.Failed = err
		return false
	}
	if len(r.Declared) == 0 {
		r.Declared = []DeclaredReport{{What: d.declares}}
	}
	if sum != value {
		stands := message.Brief(string(f.AppendPosition(nil, f.shape.position(parts))), 120)
		r.Declared[0].Wrong = fmt.Sprintf("%s has the nim-value %d, and %s, which should stand for it, %d",
			f.AppendPosition(nil, p), value, stands, sum)
		return false
	}
	r.Looked++
	return true
}
