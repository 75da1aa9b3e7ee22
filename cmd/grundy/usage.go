package main

// How commands say how they are used, and the version. Cobra's templates would say the same,
// but who executes one keeps every method of the program from being left out: 3 MB.

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// usage writes how a command is called, its examples, the commands below it and its flags.
func usage(c *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:")
	if c.Runnable() {
		b.WriteString("\n  " + c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\n  " + c.CommandPath() + " [command]")
	}
	if c.HasExample() {
		b.WriteString("\n\nExamples:\n" + c.Example)
	}
	list := func(title, group string) {
		b.WriteString("\n\n" + title)
		for _, sub := range c.Commands() {
			if sub.GroupID == group && (sub.IsAvailableCommand() || sub.Name() == "help") {
				fmt.Fprintf(&b, "\n  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	for _, group := range c.Groups() {
		list(group.Title, group.ID)
	}
	if c.HasAvailableSubCommands() && len(c.Groups()) == 0 {
		list("Available Commands:", "")
	}
	if c.HasAvailableLocalFlags() {
		b.WriteString("\n\nFlags:\n" + strings.TrimRight(c.LocalFlags().FlagUsagesWrapped(columns), "\n"))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n\nUse %q for more information about a command.", c.CommandPath()+" [command] --help")
	}
	_, err := io.WriteString(c.OutOrStderr(), b.String()+"\n")
	return err
}

// addVersion gives the root the flag --version.
func addVersion(root *cobra.Command) {
	asked := root.Flags().BoolP("version", "v", false, "version for "+root.Name())
	otherwise := root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if !*asked {
			return otherwise(c, args)
		}
		_, err := io.WriteString(c.OutOrStdout(), versionLine(versionText()))
		return err
	}
}
