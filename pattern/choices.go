package pattern

// This file is about games in which a move also chooses something freely, such as which option
// of the other player is blocked. Tables of all coordinates are small there. But which of the
// other coordinates can be left safely, by some choice, has a large table.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A chooser fills tables of what can be left safely: 0 where some choice makes the position P,
// and 1 elsewhere.
type chooser struct {
	*definable.Choices
	game   *game
	misere bool
	// The kept coordinates of options of a position, the choices with kept coordinates, those
	// among them with which no move leads to given kept coordinates, and the kept coordinates
	// from which a move leads to given ones after some choice.
	options, choices, blocking, before *finder

	most, steps int // that may be taken, and are left
}

// mostChosen is how many coordinates a game may have whose choices are looked for, and
// mostVisits how many states the search for a table may visit, and mostSifted that
// for a set.
const (
	mostChosen = 6
	mostVisits = 1 << 29
	mostSifted = 1 << 30
)

// chosen returns the source of tables of what can be left safely, nil where no coordinate is
// chosen freely. Small positions rule out most sets of coordinates, and the machine decides.
func (s *source) chosen(ctx context.Context, g *game) (left *source, err error) {
	names := g.Moves.Coordinates
	if s.of != Outcomes || s.chooser != nil || len(names) < 2 || len(names) > mostChosen {
		return nil, nil
	}
	for _, set := range g.maybeChosen() {
		var chosen []string
		for i, name := range names {
			if set>>i&1 > 0 {
				chosen = append(chosen, name)
			}
		}
		if left, err = s.sieve(ctx, g, chosen...); left != nil || err != nil {
			return left, err
		}
	}
	return nil, nil
}

// sieve returns a source that fills tables of outcomes as the sieve of Eratosthenes does; nil
// where the moves do not allow that, or the coordinates are not chosen freely.
func (s *source) sieve(ctx context.Context, g *game, chosen ...string) (*source, error) {
	if s.of != Outcomes || s.chooser != nil {
		return nil, nil
	}
	theory := &automata.Theory{System: automata.Base(max(g.Base, 2)), Budget: automata.Budget{States: states}}
	found, err := g.Choices(ctx, theory, chosen...)
	if err == nil && found != nil {
		c := &chooser{Choices: found, game: g, misere: s.misere}
		if err = c.prepare(theory.System); err == nil {
			return &source{name: s.name, axes: found.Kept, of: s.of, misere: s.misere, budget: s.budget, chooser: c}, nil
		}
	}
	return nil, ctx.Err()
}

// left returns the source of tables of what can be left safely, nil where no coordinate is
// chosen freely, or no formula says the moves. Where larger is set, it is the source of larger
// tables of the same game; an engine makes those of normal play.
func (s *source) left(ctx context.Context, larger bool) (*source, error) {
	if s.of != Outcomes || s.chooser != nil || s.game.Template == nil || s.game.Template.Loopy {
		return nil, nil
	}
	if byEngine := s.game.Table != nil || s.game.Sequence != nil; byEngine && (!larger || !s.misere) {
		return nil, nil
	}
	g, err := s.define(ctx)
	if err != nil {
		return nil, ctx.Err()
	}
	if larger {
		if len(s.axes) != 2 || !g.isWhole(2) {
			return nil, nil
		}
		return s.sieve(ctx, g)
	}
	left, err := s.chosen(ctx, g)
	if left != nil {
		for i, name := range g.Moves.Coordinates {
			if slices.Contains(left.chooser.Kept, name) && (g.cell[i].axis < 0 || g.cell[i].plus != 0) {
				return nil, nil // the question is about some of them
			}
		}
	}
	return left, err
}

// say makes a pattern one of what can be left safely.
func (c *chooser) say(p *Pattern) {
	if c == nil || len(c.Chosen) == 0 {
		return
	}
	p.Chosen = c.Chosen
	left := strings.Join(p.Coordinates, ", ")
	if len(p.Coordinates) > 1 {
		left = "(" + left + ")"
	}
	left = fmt.Sprintf("%s can be left safely, by a choice of %s", left, strings.Join(c.Chosen, ", "))
	if rest, ok := strings.CutPrefix(p.Words, "P "); ok {
		p.Words = left + ", " + rest
	} else {
		p.Words = fmt.Sprintf("where P says that %s: %s", left, p.Words)
	}
}

