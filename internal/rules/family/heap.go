package family

// A heap from which a move takes some of some numbers, and divides what is left into as many
// heaps as a code says; among them the subtraction games.

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A breaking is a guess: a code, or the game of taking powers of two.
type breaking struct {
	code   sequence.Code
	powers bool
}

func (c *breaking) String() string { return fmt.Sprint(c.code, c.powers) }

const (
	firstHeaps = 41      // heaps that are looked at first
	mostHeaps  = 1 << 12 // and at most
	mostLeft   = 5       // heaps that a move leaves
	mostThrees = 200     // heaps that are looked at where moves leave three
	fewPowers  = 5       // powers of two that are seen
)

// guessHeap returns a game of heaps that has the moves of the rules, where they were played. It
// looks at the first heaps, at twice as many if the numbers that are taken come to no end, and
// at those up to a heap where a guess was wrong.
func guessHeap(p *prober) candidate {
	for most := p.firstHeaps(0); most <= mostHeaps; most *= 2 {
		last := min(most, p.most[0])
		for n := p.least[0]; n <= last; n++ {
			if !p.look([]int64{n}) || p.err != nil {
				return nil
			}
		}
		t := &taking{left: map[[2]int64][][]int64{}, last: last}
		if !t.read(p, last) {
			return nil
		}
		if c := t.guess(); c != nil || last < most {
			return c
		}
	}
	return nil
}

// A taking is what moves do.
type taking struct {
	left map[[2]int64][][]int64 // heaps that are left of a heap, by the heap and the number taken
	last int64
}

// read takes the options of all heaps that were looked at, those of 0 left out among what a
// move leaves.
func (t *taking) read(p *prober, last int64) bool {
	for _, one := range p.probes {
		n := one.at[0]
		if n > last {
			continue
		}
		for _, option := range one.options {
			var heaps []int64
			taken := n
			for _, part := range option {
				if taken -= part[0]; part[0] > 0 {
					heaps = append(heaps, part[0])
				}
			}
			if taken < 0 || len(heaps) > mostLeft || taken == 0 && len(heaps) < 2 {
				return false
			}
			slices.Sort(heaps)
			key := [2]int64{n, taken}
			t.left[key] = append(t.left[key], heaps)
		}
	}
	return true
}

// guess returns the code of what moves do, as far as it shows in numbers up to half of the last
// heap, or nil.
func (t *taking) guess() candidate {
	var digits []string
	powers, count := true, 0
	for k := range t.last/2 + 1 {
		d, ok := t.digit(k)
		if !ok {
			return nil
		}
		digits = append(digits, d)
		if isPower := k > 0 && k&(k-1) == 0; d != "0" {
			powers, count = powers && isPower && d == "3", count+1
		} else {
			powers = powers && !isPower
		}
	}
	if powers && count >= fewPowers {
		return &breaking{powers: true}
	}
	text := ""
	for size := 1; text == "" && size <= len(digits); size++ { // digits before the last that repeat, and those
		for period := 1; period <= size && text == ""; period++ {
			pre := size - period
			if rest := digits[pre:]; pre > 0 && len(rest) >= max(2*period, 4) && slices.Equal(rest[period:], rest[:len(rest)-period]) {
				text = digits[0] + "." + strings.Join(digits[1:pre], "")
				if again := strings.Join(rest[:period], ""); again != "0" {
					text += "[" + again + "]"
				}
			}
		}
	}
	code, err := sequence.ParseCode(text)
	if err != nil {
		return nil
	}
	return &breaking{code: code}
}

// digit returns the digit of a code for k tokens that are taken. The result is false where
// there is none.
func (t *taking) digit(k int64) (string, bool) {
	var counts []string
	plain, bits := true, int64(0)
	for heaps := range mostLeft + 1 {
		is, kind := false, ""
		if heaps == 0 {
			is = slices.ContainsFunc(t.left[[2]int64{k, k}], func(h []int64) bool { return len(h) == 0 })
		} else if is, kind = t.kind(k, heaps); kind == "" {
			return "", false
		}
		if is {
			kind = strings.TrimSpace(kind)
			counts, bits = append(counts, strconv.Itoa(heaps)+kind), bits|1<<heaps
			plain = plain && kind == ""
		}
	}
	if plain && bits < 32 {
		return strings.ToUpper(strconv.FormatInt(bits, 32)), true
	}
	return "{" + strings.Join(counts, ",") + "}", true
}

