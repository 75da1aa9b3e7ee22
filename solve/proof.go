package solve

// What suffices to show who wins a sum of games that fall apart, for others to check. Whichever way
// answered the question, couples decide it again.

import (
	"context"
	"errors"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/search"
)

// A Lemma says of a position whether it has a nim-value. What shows it, theory/search says (Couples.Proof).
type Lemma struct {
	Position grundy.Component
	N        uint64
	Equal    bool // N is its nim-value; otherwise it is not
	Mirrored bool // the rules know the value 0 by a strategy ([grundy.Mirrorer])
}

// A Prover takes the proof of an answer. Lemmas calls visit for each lemma, after those on which it
// rests, and returns the first error.
type Prover func(a *Answer, lemmas func(visit func(Lemma) error) error) error

// prove hands the proof of an answer to the prover of the question.
func (s *solver) prove(a *Answer) error {
	if !s.isPrunable() {
		return fmt.Errorf("only sums in normal play, where play ends when nobody can move, have proofs by couples")
	}
	var games []pruner
	of := map[pruner][]grundy.Component{}
	for _, t := range s.question.Sum {
		found := s.pruner(t.Component)
		switch {
		case t.Copies%2 == 0: // they cancel
			continue
		case found == nil:
			return fmt.Errorf("%s: only games whose rules are a file, or whose positions fall apart, have proofs by couples", brief(t.Component))
		case of[found] == nil:
			games = append(games, found)
		}
		of[found] = append(of[found], t.Component)
	}
	for _, found := range games {
		found.within(search.Options{Memory: s.memoryLeft(0)})
	}
	heaps, err := s.decideAgain(a, games, of)
	for i := 0; i < len(games) && err == nil; i++ {
		if games[i].state().learned == 0 {
			continue
		}
		// Facts that were kept prove nothing: those that are not shown again are dropped, with all others.
		if games[i].proof(s.ctx, func(Lemma) error { return nil }, heaps[i], of[games[i]]...) != nil && s.ctx.Err() == nil {
			games[i].unlearn()
			games[i].bind(s, of[games[i]][0])
			if heaps, err = s.decideAgain(a, games, of); errors.Is(err, errOther) {
				err = fmt.Errorf("the answer rests on a fact that was kept, and is wrong: %w", search.ErrUnfounded)
			}
		}
	}
	if err != nil {
		return err
	}
	return s.question.Prover(a, func(visit func(Lemma) error) error {
		for i, found := range games {
			if err := found.proof(s.ctx, visit, heaps[i], of[found]...); err != nil {
				return err
			}
		}
		return s.failed()
	})
}

var errOther = errors.New("couples give another answer")

// decideAgain decides by couples what an answer says of the positions of each game, and returns the heap
// beside each.
func (s *solver) decideAgain(a *Answer, games []pruner, of map[pruner][]grundy.Component) ([]uint64, error) {
	// The last game is valued no further than the answer needs.
	heaps, rest := make([]uint64, len(games)), uint64(0)
	if a.NimValue != nil {
		rest = *a.NimValue
	}
	for i, found := range games {
		if i == len(games)-1 {
			heaps[i] = rest
			p, err := found.isP(s.ctx, rest, of[found]...)
			if err == nil && p != (a.NimValue != nil || a.Outcome == grundy.P) {
				err = fmt.Errorf("%w than %s", errOther, s.question.Sum)
			}
			if err != nil {
				return nil, err
			}
			continue
		}
		var err error
		if heaps[i], err = found.nimValue(s.ctx, of[found]...); err != nil {
			return nil, err
		}
		rest ^= heaps[i]
	}
	return heaps, nil
}

func (k *coupled[K]) proof(ctx context.Context, visit func(Lemma) error, n uint64, of ...grundy.Component) error {
	keys, err := k.keysOf(of...)
	if err != nil {
		return err
	}
	return k.explain(k.couples.Proof(ctx, func(f search.Fact[K]) error {
		return visit(Lemma{k.game.Unpack(f.Key), f.N, f.Equal, f.Mirrored})
	}, n, keys...))
}
