package heap

import (
	"slices"
	"testing"
)

// wordValues computes n values, the first from by the scalar engine.
func wordValues[W word](t testing.TB, text string, from, n int, portable bool) []uint32 {
	t.Helper()
	c := MustCode(text)
	o, _ := c.octal()
	scalar := &sparseEngine{octal: o}
	values, err := scalar.extend(t.Context(), nil, from)
	if err != nil {
		t.Fatal(err)
	}
	scalar.renew(values)
	e, ok := newWordEngine[W](planCodes(o, scalar.space, scalar.rare), values, n, portable)
	if !ok {
		t.Fatalf("%s: no word engine", text)
	}
	for e.next < n {
		if s := e.step(); s != goesOn {
			t.Fatalf("%s: stop %d at %d", text, s, e.next)
		}
	}
	got := make([]uint32, n)
	for i := range got {
		got[i] = e.value[i&1][e.history[i]]
	}
	return got
}

func TestWordEngineIsSparse(t *testing.T) {
	n := 1 << 17
	if long {
		n = 1 << 20
	}
	for _, text := range []string{"0.106", "0.104", "0.054", "0.454"} {
		want := sparse(t, MustCode(text), n)
		for _, portable := range []bool{false, true} {
			if got := wordValues[uint32](t, text, 1<<15, n, portable); !slices.Equal(got, want) {
				t.Errorf("%s, portable %v: %s", text, portable, firstDifference(got, want))
			}
			if got := wordValues[uint64](t, text, 1<<15, n, portable); !slices.Equal(got, want) {
				t.Errorf("%s, 64 bits, portable %v: %s", text, portable, firstDifference(got, want))
			}
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
		if s := e.step(); s != goesOn {
			t.Fatalf("%s: %v at %d", text, s, e.next)
		}
	}
	return e.appendValues(nil, 0, n)
}

func TestBlockEngineIsSparse(t *testing.T) {
	n := 1 << 15
	if long {
		n = 1 << 19
	}
	for _, text := range []string{"0.106", "4!.0", "0.16"} {
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
	const n = wordStart + 16*block
	tested := 0
	for i, c := range threeDigitCodes() {
		if !long && i%101 != 7 {
			continue
		}
		o, _ := c.octal()
		scalar := &sparseEngine{octal: o}
		values, err := scalar.extend(t.Context(), nil, wordStart)
		if err != nil {
			t.Fatal(err)
		}
		scalar.renew(values)
		e, ok := newWordEngine[uint64](planCodes(o, scalar.space, slices.Clone(scalar.rare)), values, n, i%2 == 0)
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
