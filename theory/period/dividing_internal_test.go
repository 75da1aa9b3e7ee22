package period

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// randomCase returns a game of a few divisions into most heaps at most, and terms that repeat with
// a saltus.
func randomCase(random *rand.Rand, turns, most int) *dividingCase {
	o := Observed{Preperiod: uint64(random.IntN(4)), Period: uint64(1 + random.IntN(5)), Saltus: uint64(1 + random.IntN(6))}
	var d Dividing
	for range 1 + random.IntN(3) {
		heaps := 1 + random.IntN(most)
		d.Moves = append(d.Moves, Division{Taken: random.IntN(5), Heaps: heaps, Distinct: heaps > 1 && heaps <= 3 && random.IntN(3) == 0})
	}
	q := int(max(o.Preperiod, 1))
	terms := make([]uint32, q+turns*int(o.Period))
	for n := range terms {
		switch {
		case n < q:
			terms[n] = uint32(random.IntN(2 << bits.TrailingZeros64(o.Saltus)))
		case n < q+int(o.Period):
			terms[n] = uint32(random.Uint64N(o.Saltus))
		default:
			terms[n] = terms[n-int(o.Period)] + uint32(o.Saltus)
		}
	}
	c := newDividingCase(d, terms, o)
	c.ended = func() bool { return false }
	return c
}

// Condition 1, for all heaps by the definition.
func TestApart(t *testing.T) {
	random := chance.New(t, 1)
	seen := map[[2]bool]int{}
	for range 4000 {
		c := randomCase(random, 2, 5)
		modulus := 1 << c.e
		fails := func(m Division, heaps ...int) bool {
			sum, xor, excess := m.Taken, 0, 0
			for _, h := range heaps {
				sum, xor, excess = sum+h, xor^int(c.g[h]), excess+c.excess(h)
			}
			n := c.q
			for (n-sum)%c.p != 0 {
				n++
			}
			numerator := excess - c.excess(n) - c.sigma*m.Taken
			if numerator%c.p != 0 {
				t.Fatalf("%+v: D of %v is not an integer", c, heaps)
			}
			d := numerator / c.p
			return xor%modulus == int(c.g[n])%modulus && d >= 0 && d%2 == 0
		}
		// any reports whether some heaps fail, the first two of which are large.
		var any func(m Division, heaps ...int) bool
		any = func(m Division, heaps ...int) bool {
			if len(heaps) == m.Heaps {
				return fails(m, heaps...)
			}
			from := 1
			switch {
			case len(heaps) < 2:
				from = c.q
			case len(heaps) > 2:
				from = heaps[len(heaps)-1]
			}
			for h := from; h < c.q+c.p; h++ {
				if any(m, append(heaps[:len(heaps):len(heaps)], h)...) {
					return true
				}
			}
			return false
		}
		want, many := true, false
		for _, m := range c.moves {
			many = many || m.Heaps > 3
			want = want && (m.Heaps < 2 || !any(m))
		}
		if got := c.apart(); got != want {
			t.Fatalf("%+v: condition 1 is %v, want %v", c, got, want)
		}
		seen[[2]bool{want, many}]++
	}
	for _, want := range []bool{true, false} {
		if min(seen[[2]bool{want, true}], seen[[2]bool{want, false}]) < 100 {
			t.Errorf("%v: too few of one kind", seen)
		}
	}
}

// A check of condition 1 that is told to end says no, at whichever step.
func TestApartEnds(t *testing.T) {
	random := chance.New(t, 4)
	for range 200 {
		c := randomCase(random, 2, 3)
		asked := 0
		c.ended = func() bool { asked++; return false }
		if !c.apart() {
			continue
		}
		for last := range asked {
			left := last
			c.ended = func() bool { left--; return left < 0 }
			if c.apart() {
				t.Fatalf("%+v: it holds although the check ended at step %d of %d", c, last, asked)
			}
		}
	}
}

// Condition 1 is looked at only where it has at most mostCases cases.
func TestApartOfManyCases(t *testing.T) {
	for low, want := range map[int]bool{1 << 8: true, 1 << 9: false} {
		const p = 1 << 10
		c := &dividingCase{moves: []Division{{1, 3, false}}, g: make([]uint32, p+1), q: 1, p: p, heaps: 3, e: bits.TrailingZeros(uint(low)), sigma: 1}
		looked := false
		c.ended = func() bool { looked = true; return true }
		if c.apart() || looked != want {
			t.Errorf("period %d, %d low values: looked at: %v", p, low, looked)
		}
	}
}

