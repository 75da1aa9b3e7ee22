package coin

// Turning two coins at one of some distances is a subtraction game for each head.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
)

// Distances is the game in which a move turns two coins whose distance is one of
// a set S, the later one from heads to tails. Coins are numbered from 0.
//
// A head on coin n is the heap of n of the subtraction game of S: its moves lead
// to a head on n-s alone, s in S. So package heap has the nim-values.
//
// A position lists the coins that show heads, ascending. Options come by the
// later coin, least first, then by the distance.
type Distances struct {
	distances []uint64 // ascending, each once
	heap      heap.Subtraction
}

// PlaceDistances makes the position turning[s,t,…](n,…) a component: in brackets stands the
// set of distances, each 1 … 2^63-1, and args the coins that show heads. The
// error is a *grundy.PositionError.
func PlaceDistances(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) == 0 {
		return nil, grundy.BracketErrorf(-1, "no distance: want at least one, as in turning[1,3,4](5,11)")
	}
	distances := make([]uint64, len(brackets))
	for i, a := range brackets {
		d, ok := a.Uint63()
		if !ok || d == 0 {
			return nil, grundy.BracketErrorf(i, "%s is not a distance of two coins: want 1 … %d", a.Text, uint64(heap.MaxHeap))
		}
		distances[i] = d
	}
	game, err := heap.NewSubtraction(distances)
	if err != nil {
		return nil, err
	}
	heads, err := placeHeads(0, args)
	if err != nil {
		return nil, err
	}
	slices.Sort(distances)
	return grundy.Place(Distances{slices.Compact(distances), game}, heads), nil
}

// AppendPosition implements [grundy.Notation]: "turning[1,3,4](5,11)".
func (g Distances) AppendPosition(dst []byte, p []uint64) []byte {
	dst = grundy.AppendNumbers(append(dst, "turning"...), '[', g.distances, ']')
	return grundy.AppendNumbers(dst, '(', p, ')')
}

// RulesKey implements [grundy.Identified]: the distances as positions write them.
func (g Distances) RulesKey() any { return string(g.AppendPosition(nil, nil)) }

var (
	_ grundy.Game[[]uint64]          = Distances{}
	_ grundy.Identified              = Distances{}
	_ grundy.Notation[[]uint64]      = Distances{}
	_ grundy.OptionCounter[[]uint64] = Distances{}
	_ grundy.Bounded[[]uint64]       = Distances{}
	_ grundy.Tabler[[]uint64]        = Distances{}
	_ grundy.MoveNamer[[]uint64]     = Distances{}
	_ grundy.Scener[[]uint64]        = Distances{}
)

// AppendOptions implements [grundy.Game].
func (g Distances) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for _, n := range p {
		for _, left := range g.heap.AppendOptions(nil, n) {
			dst = append(dst, turn(p, n, []uint64{left}))
		}
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (g Distances) CountOptions(p []uint64) uint64 {
	count := uint64(0)
	for _, n := range p {
		count = grundy.AddCounts(count, g.heap.CountOptions(n))
	}
	return count
}

// CountPositions implements [grundy.Bounded]: each head moves down, or vanishes
// where it meets another one.
func (g Distances) CountPositions(p []uint64) uint64 {
	if len(p) == 0 {
		return 1
	}
	bound := uint64(1)
	for _, n := range p {
		bound = grundy.MulCounts(bound, grundy.AddCounts(g.heap.CountPositions(n), 1))
	}
	return min(bound, subsets(p[len(p)-1]+1))
}

const distancesMethod = "turning two coins: a head on coin n is a heap of n; "

// PlanTable implements [grundy.Tabler] for the outcome and the nim-value, by the
// table of the heaps up to the last head, and for every measure where one head
// alone can move.
func (g Distances) PlanTable(m grundy.Measure, p []uint64) (grundy.Plan[[]uint64], bool) {
	if plan, ok := g.planAlone(m, p); ok {
		return plan, true
	}
	if m != grundy.ByNimValue && m != grundy.ByOutcome {
		return grundy.Plan[[]uint64]{}, false
	}
	last := uint64(0)
	if len(p) > 0 {
		last = p[len(p)-1]
	}
	heaps, ok := g.heap.PlanTable(grundy.ByNimValue, last)
	if !ok {
		return grundy.Plan[[]uint64]{}, false
	}
	return byHeaps(heaps, func(value grundy.Table[uint64]) grundy.Table[[]uint64] { return xor(m, value) }), true
}

// byHeaps returns a plan that reads what is asked of coins off a table of heaps.
func byHeaps(heaps grundy.Plan[uint64], read func(grundy.Table[uint64]) grundy.Table[[]uint64]) grundy.Plan[[]uint64] {
	return grundy.Plan[[]uint64]{
		Cost:   heaps.Cost,
		Method: distancesMethod + heaps.Method,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
			heap, err := heaps.Build(ctx, progress)
			if err != nil {
				return nil, err
			}
			return read(heap), nil
		},
	}
}

// Scene implements [grundy.Scener].
func (Distances) Scene(p []uint64) (grundy.Scene, error) { return lineScene(0, p) }

// AppendMove implements [grundy.MoveNamer]: "turn coins 9 and 4".
func (Distances) AppendMove(dst []byte, p, q []uint64) []byte {
	return Row{}.AppendMove(dst, p, q)
}
