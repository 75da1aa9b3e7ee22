package certificate

// Automata read tuples of digits, the highest first. One automaton reads a digit of each of its
// variables at once. It has only the edges from which a word can still be accepted. It accepts
// words of valid numbers only; zeros in front of the highest digits change nothing. So two
// automata over the same variables accept the same numbers exactly when their minimal forms are
// the same.

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

// Bounds of one automaton.
const (
	mostLetters = 1 << 32
	mostStates  = 1 << 22
	mostEdges   = 1 << 26
)

// A SizeError says that an automaton would need more than is allowed.
type SizeError struct {
	Letters, States, Edges int // Letters is 0 where these were few enough
}

func (e *SizeError) Error() string {
	if e.Letters > 0 {
		return fmt.Sprintf("an automaton would have %d letters; that is over the verifier's budget", e.Letters)
	}
	return fmt.Sprintf("an automaton has more than %d states and %d edges; that is over the verifier's budget", e.States-1, e.Edges-1)
}

// Unwrap returns [meter.Steps], which is a budget's.
func (*SizeError) Unwrap() error { return meter.Steps }

// A dfa is an automaton. State 0 is the start. The letter of digits d over the
// variables is the sum of d[i] base^i.
type dfa struct {
	vars   []int   // ascending
	first  []int32 // the edges of state s are those from first[s] to first[s+1], by letter
	edges  []edge
	accept []bool
}

// An edge leads to a state.
type edge struct {
	letter uint32
	to     int32
}

func (a *dfa) states() int        { return len(a.accept) }
func (a *dfa) row(s int32) []edge { return a.edges[a.first[s]:a.first[s+1]] }

// step returns the state behind a letter, or -1 where no word goes on from there.
func (a *dfa) step(s int32, letter uint32) int32 {
	row := a.row(s)
	if i, ok := slices.BinarySearchFunc(row, letter, func(e edge, l uint32) int { return cmp.Compare(e.letter, l) }); ok {
		return row[i].to
	}
	return -1
}

// A bench is where automata over digits below base are built. It counts what is
// built. After the first error, each automaton that it makes accepts nothing: nothing may be
// believed of them before err is looked at.
type bench struct {
	base    int
	ctx     context.Context
	account *meter.Account
	built   int // states in all
	err     error
}

// fail notes an error, unless there was one before.
func (w *bench) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// take takes memory, and reports whether there is as much.
func (w *bench) take(bytes uint64) bool {
	if err := w.account.Take(bytes); err != nil {
		w.fail(err)
	}
	return w.err == nil
}

// letters returns the number of letters over some variables, 0 where they are too many.
func (w *bench) letters(vars int) int {
	n := 1
	for range vars {
		if n *= w.base; n > mostLetters {
			w.fail(&SizeError{Letters: n})
			return 0
		}
	}
	return n
}

func (w *bench) power(i int) uint32 {
	n := uint32(1)
	for range i {
		n *= uint32(w.base)
	}
	return n
}

// grow makes an automaton of states that are numbered as they are met. Row adds
// the edges of a state, and says whether it accepts; count is how many states are met.
func (w *bench) grow(vars []int, count func() int, row func(s int32, edges []edge) ([]edge, bool)) *dfa {
	a := &dfa{vars: vars, first: []int32{0}}
	taken := uint64(0)
	defer func() { w.account.Give(taken) }()
	w.letters(len(vars))
	for s := 0; s < count() && w.err == nil; s++ {
		var yes bool
		a.edges, yes = row(int32(s), a.edges)
		if count() > mostStates || len(a.edges) > mostEdges {
			w.fail(&SizeError{States: count(), Edges: len(a.edges)})
		}
		bytes := 64 + 48*uint64(len(a.edges)-int(a.first[s]))
		if w.take(bytes) {
			taken += bytes
		}
		if w.built++; w.built%256 == 0 && w.ctx.Err() != nil {
			w.fail(context.Cause(w.ctx))
		}
		a.first, a.accept = append(a.first, int32(len(a.edges))), append(a.accept, yes)
	}
	if w.err != nil {
		return nothing(vars)
	}
	return a
}

