package main

// This file holds `grundy man`, which writes the manual pages.

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages into a folder",
		Long: `Write a manual page for each command into the folder DIR, which is made if it
is not there. To read one: man -l DIR/grundy-solve.1`,
		Args: wantArgs(1, 1, "the folder to write the pages to"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return usageError{err}
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Section: "1", Source: "grundy " + version, Manual: "Impartial games"}
			return doc.GenManTree(root, header, args[0])
		},
	}
}
