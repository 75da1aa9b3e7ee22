package main

// How commands say how they are used, in full or on a screen, and the version. Cobra's templates
// would say the same, but who executes one keeps every method of the program from being left
// out: 3 MB.

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grundy-games/grundy/internal/build"
)

// helpPages has a page for each command: how it is called, what it does in a line, then in
// paragraphs, and examples.
//
//go:embed help
var helpPages embed.FS

// described gives a command what its page says.
func described(page string, c *cobra.Command) *cobra.Command {
	text, err := helpPages.ReadFile("help/" + page + ".txt")
	if err != nil {
		panic(err) // an error of the program, at every start
	}
	about, examples, _ := strings.Cut(string(text), "\nExamples:\n")
	c.Example = strings.TrimSuffix(examples, "\n")
	c.Use, about, _ = strings.Cut(about, "\n")
	c.Short, c.Long, _ = strings.Cut(about, "\n")
	c.Long = strings.Trim(c.Long, "\n")
	return c
}

// showBrief writes help that fits on a screen: the first paragraph of what a command does, some
// examples, the commands below it, and the flags that most people need.
func showBrief(c *cobra.Command, _ []string) error {
	about, _, _ := strings.Cut(cmp.Or(c.Long, c.Short+"."), "\n\n")
	if _, err := fmt.Fprintf(c.OutOrStdout(), "%s\n\n", about); err != nil {
		return err
	}
	return writeUsage(c.OutOrStdout(), c, true)
}

// writeUsage writes how a command is called, its examples, the commands below it and its flags;
// or of all that what fits on a screen.
func writeUsage(w io.Writer, c *cobra.Command, brief bool) error {
	var b strings.Builder
	examples, flags, title := strings.Split(c.Example, "\n"), c.LocalFlags(), "Flags:"
	if brief {
		most := 3
		if !c.HasParent() { // whose commands fill the screen
			most = 2
		}
		examples, flags, title = examples[:min(len(examples), most)], usualFlags(c), "Flags that most people need:"
	}
	called := []string{c.UseLine()}
	if c.HasAvailableSubCommands() {
		called = append(called, c.CommandPath()+" COMMAND")
		if !c.HasParent() || !strings.Contains(c.Use, " ") {
			called = called[1:]
		}
	}
	fmt.Fprintf(&b, "Usage: %s\n", strings.Join(called, "\n       "))
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Join(examples, "\n"))
	}
	list := func(title, group string) {
		fmt.Fprintln(&b, title)
		for _, sub := range c.Commands() {
			if sub.GroupID == group && (sub.IsAvailableCommand() || sub.Name() == "help" && !brief) {
				fmt.Fprintf(&b, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\n")
		for _, group := range c.Groups() {
			list(group.Title, group.ID)
		}
		if len(c.Groups()) == 0 {
			list("Commands:", "")
		}
	}
	if flags.HasAvailableFlags() {
		fmt.Fprintf(&b, "\n%s\n%s", title, flags.FlagUsagesWrapped(columns))
	}
	switch {
	case brief:
		fmt.Fprintf(&b, "\n%s --help describes everything.\n", c.CommandPath())
	case c.HasAvailableSubCommands():
		fmt.Fprintf(&b, "\n%s COMMAND -h says more about a command, and --help all.\n", c.CommandPath())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// usualFlags are the flags of a command that most people need, in the order of the table.
func usualFlags(c *cobra.Command) *pflag.FlagSet {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = false
	for _, w := range flagWords {
		if f := c.Flags().Lookup(w.name); f != nil && w.usual && f.Name == w.name {
			flags.AddFlag(f)
		}
	}
	return flags
}

// addVersion gives the root the flag --version.
func addVersion(root *cobra.Command) {
	asked := root.Flags().BoolP("version", "v", false, "version for "+root.Name())
	otherwise := root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if *asked {
			return writeVersion(c, args)
		}
		return otherwise(c, args)
	}
}

// writeVersion writes the version.
func writeVersion(c *cobra.Command, _ []string) error {
	_, err := fmt.Fprintln(c.OutOrStdout(), build.Maker())
	return err
}

// newVersion returns the command version, which says what --version does.
func newVersion() *cobra.Command {
	var asJSON bool
	cmd := described("version", &cobra.Command{
		Args: wantArgs(0, 0, "no argument"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !asJSON {
				return writeVersion(cmd, args)
			}
			commit, changed := build.Commit()
			return writeIndented(cmd.OutOrStdout(), versionJSON{build.Release, commit, changed})
		},
	})
	addJSON(cmd, &asJSON, "")
	return cmd
}

// versionJSON is what is known of the version as data, besides the version, which all JSON has: the
// commit is "" where the build does not know it.
type versionJSON struct {
	Release string `json:"release"`
	Commit  string `json:"commit"`
	Changed bool   `json:"changed"` // whether files were changed since
}
