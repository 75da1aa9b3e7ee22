package core

// This file checks arithmetic, and the lengths of ranges, against integers of any size.

import (
	"math"
	"math/big"
	"testing"
)

// edges are integers at which arithmetic may go wrong.
func edges() (all []int64) {
	for _, n := range []int64{0, 1, 2, 3, 5, 7, 62, 63, 64, 65, 1 << 31, 3037000499, 3037000500, 1 << 32, 1 << 62, math.MaxInt64 - 1, math.MaxInt64} {
		all = append(all, n, -n, n-1, -n-1)
	}
	return all
}

func TestArithmetic(t *testing.T) {
	exact := map[Op]func(a, b *big.Int) (*big.Int, Fault){
		Plus:   func(a, b *big.Int) (*big.Int, Fault) { return a.Add(a, b), NoFault },
		Minus:  func(a, b *big.Int) (*big.Int, Fault) { return a.Sub(a, b), NoFault },
		Times:  func(a, b *big.Int) (*big.Int, Fault) { return a.Mul(a, b), NoFault },
		BitAnd: func(a, b *big.Int) (*big.Int, Fault) { return a.And(a, b), NoFault },
		BitOr:  func(a, b *big.Int) (*big.Int, Fault) { return a.Or(a, b), NoFault },
		BitXor: func(a, b *big.Int) (*big.Int, Fault) { return a.Xor(a, b), NoFault },
		Divide: func(a, b *big.Int) (*big.Int, Fault) { return floored(a, b, false) },
		Modulo: func(a, b *big.Int) (*big.Int, Fault) { return floored(a, b, true) },
		Left: func(a, b *big.Int) (*big.Int, Fault) {
			if b.Sign() < 0 {
				return nil, NegativeShift
			}
			return a.Lsh(a, uint(min(b.Int64(), 200))), NoFault
		},
		Right: func(a, b *big.Int) (*big.Int, Fault) {
			if b.Sign() < 0 {
				return nil, NegativeShift
			}
			return a.Rsh(a, uint(min(b.Int64(), 200))), NoFault
		},
	}
	for op, define := range exact {
		for _, a := range edges() {
			for _, b := range edges() {
				want, wrong := define(big.NewInt(a), big.NewInt(b))
				if wrong == NoFault && !want.IsInt64() {
					wrong = Overflow
				}
				if got, Fault := IntegerOp(op, a, b); Fault != wrong || Fault == NoFault && got != want.Int64() {
					t.Fatalf("%d %v %d = %d (%v), want %v (%v)", a, op, b, got, Fault, want, wrong)
				}
			}
		}
	}
}

// floored returns a // b, or a % b.
func floored(a, b *big.Int, rest bool) (*big.Int, Fault) {
	if b.Sign() == 0 {
		return nil, DivisionByZero
	}
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	if rest {
		return r, NoFault
	}
	return q, NoFault
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
				if got := RangeLength(start, stop, step); got != want.Int64() {
					t.Fatalf("range(%d, %d, %d): %d, want %v", start, stop, step, got, want)
				}
			}
		}
	}
}
