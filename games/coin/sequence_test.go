package coin_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/coin"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/misere"
)

// A line game with the first number of a coin, and a way to place heads.
type lineGame struct {
	heap.Sequence
	first uint64
	place func(heads ...uint64) (grundy.Component, error)
}

func lineGames(t *testing.T) (all []lineGame) {
	add := func(first uint64, place func(heads ...uint64) (grundy.Component, error)) {
		c, err := place()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, lineGame{c.Game().(heap.Sequence), first, place})
	}
	for _, line := range lines {
		first := uint64(0)
		if line == coin.TurningTurtles || line == coin.Ruler {
			first = 1
		}
		add(first, func(heads ...uint64) (grundy.Component, error) {
			return coin.PlaceRow(line, nil, oracle.Args(heads...))
		})
	}
	for most := uint64(1); most <= 6; most++ {
		add(0, func(heads ...uint64) (grundy.Component, error) {
			return coin.PlaceUpTo(oracle.Args(most), oracle.Args(heads...))
		})
	}
	for _, set := range [][]uint64{{1}, {1, 2}, {1, 3, 4}, {2, 5}} {
		add(0, func(heads ...uint64) (grundy.Component, error) {
			return coin.PlaceDistances(oracle.Args(set...), oracle.Args(heads...))
		})
	}
	return all
}

