package main

// `grundy sweep` asks one question about every game of a family. It keeps the answers in a
// folder and goes on there. sweep_read.go reads them.

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

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
	cmd := &cobra.Command{
		Use:   "sweep FAMILY --ask QUESTION --dir DIR",
		Short: "Ask one question about every game of a family",
		Long: `Ask one question about every game of a family, on all cores. The answers are rows in the
folder DIR, and DIR/rows.csv has all of them at the end.

FAMILY is one of

    0.ddd, 4.d7, d.ddd    octal codes: d is any digit, in front 0 or 4
    subtraction:1..20     all subtraction sets of numbers from 1 to 20
    subtraction:1..64:3   those of three numbers; :2..3 for two or three
    rides:4, rides:4:1..2 two heaps and one ride, or one or two: i·a from one
                          heap and i·b from the other, in either order,
                          a <= b <= 4
    wythoff[1..5], FILE.star(_,_,1..4)
                          a game or a template, ranges in place of numbers

QUESTION is one of

    period    the period of the nim-values to the heap -n, and its proof
    quotient  the misère quotient of all heaps, where a period proves it as for
              octal codes; otherwise of the heaps to -n
    pattern   the pattern behind the values, and its proof
    values    the nim-values to the heap -n; of games of several numbers
              those of a table with -n along each axis
    outcome   who wins from --start

An octal code whose period takes long is answered by its class: the first code with the
same nim-values except for a shift, if that is in the family.

Only octal codes, subtraction sets and the like have periods that are proved. Of other
games, such as rules in a file, values to -n are looked at. With the usual -n that
ends where a period fits in eight times.

--steps bounds the work on each game, which is counted and not timed: steps of searches,
sums of misère play, and steps of runs of octal codes, about a nanosecond each, 256 of
which count as one. Of period each step of a run counts as one, and others as 256. Tables
of boards and values of subtraction sets are bounded by -n and --game-memory, and the
automata of proofs have a largest size.

The folder is gone on with: a run that was interrupted, or killed, loses the games at
work and no others, and the same command line goes on. With a larger -n, --steps or
--game-memory the sweep goes further, only for the games without a proof, and with
--only for some of these. The rows are the same bytes whatever --workers and --piece are. How long each game took is in
DIR/times.csv.

"grundy sweep summary DIR" counts, "grundy sweep rows DIR" prints the rows.

Exit status: 0 all games have a row, 1 the work failed, 2 the request was wrong.`,
		Example: `  grundy sweep 0.dd --ask=period -n 100000 --dir=two-digits
  grundy sweep subtraction:1..64:3 --ask=period --dir=three-numbers
  grundy sweep rides:4 --ask=pattern --of=p-positions --dir=rides
  grundy sweep summary two-digits`,
		Args: wantArgs(1, 1, "a family of games, such as 0.ddd"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.question.Family = args[0]
			return f.run(cmd)
		},
	}
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
		return told(cmd, err)
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
		times, err := newTimes(filepath.Join(f.dir, "times.csv"))
		if err != nil {
			return err
		}
		j, err := ask.Sweep{Spec: *spec, Took: times.add}.Job(means)
		if err == nil {
			show := means.Progress("pieces")
			err = job.Run(ctx, j, stage, job.Options{
				Workers:  f.atATime(cmd, spec.Memory),
				Progress: func(s job.Status) { show.Report(uint64(s.Done), uint64(s.Pieces)) },
				Note:     func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), "grundy:", line) },
			})
		}
		if err = errors.Join(err, times.close()); err != nil {
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

// times keeps how long each game took, in a file that grows from run to run.
type times struct {
	mu   sync.Mutex
	file *os.File
	out  *bufio.Writer
	err  error
}

func newTimes(name string) (*times, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", message.Shown(name), plainly(err))
	}
	return &times{file: file, out: bufio.NewWriter(file)}, nil
}

// add notes a game.
func (t *times) add(game string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	line := csv.NewWriter(t.out)
	_ = line.Write([]string{game, fmt.Sprintf("%.6f", took.Seconds())})
	line.Flush()
	t.err = errors.Join(t.err, line.Error())
}

func (t *times) close() error { return errors.Join(t.err, t.out.Flush(), t.file.Close()) }
