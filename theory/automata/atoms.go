package automata

// This file makes the automata of atoms from the recurrence of the weights.
//
// The digits of a sum that have been read make a tuple of pending weights: with i digits to
// come it is the sum of s[j]*U[i+j]. The recurrence takes it from one place to the next,
// and the digits of that place are added. A tuple that no digits can bring to zero any
// more is given up; of those that are left there are finitely many if the weights grow
// like powers of a Pisot number. Where the recurrence depends on the place, how many
// digits are to come is unknown until the end: a state has a tuple for each class of it.

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"github.com/grundy-games/grundy"
)

// A fate is what is known of a tuple before the last digit.
type fate uint8

const (
	open fate = iota
	fails
	holds
)

// advance writes to dst the tuple after the recurrence of a row and the digit d.
func (s *System) advance(dst, tuple []int64, row []int64, d int64) {
	top := tuple[s.k-1]
	for j := s.k - 1; j > 0; j-- {
		dst[j] = tuple[j-1] + row[s.k-1-j]*top
	}
	dst[0] = row[s.k-1]*top + d
}

// pending returns the value of a tuple with i digits to come.
func (s *System) pending(tuple []int64, i int) int64 {
	var v int64
	for j, t := range tuple {
		v += t * s.small[i+j]
	}
	return v
}

// places calls yield with the numbers of digits to come that have this class, up to where
// weights are [far], and whether it is the last that it knows of.
func (s *System) places(class int, yield func(i int, last bool) bool) {
	period := len(s.rows) - s.loop
	most := len(s.small) - s.k
	if class < s.loop {
		yield(class, false)
		return
	}
	for i := class; i < most; i += period {
		if !yield(i, i+period >= most) {
			return
		}
	}
}

// reach says what becomes of a sum that is tuple + c now, where the digits to come take away
// at most down times, and add at most up times, the largest number that they can be. It is
// holds if low <= sum <= high for certain in the end, fails if not for certain. The bounds
// are 0 or infinite.
func (s *System) reach(tuple []int64, class int, c, down, up int64, low, high bool) fate {
	canHold, canFail := false, false
	s.places(class, func(i int, last bool) bool {
		u := s.small[i]
		v := s.pending(tuple, i) + c
		least, most := v-down*(u-1), v+up*(u-1)
		if last { // what comes after may differ a little
			least, most = least-u>>20, most+u>>20
		}
		if (!low || most >= 0) && (!high || least <= 0) {
			canHold = true
		}
		if low && least < 0 || high && most > 0 {
			canFail = true
		}
		return !canHold || !canFail
	})
	switch {
	case !canHold:
		return fails
	case !canFail:
		return holds
	}
	return open
}

// A linear is the machine of an atom: the sum of coefficients times numbers, plus c, is 0,
// or is at most 0.
type linear struct {
	s        *System
	w        *Work   // which is charged for the tuples
	by       []int64 // of each track
	c        int64
	up, down int64 // sums of the positive coefficients, of the negative ones
	atMost   bool
	modulus  int64 // if not 0: ≡ 0
	tuples   interner
	scratch  []int64
	failed   error
}

// A linearState is a state of a linear, what the digits of this place add up to, and the
// classes of places that no track so far has ruled out.
type linearState struct {
	tuples  int32
	sum     int64
	classes uint64
}

// An interner numbers lists of numbers.
type interner struct {
	numbers map[string]int32
	lists   [][]int64
	key     []byte
}

func (t *interner) number(list []int64) int32 {
	t.key = t.key[:0]
	for _, v := range list {
		t.key = binary.AppendVarint(t.key, v)
	}
	n, ok := t.numbers[string(t.key)]
	if !ok {
		if t.numbers == nil {
			t.numbers = map[string]int32{}
		}
		n = int32(len(t.lists))
		t.numbers[string(t.key)] = n
		t.lists = append(t.lists, append([]int64(nil), list...))
	}
	return n
}

