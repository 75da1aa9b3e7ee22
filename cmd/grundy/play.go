package main

// This file holds `grundy play`: a match against perfect play, a line a move. The
// match itself is in package play, and the talk in play_session.go.

import (
	"bufio"
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"grundy"
	"grundy/play"
	"grundy/position"
)

// playFlags are the flags of `grundy play`.
type playFlags struct {
	misere   bool
	compound string
	second   bool
	bounds   budgetFlags
}

func newPlay() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play SUM",
		Short: "Play against a perfect opponent",
		Long: `Play any position that grundy solve takes against a perfect opponent, which wins
whenever it can. Lines are read from standard input, a move or a command each; a
line that is neither is told what is wrong with it, and the game goes on.

` + playHelp + `

The end of the input or Ctrl-C ends the match.
Exit status: 0 the match ended or was stopped, 1 too much for the budget, 2 the
request was wrong.`,
		Example: `  grundy play 'nim(3,5,7)'
  grundy play 'knight(5,4) + queen(3,3)' --second
  grundy play '0.77(12)' --misere`,
		Args: wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`),
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.misere, "misere", false, "a player who cannot move wins")
	addCompound(cmd, &f.compound)
	flags.BoolVar(&f.second, "second", false, "let the opponent move first")
	f.bounds.add(flags)
	return cmd
}

// run plays a match from the sum in args.
func (f *playFlags) run(cmd *cobra.Command, args []string) error {
	options, err := f.options(cmd, args)
	if err != nil {
		return err
	}
	s := &session{out: bufio.NewWriter(cmd.OutOrStdout()), problems: cmd.ErrOrStderr()}
	options.Progress = func(done, total uint64) { s.bar.Report(done, total) }
	s.options = options
	if s.match, err = play.New(cmd.Context(), options); err != nil {
		return err
	}
	if f.second {
		s.human = 1
	}
	if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		s.prompt = "> "
	}
	return s.run(cmd.Context(), cmd.InOrStdin())
}

// options returns what is played.
func (f *playFlags) options(cmd *cobra.Command, args []string) (o play.Options, err error) {
	if o.Compound, err = parseCompound(f.compound); err != nil {
		return o, err
	}
	if strings.Join(args, " ") == "-" {
		return o, usagef(`"-": the moves are read from standard input, so the position must be an argument`)
	}
	if f.misere {
		o.Convention = grundy.Misere
	}
	o.Budget = f.bounds.budget()
	limitMemory(o.Budget)
	show, done := progressTo(cmd.ErrOrStderr())
	defer done()
	files := openFiles(o.Budget, show)
	o.Parse = func(text string) (grundy.Component, error) { return parseOne(cmd.Context(), text, files) }
	o.Sum, err = readSum(cmd, args, files)
	return o, err
}

// parseOne reads the position that a component becomes.
func parseOne(ctx context.Context, text string, files position.Files) (grundy.Component, error) {
	sum, err := position.ParseWith(ctx, text, files)
	if err == nil && (len(sum) != 1 || sum[0].Copies != 1) {
		err = errors.New("want one position")
	}
	if err != nil {
		return nil, err
	}
	return sum[0].Component, nil
}
