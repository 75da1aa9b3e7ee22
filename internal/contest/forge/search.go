package forge

// This file makes the candidates that tests are chosen from: samples, extremes, small
// inputs, positions that are built, and inputs in which a wrong idea differs from the
// truth.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/meter"
)

// Bounds of the search. They are counts, so that the tests follow from the seed alone.
const (
	smallInputs   = 1500    // that are tried from the smallest on
	wanted        = 3       // tests that should kill an idea
	hunted        = 1500    // random inputs for an idea that is not killed yet
	enoughCases   = 50      // of a kind in one file
	mostCases     = 500     // in a group
	mostGroup     = 20_000  // numbers in the cases of a group
	fewLeaves     = 2000    // an input of at most this many numbers is searched in
	mostWork      = 1 << 20 // numbers in all candidates together
	mostHunt      = 1 << 17 // numbers in these together
	mostFull      = 8       // candidates of full size that are random
	builtInputs   = 16      // positions that are built, of each kind
	proofInputs   = 20_000  // that are compared one by one, for a proof
	tries         = 64      // numbers that are tried to make a value
	mostPrograms  = 60      // candidates that programs are run on
	stepsEach     = 300_000 // that a wrong idea may take for an input,
	stepsANumber  = 20      // and for each of its numbers
	usualCount    = 40
	usualMaxBytes = 256 << 20
)

// A forger is one run.
type forger struct {
	ctx        context.Context
	problem    *contest.Problem
	shape      *input.Shape
	opt        Options
	rnd        *rand.Rand
	ideas      []*thought
	seconds    float64  // the limit of time
	costs      []uint64 // the most that each of slownesses costs
	components int      // the most that a question looks at
	pool       []*candidate
	groups     []*group        // of cases, which become one candidate each
	texts      map[string]bool // of the pool
	work       int
	tried      int // inputs on which all ideas were compared
	notes      []string
	held       uint64 // of the meter, for the pool
}

// A candidate is an input that may become a test.
type candidate struct {
	Test
	data  *input.Data
	kills []duel.Verdict // of ideas, then of slow solutions, then of programs
	ran   []bool         // of programs
	kind  kind
}

// A kind tells candidates apart that are for different things.
type kind int

const (
	sample kind = iota
	extreme
	built
	killing
	small
	large
)

// A group gathers cases that stand in one file, where a file has several tests.
type group struct {
	name, reason string
	kind         kind
	cases        []*input.Data
	numbers      int // in all cases
}

