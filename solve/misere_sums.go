package solve

// Misère sums by genera (theory/misere/sums.go): positions become
// sums of simpler games, and the positions of different components are never
// multiplied. It also settles sums with heaps of Nim of any size.
//
// Let d(G) be the misère nim-value of a game G: 1 if G has no option, otherwise the
// mex of the misère nim-values of its options. Then
//
//	G + *n is P exactly if n = d(G),                                        (1)
//
// by induction. Let n = d(G). A move to G' + *n leads to N, since d(G') is not n. So
// does a move to G + *m, since m is not d(G). And there is a move, as d(0) = 1. So
// G + *n is P. Let n be larger: a move to the heap of d(G) leaves P. Let n be smaller.
// Then an option G' has d(G') = n, and G' + *n is P; or G has no option and n is 0, so
// that nobody can move, which is N too.
//
// So the genus of everything except the largest heap decides, whatever the size of
// that heap. A sum without heaps is P if its misère nim-value is 0, which is (1) with
// an empty heap.
//
// As d(G) is at most 1, or at most the length of the longest play of G, the only
// winning move beside a larger heap is in that heap.

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/misere"
)

// A reducer turns positions into sums of simpler games, and remembers them. It looks
// at a position that is a sum (grundy.Splitter) only by its parts.
type reducer struct {
	*explorer[reduced]
	solver *solver
	sums   *misere.Sums
}

// A reduced position equals a Total in every sum. Its longest play may be longer than
// that of the Total, which lacks what can be reversed.
type reduced struct {
	misere.Total
	longest uint64
}

// reducing returns the reducer of the question.
func (s *solver) reducing() *reducer {
	if s.reducer == nil {
		r := &reducer{solver: s, sums: misere.NewSums(s.ctx, math.MaxInt)}
		r.explorer = newExplorer(r.ofOptions)
		r.meet = func(options uint64) error { return r.sums.Step(1 + int(min(options, math.MaxInt32))) }
		besides := func() uint64 { return r.sums.Bytes() + r.memo.Bytes() }
		r.spending = spending{ctx: s.ctx, limit: s.question.Budget.Memory, account: s.account, besides: besides, over: r.outOf}
		r.sums.Check = r.checkMemory
		s.reducer = r
	}
	return s.reducer
}

// outOf says how far the search came with what there was of memory, or time.
func (r *reducer) outOf(what string) error {
	_, sums := r.sums.Len()
	return r.solver.outOfSums(what, r.met(), sums)
}

// outOfSums says how far a search for who wins a misère sum came with what there was of memory, or
// time, and how far it might have had to go, if that is known.
func (s *solver) outOfSums(what string, positions, sums int) error {
	of, need := "", ""
	if all, bytes := s.extent(); all < math.MaxUint64 {
		of = fmt.Sprintf(" of up to %d", all)
		if what == "memory" && bytes < math.MaxUint64 {
			need = fmt.Sprintf(" (all of them with their options would need up to %s)", units.Bytes(bytes))
		}
	}
	return fmt.Errorf("%s in misère play: the search has met %d%s positions and %d sums, and may use no more %s%s: %w",
		briefSum(s.question.Sum), positions, of, sums, s.than(what), need, grundy.Spent(what))
}

// extent returns a bound on the number of positions of the components, and about how
// many bytes these take with lists of their options. Both are 2^64-1 where no bound is
// known.
func (s *solver) extent() (positions, bytes uint64) {
	for _, t := range s.question.Sum {
		for _, part := range t.Component.Split() {
			if isLargeHeap(part) {
				continue // it is not searched
			}
			count, ok := part.CountPositions()
			options, alsoOK := part.CountOptions()
			if !ok || !alsoOK {
				return math.MaxUint64, math.MaxUint64
			}
			positions = grundy.AddCounts(positions, count)
			bytes = grundy.AddCounts(bytes, grundy.MulCounts(count, grundy.AddCounts(positionBytes, heldBytes(part, options))))
		}
	}
	return positions, bytes
}

