package certificate

// This file reads and writes automata as certificates hold them, the highest digit first.

import "slices"

// read makes the automaton of a table over the variables 0, 1, …. Where nothing is to be
// cut, the table must be the one that [checker.table] writes.
func (k *checker) read(field string, t Table, tracks int) (*dfa, error) {
	letters, err := k.letters(tracks)
	if err != nil {
		return nil, err
	}
	n := len(t.Next)
	if n == 0 {
		return nil, refuse(field, "there are no states")
	}
	a := &dfa{letters: letters, accept: make([]bool, n)}
	for v := range tracks {
		a.vars = append(a.vars, v)
	}
	for i, s := range t.Accept {
		if s < 0 || s >= n || i > 0 && s <= t.Accept[i-1] {
			return nil, refuse(field, "accept: want ascending states below %d, not %d", n, s)
		}
		a.accept[s] = true
	}
	own := k.ownLetters(tracks, letters)
	for s, row := range t.Next {
		if len(row) != letters {
			return nil, refuse(field, "next[%d] has %d states; there are %d letters", s, len(row), letters)
		}
		for _, to := range row {
			if to < 0 || to >= n {
				return nil, refuse(field, "next[%d] leads to state %d of %d", s, to, n)
			}
		}
		for l := range letters {
			a.next = append(a.next, int32(row[own[l]]))
		}
	}
	a = a.minimal()
	if a.next[0] != 0 {
		return nil, refuse(field, "zeros in front change what it accepts")
	}
	b, err := k.turned(a)
	if err != nil {
		return nil, err
	}
	if b, err = k.within(b); err != nil || k.cut {
		return b, err
	}
	want, err := k.table(b)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(want.Accept, t.Accept) || !slices.EqualFunc(want.Next, t.Next, slices.Equal) {
		return nil, refuse(field, "it is not minimal, or its states are numbered otherwise, or it accepts a word that is not a number")
	}
	return b, nil
}

// ownLetters returns, for each letter here, that of tables, in which the last digit goes
// fastest.
func (k *checker) ownLetters(tracks, letters int) []int {
	own := make([]int, letters)
	for l := range own {
		rest := l
		for i := range tracks {
			own[l] += rest % k.base * k.power(tracks-1-i)
			rest /= k.base
		}
	}
	return own
}

// table writes an automaton.
func (k *checker) table(a *dfa) (t Table, err error) {
	b, err := k.turned(a)
	if err != nil {
		return t, err
	}
	own := k.ownLetters(len(b.vars), b.letters)
	here := make([]int, b.letters) // by the letter of tables
	for l, o := range own {
		here[o] = l
	}
	order, place := []int32{0}, map[int32]int{0: 0}
	t = Table{Accept: []int{}}
	for i := 0; i < len(order); i++ {
		s := order[i]
		if b.accept[s] {
			t.Accept = append(t.Accept, i)
		}
		row := make([]int, b.letters)
		for l := range row {
			to := b.next[int(s)*b.letters+here[l]]
			p, ok := place[to]
			if !ok {
				p = len(order)
				place[to], order = p, append(order, to)
			}
			row[l] = p
		}
		t.Next = append(t.Next, row)
	}
	return t, nil
}

// sizeOf returns how many states an automaton has in the form of a table.
func (k *checker) sizeOf(a *dfa) (int, error) {
	b, err := k.turned(a)
	if err != nil {
		return 0, err
	}
	return b.states(), nil
}

// turned returns an automaton that reads digits the other way round than here, if
// automata here do not read as tables do.
func (k *checker) turned(a *dfa) (*dfa, error) {
	if k.high {
		return a, nil
	}
	return k.backward(a)
}