// search makes the candidates.
func (f *forger) search() error {
	for _, part := range []func() error{
		f.samples, f.drawable, f.extremes, f.smallOnes, f.buildAll, f.edges, f.randoms, f.hunt, f.flush,
	} {
		if err := part(); err != nil {
			return err
		}
		if err := f.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (f *forger) samples() error {
	for i, s := range f.problem.Samples {
		d, err := f.parse([]byte(s.Input))
		if err != nil {
			return fmt.Errorf("sample %d: %w", i+1, err)
		}
		if err := f.add(&candidate{
			Test: Test{Name: "sample", Reason: fmt.Sprintf("sample %d of the statement", i+1), Sample: true, In: []byte(s.Input)},
			data: d, kind: sample,
		}); err != nil {
			return err
		}
	}
	return nil
}

// drawable draws an input to see that there are any, besides the samples at least.
func (f *forger) drawable() error {
	_, err := f.shape.Random(rand.New(rand.NewPCG(f.opt.Seed, 1)), input.Tiny)
	if err != nil && len(f.pool) > 0 && f.ctx.Err() == nil {
		f.notes = append(f.notes, fmt.Sprintf("Only the samples are tests: %v.", err))
		return nil
	}
	return err
}

// extremes offers the ends of what is allowed: all of them at a middle size, and of full
// size as many as there is room for, or that stop a slow solution which none stopped.
func (f *forger) extremes() error {
	const patience = 4 // large inputs in vain: they take long to draw
	vain := 0
	for reason, d := range f.shape.Extremes(f.rnd, full) {
		if f.work+f.numbers(d) > mostWork/2 && !f.stops(d) {
			if vain++; vain > patience {
				break
			}
			continue
		}
		if err := f.offer(extreme, "extreme", reason, d); err != nil {
			return err
		}
	}
	for reason, d := range f.shape.Extremes(f.rnd, input.Medium) {
		if err := f.offer(extreme, "extreme", "of middle size: "+reason, d); err != nil {
			return err
		}
	}
	return nil
}

// stops reports whether an input stops a slow solution that none has stopped before.
func (f *forger) stops(d *input.Data) bool {
	for i, s := range slownesses {
		if limit := s.limit(f.seconds); f.costs[i] <= limit && s.cost(f.ctx, f.shape, d) > limit {
			return true
		}
	}
	return false
}

// smallOnes compares all ideas on the smallest inputs, one after the other. Where there are
// few inputs in all, it compares those ideas on each that nothing has told from the truth.
func (f *forger) smallOnes() error {
	for d := range f.shape.Small(smallInputs) {
		if f.work += f.numbers(d); f.work > mostWork {
			break
		}
		killed, err := f.compare(d, f.short(enoughCases))
		if err != nil {
			return err
		}
		if err := f.gather(d, killed); err != nil {
			return err
		}
		f.collect(small, "small", "the smallest inputs, one after the other", d)
	}
	if f.inputs() > proofInputs || f.problem.Interaction != nil { // games against the judge prove nothing
		return nil
	}
	alive := slices.DeleteFunc(slices.Clone(f.ideas), func(idea *thought) bool { return idea.found > 0 })
	for d := range f.shape.Every() {
		if len(alive) == 0 {
			return nil
		}
		killed, err := f.compare(d, alive)
		if err != nil {
			return err
		}
		if err := f.gather(d, killed); err != nil {
			return err
		}
		alive = slices.DeleteFunc(alive, func(idea *thought) bool { return idea.found >= wanted })
	}
	for _, idea := range alive {
		idea.proved = idea.found == 0
	}
	return nil
}

// inputs counts the inputs with one innermost repetition, where all fields are numbers
// with bounds of their own. Otherwise, and where there are very many, it returns 2^64-1.
func (f *forger) inputs() uint64 {
	count := uint64(1)
	for out := range f.shape.Depth() + 1 {
		for _, field := range f.shape.Fields(out) {
			if field.Kind != input.KindNumber || field.Least.Field != "" || field.Most.Field != "" || f.shape.Declaration().Valid != nil {
				return math.MaxUint64
			}
			span := field.Most.Plus.Add(field.Least.Plus.Neg())
			count = grundy.MulCounts(count, grundy.AddCounts(span.Size, 1))
		}
	}
	return count
}

// gather offers an input that kills ideas which few inputs kill.
func (f *forger) gather(d *input.Data, killed []*thought) error {
	for _, idea := range killed {
		idea.found++
		f.remember(idea, d)
		if idea.found > enoughCases || !f.packs() && idea.found > 2*wanted {
			continue
		}
		reason := "against a solution that " + idea.Says
		if f.packs() {
			f.collect(killing, idea.Name, reason, d)
			continue
		}
		if err := f.offer(killing, idea.Name, reason, d); err != nil {
			return err
		}
	}
	return nil
}

// compare answers an input by the truth and by ideas, and returns those that differ.
func (f *forger) compare(d *input.Data, ideas []*thought) (killed []*thought, err error) {
	want, err := f.problem.Answer(f.ctx, d, contest.Semantics{Observe: f.observe, Steps: f.steps(d), Search: contest.DrawnSearch})
	switch {
	case beyond(err):
		return nil, nil
	case err != nil:
		return nil, err
	}
	f.tried++
	for i, v := range f.verdicts(d, ideas, want) {
		if kills(v) {
			killed = append(killed, ideas[i])
		}
	}
	return killed, f.ctx.Err()
}

// verdicts judges ideas on one input. The cores share the work on large ones.
func (f *forger) verdicts(d *input.Data, ideas []*thought, want []byte) []duel.Verdict {
	all := make([]duel.Verdict, len(ideas), f.columns())
	if f.numbers(d) <= fewLeaves/10 {
		for i, idea := range ideas {
			all[i] = f.verdict(d, idea, want)
		}
		return all
	}
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(all)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
				all[i] = f.verdict(d, ideas[i], want)
			}
		})
	}
	working.Wait()
	return all
}

