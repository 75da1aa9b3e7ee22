package main

// The root of the command line: its commands in groups, and unknown commands.

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/message"
)

// groups are the commands by what they are for, and what makes each.
var groups = []struct {
	title    string
	commands []newCommand
}{
	{"Ask about positions:", []newCommand{{"solve", newSolve}, {"options", newOptions}, {"play", newPlay}, {"nim", newNim}, {"graph", newGraph}, {"games", newGames}, {"rules", newRules}}},
	{"Sequences, tables, patterns, pictures:", []newCommand{{"values", newValues}, {"period", newPeriod}, {"guess", newGuess}, {"quotient", newQuotient}, {"verify", newVerify}, {"cite", newCite}, {"plot", newPlot}, {"draw", newDraw}}},
	{"Contests:", []newCommand{{"contest", newContest}, {"forge", newForge}, {"duel", newDuel}}},
	{"Long work:", []newCommand{{"sweep", newSweep}, {"job", newJob}}},
	{"Service:", []newCommand{{"serve", newServe}, {"site", newSite}, {"man", newMan}, {"version", newVersion}}},
}

type newCommand struct {
	name string
	make func() *cobra.Command
}

// needed reports whether a process with these arguments needs a command. One that is named first is
// needed alone, as to make all with their flags takes a tenth of a start. Help, completion
// and an unknown word need all.
func needed(name string, args []string) bool {
	switch {
	case len(args) == 0:
		return true
	case len(args) == 1 && args[0] == "--version":
		return false
	}
	for _, group := range groups {
		for _, c := range group.commands {
			if c.name == args[0] {
				return c.name == name
			}
		}
	}
	return true
}

// newRoot returns the command, which writes to out and obeys args.
func newRoot(out io.Writer, args ...string) *cobra.Command {
	root := described("grundy", &cobra.Command{
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              noSuchCommand,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return checkFlags(cmd) },
		RunE:              showBrief,
	})
	root.SetArgs(args)
	root.SetOut(out) // before the command completion is made, which asks for it once
	root.SetUsageFunc(func(c *cobra.Command) error { return writeUsage(c.OutOrStderr(), c, false) })
	addVersion(root)
	cobra.EnableCommandSorting = false // the groups have an order
	for _, group := range groups {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		for _, c := range group.commands {
			if needed(c.name, args) {
				cmd := c.make()
				cmd.GroupID = group.title
				root.AddCommand(cmd)
			}
		}
		root.SetHelpCommandGroupID(group.title)
		root.SetCompletionCommandGroupID(group.title)
	}
	root.SetHelpCommand(newHelp())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = noSuchCommand, showBrief
			for _, shell := range c.Commands() {
				shell.Args = wantArgs(0, 0, "no argument")
			}
		}
	}
	takeOldNames(root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if slices.Contains(args, "-h") {
			_ = showBrief(c, nil) // a failed write is noticed by the writer
		} else {
			help(c, args)
		}
	})
	return root
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
