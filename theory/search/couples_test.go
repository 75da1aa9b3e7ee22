package search_test

import (
	"context"
	"errors"
	"maps"
	"math/bits"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/search"
)

// sizedCram is Cram whose positions are as large as they have moves.
type sizedCram struct{ *cram }

func (g sizedCram) Size(board uint64) uint32 {
	return uint32(bits.OnesCount64(board&(board>>1)&g.notLast()) + bits.OnesCount64(board&(board>>g.width)))
}

// checkProof checks each fact by those before it and by the rules, and that the sum follows.
func checkProof[K search.Key](t interface{ Errorf(string, ...any) }, c *search.Couples[K], rules search.Rules[K], p bool, n uint64, keys ...K) {
	facts := oracle.NewFacts(rules)
	err := c.Proof(ctx, func(f search.Fact[K]) error { return facts.Add(oracle.Fact[K](f)) }, n, keys...)
	if err != nil || !facts.Show(p, n, keys) {
		t.Errorf("the proof that %v + %d is P (%v) fails: %v", keys, n, p, err)
	}
}

// Couples are compared with recursion on random games, with little memory and without bounds,
// and each answer is proved.
func TestCouplesAgainstRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomSums(t, 60)
		slow := newNaive(search.Rules[uint64](g))
		numbers := search.NewCouples(search.Rules[uint64](g), search.Options{})
		texts := search.NewCouples(search.Rules[string](texted{g}), search.Options{})
		small := rapid.Bool().Draw(t, "small")
		for range 5 {
			keys := rapid.SliceOfN(rapid.Uint64Max(uint64(len(g)-1)), 0, 4).Draw(t, "sum")
			heap := rapid.Uint64Max(5).Draw(t, "heap")
			want := heap
			var names []string
			for _, k := range keys {
				want ^= slow.value(k)
				names = append(names, strconv.FormatUint(k, 10))
			}
			bound := search.Options{Memory: rapid.Uint64Range(1, 60000).Draw(t, "memory"), Steps: rapid.Uint64Range(1, 500).Draw(t, "steps"), Positions: rapid.Uint64Range(1, 60).Draw(t, "positions")}
			numbers.SetOptions(bound)
			if small {
				numbers.CapEfforts(64)
			}
			got, err := numbers.IsP(ctx, heap, keys...)
			if over := new(search.BudgetError); err != nil && !errors.As(err, &over) || err == nil && got != (want == 0) {
				t.Fatalf("%v + %d of %v within %v: %v, %v, want %v", keys, heap, g, bound, got, err, want == 0)
			}
			numbers.SetOptions(search.Options{})
			if got, err := numbers.IsP(ctx, heap, keys...); err != nil || got != (want == 0) {
				t.Fatalf("%v + %d of %v: %v, %v, want %v", keys, heap, g, got, err, want == 0)
			}
			if p, known := numbers.Decided(heap, keys...); known && p != (want == 0) {
				t.Fatalf("%v + %d of %v is taken to be decided as %v", keys, heap, g, p)
			}
			checkProof(t, numbers, search.Rules[uint64](g), want == 0, heap, keys...)
			if got, err := texts.NimValue(ctx, names...); err != nil || got != want^heap {
				t.Fatalf("%v of %v by texts: %d, %v, want %d", keys, g, got, err, want^heap)
			}
		}
	})
}

// Couples are compared with the search of all positions on games that people play.
func TestCouplesAgainstMemo(t *testing.T) {
	t.Run("cram", func(t *testing.T) {
		g := &cram{width: 4, height: 4}
		memo := search.NewMemo(search.Rules[uint64](g), search.Options{})
		sized, alike := search.NewCouples(search.Rules[uint64](sizedCram{g}), search.Options{}), search.NewCouples(search.Rules[uint64](g), search.Options{})
		for board := uint64(0); board < 1<<16; board += 23 {
			keys := g.appendParts(nil, board)
			want := uint64(0)
			for _, k := range keys {
				v, err := memo.Value(ctx, k)
				if err != nil {
					t.Fatal(err)
				}
				want ^= v
			}
			for _, c := range []*search.Couples[uint64]{sized, alike} {
				if got, err := c.NimValue(ctx, keys...); err != nil || got != want {
					t.Fatalf("board %b: %d, %v, want %d", board, got, err, want)
				}
			}
		}
	})
	for name, g := range map[string]struct {
		rules search.Rules[uint64]
		first uint64
	}{
		"queens": {newQueens(5), 1<<25 - 1}, "chomp": {chomp{}, bar(5, 5)}, "nim": {nim{}, 20}, "stairs": {stairs{}, 200},
	} {
		t.Run(name, func(t *testing.T) {
			want := nimValue(t, g.rules, g.first)
			c := search.NewCouples(g.rules, search.Options{})
			for heap := range want + 2 {
				p, err := c.IsP(ctx, heap, g.first)
				if err != nil || p != (heap == want) {
					t.Errorf("with a heap of %d: %v, %v, want %d", heap, p, err, want)
				}
				checkProof(t, c, g.rules, p, heap, g.first)
			}
		})
	}
}

