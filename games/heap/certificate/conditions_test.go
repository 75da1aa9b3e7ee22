package certificate

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// A true claim of any code in which moves leave at most two heaps can be proved by
// state too, with every mask for which its rare heaps end early.
func TestProofsByState(t *testing.T) {
	for _, text := range strings.Fields("0.77 4!.37") {
		code := sequence.MustCode(text)
		r, _, err := code.Period(t.Context(), 1<<14, nil)
		if err != nil || !r.Proved {
			t.Fatalf("%s: %+v, %v", text, r, err)
		}
		proof := period.StateProof{At: 2*r.Preperiod + 2*r.Period + 300}
		proof.Shift = (proof.At/r.Period + 1) * r.Period
		proof.Shift += proof.Shift % 2 * r.Period // an even one, if the period is odd
		r.Needed = proof.At + proof.Shift
		proofs := 0
		for proof.Mask = range uint32(16) {
			for _, proof.Timed = range []bool{false, true} {
				r.Proof = proof
				c, err := New(t.Context(), code, r, nil)
				if err != nil {
					continue
				}
				proofs++
				if err := Verify(t.Context(), c, nil); err != nil {
					t.Errorf("%s, mask %d, timed %v: %v", text, proof.Mask, proof.Timed, err)
				}
			}
		}
		if proofs == 0 {
			t.Errorf("%s: no proof by state", text)
		}
	}
}

// The slack of proofs of arithmetic periods is the least, whatever moves are there.
func TestSlack(t *testing.T) {
	for text, want := range map[string]string{ // from, shift and slack
		"0.8": "58 3 0", "0.3F": "52 6 1", "0.9C": "424 72 2", "0.E8": "62 1 2", "0.F8": "64 12 2", "0.44C": "60 2 2", "8.4": "60 2 0",
	} {
		if text == "0.9C" && testing.Short() {
			continue // much computing
		}
		c := certify(t, text)
		if got := fmt.Sprint(c.Constants["from"], c.Constants["shift"], c.Constants["slack"]); c.Theorem != period.ByDividing || got != want {
			t.Errorf("%s, by %s: %s, want %s", text, c.Theorem, got, want)
		}
	}
}

// Condition 1 of arithmetic periods compares the low bits of the values alone.
func TestApartByLowBits(t *testing.T) {
	c := &Certificate{Period: 2, Saltus: 2}
	k := &checker{Certificate: c, most: mostSteps, ended: func() error { return nil }}
	k.moves = []move{{taken: 1, heaps: [4]byte{2: ' '}}}
	k.values = []uint16{0, 2, 4}
	if err := k.checkApart(1, 2, 1); err == nil || !strings.Contains(err.Error(), "may be the value of an option") {
		t.Errorf("1 and 1 may have the value G(1) = 2: %v", err)
	}
}

