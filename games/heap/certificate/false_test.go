package certificate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/period"
)

// A dress has all numbers that some proof may need.
type dress struct {
	at, shift, slack uint64
	mask             uint32
	timed            bool
}

// in returns the claim r with a proof by a method.
func (d dress) in(r period.Result, m period.Method) period.Result {
	r.Proof = map[period.Method]period.Proof{
		period.ByGuySmith:        period.GuySmithProof{From: d.at, Shift: d.shift},
		period.ByRecurringWindow: period.WindowProof{At: d.at, Shift: d.shift},
		period.ByTaking:          period.TakingProof{At: d.at, Shift: d.shift},
		period.ByDividing:        period.DividingProof{From: d.at, Shift: d.shift, Slack: d.slack},
		period.ByState:           period.StateProof{At: d.at, Shift: d.shift, Mask: d.mask, Timed: d.timed},
	}[m]
	return r
}

// dressOf returns the numbers of a proof.
func dressOf(p period.Proof) dress {
	switch p := p.(type) {
	case period.WindowProof:
		return dress{at: p.At, shift: p.Shift}
	case period.TakingProof:
		return dress{at: p.At, shift: p.Shift}
	case period.DividingProof:
		return dress{at: p.From, shift: p.Shift, slack: p.Slack}
	case period.StateProof:
		return dress{at: p.At, shift: p.Shift, mask: p.Mask, timed: p.Timed}
	}
	return dress{}
}

// Claims that are false, however they are dressed up: with all that a theorem asks
// for made up, or found in the first few values, where the heap 0 is among them.
func TestFalseClaims(t *testing.T) {
	const terms = 120
	random := chance.New(t, 5)
	tried := map[period.Method]int{}
	check := func(c sequence.Code, r period.Result) {
		if refuses(t, c, r, mostSteps) {
			tried[r.Method()]++
		}
	}
	codes := []sequence.Code{sequence.MustCode("0.1"), sequence.MustCode("0.001"), sequence.MustCode("0.02"), sequence.MustCode("4.1")}
	for _, c := range codes {
		values := byDefinition(c, terms)
		for at := 1; at < 16; at += 1 + 2*random.IntN(2) { // 2 on average
			for shift := 1; shift < long.Of(4, 6, 9); shift++ {
				saltus := max(0, values[at+shift-1]-values[at-1])
				returns := func(n int) bool { return values[n]+saltus == values[n+shift] }
				q := at
				for q > 0 && returns(q-1) {
					q--
				}
				holds := true
				for n := q; n+shift < terms; n++ {
					holds = holds && returns(n)
				}
				if holds || q == at {
					continue
				}
				r := period.Result{
					Proved: true, Preperiod: uint64(q), Period: uint64(shift), Saltus: uint64(saltus),
					Needed: uint64(at + shift),
				}
				d := dress{at: uint64(at), shift: uint64(shift)}
				for _, m := range []period.Method{period.ByGuySmith, period.ByRecurringWindow} {
					check(c, d.in(r, m))
				}
				for d.mask = range uint32(8) {
					for _, d.timed = range []bool{false, true} {
						check(c, d.in(r, period.ByState))
					}
				}
			}
		}
	}
	for _, m := range []period.Method{period.ByRecurringWindow, period.ByState} {
		if tried[m] == 0 {
			t.Errorf("only %d false claims by %s", tried[m], m)
		}
	}
}

