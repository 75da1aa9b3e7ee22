package contest

// Each usual wrong idea about a problem is the semantics under which its answer becomes the wrong
// program.

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An Idea is a wrong idea about a problem.
type Idea struct {
	Name string // short, such as "xor-as-sum"
	Says string // what the wrong program does, in a line
	Semantics
}

// Ideas returns the wrong ideas that the answer of this problem could rest on: those about
// what it asks, and about the sizes that its input has.
func (p *Problem) Ideas() (ideas []Idea) {
	add := func(fits bool, name, says string, s Semantics) {
		if fits {
			ideas = append(ideas, Idea{name, says, s})
		}
	}
	_, greatest := p.Shape.Reach()
	add(greatest >= 1<<31, "32-bits", "reads 32 bits of each number", Semantics{Bits: 32})
	add(greatest >= 1<<31, "31-bits", "reads 31 bits of each number", Semantics{Bits: 31})
	add(greatest > 1<<53, "doubles", "reads numbers as doubles, which have gaps from 2^53 on", Semantics{Doubles: true})
	asks := p.asks()
	if len(asks) == 0 {
		return ideas
	}
	any := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(asks, name) })
	}
	ranges := any("p_count", "values", "outcomes")
	isMisere, hasPeriod := p.code.HasKeyword("misere"), p.hasPeriod()
	sums, zeros := any("wins", "outcome", "nim_value", "winning_moves", "winning", "lists_lost"), false
	if len(asks) == 1 && any("wins") && !slices.ContainsFunc(p.code.Given("wins", "compound"), func(kind string) bool { return kind != "selective" }) {
		zeros = true // a value counts only as 0 or not, in whatever way values are put together
	}
	add(sums && !zeros || any("values", "compositions_won", "graph_values"), "value-as-outcome",
		"takes 1 for the nim-value of every component that is won", Semantics{Value: ValueOutcome})
	add(sums || ranges || any("graph_values"), "value-as-size",
		"takes the size of a component for its nim-value", Semantics{Value: ValueSize})
	for _, m := range []uint64{2, 3, 4, 5} {
		add(sums || ranges || any("graph_values"), fmt.Sprintf("value-as-size-mod-%d", m),
			fmt.Sprintf("takes the size modulo %d for the nim-value", m), Semantics{Value: ValueSizeMod, Modulus: m})
	}
	add(sums && !zeros, "xor-as-sum", "adds nim-values instead of taking their nim-sum", Semantics{Combine: CombineSum})
	add(sums && !zeros, "xor-as-parity",
		"looks at the parity of the sum of the nim-values", Semantics{Combine: CombineParity})
	add(sums && !zeros, "xor-as-most", "looks at the greatest nim-value alone", Semantics{Combine: CombineMost})
	add(sums && !zeros, "equal-merged", "counts equal components once", Semantics{MergeEqual: true})
	add(sums, "first-only", "looks at the first component alone", Semantics{FirstOnly: true})
	add(any("wins"), "greedy", "takes a position to be won only if the first move wins", Semantics{Greedy: true})
	add(any("winning"), "first-move",
		"makes the first move there is in a position that is won", Semantics{Pick: PickFirstMove})
	add(any("winning"), "largest-moved",
		"moves in the component of the greatest nim-value, whether it has such a move or not",
		Semantics{Pick: PickLargest})
	add(any("winning"), "sum-taken", "takes as many as the nim-sum from a heap", Semantics{Pick: PickTakes})
	add(any("winning", "winning_moves"), "others-forgotten",
		"takes a move to win where the component that it leaves is lost alone", Semantics{Pick: PickAlone})
	add(any("winning", "winning_moves"), "first-won",
		"looks for winning moves in the first component alone that has any", Semantics{Pick: PickFirstWon})
	add(any("outcome"), "draws-lost",
		"takes a position from which nobody can force a win to be lost", Semantics{DrawsLost: true})
	add(any("outcome"), "draws-won",
		"takes a position from which nobody can force a win to be won", Semantics{DrawsWon: true})
	add(isMisere, "misere-forgotten", "forgets that the last move loses", Semantics{NormalPlay: true})
	add(isMisere, "misere-inverted",
		"takes a position to be won where the last move loses if it is lost where the last move wins",
		Semantics{Inverted: true})
	add(p.code.HasKeyword("compound"), "one-at-a-time",
		"lets players move in one component at a time", Semantics{Disjunctive: true})
	add(any("winning_moves"), "moves-once", "counts equal moves in equal components once", Semantics{MovesOnce: true})
	add(any("remoteness"), "winner-waits", "takes the play to last as long as the winner likes", Semantics{Slow: true})
	add(any("lists_lost"), "won-for-lost", "counts the lists that are won", Semantics{Complement: true})
	add(any("nim_product"), "integers-multiplied", "multiplies nimbers as integers", Semantics{Ordinary: true})
	add(ranges, "one-before", "counts the position before the range too", Semantics{Before: true})
	add(ranges, "without-last", "leaves out the last position of the range", Semantics{NotLast: true})
	add(hasPeriod, "period-one-more",
		"takes the period of the nim-sequence to be longer by 1", Semantics{PeriodMore: 1})
	add(hasPeriod, "preperiod-forgotten",
		"takes the nim-sequence to be periodic from the start", Semantics{NoPreperiod: true})
	for _, n := range []uint64{20, 60, 200} {
		add(hasPeriod, fmt.Sprintf("period-of-%d", n),
			fmt.Sprintf("guesses the period of the nim-sequence from %d values", n), Semantics{Short: n})
	}
	add(p.mentionsFamily(), "period-of-ends",
		"takes the least and the greatest number of a set together for the period of the nim-sequence",
		Semantics{Ends: true})
	add(true, "zero-forgotten", "takes the nim-value of a component of size 0 for 0", Semantics{Forgotten: 1 << 0})
	add(true, "one-forgotten", "takes the nim-value of a component of size 1 for 0", Semantics{Forgotten: 1 << 1})
	return ideas
}