// Where all rare heaps are listed, looking at the options by state gives the values
// that the definition gives, of moves to two heaps of any sizes or of different ones.
func TestSparseStepByDefinition(t *testing.T) {
	const at = 120
	tried := 0
	for _, text := range strings.Fields("0.77 4!.0 4!.3 4!.37 0.7! 0.7!7! 0.37!3 0.04!4 0.4!4 4.3") {
		values := byDefinition(sequence.MustCode(text), at)
		for mask := uint32(1); mask < 16; mask++ {
			for _, timed := range []bool{false, true} {
				c := &Certificate{
					Format: Format, Game: text, Theorem: period.ByState, Period: 1, Terms: at + 2,
					Constants: map[string]uint64{"width": 1, "at": at, "shift": 2}, State: &State{Mask: mask, Timed: timed},
				}
				k, err := newChecker(t.Context(), c, mostSteps)
				if err != nil {
					if !timed {
						t.Errorf("%s, mask %d: %v", text, mask, err)
					}
					continue // moves that divide take numbers of both parities
				}
				for h := 1; h < at; h++ {
					if k.isRare(uint16(values[h]), h) {
						c.State.Rare = append(c.State.Rare, uint64(h))
					}
				}
				for n, want := range values {
					if err := k.sparseStep(n); err != nil || int(k.values[n]) != want {
						t.Fatalf("%s, mask %d, timed %v: G(%d) = %d, want %d; %v", text, mask, timed, n, k.values[n:], want, err)
					}
				}
				k.account.Close()
				tried++
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d spaces", tried)
	}
}

// The second condition of arithmetic periods, with one term too few and with just
// enough: the preperiod three times, the most tokens taken, and as many turns of the
// period as the greatest value before it asks for.
func TestTermsOfArithmeticPeriods(t *testing.T) {
	for _, test := range []struct {
		preperiod, period, saltus uint64
		before                    uint16 // a value in the preperiod
		want                      uint64 // terms
	}{
		{0, 1, 1, 0, 3 + 2 + 1},
		{1, 3, 1, 1, 3 + 2 + 3*2},
		{2, 3, 1, 9, 6 + 2 + 3*16},
		{2, 3, 4, 9, 6 + 2 + 3*4},
		{2, 3, 12, 9, 6 + 2 + 3*4},
		{5, 2, 16, 9, 15 + 2 + 2},
	} {
		for _, terms := range []uint64{test.want - 1, test.want} {
			c := &Certificate{Preperiod: test.preperiod, Period: test.period, Saltus: test.saltus, Terms: terms}
			c.Constants = map[string]uint64{"from": terms, "shift": test.period}
			k := &checker{Certificate: c, most: mostSteps, ended: func() error { return nil }, moves: []move{{taken: 2}}}
			for n := range terms {
				if n < max(test.preperiod, 1) {
					k.values = append(k.values, test.before)
				} else {
					k.values = append(k.values, uint16((n-test.preperiod)/test.period*test.saltus))
				}
			}
			err := k.checkDividing()
			if few := err != nil && strings.Contains(err.Error(), "too few for preperiod"); few != (terms < test.want) {
				t.Errorf("%+v, %d terms: %v", test, terms, err)
			}
		}
	}
}

// haveAll says whether the options have all values below g that conditions 3 to 5 want.
func haveAll(g, slack, s int, low, top, full map[int]bool) bool {
	for v := range g {
		if v >= g-slack*s && !top[v] || v < g-slack*s && (!low[v] || v >= g-(slack+2)*s && !full[v]) {
			return false
		}
	}
	return g >= (slack+3)*s
}

// isCovered says whether conditions 3 to 5 of arithmetic periods hold, by all options.
func (k *checker) isCovered(from, shift, slack int) bool {
	q := max(int(k.Preperiod), 1)
	s := shift / int(k.Period) * int(k.Saltus)
	gamma := bits.TrailingZeros64(uint64(s))
	for n := from; n < len(k.values); n++ {
		g := int(k.values[n])
		low, top, full := map[int]bool{}, map[int]bool{}, map[int]bool{}
		g0 := func(h int) int { return int(k.values[h]) }
		for _, m := range k.moves {
			left := n - m.taken
			if m.heaps[1] != 0 {
				top[g0(left)] = true
			}
			for c := 1; c < left; c++ {
				if a, v := left-c, g0(left-c)^g0(c); m.heaps[2] == ' ' || m.heaps[2] == '!' && a != c {
					low[v] = low[v] || a >= q && c >= q && v>>gamma == 0
					top[v] = top[v] || c >= q && g0(a)>>gamma == 0 && (m.heaps[2] == ' ' || (a-c)%shift != 0)
				}
				for a := 1; a+c < left && m.heaps[3] != 0; a++ {
					b := left - a - c
					v, alike := g0(a)^g0(b)^g0(c), (g0(a)^g0(b))>>gamma == 0
					if m.heaps[3] == ' ' || a != b && (a-c)%shift != 0 && (b-c)%shift != 0 {
						low[v] = low[v] || alike && a >= q && b >= q
						top[v] = top[v] || alike && c >= q
						full[v] = full[v] || alike && a >= q && b >= q && c >= q
					}
				}
			}
		}
		if !haveAll(g, slack, s, low, top, full) {
			return false
		}
	}
	return true
}

// Conditions 3 to 5 of arithmetic periods for games with random moves.
func TestCoveredByAllOptions(t *testing.T) {
	random := chance.New(t, 6)
	seen := map[bool]int{}
	for range 2000 {
		q, p, saltus := random.IntN(3), 1+random.IntN(3), 1+random.IntN(4)
		shift, slack := p<<random.IntN(2), random.IntN(3)
		c := &Certificate{Preperiod: uint64(q), Period: uint64(p), Saltus: uint64(saltus)}
		k := &checker{Certificate: c, most: mostSteps, ended: func() error { return nil }}
		q = max(q, 1)
		for taken := range 1 + random.IntN(3) {
			k.moves = append(k.moves, move{taken: taken, heaps: [4]byte{
				0, "\x00 "[random.IntN(2)], "\x00 !="[random.IntN(4)], "\x00 !?"[random.IntN(4)],
			}})
		}
		from := q + len(k.moves) - 1 + p*random.IntN(12)
		for n := range from + 2*shift {
			switch {
			case n < q:
				k.values = append(k.values, uint16(random.IntN(4)))
			case n < q+p:
				k.values = append(k.values, uint16(random.IntN(saltus)))
			default:
				k.values = append(k.values, k.values[n-p]+uint16(saltus))
			}
		}
		err := k.checkCovered(from, shift, slack)
		want := k.isCovered(from, shift, slack)
		if (err == nil) != want {
			t.Fatalf("%+v, values %d, from %d, shift %d, slack %d: %v, want %v", k.moves, k.values, from, shift, slack, err, want)
		}
		seen[want]++
	}
	if min(seen[true], seen[false]) < 50 {
		t.Errorf("%v: too few of one kind", seen)
	}
}

// Each condition of the form refuses a certificate that breaks it alone, in its own
// words.
func TestConditionsOfForm(t *testing.T) {
	for _, test := range []struct {
		game   string
		change func(c *Certificate)
		want   string
	}{
		{"0.77", func(c *Certificate) { c.Format = "2" }, "format: "},
		{"0.77", func(c *Certificate) { c.Terms = mostTerms + 1 }, "terms: 1073741825, of "},
		{"0.77", func(c *Certificate) { c.Period = 0 }, "terms: "},
		{"0.77", func(c *Certificate) { c.Period = c.Terms }, "terms: "},
		{"0.77", func(c *Certificate) { c.Preperiod = c.Terms - c.Period + 1 }, "terms: "},
		{"0.77", func(c *Certificate) { c.Saltus = c.Terms + 1 }, "terms: "},
		{"0.77", func(c *Certificate) { c.Blocks = append(c.Blocks, c.Blocks[0]) }, "blocks: 2 hashes"},
		{"0.77", func(c *Certificate) { c.Blocks[0] = strings.Repeat("0", 64) }, "blocks: the values"},
		{"0.77", func(c *Certificate) { c.Theorem = "none" }, "theorem: "},
		{"0.77", func(c *Certificate) { c.State = &State{} }, "theorem: "},
		{"0.77", func(c *Certificate) { c.Constants["more"] = 1 }, "constants: want heaps"},
		{"0.77", func(c *Certificate) { c.Constants["turns"]++ }, "constants: want map"},
		{"0.77", func(c *Certificate) { c.Terms++ }, "terms: 169, but the theorem needs 168"},
		{"0.77", func(c *Certificate) { c.Saltus = 1 }, "theorem: it is not for moves that leave three equal"},
		{"0.77", func(c *Certificate) { c.Game = "0.{4}" }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game = "0.{1,4}" }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game = "80.[3]" }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game = "{2+}.0" }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game = "0.[G]" }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game, c.Terms = "G.0", mostMany+1 }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game = "G!.0" }, "game: moves that leave 4 heaps"},
		{"subtraction[1,3,4]", func(c *Certificate) { c.Game = "0.G" }, `theorem: "window" is not for moves that leave more than three`},
		{"K.0", func(c *Certificate) { c.Constants["heaps"]-- }, "constants: want map"},
		{"&36;.0", func(c *Certificate) { c.Constants["slack"]++ }, "constants: slack 1 would do"},
		{"0.77", func(c *Certificate) { c.Game, c.Terms = "0.78", mostMany+1 }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game, c.Terms = "0.78", mostMany }, "constants: want"},
		{"0.77", func(c *Certificate) { c.Game, c.Terms = "0.[3]", mostMany+1 }, "game: want the normal form"},
		{"0.77", func(c *Certificate) { c.Game, c.Terms = "0.[3]", mostMany }, "constants: want"},
		{"subtraction[1,3,4]", func(c *Certificate) { c.Constants["width"]-- }, "constants: width 3"},
		{"subtraction[1,3,4]", func(c *Certificate) { c.Constants["shift"] = 0 }, "constants: shift 0"},
		{"subtraction[1,3,4]", func(c *Certificate) { c.Constants["at"] = 3; c.Terms = 3 + c.Constants["shift"] }, "constants: width 4"},
		{"subtraction[1,3,4]", func(c *Certificate) { c.Terms++ }, "constants: shift"},
		{"subtraction[1,3,4]", func(c *Certificate) { c.Saltus = 1 }, "theorem: it is not for moves that add"},
		{"0.[3]", func(c *Certificate) { c.Constants["near"]++ }, "constants: the code has near 1"},
		{"0.[3]", func(c *Certificate) { c.Constants["gap"]++ }, "constants: the gap is"},
		{"0.3F", func(c *Certificate) { c.Constants["shift"]++; c.Terms += 2 }, "constants: shift must be"},
		{"0.3F", func(c *Certificate) { c.Constants["slack"]++ }, "constants: slack 1 would do"},
		{"0.3F", func(c *Certificate) { c.Constants["from"]--; c.Terms--; c.Blocks = nil }, "blocks: 0 hashes"},
		{"0.156", func(c *Certificate) { c.State.Mask = 0 }, "state: the mask must have bits"},
		{"0.156", func(c *Certificate) { c.State.Mask |= 1 << 15 }, "state: the mask 32795"},
		{"0.156", func(c *Certificate) { c.State.Rare[1] = c.State.Rare[0] }, "rare: heap"},
		{"0.156", func(c *Certificate) { c.State.Rare[0] = 0 }, "rare: heap 0"},
		{"0.156", func(c *Certificate) { c.State.Rare = append(c.State.Rare, c.Constants["at"]) }, "rare: heap"},
		{"0.156", func(c *Certificate) { c.State.Rare = c.State.Rare[1:] }, "rare: G("},
		{"0.156", func(c *Certificate) { w := c.State.Witnesses; w[0], w[1] = w[1], w[0] }, "witnesses: value"},
		{"0.156", func(c *Certificate) { c.State.Witnesses[0].Moves = nil }, "witnesses: value"},
		{"0.156", func(c *Certificate) {
			w := &c.State.Witnesses[0]
			w.Moves = append(w.Moves, [2]uint64{1, 1})
		}, "witnesses: of the value"},
		{"0.156", func(c *Certificate) { c.State.Witnesses[0].Moves[0][1]++ }, "witnesses: of the value"},
		{"0.156", func(c *Certificate) { c.Constants["width"]++ }, "constants: the steps look"},
	} {
		c := certify(t, test.game)
		test.change(c)
		if err := Verify(t.Context(), reseal(t, c), nil); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s…", test.game, err, test.want)
		}
	}
}

