package search_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/search"
)

// copied returns couples that have learned what others know.
func copied[K search.Key](t testing.TB, c *search.Couples[K], rules search.Rules[K]) *search.Couples[K] {
	t.Helper()
	next := search.NewCouples(rules, search.Options{})
	for f := range c.Findings() {
		if err := next.Learn(f); err != nil {
			t.Fatalf("%v: %v", f, err)
		}
	}
	return next
}

// Couples that are stopped after any number of steps, and replaced by others that know what they knew, give
// the answers of one run, with tables of any size, and prove them.
func TestResumedCouples(t *testing.T) {
	long.Only(t)
	for name, g := range map[string]struct {
		rules search.Rules[uint64]
		first uint64
	}{
		"cram": {sizedCram{&cram{width: 4, height: 5}}, (&cram{width: 4, height: 5}).full()}, "queens": {newQueens(5), 1<<25 - 1}, "chomp": {chomp{}, bar(4, 5)}, "nim": {nim{}, 20},
	} {
		t.Run(name, func(t *testing.T) {
			random := chance.New(t, 334)
			want := nimValue(t, g.rules, g.first)
			for _, slice := range []uint64{1000, 5000, 40_000} {
				c := search.NewCouples(g.rules, search.Options{})
				for stops := 0; ; stops++ {
					if slice == 1000 {
						c.CapEfforts(64 << (stops % 8))
					}
					c.SetOptions(search.Options{Steps: slice + random.Uint64N(slice)<<(stops/4)})
					v, err := c.NimValue(t.Context(), g.first)
					over := new(search.BudgetError)
					if err == nil && v != want || err != nil && !errors.As(err, &over) {
						t.Fatalf("after %d stops: %d, %v, want %d", stops, v, err, want)
					}
					c = copied(t, c, g.rules)
					if err := c.Check(t.Context(), 200, g.first); err != nil {
						t.Fatalf("after %d stops: %v", stops, err)
					}
					if err == nil {
						break
					}
				}
				for heap := range min(want+2, 4) {
					p, err := c.IsP(t.Context(), heap, g.first)
					if err != nil || p != (heap == want) {
						t.Errorf("with a heap of %d: %v, %v, want %d", heap, p, err, want)
					}
					checkProof(t, c, g.rules, p, heap, g.first)
				}
			}
		})
	}
}

// Facts that are false are refused, or noticed by Check or by the proof: no false fact is proved.
func TestForgedFacts(t *testing.T) {
	found := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		g := randomSums(rt, 60)
		rules := search.Rules[uint64](g)
		slow := newNaive(rules)
		c := search.NewCouples(rules, search.Options{})
		last := uint64(len(g) - 1)
		if _, err := c.NimValue(t.Context(), last); err != nil {
			rt.Fatal(err)
		}
		facts := slices.Collect(c.Findings())
		if len(facts) == 0 {
			return
		}
		i := rapid.IntRange(0, len(facts)-1).Draw(rt, "fact")
		forged := &facts[i]
		truth := slow.value(forged.Key)
		if wrong := rapid.Uint64Max(5).Draw(rt, "value"); wrong != truth {
			*forged = search.Findings[uint64]{Key: forged.Key, Value: int64(wrong)}
		} else {
			*forged = search.Findings[uint64]{Key: forged.Key, Value: -1, Not: 1 << truth}
		}
		next := search.NewCouples(rules, search.Options{})
		for _, f := range facts {
			if err := next.Learn(f); err != nil {
				rt.Fatal(err) // each key stands once
			}
		}
		switch err := next.Check(t.Context(), rapid.SampledFrom([]int{0, 1000}).Draw(rt, "most"), last); {
		case errors.Is(err, search.ErrUnfounded):
			found["check"]++
			return
		case err != nil:
			rt.Fatal(err)
		}
		heap := slow.value(last)
		p, err := next.IsP(t.Context(), heap, last)
		if err != nil {
			rt.Fatal(err)
		}
		err = next.Proof(t.Context(), func(f search.Fact[uint64]) error {
			if (slow.value(f.Key) == f.N) != f.Equal {
				rt.Fatalf("%v is proved", f)
			}
			return nil
		}, heap, last)
		if err == nil && !p {
			rt.Fatalf("a wrong answer is proved")
		}
		if err != nil {
			found["proof"]++
		} else {
			found["harmless"]++
		}
	})
	if found["check"] == 0 || found["proof"] == 0 {
		t.Error(found)
	}
	t.Log(found)
}

// Findings that contradict others are refused, and so are those for which there is no room.
func TestContradictions(t *testing.T) {
	far := search.Findings[uint64]{Key: 7, Value: -1, Not: 1 << 3, Far: []uint32{64, 99}}
	for _, c := range []struct {
		first, second search.Findings[uint64]
		fits          bool
	}{
		{far, far, true},
		{far, search.Findings[uint64]{Key: 7, Value: 2}, true},
		{search.Findings[uint64]{Key: 7, Value: 2}, far, true},
		{far, search.Findings[uint64]{Key: 7, Value: 3}, false},
		{far, search.Findings[uint64]{Key: 7, Value: 99}, false},
		{search.Findings[uint64]{Key: 7, Value: 99}, far, false},
		{search.Findings[uint64]{Key: 7, Value: 3}, far, false},
		{search.Findings[uint64]{Key: 7, Value: 3}, search.Findings[uint64]{Key: 7, Value: 4}, false},
		{search.Findings[uint64]{Key: 8, Value: 3}, search.Findings[uint64]{Key: 7, Value: 4}, true},
		{search.Findings[uint64]{Key: 8, Value: 1 << 40}, search.Findings[uint64]{Key: 7, Value: 4}, false},
	} {
		couples := search.NewCouples(search.Rules[uint64](nim{}), search.Options{})
		err := errors.Join(couples.Learn(c.first), couples.Learn(c.second))
		if c.fits != (err == nil) || err != nil && !errors.Is(err, search.ErrContradiction) {
			t.Errorf("%v and %v: %v", c.first, c.second, err)
		}
	}
	couples := search.NewCouples(search.Rules[uint64](nim{}), search.Options{Memory: 1 << 17})
	over := new(search.BudgetError)
	for key := range uint64(1 << 14) {
		if err := couples.Learn(search.Findings[uint64]{Key: key, Value: 1}); errors.As(err, &over) {
			return
		}
	}
	t.Error("no budget is too little")
}

// Findings are the same ones after they were learned.
func TestFindings(t *testing.T) {
	c := search.NewCouples(search.Rules[uint64](newQueens(4)), search.Options{})
	if _, err := c.NimValue(t.Context(), 1<<16-1); err != nil {
		t.Fatal(err)
	}
	if _, err := c.IsP(t.Context(), 80, 1<<15-1); err != nil {
		t.Fatal(err)
	}
	known := func(c *search.Couples[uint64]) map[uint64]search.Findings[uint64] {
		all := map[uint64]search.Findings[uint64]{}
		for f := range c.Findings() {
			all[f.Key] = f
		}
		return all
	}
	want := known(c)
	next := copied(t, c, search.Rules[uint64](newQueens(4)))
	if got := known(next); !maps.EqualFunc(got, want, func(a, b search.Findings[uint64]) bool {
		return a.Value == b.Value && a.Not == b.Not && a.Size == b.Size && slices.Equal(a.Far, b.Far)
	}) || len(got) == 0 || next.Learned() != uint64(len(got)) {
		t.Errorf("%d findings, want %d", len(got), len(want))
	}
	for range c.Findings() {
		break
	}
}
