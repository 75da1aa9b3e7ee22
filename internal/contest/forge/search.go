package forge

// This file makes the candidates that tests are chosen from, in order of their value: samples and the
// setter's own tests, small inputs, inputs in which a wrong idea differs from the truth, positions that
// are built, and then larger ones, as long as the engine answers them.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"

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
	mostRefused   = 8       // answers that cost too much, in a stage
	mostAnswers   = 6       // different answers that are balanced
	growth        = 16      // steps from the smallest size to all that is allowed
	stepsEach     = 300_000 // that a wrong idea may take for an input, or more where every answer does,
	mostStepsEach = stepsEach * moreSteps * moreSteps
	moreSteps     = 8
	stepsANumber  = 20 // and for each of its numbers
	usualCount    = 40
	usualMaxBytes = 256 << 20
)

// A forger is one run.
type forger struct {
	watchman
	outer      context.Context // of all the work
	ctx        context.Context // of what is done now: it ends with the time
	bench      context.Context // of what is asked now: see [forger.within]
	leave      func()          // ends bench
	back       func()          // gives back the memory that bench has taken
	problem    *contest.Problem
	all        *input.Shape // of the inputs
	shape      *input.Shape // of those of the group that is searched
	group      string       // its name
	opt        Options
	rnd        *rand.Rand
	ideas      []*thought
	seconds    float64  // the limit of time
	costs      []uint64 // the most that each of slownesses costs
	components int      // the most that a question looks at
	pool       []*candidate
	groups     []*group                 // of cases, which become one candidate each
	answers    map[string][]*input.Data // cases by their answer
	texts      map[string]bool          // of the pool
	work       int                      // numbers in the pool, and in what was looked at for it
	room       int                      // for these, at present
	entered    int                      // areas
	tried      int                      // inputs on which all ideas were compared
	notes      []string
	held       uint64 // of the meter, for the pool

	reach   []input.Size // the largest that are answered
	scale   float64      // of what [forger.draw] draws, at most
	drawn   float64      // of what it drew last
	largest extent       // of what was answered
	each    int64        // steps that an answer may take, besides those for its numbers
	refused int          // inputs that cost too much
	least   extent       // of these
	byTime  int          // of these: that the clock refused
	missing []string     // stages that the end of the time left out
	given   []string     // stages that were given up

	invalid     []input.Invalid
	references  []Program
	noReference error
	limit, slow float64 // the limit of time that follows from them, and what the slowest took

	// The stage.
	end    time.Duration // when it ends
	cut    bool          // it has ended for that
	done   uint64
	before int // inputs refused before
	count  func(done uint64)
}

// An extent is how large an input is.
type extent struct {
	numbers  int
	greatest uint64 // number
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
	own         // of the setter
	built
	killing
	small
	extreme
	large
)

// A group gathers cases that stand in one file, where a file has several tests.
type group struct {
	name, reason string
	kind         kind
	cases        []*input.Data
	numbers      int // in all cases
}

// search makes the candidates, in order of their value. The end of the time is not an error.
func (f *forger) search() error {
	err := f.run(
		stage{"samples", 1, f.samples},
		stage{"tests of your own", 0.2, f.ownTests},
		stage{"first tests", 0.25, f.firsts},
		stage{"reference solutions", 0.25, f.refer},
		stage{"invalid inputs for validators", 0.25, f.invalids})
	if err == nil {
		err = f.inAreas(0.15, 0.5-0.15,
			stage{"small inputs", 0.3, f.smallOnes},
			stage{"random inputs against ideas", 0.55, f.hunt},
			stage{"positions that are built", 0.85, f.buildAll},
			stage{"numbers where integers end", 0.9, f.edges},
			stage{"files of cases", 1, f.flush})
	}
	if err == nil {
		err = f.run(stage{"all inputs, for proofs", 0.55, f.prove}, stage{"your programs", 0.65, f.programs})
	}
	if err != nil {
		return err
	}
	f.ready()
	err = f.inAreas(0.65, 0.3,
		stage{"growing inputs", 0.25, f.grow},
		stage{"extreme inputs", 0.65, f.extremes},
		stage{"large random inputs", 1, f.randoms})
	if err == nil {
		err = f.run(stage{"your programs on large inputs", 1, f.slowPrograms})
	}
	return err
}

