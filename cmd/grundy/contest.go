package main

// `grundy contest` answers a judge's input, or writes a program.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/emit"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/scan"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
)

func newContest() *cobra.Command {
	var (
		options                contest.Options
		bounds                 budgetFlags
		show, examples, asJSON bool
		language               string
	)
	cmd := described("contest", &cobra.Command{
		Args:              wantArgs(0, 1, "at most one problem"),
		ValidArgsFunction: completing(contest.Names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				if show || examples || options.Check || language != "" {
					return usagef("want a problem; without one, all are listed")
				}
				return writeProblems(cmd, asJSON)
			}
			var print func(line string)
			if language == "" {
				print = printing(cmd)
			}
			problem, err := findPrinting(cmd.Context(), args[0], print)
			if err != nil {
				return err
			}
			switch {
			case asJSON && language != "":
				return usagef("--json: a program has no form as JSON; want --emit=%s alone", message.Shown(language))
			case options.Workers < 0:
				return usagef("--workers=%d: want a number of cores, or 0 for all", options.Workers)
			case options.Workers == 0:
				options.Workers = runtime.NumCPU()
			}
			if show || asJSON && !examples {
				return writeProblem(cmd, problem, asJSON)
			}
			what := "the answers are"
			if language != "" {
				what = "the program is"
			}
			work := bounds.begin(cmd.Context(), what)
			cmd.SetContext(work.within)
			switch {
			case language != "":
				return work.end(emitProgram(cmd, problem, language))
			case examples:
				return work.end(contestError(tryExamples(cmd, problem, asJSON)))
			}
			options.MaxMemory = bounds.budget().Memory
			return work.end(contestError(problem.Run(work.within, endingWith(work.within, cmd.InOrStdin()), cmd.OutOrStdout(), options)))
		},
	})
	options.Workers = 1
	add := flagsOf(cmd)
	add("check", &options.Check, "")
	add("workers", &options.Workers, "")
	add("print", &show, "")
	add("examples", &examples, "")
	add("emit", &language, "", languages...)
	addJSON(cmd, &asJSON, ": the list, the facts of a problem, or its examples")
	add("no-limits", &options.NoLimits, "")
	bounds.add(cmd, "")
	return cmd
}

// endingWith returns an input whose reads end with ctx. Those of a file end by themselves.
func endingWith(ctx context.Context, in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return in
		}
	}
	r, w := io.Pipe() // its reads end also where nothing arrives; a read in vain ends with the process
	context.AfterFunc(ctx, func() { _ = w.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(w, in)
		_ = w.CloseWithError(err)
	}()
	return r
}

// languages are the choices of --emit.
var languages = []string{string(emit.Go), string(emit.CPP), string(emit.Python)}

// emitProgram writes a program that solves a problem.
func emitProgram(cmd *cobra.Command, problem *contest.Problem, language string) error {
	if !slices.Contains(languages, language) {
		return usagef("--emit=%s: want go, cpp or python", message.Quoted(language))
	}
	code, err := emit.Emit(cmd.Context(), problem, emit.Language(language))
	if _, refused := errors.AsType[*emit.Refusal](err); refused {
		return usageError{err}
	}
	if err == nil {
		_, err = io.WriteString(cmd.OutOrStdout(), code)
	}
	return err
}

// findProblem returns a problem by its name, or by the path of its file.
func findProblem(ctx context.Context, name string) (*contest.Problem, error) {
	return findPrinting(ctx, name, nil)
}

// findPrinting is findProblem for a file that may print.
func findPrinting(ctx context.Context, name string, print func(line string)) (*contest.Problem, error) {
	if problem, ok := contest.Find(name); ok {
		return problem, nil
	}
	if !strings.HasSuffix(name, ".star") {
		return nil, usagef("unknown problem %s%s", message.Quoted(name), meantProblem(name))
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, usageError{err}
	}
	problem, err := contest.LoadPrinting(ctx, name, file, print)
	err = errors.Join(err, file.Close())
	if err != nil {
		return nil, usageError{err}
	}
	return problem, nil
}

// meantProblem says which problem was meant, the judge's own name being enough.
func meantProblem(name string) string {
	for _, full := range contest.Names() {
		if _, own, _ := strings.Cut(full, "/"); strings.EqualFold(own, name) || position.PlainWord(full) == position.PlainWord(name) {
			return fmt.Sprintf("; did you mean %q?", full)
		}
	}
	if meant := message.DidYouMean(name, contest.Names()); meant != "" {
		return meant
	}
	if e, ok := position.FromSource(name); ok { // a problem whose game is in the catalogue
		return fmt.Sprintf("; the game of %s is %s: see grundy games %s", e.Source, e.Name, e.Name)
	}
	return ""
}

// contestError tells input that was wrong from work that failed.
func contestError(err error) error {
	var wrong *scan.Error
	var file *rules.Error // the answer fails, and no budget is used up
	bad := errors.As(err, &file) && !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, grundy.ErrTooLarge)
	if errors.As(err, &wrong) || errors.Is(err, contest.ErrNothingToCheck) || bad {
		return usageError{err}
	}
	return err
}
