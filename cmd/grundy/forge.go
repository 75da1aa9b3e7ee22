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
	cmd := &cobra.Command{
		Use:   "forge PROBLEM|FILE [-o DIR]",
		Short: "Make the tests of a contest problem, so that wrong solutions fail",
		Long: `Make tests for a contest problem: one of the list that "grundy contest" prints, or a
file NAME.problem.star. docs/contest.md describes such files.

The tests are chosen against wrong solutions, which are derived from the question: the
nim-value replaced by the outcome or by the size, XOR by the sum, the misère rule
forgotten, numbers of 32 bits, a walk that takes too long, and others that make sense for
the problem. A table says which test kills which of them. Where one survives, the
table says whether it is right within the limits, or how many inputs were tried.

--wrong adds a program of your own to the table, such as --wrong 'greedy=python3
greedy.py'. It is run with the limits of the problem. Give it more than once for more
programs. --right adds a program that must pass all tests. The package has their sources.

DIR gets the tests, the validator of the input, and a reference solution where one
travels; a folder that is not empty is refused. The same seed gives the same files.

--package says how the folder is laid out:
  icpc           the problem package of the ICPC and Kattis, in the legacy form
  icpc-2023-07   the same in the form of July 2023
  plain          01.in, 01.out, 02.in ..., and a list of what they are for
  polygon        the layout of Polygon

Exit status: 0 written, 1 a budget is used up, 2 the request was wrong.`,
		Example: `  grundy forge hackerrank/move-the-coins -o movethecoins
  grundy forge misere.problem.star -o tests --package=plain --count=20
  grundy forge topcoder/LongLongNim -o nim --wrong 'mine=python3 mine.py'`,
		Args: wantArgs(1, 1, "a problem, such as hackerrank/move-the-coins, or a file that ends in .problem.star"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return contest.Names(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
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
	if !slices.Contains(forge.Formats(), f.format) {
		return usagef("--package=%s: want one of %s%s", message.Shown(f.format), strings.Join(forge.Formats(), ", "), message.DidYouMean(f.format, forge.Formats()))
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
