package rules

// A position is chosen by numbers: the parameters of start, or the fields themselves where these
// are integers.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// Numbers names the numbers that choose a position: the parameters of start, or the
// fields if start takes none and all fields are integers. Otherwise it returns nothing.
func (f *File) Numbers() (names []string) {
	switch {
	case f.builtIn != nil:
		return nil
	case f.startTakesNumbers():
		return f.code.Params(f.start)
	}
	for _, field := range f.code.Shape.Fields {
		if field.Kind != Integer {
			return nil
		}
	}
	return f.code.Shape.Names()
}

// startTakesNumbers reports whether the numbers are the parameters of start, rather than
// the fields.
func (f *File) startTakesNumbers() bool { return f.start != nil && f.start.Arity() > 0 }

// at returns the position that the numbers choose. A [*grundy.PositionError] says that it
// is not legal.
func (r *run) at(numbers ...uint64) (Position, error) {
	state, err := r.stateAt(numbers...)
	if err != nil {
		return "", err
	}
	return Position(r.pack(state)), nil
}

// stateAt is at, and returns the state.
func (r *run) stateAt(numbers ...uint64) ([]int64, error) {
	signed := make([]int64, len(numbers))
	for i, n := range numbers {
		if n > math.MaxInt64 {
			return nil, &Error{File: r.code.Source.Name, Msg: fmt.Sprintf("%d is outside 64 bits", n)}
		}
		signed[i] = int64(n)
	}
	if r.startTakesNumbers() {
		return r.started(signed)
	}
	state := make([]int64, r.code.Shape.Size)
	for i, n := range signed {
		field := &r.code.Shape.Fields[i]
		if state[field.At] = n; !field.Allows(state) {
			return nil, &Error{File: r.code.Source.Name, Msg: field.Outside(n)}
		}
	}
	return state, r.checkLegal(state)
}

// exists reports whether an error of at says that numbers choose a position, be it one
// that is not legal.
func exists(err error) bool {
	_, ok := illegal(err)
	return ok || err == nil
}

// makesNone reports whether an error of at means that the numbers choose no position,
// and not that start was stopped or ran out of budget.
func makesNone(err error) bool {
	return err != nil && !errors.Is(err, grundy.ErrBudget) && !lang.IsStopped(err)
}

// mostLeast bounds the numbers with which leasts tries start.
const mostLeast = 1000

// leasts returns the least numbers, one or two, that choose positions: the ends of the
// fields' ranges, or the first numbers for which start makes a position. For two
// numbers, it first raises both together until start makes one, and then lowers each as
// far as start still does. It returns zeros if none of the first numbers choose a
// position.
func (r *run) leasts() []uint64 {
	if r.least != nil {
		return r.least
	}
	least := make([]uint64, len(r.Numbers()))
	if !r.startTakesNumbers() {
		for i := range least {
			least[i] = uint64(max(r.code.Shape.Fields[i].Lo, 0))
		}
		r.least = least
		return least
	}
	var err error
	made := func() bool {
		_, err = r.at(least...)
		return exists(err)
	}
	for n := uint64(0); !made(); n++ {
		if !makesNone(err) { // it was stopped
			return make([]uint64, len(least))
		}
		if n == mostLeast {
			r.least = make([]uint64, len(least))
			return r.least
		}
		for i := range least {
			least[i] = n + 1
		}
	}
	for i := range least {
		for len(least) > 1 && least[i] > 0 {
			if least[i]--; !made() {
				least[i]++
				break
			}
		}
	}
	if makesNone(err) || err == nil {
		r.least = least
	}
	return least
}

// upTo returns how many of the first most numbers along axis i choose a position or lie
// below those that do, with the other numbers at their least. It returns most if none of
// the first numbers choose a position, or if start was stopped.
func (r *run) upTo(i int, most uint64) uint64 {
	if r.start == nil {
		if hi := r.code.Shape.Fields[i].Hi; hi >= 0 {
			return min(most, uint64(hi)+1)
		}
		return most
	}
	numbers := slices.Clone(r.leasts())
	for first := numbers[i]; numbers[i] < most; numbers[i]++ {
		if _, err := r.at(numbers...); !exists(err) {
			if numbers[i] == first || !makesNone(err) {
				return most
			}
			return numbers[i]
		}
	}
	return most
}

// Within returns how many of the first numbers along each axis choose a position, of one or
// two numbers that choose them, as far as the rules show it before ctx ends: to the end of
// the fields' ranges, or as far as start makes positions.
func (f *File) Within(ctx context.Context, most ...uint64) []uint64 {
	r := f.during(ctx)
	within := slices.Clone(most)
	for i := range within {
		within[i] = r.upTo(i, most[i])
	}
	if r.start == nil || len(most) != 2 {
		return within
	}
	w, h := &within[0], &within[1]
	made := func(x, y uint64) bool {
		_, err := r.at(x, y)
		return exists(err)
	}
	farX, farY := *w, *h // what start makes may be bounded by both
	for *w > 1 && *h > 1 && ctx.Err() == nil && !made(*w-1, *h-1) {
		if *w >= *h {
			*w--
		} else {
			*h--
		}
	}
	if *w <= 1 || *h <= 1 || ctx.Err() != nil {
		return slices.Clone(most) // nothing is known
	}
	for *w < farX && made(*w, *h-1) {
		*w++
	}
	for *h < farY && made(*w-1, *h) {
		*h++
	}
	return within
}
