package pattern

// This file writes proofs down, for whoever checks them with other code.

import (
	"context"
	"errors"
	"fmt"
	"io"

	"grundy"
	heapproofs "grundy/games/heap/certificate"
	"grundy/pattern/certificate"
	"grundy/position"
	"grundy/rules"
	"grundy/theory/automata"
	"grundy/theory/definable"
)

// A Certificate is a proof as a file, which `grundy verify` checks.
type Certificate interface{ Write(w io.Writer) error }

// Machine returns the automata that are proved as one machine.
func (p *Proof) Machine() (*Machine, error) {
	t := p.Theorem
	if p.Safe != nil {
		return newMachine(t.System, Outcomes, p.Pattern.Coordinates, false, p.Safe)
	}
	if last := len(t.Claim.Sets) - 1; t.Claim.Partial { // the pattern is of that value
		return newMachine(t.System, NimValue(uint8(last)), t.Moves.Coordinates, false, t.Claim.Sets[last])
	}
	of := map[definable.Property]Kind{definable.POutcome: Outcomes, definable.NimValue: NimValues, definable.Remoteness: Remoteness}[t.Claim.Of]
	return machineOf(t.System, of, t.Moves.Coordinates, &t.Claim)
}

// Certificate writes the proof down. It costs about as much as to check it, which is done
// on the way.
func (p *Proof) Certificate(ctx context.Context, progress grundy.Progress) (Certificate, error) {
	t := p.Theorem
	switch {
	case t == nil && p.Sequence != nil && p.Period != nil:
		return heapproofs.New(ctx, p.Sequence, *p.Period, progress)
	case t == nil:
		return nil, errors.New("the theorem has no certificate but its proof")
	}
	claim, err := p.claim()
	if err != nil {
		return nil, err
	}
	return certificate.New(ctx, claim, progress)
}

// claim returns what the theorem claims, as certificates hold it.
func (p *Proof) claim() (certificate.Claim, error) {
	t := p.Theorem
	claim := certificate.Claim{
		Game: t.Claim.Game, Rules: p.Definition.File().Text(), Frame: certificate.Frame{Length: int64(p.Definition.Frame().Length), Fixed: p.Definition.Frame().Fixed}, Misere: t.Claim.Misere, System: t.System.Name(),
		Of: map[definable.Property]string{definable.POutcome: certificate.POutcome, definable.NimValue: certificate.NimValue, definable.Remoteness: certificate.Remoteness}[t.Claim.Of],
	}
	reads, sets := t.Moves.Coordinates, t.Claim.Sets
	switch {
	case t.Claim.Relation != nil:
		claim.Form, reads, sets = "relation", append(reads[:len(reads):len(reads)], t.Claim.Value), []*automata.Automaton{t.Claim.Relation}
	case t.Claim.Of == definable.POutcome:
		claim.Form = "set"
		if p.Safe != nil {
			claim.Choices = &certificate.Choices{Of: p.Pattern.Chosen}
		}
	case t.Claim.Partial:
		claim.Form = "partial"
	default:
		claim.Form = "values"
	}
	for _, set := range sets {
		m, err := newMachine(t.System, Outcomes, reads, false, set)
		if err != nil {
			return claim, err
		}
		claim.Automata = append(claim.Automata, m.table())
	}
	return claim, nil
}

// Agrees checks that a certificate has the rules of the game that it names. Where it has
// others, the error is a [*certificate.Refusal]. Names of files, and names that this program
// does not know, are not checked.
func Agrees(ctx context.Context, c *certificate.Certificate) error {
	g, err := position.ParseGameWith(ctx, c.Game, len(c.Coordinates)+len(c.Frame.Fixed), position.Files{})
	if err != nil || g.Template == nil {
		return ctx.Err()
	}
	at := make([]uint64, len(g.Template.Axes))
	for i := range at {
		at[i] = 1
	}
	sum, err := g.Template.Placer(ctx)(at)
	if err != nil || len(sum) == 0 {
		return ctx.Err()
	}
	text := ""
	if f, ok := rules.FileOf(sum[0].Component); ok {
		text = f.Text()
	} else if f, err := rules.StatedBy(ctx, sum[0].Component); err == nil {
		text = f.Text()
	}
	if text == c.Rules {
		return nil
	}
	return &certificate.Refusal{Field: "game", Says: fmt.Sprintf("the rules are not those of %s", c.Game)}
}

// table returns the machine as certificates hold it: with a state from which nothing is
// accepted.
func (m *Machine) table() (t certificate.Table) {
	sink := len(m.Next)
	for s, row := range m.Next {
		next := make([]int, len(row))
		for l, to := range row {
			if next[l] = int(to); to < 0 {
				next[l] = sink
			}
		}
		t.Next = append(t.Next, next)
		if m.Says[s] != Silent {
			t.Accept = append(t.Accept, s)
		}
	}
	last := make([]int, m.Letters())
	for l := range last {
		last[l] = sink
	}
	t.Next = append(t.Next, last)
	return t
}
