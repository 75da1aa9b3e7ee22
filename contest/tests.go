package contest

// This file holds the problems whose input is a number of tests, and then the numbers of
// each: Counter game, Knight and Queen, and Nim Product.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"grundy/games/board"
	"grundy/games/board/tables"
	"grundy/games/heap"
	"grundy/internal/scan"
	"grundy/theory/nimber"
)

// A tester appends the answer to one test.
type tester func(ctx context.Context, dst []byte, test []uint64) ([]byte, error)

// onTests makes a run from a function that makes a tester, which may keep tables from
// one test to the next. Each test has the given number of numbers, all of one kind.
func onTests(solve func(Options) tester, numbers int, kind scan.Kind) func(context.Context, io.Reader, *bufio.Writer, Options) error {
	return onNumbers(func(ctx context.Context, in *scan.Reader, out *bufio.Writer, opt Options) error {
		tests, err := in.Uint(count("the number of tests"))
		if err != nil {
			return err
		}
		answer, test := solve(opt), make([]uint64, numbers)
		var line []byte
		for range tests {
			if _, err := in.Uints(test, kind); err != nil {
				return err
			}
			if line, err = answer(ctx, line[:0], test); err != nil {
				return fmt.Errorf("line %d: %w", in.Position().Line, err)
			}
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return in.End("the last test")
	})
}

// counterGame says who makes the counter 1. Louise makes the first, third, … move of a
// play that no one can change.
func counterGame(Options) tester {
	return func(_ context.Context, dst []byte, test []uint64) ([]byte, error) {
		if heap.CounterLength(test[0])%2 == 1 {
			return append(dst, "Louise"...), nil
		}
		return append(dst, "Richard"...), nil
	}
}

// knightAndQueen says who wins with a knight and a queen on one board. The
// knight's nim-values are 0, 1 and 2, so no others of the queen's matter: the
// player to move loses exactly where the two are equal.
func knightAndQueen(opt Options) tester {
	queens, rows := tables.NewQueenLevels(3), uint64(0)
	return func(ctx context.Context, dst []byte, test []uint64) ([]byte, error) {
		knightX, knightY, queenX, queenY := test[0], test[1], test[2], test[3]
		if needed := min(queenX, queenY) + 1; needed > rows {
			if err := opt.afford(fmt.Sprintf("a queen in row %d", needed-1), queens.Bytes(needed)); err != nil {
				return nil, err
			}
			if err := queens.Extend(ctx, needed); err != nil {
				return nil, err
			}
			rows = needed
		}
		value, low := queens.Value(queenX, queenY)
		if low && value == board.KnightValue(knightX, knightY) {
			return append(dst, "LOSE"...), nil
		}
		return append(dst, "WIN"...), nil
	}
}

// nimProduct multiplies the two nimbers of a test.
func nimProduct(Options) tester {
	return func(_ context.Context, dst []byte, test []uint64) ([]byte, error) {
		return strconv.AppendUint(dst, nimber.Mul(test[0], test[1]), 10), nil
	}
}
