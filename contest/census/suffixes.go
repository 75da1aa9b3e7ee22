package census

// This file holds the game of two strings, which counts positions by the subwords of a word.

import (
	"context"
	"math"
	"math/bits"
	"slices"
)

// PairWon returns the k-th, from 1 and in the order of the dictionary, of the pairs of a subword
// of a and a subword of b that the player to move wins. A move appends a letter to one of
// the two, so that it remains a subword; either may be empty, and words have the letters
// a … z. found is false if there are fewer such pairs.
//
// Whether a letter may follow a subword depends on the places where it ends, so subwords at one
// state of the suffix automaton are the same game (A. Blumer et al., Theoret. Comput. Sci. 40,
// 1985). Paths of the automaton are the subwords, in order. So the pairs after each state are
// counted backwards, and the wanted one is found on the way down. This takes O(|a|+|b|) steps
// and space; counts stop at 2^64-1.
func PairWon(ctx context.Context, a, b string, k uint64) (first, second string, found bool, err error) {
	table := make([][letters]int32, 0, 2*max(len(a), len(b))+1)
	left, err := newSubwords(ctx, a, table)
	if err != nil {
		return "", "", false, err
	}
	right, err := newSubwords(ctx, b, table)
	if err != nil {
		return "", "", false, err
	}
	// others[v] is the number of subwords of b with a value other than v.
	others := make([]uint64, letters+1)
	all := uint64(0)
	for s, v := range right.values {
		others[v] += right.words(s)
		all += right.words(s)
	}
	for v := range others {
		others[v] = all - others[v]
	}
	word, state, k, found := left.find(k, func(s int) uint64 { return others[left.values[s]] })
	if !found {
		return "", "", false, nil
	}
	value := left.values[state]
	other, _, _, _ := right.find(k, func(s int) uint64 {
		if right.values[s] == value {
			return 0
		}
		return 1
	})
	return word, other, true, nil
}

// letters is the number of letters of a word.
const letters = 26

// subwords is the suffix automaton of a word: state 0 holds the empty word, and an edge goes
// from a word to each word with one more letter.
type subwords struct {
	length []int32 // of the longest word at a state
	link   []int32 // the state of the longest suffix that is at another one, -1 for the empty word
	edges  []edge  // edges[first[s]:first[s+1]] leave s, in the order of their letters
	first  []int32
	values []uint8 // the nim-value of appending letters
	order  []int32 // the states, those with longer words first
}

type edge struct {
	to     int32
	letter byte
}

// newSubwords makes the automaton of a word. It overwrites the table, which has room for two
// rows a letter and one.
func newSubwords(ctx context.Context, word string, table [][letters]int32) (*subwords, error) {
	w, next, err := buildSubwords(ctx, word, table)
	if err != nil {
		return nil, err
	}
	w.pack(next)
	w.value()
	return w, nil
}

// buildSubwords adds the letters one after the other. It returns a table of edges with a row a
// state, in which 0 says that there is none: no edge leads to the empty word.
func buildSubwords(ctx context.Context, word string, next [][letters]int32) (*subwords, [][letters]int32, error) {
	most := 2*len(word) + 1
	w := &subwords{length: make([]int32, 1, most), link: make([]int32, 1, most)}
	next = append(next, [letters]int32{})
	w.link[0] = -1
	last := int32(0)
	for i := range len(word) {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		c := word[i] - 'a'
		state := int32(len(next))
		next = append(next, [letters]int32{})
		w.length = append(w.length, w.length[last]+1)
		w.link = append(w.link, 0)
		from := last
		for ; from >= 0 && next[from][c] == 0; from = w.link[from] {
			next[from][c] = state
		}
		if from >= 0 {
			to := next[from][c]
			if w.length[to] != w.length[from]+1 {
				// Words that now end here too part from the longer ones.
				clone := int32(len(next))
				next = append(next, next[to])
				w.length = append(w.length, w.length[from]+1)
				w.link = append(w.link, w.link[to])
				w.link[to] = clone
				for ; from >= 0 && next[from][c] == to; from = w.link[from] {
					next[from][c] = clone
				}
				to = clone
			}
			w.link[state] = to
		}
		last = state
	}
	return w, next, nil
}

// pack keeps the edges without the empty places of their table: there are fewer than three a
// letter of the word.
func (w *subwords) pack(next [][letters]int32) {
	w.first = make([]int32, 1, len(next)+1)
	for s := range next {
		for c, to := range next[s] {
			if to != 0 {
				w.edges = append(w.edges, edge{to, byte(c)})
			}
		}
		w.first = append(w.first, int32(len(w.edges)))
	}
}

// value sorts the states by length, and finds their nim-values from the longest words on: an
// edge leads to longer ones.
func (w *subwords) value() {
	longest := slices.Max(w.length)
	place := make([]int32, longest+2) // place[longest-l+1] counts the states of length l, then those before
	for _, l := range w.length {
		place[longest-l+1]++
	}
	for i := range longest + 1 {
		place[i+1] += place[i]
	}
	w.order = make([]int32, len(w.length))
	for s, l := range w.length {
		w.order[place[longest-l]] = int32(s)
		place[longest-l]++
	}
	w.values = make([]uint8, len(w.length))
	for _, s := range w.order {
		seen := uint32(0)
		for _, e := range w.edges[w.first[s]:w.first[s+1]] {
			seen |= 1 << w.values[e.to]
		}
		w.values[s] = uint8(bits.TrailingZeros32(^seen))
	}
}

// words returns the number of words at a state.
func (w *subwords) words(state int) uint64 {
	if state == 0 {
		return 1
	}
	return uint64(w.length[state] - w.length[w.link[state]])
}

// find returns the word at which the k-th thing is, in the order of the dictionary, where each
// word at a state has weight(state) things. It returns the state, and which of its things it is.
func (w *subwords) find(k uint64, weight func(state int) uint64) (word string, state int, rest uint64, found bool) {
	after := make([]uint64, len(w.length)) // things of a word at a state and of all that begin with it
	for _, s := range w.order {
		sum := weight(int(s))
		for _, e := range w.edges[w.first[s]:w.first[s+1]] {
			if sum += after[e.to]; sum < after[e.to] {
				sum = math.MaxUint64
			}
		}
		after[s] = sum
	}
	if k == 0 || k > after[0] {
		return "", 0, 0, false
	}
	var text []byte
	s := int32(0)
	for {
		here := weight(int(s))
		if k <= here {
			return string(text), int(s), k, true
		}
		k -= here
		for _, e := range w.edges[w.first[s]:w.first[s+1]] {
			if k <= after[e.to] {
				text = append(text, 'a'+e.letter)
				s = e.to
				break
			}
			k -= after[e.to]
		}
	}
}
