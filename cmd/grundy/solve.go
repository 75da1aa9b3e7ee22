package main

// `grundy solve` makes a question of its flags. solve_text.go writes the answer.

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position"
)

// solveFlags are the flags of `grundy solve`.
type solveFlags struct {
	question ask.Solve
	asJSON   bool
	lines    bool
	table    string
	bounds   budgetFlags
	// certificate is the file for the proof, "" for none.
	certificate string
	facts       factsFile // of the parts of a game
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
		ValidArgsFunction: completing(func() (examples []string) {
			for _, e := range position.All() {
				examples = append(examples, e.Example)
			}
			return examples
		}, cobra.ShellCompDirectiveNoFileComp),
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
	add("certificate", &f.certificate, "")
	f.facts.add(cmd, "; it serves all positions of the game")
	f.bounds.add(cmd, "")
	f.bounds.addWorkers(cmd)
	return cmd
}

// run solves the sum in args and writes the answer.
func (f *solveFlags) run(cmd *cobra.Command, args []string) (err error) {
	for _, file := range []namedFile{{"--certificate", f.certificate}, {"--resume", f.facts.file}} {
		if f.lines && file.path != "" {
			return usagef("%s: with --lines there is more than one answer; want a position in place of --lines", file)
		}
	}
	if f.lines {
		return f.solveLines(cmd, append(args, standardStream)[0])
	}
	if f.question.Position, err = positionOf(cmd, args); err != nil {
		return err
	}
	if f.facts.file != "" {
		if err := distinct(namedFile{"--certificate", f.certificate}, namedFile{"--resume", f.facts.file}); err != nil {
			return err
		}
		f.facts.notes = cmd.ErrOrStderr()
		f.facts.begin()
		defer func() { err = f.facts.finish(err) }()
		f.question.Facts = &f.facts
	}
	if f.certificate != "" {
		return f.certify(cmd)
	}
	a, err := answer(cmd, &f.bounds, f.asJSON, withTable(cmd, f.table, f.question.Ask), writeAnswer)
	if err == nil && a.Answer.Unlisted != nil {
		err = fmt.Errorf("the winning moves are not listed: %w", inFlags(cmd, a.Answer.Unlisted))
	}
	return err
}

// certify solves the sum, and writes the answer and its proof.
func (f *solveFlags) certify(cmd *cobra.Command) (err error) {
	out, to := cmd.OutOrStdout(), cmd.OutOrStdout()
	if isStandardOutput(f.certificate) {
		if f.asJSON {
			return usagef("--certificate=%s: standard output has the answer already; want --certificate=FILE", message.Shown(f.certificate))
		}
		out = cmd.ErrOrStderr()
	} else {
		file, problem := createWhole(f.certificate)
		if problem != nil { // before any work
			return problem
		}
		to = file
		defer func() {
			if problem := file.finish(err); err == nil {
				err = problem
			}
		}()
	}
	means, done := f.bounds.means(cmd)
	defer done()
	opened := noting(&means)
	var a *ask.Solved
	err = buffered(to, func(w io.Writer) (err error) {
		f.question.Certificate = w
		a, err = withTable(cmd, f.table, f.question.Ask)(cmd.Context(), means)
		return err
	})
	done()
	if a == nil {
		return inFlags(cmd, err)
	}
	err = firstOf(err, distinct(namedFile{"--certificate", f.certificate}, *opened...), print(out, f.asJSON, a, writeAnswer))
	if why := a.Answer.Unproved; err == nil && why != nil {
		err = fmt.Errorf("there is no certificate: %w", inFlags(cmd, why))
	}
	return err
}
