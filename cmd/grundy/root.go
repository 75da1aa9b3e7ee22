package main

// This file holds the root of the command line, and the flags' manners.

import (
	"errors"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grundy/internal/message"
)

// version is that of the release, and CHANGELOG.md tells what is in it.
const version = "0.1.0"

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "grundy",
		Short: "Answer questions about impartial games",
		Long: `grundy answers questions about impartial games: two players, perfect
information, no chance, the same moves for both. It tells who wins a position
or a sum of positions, every winning move, and by which theorem.`,
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
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newSolve(), newPlay(), newValues(), newPeriod(), newVerify(), newGraph(), newPlot(), newGames(), newRules(), newContest(), newMan())
	root.SetHelpCommand(newHelp())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = noSuchCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
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
				return usagef("no help about %s", quoted(strings.Join(args, " ")))
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// versionText is the version, and the commit where the build knows it.
func versionText() string {
	text := version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				text += " (" + s.Value[:12] + ")"
			}
		}
	}
	return text
}

// refuseUnknown refuses a first word that is no command, before flags behind it
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

// noSuchCommand refuses a word that is no command, and says which was meant.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usagef("unknown command %s%s", quoted(args[0]), message.DidYouMean(args[0], names))
}

// mayBeEmpty marks a flag that may be set to nothing.
const mayBeEmpty = "may be empty"

// checkFlags refuses what no flag of the kind takes, for all commands: words
// that are empty, as of a variable that is not set, and times below 0.
func checkFlags(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		switch {
		case err != nil:
		case f.Value.Type() == "string" && value == "" && f.Annotations[mayBeEmpty] == nil:
			err = usagef("--%s=%q: want a value (%s)", f.Name, value, f.Usage)
		case f.Value.Type() == "duration" && strings.HasPrefix(value, "-"):
			err = usagef("--%s=%s: want a time that is not below 0", f.Name, value)
		}
	})
	return err
}

// flagError makes a wrong flag a usage error, and says which was meant.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		wanted := map[string]string{"int": "a whole number", "uint64": "a whole number that is not below 0", "bool": "true or false", "duration": "a time such as 30s or 5m"}
		f := invalid.GetFlag()
		if want, ok := wanted[f.Value.Type()]; ok {
			return usagef("--%s=%s: want %s", f.Name, shown(invalid.GetValue()), want)
		}
		return usagef("--%s: %w", f.Name, invalid.Unwrap())
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usageError{err}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	name := "--" + strings.TrimLeft(unknown.GetSpecifiedName(), "-")
	return usagef("%w%s", err, message.DidYouMean(name, names))
}

// wantArgs checks the number of arguments, described by want.
func wantArgs(least, most int, want string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usagef("want %s", want)
		case most >= 0 && len(args) > most:
			return usagef("unexpected argument %s; want %s", quoted(args[most]), want)
		}
		return nil
	}
}