// value returns what c comes to: the sum of its parts.
func (r *reducer) value(c grundy.Component) (sum reduced, err error) {
	for _, part := range c.Split() {
		next, err := r.explorer.value(part)
		if err != nil {
			return sum, err
		}
		sum = sum.plus(next)
	}
	return sum, nil
}

// ofOptions returns what a position comes to whose options are such sums.
func (r *reducer) ofOptions(options [][]reduced) (whole reduced, err error) {
	totals := make([]misere.Total, len(options))
	for i, parts := range options {
		var sum reduced
		for _, part := range parts {
			sum = sum.plus(part)
		}
		totals[i], whole.longest = sum.Total, max(whole.longest, grundy.AddCounts(sum.longest, 1))
	}
	whole.Total, err = r.sums.Of(totals)
	return whole, err
}

func (a reduced) plus(b reduced) reduced {
	return reduced{a.Plus(b.Total), grundy.AddCounts(a.longest, b.longest)}
}

// largestSmall is the largest heap of Nim that a genus takes in without more ado.
const largestSmall = 3

// heapSize returns the size of c where a closed form says that it is a heap of Nim,
// in every sum.
func heapSize(c grundy.Component) (size uint64, ok bool) {
	v, _, ok := c.Measure(grundy.ByHeap)
	if !ok || v == 0 {
		return 0, false
	}
	return v - 1, true
}

// isLargeHeap reports whether c is a heap of Nim of more than 3.
func isLargeHeap(c grundy.Component) bool {
	size, ok := heapSize(c)
	return ok && size > largestSmall
}

// A besideHeaps is a sum with its large heaps of Nim apart.
type besideHeaps struct {
	rest  reduced
	heaps []uint64 // ascending
}

// element returns c with the heaps apart.
func (r *reducer) element(c grundy.Component) (once besideHeaps, err error) {
	for _, part := range c.Split() {
		size, isHeap := heapSize(part)
		if isHeap && size > largestSmall {
			once.heaps = append(once.heaps, size)
			continue
		}
		var next reduced
		if isHeap {
			next.longest = size
			next.Total, err = r.sums.Nim(int(size))
		} else {
			next, err = r.value(part)
		}
		if err != nil {
			return once, err
		}
		once.rest = once.rest.plus(next)
	}
	slices.Sort(once.heaps)
	return once, r.sums.Step(once.rest.Len() + len(once.heaps))
}

func (r *reducer) times(once besideHeaps, copies uint64) (all besideHeaps, err error) {
	const most = 1 << 20
	if grundy.MulCounts(copies, uint64(1+once.rest.Len()+len(once.heaps))) > most {
		return all, fmt.Errorf("a sum of more than %d games in misère play: %w", most, grundy.ErrTooLarge)
	}
	for ; copies > 0; copies >>= 1 {
		if copies&1 == 1 {
			all = all.plus(once)
		}
		once = once.plus(once)
	}
	return all, r.sums.Step(all.rest.Len() + len(all.heaps))
}

func (*reducer) plus(a, b besideHeaps) besideHeaps { return a.plus(b) }

func (*reducer) minus(a, b besideHeaps) (besideHeaps, bool) {
	heaps := slices.Clone(a.heaps)
	for _, h := range b.heaps {
		i, _ := slices.BinarySearch(heaps, h)
		heaps = slices.Delete(heaps, i, i+1)
	}
	return besideHeaps{reduced{a.rest.Minus(b.rest.Total), a.rest.longest - b.rest.longest}, heaps}, true
}

func (r *reducer) isP(e besideHeaps) (bool, error) {
	looked, err := r.lookUp(e)
	return err == nil && looked.isP(), err
}

func (a besideHeaps) plus(b besideHeaps) besideHeaps {
	heaps := slices.Concat(a.heaps, b.heaps)
	slices.Sort(heaps)
	return besideHeaps{a.rest.plus(b.rest), heaps}
}

// A lookedUp is a sum as (1) looks at it.
type lookedUp struct {
	heap uint64 // the largest, 0 if there are only small ones
	rest uint64 // the misère nim-value of everything else
	most uint64 // a bound on rest, and on what it is after a move elsewhere
}

