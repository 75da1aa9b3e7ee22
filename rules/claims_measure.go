package rules

// This file lets package solve use what a file claims: heaps of another game say all
// that these know of a position, and formulas its nim-value or who wins. Claims are
// compared with the moves first (claims_check.go), by which winning moves are found.

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
)

// claimCost is what it takes to compare claims with the moves.
var claimCost = grundy.Cost{Bytes: 8 << 20, Time: 100 * time.Millisecond}

// tells reports whether claims can tell a measure.
func (f *File) tells(m grundy.Measure) bool {
	return f.equal != nil || f.hasClaims() && (m == grundy.ByOutcome || m == grundy.ByNimValue)
}

// method names the formula by which a position is measured: by its text, which should
// tell the theorem.
func (r *run) method(m grundy.Measure, p Position, f *formula) string {
	if _, tried, _ := r.isVouched(m, p); !tried { // it is one of many options
		return ""
	}
	text := ""
	if f != nil {
		if text, _, _ = strings.Cut(f.fn.Docstring(), "\n"); text != "" {
			text = strings.TrimSuffix(strings.TrimSpace(text), ".") + "; "
		}
	}
	what := grundy.ByOutcome
	if f == &r.value {
		what = grundy.ByNimValue
	}
	return text + what.String() + " by the formula of " + r.code.Source.Name + ", " + r.checked(m, p)
}

// Measure implements [grundy.Measurer], for claims that were compared with the moves, and for
// strategies by symmetry.
func (g *game[K]) Measure(m grundy.Measure, p Position) (measure uint64, method string, ok bool) {
	r := g.run()
	if measure, method, ok = r.measureByClaims(m, p); ok || r.Err() != nil || m != grundy.ByNimValue && m != grundy.ByOutcome {
		return measure, method, ok
	}
	method = r.mirrored(p)
	return 0, method, method != "" // a P-position
}

// measureByClaims is Measure by what the file claims.
func (r *run) measureByClaims(m grundy.Measure, p Position) (measure uint64, method string, ok bool) {
	if !r.tells(m) {
		return 0, "", false
	}
	if small, _, _ := r.isVouched(m, p); !small {
		return 0, "", false
	}
	if r.equal != nil {
		heaps, err := r.heapsOf(p)
		if err != nil {
			r.note(err)
			return 0, "", false
		}
		measure, method, ok = heaps.Measure(m)
		return measure, r.sameAs(m, p, method), ok
	}
	w, err := r.worthOf(m, p)
	switch {
	case err != nil:
		r.note(err)
	case w.known == valued && m == grundy.ByNimValue:
		return w.value, r.method(m, p, w.by), true
	case w.known != unknown && m == grundy.ByOutcome:
		return w.outcome(), r.method(m, p, w.by), true
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder], if formulas measure all of many options: then
// only those that are found are kept.
func (g *game[K]) FindOptions(m grundy.Measure, p Position, lo, hi uint64) (found grundy.Found[Position], ok bool) {
	r := g.run()
	small, tried, here := r.isVouched(m, p)
	if r.equal != nil || !r.tells(m) || !small || !tried || r.Err() != nil {
		return found, false
	}
	if m == grundy.ByOutcome {
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	}
	if !here {
		if found, ok = r.findByTheorem(p, lo, hi); ok {
			return found, true
		}
	}
	c := &r.claims
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.options == nil || c.options.of != r.asked(m, p) {
		r.measureOptions(m, p)
	}
	known := c.options
	if known == nil || known.of != r.asked(m, p) || slices.Contains(known.values, notKnown) ||
		m == grundy.ByNimValue && slices.Contains(known.values, onlyWinning) {
		return found, false
	}
	interval := [2]uint64{lo, hi}
	if found, ok = known.found[interval]; ok {
		return found, true
	}
	var options []Position
	seen, next := map[Position]bool{}, 0
	if err := r.lend(func(w *worker) error {
		return w.eachMove(p, func(s step) error {
			value := uint64(known.values[next])
			if next++; value < lo || value > hi {
				return nil
			}
			q, err := w.after(s)
			if err != nil || seen[q] {
				return err
			}
			seen[q] = true
			options = append(options, q)
			return w.hold(len(q) + optionBytes)
		})
	}); err != nil {
		return found, false
	}
	found = grundy.FoundIn(options)
	known.found[interval] = found
	return found, true
}

// measureOptions keeps what formulas say of the options of p, if they are many and all
// are known.
func (r *run) measureOptions(m grundy.Measure, p Position) {
	steps := mostFormula - r.formulas.Load()
	left := steps
	var values []grundy.Value
	err := r.eachWorth(&steps, m, p, func(w *worker, _ step, u worth) error {
		if u.known == unknown {
			return errTooMany
		}
		values = append(values, u.asValue())
		return w.hold(valueBytes)
	})
	r.formulas.Add(left - steps)
	if err == nil {
		r.keepValues(r.asked(m, p), values)
	}
}

// sameAs names the heaps that p equals, by which it is measured.
func (r *run) sameAs(m grundy.Measure, p Position, method string) string {
	return "the same game as heaps of " + r.equal.name + " by " + r.code.Source.Name + ", " + r.checked(m, p) + "; " + method
}

// PlanLearning implements [grundy.Learner]: claims are compared with the moves, and the
// heaps that p equals learn what they can.
func (g *game[K]) PlanLearning(m grundy.Measure, p Position) (grundy.Learning, bool) {
	r := g.run()
	if !r.tells(m) || r.Err() != nil {
		return grundy.Learning{}, false
	}
	vouch, inner := grundy.Learning{}, grundy.Learning{}
	if _, tried, _ := r.isVouched(m, p); !tried {
		vouch = grundy.Learning{Cost: claimCost, Learn: func(ctx context.Context) error { return r.noted(ctx, r.vouch(ctx, m, p)) }}
	}
	if r.equal != nil {
		if heaps, err := r.heapsOf(p); err == nil {
			if _, _, ok := heaps.Measure(m); !ok {
				inner, _ = heaps.PlanLearning(m)
			}
		}
	}
	return grundy.Learning{Cost: vouch.Cost.Plus(inner.Cost), Learn: func(ctx context.Context) error {
		for _, plan := range []grundy.Learning{vouch, inner} {
			if plan.Learn != nil {
				if err := plan.Learn(ctx); err != nil {
					return err
				}
			}
		}
		return nil
	}, Check: func(ctx context.Context) error {
		if r.claims.looked.Load() < mostLooked*r.claims.checks.Add(1) {
			return r.noted(ctx, r.vouchAgain(ctx, m, p))
		}
		return nil
	}}, vouch.Learn != nil || inner.Learn != nil
}

// noted keeps an error, after which no answer is worth anything, unless ctx has ended.
func (r *run) noted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil {
		r.note(err)
	}
	return err
}

