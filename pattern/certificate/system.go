package certificate

// A numeration system is defined here and checked. Number n is the n-th word of a regular language
// in the order of length and then of digits, highest first: that is all that a theorem rests on.
// The adder is made from the recurrence of the weights, by a search that may err, and then checked
// by the automata themselves: x + 0 = x, and x + (y+1) = (x+y) + 1 for the least y+1 above y. By
// induction on y that makes it the sum of the numbers of the words. Every other relation is made
// from the adder by logic.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/meter"
)

// A system is a numeration system: weights 1 = U(0) < U(1) < …, and the greedy words.
type system struct {
	bench
	name    string
	place   int       // the base where U(i) = base^i, or 0
	low     []int64   // the first weights, m of them
	turn    [][]int64 // U(m+i) = sum over j of turn[i mod p][j] U(m+i-1-j)
	window  []int     // where not nil: each digit with those below it is less than this
	highest func(i int) int
	// phases is how many positions there are until highest repeats after len(turn).
	phases int

	valid *dfa // of variable 0
	less  *dfa // variable 0 < variable 1
	plus  *dfa // variable 0 + variable 1 = variable 2
	memo  map[string]*dfa
}

// A nameError says that a system is not understood.
type nameError struct{ error }

// newSystem reads the name of a system, and makes and checks its automata.
func newSystem(ctx context.Context, name string) (*system, error) {
	s := &system{name: name, memo: map[string]*dfa{}}
	s.ctx, s.account = ctx, meter.Open(ctx)
	if err := s.read(name); err != nil {
		return nil, &nameError{err}
	}
	s.makeAutomata()
	err := s.check()
	if s.err != nil {
		err = s.err
	}
	if err != nil {
		s.account.Close()
		return nil, fmt.Errorf("the system %s: %w", name, err)
	}
	return s, nil
}

// read finds the weights and digits of a system of this name.
func (s *system) read(name string) error {
	base, isBase := strings.CutPrefix(name, "base ")
	quotients, isOstrowski := strings.CutPrefix(name, "ostrowski ")
	recurrence, isRecurrence := strings.CutPrefix(name, "recurrence ")
	switch {
	case name == "binary":
		return s.read("base 2")
	case name == "zeckendorf":
		return s.simple([]int64{1, 1}, []int64{1, 2})
	case name == "tribonacci":
		return s.simple([]int64{1, 1, 1}, []int64{1, 2, 4})
	case isBase:
		b, err := strconv.Atoi(base)
		if err != nil || b < 2 || b > 36 || strconv.Itoa(b) != base {
			return fmt.Errorf("%q: want a base 2 … 36", base)
		}
		s.base, s.place, s.low, s.turn, s.phases = b, b, []int64{1}, [][]int64{{int64(b)}}, 1
		s.highest = func(int) int { return b - 1 }
		return nil
	case isOstrowski:
		return s.ostrowski(strings.ReplaceAll(quotients, " ", ""))
	case isRecurrence:
		c, from, given := strings.Cut(strings.ReplaceAll(recurrence, ", ", ","), " from ")
		coefficients, err := numbers(c)
		if err != nil {
			return err
		}
		var first []int64
		if given {
			first, err = numbers(from)
		} else { // as A. Bertrand-Mathis begins
			for i := range coefficients {
				next := int64(1)
				for j := range i {
					next += coefficients[j] * first[i-1-j]
				}
				first = append(first, next)
			}
		}
		if err != nil {
			return err
		}
		return s.simple(coefficients, first)
	}
	return fmt.Errorf("there is no system %q: want binary, base 3, zeckendorf, tribonacci, ostrowski [1;(2)], or recurrence [1,0,0,1] from [1,2,3,4,6]", name)
}

// numbers reads "[1,0,1]".
func numbers(text string) (list []int64, err error) {
	inside, ok := strings.CutPrefix(text, "[")
	inside, end := strings.CutSuffix(inside, "]")
	if !ok || !end {
		return nil, fmt.Errorf("%q: want integers in brackets, such as [1,0,1]", text)
	}
	for part := range strings.SplitSeq(inside, ",") {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 0 || strconv.FormatInt(n, 10) != part {
			return nil, fmt.Errorf("%q: want an integer 0 … 2147483647", part)
		}
		list = append(list, n)
	}
	return list, nil
}

