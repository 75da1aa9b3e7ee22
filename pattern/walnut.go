package pattern

// This file writes machines for Walnut, a prover of H. Mousavi, J. Shallit and others for what
// automata say of numbers ("Automatic Theorem Proving in Walnut", 2016, whose section 3.1
// describes the files), so that others can check them with a tool that is not this one.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/theory/automata"
)

// Automaton returns the pattern as a machine: its own, or one made of the formula that says it.
func (p *Pattern) Automaton(ctx context.Context) (*Machine, error) {
	if m, err := p.Machine(ctx); m != nil || err != nil {
		return m, err
	}
	value := fresh("v", p.Coordinates)
	said, in, isWeight, err := formulaOf(ctx, p.Rule, p.Coordinates, value)
	if err != nil {
		return nil, err
	}
	if in == nil { // any system can say it
		in = automata.Base(2)
	}
	a, _, err := (&automata.Theory{System: in, Budget: automata.Budget{States: states}}).Automaton(ctx, said)
	if err != nil {
		return nil, err
	}
	if p.Of.IsSet() {
		return newMachine(in, p.Of, p.Coordinates, false, a)
	}
	m, err := newMachine(in, p.Of, append(slices.Clip(p.Coordinates), value), true, a)
	if err == nil {
		m.Weighed = isWeight
	}
	return m, err
}

// Walnut returns the machine as a file of Walnut. A machine of a set, or of a relation, belongs into its
// folder "Automata Library"; any other is a word automaton, whose states say values, and belongs into "Word Automata
// Library". The numbers come in the order of [Machine.Reads]; where an arrow is missing there is no value. It
// fails where Walnut has no such numeration system.
func (m *Machine) Walnut() (string, error) {
	base, err := walnutBase(m.System.Name())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(strings.Repeat(base+" ", len(m.Reads)), " ") + "\n")
	digits := make([]int, len(m.Reads))
	for s, row := range m.Next {
		says := m.Says[s]
		if m.Relation || m.Of.IsSet() {
			if says == 0 {
				says = 1 // accepted
			} else {
				says = 0
			}
		}
		fmt.Fprintf(&b, "\n%d %d\n", s, says)
		for l, to := range row {
			if to < 0 {
				continue
			}
			m.split(l, digits)
			for _, d := range digits {
				fmt.Fprintf(&b, "%d ", d)
			}
			fmt.Fprintf(&b, "-> %d\n", to)
		}
	}
	return b.String(), nil
}

// walnutBase returns what Walnut calls a numeration system. It makes one of Ostrowski by a command:
// "ost ost_1_p_2 [1] [2];" for [0; 1, (2)].
func walnutBase(system string) (string, error) {
	switch kind, of, _ := strings.Cut(system, " "); kind {
	case "binary":
		return "msd_2", nil
	case "base":
		return "msd_" + of, nil
	case "zeckendorf":
		return "msd_fib", nil
	case "tribonacci":
		return "msd_trib", nil
	case "ostrowski":
		_, quotients, _ := strings.Cut(of, ";") // weights do not depend on the first
		return "msd_ost_" + strings.Trim(strings.NewReplacer(", ", "_", "(", "p_", ")]", "").Replace(strings.TrimSpace(quotients)), "_"), nil
	}
	return "", fmt.Errorf("Walnut has no numeration system for %s: it has bases, those of Fibonacci and Tribonacci numbers, and Ostrowski's", system)
}
