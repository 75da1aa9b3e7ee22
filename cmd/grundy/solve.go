package main

// `grundy solve` makes a question of its flags. solve_text.go writes the answer.

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/position"
)

// solveFlags are the flags of `grundy solve`.
type solveFlags struct {
	question ask.Solve
	asJSON   bool
	lines    bool
	table    string
	bounds   budgetFlags
}

func newSolve() *cobra.Command {
	var f solveFlags
	cmd := described("solve", &cobra.Command{
		Args: func(cmd *cobra.Command, args []string) error {
			if f.lines {
				return wantArgs(0, 1, "one file of positions, a position a line, or none for standard input")(cmd, args)
			}
			return wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`)(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var examples []string
			for _, e := range position.All() {
				examples = append(examples, e.Example)
			}
			return examples, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: f.run,
	})
	add := flagsOf(cmd)
	addConvention(cmd, &f.question.Misere, &f.question.Compound)
	f.question.Moves = ask.DefaultMoves
	add("limit", numberOrAll(always(&f.question.Moves), f.question.Moves, ask.AllMoves), " winning moves")
	add("why", &f.question.Why, "")
	addJSON(cmd, &f.asJSON, "")
	addLookup(cmd, &f.table)
	add("lines", &f.lines, "")
	f.bounds.add(cmd, "")
	return cmd
}

// run solves the sum in args and writes the answer.
func (f *solveFlags) run(cmd *cobra.Command, args []string) (err error) {
	if f.lines {
		return f.solveLines(cmd, append(args, standardStream)[0])
	}
	if f.question.Position, err = positionOf(cmd, args); err != nil {
		return err
	}
	a, err := answer(cmd, &f.bounds, f.asJSON, withTable(cmd, f.table, f.question.Ask), writeAnswer)
	if err == nil && a.Answer.Unlisted != nil {
		err = fmt.Errorf("the winning moves are not listed: %w", told(cmd, a.Answer.Unlisted))
	}
	return err
}
