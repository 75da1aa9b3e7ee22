package main

// `grundy rules` checks a file of rules, or prints its core.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
)

func newRules() *cobra.Command {
	cmd := described("rules", &cobra.Command{
		Args: noSuchCommand,
		RunE: showBrief,
	})
	cmd.AddCommand(newRulesCheck(), newRulesCore())
	return cmd
}

func newRulesCore() *cobra.Command {
	var asJSON bool
	cmd := described("rules-core", &cobra.Command{
		Args: wantArgs(1, 2, "a file of rules, such as kayles.star, and perhaps one of its functions"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return printCores(cmd, ask.Core{Name: args[0], Function: strings.Join(args[1:], "")}, asJSON)
		},
	})
	addJSON(cmd, &asJSON, "")
	return cmd
}

// coreJSON is the core of a function as data, or why there is none and where.
type coreJSON struct {
	Function string `json:"function"`
	Core     string `json:"core,omitempty"`
	Why      string `json:"why,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

// printCores writes the programs, and a line for each function without one.
func printCores(cmd *cobra.Command, question ask.Core, asJSON bool) error {
	all, err := askOfFile(cmd, question.Name, &budgetFlags{}, func(name string, text io.Reader, means ask.Means) ([]rules.Core, error) {
		question.Name, question.Text = name, text
		return question.Ask(cmd.Context(), means)
	})
	if err != nil {
		return err
	}
	w := bufio.NewWriter(cmd.OutOrStdout())
	if asJSON {
		w.Reset(io.Discard)
	}
	note := func(format string, args ...any) {
		fmt.Fprintln(w, message.Printable(fmt.Sprintf("# "+format, args...)))
	}
	if len(all) == 0 {
		note("%s: the game is built in, and none of its functions has a core", question.Name)
	}
	var without []string
	list := []coreJSON{}
	for i, c := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if c.Program != nil {
			note("%s: %s", question.Name, c.Name)
			fmt.Fprint(w, c.Program)
			list = append(list, coreJSON{Function: c.Name, Core: fmt.Sprint(c.Program)})
			continue
		}
		list = append(list, coreJSON{Function: c.Name, Why: c.Why.Msg, Line: c.Why.Pos.Line, Column: c.Why.Pos.Col})
		without = append(without, c.Name)
		if at := c.Why.Pos; at.Line > 0 {
			note("%s: %s has no core, because of %d:%d: %s: %s", question.Name, c.Name, at.Line, at.Col, c.Why.Near, c.Why.Msg)
		} else {
			note("%s: %s has no core: %s", question.Name, c.Name, c.Why.Msg)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if asJSON {
		if err := writeIndented(cmd.OutOrStdout(), map[string]any{"file": question.Name, "functions": list}); err != nil {
			return err
		}
	}
	if len(without) > 0 {
		return fmt.Errorf("%s: no core of %s", question.Name, strings.Join(without, ", "))
	}
	return nil
}

func newRulesCheck() *cobra.Command {
	var asJSON bool
	var question ask.Check
	var bounds budgetFlags
	cmd := described("rules-check", &cobra.Command{
		Args: wantArgs(1, 1, "a file of rules, such as kayles.star"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkRules(cmd, args[0], question, &bounds, asJSON)
		},
	})
	addJSON(cmd, &asJSON, "")
	question.Positions = ask.DefaultChecked
	flagsOf(cmd)("max-positions", natural(always(&question.Positions), question.Positions, math.MaxUint64), "")
	bounds.time = 10 * time.Second
	bounds.add(cmd, "")
	return cmd
}

// checkRules checks the file of that name and writes the report.
func checkRules(cmd *cobra.Command, name string, question ask.Check, bounds *budgetFlags, asJSON bool) error {
	answer, err := askOfFile(cmd, name, bounds, func(name string, text io.Reader, means ask.Means) (*ask.Checked, error) {
		question.Name, question.Text = name, text
		return question.Ask(cmd.Context(), means)
	})
	if err != nil {
		return err
	}
	if asJSON {
		err = ask.WriteJSON(cmd.OutOrStdout(), answer)
	} else {
		var text strings.Builder // what a file says stands in many of its lines
		if err = writeRulesText(bufio.NewWriter(&text), answer); err == nil {
			for line := range strings.Lines(text.String()) {
				_, problem := fmt.Fprintln(cmd.OutOrStdout(), message.Printable(strings.TrimSuffix(line, "\n")))
				err = errors.Join(err, problem)
			}
		}
	}
	if err != nil {
		return err
	}
	return inFlags(cmd, answer.Problem())
}

// askOfFile asks about the file of that name, or about the file of the catalogue with the rules
// of the game of that name. Rules may print.
func askOfFile[A any](cmd *cobra.Command, name string, bounds *budgetFlags, question func(string, io.Reader, ask.Means) (A, error)) (answer A, err error) {
	file, err := openFile(name)
	if rules, ok := catalog.Open(name); ok && err != nil {
		name, file, err = name+".star", rules, nil
	}
	if err != nil {
		return answer, usageError{err}
	}
	means, done := bounds.means(cmd)
	means.Print = printing(cmd)
	answer, err = question(name, file, means)
	done()
	if err := errors.Join(err, file.Close()); err != nil {
		return answer, inFlags(cmd, err)
	}
	return answer, nil
}

// printing shows what rules print on standard error.
func printing(cmd *cobra.Command) func(line string) {
	return func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), message.Printable(line)) }
}

func writeRulesText(w *bufio.Writer, a *ask.Checked) error {
	f, r := a.Rules, a.Report
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
	writeDefinable(w, &r.Definable)
	if a.Known != nil {
		fmt.Fprintf(w, "family       %s: %s\n", a.Known.Words, a.Known.Says())
	}
	writeOrder(w, &r.Order)
	for _, u := range r.Unused {
		fmt.Fprintf(w, "unused       %d:%d: %s: nothing reads it\n", u.Pos.Line, u.Pos.Col, u.Name)
	}
	if f.Misere {
		fmt.Fprintf(w, "convention   misère: the last move loses\n")
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
	case r.BuiltIn == "" && r.Looked > 0 && !r.Moves:
		fmt.Fprintf(w, "play         ends at once: no small position has a move, of %d; does moves call move(…)?\n", r.Looked)
	case r.BuiltIn == "" && r.Looked > 0:
		fmt.Fprintf(w, "play         ends from %s\n", message.Count(r.Looked, "small position", "small positions"))
	}
	switch {
	case r.Outside == 0:
	case f.HasStart():
		fmt.Fprintf(w, "outside      %s that play does not reach from small numbers of start: %s; that does not count\n", message.Count(r.Outside, "small position fails", "small positions fail"), r.OutsideWhy)
	default:
		fmt.Fprintf(w, "outside      from %s play leaves the shape: %s; that does not count, and def start, or an example, says what play must reach\n", message.Count(r.Outside, "small position", "small positions"), r.OutsideWhy)
	}
	switch {
	case r.Stopped && r.Undecided == 0:
		fmt.Fprintf(w, "undecided    the time was up before all was looked at; --max-time sets it\n")
	case r.Stopped:
		fmt.Fprintf(w, "undecided    the time was up before all was looked at: %s; --max-time sets it\n", message.Count(r.Undecided, "small position", "small positions"))
	case r.Undecided > 0:
		fmt.Fprintf(w, "undecided    from %s, play reaches too many to be looked at; --max-positions sets how many\n", message.Count(r.Undecided, "small position", "small positions"))
	}
	return w.Flush()
}

// writeOrder says in which order a table can be filled.
func writeOrder(w io.Writer, o *rules.OrderReport) {
	length := ""
	if o.Length > 0 {
		length = fmt.Sprintf(" in rows of %d", o.Length)
	}
	switch {
	case o.Why != "":
		fmt.Fprintf(w, "order        not found%s: %s\n", length, o.Why)
	case o.Words != "":
		sure := "(tried at small positions; filling a table checks each move)"
		if o.Proved {
			sure = "(proved)"
		}
		fmt.Fprintf(w, "order        every move%s lowers %s %s\n", length, o.Words, sure)
	}
}

// writeDefinable says whether formulas state the moves.
func writeDefinable(w io.Writer, d *rules.DefinableReport) {
	length := ""
	if d.Length > 0 {
		length = fmt.Sprintf(" for rows of %d", d.Length)
	}
	switch {
	case len(d.Coordinates) == 0 && d.Where.Line > 0:
		fmt.Fprintf(w, "formulas     do not state the moves%s, because of %d:%d: %s: %s\n", length, d.Where.Line, d.Where.Col, d.Near, d.Why)
	case len(d.Coordinates) == 0:
		fmt.Fprintf(w, "formulas     do not state the moves%s: %s\n", length, d.Why)
	default:
		if len(d.Held) > 0 {
			length += fmt.Sprintf(" where %s is held", strings.Join(d.Held, ", "))
		}
		if d.Base > 0 {
			length += fmt.Sprintf(" in base %d", d.Base)
		}
		fmt.Fprintf(w, "formulas     state the moves%s: %s of %s\n", length, message.Count(d.Kinds, "kind", "kinds"), strings.Join(d.Coordinates, ", "))
	}
}
