package certificate

// This file checks proofs by recurrence of the state, constants width, at, shift.
//
// Sparse space. Call v a rare value of n if the ones of v & mask are even, or,
// where the parity of n takes part, the ones and n + i together, i the number of
// tokens taken in a move that divides, whose parity must then always be the
// same. Values of the two heaps of an option then add like parities: rare + rare
// and common + common give rare, rare + common gives common. So an option of
// common value has exactly one heap from the list of heaps with rare values;
// G(n) is the least common value that is not found so, unless some smaller rare
// value is not an option. To know that, all divisions are looked at.
//
// Recurrence of the state. Let all heaps of rare value be below m. Let the w values
// before m equal the w values before m + s, where w < m, so that no heap among them is
// empty. Let each step from m to m + s need no more than the w values before it: n - i -
// h for h in the list, and n - i - a for one division into a and n - i - a for each rare
// value that had to be found. Then G(n+s) = G(n) for all n >= m - w. For step n + s sees the same
// w values as step n; so it finds the same candidate, and a division with the
// same a for the same rare values, and its heap is not rare. Where the parity of
// n takes part, s must be even.
//
// The certificate lists these divisions: a rare value of n >= m that is wanted
// must have one of the value's witnesses, pairs i, a. So that there is only one
// such list, the next witness begins to count when none before it serves, and
// must be the one of the least a, and of the least i for that, that does; and
// the width is what is needed exactly.

import (
	"fmt"
	"math/bits"
)

// A rarity says what values are rare.
type rarity struct {
	mask   uint32
	timed  bool
	parity int // of the tokens taken by moves that divide
}

// isRare reports whether v is a rare value of n.
func (r *rarity) isRare(v uint32, n int) bool {
	ones := bits.OnesCount32(v & r.mask)
	if r.timed {
		ones += n + r.parity
	}
	return ones%2 == 0
}

// A space is the state of a check.
type space struct {
	rarity
	divide []move // the moves that leave two heaps
	at     int
	rare   int      // how many of State.Rare have been reached
	bits   uint16   // in use in values
	wanted []uint16 // rare values below the candidate that are not found yet
	lists  map[uint16]*list
	widest uint64
}

// A list has the witnesses of a value. The first count of them are in use, and are
// tried in order.
type list struct {
	moves [][2]uint64
	count int
	order [][2]int
}

func (k *checker) suitsState() error {
	c, err := k.constants("width", "at", "shift")
	if err != nil {
		return err
	}
	s := &space{rarity: rarity{k.State.Mask, k.State.Timed, -1}, at: int(c[1]), lists: map[uint16]*list{}}
	for _, m := range k.moves {
		if m.taken < 0 || k.turn > 0 || m.heaps[3] != 0 || m.heaps[2] == '=' || k.Saltus > 0 {
			return fmt.Errorf("theorem: it is for moves that leave at most two heaps, of any or different sizes, and for saltus 0")
		}
		if m.heaps[2] == 0 {
			continue
		}
		if s.parity >= 0 && s.parity != m.taken%2 && k.State.Timed {
			return fmt.Errorf("state: the parity of n cannot take part, as moves that divide take numbers of both parities")
		}
		s.parity = m.taken % 2
		s.divide = append(s.divide, m)
	}
	if k.State.Mask == 0 {
		return fmt.Errorf("state: the mask must have bits")
	}
	for i, h := range k.State.Rare {
		if h == 0 || h >= c[1] || i > 0 && h <= k.State.Rare[i-1] {
			return fmt.Errorf("rare: heap %d is out of order, 0, or not below at", h)
		}
	}
	for i, w := range k.State.Witnesses {
		if i > 0 && w.Value <= k.State.Witnesses[i-1].Value || w.Value > 1<<16-1 || len(w.Moves) == 0 {
			return fmt.Errorf("witnesses: value %d is out of order, too large, or has none", w.Value)
		}
		s.lists[uint16(w.Value)] = &list{moves: w.Moves}
	}
	if k.State.Timed && c[2]%2 != 0 {
		return fmt.Errorf("constants: the shift %d must be even where the parity of n takes part", c[2])
	}
	k.space = s
	return k.suitsReturn(c[1], c[2])
}

func (k *checker) isRare(v uint16, n int) bool { return k.space.isRare(uint32(v), n) }

