package ask

// Proofs by couples: how they are written beside the answer to a [Solve], and what a [Verify] makes of
// their files.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/proof"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/solve"
)

// catalogued returns the rules of those games of a sum that are in the catalogue.
func catalogued(sum grundy.Sum) (all []proof.Rules, err error) {
	seen := map[string]bool{}
	for _, t := range sum {
		name := gameName(t.Component)
		in, ok := catalog.Open(name)
		if !ok || seen[name] {
			continue
		}
		seen[name] = true
		text, err := io.ReadAll(in)
		if err := errors.Join(err, in.Close()); err != nil {
			return nil, err
		}
		all = append(all, proof.NewRules(name, string(text), true))
	}
	return all, nil
}

// writeProof writes the proof of an answer.
func writeProof(w io.Writer, sum grundy.Sum, opened map[string]string, a *solve.Answer, lemmas func(func(solve.Lemma) error) error) error {
	rules, err := catalogued(sum)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(opened)) {
		rules = append(rules, proof.NewRules(name, opened[name], false))
	}
	claim := proof.Claim{Position: sum.String(), Outcome: a.Outcome.String(), NimValue: a.NimValue, Rules: rules}
	return proof.Write(w, claim, func(visit func(proof.Fact) error) error {
		return lemmas(func(l solve.Lemma) error {
			f := proof.Fact{Position: l.Position.String()}
			switch {
			case l.Mirrored:
				f.Is, f.By = &l.N, proof.BySymmetry
			case l.Equal:
				f.Is = &l.N
			default:
				f.Not = &l.N
			}
			return visit(f)
		})
	})
}

// verifyProof checks a proof. The catalogue and the proof have the rules; a file
// of the same name that is here must have the same text.
func (m Means) verifyProof(ctx context.Context, p *proof.Proof) (proof.Verdict, error) {
	open := m.Open
	texts := map[string]string{}
	for _, r := range p.Rules {
		if r.Text == "" {
			continue
		}
		texts[r.Name] = r.Text
		if open == nil {
			continue
		}
		in, err := open(r.Name)
		if err != nil {
			continue // the file is not here
		}
		text, err := io.ReadAll(io.LimitReader(in, int64(len(r.Text))+1))
		if err := errors.Join(err, in.Close()); err == nil && string(text) != r.Text {
			return proof.Verdict{}, fmt.Errorf("rules: the file %q has another text than the proof", r.Name)
		}
	}
	m.kept, m.Open = &position.Kept{}, opener(texts, "proof")
	files := m.files()
	checked := false // the rules
	return p.Verify(ctx, proof.Means{Progress: m.progress("facts"), Parse: func(ctx context.Context, text string) (grundy.Sum, error) {
		sum, err := position.ParseWith(ctx, text, files)
		if err != nil || checked {
			return sum, err
		}
		checked = true
		want, err := catalogued(sum)
		for i := 0; i < len(want) && err == nil; i++ {
			if i >= len(p.Rules) || p.Rules[i] != want[i] {
				err = fmt.Errorf("rules: want those of %s in this program, with the sha256 %s; the proof is of others", want[i].Name, want[i].Hash)
			}
		}
		return sum, err
	}})
}
