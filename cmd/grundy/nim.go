package main

// `grundy nim` calculates with nimbers.

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
)

func newNim() *cobra.Command {
	var asJSON bool
	var bounds budgetFlags
	cmd := described("nim", &cobra.Command{
		Args: wantArgs(1, -1, `an expression, such as '2*3 + 1'`),
		RunE: func(cmd *cobra.Command, args []string) error {
			expression, err := positionOf(cmd, args)
			if err != nil {
				return err
			}
			_, err = answer(cmd, &bounds, asJSON, ask.Nim{Expression: expression}.Ask, func(w io.Writer, a *ask.Nimber) error {
				_, err := fmt.Fprintln(w, a.Value)
				return err
			})
			return err
		},
	})
	addJSON(cmd, &asJSON, "")
	bounds.add(cmd, "")
	return cmd
}