// divide yields each division of left into heaps of parts' last at least, behind parts.
func divide(parts []int, heaps, left int, yield func(parts []int)) {
	if heaps == 0 {
		if left == 0 {
			yield(parts)
		}
		return
	}
	from := 1
	if len(parts) > 0 {
		from = parts[len(parts)-1]
	}
	for h := from; h*heaps <= left; h++ {
		divide(append(parts[:len(parts):len(parts)], h), heaps-1, left-h, yield)
	}
}

// Of moves that leave four or five heaps: values of divisions, conditions 1, 4 and 5 of arithmetic
// periods, by each division.
func TestManyByAllOptions(t *testing.T) {
	random := chance.New(t, 7)
	apart, covered := map[bool]int{}, map[bool]int{}
	for range 600 {
		q, p, saltus, heaps := 1+random.IntN(3), 1+random.IntN(3), 1+random.IntN(1+random.IntN(4)), 4+random.IntN(2)
		turn, slack := p<<random.IntN(2), random.IntN(3)
		c := &Certificate{Preperiod: uint64(q), Period: uint64(p), Saltus: uint64(saltus)}
		k := &checker{Certificate: c, most: mostSteps, ended: func() error { return nil }, account: meter.Open(t.Context())}
		k.moves = []move{{heaps: [4]byte{2: "\x00 "[random.IntN(2)]}, many: []int{heaps}}, {taken: 1, heaps: [4]byte{1: ' '}, many: []int{heaps}}, {taken: 2, heaps: [4]byte{1: ' '}}}
		for n := range q + 2 + p*(5+random.IntN(5)) {
			switch {
			case n < q:
				k.values = append(k.values, uint16(random.IntN(4)))
			case n < q+p:
				k.values = append(k.values, uint16(random.IntN(saltus)))
			default:
				k.values = append(k.values, k.values[n-p]+uint16(saltus))
			}
		}
		m := random.IntN(len(k.values))
		want := map[uint16]bool{}
		divide(nil, heaps, m, func(parts []int) {
			v := uint16(0)
			for _, h := range parts {
				v ^= k.values[h]
			}
			want[v] = true
		})
		got, err := k.divisions(heaps, m)
		if err != nil {
			t.Fatal(err)
		}
		for v := range uint16(64) {
			if slices.Contains(slices.Collect(got.each), v) != want[v] {
				t.Fatalf("values %d: divisions of %d into %d have %v, want %v", k.values, m, heaps, slices.Collect(got.each), want)
			}
		}

		e := bits.TrailingZeros(uint(saltus))
		fails := false
		var choose func(parts []int)
		choose = func(parts []int) {
			if len(parts) < heaps {
				from := 1
				if len(parts) < 2 {
					from = q
				}
				for h := from; h < q+p && !fails; h++ {
					choose(append(parts[:len(parts):len(parts)], h))
				}
				return
			}
			sum, xor, excess := 0, 0, 0
			for _, h := range parts {
				v := int(k.values[h])
				sum, xor, excess = sum+h, xor^v, excess+p*(v>>e)-saltus>>e*h
			}
			for taken := range 2 {
				n := q
				for (n-sum-taken)%p != 0 {
					n++
				}
				v := int(k.values[n])
				d := (excess - p*(v>>e) + saltus>>e*(n-taken)) / p
				fails = fails || (xor^v)&(1<<e-1) == 0 && d >= 0 && d%2 == 0
			}
		}
		choose(nil)
		if err := k.checkManyApart(q, p, e); (err != nil) != fails {
			t.Fatalf("values %d, q = %d, p = %d, saltus %d, %d heaps: condition 1 fails: %v, but %v", k.values, q, p, saltus, heaps, fails, err)
		}
		apart[fails]++

		from := max(len(k.values)-2*turn, q+2)
		err = k.checkCovered(from, turn, slack)
		all := k.manyCovered(from, turn, slack, heaps)
		if (err == nil) != all {
			t.Fatalf("%+v, values %d, q = %d, from %d, turn %d, slack %d: %v, want %v", k.moves, k.values, q, from, turn, slack, err, all)
		}
		covered[all]++
	}
	if min(apart[true], apart[false], covered[true], covered[false]) < 20 {
		t.Errorf("%v and %v: too few of one kind", apart, covered)
	}
}

