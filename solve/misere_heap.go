package solve

// This file holds misère play of disjunctive sums with heaps of Nim that are too
// large for canonical forms.
//
// Let d(G) be the misère nim-value of a game G: 1 if it has no option, else the mex
// of those of its options. Then
//
//	G + *n is P exactly if n = d(G),                                        (1)
//
// by induction. Let n = d(G). A move to G' + *n leads to N, since d(G') is not n, and
// so does one to G + *m, since m is not d(G). And there is a move, for d(0) = 1. So
// G + *n is P. Let n be larger: a move to the heap of d(G) leaves P. Let n be
// smaller: an option G' has d(G') = n, and G' + *n is P; or G has no option and n is
// 0, nobody can move, and that is N too.
//
// So a sum with a heap of any size is settled by the rest of it. There, heaps of 1 to
// 3 need no forms: in every sum *3 is *2 + *1, and *1 + *1 is 0; *1 turns over the
// lowest bit of d(G), since *n + *1 is the heap with that bit of n turned over; and the
// digits of the genus of G are d of G with 0, 1, 2, … heaps of 2 beside it
// (theory/misere/symbol.go). All else, heaps but the largest included, becomes one
// canonical form, and its genus is looked up.
//
// As d(G) is at most 1, or the length of the longest play of G, the only winning move
// beside a larger heap is in that heap.

import (
	"fmt"
	"slices"
	"strconv"

	"grundy"
	"grundy/theory/misere"
)

// byHeap is the rule of the largest heap of Nim beside all else.
type byHeap struct {
	terms []besideHeap // of the terms, each of one copy
	all   besideHeap
}

// A besideHeap is a sum as this rule looks at it.
type besideHeap struct {
	rest       formed   // of all but heaps
	ones, twos int      // heaps of 1 and of 2; one of 3 is one of each
	heaps      []uint64 // the larger ones
}

// largestSmall is the largest heap that needs no form beside a genus.
const largestSmall = 3

// heapSize returns the size of c where a closed form tells that it is a heap of Nim,
// in every sum.
func heapSize(c grundy.Component) (size uint64, ok bool) {
	v, _, ok := c.Measure(grundy.ByHeap)
	if !ok || v == 0 {
		return 0, false
	}
	return v - 1, true
}

// isLargeHeap reports whether c is a heap of Nim of more than 3.
func isLargeHeap(c grundy.Component) bool {
	size, ok := heapSize(c)
	return ok && size > largestSmall
}

// hasLargeHeap reports whether some part of c is a heap of Nim of more than 3.
func hasLargeHeap(c grundy.Component) bool {
	return slices.ContainsFunc(grundy.Split(c), isLargeHeap)
}

// besideHeap returns what the rule looks at of c.
func (f *formSearch) besideHeap(c grundy.Component) (b besideHeap, err error) {
	for _, part := range grundy.Split(c) {
		if size, ok := heapSize(part); ok {
			b.addHeap(size)
			continue
		}
		form, err := f.form(part, nil)
		if err != nil {
			return b, err
		}
		if b.rest, err = f.sum(b.rest, form); err != nil {
			return b, err
		}
	}
	return b, nil
}

// sum returns the sum of both.
func (f *formSearch) sum(a, b formed) (formed, error) {
	form, err := f.store.Sum(a.Form, b.Form)
	return formed{form, grundy.AddCounts(a.longest, b.longest)}, err
}

// addHeap adds a heap of Nim.
func (b *besideHeap) addHeap(size uint64) {
	if size > largestSmall {
		b.heaps = append(b.heaps, size)
		return
	}
	b.ones, b.twos = b.ones+int(size&1), b.twos+int(size>>1)
}

// plus returns the sum of both.
func (f *formSearch) plus(a, b besideHeap) (besideHeap, error) {
	rest, err := f.sum(a.rest, b.rest)
	return besideHeap{rest, a.ones + b.ones, a.twos + b.twos, slices.Concat(a.heaps, b.heaps)}, err
}

// lookUp returns the largest heap of b, 0 if there is none of more than 3; the misère
// nim-value of all else; and a number that this does not exceed, nor do those of the
// options of all else, which may be larger than those of its form.
func (f *formSearch) lookUp(b besideHeap) (heap, rest, most uint64, err error) {
	form, heaps := b.rest, slices.Sorted(slices.Values(b.heaps))
	for i, h := range heaps {
		if i == len(heaps)-1 {
			heap = h
			break
		}
		other, err := f.nim(h)
		if err != nil {
			return 0, 0, 0, err
		}
		if form, err = f.sum(form, formed{other, h}); err != nil {
			return 0, 0, 0, err
		}
	}
	rest = uint64(f.store.Genus(form.Form).At(b.twos)) ^ uint64(b.ones&1)
	return heap, rest, max(1, grundy.AddCounts(form.longest, uint64(2*b.twos+b.ones))), nil
}

