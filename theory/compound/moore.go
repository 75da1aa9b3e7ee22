package compound

// Moore's theorem settles heaps of Nim where a move may touch several, and gives the winning moves.
//
// At most K components move in a turn. For K = 1 the compound is the
// disjunctive one; with up to K components that can move, the selective one; with
// K+1 of them in normal play, the proper selective one: see [Kind.Reduced].
// Beyond these, Moore (1910) settled heaps of Nim.
//
// Moore's theorem is not true of nim-values. Let G be the game whose only move is
// to one heap of 1: its nim-value is 0. In G and three heaps of 1, with K = 2, the
// theorem says P. But a move that takes one heap of 1 and moves in G leaves three
// heaps of 1 again, which is P indeed, by the theorem and as the proper selective
// compound. The move raises a nim-value, and this is what heaps never do.
// If no option of any position of a game has a greater nim-value than the
// position, then the options of a position of nim-value v have just the
// nim-values below v, and by induction the game is the heap of v, options that
// are alike apart; so the theorem holds, and [grundy.ByHeap] tells such games.
//
// # The theorem
//
// Write the heaps in binary. If at most K heaps may be lowered in a turn, a
// position is good when every digit is one in a multiple of K+1 heaps (E. H.
// Moore 1910, "A generalization of the game called Nim"; Winning Ways, chapter
// 15). A move lowers 1 … K heaps. Look at the highest digit that it changes:
// there all changes are from one to zero, 1 … K of them, so the count is not
// a multiple of K+1 any more. From any other position go down the digits with a
// set of heaps that are free, those that have been lowered already; at first
// there are none. Let a digit be one in c heaps that are not free, modulo K+1,
// and let f heaps be free. If c = 0, give the free heaps zeros. If c + f >= K+1,
// give K+1-c of the free ones ones, the others zeros. Otherwise make c of the heaps
// that are not free and have ones free, by zeros there; c + f <= K are free then.
//
// In misère play the same holds while some heap is greater than 1. When none is,
// a position is good when the number of heaps of 1, modulo K+1, is 1; a move takes
// 1 … K of them, and from any other number above 0 some move makes it so. From a
// position that is good and has larger heaps no move removes these: K+1 heaps at
// least share their highest digit. From one that is not good and has larger heaps
// go down the digits as before, except the last one. If then no heap is above 1,
// some f heaps are free, 1 <= f <= K, and c is to become 1 modulo K+1. If c = 0,
// give one free heap a one; if c = 1, none. Otherwise, if c - 1 <= K - f, lower c-1 of
// the ones that are not free; else c + f >= K+2, and K+2-c of the free heaps get
// ones.
//
// # The moves
//
// Which moves win is seen on the same way down the digits: at each digit some
// heaps become free, at most K in all, and some of the free ones get ones. How
// many get ones is determined modulo K+1, so it is determined. Which heaps they
// are does not matter for what is left to choose. So moves can be counted
// without being listed: only which heaps are free counts, and of equal heaps
// only how many.

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
)

// mooreStates bounds the sets of free heaps that are looked at to count moves.
const mooreStates = 1 << 18

var heaps = criterion{
	compares: "digits that break the rule",
	value:    Theorem.brokenDigits,
	good:     func(t Theorem, parts []Part, _ uint64) bool { return t.goodHeaps(parts) },
	plans:    func(t Theorem, parts []Part, _ Options) iter.Seq[Plan] { return t.heapPlans(parts) },
	reasons:  Theorem.sayHeaps,
}

func onHeaps(most uint64, misere bool) Theorem {
	t := Theorem{
		Measure: grundy.ByHeap, criterion: &heaps, most: most, misere: misere,
		Source: fmt.Sprintf("Moore's theorem on heaps of Nim: P when every binary digit occurs a multiple of %d times (E. H. Moore 1910; theory/compound/moore.go)", most+1),
	}
	if misere {
		t.Source = fmt.Sprintf("Moore's theorem on heaps of Nim in misère play: P when every binary digit occurs a multiple of %d times, or, if no heap is greater than 1, when the number of ones is one more than that (after E. H. Moore 1910; proved in theory/compound/moore.go)", most+1)
	}
	return t
}

func (t Theorem) sayHeaps(parts []Part, value uint64, say Say) {
	switch {
	case t.misere && !anyLarge(parts):
		say("No heap is greater than 1; who leaves 1 more than a multiple of %d heaps of 1 wins.", t.most+1)
		return
	case value == 0:
		say("Every binary digit is one in a multiple of %d heaps.", t.most+1)
	default:
		say("Some binary digits, those of %d, are not one in a multiple of %d heaps; who makes all so wins.", value, t.most+1)
	}
	if t.misere {
		say("That is so while some heap is greater than 1; later, 1 more than a multiple of %d heaps of 1 must be left.", t.most+1)
	}
}

// anyLarge reports whether some heap is greater than 1.
func anyLarge(parts []Part) bool { return count(parts, 3, most) > 0 }

