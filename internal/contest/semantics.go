package contest

// The answer of a problem means the truth, or one of the usual wrong ideas of it. The values of
// the components of a position and the way they are put together are looked at in one place
// (values.go and sums.go), so that one answer gives the reference and all wrong programs.

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/theory/compound"
)

// Semantics says what the questions in an answer mean. The zero value is the truth. It is
// plain data, so that a table of wrong ideas can be written down.
type Semantics struct {
	// Observe gets each question about a position, with its answer.
	Observe func(Asked)

	// Value says what is taken for the nim-value of a component, and Modulus what it is
	// reduced by, for ValueSizeMod.
	Value   ValueIdea
	Modulus uint64
	// Combine says how the values of components are put together.
	Combine CombineIdea
	// NormalPlay forgets that the last move loses.
	NormalPlay bool
	// Disjunctive forgets in how many components a player moves at once.
	Disjunctive bool
	// DrawsLost takes a position from which nobody can force a win to be lost, and DrawsWon to
	// be won.
	DrawsLost, DrawsWon bool
	// MergeEqual looks at equal components once, and FirstOnly at the first one alone.
	MergeEqual, FirstOnly bool
	// MovesOnce counts equal moves in equal components once.
	MovesOnce bool
	// Bits cuts the numbers of the input to their lowest bits, and 0 leaves them; Doubles rounds
	// them to doubles.
	Bits    uint
	Doubles bool
	// Forgotten are numbers 0 … 63 of positions whose value is taken for 0, and its
	// bits: 1 forgets 0, 2 forgets 1.
	Forgotten uint64
	// PeriodMore is added to the period of a nim-sequence that is periodic, and
	// NoPreperiod takes it to be periodic from the start.
	PeriodMore  uint64
	NoPreperiod bool
	// Short is how many nim-values of a sequence a period is guessed from: the shortest that
	// the last of them show twice. 0 guesses none. Ends guesses that it is the sum of the least and the
	// greatest number in the brackets of a game, behind twice the greatest.
	Short uint64
	Ends  bool
	// Greedy takes a position to be won where its first move leaves one of value 0.
	Greedy bool
	// Inverted takes a position in which the last move loses to be won where it is lost if the
	// last move wins.
	Inverted bool
	// Pick says which moves are taken for winning ones.
	Pick PickIdea
	// Slow takes the play to last as long as the winner likes.
	Slow bool
	// Complement counts what is won where what is lost is asked for.
	Complement bool
	// Ordinary multiplies nimbers as integers.
	Ordinary bool
	// Before counts the position before a range too, and NotLast leaves out the last.
	Before, NotLast bool

	// Steps bounds the steps that the answers to an input may take; 0 sets no bound but
	// that on each. It makes no answer wrong.
	Steps int64
	// Search bounds each search as [Options.Search] does.
	Search uint64
	// Choices takes one of the winning moves where one is asked for; nil takes the first.
	Choices *Choices
}

// A ValueIdea is what is taken for the nim-value of a component.
type ValueIdea uint8

// The ideas of a nim-value.
const (
	ValueTrue    ValueIdea = iota // the nim-value
	ValueOutcome                  // 0 or 1
	ValueSize                     // the sum of the numbers of the position
	ValueSizeMod                  // that modulo a number
)

// A CombineIdea is how values of components are put together.
type CombineIdea uint8

// How values may be put together.
const (
	CombineNimSum CombineIdea = iota
	CombineSum
	CombineParity // of the sum
	CombineMost   // the greatest
)

// A PickIdea is which moves are taken for winning ones, in a position that is won.
type PickIdea uint8

// The ideas of winning moves.
const (
	PickTrue      PickIdea = iota
	PickFirstMove          // the first move that there is
	PickLargest            // what the rest asks for, in the component of the greatest value, if it can be or not
	PickTakes              // as many as the nim-sum are taken from the first heap that has them
	PickFirstWon           // those in the first component that has any
	PickAlone              // those to value 0, whatever the other components are
)

// An Asked is a question about a position that an answer asked.
type Asked struct {
	Question string // "wins", "outcome", "nim_value", "winning_moves", "winning" or "remoteness"
	Terms    int    // how many components there are, where a multiple of one counts once
	// Values returns the nim-values of the components, nil where these do not decide or are not known.
	// It may be called while the question is reported.
	Values func() []uint64
	Kind   compound.Kind
	// Convention says whether the last move wins or loses.
	Convention grundy.Convention
	// Position makes the components, one by one.
	Position func() ([]grundy.Component, error)
	// Answer is the answer as text, "" if there is none within the budget.
	Answer string
}

// isWrong reports whether some question may be answered wrongly.
func (s *Semantics) isWrong() bool {
	return s.Value != ValueTrue || s.Combine != CombineNimSum || s.NormalPlay || s.Disjunctive || s.DrawsLost || s.DrawsWon || s.MergeEqual || s.FirstOnly ||
		s.MovesOnce || s.Forgotten != 0 || s.PeriodMore > 0 || s.NoPreperiod || s.Greedy || s.Before || s.NotLast ||
		s.Short > 0 || s.Ends || s.Inverted || s.Pick != PickTrue || s.Slow || s.Complement || s.Ordinary
}

// read returns an input as a program with this idea reads it.
func (s *Semantics) read(shape *input.Shape, d *input.Data) *input.Data {
	if s.Bits == 0 && !s.Doubles {
		return d
	}
	d = d.Clone()
	for l := range shape.Leaves(d) {
		n := l.Get()
		switch {
		case l.Count:
			continue
		case s.Doubles && n.Size >= 1<<64-1<<10: // the double is 2^64
			n.Size = 1<<64 - 1
		case s.Doubles:
			n.Size = uint64(float64(n.Size))
		default:
			n.Size &= 1<<s.Bits - 1
		}
		l.Set(n)
	}
	return d
}

// forgets reports whether the value of a position of this number is forgotten.
func (s *Semantics) forgets(n uint64) bool { return n < 64 && s.Forgotten>>n&1 != 0 }

// value returns what is taken for the nim-value v of a position of this size.
func (s *Semantics) value(v, size uint64) uint64 {
	switch s.Value {
	case ValueOutcome:
		return min(v, 1)
	case ValueSize:
		return size
	case ValueSizeMod:
		return size % max(s.Modulus, 1)
	}
	return v
}

// combine adds the value of one more component to what was put together before.
func (s *Semantics) combine(total, v uint64) uint64 {
	switch s.Combine {
	case CombineSum:
		return total + v
	case CombineParity:
		return (total + v) & 1
	case CombineMost:
		return max(total, v)
	}
	return total ^ v
}

// misreadsPeriod reports whether the period of a nim-sequence is taken for another.
func (s *Semantics) misreadsPeriod() bool {
	return s.PeriodMore > 0 || s.NoPreperiod || s.Short > 0 || s.Ends
}