// explore makes an automaton from a start and what follows: step returns the
// key of the state behind a letter, or false where no word goes on from there.
func explore[K comparable](w *bench, vars []int, start K, step func(state K, letter int) (K, bool), accept func(K) bool) *dfa {
	letters := w.letters(len(vars))
	index := map[K]int32{start: 0}
	keys := []K{start}
	return w.grow(vars, func() int { return len(keys) }, func(s int32, edges []edge) ([]edge, bool) {
		for l := range letters {
			k, ok := step(keys[s], l)
			if !ok {
				continue
			}
			t, met := index[k]
			if !met {
				t = int32(len(keys))
				index[k], keys = t, append(keys, k)
			}
			edges = append(edges, edge{uint32(l), t})
		}
		return edges, accept(keys[s])
	}).minimal()
}

// truth is the automaton over no variables that accepts or not.
func truth(accept bool) *dfa {
	if accept {
		return &dfa{first: []int32{0, 1}, edges: []edge{{0, 0}}, accept: []bool{true}}
	}
	return nothing(nil)
}

// nothing is the automaton that accepts nothing.
func nothing(vars []int) *dfa { return &dfa{vars: vars, first: []int32{0, 0}, accept: []bool{false}} }

// An operation says whether a word is accepted by what two automata say of it.
type operation func(a, b bool) bool

func and(a, b bool) bool    { return a && b }
func or(a, b bool) bool     { return a || b }
func andNot(a, b bool) bool { return a && !b }
func differ(a, b bool) bool { return a != b }

// An arc is an edge of a part of a product. Key is the letter over the variables that
// both parts have, and more what the other digits add to the letter of the product.
type arc struct {
	key, more uint32
	to        int32
}

// A pairing numbers pairs of states as they are met. -1 stands for no state.
type pairing struct {
	width int
	flat  []int32 // by pair, where there are few
	index map[uint64]int32
	met   [][2]int32
}

func newPairing(a, b *dfa) *pairing {
	p := &pairing{width: b.states() + 1}
	if n := (a.states() + 1) * p.width; n <= 1<<20 {
		p.flat = make([]int32, n)
	} else {
		p.index = map[uint64]int32{}
	}
	return p
}

func (p *pairing) number(s, t int32) int32 {
	at := uint64(s+1)*uint64(p.width) + uint64(t+1)
	var n int32
	if p.flat != nil {
		n = p.flat[at]
	} else {
		n = p.index[at]
	}
	if n == 0 {
		p.met = append(p.met, [2]int32{s, t})
		if n = int32(len(p.met)); p.flat != nil {
			p.flat[at] = n
		} else {
			p.index[at] = n
		}
	}
	return n - 1
}

// product joins two automata. The operation must say no where both do. Where one has
// variables that the other lacks, these may be any digits there: use it for "and" only,
// or where the variables are the same, or where a has all of them and "andNot".
func (w *bench) product(a, b *dfa, join operation) *dfa { return w.pairs(a, b, join).minimal() }

