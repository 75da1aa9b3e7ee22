package main

// `grundy guess` finds the pattern behind the values of a game, and its proof.

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/theory/definable"
)

// guessFlags are the flags of `grundy guess`.
type guessFlags struct {
	question            ask.Guess
	certificate, output string
	asJSON              bool
	bounds              budgetFlags
}

func newGuess() *cobra.Command {
	var f guessFlags
	cmd := described("guess", &cobra.Command{
		Args:              wantArgs(1, 1, "a game, such as queen"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.question.Game = args[0]
			return f.find(cmd)
		},
	})
	add := flagsOf(cmd)
	add("fix", &f.question.Fix, "")
	add("of", &f.question.Of, " (default the first that has a pattern)", ask.Kinds()...)
	add("misere", &f.question.Misere, "")
	add("box", &f.question.Box, "")
	add("digits", &f.question.Digits, "")
	add("prove", &f.question.Prove, "")
	add("emit", &f.question.Emit, ", or the automaton for Walnut", append(slices.Clip(languages), ask.Walnut)...)
	add("certificate", &f.certificate, "; it is looked for as with --prove")
	add("output", &f.output, ": the automaton, as .svg, .png or .dot")
	addJSON(cmd, &f.asJSON, "")
	f.bounds.add(cmd, "")
	f.bounds.addWorkers(cmd)
	return cmd
}

// find answers the question and prints the answer.
func (f *guessFlags) find(cmd *cobra.Command) (err error) {
	f.question.Certificate = f.certificate != ""
	toStdout := isStandardOutput(f.certificate)
	format, dot, err := pictureFormat(f.output, true)
	switch {
	case toStdout && (f.asJSON || f.question.Emit != ""):
		return usagef("--certificate=%s: standard output has the answer already; want --certificate=FILE", message.Shown(f.certificate))
	case err != nil:
		return err
	}
	if err := distinct(namedFile{"--certificate", f.certificate}, namedFile{"-o", f.output}); err != nil {
		return err
	}
	means, done := f.bounds.means(cmd)
	defer done()
	opened := noting(&means)
	a, problem := f.question.Ask(cmd.Context(), means)
	done()
	if a == nil {
		if cut, ok := errors.AsType[*ask.CutGuess](problem); ok && !f.asJSON {
			writeRejected(cmd.OutOrStdout(), cut.Tried)
			if cmd.Context().Err() != nil { // the user stopped it, which no error says
				sayFact(cmd.OutOrStdout(), "so far", cut.Far)
			}
		}
		return inFlags(cmd, problem)
	}
	for _, file := range []namedFile{{"--certificate", f.certificate}, {"-o", f.output}} {
		if err := distinct(file, *opened...); err != nil {
			return err
		}
	}
	out := cmd.OutOrStdout()
	if toStdout {
		out = cmd.ErrOrStderr()
	}
	err = print(out, f.asJSON, a, func(w io.Writer, a *ask.Guessed) error {
		switch {
		case a.Pattern == nil:
			writeRejected(w, a.Tried)
		case a.Program != "":
			_, err := io.WriteString(w, a.Program)
			return err
		case f.question.Emit == "":
			writeGuess(w, a)
		}
		return nil
	})
	if err != nil || problem != nil || a.Pattern == nil {
		return firstOf(err, inFlags(cmd, problem))
	}
	return firstOf(f.writeCertificate(cmd, a), f.writePicture(cmd, a, format, dot))
}

// writeCertificate writes the proof, if that is wanted.
func (f *guessFlags) writeCertificate(cmd *cobra.Command, a *ask.Guessed) error {
	switch {
	case f.certificate == "":
		return nil
	case a.Certificate == nil:
		return fmt.Errorf("there is no certificate: %w", inFlags(cmd, a.Unproved))
	case isStandardOutput(f.certificate):
		return a.Certificate.Write(cmd.OutOrStdout())
	}
	return writeWhole(f.certificate, a.Certificate.Write)
}

// writePicture draws the automaton, if that is wanted. Text for Graphviz has no format of a
// picture.
func (f *guessFlags) writePicture(cmd *cobra.Command, a *ask.Guessed, format plot.Format, dot bool) error {
	if f.output == "" {
		return nil
	}
	picture, err := a.Picture()
	if err != nil {
		return err
	}
	err = writeWhole(f.output, func(w io.Writer) error {
		if dot {
			return picture.WriteDOT(w)
		}
		return picture.Write(cmd.Context(), w, format)
	})
	if errors.Is(err, grundy.ErrTooLarge) {
		return fmt.Errorf("%w; -o FILE.dot has no bound", err)
	}
	return err
}

// firstOf returns the first error that is not nil.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// mostRejected bounds the simpler guesses that are shown, and mostRows the states.
const (
	mostRejected = 8
	mostRows     = 64
)

