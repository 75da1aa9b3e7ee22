package board

// Wythoff's theorem gives the P-positions of a queen alone, at any distance.
//
// # Which cells are P
//
// Let φ = (1+√5)/2, and for k = 0, 1, 2, … let a(k) = ⌊kφ⌋ and
// b(k) = ⌊kφ²⌋ = a(k) + k, as φ² = φ+1. The P cells of the queen are
// (a(k), b(k)) and (b(k), a(k)) (Wythoff 1907).
//
// Because 1/φ + 1/φ² = 1, every positive integer occurs exactly once among all
// a(k) and b(k) with k > 0 (Beatty 1926). So among these cells every column has
// exactly one, every row has exactly one, and so has every diagonal, as
// b(k) - a(k) = k. Hence no move leads from one of them to another. From any
// other cell some move leads to one of them. Let x <= y, without loss:
//
//   - x = b(k): then a(k) <= x <= y, and not a(k) = y, since the cell is none of
//     them; lower y to a(k).
//   - x = a(k) and y > b(k): lower y to b(k).
//   - x = a(k) and y < b(k): for the difference d = y-x < k, move along the
//     diagonal to (a(d), b(d)), which is nearer to the corner, as a(d) < a(k).
//
// So these are the P cells. Each of the three lines on which a queen moves has
// exactly one of them, so an N cell has at most three winning moves; the cell
// (2,2) has three.
//
// # ⌊nφ⌋ in integers
//
// Let F = ⌊(φ-1)·2^128⌋. Then ⌊nφ⌋ = n + ⌊nF/2^128⌋ for 0 <= n <= 2^63.
//
// For nF/2^128 is at most n(φ-1), and less than n/2^128 below it. So the two
// can have different integer parts only if the fractional part r of nφ is less
// than n/2^128. Let m = ⌊nφ⌋ and n > 0. Then
//
//	r (m + n/φ) = (nφ - m)(m + n/φ) = n² + mn - m²
//
// is an integer, because φ - 1/φ = 1, and positive, so at least 1; and
// m + n/φ < nφ + n/φ = n√5. Hence r > 1/(n√5), which is at least n/2^128 as
// long as n² <= 2^128/√5, and n <= 2^63 is enough.

import (
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

const queenMethod = "Wythoff's theorem: a queen is P exactly at (⌊kφ⌋,⌊kφ²⌋) and (⌊kφ²⌋,⌊kφ⌋) (W. A. Wythoff, Nieuw Archief voor Wiskunde 7, 1907)"

// F = phiHi·2^64 + phiLo
const phiHi, phiLo = 0x9e3779b97f4a7c15, 0xf39cc0605cedc834

// floorPhi returns ⌊nφ⌋ for n <= 2^63.
func floorPhi(n uint64) uint64 {
	hi, lo := bits.Mul64(n, phiHi)
	carried, _ := bits.Mul64(n, phiLo)
	_, carry := bits.Add64(lo, carried, 0)
	return n + hi + carry
}

// wythoffPartner returns the y for which (x,y) is P, for x < 2^63.
func wythoffPartner(x uint64) uint64 {
	// If x = a(k) then kφ lies between x and x+1, so k = ⌊(x+1)/φ⌋.
	up := floorPhi(x + 1)
	if k := up - (x + 1); floorPhi(k) == x {
		return x + k
	}
	// Otherwise x = b(k), kφ² lies between x and x+1, and k = ⌊(x+1)/φ²⌋.
	// As 1/φ² = 2-φ, that is 2(x+1) - ⌈(x+1)φ⌉; 2^64 cancels out.
	return x - (2*(x+1) - (up + 1))
}

// measureQueen knows the outcome, and the nim-value where it is 0.
func measureQueen(m grundy.Measure, c Cell) (uint64, string, bool) {
	outcome := uint64(1)
	if wythoffPartner(c.X) == c.Y {
		outcome = 0
	}
	known := m == grundy.ByOutcome || m == grundy.ByNimValue && outcome == 0
	return outcome, queenMethod, known
}

// findQueen knows the options of given outcome, and those of nim-value 0.
func findQueen(m grundy.Measure, c Cell, lo, hi uint64) ([]moves.Run, bool) {
	if m != grundy.ByOutcome && (m != grundy.ByNimValue || hi != 0) {
		return nil, false
	}
	p, n := lo == 0, lo <= 1 && hi >= 1 // which options are asked for
	var runs []moves.Run
	add := func(s moves.Step, first, last uint64) {
		if first <= last {
			runs = append(runs, moves.Run{Step: s, First: first, Last: last})
		}
	}
	// line adds options on the line of step s, which the piece can take from
	// times, and to times from the P cell of the line.
	line := func(s moves.Step, from, to uint64) {
		switch isOption := to < from; {
		case n && (p || !isOption):
			add(s, 1, from)
		case n:
			add(s, 1, from-to-1)
			add(s, from-to+1, from)
		case p && isOption:
			add(s, from-to, from-to)
		}
	}
	least, most := min(c.X, c.Y), max(c.X, c.Y)
	line(moves.Left, c.X, wythoffPartner(c.Y))
	line(moves.Down, c.Y, wythoffPartner(c.X))
	line(moves.Diagonal, least, floorPhi(most-least))
	return runs, true
}
