package ask_test

// This file tries the programs that `grundy guess --emit` prints.

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/emit"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// patterns are games with a pattern of each family, in several systems of numeration.
var patterns = []struct {
	ask.Guess
	family pattern.Family
	far    int64 // how far out programs are tried
	quick  bool  // for the short run
}{
	{ask.Guess{Game: "mark"}, pattern.Automaton, farOut, true},                                     // binary, values
	{ask.Guess{Game: "fibonacci-nim"}, pattern.Beatty, farOut, false},                              // one Fibonacci number
	{ask.Guess{Game: "chess-training"}, pattern.Automaton, farOut, false},                          // Zeckendorf, 2 coordinates
	{ask.Guess{Game: "partition-equal[2,3]"}, pattern.Automaton, farOut, false},                    // base 3
	{ask.Guess{Game: "nondecreasing(_,_,_)", Of: "nim-values"}, pattern.Automaton, farOut, false},  // a relation of 3 coordinates and the value
	{ask.Guess{Game: "dynamic-nim(_,_,3)", Of: "p-positions"}, pattern.Automaton, farOut, false},   // a recurrence of Pisot
	{ask.Guess{Game: "short-wythoff(_,_,3)", Of: "p-positions"}, pattern.Automaton, farOut, false}, // Ostrowski
	{ask.Guess{Game: "rugs"}, pattern.Constant, farOut, false},
	{ask.Guess{Game: "euclid", Of: "p-positions"}, pattern.Beatty, farOut, false}, // a floor
	{ask.Guess{Game: "laskers-nim"}, pattern.Arithmetic, farOut, false},
	{ask.Guess{Game: "counter"}, pattern.Bits, farOut, false},
	{ask.Guess{Game: "nim(_,_,_)", Of: "p-positions", Misere: true}, pattern.Bits, farOut, false}, // with a corner
	{ask.Guess{Game: "queen", Of: "p-positions"}, pattern.Beatty, farOut, false},                  // pairs
	{ask.Guess{Game: "subtract-a-divisor"}, pattern.Valuation, farOut, false},
	{ask.Guess{Game: "proper-divisors"}, pattern.Valuation, 1 << 24, false}, // which factors numbers
	{ask.Guess{Game: "cutcake"}, pattern.Residues, farOut, false},
	{ask.Guess{Game: "wythoff[3]", Of: "p-positions"}, pattern.Beatty, farOut, false}, // pairs of another slope
	{ask.Guess{Game: "kayles"}, pattern.Periodic, farOut, false},
	{ask.Guess{Game: "wythoff[3]", Of: "p-positions", Misere: true}, pattern.Beatty, farOut, false}, // pairs with a shift
	{ask.Guess{Game: "king"}, pattern.Coordinates, farOut, true},
	{ask.Guess{Game: "knight"}, pattern.Coordinates, farOut, false},
}

const farOut = 1_000_000_000_000_000

