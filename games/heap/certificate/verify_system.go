package certificate

// This file checks periods of heaps of several kinds, where a move from a heap of one kind leaves heaps
// of others. The certificate holds the moves: each kind has some, as sequence.Breaking says.
//
// Theorem of systems, constants from, shift. From some heap on, let the moves of each kind leave
// heaps of fixed sizes, and one to k heaps of given kinds, of any sizes from least ones on, together n - t with
// t at most T; where only each d-th heap has a move, let d divide p. Let q >= 1 be at least each least
// size, and let all heaps from k q on have moves of this form alone. If for all kinds G(n+p) = G(n) for
// q <= n < N = k q + (k-1) p + T, then for all n >= q. For else some heap n >= N of some kind is false to
// this, but none of those that play can reach from it. The largest free heap b of an option of n+p has at least
// (n+p-T)/k >= q+p tokens. So b-p instead gives an option of n; it is reached from n, so that it
// has the value of b. The largest of an option of n has at least (n-T)/k >= q, and b+p instead
// gives an option of n+p, of the same value. So n and n+p have options of the same values.
//
// Play ends if there is a number w for each kind so that each move from n of a kind leaves heaps m with
// m + w of their kinds at most n + w of its kind, and those that have as much are of kinds before it in
// some order. The verifier finds these numbers and the order itself, and computes the values in it.

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/period"
)

// A System is the moves of heaps of several kinds, and the kind that the claim is about.
type System struct {
	Kind  int                   `json:"kind"`
	Kinds [][]sequence.Breaking `json:"kinds"`
}

// name returns what stands for the game.
func (s *System) name() string {
	return fmt.Sprintf("heaps of kind %d of %d", s.Kind, len(s.Kinds))
}

// A systemCheck has what is computed of a system.
type systemCheck struct {
	heaps, taken, regular, least, every uint64     // k, T, the heap from which on moves are regular, the least sizes, what divides p
	late                                []int      // w by kind
	order                               []int      // of kinds
	values                              [][]uint16 // by kind
}

// The moves that are checked.
const (
	mostKinds  = 64
	mostBroken = 1 << 16 // of every number in a move, and of the heaps after which all moves come back
	mostLeft   = 8       // heaps that a move leaves
)

// readSystem reads the moves.
func (k *checker) readSystem() error {
	s := k.System
	if s.Kind < 0 || s.Kind >= len(s.Kinds) || len(s.Kinds) > mostKinds || k.Game != s.name() || k.Saltus != 0 {
		return fmt.Errorf("game: %q, of %d kinds with saltus %d: want %q of at most %d, and none", k.Game, len(s.Kinds), k.Saltus, s.name(), mostKinds)
	}
	c := &systemCheck{heaps: 1, least: 1, every: 1, late: make([]int, len(s.Kinds))}
	k.system = c
	type step struct{ from, to, back int }
	var steps []step
	for kind, moves := range s.Kinds {
		for i := range moves {
			b := &moves[i]
			all := slices.Concat(b.Free, b.Beside)
			bad := b.From < 0 || b.From > mostBroken || b.Every < 1 || b.Every > mostBroken || b.Taken > mostBroken || b.Taken < -mostBroken || len(all) > mostLeft
			sum := b.Taken // and the least sizes
			for _, p := range all {
				bad = bad || p.Kind < 0 || p.Kind >= len(s.Kinds) || p.Heap < 0 || p.Heap > mostBroken
			}
			if bad || len(b.Free) == 0 && (b.Taken != 0 || b.Every != 1) {
				return fmt.Errorf("system: move %d of kind %d: want heaps of at most %d of the kinds to %d, and at most %d of them", i, kind, mostBroken, len(s.Kinds)-1, mostLeft)
			}
			for _, f := range b.Free {
				sum += f.Heap
				c.least = max(c.least, uint64(f.Heap))
			}
			first := b.From // heap with the move
			if len(b.Free) > 0 {
				first = max(first, sum)
				c.heaps, c.taken, c.regular = max(c.heaps, uint64(len(b.Free))), max(c.taken, uint64(max(b.Taken, 0))), max(c.regular, uint64(b.From))
				common := c.every
				for common%uint64(b.Every) != 0 {
					common += c.every
				}
				if c.every = common; c.every > mostBroken {
					return fmt.Errorf("system: moves return together after more than %d heaps", mostBroken)
				}
			} else {
				c.regular = max(c.regular, uint64(b.From)+1)
			}
			for _, f := range b.Free { // which has at most n less sum and more than its own least size
				steps = append(steps, step{kind, f.Kind, sum - f.Heap})
			}
			for _, p := range b.Beside {
				steps = append(steps, step{kind, p.Kind, first - p.Heap})
			}
		}
	}
	for range len(s.Kinds) + 1 {
		for _, d := range steps {
			c.late[d.to] = min(c.late[d.to], c.late[d.from]+d.back)
		}
	}
	before := make([]int, len(s.Kinds)) // kinds that must come first
	for _, d := range steps {
		switch more := c.late[d.from] + d.back - c.late[d.to]; {
		case more < 0:
			return fmt.Errorf("system: play may go on for ever")
		case more == 0:
			before[d.from]++
		}
	}
	for len(c.order) < len(s.Kinds) {
		next := slices.Index(before, 0)
		if next < 0 {
			return fmt.Errorf("system: play may go on for ever")
		}
		before[next] = -1
		c.order = append(c.order, next)
		for _, d := range steps {
			if d.to == next && c.late[d.from]+d.back == c.late[d.to] {
				before[d.from]--
			}
		}
	}
	return nil
}