// Claims of as few values as preperiod and period have together, so that no value
// can be seen to return: only what the theorem says holds them up, and none that is
// false is accepted.
func TestClaimsWithoutReturns(t *testing.T) {
	const terms = 80
	accepted := map[period.Method]int{}
	for _, text := range strings.Fields("4=.0 4=.3 4=.03 4.0 4!.0 0.1 0.3 0.03 0.33 0.11 0.[3] 0.[1] 0.[2] 0.0[3] 0.[03] 0.[30] 0.3[1] 0.[21] 0.7= 8=.0 8.0") {
		c := sequence.MustCode(text)
		values := byDefinition(c, terms)
		for q := range uint64(7) {
			for p := uint64(1); p < 7; p++ {
				for saltus := range uint64(4) {
					r := period.Result{Proved: true, Preperiod: q, Period: p, Saltus: saltus, Needed: q + p}
					for _, m := range []period.Method{period.ByGuySmith, period.ByRecurringWindow, period.ByTaking} {
						r := dress{at: q, shift: p}.in(r, m)
						if !isTrue(values, r) {
							refuses(t, c, r, mostSteps)
						} else if certificate, err := New(t.Context(), c, r, nil); err == nil && certificate.Terms == q+p {
							accepted[m]++
							if err := Verify(t.Context(), certificate, nil); err != nil {
								t.Errorf("%s: %v", text, err)
							}
						}
					}
				}
			}
		}
	}
	if accepted[period.ByGuySmith] == 0 {
		t.Errorf("%v true claims without returns", accepted)
	}
}

// refuses checks that a false claim gets no certificate, and that one which is
// drawn up for it all the same is refused. It is false where none can be drawn up.
func refuses(t *testing.T, g Game, r period.Result, most uint64) bool {
	t.Helper()
	if c, err := New(t.Context(), g, r, nil); err == nil {
		t.Errorf("%s gets a false certificate: %+v", g, *c)
	}
	k, err := draft(t.Context(), g, r, most, nil)
	if err != nil {
		return false
	}
	if err := verify(t.Context(), k.Certificate, most, nil); err == nil {
		t.Errorf("a false certificate is accepted: %+v", *k.Certificate)
	} else if strings.Contains(err.Error(), "digest") {
		t.Errorf("refused for its digest: %+v", *k.Certificate)
	}
	return true
}

// A claim is true if it is of as many values as are computed, and if preperiod and
// period are the least.
func isTrue(values []int, r period.Result) bool {
	q, p, c := r.Preperiod, r.Period, r.Saltus
	if p == 0 || q >= uint64(len(values)) || p >= uint64(len(values))-q || c > uint64(len(values)) {
		return false
	}
	returns := func(q, p, c int) bool {
		for n := q; n+p < len(values); n++ {
			if values[n]+c != values[n+p] {
				return false
			}
		}
		return true
	}
	if !returns(int(q), int(p), int(c)) || q > 0 && values[q-1]+int(c) == values[q-1+p] {
		return false
	}
	for d := 1; d < int(p); d++ {
		if int(p)%d == 0 && int(c)*d%int(p) == 0 && returns(int(q), d, int(c)*d/int(p)) {
			return false
		}
	}
	return true
}

// drawGame returns a game of a kind at random, and its first values.
func drawGame(t *testing.T, random *rand.Rand, terms int) (Game, []int) {
	digits := func(of string, most int) (text string) {
		for range 1 + random.IntN(most) {
			text += string(of[random.IntN(len(of))])
			if text[len(text)-1] > '3' && random.IntN(4) == 0 {
				text += string("!?="[random.IntN(3)])
			}
		}
		return text
	}
	text := ""
	switch random.IntN(9) {
	case 0: // subtraction
		var amounts []uint64
		for range 1 + random.IntN(3) {
			amounts = append(amounts, 1+random.Uint64N(9))
		}
		s, err := heap.NewSubtraction(amounts)
		if err != nil {
			t.Fatal(err)
		}
		return s, bySubtraction(amounts, terms)
	case 1: // all but
		text = "0." + strings.Repeat("3", random.IntN(3)) + "0" + digits("03", 3) + "[3]"
	case 2: // taking any number
		text = "0." + digits("0123", 2) + "[" + digits("0123", 3) + "]"
	case 3: // partitions
		text = []string{"4.0", "4!.0", "8.0", "8!.0", "C.0", "C!.0", "4=.0"}[random.IntN(7)]
	case 4, 6: // into three
		text = "0." + digits("0123456789ABCDEF", 3)
		terms = min(terms, 200)
	case 5: // many moves that take
		text = "0." + digits("0123", 5)
	default:
		text = string("04"[random.IntN(2)]) + "." + digits("01234567", 3)
	}
	c, err := sequence.ParseCode(text)
	if err != nil {
		t.Fatal(err)
	}
	return c, byDefinition(c, uint64(terms))
}

