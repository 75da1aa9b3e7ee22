package pattern

// This file holds the question: from a game to its pattern.

import (
	"context"
	"errors"
	"math"
	"slices"

	"grundy"
	"grundy/internal/meter"
	"grundy/position"
	"grundy/solve"
)

// A Question asks for the pattern of a game.
type Question struct {
	Game   position.Game
	Of     []Kind // which tables to look at, in order; none for nim-values, then outcomes
	Misere bool
	Budget solve.Budget
}

// cells are how many cells the tables have: the first that is looked at, the largest from
// which an automaton is learned, and the one that checks what was found.
type cells struct{ first, last, check int }

// The sizes of tables by the number of coordinates: more coordinates need more cells for as
// many digits each.
var sizes = []cells{1: {1 << 9, 1 << 15, 1 << 18}, 2: {1 << 12, 1 << 18, 1 << 20}, 3: {1 << 13, 1 << 19, 1 << 20}, 4: {1 << 14, 1 << 19, 1 << 20}}

// side returns the side of a box with the given number of cells.
func side(cells, dimensions int) int {
	return max(int(math.Round(math.Pow(float64(cells), 1/float64(dimensions)))), 2)
}

// Guess returns the pattern of a game, or nil where there is none in reach.
func Guess(ctx context.Context, q Question) (*Pattern, error) {
	kinds := q.Of
	if len(kinds) == 0 {
		kinds = []Kind{NimValues, Outcomes}
	}
	var last error
	for _, kind := range kinds {
		s := sourceOf(q, kind)
		p, err := s.guess(ctx)
		s.Close()
		if p != nil || ctx.Err() != nil {
			return p, err
		}
		last = err
	}
	return nil, last
}

// guess returns the pattern of a source.
func (s *source) guess(ctx context.Context) (*Pattern, error) {
	axes := len(s.axes)
	size := sizes[min(axes, len(sizes)-1)]
	near, err := s.box(ctx, size.first)
	if err != nil {
		return nil, err
	}
	return s.automatic(ctx, near, size, nil)
}

// box returns a table of about that many cells, with sides as equal as the game allows, or of
// less where that is over the budget.
func (s *source) box(ctx context.Context, cells int) (*Table, error) {
	axes := len(s.axes)
	for {
		sides := slices.Repeat([]int{side(cells, axes)}, axes)
		t, err := s.table(ctx, sides)
		if !errors.Is(err, meter.Steps) && !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, grundy.ErrTooLarge) || cells < 64 {
			return t, err
		}
		cells /= 4
	}
}
