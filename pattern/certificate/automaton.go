package certificate

// This file holds automata that read tuples of digits, the lowest digit first or the
// highest. One automaton reads a digit of each of its variables at once. All are complete,
// and accept words of valid numbers only; zeros in front of the highest digits change
// nothing. So two automata over the same variables accept the same
// numbers exactly when their minimal forms are the same.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"grundy/internal/meter"
)

// Bounds of one automaton.
const (
	mostLetters = 1 << 17
	mostStates  = 1 << 21
	mostEdges   = 1 << 26 // states times letters
)

// A SizeError says that an automaton would need more than is allowed.
type SizeError struct {
	Letters, States int // States were reached, each with Letters edges
}

func (e *SizeError) Error() string {
	if e.States == 0 {
		return fmt.Sprintf("an automaton would have %d letters; the verifier allows %d", e.Letters, mostLetters)
	}
	return fmt.Sprintf("an automaton has more than %d states of %d letters; that is over the verifier's budget", e.States, e.Letters)
}

// Unwrap returns [meter.Steps], which is a budget's.
func (*SizeError) Unwrap() error { return meter.Steps }

// A dfa is an automaton. State 0 is the start. The letter of digits d over the
// variables is the sum of d[i] base^i.
type dfa struct {
	vars    []int // ascending
	letters int
	next    []int32 // next[s*letters+l]
	accept  []bool
}

func (a *dfa) states() int { return len(a.accept) }

// A bench is where automata over digits below base are built. It counts what is
// built.
type bench struct {
	base    int
	high    bool // the highest digit is read first
	ctx     context.Context
	account *meter.Account
	largest int // states of the largest automaton before it was made minimal
	built   int // states in all
}

// letters returns the number of letters over some variables.
func (w *bench) letters(vars int) (int, error) {
	n := 1
	for range vars {
		if n *= w.base; n > mostLetters {
			return 0, &SizeError{Letters: n}
		}
	}
	return n, nil
}

// grow returns an error where an automaton of this size is too large. It is called for
// each state.
func (w *bench) grow(states, letters int) error {
	if states > mostStates || states*letters > mostEdges {
		return &SizeError{letters, states}
	}
	w.built++
	if w.built%1024 == 0 && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	w.largest = max(w.largest, states)
	return w.account.Take(uint64(4 * letters))
}

// explore makes an automaton from a start and what follows: step returns the
// key of the state behind a letter.
func explore[K comparable](w *bench, vars []int, start K, step func(state K, letter int) (K, error), accept func(K) bool) (*dfa, error) {
	letters, err := w.letters(len(vars))
	if err != nil {
		return nil, err
	}
	a := &dfa{vars: vars, letters: letters}
	index := map[K]int32{start: 0}
	keys := []K{start}
	before := w.account.Held()
	for s := 0; s < len(keys); s++ {
		if err := w.grow(s+1, letters); err != nil {
			return nil, err
		}
		a.accept = append(a.accept, accept(keys[s]))
		for l := range letters {
			k, err := step(keys[s], l)
			if err != nil {
				return nil, err
			}
			t, ok := index[k]
			if !ok {
				t = int32(len(keys))
				index[k] = t
				if keys = append(keys, k); len(keys) > mostStates {
					return nil, &SizeError{letters, len(keys)}
				}
			}
			a.next = append(a.next, t)
		}
	}
	w.account.Give(w.account.Held() - before)
	return a.minimal(), nil
}

// truth is the automaton over no variables that accepts or not.
func truth(accept bool) *dfa {
	return &dfa{letters: 1, next: []int32{0}, accept: []bool{accept}}
}

// An operation says whether a word is accepted by what two automata say of it.
type operation func(a, b bool) bool

func and(a, b bool) bool    { return a && b }
func or(a, b bool) bool     { return a || b }
func andNot(a, b bool) bool { return a && !b }
func differ(a, b bool) bool { return a != b }

// product joins two automata. The operation must say no where both do. Where one has
// variables that the other lacks, these may be any digits there: use it for "and" only,
// or where the variables are the same, or where a has all of them and "andNot".
func (w *bench) product(a, b *dfa, join operation) (*dfa, error) {
	vars := slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.vars, b.vars))))
	letters, err := w.letters(len(vars))
	if err != nil {
		return nil, err
	}
	inA, inB := w.lettersOf(a.vars, vars, letters), w.lettersOf(b.vars, vars, letters)
	deadA, deadB := a.dead(), b.dead()
	lost := [2]int32{-1, -1}
	return explore(w, vars, [2]int32{0, 0}, func(s [2]int32, l int) ([2]int32, error) {
		if s == lost {
			return lost, nil
		}
		t := [2]int32{a.next[int(s[0])*a.letters+inA[l]], b.next[int(s[1])*b.letters+inB[l]]}
		// Nothing is accepted any more where the operation says no whatever those say that
		// are still alive.
		x, y := !deadA[t[0]], !deadB[t[1]]
		if !join(x, y) && !join(x, false) && !join(false, y) {
			return lost, nil
		}
		return t, nil
	}, func(s [2]int32) bool { return s != lost && join(a.accept[s[0]], b.accept[s[1]]) })
}

