package main

// `grundy man` writes the manual pages. A test (man_test.go) makes them from the commands
// and keeps them in man, so that the command carries only the pages.

import (
	"embed"
	"os"

	"github.com/spf13/cobra"
)

//go:embed man
var manPages embed.FS

func newMan() *cobra.Command {
	return described("man", &cobra.Command{
		Args:              wantArgs(1, 1, "the folder to write the pages to"),
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return usageError{err}
			}
			pages, err := manPages.ReadDir("man")
			if err != nil {
				return err
			}
			folder, err := os.OpenRoot(args[0])
			if err != nil {
				return usageError{err}
			}
			defer func() { _ = folder.Close() }()
			for _, page := range pages {
				text, err := manPages.ReadFile("man/" + page.Name())
				if err != nil {
					return err
				}
				if err := folder.WriteFile(page.Name(), text, 0o644); err != nil {
					return err
				}
			}
			return nil
		},
	})
}