// inAreas does the work of stages in each area, which have a part of the whole time together: each until some
// of its share is over.
func (f *forger) inAreas(from, part float64, stages ...stage) error {
	areas := f.areas()
	for i, a := range areas {
		f.enter(a)
		for _, s := range stages {
			s.until = from + part*(float64(i)+s.until)/float64(len(areas))
			if err := f.run(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// An area is what tests are drawn from: the inputs of a group with a score, or all of them.
type area struct {
	group string
	shape *input.Shape
}

func (f *forger) areas() []area {
	if len(f.problem.Groups) == 0 {
		return []area{{"", f.problem.Shape}}
	}
	var areas []area
	for _, g := range f.problem.Groups {
		areas = append(areas, area{g.Name, g.Shape})
	}
	return areas
}

// enter begins the search in an area.
func (f *forger) enter(a area) {
	for _, idea := range f.ideas {
		idea.here = 0
	}
	f.group, f.shape = a.group, a.shape.In(f.ctx)
	f.entered++
	f.room = mostWork * f.entered / (2 * len(f.areas()))
	f.work = min(f.work, f.room)
	f.scale, f.drawn, f.reach = 1, 1, nil
}

// ready hands over a first result.
func (f *forger) ready() {
	if f.opt.Ready != nil && f.ctx.Err() == nil {
		f.opt.Ready(f.result(f.choose()))
	}
}

func (f *forger) samples() error {
	for i, s := range f.problem.Samples {
		name := fmt.Sprintf("sample %d", i+1)
		err := f.sample(name, s)
		if err != nil && f.ctx.Err() != nil && f.outer.Err() == nil {
			err = fmt.Errorf("its answer takes too long: %w", context.Cause(f.ctx))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f.done++
	}
	return f.drawable()
}

// sample makes a test of a sample. The judge plays the games of an interactive one with itself; an output
// that the file says must be right.
func (f *forger) sample(name string, s contest.Sample) error {
	d, err := f.parse([]byte(s.Input))
	if err != nil {
		return err
	}
	c := &candidate{Test: Test{Name: "sample", Reason: name + " of the statement", Sample: true, In: []byte(s.Input)}, data: d, kind: sample}
	if f.problem.Interaction != nil {
		err = f.within(0, func(ctx context.Context) (err error) {
			c.Play, err = f.problem.Transcript(ctx, c.In, f.opt.Seed)
			return err
		})
	}
	if err == nil {
		err = f.add(c)
	}
	if err == nil && f.problem.Interaction == nil {
		err = f.isRight("its output", c, []byte(s.Output))
	}
	return err
}

// drawable draws an input to see that there are any, besides the samples at least.
func (f *forger) drawable() error {
	f.room = mostWork
	_, err := f.shape.Random(rand.New(rand.NewPCG(f.opt.Seed, 1)), input.Tiny)
	if err != nil && len(f.pool) > 0 && f.ctx.Err() == nil {
		f.notes = append(f.notes, fmt.Sprintf("Only the samples are tests: %v.", err))
		return nil
	}
	return err
}

// invalids makes inputs that a validator must refuse.
func (f *forger) invalids() error {
	const many = 4 // questions
	return f.within(many*f.question(), func(ctx context.Context) error {
		invalid, err := invalid(ctx, f.problem, f.opt.Seed)
		if err != nil && ctx.Err() == nil {
			return err
		}
		if ctx.Err() != nil {
			f.given = append(f.given, "invalid inputs for validators")
			return nil
		}
		f.invalid = invalid
		return nil
	})
}

// firsts offers a tiny input of each group, so that each has a test whenever the time is over.
func (f *forger) firsts() error {
	for _, a := range f.areas() {
		f.group, f.shape = a.group, a.shape.In(f.ctx)
		for tries, had := 0, len(f.pool); len(f.pool) == had && tries < mostRefused && f.step(); tries++ {
			d, err := f.shape.Random(f.rnd, input.Tiny)
			if err != nil {
				continue
			}
			if err := f.offer(small, "random", "random, tiny", d); err != nil {
				return err
			}
		}
	}
	return nil
}

// smallOnes compares all ideas on the smallest inputs, one after the other.
func (f *forger) smallOnes() error {
	for d := range f.shape.Small(smallInputs) {
		if f.work += f.numbers(d); f.work > f.room || !f.step() {
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
	return nil
}

// prove compares on each input, where there are few, the ideas that nothing has told from the truth.
func (f *forger) prove() error {
	if f.inputs() > proofInputs || f.problem.Interaction != nil { // games against the judge prove nothing
		return nil
	}
	alive := slices.DeleteFunc(slices.Clone(f.ideas), func(idea *thought) bool { return idea.found > 0 })
	refused := f.refused
	for d := range f.all.Every() {
		if len(alive) == 0 {
			return nil
		}
		if !f.step() {
			break
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
		idea.proved = idea.found == 0 && !f.cut && f.refused == refused && !idea.unsure
	}
	return f.flush()
}

// inputs counts the inputs with one innermost repetition, where all fields are numbers
// with bounds of their own. Otherwise, and where there are very many, it returns 2^64-1.
func (f *forger) inputs() uint64 {
	count := uint64(1)
	for out := range f.all.Depth() + 1 {
		for _, field := range f.all.Fields(out) {
			if field.Kind != input.KindNumber || field.Least.Field != "" || field.Most.Field != "" || f.all.Declaration().Valid != nil {
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
		idea.here++
		f.remember(idea, d)
		if idea.here > enoughCases || !f.packs() && idea.here > 2*wanted {
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
	want, err := f.truth(d, contest.Semantics{Observe: f.observe, Steps: f.steps(d)})
	for f.tried == 0 && beyond(err) && f.ctx.Err() == nil && f.each < mostStepsEach { // every answer takes more
		f.each *= moreSteps
		want, err = f.truth(d, contest.Semantics{Observe: f.observe, Steps: f.steps(d)})
	}
	if f.refuses(d, err) {
		return nil, nil
	}
	f.work += int(f.each / stepsEach)
	if err != nil {
		return nil, err
	}
	f.tried++
	if f.packs() {
		f.balance(d, want)
	}
	for i, v := range f.verdicts(d, ideas, want) {
		switch {
		case kills(v):
			killed = append(killed, ideas[i])
		case v == NotRun:
			ideas[i].unsure = true
		}
	}
	return killed, f.ctx.Err()
}

// truth answers an input.
func (f *forger) truth(d *input.Data, s contest.Semantics) (out []byte, err error) {
	s.Search = contest.DrawnSearch
	err = f.within(f.question(), func(ctx context.Context) error {
		out, err = f.problem.Answer(ctx, d, s)
		return err
	})
	if err != nil && f.ctx.Err() == nil && !beyond(err) {
		err = fmt.Errorf("the answer to %q: %w", brief(flat(f.all.Text(d)), 60), err)
	}
	return out, err
}

// refuses notes an input that costs too much to answer it.
func (f *forger) refuses(d *input.Data, err error) bool {
	if f.ctx.Err() != nil || !beyond(err) {
		return false
	}
	is := f.extent(d)
	if f.refused++; f.refused == 1 || is.less(f.least) {
		f.least = is
	}
	f.scale = min(f.scale, f.drawn) / 2
	return true
}

func (e extent) less(than extent) bool {
	return e.numbers < than.numbers || e.numbers == than.numbers && e.greatest < than.greatest
}

// extent returns how large an input is.
func (f *forger) extent(d *input.Data) (e extent) {
	e.numbers = f.numbers(d)
	for l := range f.all.Leaves(d) {
		if n := l.Get(); !n.Negative {
			e.greatest = max(e.greatest, n.Size)
		}
	}
	return e
}

// verdicts judges ideas on one input: all of them together within the share of one question. The cores
// share the work on large ones.
func (f *forger) verdicts(d *input.Data, ideas []*thought, want []byte) []duel.Verdict {
	all := make([]duel.Verdict, len(ideas), f.columns())
	for i := range all {
		all[i] = NotRun
	}
	workers := 1
	if f.numbers(d) > fewLeaves/10 {
		workers = min(runtime.GOMAXPROCS(0), len(all))
	}
	_ = f.within(f.question(), func(ctx context.Context) error { // what is not judged then is NotRun
		var next atomic.Int64
		var working sync.WaitGroup
		judge := func() {
			for i := int(next.Add(1)) - 1; i < len(all) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				all[i] = f.verdict(ctx, d, ideas[i], want)
			}
		}
		for range workers - 1 {
			working.Go(judge)
		}
		judge()
		working.Wait()
		return nil
	})
	return all
}

// verdict is what a judge says of an idea on one input.
func (f *forger) verdict(ctx context.Context, d *input.Data, idea *thought, want []byte) duel.Verdict {
	means := idea.means
	means.Steps, means.Search = f.steps(d), contest.DrawnSearch
	got, err := idea.problem.Answer(ctx, d, means)
	switch {
	case ctx.Err() != nil:
		return NotRun
	case beyond(err) && idea.slip:
		return duel.TimeLimit // the right answer takes fewer steps
	case beyond(err):
		return NotRun
	case err != nil:
		return duel.RunTimeError
	}
	switch err := f.problem.Accept(ctx, d, want, got, f.plain(d)); {
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
func (f *forger) steps(d *input.Data) int64 { return f.each + stepsANumber*int64(f.numbers(d)) }

// observe notes how many components a question looks at.
func (f *forger) observe(asked contest.Asked) { f.components = max(f.components, asked.Terms) }

// edges sets single numbers to where integers of a program end, and heaps to where a nim-sequence
// becomes periodic.
func (f *forger) edges() error {
	for _, bits := range []int{31, 32, 53, 63, 64} {
		for _, n := range []uint64{1<<bits - 1, 1 << bits, 1<<bits + 1}[:min(3, 65-bits)] {
			if err := f.single(n, "ends", fmt.Sprintf("a number is %d, at 2^%d, where words of a program end", n, bits)); err != nil {
				return err
			}
		}
	}
	if err := f.special(); err != nil {
		return err
	}
	return f.turns()
}

// specials are numbers at which games of contests are often lost, and programs go wrong. Among all
// numbers they are too sparse to be drawn.
var specials = []struct {
	what string
	of   func(i uint64) uint64
	last uint64
}{
	{"a Fibonacci number", fibonacci, 92},
	{"a square", func(i uint64) uint64 { return i * i }, math.MaxUint32},
	{"a triangular number", func(i uint64) uint64 { return i * (i + 1) / 2 }, math.MaxUint32},
	{"a power of two", func(i uint64) uint64 { return 1 << i }, 63},
	{"a multiple of 2^32", func(i uint64) uint64 { return i << 32 }, math.MaxUint32},
}

// special offers single numbers that are the greatest of the specials.
func (f *forger) special() error {
	many := 6 // of each kind
	if !f.packs() {
		many = 1
	}
	_, most := f.shape.Reach()
	for kind, k := range specials {
		first := lastOf(kind, most)
		for i := first; i > 0 && i+uint64(many) > first; i-- {
			for n := k.of(i) - 2; n != k.of(i)+3; n++ {
				if !f.packs() && n != k.of(i) {
					continue
				}
				if err := f.single(n, "special", fmt.Sprintf("a number is %s, or near it", k.what)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lastOf returns the index of the greatest special number of a kind that is at most so great.
func lastOf(kind int, most uint64) uint64 {
	k := specials[kind]
	return uint64(sort.Search(int(k.last), func(i int) bool { return k.of(uint64(i)+1) > most }))
}

// sharpen sets a number of an input near a special one, or near another number of the input.
func (f *forger) sharpen(d *input.Data) {
	leaves := f.leaves(d)
	if len(leaves) == 0 {
		return
	}
	leaf := leaves[f.rnd.IntN(len(leaves))]
	old, n := leaf.Get(), leaves[f.rnd.IntN(len(leaves))].Get()
	if kind := f.rnd.IntN(2 * len(specials)); kind < len(specials) {
		last := lastOf(kind, leaf.high)
		n = specials[kind].of(last - min(last, f.rnd.Uint64N(6)))
	}
	n += f.rnd.Uint64N(5) - 2
	if !leaf.Has(n) {
		return
	}
	if leaf.Set(n); f.check(d) != nil {
		leaf.Set(old)
	}
}

// fibonacci returns the Fibonacci number of index i.
func fibonacci(i uint64) uint64 {
	a, b := uint64(0), uint64(1)
	for range i {
		a, b = b, a+b
	}
	return a
}

// turns sets single numbers to the end of the preperiod, to the first number behind it, and to one
// period later.
func (f *forger) turns() error {
	var periods []contest.Period
	err := f.within(f.question(), func(ctx context.Context) (err error) {
		periods, err = f.problem.Periods(ctx)
		return err
	})
	if err != nil {
		return f.ctx.Err()
	}
	for _, p := range periods {
		for _, at := range []struct {
			n    uint64
			what string
		}{
			{p.Preperiod - 1, "the last before the nim-values of %s become periodic"},
			{p.Preperiod, "where the nim-values of %s become periodic"},
			{p.Preperiod + p.Period - 1, "the last of the first period of %s"},
			{p.Preperiod + p.Period, "one period behind the preperiod of %s"},
		} {
			if p.Preperiod > 0 || at.n > p.Preperiod {
				if err := f.single(at.n, "preperiod", fmt.Sprintf("a number is %d, "+at.what, at.n, p.Game)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// single offers an input in which one number is n, if there is one.
func (f *forger) single(n uint64, name, reason string) error {
	if !f.step() {
		return nil
	}
	d := f.draw(0.01)
	if d == nil {
		return nil
	}
	fits := false
	for _, leaf := range f.leaves(d) {
		if leaf.Has(n) {
			old := leaf.Get()
			if leaf.Set(n); !fits && f.check(d) != nil {
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
	if !fits {
		return nil
	}
	return f.consider(name, reason, d)
}

// consider compares an input that was built, and offers or collects it.
func (f *forger) consider(name, reason string, d *input.Data) error {
	if f.packs() {
		f.collect(built, name, reason, d)
		return nil
	}
	return f.offer(built, name, reason, d)
}

// hunt looks for inputs that kill ideas which nothing has killed yet: among random ones of growing size,
// and small ones with special numbers.
func (f *forger) hunt() error {
	work := 0
	for i := range hunted {
		short := f.short(wanted)
		if len(short) == 0 || !f.step() {
			return nil
		}
		scale := 0.001
		if i%3 > 0 {
			scale *= math.Pow(1000, float64(i)/hunted)
		}
		d := f.draw(scale)
		if d == nil {
			continue
		}
		if i%3 == 0 {
			f.sharpen(d)
			f.sharpen(d)
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
		if idea.here < than {
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

// smallest puts the smallest input that kills each idea into one file, where files hold several.
func (f *forger) smallest() {
	for _, idea := range f.ideas {
		if idea.here > 0 && idea.smallest != nil && len(f.all.Innermost(idea.smallest)) == 1 {
			f.collect(killing, "smallest", "the smallest inputs that were found against each wrong solution", idea.smallest)
		}
	}
}

// flush makes candidates of the groups: first of those that kill.
func (f *forger) flush() error {
	f.even()
	f.smallest()
	slices.SortStableFunc(f.groups, func(a, b *group) int { return cmp.Compare(int(b.kind/killing), int(a.kind/killing)) })
	for len(f.groups) > 0 && f.goesOn() {
		g := f.groups[0]
		f.groups = f.groups[1:]
		for i, d := range f.pack(g.cases) {
			if i == wanted {
				break
			}
			if err := f.offer(g.kind, g.name, g.reason, d); err != nil {
				return err
			}
			f.done++
			f.count(f.done)
		}
	}
	return nil
}

// offer makes a candidate of an input, if it is valid and new, and there is room.
func (f *forger) offer(k kind, name, reason string, d *input.Data) error {
	if k == large && f.work+f.numbers(d) > f.room {
		f.work = f.room + 1 // no room for others of this size
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
		if f.release(); meter.Take(f.ctx, kept) != nil {
			return nil // there is no room for others of this size
		}
	}
	f.held += kept
	return f.add(&candidate{Test: Test{Name: name, Reason: reason, In: text, Group: f.group}, data: d, kind: k})
}

// add judges a candidate by all ideas and puts it into the pool.
func (f *forger) add(c *candidate) error {
	asked := c.isAsked()
	if f.texts[string(c.In)] && !asked {
		return nil
	}
	f.texts[string(c.In)] = true
	var out bytes.Buffer
	opt, share := contest.Options{Search: contest.DrawnSearch}, f.question()
	if asked {
		opt.Search, share = 0, 0
	}
	err := f.within(share, func(ctx context.Context) (err error) {
		if err = f.problem.Run(ctx, bytes.NewReader(c.In), &out, opt); err == nil && f.problem.IsAny() {
			c.Right, err = f.problem.Right(ctx, c.data, contest.Semantics{Search: contest.DrawnSearch})
		}
		return err
	})
	if !asked && f.refuses(c.data, err) {
		return nil // a test needs an answer, and the checker of a package a list of what is right
	}
	switch {
	case err != nil && asked:
		return err
	case err != nil:
		return fmt.Errorf("%s (%s): %w", c.Name, c.Reason, err)
	}
	if is := f.extent(c.data); f.largest.less(is) {
		f.largest = is
	}
	want := out.Bytes()
	c.Out = want
	_, err = f.truth(c.data, contest.Semantics{Observe: f.observe, Steps: f.steps(c.data)})
	switch {
	case f.ctx.Err() != nil:
		return f.ctx.Err()
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
			f.ideas[i].here++
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
	c.ran = make([]bool, len(f.opt.Wrong))
	for range f.opt.Wrong {
		c.kills = append(c.kills, NotRun)
	}
	f.pool = append(f.pool, c)
	return f.ctx.Err()
}
