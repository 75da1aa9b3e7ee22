package contest

// Chocolate in Box and Counter game: the programs about heaps.

import (
	"bufio"
	"context"
	"fmt"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/scan"
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

// onTests makes a program from a function that makes a tester, which may keep tables from
// one test to the next. Each test has the given number of numbers, all of one kind.
func onTests(solve func(Options) tester, numbers int, kind scan.Kind) program {
	return func(ctx context.Context, in *scan.Reader, out *bufio.Writer, opt Options) error {
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
	}
}

// A tester appends the answer to one test.
type tester func(ctx context.Context, dst []byte, test []uint64) ([]byte, error)

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
