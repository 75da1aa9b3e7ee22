// Package automata decides questions about natural numbers with finite automata that
// read their digits.
//
// An [Automaton] accepts words of letters; a letter holds one digit of each of several
// numbers, its tracks, most significant first. So an automaton with the tracks x and y is
// a relation between two numbers. Zeros in front change no number, so they never change
// whether a word is accepted. And, or, not, and "for some x" of such relations are
// automata again, which a [Work] computes within a budget, minimised after each step.
// Equal relations are equal automata.
//
// Which words are numbers at all is a matter of the [Universe]: in base b all words of
// digits below b, in Zeckendorf's system those without two ones side by side. Automata
// accept, and operations explore, only words that are numbers on each track.
//
// Inside, a letter is read digit by digit, track after track in the order of their names.
// A state between two letters is called a state, one within a letter too is a node. So
// letters cost what a decision diagram would cost that tells them apart, as in MONA
// (Klarlund and Møller, MONA Version 1.4 User Manual, 2001), and not base^tracks.
//
// Büchi found the theory (1960). Shallit describes the method in The Logical Approach to
// Automatic Sequences (2022); Mousavi's program Walnut works in the same way.
package automata

import (
	"fmt"
	"iter"
	"slices"
)

// dead is the node from which no word is accepted. It has no number.
const dead = -1

// A Universe says which words are numbers.
type Universe struct {
	digits int
	valid  *Automaton // one track; nil: all words are numbers
}

// Free returns the universe of all words over the digits from 0 to digits-1. It panics if
// digits is not from 1 to [MaxDigits].
func Free(digits int) *Universe {
	if digits < 1 || digits > MaxDigits {
		panic(fmt.Sprintf("automata: %d digits, not from 1 to %d", digits, MaxDigits))
	}
	return &Universe{digits: digits}
}

// The largest numbers of digits and of tracks.
const (
	MaxDigits = 1 << 10
	MaxTracks = 62
)

// Universe returns the universe of the words that a accepts. It panics unless a has one
// track in a universe of all words.
func (a *Automaton) Universe() *Universe {
	if len(a.tracks) != 1 || a.universe.valid != nil {
		panic("automata: a universe is made of one track in a free universe")
	}
	return &Universe{digits: a.universe.digits, valid: a}
}

// Digits returns how many digits there are: the base, if all words are numbers.
func (u *Universe) Digits() int { return u.digits }

// same says whether the same words are numbers in u and v.
func (u *Universe) same(v *Universe) bool {
	if u == v {
		return true
	}
	if u.digits != v.digits || (u.valid == nil) != (v.valid == nil) {
		return false
	}
	return u.valid == nil || u.valid.equal(&v.valid.graph)
}

// An Automaton is a deterministic finite automaton over words of letters with one digit
// for each track. It is minimal, and does not change once it is made: several goroutines
// may use it.
type Automaton struct {
	universe *Universe
	tracks   []string // sorted
	graph
	states int // nodes of layer 0
}

// A graph is an automaton that reads one digit at a time: nodes of layer i read a digit
// of track i. Without tracks it has one node at most, which reads nothing.
type graph struct {
	digits int
	next   []int32 // of node n and digit d at n*digits+d; dead, or a node of the next layer
	layer  []uint8 // of each node
	accept []bool  // of each node; false but in layer 0
	// Node 0 is the start, in layer 0. No nodes: nothing is accepted. In an automaton the
	// nodes of layer 0 come first.
}

// step returns the node after node n and digit d.
func (g *graph) step(n int32, d int) int32 { return g.next[int(n)*g.digits+d] }

func (g *graph) equal(h *graph) bool {
	return g.digits == h.digits && slices.Equal(g.accept, h.accept) &&
		slices.Equal(g.layer, h.layer) && slices.Equal(g.next, h.next)
}

// Tracks returns the names of a's tracks, sorted. They are the caller's.
func (a *Automaton) Tracks() []string { return slices.Clone(a.tracks) }

// In returns the universe of a.
func (a *Automaton) In() *Universe { return a.universe }

