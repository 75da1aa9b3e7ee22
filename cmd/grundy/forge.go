package main

// `grundy forge` makes tests that kill wrong solutions.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/forge"
	"github.com/grundy-games/grundy/internal/message"
)

// forgeFlags are the flags of `grundy forge`.
type forgeFlags struct {
	output, format string
	seed, count    uint64
	size           uint64
	wrong, right   []string
	asJSON         bool
	bounds         budgetFlags
}

func newForge() *cobra.Command {
	f := forgeFlags{seed: 1, count: 40, size: 256 << 20}
	cmd := described("forge", &cobra.Command{
		Args: wantArgs(1, 1, "a problem, such as hackerrank/move-the-coins, or a file that ends in .problem.star"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return contest.Names(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	})
	f.format = forge.Formats()[0]
	add := flagsOf(cmd)
	add("output", &f.output, ": the folder to make (default the problem's name)")
	add("package", &f.format, "", forge.Formats()...)
	add("seed", natural(always(&f.seed), f.seed, 1<<63-1), "")
	add("count", natural(always(&f.count), f.count, forge.MostTests), "")
	add("wrong", &f.wrong, "")
	add("right", &f.right, "")
	addJSON(cmd, &f.asJSON, ": the table", setAs(forge.Formats(), &f.format))
	add("max-size", &parsedFlag{"bytes", "256MiB", bytesFlag(&f.size).parse}, "")
	f.bounds.add(cmd, "")
	return cmd
}

// run makes the tests, writes them and prints the table.
func (f *forgeFlags) run(cmd *cobra.Command, name string) error {
	if err := forge.CheckFormat(f.format); err != nil {
		return usagef("--package=%w", err)
	}
	if f.count == 0 {
		return usagef("--count=0: want at least 1")
	}
	problem, err := findProblem(cmd.Context(), name)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("output") {
		f.output = forge.ShortName(strings.TrimSuffix(filepath.Base(name), contest.Extension))
	}
	if err := checkNewFolder(f.output); err != nil {
		return err
	}
	work := f.bounds.begin(cmd.Context(), "the tests are")
	return work.end(f.make(cmd, work.within, problem))
}

// make makes the tests of a problem.
func (f *forgeFlags) make(cmd *cobra.Command, ctx context.Context, problem *contest.Problem) error {
	options := forge.Options{Seed: f.seed, Count: int(f.count), MaxBytes: f.size}
	end, err := f.contestants(&options, problem)
	defer end()
	if err != nil {
		return err
	}
	result, err := forge.Forge(ctx, problem, options)
	if err != nil {
		return contestError(err)
	}
	pack, err := result.Package(ctx, problem, options)
	if err != nil {
		return err
	}
	files, err := pack.Files(f.format)
	if err != nil {
		return err
	}
	if err := writeFolder(ctx, f.output, func(folder *os.Root) error { return writeFiles(ctx, folder, files) }); err != nil {
		return err
	}
	if f.asJSON {
		return result.WriteJSON(cmd.OutOrStdout())
	}
	if base := filepath.Base(filepath.Clean(f.output)); strings.HasPrefix(f.format, "icpc") && base != forge.ShortName(base) {
		result.Notes = append(result.Notes, fmt.Sprintf("A judge takes the folder under a name of lower-case letters and digits, such as %s.", pack.Short))
	}
	return result.WriteText(cmd.OutOrStdout())
}

// contestants finds the programs of --wrong. The function that it returns ends them.
func (f *forgeFlags) contestants(options *forge.Options, problem *contest.Problem) (end func(), err error) {
	end = func() {
		for _, c := range slices.Concat(options.Wrong, options.Right) {
			_ = c.Run.Close()
		}
	}
	all := func() []forge.Contestant { return slices.Concat(options.Wrong, options.Right) }
	for i, text := range slices.Concat(f.wrong, f.right) {
		flag, list := "--wrong", &options.Wrong
		if i >= len(f.wrong) {
			flag, list = "--right", &options.Right
		}
		name, command, ok := strings.Cut(text, "=")
		words := strings.Fields(command)
		if name = strings.TrimSpace(name); !ok || name == "" || len(words) == 0 {
			return end, usagef("%s=%s: want NAME=COMMAND, such as greedy='python3 greedy.py'", flag, message.Shown(text))
		}
		if slices.ContainsFunc(all(), func(c forge.Contestant) bool { return c.Name == name }) {
			return end, usagef("%s=%s: there is another program of that name", flag, message.Shown(text))
		}
		run, err := duel.NewProgram(words, duel.Limits{
			Time: time.Duration(problem.Limits.Milliseconds) * time.Millisecond, Memory: uint64(problem.Limits.Megabytes) << 20,
		}, false)
		if err != nil {
			return end, usagef("%s=%s: %w", flag, message.Shown(text), err)
		}
		c := forge.Contestant{Name: name, Run: run}
		for _, word := range words { // the first word that is a source file goes into the package
			if text, err := os.ReadFile(word); err == nil && forge.IsSource(word) {
				c.Source = forge.Program{File: filepath.Base(word), Text: text}
				break
			}
		}
		*list = append(*list, c)
	}
	return end, nil
}

// writeFiles writes the files of a package.
func writeFiles(ctx context.Context, folder *os.Root, files []forge.File) error {
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := folder.MkdirAll(path.Dir(file.Path), 0o777); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		mode := os.FileMode(0o666)
		if file.Program {
			mode = 0o777
		}
		if err := folder.WriteFile(file.Path, file.Text, mode); err != nil {
			return err
		}
	}
	return nil
}