// pairs makes the same automaton, with more states.
func (w *bench) pairs(a, b *dfa, join operation) *dfa {
	vars := slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.vars, b.vars))))
	if w.letters(len(vars)); w.err != nil {
		return nothing(vars)
	}
	arcsA, arcsB := w.arcs(a, b.vars, vars), w.arcs(b, a.vars, vars)
	onlyA, onlyB := join(true, false), join(false, true)
	pairs := newPairing(a, b)
	pairs.number(0, 0)
	return w.grow(vars, func() int { return len(pairs.met) }, func(n int32, edges []edge) ([]edge, bool) {
		s, t := pairs.met[n][0], pairs.met[n][1]
		var x, y []arc
		if s >= 0 {
			x = arcsA[a.first[s]:a.first[s+1]]
		}
		if t >= 0 {
			y = arcsB[b.first[t]:b.first[t+1]]
		}
		for len(x) > 0 && (len(y) > 0 || onlyA) || len(y) > 0 && onlyB {
			switch {
			case len(y) == 0 || len(x) > 0 && x[0].key < y[0].key:
				if onlyA {
					edges = append(edges, edge{x[0].key + x[0].more, pairs.number(x[0].to, -1)})
				}
				x = x[1:]
			case len(x) == 0 || y[0].key < x[0].key:
				if onlyB {
					edges = append(edges, edge{y[0].key + y[0].more, pairs.number(-1, y[0].to)})
				}
				y = y[1:]
			default:
				for _, e := range y {
					if e.key != x[0].key {
						break
					}
					edges = append(edges, edge{x[0].key + x[0].more + e.more, pairs.number(x[0].to, e.to)})
				}
				key := x[0].key
				if x = x[1:]; len(x) == 0 || x[0].key != key {
					for len(y) > 0 && y[0].key == key {
						y = y[1:]
					}
				}
			}
		}
		return edges, join(s >= 0 && a.accept[s], t >= 0 && b.accept[t])
	})
}

// arcs returns the edges of an automaton as parts of those over all variables, in each
// row by the digits that another automaton has too.
func (w *bench) arcs(a *dfa, others, all []int) []arc {
	base := uint32(w.base)
	var weights []uint32
	var shared []bool
	for _, v := range a.vars {
		weights = append(weights, w.power(slices.Index(all, v)))
		shared = append(shared, slices.Contains(others, v))
	}
	arcs := make([]arc, len(a.edges))
	for i, e := range a.edges {
		x := arc{to: e.to}
		rest := e.letter
		for j, weight := range weights {
			d := rest % base * weight
			if rest /= base; shared[j] {
				x.key += d
			} else {
				x.more += d
			}
		}
		arcs[i] = x
	}
	byKey := func(x, y arc) int { return cmp.Compare(x.key, y.key) }
	for s := range a.accept {
		if row := arcs[a.first[s]:a.first[s+1]]; !slices.IsSortedFunc(row, byKey) {
			slices.SortFunc(row, byKey)
		}
	}
	return arcs
}

// tails returns the state that each edge leaves.
func (a *dfa) tails() []int32 {
	tail := make([]int32, len(a.edges))
	for s := range a.accept {
		for i := a.first[s]; i < a.first[s+1]; i++ {
			tail[i] = int32(s)
		}
	}
	return tail
}

// live returns an automaton without the states from which nothing is accepted.
func (a *dfa) live() *dfa {
	n := a.states()
	into := incoming(n, a.edges)
	tail := a.tails()
	lives := make([]int32, n) // 0: no
	var open []int32
	for s, yes := range a.accept {
		if yes {
			lives[s], open = 1, append(open, int32(s))
		}
	}
	count := len(open)
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range into.of(s) {
			if t := tail[i]; lives[t] == 0 {
				lives[t], open = 1, append(open, t)
				count++
			}
		}
	}
	if lives[0] == 0 {
		return nothing(a.vars)
	}
	if count == n {
		return a
	}
	b := &dfa{vars: a.vars, first: []int32{0}}
	for s := range n {
		if lives[s] > 0 {
			lives[s] = int32(len(b.accept)) + 1
			b.accept = append(b.accept, a.accept[s])
		}
	}
	for s := range n {
		if lives[s] == 0 {
			continue
		}
		for _, e := range a.row(int32(s)) {
			if t := lives[e.to]; t > 0 {
				b.edges = append(b.edges, edge{e.letter, t - 1})
			}
		}
		b.first = append(b.first, int32(len(b.edges)))
	}
	return b
}

// A groups holds which edges lead to each state.
type groups struct{ first, list []int32 }

