package disk_test

// Whole tables agree with the definitions and with tables in memory, and the files are the same
// however they were filled.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/theory/search"
)

func header(g *vectors, weights [][]int64, of disk.Measure, misere bool) disk.Header {
	return disk.Header{Game: "game", Corner: "game(1)", Rules: "0123456789abcdef", Sizes: g.sizes, Weights: weights, Of: of, Misere: misere}
}

// fill fills a table and returns its summary.
func fill(t testing.TB, dir string, h disk.Header, moves func() grundy.RankedMoves, o disk.Options) disk.Summary {
	t.Helper()
	sum, err := disk.Fill(t.Context(), dir, h, moves, o)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// contents returns the files of a table.
func contents(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{"table.json", "index", "values"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = text
	}
	return files
}

// same compares the files of two tables.
func same(t testing.TB, what string, got, want map[string][]byte) {
	t.Helper()
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Fatalf("%s: %s differs", what, name)
		}
	}
}

// has checks all values of a table.
func has(t testing.TB, what, dir string, want []uint64) {
	t.Helper()
	table, err := disk.Open(dir)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer func() { _ = table.Close() }()
	if !table.Complete() || table.Len() != uint64(len(want)) || table.Greatest() != greatest(want) {
		t.Fatalf("%s: %d values, greatest %d, complete: %v", what, table.Len(), table.Greatest(), table.Complete())
	}
	for rank, v := range want {
		got, err := table.At(uint64(rank))
		if _, isHole := errors.AsType[*disk.HoleError](err); isHole {
			got, err = none, nil
		}
		if err != nil || got != v {
			t.Fatalf("%s, rank %d: %d, want %d, %v", what, rank, got, v, err)
		}
	}
	if err := table.Verify(); err != nil {
		t.Fatal(err)
	}
}

// greatest returns the greatest value.
func greatest(values []uint64) uint64 {
	most := uint64(0)
	for _, v := range values {
		if v != none {
			most = max(most, v)
		}
	}
	return most
}

// small are plans with many units, blocks and rings.
var small = [][3]uint64{{1, 1, 0}, {7, 7, 0}, {16, 48, 0}, {5, 40, 1 << 9}, {64, 64, 1 << 20}}

func TestTablesRace(t *testing.T) {
	for name, g := range games {
		for _, of := range []disk.Measure{disk.NimValues, disk.Outcomes, disk.Remoteness} {
			for _, misere := range []bool{false, true} {
				if !long.Asked && misere != (of == disk.Outcomes) {
					continue
				}
				if !long.Asked && of != disk.NimValues && g.weights == nil && name != "subtraction" {
					continue // there the nim-values are tried
				}
				what := fmt.Sprint(name, " ", of, " ", misere)
				want := slow(t, g.moves(), g.count(), of, misere)
				h := header(&g.vectors, g.weights, of, misere)
				h.Holes = g.out
				if of == disk.NimValues && !g.out {
					values, err := search.Table(t.Context(), func() search.DenseRules { return g.moves() }, g.count(), search.Options{Sizes: g.sizes, Misere: misere})
					if err != nil {
						t.Fatal(err)
					}
					for rank, v := range want {
						if values.At(uint64(rank)) != v {
							t.Fatalf("%s: the table in memory has %d at %d, want %d", what, values.At(uint64(rank)), rank, v)
						}
					}
				}
				folder := t.TempDir()
				sum := fill(t, filepath.Join(folder, "as it is"), h, g.moves, disk.Options{})
				if sum.Positions != g.count() || sum.Computed < g.count() || sum.Repaired != 0 || sum.Greatest != greatest(want) {
					t.Errorf("%s: %+v", what, sum)
				}
				has(t, what, filepath.Join(folder, "as it is"), want)
				for i, p := range small {
					if (of != disk.NimValues || misere) && (i+1)%long.Of(4, 2, 1) > 0 {
						continue
					}
					first := filepath.Join(folder, fmt.Sprint(i))
					fill(t, first, h, g.moves, disk.Options{Workers: 1}.Small(p[0], p[1], p[2]))
					has(t, fmt.Sprint(what, p), first, want)
					next := first + " by others"
					fill(t, next, h, g.moves, disk.Options{Workers: 2 + i%2}.Small(p[0], p[1], p[2]))
					same(t, next, contents(t, next), contents(t, first))
				}
			}
		}
	}
}

