//go:build !playing

package solve

// Sums with heaps of infinite size. Their nim-values are ordinals, which add as nim-sums do; those of the other components are finite.
// Options of infinite heaps cannot be listed, but a winning move is one of a few that are found by their nim-values.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/ordinal"
)

// Endless says whether heaps of infinite size are understood.
const Endless = true

// A transfiniteGame has positions with options that cannot be listed, as [grundy/games/heap.Transfinite] does. They are
// like heaps of Nim.
type transfiniteGame interface {
	// Size returns the nim-value of a position, and whether it is firm in misère play.
	Size(position any) (value ordinal.Ordinal, firm bool)
	// OptionsOf returns the options of that nim-value; with keep those for which it holds of whether they are firm.
	OptionsOf(position any, value ordinal.Ordinal, keep func(firm bool) bool) grundy.Found[grundy.Component]
	// IsEndless reports whether some options cannot be listed. Unlisted returns the first heaps that have such options, and
	// Examples some of these options.
	IsEndless(position any) bool
	Unlisted(position any) []ordinal.Heap
	Examples(position any) []grundy.Component
	// ReadOption returns the option that a text writes, or nil.
	ReadOption(position any, text string) grundy.Component
}

// transfiniteOf returns the game of a component, if it has options that cannot be listed.
func transfiniteOf(c grundy.Component) (game transfiniteGame, ok bool) {
	game, ok = c.Game().(transfiniteGame)
	return game, ok && game.IsEndless(c.Position())
}

// IsEndless reports whether a component has options that cannot be listed.
func IsEndless(c grundy.Component) bool {
	_, ok := transfiniteOf(c)
	return ok
}

// Described describes the options of a component that cannot be listed, if there are any.
func Described(c grundy.Component) (heaps []EndlessHeap) {
	game, ok := c.Game().(transfiniteGame)
	if !ok {
		return nil
	}
	for _, h := range game.Unlisted(c.Position()) {
		heaps = append(heaps, EndlessHeap{h.Size.String(), h.Before, h.After})
	}
	return heaps
}

// Examples returns some options of a component with options that cannot be listed.
func Examples(c grundy.Component) []grundy.Component {
	if game, ok := transfiniteOf(c); ok {
		return game.Examples(c.Position())
	}
	return nil
}

// ReadOption returns the option of such a component that a text writes, or nil.
func ReadOption(c grundy.Component, text string) grundy.Component {
	if game, ok := transfiniteOf(c); ok {
		return game.ReadOption(c.Position(), text)
	}
	return nil
}

// Transfinite returns a component with options that cannot be listed, or nil.
func Transfinite(sum grundy.Sum) grundy.Component {
	for _, t := range sum {
		if IsEndless(t.Component) {
			return t.Component
		}
	}
	return nil
}

// byOrdinals settles a sum by the nim-sum of ordinals.
type byOrdinals struct {
	values []ordinal.Ordinal // of the terms
	firm   []bool            // in misère play
	views  []*view           // of the terms with finite options only
	sum    ordinal.Ordinal
	misere bool
}

func transfiniteWays() []row {
	return []row{{
		fits:   func(s *solver) bool { return Transfinite(s.question.Sum) != nil },
		settle: (*solver).decideByOrdinals,
	}}
}

