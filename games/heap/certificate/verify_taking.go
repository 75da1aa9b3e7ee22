package certificate

// This file checks proofs for games of taking from one heap by digits without
// end, such as Nim: constants near, turn, at, shift, gap.
//
// Theorem. From the digit d_M on let the digits repeat after r. So whether a move
// may leave m <= n - M depends on n and m modulo r. Let V_ρ(n) be the set of
// values of the heaps m <= n - M, m = ρ modulo r: G(n) is the mex of those V_ρ(n)
// that n modulo r allows, and of some of the M - 1 terms before n. Let for one n,
// a multiple s of r, some c, and some b, at least 1 unless c = 0:
//
//  1. the M - 1 terms before n + s be those before n, each greater by c;
//  2. from b + c on, each V_ρ(n+s) be V_ρ(n) from b on, each value greater by c;
//  3. for every residue that n + i may have, the allowed V_ρ(n) together contain
//     0 … b-1, and the allowed V_ρ(n+s) contain 0 … b+c-1.
//
// Then G(n'+s) = G(n') + c for all n' >= n. For sets only grow, so that what is
// below b does not matter at n' from n on, nor below b + c at n' + s; above, the
// sets and terms are the same up to c, hence so is the mex, and hence the terms
// and sets that come next: 1 and 2 hold at n + 1. When n + s is reached, they hold
// there with b + c for b, and 3 does: the values b … b+c-1, if allowed at n + s,
// return greater by c at n + 2s, which supplies b+c … b+2c-1. The heap 0 counts as
// others do, if a move that may leave one heap may also leave none, and no other
// may. Otherwise it can only add the value 0, which does not matter if b >= 1, and
// which is added at n + s as at n.
//
// So that there is one certificate only, gap is the greatest b for which the
// first half of 3 holds.

import "fmt"

// valuesBefore returns the sets V_ρ(n).
func (k *checker) valuesBefore(at uint64) []map[uint16]bool {
	sets := make([]map[uint16]bool, k.turn)
	for r := range sets {
		sets[r] = map[uint16]bool{}
	}
	first := 0
	for _, m := range k.moves[k.near:] {
		if (m.heaps[0] != 0) != (m.heaps[1] != 0) {
			first = 1
		}
	}
	for m := first; m <= int(at)-k.near; m++ {
		sets[m%k.turn][k.values[m]] = true
	}
	return sets
}

// gap returns the least value that for some n from at on is in none of the sets
// that it allows.
func (k *checker) gap(sets []map[uint16]bool, at int) (int, error) {
	for v := 0; ; v++ {
		for n := at; n < at+k.turn; n++ {
			found := false
			for r := 0; r < k.turn && !found; r++ {
				digit := k.near + (n-r+k.turn+k.near*(k.turn-1))%k.turn // of a move from n to r modulo turn
				found = sets[r][uint16(v)] && k.moves[digit].heaps[1] != 0
			}
			if err := k.spend(uint64(k.turn)); err != nil {
				return 0, err
			}
			if !found || v == 1<<16-1 {
				return v, nil
			}
		}
	}
}

func (k *checker) suitsTaking() error {
	constants, err := k.constants("near", "turn", "at", "shift", "gap")
	if err != nil {
		return err
	}
	near, turn, at, shift := constants[0], constants[1], constants[2], constants[3]
	for _, m := range k.moves {
		if m.heaps[2] != 0 || m.heaps[3] != 0 {
			return fmt.Errorf("theorem: it is not for moves that divide")
		}
	}
	if k.turn == 0 || turn != uint64(k.turn) || near != uint64(k.near) || shift%turn != 0 || at < near {
		return fmt.Errorf("constants: the code has near %d and turn %d; shift must be a multiple of turn, and at not below near", k.near, k.turn)
	}
	if err := k.suitsReturn(at, shift); err != nil {
		return err
	}
	return k.suitsAll()
}

func (k *checker) checkTaking() error {
	near, at, shift, gap := k.Constants["near"], k.Constants["at"], k.Constants["shift"], k.Constants["gap"]
	if err := k.checkReturn(at-near+1, at, shift); err != nil {
		return err
	}
	c := shift / k.Period * k.Saltus
	before, after := k.valuesBefore(at), k.valuesBefore(at+shift)
	b, err := k.gap(before, int(at))
	if err != nil {
		return err
	}
	beyond, err := k.gap(after, int(at))
	if err != nil {
		return err
	}
	if uint64(b) != gap || b < 1 && c > 0 || beyond < b+int(c) {
		return fmt.Errorf("constants: the gap is %d; %d later there must be none below %d more", b, shift, c)
	}
	for r := range before {
		if err := k.spend(k.Terms); err != nil {
			return err
		}
		for v := gap; v < k.Terms; v++ {
			if before[r][uint16(v)] != after[r][uint16(v+c)] {
				return fmt.Errorf("theorem: among the values of heaps of residue %d, only one of %d and %d has returned", r, v, v+c)
			}
		}
	}
	return nil
}
