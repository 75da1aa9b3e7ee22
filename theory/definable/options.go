package definable

// This file answers questions about one position, however far out it is.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"grundy/theory/automata"
)

// Answers reads from a theorem what it says of single positions. Time and memory grow with
// the number of digits of a position, not with its options. Several goroutines may use it.
type Answers struct {
	theorem *Theorem
	theory  *automata.Theory
	over    *automata.Automaton // positions where the rules end the play
	inside  *automata.Automaton // positions for which the theorem holds
	kinds   []relation          // nil where moves leave several parts
}

// A relation between the positions and the options of a kind of move: an automaton over
// the coordinates and, of those that the move may change, the coordinates after it.
type relation struct {
	*automata.Automaton
	kept []string
}

// after is the name of a coordinate after a move.
func after(name string) string { return name + "'" }

// Answers prepares the relations of options for [Answers.Options].
func (t *Theorem) Answers(ctx context.Context, theory *automata.Theory) (*Answers, error) {
	a := &Answers{theorem: t, theory: theory}
	m := &t.Moves
	var err error
	if a.over, _, err = theory.Automaton(ctx, automata.Or(slices.Concat(m.Won, m.Lost, m.Drawn)...)); err != nil {
		return nil, err
	}
	if a.inside, _, err = theory.Automaton(ctx, conjunction(m.Shape)); err != nil {
		return nil, err
	}
	if m.several() != nil {
		return a, nil
	}
	for i := range m.Kinds {
		k := &m.Kinds[i]
		if len(k.Parts) == 0 {
			return a, nil
		}
		var r relation
		var changes []automata.Formula
		for j, name := range m.Coordinates {
			if v, ok := k.Parts[0][j].Variable(); ok && v == name {
				r.kept = append(r.kept, name)
			} else {
				changes = append(changes, automata.Equal(automata.V(after(name)), k.Parts[0][j]))
			}
		}
		if r.Automaton, _, err = theory.Automaton(ctx, k.exists(automata.And(changes...))); err != nil {
			return nil, fmt.Errorf("the options by the move at %s: %w", k.Where, err)
		}
		a.kinds = append(a.kinds, r)
	}
	return a, nil
}

// Options are options of a position, each of them once.
type Options struct {
	Count *big.Int
	// Each yields them in ascending order of the first coordinate, then of the second, and
	// so on. It ends early if the context of [Answers.Options] ends.
	Each iter.Seq[[]*big.Int]
}

// ErrParts says that moves leave several parts, or nothing, so that options are not tuples.
var ErrParts = errors.New("moves leave several parts")

// Covers says whether the theorem holds for a position.
func (a *Answers) Covers(p []*big.Int) bool { return a.accepts(a.inside, p) }

// accepts asks an automaton over coordinates, or some of them.
func (a *Answers) accepts(set *automata.Automaton, p []*big.Int) bool {
	tracks := set.Tracks()
	numbers := make([]*big.Int, len(tracks))
	for i, track := range tracks {
		numbers[i] = p[slices.Index(a.theorem.Moves.Coordinates, track)]
	}
	return set.Accepts(a.theory.System.Word(numbers...))
}

// Measure returns what the theorem says of a position: 0 if it is P and 1 if it is N, or
// its number. It is false where the theorem does not hold, and where a partial claim only
// says that the number is larger than those claimed.
func (a *Answers) Measure(ctx context.Context, p []*big.Int) (*big.Int, bool, error) {
	if !a.Covers(p) {
		return nil, false, nil
	}
	c := &a.theorem.Claim
	if c.Relation == nil {
		for i, set := range c.Sets {
			if a.accepts(set, p) {
				return big.NewInt(int64(i)), true, nil
			}
		}
		return big.NewInt(1), c.Of == POutcome, nil
	}
	w := automata.NewWork(ctx, a.theory.Budget)
	defer w.Close()
	left := c.Relation
	for i, name := range a.theorem.Moves.Coordinates {
		var err error
		if left, err = w.Fix(left, name, a.theory.System.Digits(p[i])); err != nil {
			return nil, false, err
		}
	}
	word, ok := left.Shortest()
	if !ok {
		return nil, false, nil
	}
	return a.theory.System.Numbers(word, 1)[0], true, nil
}

// Options finds the options of a position whose measure, as [Answers.Measure] has it, is
// from lo to hi; hi nil sets no bound. It returns [ErrParts] where options are sums.
func (a *Answers) Options(ctx context.Context, p []*big.Int, lo, hi *big.Int) (*Options, error) {
	if a.kinds == nil && len(a.theorem.Moves.Kinds) > 0 {
		return nil, ErrParts
	}
	w := automata.NewWork(ctx, a.theory.Budget)
	defer w.Close()
	all, err := a.options(w, p)
	if err != nil {
		return nil, err
	}
	if all, err = a.measured(ctx, w, all, lo, hi); err != nil {
		return nil, err
	}
	count, finite := all.Size()
	if !finite {
		return nil, fmt.Errorf("%s has options without end", tuple(p))
	}
	return &Options{Count: count, Each: func(yield func([]*big.Int) bool) {
		w := automata.NewWork(ctx, a.theory.Budget)
		defer w.Close()
		a.list(w, all, nil, yield)
	}}, nil
}

