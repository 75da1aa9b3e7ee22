package forge

// This file turns what was chosen into the answer: which ideas make sense, what became of
// each, and the package.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
)

// Forge makes the tests of a problem. When the time of the options is over, it returns those that it has.
// It passes on the error of ctx, or of an answer to a sample that cannot be given within the budget, or
// says which sample or which test of the setter is wrong. Where no input can be drawn, it returns the
// error of [input.Shape.Random]. Memory is charged to the meter of ctx: see package meter.
func Forge(ctx context.Context, p *contest.Problem, opt Options) (*Result, error) {
	if opt.Count == 0 {
		opt.Count = usualCount
	}
	if opt.MaxBytes == 0 {
		opt.MaxBytes = usualMaxBytes
	}
	if opt.Clock == nil {
		opt.Clock = func() time.Duration {
			spent := duel.UsedTime(true)
			for _, program := range slices.Concat(opt.Wrong, opt.Right) {
				spent += program.Run.Spent()
			}
			return spent
		}
	}
	searching, over := context.WithCancelCause(ctx)
	defer over(nil)
	if opt.Enough != nil {
		defer context.AfterFunc(opt.Enough, func() { over(context.Cause(opt.Enough)) })()
	}
	f := &forger{
		watchman: watchman{clock: opt.Clock, begun: opt.Clock(), whole: opt.Time, over: func() { over(ErrOver) }},
		outer:    ctx, ctx: searching, problem: p, all: p.Shape.In(searching), shape: p.Shape.In(searching), opt: opt, seconds: secondsOf(p),
		rnd:   rand.New(rand.NewPCG(opt.Seed, 0x666f726765)),
		texts: map[string]bool{}, answers: map[string][]*input.Data{}, costs: make([]uint64, len(slownesses)), leave: func() {}, each: stepsEach,
	}
	defer f.watch()()
	defer func() {
		f.leave()
		meter.Give(ctx, f.held)
	}()
	var err error
	if f.ideas, err = thoughts(ctx, p); err != nil {
		return nil, err
	}
	if err := f.search(); err != nil {
		return nil, err
	}
	// The rest is short, and is done when the time is over, too.
	f.ctx, f.all, f.shape = ctx, p.Shape.In(ctx), p.Shape.In(ctx)
	if err := f.finishing(); err != nil {
		return nil, err
	}
	if len(f.pool) == 0 {
		return nil, fmt.Errorf("no test was found: %w", cmp.Or(context.Cause(searching), errNone))
	}
	chosen := f.choose()
	if err := f.judgeRight(searching, chosen); err != nil {
		return nil, err
	}
	if err := f.complete(searching, chosen); err != nil {
		return nil, err
	}
	if err := f.timed(searching, chosen); err != nil {
		return nil, err
	}
	return f.result(chosen), nil
}

// errNone says that there is no test although there is time.
var errNone = fmt.Errorf("every answer costs more than its share: %w", grundy.ErrBudget)

// finishing lets cases that have been found become tests, for a short time if that of the search is over.
func (f *forger) finishing() error {
	const few = 5 // questions
	f.count = func(uint64) {}
	f.before, f.end = f.refused, f.spent()+few*f.question()
	return f.flush()
}

// judgeRight runs programs that must pass all tests, as long as there is time.
func (f *forger) judgeRight(ctx context.Context, chosen []*candidate) error {
	for _, program := range f.opt.Right {
		for i, c := range chosen {
			v, why, err := f.judge(ctx, c, program)
			if ctx.Err() != nil && f.ctx.Err() == nil {
				f.missing = append(f.missing, fmt.Sprintf("%s on all tests (ended after %d)", program.Name, i))
				break
			}
			if err != nil {
				return err
			}
			if v != duel.Accepted {
				return fmt.Errorf("the program %s fails test %d (%s): %v: %s", program.Name, i+1, c.Reason, v, why)
			}
		}
	}
	return nil
}

// judge runs a program on a candidate.
func (f *forger) judge(ctx context.Context, c *candidate, program Contestant) (v duel.Verdict, why string, err error) {
	r, err := runOn(ctx, f.problem, program.Run, f.opt.Seed, c.In)
	switch {
	case beyond(err):
		return NotRun, "", nil
	case err != nil:
		return 0, "", fmt.Errorf("%s: %w", program.Name, err)
	}
	if r.Verdict == duel.Accepted && f.problem.Interaction == nil {
		if err := f.problem.Accept(ctx, c.data, c.Out, r.Output, f.plain(c.data)); err != nil && !errors.Is(err, contest.ErrDiffer) {
			return 0, "", err
		} else if err != nil {
			return duel.WrongAnswer, err.Error(), nil
		}
	}
	return r.Verdict, r.Why, nil
}