// simple is the system of a recurrence with these coefficients and first weights, in
// which each window of digits is less than the coefficients.
func (s *system) simple(coefficients, first []int64) error {
	k := len(coefficients)
	if k == 0 || k > 8 || len(first) < k || len(first) > 16 || coefficients[0] == 0 || coefficients[k-1] == 0 || first[0] != 1 {
		return errors.New("want at most 8 coefficients, the first and the last not 0, and at least as many first weights, at most 16, from 1 on")
	}
	for i, c := range coefficients {
		if c >= 36 {
			return errors.New("want coefficients below 36")
		}
		s.window = append(s.window, int(c))
		if i > 0 && slices.Compare(coefficients[i:], coefficients) > 0 {
			return errors.New("want coefficients that begin with the greatest of their ends, in the order of words")
		}
	}
	for i := 1; i < len(first); i++ {
		if first[i] <= first[i-1] {
			return errors.New("want weights that ascend")
		}
		s.base = max(s.base, int((first[i]-1)/first[i-1])+1)
	}
	most := s.window[0]
	s.base = max(s.base, most+1)
	if s.base > 36 {
		return errors.New("want digits below 36")
	}
	s.low, s.turn, s.phases = first, [][]int64{coefficients}, 1
	s.highest = func(int) int { return s.base - 1 }
	return nil
}

// ostrowski is the system of the denominators of a continued fraction, "[1;2,(3,4)]"
// with a period in brackets.
func (s *system) ostrowski(text string) error {
	wrong := fmt.Errorf("%q: want a continued fraction such as [1;2,(3,4)], its period in round brackets", text)
	inside, ok := strings.CutPrefix(text, "[")
	inside, end := strings.CutSuffix(inside, ")]")
	whole, rest, cut := strings.Cut(inside, ";")
	before, period, opened := strings.Cut(rest, "(")
	before, comma := strings.CutSuffix(before, ",")
	if !ok || !end || !cut || !opened || comma == (before == "") {
		return wrong
	}
	if _, err := numbers("[" + whole + "]"); err != nil {
		return wrong
	}
	var a []int64 // a[0] is the first after the semicolon
	if before != "" {
		list, err := numbers("[" + before + "]")
		if err != nil {
			return wrong
		}
		a = list
	}
	turn, err := numbers("[" + period + "]")
	if err != nil || len(a)+len(turn) > 16 {
		return wrong
	}
	quotient := func(i int) int64 {
		if i < len(a) {
			return a[i]
		}
		return turn[(i-len(a))%len(turn)]
	}
	for i := range len(a) + len(turn) {
		if q := quotient(i); q == 0 || q >= 36 {
			return fmt.Errorf("%q: want quotients 1 … 35", text)
		}
	}
	// Where a(1) = 1, the first two denominators are 1, and one of them is left out.
	skip := 0
	if quotient(0) == 1 {
		skip = 1
	}
	q := []int64{0, 1} // the denominators, from that before the first on
	for i := range len(a) + len(turn) + 2 + skip {
		q = append(q, quotient(i)*q[len(q)-1]+q[len(q)-2])
	}
	// U(i) = q[i+skip+1] = quotient(i+skip-1) U(i-1) + U(i-2)
	m := max(len(a)+1-skip, 2)
	s.low = q[skip+1 : skip+1+m]
	for i := range turn {
		s.turn = append(s.turn, []int64{quotient(m + i + skip - 1), 1})
	}
	s.phases = len(turn)
	s.highest = func(i int) int {
		if i == 0 && skip == 0 {
			return int(quotient(0)) - 1
		}
		return int(quotient(i + skip))
	}
	for i := range len(a) + len(turn) + 1 {
		s.base = max(s.base, s.highest(i)+1)
	}
	return nil
}

// weights returns U(0) to U(n-1), the first of them as low has them.
func (s *system) weights(n int) []*big.Int {
	u := make([]*big.Int, n)
	for i := range u {
		u[i] = new(big.Int)
		if i < len(s.low) {
			u[i].SetInt64(s.low[i])
			continue
		}
		for j, c := range s.turn[(i-len(s.low))%len(s.turn)] {
			u[i].Add(u[i], new(big.Int).Mul(big.NewInt(c), u[i-1-j]))
		}
	}
	return u
}

// value returns the number of a word, the lowest digit first.
func (s *system) value(digits []int) *big.Int {
	n := new(big.Int)
	for i, u := range s.weights(len(digits)) {
		n.Add(n, u.Mul(u, big.NewInt(int64(digits[i]))))
	}
	return n
}