// decideByOrdinals settles a disjunctive sum with infinite heaps. In misère play all other components must be tame. As an infinite
// heap is firm, the outcome is the same as in normal play (theory/misere).
func (s *solver) decideByOrdinals(d *decision) (*decision, error) {
	if MayEnd(s.question.Sum) || s.isLoopy() {
		return nil, fmt.Errorf("%s: beside heaps of infinite size only games are understood in which play ends when nobody can move: %w", briefSum(s.question.Sum), grundy.ErrUnknown)
	}
	r := byOrdinals{misere: s.isMisere()}
	by := grundy.ByNimValue
	if r.misere {
		by = grundy.ByGenus
	}
	known := map[grundy.Identity]uint64{}
	for _, t := range s.question.Sum {
		var value ordinal.Ordinal
		var firm bool
		var v *view
		if game, ok := transfiniteOf(t.Component); ok {
			value, firm = game.Size(t.Component.Position())
		} else {
			var err error
			if v, err = s.view(t.Component, by); err == nil && v == nil {
				err = fmt.Errorf("%s: beside heaps of infinite size games are understood whose %v is known, and that is %w", brief(t.Component), by, grundy.ErrUnknown)
			}
			if err == nil {
				err = v.build()
			}
			if err != nil {
				return nil, err
			}
			finite := v.value
			if r.misere {
				var nim grundy.Value
				nim, firm = misere.Split(v.value)
				finite = uint64(nim)
			}
			value = ordinal.OfUint64(finite)
			known[t.Component.Identity()] = finite
			d.theorem = joinMethods(d.theorem, v.method)
		}
		r.values, r.firm, r.views = append(r.values, value), append(r.firm, firm), append(r.views, v)
		if t.Copies%2 == 1 {
			r.sum = r.sum.NimSum(value)
		}
	}
	_, method, _ := Transfinite(s.question.Sum).Measure(grundy.ByOutcome)
	d.theorem = joinMethods(method, d.theorem)
	if r.misere {
		d.theorem = joinMethods(d.theorem, misere.Theorem)
	}
	d.valueOf = func(c grundy.Component) (uint64, bool) {
		v, ok := known[c.Identity()]
		return v, ok
	}
	d.way, d.outcome = r, grundy.N
	if r.sum.IsZero() {
		d.outcome = grundy.P
	}
	return d, nil
}

func joinMethods(a, b string) string {
	if strings.Contains(a, b) {
		return a
	}
	return strings.TrimPrefix(a+"; "+b, "; ")
}

// options returns the options of a term that win.
func (r byOrdinals) options(s *solver, i int) ([]grundy.Found[grundy.Component], error) {
	c := s.question.Sum[i].Component
	to := r.sum.NimSum(r.values[i])
	game, infinite := transfiniteOf(c)
	if !r.misere {
		if infinite {
			return []grundy.Found[grundy.Component]{game.OptionsOf(c.Position(), to, nil)}, nil
		}
		return r.found(i, to, func(v uint64) []uint64 { return []uint64{v} })
	}
	others := s.question.Sum[i].Copies > 1 && r.firm[i]
	for j, firm := range r.firm {
		others = others || j != i && firm
	}
	if !infinite { // which is beside an infinite heap: nothing is left but firm positions
		return r.found(i, to, func(v uint64) []uint64 {
			genera := []uint64{misere.Genus(grundy.Value(v), true)}
			if v <= 1 {
				genera = append(genera, misere.Genus(grundy.Value(v), false))
			}
			return genera
		})
	}
	options := []grundy.Found[grundy.Component]{game.OptionsOf(c.Position(), to, func(firm bool) bool { return firm || others })}
	if !others { // heaps of 1 may be left, an odd number of them
		odd := to.NimSum(ordinal.OfUint64(1))
		options = append(options, game.OptionsOf(c.Position(), odd, func(firm bool) bool { return !firm }))
	}
	return options, nil
}

// found returns the options of a term with finite options whose nim-value is that one, by measures that mean it.
func (r byOrdinals) found(i int, value ordinal.Ordinal, measures func(v uint64) []uint64) (options []grundy.Found[grundy.Component], err error) {
	v, finite := value.Uint64()
	if !finite {
		return nil, nil
	}
	for _, m := range measures(v) {
		found, err := r.views[i].find(m, m)
		if err != nil {
			return nil, err
		}
		options = append(options, found)
	}
	return options, nil
}

