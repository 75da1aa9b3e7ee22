package main

// `grundy period` finds the period of a nim-sequence, or of a row of a board's table, and
// the theorem that proves it. period_text.go writes the answer.

import (
	"errors"
	"fmt"
	"math"

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
	cmd := described("period", &cobra.Command{
		Args:              wantArgs(1, 1, "a game, such as 0.77"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.question.Game = args[0]
			if err := f.check(cmd.Flags()); err != nil {
				return err
			}
			return f.find(cmd)
		},
	})
	add := flagsOf(cmd)
	addTable(cmd, &f.question.Fix, &f.question.Of, &f.question.Misere, &f.question.Compound)
	add("last", natural(optional(&f.question.Max), ask.DefaultMax, math.MaxInt64-1), "")
	add("row", natural(optional(&f.question.Row), 0, board.MaxCoordinate), "")
	add("certificate", &f.certificate, "")
	add("segment", natural(always(&f.question.Segment), 0, math.MaxInt64), " (2^30 for long runs)")
	f.run.add(cmd, "")
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
		return inFlags(cmd, problem)
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
		return inFlags(cmd, problem)
	case a.Uncertified != nil:
		return fmt.Errorf("the period is proved, but there is no certificate: %w", inFlags(cmd, a.Uncertified))
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