// programs runs the setter's programs on candidates, the shortest first, until enough of
// them kill each program.
func (f *forger) programs() error {
	return f.against(f.bySize(1, mostPrograms), wanted)
}

// bySize returns the shortest candidates, or with sign -1 the longest.
func (f *forger) bySize(sign, most int) []*candidate {
	all := slices.SortedStableFunc(slices.Values(f.pool), func(a, b *candidate) int { return sign * cmp.Compare(len(a.In), len(b.In)) })
	return all[:min(len(all), most)]
}

// slowPrograms runs those that nothing has killed on the largest candidates.
func (f *forger) slowPrograms() error {
	return f.against(f.bySize(-1, mostFull), 1)
}

// against runs each of the setter's programs on candidates until enough of them have killed it.
func (f *forger) against(candidates []*candidate, enough int) error {
	for i := range f.opt.Wrong {
		killed := 0
		for _, c := range f.pool {
			if kills(c.kills[f.columnOf(i)]) {
				killed++
			}
		}
		for _, c := range candidates {
			if killed >= enough {
				break
			}
			if !f.step() {
				return nil
			}
			if ran := c.ran[i]; ran {
				continue
			}
			if err := f.try(f.ctx, c, i); err != nil {
				return err
			}
			if kills(c.kills[f.columnOf(i)]) {
				killed++
			}
		}
	}
	return nil
}

