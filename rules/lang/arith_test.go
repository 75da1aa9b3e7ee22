package lang

// This file checks arithmetic, and the lengths of ranges, against integers of any size.

import (
	"math"
	"math/big"
	"testing"

	"go.starlark.net/syntax"
)

// edges are integers at which arithmetic may go wrong.
func edges() (all []int64) {
	for _, n := range []int64{0, 1, 2, 3, 5, 7, 62, 63, 64, 65, 1 << 31, 3037000499, 3037000500, 1 << 32, 1 << 62, math.MaxInt64 - 1, math.MaxInt64} {
		all = append(all, n, -n, n-1, -n-1)
	}
	return all
}

func TestArithmetic(t *testing.T) {
	exact := map[syntax.Token]func(a, b *big.Int) (*big.Int, fault){
		syntax.PLUS:       func(a, b *big.Int) (*big.Int, fault) { return a.Add(a, b), noFault },
		syntax.MINUS:      func(a, b *big.Int) (*big.Int, fault) { return a.Sub(a, b), noFault },
		syntax.STAR:       func(a, b *big.Int) (*big.Int, fault) { return a.Mul(a, b), noFault },
		syntax.AMP:        func(a, b *big.Int) (*big.Int, fault) { return a.And(a, b), noFault },
		syntax.PIPE:       func(a, b *big.Int) (*big.Int, fault) { return a.Or(a, b), noFault },
		syntax.CIRCUMFLEX: func(a, b *big.Int) (*big.Int, fault) { return a.Xor(a, b), noFault },
		syntax.SLASHSLASH: func(a, b *big.Int) (*big.Int, fault) { return floored(a, b, false) },
		syntax.PERCENT:    func(a, b *big.Int) (*big.Int, fault) { return floored(a, b, true) },
		syntax.LTLT: func(a, b *big.Int) (*big.Int, fault) {
			if b.Sign() < 0 {
				return nil, negativeShift
			}
			return a.Lsh(a, uint(min(b.Int64(), 200))), noFault
		},
		syntax.GTGT: func(a, b *big.Int) (*big.Int, fault) {
			if b.Sign() < 0 {
				return nil, negativeShift
			}
			return a.Rsh(a, uint(min(b.Int64(), 200))), noFault
		},
	}
	for op, define := range exact {
		for _, a := range edges() {
			for _, b := range edges() {
				want, wrong := define(big.NewInt(a), big.NewInt(b))
				if wrong == noFault && !want.IsInt64() {
					wrong = overflow
				}
				if got, fault := integerOp(op, a, b); fault != wrong || fault == noFault && got != want.Int64() {
					t.Fatalf("%d %v %d = %d (%v), want %v (%v)", a, op, b, got, fault, want, wrong)
				}
			}
		}
	}
}

// floored returns a // b, or a % b.
func floored(a, b *big.Int, rest bool) (*big.Int, fault) {
	if b.Sign() == 0 {
		return nil, divisionByZero
	}
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	if rest {
		return r, noFault
	}
	return q, noFault
}

func TestRangeLength(t *testing.T) {
	for _, start := range edges() {
		for _, stop := range edges() {
			for _, step := range edges() {
				if step == 0 {
					continue
				}
				// The first k for which start + k step is not before stop.
				span := new(big.Int).Sub(big.NewInt(stop), big.NewInt(start))
				want, _ := floored(span.Neg(span), big.NewInt(step), false)
				if want.Neg(want); want.Sign() < 0 {
					want.SetInt64(0)
				}
				if !want.IsInt64() {
					want.SetInt64(math.MaxInt64)
				}
				if got := rangeLength(start, stop, step); got != want.Int64() {
					t.Fatalf("range(%d, %d, %d): %d, want %v", start, stop, step, got, want)
				}
			}
		}
	}
}
