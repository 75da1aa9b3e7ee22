package main

// `grundy sweep` asks one question about every game of a family. It keeps the answers in a
// folder and goes on there. sweep_read.go reads them.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/sweep"
	"github.com/grundy-games/grundy/internal/units"
)

// sweepFlags are the flags of `grundy sweep`.
type sweepFlags struct {
	question ask.Sweep
	dir      string
	only     []string
	workers  int
	bounds   budgetFlags
	asJSON   bool
}

func newSweep() *cobra.Command {
	var f sweepFlags
	var names []string
	for _, q := range sweep.Questions {
		names = append(names, q.Name)
	}
	cmd := described("sweep", &cobra.Command{
		Args: wantArgs(1, 1, "a family of games, such as 0.ddd"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.question.Family = args[0]
			return f.run(cmd)
		},
	})
	add := flagsOf(cmd)
	add("ask", &f.question.Ask, "", names...)
	add("dir", &f.dir, "")
	add("last", natural(always(&f.question.Max), 0, 1<<62), fmt.Sprintf(" (default %d, of values %d, of quotient %d)", ask.DefaultSweepMax, ask.DefaultSweepValues, ask.DefaultQuotientMax))
	add("start", &f.question.Start, "")
	add("of", &f.question.Of, ", of pattern (default the first that has one)", ask.Kinds()...)
	add("misere", &f.question.Misere, "")
	add("steps", natural(always(&f.question.Steps), ask.DefaultSweepSteps, 1<<62), fmt.Sprintf(", of period %d by default", ask.DefaultPeriodSteps))
	add("game-memory", bytesFlag(&f.question.Memory), " (default 256MiB)")
	add("only", &f.only, "")
	add("piece", &f.question.Piece, ": games (default a thousandth of all, at most 1024)")
	add("workers", &f.workers, ", as far as --max-memory allows")
	f.bounds.addMemory(cmd, ", for all workers together")
	addJSON(cmd, &f.asJSON, ": the summary")
	cmd.AddCommand(newSweepRows(), newSweepSummary())
	return cmd
}

// run sweeps, and prints the summary.
func (f *sweepFlags) run(cmd *cobra.Command) error {
	if _, err := sweep.ParseFamily(f.question.Family); err != nil {
		return usageError{err}
	}
	switch {
	case f.question.Ask == "":
		return usagef("--ask: want a question, such as --ask=period")
	case f.dir == "":
		return usagef("--dir: want the folder of the sweep")
	case f.workers < 0:
		return usagef("--workers=%d: want 1 or more", f.workers)
	case cmd.Flags().Changed("last") && f.question.Max == 0:
		return usagef("%s: want a heap from 1 on", asWritten(cmd, cmd.Flags().Lookup("last"), "0"))
	case cmd.Flags().Changed("steps") && f.question.Steps == 0:
		return usagef("--steps=0: want 1 or more")
	}
	means, done := f.bounds.means(cmd)
	defer done()
	ctx := cmd.Context()
	if err := f.question.Plan(ctx, means); err != nil {
		return inFlags(cmd, err)
	}
	stage, spec, err := sweep.Next(f.dir, &f.question.Spec, f.only)
	if wrong, ok := errors.AsType[*sweep.OnlyError](err); ok {
		return usagef("--only: %w", wrong)
	} else if unfit, ok := errors.AsType[*sweep.ContinueError](err); ok {
		return usagef("--dir: %w", unfit)
	} else if err != nil {
		return err
	}
	if spec != nil {
		if err := os.MkdirAll(f.dir, 0o777); err != nil {
			return usagef("--dir=%s: %w", message.Shown(f.dir), plainly(err))
		}
		j, err := ask.Sweep{Spec: *spec}.Job(means)
		if err == nil {
			show := means.Progress("pieces")
			err = job.Run(ctx, j, stage, job.Options{
				Workers:  f.atATime(cmd, spec.Memory),
				Progress: func(s job.Status) { show.Report(uint64(s.Done), uint64(s.Pieces)) },
				Note:     func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), "grundy:", line) },
			})
		}
		if err != nil {
			if unfit, ok := errors.AsType[*job.FolderError](err); ok {
				return usagef("--dir: %w", unfit)
			}
			return err
		}
	}
	done()
	folder, err := sweep.Open(f.dir)
	if err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(f.dir, "rows.csv"), func(w io.Writer) error {
		_, _, err := folder.Write(ctx, w, sweep.CSV)
		return err
	}); err != nil {
		return err
	}
	return printSummary(cmd, folder, f.asJSON)
}

// atATime returns how many games are answered at a time, so that all of them fit into the
// memory.
func (f *sweepFlags) atATime(cmd *cobra.Command, memory uint64) int {
	wanted := meter.Cores(cmd.Context(), f.workers)
	fit := int(min(f.bounds.budget().Memory/max(memory, 1), uint64(wanted)))
	if fit < wanted && f.workers > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s of memory are enough for %s at a time, of %s each\n",
			units.Bytes(f.bounds.budget().Memory), message.Count(fit, "game", "games"), units.Bytes(memory))
	}
	return max(fit, 1)
}
