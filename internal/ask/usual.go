package ask

// How far a table goes where nobody says so: far enough to show something, and no farther
// than takes about a second.

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/position"
)

// usualTerms is how many values of a sequence there are, and usualSide how many of each open
// number of a board.
const (
	usualTerms = 100
	usualSide  = 16
	usualHeaps = 10 // of a quotient, where a larger one may be another
)

// usualLast returns the last heap of a sequence that begins at from.
func usualLast(ctx context.Context, game position.Game, from uint64) uint64 {
	return max(game.Within(ctx, min(from+usualTerms, math.MaxInt64+1))[0], from+1) - 1
}

// sizeText writes a size: "8x8".
func sizeText(sides []uint64) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(sides), "[]"), " ", "x")
}

// usualGrid returns the table of a game of several open numbers.
func usualGrid(ctx context.Context, game position.Game, what measured, m Means) (*grid, error) {
	axes := len(game.Template.Axes)
	sides := game.Within(ctx, slices.Repeat([]uint64{uint64(max(usualSide>>max(axes-2, 0), 2))}, axes)...)
	whole, err := newGrid(game, sizeText(sides), what, m)
	if err != nil || axes != 2 {
		return whole, err
	}
	if whole.isTimed() {
		return m.easiest(whole, 1, (*grid).cost), nil
	}
	chosen := whole
	err = whole.growing(ctx, m, 1, func(ctx context.Context, g *grid) error {
		if err := g.values(ctx, 0, m.progress("cells"), func([]uint64) error { return nil }); err != nil {
			return err
		}
		chosen = whole.sized(g.sides...) // without what the trial has of it
		return nil
	})
	return chosen, err
}
