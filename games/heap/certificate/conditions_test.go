package certificate

import (
	"fmt"
	"strings"
	"testing"

	"grundy/games/heap/sequence"
	"grundy/theory/period"
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
		r.Method, r.At = period.ByState, 2*r.Preperiod+2*r.Period+300
		r.Shift = (r.At/r.Period + 1) * r.Period
		r.Shift += r.Shift % 2 * r.Period // an even one, if the period is odd
		r.Needed = r.At + r.Shift
		proofs := 0
		for r.Mask = range uint32(16) {
			for _, r.Timed = range []bool{false, true} {
				c, err := New(t.Context(), code, r, nil)
				if err != nil {
					continue
				}
				proofs++
				if err := Verify(t.Context(), c, nil); err != nil {
					t.Errorf("%s, mask %d, timed %v: %v", text, r.Mask, r.Timed, err)
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
