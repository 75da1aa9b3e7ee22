// Package entailing knows impartial games in normal play whose rules may say who has won, and whose
// moves may say who moves next: whoever makes three in a row wins, whoever completes a box moves
// again, and whoever takes the top coin of a stack must be answered in that stack.
//
// The two functions that most people need are [Values.Of] and [Values.Plus]: the value of a position
// by those of its options, and of a sum by those of its components.
//
// # Games
//
// Where the rules end the play, they end it as a whole: nobody moves any more, whatever the other
// components are. Some positions are entailed: the player to move must move in that component, and
// loses if it has no move. At most one component is entailed, as a move that leaves such a position
// entails the opponent, and the opponent's move there says anew what follows. A player who moves again
// after a move to G has moved to G + pass, where pass is the entailed position whose only move takes
// it away: the opponent does that, and nothing else has changed.
//
// # Values
//
// For a position G let W(G) be the set of what beside G a move in G wins: of the nim-values n of
// other components, and of ∞, for others of infinity. An option
//
//   - that is over gives W(G) all: whoever moves there has won;
//   - at which the player to move has won gives it nothing;
//   - of infinity gives it nothing: the opponent wins;
//   - of nim-value h gives it h alone;
//   - H that is entailed gives it all that is not in W(H).
//
// The value of an entailed position G is the set W(G). That of another one is the least n that is not
// in W(G), and infinity if W(G) has all n. As options are finitely many, W(G) is finite, or all but
// finitely many; by induction it has ∞ exactly if it is not finite. So a position of infinity has ∞ in
// W(G). Without entailed options, it is infinite exactly if some option is over, and otherwise the mex
// of the nim-values of the options, those of infinity left out.
//
// # Sums
//
// Theorem. Let no component have ended. The player to move loses a sum without an entailed component
// exactly if all have nim-values, and their nim-sum is 0. If G is entailed, the player to move wins
// exactly if the value of the others is in W(G): their nim-sum, or ∞ if one of them is infinite.
//
// Proof, by induction on the moves that are left. A move in G beside others of value x, entailed or
// not, wins exactly if x is in W(G). For an option that is over wins, and one that is won loses,
// whatever x is. By induction, one without entailment, of value h, is lost for the opponent exactly if h
// and x are finite and equal. An entailed one, H, is lost exactly if x is not in W(H). That is what the
// options give W(G). For an entailed G this is the theorem. Otherwise, if some component is infinite, W of it
// has all n and ∞, and a move there wins. Let all have nim-values, with nim-sum s. Beside a component
// of value g the others have g xor s. If s is 0, that is g, which is not in W: no move wins. If s is
// not 0, it is less than g for some component, and so in W: a move there wins.
//
// A component may be a sum. If H is entailed and K has the nim-value k, then W(H + K) is W(H) with
// each n replaced by n xor k. If K is infinite, it has everything or nothing, as W(H) has ∞ or not.
//
// Where one move leaves several components that have ended, the play ends in the way that is best
// for the mover: so Over comes before Won, and both before all others.
//
// The theorem says nothing of draws, of misère play, and of compounds in which a player moves in
// several components. An entailed position has no nim-value: no heap can stand for it.
//
// U. Larsson, R. J. Nowakowski and C. P. Santos have these values in "Impartial games with entailing
// moves" (arXiv:2101.11699, 2021), where infinity is the moon. Winning Ways has entailing and
// complimenting moves in chapter 12, Treblecross in chapter 4, and Nimstring in chapter 16.
package entailing

import (
	"encoding/binary"
	"slices"

	"github.com/grundy-games/grundy"
)

// Theorem names the theorem behind [Values.Plus].
const Theorem = "nim-values and infinity: a component in which the player to move wins whatever else there is is worth ∞, and moves that leave one are left out; the others add by nim-sum (Larsson, Nowakowski and Santos 2021; Winning Ways, chapter 12; proved in theory/entailing)"

// The values as numbers, as [grundy.ByWorth] has them. The value of an entailed position is a number
// that only the Values know that made it.
const (
	Over     = iota // the rules say that the player to move has lost
	Won             // the rules say that the player to move has won
	Infinity        // the player to move wins, whatever else there is
	zero            // nim-value 0; greater nim-values follow
)

