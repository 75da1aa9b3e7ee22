package ask

// [Play] asks for a match against perfect play.

import (
	"context"
	"errors"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
)

// A Play asks for a match.
type Play struct {
	Position string `json:"position" doc:"a sum of positions, such as knight(5,4) + queen(3,3)"`
	Misere   bool   `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound string `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Level    string `json:"level,omitempty" doc:"of the opponent: perfect, good, beginner or gentle; perfect if it is left out"`
	Seed     uint64 `json:"seed,omitempty" doc:"of the opponent's errors"`
}

// Ask begins the match. Each question that a player asks about it, and each answer of
// the opponent, has these means. Rules from a file stop when ctx ends.
func (q Play) Ask(ctx context.Context, m Means) (*play.Match, error) {
	return q.match(m.metered(ctx), m, func(what string) (context.Context, *clock) { return m.begin(ctx, what) })
}

// match begins a match. Positions are read in the context, and by the clock, that timed
// returns.
func (q Play) match(ctx context.Context, m Means, timed func(what string) (context.Context, *clock)) (*play.Match, error) {
	o := play.Options{Budget: m.budget(), Seed: q.Seed}
	var err error
	if o.Level, err = play.ParseLevel(q.Level); err != nil {
		return nil, &FieldError{"level", q.Level, err}
	}
	if o.Compound, err = kindOf(q.Compound); err != nil {
		return nil, err
	}
	within, clock := timed(q.Position)
	o.Sum, err = m.sum(within, q.Position)
	if err = clock.end(err); err == nil {
		o.Convention, o.Lender, err = m.playing(o.Sum, o.Compound, q.Misere)
	}
	if err != nil {
		return nil, err
	}
	o.Quick = m.Table.decides(o.Sum, o.Convention, o.Compound)
	if m.Progress != nil {
		var show grundy.Progress
		o.Progress = func(done, total uint64) {
			if show == nil || done == 0 {
				show = m.progress("")
			}
			show.Report(done, total)
		}
	}
	o.Parse = func(text string) (grundy.Component, error) {
		within, clock := timed(text)
		sum, err := position.ParseWith(within, text, m.files())
		if err = clock.end(err); err != nil {
			return nil, err
		}
		if len(sum) != 1 || sum[0].Copies != 1 {
			return nil, errors.New("want one position")
		}
		return sum[0].Component, nil
	}
	return play.New(ctx, o)
}
