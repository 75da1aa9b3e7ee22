package rules

// To ask what a file claims of hundreds of thousands of positions, ask once for a teller.

import (
	"context"
	"errors"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A Teller tells nim-values and outcomes by what a file claims, one position after the
// other. The claims were compared with the moves at small positions. A question
// about one position compares them there too; a teller does so at the first, second, fourth, eighth …
// position. One goroutine at a time may use it.
type Teller struct {
	run     *run
	worker  *worker
	numbers int    // that choose a position
	told    uint64 // positions
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
	return &Teller{run: r, worker: r.newWorker(), numbers: len(f.Numbers())}, nil
}

// Numbers tells a measure of the position that these numbers choose, as [File.Numbers] names
// them, or of a list of numbers where a file [File.TakesList]. The result is false where the
// claims do not know it, and for numbers that are not a legal position, about which [File.Read]
// says what is wrong.
func (t *Teller) Numbers(m grundy.Measure, numbers []uint64) (measure uint64, ok bool, err error) {
	w := t.worker
	state, err := t.state(numbers)
	if state == nil || err != nil {
		return 0, false, err
	}
	if err := t.compare(m, func() Position { return Position(w.run.pack(state)) }); err != nil {
		return 0, false, err
	}
	return t.tell(m, func(visit func([]int64) error) error { return w.eachDeclared(state, visit) })
}

// state returns the legal state that numbers choose, or nil.
func (t *Teller) state(numbers []uint64) (state []int64, err error) {
	w := t.worker
	if w.run.TakesList() {
		items := make([]lang.Value, len(numbers))
		for i, n := range numbers {
			if items[i] = lang.Int(int64(n)); n > math.MaxInt64 {
				return nil, nil
			}
		}
		if !w.store([]lang.Value{lang.List(items)}) {
			return nil, nil
		}
		state, err = w.state, w.run.checkLegal(w.state)
	} else if len(numbers) == t.numbers && len(numbers) > 0 {
		state, err = w.run.stateAt(numbers...)
	}
	if err != nil && !lang.IsStopped(err) {
		return nil, nil // there is none
	}
	return state, err
}

// TakesList reports whether a list of numbers, and nothing else, is a position.
func (f *File) TakesList() bool {
	if f.builtIn != nil || f.start != nil || len(f.code.Shape.Fields) != 1 {
		return false
	}
	field := &f.code.Shape.Fields[0]
	return field.Letters == "" && (field.Kind == Row || field.Kind == Heaps)
}

// Position tells a measure of a component whose game is the file. The result is false where
// the claims do not know it.
func (t *Teller) Position(m grundy.Measure, c grundy.Component) (measure uint64, ok bool, err error) {
	p, ok := c.Position().(Position)
	if !ok {
		return 0, false, nil
	}
	if err := t.compare(m, func() Position { return p }); err != nil {
		return 0, false, err
	}
	return t.tell(m, func(visit func([]int64) error) error { return t.worker.eachPlain(p, visit) })
}

// Heaps tells the heaps that a component of the file equals, and their game, as the grammar
// of positions has it. The result is false where the file claims no such thing.
func (t *Teller) Heaps(c grundy.Component) (game string, heaps []uint64, ok bool, err error) {
	p, ok := c.Position().(Position)
	if !ok || t.worker.run.equal == nil {
		return "", nil, false, nil
	}
	if err := t.compare(grundy.ByNimValue, func() Position { return p }); err != nil {
		return "", nil, false, err
	}
	err = t.worker.eachPlain(p, func(part []int64) (err error) {
		heaps, err = t.worker.heapsOfState(heaps, part)
		return err
	})
	return t.worker.run.equal.name, heaps, err == nil, err
}

// compare compares the claims with the moves at some of the positions, as far as these have few
// options.
func (t *Teller) compare(m grundy.Measure, position func() Position) error {
	if t.told++; t.told&(t.told-1) != 0 {
		return nil
	}
	_, err := t.run.agreesWithin(t.run.clock.Ctx, m, position(), mostClaimed)
	return err
}

// tell tells a measure of the sum of the states that each passes.
func (t *Teller) tell(m grundy.Measure, each func(visit func([]int64) error) error) (measure uint64, ok bool, err error) {
	w := t.worker
	if w.run.equal != nil || m != grundy.ByOutcome && m != grundy.ByNimValue {
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