// patternTrials returns patterns with near and far positions, and what the engine says of
// these: near ones are solved, far ones too where that is cheap.
func patternTrials(t *testing.T) (trials []trial) {
	for i, c := range patterns {
		if !c.quick && (!long.Asked || i%2 == 0 && !long.Whole) {
			// those at odd places have all families
			continue
		}
		a, err := c.Ask(t.Context(), ask.Means{Steps: 1 << 26})
		if err != nil {
			t.Errorf("%s: %v", c.Game, err)
			continue
		}
		if a.Pattern.Family != c.family {
			t.Errorf("%s: family %s, want %s", c.Game, a.Family, c.family)
		}
		game, err := position.ParseGame(c.Game)
		if err != nil {
			t.Fatal(err)
		}
		place := game.Template.Placer(t.Context())
		var in, want bytes.Buffer
		lines, solved := 0, [2]int{}
		for i, at := range points(chance.New(t, 27), a, c.far) {
			isNear := 0
			if i < near {
				isNear = 1
			}
			numbers := make([]*big.Int, len(at))
			for c, n := range at {
				numbers[c] = new(big.Int).SetUint64(n)
			}
			said, err := a.Pattern.Value(numbers)
			if err != nil {
				continue // the pattern says nothing of it
			}
			if sum, err := place(at); err == nil {
				if v, ok := solution(t, sum, a, isNear == 1); ok {
					if solved[isNear]++; said.Cmp(new(big.Int).SetUint64(v)) != 0 {
						t.Errorf("%s: the pattern foretells %v at %v, which is %d", c.Game, said, at, v)
					}
				}
			} else if isNear == 1 {
				continue // no position
			}
			lines++
			for i, n := range at {
				fmt.Fprintf(&in, "%d%s", n, map[bool]string{true: "\n", false: " "}[i == len(at)-1])
			}
			if a.Pattern.Of == pattern.Outcomes {
				fmt.Fprintln(&want, grundy.Outcome(said.Int64()))
			} else {
				fmt.Fprintln(&want, said)
			}
		}
		t.Logf("%s: %d positions; %d near and %d far ones are solved too", c.Game, lines, solved[1], solved[0])
		if solved[1] < near/4 {
			t.Errorf("%s: only %d near positions are solved", c.Game, solved[1])
		}
		trials = append(trials, trial{name: "the pattern of " + c.Game, compare: sameWords, inputs: []string{in.String()}, want: []string{want.String()},
			emit: func(l emit.Language) (string, error) { return a.Emit(t.Context(), l) }})
	}
	return trials
}

// solution returns what the engine says of a position: of far ones where a closed form is known.
func solution(t *testing.T, sum grundy.Sum, a *ask.Guessed, isNear bool) (uint64, bool) {
	by := grundy.ByNimValue
	if a.Pattern.Of == pattern.Outcomes {
		by = grundy.ByOutcome
	}
	for _, term := range sum {
		if _, _, known := term.Component.Measure(by); !known && !isNear {
			return 0, false
		}
	}
	convention := grundy.Normal
	if a.Pattern.Misere {
		convention = grundy.Misere
	}
	answer, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Convention: convention, Budget: solve.Budget{Steps: 1 << 20, Memory: 1 << 26}})
	switch {
	case err != nil:
		return 0, false
	case a.Pattern.Of == pattern.Outcomes:
		return uint64(answer.Outcome), true
	case a.Pattern.Of == pattern.NimValues && answer.NimValue != nil:
		return *answer.NimValue, true
	}
	return 0, false
}

// points returns positions: first near ones, then far ones, half of them with few digits in
// the system of the pattern, among which P-positions are less rare.
func points(r *rand.Rand, a *ask.Guessed, far int64) (all [][]uint64) {
	var weights []int64
	if m := a.Machine; m != nil {
		for i := 0; m.System.Weight(i).IsInt64() && m.System.Weight(i).Int64() < far/4; i++ {
			weights = append(weights, m.System.Weight(i).Int64())
		}
	} else {
		for x, y := int64(1), int64(2); x < far/4; x, y = y, x+y {
			weights = append(weights, x)
		}
	}
	for range near {
		at := make([]uint64, len(a.Coordinates))
		for c := range at {
			at[c] = r.Uint64N(uint64(min(a.Checked.To[c], 40) + 1))
		}
		all = append(all, at)
	}
	for i := range long.Of(20, 40, 100) {
		at := make([]uint64, len(a.Coordinates))
		for c := range at {
			at[c] = r.Uint64N(uint64(far))
		}
		if i%2 == 0 {
			clear(at)
			for range 1 + r.IntN(3) {
				place := r.IntN(len(weights) - len(at))
				for c := range at {
					at[c] += uint64(weights[place+c])
				}
			}
		}
		all = append(all, at)
	}
	return all
}

const near = 40

// sameWords compares words.
func sameWords(want, got []byte) error {
	w, g := bytes.Fields(want), bytes.Fields(got)
	for i := range max(len(w), len(g)) {
		if i >= len(w) || i >= len(g) || !bytes.Equal(w[i], g[i]) {
			return fmt.Errorf("position %d: want %s of %d, got %s of %d", i+1, word(w, i), len(w), word(g, i), len(g))
		}
	}
	return nil
}

func word(all [][]byte, i int) string {
	if i < len(all) {
		return string(all[i])
	}
	return "nothing"
}
