package sequence

// Several kinds of heaps whose moves lead from one kind to another, such as the pieces of a graph
// that moves break: a system of sequences, each the mex of exclusive ors of terms of all.
//
// This is the theorem of Guy and Smith (theory/period/guysmith.go) for such systems. From some heap on,
// let the moves of each kind leave heaps of fixed sizes and at most k free heaps of given kinds, of any sizes
// from least ones on, together n - t with t at most T; where only each d-th heap has a move, let d
// divide p. Let q >= 1 be at least each least size, and let heaps from k q on have no other moves. If
//
//	G(n+p) = G(n) for q <= n < N = k q + (k-1) p + T
//
// for all kinds G, then for all n >= q. For otherwise, as play ends, it is false for a heap n >= N of some
// kind, and true of all that can be reached from it. The largest free heap b of an option of n+p has at
// least (n+p-T)/k >= q+p tokens. So b-p instead gives an option of n. It can be reached from n, and
// has the value of b. In the same way, the largest free heap of an option of n has at least
// (n-T)/k >= q tokens, and b+p instead gives an option of n+p of the same value. So n and n+p have
// options of the same values. Nothing is asked of free heaps but their sizes from the least on, so that
// no two of them meet.
//
// A code is a system of one kind; a heap with a memory is one with k = 1.

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/nimber"
	"github.com/grundy-games/grundy/theory/period"
)

// A Part is a heap of a kind that a move leaves.
type Part struct {
	Kind int `json:"kind"`
	Heap int `json:"heap"`
}

// A Breaking is the moves of a kind of heaps that leave the heaps Beside, and heaps of any sizes
// from those of Free on, together n - Taken for a heap of n. Each Every-th heap from From on has
// them. If none is Free, only the heap From has the move. Free is sorted, and has one least size for
// a kind.
type Breaking struct {
	From   int    `json:"from"`
	Every  int    `json:"every"`
	Taken  int    `json:"taken"`
	Free   []Part `json:"free,omitempty"`
	Beside []Part `json:"beside,omitempty"`
}

// Room returns how many tokens may be spread over the free heaps of n beyond their least sizes. The
// result is false where n does not have the moves.
func (b *Breaking) Room(n int) (int, bool) {
	if len(b.Free) == 0 {
		return 0, n == b.From
	}
	room := n - b.Taken
	for _, f := range b.Free {
		room -= f.Heap
	}
	return room, n >= b.From && (n-b.From)%b.Every == 0 && room >= 0
}

// Each yields the heaps that the moves of a heap of n leave, in slices that are good until the next.
// Of those that are free, the ones of a kind ascend.
func (b *Breaking) Each(n int) iter.Seq[[]Part] {
	return func(yield func([]Part) bool) {
		room, ok := b.Room(n)
		if !ok {
			return
		}
		var parts, all []Part
		var divide func(i, least, room int) bool
		divide = func(i, least, room int) bool {
			if i+1 >= len(b.Free) {
				parts = append(parts[:i], b.Free[i:]...)
				if i < len(b.Free) {
					if parts[i].Heap += room; room < least {
						return true
					}
				}
				all = append(append(all[:0], parts...), b.Beside...)
				return yield(all)
			}
			for more := least; more <= room; more++ {
				parts = append(parts[:i], Part{b.Free[i].Kind, b.Free[i].Heap + more})
				after := 0
				if b.Free[i] == b.Free[i+1] {
					after = more
				}
				if !divide(i+1, after, room-more) {
					return false
				}
			}
			return true
		}
		divide(0, 0, room)
	}
}

// A System is the moves of some kinds of heaps, in an order of computing their values.
type System struct {
	Kinds [][]Breaking
	heaps uint64 // k
	taken uint64 // T
	from  uint64 // the least q
	every uint64 // what divides p
	lag   []int  // a heap n of a kind has its turn at n + lag
	order []int  // kinds whose turn is at once
	one   bool   // whether each move leaves one heap
	more  int    // tokens by which a heap that a move leaves is larger, at most
}

