// Package entailing knows impartial games in normal play whose rules may say who has won: whoever
// makes three in a row, or takes the last coin of a stack.
//
// The two functions that most people need are [Of] and [Plus]: the value of a position by those of
// its options, and of a sum by those of its components.
//
// # Values
//
// Where the rules end the play, they end it as a whole: nobody moves any more, whatever the other
// components are. A position that has not ended is worth a nim-value or infinity. Infinity says
// that the player to move wins, whatever else there is. A position at which the rules say that
// the player to move has won is worth infinity too. One at which that player has lost is [Over].
//
// For a position G let W(G) be the set of the n for which a move in G wins G + *n. An option
//
//   - that is over gives W(G) all n: whoever moves there has won;
//   - of infinity gives it nothing: the opponent wins;
//   - of nim-value h gives it h alone, by the theorem below.
//
// The value of G is the least n that is not in W(G), and infinity if there is none. As options are
// finitely many, it is infinity exactly if some option is over. Otherwise it is the mex of the
// nim-values of the options, those of infinity left out.
//
// # Sums
//
// Theorem. The player to move loses a sum of components that have not ended exactly if all have
// nim-values, and their nim-sum is 0. So nim-values add by nim-sum, and infinity absorbs.
//
// Proof, by induction on the moves that are left. If a component is worth infinity, either the rules
// say that the player to move has won, or some option is over: a move there wins at once.
// Let all have nim-values, with nim-sum s. No move ends the play for the mover. One to a
// position of infinity loses, as was shown; also where the rules end the play there. All others
// replace a nim-value g by some h that is not g. If s is 0 they leave a nim-sum that is not
// 0, and lose by induction; so does who has no move. If s is not 0, some g is more than its nim-sum
// with s, which is the nim-value of an option: the move there leaves 0, and wins.
//
// Where one move leaves several components that have ended, the play ends in the way that is best
// for the mover: so Over comes before infinity, and both before nim-values.
//
// The theorem says nothing of draws, of misère play, and of compounds in which a player moves in
// several components.
//
// U. Larsson, R. J. Nowakowski and C. P. Santos have these values, and those of entailing moves, in
// "Impartial games with entailing moves" (arXiv:2101.11699, 2021), where infinity is the moon.
// Winning Ways has them in chapter 12, and Treblecross in chapter 4.
package entailing

import "github.com/grundy-games/grundy"

// Theorem names the theorem behind [Plus].
const Theorem = "nim-values and infinity: a component in which the player to move wins at once is worth ∞, and moves that leave one are left out; the others add by nim-sum (Larsson, Nowakowski and Santos 2021; Winning Ways, chapter 12; proved in theory/entailing)"

// The values as numbers, as [grundy.ByWorth] has them.
const (
	Over     = iota // the rules say that the player to move has lost
	Infinity        // the player to move wins, whatever else there is
	zero            // nim-value 0; greater nim-values follow
)

// Nim returns the value of a position of nim-value n.
func Nim(n uint64) uint64 { return n + zero }

// NimOf returns the nim-value, if v is one.
func NimOf(v uint64) (n uint64, finite bool) { return v - min(v, zero), v >= zero }

// Of returns the value of a position that has not ended, by those of its options. It costs
// O(options).
func Of(options []uint64) uint64 {
	seen := make([]bool, len(options)+1)
	for _, v := range options {
		n, finite := NimOf(v)
		switch {
		case v == Over:
			return Infinity
		case finite && n < uint64(len(seen)):
			seen[n] = true
		}
	}
	n := uint64(0)
	for seen[n] {
		n++
	}
	return Nim(n)
}

// Ended returns the value of a position at which the rules say that the play is over, which must
// be no draw.
func Ended(e grundy.Ending) uint64 {
	if e == grundy.Lost {
		return Over
	}
	return Infinity
}

// Plus returns the value of a sum of two positions.
func Plus(a, b uint64) uint64 {
	if a < zero || b < zero {
		return min(a, b)
	}
	return Nim((a - zero) ^ (b - zero))
}

// Loopy returns a value as answers tell it.
func Loopy(v uint64) grundy.LoopyValue {
	switch v {
	case Over:
		return grundy.LoopyValue{Infinite: true, Ending: grundy.Lost}
	case Infinity:
		return grundy.LoopyValue{Infinite: true, Ending: grundy.Won}
	}
	return grundy.LoopyValue{Nim: grundy.Value(v - zero)}
}
