package contest_test

// This file compares problems of HackerRank whose answer rests on an argument in their file
// with the play of their statements.

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
)

// TestShashankPlayed plays 2, 6 and 10 moves in place of 50, with buckets of at most 3 balls,
// and the Nim after them.
func TestShashankPlayed(t *testing.T) {
	for _, moves := range []int{2, 6, 10} {
		known := map[string]bool{}
		// wins says whether the player to move wins; Shashank makes the even moves.
		var wins func(buckets []int, move int) bool
		wins = func(buckets []int, move int) (won bool) {
			buckets = slices.Clone(buckets)
			slices.Sort(buckets)
			key := fmt.Sprint(buckets, min(move, moves+move%2))
			if won, ok := known[key]; ok {
				return won
			}
			if move < moves && move%4 < 2 {
				for more := 1; more <= 3; more++ {
					won = won || !wins(append(slices.Clone(buckets), more), move+1)
				}
			} else {
				for i, b := range buckets {
					for left := range b {
						after := slices.Clone(buckets)
						if after[i] = left; left == 0 {
							after = slices.Delete(after, i, i+1)
						}
						won = won || !wins(after, move+1)
					}
				}
			}
			known[key] = won
			return won
		}
		for _, buckets := range [][]int{{1}, {2}, {3}, {1, 1}, {1, 2}, {2, 3}, {3, 3}, {1, 2, 3}, {2, 2, 1}} {
			if moves == 10 && len(buckets) > 2 {
				continue
			}
			want := -1
			for first := 3; first > 0; first-- {
				if !wins(append(slices.Clone(buckets), first), 1) {
					want = first
				}
			}
			in := "1\n" + strconv.Itoa(len(buckets)) + "\n" + line(buckets)
			if got := ask(t, "hackerrank/shashank-and-nim", in); got != strconv.Itoa(want) {
				t.Errorf("%v, %d moves: got %s, want %d", buckets, moves, got, want)
			}
		}
	}
}

// TestStoneDivision compares with the game that leaves all of the equal piles.
func TestStoneDivision(t *testing.T) {
	random := chance.New(t, 141)
	var o oracle.Oracle
	for range 60 {
		n, set := 1+random.IntN(90), random.Perm(8)[:1+random.IntN(4)]
		text := ""
		for i := range set {
			set[i] += 2
			text += "," + strconv.Itoa(set[i])
		}
		sum, err := position.Parse(fmt.Sprintf("equal-division(%d,[%s])", n, text[1:]))
		if err != nil {
			t.Fatal(err)
		}
		want := "Second"
		if o.Value(sum.Components()[0]) != 0 {
			want = "First"
		}
		if got := ask(t, "hackerrank/stone-division", fmt.Sprintf("%d %d\n", n, len(set))+line(set)); got != want {
			t.Errorf("%d by %v: got %s, want %s", n, set, got, want)
		}
	}
}

// TestSimpleGame counts the sequences of piles by the nim-values of the rules.
func TestSimpleGame(t *testing.T) {
	var o oracle.Oracle
	for k := 2; k <= 6; k++ {
		brackets := "2"
		for parts := 3; parts <= k; parts++ {
			brackets += "," + strconv.Itoa(parts)
		}
		const most = 9
		values := make([]uint64, most+1)
		for n := range values {
			sum, err := position.Parse(fmt.Sprintf("partition[%s](%d)", brackets, n))
			if err != nil {
				t.Fatal(err)
			}
			values[n] = o.Value(sum.Components()[0])
		}
		for n := 1; n <= most; n++ {
			for m := 1; m <= min(n, 4); m++ {
				var count func(m, left int, value uint64) int
				count = func(m, left int, value uint64) (won int) {
					if m == 0 {
						if left == 0 && value != 0 {
							won = 1
						}
						return won
					}
					for pile := 1; pile <= left; pile++ {
						won += count(m-1, left-pile, value^values[pile])
					}
					return won
				}
				want := count(m, n, 0)
				if got := ask(t, "hackerrank/simple-game", fmt.Sprintln(n, m, k)); got != strconv.Itoa(want) {
					t.Errorf("%d stones, %d piles, up to %d parts: got %s, want %d", n, m, k, got, want)
				}
			}
		}
	}
}

// each visits all lists of n numbers below a limit, the same slice each time.
func each(n, limit int, visit func([]int)) {
	list := make([]int, n)
	for {
		visit(list)
		i := 0
		for ; i < n && list[i] == limit-1; i++ {
			list[i] = 0
		}
		if i == n {
			return
		}
		list[i]++
	}
}

func nimSum(heaps []int) (sum int) {
	for _, h := range heaps {
		sum ^= h
	}
	return sum
}

