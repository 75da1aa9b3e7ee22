package certificate

// This file checks proofs by the theorem of Guy and Smith.
//
// Theorem of Guy and Smith (1956), constants heaps, turns, taken. Let a move take
// at most t tokens and leave at most k heaps of any sizes, and let G(n+p) = G(n)
// for q <= n < k q + (k-1) p + t, where q >= 1. Then it holds for all n >= q. For
// let n be larger, and let it hold below n. The largest heap b of an option of
// n+p has at least (n+p-t)/k >= q+p tokens, so replacing b by b-p gives an option
// of n of the same value; and the largest heap of an option of n has at least
// (n-t)/k >= q tokens, so replacing b by b+p gives one of n+p. So k heaps and
// k-1 turns of p are enough.
//
// If heaps must differ, all or some, b-p may be as large as another heap. Take
// then, of the heaps b, b-p, b-2p, … as far as they are there, the smallest, and p
// from that, which meets no other. It is at least b - (k-1)p, and has the value of
// b, so that b >= q + kp is enough: n >= k q + (k^2-1) p + t, turns k^2-1. With
// k = 2, the heaps are a and b = a+p, and 2a = n-t; two turns are enough for
// a-p >= q. In the other direction b+p is the largest heap and meets none.
//
// If two heaps must be equal, their value is 0, and the move is there for n as for
// n+p if p is even; so twice the period counts as p where the period is odd. Three
// heaps that must be equal are not covered.

import (
	"fmt"
	"maps"
)

// constantsOfGuySmith returns those of the moves.
func (k *checker) constantsOfGuySmith() map[string]uint64 {
	heaps, turns := uint64(1), uint64(0)
	for _, m := range k.moves {
		for i := uint64(2); i <= 3; i++ {
			switch m.heaps[i] {
			case 0, '=':
				continue
			case ' ':
				turns = max(turns, i-1)
			default:
				turns = max(turns, [...]uint64{2: 2, 3: 8}[i])
			}
			heaps = max(heaps, i)
		}
		for _, i := range m.many {
			heaps, turns = max(heaps, uint64(i)), max(turns, uint64(i)-1)
		}
	}
	return map[string]uint64{"heaps": heaps, "turns": turns, "taken": k.taken()}
}

// neededByGuySmith returns how many terms prove the period by the constants.
func (k *checker) neededByGuySmith() uint64 {
	p := k.Period
	for _, m := range k.moves {
		if m.heaps[2] == '=' && p%2 == 1 {
			p *= 2
		}
	}
	return k.Constants["heaps"]*max(k.Preperiod, 1) + (k.Constants["turns"]+1)*p + k.Constants["taken"]
}

func (k *checker) suitsGuySmith() error {
	if _, err := k.constants("heaps", "taken", "turns"); err != nil {
		return err
	}
	if want := k.constantsOfGuySmith(); !maps.Equal(k.Constants, want) {
		return fmt.Errorf("constants: want %v", want)
	}
	for _, m := range k.moves {
		if m.heaps[3] == '=' || k.turn > 0 || k.Saltus > 0 {
			return fmt.Errorf("theorem: it is not for moves that leave three equal heaps or take any number, nor for saltus %d", k.Saltus)
		}
	}
	if want := k.neededByGuySmith(); k.Terms != want {
		return fmt.Errorf("terms: %d, but the theorem needs %d", k.Terms, want)
	}
	return k.suitsAll()
}