// sets is the number of the first value of an entailed position. A set takes as many bytes as
// setBytes, and 8 for each number in it.
const (
	sets     = 1 << 31
	setBytes = 128
)

// Nim returns the value of a position of nim-value n.
func Nim(n uint64) uint64 { return n + zero }

// NimOf returns the nim-value, if v is one.
func NimOf(v uint64) (n uint64, finite bool) { return v - min(v, zero), v >= zero && v < sets }

// Values are the values that one search finds. The zero value is ready to use, by one goroutine at a time.
type Values struct {
	sets   []set
	number map[string]uint64 // of a set, by its text
	bytes  uint64
}

// A set is W(G): what is in of, which ascends, or with except all else, and then ∞.
type set struct {
	except bool
	of     []uint64
}

// numbered returns the value of an entailed position.
func (w *Values) numbered(s set) uint64 {
	key := make([]byte, 1, 16)
	if s.except {
		key[0] = 1
	}
	for _, n := range s.of {
		key = binary.AppendUvarint(key, n)
	}
	v, ok := w.number[string(key)]
	if !ok {
		if w.number == nil {
			w.number = map[string]uint64{}
		}
		v = sets + uint64(len(w.sets))
		w.sets, w.number[string(key)] = append(w.sets, s), v
		w.bytes += setBytes + uint64(len(key)+8*len(s.of))
	}
	return v
}

// Bytes returns the memory that the values of entailed positions hold, about.
func (w *Values) Bytes() uint64 { return w.bytes }

// moved returns W of a position by the values of its options.
func (w *Values) moved(options []uint64) set {
	var single, missing []uint64 // missing is what no option has given that gives all but some
	except := false
	for _, v := range options {
		n, finite := NimOf(v)
		switch {
		case v == Over:
			return set{except: true}
		case finite:
			single = append(single, n)
		case v < sets: // the opponent wins
		case w.sets[v-sets].except:
			single = append(single, w.sets[v-sets].of...)
		case !except:
			except, missing = true, slices.Clone(w.sets[v-sets].of)
		default:
			missing = filter(missing, w.sets[v-sets].of, true)
		}
	}
	slices.Sort(single)
	single = slices.Compact(single)
	if !except {
		return set{of: single}
	}
	return set{true, filter(missing, single, false)}
}

// filter leaves those of a list that are in another one, or those that are not. Both ascend.
func filter(list, other []uint64, in bool) []uint64 {
	return slices.DeleteFunc(list, func(n uint64) bool {
		_, is := slices.BinarySearch(other, n)
		return is != in
	})
}

// Of returns the value of a position that has not ended and is not entailed, by those of its options.
func (w *Values) Of(options []uint64) uint64 {
	won := w.moved(options)
	if won.except {
		if len(won.of) == 0 {
			return Infinity
		}
		return Nim(won.of[0])
	}
	n := 0
	for n < len(won.of) && won.of[n] == uint64(n) {
		n++
	}
	return Nim(uint64(n))
}

// Entailed returns the value of an entailed position by those of its options.
func (w *Values) Entailed(options []uint64) uint64 { return w.numbered(w.moved(options)) }

// Ended returns the value of a position at which the rules say that the play is over, which must
// be no draw.
func Ended(e grundy.Ending) uint64 {
	if e == grundy.Lost {
		return Over
	}
	return Won
}

// Plus returns the value of a sum of two positions, at most one of which is entailed.
func (w *Values) Plus(a, b uint64) uint64 {
	a, b = min(a, b), max(a, b)
	switch {
	case b < sets && a >= zero:
		return Nim((a - zero) ^ (b - zero))
	case b < sets || a < Infinity:
		return a
	}
	s := w.sets[b-sets]
	if a == Infinity {
		return w.numbered(set{except: s.except})
	}
	moved := slices.Clone(s.of)
	for i := range moved {
		moved[i] ^= a - zero
	}
	slices.Sort(moved)
	return w.numbered(set{s.except, moved})
}

// Loopy returns the value of a position that is not entailed as answers tell it.
func Loopy(v uint64) grundy.LoopyValue {
	switch v {
	case Over:
		return grundy.LoopyValue{Infinite: true, Ending: grundy.Lost}
	case Won, Infinity:
		return grundy.LoopyValue{Infinite: true, Ending: grundy.Won}
	}
	return grundy.LoopyValue{Nim: grundy.Value(v - zero)}
}
