package main

// This file holds what commands that ask a question share: the means that flags
// allow, positions as arguments, and errors that name flags.

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/theory/compound"
)

// means returns what a question may use: what the flags allow, files, and a line on
// standard error that says how far the work is, until done is called.
func (b *budgetFlags) means(cmd *cobra.Command) (m ask.Means, done func()) {
	budget := b.budget()
	limitMemory(budget)
	watch := watchOf(cmd.Context())
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	watch.start(name)
	return ask.Means{Memory: budget.Memory, Time: budget.Time, Open: openFile, Free: freeSpace, Progress: watch.begin}, watch.stop
}

// addLookup adds the flag that names a table on disk.
func addLookup(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "table", "", "read values from the table in this folder, which values --table has filled")
	_ = cmd.MarkFlagDirname("table")
}

// openTable opens the table of a folder, if one is named, for questions with these means.
func openTable(cmd *cobra.Command, dir string, m *ask.Means) (closed func(), err error) {
	if dir == "" {
		return func() {}, nil
	}
	if m.Table, err = ask.OpenTable(cmd.Context(), dir, *m); err != nil {
		return nil, err
	}
	return func() { _ = m.Table.Close() }, nil // it was only read
}

// told returns the error of a question as the command tells it: what is wrong with a
// field by the name of its flag, and what is over the budget with how to raise it. It is
// nil where err is.
func told(err error) error {
	if wrong, ok := errors.AsType[*ask.FieldError](err); ok {
		return usageError{fieldError{wrong}}
	}
	return solveError(err)
}

// A fieldError is a field of a question that is wrong, named as the flag or the
// argument that it comes from.
type fieldError struct{ *ask.FieldError }

func (e fieldError) Error() string {
	switch {
	case e.InText():
		return e.Named("")
	case len(e.Field) == 1:
		return e.Named("-" + e.Field)
	}
	return e.Named("--" + e.Field)
}

// addTable adds the flags that choose the positions and the values of a table.
func addTable(cmd *cobra.Command, fix *[]string, of *string, misere *bool, kind *string) {
	addCompound(cmd, kind)
	flags := cmd.Flags()
	flags.StringArrayVar(fix, "fix", nil, "fix a number of the game, as in passes=1 or 3=1, and leave the others open; may be repeated")
	flags.StringVar(of, "of", "", "what is asked for: "+strings.Join(ask.Measures(), ", ")+" (default nim-values; outcomes with --compound)")
	flags.BoolVar(misere, "misere", false, "misère play: who cannot move wins")
	_ = cmd.RegisterFlagCompletionFunc("of", cobra.FixedCompletions(ask.Measures(), cobra.ShellCompDirectiveNoFileComp))
}

// addTitle adds the flag --title of a picture, which has usual above it without the flag.
func addTitle(flags *pflag.FlagSet, title **string, usual string) {
	flags.Var(&parsedFlag{"string", "", func(text string) error {
		*title = &text
		return nil
	}}, "title", "words above the picture (default "+usual+")")
	_ = flags.SetAnnotation("title", mayBeEmpty, []string{})
}

// positionOf returns the position in the arguments, or what standard input has for
// "-".
func positionOf(cmd *cobra.Command, args []string) (string, error) {
	text := strings.Join(args, " ")
	if text != standardStream {
		return text, nil
	}
	all, err := io.ReadAll(cmd.InOrStdin())
	if err != nil {
		return "", usagef("standard input: %w", err)
	}
	return strings.TrimRight(string(all), "\r\n"), nil
}

// addCompound adds the flag --compound, and completes it.
func addCompound(cmd *cobra.Command, kind *string) {
	cmd.Flags().StringVar(kind, "compound", "disjunctive", "in which components a player moves: "+strings.Join(compound.Names(), ", "))
	completions := compound.Names()
	completions[len(completions)-1] = compound.Moore(2).String() // for moore:K
	_ = cmd.RegisterFlagCompletionFunc("compound", cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp))
}