func (r byOrdinals) winningMoves(s *solver, _ *decision, a *Answer) error {
	first := s.firstIndices()
	for i, t := range s.question.Sum {
		options, err := r.options(s, i)
		if err != nil {
			return err
		}
		copies := new(big.Int).SetUint64(t.Copies)
		for _, of := range options {
			count := new(big.Int).Mul(of.Count, copies)
			a.WinningMoveCount.Add(a.WinningMoveCount, count)
			wanted := uint64(s.question.MaxMoves - len(a.WinningMoves))
			if count.IsUint64() {
				wanted = min(wanted, count.Uint64())
			}
			if wanted == 0 {
				continue
			}
			if err := s.chargeList(i, grundy.MulCounts(wanted, heldBytes(t.Component, 1)), wanted); err != nil {
				return err
			}
			for q := range of.Each {
				if len(a.WinningMoves) == s.question.MaxMoves {
					break
				}
				for n := range min(t.Copies, uint64(s.question.MaxMoves-len(a.WinningMoves))) {
					a.WinningMoves = append(a.WinningMoves, Move{{Component: first[i] + int(n), From: t.Component, To: q}})
				}
				if err := s.ctx.Err(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r byOrdinals) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	switch {
	case r.misere:
		say("A heap of 2 or more is left, so play as in normal play: the nim-sum of the nim-values is %v, and who leaves 0 wins, unless only heaps of 1 would be left; then their number must be odd.", r.sum)
	default:
		say("The nim-sum of the nim-values, infinite ones among them, is %v; who leaves 0 wins.", r.sum)
	}
}

// transfinite adds the nim-values of all terms, and of the sum, to an answer.
func (d *decision) transfinite(a *Answer) {
	r, ok := d.way.(byOrdinals)
	if !ok {
		return
	}
	for i, v := range r.values {
		a.Components[i].NimValue, a.Components[i].Infinite = finiteOrNot(v)
	}
	if !r.misere {
		a.NimValue, a.Infinite = finiteOrNot(r.sum)
	}
}

// finiteOrNot returns a nim-value as a number, or as a value that is infinite.
func finiteOrNot(v ordinal.Ordinal) (*uint64, *grundy.LoopyValue) {
	if n, finite := v.Uint64(); finite {
		return &n, nil
	}
	value := valueOfOrdinal(v)
	return nil, &value
}

// described lists options where some cannot be listed: the winning ones, and then those of the components and heaps that can.
func (s *solver) described(q OptionsQuestion) (*OptionList, error) {
	s.question.MaxMoves = max(q.MaxMoves, maxShown)
	d, err := s.choose()
	if err != nil {
		return nil, err
	}
	list := &OptionList{}
	if list.Answer, err = s.answer(d); err != nil {
		return nil, err
	}
	if list.Answer.Unlisted != nil {
		return nil, list.Answer.Unlisted
	}
	won := map[string]bool{}
	add := func(move Move, outcome grundy.Outcome) bool {
		if len(list.Options) < q.MaxMoves {
			o := Option{Move: move, Outcome: outcome}
			s.valueOrdinals(d.way.(byOrdinals), &o)
			list.Options = append(list.Options, o)
		}
		return len(list.Options) < q.MaxMoves && s.ctx.Err() == nil
	}
	for _, move := range list.Answer.WinningMoves {
		won[keyOfMove(move)] = true
		add(move, grundy.P)
	}
	EachMove(s.question.Sum, s.kind, func(move Move) bool {
		return won[keyOfMove(move)] || add(slices.Clone(move), grundy.N)
	})
	for _, t := range s.question.Sum {
		for _, h := range Described(t.Component) {
			says := h.Says()
			if len(s.question.Sum) > 1 || t.Copies > 1 {
				says = brief(t.Component) + ": " + says
			}
			list.Described = append(list.Described, says)
		}
	}
	return list, s.ctx.Err()
}

// valueOrdinals adds nim-values to an option where they are known.
func (s *solver) valueOrdinals(r byOrdinals, o *Option) {
	if r.misere {
		return
	}
	step := o.Move[0]
	at := uint64(step.Component)
	term := 0
	for at >= s.question.Sum[term].Copies {
		at -= s.question.Sum[term].Copies
		term++
	}
	var to ordinal.Ordinal
	if game, ok := step.To.Game().(transfiniteGame); ok {
		to, _ = game.Size(step.To.Position())
	} else if v, _, ok := s.closedIf(step.To, grundy.ByNimValue, nil); ok {
		to = ordinal.OfUint64(v)
	} else if v := r.views[term]; v.table != nil {
		to = ordinal.OfUint64(v.table(step.To))
	} else {
		return
	}
	part, whole := valueOfOrdinal(to), valueOfOrdinal(r.sum.NimSum(r.values[term]).NimSum(to))
	o.To, o.Value = &part, &whole
}

// valueOfOrdinal returns an ordinal as a nim-value.
func valueOfOrdinal(v ordinal.Ordinal) grundy.LoopyValue {
	if n, finite := v.Uint64(); finite {
		return grundy.LoopyValue{Nim: grundy.Value(n)}
	}
	return grundy.LoopyValue{Infinite: true, Ordinal: v.String()}
}

// checkTransfinite refuses what is not known of sums with infinite heaps.
func checkTransfinite(sum grundy.Sum, kind compound.Kind) error {
	if c := Transfinite(sum); c != nil && kind != compound.Disjunctive {
		return fmt.Errorf("%s: a heap of infinite size is for disjunctive sums, and this is a %v compound", brief(c), kind)
	}
	return nil
}