// heapsNeeded returns how many heaps of each kind prove the period.
func (c *systemCheck) heapsNeeded(from, shift uint64) uint64 {
	return c.heaps*from + c.heaps*shift + c.taken
}

func (k *checker) suitsSystem() error {
	constants, err := k.constants("from", "shift")
	if err != nil {
		return err
	}
	c, from, shift := k.system, constants[0], constants[1]
	if from < c.least || c.heaps*from < c.regular || shift == 0 || shift%c.every != 0 || shift%k.Period != 0 || k.Preperiod > from {
		return fmt.Errorf("constants: from must be %d or more, %d times it %d or more, and it may not be below the preperiod; and shift is a multiple of the period and of %d", c.least, c.heaps, c.regular, c.every)
	}
	if want := c.heapsNeeded(from, shift) * uint64(len(k.System.Kinds)); k.Terms != want {
		return fmt.Errorf("terms: %d, but the theorem needs %d", k.Terms, want)
	}
	return nil
}

// stepSystem appends a term: those of the heaps of one size stand behind each other, by kind. With the first
// it computes all of them.
func (k *checker) stepSystem(n int) error {
	kinds := len(k.System.Kinds)
	if n == 0 {
		if err := k.computeSystem(int(k.Terms) / kinds); err != nil {
			return err
		}
	}
	k.values = append(k.values, k.system.values[n%kinds][n/kinds])
	return nil
}

// computeSystem computes the values of heaps of all kinds, below that many tokens at least.
func (k *checker) computeSystem(heaps int) error {
	c := k.system
	c.values = make([][]uint16, len(c.late))
	if err := k.account.Take(2 * k.Terms); err != nil {
		return fmt.Errorf("terms: for %d values, %w", k.Terms, err)
	}
	least, mark := slices.Min(c.late), 0
	for turn := least; turn < heaps+slices.Max(c.late); turn++ {
		for _, kind := range c.order {
			n := turn - c.late[kind]
			if n < 0 || n != len(c.values[kind]) {
				continue
			}
			mark++
			for i := range k.System.Kinds[kind] {
				if err := k.markBroken(&k.System.Kinds[kind][i], n, mark); err != nil {
					return err
				}
			}
			value := 0
			for value < len(k.seen) && k.seen[value] == mark {
				value++
			}
			if value > 1<<16-1 {
				return fmt.Errorf("values: G(%d) = %d is too large for this check", n, value)
			}
			c.values[kind] = append(c.values[kind], uint16(value))
			if err := k.spend(1); err != nil {
				return err
			}
		}
	}
	return nil
}

// markBroken notes the values of all options of a heap of n by some of its moves.
func (k *checker) markBroken(b *sequence.Breaking, n, mark int) error {
	if n < b.From || (n-b.From)%b.Every != 0 || len(b.Free) == 0 && n != b.From {
		return nil
	}
	var divide func(i, left int, v uint16) error
	divide = func(i, left int, v uint16) error {
		if err := k.spend(1); err != nil {
			return err
		}
		if i == len(b.Free) {
			for _, p := range b.Beside {
				v ^= k.system.values[p.Kind][p.Heap]
			}
			k.option(v, mark)
			return nil
		}
		f := b.Free[i]
		least := f.Heap
		if i == len(b.Free)-1 {
			least = max(least, left) // it gets the rest
		}
		for h := least; h <= left; h++ {
			more := 0
			for _, other := range b.Free[i+1:] {
				more += other.Heap
			}
			if left-h < more {
				break
			}
			if err := divide(i+1, left-h, v^k.system.values[f.Kind][h]); err != nil {
				return err
			}
		}
		return nil
	}
	left := n - b.Taken
	if len(b.Free) == 0 {
		left = 0
	}
	return divide(0, left, 0)
}

// checkSystem checks that all kinds return, and that the one of the claim does so as it says.
func (k *checker) checkSystem() error {
	from, shift, kinds := k.Constants["from"], k.Constants["shift"], uint64(len(k.System.Kinds))
	heaps := k.Terms / kinds
	for kind, values := range k.system.values {
		if err := k.spend(heaps); err != nil {
			return err
		}
		for n := from; n+shift < heaps; n++ {
			if values[n] != values[n+shift] {
				return fmt.Errorf("theorem: G(%d) is not G(%d) for heaps of kind %d", n+shift, n, kind)
			}
		}
	}
	k.values = k.system.values[k.System.Kind][:heaps]
	if k.Period >= heaps || k.Preperiod > heaps-k.Period {
		return fmt.Errorf("terms: %d of each kind cannot show preperiod %d, period %d", heaps, k.Preperiod, k.Period)
	}
	return k.checkPeriod()
}

// A Breaker is a [Game] of heaps of several kinds; it tells the moves, and its own kind.
type Breaker interface {
	Moves() (*sequence.System, int)
}

// draftSystem fills in what the certificate of such a game has besides.
func (c *Certificate) draftSystem(game Game, proof period.SystemProof) error {
	b, ok := game.(Breaker)
	if !ok {
		return fmt.Errorf("its moves are not those of heaps of several kinds")
	}
	moves, kind := b.Moves()
	c.System = &System{Kind: kind}
	for _, all := range moves.Kinds {
		c.System.Kinds = append(c.System.Kinds, append([]sequence.Breaking{}, all...))
	}
	c.Game, c.Constants = c.System.name(), map[string]uint64{"from": proof.From, "shift": proof.Shift}
	return nil
}
