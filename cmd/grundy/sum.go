package main

// This file holds how a sum and its compound are read, as `grundy solve` and
// `grundy play` ask for them.

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"grundy"
	"grundy/games"
	"grundy/internal/message"
	"grundy/theory/compound"
)

// readSum reads the sum from the arguments, or from standard input for "-".
func readSum(cmd *cobra.Command, args []string, files games.Files) (grundy.Sum, error) {
	text := strings.Join(args, " ")
	if text == "-" {
		all, err := io.ReadAll(cmd.InOrStdin())
		if err != nil {
			return nil, usagef("standard input: %w", err)
		}
		text = strings.TrimRight(string(all), "\r\n")
	}
	sum, err := games.ParseWith(cmd.Context(), text, files)
	switch {
	case err == nil || cmd.Context().Err() != nil:
		return sum, err
	case errors.Is(err, grundy.ErrTooLarge): // a graph
		return nil, fileError(err)
	}
	return nil, usageError{err}
}

// addCompound adds the flag --compound, which parseCompound reads, and completes it.
func addCompound(cmd *cobra.Command, kind *string) {
	cmd.Flags().StringVar(kind, "compound", "disjunctive", "in which components a player moves: "+strings.Join(compound.Names(), ", "))
	completions := compound.Names()
	completions[len(completions)-1] = compound.Moore(2).String() // for moore:K
	_ = cmd.RegisterFlagCompletionFunc("compound", cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp))
}

func parseCompound(name string) (compound.Kind, error) {
	kind, err := compound.ParseKind(name)
	if err == nil {
		return kind, nil
	}
	names := compound.Names()
	if strings.HasPrefix(strings.ToLower(name), "moore") {
		names = nil // of which K is none
	}
	return 0, usagef("--compound: %w%s", err, message.DidYouMean(name, names))
}