// A spot is what the language of valid words remembers: the position, as far as it
// matters; the digits read last, the highest first, which may matter; and the value
// while all weights are low.
type spot struct {
	position int
	last     string
	value    int64
}

// makeAutomata makes valid, less and plus.
func (s *system) makeAutomata() {
	keep := 1 // digits
	if s.window != nil {
		keep = len(s.window) - 1
	}
	m := len(s.low)
	s.valid = s.backward(explore(&s.bench, []int{0}, spot{}, func(p spot, digit int) (spot, bool) {
		if digit > s.highest(p.position) {
			return p, false
		}
		last := string(rune('0'+digit)) + p.last
		value := int64(0)
		switch {
		case s.place > 0:
			last = ""
		case s.window == nil: // Ostrowski: a highest digit stands above a zero
			if p.position > 0 && digit == s.highest(p.position) && p.last != "0" {
				return p, false
			}
		case p.position+1 < m:
			if value = p.value + int64(digit)*s.low[p.position]; value >= s.low[p.position+1] {
				return p, false
			}
		case len(last) >= len(s.window) && !s.below(last):
			return p, false
		}
		if len(last) > keep {
			last = last[:keep]
		}
		next := p.position + 1
		if top := m + s.phases; next >= top {
			next -= s.phases
		}
		if s.place > 0 {
			next = 0
		}
		return spot{next, last, value}, true
	}, func(spot) bool { return true }))
	s.less = s.within(explore(&s.bench, []int{0, 1}, 0, func(now, l int) (int, bool) {
		if x, y := l%s.base, l/s.base; x != y && now == 0 {
			return x - y, true
		}
		return now, true
	}, func(now int) bool { return now < 0 }))
	s.plus = s.within(s.adder())
}

// below reports whether digits are less than the window.
func (s *system) below(digits string) bool {
	for i, most := range s.window {
		if d := int(digits[i] - '0'); d != most {
			return d < most
		}
	}
	return false
}

// within intersects an automaton with the valid words of all its variables.
func (s *system) within(a *dfa) *dfa { return s.and(a, s.whole(a.vars)) }

// whole accepts all numbers.
func (s *system) whole(vars []int) *dfa {
	a := truth(true)
	for _, v := range vars {
		a = s.and(a, s.all(v))
	}
	return a
}

// all accepts every number v.
func (s *system) all(v int) *dfa {
	return &dfa{[]int{v}, s.valid.first, s.valid.edges, s.valid.accept}
}

func (s *system) and(a, b *dfa) *dfa { return s.product(a, b, and) }

// mostPending bounds the tuples of an adder.
const mostPending = 1 << 16

// A pending tuple is what the higher digits come to at a position: for each of the next
// lower weights, how often it is still to be counted.
type pending struct {
	phase int
	times [8]int64
}

