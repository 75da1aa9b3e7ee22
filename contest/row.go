package contest

// This file holds the problems about a row of heaps: CakeParty,
// StoneGameStrategist and Roxor. Each wants a certain one of the winning moves.

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"grundy"
	"grundy/games/row"
)

// cakeParty returns a winning move, or where there is none any move: the one
// whose text comes first.
func cakeParty(Options) solver {
	return func(_ context.Context, args [][]uint64) (any, error) {
		pieces := args[0]
		cakes, least, most := row.Cake{}.WinningTakes(pieces)
		if len(cakes) == 0 {
			least, most = 1, slices.Max(pieces)
			for i, p := range pieces {
				if p == most {
					cakes = append(cakes, i)
				}
			}
		}
		// Any of the numbers can be taken from any of the cakes, so the two
		// are chosen apart.
		cake := strconv.Itoa(cakes[0])
		for _, i := range cakes {
			cake = min(cake, strconv.Itoa(i))
		}
		return "CAKE " + cake + " PIECES " + firstText(least, most), nil
	}
}

// firstText returns the number from least to most whose decimal text comes
// first. It is least or a power of ten: take any number of the interval and the
// power of ten with as many digits. The power comes no later; if it is below
// least, then least has as many digits too, and comes no later either.
func firstText(least, most uint64) string {
	first := strconv.FormatUint(least, 10)
	for power := uint64(1); ; power *= 10 {
		if power >= least && power <= most {
			first = min(first, strconv.FormatUint(power, 10))
		}
		if power > most/10 {
			return first
		}
	}
}

// stoneGameStrategist returns the winning move that takes the fewest stones,
// and of these the one from the leftmost pile.
func stoneGameStrategist(Options) solver {
	return func(ctx context.Context, args [][]uint64) (any, error) {
		piles := args[0]
		// The game finds them for all piles.
		winning, _ := row.Nondecreasing{}.FindOptions(grundy.ByOutcome, piles, 0, 0)
		bestPile, fewest := 0, uint64(0)
		for after := range winning.Each {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			pile, stones := row.Nondecreasing{}.Taken(piles, after)
			if fewest == 0 || stones < fewest || stones == fewest && pile < bestPile {
				bestPile, fewest = pile, stones
			}
		}
		if fewest == 0 {
			return "YOU LOSE", nil
		}
		return fmt.Sprintf("TAKE %d STONES FROM PILE %d", fewest, bestPile), nil
	}
}

// roxor returns the winning move with the least i, then j, then k.
func roxor(Options) solver {
	return func(_ context.Context, args [][]uint64) (any, error) {
		piles := args[0]
		// The game finds them for all piles.
		winning, _ := row.Roxor{}.FindOptions(grundy.ByOutcome, piles, 0, 0)
		for after := range winning.Each { // by i, then j, then k
			i, j, k := row.Roxor{}.Move(piles, after)
			return []int{i, j, k}, nil
		}
		return []int{}, nil
	}
}

// anyMove wants a stone that can move.
func anyMove(piles []uint64) string {
	for _, pile := range piles[:len(piles)-1] {
		if pile > 0 {
			return ""
		}
	}
	return "a stone in some pile other than the last"
}
