package main

// `grundy forge` makes tests that kill wrong solutions.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/forge"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
)

// forgeFlags are the flags of `grundy forge`.
type forgeFlags struct {
	output, format string
	seed, count    uint64
	size           uint64
	wrong, right   []string
	tests          string
	generators     []string
	asJSON         bool
	bounds         budgetFlags
}

func newForge() *cobra.Command {
	f := forgeFlags{seed: 1, count: 40, size: 256 << 20, bounds: budgetFlags{time: time.Minute}}
	cmd := described("forge", &cobra.Command{
		Args:              wantArgs(1, 1, "a problem, such as hackerrank/move-the-coins, or a file that ends in .problem.star"),
		ValidArgsFunction: completing(contest.Names, cobra.ShellCompDirectiveDefault),
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	})
	f.format = forge.Formats()[0]
	add := flagsOf(cmd)
	add("output", &f.output, ": the folder to make (default the problem's name)")
	add("package", &f.format, "", forge.Formats()...)
	add("seed", natural(always(&f.seed), f.seed, 1<<63-1), "")
	add("count", natural(always(&f.count), f.count, forge.MostTests), "")
	add("wrong", &f.wrong, "")
	add("right", &f.right, "")
	add("tests", &f.tests, ": NAME.in, with NAME.ans and NAME.desc or NAME.yaml where there are any")
	add("generate", &f.generators, "")
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
	return f.make(cmd, problem)
}

// make makes the tests of a problem. The search ends with its time, or when somebody interrupts it; what
// it has then is written.
func (f *forgeFlags) make(cmd *cobra.Command, problem *contest.Problem) (err error) {
	watch := watchOf(cmd.Context())
	watch.slow.Store(true)
	watch.start("forge")
	defer watch.stop()
	budget := f.bounds.budget()
	limitMemory(budget)
	ctx := meter.With(context.WithoutCancel(cmd.Context()), budget.Memory)
	options := forge.Options{
		Seed: f.seed, Count: int(f.count), MaxBytes: f.size,
		Time: budget.Time * 4 / 5, Enough: cmd.Context(), Build: forge.Build, Progress: watch.begin,
	}
	end, err := f.contestants(&options, problem)
	defer end()
	if err == nil {
		err = f.own(cmd.Context(), &options)
	}
	if err != nil {
		return err
	}
	// A first package is there before the search ends. It goes if that ends with an error.
	written := false
	write := func(result *forge.Result) error {
		err := f.write(ctx, problem, options, result, written)
		written = written || err == nil
		return err
	}
	defer func() {
		if err != nil && written {
			err = errors.Join(err, os.RemoveAll(f.output))
		}
	}()
	var unwritten error
	options.Ready = func(result *forge.Result) { unwritten = write(result) }
	result, err := forge.Forge(ctx, problem, options)
	if err = cmp.Or(unwritten, err); err != nil {
		if _, ok := errors.AsType[*forge.OwnError](err); ok {
			return usageError{err}
		}
		if errors.Is(err, forge.ErrOver) {
			return fmt.Errorf("%w; --max-time sets it", err)
		}
		return solveError(contestError(err))
	}
	if err := write(result); err != nil {
		return err
	}
	written = false // it stays, also if somebody has interrupted the search
	watch.stop()
	if f.asJSON {
		return errors.Join(result.WriteJSON(cmd.OutOrStdout()), cmd.Context().Err())
	}
	if base := filepath.Base(filepath.Clean(f.output)); strings.HasPrefix(f.format, "icpc") && base != forge.ShortName(base) {
		result.Notes = append(result.Notes, fmt.Sprintf("A judge takes the folder under a name of lower-case letters and digits, such as %s.", forge.ShortName(problem.Name)))
	}
	return errors.Join(result.WriteText(cmd.OutOrStdout()), cmd.Context().Err())
}

// write writes the package of a result, in place of an earlier one if there is one.
func (f *forgeFlags) write(ctx context.Context, problem *contest.Problem, options forge.Options, result *forge.Result, again bool) error {
	pack, err := result.Package(ctx, problem, options)
	if err != nil {
		return err
	}
	files, err := pack.Files(f.format)
	if err != nil {
		return err
	}
	write := writeFolder
	if again {
		write = replaceFolder
	}
	return write(ctx, f.output, func(folder *os.Root) error { return writeFiles(ctx, folder, files) })
}