// brokenDigits returns the digits that are one in a number of heaps that is not
// a multiple of K+1.
func (t Theorem) brokenDigits(parts []Part) (digits uint64) {
	var counts [128]uint64 // bit b of counts[k] is bit k of the number of heaps that have the digit b
	for _, p := range parts {
		for copies := p.Copies % (t.most + 1); copies > 0; copies &= copies - 1 {
			for k, more := bits.TrailingZeros64(copies), p.Measure-1; more != 0; k++ {
				counts[k], more = counts[k]^more, counts[k]&more
			}
		}
	}
	for b := range 64 {
		ones := uint64(0)
		for _, bit := range slices.Backward(counts[:]) {
			ones = (2*ones + bit>>b&1) % (t.most + 1)
		}
		if ones > 0 {
			digits |= 1 << b
		}
	}
	return digits
}

func (t Theorem) goodHeaps(parts []Part) bool {
	if t.misere && !anyLarge(parts) {
		return count(parts, 2, 2)%(t.most+1) == 1
	}
	return t.brokenDigits(parts) == 0
}

// CountHeapMoves returns the number of winning moves by Moore's theorem on heaps,
// an option of each smaller size counted once. The error wraps
// [grundy.ErrTooLarge] where too many sets of heaps would have to be looked at.
// The result is false for other theorems.
func (t Theorem) CountHeapMoves(parts []Part) (count *big.Int, ok bool, err error) {
	if t.criterion != &heaps {
		return nil, false, nil
	}
	if t.Outcome(parts) == grundy.P {
		return new(big.Int), true, nil
	}
	d := t.digits(parts)
	count = d.count(d.top(), make([]int, len(d.sizes)), false)
	if d.states > mooreStates {
		return nil, true, fmt.Errorf("the winning moves of at most %d of %d heaps: %w", t.most, len(parts), grundy.ErrTooLarge)
	}
	return count, true, nil
}

// Digits counts the ways down the digits of heaps.
type digits struct {
	theorem Theorem
	sizes   []uint64 // the different sizes of the heaps
	copies  []int    // how many heaps have each
	known   map[string]*big.Int
	states  int
}

func (t Theorem) digits(parts []Part) *digits {
	d := &digits{theorem: t, known: map[string]*big.Int{}}
	for _, p := range parts {
		i := slices.Index(d.sizes, p.Measure-1)
		if i < 0 {
			i = len(d.sizes)
			d.sizes, d.copies = append(d.sizes, p.Measure-1), append(d.copies, 0)
		}
		d.copies[i]++
	}
	return d
}

// top returns the highest digit that is one in some heap.
func (d *digits) top() int { return bits.Len64(slices.Max(d.sizes)) - 1 }

// ones returns how many of f free heaps must have a one at digit b if the given
// number of the others have; the result is false if there are not so many free ones. Large says that a
// higher digit was one somewhere.
func (d *digits) ones(b, f int, fixed uint64, large bool) (r int, ok bool) {
	k := d.theorem.most
	target := uint64(0)
	if d.theorem.misere && b == 0 && !large {
		target = 1
	}
	needed := (target + k + 1 - fixed%(k+1)) % (k + 1)
	return int(min(needed, uint64(f)+1)), needed <= uint64(f)
}

// count returns the number of ways to choose the digits from b down, where
// free[i] of the heaps of sizes[i] have been lowered. It is of no use once states
// has passed the bound.
func (d *digits) count(b int, free []int, large bool) *big.Int {
	f := 0
	for _, n := range free {
		f += n
	}
	if b < 0 {
		return big.NewInt(int64(min(f, 1))) // staying is not a move
	}
	key := []byte{byte(b), 0}
	if large {
		key[1] = 1
	}
	for _, n := range free {
		key = binary.AppendUvarint(key, uint64(n))
	}
	if known, ok := d.known[string(key)]; ok {
		return known
	}
	total := new(big.Int)
	if d.states++; d.states > mooreStates {
		return total
	}
	fixed := uint64(0)
	for i, size := range d.sizes {
		if size>>b&1 == 1 {
			fixed += uint64(d.copies[i] - free[i])
		}
	}
	// Make some heaps free, size by size.
	next := slices.Clone(free)
	var choose func(i, f int, fixed uint64, ways *big.Int)
	choose = func(i, added int, fixed uint64, ways *big.Int) {
		if d.states > mooreStates {
			return
		}
		if i == len(d.sizes) {
			r, ok := d.ones(b, f, fixed, large)
			if !ok {
				return
			}
			d.states++ // the work on it
			rest := d.count(b-1, next, large || b > 0 && fixed+uint64(r) > 0)
			if rest.Sign() > 0 {
				ways = new(big.Int).Mul(ways, new(big.Int).Binomial(int64(f), int64(r)))
				total.Add(total, ways.Mul(ways, rest))
			}
			return
		}
		choose(i+1, added, fixed, ways)
		if d.sizes[i]>>b&1 == 0 {
			return
		}
		left := d.copies[i] - free[i]
		for n := 1; n <= left && uint64(f+added+n) <= d.theorem.most; n++ {
			next[i] = free[i] + n
			more := new(big.Int).Binomial(int64(left), int64(n))
			choose(i+1, added+n, fixed-uint64(n), more.Mul(more, ways))
		}
		next[i] = free[i]
	}
	choose(0, 0, fixed, big.NewInt(1))
	if d.states <= mooreStates {
		d.known[string(key)] = total
	}
	return total
}

