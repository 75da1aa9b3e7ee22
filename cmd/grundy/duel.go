package main

// `grundy duel` looks for the smallest input at which a program fails.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/forge"
	"github.com/grundy-games/grundy/internal/message"
)

// duelFlags are the flags of `grundy duel`.
type duelFlags struct {
	tests, save string
	all, json   bool
	seed, runs  uint64
	forged      uint64 // tests
	maxTime     time.Duration
	limits      duel.Limits
	here        bool
	bounds      budgetFlags

	interactive bool
	games       uint64
	question    ask.Play // of games
}

func newDuel() *cobra.Command {
	f := duelFlags{games: 20, forged: 20, seed: 1, maxTime: 30 * time.Second}
	cmd := described("duel", &cobra.Command{
		Args: func(cmd *cobra.Command, args []string) error {
			switch at := cmd.ArgsLenAtDash(); {
			case at < 0:
				return usagef(`want "--" and behind it the command to run, as in: grundy duel hackerrank/counter-game -- ./program`)
			case at != 1:
				return usagef(`want one problem before "--", not %s`, message.Count(at, "word", "words"))
			case len(args) == 1:
				return usagef(`want a command behind "--"`)
			}
			return nil
		},
		ValidArgsFunction: completing(contest.Names, cobra.ShellCompDirectiveDefault),
		RunE:              f.run,
	})
	add := flagsOf(cmd)
	add("tests", &f.tests, ": NAME.in, and NAME.ans or NAME.out where there are answers")
	add("forge", natural(always(&f.forged), f.forged, 1000), "")
	add("all", &f.all, "")
	addJSON(cmd, &f.json, "")
	add("output", &f.save, ": the smallest failing input, too")
	add("seed", &f.seed, "")
	add("runs", natural(always(&f.runs), f.runs, 1e9), "")
	add("max-time", &f.maxTime, " without a failure, and as long to look for a smaller input; 0 for no bound")
	add("time-limit", &f.limits.Time, " (default that of the problem, or 2s)")
	add("memory-limit", bytesFlag(&f.limits.Memory), " (default that of the problem, or 256MiB)")
	add("here", &f.here, "")
	add("interactive", &f.interactive, "")
	add("games", natural(always(&f.games), f.games, 1e6), "")
	addConvention(cmd, &f.question.Misere, &f.question.Compound)
	f.bounds.addMemory(cmd, ", in the engine")
	return cmd
}

// run runs the duel of args: a problem, or a position, and a command.
func (f *duelFlags) run(cmd *cobra.Command, args []string) (err error) {
	if err := f.check(cmd); err != nil {
		return err
	}
	var problem *contest.Problem
	if _, known := contest.Find(args[0]); known || !f.interactive || strings.HasSuffix(args[0], contest.Extension) {
		if problem, err = findProblem(cmd.Context(), args[0]); err != nil {
			return err
		}
		for _, name := range []string{"misere", "compound"} {
			if f.interactive && cmd.Flags().Changed(name) {
				return usagef("--%s: the problem says how it is played", name)
			}
		}
		if problem.Interaction != nil && !f.interactive {
			return usagef("%s is interactive: a program plays against the judge, with --interactive", problem.Name)
		}
		f.limitLike(problem)
	}
	return f.withProgram(args[1:], func(p *duel.Program) error {
		if f.interactive {
			return f.playGames(cmd, args[0], problem, p)
		}
		return f.judge(cmd, problem, p)
	})
}

// limitLike takes the limits of the problem where no flag says others.
func (f *duelFlags) limitLike(problem *contest.Problem) {
	if f.limits.Time == 0 {
		f.limits.Time = time.Duration(problem.Limits.Milliseconds) * time.Millisecond
	}
	if f.limits.Memory == 0 {
		f.limits.Memory = uint64(problem.Limits.Megabytes) << 20
	}
}