// The moves that a [System] takes.
const (
	MostKinds = 64
	mostPart  = 1 << 20
	mostEvery = 1 << 16
)

// NewSystem returns the system in which each kind has these moves. The error says which are not as they
// must be, or that play may go on for ever.
func NewSystem(kinds [][]Breaking) (*System, error) {
	s := &System{Kinds: kinds, heaps: 1, from: 1, every: 1, lag: make([]int, len(kinds)), one: true}
	if len(kinds) == 0 || len(kinds) > MostKinds {
		return nil, fmt.Errorf("%d kinds of heaps: want 1 to %d", len(kinds), MostKinds)
	}
	type step struct{ from, to, back int } // from n of one kind to at most n - back of the other
	var steps []step
	regular := uint64(0) // the least heap from which on moves are regular
	for kind, all := range kinds {
		for i := range all {
			b := &all[i]
			if err := b.check(len(kinds)); err != nil {
				return nil, fmt.Errorf("move %d of kind %d: %w", i, kind, err)
			}
			s.one = s.one && len(b.Free)+len(b.Beside) == 1
			first, uniform := b.From, b.From
			if len(b.Free) == 0 {
				uniform++
			} else {
				s.heaps, s.taken = max(s.heaps, uint64(len(b.Free))), max(s.taken, uint64(max(b.Taken, 0)))
				if s.every = lcm(s.every, uint64(b.Every)); s.every > mostEvery {
					return nil, fmt.Errorf("move %d of kind %d: the moves return together after more than %d heaps", i, kind, mostEvery)
				}
			}
			back := b.Taken
			for _, f := range b.Free {
				back += f.Heap
			}
			for _, f := range b.Free {
				s.from = max(s.from, uint64(f.Heap))
				steps = append(steps, step{kind, f.Kind, back - f.Heap})
				first = max(first, back)
			}
			for _, p := range b.Beside {
				steps = append(steps, step{kind, p.Kind, first - p.Heap})
			}
			regular = max(regular, uint64(uniform))
		}
	}
	s.from = max(s.from, (regular+s.heaps-1)/s.heaps)
	for round := 0; ; round++ {
		changed := false
		for _, d := range steps {
			s.more = max(s.more, -d.back)
			if late := s.lag[d.from] + d.back; s.lag[d.to] > late {
				s.lag[d.to], changed = late, true
			}
		}
		if !changed {
			break
		}
		if round > len(kinds) {
			return nil, fmt.Errorf("play may go on for ever")
		}
	}
	least := slices.Min(s.lag)
	for i := range s.lag {
		s.lag[i] -= least
	}
	states := make([]int, len(kinds)) // 1: on the path, 2: in order
	var visit func(kind int) bool
	visit = func(kind int) bool {
		if states[kind] > 0 {
			return states[kind] == 2
		}
		states[kind] = 1
		for _, d := range steps {
			if d.from == kind && s.lag[d.to] == s.lag[kind]+d.back && !visit(d.to) {
				return false
			}
		}
		states[kind] = 2
		s.order = append(s.order, kind)
		return true
	}
	for kind := range kinds {
		if !visit(kind) {
			return nil, fmt.Errorf("play may go on for ever")
		}
	}
	return s, nil
}

func (b *Breaking) check(kinds int) error {
	if b.From < 0 || b.From > mostPart || b.Every < 1 || b.Every > mostEvery || b.Taken > mostPart || b.Taken < -mostPart || len(b.Free)+len(b.Beside) > MostListed {
		return fmt.Errorf("from %d, each %d, taking %d, leaving %d heaps: want numbers to %d, and heaps to %d", b.From, b.Every, b.Taken, len(b.Free)+len(b.Beside), mostPart, MostListed)
	}
	for _, p := range slices.Concat(b.Free, b.Beside) {
		if p.Kind < 0 || p.Kind >= kinds || p.Heap < 0 || p.Heap > mostPart {
			return fmt.Errorf("a heap of %d of kind %d: want heaps of 0 to %d, and kinds below %d", p.Heap, p.Kind, mostPart, kinds)
		}
	}
	for i, p := range b.Free[:max(len(b.Free), 1)-1] {
		if next := b.Free[i+1]; p.Kind > next.Kind || p.Kind == next.Kind && p.Heap != next.Heap {
			return fmt.Errorf("free heaps are sorted by kind, and have one least size for a kind")
		}
	}
	return nil
}

