package pattern_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
)

// Piles is a game in Go on two piles: take some stones from one pile, or as many from both.
type Piles struct{}

func (Piles) AppendOptions(dst [][2]uint64, p [2]uint64) [][2]uint64 {
	x, y := p[0], p[1]
	for k := uint64(1); k <= max(x, y); k++ {
		if k <= x {
			dst = append(dst, [2]uint64{x - k, y})
		}
		if k <= y {
			dst = append(dst, [2]uint64{x, y - k})
		}
		if k <= min(x, y) {
			dst = append(dst, [2]uint64{x - k, y - k})
		}
	}
	return dst
}

func (Piles) AppendPosition(dst []byte, p [2]uint64) []byte {
	return fmt.Appendf(dst, "piles(%d,%d)", p[0], p[1])
}

// Which positions are lost, and what is proved of that?
func ExampleGuess() {
	game := position.Numbered[[2]uint64]{
		Name: "piles", Axes: []string{"x", "y"}, Game: Piles{},
		At:      func(n []uint64) ([2]uint64, bool) { return [2]uint64(n), true },
		Numbers: func(p [2]uint64) []uint64 { return p[:] },
	}
	ctx := context.Background()
	found, _, err := pattern.Guess(ctx, pattern.Question{Game: game.Open(), Of: []pattern.Kind{pattern.Outcomes}, Box: 24})
	if err != nil || found == nil {
		fmt.Println(found, err)
		return
	}
	fmt.Println(found.Words)
	proof, err := found.Prove(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(proof.Statement)
	// Output:
	// P exactly when x and y are ⌊kφ⌋ and ⌊kφ²⌋ for some k, in either order (φ = (1+√5)/2, the golden ratio)
	// In normal play, the outcome of a position (x, y) of queen with x, y >= 0: P exactly when x and y are ⌊kφ⌋ and ⌊kφ²⌋ for some k, in either order (φ = (1+√5)/2, the golden ratio). An automaton of 7 states says it, reading digits in the system zeckendorf. Of piles: it was played at 3249 positions, with all numbers to 56, and has the moves of queen there: a comparison, not a proof.
}

// Rows is a game in Go on one row of pins: knock down one pin, or two that stand side by side.
type Rows struct{}

func (Rows) AppendOptions(dst [][]uint64, rows []uint64) [][]uint64 {
	for i, n := range rows {
		for k := uint64(1); k <= min(2, n); k++ {
			for left := uint64(0); 2*left <= n-k; left++ {
				q := append([]uint64{left, n - k - left}, rows[:i]...)
				dst = append(dst, append(q, rows[i+1:]...))
			}
		}
	}
	return dst
}

func (Rows) AppendPosition(dst []byte, rows []uint64) []byte {
	return fmt.Appendf(dst, "rows%v", rows)
}

// The period of a game on one number whose moves may leave several.
func ExamplePeriod() {
	game := position.Numbered[[]uint64]{
		Name: "rows", Axes: []string{"pins"}, Game: Rows{},
		At:      func(n []uint64) ([]uint64, bool) { return n, true },
		Numbers: func(rows []uint64) []uint64 { return rows },
	}
	result, like, err := pattern.Period(context.Background(), game.Open(), 1<<16)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result)
	fmt.Println(like)
	// Output:
	// preperiod 71, period 12
	// it was played at 717 positions, with all numbers to 716, and has the moves of 0.77 there: a comparison, not a proof
}