// Random games of all kinds with random claims: whichever is false gets no
// certificate by any theorem, and none is accepted. Some are the truth with one
// number changed, some are what the beginning seems to say, some are anything, and
// some have numbers of 10^18.
func TestRandomFalseClaims(t *testing.T) {
	games, terms := long.Of(25, 60, 150), 400
	random := chance.New(t, 4)
	const most = 1 << 24 // steps
	methods := []period.Method{period.ByGuySmith, period.ByRecurringWindow, period.ByTaking, period.ByDividing, period.ByState}
	tried, honest := map[period.Method]int{}, 0
	for range games {
		game, values := drawGame(t, random, terms)
		truth, _, err := game.(heap.Sequence).Period(t.Context(), 300, nil)
		if err != nil {
			t.Fatal(err)
		}
		small := func() uint64 {
			if random.IntN(30) == 0 {
				return []uint64{1e18, 1<<64 - 1, 1 << 63, 1 << 32, 1<<30 + 1, 1 << 20}[random.IntN(6)]
			}
			return random.Uint64N(1 + random.Uint64N(60))
		}
		for range 60 {
			r, d := truth, dressOf(truth.Proof)
			if !r.Proved || random.IntN(2) == 0 { // what the beginning says, or anything
				at, shift := 1+random.IntN(30), 1+random.IntN(20)
				r = period.Result{Period: uint64(shift), Saltus: uint64(max(0, values[at+shift]-values[at]))}
				d = dress{at: uint64(at), shift: uint64(shift), mask: uint32(random.IntN(8)), timed: random.IntN(2) == 0}
				q := at
				for q > 0 && values[q-1]+int(r.Saltus) == values[q-1+shift] {
					q--
				}
				r.Preperiod, r.Needed = uint64(q), d.at+d.shift
				if random.IntN(3) == 0 {
					r.Preperiod = small()
				}
			}
			for range random.IntN(3) {
				field := []*uint64{&r.Preperiod, &r.Period, &r.Saltus, &r.Needed, &d.at, &d.shift, &d.slack}[random.IntN(7)]
				switch random.IntN(4) {
				case 0:
					*field++
				case 1:
					*field--
				case 2:
					*field *= 2
				default:
					*field = small()
				}
			}
			if r.Proved = true; isTrue(values, r) {
				honest++
				continue
			}
			if r.Needed > 1<<12 && r.Needed <= 1<<30 && random.IntN(50) > 0 {
				continue // a false certificate of that many values takes long to make
			}
			for _, m := range methods {
				switch m {
				case period.ByTaking, period.ByState, period.ByRecurringWindow:
					r.Needed = d.at + d.shift
				case period.ByDividing:
					r.Needed = d.at + 2*d.shift
				}
				if r.Needed > 1<<12 && r.Needed <= 1<<30 {
					continue
				}
				if refuses(t, game, d.in(r, m), most) {
					tried[m]++
				}
			}
		}
	}
	t.Logf("%d true claims passed over, false ones drawn up: %v", honest, tried)
	for _, m := range methods {
		if tried[m] == 0 {
			t.Errorf("no false claims by %s", m)
		}
	}
}

// byDefinition returns nim-values, each as the mex of all options.
func byDefinition(c sequence.Code, terms uint64) (values []int) {
	for n := range terms {
		var options []int
		for parts := range c.Options(n) {
			v := 0
			for _, h := range parts {
				v ^= values[h]
			}
			options = append(options, v)
		}
		values = append(values, mex(options))
	}
	return values
}

func bySubtraction[T int | uint64](amounts []T, terms int) (values []int) {
	for n := range terms {
		var options []int
		for _, a := range amounts {
			if int(a) <= n {
				options = append(options, values[n-int(a)])
			}
		}
		values = append(values, mex(options))
	}
	return values
}

func mex(options []int) (v int) {
	for slices.Contains(options, v) {
		v++
	}
	return v
}