// maybeChosen returns the sets of coordinates that small positions do not rule out, large ones
// first: of all moves that leave some numbers in the other coordinates, each may leave the same
// choices, and once at least there are two.
func (g *game) maybeChosen() (sets []uint) {
	names := g.Moves.Coordinates
	at, edge := make([]int64, len(names)), int64(side(1<<9, len(names)))
	var options [][][]int64 // of each position
	for more := true; more; {
		if c, err := g.Place(at); err == nil {
			var all [][]int64
			for _, o := range c.AppendOptions(nil) {
				to, ok := g.At(o)
				if !ok {
					return nil
				}
				all = append(all, to)
			}
			options = append(options, all)
		}
		more = false
		for i := len(at) - 1; i >= 0 && !more; i-- {
			if at[i]++; at[i] < edge {
				more = true
			} else {
				at[i] = 0
			}
		}
	}
	part := func(set uint, at []int64) string {
		var text []byte
		for i, v := range at {
			if set>>i&1 > 0 {
				text = fmt.Append(text, v, ",")
			}
		}
		return string(text)
	}
sets:
	for set := uint(1); set+1 < 1<<len(names); set++ {
		several, choices := false, map[string]string{}
		for _, all := range options {
			left := map[string][]string{}
			for _, to := range all {
				kept := part(^set, to)
				left[kept] = append(left[kept], part(set, to))
			}
			for kept, list := range left {
				slices.Sort(list)
				list = slices.Compact(list)
				text := strings.Join(list, ";")
				if before, ok := choices[kept]; ok && before != text {
					continue sets
				}
				choices[kept], several = text, several || len(list) > 1
			}
		}
		if several {
			sets = append(sets, set)
		}
	}
	slices.SortStableFunc(sets, func(a, b uint) int { return bits.OnesCount(b) - bits.OnesCount(a) })
	return sets
}

// prepare makes the automata by which tables are filled into tables of their own.
func (c *chooser) prepare(in *automata.System) error {
	var after []string
	for _, name := range c.Kept {
		after = append(after, definable.After(name))
	}
	for _, f := range []struct {
		to          **finder
		of          *automata.Automaton
		given, free []string
	}{
		{&c.options, c.Allowed, slices.Concat(c.Kept, c.Chosen), after},
		{&c.choices, c.Reached, c.Kept, c.Chosen},
		{&c.blocking, c.Blocking, slices.Concat(c.Kept, after), c.Chosen},
		{&c.before, c.Before, after, c.Kept},
	} {
		m, err := newMachine(in, Outcomes, slices.Concat(f.given, f.free), false, f.of)
		if err != nil {
			return err
		}
		*f.to = &finder{Machine: m, base: in.Universe().Digits(), given: len(f.given), free: len(f.free), letters: 1, steps: &c.steps}
		for range f.free {
			(*f.to).letters *= (*f.to).base
		}
	}
	return nil
}

// mostHints is how many options of a cell that can be left safely are noted.
const mostHints = 4

// fill fills a table, as the sieve of Eratosthenes does: where some cell can be left safely,
// those from which a move may lead there note it. It needs cells in an order in which every
// move leads back. It returns [meter.Steps] where it takes too long.
func (c *chooser) fill(ctx context.Context, t *Table) error {
	c.count(slices.Max(t.Sides), mostVisits)
	hints := make([][mostHints]int32, len(t.Values)) // cells that can be left safely, plus 1
	more := make([]bool, len(t.Values))              // there are others
	kept, given, again := make([]int, len(t.Sides)), make([]int, 2*len(t.Sides)), make([]int, 2*len(t.Sides))
	for i := range t.Values {
		if c.steps < 0 {
			return meter.Steps
		}
		if i%256 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		t.place(i, kept)
		copy(given, kept)
		copy(again, kept)
		noted := hints[i][:]
		for len(noted) > 0 && noted[len(noted)-1] == 0 {
			noted = noted[:len(noted)-1]
		}
		among, from := c.choices, given[:len(kept)]
		if len(noted) > 0 {
			t.place(int(noted[0]-1), given[len(kept):])
			among, from = c.blocking, given
		}
		t.Values[i] = 1
		if len(c.Chosen) == 0 && len(noted) == 0 {
			t.Values[i] = Hole // unless it is a position
		}
		among.each(from, func(choice []int) bool {
			for _, hint := range noted[min(len(noted), 1):] {
				if t.place(int(hint-1), again[len(kept):]); !c.blocking.accepts(again, choice) {
					return true
				}
			}
			if (more[i] || c.misere) && c.refuted(t, slices.Concat(kept, choice)) {
				t.Values[i] = 1
				return true
			}
			t.Values[i] = 0
			return false
		})
		if t.Values[i] != 0 {
			continue
		}
		if !c.before.each(kept, func(from []int) bool {
			j, ok := t.Index(from...)
			if !ok {
				return true
			}
			at := slices.Index(hints[j][:], 0)
			if at < 0 {
				more[j] = true
			} else {
				hints[j][at] = int32(i + 1)
			}
			return j > i
		}) {
			return errOrder
		}
	}
	return nil
}