// heapPlans yields a plan for each way to lower heaps. It goes down the digits, and
// only where the count says that a way is left, so it does nothing in vain. Where
// the ways are too many to be counted it yields nothing, and
// [Theorem.CountHeapMoves] says so.
func (t Theorem) heapPlans(parts []Part) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		w := &walk{digits: t.digits(parts), parts: parts, yield: yield}
		w.count(w.top(), make([]int, len(w.sizes)), false)
		if w.states > mooreStates {
			return
		}
		w.group = make([]int, len(parts))
		for i, p := range parts {
			w.group[i] = slices.Index(w.sizes, p.Measure-1)
		}
		w.free, w.to = make([]bool, len(parts)), make([]uint64, len(parts))
		w.freeOf = make([]int, len(w.sizes))
		w.down(w.top(), false)
	}
}

// A walk goes down the digits of heaps one by one.
type walk struct {
	*digits
	parts  []Part
	group  []int // the index of each heap's size
	free   []bool
	freeOf []int    // how many of each size are free
	to     []uint64 // the digits of each heap so far
	yield  func(Plan) bool
}

// down settles the digits from b down, in all ways, and reports whether more are
// wanted.
func (w *walk) down(b int, large bool) bool {
	if b < 0 {
		var plan Plan
		for i, free := range w.free {
			if free {
				plan = append(plan, Choice{Part: i, Lo: w.to[i] + 1, Hi: w.to[i] + 1})
			}
		}
		return len(plan) == 0 || w.yield(plan)
	}
	var before []int                     // free heaps
	bound := make([][]int, len(w.sizes)) // heaps with a one that are not free, by size
	fixed, bit := uint64(0), uint64(1)<<b
	for i, p := range w.parts {
		switch {
		case w.free[i]:
			before = append(before, i)
		case (p.Measure-1)&bit != 0:
			bound[w.group[i]] = append(bound[w.group[i]], i)
			fixed++
		}
	}
	// First how many heaps of each size become free, then which.
	var which func(size int, wanted []int, settled func() bool) bool
	which = func(size int, wanted []int, settled func() bool) bool {
		if size == len(wanted) {
			return settled()
		}
		return subsets(bound[size], wanted[size]-w.freeOf[size], func(chosen []int) bool {
			for _, i := range chosen {
				w.free[i] = true
			}
			more := which(size+1, wanted, settled)
			for _, i := range chosen {
				w.free[i] = false
			}
			return more
		})
	}
	wanted := slices.Clone(w.freeOf)
	var choose func(size, added int, fixed uint64) bool
	choose = func(size, added int, fixed uint64) bool {
		if size < len(w.sizes) {
			for n := 0; n <= len(bound[size]) && uint64(len(before)+added+n) <= w.theorem.most; n++ {
				wanted[size] = w.freeOf[size] + n
				if !choose(size+1, added+n, fixed-uint64(n)) {
					return false
				}
			}
			wanted[size] = w.freeOf[size]
			return true
		}
		r, ok := w.ones(b, len(before), fixed, large)
		larger := large || b > 0 && fixed+uint64(r) > 0
		if !ok || w.count(b-1, wanted, larger).Sign() == 0 {
			return true
		}
		kept, next := w.freeOf, slices.Clone(wanted)
		return which(0, next, func() bool {
			for i, p := range w.parts { // digits that are not chosen
				w.to[i] &^= bit
				if !w.free[i] {
					w.to[i] |= (p.Measure - 1) & bit
				}
			}
			w.freeOf = next
			more := subsets(before, r, func(chosen []int) bool {
				for _, i := range chosen {
					w.to[i] |= bit
				}
				more := w.down(b-1, larger)
				for _, i := range chosen {
					w.to[i] &^= bit
				}
				return more
			})
			w.freeOf = kept
			return more
		})
	}
	return choose(0, 0, fixed)
}

// subsets visits all subsets of the given size, until one says that no more are
// wanted, and reports whether none did.
func subsets(items []int, size int, visit func([]int) bool) bool {
	chosen := make([]int, 0, size)
	var add func(from int) bool
	add = func(from int) bool {
		if len(chosen) == size {
			return visit(chosen)
		}
		for i := from; i <= len(items)-(size-len(chosen)); i++ {
			chosen = append(chosen, items[i])
			if !add(i + 1) {
				return false
			}
			chosen = chosen[:len(chosen)-1]
		}
		return true
	}
	return add(0)
}
