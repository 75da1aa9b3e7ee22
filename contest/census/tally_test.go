package census

import (
	"slices"
	"strings"
	"testing"

	"grundy"
	"grundy/games/heap"
	"grundy/internal/chance"
	"grundy/internal/oracle"
)

// vectors calls visit with all vectors of n numbers below the limit, the same slice each time.
func vectors(n int, limit uint64, visit func([]uint64)) {
	v := make([]uint64, n)
	for {
		visit(v)
		i := 0
		for ; i < n && v[i] == limit-1; i++ {
			v[i] = 0
		}
		if i == n {
			return
		}
		v[i]++
	}
}

// component places a position of some game.
func component(t testing.TB, place func(rule, args []grundy.Arg) (grundy.Component, error), numbers []uint64) grundy.Component {
	t.Helper()
	var args []grundy.Arg
	for _, n := range numbers {
		args = append(args, grundy.ArgOf(n))
	}
	c, err := place(nil, args)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// nimLost reports by its play whether the player to move loses at heaps of Nim.
func nimLost(t testing.TB, o *oracle.Oracle, heaps []uint64) bool {
	return o.Value(component(t, heap.PlaceNim, heaps)) == 0
}

// runOf writes piles as a position of the game that keeps them in order.
func runOf(piles []uint64) string {
	return string(grundy.AppendNumbers([]byte("nondecreasing"), '(', piles, ')'))
}

func TestRowsWonOracle(t *testing.T) {
	random := chance.New(t, 101)
	var o oracle.Oracle
	for range 60 {
		piles := make([]uint64, random.IntN(6))
		last := random.Uint64N(3)
		for i := range piles {
			last += random.Uint64N(3)
			piles[i] = last
		}
		want := uint64(0)
		for i := range piles {
			for j := i + 2; j <= len(piles); j++ {
				if valueOf(t, &o, "%s", runOf(piles[i:j])) != 0 {
					want++
				}
			}
		}
		if got, err := RowsWon(t.Context(), piles); err != nil || got != want {
			t.Errorf("%v: got %d, want %d, error %v", piles, got, want, err)
		}
	}
}

// TestRowsWonMany compares long rows with the nim-value of each run.
func TestRowsWonMany(t *testing.T) {
	random := chance.New(t, 102)
	for range 20 {
		piles := make([]uint64, 150)
		for i := range piles {
			piles[i] = random.Uint64N(40)
		}
		slices.Sort(piles)
		want := uint64(0)
		for i := range piles {
			for j := i + 2; j <= len(piles); j++ {
				value := uint64(0) // staircase Nim on the differences
				for k := j - 1; k >= i; k -= 2 {
					if value ^= piles[k]; k > i {
						value ^= piles[k] ^ (piles[k] - piles[k-1])
					}
				}
				if value != 0 {
					want++
				}
			}
		}
		if got, err := RowsWon(t.Context(), piles); err != nil || got != want {
			t.Errorf("%v: got %d, want %d, error %v", piles, got, want, err)
		}
	}
}

func TestCompositionsWonCounted(t *testing.T) {
	random := chance.New(t, 103)
	for range 200 {
		values := make([]uint64, 14)
		limit := 1 + random.Uint64N(9)
		for i := range values {
			values[i] = random.Uint64N(limit)
		}
		heaps, total := random.Uint64N(5), random.Uint64N(14)
		want := uint64(0)
		vectors(int(heaps), total+1, func(v []uint64) {
			sum, value := uint64(0), uint64(0)
			for _, n := range v {
				if n == 0 {
					return
				}
				sum += n
				value ^= values[n]
			}
			if sum == total && value != 0 {
				want++
			}
		})
		if got, err := CompositionsWon(t.Context(), values, heaps, total); err != nil || got != want {
			t.Fatalf("%v, %d heaps of %d in all: got %d, want %d, error %v", values, heaps, total, got, want, err)
		}
	}
	if _, err := CompositionsWon(t.Context(), make([]uint64, 5000), 3, 4999); err == nil {
		t.Error("a total that could exceed 64 bits was taken")
	}
}

// TestCompositionsWonLarge compares with a count of all sums, one heap after the other.
func TestCompositionsWonLarge(t *testing.T) {
	const total = 90
	random := chance.New(t, 104)
	values := make([]uint64, total+1)
	for i := range values {
		values[i] = random.Uint64N(32)
	}
	ways := make([][32]uint64, total+1)
	ways[0][0] = 1
	for heaps := uint64(1); heaps <= 10; heaps++ {
		next := make([][32]uint64, total+1)
		for n := range ways {
			for more := 1; n+more <= total; more++ {
				for v, count := range ways[n] {
					next[n+more][uint64(v)^values[more]] += count
				}
			}
			for v := range next[n] {
				next[n][v] %= prime
			}
		}
		ways = next
		want := uint64(0)
		for _, count := range ways[total][1:] {
			want += count
		}
		if got, err := CompositionsWon(t.Context(), values, heaps, total); err != nil || got != want%prime {
			t.Errorf("%d heaps: got %d, want %d, error %v", heaps, got, want%prime, err)
		}
	}
}

func TestDistinctListsWonCounted(t *testing.T) {
	var o oracle.Oracle
	for bits := uint64(1); bits <= 3; bits++ {
		for heaps := uint64(1); heaps <= 4; heaps++ {
			want := uint64(0)
			vectors(int(heaps), 1<<bits, func(v []uint64) {
				sorted := slices.Clone(v)
				slices.Sort(sorted)
				if sorted[0] > 0 && len(slices.Compact(sorted)) == len(v) && !nimLost(t, &o, v) {
					want++
				}
			})
			if got, err := DistinctListsWon(t.Context(), heaps, bits); err != nil || got != want {
				t.Errorf("%d heaps of %d bits: got %d, want %d, error %v", heaps, bits, got, want, err)
			}
		}
	}
	// The values that Project Euler 409 states.
	for n, want := range map[uint64]uint64{1: 1, 2: 6, 3: 168, 5: 19764360, 100: 384777056} {
		if got, err := DistinctListsWon(t.Context(), n, n); err != nil || got != want {
			t.Errorf("%d: got %d, want %d, error %v", n, got, want, err)
		}
	}
}

func TestWaysToLoseCounted(t *testing.T) {
	var o oracle.Oracle
	for n := 1; n <= 3; n++ {
		vectors(n, 6, func(heaps []uint64) {
			want := uint64(0)
			vectors(n, 6, func(left []uint64) {
				kept := false
				for i, l := range left {
					if l > heaps[i] {
						return
					}
					kept = kept || l == heaps[i]
				}
				if kept && nimLost(t, &o, left) {
					want++
				}
			})
			if got := WaysToLose(heaps); got != want {
				t.Errorf("%v: got %d, want %d", heaps, got, want)
			}
		})
	}
	// A list with nim-sum 0 below large bounds: the last number is determined by the others.
	if got := zerosBelow([]uint64{1<<40 - 1, 1<<40 - 1, 1<<41 - 1}); got != powMod(2, 80, prime) {
		t.Errorf("large bounds: %d", got)
	}
}

func TestLeastAddedSearched(t *testing.T) {
	check := func(heaps []uint64, limit uint64) {
		least, found := uint64(0), false
		vectors(len(heaps)-1, limit, func(more []uint64) {
			sum, added := uint64(0), uint64(0)
			for i, m := range more {
				sum ^= heaps[i] + m
				added += m
			}
			// The last heap must now be the nim-sum of the others.
			if last := heaps[len(heaps)-1]; sum >= last {
				if added += sum - last; !found || added < least {
					least, found = added, true
				}
			}
		})
		if got, ok := LeastAdded(heaps); ok != found || got != least {
			t.Errorf("%v: got %d %v, want %d %v", heaps, got, ok, least, found)
		}
	}
	vectors(2, 18, func(heaps []uint64) { check(heaps, 40) })
	vectors(3, 10, func(heaps []uint64) { check(heaps, 24) })
	random := chance.New(t, 105)
	for range 100 {
		heaps := make([]uint64, 4)
		for i := range heaps {
			heaps[i] = random.Uint64N(1 << random.IntN(5))
		}
		check(heaps, 33)
	}
	for range 60 {
		heaps := make([]uint64, 5)
		for i := range heaps {
			heaps[i] = random.Uint64N(1 << random.IntN(4))
		}
		check(heaps, 17)
	}
	if _, ok := LeastAdded([]uint64{5}); ok {
		t.Error("a single heap lost")
	}
}

// TestLeastAddedExact compares many large heaps with a table over all nim-sums.
func TestLeastAddedExact(t *testing.T) {
	random := chance.New(t, 106)
	const limit = 256
	for range 60 {
		heaps := make([]uint64, 2+random.IntN(9))
		for i := range heaps {
			heaps[i] = random.Uint64N(1 << random.IntN(8))
		}
		const none = 1 << 40
		cost := make([]uint64, limit)
		for sum := range cost {
			cost[sum] = none
		}
		cost[0] = 0
		for _, h := range heaps {
			next := make([]uint64, limit)
			for sum := range next {
				next[sum] = none
				for now := h; now < limit; now++ {
					next[sum] = min(next[sum], cost[uint64(sum)^now]+now-h)
				}
			}
			cost = next
		}
		if got, ok := LeastAdded(heaps); !ok || got != cost[0] {
			t.Errorf("%v: got %d, want %d", heaps, got, cost[0])
		}
	}
}

func TestPairWonListed(t *testing.T) {
	random := chance.New(t, 107)
	word := func() string {
		w := make([]byte, 1+random.IntN(6))
		for i := range w {
			w[i] = "abz"[random.IntN(3)]
		}
		return string(w)
	}
	for range 60 {
		a, b := word(), word()
		known := map[[2]string]bool{}
		var won func(x, y string) bool
		won = func(x, y string) bool {
			key := [2]string{x, y}
			result, ok := known[key]
			if !ok {
				for c := 'a'; c <= 'z'; c++ {
					if more := x + string(c); strings.Contains(a, more) && !won(more, y) {
						result = true
					}
					if more := y + string(c); strings.Contains(b, more) && !won(x, more) {
						result = true
					}
				}
				known[key] = result
			}
			return result
		}
		var pairs [][2]string
		for _, x := range subwordsOf(a) {
			for _, y := range subwordsOf(b) {
				if won(x, y) {
					pairs = append(pairs, [2]string{x, y})
				}
			}
		}
		for i, want := range pairs {
			x, y, found, err := PairWon(t.Context(), a, b, uint64(i+1))
			if err != nil || !found || want != [2]string{x, y} {
				t.Fatalf("%s, %s: pair %d: got %s, %s, %v, want %v, error %v", a, b, i+1, x, y, found, want, err)
			}
		}
		for _, k := range []uint64{0, uint64(len(pairs)) + 1, 1 << 63} {
			if _, _, found, _ := PairWon(t.Context(), a, b, k); found {
				t.Errorf("%s, %s: found pair %d of %d", a, b, k, len(pairs))
			}
		}
	}
}

// subwordsOf lists all subwords of a word, in order.
func subwordsOf(w string) []string {
	list := []string{""}
	for i := range w {
		for j := i + 1; j <= len(w); j++ {
			list = append(list, w[i:j])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