// kind returns which sizes that many heaps may have where k is taken, as codes write it, as
// all of the last few heaps show it; " " for any. It is "" where no code says it.
func (t *taking) kind(k int64, heaps int) (is bool, kind string) {
	found, count := map[int64]map[string]bool{}, 0
	for n := t.last - mostLeft; n <= t.last; n++ {
		found[n] = map[string]bool{}
		for _, h := range t.left[[2]int64{n, k}] {
			if len(h) == heaps {
				found[n][fmt.Sprint(h)] = true
				count++
			}
		}
	}
	if count == 0 {
		return false, " "
	}
	if heaps > 2 && t.last > mostThrees {
		return false, ""
	}
	for _, kind := range []string{" ", "=", "!", "?"} {
		fits := true
		for n, found := range found {
			want := 0
			for parts := range partitions(n-k, heaps, 1) {
				equal := parts[0] == parts[heaps-1]
				distinct := len(slices.Compact(slices.Clone(parts))) == heaps
				if kind == " " || kind == "=" && equal || kind == "!" && distinct || kind == "?" && !equal {
					if want++; !found[fmt.Sprint(parts)] {
						fits = false
						break
					}
				}
			}
			fits = fits && want == len(found)
		}
		if fits {
			return true, kind
		}
	}
	return false, ""
}

// partitions yields the ways to write n as that many ascending numbers, none below least.
func partitions(n int64, parts int, least int64) func(yield func([]int64) bool) {
	return func(yield func([]int64) bool) {
		if parts == 1 {
			if n >= least {
				yield([]int64{n})
			}
			return
		}
		for first := least; first*int64(parts) <= n; first++ {
			for rest := range partitions(n-first, parts-1, first) {
				if !yield(append([]int64{first}, rest...)) {
					return
				}
			}
		}
	}
}

// moves implements candidate: without heaps of 0 among those that are left.
func (c *breaking) moves(b *box) definable.Moves {
	m := definable.Moves{Coordinates: b.names, Shape: b.shape()}
	n, k := automata.V(b.names[0]), automata.V("taken'")
	if c.powers {
		isPower := automata.Power(k)
		m.Kinds = []definable.Kind{
			{Where: "a power", Bound: k.Names(), Guard: automata.And(isPower, automata.Equal(n, k))},
			{Where: "a power", Bound: k.Names(), Guard: automata.And(isPower, automata.Less(k, n)), Parts: [][]automata.Term{{n.Minus(k)}}},
		}
		return m
	}
	_, listed, repeating := c.code.Span()
	for taken := range listed {
		guard, bound := automata.Equal(k, automata.C(int64(taken))), k.Names()
		if taken >= listed-repeating {
			guard = automata.And(automata.LessEqual(automata.C(int64(taken)), k), automata.Congruent(k, automata.C(int64(taken)), int64(repeating)))
		}
		for heaps := range mostLeft + 1 {
			sizes, ok := c.code.Leaves(taken, heaps)
			if !ok {
				continue
			}
			kind := definable.Kind{Where: fmt.Sprintf("taking %d", taken), Bound: bound}
			all, sum := []automata.Formula{guard}, k
			var parts []automata.Term
			for i := range heaps {
				h := automata.V(fmt.Sprintf("heap%d'", i+1))
				if i == heaps-1 {
					h = n.Minus(sum)
				} else {
					kind.Bound = append(slices.Clip(kind.Bound), h.Names()...)
				}
				before := automata.C(1)
				if i > 0 {
					before = parts[i-1]
				}
				parts, sum = append(parts, h), sum.Plus(h)
				all = append(all, automata.LessEqual(before, h))
				kind.Parts = append(kind.Parts, []automata.Term{h})
				if i > 0 && sizes == '!' {
					all = append(all, automata.Less(before, h))
				}
				if i > 0 && sizes == '=' {
					all = append(all, automata.Equal(before, h))
				}
			}
			if heaps == 0 {
				all = append(all, automata.Equal(n, k))
			} else if sizes == '?' {
				all = append(all, automata.Less(parts[0], parts[heaps-1]))
			}
			kind.Guard = automata.And(all...)
			m.Kinds = append(m.Kinds, kind)
		}
	}
	return m
}

