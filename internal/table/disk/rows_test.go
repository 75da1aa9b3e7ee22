package disk_test

// Values may come from a source, and moves may leave sums.

import (
	"context"
	"errors"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/table/disk"
)

// pouring returns a source of values in pieces of several lengths.
func pouring(values []uint64) disk.Source {
	return func(_ context.Context, sink func([]uint64) error) error {
		for n := 1; len(values) > 0; n = 3*n + 1 {
			n = min(n, len(values))
			if err := sink(values[:n]); err != nil {
				return err
			}
			values = values[n:]
		}
		return nil
	}
}

// A source makes the files that moves make, also where the table was left or damaged.
func TestSources(t *testing.T) {
	for _, name := range long.Every(2, []string{"subtraction", "queen", "few heaps", "one position"}) {
		g := games[name]
		want := slow(t, g.moves(), g.count(), disk.NimValues, false)
		h := header(&g.vectors, nil, disk.NimValues, false)
		for _, s := range small {
			o := disk.Options{}.Small(s[0], s[1], s[2])
			folder := t.TempDir()
			fill(t, filepath.Join(folder, "moves"), h, g.moves, o)
			files := contents(t, filepath.Join(folder, "moves"))
			dir := filepath.Join(folder, "rows")
			sum, err := disk.FillFrom(t.Context(), dir, h, pouring(want), o)
			if err != nil || sum.Positions != g.count() || sum.Computed != g.count() || sum.Greatest != greatest(want) {
				t.Fatalf("%s: %+v, %v", name, sum, err)
			}
			same(t, name, contents(t, dir), files)
			nothing := func(context.Context, func([]uint64) error) error {
				t.Error("the source is asked, and all is there")
				return nil
			}
			if sum, err := disk.FillFrom(t.Context(), dir, h, nothing, o); err != nil || sum.Computed != 0 {
				t.Errorf("%s, once more: %+v, %v", name, sum, err)
			}
			readsAll(t, dir, want)

			// Files that are cut off or changed become whole again.
			if s[1] != 48 {
				continue
			}
			for cut := range 8 {
				for i, file := range []string{"index", "values"} {
					left := map[string][]byte{}
					for name, text := range files {
						left[name] = slices.Clone(text)
					}
					text := left[file]
					if len(text) == 0 {
						continue
					}
					if at := cut * len(text) / 8; (cut+i)%2 == 0 {
						left[file] = text[:at]
					} else {
						text[at] ^= 4
					}
					dir := filepath.Join(t.TempDir(), "left")
					put(t, dir, left)
					if _, err := disk.FillFrom(t.Context(), dir, h, pouring(want), o); err != nil {
						t.Fatalf("%s, %s cut at %d/8: %v", name, file, cut, err)
					}
					same(t, name, contents(t, dir), files)
				}
			}
		}
	}
}

// readsAll reads all values of a table in order.
func readsAll(t *testing.T, dir string, want []uint64) {
	t.Helper()
	table, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = table.Close() }()
	var got []uint64
	if err := table.Each(t.Context(), func(values []uint64) error {
		got = append(got, values...)
		return nil
	}); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d values, want %d; %v", len(got), len(want), err)
	}
}

// Sources that end early, go on too long or fail are errors, and what is whole stays.
func TestBadSources(t *testing.T) {
	h := disk.Header{Game: "g", Corner: "g(99)", Sizes: []uint64{100}, Of: disk.NimValues}
	o := disk.Options{}.Small(10, 10, 0)
	values := make([]uint64, 101)
	enough := errors.New("enough")
	for want, source := range map[string]disk.Source{
		"the source has 99 values of 100":     pouring(values[:99]),
		"the source has more than 100 values": pouring(values),
		"the value at place 7 is 65535":       pouring(append(make([]uint64, 7), 65535)),
		enough.Error():                        func(context.Context, func([]uint64) error) error { return enough },
	} {
		dir := filepath.Join(t.TempDir(), "table")
		if _, err := disk.FillFrom(t.Context(), dir, h, source, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if _, err := disk.FillFrom(t.Context(), dir, h, pouring(values[:100]), o); err != nil {
			t.Error(err)
		}
		has(t, want, dir, values[:100])
	}
	dir := filepath.Join(t.TempDir(), "table")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if _, err := disk.FillFrom(t.Context(), dir, h, pouring(values[:100]), o); err != nil {
		t.Fatal(err)
	}
	if _, err := disk.FillFrom(ended, dir, h, pouring(values[:100]), o); !errors.Is(err, enough) {
		t.Errorf("stopped: %v", err)
	}
}

// A splits game takes one of some numbers from a heap, and may leave the rest as two heaps.
type splits struct {
	takes []uint64
	out   uint64 // moves from greater heaps lead out; 0 for none
}

func (g splits) AppendOptions([]uint64, uint64) ([]uint64, error) { return nil, grundy.ErrUnranked }

func (g splits) AppendSums(parts []uint64, ends []int, rank uint64) ([]uint64, []int, error) {
	if g.out > 0 && rank > g.out && bits.OnesCount64(rank)%2 == 1 {
		return parts, ends, grundy.ErrUnranked
	}
	for _, k := range g.takes {
		for a := uint64(0); rank >= k && a <= (rank-k)/2; a++ {
			parts = append(parts, a, rank-k-a)
			if a == 0 {
				parts = parts[:len(parts)-2]
				parts = append(parts, rank-k)
			}
			ends = append(ends, len(parts))
		}
	}
	return parts, ends, nil
}

// Sums have the XOR of the values of their parts.
func TestSums(t *testing.T) {
	const n = 700
	for _, g := range []splits{{takes: []uint64{1, 2}}, {takes: []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}}, {takes: []uint64{2, 3}, out: 500}} {
		want := make([]uint64, n)
		for rank := range want {
			parts, ends, err := g.AppendSums(nil, nil, uint64(rank))
			has := map[uint64]bool{}
			from := 0
			isHole := err != nil
			for _, end := range ends {
				total := uint64(0)
				for _, q := range parts[from:end] {
					total ^= want[q]
					isHole = isHole || want[q] == none
				}
				has[total] = true
				from = end
			}
			for has[want[rank]] {
				want[rank]++
			}
			if isHole {
				want[rank] = none
			}
		}
		h := disk.Header{Game: "g", Corner: "g(699)", Sizes: []uint64{n}, Of: disk.NimValues, Holes: g.out > 0}
		for i, s := range small {
			if (i+1)%long.Of(2, 2, 1) > 0 {
				continue
			}
			for _, weights := range [][][]int64{nil, {{1}}} {
				if !long.Asked && (weights == nil) != (g.out > 0) {
					continue
				}
				h.Weights = weights
				dir := filepath.Join(t.TempDir(), "table")
				fill(t, dir, h, func() grundy.RankedMoves { return g }, disk.Options{Workers: 2}.Small(s[0], s[1], s[2]))
				has(t, "sums", dir, want)
				p, err := disk.Cut(h, weights, 50)
				if err != nil {
					t.Fatal(err)
				}
				moves := func() grundy.RankedMoves { return g }
				pieces := filepath.Join(t.TempDir(), "pieces")
				gather(t, pieces, h, p, inPieces(t, p, moves, 1<<20), disk.Options{}.Small(s[0], s[1], s[2]))
				same(t, "sums in pieces", contents(t, pieces), contents(t, dir))
			}
		}
	}
}
