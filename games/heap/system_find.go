package heap

// The options of a heap that have some value, where it is broken into two of any sizes at most: along the
// divisions into two the values return with the period of all kinds, so that one turn says which of
// them count, however large the heap.

import (
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
)

// find finds the options of a position with measures lo … hi. The values of all its heaps are known. The
// result is false where heaps are broken into more than two of any sizes.
func (g *System) find(s *sequence.Solved, p []uint64, m grundy.Measure, lo, hi uint64) (found grundy.Found[[]uint64], ok bool) {
	if m == grundy.ByOutcome || m == grundy.ByMisereOutcome {
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	}
	var all []divided
	count := new(big.Int)
	own := g.value(s, p)
	for at, h := range g.heaps(p) {
		for i := range g.system.Kinds[g.kind(h)] {
			b := &g.system.Kinds[g.kind(h)][i]
			room, ok := b.Room(int(h[g.heap]))
			if !ok {
				continue
			}
			if len(b.Free) > 2 {
				return found, false
			}
			d := divided{g, s, b.Free, uint64(room), own ^ g.value(s, h), lo, hi, p[:at], nil}
			for _, beside := range b.Beside {
				d.value ^= s.At(beside.Kind, uint64(beside.Heap))
				d.after = g.appendHeap(d.after, beside.Kind, uint64(beside.Heap))
			}
			d.after = append(d.after, p[at+len(h):]...)
			if some := d.count(); some > 0 {
				all = append(all, d)
				count.Add(count, new(big.Int).SetUint64(some))
			}
		}
	}
	return grundy.Found[[]uint64]{Count: count, Each: func(yield func([]uint64) bool) {
		for _, d := range all {
			if !d.each(yield) {
				return
			}
		}
	}}, true
}

// A divided is the options of a position that have the same heaps except for two of any sizes, or fewer.
type divided struct {
	g             *System
	solved        *sequence.Solved
	free          []sequence.Part
	room          uint64 // tokens beyond the least sizes
	value         uint64 // of the other heaps
	lo, hi        uint64
	before, after []uint64 // numbers of the other heaps
}

// wants reports whether an option is wanted, by the tokens that the first heap has beyond its least size.
func (d *divided) wants(more uint64) bool {
	v, left := d.value, d.room
	for i, f := range d.free {
		if i == 0 && len(d.free) == 2 {
			v ^= d.solved.At(f.Kind, uint64(f.Heap)+more)
			left -= more
		} else {
			v ^= d.solved.At(f.Kind, uint64(f.Heap)+left)
		}
	}
	return d.lo <= v && v <= d.hi
}

// ends returns the end of the options, and where the values of both heaps return: from first on before end.
func (d *divided) ends() (all, first, end uint64) {
	switch {
	case len(d.free) < 2:
		all = 1
	case d.free[0] == d.free[1]:
		all = d.room/2 + 1
	default:
		all = d.room + 1
	}
	if q := d.solved.Preperiod; d.solved.Proved && d.room >= 2*q+d.solved.Period && all >= q+d.solved.Period {
		return all, q, min(all, d.room-q+1)
	}
	return all, all, all
}

// count returns how many options are wanted.
func (d *divided) count() (count uint64) {
	all, first, end := d.ends()
	for more := uint64(0); more < all; more++ {
		if more == first+d.solved.Period && more < end {
			more = end
			if more == all {
				break
			}
		}
		switch {
		case !d.wants(more):
		case first <= more && more < end:
			count += (end-1-more)/d.solved.Period + 1
		default:
			count++
		}
	}
	return count
}

// each yields the options that are wanted.
func (d *divided) each(yield func(q []uint64) bool) bool {
	all, first, end := d.ends()
	some := true // of a turn are wanted
	for more := uint64(0); more < all; more++ {
		if first < more && more < end && (more-first)%max(d.solved.Period, 1) == 0 && !some {
			if more = end; more == all {
				break
			}
		}
		if more == first {
			some = false
		}
		if !d.wants(more) {
			continue
		}
		some = true
		q, left := slices.Clone(d.before), d.room
		for i, f := range d.free {
			n := uint64(f.Heap) + left
			if i == 0 && len(d.free) == 2 {
				n = uint64(f.Heap) + more
				left -= more
			}
			q = d.g.appendHeap(q, f.Kind, n)
		}
		if !yield(append(q, d.after...)) {
			return false
		}
	}
	return true
}
