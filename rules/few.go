package rules

import (
	"context"
	"errors"

	"github.com/grundy-games/grundy/internal/meter"
)

// stepsAtOnce bounds the steps for the moves of one position in a walk.
const stepsAtOnce = 1 << 17

// ReachesFew reports whether play reaches at most the given number of positions from p, each part
// of a sum for itself. It also returns how many steps of the language that took. It walks through
// the positions, and gives up where there are more, where the steps are used up, or where the
// rules fail.
func (f *File) ReachesFew(ctx context.Context, p Position, most int, steps int64) (few bool, took int64) {
	r, left := f.during(ctx), steps
	account := meter.Open(ctx)
	defer account.Close()
	err := r.lend(func(w *worker) error {
		seen, todo := map[string]bool{}, []string(nil)
		meet := func(p Position) error {
			for _, part := range w.run.split(p) {
				if seen[part] {
					continue
				}
				if len(seen) == most {
					return errTooMany
				}
				if err := account.Take(uint64(len(part)) + mapBytes); err != nil {
					return err
				}
				seen[part], todo = true, append(todo, part)
			}
			return nil
		}
		if err := meet(p); err != nil {
			return err
		}
		for len(todo) > 0 {
			if left <= 0 {
				return errTooMany
			}
			next := Position(todo[len(todo)-1])
			todo = todo[:len(todo)-1]
			w.run.clock.Most = min(left, stepsAtOnce)
			err := w.eachMove(next, func(s step) error {
				q, err := w.after(s)
				return errors.Join(err, meet(q))
			})
			left -= 1 + w.result.Took // code without loops takes none
			if err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	return err == nil, steps - left
}

// mapBytes is about what a map takes for a text besides its letters.
const mapBytes = 64
