package ask

// Here no engine proves that values are periodic. Their period follows from a proof for
// other values, or is observed in those that are computed.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/table"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

// mostObserved is the number of values in which a period is looked for where no engine
// proves it, unless the question says how far to look, and leastObserved that after which
// it is looked for first.
const (
	mostObserved  = 1 << 20
	leastObserved = 1 << 5
)

// observe answers for values that no engine continues beyond those that are computed. It
// looks at 32 of them, twice as many, and so on, as far as the question says. One that does
// not say it, or with Soon, ends where a period fits in eight times, or after a fixed amount of work.
func (q Period) observe(ctx context.Context, m Means, game position.Game, what measured) (*Recurrence, error) {
	if q.Certificate {
		return nil, wrong("certificate", nil, "there are no certificates for %v of %s; want nim-values of a game of heaps", what, game.Name)
	}
	if err := q.keeper().Unkept(); err != nil {
		return nil, err
	}
	if a, err := q.follow(ctx, m, game, what); a != nil || err != nil {
		return a, err
	}
	a := &Recurrence{Game: game.Name}
	if !what.plain() {
		a.Of = what.String()
	}
	most := grundy.AddCounts(q.last(), 1)
	if q.Max == nil {
		most = mostObserved
	}
	if within := game.Within(ctx, grundy.AddCounts(most, 1)); within[0] <= most {
		most, a.Ends = within[0], true
	}
	held := meter.Open(ctx)
	defer held.Close()
	trial := m.newTrial(ctx, 4, q.Max == nil)
	defer trial.end()
	if q.Max == nil {
		most = q.easy(game, what, most, m)
	}
	show := m.progress("values")
	var values []uint32
	read := func(dst []uint32, from, to uint64) []uint32 { return append(dst, values[from:to]...) }
	for end := min(leastObserved, most); ; end = min(2*end, most) {
		known := uint64(len(values))
		err := held.Take(8 * (end - known))
		g, wrongly := newLine(game, known, end-1, what, m)
		if err = cmp.Or(err, wrongly); err == nil {
			err = trial.uses(g)
		}
		if err == nil {
			progress := func(done, _ uint64) { show.Report(done, most) } // of all that may be looked at
			values, err = collected(trial.ctx, g, values, progress, 0, func(v uint64) (uint32, error) {
				switch {
				case v >= firstWord && g.word(v).Text != drawText:
					return 0, wrong("game", nil, "%s has infinite values of several kinds; want outcomes", game.Name)
				case v >= table.Mark:
					v = math.MaxUint32 - (v-table.Mark)%32
				case v >= math.MaxUint32-32:
					return 0, fmt.Errorf("%s: a value of %d: %w", game.Name, v, grundy.ErrTooLarge)
				}
				return uint32(v), nil
			})
		}
		if _, beyond := errors.AsType[*position.EmptyError](err); beyond && len(values) > 0 {
			a.Ends, err, most, end = true, nil, uint64(len(values)), uint64(len(values))
		}
		if _, starts := errors.AsType[*heap.StartError](err); starts {
			return nil, wrong("game", nil, "%w, and periods are looked for from 0 on", err)
		}
		if _, wrongly := errors.AsType[*FieldError](err); wrongly {
			return nil, err
		}
		if trial.isOver(err) && len(values) > 0 {
			a.Ends, err, end = false, nil, most
		}
		a.ComputedTo = max(uint64(len(values)), 1) - 1
		a.Result.Computed = uint64(len(values))
		a.Observed = period.Observe(uint64(len(values)), 0, read)
		if o := a.Observed; err != nil || end == most || (q.Max == nil || q.Soon) && o.Period > 0 && 8*(o.Preperiod+o.Period) <= end {
			if what.plain() && !game.IsTemplate && err == nil {
				a.OEIS = oeisOf(firstOf(values))
			}
			return a, err
		}
	}
}

// drawText is the word for an infinite value from which no move to a finite one leads.
var drawText = grundy.LoopyValue{Infinite: true}.String()

// firstOf returns the first values, as many as are worth comparing, up to one that stands
// for a word.
func firstOf(values []uint32) (first []uint64) {
	for _, v := range values[:min(len(values), oeisTerms)] {
		if v >= math.MaxUint32-32 {
			break
		}
		first = append(first, uint64(v))
	}
	return first
}

