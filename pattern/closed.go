package pattern

// This file lends games the closed forms of proved patterns, so that package solve answers
// for positions that are too far out for tables and searches.

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"strings"
	"sync"
	"time"

	"grundy"
	"grundy/rules"
	"grundy/solve"
	"grundy/theory/automata"
	"grundy/theory/definable"
)

// A Closer finds and proves the patterns of games, each once. Several goroutines may use it.
type Closer struct {
	// Settle finds and proves a pattern; nil for [Settle].
	Settle func(ctx context.Context, c grundy.Component, k Kind, misere bool, budget solve.Budget) (*Known, error)
	// Memory bounds what the tables of a game take; 0 for a usual amount.
	Memory uint64

	mu    sync.Mutex
	known map[knownKey]*Known // nil for those that have no proved pattern
}

type knownKey struct {
	game   grundy.GameID
	kind   Kind
	misere bool
}

// mostNear is how many positions with smaller numbers there may be for a position that is
// not far out.
const mostNear = 1 << 26

// isFar reports whether the numbers in the text of a position are so large that tables and
// searches do not reach it.
func isFar(text string) bool {
	product, n, at := 1.0, 0.0, false
	inside := false
	for _, r := range text + ")" {
		switch {
		case r == '(':
			inside = true
		case inside && '0' <= r && r <= '9':
			n, at = 10*n+float64(r-'0'), true
		case at:
			product, n, at = product*(n+1), 0, false
		}
	}
	return product > mostNear
}

// Close returns the component with closed forms, if its game is one of rules, and the
// position is far out or near ones are wanted too; otherwise it returns the component
// itself. Patterns are found when they are asked for, until ctx ends.
func (x *Closer) Close(ctx context.Context, c grundy.Component, near bool) (with grundy.Component, ok bool) {
	if _, isRules := c.Position().(rules.Position); !isRules || !near && !isFar(c.String()) {
		return c, false
	}
	if f, ok := rules.FileOf(c); ok && f.HasTheorem() && !near {
		return c, false // which tells the values of all positions
	}
	if _, may := c.Ending(); may {
		return c, false
	}
	if _, loopy := c.PlanLoopy(); loopy {
		return c, false
	}
	return grundy.Place(&closed{Closer: x, ctx: ctx, near: near, id: c.GameID(), counts: map[string]*big.Int{}}, c), true
}

// ends returns an error where nothing is known that every move lowers: then tables would be
// searched in vain. That is the first thing that each proof needs.
func (g *game) ends(ctx context.Context) error {
	theory := &automata.Theory{System: automata.Base(max(g.Base, 2)), Budget: automata.Budget{States: states}}
	w := automata.NewWork(ctx, theory.Budget)
	defer w.Close()
	nothing := w.False(theory.System.Universe(), g.Moves.Coordinates...)
	_, err := definable.Prove(ctx, theory, g.Moves, definable.Claim{Of: definable.POutcome, Sets: []*automata.Automaton{nothing}})
	if refused, ok := errors.AsType[*definable.Refusal](err); ok && strings.HasPrefix(refused.Says, "no measure") {
		return &Unproved{Why: refused.Says, Err: err}
	}
	return ctx.Err()
}

// Learn finds and proves what may decide a sum, and reports whether anything is known then.
func (x *Closer) Learn(ctx context.Context, sum grundy.Sum, misere bool) (known bool) {
	kind := NimValues
	if len(sum) == 1 && sum[0].Copies == 1 {
		kind = Outcomes
	}
	conventions := []bool{false}
	if misere {
		conventions = []bool{false, true}
	}
	for _, t := range sum {
		if _, ok := x.Close(ctx, t.Component, true); !ok {
			continue
		}
		for _, convention := range conventions {
			if x.learn(ctx, t.Component, kind, convention) != nil {
				break
			}
			found, _ := x.find(knownKey{t.Component.GameID(), kind, convention})
			known = known || found != nil
		}
	}
	return known
}

// CloseAll is Close for all components of a sum.
func (x *Closer) CloseAll(ctx context.Context, sum grundy.Sum, near bool) (with grundy.Sum, ok bool) {
	with = make(grundy.Sum, len(sum))
	for i, t := range sum {
		var is bool
		with[i].Copies = t.Copies
		with[i].Component, is = x.Close(ctx, t.Component, near)
		ok = ok || is
	}
	return with, ok
}

// learnTime is how long it may take to find and prove one pattern.
const learnTime = time.Minute

// The searches for the tables of a game may take so much, where nobody says.
const (
	usualMemory = 256 << 20
	learnSteps  = 1 << 25
)

// learn finds and proves a pattern, unless that was tried before.
func (x *Closer) learn(ctx context.Context, c grundy.Component, k Kind, misere bool) error {
	key := knownKey{c.GameID(), k, misere}
	if _, tried := x.find(key); tried {
		return nil
	}
	settle := x.Settle
	if settle == nil {
		settle = Settle
	}
	within, cancel := context.WithTimeout(ctx, learnTime)
	defer cancel()
	known, err := settle(within, c, k, misere, solve.Budget{Memory: cmp.Or(x.Memory/2, usualMemory), Steps: learnSteps})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		known = nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.known == nil {
		x.known = map[knownKey]*Known{}
	}
	x.known[key] = known
	return err
}