// sparseStep computes G(n).
func (k *checker) sparseStep(n int) error {
	s, rare := k.space, k.State.Rare
	for _, m := range k.moves {
		left := n - m.taken
		if left == 0 && m.heaps[0] != 0 {
			k.option(0, n)
		}
		if left > 0 && m.heaps[1] != 0 {
			k.option(k.values[left], n)
		}
	}
	for _, m := range s.divide {
		left := n - m.taken
		if err := k.spend(uint64(s.rare) + 1); err != nil {
			return err
		}
		for _, h := range rare[:s.rare] {
			if a := int(h); a < left && (m.heaps[2] == ' ' || 2*a != left) {
				k.option(k.values[a]^k.values[left-a], n)
			}
		}
	}
	s.wanted = s.wanted[:0]
	for v := uint16(0); ; v++ {
		if int(v) < len(k.seen) && k.seen[v] == n {
			continue
		}
		if !k.isRare(v, n) || v == 1<<16-1 {
			break
		}
		s.wanted = append(s.wanted, v)
	}
	if n < s.at {
		if err := k.walk(n); err != nil {
			return err
		}
	} else {
		for _, v := range s.wanted {
			if ok, err := k.serve(v, n); err != nil {
				return err
			} else if ok {
				k.option(v, n)
			}
		}
	}
	if err := k.add(n); err != nil {
		return err
	}
	value := k.values[n]
	s.bits |= value
	listed := s.rare < len(rare) && rare[s.rare] == uint64(n)
	if listed {
		s.rare++
	}
	if n > 0 && k.isRare(value, n) != listed {
		return fmt.Errorf("rare: G(%d) = %d, and whether that is rare is not what the list says", n, value)
	}
	return nil
}

// walk looks at divisions of n until all wanted values have been seen, or all
// divisions.
func (k *checker) walk(n int) error {
	wanted := k.space.wanted
	for a := 1; 2*a <= n && len(wanted) > 0; a++ {
		if err := k.spend(1 + uint64(len(k.space.divide))); err != nil {
			return err
		}
		for _, m := range k.space.divide {
			if left := n - m.taken; 2*a <= left && (m.heaps[2] == ' ' || 2*a != left) {
				k.option(k.values[a]^k.values[left-a], n)
			}
		}
		for len(wanted) > 0 && int(wanted[0]) < len(k.seen) && k.seen[wanted[0]] == n {
			wanted = wanted[1:]
		}
	}
	return nil
}

// serve looks for v, a rare value of n >= at, among the witnesses that count, and
// lets the next one count if there is none. It is false if v is not an option.
func (k *checker) serve(v uint16, n int) (bool, error) {
	l := k.space.lists[v]
	if l == nil {
		l = &list{}
		k.space.lists[v] = l
	}
	for i, o := range l.order {
		if err := k.spend(1); err != nil {
			return false, err
		}
		if k.serves(v, n, o[0], o[1]) {
			copy(l.order[1:i+1], l.order[:i]) // soon tried again
			l.order[0] = o
			return true, nil
		}
	}
	taken, a, err := k.least(v, n)
	if a == 0 || err != nil {
		return false, err
	}
	witness := [2]uint64{uint64(taken), uint64(a)}
	if l.count == len(l.moves) || l.moves[l.count] != witness {
		return false, &wantedWitness{l, v, n, witness}
	}
	l.count++
	l.order = append(l.order, [2]int{taken, a})
	k.space.widest = max(k.space.widest, uint64(taken+a))
	return true, nil
}

// A wantedWitness is the error of a list in which the next witness is not this one.
type wantedWitness struct {
	list    *list
	value   uint16
	n       int
	witness [2]uint64
}

func (e *wantedWitness) Error() string {
	return fmt.Sprintf("witnesses: of the value %d, number %d must be %d, as no other serves G(%d)", e.value, e.list.count+1, e.witness, e.n)
}

// serves reports whether dividing n into a and more after that many were taken,
// which a move must allow, has the value v.
func (k *checker) serves(v uint16, n, taken, a int) bool {
	left := n - taken
	return 2*a < left && k.values[a]^k.values[left-a] == v
}

// least returns the least witness of v for n, with a = 0 if there is none.
func (k *checker) least(v uint16, n int) (taken, a int, err error) {
	for a := 1; 2*a < n; a++ {
		if err := k.spend(1 + uint64(len(k.space.divide))); err != nil {
			return 0, 0, err
		}
		for _, m := range k.space.divide {
			if k.serves(v, n, m.taken, a) {
				return m.taken, a, nil
			}
		}
	}
	return 0, 0, nil
}

// width returns how far back the steps from at on look.
func (k *checker) width() uint64 {
	last := uint64(0)
	if len(k.State.Rare) > 0 {
		last = k.State.Rare[len(k.State.Rare)-1]
	}
	return max(1, k.taken()+last, k.space.widest)
}

func (k *checker) checkState() error {
	width, at, shift := k.Constants["width"], k.Constants["at"], k.Constants["shift"]
	for v, l := range k.space.lists {
		if l.count < len(l.moves) {
			return fmt.Errorf("witnesses: of the value %d, number %d is not needed", v, l.count+1)
		}
	}
	switch {
	case k.State.Mask&^uint32(k.space.bits) != 0:
		return fmt.Errorf("state: the mask %d has bits that no value has", k.State.Mask)
	case width != k.width() || width >= at:
		return fmt.Errorf("constants: the steps look %d back, which must be the width and less than at", k.width())
	}
	return k.checkReturn(at-width, at, shift)
}
