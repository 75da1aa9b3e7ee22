package catalog_test

// These tests compare games on rows with examples of judges, and with values that others
// published, also where there are too many moves to list.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
)

// placed makes a position of numbers.
func placed(t *testing.T, f *rules.File, numbers ...uint64) grundy.Component {
	t.Helper()
	text := string(grundy.AppendNumbers(nil, '(', numbers, ')'))
	c, _, err := f.Read(t.Context(), text[1:])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// numbersOf returns the numbers of a position.
func numbersOf(t *testing.T, c grundy.Component) []uint64 {
	t.Helper()
	numbers, ok := position.Numbers(nil, []byte(c.String()))
	if !ok {
		t.Fatalf("%v is not a list of numbers", c)
	}
	return numbers
}

// winning returns the winning moves of a position.
func winning(t *testing.T, c grundy.Component) []solve.Move {
	t.Helper()
	a, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(c), MaxMoves: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return a.WinningMoves
}

// eachJudged reads testdata; each line's expect is decoded into a T.
func eachJudged[T any](t *testing.T, name string, check func(heaps []uint64, expect T)) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var example struct {
			Args   [][]uint64
			Expect T
		}
		if err := json.Unmarshal(line, &example); err != nil {
			t.Fatal(err)
		}
		check(example.Args[0], example.Expect)
	}
}

// StoneGameStrategist wants the winning move that takes the fewest stones, and of these the
// one from the leftmost heap.
func TestNondecreasingPublished(t *testing.T) {
	f := load(t, "nondecreasing")
	eachJudged(t, "stonegamestrategist.jsonl", func(p []uint64, expect string) {
		got, fewest := "YOU LOSE", uint64(math.MaxUint64)
		for _, move := range winning(t, placed(t, f, p...)) {
			for i, left := range numbersOf(t, move[0].To) {
				if taken := p[i] - left; taken > 0 && taken < fewest {
					fewest, got = taken, fmt.Sprintf("TAKE %d STONES FROM PILE %d", taken, i)
				}
			}
		}
		if got != expect {
			t.Errorf("%v: %s, want %s", p, got, expect)
		}
	})
}

// Roxor wants the first winning move by i, then j, then k.
func TestRoxorPublished(t *testing.T) {
	f := load(t, "roxor")
	eachJudged(t, "roxor.jsonl", func(p []uint64, expect []int) {
		got := []int{}
		if moves := winning(t, placed(t, f, p...)); len(moves) > 0 {
			for i, n := range numbersOf(t, moves[0][0].To) {
				for k := p[i]; k != n; {
					if got = append(got, i); n > k {
						k++
					} else {
						k--
					}
				}
			}
		}
		if !slices.Equal(got, expect) {
			t.Errorf("%v: %v, want %v", p, got, expect)
		}
	})
}

// A stone of Roxor has the mex of its definition.
func TestStonesOfRoxor(t *testing.T) {
	f := load(t, "roxor")
	published := []grundy.Value{0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26}
	known := []grundy.Value{}
	for d := range long.Or(40, 63) {
		row := make([]uint64, d+1)
		row[0] = 1
		var values []grundy.Value
		for a := range d {
			for b := range a + 1 {
				values = append(values, known[a]^known[b])
			}
		}
		want := grundy.Mex(values...)
		known = append(known, want)
		if a := answer(t, placed(t, f, row...)); a.NimValue == nil || grundy.Value(*a.NimValue) != want || d < len(published) && want != published[d] {
			t.Errorf("distance %d: %v, want %d", d, show(a.NimValue), want)
		}
	}
}

// All small rows, by the definition.
func TestRowsAgainstOracle(t *testing.T) {
	var o oracle.Oracle
	for _, test := range []struct {
		game  string
		heaps int
		limit uint64
	}{{"nondecreasing", 2, 7}, {"nondecreasing", 3, 5}, {"nondecreasing", 4, 3}, {"roxor", 1, 3}, {"roxor", 2, 6}, {"roxor", 3, 4}, {"roxor", 4, 2}} {
		f := load(t, test.game)
		oracle.Vectors(test.heaps, test.limit, func(heaps []uint64) {
			if test.game == "nondecreasing" && !slices.IsSorted(heaps) {
				return
			}
			c := placed(t, f, heaps...)
			want, moves := o.Value(c), 0
			for _, q := range c.AppendOptions(nil) {
				if o.Value(q) == 0 {
					moves++
				}
			}
			if a := answer(t, c); a.NimValue == nil || *a.NimValue != want || a.WinningMoveCount.Int64() != int64(moves) {
				t.Errorf("%v: nim-value %v and %v winning moves, want %d and %d", c, show(a.NimValue), a.WinningMoveCount, want, moves)
			}
		})
	}
}

// Any sizes: a random option of large heaps is found by its value, among options that have it.
func TestNondecreasingLarge(t *testing.T) {
	f, rng := load(t, "nondecreasing"), chance.New(t, 21)
	valueOf := func(p []uint64) (v uint64) {
		for i := len(p) - 1; i >= 0; i -= 2 {
			if v ^= p[i]; i > 0 {
				v ^= p[i] ^ (p[i] - p[i-1])
			}
		}
		return v
	}
	for range 60 {
		p := make([]uint64, 1+rng.IntN(12))
		for i := range p {
			p[i] = rng.Uint64N(1<<63-1-1<<32) + 1<<32
		}
		slices.Sort(p)
		q := slices.Clone(p)
		i := rng.IntN(len(p))
		if i > 0 {
			q[i] = p[i-1] + rng.Uint64N(p[i]-p[i-1]+1)
		} else {
			q[i] = rng.Uint64N(p[i])
		}
		// The value of q is wanted: beside a heap of Nim of it, q wins.
		value := valueOf(q)
		started, failed := grundy.Start(t.Context(), grundy.SumOf(placed(t, f, p...)))
		c := started[0].Component
		learning, ok := c.PlanLearning(grundy.ByNimValue)
		if ok {
			if err := learning.Learn(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		found, ok := c.FindOptions(grundy.ByNimValue, value, value)
		if !ok || failed() != nil {
			t.Fatalf("%v: no options found: %v", c, failed())
		}
		seen, count := slices.Equal(p, q), int64(0)
		for option := range found.Each {
			numbers := numbersOf(t, option)
			if !slices.IsSorted(numbers) || valueOf(numbers) != value {
				t.Fatalf("%v: %v is found for %d", c, option, value)
			}
			seen = seen || slices.Equal(numbers, q)
			count++
		}
		if !seen || found.Count.Int64() != count {
			t.Fatalf("%v: %v is found: %v; %v options counted, %d listed", c, q, seen, found.Count, count)
		}
	}
}
