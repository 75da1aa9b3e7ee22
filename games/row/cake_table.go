package row

// Cakes whose two largest pieces occur once each are valued by a table. No closed form is known,
// so there is a table.
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
// (x-t1)-th number that is not in A(T). The sets do all the work.
//
// As no mex exceeds the number of options, A(T) lies in 0 … t1, and bits hold
// it. Let s be the largest number of S. The sets of (m, S) for m = s+1, s+2, … are made
// together. For a given m', the value of (m; m', S) is the first number outside a
// certain set when m is the least possible. Each time that m grows by 1, it is the next
// number outside the set. So each of the about m
// elements of A(m, S) costs O(1), and a column remembers where it is.

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"github.com/grundy-games/grundy"
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
	largest := slices.Max(p)
	i := slices.Index(p, largest)
	rest := normal(slices.Delete(slices.Clone(p), i, i+1))
	sets, cost := planSets(rest)
	return grundy.Plan[[]uint64]{
		Cost:   cost,
		Method: cakeSets,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
			t := cakeTable{ctx: ctx, progress: progress, planned: sets, families: map[string]*family{}}
			if len(rest) > 0 && rest[0] > 1 {
				if _, err := t.set(rest); err != nil {
					return nil, err
				}
			}
			progress.Report(sets, sets)
			return t.value, nil
		},
	}, true
}

// planSets bounds the number of sets and what they cost.
//
// The rests whose sets are needed come from this one by
// lowering a largest number again and again. If j of the numbers t1 > … > tk
// have been lowered, they are t1 … tj, and all j are below tj, since tj was the
// largest when its turn came. So there are at most C(tj+j-1, j) such rests, as
// many as multisets of j numbers below tj.
func planSets(rest []uint64) (sets uint64, cost grundy.Cost) {
	const (
		bytesPerSet    = 256 // beside the bits: headers, and the share of a family and its key
		bytesPerColumn = 64
		timePerSet     = 2 * time.Microsecond
		timePerNumber  = 10 // nanoseconds
	)
	if len(rest) == 0 || rest[0] < 2 {
		return 0, grundy.Cost{}
	}
	sets = 1
	columns := grundy.MulCounts(rest[0], uint64(len(rest)+1)) // those of all families that are made at a time
	bytes := grundy.AddCounts(grundy.MulCounts(columns, bytesPerColumn), rest[0]/8+bytesPerSet)
	nanoseconds := grundy.AddCounts(grundy.MulCounts(rest[0], timePerNumber), uint64(timePerSet))
	for i, t := range rest {
		j := uint64(i + 1)
		count := grundy.Binomial(grundy.AddCounts(t, j-1), j)
		sets = grundy.AddCounts(sets, count)
		bytes = grundy.AddCounts(bytes, grundy.MulCounts(count, t/8+bytesPerSet))
		nanoseconds = grundy.AddCounts(nanoseconds, grundy.MulCounts(count, grundy.AddCounts(grundy.MulCounts(t, timePerNumber), uint64(timePerSet))))
	}
	return sets, grundy.Cost{Bytes: bytes, Time: grundy.Nanoseconds(nanoseconds)}
}

// A cakeTable holds the sets A(T), T non-empty and of numbers from 2 on, in
// families of those that have all but the largest number in common.
type cakeTable struct {
	ctx           context.Context
	progress      grundy.Progress
	made, planned uint64 // numbers of sets
	unseen        int    // the steps since ctx was looked at
	families      map[string]*family
}

// A family holds A(m, S) for m = s+1, s+2, …, where s is the largest number of
// S, or 1 where S is empty.
type family []bitset

// largestOf returns the s of a family.
func largestOf(rest []uint64) uint64 {
	if len(rest) == 0 {
		return 1
	}
	return rest[0]
}

// A column is a set A(T) and the value of (x, T), where x is the largest heap
// of the sets that are being made.
type column struct {
	set   bitset
	value uint64
}

