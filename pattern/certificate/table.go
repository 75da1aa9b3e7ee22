package certificate

// This file reads and writes automata as certificates hold them, the highest digit first.

import "slices"

// read makes the automaton of a table over the variables 0, 1, …. Where nothing is to be
// cut, the table must be the one that [checker.table] writes.
func (k *checker) read(field string, t Table, tracks int) *dfa {
	letters := k.letters(tracks)
	if letters > 1<<17 {
		k.fail(&SizeError{Letters: letters})
	}
	n := len(t.Next)
	if n == 0 {
		k.refuse(field, "there are no states")
	}
	if k.err != nil {
		return nothing(firsts(tracks))
	}
	a := &dfa{vars: firsts(tracks), first: []int32{0}, accept: make([]bool, n)}
	for i, s := range t.Accept {
		if s < 0 || s >= n || i > 0 && s <= t.Accept[i-1] {
			k.refuse(field, "accept: want ascending states below %d, not %d", n, s)
			return nothing(a.vars)
		}
		a.accept[s] = true
	}
	for s, row := range t.Next {
		if len(row) != letters {
			k.refuse(field, "next[%d] has %d states; there are %d letters", s, len(row), letters)
			return nothing(a.vars)
		}
		for l, to := range row {
			if to < 0 || to >= n {
				k.refuse(field, "next[%d] leads to state %d of %d", s, to, n)
				return nothing(a.vars)
			}
			a.edges = append(a.edges, edge{k.otherEnd(l, tracks), int32(to)})
		}
		a.first = append(a.first, int32(len(a.edges)))
	}
	a = a.minimal()
	if a.step(0, 0) != 0 && !a.empty() {
		k.refuse(field, "zeros in front change what it accepts")
	}
	b := k.within(a)
	if k.cut {
		return b
	}
	want := k.table(b)
	if !slices.Equal(want.Accept, t.Accept) || !slices.EqualFunc(want.Next, t.Next, slices.Equal) {
		k.refuse(field, "it is not minimal, or its states are numbered otherwise, or it accepts a word that is not a number")
	}
	return b
}

// otherEnd turns round the digits of a letter: the last one goes fastest in tables.
func (k *checker) otherEnd(letter, tracks int) (other uint32) {
	for range tracks {
		other = other*uint32(k.base) + uint32(letter%k.base)
		letter /= k.base
	}
	return other
}

// table writes an automaton. A state from which nothing is accepted is added where it is
// met first, if any letter leads there.
func (k *checker) table(b *dfa) Table {
	letters := k.letters(len(b.vars))
	order, place := []int32{0}, map[int32]int{0: 0}
	if b.empty() {
		order, place = []int32{-1}, map[int32]int{-1: 0}
	}
	t := Table{Accept: []int{}}
	for i := 0; i < len(order); i++ {
		s := order[i]
		if s >= 0 && b.accept[s] {
			t.Accept = append(t.Accept, i)
		}
		row := make([]int, letters)
		for l := range row {
			to := int32(-1)
			if s >= 0 {
				to = b.step(s, k.otherEnd(l, len(b.vars)))
			}
			p, ok := place[to]
			if !ok {
				p = len(order)
				place[to], order = p, append(order, to)
			}
			row[l] = p
		}
		t.Next = append(t.Next, row)
	}
	return t
}

// sizeOf returns how many states an automaton has in the form of a table.
func (k *checker) sizeOf(b *dfa) int {
	if b.empty() || len(b.edges) == b.states()*k.letters(len(b.vars)) {
		return b.states()
	}
	return b.states() + 1
}
