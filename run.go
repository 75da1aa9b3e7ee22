package grundy

// Each question plays rules that may fail, or may take long at a single position, in a run of its
// own: games whose rules may fail, or may take long at a single position, as those from a file
// may: each question plays them in a run of its own, so that no question stops or fails another
// one.

import (
	"context"
	"slices"
)

// A Starter is a game whose rules may fail at a position, or take long there.
// A question plays a run of it: see [Start]. A position of the game itself, out
// of a run, has no options where the rules fail, and nothing says why.
type Starter[P any] interface {
	// Start returns the game for one question. Its rules stop soon after ctx
	// ends. A run may also be a Starter; then a run that it starts begins
	// with what the first one has found.
	Start(ctx context.Context) Run[P]
}

// A Run is a game as one question plays it. It has the capabilities and the
// positions of its game. Several goroutines may use it at once.
type Run[P any] interface {
	Game[P]
	Notation[P]
	// Err returns the first error that the rules met. Where ctx has ended first,
	// and some rules stopped for it, that is an error that wraps ctx's cause.
	// After an error no position has options any more.
	Err() error
}

// Start returns the sum with a run of each game that is a [Starter] in place of
// the game. Ask failed at the end of the question: where it returns an error,
// that of the rules, no answer is worth anything.
func Start(ctx context.Context, s Sum) (started Sum, failed func() error) {
	return new(Runs).Start(ctx, s)
}

type needsSameGames struct{}

// NeedSameGames says that the answer to a question needs more of positions that stand for each
// other than equal nim-values: in misère play, for remoteness, and in other compounds than the
// disjunctive one.
func NeedSameGames(ctx context.Context) context.Context {
	return context.WithValue(ctx, needsSameGames{}, true)
}

// NeedsSameGames reports whether [NeedSameGames] said so.
func NeedsSameGames(ctx context.Context) bool { return ctx.Value(needsSameGames{}) != nil }

// Runs are the runs of the last question. From these, the runs of the next
// question may take over what was found. The zero value has none.
type Runs struct {
	last map[GameID]any
}

// Start is like the function [Start].
func (r *Runs) Start(ctx context.Context, s Sum) (started Sum, failed func() error) {
	started = s
	now := &starting{ctx: ctx, last: r.last, places: map[GameID]*place{}, runs: map[GameID]any{}}
	for i, t := range s {
		if !t.Component.IsStarter() {
			continue
		}
		if &started[0] == &s[0] {
			started = slices.Clone(s)
		}
		started[i].Component = t.Component.start(now)
	}
	r.last = now.runs
	return started, now.err
}

// starting is the start of a question.
type starting struct {
	ctx        context.Context
	last, runs map[GameID]any    // those of the question before, and those that are started
	places     map[GameID]*place // of the runs
	errs       []func() error
}

func (s *starting) err() error {
	for _, err := range s.errs {
		if err := err(); err != nil {
			return err
		}
	}
	return nil
}

func (c *placed) start(s *starting) Component {
	if parts, ok := c.listed(); ok {
		return c.each(parts, func(part Component) Component {
			if part.IsStarter() {
				return part.start(s)
			}
			return part
		})
	}
	if in, _ := c.inner(); in != nil {
		return c.around(in.start(s))
	}
	if p, ok := s.places[c.id]; ok {
		return &placed{p, c.position}
	}
	rest := c.atRest()
	p, failed := c.rules.start(s.ctx, s.last[c.id], c.game, rest.game)
	p.id, p.rest = c.id, rest
	s.runs[c.id], s.places[c.id], s.errs = p.game, p, append(s.errs, failed)
	return &placed{p, c.position}
}

func (c *placed) IsStarter() bool {
	if parts, ok := c.listed(); ok {
		return slices.ContainsFunc(parts, Component.IsStarter)
	}
	if in, _ := c.inner(); in != nil {
		return in.IsStarter()
	}
	return c.atRest().rules.isStarter()
}

func (c *placed) AtRest() Component {
	if parts, ok := c.listed(); ok {
		return c.each(parts, Component.AtRest)
	}
	if in, _ := c.inner(); in != nil {
		return c.around(in.AtRest())
	}
	if c.rest == nil {
		return c
	}
	return &placed{c.rest, c.position}
}

func (p *place) atRest() *place {
	if p.rest != nil {
		return p.rest
	}
	return p
}