// verdict is what a judge says of an idea on one input.
func (f *forger) verdict(d *input.Data, idea *thought, want []byte) duel.Verdict {
	means := idea.means
	means.Steps, means.Search = f.steps(d), contest.DrawnSearch
	got, err := idea.problem.Answer(f.ctx, d, means)
	switch {
	case beyond(err) && idea.slip:
		return duel.TimeLimit // the right answer takes fewer steps
	case beyond(err):
		return NotRun
	case err != nil:
		return duel.RunTimeError
	}
	switch err := f.problem.Accept(f.ctx, d, want, got, f.plain(d)); {
	case errors.Is(err, contest.ErrDiffer):
		return duel.WrongAnswer
	case err != nil:
		return NotRun
	}
	return duel.Accepted
}

// plain is the truth, within what an answer to an input may cost.
func (f *forger) plain(d *input.Data) contest.Semantics {
	return contest.Semantics{Steps: f.steps(d), Search: contest.DrawnSearch}
}

// beyond reports whether an answer was refused because it needs too much.
func beyond(err error) bool {
	return errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge)
}

// steps is how many steps an answer to an input may take.
func (f *forger) steps(d *input.Data) int64 { return stepsEach + stepsANumber*int64(f.numbers(d)) }

// observe notes how many components a question looks at.
func (f *forger) observe(asked contest.Asked) { f.components = max(f.components, len(asked.Values)) }

// edges sets single numbers to where integers of a program end.
func (f *forger) edges() error {
	for _, at := range []struct {
		n    uint64
		what string
	}{
		{math.MaxInt32, "2^31-1"}, {math.MaxInt32 + 1, "2^31"}, {math.MaxUint32, "2^32-1"}, {math.MaxUint32 + 1, "2^32"}, {math.MaxUint32 + 2, "2^32+1"},
		{math.MaxInt64, "2^63-1"}, {math.MaxInt64 + 1, "2^63"}, {math.MaxUint64, "2^64-1"},
	} {
		d := f.draw(0.1)
		if d == nil {
			continue
		}
		fits := false
		for _, leaf := range f.leaves(d) {
			if leaf.Has(at.n) {
				old := leaf.Get()
				if leaf.Set(at.n); !fits && f.check(d) != nil {
					leaf.Set(old)
					continue
				}
				if fits { // one is enough where many are equal
					leaf.Set(old)
					break
				}
				fits = true
			}
		}
		if fits {
			if err := f.consider("number "+at.what, "a number is "+at.what+", where integers end", d); err != nil {
				return err
			}
		}
	}
	return nil
}

// consider compares an input that was built, and offers or collects it.
func (f *forger) consider(name, reason string, d *input.Data) error {
	if f.packs() {
		f.collect(built, name, reason, d)
		return nil
	}
	return f.offer(built, name, reason, d)
}

