package main

// This file holds `grundy play`: a match against perfect play, a line a move. The
// match itself is in package play, and the talk in play_session.go.

import (
	"bufio"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"grundy"
	"grundy/games"
	"grundy/play"
)

func newPlay() *cobra.Command {
	var (
		misere, second bool
		kind           string
		bounds         budgetFlags
	)
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
		RunE: func(cmd *cobra.Command, args []string) error {
			o, files := play.Options{}, games.Files{}
			var err error
			if o.Compound, err = parseCompound(kind); err != nil {
				return err
			}
			o.Budget = bounds.budget()
			limitMemory(o.Budget)
			if strings.Join(args, " ") == "-" {
				return usagef(`"-": the moves are read from standard input, so the position must be an argument`)
			}
			show, done := progressTo(cmd.ErrOrStderr())
			files = openFiles(o.Budget, show)
			o.Sum, err = readSum(cmd, args, files)
			done()
			if err != nil {
				return err
			}
			if misere {
				o.Convention = grundy.Misere
			}
			o.Parse = func(text string) (grundy.Component, error) {
				sum, err := games.ParseWith(cmd.Context(), text, files)
				if err == nil && (len(sum) != 1 || sum[0].Copies != 1) {
					err = errors.New("want one position")
				}
				if err != nil {
					return nil, err
				}
				return sum[0].Component, nil
			}
			s := &session{out: bufio.NewWriter(cmd.OutOrStdout()), problems: cmd.ErrOrStderr()}
			o.Progress = func(done, total uint64) { s.bar.Report(done, total) }
			s.options = o
			if s.match, err = play.New(o); err != nil {
				return err
			}
			if second {
				s.human = 1
			}
			if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) {
				s.prompt = "> "
			}
			return s.run(cmd.Context(), cmd.InOrStdin())
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&misere, "misere", false, "a player who cannot move wins")
	addCompound(cmd, &kind)
	flags.BoolVar(&second, "second", false, "let the opponent move first")
	bounds.add(flags)
	return cmd
}