// Condition 2, with one term too few and with just enough.
func TestApartAlone(t *testing.T) {
	random := chance.New(t, 2)
	for range 500 {
		c := randomCase(random, 2, 5)
		c.g[0] = uint32(random.IntN(100))
		x := 0
		for h := range c.q {
			for int(c.g[h]) >= 1<<(c.e+x) {
				x++
			}
		}
		all := make([]uint32, c.heaps*c.q+c.most+c.p<<x)
		copy(all, c.g[:c.q])
		if c.g = all; !c.apartAlone() {
			t.Fatalf("%+v: enough terms are refused", c)
		}
		if c.g = all[:len(all)-1]; c.apartAlone() {
			t.Fatalf("%+v: too few terms are accepted", c)
		}
	}
}

// eachOfMany yields the options of more than three heaps that count, by the definition: that of
// all but one, those are paired whose values are not below 2^γ.
func (c *dividingCase) eachOfMany(heaps, left, gamma int, yield func(xor, large int, pair bool)) {
	var divide func(parts []int, left int)
	divide = func(parts []int, left int) {
		if len(parts) < heaps {
			from := 1
			if len(parts) > 0 {
				from = parts[len(parts)-1]
			}
			for h := from; h*(heaps-len(parts)) <= left; h++ {
				if len(parts) < heaps-1 || h == left {
					divide(append(parts[:len(parts):len(parts)], h), left-h)
				}
			}
			return
		}
		for alone := range parts {
			counts, xor, fits, pair := map[int]int{}, 0, true, false
			for i, h := range parts {
				if xor ^= int(c.g[h]); i != alone {
					counts[h]++
				}
			}
			for h, count := range counts {
				fits = fits && (c.g[h]>>gamma == 0 || h >= c.q && count%2 == 0)
				pair = pair || h >= c.q && count >= 2
			}
			if fits {
				yield(xor, parts[alone], pair)
			}
		}
	}
	if heaps > 3 {
		divide(nil, left)
	}
}

// isCovered says whether conditions 3 to 5 hold, by all options.
func (c *dividingCase) isCovered(j, k int) bool {
	turn, saltus, gamma := c.p<<j, c.s<<j, c.e+j
	for n := len(c.g) - 2*turn; n < len(c.g); n++ {
		value := int(c.g[n])
		if value < (k+3)*saltus {
			return false
		}
		low, top, full := map[int]bool{}, map[int]bool{}, map[int]bool{}
		// look notes the option with these heaps. The first two may be a pair, and
		// the last a large heap that moves alone.
		look := func(m Division, heaps ...int) {
			xor := 0
			for _, h := range heaps {
				xor ^= int(c.g[h])
			}
			apart := func(x, y int) bool { return !m.Distinct || (x-y)%turn != 0 }
			last := heaps[len(heaps)-1]
			others, fits := xor^int(c.g[last]), last >= c.q
			for i, h := range heaps[:len(heaps)-1] {
				fits = fits && apart(h, last)
				for _, other := range heaps[:i] {
					fits = fits && (!m.Distinct || h != other)
				}
			}
			if fits && others>>gamma == 0 {
				top[xor] = true
			}
			if len(heaps) < 2 {
				return
			}
			a, b := heaps[0], heaps[1]
			if a < c.q || b < c.q || (c.g[a]^c.g[b])>>gamma != 0 || m.Distinct && a == b {
				return
			}
			if len(heaps) == 3 && (!apart(a, last) || !apart(b, last)) {
				return
			}
			low[xor] = true
			full[xor] = full[xor] || len(heaps) == 3 && last >= c.q
		}
		for _, m := range c.moves {
			left := n - m.Taken
			for a := 1; a <= left; a++ {
				switch {
				case m.Heaps == 1 && a == left:
					look(m, a)
				case m.Heaps == 2 && a < left:
					look(m, a, left-a)
				}
				for b := 1; m.Heaps == 3 && a+b < left; b++ {
					look(m, a, b, left-a-b)
				}
			}
			c.eachOfMany(m.Heaps, left, gamma, func(xor, large int, pair bool) {
				low[xor] = low[xor] || pair
				top[xor] = top[xor] || large >= c.q
				full[xor] = full[xor] || pair && large >= c.q
			})
		}
		for v := range value {
			switch {
			case v >= value-k*saltus && !top[v], v < value-k*saltus && !low[v], v < value-k*saltus && v >= value-(k+2)*saltus && !full[v]:
				return false
			}
		}
	}
	return true
}

// Conditions 3 to 5, by all options.
func TestCovered(t *testing.T) {
	random := chance.New(t, 3)
	seen := map[bool]int{}
	for range long.Or(3000, 10000) {
		c := randomCase(random, 3+random.IntN(9), 5)
		j, k := random.IntN(2), random.IntN(3)
		from := len(c.g) - 2*c.p<<j
		want := from >= c.q && from >= c.most+c.q && c.isCovered(j, k)
		got, _ := c.covered(j, k)
		if (got >= 0) != want || want && got != from {
			t.Fatalf("%+v, j = %d, k = %d: conditions 3 to 5 from %d on, want %v from %d", c, j, k, got, want, from)
		}
		seen[want]++
	}
	if min(seen[true], seen[false]) < long.Or(15, 50) {
		t.Errorf("%v: too few of one kind", seen)
	}
}