// A list of a linear has for each class the fate and then the tuple, zeros unless open.

func (m *linear) start() int32 {
	return m.tuples.number(make([]int64, len(m.s.rows)*(m.s.k+1)))
}

// step takes the classes to the next place, whose digits add up to d.
func (m *linear) step(from int32, d int64, classes uint64) (int32, bool) {
	s := m.s
	width := s.k + 1
	if m.scratch == nil {
		m.scratch = make([]int64, len(s.rows)*width)
	}
	list := m.tuples.lists[from]
	alive := false
	for class := range s.rows {
		before := class + 1 // the class that goes on to this one
		if before == len(s.rows) {
			before = s.loop
		}
		old, now := list[before*width:][:width], m.scratch[class*width:][:width]
		clear(now)
		f := fate(old[0])
		if classes>>class&1 == 0 {
			f = fails
		}
		if f == open {
			s.advance(now[1:], old[1:], s.rows[class], d)
			if m.modulus > 0 {
				for j := 1; j < width; j++ {
					now[j] = mod(now[j], m.modulus)
				}
			} else if f = s.reach(now[1:], class, m.c, m.down, m.up, !m.atMost, true); f == holds && !m.atMost {
				f = open
			}
		}
		if f != open {
			clear(now)
			now[0] = int64(f)
		}
		alive = alive || f != fails
	}
	before := len(m.tuples.lists)
	n := m.tuples.number(m.scratch)
	if len(m.tuples.lists) > before && m.failed == nil {
		m.failed = m.w.used.Take(uint64(16*len(m.scratch)) + 96)
	}
	return n, alive && m.failed == nil
}

func mod(a, m int64) int64 {
	if a %= m; a < 0 {
		a += m
	}
	return a
}

func (m *linear) accepts(state int32) bool {
	list := m.tuples.lists[state][:m.s.k+1]
	switch fate(list[0]) {
	case holds:
		return true
	case fails:
		return false
	}
	v := m.s.pending(list[1:], 0) + m.c
	switch {
	case m.modulus > 0:
		return mod(v, m.modulus) == 0
	case m.atMost:
		return v <= 0
	}
	return v == 0
}

// mostConstant is the largest constant that is part of a tuple's sum.
const mostConstant = 1 << 6

// mostCoefficient returns the largest coefficient of a linear atom: with it the sums of
// pending weights are below 2^63, and those of weights beyond [far] differ from what the
// weights at far make expected by far less than a millionth.
func (s *System) mostCoefficient() int64 {
	most := int64(1 << 20)
	if s.k > 1 {
		most = 1 << 16
	}
	return min(most, 1<<59/s.small[len(s.small)-1]/int64(s.k))
}

// linear returns the automaton of an atom over the names of the term: term = 0, term <= 0
// if atMost, or term ≡ 0 if there is a modulus. The constant is at most mostConstant in
// size, or less than the modulus.
func (s *System) linear(w *Work, t Term, atMost bool, modulus *big.Int) (*Automaton, error) {
	m := &linear{s: s, w: w, atMost: atMost, c: t.Constant().Int64()}
	most := s.mostCoefficient()
	if modulus != nil {
		if modulus.Cmp(big.NewInt(most)) > 0 {
			return nil, tooLarge("modulus", modulus, most)
		}
		m.modulus = modulus.Int64()
	}
	for _, p := range t.parts {
		if p.by.CmpAbs(big.NewInt(most)) > 0 {
			return nil, tooLarge("coefficient", p.by, most)
		}
		by := p.by.Int64()
		m.by = append(m.by, by)
		m.up += max(by, 0)
		m.down += max(-by, 0)
	}
	last := len(m.by) - 1
	begin := linearState{tuples: m.start(), classes: ^uint64(0)}
	a, err := explore(w, s.universe, t.Names(), begin,
		func(at linearState, track, digit int, numeral int32) (linearState, bool) {
			at.sum += m.by[track] * int64(digit)
			if s.classes != nil {
				at.classes &= s.classes[numeral]
			}
			if track < last {
				return at, true
			}
			next, ok := m.step(at.tuples, at.sum, at.classes)
			return linearState{tuples: next, classes: begin.classes}, ok
		},
		func(at linearState) bool { return m.accepts(at.tuples) })
	if m.failed != nil {
		return nil, m.failed
	}
	return a, err
}

