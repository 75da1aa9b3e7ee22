package main

// `grundy play` is a match against perfect play, on a screen or a line a move. Package play
// has the match, and internal/console the screen and the talk.

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/console"
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
	cmd := described("play", &cobra.Command{
		Args: wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`),
		RunE: f.run,
	})
	cmd.Long = strings.Replace(cmd.Long, "{lines}", console.LinesHelp, 1)
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
		return inFlags(cmd, err)
	}
	defer closed()
	f.question.Position = startOf(cmd, means, f.question.Position)
	match, err := f.question.Ask(cmd.Context(), means)
	if err != nil {
		return inFlags(cmd, err)
	}
	done()
	return f.playMatch(cmd, match)
}