// Conditions 3 to 5 for games that have such periods, by all options.
func TestCoveredGames(t *testing.T) {
	for _, moves := range [][]Division{
		{{1, 3, false}}, // 0.8
		{{1, 1, false}, {1, 2, false}, {1, 3, false}, {2, 3, false}}, // 0.E8 without whole heaps
		{{1, 2, false}, {2, 2, false}, {3, 2, false}, {3, 3, false}}, // 0.44C
		{{0, 3, false}, {1, 2, false}},                               // 8.4
		{{2, 3, true}, {3, 3, true}},                                 // 0.088!
		{{2, 3, true}, {3, 3, false}},                                // full options just below the last two turns are few
		{{0, 2, false}, {0, 3, false}, {0, 4, false}},                // partition[2,3,4]
	} {
		terms := byDivisions(moves, 90)
		proved := 0
		for length := uint64(20); length <= 90; length += long.Or[uint64](10, 5) {
			o := Observe(length, 0, (&Sequence[uint32]{Terms: terms}).AppendTerms)
			if o.Period == 0 || o.Saltus == 0 {
				continue
			}
			c := newDividingCase(Dividing{Moves: moves}, terms[:length], o)
			c.ended = func() bool { return false }
			for j := range 2 {
				for k := range mostSlack + 1 {
					from := len(c.g) - 2*c.p<<j
					want := from >= c.most+c.q && c.isCovered(j, k)
					if got, _ := c.covered(j, k); (got >= 0) != want {
						t.Errorf("%v, %d terms, j = %d, k = %d: conditions 3 to 5 from %d on, want %v", moves, length, j, k, got, want)
					}
					if want {
						proved++
					}
				}
			}
		}
		if proved == 0 {
			t.Errorf("%v: the conditions never hold", moves)
		}
	}
}

// Low options are not enough for the 2S values below the highest kS, which must belong
// to full ones. Here each value has a low option, with a third heap that is not large.
func TestLowIsNotFull(t *testing.T) {
	const q, p, k = 8, 4, 2
	c := &dividingCase{q: q, p: p, s: 4, e: 2, sigma: 1, most: 8, heaps: 3, ended: func() bool { return false }}
	for taken := 1; taken <= 8; taken++ {
		c.moves = append(c.moves, Division{taken, 1, false}, Division{taken, 3, false})
	}
	for n := range 40 {
		if n < q {
			c.g = append(c.g, uint32(4*max(n-1, 0)))
		} else {
			c.g = append(c.g, uint32(n-q))
		}
	}
	for n := len(c.g) - 2*p; n < len(c.g); n++ {
		if !c.coveredAt(n, p, c.e, k*c.s, k*c.s) {
			t.Errorf("n = %d: some value has no low or top option", n)
		}
	}
	if from, fits := c.covered(0, k); from >= 0 || !fits || c.isCovered(0, k) {
		t.Errorf("conditions 3 to 5 hold from %d on (%v)", from, fits)
	}
}

// byDivisions returns nim-values, each as the mex of all options.
func byDivisions(moves []Division, length int) (terms []uint32) {
	for n := range length {
		seen := map[uint32]bool{}
		for _, m := range moves {
			left := n - m.Taken
			if m.Heaps == 1 && left > 0 {
				seen[terms[left]] = true
			}
			for a := 1; a < left && m.Heaps > 1; a++ {
				b := left - a
				if m.Heaps == 2 && (!m.Distinct || a != b) {
					seen[terms[a]^terms[b]] = true
				}
				for c := 1; c < b && m.Heaps == 4; c++ {
					for d := 1; d < b-c; d++ {
						seen[terms[a]^terms[c]^terms[d]^terms[b-c-d]] = true
					}
				}
				for c := 1; c < b && m.Heaps == 3; c++ {
					if d := b - c; !m.Distinct || a != c && c != d && a != d {
						seen[terms[a]^terms[c]^terms[d]] = true
					}
				}
			}
		}
		value := uint32(0)
		for seen[value] {
			value++
		}
		terms = append(terms, value)
	}
	return terms
}