func (g groups) of(s int32) []int32 { return g.list[g.first[s]:g.first[s+1]] }

func incoming(states int, edges []edge) groups {
	g := groups{make([]int32, states+2), make([]int32, len(edges))}
	for _, e := range edges {
		g.first[e.to+2]++
	}
	for s := 2; s < len(g.first); s++ {
		g.first[s] += g.first[s-1]
	}
	for i, e := range edges {
		g.list[g.first[e.to+1]] = int32(i)
		g.first[e.to+1]++
	}
	return g
}

// A partition of 0 … n-1 into sets that are split by what is marked.
type partition struct {
	all, place, set           []int32 // elements by set; where each stands; in which set it is
	first, past, marks, stack []int32 // by set; stack has the sets with marks
}

func newPartition(n int) *partition {
	p := &partition{all: make([]int32, n), place: make([]int32, n), set: make([]int32, n), first: []int32{0}, past: []int32{int32(n)}, marks: []int32{0}}
	for i := range n {
		p.all[i], p.place[i] = int32(i), int32(i)
	}
	return p
}

func (p *partition) members(set int32) []int32 { return p.all[p.first[set]:p.past[set]] }

// mark puts an element to the marked ones of its set. Call it once for each.
func (p *partition) mark(x int32) {
	s := p.set[x]
	from, to := p.place[x], p.first[s]+p.marks[s]
	if from < to {
		return
	}
	y := p.all[to]
	p.all[from], p.all[to], p.place[y], p.place[x] = y, x, from, to
	if p.marks[s] == 0 {
		p.stack = append(p.stack, s)
	}
	p.marks[s]++
}

// split makes a new set of the marked or the other elements of each set, which are fewer.
func (p *partition) split() {
	for _, s := range p.stack {
		from, middle, to := p.first[s], p.first[s]+p.marks[s], p.past[s]
		p.marks[s] = 0
		if middle == to {
			continue
		}
		if z := int32(len(p.first)); middle-from <= to-middle {
			p.first[s] = middle
			p.first, p.past = append(p.first, from), append(p.past, middle)
			for _, x := range p.all[from:middle] {
				p.set[x] = z
			}
		} else {
			p.past[s] = middle
			p.first, p.past = append(p.first, middle), append(p.past, to)
			for _, x := range p.all[middle:to] {
				p.set[x] = z
			}
		}
		p.marks = append(p.marks, 0)
	}
	p.stack = p.stack[:0]
}

// minimal returns the automaton with the fewest states, numbered in the order in which
// a search in breadth meets them: A. Valmari, Fast brief practical DFA minimization, 2012.
// It costs O(e log e) for e edges.
func (a *dfa) minimal() *dfa {
	a = a.live()
	n := a.states()
	tail := a.tails()
	into := incoming(n, a.edges)
	states, ways := newPartition(n), newPartition(len(a.edges))
	for s, yes := range a.accept {
		if yes {
			states.mark(int32(s))
		}
	}
	states.split()
	// The edges are sets by letter at first.
	byLetter := make([]uint64, len(a.edges))
	for i, e := range a.edges {
		byLetter[i] = pack(e.letter, int32(i))
	}
	slices.Sort(byLetter)
	ways.first, ways.past, ways.marks = nil, nil, nil
	for i, x := range byLetter {
		if i == 0 || x>>32 != byLetter[i-1]>>32 {
			ways.first, ways.past, ways.marks = append(ways.first, int32(i)), append(ways.past, int32(i)), append(ways.marks, 0)
		}
		e, set := int32(x), len(ways.first)-1
		ways.past[set]++
		ways.all[i], ways.place[e], ways.set[e] = e, int32(i), int32(set)
	}
	for b, c := int32(1), int32(0); int(c) < len(ways.first); c++ {
		for _, e := range ways.members(c) {
			states.mark(tail[e])
		}
		states.split()
		for ; int(b) < len(states.first); b++ {
			for _, s := range states.members(b) {
				for _, e := range into.of(s) {
					ways.mark(e)
				}
			}
			ways.split()
		}
	}
	return a.quotient(states.set, len(states.first))
}

