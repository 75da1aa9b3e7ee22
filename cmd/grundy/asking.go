package main

// Flags become the means of a question, arguments its position, and errors name the flag.
// All commands that ask a question share this.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position"
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
	return ask.Means{Memory: budget.Memory, Time: budget.Time, Open: openFile, Free: freeSpace, Progress: watch.begin, Cores: b.workers}, watch.stop
}

// addLookup adds the flag that names a table on disk.
func addLookup(cmd *cobra.Command, dir *string) {
	flagsOf(cmd)("table", dir, ", which values --table has filled: read values from there")
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

// withTable asks a question with values from the table of a folder, if one is named.
func withTable[A any](cmd *cobra.Command, dir string, question func(context.Context, ask.Means) (A, error)) func(context.Context, ask.Means) (A, error) {
	return func(ctx context.Context, m ask.Means) (a A, err error) {
		closed, err := openTable(cmd, dir, &m)
		if err != nil {
			return a, err
		}
		defer closed()
		return question(ctx, m)
	}
}

// answer asks a question with the means that the flags allow, and prints the answer: as JSON, or as
// text. The error of the question may stand beside an answer, which says then why no more is known.
func answer[A comparable](cmd *cobra.Command, bounds *budgetFlags, asJSON bool, question func(context.Context, ask.Means) (A, error), text func(io.Writer, A) error) (a A, err error) {
	means, done := bounds.means(cmd)
	defer done()
	a, problem := question(cmd.Context(), means)
	if done(); a == *new(A) {
		return a, inFlags(cmd, problem)
	}
	return a, firstOf(print(cmd.OutOrStdout(), asJSON, a, text), inFlags(cmd, problem))
}

// print writes an answer as JSON, or as text.
func print[A any](out io.Writer, asJSON bool, a A, text func(io.Writer, A) error) error {
	if asJSON {
		return ask.WriteJSON(out, a)
	}
	return buffered(out, func(w io.Writer) error { return text(w, a) })
}

// inFlags returns the error of a question as cmd tells it: what is wrong with a
// field by the name of its flag, and what is over the budget with how to raise it. It is
// nil where err is.
func inFlags(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*ask.FieldError](err); ok {
		return usageError{fieldError{wrong, flagOf(cmd, wrong.Field)}}
	}
	return solveError(err)
}

// A fieldError is a field of a question that is wrong, named as the flag or the
// argument that it comes from.
type fieldError struct {
	*ask.FieldError
	flag string
}

func (e fieldError) Error() string {
	if e.InText() {
		return e.Named("")
	}
	return e.Named(e.flag)
}

// addTable adds the flags that choose the positions and the values of a table.
func addTable(cmd *cobra.Command, fix *[]string, of *string, misere *bool, kind *string) {
	addConvention(cmd, misere, kind)
	add := flagsOf(cmd)
	add("fix", fix, "")
	add("of", of, " (default nim-values; outcomes with --compound)", ask.Measures()...)
}

// addTitle adds the flag --title of a picture, which has usual above it without the flag.
func addTitle(cmd *cobra.Command, title **string, usual string) {
	flagsOf(cmd)("title", &parsedFlag{"string", "", func(text string) error {
		*title = &text
		return nil
	}}, " (default "+usual+")")
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

// startOf returns the position that a text is or, where it is a game without one, a position
// of it to look at: its example, or one with usual numbers. It says which.
func startOf(cmd *cobra.Command, m ask.Means, text string) string {
	name := strings.TrimSpace(text)
	if strings.ContainsAny(name, "(+") {
		return text
	}
	at := ""
	if e, ok := position.Find(name); ok && e.Name == name {
		at = e.Example
	}
	for _, numbers := range []string{"(12)", "(5,4)", "(3,5,7)"} {
		if at == "" && m.IsSum(cmd.Context(), name+numbers) {
			at = name + numbers
		}
	}
	if at == "" {
		return text
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s is a game; this is a position of it: %s\n", message.Shown(name), at)
	return at
}

// addConvention adds the flags that say how a sum is played.
func addConvention(cmd *cobra.Command, misere *bool, kind *string) {
	*kind = "disjunctive"
	add := flagsOf(cmd)
	add("misere", misere, "")
	add("compound", kind, ": "+strings.Join(compound.Names(), ", "))
	completions := compound.Names()
	completions[len(completions)-1] = compound.Moore(2).String() // for moore:K
	_ = cmd.RegisterFlagCompletionFunc("compound", cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp))
}