// Moves that reach far back read the file, by pieces of it that come and go.
func TestFarMoves(t *testing.T) {
	n := long.Or[uint64](2500, 5000)
	g := vectors{sizes: []uint64{16, 4, n}, steps: [][]int64{{-1, 0, 0}, {0, -1, 0}}, rides: true} // the last number stays
	dir := filepath.Join(t.TempDir(), "table")
	o := disk.Options{Workers: 2, Memory: 2 << 18} // a piece each
	fill(t, dir, header(&g, nil, disk.NimValues, false), g.moves, o.Small(2000, 2000, 1<<13).SmallPieces())
	table, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for rank := range g.count() {
		want := rank/n/4 ^ rank/n%4 // Bouton's theorem
		if got, err := table.At(rank); err != nil || got != want {
			t.Fatalf("rank %d: %d, want %d, %v", rank, got, want, err)
		}
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
}

// Values take as many bits as the greatest of their block.
func TestWidths(t *testing.T) {
	nim := vectors{sizes: []uint64{1 << 10}, steps: [][]int64{{-1}}, rides: true}
	dir := filepath.Join(t.TempDir(), "nim")
	fill(t, dir, header(&nim, nil, disk.NimValues, false), nim.moves, disk.Options{}.Small(2, 2, 0))
	table, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var counts [17]int
	for _, width := range table.Widths() {
		counts[width]++
	}
	if want := [17]int{1: 1, 2: 1, 4: 6, 8: 120, 16: 384}; counts != want {
		t.Errorf("widths %v, want %v", counts, want)
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	h := disk.Header{Sizes: []uint64{1<<16 + 10}, Of: disk.Remoteness}
	_, err = disk.Fill(t.Context(), filepath.Join(t.TempDir(), "wide"), h, func() grundy.RankedMoves { return wide{} }, disk.Options{})
	if over, ok := errors.AsType[*disk.LimitError](err); !ok || over.Value != 1<<16 {
		t.Errorf("a value beyond 16 bits: %v", err)
	}
}

// wide is a heap from which one is taken.
type wide struct{}

func (wide) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	if rank == 0 {
		return dst, nil
	}
	return append(dst, rank-1), nil
}

// bad are rules that fail at a rank.
type bad struct {
	at  uint64
	to  uint64
	err error
}

func (g bad) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	switch {
	case rank == g.at && g.err != nil:
		return dst, g.err
	case rank == g.at:
		return append(dst, g.to), nil
	case rank == 0:
		return dst, nil
	}
	return append(dst, rank-1, rank/2), nil
}

func TestRulesThatFailRace(t *testing.T) {
	broken := errors.New("broken")
	h := disk.Header{Game: "g", Corner: "g(1)", Sizes: []uint64{500}, Of: disk.NimValues}
	for _, workers := range []int{1, 4} {
		for _, c := range []struct {
			rules bad
			want  string
		}{
			{bad{at: 300, err: broken}, "rank 300: broken"},
			{bad{at: 0, err: broken}, "rank 0: broken"},
			{bad{at: 300, to: 300}, "a move from rank 300 to rank 300 is against the order of the table"},
			{bad{at: 40, to: 41}, "a move from rank 40 to rank 41 is against the order of the table"},
			{bad{at: 40, to: 1 << 60}, fmt.Sprintf("a move from rank 40 to rank %d is against the order of the table", 1<<60)},
		} {
			dir := filepath.Join(t.TempDir(), "table")
			_, err := disk.Fill(t.Context(), dir, h, func() grundy.RankedMoves { return c.rules }, disk.Options{Workers: workers}.Small(16, 16, 0))
			if err == nil || err.Error() != c.want {
				t.Errorf("%d workers: %v, want %s", workers, err, c.want)
			}
			// Once the rules are mended, the table goes on.
			fill(t, dir, h, func() grundy.RankedMoves { return bad{at: 1 << 50} }, disk.Options{}.Small(16, 16, 0))
			has(t, c.want, dir, slow(t, bad{at: 1 << 50}, 500, disk.NimValues, false))
		}
	}
}

func TestBudgets(t *testing.T) {
	g := games["few heaps"]
	h := header(&g.vectors, nil, disk.NimValues, false)
	stopped, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := disk.Fill(stopped, filepath.Join(t.TempDir(), "table"), h, g.moves, disk.Options{}); !errors.Is(err, why) && !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	for _, sizes := range [][]uint64{{}, {0}, {1 << 40, 1 << 7}, {1 << 63, 4}} {
		if _, err := disk.Fill(t.Context(), filepath.Join(t.TempDir(), "table"), disk.Header{Sizes: sizes, Of: disk.NimValues}, g.moves, disk.Options{}); err == nil {
			t.Errorf("sizes %d are taken", sizes)
		}
	}
}
