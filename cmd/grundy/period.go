package main

// This file holds `grundy period`: the period of a nim-sequence, or of a row of
// a board's table, with the theorem that proves it. How it is found is in
// period_find.go, and how it is told in period_text.go and period_json.go.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"grundy/games/board"
	"grundy/games/heap/sequence"
	"grundy/internal/units"
	"grundy/position"
	"grundy/solve"

	"grundy/internal/message"
)

// periodFlags are the flags of `grundy period`.
type periodFlags struct {
	most        uint64
	time        time.Duration
	timeSet     bool // whether the user chose it
	mostSet     bool
	row         uint64
	rowSet      bool
	certificate string
	resume      string
	every       time.Duration
	memory      memoryFlag
	asJSON      bool
}

func newPeriod() *cobra.Command {
	var f periodFlags
	cmd := &cobra.Command{
		Use:   "period GAME",
		Short: "Find and prove the period of a game's nim-values",
		Long: `Find and prove the period of the nim-sequence of a game of heaps: the least
preperiod q and period p with G(n+p) = G(n) + saltus for all n >= q, the
exceptions below q, and the theorem that proves it. A period that only shows in
what was computed, without a theorem, is told as observed, and the exit status
is then 1.

GAME is a game without a position, such as 0.77, subtraction[1,3,4] or grundy; of
a game in a file, FILE.star, a period is only observed.
Of a board game, --row=R asks for the row y = R of the table of nim-values.

Long runs of take-and-break codes can be kept in a file: with --resume=FILE the
run is saved there now and then, and at the end or when it is interrupted; the
same command line goes on from it, and ends with what an unbroken run ends with.
Without --resume, a run of more than 2 seconds that is interrupted or reaches
--max-time is saved in a new file in the current folder: 0.106.checkpoint, or
0.106-2.checkpoint if that is there, and so on. What was computed is printed then too.

--certificate writes the proof as a file that "grundy verify" checks. With
--certificate=- it goes to standard output and the answer to standard error. There
is none where the values have a closed form, as those of nim: then the theorem is
the proof.

Exit status: 0 proved, 1 not proved as far as was computed or proved without the
certificate that was wanted, 2 the request was wrong.`,
		Example: `  grundy period 0.77
  grundy period 'subtraction[1,3,4]' --json
  grundy period 0.104 --certificate=0.104.json
  grundy period 0.77 --certificate=- | grundy verify -
  grundy period 0.106 --max=800000000000 --resume=0.106.checkpoint
  grundy period queen --row=50`,
		Args:              wantArgs(1, 1, "a game, such as 0.77"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags := cmd.Flags()
			f.timeSet, f.mostSet, f.rowSet = flags.Changed("max-time"), flags.Changed("max"), flags.Changed("row")
			if err := f.check(); err != nil {
				return err
			}
			budget := f.budget()
			limitMemory(budget)
			files, read := notingFiles(budget, nil)
			game, err := position.ParseGameWith(cmd.Context(), args[0], 0, files)
			if err == nil && f.rowSet {
				game, err = heapsAsBoard(cmd.Context(), game, 2)
			}
			if err != nil {
				return usageError{err}
			}
			if err := distinct(namedFile{"--certificate", f.certificate}, read()...); err != nil {
				return err
			}
			return f.run(cmd, game)
		},
	}
	flags := cmd.Flags()
	f.most = 1_000_000_000
	flags.Var(&numberFlag{&f.most, math.MaxInt64 - 1}, "max", "look at heaps up to this one")
	flags.DurationVar(&f.time, "max-time", 5*time.Minute, "stop after so long; 0, and with --max by default, for no bound")
	flags.Var(&numberFlag{&f.row, board.MaxCoordinate}, "row", "of a board game: the row y of its table")
	flags.StringVar(&f.certificate, "certificate", "", "write the proof to this file; - for standard output")
	flags.StringVar(&f.resume, "resume", "", "keep the run in this file, and go on from it if it is there")
	flags.DurationVar(&f.every, "checkpoint-every", 30*time.Second, "with --resume: save the run so often, unless saving takes long")
	flags.Var(&f.memory, "max-memory", "with --row: refuse what needs more memory, such as 4GiB (default half of the machine's)")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON value")
	return cmd
}