// adder makes the automaton for x + y = z, of words that need not be valid. Digits
// of x + y - z, the highest first, leave multiples of the next lower weights: w times
// U(n) is w turn[0] times U(n-1) and so on. The tuples from which nothing can
// come to zero are left out: lower digits of x, y and z come to less than U(n) each.
// At the low positions, what the higher digits come to is a number.
func (s *system) adder() *dfa {
	m, k, p := len(s.low), len(s.turn[0]), len(s.turn)
	least, greatest := int64(1-s.base), int64(2*(s.base-1)) // digits of x + y - z
	// ratio[phase][j] is U(n-1-j) / U(n), nearly.
	u := s.weights(m + k + 40*p + p)
	ratio := make([][]float64, p)
	for i := range p {
		n := len(u) - 1 - i
		for j := range k {
			r, _ := new(big.Rat).SetFrac(u[n-1-j], u[n]).Float64()
			phase := (n - m) % p
			ratio[phase] = append(ratio[phase], r)
		}
	}
	// A state is a tuple, or the value of the digits from the position low on. Where it is a tuple,
	// low is -1: in phase 0, the next position may be m-1.
	type state struct {
		low   int
		value int64
		tuple pending
	}
	names, index := []state{}, map[state]int32{}
	intern := func(t state) int32 {
		i, ok := index[t]
		if !ok {
			i = int32(len(names))
			index[t], names = i, append(names, t)
		}
		return i
	}
	c := &cloud{vars: []int{0, 1, 2}, first: []int32{0}}
	for phase := range p {
		c.start = append(c.start, intern(state{low: -1, tuple: pending{phase: phase}}))
	}
	below := make([]int64, m) // the sum of the weights below a position
	for i := range m {
		c.start = append(c.start, intern(state{low: i}))
		if i > 0 {
			below[i] = below[i-1] + s.low[i-1]
		}
	}
	letters := make([][]uint32, 3*s.base-2) // by the digit of x + y - z, and base-1 more
	for l := range uint32(s.base * s.base * s.base) {
		base := uint32(s.base)
		digit := l%base + l/base%base + base - 1 - l/base/base
		letters[digit] = append(letters[digit], l)
	}
	var row []uint64
	taken := uint64(0)
	defer func() { s.account.Give(taken) }()
	for n := 0; n < len(names); n++ {
		t := names[n]
		row = row[:0]
		follow := func(digit int64, to state) {
			i := intern(to)
			for _, l := range letters[digit-least] {
				row = append(row, pack(l, i))
			}
		}
		at, value := t.low, t.value
		if at < 0 && t.tuple.phase == 0 {
			at = m
			for j := range k {
				value += t.tuple.times[j] * s.low[m-1-j]
			}
		}
		for d := least; d <= greatest; d++ {
			if at > 0 {
				to := state{low: at - 1, value: value + d*s.low[at-1]}
				if room := below[at-1]; -greatest*room <= to.value && to.value <= -least*room {
					follow(d, to)
				}
			}
			if t.low >= 0 {
				continue
			}
			next := pending{phase: (t.tuple.phase + p - 1) % p} // of the position whose digit comes
			size := 0.0
			for j, c := range s.turn[next.phase] {
				next.times[j] = (t.tuple.times[0] + d) * c
				if j+1 < k {
					next.times[j] += t.tuple.times[j+1]
				}
				size += float64(next.times[j]) * ratio[next.phase][j]
			}
			if -2.25 <= size && size <= 1.25 {
				follow(d, state{low: -1, tuple: next})
			}
		}
		if len(names) > mostPending || len(c.edges)+len(row) > mostEdges {
			s.fail(&SizeError{States: len(names), Edges: len(c.edges) + len(row)})
		}
		if !s.take(16 * uint64(len(row))) {
			return nothing(c.vars)
		}
		taken += 16 * uint64(len(row))
		c.accept = append(c.accept, t.low == 0 && t.value == 0)
		c.add(row)
	}
	return s.determinise(c)
}

// check checks that plus adds. See the top of this file.
func (s *system) check() error {
	for _, a := range []*dfa{s.valid, s.less, s.plus} {
		if a.step(0, 0) != 0 {
			return errors.New("zeros in front change the number of a word")
		}
	}
	p := newProver(s)
	less := func(x, y int) formula { return member(s.less, "less", []term{variable(x), variable(y)}) }
	plus := func(x int, y term, z int) formula { return member(s.plus, "plus", []term{variable(x), y, variable(z)}) }
	next := func(x, y int) formula { // y is the least number above x
		return all(less(x, y), not(exists([]int{4}, all(less(x, 4), less(4, y)))))
	}
	switch {
	case !same(p.over(exists([]int{1}, next(0, 1)), 1), s.all(0)):
		return errors.New("some number has none above it")
	case !same(p.automaton(plus(0, constant(0), 2)), p.equal(0, 2)):
		return errors.New("the adder made from the recurrence is wrong: x + 0 is not always x")
	case !same(p.over(exists([]int{3}, all(plus(0, variable(3), 2), next(1, 3))), 3), p.over(exists([]int{3}, all(plus(0, variable(1), 3), next(3, 2))), 3)):
		return errors.New("the adder made from the recurrence is wrong: x + (y+1) is not always (x+y) + 1")
	}
	return nil
}

// equal is x = y.
func (s *system) equal(x, y int) *dfa {
	a := explore(&s.bench, []int{0, 1}, true, func(_ bool, l int) (bool, bool) {
		return true, l%s.base == l/s.base
	}, func(bool) bool { return true })
	return s.rename(s.and(a, s.all(0)), x, y)
}

// remember makes an automaton once.
func (s *system) remember(key string, make func() *dfa) *dfa {
	a, ok := s.memo[key]
	if !ok {
		a = make()
		s.memo[key] = a
	}
	return a
}