// The number of tests that a generator makes, and the time that it may take for one.
const (
	generated     = 3
	generatorTime = 20 * time.Second
)

// own adds the tests of --tests and of --generate.
func (f *forgeFlags) own(ctx context.Context, options *forge.Options) error {
	if f.tests != "" {
		tests, _, err := duel.Folder(f.tests)
		if err != nil {
			return usagef("--tests: %w", err)
		}
		for test, err := range tests {
			if err != nil {
				return usagef("--tests: %w", plainly(err))
			}
			options.Own = append(options.Own, forge.OwnTest{Name: test.Name, Reason: test.Purpose, In: test.Input, Ans: test.Want})
		}
	}
	for _, text := range f.generators {
		name, words, err := namedCommand("--generate", text)
		if err != nil {
			return err
		}
		if source := sourceOf(words); source.File != "" {
			options.Generators = append(options.Generators, forge.File{Path: source.File, Text: source.Text})
		}
		for i := range uint64(generated) {
			seed := f.seed + i
			out, err := generatedBy(ctx, append(slices.Clone(words), strconv.FormatUint(seed, 10)))
			if err != nil {
				return usagef("--generate=%s: %w", message.Shown(text), err)
			}
			if slices.ContainsFunc(options.Own, func(t forge.OwnTest) bool { return bytes.Equal(t.In, out) }) {
				continue // it does not look at the seed
			}
			options.Own = append(options.Own, forge.OwnTest{
				Name: fmt.Sprintf("%s-%d", name, seed), Reason: fmt.Sprintf("printed by your generator %s with seed %d", name, seed), In: out,
			})
		}
	}
	return nil
}

// generatedBy returns what a command prints.
func generatedBy(ctx context.Context, words []string) ([]byte, error) {
	program, err := duel.NewProgram(words, duel.Limits{Time: generatorTime, Memory: 1 << 30}, false)
	if err != nil {
		return nil, err
	}
	defer func() { _ = program.Close() }()
	r, err := program.Run(ctx, nil)
	switch {
	case err != nil:
		return nil, err
	case r.Verdict != duel.Accepted:
		why := []string{r.Verdict.String(), r.Why, strings.TrimSpace(string(r.Messages))}
		return nil, fmt.Errorf("it ends with: %s", strings.Join(slices.DeleteFunc(why, func(s string) bool { return s == "" }), ": "))
	case len(r.Output) == 0:
		return nil, errors.New("it prints nothing; want an input")
	}
	return r.Output, nil
}

// namedCommand takes NAME=COMMAND apart.
func namedCommand(flag, text string) (name string, words []string, err error) {
	name, command, ok := strings.Cut(text, "=")
	words, closed := wordsOf(command)
	if !closed {
		return "", nil, usagef("%s=%s: a quote is not closed", flag, message.Shown(text))
	}
	if name = strings.TrimSpace(name); !ok || name == "" || len(words) == 0 {
		return "", nil, usagef("%s=%s: want NAME=COMMAND, such as greedy='python3 greedy.py'", flag, message.Shown(text))
	}
	return name, words, nil
}

// wordsOf returns the words of a command. Single or double quotes hold blanks together. The result is
// false where one is not closed.
func wordsOf(command string) (words []string, closed bool) {
	var quote rune
	begun := false // a word, which may be empty
	for _, r := range command {
		switch {
		case quote == 0 && unicode.IsSpace(r):
			begun = false
			continue
		case !begun:
			begun = true
			words = append(words, "")
		}
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		default:
			words[len(words)-1] += string(r)
		}
	}
	return words, quote == 0
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
		name, words, err := namedCommand(flag, text)
		if err != nil {
			return end, err
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
		*list = append(*list, forge.Contestant{Name: name, Run: run, Source: sourceOf(words)})
	}
	return end, nil
}

// sourceOf returns the first word that is a source file, for the package.
func sourceOf(words []string) forge.Program {
	for _, word := range words {
		if info, err := os.Stat(word); err != nil || !info.Mode().IsRegular() || !forge.IsSource(word) {
			continue
		}
		if text, err := os.ReadFile(word); err == nil {
			return forge.Program{File: filepath.Base(word), Text: text}
		}
	}
	return forge.Program{}
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
		if file.Link != "" && folder.Symlink(file.Link, file.Path) == nil {
			continue
		}
		if err := folder.WriteFile(file.Path, file.Text, mode); err != nil {
			return err
		}
	}
	return nil
}
