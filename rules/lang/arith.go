package lang

// This file holds the arithmetic of the language: integers of 64 bits whose
// overflow is an error, and the places in lists that integers mean. Both ways of
// running use it.

import (
	"math"
	"math/bits"

	"go.starlark.net/syntax"
)

// A fault says why an operation on integers has no result.
type fault uint8

const (
	noFault fault = iota
	overflow
	divisionByZero
	negativeShift
)

func (f fault) String() string {
	return [...]string{"", "the result is outside 64 bits", "division by zero", "a shift by a number below 0"}[f]
}

func add(a, b int64) (int64, fault) {
	s := a + b
	if (s^a)&(s^b) < 0 {
		return 0, overflow
	}
	return s, noFault
}

func sub(a, b int64) (int64, fault) {
	d := a - b
	if (a^b)&(d^a) < 0 {
		return 0, overflow
	}
	return d, noFault
}

func mul(a, b int64) (int64, fault) {
	if uint64(a+1<<31) < 1<<32 && uint64(b+1<<31) < 1<<32 {
		return a * b, noFault
	}
	hi, lo := bits.Mul64(Absolute(a), Absolute(b))
	neg := (a < 0) != (b < 0)
	switch {
	case hi != 0 || lo > 1<<63 || lo == 1<<63 && !neg:
		return 0, overflow
	case neg:
		return -int64(lo), noFault
	}
	return int64(lo), noFault
}

// absolute returns |a| as an integer of the language.
func absolute(a int64) (int64, fault) {
	if a < 0 {
		return sub(0, a)
	}
	return a, noFault
}

// Absolute returns |a|.
func Absolute(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// floorDiv rounds down, as // does.
func floorDiv(a, b int64) (int64, fault) {
	switch b {
	case 0:
		return 0, divisionByZero
	case -1:
		return sub(0, a)
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q, noFault
}

// floorMod has the sign of b, as % does.
func floorMod(a, b int64) (int64, fault) {
	switch b {
	case 0:
		return 0, divisionByZero
	case -1:
		return 0, noFault
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r, noFault
}

func shiftLeft(a, n int64) (int64, fault) {
	switch {
	case n < 0:
		return 0, negativeShift
	case a == 0:
		return 0, noFault
	case n > 63:
		return 0, overflow
	}
	if r := a << n; r>>n == a {
		return r, noFault
	}
	return 0, overflow
}

func shiftRight(a, n int64) (int64, fault) {
	if n < 0 {
		return 0, negativeShift
	}
	return a >> min(n, 63), noFault
}

// integerOp returns a op b, for the operators on two integers.
func integerOp(op syntax.Token, a, b int64) (int64, fault) {
	switch op {
	case syntax.PLUS:
		return add(a, b)
	case syntax.MINUS:
		return sub(a, b)
	case syntax.STAR:
		return mul(a, b)
	case syntax.SLASHSLASH:
		return floorDiv(a, b)
	case syntax.PERCENT:
		return floorMod(a, b)
	case syntax.AMP:
		return a & b, noFault
	case syntax.PIPE:
		return a | b, noFault
	case syntax.CIRCUMFLEX:
		return a ^ b, noFault
	case syntax.LTLT:
		return shiftLeft(a, b)
	case syntax.GTGT:
		return shiftRight(a, b)
	}
	return 0, overflow // unreachable: the operators are these
}

// compare reports whether a op b.
func compare(op syntax.Token, order int) bool {
	switch op {
	case syntax.EQL:
		return order == 0
	case syntax.NEQ:
		return order != 0
	case syntax.LT:
		return order < 0
	case syntax.LE:
		return order <= 0
	case syntax.GT:
		return order > 0
	default:
		return order >= 0
	}
}

// rangeLength returns the number of elements of range(start, stop, step), step
// not 0, or 2^63-1 where there are more.
func rangeLength(start, stop, step int64) int64 {
	var n uint64
	switch {
	case step > 0 && start < stop:
		n = (uint64(stop)-uint64(start)-1)/uint64(step) + 1
	case step < 0 && start > stop:
		n = (uint64(start)-uint64(stop)-1)/Absolute(step) + 1
	}
	return int64(min(n, math.MaxInt64))
}

// place returns the place that i means in a list of some length, from 0, and
// whether there is such a place; -1 means the last.
func place(i, length int64) (int64, bool) {
	if i < 0 {
		i += length
	}
	return i, 0 <= i && i < length
}

// sliceOf returns where list[lo:hi:step] begins and how many items it has; step is not 0.
func sliceOf(length int64, ends [3]int64, hasLo, hasHi bool) (lo, count int64) {
	step := ends[2]
	lo, hi := int64(0), length
	if step < 0 {
		lo, hi = length-1, -1
	}
	if hasLo {
		lo = sliceEnd(ends[0], length, step)
	}
	if hasHi {
		hi = sliceEnd(ends[1], length, step)
	}
	return lo, rangeLength(lo, hi, step)
}

// sliceEnd returns the place that i means as an end of a slice: outside the list
// the nearest one.
func sliceEnd(i, length, step int64) int64 {
	least, most := int64(0), length
	if step < 0 {
		least, most = -1, length-1
	}
	if i < 0 {
		return max(i+length, least)
	}
	return min(i, most)
}
