package contest_test

// This file compares problems of HackerRank whose answer rests on an argument in their file
// with the play of their statements.

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"grundy/internal/chance"
	"grundy/internal/oracle"
	"grundy/position"
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
