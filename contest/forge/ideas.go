package forge

// This file holds the wrong solutions that follow from the question: the semantics of
// each, and what it costs to run one that is right but slow.

import (
	"fmt"
	"math"

	"grundy/contest"
)

// A thought is a wrong idea at work.
type thought struct {
	Idea
	means contest.Semantics
	// makesSense says whether the idea is one about this problem, by what was seen.
	makesSense func(*seen) bool
	found      int    // inputs that it fails
	example    string // the shortest of them
	shortest   int    // numbers in it
}

// seen is what questions of the problem look at, on all inputs that were answered.
type seen struct {
	components int    // the most at once
	value      uint64 // the greatest nim-value
	number     uint64 // the greatest number that an input may have
}

// moduli are what sizes are reduced by, in wrong ideas.
var moduli = []uint64{2, 3, 4}

// usual returns the wrong ideas about values and how they are put together.
func usual() []*thought {
	many := func(s *seen) bool { return s.components > 1 }
	ideas := []*thought{
		{Idea: Idea{Name: "outcome-for-value", Says: "takes the outcome (0 or 1) for the nim-value"},
			means: contest.Semantics{Value: contest.ValueOutcome}, makesSense: func(s *seen) bool { return s.components > 1 && s.value > 1 }},
		{Idea: Idea{Name: "size-for-value", Says: "takes the size of a heap or position for its nim-value"},
			means: contest.Semantics{Value: contest.ValueSize}},
	}
	for _, m := range moduli {
		ideas = append(ideas, &thought{
			Idea:  Idea{Name: fmt.Sprintf("size-mod-%d-for-value", m), Says: fmt.Sprintf("takes the size modulo %d for the nim-value", m)},
			means: contest.Semantics{Value: contest.ValueSizeMod, Modulus: m},
		})
	}
	return append(ideas,
		&thought{Idea: Idea{Name: "sum-for-xor", Says: "adds nim-values instead of XORing them"},
			means: contest.Semantics{Combine: contest.CombineSum}, makesSense: many},
		&thought{Idea: Idea{Name: "parity-for-xor", Says: "looks at the parity of the sum of nim-values instead of their XOR"},
			means: contest.Semantics{Combine: contest.CombineParity}, makesSense: many},
		&thought{Idea: Idea{Name: "most-for-xor", Says: "takes the greatest nim-value instead of the XOR"},
			means: contest.Semantics{Combine: contest.CombineMost}, makesSense: many},
		&thought{Idea: Idea{Name: "first-component", Says: "looks at the first component only"},
			means: contest.Semantics{FirstOnly: true}, makesSense: many},
		&thought{Idea: Idea{Name: "equal-merged", Says: "counts equal heaps or positions once"},
			means: contest.Semantics{MergeEqual: true}, makesSense: many},
		&thought{Idea: Idea{Name: "misere-forgotten", Says: "forgets that the last move loses"},
			means: contest.Semantics{NormalPlay: true}},
		&thought{Idea: Idea{Name: "compound-forgotten", Says: "forgets that a player moves in several components at once"},
			means: contest.Semantics{Disjunctive: true}},
		&thought{Idea: Idea{Name: "moves-merged", Says: "counts equal moves in equal components once"},
			means: contest.Semantics{MovesOnce: true}},
		&thought{Idea: Idea{Name: "greedy", Says: "wins only by the first or the greatest move"},
			means: contest.Semantics{Greedy: true}},
		&thought{Idea: Idea{Name: "period-too-long", Says: "takes the period one too long"},
			means: contest.Semantics{PeriodMore: 1}},
		&thought{Idea: Idea{Name: "no-preperiod", Says: "takes the nim-sequence to be periodic from its start"},
			means: contest.Semantics{NoPreperiod: true}},
		&thought{Idea: Idea{Name: "zero-forgotten", Says: "forgets the case n = 0"},
			means: contest.Semantics{Forgotten: 1 << 0}},
		&thought{Idea: Idea{Name: "one-forgotten", Says: "forgets the case n = 1"},
			means: contest.Semantics{Forgotten: 1 << 1}},
		&thought{Idea: Idea{Name: "one-before", Says: "counts the position before the range too"},
			means: contest.Semantics{Before: true}},
		&thought{Idea: Idea{Name: "without-last", Says: "leaves out the last position of the range"},
			means: contest.Semantics{NotLast: true}},
		&thought{Idea: Idea{Name: "32-bits", Says: "keeps numbers in 32 bits"},
			means: contest.Semantics{Bits: 32}, makesSense: func(s *seen) bool { return s.number > math.MaxUint32 }},
		&thought{Idea: Idea{Name: "31-bits", Says: "keeps numbers in signed 32 bits"},
			means: contest.Semantics{Bits: 31}, makesSense: func(s *seen) bool { return s.number > math.MaxInt32 }},
	)
}