func (l lookedUp) isP() bool { return l.heap == l.rest }

// lookUp returns what decides about b.
func (r *reducer) lookUp(b besideHeaps) (l lookedUp, err error) {
	rest := b.rest
	for i, h := range b.heaps {
		if i == len(b.heaps)-1 {
			l.heap = h
			break
		}
		other := reduced{longest: h}
		if other.Total, err = r.nim(h); err != nil {
			return l, err
		}
		rest = rest.plus(other)
	}
	if err := r.sums.Step(1 + rest.Len()); err != nil {
		return l, err
	}
	genus, err := r.sums.Genus(rest.Total)
	if err != nil {
		return l, err
	}
	l.rest, l.most = uint64(genus.At(0)), max(1, rest.longest)
	return l, nil
}

// nim returns a heap of Nim.
func (r *reducer) nim(size uint64) (misere.Total, error) {
	// Each heap has all smaller ones as its options, in a list and in a key.
	const optionBytes = 64
	need := grundy.MulCounts(grundy.MulCounts(size, size), optionBytes/2)
	if memory := r.solver.question.Budget.Memory; memory > 0 && grundy.AddCounts(need, r.bytes+r.sums.Bytes()) > memory || size > math.MaxInt32 {
		return misere.Total{}, r.outOf("memory")
	}
	if err := r.sums.Step(int(size)); err != nil {
		return misere.Total{}, err
	}
	return r.sums.Nim(int(size))
}

// bySums settles a sum by genera of sums, beside a heap of Nim if there is one.
type bySums struct {
	winningOptions
	looked lookedUp
}

func (r *reducer) within(work uint64) error {
	r.sums.SetWork(work)
	return nil
}

func (r *reducer) settles(d *decision, all addedUp[besideHeaps]) (wildWay, error) {
	areTame := true
	for i, t := range all.solver.question.Sum {
		nimValue, genus := uint64(r.sums.NimValue(all.terms[i].rest.Total)), misere.Stated{}
		for _, h := range all.terms[i].heaps {
			nimValue ^= h
		}
		if size, ok := heapSize(t.Component); ok {
			genus = misere.StatedHeap(size)
		}
		d.nimValues, d.genera = append(d.nimValues, nimValue), append(d.genera, genus)
		areTame = areTame && r.sums.HasTameAtoms(all.terms[i].rest.Total)
	}
	looked, err := r.lookUp(all.whole)
	atoms, sums := r.sums.Len()
	d.theorem = fmt.Sprintf("misère play by the genera of sums, where games that prove equal are one (On Numbers and Games, chapter 12; Winning Ways, chapter 13; theory/misere/sums.go): %d sums of %d games from %d positions",
		sums, atoms, r.met())
	switch {
	case len(all.whole.heaps) > 0:
		d.theorem = "misère play beside a heap of Nim: G + *n is P exactly if n is the misère nim-value of G (solve/misere_sums.go); " + d.theorem
	case areTame:
		d.theorem = misere.Theorem + "; moves to wild options: " + d.theorem
	}
	return &bySums{looked: looked}, err
}

func (r *reducer) wins(d *decision, all addedUp[besideHeaps]) (winningOptions, error) {
	way := d.way.(*bySums)
	if heap := way.looked.heap; heap > way.looked.most {
		i := slices.IndexFunc(all.terms, func(b besideHeaps) bool { return slices.Contains(b.heaps, heap) })
		return way.shrink(all.solver, d, i, all.terms[i])
	}
	return all.winning()
}