// TestChocolateGame takes from each run of piles by the rules.
func TestChocolateGame(t *testing.T) {
	random := chance.New(t, 101)
	g := played{options: func(position string) (options []string) {
		piles := numbersIn(position)
		for i := range piles {
			least := 0
			if i > 0 {
				least = piles[i-1]
			}
			for left := least; left < piles[i]; left++ {
				options = append(options, textOf(changed(piles, i, left)))
			}
		}
		return options
	}}
	for range 60 {
		piles := randomList(random, 1+random.IntN(6), 1, 7)
		slices.Sort(piles)
		want := 0
		for i := range piles {
			for j := i + 2; j <= len(piles); j++ {
				if g.wins(textOf(piles[i:j])) {
					want++
				}
			}
		}
		if got := ask(t, "hackerrank/chocolate-game", fmt.Sprintln(len(piles))+line(piles)); got != strconv.Itoa(want) {
			t.Errorf("%v: got %s, want %d", piles, got, want)
		}
	}
}

// TestHalf looks at every move; the nim-value of a heap is its number of binary digits, which the
// tests of the catalogue compare with the rules.
func TestHalf(t *testing.T) {
	const most = 1100
	in, want, sum := fmt.Sprintln(most), "", 0
	for n := 1; n <= most; n++ {
		sum ^= bits.Len(uint(n))
		least := 0
		for heap := 1; heap <= n && (least == 0 || heap < 2*least); heap++ { // larger heaps lose more
			for left := range heap/2 + 1 {
				if bits.Len(uint(left)) == bits.Len(uint(heap))^sum && (least == 0 || heap-left < least) {
					least = heap - left
				}
			}
		}
		in += fmt.Sprintln(n)
		want += fmt.Sprintln(least)
	}
	if got := ask(t, "hackerrank/half", in); got+"\n" != want {
		t.Errorf("got %.100s…", got)
	}
}

func TestStoneGameCounted(t *testing.T) {
	random := chance.New(t, 102)
	for range 60 {
		heaps := randomList(random, 3, 1, 12)
		want := 0
		each(3, 13, func(left []int) {
			kept := false
			for i, l := range left {
				if l > heaps[i] {
					return
				}
				kept = kept || l == heaps[i]
			}
			if kept && nimSum(left) == 0 {
				want++
			}
		})
		if got := ask(t, "hackerrank/stonegame", "3\n"+line(heaps)); got != strconv.Itoa(want) {
			t.Errorf("%v: got %s, want %d", heaps, got, want)
		}
	}
}

// TestUnfairGame compares with a table over all nim-sums.
func TestUnfairGame(t *testing.T) {
	random := chance.New(t, 105)
	for range 6 {
		in, want := "20\n", ""
		for range 20 {
			const limit, none = 256, 1 << 40
			heaps := randomList(random, 2+random.IntN(6), 1, 1<<random.IntN(7))
			cost := slices.Repeat([]int{none}, limit)
			cost[0] = 0
			for _, h := range heaps {
				next := slices.Repeat([]int{none}, limit)
				for sum := range next {
					for now := h; now < limit; now++ {
						next[sum] = min(next[sum], cost[sum^now]+now-h)
					}
				}
				cost = next
			}
			in += fmt.Sprintln(len(heaps)) + line(heaps)
			want += fmt.Sprintln(cost[0])
		}
		if got := ask(t, "hackerrank/unfair-game", in); got+"\n" != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestPermutationGame(t *testing.T) {
	random := chance.New(t, 108)
	g := played{options: func(position string) (options []string) {
		row := numbersIn(position)
		if slices.IsSorted(row) {
			return nil
		}
		for i := range row {
			options = append(options, textOf(slices.Delete(slices.Clone(row), i, i+1)))
		}
		return options
	}}
	for range 80 {
		row := random.Perm(2 + random.IntN(6))
		for i := range row {
			row[i]++
		}
		if got := ask(t, "hackerrank/permutation-game", "1\n"+fmt.Sprintln(len(row))+line(row)); got != name(g.wins(textOf(row)), "Alice", "Bob") {
			t.Errorf("%v: %s", row, got)
		}
	}
}

func TestTasteOfWin(t *testing.T) {
	for m := 1; m <= 4; m++ {
		for n := 1; n <= 4; n++ {
			want := 0
			each(n, 1<<m, func(heaps []int) {
				sorted := slices.Clone(heaps)
				slices.Sort(sorted)
				if sorted[0] > 0 && len(slices.Compact(sorted)) == n && nimSum(heaps) != 0 {
					want++
				}
			})
			if got := ask(t, "hackerrank/taste-of-win", fmt.Sprintln(n, m)); got != strconv.Itoa(want) {
				t.Errorf("%d heaps of %d bits: got %s, want %d", n, m, got, want)
			}
		}
	}
	if got := ask(t, "hackerrank/taste-of-win", "5 5\n"); got != "19764360" { // by Project Euler 409
		t.Errorf("5 heaps of 5 bits: %s", got)
	}
}

// TestSillyGame counts primes.
func TestSillyGame(t *testing.T) {
	in, want, odd := "300\n", "", false
	for n := 1; n <= 300; n++ {
		if big.NewInt(int64(n)).ProbablyPrime(0) {
			odd = !odd
		}
		in += fmt.Sprintln(n)
		want += name(odd, "Alice", "Bob") + "\n"
	}
	if got := ask(t, "hackerrank/alice-and-bobs-silly-game", in); got+"\n" != want {
		t.Errorf("got %.100s…", got)
	}
}