// Digits returns how many digits a track may have.
func (a *Automaton) Digits() int { return a.universe.digits }

// States returns the number of states, without the one from which nothing is accepted.
func (a *Automaton) States() int { return a.states }

// Nodes returns the number of nodes: of states between two digits.
func (a *Automaton) Nodes() int { return len(a.layer) }

// Empty says whether a accepts no word.
func (a *Automaton) Empty() bool { return len(a.layer) == 0 }

// Equal says whether a and b have the same universe and tracks, and accept the same words.
func (a *Automaton) Equal(b *Automaton) bool {
	return a == b || slices.Equal(a.tracks, b.tracks) && a.universe.same(b.universe) && a.equal(&b.graph)
}

// Start returns the state in which a begins: 0, or -1 if it accepts nothing. States are
// numbered from 0 in the order of a search in breadth first, with the letters in order.
func (a *Automaton) Start() int {
	if a.Empty() {
		return dead
	}
	return 0
}

// Step returns the state after a letter, one digit for each track, or -1 if no word
// goes on from there. It panics if the letter has another length than a has tracks, or a
// digit out of range.
func (a *Automaton) Step(state int, letter []int) int {
	if len(letter) != len(a.tracks) {
		panic(fmt.Sprintf("automata: a letter of %d digits for %d tracks", len(letter), len(a.tracks)))
	}
	at := int32(state)
	for _, d := range letter {
		if d < 0 || d >= a.digits {
			panic(fmt.Sprintf("automata: digit %d of %d", d, a.digits))
		}
		if at != dead {
			at = a.step(at, d)
		}
	}
	return int(at)
}

// Arrows yields the letters that lead on from a state, in their order, each with the state
// after it. A letter belongs to the loop that gets it until the next one.
func (a *Automaton) Arrows(state int) iter.Seq2[[]int, int] {
	return func(yield func([]int, int) bool) {
		letter := make([]int, len(a.tracks))
		var walk func(at int32, layer int) bool
		walk = func(at int32, layer int) bool {
			if layer == len(letter) {
				return yield(letter, int(at))
			}
			for d := range a.digits {
				letter[layer] = d
				if to := a.step(at, d); to != dead && !walk(to, layer+1) {
					return false
				}
			}
			return true
		}
		walk(int32(state), 0)
	}
}

// Accepting says whether a word that ends in this state is accepted.
func (a *Automaton) Accepting(state int) bool { return state >= 0 && a.accept[state] }

// Accepts says whether a accepts a word of letters, each with one digit for each track in
// the order of [Automaton.Tracks]. It panics as [Automaton.Step] does.
func (a *Automaton) Accepts(word [][]int) bool {
	at := a.Start()
	for _, letter := range word {
		at = a.Step(at, letter)
	}
	return a.Accepting(at)
}

// Shortest returns the first word, in the order of the digits, among the shortest that a
// accepts. It is false if there is none.
func (a *Automaton) Shortest() ([][]int, bool) {
	if a.Empty() {
		return nil, false
	}
	if len(a.tracks) == 0 || a.accept[0] {
		return nil, true
	}
	// Breadth first; the digits in their order make the first path the first word.
	from := make([]int32, len(a.layer)) // node*digits + digit that came here first
	for n := range from {
		from[n] = dead
	}
	queue := []int32{0}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		for d := range a.digits {
			to := a.step(at, d)
			if to <= 0 || from[to] != dead {
				continue // the start is reached by zeros, which nothing needs
			}
			from[to] = at*int32(a.digits) + int32(d)
			if a.accept[to] {
				return a.path(from, to), true
			}
			queue = append(queue, to)
		}
	}
	panic("automata: a node from which nothing is accepted")
}

// path returns the word that leads from the start to a state.
func (a *Automaton) path(from []int32, at int32) [][]int {
	var digits []int
	for at != 0 {
		digits = append(digits, int(from[at])%a.digits)
		at = from[at] / int32(a.digits)
	}
	slices.Reverse(digits)
	var word [][]int
	for letter := range slices.Chunk(digits, len(a.tracks)) {
		word = append(word, letter)
	}
	return word
}
