package forge

// The limit of time follows from right solutions in several languages.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/emit"
	"github.com/grundy-games/grundy/internal/units"
)

// A language is one that references are written in.
type language struct {
	emit.Language
	name  string
	file  string
	build []string // the command that builds it, with the program and the source behind it; nil where it is run as it is
	run   []string // what it is run with
}

// languages has the languages of references, the usual one first.
var languages = []language{
	{emit.CPP, "C++", "reference.cpp", []string{"g++", "-O2", "-std=c++17", "-o"}, nil},
	{emit.Python, "Python", "reference.py", nil, []string{"python3"}},
	{emit.Go, "Go", "reference.go", []string{"go", "build", "-o"}, nil},
}

// languageOf returns the language of a reference.
func languageOf(source Program) language {
	return languages[slices.IndexFunc(languages, func(l language) bool { return l.file == source.File })]
}

// References returns a right solution of a problem in each language that it can be written in. The error
// says why there is none in the first of the others.
func References(ctx context.Context, p *contest.Problem) (programs []Program, refused error) {
	for _, l := range languages {
		text, err := emit.Emit(ctx, p, l.Language)
		if err != nil {
			refused = cmp.Or(refused, err)
			continue
		}
		programs = append(programs, Program{Verdict: duel.Accepted, File: l.file, Text: []byte(text)})
	}
	return programs, refused
}

// refer finds the references.
func (f *forger) refer() error {
	const many = 4 // questions
	return f.within(many*f.question(), func(ctx context.Context) error {
		f.references, f.noReference = References(ctx, f.problem)
		return nil
	})
}

// A Builder makes a program for a problem of its source. Run is [runOn]. End removes what belongs to
// it. The error wraps [exec.ErrNotFound] where the tools of its language are missing.
type Builder func(ctx context.Context, p *contest.Problem, source Program, limits duel.Limits) (run func(context.Context, []byte) (duel.Result, error), end func(), err error)

// Build is the usual [Builder]: with g++, go and python3.
func Build(ctx context.Context, p *contest.Problem, source Program, limits duel.Limits) (run func(context.Context, []byte) (duel.Result, error), end func(), err error) {
	folder, err := os.MkdirTemp("", "grundy-forge-")
	if err != nil {
		return nil, nil, err
	}
	remove := func() { _ = os.RemoveAll(folder) }
	defer func() {
		if err != nil {
			remove()
		}
	}()
	at := filepath.Join(folder, source.File)
	if err := os.WriteFile(at, source.Text, 0o600); err != nil {
		return nil, nil, err
	}
	l := languageOf(source)
	command := append(slices.Clone(l.run), at)
	if l.build != nil {
		built := filepath.Join(folder, "reference")
		words := append(slices.Clone(l.build), built, at)
		build := exec.CommandContext(ctx, words[0], words[1:]...)
		build.Dir = folder
		build.Env = append(os.Environ(), "TMPDIR="+folder) // what is left there goes with the folder
		if text, err := build.CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("%s: %w%s", words[0], err, brief(" "+flat(text), 200))
		}
		command = []string{built}
	}
	program, err := duel.NewProgram(command, limits, false)
	if err != nil {
		return nil, nil, err
	}
	run = func(ctx context.Context, in []byte) (duel.Result, error) { return runOn(ctx, p, program, 0, in) }
	return run, func() { _ = program.Close(); remove() }, nil
}

// runOn runs a program on an input, or has it play the games of one. The verdict of games is whole, and
// that of an output says no more than that there is one.
func runOn(ctx context.Context, p *contest.Problem, program *duel.Program, seed uint64, in []byte) (duel.Result, error) {
	if p.Interaction == nil {
		return program.Run(ctx, in)
	}
	games := duel.Interactive{Problem: p, Games: duel.Games{Program: program, Seed: seed}}
	game, err := games.Run(ctx, in)
	if err != nil {
		return duel.Result{}, err
	}
	return duel.Result{Verdict: game.Verdict, Why: game.Why, Time: game.Time}, nil
}