// shrink finds the move that makes the largest heap, in term i, as large as the rest
// wants it. It is looked for among the options with the nim-value that this gives.
func (way *bySums) shrink(s *solver, d *decision, i int, term besideHeaps) (found winningOptions, err error) {
	r, c := s.reducing(), s.question.Sum[i].Component
	heap, to := way.looked.heap, way.looked.rest
	want, _ := r.minus(term, besideHeaps{heaps: []uint64{heap}})
	if to > largestSmall {
		want = want.plus(besideHeaps{heaps: []uint64{to}})
	} else {
		small, err := r.sums.Nim(int(to))
		if err != nil {
			return found, err
		}
		want = want.plus(besideHeaps{rest: reduced{small, to}})
	}
	v, err := s.view(c, grundy.ByNimValue)
	if err != nil {
		return found, err
	}
	value := d.nimValues[i] ^ heap ^ to
	options, err := v.find(value, value)
	if err != nil {
		return found, err
	}
	found.terms = make([]winners, len(s.question.Sum))
	for q := range options.Each {
		b, err := r.element(q)
		if err != nil {
			return found, err
		}
		if b.rest.Total == want.rest.Total && slices.Equal(b.heaps, want.heaps) {
			found.terms[i].add(q, s.question.MaxMoves)
		}
	}
	return found, nil
}

func (way *bySums) reasons(s *solver, _ *decision, say func(string, ...any)) {
	if looked := way.looked; looked.heap > 0 {
		say("The largest heap holds %d, and everything else has the misère nim-value %d: a heap beside it leaves P exactly if it holds as many.", looked.heap, looked.rest)
		if looked.heap > looked.most {
			say("No move elsewhere makes the misère nim-value of the rest more than %d, so only a move in the heap can win.", looked.most)
		}
		return
	}
	for _, t := range s.question.Sum {
		if known, ok := s.knownTotal(t.Component); ok && !s.reducer.sums.HasTameAtoms(known) {
			switch like, ok := s.likenessOf(t.Component); {
			case !ok:
				say("It is not known that %s is tame: how it acts in sums may not follow from nim-values, so the genera of sums were computed.", brief(t.Component))
			case like.genus.Class.IsTame():
				say("%s has parts that are not tame: how it acts in sums does not follow from nim-values, so the genera of sums were computed.", brief(t.Component))
			default:
				say("%s is not tame: how it acts in sums does not follow from nim-values, so the genera of sums were computed.", brief(t.Component))
			}
			return
		}
	}
	say("All components are tame, but not all of their options are known to be: the genera of sums say which moves win.")
}

// knownTotal returns c as a sum if it was needed.
func (s *solver) knownTotal(c grundy.Component) (total misere.Total, ok bool) {
	if s.reducer == nil {
		return total, false
	}
	for _, part := range c.Split() {
		known, ok := s.reducer.known(part)
		if size, isHeap := heapSize(part); !ok && isHeap && size <= misere.MostWritten {
			if known.Total, _ = s.reducer.sums.Nim(int(size)); known.Total == (misere.Total{}) && size > 0 {
				return total, false
			}
		} else if !ok {
			return total, false
		}
		total = total.Plus(known.Total)
	}
	return total, true
}

// A likeness describes a component as a sum.
type likeness struct {
	genus misere.Stated
	form  string // the canonical form, "" if it is long
}

// genusWork bounds the work on a genus that only describes a component.
const genusWork = 1 << 16

// likenessOf describes c if it was needed as a sum, and its genus does not take long. The
// canonical form, if it does not either, says best what class the game has.
func (s *solver) likenessOf(c grundy.Component) (t likeness, ok bool) {
	total, ok := s.knownTotal(c)
	if !ok {
		return t, false
	}
	sums := s.reducer.sums
	sums.SetWork(sums.Work() + genusWork)
	if f, store, ok := sums.CanonicalForm(total); ok {
		t.genus = store.Stated(f)
		t.form, _ = store.Short(f)
		return t, true
	}
	var err error
	t.genus, err = sums.Stated(total)
	return t, err == nil
}

// String describes the component in words.
func (t likeness) String() string {
	if t.genus.Class == misere.Nim {
		return fmt.Sprintf("equal to a heap of Nim of %v", t.genus)
	}
	text := fmt.Sprintf("genus %v (%v)", t.genus, t.genus.Class)
	if t.form != "" && len(t.form) <= 40 {
		text += ", canonical form " + t.form
	}
	return text
}

// isOutOfWork reports whether err ends work that may go on under a larger bound.
func isOutOfWork(err error) bool { return errors.Is(err, grundy.Spent("steps")) }
