package definable

// This file answers questions about one position, however far out it is.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/theory/automata"
)

// Answers reads from a theorem what it says of single positions. Time and memory grow with
// the number of digits of a position, not with its options. Several goroutines may use it.
type Answers struct {
	theorem *Theorem
	theory  *automata.Theory
	over    *automata.Automaton // positions where the rules end the play
	inside  *automata.Automaton // positions for which the theorem holds
	kinds   []relation          // nil where moves leave several parts
	claimed []string            // the tracks of the claim's automata
}

// A relation between the positions and the options of a kind of move: an automaton over
// the coordinates and, of those that the move may change, the coordinates after it.
type relation struct {
	*automata.Automaton
	tracks []string // its own
	kept   []string // coordinates that it does not change
}

// Answers prepares the relations of options for [Answers.Options].
func (t *Theorem) Answers(ctx context.Context, theory *automata.Theory) (*Answers, error) {
	a := &Answers{theorem: t, theory: theory}
	m := &t.Moves
	switch {
	case t.Claim.Relation != nil:
		a.claimed = t.Claim.Relation.Tracks()
	case len(t.Claim.Sets) > 0:
		a.claimed = t.Claim.Sets[0].Tracks()
	}
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
			a.kinds = nil
			return a, nil
		}
		var r relation
		var changes []automata.Formula
		for j, name := range m.Coordinates {
			if v, ok := k.Parts[0][j].Variable(); ok && v == name {
				r.kept = append(r.kept, name)
			} else {
				changes = append(changes, automata.Equal(automata.V(After(name)), k.Parts[0][j]))
			}
		}
		if r.Automaton, _, err = theory.Automaton(ctx, k.exists(automata.And(changes...))); err != nil {
			return nil, fmt.Errorf("the options by the move at %s: %w", k.Where, err)
		}
		r.tracks = r.Tracks()
		a.kinds = append(a.kinds, r)
	}
	return a, nil
}

// Answers prepares the relations of options where nothing is claimed: then
// [Answers.Options] finds all of them, those from 0 without a bound.
func (m Moves) Answers(ctx context.Context, theory *automata.Theory) (*Answers, error) {
	return (&Theorem{Moves: m}).Answers(ctx, theory)
}

// Bytes returns about how many bytes the automata take.
func (a *Answers) Bytes() (bytes uint64) {
	const perNode = 16 // and four for each digit
	all := append(slices.Clone(a.theorem.Claim.Sets), a.over, a.inside, a.theorem.Claim.Relation)
	for _, r := range a.kinds {
		all = append(all, r.Automaton)
	}
	for _, of := range all {
		if of != nil {
			bytes += uint64(of.Nodes()) * uint64(perNode+4*of.Digits())
		}
	}
	return bytes
}

// Options are options of a position, each of them once.
type Options struct {
	Count *big.Int
	// Each yields them in ascending order of the first coordinate, then of the second, and
	// so on.
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
	value := a.theory.System.Numbers(word, 1)[0]
	if c.Weighed {
		place, _ := a.theory.System.Place(value)
		value.SetInt64(int64(place))
	}
	return value, true, nil
}

// Has says whether a move leads from p to q. It returns [ErrParts] where options are sums.
func (a *Answers) Has(p, q []*big.Int) (bool, error) {
	if a.kinds == nil && len(a.theorem.Moves.Kinds) > 0 {
		return false, ErrParts
	}
	names := a.theorem.Moves.Coordinates
	return a.Covers(p) && !a.accepts(a.over, p) && slices.ContainsFunc(a.kinds, func(r relation) bool {
		for _, name := range r.kept {
			if i := slices.Index(names, name); p[i].Cmp(q[i]) != 0 {
				return false
			}
		}
		numbers := make([]*big.Int, len(r.tracks))
		for i, track := range r.tracks {
			if j := slices.Index(names, track); j >= 0 {
				numbers[i] = p[j]
			} else {
				numbers[i] = q[slices.Index(names, strings.TrimSuffix(track, After("")))]
			}
		}
		return r.Accepts(a.theory.System.Word(numbers...))
	}), nil
}

// Options finds the options of a position whose measure, as [Answers.Measure] has it, is
// from lo to hi; hi nil sets no bound. It returns [ErrParts] where options are sums, and an
// [*automata.BudgetError] where more states are needed than the theory's budget has.
//
// All digits of the position are known. So the automata read the digits of an option from
// the first to the last beside those of the position, and what has been read matters by the
// states that they are in. Paths from one set of states to the next are the options.
func (a *Answers) Options(ctx context.Context, p []*big.Int, lo, hi *big.Int) (*Options, error) {
	if a.kinds == nil && len(a.theorem.Moves.Kinds) > 0 {
		return nil, ErrParts
	}
	if c, k := &a.theorem.Claim, big.NewInt(int64(len(a.theorem.Claim.Sets))); c.Partial && (lo.Cmp(k) > 0 || hi != nil && hi.Cmp(k) >= 0) {
		return nil, fmt.Errorf("the theorem does not tell apart nim-values from %v on", k)
	}
	w := &walk{Answers: a, ctx: ctx, lo: lo, hi: hi, paths: &path{count: new(big.Int)}}
	if a.Covers(p) && !a.accepts(a.over, p) {
		if err := w.run(p); err != nil {
			return nil, err
		}
	}
	return &Options{Count: w.paths.count, Each: func(yield func([]*big.Int) bool) { w.list(nil, yield) }}, nil
}