// budget returns what --max-memory allows; --max-time is not for the rows alone.
func (f *periodFlags) budget() solve.Budget { return (&budgetFlags{memory: f.memory}).budget() }

func (f *periodFlags) check() error {
	switch {
	case f.time < 0:
		return usagef("--max-time=%v: want a time that is not below 0", f.time)
	case f.every < 0:
		return usagef("--checkpoint-every=%v: want a time that is not below 0", f.every)
	case f.asJSON && isStandardOutput(f.certificate):
		return usagef("--json and --certificate=%s: both are for standard output; want --certificate=FILE or one of them", message.Shown(f.certificate))
	case f.mostSet && !f.timeSet:
		f.time = 0 // who says how far means it
	}
	return distinct(namedFile{"--certificate", f.certificate}, namedFile{"--resume", f.resume})
}

// errOutOfTime ends a search that reached --max-time.
var errOutOfTime = errors.New("--max-time is over")

// run answers the question and prints the answer.
func (f *periodFlags) run(cmd *cobra.Command, game position.Game) (err error) {
	ctx := cmd.Context()
	if f.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.time, errOutOfTime)
		defer cancel()
	}
	var proof *wholeFile
	answer := cmd.OutOrStdout()
	if f.certificate == standardStream {
		answer = cmd.ErrOrStderr()
	} else if f.certificate != "" {
		if proof, err = createWhole(f.certificate); err != nil { // before any work
			return err
		}
		defer func() {
			if proof != nil {
				_ = proof.finish(errProbe)
			}
		}()
	}
	if _, ok := game.Sequence.(sequence.Code); ok {
		// An interrupted user waits for the checkpoint and for what is known, however
		// long it takes until the engine stops.
		defer finishing(ctx)()
	}
	show, done := progressTo(cmd.ErrOrStderr())
	defer done()
	a, problem := f.find(ctx, cmd.ErrOrStderr(), game, show)
	done()
	if problem != nil && a == nil {
		return problem
	}
	if errors.Is(context.Cause(ctx), errOutOfTime) && !a.result.Proved {
		problem = fmt.Errorf("--max-time=%v is over", f.time)
	}
	write := a.writeText
	if f.asJSON {
		write = a.writeJSON
	}
	if err := write(bufio.NewWriter(answer)); err != nil {
		return err
	}
	if err := f.lacking(a, problem); err != nil || f.certificate == "" {
		return err
	}
	c, err := a.certify()
	if err != nil {
		return fmt.Errorf("the period is proved, but there is no certificate: %w", err)
	}
	if proof == nil {
		return c.Write(cmd.OutOrStdout())
	}
	file := proof
	proof = nil
	return file.finish(c.Write(file))
}

// lacking tells what the answer lacks, if anything: because of a problem, or as there
// is no period or none is proved.
func (f *periodFlags) lacking(a *periodAnswer, problem error) error {
	switch {
	case problem != nil && a.result.Proved:
		return fmt.Errorf("the period is proved, but its exceptions are not known: %w", problem)
	case problem != nil:
		return fmt.Errorf("no period is proved: %w", problem)
	case a.result.Aperiodic:
		return fmt.Errorf("%s has no period", a.game)
	case !a.result.Proved && a.ends:
		return fmt.Errorf("no period of %s is proved by the heaps to %s, and there are no more", a.game, units.Grouped(a.computedTo))
	case !a.result.Proved:
		return fmt.Errorf("no period of %s is proved by the heaps to %s; --max looks further", a.game, units.Grouped(a.computedTo))
	}
	return nil
}
