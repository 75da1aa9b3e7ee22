package row

// This file holds the nim-values of cakes whose two largest occur once
// each. No closed form is known, so there is a table.
//
// Distinct heaps. Let V(x1, …, xk), x1 > … > xk >= 1, be the nim-value of heaps
// of these sizes and no others, and V() = 0. These are all that is needed:
//
// Lemma. (a) In a position, let z >= 1 be the largest size that occurs twice or
// more, and let a1 > … > ak be the larger ones, k >= 1. The nim-value is
// V(a1-z+1, …, ak-z+1). (b) V(x1, …, xk, 1) = V(x1, …, xk) for k >= 1, xk >= 2.
//
// Proof, by induction on the number of stones; that the options on both sides
// have the same values, for (a) when a1 is lowered to m and x1 = a1-z+1 to
// max(m-z+1, 0).
//
// (a) For m < z the heaps above z are a2, …, ak, and also for m = z: z only
// occurs once more. If k >= 2, both have the value V(a2-z+1, …, ak-z+1), as on
// the right side have 0 and, by (b), 1 in the place of x1. If k = 1, then z is
// the largest size and occurs at least twice, once more for m = z: the values
// are 0 and 1 in some order, as on the right side are V() and V(1). For m > z:
// if m is none of the others, (a) holds by induction. If m = a2, the largest
// size occurs twice and the value is 0 on both sides. If m = ai, i > 2, then m
// is now the largest size that occurs twice, and the value by (a) is
// V(a2-m+1, …, a(i-1)-m+1), the same on both sides.
//
// (b) Let x1 be lowered to m on both sides. For k >= 2: if m = 0, this is (b)
// for the others. If m = 1, the left side by (a) has V(x2, …, xk), the right
// V(x2, …, xk, 1), which is the same by (b). If m >= 2, it is (b), or the
// left side's 1 lies below a size that occurs twice. For k = 1: m = 0 and m = 1
// give V(1) = 1 and 0 for the two heaps of 1 on the left, V() = 0 and V(1) = 1
// on the right; and m >= 2 is (b). QED.
//
// The table. Let T be t1 > … > tk and A(T) the set of the values V(t1; m, t2,
// …, tk) for all m <= t1, where m takes its place among the others and may be
// equal to one; m = t1 gives 0. The values of T with one heap x > t1 more are,
// for x = t1+1, t1+2, …, the mex of A(T) and of those before. So V(x, T) is the
// (x-t1)-th number that is not in A(T), however large x is. As no mex exceeds
// the number of options, A(T) lies in 0 … t1, and bits hold it.

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"grundy"
)

const cakeSets = "nim-values of distinct cakes, one set for each way to lower all but the largest (games/row/cake_table.go)"

// normal returns the numbers x1 > … > xk that stand for the position by the
// lemma, without a last 1 where there are others. It returns none where the
// largest size occurs twice or more, or is 0.
func normal(p []uint64) []uint64 {
	sorted := slices.Clone(p)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	k, shift := 0, uint64(0)
	for ; k < len(sorted) && sorted[k] > 0; k++ {
		if k+1 < len(sorted) && sorted[k+1] == sorted[k] {
			shift = sorted[k] - 1
			break
		}
	}
	distinct := sorted[:k]
	for i := range distinct {
		distinct[i] -= shift
	}
	if k > 1 && distinct[k-1] == 1 {
		return distinct[:k-1]
	}
	return distinct
}

// PlanTable implements [grundy.Tabler] for the nim-value.
func (Cake) PlanTable(m grundy.Measure, p []uint64) (grundy.Plan[[]uint64], bool) {
	if m != grundy.ByNimValue {
		return grundy.Plan[[]uint64]{}, false
	}
	// p and its options are all made of one heap and what p has beside a
	// largest heap. So the set of the latter is needed, with all others that
	// it is made from.
	i := slices.Index(p, slices.Max(p))
	rest := normal(slices.Delete(slices.Clone(p), i, i+1))
	sets, cost := planSets(rest)
	return grundy.Plan[[]uint64]{
		Cost:   cost,
		Method: cakeSets,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
			t := cakeTable{ctx: ctx, progress: progress, planned: sets, sets: map[string]bitset{}}
			if sets > 0 {
				t.set(rest)
			}
			if t.err != nil {
				return nil, t.err
			}
			progress.Report(sets, sets)
			return t.value, nil
		},
	}, true
}

// planSets bounds the number of sets and what they cost.
//
// The rests whose sets are needed come from this one by lowering a largest
// number again and again. If j of the numbers t1 > … > tk
// have been lowered, they are t1 … tj, and all j are below tj, since tj was the
// largest when its turn came. So there are at most C(tj+j-1, j) such rests, as
// many as multisets of j numbers below tj.
func planSets(rest []uint64) (sets uint64, cost grundy.Cost) {
	const (
		bytesPerSet   = 256 // beside the bits: headers and the key
		timePerNumber = 400 * time.Nanosecond
	)
	if len(rest) == 0 || rest[0] < 2 {
		return 0, grundy.Cost{}
	}
	var bytes, numbers uint64
	plan := func(count, t uint64) {
		sets = grundy.AddCounts(sets, count)
		bytes = grundy.AddCounts(bytes, grundy.MulCounts(count, t/8+bytesPerSet))
		numbers = grundy.AddCounts(numbers, grundy.MulCounts(count, t))
	}
	plan(1, rest[0])
	for i, t := range rest {
		j := uint64(i + 1)
		plan(grundy.Binomial(grundy.AddCounts(t, j-1), j), t)
	}
	return sets, grundy.Cost{Bytes: bytes, Time: grundy.Nanoseconds(grundy.MulCounts(numbers, uint64(timePerNumber)))}
}

// A cakeTable holds sets A(T), T not empty and of numbers from 2 on, by key.
type cakeTable struct {
	ctx      context.Context
	err      error // of ctx, after which no set is complete
	progress grundy.Progress
	planned  uint64 // number of sets
	sets     map[string]bitset
}

// value returns the nim-value of a position.
func (t *cakeTable) value(p []uint64) uint64 {
	if value, ok := topsOf(p).nimValue(); ok {
		return value
	}
	heaps := normal(p)
	return t.set(heaps[1:]).missing(heaps[0] - heaps[1] - 1)
}

// set returns A(rest) and makes it if it has not been made.
func (t *cakeTable) set(rest []uint64) bitset {
	var key []byte
	for _, x := range rest {
		key = binary.AppendUvarint(key, x)
	}
	if set, ok := t.sets[string(key)]; ok {
		return set
	}
	set := make(bitset, rest[0]/64+1)
	position := append(slices.Clone(rest), 0)
	for m := uint64(0); m <= rest[0] && t.err == nil; m++ {
		position[len(rest)] = m
		value := t.value(position)
		set[value/64] |= 1 << (value % 64)
	}
	t.sets[string(key)] = set
	t.progress.Report(uint64(len(t.sets)), t.planned)
	if t.err == nil {
		t.err = t.ctx.Err()
	}
	return set
}

// A bitset is a set of numbers from 0 to some bound.
type bitset []uint64

// missing returns the number that is not in s and has rank smaller ones that
// are not.
func (s bitset) missing(rank uint64) uint64 {
	for i, word := range s {
		absent := ^word
		if count := uint64(bits.OnesCount64(absent)); rank >= count {
			rank -= count
			continue
		}
		for ; rank > 0; rank-- {
			absent &= absent - 1
		}
		return uint64(i*64 + bits.TrailingZeros64(absent))
	}
	return uint64(len(s))*64 + rank
}
