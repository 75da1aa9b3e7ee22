package coin

// A game on a line has a sequence as heaps have one ([heap.Sequence]): the nim-value G(n) of a
// head alone on coin n, for all n. They are those that heaps have, and can be asked for the same
// ([heap.Sequence]).
//
// Where coins are numbered from 1, G(0) is 0: there is no coin 0, and the position
// without heads stands for it.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

// String names the game, as in "ruler".
func (g Row) String() string { return g.name() }

// Values implements [heap.Sequence], by the closed form.
func (g Row) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	return sequence.EmitEach(ctx, from, to, progress, g.value, sink)
}

// Period implements [heap.Sequence].
//
// Mock Turtles has none. G(n) is 2n, or 2n+1 where the number of ones of n is even.
// Were G(n+p) = G(n) + c from some n on, the difference of the parities of n+p and n
// would be c - 2p for all of these; it cannot always be 1 or always -1, so it is 0,
// and the parities have the period p. But that is the sequence of Thue and Morse, in
// which nothing stands three times in a row.
//
// Ruler has none. Were G(n+p) = G(n) + c from some n on, then G(n+2p) = G(n) + 2c
// too. G is 1 on all odd numbers, so c is 0 and the values are bounded; but G(2^k) is
// 2^k.
func (g Row) Period(context.Context, uint64, grundy.Progress) (period.Result, period.Observed, error) {
	switch g.rule.(type) {
	case mock:
		return mockPeriod, period.Observed{}, nil
	case ruler:
		return aperiodic("G(2^k) = 2^k, and G(n) = 1 for all odd n"), period.Observed{}, nil
	}
	return byFormula(1, "G(n) = n; "+g.theorem()), period.Observed{}, nil
}

var mockPeriod = aperiodic("G(n) - 2n is 1 where n has an even number of ones, else 0: the sequence of Thue and Morse, in which nothing stands three times in a row (Thue 1912)")

// byFormula returns the period 1 from 0 on.
func byFormula(saltus uint64, theorem string) period.Result {
	return period.Result{Proved: true, Period: 1, Saltus: saltus, Proof: period.FormulaProof{}, Theorem: theorem}
}

func aperiodic(theorem string) period.Result {
	return period.Result{Aperiodic: true, Proof: period.FormulaProof{}, Theorem: theorem}
}

// MisereValues passes the misère nim-values of a head alone on the coins from … to-1
// to sink, as [heap.MisereSequence] does. In Mock Turtles and Ruler all sets of coins
// up to the last are evaluated, at most budget of them, 4 bytes each.
func (g Row) MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	if _, isHeap := g.heapOf(nil); isHeap {
		return heap.MisereSequence(ctx, heap.Nim{}, from, to, budget, progress, sink)
	}
	return misereHeads(ctx, g, g.first(), from, to, budget, progress, sink)
}

// Genera passes the genera of a head alone on the coins from … to-1 to sink, as
// [heap.GenusSequence] does. They are known for Turning Turtles and Twins.
func (g Row) Genera(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, genus misere.Stated) error) error {
	if _, isHeap := g.heapOf(nil); isHeap {
		return heap.GenusSequence(ctx, heap.Nim{}, from, to, budget, progress, sink)
	}
	return noGenera(g)
}

func noGenera(g heap.Sequence) error {
	return fmt.Errorf("%s: its genera are %w", g, grundy.ErrUnknown)
}

// String names the game, as in "turning[1,3,4]".
func (g Distances) String() string {
	return string(grundy.AppendNumbers([]byte("turning"), '[', g.distances, ']'))
}

// Values implements [heap.Sequence], by the subtraction game.
func (g Distances) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	return g.heap.Values(ctx, from, to, progress, sink)
}

// Period implements [heap.Sequence], by the subtraction game.
func (g Distances) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	return g.heap.Period(ctx, budget, progress)
}

// MisereValues passes the misère nim-values on, those of the subtraction game.
func (g Distances) MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	return heap.MisereSequence(ctx, g.heap, from, to, budget, progress, sink)
}

// Genera passes the genera on, those of the subtraction game.
func (g Distances) Genera(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, genus misere.Stated) error) error {
	return heap.GenusSequence(ctx, g.heap, from, to, budget, progress, sink)
}

// String names the game, as in "moebius" or "turning-up-to[4]".
func (g UpTo) String() string { return g.name }

// closed returns the nim-value of a head alone where a closed form is known: for one
// coin, which is turned, Turning Turtles and Mock Turtles.
func (g UpTo) closed() func(n uint64) uint64 {
	switch g.most {
	case 1:
		return func(uint64) uint64 { return 1 }
	case 2:
		return func(n uint64) uint64 { return TurningTurtles.Value(n + 1) }
	case 3:
		return MockTurtles.Value
	}
	return nil
}