// value returns the nim-value of a position whose sets have been made.
func (t *cakeTable) value(p []uint64) uint64 {
	if value, ok := topsOf(p).nimValue(); ok {
		return value
	}
	heaps := normal(p)
	x, rest := heaps[0], heaps[1:]
	f := *t.families[key(rest[1:])]
	return f[rest[0]-largestOf(rest[1:])-1].missing(x - rest[0] - 1)
}

func key(rest []uint64) string {
	var text []byte
	for _, x := range rest {
		text = binary.AppendUvarint(text, x)
	}
	return string(text)
}

// set returns A(rest) and makes it if it has not been made.
func (t *cakeTable) set(rest []uint64) (bitset, error) {
	others := rest[1:]
	name := key(others)
	f := t.families[name]
	if f == nil {
		f = &family{}
		t.families[name] = f
	}
	i := rest[0] - largestOf(others) - 1
	if i >= uint64(len(*f)) {
		if err := t.extend(f, others, rest[0]); err != nil {
			return nil, err
		}
	}
	return (*f)[i], nil
}

// extend makes the sets A(m, rest) of f up to m = most.
func (t *cakeTable) extend(f *family, rest []uint64, most uint64) error {
	largest := largestOf(rest)
	m := largest + 1 + uint64(len(*f))
	columns, err := t.fixedColumns(rest, m)
	if err != nil {
		return err
	}
	for i, set := range *f {
		columns = append(columns, column{set, set.missing(m - (largest + 1 + uint64(i)) - 1)})
	}
	for ; m <= most; m++ {
		set := newBitset(m)
		set.add(0) // the options that leave two heaps of m
		// Those that leave two heaps of the largest other number. Where
		// there is no other, 1 is as good as 0: this is the heap alone.
		set.add(m - largest + 1)
		for i := range columns {
			c := &columns[i]
			set.add(c.value)
			c.value = c.set.next(c.value)
		}
		*f = append(*f, set)
		columns = append(columns, column{set, set.missing(0)})
		t.made++
		if err := t.look(len(columns)); err != nil {
			return err
		}
	}
	return nil
}

// look counts steps of work, and now and then looks whether to stop.
func (t *cakeTable) look(steps int) error {
	if t.unseen += steps; t.unseen < 1<<16 {
		return nil
	}
	t.unseen = 0
	t.progress.Report(t.made, t.planned)
	return t.ctx.Err()
}

// fixedColumns returns the columns for the options of (m, rest) that lower the
// largest heap but one, m', to less than the largest number of rest; the values
// are those for m.
func (t *cakeTable) fixedColumns(rest []uint64, m uint64) ([]column, error) {
	if len(rest) == 0 {
		return nil, nil
	}
	var columns []column
	add := func(lowered []uint64) error {
		set, err := t.set(lowered)
		if err != nil {
			return err
		}
		columns = append(columns, column{set, set.missing(m - rest[0] - 1)})
		return t.look(16 + len(set))
	}
	if err := add(rest); err != nil { // 0 and 1
		return nil, err
	}
	i := len(rest) - 1
	for lowered := uint64(2); lowered < rest[0]; lowered++ {
		if lowered < rest[i] {
			if err := add(slices.Insert(slices.Clone(rest), i+1, lowered)); err != nil {
				return nil, err
			}
			continue
		}
		// There are two heaps of rest[i] now, and the lemma takes rest[i]-1
		// from what is above them, m among it.
		above := slices.Clone(rest[:i])
		for j := range above {
			above[j] -= rest[i] - 1
		}
		if err := add(above); err != nil {
			return nil, err
		}
		i--
	}
	return columns, nil
}

// A bitset is a set of numbers from 0 to some bound.
type bitset []uint64

// newBitset returns an empty set for numbers up to most.
func newBitset(most uint64) bitset { return make(bitset, most/64+1) }

func (s bitset) add(n uint64) { s[n/64] |= 1 << (n % 64) }

// next returns the least number above n that is not in s.
func (s bitset) next(n uint64) uint64 {
	n++
	for n/64 < uint64(len(s)) {
		if absent := ^s[n/64] >> (n % 64); absent != 0 {
			return n + uint64(bits.TrailingZeros64(absent))
		}
		n = (n/64 + 1) * 64
	}
	return n
}

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