// Bounds of the limit of time.
const (
	slackOfLimit = 2   // times the slowest reference, as judges ask
	stepOfLimit  = 0.5 // seconds
	leastLimit   = 1.0
	mostLimit    = 20.0 // that a reference may take
	timedTests   = 5    // the largest ones
)

// timed runs the references on the largest tests, and chooses the limit of time where the file states
// none.
func (f *forger) timed(ctx context.Context, chosen []*candidate) error {
	if f.opt.Build == nil || len(f.references) == 0 {
		return nil
	}
	largest := slices.Clone(chosen)
	slices.SortStableFunc(largest, func(a, b *candidate) int { return cmp.Compare(len(b.In), len(a.In)) })
	largest = largest[:min(len(largest), timedTests)]
	var took []string
	slowest := 0.0
	for _, source := range f.references {
		name := languageOf(source).name
		time, err := f.slowest(ctx, source, largest)
		switch {
		case f.ctx.Err() != nil:
			return f.ctx.Err()
		case ctx.Err() != nil:
			f.missing = append(f.missing, "the times of reference solutions")
			return nil
		case errors.Is(err, exec.ErrNotFound):
			continue
		case err != nil:
			f.leaveOut(source, fmt.Sprintf("The reference in %s is not in the package: %v.", name, err))
			continue
		case f.problem.Limits.Milliseconds > 0 && time.Seconds() > f.seconds:
			f.leaveOut(source, fmt.Sprintf("The reference in %s takes %s, and is not in the package.", name, units.Time(time)))
			continue
		}
		took = append(took, fmt.Sprintf("%s in %s", name, units.Time(time)))
		slowest = max(slowest, time.Seconds())
	}
	if len(took) == 0 {
		return nil
	}
	f.slow = slowest
	note := fmt.Sprintf("The references answer the largest tests in this processor time: %s.", strings.Join(took, ", "))
	limit := max(leastLimit, stepOfLimit*math.Ceil(slackOfLimit*slowest/stepOfLimit))
	if f.problem.Limits.Milliseconds == 0 {
		f.limit = limit
		note += fmt.Sprintf(" So the limit of time is %s, at least twice the slowest; the file states none.", seconds(limit))
	} else {
		note += fmt.Sprintf(" The limit of time is %s.", seconds(f.seconds))
		if slackOfLimit*slowest > f.seconds {
			note += fmt.Sprintf(" That is less than twice the slowest: %s would do.", seconds(limit))
		}
	}
	f.notes = append(f.notes, note)
	return nil
}

// leaveOut takes a reference away, and notes why.
func (f *forger) leaveOut(source Program, why string) {
	f.notes = append(f.notes, why)
	f.references = slices.DeleteFunc(slices.Clone(f.references), func(p Program) bool { return p.File == source.File })
}

// slowest returns the most processor time that a reference takes for one of some tests.
func (f *forger) slowest(ctx context.Context, source Program, tests []*candidate) (most time.Duration, err error) {
	run, end, err := f.opt.Build(ctx, f.problem, source, duel.Limits{Time: mostLimit * time.Second, Memory: uint64(f.problem.Limits.Megabytes) << 20})
	if err != nil {
		return 0, err
	}
	defer end()
	for _, c := range tests {
		r, err := run(ctx, c.In)
		if beyond(err) { // games that the judge cannot play
			continue
		}
		if err != nil {
			return 0, err
		}
		if r.Verdict != duel.Accepted {
			return 0, fmt.Errorf("on the test %q it ends with %v", c.Reason, r.Verdict)
		}
		if f.problem.Interaction == nil {
			err = f.problem.Accept(ctx, c.data, c.Out, r.Output, f.plain(c.data))
		}
		if errors.Is(err, contest.ErrDiffer) {
			return 0, fmt.Errorf("on the test %q it prints another answer than the engine: %w", c.Reason, err)
		}
		most = max(most, r.Time)
	}
	return most, nil
}
