package certificate

// This file checks proofs by a window that recurs, such as those for subtraction
// games.
//
// Theorem of the window, constants width, at, shift. Let moves take at most w
// tokens and leave at most one heap. Then a term is a function of the w terms
// before it, and if the w terms before m are those before m + s, then G(n+s) =
// G(n) for all n >= m - w, by induction.

import "fmt"

func (k *checker) suitsWindow() error {
	c, err := k.constants("width", "at", "shift")
	if err != nil {
		return err
	}
	width, at, shift := c[0], c[1], c[2]
	least := width // of at
	for _, m := range k.moves {
		if (m.heaps[0] != 0) != (m.heaps[1] != 0) {
			least = width + 1 // the whole heap is not taken as a part of it is
		}
		if m.heaps[2] != 0 || m.heaps[3] != 0 || m.taken < 0 || k.turn > 0 || k.Saltus > 0 {
			return fmt.Errorf("theorem: it is not for moves that add, divide or take any number, nor for saltus %d", k.Saltus)
		}
	}
	if width != k.taken() || at < least {
		return fmt.Errorf("constants: width %d, but moves take %d; and at must be %d or more", width, k.taken(), least)
	}
	if err := k.suitsReturn(at, shift); err != nil {
		return err
	}
	return k.suitsAll()
}

func (k *checker) checkWindow() error {
	width, at, shift := k.Constants["width"], k.Constants["at"], k.Constants["shift"]
	return k.checkReturn(at-width, at, shift)
}
