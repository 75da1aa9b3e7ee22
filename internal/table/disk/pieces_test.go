package disk_test

// Tables in pieces are the same files as those of a fill, however large the pieces are.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/table/disk"
)

// inPieces computes all pieces of a table, each of the results of earlier tiers alone, and
// returns them. Within a tier it begins with the last one.
func inPieces(t *testing.T, p *disk.Pieces, moves func() grundy.RankedMoves, memory uint64) [][]byte {
	t.Helper()
	results := make([][]byte, p.Count())
	for tier, first := range p.Tiers() {
		to := p.Count()
		if tier+1 < len(p.Tiers()) {
			to = p.Tiers()[tier+1]
		}
		for piece := to - 1; piece >= first; piece-- {
			var err error
			results[piece], err = p.Compute(t.Context(), piece, moves(), memory, func(earlier int) ([]byte, error) {
				if earlier >= first {
					return nil, fmt.Errorf("piece %d asks for %d", piece, earlier)
				}
				return results[earlier], nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return results
}

// gather makes a table of results.
func gather(t *testing.T, dir string, h disk.Header, p *disk.Pieces, results [][]byte, o disk.Options) disk.Summary {
	t.Helper()
	file := filepath.Join(t.TempDir(), "results")
	text, at := []byte("x"), make([]int64, len(results))
	for i, r := range results {
		at[i] = int64(len(text))
		text = append(text, r...)
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	sum, err := p.Gather(t.Context(), dir, h, file, func(piece int) (int64, int) { return at[piece], len(results[piece]) }, o)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// lowered are weighted sums that the moves of games also lower whose tables are in the order of
// their ranks.
var lowered = map[string][][]int64{
	"subtraction": {{1}}, "nim": {{1}}, "queen": {{1, 1}}, "heaps": {{1, 1, 1}}, "few heaps": {{2, 1, 3}}, "one position": {{1, 1}},
}

func TestPieces(t *testing.T) {
	for name, g := range games {
		for i, of := range []disk.Measure{disk.NimValues, disk.Outcomes, disk.Remoteness} {
			for _, misere := range []bool{false, true} {
				if !long.Asked && misere != (of == disk.Outcomes) {
					continue
				}
				if !long.Asked && of != disk.NimValues && g.weights == nil && name != "subtraction" {
					continue // there the nim-values are tried
				}
				folder := t.TempDir()
				h := header(&g.vectors, g.weights, of, misere)
				h.Holes = g.out
				filled := filepath.Join(folder, "filled")
				fill(t, filled, h, g.moves, disk.Options{Workers: 1}.Small(16, 48, 0))
				want := contents(t, filled)
				orders := [][][]int64{g.weights}
				if w := lowered[name]; w != nil {
					orders = append(orders, w)
				}
				for j, weights := range orders[:long.Or(1, len(orders))] {
					for k, positions := range []uint64{5, 20, 150, 1 << 20} {
						if (k-i-2*j+8)%long.Of(4, 2, 1) > 0 && (of != disk.NimValues || misere || k%2 > 0 && !long.Asked) {
							continue
						}
						what := fmt.Sprint(name, " ", of, " ", misere, " by ", weights, " in pieces of ", positions)
						of := h
						of.Weights = nil // the pieces need not know it
						p, err := disk.Cut(of, weights, positions)
						if err != nil {
							t.Fatal(err)
						}
						memory := uint64(1 << 20)
						if k%2 == 0 {
							memory = 1 // each result is asked for again
						}
						results := inPieces(t, p, g.moves, memory)
						dir := filepath.Join(folder, fmt.Sprint(j, k))
						sum := gather(t, dir, h, p, results, disk.Options{Workers: 2}.Small(16, 48, 0))
						same(t, what, contents(t, dir), want)
						if sum.Positions != g.count() || sum.Computed != g.count() {
							t.Errorf("%s: %+v", what, sum)
						}
					}
				}
			}
		}
	}
}

// Pieces of a level are a tier; small levels go together.
func TestCut(t *testing.T) {
	h := disk.Header{Sizes: []uint64{4, 4}, Of: disk.NimValues} // levels of 1, 2, 3, 4, 3, 2, 1 positions
	for _, c := range []struct {
		weights   [][]int64
		positions uint64
		tiers     []int
		sizes     []uint64
	}{
		{nil, 5, []int{0, 1, 2, 3}, []uint64{5, 5, 5, 1}},
		{[][]int64{{1, 1}}, 1, []int{0, 1, 3, 6, 10, 13, 15}, []uint64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{[][]int64{{1, 1}}, 2, []int{0, 1, 2, 4, 6, 8, 9}, []uint64{1, 2, 2, 1, 2, 2, 2, 1, 2, 1}},
		{[][]int64{{1, 1}}, 3, []int{0, 1, 2, 4, 5}, []uint64{3, 3, 2, 2, 3, 3}},
		{[][]int64{{1, 1}}, 6, []int{0, 1, 2}, []uint64{6, 4, 6}},
		{[][]int64{{0, -1}}, 2, []int{0, 2, 4, 6}, []uint64{2, 2, 2, 2, 2, 2, 2, 2}},
		{[][]int64{{0, 1}, {1, 0}}, 5, []int{0, 1, 2, 3}, []uint64{5, 5, 5, 1}},
	} {
		p, err := disk.Cut(h, c.weights, c.positions)
		if err != nil {
			t.Fatal(err)
		}
		var sizes []uint64
		for piece := range p.Count() {
			sizes = append(sizes, p.Positions(piece))
		}
		if fmt.Sprint(p.Tiers(), sizes) != fmt.Sprint(c.tiers, c.sizes) {
			t.Errorf("by %d in pieces of %d: tiers %d of sizes %d; want %d of %d", c.weights, c.positions, p.Tiers(), sizes, c.tiers, c.sizes)
		}
	}
	if _, err := disk.Cut(h, nil, 1<<30); err == nil || !strings.Contains(err.Error(), "want 1 … 16777216") {
		t.Errorf("large pieces: %v", err)
	}
	for _, c := range []struct {
		sizes   []uint64
		weights [][]int64
		want    uint64
	}{{h.Sizes, nil, 1 << 12}, {[]uint64{1 << 36}, nil, 1 << 18}, {[]uint64{1 << 41}, nil, 1 << 21}, {[]uint64{1000, 1000, 1000}, [][]int64{{1, 1, 1}}, 46875}} {
		if p, err := disk.Cut(disk.Header{Sizes: c.sizes, Of: disk.NimValues}, c.weights, 0); err != nil || p.Most() != c.want {
			t.Errorf("%d by %d: %v; want pieces of %d", c.sizes, c.weights, err, c.want)
		}
	}
	h.Sizes = []uint64{1 << 30}
	if _, err := disk.Cut(h, nil, 10); err == nil || !strings.Contains(err.Error(), "want at most 2097152 pieces") {
		t.Errorf("many pieces: %v", err)
	}
}

// Wrong results and rules are named, and a damaged table is mended from the results.
func TestPiecesThatFailRace(t *testing.T) {
	g := games["knight"]
	h := header(&g.vectors, g.weights, disk.NimValues, false)
	p, err := disk.Cut(h, g.weights, 50)
	if err != nil {
		t.Fatal(err)
	}
	results := inPieces(t, p, g.moves, 1<<20)
	last := p.Count() - 1
	for _, c := range []struct {
		text []byte
		err  error
		want string
	}{
		{nil, nil, "bytes, which are not the values of"},
		{binary.LittleEndian.AppendUint16(nil, 5), nil, "has 2 bytes, which are not the values of"},
		{nil, errors.New("it is away"), "it is away"},
	} {
		_, err := p.Compute(t.Context(), last, g.moves(), 1<<20, func(int) ([]byte, error) { return c.text, c.err })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	for _, weights := range [][][]int64{{{1, 0}}, {{-1, -1}}, nil} { // no order of a knight
		p, err := disk.Cut(h, weights, 50)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Compute(t.Context(), last/2, g.moves(), 1<<20, func(int) ([]byte, error) {
			return make([]byte, 2), nil
		}); err == nil || !strings.Contains(err.Error(), "is against the order of the table") {
			t.Errorf("by %d: %v", weights, err)
		}
	}
	filled, dir := filepath.Join(t.TempDir(), "filled"), filepath.Join(t.TempDir(), "table")
	o := disk.Options{Workers: 2}.Small(16, 48, 0)
	fill(t, filled, h, g.moves, o)
	gather(t, dir, h, p, results, o)
	values := filepath.Join(dir, "values")
	text, err := os.ReadFile(values)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(values, text[:len(text)-30], 0o666); err != nil {
		t.Fatal(err)
	}
	if sum := gather(t, dir, h, p, results, o); sum.Repaired < 2 || sum.Computed >= g.count()/2 {
		t.Errorf("after damage: %+v", sum)
	}
	same(t, "after damage", contents(t, dir), contents(t, filled))
}

// FuzzResult reads any text as the result of a piece without a panic: it is refused, or has a
// value for each position.
func FuzzResult(t *testing.F) {
	f := fuzz.Seeds(t)
	g := games["knight"]
	h := header(&g.vectors, g.weights, disk.NimValues, false)
	p, err := disk.Cut(h, g.weights, 50)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"", "\x00\x00", "\x01\x00\x55\x55\x55\x55\x55\x55\x55", "\xff\xff"} {
		f.Add([]byte(text), p.Count()-1)
	}
	f.Fuzz(func(_ *testing.T, text []byte, piece int) {
		piece = max(0, min(piece, p.Count()-1))
		_, _ = p.Compute(context.Background(), piece, g.moves(), 1<<10, func(int) ([]byte, error) { return text, nil })
	})
}

// Three heaps, a few from each by a move, in pieces: the time of a position.
func BenchmarkPieces(b *testing.B) {
	g := vectors{sizes: []uint64{200, 200, 200}, steps: [][]int64{{-1, 0, 0}, {-2, 0, 0}, {0, -1, 0}, {0, -2, 0}, {0, 0, -1}, {0, 0, -2}, {-1, -1, -1}}}
	p, err := disk.Cut(header(&g, nil, disk.NimValues, false), [][]int64{{1, 1, 1}}, 0)
	if err != nil {
		b.Fatal(err)
	}
	results := make([][]byte, p.Count())
	positions := uint64(0)
	for piece := 0; b.Loop(); piece = (piece + 1) % p.Count() {
		results[piece], err = p.Compute(b.Context(), piece, g.moves(), 1<<20, func(piece int) ([]byte, error) { return results[piece], nil })
		if err != nil {
			b.Fatal(err)
		}
		positions += p.Positions(piece)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(positions), "ns/position")
}
