package main

// This file holds `grundy forge`, which makes tests that kill wrong solutions.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grundy/contest/forge"
	"grundy/internal/message"
	"grundy/internal/units"
)

// forgeFlags are the flags of `grundy forge`.
type forgeFlags struct {
	output, format string
	seed, count    uint64
	size           uint64
	wrong, right   []string
	asJSON         bool
	bounds         budgetFlags
}

func newForge() *cobra.Command {
	f := forgeFlags{seed: 1, count: 40, size: 256 << 20}
	cmd := &cobra.Command{
		Use:   "forge PROBLEM|FILE -o DIR",
		Short: "Make the tests of a contest problem, so that wrong solutions fail",
		Long: `Make tests for a contest problem: one of the list that "grundy contest" prints, or a
file NAME.problem.star. docs/contest.md describes such files.

The tests are chosen against wrong solutions, which are derived from the question: the
nim-value replaced by the outcome or by the size, XOR by the sum, the misère rule
forgotten, numbers of 32 bits, a walk that takes too long, and others that make sense for
the problem. A table says which test kills which of them. Where one survives, the
table says whether it is right within the limits, or how many inputs were tried.

--wrong adds a program of your own to the table, such as --wrong 'greedy=python3
greedy.py'. It is run with the limits of the problem. Name it more than once for more
programs.

DIR gets the tests, the validator of the input, and a reference solution where one
travels; a folder that is not empty is refused. The same seed gives the same files.

Formats:
  icpc           the problem package of the ICPC and Kattis, in the legacy form
  icpc-2023-07   the same in the form of July 2023
  plain          01.in, 01.out, 02.in ..., and a list of what they are for
  polygon        the layout of Polygon

Exit status: 0 written, 1 a budget is used up, 2 the request was wrong.`,
		Example: `  grundy forge hackerrank/move-the-coins -o movethecoins
  grundy forge misere.problem.star -o tests --format=plain --count=20
  grundy forge topcoder/LongLongNim -o nim --wrong 'mine=python3 mine.py'`,
		Args: wantArgs(1, 1, "a problem, such as hackerrank/move-the-coins, or a file that ends in .problem.star"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return problemNames(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "the folder to make")
	flags.StringVar(&f.format, "format", forge.Formats()[0], "the form: "+strings.Join(forge.Formats(), ", "))
	flags.Var(natural(always(&f.seed), f.seed, 1<<63-1), "seed", "tests are drawn from this number")
	flags.Var(natural(always(&f.count), f.count, forge.MostTests), "count", "at most this many tests besides the samples")
	flags.StringArrayVar(&f.wrong, "wrong", nil, "a wrong program for the table, as NAME=COMMAND; may be repeated")
	flags.BoolVar(&f.asJSON, "json", false, "print the table as one JSON value")
	flags.Var(&parsedFlag{"bytes", "256MiB", bytesFlag(&f.size).parse}, "max-size", "the tests take at most this many bytes")
	f.bounds.add(flags)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(forge.Formats(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
