package sequence

// All fast engines rest on one observation, sparse space (Winning Ways, chapter 4; Gangolli
// and Plambeck 1989; Flammenkamp).
//
// Choose a mask and call a value v rare if v & mask has an even number of ones,
// and common if odd. Nim-addition adds these parities: rare + rare and common +
// common are rare, rare + common is common. In many games a mask exists for
// which all heaps but a few have common values. Then
//
//   - the common options of n use exactly one of the few rare heaps, so that
//     they are quickly listed, and the least common value that is not among
//     them is a candidate g for G(n);
//   - G(n) = g if every rare value below g is an option too, for which one
//     division into two common heaps is a witness; there are very many of
//     them, so that one is found soon;
//   - otherwise G(n) is the least rare value that is not an option, which takes a
//     look at all divisions to know, and n joins the rare heaps.
//
// Nothing here is a guess: a bad mask makes the method slow, never wrong.
//
// If all digits that split take a number of tokens of the same parity π, the
// parity of n may take part (Beling): call v, as the value of a heap of n, rare
// if the ones of v & mask and n + π are even together. For a division of
// n - i into a + b, i of parity π, the numbers n + π and (a + π) + (b + π) agree
// in parity, so that the classes still add up. It is as if each value had one
// more bit, the parity of n + π, and this bit were in the mask.

import "math/bits"

// A space divides values into rare and common ones.
type space struct {
	mask  uint32
	timed bool // whether the parity of n takes part
	phase int  // π
}

// rare reports whether v is rare as the value of a heap of n.
func (s space) rare(v uint32, n int) bool {
	return s.parity(v&s.mask, n) == 0
}

func (s space) parity(v uint32, n int) int {
	parity := bits.OnesCount32(v)
	if s.timed {
		parity += n + s.phase
	}
	return parity & 1
}

// phase returns the parity of the digits that split, and false if they have
// both parities.
func (o *octal) phase() (phase int, ok bool) {
	for i, s := range o.splits {
		if i > 0 && s.taken%2 != phase {
			return 0, false
		}
		phase = s.taken % 2
	}
	return phase, true
}

// newSpace returns the space in which the fewest heaps of values are rare. Its
// mask is not 0. It costs O(len(values) + m log m), m the largest value. The
// result is false if it was interrupted.
func (o *octal) newSpace(values []uint32, stop interrupt) (space, bool) {
	highest := uint32(1)
	for _, v := range values {
		highest = max(highest, v)
	}
	width := bits.Len32(highest)
	phase, timed := o.phase()
	count := make([]int32, 2<<width) // by value, and the parity of n + phase
	for n, v := range values {
		if stop.at(n) {
			return space{}, false
		}
		if n == 0 {
			continue // no part of a division is empty
		}
		if timed && (n+phase)%2 == 1 {
			v |= 1 << width
		}
		count[v]++
	}
	// The Walsh-Hadamard transform makes count[mask] the number of values whose
	// ones under the mask are even, less the number of those where they are odd.
	for half := 1; half < len(count); half *= 2 {
		for i := 0; i < len(count); i += 2 * half {
			for j := i; j < i+half; j++ {
				count[j], count[j+half] = count[j]+count[j+half], count[j]-count[j+half]
			}
		}
	}
	best := 1
	for mask, balance := range count {
		// Without a bit of the values, every value of some n would be rare.
		if balance < count[best] && mask != 1<<width {
			best = mask
		}
	}
	return space{mask: uint32(best &^ (1 << width)), timed: best>>width == 1, phase: phase}, true
}

// rareHeaps returns the heaps of values, other than 0, that are rare, and false
// if it was interrupted.
func (s space) rareHeaps(values []uint32, stop interrupt) (heaps []int, ok bool) {
	for n, v := range values {
		if stop.at(n) {
			return nil, false
		}
		if n > 0 && s.rare(v, n) {
			heaps = append(heaps, n)
		}
	}
	return heaps, true
}
