package main

// `grundy play` is a match against perfect play, on a screen or a line a move. Package play
// has the match, internal/console the screen, and play_session.go the talk.

import (
	"bufio"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/terminal"
	"github.com/grundy-games/grundy/play"
)

// playFlags are the flags of `grundy play`.
type playFlags struct {
	question ask.Play
	second   bool
	two      bool
	lines    bool
	table    string
	bounds   budgetFlags
}

func newPlay() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play SUM",
		Short: "Play against a perfect opponent, one that errs, or a person",
		Long: `Play any position that grundy solve takes, or an example of a game such as nim, against a perfect opponent, which wins
whenever it can, and otherwise plays what is hardest to answer. With --level=good
it makes every fifth move at random, and with --level=beginner three of five; the
same --seed leads to the same draws. With --two two people play.

A terminal of 60 columns and 16 lines or more shows the board, and the moves beside
it. Arrows move a cursor over what a move touches, Enter plays, and h shows what
each move leads to: ▲ wins, ▼ loses, ● draws. w shows why, u takes back, ? lists
all keys, and q quits.

Elsewhere, and with --plain, the match goes line by line: a move or a command each;
a line that is neither is told what is wrong with it, and the game goes on. The same
holds for pipes as input or output, TERM=dumb, and small terminals.
Components and heaps are counted from 1.

` + playHelp + `

The end of the input or Ctrl-C ends the match.
Exit status: 0 the match ended or was stopped, 1 too much for the budget, 2 the
request was wrong.`,
		Example: `  grundy play 'nim(3,5,7)'
  grundy play 'knight(5,4) + queen(3,3)' --second
  grundy play '0.77(12)' --misere
  grundy play 'cram(4,4)' --level=beginner --seed=3
  grundy play 'chomp(4,5)' --two`,
		Args: wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`),
		RunE: f.run,
	}
	f.question.Level, f.question.Seed = "perfect", 1
	add := flagsOf(cmd)
	addConvention(cmd, &f.question.Misere, &f.question.Compound)
	add("second", &f.second, "")
	add("two", &f.two, "")
	add("plain", &f.lines, "")
	add("level", &f.question.Level, "", play.Levels()...)
	addLookup(cmd, &f.table)
	add("seed", &f.question.Seed, ": the errors of the opponent")
	f.bounds.add(cmd, "")
	return cmd
}

// run plays a match from the sum in args.
func (f *playFlags) run(cmd *cobra.Command, args []string) (err error) {
	if f.question.Position = strings.Join(args, " "); f.question.Position == standardStream {
		return usagef(`"-": the moves are read from standard input, so the position must be an argument`)
	}
	for _, flag := range []string{"second", "level", "seed"} {
		if f.two && cmd.Flags().Changed(flag) {
			return usagef("--%s: it is for an opponent, and with --two there is none", flag)
		}
	}
	means, done := f.bounds.means(cmd)
	defer done()
	closed, err := openTable(cmd, f.table, &means)
	if err != nil {
		return told(cmd, err)
	}
	defer closed()
	s := &session{question: f.question, out: bufio.NewWriter(cmd.OutOrStdout()), watch: watchOf(cmd.Context())}
	s.question.Position = startOf(cmd, means, s.question.Position)
	if s.match, err = s.question.Ask(cmd.Context(), means); err != nil {
		return told(cmd, err)
	}
	done()
	if s.two = f.two; f.second {
		s.human = 1
	}
	if in, out, ok := terminalOf(cmd); ok && !f.lines {
		return s.onScreen(cmd.Context(), in, out)
	}
	if terminal.Is(cmd.InOrStdin()) {
		s.prompt = "> "
	}
	return s.run(cmd.Context(), lineReader(cmd.InOrStdin()))
}
