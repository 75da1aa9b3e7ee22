package nimber

import "math/bits"

// A Set is a set of small nimbers, a bit each: v is in it if bit v%64 of word v/64 is set.
// The zero value is empty. It takes v/8 bytes for the largest v.
type Set []uint64

// Add adds v.
func (s *Set) Add(v uint32) {
	for len(*s) <= int(v/64) {
		*s = append(*s, 0)
	}
	(*s)[v/64] |= 1 << (v % 64)
}

// Has reports whether v is in s.
func (s Set) Has(v uint32) bool {
	return int(v/64) < len(s) && s[v/64]>>(v%64)&1 != 0
}

// AddSums adds the sum of g and each nimber of t. It costs O(len(t)).
func (s *Set) AddSums(t Set, g uint32) {
	for i, word := range t {
		if word == 0 {
			continue
		}
		at := i ^ int(g/64)
		for len(*s) <= at {
			*s = append(*s, 0)
		}
		(*s)[at] |= Permute(word, g%64)
	}
}

// Permute moves bit i of word to bit i^g, for g < 64.
func Permute(word uint64, g uint32) uint64 {
	for shift, low := range [...]uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff} {
		if g>>shift&1 != 0 {
			by := 1 << shift
			word = word>>by&low | word&low<<by
		}
	}
	return word
}

// Mex returns the least number that is not in s.
func (s Set) Mex() uint32 {
	for i, word := range s {
		if word != ^uint64(0) {
			return uint32(i*64 + bits.TrailingZeros64(^word))
		}
	}
	return uint32(64 * len(s))
}

// Each yields the nimbers of s, the least first.
func (s Set) Each(yield func(v uint32) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(uint32(i*64 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// Sums collects sums of nimbers: those of each set that it is given with one nimber. It
// serves where there are many sets: whatever the nimbers, a word of a set costs one
// operation, and the bits within words are put in order in the end.
type Sums struct {
	byLow [64][]uint64 // by the nimber modulo 64: the words, moved by what is above
	used  uint64       // bit g is set if byLow[g] is not empty
}

// Add adds the sum of g and each nimber of t. It costs O(len(t)).
func (s *Sums) Add(t Set, g uint32) {
	if len(t) == 0 {
		return
	}
	low, high := g%64, int(g/64)
	s.used |= 1 << low
	most := (len(t) - 1) | high // at least every index below
	for b := uint(1); b < 32; b <<= 1 {
		most |= most >> b
	}
	words := s.byLow[low]
	for len(words) <= most {
		words = append(words, 0)
	}
	s.byLow[low] = words
	if high == 0 {
		words = words[:len(t)]
		for i, word := range t {
			words[i] |= word
		}
		return
	}
	for i, word := range t {
		words[i^high] |= word
	}
}

// Take returns the set of all sums, and empties s.
func (s *Sums) Take() Set {
	longest := 0
	for used := s.used; used != 0; used &= used - 1 {
		longest = max(longest, len(s.byLow[bits.TrailingZeros64(used)]))
	}
	all := make(Set, longest)
	for used := s.used; used != 0; used &= used - 1 {
		g := bits.TrailingZeros64(used)
		for i, word := range s.byLow[g] {
			if word != 0 {
				all[i] |= Permute(word, uint32(g))
			}
		}
		s.byLow[g] = s.byLow[g][:0]
	}
	s.used = 0
	for len(all) > 0 && all[len(all)-1] == 0 {
		all = all[:len(all)-1]
	}
	return all
}