// tooLarge refuses a number whose automaton has about as many states as the number says.
func tooLarge(what string, n *big.Int, most int64) error {
	return fmt.Errorf("the %s %s is more than %d: %w", what, n, most, grundy.ErrTooLarge)
}

// greedy returns the automaton of the greedy sums, in the universe of all words. A sum is
// greedy if at each place what follows is less than the weight before it: so every place
// begins a tuple of its own, less that weight, that must stay below zero.
func (s *System) greedy(w *Work) (*Automaton, error) {
	var lists interner
	// For each class: the number of tuples, or -1 if the sum is not greedy; the tuples.
	start := make([]int64, len(s.rows))
	next := func(from int32, d int64) (int32, bool) {
		classes := make([][]int64, len(s.rows))
		list := lists.lists[from]
		for class := range classes {
			n := list[0]
			list = list[1:]
			if n < 0 {
				classes[class] = nil
				continue
			}
			tuples := list[: n*int64(s.k) : n*int64(s.k)]
			list = list[n*int64(s.k):]
			fresh := make([]int64, s.k)
			fresh[0] = -1
			classes[class] = append(tuples, fresh...)
		}
		var out []int64
		alive := false
		for class := range s.rows {
			before := class + 1
			if before == len(s.rows) {
				before = s.loop
			}
			count := len(out)
			out = append(out, 0)
			if classes[before] == nil {
				out[count] = -1
				continue
			}
			tuple := make([]int64, s.k)
			seen := map[string]bool{}
			for old := classes[before]; len(old) > 0 && out[count] >= 0; old = old[s.k:] {
				s.advance(tuple, old[:s.k], s.rows[class], d)
				switch s.reach(tuple, class, 1, 0, 1, false, true) { // tuple < 0 in the end
				case fails:
					out = append(out[:count], -1)
				case open:
					if key := fmt.Sprint(tuple); !seen[key] {
						seen[key] = true
						out = append(out, tuple...)
						out[count]++
					}
				}
			}
			alive = alive || out[count] >= 0
		}
		return lists.number(out), alive
	}
	return Explore(w, Free(s.digits), []string{"n"}, lists.number(start),
		func(at int32, _, digit int) (int32, bool) { return next(at, int64(digit)) },
		func(at int32) bool {
			list := lists.lists[at]
			for n := list[0]; n != 0; n-- {
				if n < 0 || s.pending(list[1:][:s.k], 0) >= 0 {
					return false
				}
				list = list[s.k:]
			}
			return true
		})
}

// findClasses finds which classes of places each state of the universe allows: those with a
// number of digits to come that may make the word a number.
func (s *System) findClasses() {
	valid := s.universe.valid
	if valid == nil || len(s.rows) == 1 {
		return
	}
	s.classes = make([]uint64, len(valid.layer))
	for again := true; again; {
		again = false
		for v := range s.classes {
			var after uint64 // classes that are one digit nearer to the end
			for d := range s.digits {
				if to := valid.step(int32(v), d); to != dead {
					after |= s.classes[to]
				}
			}
			var now uint64
			if valid.accept[v] {
				now = 1
			}
			for class := range s.rows {
				before := class + 1
				if before == len(s.rows) {
					before = s.loop
				}
				now |= after >> class & 1 << before
			}
			if now|s.classes[v] != s.classes[v] {
				s.classes[v] |= now
				again = true
			}
		}
	}
}