// quotient joins the states of each class, and numbers these in breadth from the start.
func (a *dfa) quotient(class []int32, classes int) *dfa {
	order, place := []int32{0}, make([]int32, classes) // place is 0 where a class is not met
	place[class[0]] = 1
	m := &dfa{vars: a.vars, first: []int32{0}}
	for i := 0; i < len(order); i++ {
		from := len(m.edges)
		m.accept = append(m.accept, a.accept[order[i]])
		m.edges = append(m.edges, a.row(order[i])...)
		row := m.edges[from:]
		slices.SortFunc(row, func(x, y edge) int { return cmp.Compare(x.letter, y.letter) })
		for j := range row {
			c := class[row[j].to]
			if place[c] == 0 {
				order = append(order, row[j].to)
				place[c] = int32(len(order))
			}
			row[j].to = place[c] - 1
		}
		m.first = append(m.first, int32(len(m.edges)))
	}
	return m
}

// same reports whether two minimal automata are equal.
func same(a, b *dfa) bool {
	return slices.Equal(a.vars, b.vars) && slices.Equal(a.first, b.first) && slices.Equal(a.edges, b.edges) && slices.Equal(a.accept, b.accept)
}

// empty reports whether nothing is accepted.
func (a *dfa) empty() bool { return !slices.Contains(a.accept, true) }

// A cloud is an automaton that may be in several states at once. An edge is the letter,
// shifted, and the state to which it leads; those of state s are from first[s] to
// first[s+1], ascending.
type cloud struct {
	vars   []int
	start  []int32
	first  []int32
	edges  []uint64
	accept []bool
}

func pack(letter uint32, to int32) uint64 { return uint64(letter)<<32 | uint64(to) }

// add adds the edges of the next state.
func (c *cloud) add(edges []uint64) {
	from := len(c.edges)
	c.edges = append(c.edges, edges...)
	slices.Sort(c.edges[from:])
	c.first = append(c.first, int32(len(c.edges)))
}

// determinise makes an automaton of sets of states.
func (w *bench) determinise(c *cloud) *dfa {
	var sets [][]int32
	var name []byte
	index := map[string]int32{}
	taken := uint64(0)
	defer func() { w.account.Give(taken) }()
	number := func(set []int32) int32 { // of an ascending set
		name = name[:0]
		for _, s := range set {
			name = binary.LittleEndian.AppendUint32(name, uint32(s))
		}
		i, ok := index[string(name)]
		if !ok {
			bytes := uint64(8*len(set) + 96)
			if w.take(bytes) {
				taken += bytes
			}
			i = int32(len(sets))
			index[string(name)], sets = i, append(sets, slices.Clone(set))
		}
		return i
	}
	slices.Sort(c.start)
	number(slices.Compact(c.start))
	var ways []uint64
	var set []int32
	return w.grow(c.vars, func() int { return len(sets) }, func(k int32, edges []edge) ([]edge, bool) {
		accept := false
		now := ways[:0]
		for _, s := range sets[k] {
			accept = accept || c.accept[s]
			now = append(now, c.edges[c.first[s]:c.first[s+1]]...)
		}
		if ways = now; len(sets[k]) > 1 {
			slices.Sort(now)
		}
		for i := 0; i < len(now); {
			letter := uint32(now[i] >> 32)
			set = set[:0]
			for ; i < len(now) && uint32(now[i]>>32) == letter; i++ {
				if to := int32(uint32(now[i])); len(set) == 0 || set[len(set)-1] != to {
					set = append(set, to)
				}
			}
			edges = append(edges, edge{letter, number(set)})
		}
		return edges, accept
	}).minimal()
}