// lettersOf returns, for each letter over all variables, the letter over some of them.
func (w *bench) lettersOf(some, all []int, letters int) []int {
	in := make([]int, letters)
	for l := range in {
		rest := l
		for _, v := range all {
			if i := slices.Index(some, v); i >= 0 {
				in[l] += rest % w.base * w.power(i)
			}
			rest /= w.base
		}
	}
	return in
}

func (w *bench) power(i int) int {
	n := 1
	for range i {
		n *= w.base
	}
	return n
}

// dead tells from which states nothing is accepted.
func (a *dfa) dead() []bool {
	dead := make([]bool, a.states())
	for s, yes := range a.accept {
		dead[s] = !yes
	}
	for changed := true; changed; {
		changed = false
		for s := len(dead) - 1; s >= 0; s-- {
			if dead[s] && slices.ContainsFunc(a.next[s*a.letters:(s+1)*a.letters], func(t int32) bool { return !dead[t] }) {
				dead[s], changed = false, true
			}
		}
	}
	return dead
}

// minimal returns the automaton with the fewest states, numbered in the order in which
// a search in breadth meets them: E. F. Moore 1956. States are told apart by a hash of
// the classes they lead to. At the end the classes are compared exactly, so that the
// result does not hang on the hash.
func (a *dfa) minimal() *dfa {
	for seed := uint64(1); ; seed++ {
		if m := a.minimalBy(seed); m != nil {
			return m
		}
	}
}

// minimalBy is minimal by a hash, or nil where it is the same for states that differ.
func (a *dfa) minimalBy(seed uint64) *dfa {
	n := a.states()
	class := make([]int32, n)
	classes := 0
	for s, yes := range a.accept {
		if yes {
			class[s] = 1
		}
	}
	hashes := make([]uint64, n)
	fresh := make([]int32, n)
	for {
		index := make(map[uint64]int32, classes)
		for s := range n {
			h := uint64(class[s])*0x9e3779b97f4a7c15 + seed
			for _, t := range a.next[s*a.letters : (s+1)*a.letters] {
				h ^= uint64(class[t]) + 1
				h *= 0xff51afd7ed558ccd
				h ^= h >> 29
			}
			hashes[s] = h
			c, ok := index[h]
			if !ok {
				c = int32(len(index))
				index[h] = c
			}
			fresh[s] = c
		}
		class, fresh = fresh, class
		if len(index) == classes {
			break
		}
		classes = len(index)
	}
	// One state of each class, in breadth from the start.
	order := []int32{0}
	place := make([]int32, classes)
	for c := range place {
		place[c] = -1
	}
	place[class[0]] = 0
	m := &dfa{vars: a.vars, letters: a.letters}
	for i := 0; i < len(order); i++ {
		s := int(order[i])
		m.accept = append(m.accept, a.accept[s])
		for _, t := range a.next[s*a.letters : (s+1)*a.letters] {
			c := class[t]
			if place[c] < 0 {
				place[c] = int32(len(order))
				order = append(order, t)
			}
			m.next = append(m.next, place[c])
		}
	}
	for s := range n {
		p := place[class[s]]
		if p < 0 {
			continue // it cannot be reached
		}
		same := m.accept[p] == a.accept[s]
		for l, t := range a.next[s*a.letters : (s+1)*a.letters] {
			same = same && m.next[int(p)*a.letters+l] == place[class[t]]
		}
		if !same {
			return nil
		}
	}
	return m
}

// same reports whether two minimal automata are equal.
func same(a, b *dfa) bool {
	return slices.Equal(a.vars, b.vars) && slices.Equal(a.next, b.next) && slices.Equal(a.accept, b.accept)
}

// empty reports whether nothing is accepted.
func (a *dfa) empty() bool { return !slices.Contains(a.accept, true) }

