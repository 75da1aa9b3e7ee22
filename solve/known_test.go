package solve_test

// This file tests games that know some positions and not their options.

import (
	"context"
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
)

// A partly game takes 1, 2 or 3 from a heap, and knows heaps of at least 10.
type partly struct{}

func (partly) AppendOptions(dst []uint64, n uint64) []uint64 {
	for k := uint64(1); k <= min(n, 3); k++ {
		dst = append(dst, n-k)
	}
	return dst
}

func (partly) AppendPosition(dst []byte, n uint64) []byte { return fmt.Appendf(dst, "partly(%d)", n) }

func (partly) Measure(m grundy.Measure, n uint64) (uint64, string, bool) {
	v, ok := m.OfNimValue(n % 4)
	return v, "modulo 4", ok && n >= 10
}

// A closed form of a position says nothing of its options, which are searched.
func TestKnownWithoutItsOptions(t *testing.T) {
	for n := uint64(5); n < 16; n++ {
		a, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(grundy.Place(partly{}, n)), MaxMoves: 20})
		if err != nil {
			t.Fatal(err)
		}
		want := min(n%4, 1) // to a multiple of 4
		if a.WinningMoveCount.Uint64() != want {
			t.Errorf("partly(%d): %v winning moves, want %d", n, a.WinningMoveCount, want)
		}
	}
}
