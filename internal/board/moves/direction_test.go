package moves_test

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/oracle"

	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// For any steps there is a direction or moves that can circle, which can
// be checked at once.
func TestDirections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := boardtest.DrawRules(t)
		number := rapid.Int64Range(-moves.LongestStep, moves.LongestStep)
		for range rapid.IntRange(0, 2).Draw(t, "long steps") {
			rules.Leaps = append(rules.Leaps, rapid.SliceOfN(number, len(rules.Sides), len(rules.Sides)).Draw(t, "step"))
		}
		steps := slices.Concat(rules.Leaps, rules.Rides)
		bounded := make([]bool, len(rules.Sides))
		for i, side := range rules.Sides {
			bounded[i] = side != 0
		}
		checkDirection(t, steps, bounded)
	})
}

func checkDirection(t oracle.TB, steps [][]int64, bounded []bool) {
	t.Helper()
	w, circle := moves.FindDirection(steps, bounded)
	if (w == nil) == (circle == nil) {
		t.Fatalf("%v: direction %v and circle %v", steps, w, circle)
	}
	if w != nil {
		for _, s := range steps {
			sum := new(big.Int)
			for i, d := range s {
				sum.Add(sum, new(big.Int).Mul(w[i], big.NewInt(d)))
			}
			if sum.Sign() >= 0 {
				t.Fatalf("%v: %v does not descend %v", steps, s, w)
			}
		}
		for i := range bounded {
			if !bounded[i] && w[i].Sign() <= 0 {
				t.Fatalf("%v: weights %v on %v", steps, w, bounded)
			}
		}
		return
	}
	all := new(big.Int)
	for i := range bounded {
		sum := new(big.Int)
		for j, s := range steps {
			sum.Add(sum, new(big.Int).Mul(circle[j], big.NewInt(s[i])))
		}
		if sum.Sign() < 0 || bounded[i] && sum.Sign() != 0 {
			t.Fatalf("%v: %v does not circle on %v", steps, circle, bounded)
		}
	}
	for _, times := range circle {
		if times.Sign() < 0 {
			t.Fatalf("%v: circle %v", steps, circle)
		}
		all.Add(all, times)
	}
	if all.Sign() == 0 {
		t.Fatalf("%v: no moves circle", steps)
	}
}
