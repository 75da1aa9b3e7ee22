package main

// This file lists the contest problems, describes one, and tries its examples.

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
)

// listWidth is how many columns the list of problems takes at most.
const listWidth = 100

// writeProblems lists all problems, by judge.
func writeProblems(cmd *cobra.Command, asJSON bool) error {
	problems := contest.Problems()
	if asJSON {
		w := jsontext.New(cmd.OutOrStdout())
		w.List(",\n")
		for _, p := range problems {
			w.Value(p.Facts())
		}
		w.End()
		return w.Close()
	}
	rows := make([][4]string, len(problems))
	widths := [4]int{}
	most := [4]int{37, 25, 15, 0}
	for i, p := range problems {
		f := p.Facts()
		rows[i] = [4]string{f.Name, f.Title, strings.Join(f.Games, ", "), f.Method}
		for j, text := range rows[i] {
			widths[j] = max(widths[j], utf8.RuneCountInString(text))
		}
	}
	for j := range 3 {
		widths[j] = min(widths[j], most[j])
	}
	widths[3] = listWidth - widths[0] - widths[1] - widths[2] - 6
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for j, text := range row {
			text = message.Brief(text, widths[j])
			line.WriteString(text)
			if j < 3 {
				line.WriteString(strings.Repeat(" ", widths[j]-utf8.RuneCountInString(text)+2))
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(cmd.OutOrStdout(), b.String())
	return err
}

// writeProblem shows one problem: its file, or what is known of it as data.
func writeProblem(cmd *cobra.Command, p *contest.Problem, asJSON bool) error {
	if asJSON {
		w := jsontext.New(cmd.OutOrStdout())
		w.Value(p.Facts())
		return w.Close()
	}
	_, err := io.WriteString(cmd.OutOrStdout(), p.File)
	return err
}

// tryExamples answers the examples that stand in the file of a problem.
func tryExamples(cmd *cobra.Command, p *contest.Problem) error {
	if len(p.Samples) == 0 {
		return usagef("%s has no example: want example(input, output) in its file", p.Name)
	}
	wrong := 0
	for i, s := range p.Samples {
		got, err := p.Try(cmd.Context(), s)
		if err == nil {
			err = p.Compare([]byte(s.Output), got)
		}
		if err != nil {
			wrong++
			fmt.Fprintf(cmd.OutOrStdout(), "example %d: %v\n", i+1, err)
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s, %d as expected, %d not\n", message.Count(len(p.Samples), "example", "examples"), len(p.Samples)-wrong, wrong)
	if wrong > 0 {
		return fmt.Errorf("%d of %d examples are %w", wrong, len(p.Samples), contest.ErrDiffer)
	}
	return nil
}