// options returns the automaton of the options of p.
func (a *Answers) options(w *automata.Work, p []*big.Int) (*automata.Automaton, error) {
	m := &a.theorem.Moves
	u := a.theory.System.Universe()
	all := w.False(u, m.Coordinates...)
	if !a.Covers(p) || a.accepts(a.over, p) {
		return all, nil
	}
	back := map[string]string{}
	for _, name := range m.Coordinates {
		back[after(name)] = name
	}
	for _, r := range a.kinds {
		to := r.Automaton
		var err error
		for i, name := range m.Coordinates {
			if slices.Contains(to.Tracks(), name) {
				if to, err = w.Fix(to, name, a.theory.System.Digits(p[i])); err != nil {
					return nil, err
				}
			}
		}
		if to, err = w.Rename(to, back); err != nil {
			return nil, err
		}
		for _, name := range r.kept {
			same, err := w.Number(u, name, a.theory.System.Digits(p[slices.Index(m.Coordinates, name)]))
			if err != nil {
				return nil, err
			}
			if to, err = w.And(to, same); err != nil {
				return nil, err
			}
		}
		if all, err = w.Or(all, to); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// measured keeps of a set of positions those whose measure is from lo to hi.
func (a *Answers) measured(ctx context.Context, w *automata.Work, all *automata.Automaton, lo, hi *big.Int) (*automata.Automaton, error) {
	c := &a.theorem.Claim
	if c.Relation != nil {
		v := automata.V(c.Value)
		wanted := automata.LessEqual(automata.Big(lo), v)
		if hi != nil {
			wanted = automata.And(wanted, automata.LessEqual(v, automata.Big(hi)))
		}
		values, _, err := a.theory.Automaton(ctx, wanted)
		if err != nil {
			return nil, err
		}
		with, err := w.And(all, c.Relation)
		if err != nil {
			return nil, err
		}
		if with, err = w.And(with, values); err != nil {
			return nil, err
		}
		return w.Project(with, c.Value)
	}
	has := func(v int64) bool {
		n := big.NewInt(v)
		return lo.Cmp(n) <= 0 && (hi == nil || n.Cmp(hi) <= 0)
	}
	// Take away the sets that are not wanted, or keep those that are.
	found := w.False(a.theory.System.Universe(), a.theorem.Moves.Coordinates...)
	rest := all
	for i, set := range c.Sets {
		some, err := w.And(all, set)
		if err != nil {
			return nil, err
		}
		if has(int64(i)) {
			if found, err = w.Or(found, some); err != nil {
				return nil, err
			}
		}
		if rest, err = w.Minus(rest, set); err != nil {
			return nil, err
		}
	}
	if c.Of != POutcome && !c.Partial || c.Of == POutcome && !has(1) || c.Partial && hi != nil && hi.Cmp(big.NewInt(int64(len(c.Sets)))) < 0 {
		return found, nil
	}
	if c.Partial && (hi != nil || lo.Cmp(big.NewInt(int64(len(c.Sets)))) > 0) {
		return nil, fmt.Errorf("the theorem does not tell apart nim-values from %d", len(c.Sets))
	}
	return w.Or(found, rest)
}

// list yields the tuples that an automaton accepts, in order, after the coordinates that
// are fixed already. It is false when yield is, or an error ends the list.
func (a *Answers) list(w *automata.Work, set *automata.Automaton, fixed []*big.Int, yield func([]*big.Int) bool) bool {
	names := a.theorem.Moves.Coordinates[len(fixed):]
	if len(names) == 0 {
		return set.Empty() || yield(slices.Clone(fixed))
	}
	first, err := w.Project(set, names[1:]...)
	if err != nil {
		return false
	}
	for word := range first.Words() {
		n := a.theory.System.Numbers(word, 1)[0]
		rest, err := w.Fix(set, names[0], a.theory.System.Digits(n))
		if err != nil || !a.list(w, rest, append(fixed, n), yield) {
			return false
		}
	}
	return true
}

// Lift returns the positions from which no move leads into a set of options that some of
// the coordinates describe: the P-positions, if the set holds what is left of them. So
// where a move also chooses what the other player may not do, (x, y, bx, by), the positions
// (x, y) that some choice makes P give all P-positions.
func Lift(ctx context.Context, theory *automata.Theory, moves Moves, set *automata.Automaton) (*automata.Automaton, error) {
	lifted, _, err := theory.Automaton(ctx, automata.And(moves.everywhere(), automata.Not(moves.option(func(k *Kind) automata.Formula {
		if len(k.Parts) == 0 {
			return automata.True()
		}
		return in("Q", set, moves.to(k.Parts[0]))
	}))))
	return lifted, err
}
