package automata

import (
	"iter"
	"math/big"
	"slices"
)

// Count returns how many words of length letters a accepts: the tuples of numbers with
// that many digits at most. It adds big numbers: for each node, digit and letter.
func (a *Automaton) Count(length int) *big.Int {
	if a.Empty() {
		return new(big.Int)
	}
	counts := make([]*big.Int, len(a.layer)) // of each node: the ends of words that it accepts
	for n := range counts {
		counts[n] = new(big.Int)
		if a.accept[n] {
			counts[n].SetInt64(1)
		}
	}
	for range length {
		before := slices.Clone(counts)
		for layer := len(a.tracks) - 1; layer >= 0; layer-- {
			after := counts
			if layer == len(a.tracks)-1 {
				after = before
			}
			for n, l := range a.layer {
				if int(l) == layer {
					counts[n] = a.sum(after, n)
				}
			}
		}
	}
	return counts[0]
}

// sum returns the sum of the counts after a node.
func (a *Automaton) sum(counts []*big.Int, n int) *big.Int {
	sum := new(big.Int)
	for d := range a.digits {
		if to := a.step(int32(n), d); to != dead {
			sum.Add(sum, counts[to])
		}
	}
	return sum
}

// Size returns how many tuples of numbers a accepts. It is false if they have no end.
func (a *Automaton) Size() (size *big.Int, finite bool) {
	size = new(big.Int)
	if a.Empty() {
		return size, true
	}
	if a.accept[0] {
		size.SetInt64(1) // the zeros
	}
	counts := make([]*big.Int, len(a.layer))
	open := make([]bool, len(a.layer)) // on the way from the start: met again, it is a cycle
	finite = true
	var count func(n int32) *big.Int
	count = func(n int32) *big.Int {
		if open[n] || !finite {
			finite = false
			return size
		}
		if counts[n] == nil {
			open[n] = true
			for d := range a.digits {
				if to := a.step(n, d); to != dead {
					count(to)
				}
			}
			open[n] = false
			if !finite {
				return size
			}
			counts[n] = a.sum(counts, int(n))
			if a.accept[n] {
				counts[n].Add(counts[n], big.NewInt(1))
			}
		}
		return counts[n]
	}
	// A word that has no zeros in front leaves the path of the zeros in its first letter.
	open[0] = true
	at := int32(0)
	for range a.tracks {
		for d := 1; d < a.digits && finite; d++ {
			if to := a.step(at, d); to != dead {
				size.Add(size, count(to))
			}
		}
		at = a.step(at, 0)
	}
	return size, finite
}

// Words yields each tuple of numbers that a accepts as its word without letters of zeros in
// front: shorter words first, words of one length in the order of their digits. If there is
// no end of them, nor is there of the sequence. A word is the caller's.
func (a *Automaton) Words() iter.Seq[[][]int] {
	return func(yield func([][]int) bool) {
		if a.Empty() || a.accept[0] && !yield(nil) {
			return
		}
		if len(a.tracks) == 0 {
			return
		}
		accepts := [][]bool{slices.Clone(a.accept)} // by digits that are left, of each node
		reached := a.after([]int32{0}, true)        // by words of some letters
		for length := 1; len(reached) > 0; length++ {
			for range a.tracks {
				last := accepts[len(accepts)-1]
				now := make([]bool, len(last))
				for n := range now {
					for d := range a.digits {
						to := a.step(int32(n), d)
						now[n] = now[n] || to != dead && last[to]
					}
				}
				accepts = append(accepts, now)
			}
			if !a.list(accepts, length, yield) {
				return
			}
			reached = a.after(reached, false)
		}
	}
}

// after returns the states one letter after others; if first is set, not by zeros.
func (a *Automaton) after(states []int32, first bool) []int32 {
	seen := make([]bool, a.states)
	var to []int32
	for _, s := range states {
		for letter, t := range a.Arrows(int(s)) {
			if !seen[t] && (!first || slices.Max(letter) > 0) {
				seen[t] = true
				to = append(to, int32(t))
			}
		}
	}
	return to
}

// list yields the words of one length. Accepts says by digits left from where it can end.
func (a *Automaton) list(accepts [][]bool, length int, yield func([][]int) bool) bool {
	tracks := len(a.tracks)
	digits := make([]int, length*tracks)
	var walk func(i int, at int32, zeros bool) bool
	walk = func(i int, at int32, zeros bool) bool {
		if i == tracks && zeros || !accepts[len(digits)-i][at] {
			return true
		}
		if i == len(digits) {
			var word [][]int
			for letter := range slices.Chunk(slices.Clone(digits), tracks) {
				word = append(word, letter)
			}
			return yield(word)
		}
		for d := range a.digits {
			digits[i] = d
			if to := a.step(at, d); to != dead && !walk(i+1, to, zeros && d == 0) {
				return false
			}
		}
		return true
	}
	return walk(0, 0, true)
}