// Values implements [heap.Sequence]. Up to three coins have a closed form; others
// need the values of all coins before, and sets of as many numbers as the values are
// large. The error wraps [grundy.ErrTooLarge] where these would take 16 GiB.
func (g UpTo) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if value := g.closed(); value != nil {
		return sequence.EmitEach(ctx, from, to, progress, value, sink)
	}
	heads := newHeadValues(min(g.most, grundy.AddCounts(to, 1)))
	for n := range to {
		v, err := heads.next(ctx)
		if err != nil {
			return fmt.Errorf("%s: the value of coin %d: %w", g, n, err)
		}
		if n >= from {
			if err := sink([]uint64{v}); err != nil {
				return err
			}
		}
		progress.Report(n+1, to)
	}
	return ctx.Err()
}

// Period implements [heap.Sequence].
//
// With up to k >= 4 coins there is none. No position of 1 … 4 heads is P, as a player
// may turn them all; so the exclusive ors of the values of two coins are all
// different, and among those of the first n coins one is n(n-1)/2 or more. It is
// below twice the largest value. But where G(n+p) = G(n) + c the values grow no
// faster than n.
func (g UpTo) Period(context.Context, uint64, grundy.Progress) (period.Result, period.Observed, error) {
	var r period.Result
	switch g.most {
	case 1:
		r = byFormula(0, "G(n) = 1: a head can only be turned")
	case 2:
		r = byFormula(1, "G(n) = n + 1: Turning Turtles, coins being numbered from 0 (Winning Ways, chapter 14)")
	case 3:
		r = mockPeriod
	default:
		r = aperiodic("no 1 … 4 heads are P, so the exclusive ors of two values are all different, and the largest of the first n values is above n(n-1)/4 (games/coin/sequence.go)")
	}
	return r, period.Observed{}, nil
}

// MisereValues passes the misère nim-values of a head alone on, as [Row.MisereValues]
// does.
func (g UpTo) MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	switch g.most {
	case 1: // the only option has the misère nim-value 1
		return sequence.EmitEach(ctx, from, to, progress, func(uint64) uint64 { return 0 }, sink)
	case 2: // heaps of n+1
		return heap.MisereSequence(ctx, heap.Nim{}, from+1, to+1, budget, progress, sink)
	}
	return misereHeads(ctx, g, 0, from, to, budget, progress, sink)
}

// Genera says that they are not known.
func (g UpTo) Genera(context.Context, uint64, uint64, int, grundy.Progress, func(n uint64, genus string) error) error {
	return noGenera(g)
}

// misereHeads passes the misère nim-values of a head alone on the coins from … to-1 to
// sink; no move has a last coin before first. A set of coins has a number: coin n is
// bit n. No move leads to a larger one.
func misereHeads(ctx context.Context, g interface {
	heap.Sequence
	grundy.Game[[]uint64]
}, first, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error,
) error {
	values := []uint32{1}
	var moves [][]uint64 // of each last coin, the sets that they turn
	var seen []uint64    // seen[v] is one more than the last set with an option of v
	for n := range to {
		if n >= 62 || 2<<n > uint64(max(budget, 0)) {
			return fmt.Errorf("%s: the misère nim-value of coin %d needs those of 2^%d sets of coins, and at most %d are computed: %w", g, n, n+1, budget, grundy.Spent("sets"))
		}
		var own []uint64
		if n >= first {
			for _, q := range g.AppendOptions(nil, []uint64{n}) {
				turned := uint64(1) << n
				for _, c := range q {
					turned |= 1 << c
				}
				own = append(own, turned)
			}
		}
		moves = append(moves, own)
		for set := uint64(1) << n; set < 2<<n; set++ {
			if set&0xfff == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			v, any := uint32(0), false
			for last, turns := range moves {
				if set>>last&1 == 0 {
					continue
				}
				for _, turned := range turns {
					w := values[set^turned]
					for uint32(len(seen)) <= w {
						seen = append(seen, 0)
					}
					seen[w], any = set+1, true
				}
			}
			if !any {
				v = 1
			}
			for any && v < uint32(len(seen)) && seen[v] == set+1 {
				v++
			}
			values = append(values, v)
		}
		if n >= from {
			if err := sink([]uint64{uint64(values[1<<n])}); err != nil {
				return err
			}
		}
		progress.Report(n+1, to)
	}
	return ctx.Err()
}