// A walk reads the options of one position.
type walk struct {
	*Answers
	ctx      context.Context
	lo, hi   *big.Int // measures that are wanted
	position [][]int  // digits of the position, with zeros in front, by coordinate
	low, top []int    // digits of lo and hi, nil for no bound
	related  bool     // a relation is read
	length   int      // of the words
	letters  [][]int  // one digit for each coordinate
	layers   []map[string]*path
	made     uint64
	paths    *path // from the start
}

// A path begins where automata have read some digits, and goes on in different ways.
type path struct {
	count *big.Int
	next  []step
}

type step struct {
	letter []int
	to     *path
}

// A reading is where the automata are.
type reading struct {
	kinds []int
	sets  []int
	pairs []pair // of a relation
}

// A pair is a state of the relation together with how the number on its own track compares
// with the bounds so far.
type pair struct{ state, low, top int }

func (r *reading) key() string { return fmt.Sprint(r.kinds, r.sets, r.pairs) }

// run finds all paths.
func (w *walk) run(p []*big.Int) error {
	s, c := w.theory.System, &w.theorem.Claim
	for _, n := range p {
		w.length = max(w.length, len(s.Digits(n)))
	}
	// Options may have more digits than the position, and values more than options.
	longer := 0
	for _, r := range w.kinds {
		n, err := growth(r.Automaton, func(track string) bool { return slices.Contains(w.theorem.Moves.Coordinates, track) })
		if err != nil {
			return err
		}
		longer = max(longer, n)
	}
	w.length += longer
	w.related = c.Relation != nil && (w.hi != nil || w.lo.Sign() > 0)
	if w.related {
		n, err := growth(c.Relation, func(track string) bool { return track != c.Value })
		if err != nil {
			return err
		}
		w.length += n
		if c.Weighed { // a value is a place that the words have
			if w.lo.Cmp(big.NewInt(int64(w.length))) >= 0 {
				return nil
			}
			w.lo = s.Weight(int(w.lo.Int64()))
			if w.hi != nil && w.hi.Cmp(big.NewInt(int64(w.length))) >= 0 {
				w.hi = nil
			} else if w.hi != nil {
				w.hi = s.Weight(int(w.hi.Int64()))
			}
		}
		w.length = max(w.length, len(s.Digits(w.lo)))
		if w.hi != nil {
			w.length = max(w.length, len(s.Digits(w.hi)))
			w.top = w.digits(w.hi)
		}
		w.low = w.digits(w.lo)
	}
	for _, n := range p {
		w.position = append(w.position, w.digits(n))
	}
	w.letters = [][]int{nil}
	for range p {
		var more [][]int
		for _, letter := range w.letters {
			for d := range s.Universe().Digits() {
				more = append(more, append(slices.Clip(letter), d))
			}
		}
		w.letters = more
	}
	w.layers = make([]map[string]*path, w.length+1)
	for i := range w.layers {
		w.layers[i] = map[string]*path{}
	}
	start := reading{}
	for _, r := range w.kinds {
		start.kinds = append(start.kinds, r.Start())
	}
	for _, set := range c.Sets {
		start.sets = append(start.sets, set.Start())
	}
	if w.related && !c.Relation.Empty() {
		start.pairs = []pair{{c.Relation.Start(), 0, 0}}
	}
	var err error
	w.paths, err = w.from(0, start)
	return err
}

// growth returns by how many digits the other tracks of a can be longer than the given
// ones.
func growth(a *automata.Automaton, given func(track string) bool) (int, error) {
	if a.Empty() {
		return 0, nil
	}
	tracks := a.Tracks()
	at := map[int]bool{a.Start(): true}
	for n := 0; n <= a.States(); n++ {
		next := map[int]bool{}
		for state := range at {
			for letter, to := range a.Arrows(state) {
				zeros, others := true, false
				for i, d := range letter {
					if given(tracks[i]) {
						zeros = zeros && d == 0
					} else {
						others = others || d != 0
					}
				}
				if zeros && (others || n > 0) {
					next[to] = true
				}
			}
		}
		if len(next) == 0 {
			return n, nil
		}
		at = next
	}
	return 0, errors.New("a position may have options without end")
}

// digits returns the digits of n with zeros in front.
func (w *walk) digits(n *big.Int) []int {
	d := w.theory.System.Digits(n)
	return append(make([]int, w.length-len(d)), d...)
}

