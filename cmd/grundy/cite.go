package main

// `grundy cite` says how to cite the program, and the sources of an answer.

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
)

func newCite() *cobra.Command {
	var q ask.Cite
	var asJSON bool
	var bounds budgetFlags
	cmd := described("cite", &cobra.Command{
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if len(args) > 0 {
				if q.Of, err = positionOf(cmd, args); err != nil {
					return err
				}
			}
			_, err = answer(cmd, &bounds, asJSON, q.Ask, writeCited)
			return err
		},
	})
	addConvention(cmd, &q.Misere, &q.Compound)
	addJSON(cmd, &asJSON, "")
	bounds.add(cmd, "")
	return cmd
}

// writeCited writes the sources of an answer, and how to cite the program.
func writeCited(w io.Writer, a *ask.Cited) error {
	if a.Position != "" {
		fmt.Fprintln(w, short(a.Position))
		if len(a.Methods) > 0 {
			fmt.Fprintln(w, "\nmethod:")
		}
		for _, method := range a.Methods {
			fmt.Fprintln(w, "  "+method)
		}
		for _, g := range a.Games {
			fmt.Fprintf(w, "\n%s:\n", g.Game)
			for _, fact := range [][2]string{{"", g.Source}, {"known: ", g.Known}, {"OEIS: ", g.OEIS}} {
				if fact[1] != "" {
					fmt.Fprintln(w, "  "+fact[0]+fact[1])
				}
			}
		}
		fmt.Fprintln(w, "\nthis program:")
	}
	_, err := fmt.Fprintf(w, "%s\n\n%s", a.Program.Text, a.Program.BibTeX)
	return err
}
