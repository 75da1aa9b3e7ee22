package solve

// Misère sums by couples: theory/search decides them, by keys that stand for sums of parts
// (theory/misere/lister.go). It asks only for what the outcome needs, and parts of little play
// are known by their canonical forms.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/search"
)

// A sumSearch decides the sums that play from the sum of a question can reach.
type sumSearch struct {
	solver  *solver
	games   []partGame
	numbers map[grundy.GameID]int // of games
	lister  *misere.Lister
	couples *search.Couples[string]
	work    uint64 // that may be done
}

// A partGame is a game by keys that are texts.
type partGame interface {
	grundy.MoveLister[string]
	keysOf(of ...grundy.Component) ([]string, error)
	text(key string) string
}

// keyedGame is a partGame of a game by its own keys, or by those of a book.
type keyedGame[K search.Key] struct {
	*packing[K]
	moves grundy.Moves[K]
}

func (g *keyedGame[K]) keysOf(of ...grundy.Component) (texts []string, err error) {
	keys, err := g.packing.keysOf(of...)
	for _, k := range keys {
		texts = append(texts, bytesOf(k))
	}
	return texts, err
}

func (g *keyedGame[K]) AppendMoves(m *grundy.Moves[string], key string) error {
	g.moves.Parts, g.moves.Ends = g.moves.Parts[:0], g.moves.Ends[:0]
	if err := g.game.Lister.AppendMoves(&g.moves, g.key(key)); err != nil {
		return err
	}
	before := len(m.Parts)
	for _, k := range g.moves.Parts {
		m.Parts = append(m.Parts, bytesOf(k))
	}
	for _, end := range g.moves.Ends {
		m.Ends = append(m.Ends, before+end)
	}
	clear(g.moves.Parts)
	return nil
}

// Size implements [search.Sizer].
func (g *keyedGame[K]) Size(key string) uint32 {
	if sizer, ok := g.game.Lister.(search.Sizer[K]); ok {
		return sizer.Size(g.key(key))
	}
	return 1
}

func (g *keyedGame[K]) text(key string) string { return brief(g.game.Unpack(g.key(key))) }

// key reads what keysOf and AppendMoves have written.
func (g *keyedGame[K]) key(text string) K {
	key, _ := keyOfBytes[K](text)
	return key
}

func (by *packing[K]) parts() partGame {
	return &keyedGame[K]{packing: by}
}

// mostTriedHeap is the largest heap of Nim all of whose moves are tried.
const mostTriedHeap = 64

// searching returns the search of the question.
func (s *solver) searching() (*sumSearch, error) {
	if s.sums != nil {
		return s.sums, nil
	}
	r := &sumSearch{solver: s, numbers: map[grundy.GameID]int{}}
	books := bookOfParts() // of all games without keys
	withoutKeys := books.parts()
	for _, t := range s.question.Sum {
		c := t.Component
		if err := tooWide(c); err != nil {
			return nil, err
		}
		if err := readsLikeOption(c); err != nil {
			return nil, err
		}
		if _, ok := r.numbers[c.GameID()]; ok {
			continue
		}
		game := withoutKeys
		if by := packerOf(c); by != nil {
			game = by.parts()
		}
		at := slices.Index(r.games, game)
		if at < 0 {
			at, r.games = len(r.games), append(r.games, game)
		}
		r.numbers[c.GameID()] = at
	}
	listers := make([]grundy.MoveLister[string], len(r.games))
	for i, g := range r.games {
		listers[i] = g
	}
	var err error
	if r.lister, err = misere.NewLister(listers...); err != nil {
		return nil, err
	}
	r.lister.Check = r.check
	r.couples = search.NewCouples(search.Rules[string](r.lister), search.Options{})
	books.book.memo = r.couples
	for _, t := range s.question.Sum {
		if r.games[r.numbers[t.Component.GameID()]] == withoutKeys {
			books.book.bind(s, t.Component)
		}
	}
	s.sums = r
	return r, nil
}

// check looks at the budget.
func (r *sumSearch) check() error {
	over := &search.BudgetError{Positions: r.couples.Positions(), What: "memory", Limit: r.solver.memoryLeft(0)}
	if over.Limit > 0 && r.couples.Bytes()+r.lister.Bytes() > over.Limit {
		return over
	}
	if r.lister.Work() > r.work {
		over.What, over.Limit = "steps", r.work
		return over
	}
	return r.solver.ctx.Err()
}

// decideInCouples settles a sum by couples, unless its largest heap is so large that the one move that
// may win there must be found, not tried: the genera of sums tell it.
func decideInCouples(s *solver, work uint64) (*decision, error) {
	for _, t := range s.question.Sum {
		if count, ok := t.Component.CountOptions(); ok { // which are listed at once
			cost := grundy.Cost{Bytes: heldBytes(t.Component, count)}
			if err := s.allows(t.Component, " for "+optionsOf(count), cost); err != nil {
				return nil, err
			}
		}
		for _, part := range t.Component.Split() {
			if n, ok := heapSize(part); ok && n > mostTriedHeap {
				return decideIn(s, s.reducing(), work)
			}
		}
	}
	r, err := s.searching()
	if err != nil {
		return nil, err
	}
	return decideIn(s, r, work)
}