// sift returns the P-positions of a square, where nothing is chosen: none has a move to another
// one. It needs all numbers to be positions and P-positions to be few, and returns errors as fill
// does.
func (c *chooser) sift(ctx context.Context, side int) (*set, error) {
	account := meter.Open(ctx)
	defer account.Close()
	if err := account.Take(uint64(side) * uint64(side) / 4); err != nil {
		return nil, err
	}
	s := &set{axes: len(c.Kept), side: side, has: make(marks, side*side/64+1)}
	hit := make(marks, len(s.has)) // from which a move leads to one of them
	c.count(side, mostSifted)
	box := &Table{Sides: slices.Repeat([]int{side}, len(c.Kept))}
	at := make([]int, len(c.Kept))
	for i := range side * side {
		if hit.holds(i) {
			continue
		}
		if c.steps < 0 {
			return nil, meter.Steps
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		box.place(i, at)
		if c.choices.each(at, func([]int) bool { return false }) {
			return nil, errHole
		}
		if c.misere && c.options.each(at, func([]int) bool { return false }) {
			continue // there is no move
		}
		if len(s.points) == mostSparse*side {
			return nil, errDense
		}
		s.points = append(s.points, slices.Clone(at))
		s.has.add(i)
		if !c.before.each(at, func(from []int) bool {
			if from[0] >= side || from[1] >= side {
				return true
			}
			j := s.index(from)
			hit.add(j)
			return j > i
		}) {
			return nil, errOrder
		}
	}
	return s, nil
}

// taken is how many steps the last search took.
func (c *chooser) taken() int { return c.most - c.steps }

// count sets how many digits are read of numbers below a bound, and how many steps may be taken.
func (c *chooser) count(bound, steps int) {
	c.most, c.steps = steps, steps
	places := 0
	for n := bound - 1; n > 0; n /= c.before.base {
		places++
	}
	c.before.places = places
	for _, f := range []*finder{c.options, c.choices, c.blocking} {
		f.places = places + c.Longer
	}
}

// mostSparse is how many P-positions a square may have, a row, to be sifted.
const mostSparse = 8

var (
	errHole  = errors.New("some numbers are not a position")
	errDense = errors.New("there are too many P-positions")
)

var errOrder = errors.New("moves do not lead back in the order of the table")

// refuted reports whether a position is not P: some option can be left safely, or in misère
// play there is none.
func (c *chooser) refuted(t *Table, position []int) (is bool) {
	is = c.misere
	c.options.each(position, func(option []int) bool {
		i, ok := t.Index(option...)
		is = ok && t.Values[i] == 0
		return !is
	})
	return is
}

// place sets at to the coordinates of a cell.
func (t *Table) place(i int, at []int) {
	for c := len(at) - 1; c >= 0; c-- {
		at[c] = i % t.Sides[c]
		i /= t.Sides[c]
	}
}

// A finder finds numbers that a machine accepts with given numbers.
type finder struct {
	*Machine
	base, given, free, letters int // letters of the free numbers
	places                     int // digits that are read
	steps                      *int

	digits []int   // of the free numbers, by letter
	read   []int   // letters of the given numbers, the last place at 0
	dead   []int32 // by place and state: the call of each in which nothing followed
	calls  int32
	found  []int
	yield  func(free []int) bool
}

// letter returns the letter of numbers at a place, the last digit being at 0.
func (f *finder) letter(numbers []int, weight int) (letter int) {
	for _, n := range numbers {
		letter = letter*f.base + n/weight%f.base
	}
	return letter
}

// each goes over the free numbers in the order of their digits until yield returns false. They
// are valid until the next ones.
func (f *finder) each(given []int, yield func(free []int) bool) bool {
	if f.digits == nil {
		for l := range f.letters {
			at := len(f.digits)
			f.digits = append(f.digits, make([]int, f.free)...)
			for i, rest := f.free-1, l; i >= 0; i, rest = i-1, rest/f.base {
				f.digits[at+i] = rest % f.base
			}
		}
	}
	if n := (f.places + 1) * len(f.Next); len(f.dead) != n || f.calls == math.MaxInt32 {
		f.dead, f.calls = make([]int32, n), 0
	}
	f.calls++
	f.found, f.read, f.yield = make([]int, f.free), f.read[:0], yield
	weight := 1
	for range f.places {
		f.read = append(f.read, f.letter(given, weight))
		weight *= f.base
	}
	_, more := f.walk(0, f.places, weight/f.base)
	return more
}

// walk reads the digits before a place. It reports whether there are any numbers, and whether more
// are wanted.
func (f *finder) walk(state int32, place, weight int) (live, more bool) {
	*f.steps--
	if place == 0 {
		if f.Says[state] == Silent {
			return false, true
		}
		return true, f.yield(f.found)
	}
	row := f.Next[state][f.read[place-1]*f.letters:]
	for l, to := range row[:f.letters] {
		if to < 0 || f.dead[(place-1)*len(f.Next)+int(to)] == f.calls {
			continue
		}
		digits := f.digits[l*f.free : (l+1)*f.free]
		for i, d := range digits {
			f.found[i] += d * weight
		}
		is, more := f.walk(to, place-1, weight/f.base)
		for i, d := range digits {
			f.found[i] -= d * weight
		}
		live = live || is
		if !more {
			return live, false
		}
	}
	if !live {
		f.dead[place*len(f.Next)+int(state)] = f.calls
	}
	return live, true
}

// accepts reports whether the machine accepts the numbers.
func (f *finder) accepts(given, free []int) bool {
	state, weight := int32(0), 1
	for range f.places - 1 {
		weight *= f.base
	}
	for ; weight > 0; weight /= f.base {
		*f.steps--
		if state = f.Next[state][f.letter(given, weight)*f.letters+f.letter(free, weight)]; state < 0 {
			return false
		}
	}
	return f.Says[state] != Silent
}
