package definable_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// Take one or two from a heap: the multiples of three are lost, all of them.
func ExampleProve() {
	ctx := context.Background()
	n := automata.V("n")
	take := func(k int64) definable.Kind {
		return definable.Kind{
			Where: fmt.Sprintf("take %d", k),
			Guard: automata.LessEqual(automata.C(k), n),
			Parts: [][]automata.Term{{n.Minus(automata.C(k))}},
		}
	}
	moves := definable.Moves{Coordinates: []string{"n"}, Kinds: []definable.Kind{take(1), take(2)}}
	theory := &automata.Theory{System: automata.Base(2), Budget: automata.Budget{States: 10_000}}
	for _, modulus := range []int64{3, 4} {
		lost, _, err := theory.Automaton(ctx, automata.Congruent(n, automata.C(0), modulus))
		if err != nil {
			fmt.Println(err)
			return
		}
		claim := definable.Claim{Game: "one or two", Of: definable.POutcome, Sets: []*automata.Automaton{lost}}
		theorem, err := definable.Prove(ctx, theory, moves, claim)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(theorem.Statement)
	}
	// Output:
	// In normal play, a position n of one or two with n >= 0 is P exactly if an automaton of 3 states accepts it, reading digits in the system binary.
	// outcome N is claimed for 3, but no option is claimed to have outcome P
}
