package ask

// This file checks that the moves between cells by steps are those that the game lists.

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position"
)

func TestStepsBetweenCells(t *testing.T) {
	for _, text := range []string{
		"queen(6,4)", "knight4[8](6,5)", "knight4[20](4,5)", "leaper[-2,1,1,-2](4,3)", "nightrider(9,8)", "amazon(5,6)", "bishop(3,7)",
		"rider[-1,0,0,0,-1,-1](3,4,5)", "piece[rides 1,-1 -1,0; side 9](6,7)", "piece[leaps -3,2; rides -1,-2](7,8)",
	} {
		sum, err := position.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range []uint64{0, 3} {
			corner := sum[0].Component
			last, _ := position.Numbers(nil, []byte(corner.String()))
			for i := range last {
				last[i] += 1 + room
			}
			c, err := Means{}.cellsOf(t.Context(), corner, last)
			if err != nil || c == nil {
				t.Fatalf("%s: %v", text, err)
			}
			steps := c.steps()
			if steps == nil {
				t.Fatalf("%s has no steps", text)
			}
			compareMoves(t, text, c, steps())
		}
	}
}

func compareMoves(t *testing.T, text string, c *cellRanks, steps grundy.RankedMoves) {
	t.Helper()
	listed := c.moves(context.Background())
	options := 0
	for rank := range product(c.sides) {
		want, wantErr := listed.AppendOptions(nil, rank)
		got, err := steps.AppendOptions(nil, rank)
		slices.Sort(want)
		slices.Sort(got)
		options += len(got)
		if errors.Is(err, grundy.ErrUnranked) != errors.Is(wantErr, grundy.ErrUnranked) || err == nil && !slices.Equal(slices.Compact(got), slices.Compact(want)) {
			t.Fatalf("%s, cells of %d, rank %d: %v, %v; want %v, %v", text, c.sides, rank, got, err, want, wantErr)
		}
	}
	if options == 0 {
		t.Errorf("%s has no moves", text)
	}
}
