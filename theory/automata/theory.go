package automata

// This file decides formulas.

import (
	"context"
	"math/big"
	"sync"

	"github.com/grundy-games/grundy/internal/meter"
)

// A Theory decides formulas over the natural numbers in a numeration system. It remembers
// the automata of formulas that it has met, so that a formula which is part of several
// questions is computed once. A Theory may serve several goroutines, one at a time.
type Theory struct {
	System *System
	Budget Budget

	mu   sync.Mutex
	memo map[Key]known
	held uint64 // bytes of what memo has
}

// known is the automaton of a formula. The formula is kept so that the sets in it live as
// long as their names in the memo.
type known struct {
	of Formula
	is *Automaton
}

// Stats say what a decision cost.
type Stats struct {
	Largest  Sizes // of any automaton, before it was minimised
	Total    Sizes // of all automata, before they were minimised
	Automata int   // of formulas that were not known before
}

// A Verdict says whether a formula holds for all values of its free variables.
type Verdict struct {
	Holds bool
	// Counter gives values with which it does not hold: of the free variables, and of those
	// for all of which the formula states something.
	Counter map[string]*big.Int
	Stats   Stats
}

// Automaton returns the automaton over f's free variables that accepts the numbers for
// which f holds. It returns a [*BudgetError] if that needs more states than the budget has,
// and the error of the context's meter if it needs more memory.
//
// The number of states may grow by one exponential with each change between "for some" and
// "for all"; for the formulas of games it stays small.
func (t *Theory) Automaton(ctx context.Context, f Formula) (*Automaton, Stats, error) {
	c, err := t.open(ctx)
	if err != nil {
		return nil, Stats{}, err
	}
	defer c.close()
	a, err := c.compile(f)
	if err == nil {
		a, err = c.work.widen(a, f.Free())
	}
	return a, c.stats(), err
}

// Decide says whether f holds for all values of its free variables. The budget bounds it
// as it bounds [Theory.Automaton].
func (t *Theory) Decide(ctx context.Context, f Formula) (*Verdict, error) {
	c, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	defer c.close()
	v := &Verdict{}
	v.Counter, err = c.example(Not(f))
	if err != nil {
		return nil, err
	}
	v.Holds = v.Counter == nil
	for _, name := range f.Free() {
		if !v.Holds && v.Counter[name] == nil {
			v.Counter[name] = new(big.Int)
		}
	}
	v.Stats = c.stats()
	return v, nil
}

// open locks the theory and charges what it remembers to the meter of ctx.
func (t *Theory) open(ctx context.Context) (*compiler, error) {
	t.mu.Lock()
	if t.memo == nil {
		t.memo = map[Key]known{}
	}
	c := &compiler{theory: t, work: NewWork(ctx, t.Budget), account: meter.Open(ctx)}
	if err := c.account.Take(t.held); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

func (c *compiler) close() {
	c.account.Close()
	c.work.Close()
	c.theory.mu.Unlock()
}

func (c *compiler) stats() Stats {
	return Stats{Largest: c.work.Largest(), Total: c.work.Total(), Automata: c.made}
}

// example returns numbers for which f holds, or nil if there are none.
func (c *compiler) example(f Formula) (map[string]*big.Int, error) {
	if f.op() == opExists {
		return c.example(f.n.sub[0])
	}
	if parts := f.Disjuncts(); len(parts) != 1 {
		for _, g := range parts {
			if found, err := c.example(g); found != nil || err != nil {
				return found, err
			}
		}
		return nil, nil
	}
	a, err := c.compile(f)
	if err != nil {
		return nil, err
	}
	word, ok := a.Shortest()
	if !ok {
		return nil, nil
	}
	found := map[string]*big.Int{}
	for i, n := range c.theory.System.Numbers(word, len(a.tracks)) {
		found[a.tracks[i]] = n
	}
	return found, nil
}