// valuesOf returns the values that a sequence passes on.
func valuesOf(t *testing.T, from, to uint64, pass func(sink func([]uint64) error) error) (values []uint64) {
	t.Helper()
	err := pass(func(some []uint64) error {
		values = append(values, some...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if uint64(len(values)) != to-from {
		t.Fatalf("%d values of %d … %d", len(values), from, to)
	}
	return values
}

// misereValue is the mex by definition.
func misereValue(c grundy.Component, known map[string]uint64) uint64 {
	if v, ok := known[c.String()]; ok {
		return v
	}
	options := c.AppendOptions(nil)
	seen := map[uint64]bool{}
	for _, q := range options {
		seen[misereValue(q, known)] = true
	}
	v := uint64(0)
	for seen[v] {
		v++
	}
	if len(options) == 0 {
		v = 1
	}
	known[c.String()] = v
	return v
}

// Nim-values and misère nim-values of one head, against the definitions.
func TestSequencesAgainstOracle(t *testing.T) {
	const coins = 9
	for _, g := range lineGames(t) {
		values := valuesOf(t, 0, coins, func(sink func([]uint64) error) error {
			return g.Values(t.Context(), 0, coins, nil, sink)
		})
		misere := valuesOf(t, 0, coins, func(sink func([]uint64) error) error {
			return heap.MisereSequence(t.Context(), g.Sequence, 0, coins, 1<<12, nil, sink)
		})
		o, known := &oracle.Oracle{}, map[string]uint64{}
		for n := range uint64(coins) {
			heads := []uint64{n}
			if n < g.first {
				heads = nil
			}
			c, err := g.place(heads...)
			if err != nil {
				t.Fatal(err)
			}
			if want := o.Value(c); values[n] != want {
				t.Errorf("%s: G(%d) = %d, want %d", g, n, values[n], want)
			}
			if want := misereValue(c, known); misere[n] != want {
				t.Errorf("%s: the misère nim-value of %d is %d, want %d", g, n, misere[n], want)
			}
		}
	}
}

// Values from anywhere are those from the start, and a sink's error stops them.
func TestSequencesInPortions(t *testing.T) {
	for _, g := range lineGames(t) {
		const coins = 40
		all := valuesOf(t, 0, coins, func(sink func([]uint64) error) error { return g.Values(t.Context(), 0, coins, nil, sink) })
		for from := uint64(0); from <= coins; from += 7 {
			some := valuesOf(t, from, coins, func(sink func([]uint64) error) error { return g.Values(t.Context(), from, coins, nil, sink) })
			if !slices.Equal(some, all[from:]) {
				t.Errorf("%s from %d: %v, want %v", g, from, some, all[from:])
			}
		}
		enough := errors.New("enough")
		if err := g.Values(t.Context(), 0, coins, nil, func([]uint64) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("%s: %v, want the error of the sink", g, err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := g.Values(ended, 5, coins, nil, func([]uint64) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want that it was ended", g, err)
		}
	}
	far := valuesOf(t, 1<<62, 1<<62+9000, func(sink func([]uint64) error) error {
		return coin.Row{Line: coin.MockTurtles}.Values(t.Context(), 1<<62, 1<<62+9000, nil, sink)
	})
	for i, v := range far {
		if want := coin.MockTurtles.Value(1<<62 + uint64(i)); v != want {
			t.Fatalf("mock-turtles far out: %d, want %d", v, want)
		}
	}
}

// Statements about periods hold as far as the values are known: a proved one holds
// from its preperiod on, and where it is proved that there is none, none holds in all
// of the second half.
func TestPeriodsOfSequences(t *testing.T) {
	for _, g := range lineGames(t) {
		coins := uint64(60)
		r, _, err := g.Period(t.Context(), 1000, nil)
		if err != nil || r.Proved == r.Aperiodic {
			t.Fatalf("%s: %+v, %v", g, r, err)
		}
		values := valuesOf(t, 0, coins, func(sink func([]uint64) error) error { return g.Values(t.Context(), 0, coins, nil, sink) })
		holds := func(from, p uint64) bool {
			for n := from; n+p+1 < coins; n++ {
				if values[n+p]-values[n] != values[n+p+1]-values[n+1] {
					return false
				}
			}
			return true
		}
		if r.Proved && (!holds(r.Preperiod, r.Period) || values[r.Preperiod+r.Period]-values[r.Preperiod] != r.Saltus) {
			t.Errorf("%s has no preperiod %d, period %d, saltus %d", g, r.Preperiod, r.Period, r.Saltus)
		}
		for p := uint64(1); r.Aperiodic && p <= coins/4; p++ {
			if holds(coins/2, p) {
				t.Errorf("%s: a period %d shows, but there is none", g, p)
			}
		}
	}
}

// The bound by which there is no period with up to four coins and more.
func TestUpToGrows(t *testing.T) {
	for most := uint64(4); most <= 7; most++ {
		largest := uint64(0)
		for i, v := range valuesUpTo(t, most, 20) {
			n := uint64(i) + 1
			if largest = max(largest, v); 4*largest <= n*(n-1) {
				t.Errorf("up to %d coins: the largest of the first %d values is %d", most, n, largest)
			}
		}
	}
}

func TestSequenceRefusals(t *testing.T) {
	none := func([]uint64) error { return nil }
	ruler := coin.Row{Line: coin.Ruler}
	var passed []uint64
	err := heap.MisereSequence(t.Context(), ruler, 1, 30, 1<<8, nil, func(values []uint64) error {
		passed = append(passed, values...)
		return nil
	})
	if !errors.Is(err, grundy.ErrBudget) || len(passed) != 7 {
		t.Errorf("%v after %v", err, passed)
	}
	wantError(t, heap.GenusSequence(t.Context(), ruler, 0, 5, 100, nil, func(uint64, misere.Stated) error { return nil }),
		"ruler: its genera are not known to this version")
	wantError(t, heap.GenusSequence(t.Context(), coin.Moebius, 0, 5, 100, nil, func(uint64, misere.Stated) error { return nil }),
		"moebius: its genera are not known to this version")
	if err := coin.Moidores.Values(t.Context(), 0, 5, nil, none); err != nil {
		t.Error(err)
	}
	var genera []string
	for _, g := range []heap.Sequence{coin.Row{Line: coin.Twins}, mustDistances(t)} {
		err := heap.GenusSequence(t.Context(), g, 0, 4, 100, nil, func(_ uint64, genus misere.Stated) error {
			genera = append(genera, genus.String())
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if want := []string{"0", "1", "2", "3", "0", "1", "0", "1"}; !slices.Equal(genera, want) {
		t.Errorf("genera %v, want %v", genera, want)
	}
}

func mustDistances(t *testing.T) heap.Sequence {
	c, err := coin.PlaceDistances(oracle.Args(1), oracle.Args(1))
	if err != nil {
		t.Fatal(err)
	}
	return c.Game().(heap.Sequence)
}
