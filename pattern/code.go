package pattern

// Of a game in Go, nothing can be proved: its moves are code. A pattern of such a game is proved of a
// known game that has the same moves as far as both were played.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/period"
)

// proveCode proves the pattern of a game in Go for the game that it is found to be by play.
func (p *Pattern) proveCode(ctx context.Context) (*Proof, error) {
	like, err := alike(ctx, p.question.Game)
	if err != nil {
		return nil, err
	}
	known := *p
	known.question.Game = like.Known
	known.Coordinates = sourceOf(known.question, known.Of).axes
	proof, err := known.Prove(ctx)
	if err != nil {
		return nil, err
	}
	proof.Pattern, proof.Alike = p, like
	proof.Statement += fmt.Sprintf(" Of %s: %s.", p.question.Game.Name, like)
	return proof, nil
}

// alike finds a known game by play. The error is an [*Unproved], or ctx's.
func alike(ctx context.Context, g position.Game) (*position.Likeness, error) {
	like, err := g.ByPlay(ctx)
	if err != nil && ctx.Err() == nil {
		return nil, &Unproved{Why: fmt.Sprintf("%s is code in Go, about which nothing can be proved, and no game with a theorem is found to be like it: %v", g.Name, err), Err: err}
	}
	return like, err
}

// Period looks for the period of the nim-values of a game in Go on one number, among at most most
// values. It is proved of the game that the Likeness names. The error is an [*Unproved] where no
// sequence with an engine is found to be like it; [period.Play] needs none.
func Period(ctx context.Context, g position.Game, most uint64) (period.Result, *position.Likeness, error) {
	like, err := alike(ctx, g)
	if err != nil {
		return period.Result{}, nil, err
	}
	if like.Known.Sequence == nil {
		return period.Result{}, like, &Unproved{Why: fmt.Sprintf("%s seems to be %s, which has no sequence", g.Name, like.Known.Name)}
	}
	r, _, err := like.Known.Sequence.Period(ctx, most, nil)
	return r, like, err
}
