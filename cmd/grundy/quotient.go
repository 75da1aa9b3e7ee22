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
	cmd := &cobra.Command{
		Use:   "quotient GAME",
		Short: "Find the misère quotient of a game's heaps",
		Long: `Find the misère quotient of the heaps of a game: a finite commutative monoid that
decides who wins any sum of them when a player who cannot move wins. Multiply one
element for each heap; the sum is P where the product is in the P-portion.

The answer has the order, the P-portion, a presentation by generators and relations,
and the images of the heaps (the pretending function). A generator is the image of a
heap that is not a product of those of others.

-n N asks for the quotient of the heaps to N. Without it, heaps of a take-and-break
game are added until their images prove a period: that is the quotient of all heaps.
With it, the command looks further too, as long as the quotient stays the same:
"proved" says that this is the quotient of all heaps, "grows_at" is the first heap that
makes it grow.

GAME is a take-and-break code or has one, such as 0.77 or grundy. Other games whose
positions are chosen by one number, such as subtraction[1,3,4] or FILE.star, are taken
with all that their positions can become, to -n, 10 if it does not say.

Many games have no finite quotient. Then the command stops when its budget is used up,
and says how far it came.

Exit status: 0 found, 1 no finite quotient within the budget, 2 the request was wrong.`,
		Example: `  grundy quotient 0.77
  grundy quotient 0.77 -n 20 --json
  grundy quotient 0.123
  grundy quotient nim -n 7`,
		Args:              wantArgs(1, 1, "a game, such as 0.77"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			question.Game = args[0]
			_, err := answer(cmd, &bounds, asJSON, question.Ask, writeQuotient)
			return err
		},
	}
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
