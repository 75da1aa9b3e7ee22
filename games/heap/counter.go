package heap

// The rule of the Counter game: halve a power of two, else subtract the largest power of two
// below. Nobody ever has a choice, so the length of the line decides everything.
//
// The length is the number of one bits of n-1. For n = 2^k the line is k
// halvings, and 2^k - 1 has k ones. Otherwise n = 2^k + r with 0 < r < 2^k,
// the move leaves r, and n-1 = 2^k + (r-1) has one bit more than r-1.

import (
	"context"
	"math/bits"
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

const counterMethod = "Counter game: the line is forced and its length is the number of one bits of n-1 (proved in games/heap)"

// Counter is the Counter game. A position is a number n, 1 … 2^64-1.
type Counter struct{}

var (
	_ grundy.Game[uint64]          = Counter{}
	_ grundy.Notation[uint64]      = Counter{}
	_ grundy.OptionCounter[uint64] = Counter{}
	_ grundy.Bounded[uint64]       = Counter{}
	_ grundy.MoveNamer[uint64]     = Counter{}
	_ grundy.Scener[uint64]        = Counter{}
	_ grundy.Measurer[uint64]      = Counter{}
)

// CounterLength returns the number of moves from n to 1, in O(1). n is at
// least 1.
func CounterLength(n uint64) uint64 { return uint64(bits.OnesCount64(n - 1)) }

// PlaceCounter makes a component of the form counter(132).
func PlaceCounter(brackets, args []grundy.Arg) (grundy.Component, error) {
	if err := noBrackets(brackets); err != nil {
		return nil, err
	}
	if err := oneArg(args, "as in counter(132)"); err != nil {
		return nil, err
	}
	n, ok := args[0].Uint64()
	if !ok || n == 0 {
		return nil, grundy.Errorf(0, "%s: want a number 1 … %d", args[0].Text, ^uint64(0))
	}
	return grundy.Place(Counter{}, n), nil
}

// AppendPosition writes counter(132).
func (Counter) AppendPosition(dst []byte, n uint64) []byte {
	return append(strconv.AppendUint(append(dst, "counter("...), n, 10), ')')
}

// AppendOptions implements [grundy.Game].
func (Counter) AppendOptions(dst []uint64, n uint64) []uint64 {
	top := uint64(1) << (bits.Len64(n) - 1)
	switch n {
	case 1:
		return dst
	case top:
		return append(dst, n/2)
	default:
		return append(dst, n-top)
	}
}

// CountOptions implements [grundy.OptionCounter].
func (Counter) CountOptions(n uint64) uint64 { return min(n-1, 1) }

// CountPositions implements [grundy.Bounded].
func (Counter) CountPositions(n uint64) uint64 { return CounterLength(n) + 1 }

// Length returns the number of moves from n to the end: no player ever has a choice.
func (Counter) Length(n uint64) uint64 { return CounterLength(n) }

// Measure implements [grundy.Measurer] for every measure, by its definition along
// the line, of at most 64 moves. Every position of nim-value 0 that has an option
// has one of nim-value 1, so it is tame.
func (Counter) Measure(m grundy.Measure, n uint64) (uint64, string, bool) {
	length := CounterLength(n)
	if m == grundy.ByGenus {
		return misere.OfNimValue(grundy.Value(length % 2)), misere.Theorem, true
	}
	definition, ok := compound.Define(m)
	if !ok {
		return 0, "", false
	}
	value := definition.Of(nil)
	for range length {
		value = definition.Of([]uint64{value})
	}
	return value, counterMethod, true
}

// Scene implements [grundy.Scener].
func (Counter) Scene(n uint64) (grundy.Scene, error) { return grundy.HeapsScene(n) }

// AppendMove implements [grundy.MoveNamer].
func (Counter) AppendMove(dst []byte, n, q uint64) []byte {
	if n&(n-1) == 0 {
		return append(dst, "halve"...)
	}
	return strconv.AppendUint(append(dst, "subtract "...), n-q, 10)
}

// String names the game.
func (Counter) String() string { return "counter" }

// Values implements [Sequence], for from at least 1: there is no number 0 in the
// game, and a *[StartError] says so.
func (Counter) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from == 0 {
		return errNoCounter
	}
	return sequence.EmitEach(ctx, from, to, progress, func(n uint64) uint64 { return CounterLength(n) % 2 }, sink)
}

var errNoCounter = &StartError{"counter", 1}

// misereValues is [MisereSequence] for the Counter game: as there is never a choice,
// the misère nim-values are 1 and 0 in turn along the line.
func (Counter) misereValues(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from == 0 {
		return errNoCounter
	}
	return sequence.EmitEach(ctx, from, to, progress, func(n uint64) uint64 { return 1 - CounterLength(n)%2 }, sink)
}

// Period implements [Sequence]. There is no period: G(n+1) is the parity of the
// ones of n, the sequence of Thue and Morse, in which nothing stands three times
// in a row (Thue 1912).
func (Counter) Period(context.Context, uint64, grundy.Progress) (period.Result, period.Observed, error) {
	return period.Result{
		Aperiodic: true, Proof: period.FormulaProof{},
		Theorem: "G(n+1) is the parity of the ones of n, the sequence of Thue and Morse, in which nothing stands three times in a row (Thue 1912)",
	}, period.Observed{}, nil
}
