package heap

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"grundy"
)

func TestPublishedMisereValues(t *testing.T) {
	var published struct {
		TakeAndBreak []struct {
			Code   string
			Values []uint32 `json:"misere_nim_values_0_20"`
		} `json:"take_and_break"`
	}
	readJSON(t, "cgsuite_heap_games.json", &published)
	for _, p := range published.TakeAndBreak {
		n := len(p.Values)
		got, err := misereValues(t, MustCode(p.Code), uint64(n), 1<<20)
		if err != nil || !slices.Equal(got, p.Values[:n]) {
			t.Errorf("%s: %d, %v, want %d", p.Code, got, err, p.Values[:n])
		}
	}
	if got, err := misereValues(t, MustCode("0.77"), 1000, 100); !errors.Is(err, grundy.ErrBudget) || len(got) == 0 {
		t.Errorf("%d, %v", got, err)
	}
}

func misereValues(t *testing.T, s Sequence, to uint64, budget int) (values []uint32, err error) {
	err = MisereSequence(t.Context(), s, 0, to, budget, nil, func(vs []uint64) error {
		for _, v := range vs {
			values = append(values, uint32(v))
		}
		return nil
	})
	return values, err
}

// The misère nim-values of single heaps are those of the definition.
func TestMisereSequenceIsTheDefinition(t *testing.T) {
	subtraction, err := NewSubtraction([]uint64{2, 3, 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		Sequence
		place func(n uint64) grundy.Component
	}{
		{Nim{}, func(n uint64) grundy.Component { return grundy.Place(Nim{}, []uint64{n}) }},
		{subtraction, func(n uint64) grundy.Component { return grundy.Place(subtraction, n) }},
		{TakeFrom{Primes}, func(n uint64) grundy.Component { return grundy.Place(TakeFrom{Primes}, []uint64{n}) }},
		{TakeFrom{Squares}, func(n uint64) grundy.Component { return grundy.Place(TakeFrom{Squares}, []uint64{n}) }},
		{MustCode("0.2303"), placedCode("0.2303")},
		{MustCode("0.[03]"), placedCode("0.[03]")},
		{MustCode("0.77"), placedCode("0.77")},
		{MustCode("4!.0"), placedCode("4!.0")},
	} {
		const to = 14
		values, err := misereValues(t, s.Sequence, to, 1<<20)
		if err != nil || len(values) != to {
			t.Fatalf("%s: %d values, %v", s, len(values), err)
		}
		known := map[string]grundy.Value{}
		for n, got := range values {
			if want := misereByDefinition(s.place(uint64(n)), known); grundy.Value(got) != want {
				t.Errorf("%s(%d): %d, want %d", s, n, got, want)
			}
		}
		var tail []uint64
		if err := MisereSequence(t.Context(), s.Sequence, 5, 9, 1<<20, nil, func(vs []uint64) error {
			tail = append(tail, vs...)
			return nil
		}); err != nil || len(tail) != 4 || tail[0] != uint64(values[5]) {
			t.Errorf("%s from 5 to 8: %d, %v", s, tail, err)
		}
	}
}

func placedCode(text string) func(n uint64) grundy.Component {
	return func(n uint64) grundy.Component {
		c, err := PlaceCode(MustCode(text), []grundy.Arg{grundy.ArgOf(n)})
		if err != nil {
			panic(err)
		}
		return c
	}
}

func misereByDefinition(c grundy.Component, known map[string]grundy.Value) grundy.Value {
	if v, ok := known[c.String()]; ok {
		return v
	}
	var values []grundy.Value
	options := c.AppendOptions(nil)
	for _, o := range options {
		values = append(values, misereByDefinition(o, known))
	}
	v := grundy.Value(1)
	if len(options) > 0 {
		v = grundy.Mex(values...)
	}
	known[c.String()] = v
	return v
}

// The Counter game has no number 0.
func TestMisereCounter(t *testing.T) {
	known := map[string]grundy.Value{}
	n := uint64(1)
	err := MisereSequence(t.Context(), Counter{}, 1, 200, 1<<20, nil, func(values []uint64) error {
		for _, v := range values {
			if want := misereByDefinition(grundy.Place(Counter{}, n), known); uint64(want) != v {
				t.Errorf("%d: %d, want %d", n, v, want)
			}
			n++
		}
		return nil
	})
	if err != nil || n != 200 {
		t.Errorf("to %d, %v", n, err)
	}
	err = GenusSequence(t.Context(), Counter{}, 1, 200, 1<<20, nil, func(n uint64, genus string) error {
		if want := strconv.FormatUint(CounterLength(n)%2, 10); genus != want {
			t.Errorf("%d has genus %s, want %s", n, genus, want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	none := func(uint64, string) error { return nil }
	if GenusSequence(t.Context(), Counter{}, 0, 3, 1<<20, nil, none) == nil || MisereSequence(t.Context(), Counter{}, 0, 3, 1<<20, nil, func([]uint64) error { return nil }) == nil {
		t.Error("0 is taken for a number of the Counter game")
	}
}