// PlanTable implements [grundy.Tabler], by the table of the heaps that p equals.
func (g *game[K]) PlanTable(m grundy.Measure, p Position) (grundy.Plan[Position], bool) {
	r := g.run()
	small, _, here := r.isVouched(m, p)
	if r.equal == nil || !small || !here || r.Err() != nil {
		return grundy.Plan[Position]{}, false
	}
	heaps, err := r.heapsOf(p)
	if err != nil {
		return grundy.Plan[Position]{}, false
	}
	plan, ok := heaps.PlanTable(m)
	return grundy.Plan[Position]{
		Cost:   plan.Cost,
		Method: r.sameAs(m, p, plan.Method),
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[Position], error) {
			table, err := plan.Build(ctx, progress)
			if err != nil {
				return nil, err
			}
			return func(q Position) uint64 {
				heaps, err := r.heapsOf(q)
				if err != nil {
					r.note(err)
					return 0
				}
				return table(heaps)
			}, nil
		},
	}, ok
}

// equalNumber returns the heap that number n is by the claim equals(…), or nil where
// there is no such claim for n, or none that was compared with the moves.
func (r *run) equalNumber(ctx context.Context, n uint64) (grundy.Component, error) {
	if r.equal == nil || !r.equal.numbered || n < r.equal.least {
		return nil, nil
	}
	if err := r.vouch(ctx, grundy.ByNimValue, ""); err != nil {
		return nil, err
	}
	if small, _, _ := r.isVouched(grundy.ByNimValue, ""); !small {
		return nil, nil
	}
	return r.equal.of([]uint64{grundy.AddCounts(n, r.equal.shift)})
}

// EqualHeaps returns the sequence of heaps whose heap n is the position that number n
// chooses, or nil where the file claims no such thing. The claim is compared with the
// moves at small positions first; the error says where it is false.
func (f *File) EqualHeaps(ctx context.Context) (heap.Sequence, error) {
	if f.equal == nil {
		return nil, nil
	}
	r := f.during(ctx)
	least, err := r.equalNumber(ctx, f.equal.least)
	if least == nil || err != nil {
		return nil, err
	}
	var s heap.Sequence
	switch g := least.Game().(type) {
	case *heap.TakeAndBreak:
		s = g.Code()
	case heap.Sequence:
		s = g
	default:
		return nil, nil
	}
	if f.equal.shift == 0 && f.equal.least == 0 {
		return s, nil
	}
	shifted := heap.Shifted{Sequence: s, By: f.equal.shift}
	for n := range f.equal.least {
		p, err := r.at(n)
		if err != nil {
			return nil, err
		}
		heaps, err := r.sizesOf(p)
		if err != nil {
			return nil, err
		}
		shifted.First = append(shifted.First, heaps)
	}
	return shifted, nil
}
