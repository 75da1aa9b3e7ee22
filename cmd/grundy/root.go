package main

// This file holds the root of the command line: its commands, and words that are none.

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/message"
)

// newRoot returns the command, which writes to out.
func newRoot(out io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "grundy",
		Short: "Answer questions about impartial games",
		Long: `grundy answers questions about impartial games: two players, perfect
information, no chance, the same moves for both. It finds who wins a position or a
sum of positions, lists every winning move, and names the theorem.`,
		Example: `  grundy solve 'knight(5,4) + queen(3,3)'
  grundy solve 'subtraction[1,3,4](11)' --misere --why
  grundy games queen
  grundy contest hackerrank/move-the-coins < input.txt`,
		Version:           versionText(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              noSuchCommand,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return checkFlags(cmd.Flags()) },
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(out) // before the command completion is made, which asks for it once
	root.SetVersionTemplate(versionLine("{{.Version}}"))
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", columns)))
	root.AddCommand(newSolve(), newOptions(), newPlay(), newValues(), newPeriod(), newGuess(), newVerify(), newNim(), newGraph(), newPlot(), newDraw(), newGames(), newRules(), newContest(), newForge(), newDuel(), newQuotient(), newSweep(), newJob(), newServe(), newMan(), newVersion())
	root.SetHelpCommand(newHelp())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = noSuchCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		fit(c)
		help(c, args)
	})
	return root
}

// fit wraps the paragraphs of descriptions anew, of a command and of those below it.
// Indented lines stay as they are.
func fit(c *cobra.Command) {
	var b strings.Builder
	var paragraph []string
	for line := range strings.Lines(c.Long + "\n\n") {
		words := strings.Fields(line)
		if prose := len(words) > 0 && strings.Trim(line[:1], " \t") != ""; prose {
			paragraph = append(paragraph, words...)
			continue
		}
		if len(paragraph) > 0 {
			b.WriteString(filled("", "", paragraph, " ") + "\n")
		}
		b.WriteString(line)
		paragraph = nil
	}
	c.Long = strings.TrimSpace(b.String())
	for _, sub := range c.Commands() {
		fit(sub)
	}
}

// newHelp returns the command help, which unlike cobra's own refuses a topic
// that is not there.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("no help about %s", message.Quoted(strings.Join(args, " ")))
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// newVersion returns the command version, which says what --version does.
func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  wantArgs(0, 0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), versionLine(versionText()))
			return err
		},
	}
}

func versionLine(version string) string { return "grundy " + version + "\n" }

// versionText is the version, and the commit where the build knows it.
func versionText() string {
	if commit, _ := build.Commit(); len(commit) >= 12 {
		return build.Release + " (" + commit[:12] + ")"
	}
	return build.Release
}

// refuseUnknown refuses a first word that is not a command, before flags behind it
// are taken for those of another.
func refuseUnknown(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	for _, c := range root.Commands() {
		if c.Name() == args[0] {
			return nil
		}
	}
	if args[0] == "help" {
		return nil
	}
	return noSuchCommand(root, args)
}

// noSuchCommand refuses a word that is not a command, and says which was meant.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usagef("unknown command %s%s", message.Quoted(args[0]), message.DidYouMean(args[0], names))
}

// wantArgs checks the number of arguments, described by want.
func wantArgs(least, most int, want string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usagef("want %s", want)
		case most >= 0 && len(args) > most:
			return usagef("unexpected argument %s; want %s", message.Quoted(args[most]), want)
		}
		return nil
	}
}
