package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/search"
)

// couplesOn returns couples that several goroutines search from their first step on.
func couplesOn[K search.Key](workers int, rules func() search.Rules[K], o search.Options) *search.Couples[K] {
	o.Workers = workers
	c := search.NewCouples(rules(), o)
	c.SetMore(rules)
	return c
}

// The answers do not depend on how many goroutines search, nor on how much they remember.
func TestCouplesOnCores(t *testing.T) {
	defer search.SetHelpAfter(0)()
	rapid.Check(t, func(t *rapid.T) {
		g := randomSums(t, 80)
		slow := newNaive(search.Rules[uint64](g))
		workers := rapid.IntRange(1, 4).Draw(t, "workers")
		numbers := couplesOn(workers, func() search.Rules[uint64] { return g }, search.Options{})
		texts := couplesOn(workers, func() search.Rules[string] { return texted{g} }, search.Options{})
		few := rapid.SampledFrom([]uint64{0, 64, 128, 1 << 12}).Draw(t, "efforts")
		for range 3 {
			keys := rapid.SliceOfN(rapid.Uint64Max(uint64(len(g)-1)), 1, 3).Draw(t, "sum")
			want, names := uint64(0), []string(nil)
			for _, k := range keys {
				want ^= slow.value(k)
				names = append(names, fmt.Sprint(k))
			}
			numbers.SetOptions(search.Options{Workers: workers, Memory: rapid.Uint64Range(1, 60000).Draw(t, "memory")})
			got, err := numbers.NimValue(ctx, keys...)
			if over := new(search.BudgetError); err != nil && !errors.As(err, &over) || err == nil && got != want {
				t.Fatalf("%v of %v in little memory: %d, %v, want %d", keys, g, got, err, want)
			}
			numbers.SetOptions(search.Options{Workers: workers, Memory: rapid.SampledFrom([]uint64{0, math.MaxUint64}).Draw(t, "much")})
			if few > 0 {
				numbers.CapEfforts(few)
			}
			if got, err := numbers.NimValue(ctx, keys...); err != nil || got != want {
				t.Fatalf("%v of %v: %d, %v, want %d", keys, g, got, err, want)
			}
			heap := rapid.Uint64Max(4).Draw(t, "heap")
			if p, err := texts.IsP(ctx, heap, names...); err != nil || p != (want == heap) {
				t.Fatalf("%v + %d of %v by texts: %v, %v, want %v", keys, heap, g, p, err, want == heap)
			}
			checkProof(t, texts, search.Rules[string](texted{g}), want == heap, heap, names...)
		}
	})
}

func TestCouplesOnCoresOfBoards(t *testing.T) {
	defer search.SetHelpAfter(0)()
	boards := func(width int) func() search.Rules[uint64] {
		return func() search.Rules[uint64] { return sizedCram{&cram{width: width, height: 4}} }
	}
	for name, g := range map[string]struct {
		rules func() search.Rules[uint64]
		first uint64
	}{
		"cram":   {boards(5), 1<<20 - 1},
		"queens": {func() search.Rules[uint64] { return newQueens(6) }, 1<<36 - 1},
		"chomp":  {func() search.Rules[uint64] { return chomp{} }, bar(5, 5)},
		"nim":    {func() search.Rules[uint64] { return nim{} }, long.Or[uint64](50, 70)},
		"stairs": {func() search.Rules[uint64] { return stairs{} }, 200},
	} {
		t.Run(name, func(t *testing.T) {
			want := nimValue(t, g.rules(), g.first)
			for workers := 1; workers <= 4; workers += long.Or(3, 1) {
				for range long.Of(1, 2, 20) {
					c := couplesOn(workers, g.rules, search.Options{})
					if got, err := c.NimValue(ctx, g.first); err != nil || got != want {
						t.Errorf("%d goroutines: %d, %v, want %d", workers, got, err, want)
					}
					checkProof(t, c, g.rules(), true, want, g.first)
				}
			}
		})
	}
}

// All goroutines end with an error of one, and the next question goes on.
func TestCouplesOnCoresStop(t *testing.T) {
	defer search.SetHelpAfter(0)()
	rules := func() search.Rules[uint64] { return sizedCram{&cram{width: 5, height: 5}} }
	g := &cram{width: 5, height: 5}
	c := couplesOn(4, rules, search.Options{})
	for steps := uint64(100); ; steps *= 2 {
		c.SetOptions(search.Options{Workers: 4, Steps: steps})
		v, err := c.NimValue(ctx, g.canonical(g.full()))
		if err == nil {
			if v != 0 {
				t.Errorf("cram(5,5) = %d", v)
			}
			break
		}
		if over := new(search.BudgetError); !errors.As(err, &over) || over.What != "steps" {
			t.Fatal(err)
		}
		if far := c.Far(); steps > 1000 && (far.Couples == 0 || far.Depth == 0 || far.Options == 0 || far.Refuted >= far.Options) {
			t.Errorf("after %d steps the search has come to %v", steps, far)
		}
	}
	ended, end := context.WithCancel(ctx)
	end()
	if _, err := couplesOn(4, rules, search.Options{}).NimValue(ended, g.canonical(g.full())); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	// Play in which a position comes back is an error, wherever the search meets it first.
	rapid.Check(t, func(t *rapid.T) {
		g := randomSums(t, 30)
		last := len(g) - 1
		at := rapid.IntRange(0, last).Draw(t, "from")
		g[at] = append(g[at], []uint64{uint64(rapid.IntRange(at, last).Draw(t, "to"))})
		_, err := couplesOn(rapid.IntRange(1, 4).Draw(t, "workers"), func() search.Rules[uint64] { return g }, search.Options{}).NimValue(ctx, uint64(last))
		if cycle := new(search.CycleError[uint64]); err != nil && !errors.As(err, &cycle) {
			t.Fatal(err)
		}
	})
}
