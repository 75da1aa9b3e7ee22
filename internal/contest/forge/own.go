package forge

// Tests that somebody wrote stand beside those that are made.

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// An OwnError refuses a test of the setter, or a sample.
type OwnError struct {
	Name string // such as "your test 1" or "sample 1"
	Err  error
}

func (e *OwnError) Error() string { return fmt.Sprintf("%s: %v", e.Name, e.Err) }

// Unwrap returns what is wrong with it.
func (e *OwnError) Unwrap() error { return e.Err }

// ownTests makes candidates of the setter's tests: each must be as the problem declares it, and have
// the right answer.
func (f *forger) ownTests() error {
	for _, test := range f.opt.Own {
		name, reason := "your test "+test.Name, test.Reason
		if reason == "" {
			reason = "written by hand: " + test.Name
		}
		d, err := f.all.Parse(bytes.NewReader(test.In), input.Options{Exact: true})
		if err != nil && f.ctx.Err() == nil {
			return &OwnError{name, err}
		}
		c := &candidate{Test: Test{Name: test.Name, Reason: reason, In: test.In}, data: d, kind: own}
		if len(f.problem.Groups) > 0 {
			c.Group = f.problem.GroupOf(f.ctx, test.In)
		}
		if err == nil {
			err = f.add(c)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f.done++
		if test.Ans == nil {
			continue
		}
		if err := f.isRight(name, c, test.Ans); err != nil {
			return err
		}
	}
	return nil
}

// isRight refuses an answer that the setter says to be right, where it is not.
func (f *forger) isRight(name string, c *candidate, answer []byte) error {
	err := f.problem.Accept(f.ctx, c.data, c.Out, answer, contest.Semantics{})
	if errors.Is(err, contest.ErrDiffer) {
		return &OwnError{name, err}
	}
	return err
}
