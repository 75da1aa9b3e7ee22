package rules

// This file holds the test of what a file declares about symmetry and parts: at
// each small position, whether what should stand for it has its value.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grundy"
	"grundy/internal/message"
	"grundy/theory/loopy"
	"grundy/theory/search"
)

// checkSmall looks at small positions: for cycles, for errors of the rules, and
// whether what is declared holds at each. It decides each as it comes, so that what
// takes long at some leaves a report on those before.
func (f *run) checkSmall(ctx context.Context, r *Report, most uint64) {
	d := f.newDecider(ctx, r, most)
	if f.start != nil {
		if r.Failed = f.checkStart(); r.Failed != nil {
			return
		}
	}
	ended := false
	found, expanded, err := f.smallPositions(func(p Position) (more bool) {
		if f.draw != nil && ctx.Err() == nil {
			if _, _, err := f.picture(p); isFailure(err) {
				r.Failed, ended = err, true
				return false
			}
		}
		ended = !d.decide(p)
		return !ended
	})
	if f.Loopy && d.declares == "" {
		r.Looked = expanded
	}
	switch {
	case isFailure(err) || err != nil && ctx.Err() == nil:
		r.Failed = err
	case f.Loopy && !ended:
		r.Undecided = max(r.Undecided, found-expanded)
	}
}

// A decider decides small positions for a report: by values without what is
// declared. Those are nim-values; where play need not end, nim-values with infinity,
// which are equal exactly if the positions are the same in all sums (theory/loopy).
type decider struct {
	file     *run
	ctx      context.Context
	report   *Report
	most     uint64
	misses   int
	declares string // what it tests besides that play ends, or ""
	room     []int64

	lister *textLister // where play ends
	memo   *search.Memo[string]

	budget uint64 // of positions that are valued together, where it need not
	known  map[Position]grundy.LoopyValue
}

func (f *run) newDecider(ctx context.Context, r *Report, most uint64) *decider {
	l := &textLister{run: f, plain: true, result: collector{wants: "move"}, state: make([]int64, f.shape.size)}
	return &decider{
		file: f, ctx: ctx, report: r, lister: l, most: most,
		memo:     search.NewMemo(l, search.Options{Positions: most / 4}),
		budget:   most / 4,
		known:    map[Position]grundy.LoopyValue{},
		declares: f.declares(),
		room:     make([]int64, f.shape.roomSize()),
	}
}

// declares names what the file declares about symmetry and parts.
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
	return strings.Join(what, "; ")
}

// declaresApart names what takes positions apart, or nothing.
func (f *File) declaresApart() string {
	switch {
	case len(f.touching) > 0:
		return "touching"
	case f.parts != nil:
		return "parts"
	}
	return ""
}

// sum returns the value of a sum of states, without what is declared.
func (d *decider) sum(states []int64) (grundy.LoopyValue, error) {
	size := d.file.shape.size
	var values []grundy.LoopyValue
	for ; len(states) > 0; states = states[size:] {
		v, err := d.value(states[:size])
		if err != nil {
			return grundy.LoopyValue{}, err
		}
		values = append(values, v)
	}
	return loopy.Sum(values...), nil
}

func (d *decider) value(state []int64) (grundy.LoopyValue, error) {
	f := d.file
	if !f.Loopy {
		v, err := d.memo.Value(d.ctx, string(f.shape.pack(state)))
		return grundy.LoopyValue{Nim: grundy.Value(v)}, err
	}
	p := f.shape.position(state)
	if v, ok := d.known[p]; ok {
		return v, nil
	}
	e, err := f.explore(d.ctx, p, d.budget)
	if err != nil {
		return grundy.LoopyValue{}, err
	}
	values, err := e.solve(d.ctx)
	if err != nil {
		return grundy.LoopyValue{}, err
	}
	if uint64(len(d.known)+len(e.number)) > d.most {
		clear(d.known)
	}
	for q, i := range e.number {
		d.known[q] = values.At(i)
	}
	return d.known[p], nil
}

// sameValue reports whether two values are those of positions that are the same in all
// sums.
func sameValue(a, b grundy.LoopyValue) bool {
	return a.Infinite == b.Infinite && (a.Infinite || a.Nim == b.Nim) && slices.Equal(a.Options, b.Options)
}

// undecided counts the position of an error that leaves it undecided.
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
	// Of the others, many have been met. But each miss costs the whole budget, so
	// that after some of them it must be a smaller one.
	const mostMisses = 8
	if d.misses++; d.misses == mostMisses {
		d.budget = d.most/256 + 1
		d.memo = search.NewMemo(d.lister, search.Options{Positions: d.budget})
	}
	return true
}

// decide looks at a position, and reports whether the check goes on.
func (d *decider) decide(p Position) (more bool) {
	f, r := d.file, d.report
	switch {
	case d.ctx.Err() != nil:
		r.Undecided++
		return true
	case f.Loopy && d.declares == "":
		return true // its moves are listed, and no more is asked
	}
	states := f.shape.states(p)
	value, err := d.sum(states)
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
	for at := 0; err == nil && at < len(states); at += f.shape.size {
		parts, err = f.appendApart(parts, states[at:at+f.shape.size])
	}
	images := slices.Clone(parts)
	for at := 0; at < len(images); at += f.shape.size {
		f.leastOf(f.claimed, images[at:at+f.shape.size], d.room)
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
		r.Declared = []DeclaredReport{{What: d.declares}}
	}
	if !sameValue(sum, value) {
		r.Declared[0] = d.blame(states, parts, images)
		return false
	}
	r.Looked++
	return true
}

// blame says which declaration does not hold, where the images of the parts of
// states have not their value: that of the parts, or a symmetry of one of them.
func (d *decider) blame(states, parts, images []int64) DeclaredReport {
	f := d.file
	if wrong := d.unequal(states, parts); wrong != "" {
		return DeclaredReport{f.declaresApart(), wrong}
	}
	for at := 0; at < len(parts); at += f.shape.size {
		if found, ok := d.blameSymmetry(parts[at : at+f.shape.size]); ok {
			return found
		}
	}
	return DeclaredReport{d.declares, d.unequal(states, images)}
}

// blameSymmetry seeks a symmetry that does not hold at a state or at one of its
// images.
func (d *decider) blameSymmetry(state []int64) (DeclaredReport, bool) {
	f := d.file
	all := [][]int64{state}
	seen := map[Position]bool{f.shape.position(state): true}
	for i := 0; i < len(all); i++ {
		for _, s := range f.symmetry {
			for _, image := range f.images(s, all[i]) {
				if wrong := d.unequal(all[i], image); wrong != "" {
					return DeclaredReport{"symmetric: " + s.name, wrong}, true
				}
				if p := f.shape.position(image); !seen[p] {
					seen[p] = true
					all = append(all, image)
				}
			}
		}
	}
	return DeclaredReport{}, false
}

// unequal says that a sum of states has another value than what should stand for
// it, or nothing where that is not known.
func (d *decider) unequal(states, others []int64) string {
	value, err1 := d.sum(states)
	other, err2 := d.sum(others)
	if err1 != nil || err2 != nil || sameValue(value, other) {
		return ""
	}
	write := func(states []int64) string {
		return message.Brief(string(d.file.AppendPosition(nil, d.file.shape.position(states))), 120)
	}
	return fmt.Sprintf("%s has the nim-value %v, and %s, which should stand for it, %v", write(states), value, write(others), other)
}
