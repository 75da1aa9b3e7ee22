package heap

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/misere"
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
		got, err := misereValues(t, sequence.MustCode(p.Code), uint64(n), 1<<20)
		if err != nil || !slices.Equal(got, p.Values[:n]) {
			t.Errorf("%s: %d, %v, want %d", p.Code, got, err, p.Values[:n])
		}
	}
	if got, err := misereValues(t, sequence.MustCode("0.77"), 1000, 100); !errors.Is(err, grundy.ErrBudget) || len(got) == 0 {
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

// The misère nim-values of single heaps agree with the definition.
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
		{TakeFrom{Powers}, func(n uint64) grundy.Component { return grundy.Place(TakeFrom{Powers}, []uint64{n}) }},
		{sequence.MustCode("0.2303"), placedCode("0.2303")},
		{sequence.MustCode("0.1203"), placedCode("0.1203")},
		{sequence.MustCode("0.00012"), placedCode("0.00012")},
		{sequence.MustCode("0.033"), placedCode("0.033")},
		{sequence.MustCode("0.0330003"), placedCode("0.0330003")},
		{sequence.MustCode("0.[3]"), placedCode("0.[3]")},
		{sequence.MustCode("0.030[3]"), placedCode("0.030[3]")},
		{sequence.MustCode("0.2[130]"), placedCode("0.2[130]")},
		{sequence.MustCode("0.[03]"), placedCode("0.[03]")},
		{sequence.MustCode("0.77"), placedCode("0.77")},
		{sequence.MustCode("4!.0"), placedCode("4!.0")},
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
		c, err := PlaceCode(sequence.MustCode(text), []grundy.Arg{grundy.ArgOf(n)})
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

// Far out, misère nim-values are read from a period: of the nim-values, or of their
// own.
func TestMisereFarOut(t *testing.T) {
	subtraction, err := NewSubtraction([]uint64{2, 3, 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Sequence{subtraction, TakeFrom{Powers}, sequence.MustCode("0.0330003"), sequence.MustCode("0.[3]"), sequence.MustCode("0.030[3]"), sequence.MustCode("0.1203"), sequence.MustCode("0.3103")} {
		const from = 1_000_000_000_000_000_000
		next := uint64(from)
		err := MisereSequence(t.Context(), s, from, from+3, 1<<20, nil, func(values []uint64) error {
			for _, v := range values {
				turned, near := uint64(0), 2520+next%2520 // their periods divide 2520, but with a saltus
				if err := MisereSequence(t.Context(), s, near, near+1, 1<<20, nil, func(values []uint64) error {
					turned = values[0]
					return nil
				}); err != nil || v != turned && s.String() != "0.[3]" && s.String() != "0.030[3]" {
					t.Errorf("%s: %d of %d, %d of %d, %v", s, v, next, turned, near, err)
				}
				next++
			}
			return nil
		})
		if err != nil || next != from+3 {
			t.Errorf("%s: to %d, %v", s, next, err)
		}
	}
}

// The genus of heaps of games in which a number of a set is taken decides misère sums.
func TestGenusOfTaking(t *testing.T) {
	wins := map[string]bool{}
	var misere func(c grundy.Component) bool
	misere = func(c grundy.Component) bool {
		key := c.String()
		won, known := wins[key]
		if !known {
			options := c.AppendOptions(nil)
			won = len(options) == 0
			for _, o := range options {
				won = won || !misere(o)
			}
			wins[key] = won
		}
		return won
	}
	check := func(g interface {
		grundy.Game[[]uint64]
		PlanTable(m grundy.Measure, heaps []uint64) (grundy.Plan[[]uint64], bool)
	}) {
		plan, ok := g.PlanTable(grundy.ByGenus, []uint64{9, 9})
		if !ok {
			t.Fatalf("%T: no table of genera", g)
		}
		genus, err := plan.Build(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for a := range uint64(10) {
			for b := range uint64(10) {
				v := genus([]uint64{a, b})
				lost := v == 1 || v == 2 // fickle and 1, or firm and 0
				if heaps := []uint64{a, b}; misere(grundy.Place(g, heaps)) == lost {
					t.Errorf("%s: genus %d", grundy.Place(g, heaps), v)
				}
			}
		}
	}
	for _, text := range []string{"0.033", "0.0330003", "0.3", "0.[3]", "0.030[3]", "0.[03]"} {
		check(&TakeAndBreak{code: sequence.MustCode(text), name: text})
	}
	check(TakeFrom{Powers})
	check(TakeFrom{Squares})
	for text, n := range map[string]uint64{"0.033": 1e18, "0.[3]": 1e18} {
		g := &TakeAndBreak{code: sequence.MustCode(text), name: text}
		learn(t, grundy.Place(g, []uint64{n}))
		if _, _, ok := g.Measure(grundy.ByGenus, []uint64{n, n + 1}); !ok {
			t.Errorf("%s: no genus of %d", text, n)
		}
	}
	for _, text := range []string{"0.77", "0.13", "4.0", "0.[7]"} {
		if _, ok := (&TakeAndBreak{code: sequence.MustCode(text), name: text}).PlanTable(grundy.ByGenus, []uint64{9}); ok {
			t.Errorf("%s: a table of genera", text)
		}
	}
	if v, _, ok := (TakeFrom{Powers}).Measure(grundy.ByGenus, []uint64{1e18 + 1}); !ok || v != 2+2 {
		t.Errorf("powers: %d, %v", v, ok)
	}
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
	err = GenusSequence(t.Context(), Counter{}, 1, 200, 1<<20, nil, func(n uint64, genus misere.Stated) error {
		if want := strconv.FormatUint(CounterLength(n)%2, 10); genus.String() != want {
			t.Errorf("%d has genus %s, want %s", n, genus, want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	none := func(uint64, misere.Stated) error { return nil }
	if GenusSequence(t.Context(), Counter{}, 0, 3, 1<<20, nil, none) == nil || MisereSequence(t.Context(), Counter{}, 0, 3, 1<<20, nil, func([]uint64) error { return nil }) == nil {
		t.Error("0 is taken for a number of the Counter game")
	}
}
