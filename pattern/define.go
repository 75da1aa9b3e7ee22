package pattern

// This file says how a table lies in a game whose moves are formulas.

import (
	"context"

	"grundy"
	"grundy/rules"
)

// define returns the moves of the game of a component as formulas. Numbers that moves pass on
// are held at those of the component where no formula says the moves for all of them.
func define(ctx context.Context, c grundy.Component, frame rules.Frame) (*rules.Definition, error) {
	d, err := rules.DefineGame(ctx, c, frame)
	if err == nil || ctx.Err() != nil {
		return d, err
	}
	frame.Hold = true
	if held, heldErr := rules.DefineGame(ctx, c, frame); heldErr == nil {
		return held, nil
	}
	return nil, err
}