// from returns the paths from a layer, the number of digits read.
func (w *walk) from(layer int, r reading) (*path, error) {
	key := r.key()
	if known := w.layers[layer][key]; known != nil {
		return known, nil
	}
	p := &path{count: new(big.Int)}
	w.layers[layer][key] = p
	w.made++
	if limit := w.theory.Budget.States; limit > 0 && w.made > limit {
		return nil, &automata.BudgetError{Operation: "the options of a position", Reached: automata.Sizes{States: w.made}, Limit: limit}
	}
	if w.made%256 == 0 && w.ctx.Err() != nil {
		return nil, context.Cause(w.ctx)
	}
	if layer == w.length {
		if w.wanted(r) {
			p.count.SetInt64(1)
		}
		return p, nil
	}
	for _, letter := range w.letters {
		next, ok := w.read(layer, r, letter)
		if !ok {
			continue
		}
		to, err := w.from(layer+1, next)
		if err != nil {
			return nil, err
		}
		if to.count.Sign() > 0 {
			p.count.Add(p.count, to.count)
			p.next = append(p.next, step{letter, to})
		}
	}
	return p, nil
}

// read returns where the automata are after a letter of the option.
func (w *walk) read(layer int, r reading, letter []int) (next reading, ok bool) {
	names, c := w.theorem.Moves.Coordinates, &w.theorem.Claim
	digit := func(track string) int {
		if i := slices.Index(names, track); i >= 0 {
			return letter[i]
		}
		return 0
	}
	next.kinds = make([]int, len(r.kinds))
	for k, kind := range w.kinds {
		at := r.kinds[k]
		for _, name := range kind.kept {
			if i := slices.Index(names, name); letter[i] != w.position[i][layer] {
				at = -1
			}
		}
		if at >= 0 {
			both := make([]int, len(kind.tracks))
			for i, track := range kind.tracks {
				if j := slices.Index(names, track); j >= 0 {
					both[i] = w.position[j][layer]
				} else {
					both[i] = digit(strings.TrimSuffix(track, After("")))
				}
			}
			at = kind.Step(at, both)
		}
		next.kinds[k] = at
		ok = ok || at >= 0
	}
	if !ok {
		return next, false
	}
	for i, set := range c.Sets {
		own := make([]int, 0, len(names))
		for _, track := range w.claimed {
			own = append(own, digit(track))
		}
		at := r.sets[i]
		if at >= 0 {
			at = set.Step(at, own)
		}
		next.sets = append(next.sets, at)
	}
	if !w.related {
		return next, true
	}
	for _, q := range r.pairs {
		own := make([]int, len(w.claimed))
		value := slices.Index(w.claimed, c.Value)
		for i, track := range w.claimed {
			own[i] = digit(track)
		}
		for d := range w.theory.System.Universe().Digits() {
			own[value] = d
			to := pair{c.Relation.Step(q.state, own), compare(q.low, d, w.low, layer), compare(q.top, d, w.top, layer)}
			if to.state >= 0 && to.low >= 0 && to.top <= 0 && !slices.Contains(next.pairs, to) {
				next.pairs = append(next.pairs, to)
			}
		}
	}
	slices.SortFunc(next.pairs, func(a, b pair) int { return cmp.Or(a.state-b.state, a.low-b.low, a.top-b.top) })
	return next, len(next.pairs) > 0
}

// compare returns how a number compares with a bound after one more digit: digits compare
// as numbers do, the first that differ first.
func compare(so, digit int, bound []int, at int) int {
	if so != 0 || bound == nil {
		return so
	}
	return cmp.Compare(digit, bound[at])
}

// wanted says whether what has been read is an option with a measure that is wanted.
func (w *walk) wanted(r reading) bool {
	c := &w.theorem.Claim
	is := false
	for k, at := range r.kinds {
		is = is || w.kinds[k].Accepting(at)
	}
	if !is {
		return false
	}
	if c.Relation != nil {
		return !w.related || slices.ContainsFunc(r.pairs, func(q pair) bool { return c.Relation.Accepting(q.state) })
	}
	v := len(c.Sets) // one of the others
	for i, set := range c.Sets {
		if set.Accepting(r.sets[i]) {
			v = i
			break
		}
	}
	n := big.NewInt(int64(v))
	return w.lo.Cmp(n) <= 0 && (w.hi == nil || n.Cmp(w.hi) <= 0)
}

// list yields the options that begin with the coordinates that are fixed, in order.
func (w *walk) list(fixed [][]int, yield func([]*big.Int) bool) bool {
	if len(fixed) == len(w.theorem.Moves.Coordinates) {
		option := make([]*big.Int, len(fixed))
		for i, digits := range fixed {
			option[i] = w.theory.System.Value(digits)
		}
		return yield(option)
	}
	c := len(fixed)
	var read func(at []*path, digits []int) bool
	read = func(at []*path, digits []int) bool {
		if len(digits) == w.length {
			return w.list(append(slices.Clip(fixed), digits), yield)
		}
		for d := range w.theory.System.Universe().Digits() {
			var next []*path
			for _, p := range at {
				for _, s := range p.next {
					fits := s.letter[c] == d
					for i, known := range fixed {
						fits = fits && s.letter[i] == known[len(digits)]
					}
					if fits && !slices.Contains(next, s.to) {
						next = append(next, s.to)
					}
				}
			}
			if len(next) > 0 && !read(next, append(slices.Clip(digits), d)) {
				return false
			}
		}
		return true
	}
	return w.paths.count.Sign() == 0 || read([]*path{w.paths}, nil)
}
