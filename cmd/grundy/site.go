package main

// `grundy site` writes the page as files, with the engine as WebAssembly.

import (
	"fmt"
	"os"
	"path"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/server"
	"github.com/grundy-games/grundy/internal/site"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/web"
)

func newSite() *cobra.Command {
	return described("site", &cobra.Command{
		Args:              wantArgs(1, 1, "the folder to write the page to"),
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		RunE:              func(cmd *cobra.Command, args []string) error { return writeSite(cmd, args[0]) },
	})
}

func writeSite(cmd *cobra.Command, to string) error {
	if err := checkNewFolder(to); err != nil {
		return err
	}
	engine, err := site.Build(cmd.Context())
	if err != nil {
		return err
	}
	files, err := site.Files(web.Files(), engine, server.Document(build.Version()))
	if err != nil {
		return err
	}
	var all uint64
	err = writeFolder(cmd.Context(), to, func(folder *os.Root) error {
		for _, f := range files {
			if err := folder.MkdirAll(path.Dir(f.Name), 0o755); err != nil {
				return err
			}
			if err := folder.WriteFile(f.Name, f.Text, 0o644); err != nil {
				return err
			}
			all += uint64(len(f.Text))
		}
		return nil
	})
	if err == nil {
		fmt.Fprintf(cmd.OutOrStdout(), "%d files, %s; put the folder on any host, or look at it: python3 -m http.server -d %s\n", len(files), units.Bytes(all), to)
	}
	return err
}