// writeGuess writes the pattern for people.
func writeGuess(w io.Writer, a *ask.Guessed) {
	say := func(name, text string) { sayFact(w, name, text) }
	fmt.Fprintf(w, "%s: the %s\n\n%s\n\n", a.Game, a.What(), filled("  ", "  ", strings.Fields(a.Words), " "))
	say("family", a.Family)
	say("checked", fmt.Sprintf("%s: %s", counted(a.Checked.Positions, "position", "positions"), pattern.Box(a.Coordinates, a.Checked.To)))
	if a.Pattern.Beyond != nil {
		say("beyond", "the rules fail at larger positions: "+message.Line(a.Pattern.Beyond))
	}
	writeRejected(w, a.Pattern.Rejected)
	if a.Machine != nil {
		say("automaton", fmt.Sprintf("%s. %s. %s", message.Count(len(a.Machine.Says), "state", "states"), a.Machine.Reading(), a.Meaning()))
		writeStates(w, a)
	} else if a.Unshown != nil {
		say("automaton", message.Line(a.Unshown))
	}
	if p := a.Proof; p != nil {
		fmt.Fprintln(w)
		say("theorem", p.Statement)
		if t := p.Theorem; t != nil {
			say("holds for", t.Positions)
			say("measure", "every move lowers "+t.Measure)
			writeSteps(w, t)
		} else if p.Formula != "" {
			say("formula", shortened(p.Formula))
		}
		say("time", units.Time(p.Time))
	} else if a.Unproved != nil {
		fmt.Fprintln(w)
		say("no proof", message.Line(solveError(a.Unproved)))
		say("evidence", fmt.Sprintf("the pattern agrees with all %s positions above", units.Grouped(a.Checked.Positions)))
	}
}

// writeSteps writes the formulas of a proof, each with what it says.
func writeSteps(w io.Writer, t *definable.Theorem) {
	for i, step := range t.Steps {
		name := ""
		if i == 0 {
			name = "formulas"
		}
		sayFact(w, name, fmt.Sprintf("%s (%s):", step.Says, counted(step.States, "state", "states")))
		fmt.Fprintln(w, filled(indent+"  ", indent+"    ", strings.Fields(shortened(step.Formula)), " "))
	}
	states := make([]string, len(t.Candidate))
	for i, n := range t.Candidate {
		states[i] = counted(uint64(n), "state", "states")
	}
	sayFact(w, "sizes", fmt.Sprintf("%s of the pattern, of %s; at most %s at a time", message.Count(len(t.Candidate), "automaton", "automata"), strings.Join(states, ", "), counted(t.Largest, "state", "states")))
}

// shortened cuts a long formula.
func shortened(formula string) string {
	const most = 300
	if r := []rune(formula); len(r) > most {
		return string(r[:most]) + "… (--json has all of it)"
	}
	return formula
}

// indent is where facts begin.
const indent = "           "

// sayFact writes a fact behind its name.
func sayFact(w io.Writer, name, text string) {
	fmt.Fprintln(w, filled(fmt.Sprintf("%-*s", len(indent), name), indent, strings.Fields(text), " "))
}

// writeRejected lists guesses, and where they fail.
func writeRejected(w io.Writer, rejected []pattern.Rejected) {
	for i, r := range rejected[:min(len(rejected), mostRejected)] {
		name := ""
		if i == 0 {
			name = "not"
		}
		sayFact(w, name, strings.TrimSuffix(r.Words, ".")+": "+ask.Fails(r))
	}
}

// counted is a number in groups of digits, with what it counts.
func counted(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return units.Grouped(n) + " " + many
}

// writeStates writes the automaton as a table: a state a line, with a column for each letter
// if these fit, and otherwise with its arrows.
func writeStates(w io.Writer, a *ask.Guessed) {
	m := a.Machine
	if len(m.Says) > mostRows {
		fmt.Fprintf(w, "%s(more than %d states: --json shows them)\n", indent, mostRows)
		return
	}
	says := make([]string, len(m.Says))
	width := 0
	for s, v := range m.Says {
		if says[s] = a.Says(v); says[s] == "" {
			says[s] = "."
		}
		width = max(width, len(says[s]))
	}
	start := func(s int) string {
		if s == 0 {
			return "→"
		}
		return " "
	}
	states := len(fmt.Sprint(len(m.Says) - 1))
	letters := m.Letters()
	cell := max(states+1, len(m.Letter(letters-1)))
	if utf8.RuneCountInString(indent)+3+states+2+width+letters*(cell+2) <= columns {
		fmt.Fprintf(w, "%s  %-*s", indent, states+1+2+width, "")
		for l := range letters {
			fmt.Fprintf(w, "  %*s", cell, m.Letter(l))
		}
		fmt.Fprintln(w)
		for s, row := range m.Next {
			fmt.Fprintf(w, "%s%s q%-*d  %*s", indent, start(s), states, s, width, says[s])
			for _, to := range row {
				text := "-"
				if to >= 0 {
					text = fmt.Sprint("q", to)
				}
				fmt.Fprintf(w, "  %*s", cell, text)
			}
			fmt.Fprintln(w)
		}
		return
	}
	arrows := make([][]string, len(m.Says))
	m.Arrows(func(from, to int, letters []string) {
		arrows[from] = append(arrows[from], fmt.Sprintf("%s → q%d;", strings.Join(letters, " "), to))
	})
	for s := range m.Says {
		first := fmt.Sprintf("%s%s q%-*d  %*s  ", indent, start(s), states, s, width, says[s])
		words := strings.Fields(strings.TrimSuffix(strings.Join(arrows[s], " "), ";"))
		fmt.Fprintln(w, filled(first, strings.Repeat(" ", utf8.RuneCountInString(first)), words, " "))
	}
}
