package pattern

// This file writes proofs down, for whoever checks them with other code.

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	heapproofs "github.com/grundy-games/grundy/games/heap/certificate"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
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
		Game: t.Claim.Game, Moves: movesOf(p.Definition, t.Dropped), Rules: p.Definition.File().Text(), Frame: frameOf(p.Definition.Layout), Misere: t.Claim.Misere, System: t.System.Name(),
		Of: map[definable.Property]string{definable.POutcome: certificate.POutcome, definable.NimValue: certificate.NimValue, definable.Remoteness: certificate.Remoteness}[t.Claim.Of],
	}
	reads, sets := t.Moves.Coordinates, t.Claim.Sets
	switch {
	case t.Claim.Relation != nil:
		if claim.Form = "relation"; t.Claim.Weighed {
			claim.Form = "weights"
		}
		reads, sets = append(reads[:len(reads):len(reads)], t.Claim.Value), []*automata.Automaton{t.Claim.Relation}
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

// movesOf writes the moves of a game as certificates hold them, with the bounds that a theorem drops.
func movesOf(d *rules.Definition, dropped []string) certificate.Moves {
	m := certificate.Moves{Base: d.Base, Kinds: []certificate.Kind{}}
	var least []string
	for _, c := range d.Cells() {
		if c.Coordinate < 0 {
			continue
		}
		least = append(least, automata.LessEqual(automata.C(c.Least), automata.V(c.Name)).String())
		above := automata.LessEqual(automata.V(c.Name), automata.C(c.Most)).String()
		m.Coordinates = append(m.Coordinates, certificate.Bound{
			Name: c.Name, Least: c.Least, Most: c.Most,
			Dropped: slices.Contains(dropped, above) || !slices.ContainsFunc(d.Shape, func(b definable.Bound) bool { return b.Upper && b.Formula.String() == above }),
		})
	}
	var shape []automata.Formula
	for _, b := range d.Shape {
		if !b.Upper && !slices.Contains(least, b.Formula.String()) {
			shape = append(shape, b.Formula)
		}
	}
	m.Shape = automata.And(shape...).String()
	m.Won, m.Lost, m.Drawn = automata.Or(d.Moves.Won...).String(), automata.Or(d.Moves.Lost...).String(), automata.Or(d.Moves.Drawn...).String()
	for _, k := range d.Kinds {
		k = plainly(k, d.Moves.Coordinates)
		kind := certificate.Kind{Where: k.Where, Bound: append([]string{}, k.Bound...), Guard: k.Guard.String(), Parts: [][]string{}}
		for _, part := range k.Parts {
			var sums []string
			for _, t := range part {
				sums = append(sums, t.String())
			}
			kind.Parts = append(kind.Parts, sums)
		}
		m.Kinds = append(m.Kinds, kind)
	}
	return m
}

// plainly returns a kind of move whose bound numbers have shorter names, as people write them: k for
// k_1, where nothing else is called k.
func plainly(k definable.Kind, coordinates []string) definable.Kind {
	taken := slices.Concat(coordinates, k.Bound, nameOf().FindAllString(k.Guard.String(), -1))
	by := map[string]automata.Term{}
	bound := slices.Clone(k.Bound)
	for i, name := range bound {
		if short := strings.TrimRight(strings.TrimRight(name, "0123456789"), "_"); short != "" && !slices.Contains(taken, short) && !slices.Contains(certificate.Reserved, short) {
			bound[i], by[name], taken = short, automata.V(short), append(taken, short)
		}
	}
	k.Bound, k.Guard, k.Parts = bound, k.Guard.Substitute(by), slices.Clone(k.Parts)
	for i, part := range k.Parts {
		k.Parts[i] = nil
		for _, t := range part {
			k.Parts[i] = append(k.Parts[i], t.Substitute(by))
		}
	}
	return k
}

var nameOf = lazy.Regexp(`[A-Za-z_][A-Za-z_0-9]*`)

// frameOf says how positions of a file become coordinates.
func frameOf(d *rules.Layout) certificate.Frame {
	f := certificate.Frame{Length: int64(d.Frame().Length), Fixed: map[string]int64{}, Fields: []certificate.Field{}}
	last := ""
	for _, c := range d.Cells() {
		if c.Coordinate < 0 {
			f.Fixed[c.Name] = c.Held
		}
		if len(f.Fields) == 0 || c.Field != last {
			last = c.Field
			f.Fields = append(f.Fields, certificate.Field{Name: c.Field, Cells: []string{}, Letters: c.Letters})
		}
		field := &f.Fields[len(f.Fields)-1]
		if field.Cells = append(field.Cells, c.Name); c.Coordinate >= 0 {
			field.Plus = c.Plus
		}
	}
	return f
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
