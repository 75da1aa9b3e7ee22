package main

// `grundy quotient` writes misère quotients as the literature does.

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
)

func newQuotient() *cobra.Command {
	var (
		question ask.Quotient
		asJSON   bool
		bounds   budgetFlags
	)
	cmd := described("quotient", &cobra.Command{
		Args:              wantArgs(1, 1, "a game, such as 0.77"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			question.Game = args[0]
			_, err := answer(cmd, &bounds, asJSON, question.Ask, writeQuotient)
			return err
		},
	})
	flagsOf(cmd)("last", natural(optional(&question.Heaps), 0, ask.MaxQuotientHeap), "; all of them by default")
	addJSON(cmd, &asJSON, "")
	bounds.add(cmd, "")
	return cmd
}

// imagesInLine is how many images stand in a line.
const imagesInLine = 10

func writeQuotient(w io.Writer, a *ask.QuotientFound) error {
	if !a.Known() {
		fmt.Fprintf(w, "%s: the misère quotient of the heaps to %d has %s, %d of them P\n",
			a.Game, a.Last(), message.Count(a.Found.Order, "element", "elements"), a.Found.PPortion)
		return nil
	}
	which := fmt.Sprintf("the heaps to %d", a.Last())
	if a.Proved {
		which = "all heaps"
	}
	fmt.Fprintf(w, "%s: the misère quotient of %s has %s, %d of them P\n\n",
		a.Game, which, message.Count(*a.Order, "element", "elements"), len(a.P))
	fmt.Fprintf(w, "Q = %s\nP = {%s}\n\nimages of the heaps:\n", a.Quotient.Words, strings.Join(a.P, ", "))
	images := a.Images
	width := 0
	for _, image := range images {
		width = max(width, len(image))
	}
	for from := 0; from < len(images); from += imagesInLine {
		line := fmt.Sprintf("  %6d ", from)
		for _, image := range images[from:min(from+imagesInLine, len(images))] {
			line += fmt.Sprintf(" %-*s", width, image)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	if a.Proved {
		fmt.Fprintf(w, "\nperiod: f(n+%d) = f(n) for n >= %d\n  %s\n", *a.Period, *a.Preperiod, a.Theorem)
	}
	if a.GrowsAt > 0 {
		fmt.Fprintf(w, "\nthe heap of %d makes the quotient grow\n", a.GrowsAt)
	}
	fmt.Fprintf(w, "\nmethod: %s\n", a.Method)
	return nil
}
