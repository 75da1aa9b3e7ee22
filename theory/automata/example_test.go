package automata_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/theory/automata"
)

// The Fibonacci word has a 1 at the numbers whose Zeckendorf sum ends in 1. Two of them are
// never side by side, and three zeros neither.
func ExampleTheory_Decide() {
	ctx := context.Background()
	system := automata.Zeckendorf()
	work := automata.NewWork(ctx, automata.Budget{})
	defer work.Close()
	word, err := automata.Build(work, system.Universe(), []string{"n"}, 0,
		func(_ int, letter []int) (int, bool) { return letter[0], true },
		func(last int) bool { return last == 1 })
	if err != nil {
		fmt.Println(err)
		return
	}
	theory := &automata.Theory{System: system, Budget: automata.Budget{States: 100_000}}
	for _, text := range []string{
		"A n: ~(F(n) & F(n + 1))",
		"A n: F(n) | F(n + 1) | F(n + 2)",
		"A n: F(n) | F(n + 1)",
	} {
		f, err := automata.Parse(text, map[string]*automata.Automaton{"F": word})
		if err != nil {
			fmt.Println(err)
			return
		}
		verdict, err := theory.Decide(ctx, f)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(f, verdict.Holds, verdict.Counter)
	}
	// Output:
	// ~(E n: F(n) & F(n + 1)) true map[]
	// A n: F(n) | F(n + 1) | F(n + 2) true map[]
	// A n: F(n) | F(n + 1) false map[n:2]
}
