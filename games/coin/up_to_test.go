package coin_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/coin"
	"github.com/grundy-games/grundy/internal/oracle"
)

func upTo(t oracle.TB, most uint64, heads ...uint64) grundy.Component {
	t.Helper()
	c, err := coin.PlaceUpTo(oracle.Args(most), oracle.Args(heads...))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return c
}

// valuesUpTo returns the nim-values of heads below n from the table.
func valuesUpTo(t *testing.T, most, n uint64) []uint64 {
	plan, ok := upTo(t, most, n-1).PlanTable(grundy.ByNimValue)
	if !ok {
		t.Fatal("no table")
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var values []uint64
	for c := range n {
		values = append(values, table(upTo(t, most, c)))
	}
	return values
}

// Every position of six coins: options, values and outcomes by the definition.
func TestUpToAgainstOracle(t *testing.T) {
	for most := uint64(1); most <= 7; most++ {
		o := &oracle.Oracle{}
		for set := range uint64(64) {
			var heads []uint64
			for n := range uint64(6) {
				if set>>n&1 == 1 {
					heads = append(heads, n)
				}
			}
			c := upTo(t, most, heads...)
			oracle.CheckBound(t, c)
			var got, want []string
			for _, q := range c.AppendOptions(nil) {
				got = append(got, q.String())
			}
			for move := uint64(1); move < 64; move++ { // sets of coins
				last := uint64(1) << (bits.Len64(move) - 1)
				if uint64(bits.OnesCount64(move)) > most || set&last == 0 {
					continue
				}
				var left []uint64
				for n := range uint64(6) {
					if (set^move)>>n&1 == 1 {
						left = append(left, n)
					}
				}
				want = append(want, upTo(t, most, left...).String())
			}
			slices.Sort(got)
			slices.Sort(want)
			if count, _ := c.CountOptions(); !slices.Equal(got, want) || count != uint64(len(want)) {
				t.Fatalf("%v: options %v, want %v", c, got, want)
			}
			for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
				plan, _ := c.PlanTable(m)
				table, err := plan.Build(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				value := o.Value(c)
				if m == grundy.ByOutcome {
					value = min(value, 1)
				}
				if got := table(c); got != value {
					t.Errorf("%v: %v %d, by definition %d", c, m, got, value)
				}
			}
		}
	}
}

// The values of single heads, by the mex over all sets of fewer coins before.
func TestUpToByMex(t *testing.T) {
	for most, n := range map[uint64]uint64{1: 20, 2: 40, 3: 40, 4: 30, 5: 26, 6: 20, 7: 17, 9: 15, 20: 12} {
		values := valuesUpTo(t, most, n)
		for c, value := range values {
			seen := map[uint64]bool{}
			var add func(from int, left, v uint64)
			add = func(from int, left, v uint64) {
				seen[v] = true
				for i := from; i < c && left > 0; i++ {
					add(i+1, left-1, v^values[i])
				}
			}
			add(0, most-1, 0)
			mex := uint64(0)
			for seen[mex] {
				mex++
			}
			if mex != value {
				t.Errorf("up to %d coins: head %d has %d, want %d", most, c, value, mex)
			}
		}
	}
}

// With 2 and 3 coins the games have closed forms; with an odd number of coins all
// values are odious, those with one coin less and a parity bit behind (Winning Ways,
// chapter 14, the Mock Turtle Theorem).
func TestUpToTheorems(t *testing.T) {
	for c, v := range valuesUpTo(t, 2, 200) {
		if v != uint64(c)+1 {
			t.Errorf("up to 2 coins: head %d has %d", c, v)
		}
	}
	for c, v := range valuesUpTo(t, 3, 200) {
		if v != coin.MockTurtles.Value(uint64(c)) {
			t.Errorf("up to 3 coins: head %d has %d", c, v)
		}
	}
	for most, n := range map[uint64]uint64{3: 100, 5: 40, 7: 26, 9: 20} {
		even := valuesUpTo(t, most-1, n)
		for c, v := range valuesUpTo(t, most, n) {
			if bits.OnesCount64(v)%2 != 1 {
				t.Errorf("up to %d coins: head %d has %d, which is evil", most, c, v)
			}
			if c > 0 && v/2 != even[c-1] {
				t.Errorf("up to %d coins: head %d has %d, but with one coin less head %d has %d", most, c, v, c-1, even[c-1])
			}
		}
	}
}

// The row of Moebius in Winning Ways, chapter 14.
func TestMoebius(t *testing.T) {
	want := []uint64{1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494}
	if got := valuesUpTo(t, 5, 18); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The words of the extended codes: their weights are published.
func TestUpToCodes(t *testing.T) {
	for _, c := range []struct {
		most    uint64
		coins   int
		weights map[int]int
	}{
		{3, 8, map[int]int{0: 1, 4: 14, 8: 1}},                              // Hamming
		{5, 18, map[int]int{0: 1, 6: 102, 8: 153, 10: 153, 12: 102, 18: 1}}, // quadratic residues
		{7, 24, map[int]int{0: 1, 8: 759, 12: 2576, 16: 759, 24: 1}},        // Golay
	} {
		values := valuesUpTo(t, c.most, uint64(c.coins))
		weights := map[int]int{}
		v := uint64(0)
		for i := range 1 << c.coins {
			if i > 0 {
				v ^= values[bits.TrailingZeros(uint(i))] // the Gray code of i
			}
			if v == 0 {
				weights[bits.OnesCount(uint(i^i>>1))]++
			}
		}
		if fmt.Sprint(weights) != fmt.Sprint(c.weights) {
			t.Errorf("up to %d of %d coins: %v words of each weight, want %v", c.most, c.coins, weights, c.weights)
		}
	}
}

func TestUpToRefusals(t *testing.T) {
	_, err := coin.PlaceUpTo(nil, oracle.Args(3))
	wantError(t, err, "0 numbers in brackets: want the most coins that a move turns, as in turning-up-to[5](3,9)")
	_, err = coin.PlaceUpTo(oracle.Args(0), oracle.Args(3))
	wantError(t, err, "0 coins: a move turns up to 1 … 64")
	_, err = coin.PlaceUpTo(oracle.Args(65), oracle.Args(3))
	wantError(t, err, "65 coins: a move turns up to 1 … 64")
	_, err = coin.Moebius.Place(oracle.Args(5), oracle.Args(3))
	wantError(t, err, "[5]: moebius takes no bracketed numbers")
	_, err = coin.Moebius.Place(nil, oracle.Args(3, 3))
	wantError(t, err, "coin 3: this one was named before; want each coin that shows heads once")
	_, err = coin.Moebius.Place(nil, oracle.Args(3, 96))
	wantError(t, err, "coin 96: 3469497 moves there turn up to 5 coins each; want a head where the product of the two is at most 16777216")
	for _, n := range []uint64{300, 1 << 40, 1<<63 - 1} {
		for _, most := range []uint64{5, 64} {
			if _, err := coin.PlaceUpTo(oracle.Args(most), oracle.Args(n)); err == nil {
				t.Errorf("coin %d with up to %d coins is taken", n, most)
			}
		}
	}
}