// Options of two heaps: what is noted as low or top is so by definition, also where
// heaps are small; and the two heaps make up what is left.
func TestNotesOfTwoHeaps(t *testing.T) {
	random := chance.New(t, 5)
	noted := 0
	for range 3000 {
		c := randomCase(random, 12, 3)
		c.q += random.IntN(5)
		n := c.q + c.most + random.IntN(len(c.g)-c.q-c.most)
		at := func() *coverage {
			return &coverage{n: n, turn: c.p, gamma: c.e, value: int(c.g[n]), forTop: int(c.g[n]), found: make([]uint8, c.g[n])}
		}
		top, low := map[int]bool{}, map[int]bool{}
		for _, m := range c.moves {
			left := n - m.Taken
			top[int(c.g[left])] = top[int(c.g[left])] || m.Heaps == 1
			for a := 1; a < left && m.Heaps == 2; a++ {
				b, v := left-a, int(c.g[a]^c.g[left-a])
				top[v] = top[v] || b >= c.q && c.g[a]>>c.e == 0 && (!m.Distinct || (a-b)%c.p != 0)
				low[v] = low[v] || a >= c.q && b >= c.q && v>>c.e == 0
			}
		}
		one, two := at(), at()
		c.noteOneLarge(one)
		for _, m := range c.moves {
			for d := 0; d < n && m.Heaps == 2; d++ {
				c.notePair(two, n-m.Taken, d)
			}
		}
		for v := range one.found {
			if one.found[v] > 0 && (one.found[v] != isTop || !top[v]) {
				t.Fatalf("%+v: %d is noted as a top option of %d", c, v, n)
			}
			if (two.found[v] == isLow) != low[v] {
				t.Fatalf("%+v: %d is a low option of %d: %v, noted %v", c, v, n, low[v], two.found[v])
			}
			noted += int(one.found[v] + two.found[v])
		}
	}
	if noted < 1000 {
		t.Errorf("only %d options", noted)
	}
}

// Options of three heaps, a large one and two that are not: all that are noted are top
// by definition, and all of these are noted where the two have at most P + q tokens.
func TestNotesOfOneLargeOfThree(t *testing.T) {
	random := chance.New(t, 7)
	noted := 0
	for range 1000 {
		c := randomCase(random, 12, 3)
		n := c.q + c.most + random.IntN(len(c.g)-c.q-c.most)
		at := &coverage{n: n, turn: c.p, gamma: c.e, value: int(c.g[n]), forTop: int(c.g[n]), found: make([]uint8, c.g[n])}
		top, near := map[int]bool{}, map[int]bool{}
		for _, m := range c.moves {
			left := n - m.Taken
			for a := 1; a < left && m.Heaps == 3; a++ {
				for b := 1; b <= a && left-a-b >= c.q; b++ {
					large := left - a - b
					if x := int(c.g[a] ^ c.g[b]); x>>c.e == 0 && (!m.Distinct || a != b && (large-a)%c.p != 0 && (large-b)%c.p != 0) {
						v := x ^ int(c.g[large])
						top[v], near[v] = true, near[v] || a <= c.p+c.q
					}
				}
			}
		}
		c.noteOneLargeOfThree(at)
		for v, kinds := range at.found {
			if kinds > 0 && (kinds != isTop || !top[v]) || kinds == 0 && near[v] {
				t.Fatalf("%+v: %d is a top option of %d: %v, noted %v", c, v, n, top[v], kinds)
			}
			noted += int(kinds)
		}
	}
	if noted < 1000 {
		t.Errorf("only %d options", noted/int(isTop))
	}
}

// A search that wants more values than there are finds each low option of two heaps
// whose sizes differ by twice the turn at most.
func TestNotesTwoLargeFarApart(t *testing.T) {
	random := chance.New(t, 6)
	farthest := 0
	for range 500 {
		c := randomCase(random, 12, 3)
		for h := c.q; h < len(c.g); h++ { // a first turn of values that are further apart
			if c.g[h] = random.Uint32N(4 * uint32(c.s)); h >= c.q+c.p {
				c.g[h] = c.g[h-c.p] + uint32(c.s)
			}
		}
		n := len(c.g) - 1
		at := &coverage{n: n, turn: c.p, gamma: c.e, value: int(c.g[n]), found: make([]uint8, c.g[n]), missing: len(c.g) << 4}
		c.noteTwoLarge(at)
		for _, m := range c.moves {
			for a := c.q; m.Heaps == 2 && 2*a < n-m.Taken; a++ {
				b := n - m.Taken - a
				x := int(c.g[a] ^ c.g[b])
				if b-a > 2*c.p || x>>c.e > 0 || x >= at.value {
					continue
				}
				if farthest = max(farthest, b-a); at.found[x]&isLow == 0 {
					t.Fatalf("%+v: %d is not noted, the value of %d and %d", c, x, a, b)
				}
			}
		}
	}
	if farthest != 9 {
		t.Errorf("the sizes differ by %d at most, want 9: less than twice the turn of 5", farthest)
	}
}
