package contest

// This file holds the problems about heaps: Chocolate in Box, LongLongNim and
// PowerGame.

import (
	"bufio"
	"context"
	"fmt"
	"math/bits"

	"grundy"
	"grundy/games/heap"
	"grundy/internal/scan"
	"grundy/theory/compound"
)

// chocolateInBox prints the number of winning first moves of Nim. It keeps no
// heaps, so that there can be any number of them.
func chocolateInBox(_ context.Context, in *scan.Reader, out *bufio.Writer, opt Options) error {
	left, err := in.Uint(count("the number of boxes"))
	if err != nil {
		return err
	}
	pieces := opt.number("a number of pieces", 1, 1e9)
	if opt.NoLimits {
		pieces.Min = 0
	}
	var tally heap.Tally
	var chunk [4096]uint64
	for left > 0 {
		n, err := in.Uints(chunk[:min(left, uint64(len(chunk)))], pieces)
		if err != nil {
			return err
		}
		tally.AddAll(chunk[:n])
		left -= uint64(n)
	}
	if err := in.End("the last box"); err != nil {
		return err
	}
	fmt.Fprintln(out, tally.WinningMoves())
	return nil
}

// longLongNim counts the heaps 1 … maxN of a subtraction game that are lost.
func longLongNim(opt Options) solver {
	return func(ctx context.Context, args [][]uint64) (any, error) {
		maxN := args[0][0]
		game, err := heap.NewSubtraction(args[1])
		if err != nil {
			return nil, err
		}
		if opt.NoLimits {
			// Within the limits the outcomes are periodic after a few thousand
			// terms, far less than the plan must allow for.
			plan, _ := game.PlanTable(grundy.ByOutcome, maxN) // there is one for every heap
			if err := opt.afford(fmt.Sprintf("maxN = %d", maxN), plan.Cost.Bytes); err != nil {
				return nil, err
			}
		}
		return game.CountP(ctx, maxN)
	}
}

// powerGame says who wins the conjunctive compound of two heaps from which
// squares are removed, and how long that takes.
func powerGame(opt Options) solver {
	theorem, _ := compound.Conjunctive.Theorem(grundy.Normal, 2, 2)
	var remoteness grundy.Table[uint64]
	reach := uint64(0) // heaps to this size are in the table
	return func(ctx context.Context, args [][]uint64) (any, error) {
		size0, size1 := args[0][0], args[1][0]
		if size := max(size0, size1); size > reach {
			// Up to the next power of two, so that sizes which grow line by
			// line do not cost a table each.
			wanted := uint64(1)<<bits.Len64(size) - 1
			table, err := squaresTable(ctx, wanted, opt)
			if err != nil {
				return nil, err
			}
			remoteness, reach = table, wanted
		}
		moves := theorem.Value([]compound.Part{
			{Measure: remoteness(size0), Copies: 1},
			{Measure: remoteness(size1), Copies: 1},
		})
		winner := "Bob"
		if moves%2 == 1 {
			winner = "Alan"
		}
		return fmt.Sprintf("%s will win after %d moves", winner, moves), nil
	}
}

// squaresTable returns the remoteness of heaps to the size, squares being
// removed.
func squaresTable(ctx context.Context, size uint64, opt Options) (grundy.Table[uint64], error) {
	what := fmt.Sprintf("a table of piles to %d stones", size)
	if err := opt.afford(what, grundy.MulCounts(size, 4)); err != nil { // before the squares are listed
		return nil, err
	}
	var squares []uint64
	for root := uint64(1); root*root <= size; root++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		squares = append(squares, root*root)
	}
	game, err := heap.NewSubtraction(squares)
	if err != nil {
		return nil, err
	}
	plan, _ := game.PlanTable(grundy.ByRemoteness, size) // there is one for every heap
	if err := opt.afford(what, plan.Cost.Bytes); err != nil {
		return nil, err
	}
	return plan.Build(ctx, nil)
}