func (x *Closer) find(key knownKey) (known *Known, tried bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	known, tried = x.known[key]
	return known, tried
}

// A closed game plays as another one, whose patterns it knows. Its positions are components
// of that game.
type closed struct {
	*Closer
	ctx  context.Context
	id   grundy.GameID
	near bool

	mu     sync.Mutex
	counts map[string]*big.Int // of the options of positions
}

var (
	_ grundy.Wrapper[grundy.Component]       = (*closed)(nil)
	_ grundy.Learner[grundy.Component]       = (*closed)(nil)
	_ grundy.Measurer[grundy.Component]      = (*closed)(nil)
	_ grundy.Finder[grundy.Component]        = (*closed)(nil)
	_ grundy.OptionCounter[grundy.Component] = (*closed)(nil)
	_ grundy.MoveNamer[grundy.Component]     = (*closed)(nil)
	_ grundy.Identified                      = (*closed)(nil)
	_ grundy.Terminating                     = (*closed)(nil)
)

// RulesKey implements [grundy.Identified].
func (g *closed) RulesKey() any { return g.id }

// AppendOptions implements [grundy.Game].
func (*closed) AppendOptions(dst []grundy.Component, c grundy.Component) []grundy.Component {
	return c.AppendOptions(dst)
}

// AppendPosition implements [grundy.Notation].
func (*closed) AppendPosition(dst []byte, c grundy.Component) []byte { return c.AppendText(dst) }

// Inner implements [grundy.Wrapper].
func (*closed) Inner(c grundy.Component) (grundy.Component, bool) { return c, true }

// With implements [grundy.Wrapper].
func (*closed) With(_, c grundy.Component) grundy.Component { return c }

// claims returns which patterns tell a measure, each enough by itself, or all of them for
// outcomes in both conventions.
func claims(m grundy.Measure) (keys []knownKey, all bool) {
	switch m {
	case grundy.ByOutcome:
		return []knownKey{{kind: Outcomes}, {kind: NimValues}}, false
	case grundy.ByNimValue:
		return []knownKey{{kind: NimValues}}, false
	case grundy.ByOutcomes:
		return []knownKey{{kind: Outcomes}, {kind: Outcomes, misere: true}}, true
	case grundy.ByMisereOutcome:
		return []knownKey{{kind: Outcomes, misere: true}, {kind: NimValues, misere: true}}, false
	case grundy.ByMisereNimValue:
		return []knownKey{{kind: NimValues, misere: true}}, false
	case grundy.ByRemoteness:
		return []knownKey{{kind: Remoteness}}, false
	case grundy.ByMisereRemoteness:
		return []knownKey{{kind: Remoteness, misere: true}}, false
	}
	return nil, false
}

// PlanLearning implements [grundy.Learner].
func (g *closed) PlanLearning(m grundy.Measure, c grundy.Component) (grundy.Learning, bool) {
	if inner, ok := c.PlanLearning(m); ok {
		return inner, true
	}
	if _, _, ok := c.Measure(m); ok || !g.near && !isFar(c.String()) {
		return grundy.Learning{}, false
	}
	keys, all := claims(m)
	var missing []knownKey
	for _, key := range keys {
		key.game = g.id
		known, tried := g.find(key)
		if !tried {
			missing = append(missing, key)
		} else if known != nil && !all {
			return grundy.Learning{}, false
		}
	}
	return grundy.Learning{
		Cost: grundy.Cost{Bytes: 32 << 20, Time: 1500 * time.Millisecond}, // more than what nobody needs may cost
		Learn: func(ctx context.Context) error {
			for _, key := range missing {
				err := g.learn(ctx, c.AtRest(), key.kind, key.misere)
				if err == nil && !all || ctx.Err() != nil {
					return ctx.Err()
				}
			}
			return nil
		},
	}, len(missing) > 0
}

// numbers returns the coordinates of a component for a pattern that covers it.
func (k *Known) numbers(c grundy.Component) ([]*big.Int, bool) {
	p, ok := c.Position().(rules.Position)
	if !ok {
		return nil, false
	}
	at, ok := k.Definition.Coordinates(p)
	if !ok {
		return nil, false
	}
	numbers := make([]*big.Int, len(at))
	for i, n := range at {
		if n < 0 {
			return nil, false
		}
		numbers[i] = big.NewInt(n)
	}
	return numbers, k.Answers.Covers(numbers)
}

// told returns the first pattern of a measure that covers c, or the two of outcomes in both
// conventions.
func (g *closed) told(m grundy.Measure, c grundy.Component) (known []*Known, at []*big.Int) {
	keys, all := claims(m)
	for _, key := range keys {
		key.game = g.id
		k, _ := g.find(key)
		if k == nil {
			continue
		}
		numbers, covers := k.numbers(c)
		if !covers {
			continue
		}
		if known, at = append(known, k), numbers; !all {
			return known, at
		}
	}
	if all && len(known) < len(keys) {
		return nil, nil
	}
	return known, at
}

