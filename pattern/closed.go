package pattern

// This file lends games the closed forms of proved patterns, so that package solve answers
// for positions that are too far out for tables and searches.

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A Closer lends games what it proves of them ([solve.Lender]). It finds each pattern once,
// for all who ask at a time, and keeps what was used last. The zero value is ready to use,
// by several goroutines.
type Closer struct {
	// Memory bounds what the tables of a game take, and Kept what is kept of all games; 0
	// for usual amounts.
	Memory, Kept uint64

	mu    sync.Mutex
	known map[any]*finding // by gameKey or patternKey
	clock uint64           // counts the uses
	walks map[any]walk     // by the text of a file
}

var _ solve.Lender = (*Closer)(nil)

// A gameKey tells definitions apart.
type gameKey struct {
	game  any // the text of a file, or the game
	frame string
}

type patternKey struct {
	gameKey
	kind   Kind
	misere bool
}

// A finding is what was found, or why nothing was.
type finding struct {
	done        chan struct{} // closed then
	what        any
	err         error
	again       bool // whoever looked for it was stopped
	used, bytes uint64
}

const (
	usualKept    = 64 << 20
	findingBytes = 4 << 10 // besides automata
)

// once returns what do finds for a key, and its bytes: one goroutine looks for it, and only
// once unless ctx ends meanwhile.
func (x *Closer) once(ctx context.Context, key any, do func() (what any, bytes uint64, err error)) (any, error) {
	for {
		x.mu.Lock()
		f, found := x.known[key]
		if !found {
			f = &finding{done: make(chan struct{})}
			if x.known == nil {
				x.known = map[any]*finding{}
			}
			x.known[key] = f
		}
		x.clock++
		f.used = x.clock
		x.mu.Unlock()
		if !found {
			what, bytes, err := do()
			x.mu.Lock()
			defer x.mu.Unlock()
			f.what, f.bytes, f.err = what, bytes+findingBytes, err
			if ctx.Err() != nil {
				f.again, f.err = true, context.Cause(ctx)
				delete(x.known, key)
			}
			close(f.done)
			x.evict()
			return f.what, f.err
		}
		select {
		case <-f.done:
			if !f.again {
				return f.what, f.err
			}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// evict forgets what was not used for longest, until the others fit. The mutex is held.
func (x *Closer) evict() {
	sum := uint64(0)
	for _, f := range x.known {
		sum += f.bytes
	}
	for sum > cmp.Or(x.Kept, usualKept) {
		var oldest any
		for key, f := range x.known {
			if f.bytes > 0 && (oldest == nil || f.used < x.known[oldest].used) { // it is found
				oldest = key
			}
		}
		if oldest == nil {
			return
		}
		sum -= x.known[oldest].bytes
		delete(x.known, oldest)
	}
}

// found returns what is known already; tried reports whether it was looked for.
func (x *Closer) found(key patternKey) (known *Known, tried bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f, ok := x.known[key]
	if !ok || f.bytes == 0 {
		return nil, false
	}
	x.clock++
	f.used = x.clock
	known, _ = f.what.(*Known)
	return known, true
}

// A ruled game has formulas for its moves, and play that ends.
type ruled struct {
	*game
	key     gameKey
	options *definable.Answers // which know all options
}

// mostNumbers is how many numbers a position may have: letters are as many as the base to the
// power of twice that.
const mostNumbers = 6

// ruled returns what formulas say of the game of c.
func (x *Closer) ruled(ctx context.Context, c grundy.Component) (g *ruled, err error) {
	c = c.AtRest()
	_, at, _ := strings.Cut(c.String(), "(")
	n := 1 + strings.Count(at, ",")
	if n > mostNumbers {
		return nil, &Unproved{Why: fmt.Sprintf("a position has %d numbers, and proofs are tried for at most %d", n, mostNumbers)}
	}
	for _, hold := range []bool{false, true} {
		frame := rules.FrameOf(c, rules.Frame{Hold: hold})
		key := gameKey{c.GameID(), fmt.Sprint(frame, n)}
		if f, ok := rules.FileOf(c); ok {
			key.game = f.TextKey()
		}
		what, refused := x.once(ctx, key, func() (any, uint64, error) {
			d, err := rules.DefineGame(ctx, c, frame)
			if err != nil {
				return nil, 0, err
			}
			g := &ruled{game: &game{Definition: d}, key: key}
			theory := &automata.Theory{System: automata.Base(max(d.Base, 2)), Budget: automata.Budget{States: mostEnding}}
			if err := definable.Ends(ctx, theory, d.Moves); err != nil {
				return nil, 0, err
			}
			if g.options, err = d.Answers(ctx, theory); err != nil {
				return nil, 0, err
			}
			theory.Budget.States = states // of walks to single positions
			return g, g.options.Bytes(), nil
		})
		if refused == nil {
			return what.(*ruled), nil
		}
		if err == nil {
			err = refused
		}
	}
	return nil, err
}

// mostEnding is how many states an automaton has, at most, in the proof that play ends and in
// the relations of options: that is tried before anything else is known of a game.
const mostEnding = 1 << 16

// Searches answer for positions whose numbers are few, at most mostNear if each number counts
// from 0, or that reach at most mostFew positions.
const (
	mostNear = 1 << 26
	mostFew  = 100_000
)

// hasFar reports whether the numbers in the text of a position are so large that tables and
// searches may not reach it.
func hasFar(text string) bool {
	positions, _ := extent(text)
	return positions > mostNear
}

// extent returns how many positions there are whose numbers are at most those in the text of a
// position, and the greatest of these numbers.
func extent(text string) (positions, most float64) {
	product, n, at := 1.0, 0.0, false
	inside := false
	for _, r := range text + ")" {
		switch {
		case r == '(':
			inside = true
		case inside && '0' <= r && r <= '9':
			n, at = 10*n+float64(r-'0'), true
		case at:
			product, most, n, at = product*(n+1), max(most, n), 0, false
		}
	}
	return product, most
}

// A walk through the positions below one takes at most walkSteps of the language. Where the
// walks of a file have taken more in all, they are shorter from then on.
const (
	walkSteps      = 1 << 23
	shortWalk      = 256
	shortWalkSteps = 1 << 16
	mostWalked     = 1 << 12 // files whose walks are remembered
)

// A walk is what the walks through positions of a file have shown.
type walk struct {
	isFar bool // some positions are far out
	steps int64
}

// isFar reports whether a position of a file with large numbers reaches too many others for a
// search. Where one of a file does, others do.
func (x *Closer) isFar(ctx context.Context, c grundy.Component) bool {
	f, isFile := rules.FileOf(c)
	p, isPosition := c.Position().(rules.Position)
	if !isFile || !isPosition {
		return true
	}
	key := f.TextKey()
	x.mu.Lock()
	so := x.walks[key]
	x.mu.Unlock()
	if so.isFar {
		return true
	}
	most, steps := mostFew, int64(walkSteps)
	if so.steps > 2*walkSteps {
		most, steps = shortWalk, shortWalkSteps
	}
	few, took := f.ReachesFew(ctx, p, most, steps)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.walks == nil || len(x.walks) >= mostWalked {
		x.walks = map[any]walk{}
	}
	x.walks[key] = walk{!few && ctx.Err() == nil, so.steps + took}
	return !few
}

// Lend implements [solve.Lender]: to positions of files whose moves are formulas, if they are
// far out or all are asked for, and then to those of built-in games too.
func (x *Closer) Lend(ctx context.Context, c grundy.Component, all bool) (lent grundy.Component, ok bool) {
	if inside, is := inside(c); is && !all {
		return c, false // it is lent already
	} else if is {
		c = inside
	}
	_, isPosition := c.Position().(rules.Position)
	if !all && (!isPosition || !hasFar(c.String())) {
		return c, false
	}
	if _, may := c.Ending(); may {
		return c, false
	}
	if _, loopy := c.PlanLoopy(); loopy {
		return c, false
	}
	if _, counts := c.CountOptions(); !all && (counts || !x.isFar(ctx, c)) {
		return c, false // it finds options itself, or has few
	}
	g, err := x.ruled(ctx, c)
	if err != nil {
		return c, false
	}
	return x.closed(ctx, c, g, all), true
}

// closed returns a component of a game with what is known of it.
func (x *Closer) closed(ctx context.Context, c grundy.Component, g *ruled, all bool) grundy.Component {
	_, isFile := c.Position().(rules.Position)
	return grundy.Place(&closed{Closer: x, ruled: g, family: x.kin(ctx, c), ctx: ctx, all: all, isFile: isFile, counts: map[string]*big.Int{}, own: map[patternKey]*Known{}}, c)
}

// inside returns the component inside one that is lent.
func inside(c grundy.Component) (grundy.Component, bool) {
	if _, is := c.Game().(*closed); is {
		return c.Position().(grundy.Component), true
	}
	return c, false
}

// Learn implements [solve.Lender].
func (x *Closer) Learn(ctx context.Context, sum grundy.Sum, by grundy.Measure) error {
	var why error = &Unproved{}
	for _, t := range sum {
		c, _ := inside(t.Component)
		if _, _, known := c.Measure(by); known {
			continue
		}
		g, err := x.ruled(ctx, c)
		if err == nil && x.kin(ctx, c) == nil {
			err = x.tell(ctx, g, c, by, func(patternKey, *Known) {})
		}
		switch {
		case err != nil && !hasFar(c.String()):
			return &Unproved{Err: err} // nobody expects a pattern
		case err != nil:
			name, _, _ := strings.Cut(c.String(), "(")
			return fmt.Errorf("no pattern of %s is proved: %w", name, err)
		}
		why = nil
	}
	return why
}

// tell learns what tells a measure of c, and passes it to keep.
func (x *Closer) tell(ctx context.Context, g *ruled, c grundy.Component, m grundy.Measure, keep func(patternKey, *Known)) error {
	var err error = &Unproved{Why: fmt.Sprintf("%v is not looked for", m)}
	keys, all := g.claims(m)
	for _, key := range keys {
		var known *Known
		known, err = x.learn(ctx, g, c, key.kind, key.misere)
		if keep(key, known); (err == nil) != all {
			break
		}
	}
	return err
}

// learnTime is how long it may take to find and prove one pattern.
const learnTime = time.Minute

// The searches for the tables of a game may take so much, where nobody says.
const (
	usualMemory = 256 << 20
	learnSteps  = 1 << 25
)

// A Known is a pattern that is proved of all positions of a game.
type Known struct {
	Theorem string // in words
	answers *definable.Answers
}

// learn finds and proves a pattern, unless that was tried before.
func (x *Closer) learn(ctx context.Context, g *ruled, c grundy.Component, k Kind, misere bool) (*Known, error) {
	what, err := x.once(ctx, patternKey{g.key, k, misere}, func() (any, uint64, error) {
		within, cancel := context.WithTimeout(ctx, learnTime)
		defer cancel()
		name, _, _ := strings.Cut(c.String(), "(")
		known, err := g.settle(within, name, k, misere, solve.Budget{Memory: cmp.Or(x.Memory/2, usualMemory), Steps: learnSteps})
		if err != nil {
			return nil, 0, err
		}
		return known, known.answers.Bytes(), nil
	})
	known, _ := what.(*Known)
	return known, err
}

// settle looks for automata that describe all positions of the game, and proves them. The
// error is an [*Unproved] where there are none.
func (g *ruled) settle(ctx context.Context, name string, k Kind, misere bool, budget solve.Budget) (*Known, error) {
	s := (&source{name: name, of: k, misere: misere || g.Misere, budget: budget}).whole(g.game)
	defer s.Close()
	t, err := s.proveMoves(ctx, g.game, nil)
	if err != nil {
		return nil, err
	}
	answers, err := t.Answers(ctx, t.theory)
	if err != nil {
		return nil, &Unproved{Why: err.Error(), Err: err}
	}
	return &Known{strings.TrimSuffix(t.Statement, "."), answers}, nil
}

// numbers returns the coordinates of a component.
func (g *ruled) numbers(c grundy.Component) ([]*big.Int, bool) {
	at, ok := g.At(c)
	numbers := make([]*big.Int, len(at))
	for i, n := range at {
		numbers[i], ok = big.NewInt(n), ok && n >= 0
	}
	return numbers, ok && g.options.Covers(numbers)
}

// place returns the position of the game of c with these coordinates.
func (g *ruled) place(c grundy.Component, numbers []*big.Int) (grundy.Component, bool) {
	at := make([]int64, len(numbers))
	for i, n := range numbers {
		if !n.IsInt64() {
			return nil, false
		}
		at[i] = n.Int64()
	}
	if f, ok := rules.FileOf(c); ok {
		p, err := g.Position(at)
		if err != nil {
			return nil, false
		}
		return grundy.SameGame(f.Place(p), c), true
	}
	text, _, _ := strings.Cut(c.String(), "(")
	for i, n := range g.Numbers(at) {
		text += string("(,"[min(i, 1)]) + strconv.FormatInt(n, 10)
	}
	sum, err := position.Parse(text + ")")
	if err != nil || len(sum) != 1 {
		return nil, false
	}
	return grundy.SameGame(sum[0].Component, c), true
}

// A closed game plays as another one, whose patterns it knows. Its positions are components
// of that game.
type closed struct {
	*Closer
	*ruled
	family *family.Family // of a game with engines, or nil
	ctx    context.Context
	all    bool // patterns serve near positions too
	isFile bool

	lock   sync.Mutex
	counts map[string]*big.Int   // of the options of positions
	own    map[patternKey]*Known // what was looked for here
}

// found is as that of the Closer, which may have forgotten it meanwhile.
func (g *closed) found(key patternKey) (known *Known, tried bool) {
	g.lock.Lock()
	defer g.lock.Unlock()
	if known, tried = g.own[key]; !tried {
		known, tried = g.Closer.found(key)
	}
	return known, tried
}

var (
	_ grundy.Wrapper[grundy.Component]       = (*closed)(nil)
	_ grundy.Learner[grundy.Component]       = (*closed)(nil)
	_ grundy.Measurer[grundy.Component]      = (*closed)(nil)
	_ grundy.Finder[grundy.Component]        = (*closed)(nil)
	_ grundy.Tabler[grundy.Component]        = (*closed)(nil)
	_ grundy.OptionCounter[grundy.Component] = (*closed)(nil)
	_ grundy.MoveNamer[grundy.Component]     = (*closed)(nil)
	_ grundy.Identified                      = (*closed)(nil)
	_ grundy.Terminating                     = (*closed)(nil)
)

// RulesKey implements [grundy.Identified].
func (g *closed) RulesKey() any {
	return struct {
		gameKey
		all bool
	}{g.key, g.all}
}

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

// Ends implements [grundy.Terminating]: there are formulas of a game only where its play ends.
func (*closed) Ends() bool { return true }

// claims returns which patterns tell a measure, each enough by itself, or all of them for
// outcomes in both conventions.
func (g *ruled) claims(m grundy.Measure) (keys []patternKey, all bool) {
	switch m {
	case grundy.ByOutcome:
		return []patternKey{{g.key, Outcomes, false}, {g.key, NimValues, false}}, false
	case grundy.ByNimValue:
		return []patternKey{{g.key, NimValues, false}}, false
	case grundy.ByOutcomes:
		return []patternKey{{g.key, Outcomes, false}, {g.key, Outcomes, true}}, true
	case grundy.ByMisereOutcome:
		return []patternKey{{g.key, Outcomes, true}, {g.key, NimValues, true}}, false
	case grundy.ByMisereNimValue:
		return []patternKey{{g.key, NimValues, true}}, false
	case grundy.ByRemoteness:
		return []patternKey{{g.key, Remoteness, false}}, false
	case grundy.ByMisereRemoteness:
		return []patternKey{{g.key, Remoteness, true}}, false
	}
	return nil, false
}

// PlanLearning implements [grundy.Learner].
func (g *closed) PlanLearning(m grundy.Measure, c grundy.Component) (grundy.Learning, bool) {
	if inner, ok := c.PlanLearning(m); ok {
		return inner, true
	}
	if g.family != nil {
		if learning, ok := g.family.PlanLearning(m, c); ok || g.family.Sequence != nil {
			return learning, ok // patterns of heaps tell no more
		}
		_, first := g.family.PlanLearning(grundy.ByNimValue, c)
		if _, _, ok := g.family.Measure(m, c); ok || first && m.FollowsFromNimValue() {
			return grundy.Learning{}, false
		}
	}
	if !g.all && !hasFar(c.String()) {
		return grundy.Learning{}, false
	}
	if _, _, ok := c.Measure(m); ok { // but does it tell the winning moves?
		if _, finds := c.FindOptions(m, 0, 0); finds || g.CountOptions(c) <= solve.MaxWalked {
			return grundy.Learning{}, false
		}
	}
	keys, all := g.claims(m)
	missing := false
	for _, key := range keys {
		known, tried := g.found(key)
		if !tried {
			missing = true
		} else if (known != nil) != all {
			return grundy.Learning{}, false
		}
	}
	return grundy.Learning{
		Cost: grundy.Cost{Bytes: 32 << 20, Time: 1500 * time.Millisecond}, // more than what nobody needs may cost
		Learn: func(ctx context.Context) error {
			_ = g.tell(ctx, g.ruled, c, m, func(key patternKey, known *Known) {
				if ctx.Err() == nil { // where it fails, less is known
					g.lock.Lock()
					defer g.lock.Unlock()
					g.own[key] = known
				}
			})
			return ctx.Err()
		},
	}, missing
}

// told returns the first pattern of a measure that covers c, or the two of outcomes in both
// conventions.
func (g *closed) told(m grundy.Measure, c grundy.Component) (known []*Known, at []*big.Int) {
	keys, all := g.claims(m)
	for _, key := range keys {
		k, _ := g.found(key)
		if k == nil {
			continue
		}
		numbers, covers := g.numbers(c)
		if !covers || !k.answers.Covers(numbers) {
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
	v, ok, err := k.answers.Measure(g.ctx, at)
	if err != nil || !ok || !v.IsUint64() {
		return 0, false
	}
	return v.Uint64(), true
}

// Measure implements [grundy.Measurer].
func (g *closed) Measure(m grundy.Measure, c grundy.Component) (measure uint64, method string, ok bool) {
	if g.family != nil {
		if measure, method, ok = g.family.Measure(m, c); ok {
			return measure, method, true
		}
	}
	known, at := g.told(m, c)
	if len(known) == 0 {
		return 0, "", false
	}
	v, ok := g.value(known[0], at)
	method = known[0].Theorem
	switch {
	case !ok:
		return 0, "", false
	case m == grundy.ByOutcome, m == grundy.ByMisereOutcome:
		return min(v, 1), method, true
	case m != grundy.ByOutcomes:
		return v, method, true
	}
	misere, ok := g.value(known[1], at)
	if count, counted := g.count(c); !ok || !counted {
		return 0, "", false
	} else if count.Sign() == 0 {
		return 0, method, true
	}
	if measure = 2 - min(misere, 1); v > 0 {
		measure = 3 + min(misere, 1)
	}
	return measure, method + "; " + known[1].Theorem, true
}

// FindOptions implements [grundy.Finder].
func (g *closed) FindOptions(m grundy.Measure, c grundy.Component, lo, hi uint64) (found grundy.Found[grundy.Component], ok bool) {
	if g.family != nil {
		if found, ok = g.family.FindOptions(m, c, lo, hi); ok {
			return found, true
		}
	}
	answers, at := g.options, []*big.Int(nil)
	if lo == 0 && hi == math.MaxUint64 && g.isFile {
		at, ok = g.numbers(c)
	} else {
		known, numbers := g.told(m, c)
		if ok = len(known) > 0; ok {
			answers, at = known[0].answers, numbers
		}
		switch m {
		case grundy.ByOutcomes: // P in misère play, which the others do not tell
			if ok = ok && lo == 2 && hi == 3; ok {
				answers, lo, hi = known[1].answers, 0, 0
			}
		case grundy.ByOutcome, grundy.ByMisereOutcome:
			if hi >= 1 {
				hi = math.MaxUint64
			}
		}
	}
	if !ok {
		return found, false
	}
	var most *big.Int
	if hi < math.MaxUint64 {
		most = new(big.Int).SetUint64(hi)
	}
	options, err := answers.Options(g.ctx, at, new(big.Int).SetUint64(lo), most)
	if err != nil {
		return found, false
	}
	return grundy.Found[grundy.Component]{Count: options.Count, Each: func(yield func(grundy.Component) bool) {
		for to := range options.Each {
			q, ok := g.place(c, to)
			if !ok || !yield(q) {
				return
			}
		}
	}}, true
}

// mostCounts bounds the counts of options that are kept.
const mostCounts = 1 << 10

// count returns how many options c has.
func (g *closed) count(c grundy.Component) (*big.Int, bool) {
	text := c.String()
	g.lock.Lock()
	defer g.lock.Unlock()
	if count := g.counts[text]; count != nil {
		return count, true
	}
	at, ok := g.numbers(c)
	if !ok {
		return nil, false
	}
	all, err := g.options.Options(g.ctx, at, new(big.Int), nil)
	if err != nil {
		return nil, false
	}
	if len(g.counts) >= mostCounts {
		clear(g.counts)
	}
	g.counts[text] = all.Count
	return all.Count, true
}

// countAll is CountOptions without an engine.
func (g *closed) countAll(c grundy.Component) uint64 {
	if count, ok := c.CountOptions(); ok {
		return count
	}
	if !hasFar(c.String()) {
		return uint64(len(c.AppendOptions(nil)))
	}
	if count, ok := g.count(c); ok && count.IsUint64() {
		return count.Uint64()
	}
	return math.MaxUint64
}

// HasOption reports whether q is an option of c; known is false where only a list of the options
// says it. Package play asks for it.
func (g *closed) HasOption(c, q grundy.Component) (is, known bool) {
	from, ok := g.numbers(c)
	to, also := g.numbers(q)
	if !ok || !also {
		return false, false
	}
	is, err := g.options.Has(from, to)
	return is, err == nil
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
