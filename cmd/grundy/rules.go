package main

// This file holds `grundy rules`, which looks at files of rules.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grundy"
	"grundy/internal/message"
	"grundy/rules"
)

func newRules() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Look at games in files of your own",
		Long: `Look at a game in a file NAME.star: docs/rules.md tells how to write one. Its
positions are written NAME.star(…) wherever a position is asked for, and NAME.star
is a game wherever one is.`,
		Example: `  grundy rules check kayles.star
  grundy solve 'kayles.star(12)'
  grundy values kayles.star -n 40`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRulesCheck())
	return cmd
}

func newRulesCheck() *cobra.Command {
	var asJSON bool
	var bounds rules.CheckBounds
	cmd := &cobra.Command{
		Use:   "check FILE.star",
		Short: "Check a file of rules, its examples, and what it declares",
		Long: `Check a file of rules:
  - its syntax, names and shape, with file, line and column of what is wrong
  - which functions are compiled and which are interpreted, some ten times as slow,
    and what keeps them from being compiled
  - each example(…): the outcome, the nim-value, the number of options
  - symmetric(…), touching(…) and parts(…): whether small positions have the
    nim-value of what should stand for them, by the plain rules
  - draw and start, where the file has them
  - that play ends, from small positions; else a cycle is shown

The first failure of the rules ends the check. When --max-time is up, the report
says how far it has come.

Exit status: 0 nothing is wrong, 1 an example or a declaration does not hold or
could not be decided in time, no small position could be decided, or the rules
fail at one; 2 the file is no game.`,
		Example: `  grundy rules check kayles.star
  grundy rules check kayles.star --json`,
		Args: wantArgs(1, 1, "a file of rules, such as kayles.star"),
		RunE: func(cmd *cobra.Command, args []string) error { return checkRules(cmd, args[0], bounds, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON value")
	bounds.Positions = 1_000_000
	cmd.Flags().Var(&numberFlag{&bounds.Positions, math.MaxUint64}, "max", "look at no more positions than this for an example")
	cmd.Flags().DurationVar(&bounds.Time, "max-time", 10*time.Second, "stop after this time, and say how far the check has come; 0 for no bound")
	return cmd
}

// rulesEnding is how the names of files of rules end, by which positions tell them
// from games.
const rulesEnding = ".star"

// checkRules checks the file of that name and writes the report.
func checkRules(cmd *cobra.Command, name string, bounds rules.CheckBounds, asJSON bool) error {
	if !strings.HasSuffix(name, rulesEnding) {
		return usagef("%s: the name of a file of rules must end in %s, as no position could name it otherwise", shown(name), rulesEnding)
	}
	file, err := openFile(name)
	if err != nil {
		return usageError{err}
	}
	f, err := rules.Load(name, file, rules.Options{})
	if err := errors.Join(err, file.Close()); err != nil {
		return usageError{err}
	}
	report, err := f.Check(cmd.Context(), bounds)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if asJSON {
		err = writeRulesJSON(out, f, report)
	} else {
		writeRulesText(out, f, report)
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	switch {
	case report.OK():
		return nil
	case report.Looked == 0 && report.Failed == nil && report.Cycle == nil && !isRefuted(report) && (report.Undecided > 0 || report.Stopped):
		return fmt.Errorf("%s: no small position could be decided: %w", name, grundy.ErrBudget)
	}
	return fmt.Errorf("%s: the check did not hold", name)
}

// isRefuted reports whether something that is declared does not hold.
func isRefuted(r *rules.Report) bool {
	return slices.ContainsFunc(r.Declared, func(d rules.DeclaredReport) bool { return d.Wrong != "" })
}

func writeRulesText(w *bufio.Writer, f *rules.File, r *rules.Report) {
	fmt.Fprintf(w, "%s\n", f)
	if f.Title != "" {
		fmt.Fprintf(w, "  %s\n", f.Title)
	}
	if r.BuiltIn != "" {
		fmt.Fprintf(w, "position     that of %s, with its fast engines\n", r.BuiltIn)
	}
	for _, field := range f.Fields() {
		fmt.Fprintf(w, "position     %s: %s\n", field.Name, &field)
	}
	for _, fn := range r.Functions {
		switch {
		case fn.Compiled:
			fmt.Fprintf(w, "function     %s: compiled\n", fn.Name)
		case fn.Where.Line > 0:
			fmt.Fprintf(w, "function     %s: interpreted, because of %d:%d: %s: %s\n", fn.Name, fn.Where.Line, fn.Where.Col, fn.Near, fn.Why)
		default:
			fmt.Fprintf(w, "function     %s: interpreted; %s\n", fn.Name, fn.Why)
		}
	}
	held := 0
	for _, e := range r.Examples {
		if len(e.Wrong) == 0 {
			held++
		}
		for _, wrong := range e.Wrong {
			fmt.Fprintf(w, "example      %d:%d: %s: %s\n", e.Pos.Line, e.Pos.Col, e.Position, wrong)
		}
	}
	if len(r.Examples) > 0 {
		fmt.Fprintf(w, "examples     %d of %d hold\n", held, len(r.Examples))
	}
	for _, d := range r.Declared {
		if d.Wrong != "" {
			fmt.Fprintf(w, "declared     %s: does not hold: %s\n", d.What, d.Wrong)
		} else {
			fmt.Fprintf(w, "declared     %s: holds at %s (a test, no proof)\n", d.What, message.Count(r.Looked, "small position", "small positions"))
		}
	}
	switch {
	case r.Failed != nil:
		fmt.Fprintf(w, "rules        %v\n", r.Failed)
	case r.Cycle != nil:
		text := message.Cycle(len(r.Cycle), func(i int) string { return r.Cycle[i] })
		fmt.Fprintf(w, "play         need not end: %s; if that is meant, say loopy = True\n", text)
	case f.Loopy:
		fmt.Fprintf(w, "play         need not end, as the file says\n")
	case r.BuiltIn == "" && r.Looked > 0:
		fmt.Fprintf(w, "play         ends from %s\n", message.Count(r.Looked, "small position", "small positions"))
	}
	switch {
	case r.Stopped && r.Undecided == 0:
		fmt.Fprintf(w, "undecided    the time was up before all was looked at; --max-time sets it\n")
	case r.Stopped:
		fmt.Fprintf(w, "undecided    the time was up before all was looked at: %s; --max-time sets it\n", message.Count(r.Undecided, "small position", "small positions"))
	case r.Undecided > 0:
		fmt.Fprintf(w, "undecided    from %s, play reaches too many to be looked at\n", message.Count(r.Undecided, "small position", "small positions"))
	}
}

func writeRulesJSON(w *bufio.Writer, f *rules.File, r *rules.Report) error {
	type function struct {
		Name     string `json:"name"`
		Line     int    `json:"line"`
		Compiled bool   `json:"compiled"`
		Why      string `json:"why,omitempty"`
		At       string `json:"at,omitempty"`
		Near     string `json:"near,omitempty"`
	}
	type example struct {
		Line     int      `json:"line"`
		Position string   `json:"position"`
		Holds    bool     `json:"holds"`
		Wrong    []string `json:"wrong,omitempty"`
	}
	type declared struct {
		What  string `json:"what"`
		Holds bool   `json:"holds"`
		Wrong string `json:"wrong,omitempty"`
	}
	answer := struct {
		File      string     `json:"file"`
		Title     string     `json:"title"`
		Game      string     `json:"game,omitempty"`
		Loopy     bool       `json:"loopy"`
		Functions []function `json:"functions"`
		Examples  []example  `json:"examples"`
		Declared  []declared `json:"declared"`
		Positions int        `json:"positions"`
		Undecided int        `json:"undecided"`
		Stopped   bool       `json:"stopped"`
		Cycle     []string   `json:"cycle,omitempty"`
		Error     string     `json:"error,omitempty"`
		OK        bool       `json:"ok"`
	}{
		File: f.String(), Title: f.Title, Game: r.BuiltIn, Loopy: f.Loopy, Positions: r.Looked, Undecided: r.Undecided, Stopped: r.Stopped, Cycle: r.Cycle, OK: r.OK(),
		Functions: []function{}, Examples: []example{}, Declared: []declared{},
	}
	for _, fn := range r.Functions {
		line := function{Name: fn.Name, Line: fn.Pos.Line, Compiled: fn.Compiled, Why: fn.Why, Near: fn.Near}
		if fn.Where.Line > 0 {
			line.At = fmt.Sprintf("%d:%d", fn.Where.Line, fn.Where.Col)
		}
		answer.Functions = append(answer.Functions, line)
	}
	for _, e := range r.Examples {
		answer.Examples = append(answer.Examples, example{e.Pos.Line, e.Position, len(e.Wrong) == 0, e.Wrong})
	}
	for _, d := range r.Declared {
		answer.Declared = append(answer.Declared, declared{d.What, d.Wrong == "", d.Wrong})
	}
	if r.Failed != nil {
		answer.Error = r.Failed.Error()
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(answer)
}
