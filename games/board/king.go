package board

// The king's nim-values have a closed form, proved here.
//
// Let m be the smaller coordinate. The nim-value of the king is
//
//	0  if both coordinates are even,
//	2  if both are odd,
//	1  if one is even and the other odd, and m is even,
//	3  if one is even and the other odd, and m is odd.
//
// By induction over x+y:
//
//   - Both even. A step to the side makes one coordinate odd, nim-value 1 or 3;
//     the diagonal step makes both odd, 2. No option has 0.
//   - Both odd. The diagonal step leads to 0. The step that lowers a smallest
//     coordinate leads to one even coordinate, which is now the smaller: 1. The
//     other step to the side leads to 1 or 3. So 0 and 1 occur and 2 does not.
//   - An even coordinate e and an odd one o. Lowering o leads to 0. If e = 0
//     there is nothing else, so the mex is 1, and m = 0 is even. Otherwise
//     lowering e makes both odd, 2, and the diagonal step leads to one even and
//     one odd coordinate, the smaller being m-1: that is 3 if m is even, and
//     then 0, 2, 3 occur and the mex is 1; it is 1 if m is odd, and then
//     0, 1, 2 occur and the mex is 3.
//
// So the P cells are those with two even coordinates, and from every other cell
// exactly one step leads to one: the step that lowers the odd coordinates. The
// winner has no choice. The loser, at (2a,2b), chooses to which of (2a-2,2b),
// (2a,2b-2) and (2a-2,2b-2) the two next moves lead, and stalls longest by
// avoiding the last while there is another. By induction the remoteness of
// (2a,2b) is 2(a+b), and the remoteness of any other cell is 1 more than that
// of the P cell to which its one winning step leads.

import "github.com/grundy-games/grundy"

const kingMethod = "the king's parities: nim-value 0, 2, or by the smaller coordinate 1 or 3 (proved in games/board/king.go)"

// kingValue returns the nim-value.
func kingValue(c Cell) uint64 {
	switch {
	case (c.X|c.Y)&1 == 0:
		return 0
	case c.X&c.Y&1 == 1:
		return 2
	}
	return 1 + 2*(min(c.X, c.Y)&1)
}

// measureKing knows outcome, nim-value and remoteness.
func measureKing(m grundy.Measure, c Cell) (uint64, string, bool) {
	odd := (c.X | c.Y) & 1 // 1 at the N cells
	switch m {
	case grundy.ByOutcome:
		return odd, kingMethod, true
	case grundy.ByNimValue:
		return kingValue(c), kingMethod, true
	case grundy.ByRemoteness:
		return c.X&^1 + c.Y&^1 + odd, kingMethod, true
	}
	return 0, "", false
}
