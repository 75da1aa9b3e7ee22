package sequence

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// newWordEngine returns an engine with words of width bits, 16, 32 or 64, that
// goes on after values, or false if the game is not for it. It expects at most
// limit values in all.
func newWordEngine(p *codePlan, values []uint32, limit, width int, portable bool) (*wordEngine, bool) {
	if !p.suitsWords() {
		return nil, false
	}
	l, ok := newLedger(p, values, limit, portable)
	if !ok {
		return nil, false
	}
	return openWords(l, width, portable)
}

// wordValues computes n values, the first from by the scalar engine, then as many
// as it serves by the word engine with words of width bits. It returns how many
// these are.
func wordValues(t testing.TB, text string, from, n, width int, portable bool) (values []uint32, served int) {
	t.Helper()
	c := MustCode(text)
	o, _ := c.octal()
	scalar := &sparseEngine{octal: o}
	values, err := scalar.extend(t.Context(), nil, from)
	for len(values) < n && err == nil {
		scalar.renew(values)
		if e, ok := newWordEngine(planCodes(o, scalar.space, slices.Clone(scalar.rare)), values, n, width, portable); ok {
			for e.next < n && e.step() == goesOn {
			}
			served += e.next - len(values)
			values = e.appendValues(values, len(values), e.next)
		}
		if len(values) < n {
			values, err = scalar.extend(t.Context(), values, min(n, (len(values)+len(values)/4)/block*block))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return values[:n], served
}

// The word engine on the games for which it is meant, by words of all widths.
func TestWordEngineIsSparse(t *testing.T) {
	n, from := long.Of(1<<15, 1<<16, 1<<18), 1<<14
	for i, game := range []struct {
		code  string
		width int // that is enough
	}{
		{"0.106", 16}, {"0.104", 16}, {"0.054", 32}, {"0.454", 32}, {"0.167", 32}, {"0.16", 16}, {"0.354", 64},
		{"0.56", 64}, {"0.644", 64}, {"0.356", 16}, {"0.127", 32}, {"0.174", 64}, {"0.055", 64},
	} {
		if i%long.Of(4, 2, 1) > 0 {
			continue
		}
		want := sparse(t, MustCode(game.code), n)
		for width := game.width; width <= 64; width *= 2 {
			for _, portable := range []bool{false, true} {
				if !long.Asked && width > game.width {
					continue
				}
				got, served := wordValues(t, game.code, from, n, width, portable)
				if !slices.Equal(got, want) {
					t.Errorf("%s, %d bits, portable %v: %s", game.code, width, portable, firstDifference(got, want))
				}
				if served < (n-from)/4 {
					t.Errorf("%s, %d bits, portable %v: only %d n were served", game.code, width, portable, served)
				}
			}
		}
	}
}

// A run whose codes outgrow the word goes on with wider words.
func TestWiderWords(t *testing.T) {
	for _, portable := range []bool{false, true} {
		o, _ := MustCode("0.054").octal()
		scalar := &sparseEngine{octal: o}
		values, err := scalar.extend(t.Context(), nil, 1<<15)
		if err != nil {
			t.Fatal(err)
		}
		scalar.renew(values)
		l, ok := newLedger(planCodes(o, scalar.space, scalar.rare), values, 1<<16, portable)
		if !ok {
			t.Fatal("no ledger")
		}
		e := widerWords(l, 0, portable)
		r := newRun(MustCode("0.054"), 1<<16)
		r.portable, r.fast = portable, e
		all := ^uint64(0)
		mexes := e.mexes
		e.mexes = func(table []byte, at int, before, codes []byte) uint64 {
			if e.next == 40_960 {
				return all // as if some set had no gap
			}
			return mexes(table, at, before, codes)
		}
		for r.length() < 1<<16 {
			if err := r.advance(t.Context(), 1<<16); err != nil {
				t.Fatal(err)
			}
		}
		if wide, ok := r.fast.(*wordEngine); !ok || wide.program.width <= e.program.width {
			t.Errorf("portable %v: the words are not wider", portable)
		}
		want := sparse(t, MustCode("0.054"), 1<<16)
		if got := r.appendValues(nil, 0, 1<<16); !slices.Equal(got, want) {
			t.Errorf("portable %v: %s", portable, firstDifference(got, want))
		}
	}
}

// blockValues computes n values by the block engine, the first from by the
// scalar engine.
func blockValues(t testing.TB, text string, from, n int, portable bool) []uint32 {
	t.Helper()
	o, _ := MustCode(text).octal()
	scalar := &sparseEngine{octal: o}
	values, err := scalar.extend(t.Context(), nil, from)
	if err != nil {
		t.Fatal(err)
	}
	scalar.renew(values)
	e, ok := newBlockEngine(planCodes(o, scalar.space, scalar.rare), values, n, portable)
	if !ok {
		t.Fatalf("%s: no block engine, %d rare", text, len(scalar.rare))
	}
	for e.next < n {
		switch s := e.step(); s {
		case goesOn:
		case newRare: // another space would do better; this one does
			e.rareAt = len(e.rare)
		default:
			t.Fatalf("%s: %v at %d", text, s, e.next)
		}
	}
	return e.appendValues(nil, 0, n)
}

func TestBlockEngineIsSparse(t *testing.T) {
	n := long.Of(3<<13, 1<<15, 1<<17)
	for _, text := range long.Every(2, []string{"0.106", "4!.0", "0.16"}) {
		want := sparse(t, MustCode(text), n)
		for _, portable := range []bool{false, true} {
			if got := blockValues(t, text, wordStart, n, portable); !slices.Equal(got, want) {
				t.Errorf("%s, portable %v: %s", text, portable, firstDifference(got, want))
			}
		}
	}
}

// Every code whose rare heaps are few, in the word engine from its first n on.
func TestWordEngineOnManyCodes(t *testing.T) {
	t.Parallel()
	const n = wordStart + 16*block
	tested := 0
	for i, c := range threeDigitCodes() {
		if i%long.Of(301, 67, 8) != 3 {
			continue
		}
		o, _ := c.octal()
		scalar := &sparseEngine{octal: o}
		values, err := scalar.extend(t.Context(), nil, wordStart)
		if err != nil {
			t.Fatal(err)
		}
		scalar.renew(values)
		e, ok := newWordEngine(planCodes(o, scalar.space, slices.Clone(scalar.rare)), values, n, 64, i%2 == 0)
		if !ok {
			continue
		}
		tested++
		for e.next < n && e.step() == goesOn {
		}
		got := e.appendValues(nil, 0, e.next)
		want, err := scalar.extend(t.Context(), values, e.next)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %s, %v", c, firstDifference(got, want), err)
		}
	}
	if tested == 0 {
		t.Error("no code was tested")
	}
	t.Logf("%d codes", tested)
}