// exists returns the numbers of the other variables for which some v is accepted.
func (w *bench) exists(a *dfa, v int) *dfa {
	at := slices.Index(a.vars, v)
	if at < 0 {
		return a
	}
	low, base := w.power(at), uint32(w.base)
	c := &cloud{vars: slices.Delete(slices.Clone(a.vars), at, at+1), start: []int32{0}, first: []int32{0}, accept: a.accept}
	var row []uint64
	for s := range a.accept {
		row = row[:0]
		for _, e := range a.row(int32(s)) {
			row = append(row, pack(e.letter/low/base*low+e.letter%low, e.to))
		}
		c.add(row)
	}
	// The higher digits of v may go on where those of the others are zeros.
	for i := 0; i < len(c.start); i++ {
		for _, e := range c.edges[c.first[c.start[i]]:c.first[c.start[i]+1]] {
			if t := int32(uint32(e)); e>>32 == 0 && !slices.Contains(c.start, t) {
				c.start = append(c.start, t)
			}
		}
	}
	return w.determinise(c)
}

// backward returns the automaton that reads the digits from the other end.
func (w *bench) backward(a *dfa) *dfa {
	c := &cloud{vars: a.vars, first: []int32{0}, accept: make([]bool, a.states())}
	c.accept[0] = true
	into := make([][]uint64, a.states())
	for s, yes := range a.accept {
		if yes {
			c.start = append(c.start, int32(s))
		}
		for _, e := range a.row(int32(s)) {
			into[e.to] = append(into[e.to], pack(e.letter, int32(s)))
		}
	}
	for _, row := range into {
		c.add(row)
	}
	return w.determinise(c)
}

// rename gives the i-th variable another name; two may get the same one, and are equal
// then.
func (w *bench) rename(a *dfa, names ...int) *dfa {
	ascends := true
	for i := 1; i < len(names); i++ {
		ascends = ascends && names[i-1] < names[i]
	}
	if ascends {
		return &dfa{names, a.first, a.edges, a.accept}
	}
	vars := slices.Compact(slices.Sorted(slices.Values(names)))
	base := uint32(w.base)
	weights := make([]uint32, len(names))
	before := make([]int, len(names)) // a variable that gets the same name, or its own
	for i, v := range names {
		weights[i], before[i] = w.power(slices.Index(vars, v)), slices.Index(names, v)
	}
	m := &dfa{vars: vars, first: []int32{0}, accept: a.accept}
	digits := make([]uint32, len(names))
	for s := range a.accept {
	edges:
		for _, e := range a.row(int32(s)) {
			rest, letter := e.letter, uint32(0)
			for i, weight := range weights {
				digits[i] = rest % base
				rest /= base
				if before[i] == i {
					letter += digits[i] * weight
				} else if digits[before[i]] != digits[i] {
					continue edges
				}
			}
			m.edges = append(m.edges, edge{letter, e.to})
		}
		m.first = append(m.first, int32(len(m.edges)))
	}
	if len(vars) == len(names) { // another order of the same
		class := make([]int32, m.states())
		for s := range class {
			class[s] = int32(s)
		}
		return m.quotient(class, len(class))
	}
	return m.minimal()
}

// shortest returns the letters of a shortest word that is accepted, none where there is none.
func (a *dfa) shortest() (word []int) {
	type way struct{ from, letter int32 }
	ways := make([]way, a.states()) // the edge by which a state is met first
	order, met := []int32{0}, make([]bool, a.states())
	met[0] = true
	for i := 0; i < len(order); i++ {
		s := order[i]
		if a.accept[s] {
			for ; s != 0; s = ways[s].from {
				word = append(word, int(uint32(ways[s].letter)))
			}
			slices.Reverse(word)
			return word
		}
		for _, e := range a.row(s) {
			if !met[e.to] {
				met[e.to] = true
				ways[e.to], order = way{s, int32(e.letter)}, append(order, e.to)
			}
		}
	}
	return nil
}
