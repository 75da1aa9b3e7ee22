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

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
)

// Forge makes the tests of a problem. It passes on the error of ctx, or of an answer that cannot be
// given within the budget, or says which sample is wrong. Where no input can be drawn, it returns
// the error of [input.Shape.Random]. Memory is charged to the meter of ctx: see package meter.
func Forge(ctx context.Context, p *contest.Problem, opt Options) (*Result, error) {
	if opt.Count == 0 {
		opt.Count = usualCount
	}
	if opt.MaxBytes == 0 {
		opt.MaxBytes = usualMaxBytes
	}
	f := &forger{
		ctx: ctx, problem: p, shape: p.Shape.In(ctx), opt: opt, seconds: secondsOf(p),
		rnd:   rand.New(rand.NewPCG(opt.Seed, 0x666f726765)),
		texts: map[string]bool{}, costs: make([]uint64, len(slownesses)),
	}
	defer func() { meter.Give(ctx, f.held) }()
	var err error
	if f.ideas, err = thoughts(ctx, p); err != nil {
		return nil, err
	}
	if err := f.search(); err != nil {
		return nil, err
	}
	if err := f.programs(); err != nil {
		return nil, err
	}
	chosen := f.choose()
	if err := f.complete(chosen); err != nil {
		return nil, err
	}
	if err := f.judgeRight(chosen); err != nil {
		return nil, err
	}
	return f.result(chosen), nil
}

// judgeRight runs programs that must pass all tests.
func (f *forger) judgeRight(chosen []*candidate) error {
	for _, program := range f.opt.Right {
		for i, c := range chosen {
			v, why, err := f.judge(c, program)
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
func (f *forger) judge(c *candidate, program Contestant) (v duel.Verdict, why string, err error) {
	if f.problem.Interaction != nil {
		games := duel.Interactive{Problem: f.problem, Program: program.Run, Seed: f.opt.Seed}
		game, err := games.Run(f.ctx, c.In)
		switch {
		case beyond(err):
			return NotRun, "", nil
		case err != nil:
			return 0, "", fmt.Errorf("%s: %w", program.Name, err)
		}
		return game.Verdict, game.Why, nil
	}
	r, err := program.Run.Run(f.ctx, c.In)
	if err != nil {
		return 0, "", fmt.Errorf("%s: %w", program.Name, err)
	}
	if r.Verdict == duel.Accepted {
		if err := f.problem.Accept(f.ctx, c.data, c.Out, r.Output, f.plain(c.data)); err != nil && !errors.Is(err, contest.ErrDiffer) {
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
	bySize := slices.Clone(f.pool)
	slices.SortStableFunc(bySize, func(a, b *candidate) int { return cmp.Compare(len(a.In), len(b.In)) })
	for i := range f.opt.Wrong {
		killed := 0
		for n, c := range bySize {
			if n == mostPrograms || killed == wanted {
				break
			}
			if err := f.run(c, i); err != nil {
				return err
			}
			if kills(c.kills[len(f.ideas)+len(slownesses)+i]) {
				killed++
			}
		}
	}
	return nil
}

// complete runs the programs on all tests.
func (f *forger) complete(chosen []*candidate) error {
	for i := range f.opt.Wrong {
		for _, c := range chosen {
			if err := f.run(c, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// run runs a program on a candidate, once.
func (f *forger) run(c *candidate, program int) error {
	if c.ran == nil {
		c.ran = make([]bool, len(f.opt.Wrong))
		c.kills = append(c.kills, make([]duel.Verdict, len(f.opt.Wrong))...)
	}
	if c.ran[program] {
		return nil
	}
	c.ran[program] = true
	verdict, _, err := f.judge(c, f.opt.Wrong[program])
	if err != nil {
		return err
	}
	c.kills[len(f.ideas)+len(slownesses)+program] = verdict
	return nil
}

// result is the answer.
func (f *forger) result(chosen []*candidate) *Result {
	r := &Result{Problem: f.problem.Name, Title: f.problem.Title, Seed: f.opt.Seed, Notes: f.notes}
	for _, c := range chosen {
		r.Tests = append(r.Tests, c.Test)
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
			idea.Why = idea.example
		case idea.proved:
			idea.Right, idea.Why = true, fmt.Sprintf("all %s were compared", message.Count(f.inputs(), "input that the limits allow", "inputs that the limits allow"))
		case idea.found > 0:
			idea.Why = "no test was taken that kills it: " + idea.example
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
		if idea.Kills, killed = column(len(f.ideas) + len(slownesses) + i); killed {
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

// remember keeps the shortest input that kills an idea, as an example.
func (f *forger) remember(idea *thought, d *input.Data) {
	const longest = 60
	if idea.example == "" {
		idea.example, idea.shortest = "see the table", longest
	}
	if n := f.numbers(d); n < idea.shortest {
		idea.shortest = n
	} else {
		return
	}
	want, err := f.problem.Answer(f.ctx, d, contest.Semantics{Search: contest.DrawnSearch})
	if err != nil {
		return
	}
	in, right := flat(f.shape.Text(d)), flat(want)
	if len(in)+2*len(right) > 2*longest {
		return
	}
	switch got, err := idea.problem.Answer(f.ctx, d, idea.means); {
	case err != nil:
		idea.example = fmt.Sprintf("on %q it fails", in)
	default:
		idea.example = fmt.Sprintf("on %q it prints %q, not %q", in, flat(got), right)
	}
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
