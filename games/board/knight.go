package board

// The knight with the leaps (-1,-2) and (-2,-1) has a closed form, proved here.
//
// Let m be the smaller coordinate and M the larger. Then
//
//	m = 3t      nim-value 0                           remoteness 2t
//	m = 3t + 1  nim-value 0 if M = m,    otherwise 1  remoteness 2t, otherwise 2t + 1
//	m = 3t + 2  nim-value 1 if M <= m+1, otherwise 2  remoteness 2t + 1
//
// The axes may be exchanged, so the options are A = {m-1, M-2} and
// B = {m-2, M-1}, as far as they are on the board. In B the smaller coordinate
// is m-2, because M-1 > m-2. In A it is m-1, except that M = m makes A equal to
// B. By induction over m + M, with "value/remoteness" for each option:
//
//   - m = 3t. There is no option if t = 0. Otherwise B has the smaller
//     coordinate 3(t-1) + 1 and a larger one that differs from it: 1/2t-1. A is
//     the same if M = m; {m-1, m-1} if M = m+1, which is 1/2t-1; otherwise
//     M-2 >= m, and A is 1/2t-1 or 2/2t-1. No option has value 0, and all
//     remotenesses are 2t-1: hence 0/2t.
//   - m = 3t + 1 and M = m. There is no option if t = 0. Otherwise A and B are
//     {m-2, m-1} with m-2 = 3(t-1) + 2: 1/2t-1. Hence 0/2t.
//   - m = 3t + 1 and M > m. A is {3t, M-2} with M-2 >= m-1 = 3t: 0/2t. B is off
//     the board if t = 0, and otherwise {m-2, M-1} with M-1 >= m = (m-2) + 2:
//     2/2t-1. Hence 1, and with 2t as the only even remoteness 2t + 1.
//   - m = 3t + 2. B has the smaller coordinate 3t: 0/2t. A is the same if
//     M = m; {3t+1, 3t+1} if M = m+1: 0/2t; otherwise {3t+1, M-2} with
//     M-2 >= m > 3t+1: 1/2t+1. Hence 1, 1 and 2, and always 2t + 1.
//
// The first two cases also show that a cell of nim-value 0 which has an option
// has an option of nim-value 1. That is Ferguson's property, with which the
// nim-value also decides misère sums: see package theory/misere.

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/misere"
)

const knightMethod = "the knight's nim-values have period 3 along the smaller coordinate (proved in games/board/knight.go)"

// KnightValue returns the nim-value of [Knight] at (x,y), for any coordinates,
// in O(1).
func KnightValue(x, y uint64) grundy.Value {
	m, M := min(x, y), max(x, y)
	switch {
	case m%3 == 0, m%3 == 1 && M == m:
		return 0
	case m%3 == 1, M-m <= 1:
		return 1
	}
	return 2
}

// measureKnight knows all measures.
func measureKnight(m grundy.Measure, c Cell) (uint64, string, bool) {
	value := KnightValue(c.X, c.Y)
	odd := min(uint64(value), 1) // 1 at the N cells
	switch m {
	case grundy.ByOutcome:
		return odd, knightMethod, true
	case grundy.ByNimValue:
		return uint64(value), knightMethod, true
	case grundy.ByRemoteness:
		return 2*(min(c.X, c.Y)/3) + odd, knightMethod, true
	case grundy.ByGenus:
		return misere.OfNimValue(value), knightMethod, true
	}
	return 0, "", false
}
