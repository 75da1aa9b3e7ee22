package ask

// This file bounds the work on a table whose size nobody chose: by what is counted, so that
// the answer does not depend on how fast the machine is.

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

const (
	// trialSteps bounds the steps of searches, in each second of [Means.trialTime], and
	// trialRules the steps of rules from files.
	trialSteps = 1 << 23
	trialRules = 1 << 26
	// easyValues is how many values of an engine are asked for that does not count its work.
	easyValues = 1 << 14
)

// trialTime returns about how long each part of the work on a picture may take whose
// size is not chosen: a second, or a quarter of the time that there is. Costs are
// cautious estimates, and what they bound takes a part of it.
func (m Means) trialTime() time.Duration {
	if m.Time > 0 {
		return min(time.Second, (m.Time+3)/4)
	}
	return time.Second
}

// cheap reports whether the means and the time of a trial allow the cost.
func (m Means) cheap(cost grundy.Cost) bool {
	m.Time = m.trialTime()
	return m.within(cost, "") == nil
}

// A trial is work on grids of one game, of any sizes. One goroutine at a time may use it.
type trial struct {
	ctx   context.Context
	outer context.Context
	stop  func()
	steps uint64 // 0 for any number
	easy  bool   // the work is bounded
	by    solve.Tabulation
}

// newTrial returns a trial that ends with ctx, and if it is bounded after the work of that
// number of seconds on a usual machine.
func (m Means) newTrial(ctx context.Context, seconds uint64, bounded bool) *trial {
	t := &trial{ctx: ctx, outer: ctx, stop: func() {}, steps: m.Steps, easy: bounded}
	if bounded {
		milliseconds := seconds * uint64(max(m.trialTime().Milliseconds(), 1))
		if t.steps = trialSteps * milliseconds / 1000; m.Steps > 0 {
			t.steps = min(t.steps, m.Steps)
		}
		t.ctx, t.stop = meter.WithWork(ctx, int64(trialRules/1000*milliseconds))
	}
	return t
}

// end gives back what the trial holds.
func (t *trial) end() {
	if t.by != nil {
		t.by.Close()
	}
	t.stop()
}

// uses lets a grid work in the trial.
func (t *trial) uses(g *grid) error {
	g.budget.Steps, g.easy = t.steps, t.easy
	if t.by == nil && !g.together() && !g.byEngine() {
		var err error
		if t.by, err = g.tabulation(t.ctx); err != nil {
			return err
		}
	}
	g.shared = t.by
	return nil
}

// isOver reports whether an error says that the work of the trial is used up, and not the
// memory or the time of the question.
func (t *trial) isOver(err error) bool {
	return err != nil && t.easy && t.outer.Err() == nil &&
		(t.ctx.Err() != nil || errors.Is(err, grundy.ErrBudget) && !errors.Is(err, meter.Memory) && !errors.Is(err, meter.Time))
}

// easiest returns a grid whose cost is cheap, or none of whose sides is longer than least: as much of
// this one as halving its sides leaves.
func (m Means) easiest(g *grid, least uint64, cost func(*grid) grundy.Cost) *grid {
	for slices.Max(g.sides) > least && !m.cheap(cost(g)) {
		sides := slices.Clone(g.sides)
		for axis, n := range sides {
			sides[axis] = (n + 1) / 2
		}
		g = g.sized(sides...)
	}
	return g
}

// growing tries the first 2, 4, 8 … numbers along each axis of a grid, and at last all of it, until the
// work of a trial of that many seconds is used up. The first call may use all that there is.
func (g *grid) growing(ctx context.Context, m Means, seconds uint64, try func(ctx context.Context, g *grid) error) error {
	trial := m.newTrial(ctx, seconds, true)
	defer trial.end()
	most := slices.Max(g.sides)
	size := min(2, most)
	err := try(ctx, g.upTo(size))
	for err == nil && size < most {
		size = min(2*size, most)
		part := g.upTo(size)
		if err = trial.uses(part); err == nil {
			err = try(trial.ctx, part)
		}
		_, beyond := errors.AsType[*position.EmptyError](err)
		if over := errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge); (beyond || over) && ctx.Err() == nil {
			return nil
		}
	}
	return err
}