// normal implements candidate: heaps of 0 that a move leaves are nothing, as they have no moves.
func (c *breaking) normal(b *box, m definable.Moves) definable.Moves {
	parts := 0
	for _, k := range m.Kinds {
		parts = max(parts, len(k.Parts))
	}
	if b.least[0] > 0 || parts > mostLeft+1 { // which fits no code
		return m
	}
	return m.WithoutEnded(func(t automata.Term) automata.Formula { return automata.Equal(t, automata.C(0)) })
}

// family implements candidate.
func (c *breaking) family(b *box) (*Family, error) {
	if len(b.missing) > 0 {
		return nil, fmt.Errorf("some heaps are not legal")
	}
	f := &Family{Words: "taking and breaking a heap", heaps: true, least: []int64{0}}
	_, listed, repeating := c.code.Span()
	var taken, not []uint64
	for k := 1; k < listed-repeating; k++ {
		if _, ok := c.code.Leaves(k, 1); ok {
			taken = append(taken, uint64(k))
		} else {
			not = append(not, uint64(k))
		}
	}
	last, all := c.code.Leaves(max(listed-1, 0), 1)
	all = all && last == ' ' && repeating == 1
	args := func(numbers []uint64) (args []grundy.Arg) {
		for _, n := range numbers {
			args = append(args, grundy.ArgOf(n))
		}
		return args
	}
	switch {
	case c.powers:
		f.Sequence = heap.TakeFrom{Set: heap.Powers}
		f.place = func(heaps []grundy.Arg) (grundy.Component, error) { return heap.PlaceTakeFrom(heap.Powers, heaps) }
		f.Words = "taking a power of two from a heap"
	case c.code.IsSubtraction() && repeating == 0 && len(taken) > 0:
		s, err := heap.NewSubtraction(taken)
		if err != nil {
			return nil, err
		}
		f.Sequence, f.Words = s, "taking a number of a set from a heap"
		f.place = func(heaps []grundy.Arg) (grundy.Component, error) { return heap.PlaceSubtraction(args(taken), heaps) }
	case c.code.IsSubtraction() && all && len(not) == 0:
		f.Sequence, f.Words = heap.Nim{}, "taking any number from a heap"
		f.place = func(heaps []grundy.Arg) (grundy.Component, error) { return heap.PlaceNim(nil, heaps) }
	default:
		g := heap.NewTakeAndBreak(c.code)
		f.Sequence, f.place = c.code, g.Place
		if c.code.IsSubtraction() && all {
			f.Words = "taking any number from a heap but some"
			f.place = func(heaps []grundy.Arg) (grundy.Component, error) { return heap.PlaceAllBut(args(not), heaps) }
		}
	}
	zero, err := f.place(args([]uint64{0}))
	if err != nil {
		return nil, err
	}
	f.Name = nameOf(zero)
	return f, nil
}

// countZeros finds out how many heaps of 0 the moves of the file leave beside how many others, so
// that options of the game can be told as options of the file.
func (f *Family) countZeros(ctx context.Context, theory *automata.Theory, b *box, m definable.Moves) error {
	if !f.heaps {
		return nil
	}
	zeros := map[int]int{}
	for _, k := range m.Kinds {
		alone := definable.Moves{Kinds: []definable.Kind{k}}
		for _, one := range (&breaking{}).normal(b, alone).Kinds {
			never, err := theory.Decide(ctx, automata.Not(automata.And(one.Guard, b.inside())))
			if err != nil {
				return err
			}
			count, known := zeros[len(one.Parts)]
			switch {
			case never.Holds:
			case known && count != len(k.Parts)-len(one.Parts):
				return nil
			default:
				zeros[len(one.Parts)] = len(k.Parts) - len(one.Parts)
			}
		}
	}
	f.zeros = zeros
	return nil
}