// manyCovered says whether conditions 3 to 5 hold, by all options that count.
func (k *checker) manyCovered(from, turn, slack, heaps int) bool {
	q := int(k.Preperiod)
	s := turn / int(k.Period) * int(k.Saltus)
	gamma := bits.TrailingZeros(uint(s))
	for n := from; n < len(k.values); n++ {
		g := int(k.values[n])
		low, top, full := map[int]bool{}, map[int]bool{}, map[int]bool{}
		top[int(k.values[n-1])], top[int(k.values[n-2])] = true, true
		for a := 1; a < n && k.moves[0].heaps[2] != 0; a++ {
			x, y := int(k.values[a]), int(k.values[n-a])
			low[x^y] = low[x^y] || a >= q && n-a >= q && (x^y)>>gamma == 0
			top[x^y] = top[x^y] || a >= q && y>>gamma == 0
		}
		note := func(parts []int) {
			for alone, c := range parts {
				xor, fits, pair, counts := 0, true, false, map[int]int{}
				for i, h := range parts {
					if xor ^= int(k.values[h]); i != alone {
						counts[h]++
					}
				}
				for h, count := range counts {
					fits = fits && (k.values[h]>>gamma == 0 || h >= q && count%2 == 0)
					pair = pair || h >= q && count > 1
				}
				if fits {
					low[xor] = low[xor] || pair
					top[xor] = top[xor] || c >= q
					full[xor] = full[xor] || pair && c >= q
				}
			}
		}
		divide(nil, heaps, n, note)
		divide(nil, heaps, n-1, note)
		if !haveAll(g, slack, s, low, top, full) {
			return false
		}
	}
	return true
}