// value returns what a pattern says of a position.
func (g *closed) value(k *Known, at []*big.Int) (uint64, bool) {
	v, ok, err := k.Answers.Measure(g.ctx, at)
	if err != nil || !ok || !v.IsUint64() {
		return 0, false
	}
	return v.Uint64(), true
}

// Measure implements [grundy.Measurer].
func (g *closed) Measure(m grundy.Measure, c grundy.Component) (measure uint64, method string, ok bool) {
	known, at := g.told(m, c)
	if len(known) == 0 {
		return 0, "", false
	}
	v, ok := g.value(known[0], at)
	method = strings.TrimSuffix(known[0].Theorem, ".")
	switch {
	case !ok:
		return 0, "", false
	case m == grundy.ByOutcome, m == grundy.ByMisereOutcome:
		return min(v, 1), method, true
	case m != grundy.ByOutcomes:
		return v, method, true
	}
	misere, ok := g.value(known[1], at)
	if count, counted := g.count(known[0], c, at); !ok || !counted {
		return 0, "", false
	} else if count.Sign() == 0 {
		return 0, method, true
	}
	if measure = 2 - min(misere, 1); v > 0 {
		measure = 3 + min(misere, 1)
	}
	return measure, method + "; " + strings.TrimSuffix(known[1].Theorem, "."), true
}

// FindOptions implements [grundy.Finder].
func (g *closed) FindOptions(m grundy.Measure, c grundy.Component, lo, hi uint64) (found grundy.Found[grundy.Component], ok bool) {
	known, at := g.told(m, c)
	if len(known) == 0 {
		return found, false
	}
	k := known[0]
	if m == grundy.ByOutcomes {
		if lo != 2 || hi != 3 { // P in misère play, which the others do not tell
			return found, false
		}
		k, lo, hi = known[1], 0, 0
	}
	if (m == grundy.ByOutcome || m == grundy.ByMisereOutcome) && hi >= 1 {
		hi = math.MaxUint64
	}
	most := new(big.Int).SetUint64(hi)
	if hi == math.MaxUint64 {
		most = nil
	}
	options, err := k.Answers.Options(g.ctx, at, new(big.Int).SetUint64(lo), most)
	if err != nil {
		return found, false
	}
	return grundy.Found[grundy.Component]{Count: options.Count, Each: func(yield func(grundy.Component) bool) {
		for to := range options.Each {
			q, ok := k.place(c, to)
			if !ok || !yield(q) {
				return
			}
		}
	}}, true
}

// place returns the position of the game of c with these coordinates.
func (k *Known) place(c grundy.Component, numbers []*big.Int) (grundy.Component, bool) {
	at := make([]int64, len(numbers))
	for i, n := range numbers {
		if !n.IsInt64() {
			return nil, false
		}
		at[i] = n.Int64()
	}
	q, err := k.Definition.Place(at)
	if err != nil {
		return nil, false
	}
	return grundy.SameGame(q, c), true
}

// mostCounts bounds the counts of options that are kept.
const mostCounts = 1 << 10

// count returns how many options c has.
func (g *closed) count(k *Known, c grundy.Component, at []*big.Int) (*big.Int, bool) {
	text := c.String()
	g.mu.Lock()
	defer g.mu.Unlock()
	if count := g.counts[text]; count != nil {
		return count, true
	}
	options, err := k.Answers.Options(g.ctx, at, new(big.Int), nil)
	if err != nil {
		return nil, false
	}
	if len(g.counts) >= mostCounts {
		clear(g.counts)
	}
	g.counts[text] = options.Count
	return options.Count, true
}

// Ends implements [grundy.Terminating]: every move lowers a measure, which is part of each
// proof.
func (g *closed) Ends() bool {
	for _, kind := range kinds {
		for _, misere := range []bool{false, true} {
			if known, _ := g.find(knownKey{g.id, kind, misere}); known != nil {
				return true
			}
		}
	}
	return false
}

var kinds = []Kind{Outcomes, NimValues, Remoteness}

// CountOptions implements [grundy.OptionCounter].
func (g *closed) CountOptions(c grundy.Component) uint64 {
	for _, kind := range kinds {
		for _, misere := range []bool{false, true} {
			known, _ := g.find(knownKey{g.id, kind, misere})
			if known == nil {
				continue
			}
			if at, ok := known.numbers(c); ok {
				if count, ok := g.count(known, c, at); ok && count.IsUint64() {
					return count.Uint64()
				} else if ok {
					return math.MaxUint64
				}
			}
		}
	}
	if isFar(c.String()) {
		return math.MaxUint64 // they are not counted before they are asked for
	}
	return uint64(len(c.AppendOptions(nil)))
}

// mostWords is the number of options up to which moves are put into words: the rules are
// asked for all of them.
const mostWords = 1 << 12

// AppendMove implements [grundy.MoveNamer].
func (g *closed) AppendMove(dst []byte, c, q grundy.Component) []byte {
	if g.CountOptions(c) > mostWords {
		return dst
	}
	return append(dst, c.DescribeMove(q)...)
}