func lcm(a, b uint64) uint64 {
	x, y := a, b
	for y > 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// One reports whether each move leaves one heap.
func (s *System) One() bool { return s.one }

// Reach returns the largest heap that a move from a heap of n may leave, or n.
func (s *System) Reach(n uint64) uint64 { return grundy.AddCounts(n, uint64(s.more)) }

// Needed returns how many heaps of each kind prove that all values from q on return after p, and the
// least q' >= q from which on the theorem is about.
func (s *System) Needed(q, p uint64) (heaps, from uint64) {
	from = max(q, s.from)
	return s.heaps*from + s.heaps*p + s.taken, from
}

// Every returns a number that divides p.
func (s *System) Every() uint64 { return s.every }

// Solved is the values of a system as far as they are known.
type Solved struct {
	Values [][]uint32 // by kind, all of one length
	// If Proved, the values of all kinds return after Period from Preperiod on, and this many
	// heaps of each kind prove it.
	Proved                    bool
	Preperiod, Period, Needed uint64
}

// At returns a value, which must be known.
func (s *Solved) At(kind int, n uint64) uint64 {
	if n >= uint64(len(s.Values[kind])) {
		n -= (n - s.Preperiod) / s.Period * s.Period
	}
	return uint64(s.Values[kind][n])
}

// Has reports whether the values of heaps of n are known.
func (s *Solved) Has(n uint64) bool { return s.Proved || n < uint64(len(s.Values[0])) }

// Theorem says by what a solved system returns.
func (s *Solved) Theorem() string {
	if !s.Proved {
		return "terms by the mex rule"
	}
	return fmt.Sprintf("Guy and Smith 1956 for several kinds of heaps (games/heap/sequence/system.go): G(n+%d) = G(n) of all for %d <= n < %d proves it for all n", s.Period, s.Preperiod, s.Needed-s.Period)
}

// Proof returns the theorem as data: it is about the heaps of all kinds.
func (s *Solved) Proof() period.Proof {
	return period.SystemProof{From: s.Preperiod, Upto: s.Needed - s.Period, Shift: s.Period}
}

const firstHeaps = 64 // of each kind, behind which a period is looked for

// Solve computes values until those of the heaps to last are there, or a period is proved. It gives up
// after that many heaps, or options; the error then wraps [grundy.ErrBudget]. In misère play moves
// must leave one heap each ([System.One]). The memory of the values is taken from the meter of ctx.
func (s *System) Solve(ctx context.Context, misere bool, last, heaps, options uint64, progress grundy.Progress) (*Solved, error) {
	r := &running{System: s, values: make([][]uint32, len(s.Kinds)), stop: interruptOf(ctx), sets: map[string][]nimber.Set{}}
	if misere {
		r.lost = 1
	}
	heaps = min(heaps, math.MaxInt/4)
	account, found := meter.Of(ctx), &Solved{Values: make([][]uint32, len(s.Kinds))}
	known := uint64(0)
	for {
		next := min(max(known+known/2, firstHeaps), heaps)
		if last < heaps {
			next = min(next, last+1)
		}
		if err := account.Take(16 * uint64(len(s.Kinds)) * (next - known)); err != nil {
			return found, err
		}
		ok := r.extend(int(next), options)
		known = next
		for _, values := range r.values {
			known = min(known, uint64(len(values)))
		}
		for kind, values := range r.values {
			found.Values[kind] = values[:known]
		}
		progress.Report(known, heaps)
		if err := ctx.Err(); err != nil {
			return found, err
		}
		if s.prove(found) || known > last {
			return found, nil
		}
		if !ok || known >= heaps {
			return found, fmt.Errorf("no period shows in the first %d heaps: %w", known, grundy.Spent("values"))
		}
	}
}

// prove looks for a period in the values of all kinds, as terms of one sequence.
func (s *System) prove(found *Solved) bool {
	kinds := uint64(len(s.Kinds))
	var terms []uint32
	for n := range found.Values[0] {
		for _, values := range found.Values {
			terms = append(terms, values[n])
		}
	}
	// The least q of the terms may be in the middle of the heaps of a size.
	c := period.Criterion{ByPreperiod: s.heaps, ByPeriod: s.heaps - 1, Constant: s.heaps*(kinds-1) + kinds*s.taken, Multiple: kinds * s.every, Least: kinds * s.from}
	r, ok := period.FindGuySmith(c, terms)
	if !ok {
		return false
	}
	found.Proved, found.Period = true, r.Proof.(period.GuySmithProof).Shift/kinds
	found.Needed, found.Preperiod = s.Needed((r.Preperiod+kinds-1)/kinds, found.Period)
	return true
}

// A running computation of values.
type running struct {
	*System
	values  [][]uint32
	turn    int
	lost    uint32 // the value of a heap without moves
	seen    Marks
	stop    interrupt
	options uint64
	sets    map[string][]nimber.Set // the values of divisions into several free heaps, by those and their tokens
	sums    nimber.Sums
}

// extend computes the values of the heaps below to. The result is false if it was
// interrupted, or has looked at that many options.
func (r *running) extend(to int, options uint64) bool {
	for ; r.turn < to+slices.Max(r.lag); r.turn++ {
		for _, kind := range r.order {
			if n := r.turn - r.lag[kind]; n == len(r.values[kind]) {
				v, ok := r.value(kind, n)
				if !ok || r.options > options {
					return false
				}
				r.values[kind] = append(r.values[kind], v)
			}
		}
	}
	return true
}

// value returns the value of a heap, and false if it was interrupted.
func (r *running) value(kind, n int) (uint32, bool) {
	r.seen.Clear()
	none := true
	for i := range r.Kinds[kind] {
		b := &r.Kinds[kind][i]
		room, ok := b.Room(n)
		if !ok {
			continue
		}
		none = false
		r.options++
		if r.options&0xff == 0 && r.stop.asked() {
			return 0, false
		}
		beside := uint32(0)
		for _, p := range b.Beside {
			beside ^= r.values[p.Kind][p.Heap]
		}
		switch len(b.Free) {
		case 0:
			r.seen.Mark(beside)
		case 1:
			r.seen.Mark(beside ^ r.values[b.Free[0].Kind][n-b.Taken])
		case 2:
			x, y := b.Free[0], b.Free[1]
			most := room
			if x == y {
				most = room / 2
			}
			small, large := r.values[x.Kind][x.Heap:][:most+1], r.values[y.Kind][y.Heap+room-most:][:most+1]
			for a, v := range small {
				r.seen.Mark(beside ^ v ^ large[most-a])
			}
			r.options += uint64(most)
		default:
			for v := range r.divisions(b.Free, n-b.Taken)[n-b.Taken].Each {
				r.seen.Mark(beside ^ v)
			}
		}
	}
	if none {
		return r.lost, true
	}
	return r.seen.Mex(), true
}

// divisions returns the values of divisions of 0 … tokens into free heaps, two or more.
func (r *running) divisions(free []Part, tokens int) []nimber.Set {
	key, most := fmt.Sprint(free), 0
	for _, f := range free[1:] {
		most -= f.Heap
	}
	var fewer []nimber.Set
	if len(free) > 2 {
		fewer = r.divisions(free[1:], tokens-free[0].Heap)
	}
	for left := len(r.sets[key]); left <= tokens; left++ {
		var set nimber.Set
		first := r.values[free[0].Kind]
		for h := free[0].Heap; h <= left+most; h++ {
			if len(free) == 2 {
				set.Add(first[h] ^ r.values[free[1].Kind][left-h])
			} else {
				r.options += 16
				r.sums.Add(fewer[left-h], first[h])
			}
		}
		r.options += uint64(left)
		r.sums.Add(set, 0)
		r.sets[key] = append(r.sets[key], r.sums.Take())
	}
	return r.sets[key]
}