// within implements [algebra].
func (r *sumSearch) within(work uint64) error {
	r.work = work
	r.couples.SetOptions(search.Options{Memory: r.solver.memoryLeft(0)})
	return nil
}

// element returns the keys of the parts of c.
func (r *sumSearch) element(c grundy.Component) (keys []string, err error) {
	number := r.numbers[c.GameID()]
	for _, part := range c.Split() {
		if size, ok := heapSize(part); ok {
			keys = append(keys, misere.Heap(size))
			continue
		}
		own, err := r.games[number].keysOf(part)
		if err != nil {
			return nil, err
		}
		for _, k := range own {
			keys = append(keys, misere.Part(number, k))
		}
	}
	return keys, nil
}

func (r *sumSearch) times(once []string, copies uint64) ([]string, error) {
	const most = 1 << 12
	if grundy.MulCounts(copies, uint64(len(once))) > most {
		return nil, fmt.Errorf("a sum of more than %d games in misère play: %w", most, grundy.ErrTooLarge)
	}
	return slices.Repeat(once, int(copies)), nil
}

func (*sumSearch) plus(a, b []string) []string { return slices.Concat(a, b) }

func (*sumSearch) minus([]string, []string) ([]string, bool) { return nil, false }

// beside returns the largest heap among parts, and the keys of the others.
func (r *sumSearch) beside(parts []string) (heap uint64, keys []string, err error) {
	largest := -1
	for i, key := range parts {
		if n, ok := misere.HeapOf(key); ok && (largest < 0 || n > heap) {
			heap, largest = n, i
		}
	}
	if largest >= 0 {
		parts = slices.Delete(slices.Clone(parts), largest, largest+1)
	}
	keys, err = r.lister.Keys(parts...)
	return heap, keys, err
}

func (r *sumSearch) isP(parts []string) (p bool, err error) {
	heap, keys, err := r.beside(parts)
	if err == nil {
		p, err = r.couples.IsP(r.solver.ctx, heap, keys...)
	}
	return p, r.explain(err)
}

// explain says what an error is about.
func (r *sumSearch) explain(err error) error {
	if over, ok := errors.AsType[*search.BudgetError](err); ok {
		return r.solver.outOfSums(over.What, r.lister.Parts(), int(over.Positions))
	}
	return explainCycle(err, func(key string) string {
		return strings.Join(r.lister.Text(key, func(game int, key string) string { return r.games[game].text(key) }), " + ")
	})
}

// byMisereCouples settles a sum by couples.
type byMisereCouples struct {
	winningOptions
	search *sumSearch
	all    addedUp[[]string]
}

func (r *sumSearch) settles(d *decision, all addedUp[[]string]) (wildWay, error) {
	atoms := r.lister.Forms()
	d.theorem = fmt.Sprintf("misère play by a search that prunes: %s couples of a sum of parts and a heap, by proof numbers; small parts by %s canonical forms (On Numbers and Games, chapter 12; J. Lemoine, S. Viennot 2009; theory/misere/lister.go)",
		units.Grouped(r.couples.Couples()), units.Grouped(uint64(atoms)))
	return &byMisereCouples{search: r, all: all}, nil
}

// wins leaves the moves to the way.
func (r *sumSearch) wins(_ *decision, _ addedUp[[]string]) (winningOptions, error) {
	return winningOptions{}, nil
}

// winningMoves tries the options. Where the question wants few, it stops when all would take much
// longer than the outcome did.
func (way *byMisereCouples) winningMoves(s *solver, _ *decision, a *Answer) error {
	r, steps := way.search, uint64(math.MaxUint64)
	if before := r.lister.Work(); s.question.FewMoves || s.question.Budget.Steps > 0 {
		steps = before + s.bounded(2*before+probe.steps/2)
	}
	if err := r.within(steps); err != nil {
		return err
	}
	found, why := way.all.winning()
	if why == nil {
		return found.winningMoves(s, nil, a)
	}
	if !s.question.FewMoves || !isOverBudget(why) && s.ctx.Err() == nil {
		return why
	}
	first := s.firstIndices()
	beside := way.all.others()
	for i, t := range s.question.Sum {
		others, err := beside(i)
		if err != nil {
			return err
		}
		for _, q := range t.Component.AppendOptions(nil) {
			if p, known := r.decided(others, q); known && p {
				if s.question.MaxMoves > 0 {
					a.WinningMoves = []Move{{{first[i], t.Component, q}}}
				}
				a.WinningMoveCount, a.Uncounted = nil, why
				return nil
			}
		}
	}
	return why
}

// decided reports what is known, without search, of components beside some parts.
func (r *sumSearch) decided(parts []string, components ...grundy.Component) (p, known bool) {
	for _, c := range components {
		own, err := r.element(c)
		if err != nil {
			return false, false
		}
		parts = slices.Concat(parts, own)
	}
	heap, keys, err := r.beside(parts)
	if err != nil {
		return false, false
	}
	return r.couples.Decided(heap, keys...)
}

func (*byMisereCouples) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	say("A search asked only for the outcomes that it needed, of sums whose small parts were replaced by their canonical forms.")
}
