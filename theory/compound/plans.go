package compound

// The winning moves of a compound are boxes: products of intervals of the deciding measure, one
// interval for each component that moves. Boxes can be counted without listing what is in them.

import (
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
)

// A Choice moves one component to an option whose measure is Lo … Hi.
type Choice struct {
	Part   int // index of the part; one copy of it moves
	Lo, Hi uint64
	// OrStay says that the component may also stay as it is.
	OrStay bool
}

// A Plan is a box of moves: for each choice, in the order of the parts, any
// option in its interval; the other components stay. At least one choice is
// without OrStay.
type Plan []Choice

// Options is what the plans ask of the options of the parts. The zero value is
// enough for theorems about the outcome or nim-values.
type Options struct {
	// Levels holds measures that options of parts have, in ascending order:
	// for the remoteness, all that the least one of the whole can have after a
	// move in each part; for the suspense, all that the greatest one can have.
	Levels []uint64
	// Has reports whether a part has an option whose measure is lo … hi. If it
	// is nil, every part is taken to have; then more of the boxes are empty.
	Has func(part int, lo, hi uint64) bool
}

func (o Options) has(part int, lo, hi uint64) bool { return o.Has == nil || o.Has(part, lo, hi) }

const most = ^uint64(0) // of any measure

// WinningPlans yields boxes that hold every winning move of the compound, each
// exactly once. A box may be empty, as a measure that wins need not belong to an
// option.
//
// The yielded plan is valid until the next one. A plan costs O(1) for kinds that
// move in one component and O(len(parts)) for the others. There are at most two
// plans a part, or one for each different nim-value; but len(parts) times
// len(Levels) for remoteness and suspense, up to len(parts)² for misère selective
// compounds, and for Moore's theorem as many as there are winning moves of heaps.
func (t Theorem) WinningPlans(parts []Part, options Options) iter.Seq[Plan] {
	if t.criterion.plans == nil || t.Outcome(parts) == grundy.P {
		return func(func(Plan) bool) {}
	}
	return t.criterion.plans(t, parts, options)
}

// CountMoves returns the number of winning moves of a compound, given how many
// options of each part have a measure lo … hi, and the levels of [Options]. It
// costs O(len(parts)) counts, for remoteness and suspense that for each level. The
// result is false for theorems whose boxes are few, or which
// [Theorem.CountHeapMoves] counts.
func (t Theorem) CountMoves(parts []Part, levels []uint64, count func(part int, lo, hi uint64) *big.Int) (*big.Int, bool) {
	if t.Outcome(parts) == grundy.P {
		return new(big.Int), true
	}
	if t.criterion.count == nil {
		return nil, false
	}
	return t.criterion.count(t, parts, levels, count), true
}

// product multiplies a number of each part, and stops at 0.
func product(parts []Part, of func(i int) *big.Int) *big.Int {
	p := big.NewInt(1)
	for i := range parts {
		if p.Mul(p, of(i)); p.Sign() == 0 {
			break
		}
	}
	return p
}

func plusOne(n *big.Int) *big.Int { return new(big.Int).Add(n, big.NewInt(1)) }