func TestCouplesStop(t *testing.T) {
	cycle := sums{{{1}}, {{2}}, {{0}}}
	_, err := search.NewCouples(search.Rules[uint64](cycle), search.Options{}).NimValue(ctx, 0)
	if e := new(search.CycleError[uint64]); !errors.As(err, &e) || len(e.Positions) != 3 {
		t.Errorf("a cycle: %v", err)
	}
	ended, end := context.WithCancel(ctx)
	end()
	g := &cram{width: 6, height: 6}
	if _, err := search.NewCouples(search.Rules[uint64](g), search.Options{}).NimValue(ended, g.canonical(g.full())); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	// A table that forgets all but a few efforts still leads to the end.
	g = &cram{width: 4, height: 5}
	for _, bytes := range long.Every(2, []uint64{64, 128, 1 << 10}) {
		few := search.NewCouples(search.Rules[uint64](sizedCram{g}), search.Options{})
		few.CapEfforts(bytes)
		if v, err := few.NimValue(ctx, g.canonical(g.full())); err != nil || v != 2 {
			t.Errorf("with a table of %d bytes: %d, %v", bytes, v, err)
		}
	}
	// Lists of options are dropped where memory is short.
	g = &cram{width: 5, height: 5}
	c := search.NewCouples(search.Rules[uint64](g), search.Options{})
	if _, err := c.NimValue(ctx, g.canonical(g.full())); err != nil {
		t.Fatal(err)
	}
	for _, part := range []uint64{4, 3, 2} {
		less := search.NewCouples(search.Rules[uint64](g), search.Options{Memory: c.Bytes() / 4 * part})
		v, err := less.NimValue(ctx, g.canonical(g.full()))
		if over := new(search.BudgetError); err != nil && !errors.As(err, &over) || err == nil && v != 0 || part > 2 && err != nil {
			t.Errorf("with %d quarters of the memory: %d, %v", part, v, err)
		}
	}
}

// TestPublishedCouples checks nim-values of Cram that testdata has from two programs, and some of boards of 3 rows.
func TestPublishedCouples(t *testing.T) {
	var published struct {
		Nimbers  map[string]map[string]uint64
		ThreeByN map[string]uint64 `json:"three_by_n"`
	}
	readJSON(t, "cram.json", &published)
	published.Nimbers["3"] = published.ThreeByN
	maps.Copy(published.Nimbers["3"], map[string]uint64{"4": 1, "5": 1, "9": 1}) // M. Uiterwijk 2018
	compared := 0
	for h, row := range published.Nimbers {
		for w, want := range row {
			height, _ := strconv.Atoi(h)
			width, _ := strconv.Atoi(w)
			if height*width > long.Of(21, 35, 60) || height > 3 && height*width > long.Of(20, 30, 40) {
				continue
			}
			g := sizedCram{&cram{width: width, height: height}}
			couples := search.NewCouples(g, search.Options{})
			p, err := couples.IsP(t.Context(), want, g.canonical(g.full()))
			t.Logf("cram(%d,%d): %d couples, %d parts, %d bytes", height, width, couples.Couples(), couples.Positions(), couples.Bytes())
			if err != nil || !p {
				t.Errorf("cram(%d,%d) has not the nim-value %d, %v", height, width, want, err)
			}
			compared++
		}
	}
	if compared < long.Or(3, 5) {
		t.Errorf("only %d boards", compared)
	}
}
