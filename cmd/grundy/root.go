package main

// This file holds the root of the command line, and the flags' manners.

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
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

// A numberFlag is a whole number from 0 to most.
type numberFlag struct {
	value *uint64
	most  uint64
}

func (n *numberFlag) String() string {
	if n.value == nil { // as of the zero value, which pflag asks
		return "0"
	}
	return strconv.FormatUint(*n.value, 10)
}

// Type implements [pflag.Value].
func (n *numberFlag) Type() string { return "uint64" }

// Set implements [pflag.Value].
func (n *numberFlag) Set(text string) error {
	value, err := strconv.ParseUint(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && value > n.most:
		return fmt.Errorf("want a number of at most %d", n.most)
	case err != nil:
		return errors.New("want a whole number that is not below 0, in digits such as 1000000")
	}
	*n.value = value
	return nil
}

// An intFlag is a whole number that may be negative, so that whoever reads it can say
// from where on it is right.
type intFlag int

func (n *intFlag) String() string { return strconv.Itoa(int(*n)) }

// Type implements [pflag.Value].
func (n *intFlag) Type() string { return "int" }

// Set implements [pflag.Value].
func (n *intFlag) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err == nil {
		*n = intFlag(value)
	}
	return err
}

// asWritten returns the flag with its value as it stands in args.
func asWritten(f *pflag.Flag, value string, args []string) string {
	long := "--" + f.Name
	for i, arg := range args {
		if arg == long+"="+value || arg == long && i+1 < len(args) && args[i+1] == value {
			return long + "=" + shown(value)
		}
	}
	if f.Shorthand != "" {
		return "-" + f.Shorthand + " " + shown(value)
	}
	return long + "=" + shown(value)
}

// flagError makes a wrong flag among args a usage error, and says which was meant.
func flagError(cmd *cobra.Command, args []string, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f, cause := invalid.GetFlag(), invalid.Unwrap()
		wanted := map[string]string{"int": "a whole number, in digits such as 1000000", "bool": "true or false", "duration": "a time such as 30s or 5m"}
		want, ok := wanted[f.Value.Type()]
		if ok && errors.Is(cause, strconv.ErrRange) {
			want = "a number of at most 18 digits"
		}
		written := asWritten(f, invalid.GetValue(), args)
		if _, number := f.Value.(*numberFlag); number {
			return usagef("%s: %w", written, cause)
		}
		if ok {
			return usagef("%s: want %s", written, want)
		}
		return usagef("--%s: %w", f.Name, cause)
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
