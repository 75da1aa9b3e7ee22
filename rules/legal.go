package rules

// A position is legal if its rows are in the declared order, without equal items where these must
// differ, and that the function legal accepts. A position is asked about where it enters, and in a
// check after each move. Searches do not ask, so legal costs them nothing.

import (
	"errors"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/machine"
)

// hasLegal reports whether some positions of the shape may be illegal.
func (f *File) hasLegal() bool {
	narrow := func(field Field) bool { return field.Order != core.AnyOrder || field.Distinct }
	return f.legal != nil || slices.ContainsFunc(f.code.Shape.Fields, narrow)
}

// checkLegal returns a [*grundy.PositionError] if a state is not legal, about the field
// that is wrong, or about argument -1. Any other error comes from legal itself.
func (r *run) checkLegal(state []int64) error {
	for i := range r.code.Shape.Fields {
		if wrong := r.code.Shape.Fields[i].Misplaced(state); wrong != "" {
			return grundy.Errorf(i, "%s", wrong)
		}
	}
	if r.legal == nil {
		return nil
	}
	reason, err := machine.Legal(r.code, &r.clock, r.steps, r.fastLegal, r.legal, state)
	if err == nil && reason != "" {
		return grundy.Errorf(-1, "%s", reason)
	}
	return err
}

// started returns the legal state that start makes of numbers.
func (r *run) started(numbers []int64) ([]int64, error) {
	state, err := r.code.StartState(r.clock, r.steps, r.start, numbers)
	if err != nil {
		return nil, err
	}
	err = r.checkLegal(state)
	if wrong, ok := illegal(err); ok {
		return nil, grundy.Errorf(-1, "start makes %s: %s", message.Brief(r.code.PositionText(state), 200), wrong.Msg)
	}
	return state, err
}

// illegal returns the error that a position is not legal, if err is one.
func illegal(err error) (*grundy.PositionError, bool) {
	return errors.AsType[*grundy.PositionError](err)
}

// checkMoves returns an error if a move that was listed leads from a legal position to
// one that is not.
func (w *worker) checkMoves() error {
	if !w.run.hasLegal() {
		return nil
	}
	if err := w.run.checkLegal(w.state); err != nil {
		if _, ok := illegal(err); ok {
			return nil
		}
		return err
	}
	size := w.run.code.Shape.Size
	for at := 0; at < len(w.result.States); at += size {
		state := w.result.States[at : at+size]
		if w.run.reply(state) == core.Pass {
			continue
		}
		if err := w.spend(len(state)); err != nil {
			return err
		}
		err := w.run.checkLegal(state)
		if wrong, ok := illegal(err); ok {
			to := message.Brief(w.run.code.PositionText(state), 200)
			call := w.run.code.CallOf(&w.run.clock, w.run.moves, w.state, at/size)
			failed := w.run.code.Source.Fail(call, "a move to %s, which is not legal: %s", to, wrong.Msg)
			failed.At = w.run.code.PositionText(w.state)
			return failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}
