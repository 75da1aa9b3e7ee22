package main

// `grundy period` finds the period of a nim-sequence, or of a row of a board's table, and
// the theorem that proves it. period_text.go writes the answer.

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
)

// periodFlags are the flags of `grundy period`.
type periodFlags struct {
	question    ask.Period
	certificate string
	run         longRun
	asJSON      bool
	bounds      budgetFlags
}

func newPeriod() *cobra.Command {
	var f periodFlags
	cmd := &cobra.Command{
		Use:   "period GAME",
		Short: "Find and prove the period of nim-values, or of other values",
		Long: `Find and prove the period of the nim-sequence of a game of heaps: the least
preperiod q and period p with G(n+p) = G(n) + saltus for all n >= q, the
exceptions below q, and the theorem that proves it. A period that only shows in
the computed values, without a theorem, is called observed, and the exit status is
then 1.

GAME is a game without a position, such as 0.77, subtraction[1,3,4] or grundy, or a
template with one number left open, such as pass-nim(_,3,1) or kayles("X"*_); see
"grundy values --help". Of a game in a file, FILE.star, a period is only observed: the
exit status is 1.
Of a game of two numbers, --row=R asks for the row y = R of its table, as queen(_,R)
does.

With --of and --misere the sequence is another: outcomes, remoteness or suspense of the
positions, or their misère nim-values (1 without options, otherwise the mex of those of
the options). Such a period is proved where it follows from that of the nim-values, by a
window of values that recurs, or for misère outcomes of a take-and-break code from the
images of its heaps in a misère quotient. Otherwise it is observed, in as many values as
a fixed amount of work gives, the same on every machine, or to -n.

Long runs of take-and-break codes can be kept in a file: with --resume=FILE the
run is saved there now and then, and at the end or when it is interrupted. The same
command line continues it, and ends with the answer of an unbroken run.
Without --resume nothing is written. A run that is interrupted, or reaches
--max-time, prints its answer so far.

--certificate writes the proof as a file that "grundy verify" checks. With
--certificate=- it goes to standard output and the answer to standard error. There
is none where the values have a closed form, as those of nim: then the theorem is
the proof. The certificate of a run of more than 2^30 values is a chain, whose
segments are verified each by itself; --segment=N makes one with N values a segment,
65536 at the least.

Exit status: 0 proved, 1 not proved as far as was computed or proved without the
certificate that was wanted, 2 the request was wrong.`,
		Example: `  grundy period 0.77
  grundy period 'subtraction[1,3,4]' --json
  grundy period 0.104 --certificate=0.104.json
  grundy period 0.77 --certificate=- | grundy verify -
  grundy period 0.106 -n 800000000000 --resume=0.106.checkpoint
  grundy period queen --row=50
  grundy period 0.77 --misere --of=outcomes`,
		Args:              wantArgs(1, 1, "a game, such as 0.77"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.question.Game = args[0]
			if err := f.check(cmd.Flags()); err != nil {
				return err
			}
			return f.find(cmd)
		},
	}
	f.run.every = 30 * time.Second
	add := flagsOf(cmd)
	addTable(cmd, &f.question.Fix, &f.question.Of, &f.question.Misere, &f.question.Compound)
	add("last", natural(optional(&f.question.Max), ask.DefaultMax, math.MaxInt64-1), "")
	add("row", natural(optional(&f.question.Row), 0, board.MaxCoordinate), "")
	add("certificate", &f.certificate, "")
	add("segment", natural(always(&f.question.Segment), 0, math.MaxInt64), " (2^30 for long runs)")
	add("resume", &f.run.file, "")
	add("checkpoint-every", &f.run.every, "")
	addJSON(cmd, &f.asJSON, "")
	f.bounds.add(cmd, ", and with -n by default,")
	return cmd
}

// leastSegment is how many values a segment has at the least.
const leastSegment = 1 << 16

// check refuses flags that do not go together, and hands the others to the question.
func (f *periodFlags) check(flags *pflag.FlagSet) error {
	f.question.Certificate = f.certificate != ""
	if flags.Changed("last") && !flags.Changed("max-time") {
		f.bounds.time = 0 // whoever says how far means it
	}
	if f.asJSON && isStandardOutput(f.certificate) {
		return usagef("--json and --certificate=%s: both are for standard output; want --certificate=FILE or one of them", message.Shown(f.certificate))
	}
	if n := f.question.Segment; flags.Changed("segment") {
		switch {
		case n < leastSegment:
			return usagef("--segment=%d: want %d values a segment or more", n, leastSegment)
		case f.certificate == "":
			return usagef("--segment=%d: a segment is of a certificate; want --certificate=FILE, too", n)
		}
	}
	return distinct(namedFile{"--certificate", f.certificate}, namedFile{"--resume", f.run.file})
}

// find answers the question and prints the answer.
func (f *periodFlags) find(cmd *cobra.Command) (err error) {
	var proof *wholeFile
	out := cmd.OutOrStdout()
	if f.certificate == standardStream {
		out = cmd.ErrOrStderr()
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
	means, done := f.bounds.means(cmd)
	defer done()
	opened := noting(&means)
	f.run.notes = cmd.ErrOrStderr()
	f.run.end = func() {}
	f.question.Keeper = &f.run
	defer func() { f.run.end() }()
	a, problem := f.question.Ask(cmd.Context(), means)
	done()
	if a == nil {
		return told(cmd, problem)
	}
	if err := distinct(namedFile{"--certificate", f.certificate}, *opened...); err != nil {
		return err
	}
	if err := print(out, f.asJSON, a, writeRecurrence); err != nil {
		return err
	}
	unproved, ok := errors.AsType[*ask.UnprovedError](problem)
	switch {
	case ok && !unproved.Ends:
		return fmt.Errorf("%w; %s looks further", problem, flagOf(cmd, "last"))
	case problem != nil:
		return told(cmd, problem)
	case a.Uncertified != nil:
		return fmt.Errorf("the period is proved, but there is no certificate: %w", told(cmd, a.Uncertified))
	case a.Certificate == nil && a.Chain == nil:
		return nil
	}
	write := a.Certificate.Write
	if a.Chain != nil {
		write = a.Chain.Write
	}
	if proof == nil {
		return write(cmd.OutOrStdout())
	}
	file := proof
	proof = nil
	return file.finish(write(file))
}
