package pattern

// This file says how a table lies in a game whose moves are formulas.

import (
	"context"

	"grundy"
	"grundy/rules"
)

func define(ctx context.Context, c grundy.Component, frame rules.Frame) (*rules.Definition, error) {
	return rules.DefineGame(ctx, c, frame)
}
