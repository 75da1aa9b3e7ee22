package contest

// Each usual wrong idea about a problem is the semantics under which its answer becomes the wrong
// program.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
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
	asks := p.asks()
	if len(asks) == 0 {
		return nil
	}
	add := func(name, says string, s Semantics) { ideas = append(ideas, Idea{name, says, s}) }
	values := slices.ContainsFunc(asks, func(name string) bool { return name != "remoteness" && name != "p_count" && name != "values" })
	if values {
		add("value-as-outcome", "takes 1 for the nim-value of every component that is won", Semantics{Value: ValueOutcome})
		add("value-as-size", "takes the size of a component for its nim-value", Semantics{Value: ValueSize})
		for _, m := range []uint64{2, 3, 4, 5} {
			add(fmt.Sprintf("value-as-size-mod-%d", m), fmt.Sprintf("takes the size modulo %d for the nim-value", m), Semantics{Value: ValueSizeMod, Modulus: m})
		}
		add("xor-as-sum", "adds nim-values instead of taking their nim-sum", Semantics{Combine: CombineSum})
		add("xor-as-parity", "looks at the parity of the sum of the nim-values", Semantics{Combine: CombineParity})
		add("xor-as-most", "looks at the greatest nim-value alone", Semantics{Combine: CombineMost})
		add("first-only", "looks at the first component alone", Semantics{FirstOnly: true})
		add("equal-merged", "counts equal components once", Semantics{MergeEqual: true})
		add("greedy", "takes a position to be won only if the first move wins", Semantics{Greedy: true})
	}
	if p.mentions("misere") {
		add("misere-forgotten", "forgets that the last move loses", Semantics{NormalPlay: true})
	}
	if p.mentions("compound") {
		add("one-at-a-time", "lets players move in one component at a time", Semantics{Disjunctive: true})
	}
	if slices.Contains(asks, "winning_moves") {
		add("moves-once", "counts equal moves in equal components once", Semantics{MovesOnce: true})
	}
	if slices.Contains(asks, "p_count") || slices.Contains(asks, "values") {
		add("one-before", "counts the position before the range too", Semantics{Before: true})
		add("without-last", "leaves out the last position of the range", Semantics{NotLast: true})
	}
	if p.hasPeriod() {
		add("period-one-more", "takes the period of the nim-sequence to be longer by 1", Semantics{PeriodMore: 1})
		add("preperiod-forgotten", "takes the nim-sequence to be periodic from the start", Semantics{NoPreperiod: true})
	}
	if p.reaches(1 << 31) {
		add("32-bits", "cuts numbers to 32 bits", Semantics{Bits: 32})
		add("31-bits", "cuts numbers to 31 bits", Semantics{Bits: 31})
	}
	add("zero-forgotten", "takes the nim-value of a component of size 0 for 0", Semantics{Forgotten: 1 << 0})
	add("one-forgotten", "takes the nim-value of a component of size 1 for 0", Semantics{Forgotten: 1 << 1})
	return ideas
}

// Slips returns the problem with one small mistake in a function of its file, for each
// mistake that there is a place for, in the order of the file.
func (p *Problem) Slips(ctx context.Context) (slips []Slip, err error) {
	for _, slip := range p.code.Slips(p.File, "valid", optionsName, afterName, illegalName) {
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

// asks returns the questions about positions that the file mentions.
func (p *Problem) asks() (names []string) {
	about := questions()
	for name := range p.code.Mentions(func(name string) bool { return about[name] != nil }) {
		if name != "parents" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// mentions reports whether a call in the file has a parameter of that name.
func (p *Problem) mentions(parameter string) bool { return p.code.HasKeyword(parameter) }

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

// reaches reports whether some number of the input may be so large.
func (p *Problem) reaches(n uint64) bool {
	for out := range p.Shape.Depth() + 1 {
		for _, f := range p.Shape.Fields(out) {
			for _, of := range append([]input.Field{f}, f.Columns...) {
				if of.Item != nil {
					of = *of.Item
				}
				if of.Kind != input.KindText && of.Most.Field == "" && of.Most.Plus.Size >= n {
					return true
				}
			}
		}
	}
	return false
}
