package main

// This file lists the contest problems, describes one, and tries its examples.

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
)

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
	return buffered(cmd.OutOrStdout(), func(out io.Writer) error {
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, p := range problems {
			f := p.Facts()
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", message.Brief(f.Name, 37), message.Brief(f.Title, 25), message.Brief(strings.Join(f.Games, ", "), 15), message.Brief(f.Method, 17))
		}
		return w.Flush()
	})
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

type examplesJSON struct {
	Problem  string        `json:"problem"`
	Examples []exampleJSON `json:"examples"`
}

// An exampleJSON is an example of a problem's file, and why it is not as expected.
type exampleJSON struct {
	Example  int    `json:"example"`
	Expected bool   `json:"as_expected"`
	Why      string `json:"why,omitempty"`
}

// tryExamples answers the examples that stand in the file of a problem.
func tryExamples(cmd *cobra.Command, p *contest.Problem, asJSON bool) error {
	if len(p.Samples) == 0 {
		return usagef("%s has no example: want example(input, output) in its file", p.Name)
	}
	wrong := 0
	out := cmd.OutOrStdout()
	var tried []exampleJSON
	for i, s := range p.Samples {
		e := exampleJSON{Example: i + 1, Expected: true}
		if err := p.CheckSample(cmd.Context(), s); err != nil {
			wrong++
			e.Expected, e.Why = false, message.Line(err)
			if !asJSON {
				fmt.Fprintf(out, "example %d: %v\n", i+1, err)
			}
		}
		tried = append(tried, e)
	}
	if asJSON {
		if err := writeIndented(out, examplesJSON{p.Name, tried}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(out, "%s, %d as expected, %d not\n", message.Count(len(p.Samples), "example", "examples"), len(p.Samples)-wrong, wrong)
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d examples are %w", wrong, len(p.Samples), contest.ErrDiffer)
	}
	return nil
}