// complete runs the programs on all tests, as long as there is time.
func (f *forger) complete(ctx context.Context, chosen []*candidate) error {
	for n, c := range chosen {
		for i := range f.opt.Wrong {
			err := f.try(ctx, c, i)
			if ctx.Err() != nil && f.ctx.Err() == nil {
				f.missing = append(f.missing, fmt.Sprintf("your programs on all tests (ended after %d)", n))
				return nil
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// columnOf is the column of a program of the setter.
func (f *forger) columnOf(program int) int { return len(f.ideas) + len(slownesses) + program }

// try runs a program on a candidate, once.
func (f *forger) try(ctx context.Context, c *candidate, program int) error {
	if c.ran[program] {
		return nil
	}
	verdict, _, err := f.judge(ctx, c, f.opt.Wrong[program])
	if err != nil {
		return err
	}
	c.ran[program], c.kills[f.columnOf(program)] = true, verdict
	return nil
}

// result is the answer.
func (f *forger) result(chosen []*candidate) *Result {
	r := &Result{Problem: f.problem.Name, Title: f.problem.Title, Seed: f.opt.Seed, Notes: slices.Concat(f.notes, f.told()), Invalid: f.invalid, References: f.references, Refused: f.noReference, Limit: f.limit, Slowest: f.slow}
	for _, c := range chosen {
		r.Tests = append(r.Tests, c.Test)
	}
	if o := f.problem.Output(); f.problem.IsAny() || o.AnyCase || o.Tolerance != "" {
		share := func(ask func(ctx context.Context) error) error { return f.within(f.question(), ask) }
		r.Outputs, _ = outputsOf(f.ctx, f.problem, r.Tests, share) // without them where the time is over
	}
	column := func(i int) (all []duel.Verdict, killed bool) {
		for _, c := range chosen {
			all = append(all, c.kills[i])
			killed = killed || kills(c.kills[i])
		}
		return all, killed
	}
	var alike []string // mistakes that nothing tells from the truth
	for i, idea := range f.ideas {
		if idea.slip && idea.found == 0 && !idea.proved {
			alike = append(alike, idea.Says)
			continue
		}
		if !f.makesSense(idea) {
			continue
		}
		var killed bool
		idea.Kills, killed = column(i)
		switch {
		case killed:
			idea.Why = f.example(idea)
		case idea.proved:
			idea.Right, idea.Why = true, fmt.Sprintf("all %s were compared", message.Count(f.inputs(), "input that the limits allow", "inputs that the limits allow"))
		case idea.found > 0:
			idea.Why = "no test was taken that kills it: " + f.example(idea)
		default:
			idea.Why = fmt.Sprintf("not told from the truth by %s", message.Count(f.tried, "input", "inputs"))
		}
		r.Ideas = append(r.Ideas, &idea.Idea)
	}
	if len(alike) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("These small mistakes change no answer to %s that were tried: %s.", message.Count(f.tried, "input", "inputs"), strings.Join(alike, "; ")))
	}
	for i, s := range slownesses {
		limit := s.limit(f.seconds)
		idea := &Idea{Name: s.name, Says: s.says}
		var killed bool
		idea.Kills, killed = column(len(f.ideas) + i)
		if !killed && f.costs[i] < limit/100 {
			continue
		}
		allowed := fmt.Sprintf("%s %s", rounded(limit), s.unit)
		if s.verdict == duel.TimeLimit {
			allowed += " in " + seconds(f.seconds)
		}
		idea.Why = fmt.Sprintf("up to %s %s, where a fast program does %s", rounded(f.costs[i]), s.unit, allowed)
		idea.Right = !killed && f.costs[i] <= limit
		r.Ideas = append(r.Ideas, idea)
	}
	for i, program := range f.opt.Wrong {
		idea := &Idea{Name: program.Name, Says: "your program " + program.Name}
		var killed bool
		if idea.Kills, killed = column(f.columnOf(i)); killed {
			idea.Why = "see the table"
		} else {
			idea.Why = "it passes all tests, and others that were tried"
		}
		r.Ideas = append(r.Ideas, idea)
	}
	return r
}

func seconds(s float64) string {
	if s == 1 {
		return "1 second"
	}
	return fmt.Sprintf("%v seconds", s)
}

// told says what is missing, and how large inputs are answered.
func (f *forger) told() (notes []string) {
	if len(f.missing) > 0 {
		why := "the time was over (--max-time)"
		if f.opt.Enough != nil && f.opt.Enough.Err() != nil {
			why = "somebody has ended the search"
		}
		notes = append(notes, fmt.Sprintf("Missing, as %s: %s.", why, strings.Join(f.missing, ", ")))
	}
	if len(f.given) > 0 {
		notes = append(notes, fmt.Sprintf("Given up, as answers cost too much: %s.", strings.Join(f.given, ", ")))
	}
	if f.refused > 0 {
		note := fmt.Sprintf("The largest input that is a candidate has %v. %s cost more than their share; the smallest of these has %v.",
			f.largest, message.Count(f.refused, "input", "inputs"), f.least)
		if f.byTime > 0 {
			note += " It was processor time that refused some: another machine may choose other tests."
		}
		notes = append(notes, note)
	}
	return notes
}

// remember keeps the smallest input that kills an idea, as an example.
func (f *forger) remember(idea *thought, d *input.Data) {
	if idea.smallest != nil && f.numbers(d) > idea.size.numbers {
		return
	}
	if is := f.extent(d); idea.smallest == nil || is.less(idea.size) {
		idea.smallest, idea.size = d.Clone(), is
	}
}

// example says how an idea fails on the smallest input that was found.
func (f *forger) example(idea *thought) (says string) {
	const longest = 60
	says = "see the table"
	if idea.smallest == nil || idea.size.numbers > longest {
		return says
	}
	_ = f.within(f.question(), func(ctx context.Context) error { // within it, or the table says it
		want, err := f.problem.Answer(ctx, idea.smallest, f.plain(idea.smallest))
		if err != nil {
			return err
		}
		in, right := flat(f.all.Text(idea.smallest)), flat(want)
		if len(in)+2*len(right) > 2*longest {
			return nil
		}
		means := idea.means
		means.Steps, means.Search = f.steps(idea.smallest), contest.DrawnSearch
		got, err := idea.problem.Answer(ctx, idea.smallest, means)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			says = fmt.Sprintf("on %q it fails", in)
		default:
			says = fmt.Sprintf("on %q it prints %q, not %q", in, flat(got), right)
		}
		return nil
	})
	return says
}

// flat writes lines on one line.
func flat(text []byte) string {
	return strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", " / ")
}

// secondsOf is the limit of time, 2 seconds where none is known.
func secondsOf(p *contest.Problem) float64 {
	if p.Limits.Milliseconds == 0 {
		return 2
	}
	return float64(p.Limits.Milliseconds) / 1000
}
