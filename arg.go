package grundy

// Numbers reach games as they were written, so that a game can refuse one and quote it.

import "strconv"

// An Arg is an integer as somebody wrote it, of any size and sign. Games make
// positions from lists of them and say which one is wrong and why.
type Arg struct {
	Text string // as written
	Neg  bool   // below 0
	Big  bool   // of more than 64 bits
	Abs  uint64 // the absolute value, unless Big
}

// Uint64 returns a where it is 0 … 2^64-1.
func (a Arg) Uint64() (v uint64, ok bool) { return a.Abs, !a.Neg && !a.Big }

// Uint63 returns a where it is 0 … 2^63-1.
func (a Arg) Uint63() (v uint64, ok bool) {
	return a.Abs, !a.Neg && !a.Big && a.Abs <= 1<<63-1
}

// ArgOf returns v as an Arg.
func ArgOf(v uint64) Arg { return Arg{Text: strconv.FormatUint(v, 10), Abs: v} }

// AppendNumbers appends numbers as positions are written: with commas between them, and
// in brackets of some kind, as in (3,5,7).
func AppendNumbers[T int32 | int64 | uint64](dst []byte, opening byte, numbers []T, closing byte) []byte {
	dst = append(dst, opening)
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ',')
		}
		if n < 0 {
			dst = strconv.AppendInt(dst, int64(n), 10)
		} else {
			dst = strconv.AppendUint(dst, uint64(n), 10)
		}
	}
	return append(dst, closing)
}