// check refuses flags that mean nothing together.
func (f *duelFlags) check(cmd *cobra.Command) error {
	onlyGames, onlyInputs := []string{"games", "misere", "compound"}, []string{"tests", "forge", "runs", "output"}
	refused, why := onlyGames, "it is for games, which are played with --interactive"
	if f.interactive {
		refused, why = onlyInputs, "it is for inputs, and --interactive plays games"
	}
	for _, name := range refused {
		if cmd.Flags().Changed(name) {
			return usagef("--%s: %s", name, why)
		}
	}
	if f.all && cmd.Flags().Changed("runs") {
		return usagef("--runs: with --all there are no random inputs")
	}
	if f.interactive && f.games == 0 {
		return usagef("--games=0: want at least 1")
	}
	return nil
}

// withProgram finds the command, and removes what belongs to it afterwards.
func (f *duelFlags) withProgram(command []string, work func(*duel.Program) error) error {
	program, err := duel.NewProgram(command, f.limits, f.here)
	if err != nil {
		return usageError{err}
	}
	return errors.Join(work(program), program.Close())
}

// judge looks for an input at which the program fails.
func (f *duelFlags) judge(cmd *cobra.Command, problem *contest.Problem, program *duel.Program) error {
	budget := f.bounds.budget()
	work := f.bounds.begin(cmd.Context(), "the duel is")
	defer work.cancel()
	watch := watchOf(cmd.Context())
	watch.start("duel")
	defer watch.stop()
	d := duel.Duel{
		Judge: duel.Of(problem, budget.Memory), Program: program, Tests: duel.Samples(problem),
		All: f.all, Seed: f.seed, Runs: int(f.runs), Time: f.maxTime, Progress: watch.begin("inputs"),
	}
	if f.tests != "" {
		tests, _, err := duel.Folder(f.tests)
		if err != nil {
			return usageError{err}
		}
		d.Tests = duel.Both(d.Tests, tests)
	}
	if f.forged > 0 {
		d.Later = f.forge(work.within, problem)
	}
	report, err := d.Run(work.within)
	watch.stop()
	if wrong, ok := errors.AsType[*duel.WrongTestError](err); ok {
		return usageError{wrong}
	}
	if errors.Is(err, duel.ErrNoTime) {
		return fmt.Errorf("%w; --max-time sets it", err)
	}
	interrupted := cmd.Context().Err()
	if err != nil && interrupted == nil {
		return solveError(err)
	}
	result := dueled{problem: problem.Name, command: program.Command(), report: report, fenced: program.Fenced(), interrupted: interrupted != nil}
	if failure := report.Failure; failure != nil {
		if result.position, err = duel.Explain(work.within, problem, failure.Input, budget); err != nil && interrupted == nil {
			return err
		}
		if f.save != "" {
			if err := writeWhole(f.save, func(w io.Writer) error { _, err := w.Write(failure.Input); return err }); err != nil {
				return err
			}
		}
	}
	write := result.write
	if f.json {
		write = result.writeJSON
	}
	if err := cmp.Or(write(cmd.OutOrStdout()), interrupted); err != nil {
		return err
	}
	if report.Failure != nil {
		return fmt.Errorf("the program fails: %v", report.Failure.Verdict)
	}
	return nil
}

// forge returns tests that are made when they are needed, without the samples: as many as its share of the
// time allows.
func (f *duelFlags) forge(ctx context.Context, problem *contest.Problem) iter.Seq2[duel.Test, error] {
	return func(yield func(duel.Test, error) bool) {
		limited, cancel := context.WithCancel(ctx)
		if f.maxTime > 0 {
			limited, cancel = context.WithTimeout(ctx, f.maxTime/3)
		}
		defer cancel()
		made, err := forge.Forge(ctx, problem, forge.Options{Seed: f.seed, Count: int(f.forged), Enough: limited})
		if err != nil {
			if ctx.Err() != nil {
				yield(duel.Test{}, ctx.Err())
			}
			return
		}
		for _, t := range made.Tests {
			if !t.Sample && !yield(duel.Test{Name: "forged: " + t.Name, Purpose: t.Reason, Input: t.In, Want: t.Out}, nil) {
				return
			}
		}
	}
}
