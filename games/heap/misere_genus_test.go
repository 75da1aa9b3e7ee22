package heap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/misere"
)

func genera(t testing.TB, s Sequence, to uint64) (texts []string) {
	if err := GenusSequence(t.Context(), s, 0, to, 1<<20, nil, func(n uint64, genus misere.Stated) error {
		if n != uint64(len(texts)) {
			t.Fatalf("%s: a genus for %d, not for %d", s, n, len(texts))
		}
		texts = append(texts, genus.String())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestPublishedGenera(t *testing.T) {
	var published struct {
		TakeAndBreak []struct {
			Code   string
			Genera string `json:"genus_0_20"`
		} `json:"take_and_break"`
	}
	readJSON(t, "cgsuite_heap_games.json", &published)
	for _, p := range published.TakeAndBreak {
		if text := "[" + strings.Join(genera(t, sequence.MustCode(p.Code), 21), ",") + "]"; text != p.Genera {
			t.Errorf("%s:\n%s, want\n%s", p.Code, text, p.Genera)
		}
	}
	if text := strings.Join(genera(t, Nim{}, 12), " "); text != "0 1 2 3 4 5 6 7 8 9 10 11" {
		t.Errorf("nim: %s", text)
	}
	two, err := NewSubtraction([]uint64{2, 3, 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Sequence{two, TakeFrom{Primes}} {
		for n, text := range genera(t, s, 60) {
			if v := nimValueOf(t, s, uint64(n)); !strings.HasPrefix(text+"^", v+"^") {
				t.Errorf("%s(%d): genus %s, nim-value %s", s, n, text, v)
			}
		}
	}
}

func nimValueOf(t *testing.T, s Sequence, n uint64) string {
	var value uint64
	if err := s.Values(t.Context(), n, n+1, nil, func(vs []uint64) error {
		value = vs[0]
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return grundy.ArgOf(value).Text
}

// wildCodes are codes of all kinds.
var wildCodes = []string{"0.77", "0.07", "4!.0", "0.137", "0.6", "0.4", "0.45", "0.3F", "0.2303", "0.7A7", "8.0", "4.7", "0.{1,2=}{0,3!}", "0.15[3]"}

// All digits of the genera of small heaps, by the definition: misère nim-values of
// the heap beside heaps of two.
func TestGeneraByDefinition(t *testing.T) {
	for _, code := range wildCodes {
		c := sequence.MustCode(code)
		heaps, err := newMisereHeaps(t.Context(), c, 100, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		known, to := map[string]uint32{}, uint64(14)
		if !long.Asked {
			to = 11
		}
		for n := range to {
			heap, err := heaps.next()
			if err != nil {
				t.Fatal(err)
			}
			for k := range 6 {
				if got, want := heap.genus.At(k), misereValueOf(c, []uint64{n}, k, 0, known); got != want {
					t.Errorf("%s(%d) with %d twos: %d, want %d", code, n, k, got, want)
				}
			}
		}
	}
}

// misereValueOf is the misère nim-value of heaps beside heaps of Nim of 2 and 1.
func misereValueOf(c sequence.Code, heaps []uint64, twos, ones int, known map[string]uint32) uint32 {
	heaps = slices.DeleteFunc(slices.Sorted(slices.Values(heaps)), func(h uint64) bool { return h == 0 })
	key := fmt.Sprint(heaps, twos, ones)
	if v, ok := known[key]; ok {
		return v
	}
	var values []grundy.Value
	look := func(heaps []uint64, twos, ones int) {
		values = append(values, grundy.Value(misereValueOf(c, heaps, twos, ones, known)))
	}
	for i, h := range heaps {
		for parts := range c.Options(h) {
			look(slices.Concat(heaps[:i], parts, heaps[i+1:]), twos, ones)
		}
	}
	if twos > 0 {
		look(heaps, twos-1, ones)
		look(heaps, twos-1, ones+1)
	}
	if ones > 0 {
		look(heaps, twos, ones-1)
	}
	known[key] = 1
	if len(values) > 0 {
		known[key] = uint32(grundy.Mex(values...))
	}
	return known[key]
}

// Two engines that share little: sums of atoms, and canonical forms of sums.
func TestGeneraByForms(t *testing.T) {
	for _, code := range wildCodes {
		c := sequence.MustCode(code)
		to := uint64(36)
		if !long.Asked {
			to = 28
		}
		if _, most, _ := c.Bounds(); most > 2 {
			to = 20
		}
		store := misere.NewStore()
		var heaps []misere.Form
		var want []string
		for n := range to {
			var options []misere.Form
			for parts := range c.Options(n) {
				sum := misere.Form(0)
				for _, p := range parts {
					var err error
					if sum, err = store.Sum(sum, heaps[p]); err != nil {
						t.Fatal(err)
					}
				}
				options = append(options, sum)
			}
			heaps = append(heaps, store.Of(options))
			want = append(want, store.Stated(heaps[n]).String())
		}
		if got := genera(t, c, to); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s, by canonical forms\n%s", code, got, want)
		}
	}
}

// The single heaps of Kayles that are P in misère play: those to 20 stand in the
// published row, and no other comes to 54.
func TestMisereKayles(t *testing.T) {
	values, err := misereValues(t, sequence.MustCode("0.77"), long.Or[uint64](44, 55), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	var lost []int
	for n, v := range values {
		if v == 0 {
			lost = append(lost, n)
		}
	}
	if !slices.Equal(lost, []int{1, 4, 9, 12, 20}) {
		t.Errorf("P in misère play: heaps of %d", lost)
	}
}

func TestGenusSequenceStops(t *testing.T) {
	ignore := func(uint64, misere.Stated) error { return nil }
	if err := GenusSequence(t.Context(), sequence.MustCode("0.77"), 0, 1000, 100, nil, ignore); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v, want the budget's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range []Sequence{sequence.MustCode("0.77"), Nim{}} {
		if err := GenusSequence(ctx, s, 0, 1<<40, 1<<30, nil, ignore); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want the context's error", s, err)
		}
	}
	err := GenusSequence(t.Context(), sequence.MustCode("0.77"), 0, 1<<63, 100, nil, ignore)
	if !errors.Is(err, grundy.ErrTooLarge) || !strings.HasPrefix(fmt.Sprint(err), "0.77: heaps of 9223372036854775807: ") {
		t.Errorf("heaps to 2^63-1: %v", err)
	}
	stop := errors.New("enough")
	if err := GenusSequence(t.Context(), sequence.MustCode("0.77"), 3, 9, 1000, nil, func(n uint64, genus misere.Stated) error {
		if n != 3 || genus.String() != "3" {
			t.Errorf("the first is %s of %d", genus, n)
		}
		return stop
	}); !errors.Is(err, stop) {
		t.Errorf("%v, want the sink's error", err)
	}
}

// The genera of Kayles, and its misère nim-values by their definition.
func BenchmarkMisereKayles(b *testing.B) {
	b.Run("genera", func(b *testing.B) {
		for b.Loop() {
			genera(b, sequence.MustCode("0.77"), 31)
		}
		b.ReportMetric(31*float64(b.N)/b.Elapsed().Seconds(), "values/s")
	})
	b.Run("naive", func(b *testing.B) {
		for b.Loop() {
			known := map[string]uint32{}
			for n := range uint64(31) {
				misereValueOf(sequence.MustCode("0.77"), []uint64{n}, 0, 0, known)
			}
		}
		b.ReportMetric(31*float64(b.N)/b.Elapsed().Seconds(), "values/s")
	})
}

// The canonical forms of heaps, made from the forms of all their options. Kayles is in
// Winning Ways, chapter 13.
func TestFormSequence(t *testing.T) {
	forms := func(s Sequence, from, to uint64) (texts []string) {
		if err := FormSequence(t.Context(), s, from, to, 1<<20, nil, func(_ uint64, form string) error {
			texts = append(texts, form)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return texts
	}
	if got, want := strings.Join(forms(sequence.MustCode("0.77"), 0, 7), " "), "0 1 2 3 1 2[2]321 3"; got != want {
		t.Errorf("0.77: %s, want %s", got, want)
	}
	for _, code := range []string{"0.77", "0.07", "0.6", "0.123", "4.3", "0.666"} {
		const to = 10
		code := sequence.MustCode(code)
		store := misere.NewStore()
		var heaps []misere.Form
		var want []string
		for n := range uint64(to) {
			var options []misere.Form
			for parts := range code.Options(n) {
				var sum misere.Form
				for _, p := range parts {
					sum, _ = store.Sum(sum, heaps[p])
				}
				options = append(options, sum)
			}
			heaps = append(heaps, store.Of(options))
			text := store.String(heaps[n])
			if store.Birthday(heaps[n]) > misere.MostWritten {
				text = ""
			}
			want = append(want, text)
		}
		if got := forms(code, 0, to); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", code, got, want)
		}
	}
	if got := forms(Nim{}, 9, 12); !slices.Equal(got, []string{"9", "10", "11"}) {
		t.Error(got)
	}
	if got := forms(sequence.MustCode("0.77"), 30, 31); !slices.Equal(got, []string{""}) {
		t.Error(got)
	}
	if err := FormSequence(t.Context(), Counter{}, 0, 3, 100, nil, nil); !errors.Is(err, errNoCounter) {
		t.Error(err)
	}
}