// determinise makes an automaton of one that may be in several states at once: of sets
// of states, which targets reports behind a letter.
func (w *bench) determinise(vars []int, start []int32, dead []bool, states int, targets func(s int32, letter int, to func(int32)), accept []bool) (*dfa, error) {
	var keys [][]int32
	seen := make([]int, states)
	stamp := 0
	var name []byte
	index := map[string]int{}
	intern := func(set []int32) (int, error) {
		slices.Sort(set)
		name = name[:0]
		for _, s := range set {
			name = binary.LittleEndian.AppendUint32(name, uint32(s))
		}
		i, ok := index[string(name)]
		if !ok {
			if err := w.account.Take(uint64(8*len(set) + 64)); err != nil {
				return 0, err
			}
			i = len(keys)
			index[string(name)], keys = i, append(keys, slices.Clone(set))
		}
		return i, nil
	}
	first, err := intern(slices.DeleteFunc(slices.Clone(start), func(s int32) bool { return dead[s] }))
	if err != nil {
		return nil, err
	}
	before := w.account.Held()
	var set []int32
	a, err := explore(w, vars, first, func(k, l int) (int, error) {
		stamp++
		set = set[:0]
		for _, s := range keys[k] {
			targets(s, l, func(t int32) {
				if seen[t] != stamp && !dead[t] {
					seen[t], set = stamp, append(set, t)
				}
			})
		}
		return intern(set)
	}, func(k int) bool {
		return slices.ContainsFunc(keys[k], func(s int32) bool { return accept[s] })
	})
	if err == nil {
		w.account.Give(w.account.Held() - before)
	}
	return a, err
}

// exists returns the numbers of the other variables for which some v is accepted.
func (w *bench) exists(a *dfa, v int) (*dfa, error) {
	at := slices.Index(a.vars, v)
	if at < 0 {
		return a, nil
	}
	low := w.power(at)
	rest := slices.Delete(slices.Clone(a.vars), at, at+1)
	// The higher digits of v may go on where those of the others are zeros.
	accept, start := slices.Clone(a.accept), []int32{0}
	for i := 0; w.high && i < len(start); i++ {
		for d := range w.base {
			if t := a.next[int(start[i])*a.letters+d*low]; !slices.Contains(start, t) {
				start = append(start, t)
			}
		}
	}
	for changed := !w.high; changed; {
		changed = false
		for s := range accept {
			for d := 0; d < w.base && !accept[s]; d++ {
				if accept[a.next[s*a.letters+d*low]] {
					accept[s], changed = true, true
				}
			}
		}
	}
	return w.determinise(rest, start, a.dead(), a.states(), func(s int32, l int, to func(int32)) {
		from := int(s)*a.letters + l/low*low*w.base + l%low
		for d := range w.base {
			to(a.next[from+d*low])
		}
	}, accept)
}

// backward returns the automaton that reads the digits from the other end.
func (w *bench) backward(a *dfa) (*dfa, error) {
	var start []int32
	for s, yes := range a.accept {
		if yes {
			start = append(start, int32(s))
		}
	}
	before := make([][]int32, a.states()*a.letters)
	for i, t := range a.next {
		to := int(t)*a.letters + i%a.letters
		before[to] = append(before[to], int32(i/a.letters))
	}
	accept := make([]bool, a.states())
	accept[0] = true
	return w.determinise(a.vars, start, make([]bool, a.states()), a.states(), func(s int32, l int, to func(int32)) {
		for _, t := range before[int(s)*a.letters+l] {
			to(t)
		}
	}, accept)
}

// rename gives the i-th variable another name; two may get the same one, and are equal
// then.
func (w *bench) rename(a *dfa, names ...int) (*dfa, error) {
	vars := slices.Compact(slices.Sorted(slices.Values(names)))
	letters, err := w.letters(len(vars))
	if err != nil {
		return nil, err
	}
	in := make([]int, letters)
	for l := range in {
		for i, v := range names {
			in[l] += l / w.power(slices.Index(vars, v)) % w.base * w.power(i)
		}
	}
	m := &dfa{vars: vars, letters: letters, accept: a.accept}
	if letters*a.states() > mostEdges {
		return nil, &SizeError{letters, a.states()}
	}
	for s := range a.states() {
		for _, l := range in {
			m.next = append(m.next, a.next[s*a.letters+l])
		}
	}
	return m.minimal(), nil
}

// shortest returns the letters of a shortest word that is accepted, or an error if there
// is none.
func (a *dfa) shortest() ([]int, error) {
	from := make([]int, a.states()) // the edge by which a state is met first
	for s := range from {
		from[s] = -1
	}
	order := []int{0}
	for i := 0; i < len(order); i++ {
		s := order[i]
		if a.accept[s] {
			var word []int
			for s != 0 {
				word = append(word, from[s]%a.letters)
				s = from[s] / a.letters
			}
			slices.Reverse(word)
			return word, nil
		}
		for l := range a.letters {
			if t := int(a.next[s*a.letters+l]); t != 0 && from[t] < 0 {
				from[t] = s*a.letters + l
				order = append(order, t)
			}
		}
	}
	return nil, errors.New("nothing is accepted")
}
