package row_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/games/row"
	"grundy/internal/oracle"
)

func TestRoxorAgainstOracle(t *testing.T) {
	o := &oracle.Oracle{}
	for _, size := range []struct {
		heaps int
		limit uint64
	}{{1, 3}, {2, 9}, {3, 5}, {4, 3}, {5, 2}} {
		oracle.Vectors(size.heaps, size.limit, func(heaps []uint64) {
			c, err := row.PlaceRoxor(nil, oracle.Args(heaps...))
			if err != nil {
				t.Fatal(err)
			}
			o.CheckClosed(t, c)
			oracle.CheckBound(t, c)
		})
	}
}

// The closed form is the mex of its definition, and of the statement's values.
func TestStoneValue(t *testing.T) {
	published := []grundy.Value{0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26}
	for d := range 300 {
		var values []grundy.Value
		for a := range d {
			for b := range a + 1 {
				values = append(values, row.StoneValue(a)^row.StoneValue(b))
			}
		}
		if got, want := row.StoneValue(d), grundy.Mex(values...); got != want {
			t.Fatalf("distance %d: %d, want %d", d, got, want)
		}
		if d < len(published) && row.StoneValue(d) != published[d] {
			t.Errorf("distance %d: %d, want %d", d, row.StoneValue(d), published[d])
		}
	}
	if got := row.StoneValue(math.MaxInt); got != 1<<64-4 && got != 1<<64-3 {
		t.Errorf("the largest value is %d", got)
	}
}

// Long rows: the options that are found are those that a walk finds.
func TestRoxorRandom(t *testing.T) {
	value := func(q grundy.Component) uint64 {
		p := q.Position().([]uint64)
		var v grundy.Value
		for i, stones := range p {
			if stones%2 == 1 {
				v ^= row.StoneValue(len(p) - 1 - i)
			}
		}
		return uint64(v)
	}
	rapid.Check(t, func(t *rapid.T) {
		heaps := rapid.SliceOfN(rapid.Uint64Max(3), 1, 20).Draw(t, "heaps")
		c, err := row.PlaceRoxor(nil, oracle.Args(heaps...))
		if err != nil {
			t.Fatal(err)
		}
		list := oracle.OptionsOf(t, c, value)
		list.CheckOutcomes(t)
		for v := range list.Most + 2 {
			list.Check(t, grundy.ByNimValue, v, v)
		}
		list.Check(t, grundy.ByNimValue, max64, max64)
	})
}

// A row of a million heaps, each with one stone: the count is the sum over the
// heaps of the pairs counted one by one, here for one heap.
func TestRoxorLong(t *testing.T) {
	const heaps = 1_000_000
	game := row.Roxor{}
	p := make([]uint64, heaps)
	for i := range p {
		p[i] = 2
	}
	own, _, _ := game.Measure(grundy.ByNimValue, p)
	if own != 0 {
		t.Errorf("nim-value %d", own)
	}
	p[0], p[500_000] = 1, 1
	found, ok := game.FindOptions(grundy.ByOutcome, p, 0, 0)
	if !ok {
		t.Fatal("no options found")
	}
	first := 0
	for q := range found.Each {
		if v, _, _ := game.Measure(grundy.ByNimValue, q); v != 0 {
			t.Fatalf("nim-value %d", v)
		}
		i, j, k := game.Move(p, q)
		if i < 0 || j <= i || k < j {
			t.Fatalf("move %d, %d, %d", i, j, k)
		}
		if first++; first == 20 {
			break
		}
	}
	want := game.CountOptions(p) // d(d+1)/2 for each distance d up to 999,999
	if sum := uint64(heaps-1) * heaps * (heaps + 1) / 6; want != sum {
		t.Errorf("%d options, want %d", want, sum)
	}
	others, _ := game.FindOptions(grundy.ByOutcome, p, 1, 1)
	if sum := others.Count.Add(others.Count, found.Count); sum.Uint64() != want {
		t.Errorf("%v options of either outcome, want %d", sum, want)
	}
}

func TestRoxorPublished(t *testing.T) {
	game := row.Roxor{}
	readExamples(t, "roxor.jsonl", func(p []uint64, expect []int) {
		found, _ := game.FindOptions(grundy.ByOutcome, p, 0, 0)
		got := []int{}
		for q := range found.Each {
			i, j, k := game.Move(p, q)
			got = append(got, i, j, k)
			break
		}
		if !slices.Equal(got, expect) {
			t.Errorf("%v: %v, want %v", p, got, expect)
		}
	})
}

func TestRoxorMove(t *testing.T) {
	game := row.Roxor{}
	for _, test := range []struct {
		p, q []uint64
		want string
	}{
		{[]uint64{1, 0, 0}, []uint64{0, 2, 0}, "take 1 from heap 1, add 2 to heap 2"},
		{[]uint64{1, 5, 7}, []uint64{0, 6, 8}, "take 1 from heap 1, add 1 to heap 2 and 1 to heap 3"},
	} {
		if got := string(game.AppendMove(nil, test.p, test.q)); got != test.want {
			t.Errorf("move %q, want %q", got, test.want)
		}
	}
	if i, j, k := game.Move([]uint64{1, 2}, []uint64{1, 2}); i != -1 || j != -1 || k != -1 {
		t.Errorf("move %d, %d, %d", i, j, k)
	}
	if n := game.CountPositions(make([]uint64, 100)); n != 1 {
		t.Errorf("at most %d positions without stones", n)
	}
	if n := game.CountPositions(append([]uint64{1}, make([]uint64, 100)...)); n != math.MaxUint64 {
		t.Errorf("at most %d positions", n)
	}
}