// randoms offers random inputs of three sizes.
func (f *forger) randoms() error {
	for _, r := range []struct {
		size   float64
		count  int
		reason string
	}{{0.05, 6, "random, small"}, {0.3, 6, "random, of middle size"}, {1, mostFull, "random, of full size"}} {
		for range r.count {
			if f.work > mostWork {
				return nil
			}
			d := f.random(r.size)
			if d == nil {
				continue
			}
			if err := f.offer(large, "random", r.reason, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// hunt looks for inputs that kill ideas which nothing has killed yet, among random ones
// of growing size.
func (f *forger) hunt() error {
	work := 0
	for i := range hunted {
		short := f.short(wanted)
		if len(short) == 0 {
			return nil
		}
		d := f.draw(0.001 * math.Pow(1000, float64(i)/hunted))
		if d == nil {
			continue
		}
		if work += f.numbers(d); work > mostHunt {
			return nil
		}
		killed, err := f.compare(d, short)
		if err != nil {
			return err
		}
		if err := f.gather(d, killed); err != nil {
			return err
		}
	}
	return nil
}

// short returns the ideas that fewer inputs kill than the given number.
func (f *forger) short(than int) (ideas []*thought) {
	for _, idea := range f.ideas {
		if idea.found < than {
			ideas = append(ideas, idea)
		}
	}
	return ideas
}

// packs reports whether a file is a number of tests that share nothing, so that cases may
// be put together as we like.
func (f *forger) packs() bool {
	declared := f.shape.Declaration()
	return declared.Call != "" || declared.Repeat != nil && len(declared.Fields) == 0
}

// collect puts a case into the group of that name.
func (f *forger) collect(k kind, name, reason string, d *input.Data) {
	if !f.packs() {
		return
	}
	i := slices.IndexFunc(f.groups, func(g *group) bool { return g.name == name })
	if i < 0 {
		i = len(f.groups)
		f.groups = append(f.groups, &group{name: name, reason: reason, kind: k})
	}
	if g := f.groups[i]; len(g.cases) < mostCases && g.numbers < mostGroup {
		g.cases = append(g.cases, d)
		g.numbers += f.numbers(d)
	}
}

// flush makes candidates of the groups.
func (f *forger) flush() error {
	for _, g := range f.groups {
		for i, d := range f.pack(g.cases) {
			if i == wanted {
				break
			}
			if err := f.offer(g.kind, g.name, g.reason, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// offer makes a candidate of an input, if it is valid and new, and there is room.
func (f *forger) offer(k kind, name, reason string, d *input.Data) error {
	if k == large && f.work+f.numbers(d) > mostWork {
		f.work = mostWork + 1 // no room for others of this size
		return nil
	}
	text := f.shape.Text(d)
	if uint64(len(text)) > f.opt.MaxBytes/2 {
		return nil
	}
	if f.check(d) != nil {
		return f.ctx.Err() // not within what the problem allows: another one will do
	}
	f.work += f.numbers(d)
	kept := uint64(2*len(text) + 8*f.numbers(d))
	if meter.Take(f.ctx, kept) != nil {
		return nil // there is no room for others of this size
	}
	f.held += kept
	return f.add(&candidate{Test: Test{Name: name, Reason: reason, In: text}, data: d, kind: k})
}

// add judges a candidate by all ideas and puts it into the pool.
func (f *forger) add(c *candidate) error {
	if f.texts[string(c.In)] && !c.Sample {
		return nil
	}
	f.texts[string(c.In)] = true
	var out bytes.Buffer
	opt := contest.Options{Search: contest.DrawnSearch}
	if c.Sample {
		opt.Search = 0
	}
	err := f.problem.Run(f.ctx, bytes.NewReader(c.In), &out, opt)
	if beyond(err) && !c.Sample {
		return nil // a test needs an answer
	}
	if err != nil {
		return fmt.Errorf("%s (%s): %w", c.Name, c.Reason, err)
	}
	want := out.Bytes()
	c.Out = want
	if f.problem.IsAny() {
		if c.Right, err = f.problem.Right(f.ctx, c.data, contest.Semantics{Search: contest.DrawnSearch}); beyond(err) && !c.Sample {
			return nil // nor can the checker of a package list what is right
		} else if err != nil {
			return fmt.Errorf("%s (%s): %w", c.Name, c.Reason, err)
		}
	}
	_, err = f.problem.Answer(f.ctx, c.data, contest.Semantics{Observe: f.observe, Steps: f.steps(c.data), Search: contest.DrawnSearch})
	switch {
	case err == nil:
		c.kills = f.verdicts(c.data, f.ideas, want)
	case beyond(err): // the answer itself has no bound of steps
		c.kills = slices.Repeat([]duel.Verdict{NotRun}, len(f.ideas))
	default:
		return err
	}
	for i, v := range c.kills {
		if kills(v) {
			f.ideas[i].found++
			f.remember(f.ideas[i], c.data)
		}
	}
	for i, s := range slownesses {
		v := duel.Accepted
		cost := s.cost(f.ctx, f.shape, c.data)
		f.costs[i] = max(f.costs[i], cost)
		if cost > s.limit(f.seconds) {
			v = s.verdict
		}
		c.kills = append(c.kills, v)
	}
	f.pool = append(f.pool, c)
	return f.ctx.Err()
}
