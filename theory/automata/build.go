package automata

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// ErrLeadingZeros refuses states to which zeros in front make a difference.
var ErrLeadingZeros = errors.New("zeros in front change what is accepted")

// Explore makes an automaton from states that a program computes, one digit at a time.
// Step returns the state after a digit of a track, the tracks of a letter in the order of
// their names; it is false if nothing can be accepted any more. Accept is asked between two
// letters. A state is what step needs to know, and in [Explore] not which track is next.
//
// Step sees only words that are numbers on each track. It returns [ErrLeadingZeros] if
// letters of zeros before a word change its verdict.
func Explore[S comparable](w *Work, u *Universe, tracks []string, start S,
	step func(state S, track, digit int) (S, bool), accept func(S) bool) (*Automaton, error) {
	return explore(w, u, tracks, start, func(state S, track, digit int, _ int32) (S, bool) {
		return step(state, track, digit)
	}, accept)
}

// explore tells step also in which state of the universe the track is after the digit.
func explore[S comparable](w *Work, u *Universe, tracks []string, start S,
	step func(state S, track, digit int, numeral int32) (S, bool), accept func(S) bool) (*Automaton, error) {
	tracks = sortedNames(tracks)
	if len(tracks) == 0 {
		if accept(start) {
			return w.True(u)
		}
		return w.False(u), nil
	}
	type node struct {
		layer int
		state S
		valid numerals
	}
	var zero node
	width := 0 // bits of a state of the universe
	if u.valid != nil {
		if u.valid.Empty() {
			return w.False(u, tracks...), nil
		}
		width = bits.Len(uint(len(u.valid.layer) - 1))
		if width*len(tracks) > 64*len(zero.valid) {
			return nil, fmt.Errorf("automata: %d tracks with %d states each are too many", len(tracks), len(u.valid.layer))
		}
	}
	g := w.grow("build", u.digits, len(tracks), 128)
	numbers := map[node]int32{}
	var nodes []node
	visit := func(n node) (int32, error) {
		if at, old := numbers[n]; old {
			return at, nil
		}
		ok := n.layer == 0 && accept(n.state)
		for t := 0; ok && width > 0 && t < len(tracks); t++ {
			ok = u.valid.accept[n.valid.get(t, width)]
		}
		at, err := g.node(n.layer, ok)
		if err == nil {
			numbers[n] = at
			nodes = append(nodes, n)
		}
		return at, err
	}
	if _, err := visit(node{state: start}); err != nil {
		return nil, err
	}
	for i := 0; i < len(nodes); i++ {
		from := nodes[i]
		for d := range u.digits {
			to := node{layer: (from.layer + 1) % len(tracks), valid: from.valid}
			var v int32
			if width > 0 {
				v = u.valid.step(int32(from.valid.get(from.layer, width)), d)
				if v == dead {
					continue
				}
				to.valid.set(from.layer, width, int(v))
			}
			var alive bool
			if to.state, alive = step(from.state, from.layer, d, v); !alive {
				continue
			}
			at, err := visit(to)
			if err != nil {
				return nil, err
			}
			g.next[i*u.digits+d] = at
		}
	}
	a, err := g.finish(u, tracks)
	if err == nil && a.Step(a.Start(), make([]int, len(tracks))) != a.Start() {
		return nil, ErrLeadingZeros
	}
	return a, err
}

// numerals are states of a universe, one for each track, of some bits each.
type numerals [4]uint64

func (n *numerals) get(track, width int) int {
	value := 0
	for i := range width {
		bit := track*width + i
		value |= int(n[bit/64]>>(bit%64)&1) << i
	}
	return value
}

func (n *numerals) set(track, width, value int) {
	for i := range width {
		bit := track*width + i
		n[bit/64] = n[bit/64]&^(1<<(bit%64)) | uint64(value>>i&1)<<(bit%64)
	}
}

// Build makes an automaton from states that a program computes, as [Explore] does, but a
// letter at a time: with one digit for each track, in the order of tracks.
func Build[S comparable](w *Work, u *Universe, tracks []string, start S,
	next func(state S, letter []int) (S, bool), accept func(S) bool) (*Automaton, error) {
	type partial struct {
		state S
		read  uint64 // the digits of the letter so far
	}
	sorted := sortedNames(tracks)
	if power(u.digits, len(sorted)) == 0 {
		return nil, fmt.Errorf("automata: letters of %d digits for %d tracks are too many", u.digits, len(sorted))
	}
	places := make([]int, len(sorted)) // in letter, by layer
	for i, t := range tracks {
		layer, _ := slices.BinarySearch(sorted, t)
		places[layer] = i
	}
	letter := make([]int, len(tracks))
	return Explore(w, u, sorted, partial{state: start}, func(p partial, track, digit int) (partial, bool) {
		p.read = p.read*uint64(u.digits) + uint64(digit)
		if track < len(sorted)-1 {
			return p, true
		}
		for i := range places {
			letter[places[len(places)-1-i]] = int(p.read % uint64(u.digits))
			p.read /= uint64(u.digits)
		}
		to, ok := next(p.state, letter)
		return partial{state: to}, ok
	}, func(p partial) bool { return accept(p.state) })
}

// power returns base to the power of n, or 0 if that is beyond 64 bits.
func power(base, n int) uint64 {
	p := uint64(1)
	for range n {
		high, low := bits.Mul64(p, uint64(base))
		if high > 0 {
			return 0
		}
		p = low
	}
	return p
}

// Number returns the automaton that accepts one number, given by its digits, most
// significant first.
func (w *Work) Number(u *Universe, track string, digits []int) (*Automaton, error) {
	for len(digits) > 0 && digits[0] == 0 {
		digits = digits[1:]
	}
	return Explore(w, u, []string{track}, 0, func(read, _, digit int) (int, bool) {
		switch {
		case read == 0 && digit == 0:
			return 0, true
		case read < len(digits) && digit == digits[read]:
			return read + 1, true
		}
		return 0, false
	}, func(read int) bool { return read == len(digits) })
}

// Fix returns the automaton over the other tracks that is left of a when the number on
// this track is the one with these digits, most significant first.
func (w *Work) Fix(a *Automaton, track string, digits []int) (*Automaton, error) {
	number, err := w.Number(a.universe, track, digits)
	if err != nil {
		return nil, err
	}
	if number, err = w.And(a, number); err != nil {
		return nil, err
	}
	return w.Project(number, track)
}