// nim returns the form of a heap of Nim.
func (f *formSearch) nim(size uint64) (misere.Form, error) {
	// Each heap has all smaller ones as its options, twice: in a list and in a key.
	const optionBytes = 8
	if need := grundy.MulCounts(grundy.MulCounts(size, size), optionBytes/2); f.limit > 0 && grundy.AddCounts(need, f.bytes+f.store.Bytes()) > f.limit {
		return 0, f.outOfBudget("memory")
	}
	return f.store.Nim(int(size)), f.check()
}

// heapDecision settles a sum of single copies, of which some part is a large heap of
// Nim, within the bounds of forms.
func (s *solver) heapDecision() (*decision, error) {
	found := s.forms()
	r, d := byHeap{}, &decision{reduction: s.reduction()}
	for _, t := range s.question.Sum {
		b, err := found.besideHeap(t.Component)
		if err != nil {
			return nil, err
		}
		if r.all, err = found.plus(r.all, b); err != nil {
			return nil, err
		}
		nimValue := uint64(found.store.Genus(b.rest.Form).Base()) ^ uint64(b.ones&1) ^ uint64(b.twos&1)<<1
		for _, h := range b.heaps {
			nimValue ^= h
		}
		genus := ""
		if size, ok := heapSize(t.Component); ok {
			genus = strconv.FormatUint(size, 10)
		}
		r.terms, d.nimValues, d.genera = append(r.terms, b), append(d.nimValues, nimValue), append(d.genera, genus)
	}
	heap, rest, _, err := found.lookUp(r.all)
	if err != nil {
		return nil, err
	}
	d.rule, d.outcome = r, grundy.N
	if heap == rest {
		d.outcome = grundy.P
	}
	d.theorem = fmt.Sprintf("misère play beside a heap of Nim: G + *n is P exactly if n is the misère nim-value of G, a digit of its genus (On Numbers and Games, chapter 12; Winning Ways, chapter 13; solve/misere_heap.go); the genus by canonical forms: %d forms of %d positions",
		found.store.Len(), len(found.known))
	return d, nil
}

// winningMoves finds the moves after which (1) says P.
func (r byHeap) winningMoves(s *solver, d *decision, a *Answer) error {
	found := s.forms()
	heap, rest, most, err := found.lookUp(r.all)
	if err != nil {
		return err
	}
	if heap > most {
		i := slices.IndexFunc(r.terms, func(b besideHeap) bool { return slices.Contains(b.heaps, heap) })
		return r.shrink(s, d, i, heap, rest, a)
	}
	behind := make([]besideHeap, len(r.terms)+1) // the sums of the last terms
	for i := len(r.terms) - 1; i >= 0; i-- {
		if behind[i], err = found.plus(r.terms[i], behind[i+1]); err != nil {
			return err
		}
	}
	var before besideHeap
	for i, t := range s.question.Sum {
		others, err := found.plus(before, behind[i+1])
		if err != nil {
			return err
		}
		for _, to := range t.Component.AppendOptions(nil) {
			if err := found.check(); err != nil {
				return err
			}
			b, err := found.besideHeap(to)
			if err != nil {
				return err
			}
			if b, err = found.plus(others, b); err != nil {
				return err
			}
			heap, rest, _, err := found.lookUp(b)
			if err != nil {
				return err
			}
			if heap == rest {
				a.addMove(Move{{i, t.Component, to}}, s.question.MaxMoves)
			}
		}
		if before, err = found.plus(before, r.terms[i]); err != nil {
			return err
		}
	}
	return nil
}

// shrink adds the move that makes a heap of term i, of which there is one, a heap of
// so many. It is looked for among the options with the nim-value that this gives.
func (r byHeap) shrink(s *solver, d *decision, i int, heap, to uint64, a *Answer) error {
	found, c := s.forms(), s.question.Sum[i].Component
	want := r.terms[i]
	want.heaps = slices.DeleteFunc(slices.Clone(want.heaps), func(h uint64) bool { return h == heap })
	want.addHeap(to)
	v, err := s.view(c, grundy.ByNimValue)
	if err != nil {
		return err
	}
	value := d.nimValues[i] ^ heap ^ to
	options, err := v.find(value, value)
	if err != nil {
		return err
	}
	for q := range options.Each {
		b, err := found.besideHeap(q)
		if err != nil {
			return err
		}
		if b.rest == want.rest && b.ones == want.ones && b.twos == want.twos &&
			slices.Equal(slices.Sorted(slices.Values(b.heaps)), slices.Sorted(slices.Values(want.heaps))) {
			a.addMove(Move{{i, c, q}}, s.question.MaxMoves)
		}
	}
	return nil
}

func (r byHeap) reasons(s *solver, _ *decision, say func(string, ...any)) {
	heap, rest, most, err := s.forms().lookUp(r.all)
	if err != nil {
		return
	}
	say("The largest heap holds %d, and all else has the misère nim-value %d: a heap beside it leaves P exactly if it holds as many.", heap, rest)
	if heap > most {
		say("No move in all else makes its misère nim-value more than %d, so only a move in the heap can win.", most)
	}
}
