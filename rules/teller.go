package rules

// This file holds what a file claims of many positions, for those who ask about hundreds of
// thousands.

import (
	"context"
	"errors"
	"math"

	"grundy"
	"grundy/rules/lang"
)

// A Teller tells nim-values and outcomes by what a file claims, one position after the
// other. The claims were compared with the moves at small positions. A question
// about one position compares them there too; a teller does not. One goroutine at a time may use it.
type Teller struct {
	run    *run
	worker *worker
}

// Teller returns a teller until ctx ends. It is nil where the file claims nothing, or
// nothing that could be compared with the moves. The error says which claim is false, or
// that ctx has ended.
func (f *File) Teller(ctx context.Context) (*Teller, error) {
	if f.builtIn != nil || !f.hasClaims() {
		return nil, nil
	}
	r := f.during(ctx)
	small, err := r.vouchSmall(ctx)
	if err != nil || small == 0 {
		return nil, err
	}
	return &Teller{run: r, worker: r.newWorker()}, nil
}

// Numbers tells a measure of the position with these integers as its fields. The result is
// false where the claims do not know it, or the position is not made of integers alone; and
// for numbers that are not a legal position, about which [File.Read] says what is wrong.
func (t *Teller) Numbers(m grundy.Measure, numbers []uint64) (measure uint64, ok bool, err error) {
	w := t.worker
	fields := w.code.Shape.Fields
	if w.start != nil || len(numbers) != len(fields) {
		return 0, false, nil
	}
	for i := range fields {
		f := &fields[i]
		if f.Kind != Integer || numbers[i] > math.MaxInt64 || int64(numbers[i]) < f.Lo || int64(numbers[i]) > f.Hi {
			return 0, false, nil
		}
		w.state[f.At] = int64(numbers[i])
	}
	if w.hasLegal() {
		if err := w.checkLegal(w.state); err != nil {
			if _, wrong := illegal(err); wrong {
				err = nil
			}
			return 0, false, err
		}
	}
	return t.tell(m, func(visit func([]int64) error) error { return w.eachDeclared(w.state, visit) })
}

// Position tells a measure of a component whose game is the file. The result is false where
// the claims do not know it.
func (t *Teller) Position(m grundy.Measure, c grundy.Component) (measure uint64, ok bool, err error) {
	p, ok := c.Position().(Position)
	if !ok {
		return 0, false, nil
	}
	return t.tell(m, func(visit func([]int64) error) error { return t.worker.eachPlain(p, visit) })
}

// Heaps tells the heaps that a component of the file equals, and their game, as the grammar
// of positions has it. The result is false where the file claims no such thing.
func (t *Teller) Heaps(c grundy.Component) (game string, heaps []uint64, ok bool, err error) {
	p, ok := c.Position().(Position)
	if !ok || t.worker.equal == nil {
		return "", nil, false, nil
	}
	err = t.worker.eachPlain(p, func(part []int64) (err error) {
		heaps, err = t.worker.heapsOfState(heaps, part)
		return err
	})
	return t.worker.equal.name, heaps, err == nil, err
}

// tell tells a measure of the sum of the states that each passes.
func (t *Teller) tell(m grundy.Measure, each func(visit func([]int64) error) error) (measure uint64, ok bool, err error) {
	w := t.worker
	if w.equal != nil || m != grundy.ByOutcome && m != grundy.ByNimValue {
		return 0, false, nil
	}
	total := worth{known: valued}
	err = each(func(part []int64) error { return w.addWorth(&total, m, part) })
	switch total = total.settled(); {
	case errors.Is(err, grundy.ErrBudget) && !lang.IsStopped(err):
		return 0, false, nil
	case err != nil || total.known == unknown || total.known == winning && m == grundy.ByNimValue:
		return 0, false, err
	case m == grundy.ByOutcome:
		return total.outcome(), true, nil
	}
	return total.value, true, nil
}