// Slips returns the problem with one small mistake in a function of its file, for each
// mistake that there is a place for, in the order of the file.
func (p *Problem) Slips(ctx context.Context) (slips []Slip, err error) {
	for _, slip := range p.code.Slips(p.File, "valid", "right", optionsName, afterName, illegalName) {
		wrong, err := Load(ctx, p.Name+Extension, strings.NewReader(slip.Text))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil { // else it is none that a program could have
			slips = append(slips, Slip{slip.Line, slip.Says, wrong})
		}
	}
	return slips, nil
}

// A Slip is a problem whose answer has a mistake.
type Slip struct {
	Line    int    // of the file
	Says    string // the mistake, in a few words
	Problem *Problem
}

// askingWords are the functions whose answers are about positions.
var askingWords = []string{
	"wins", "outcome", "nim_value", "remoteness", "winning_moves", "winning", "p_count", "values", "outcomes", "lists_lost", "compositions_won", "graph_values", "nim_product",
}

// asks returns the questions about positions that the file mentions.
func (p *Problem) asks() (names []string) {
	asking := func(name string) bool {
		fn, _, _ := p.code.Defined(name)
		return fn == nil && slices.Contains(askingWords, name)
	}
	return slices.Sorted(maps.Keys(p.code.Mentions(asking)))
}

// hasPeriod reports whether some game of the file has a nim-sequence with an engine.
func (p *Problem) hasPeriod() bool {
	p.all.mu.Lock()
	defer p.all.mu.Unlock()
	for _, g := range p.all.byKey {
		if g.maker != nil && g.maker.Alone.Sequence != nil && !g.maker.IsNim() {
			return true
		}
	}
	return p.mentionsFamily()
}

// mentionsFamily reports whether a family of games of heaps is mentioned, whose rules the
// input chooses.
func (p *Problem) mentionsFamily() bool {
	return len(p.code.Mentions(func(name string) bool { return name == "subtraction" || name == "allbut" })) > 0
}
