package core

// This is the arithmetic of the language: integers of 64 bits whose overflow is an error, and the
// places in lists that integers mean. Both ways of running use it.

import (
	"math"
	"math/bits"
)

// A Fault says why an operation on integers has no result.
type Fault uint8

const (
	NoFault Fault = iota
	Overflow
	DivisionByZero
	NegativeShift
)

func (f Fault) String() string {
	return [...]string{"", "the result is outside 64 bits", "division by zero", "a shift by a number below 0"}[f]
}

// Add returns a + b.
func Add(a, b int64) (int64, Fault) {
	s := a + b
	if (s^a)&(s^b) < 0 {
		return 0, Overflow
	}
	return s, NoFault
}

// Sub returns a - b.
func Sub(a, b int64) (int64, Fault) {
	d := a - b
	if (a^b)&(d^a) < 0 {
		return 0, Overflow
	}
	return d, NoFault
}

// Mul returns a * b.
func Mul(a, b int64) (int64, Fault) {
	if uint64(a+1<<31) < 1<<32 && uint64(b+1<<31) < 1<<32 {
		return a * b, NoFault
	}
	hi, lo := bits.Mul64(Magnitude(a), Magnitude(b))
	neg := (a < 0) != (b < 0)
	switch {
	case hi != 0 || lo > 1<<63 || lo == 1<<63 && !neg:
		return 0, Overflow
	case neg:
		return -int64(lo), NoFault
	}
	return int64(lo), NoFault
}

// AbsOf returns |a| as an integer of the language.
func AbsOf(a int64) (int64, Fault) {
	if a < 0 {
		return Sub(0, a)
	}
	return a, NoFault
}

// Magnitude returns |a|.
func Magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// FloorDiv rounds down, as // does.
func FloorDiv(a, b int64) (int64, Fault) {
	switch b {
	case 0:
		return 0, DivisionByZero
	case -1:
		return Sub(0, a)
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q, NoFault
}

// FloorMod has the sign of b, as % does.
func FloorMod(a, b int64) (int64, Fault) {
	switch b {
	case 0:
		return 0, DivisionByZero
	case -1:
		return 0, NoFault
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r, NoFault
}

// ShiftLeft returns a << n.
func ShiftLeft(a, n int64) (int64, Fault) {
	switch {
	case n < 0:
		return 0, NegativeShift
	case a == 0:
		return 0, NoFault
	case n > 63:
		return 0, Overflow
	}
	if r := a << n; r>>n == a {
		return r, NoFault
	}
	return 0, Overflow
}

// ShiftRight returns a >> n, rounded down.
func ShiftRight(a, n int64) (int64, Fault) {
	if n < 0 {
		return 0, NegativeShift
	}
	return a >> min(n, 63), NoFault
}

// operations are the operators on two integers.
var operations = [...]func(a, b int64) (int64, Fault){
	Plus: Add, Minus: Sub, Times: Mul, Divide: FloorDiv, Modulo: FloorMod, Left: ShiftLeft, Right: ShiftRight,
	BitAnd: func(a, b int64) (int64, Fault) { return a & b, NoFault },
	BitOr:  func(a, b int64) (int64, Fault) { return a | b, NoFault },
	BitXor: func(a, b int64) (int64, Fault) { return a ^ b, NoFault },
}

// Operation returns what computes a op b, for the operators on two integers.
func Operation(op Op) func(a, b int64) (int64, Fault) { return operations[op] }

// IntegerOp returns a op b, for the operators on two integers.
func IntegerOp(op Op, a, b int64) (int64, Fault) { return operations[op](a, b) }

// Holds reports whether a op b, where order is what [cmp.Compare] returns for a and b.
func Holds(op Op, order int) bool {
	switch op {
	case Equal:
		return order == 0
	case Unequal:
		return order != 0
	case Less:
		return order < 0
	case AtMost:
		return order <= 0
	case Greater:
		return order > 0
	default:
		return order >= 0
	}
}

// RangeLength returns the number of elements of range(start, stop, step), step
// not 0, or 2^63-1 where there are more.
func RangeLength(start, stop, step int64) int64 {
	var n uint64
	switch {
	case step > 0 && start < stop:
		n = (uint64(stop)-uint64(start)-1)/uint64(step) + 1
	case step < 0 && start > stop:
		n = (uint64(start)-uint64(stop)-1)/Magnitude(step) + 1
	}
	return int64(min(n, math.MaxInt64))
}

// PlaceOf returns the place that i means in a list of some length, from 0, and
// whether there is such a place; -1 means the last.
func PlaceOf(i, length int64) (int64, bool) {
	if i < 0 {
		i += length
	}
	return i, 0 <= i && i < length
}

// SliceOf returns where list[lo:hi:step] begins and how many items it has; step is not 0.
func SliceOf(length int64, ends [3]int64, hasLo, hasHi bool) (lo, count int64) {
	step := ends[2]
	lo, hi := int64(0), length
	if step < 0 {
		lo, hi = length-1, -1
	}
	if hasLo {
		lo = SliceEnd(ends[0], length, step)
	}
	if hasHi {
		hi = SliceEnd(ends[1], length, step)
	}
	return lo, RangeLength(lo, hi, step)
}

// SliceEnd returns the place that i means as an end of a slice: outside the list
// the nearest one.
func SliceEnd(i, length, step int64) int64 {
	least, most := int64(0), length
	if step < 0 {
		least, most = -1, length-1
	}
	if i < 0 {
		return max(i+length, least)
	}
	return min(i, most)
}