// easy returns how many values of a game are looked at where nobody says it, and no more than most:
// fewer of an engine, which does not count its work, by its cost as far as it is known.
func (q Period) easy(game position.Game, what measured, most uint64, m Means) uint64 {
	for n := min(most, easyValues); ; n /= 2 {
		g, err := newLine(game, 0, n-1, what, m)
		if err != nil || !g.byEngine() {
			return most
		}
		if n <= leastObserved || m.cheap(g.cost()) {
			return n
		}
	}
}

// follow answers for values whose period follows from that of others which is proved:
// outcomes from nim-values or from the images in a misère quotient, misère nim-values from
// nim-values or from what theory/period proves of them. The answer is nil where none does.
func (q Period) follow(ctx context.Context, m Means, game position.Game, what measured) (*Recurrence, error) {
	if what.of != nimValues && what.of != outcomes {
		return nil, nil
	}
	read := func(to uint64) (values []uint32, err error) {
		g, err := newLine(game, 0, to-1, what, m)
		if err != nil {
			return nil, err
		}
		return collected(ctx, g, nil, nil, 0, func(v uint64) (uint32, error) { return uint32(v % table.Mark), nil })
	}
	var base period.Result
	var err error
	proved := false
	code, isCode := game.Sequence.(sequence.Code)
	switch show := m.progress("values"); {
	case game.Fixed != nil && !what.misere:
		whole, r, ok := rowOf(game)
		if !ok || what.of == nimValues {
			return nil, nil
		}
		q.Row = &r
		row, problem := q.proveRow(ctx, m, game.Name, whole)
		if base, proved = row.Result, problem == nil && row.Result.Proved; ctx.Err() != nil {
			return nil, problem
		}
	case game.Sequence == nil:
		return nil, nil
	case !what.misere:
		base, _, err = game.Sequence.Period(ctx, q.last()+1, show)
		proved = base.Proved
	default:
		if base, proved, err = heap.MiserePeriod(ctx, game.Sequence, q.last()+1, show); err == nil && !proved && isCode && what.of == outcomes {
			base, read, err = q.byQuotient(ctx, m, code)
			proved = base.Proved
		}
	}
	if !proved || err != nil {
		return nil, err
	}
	a := &Recurrence{Game: game.Name, Of: what.String(), Result: base}
	a.Result.Theorem = strings.TrimPrefix(a.Result.Theorem+"; "+what.String()+" of heaps follow from these values", "; ")
	if a.Result.Saltus > 0 && what.of == outcomes {
		a.Result.Period, a.Result.Saltus = 1, 0 // all are N
	}
	from := base.Preperiod
	if base.Saltus > 0 {
		from = grundy.AddCounts(from, grundy.MulCounts(2, base.Period)) // all are 2 or more
	}
	to := grundy.AddCounts(from, grundy.MulCounts(2, base.Period))
	if to > mostWalked {
		return nil, nil
	}
	if err := meter.Take(ctx, 16*to); err != nil {
		return nil, err
	}
	defer meter.Give(ctx, 16*to)
	values, err := read(to)
	if err != nil {
		return nil, err
	}
	a.ComputedTo = max(base.Computed, to) - 1
	a.Result = a.Result.Least(values, from)
	return a, nil
}

// byQuotient proves the period of the images of heaps in a misère quotient, and returns
// what reads their misère outcomes.
func (q Period) byQuotient(ctx context.Context, m Means, code sequence.Code) (r period.Result, read func(to uint64) ([]uint32, error), err error) {
	const elements, work = 1 << 10, 1 << 25
	quotient := misere.NewQuotient(misere.QuotientBounds{Elements: elements, Work: work, Memory: m.budget().Memory / 2, Check: ctx.Err})
	heaps := quotient.NewHeaps(code)
	err = heaps.Extend(int(min(q.last(), quotientHeaps) + 1))
	if err != nil && ctx.Err() == nil { // no quotient of that size was found
		return r, nil, nil
	}
	r = heaps.Period()
	r.Theorem = "the heaps' images in a misère quotient recur (T. E. Plambeck, A. N. Siegel 2008; theory/misere/heaps.go); " + r.Theorem
	return r, func(to uint64) (values []uint32, err error) {
		for n := range to {
			number, ok := heaps.Number(n)
			if !ok {
				return nil, fmt.Errorf("%s: heap %d has no image: %w", code, n, grundy.ErrTooLarge)
			}
			outcome := grundy.N
			if quotient.IsP(quotient.Element([]int{number})) {
				outcome = grundy.P
			}
			values = append(values, uint32(outcome))
		}
		return values, nil
	}, err
}

// quotientHeaps is the largest heap in a misère quotient by which a period is looked for.
const quotientHeaps = 1000
