package main

// This file holds `grundy verify`, which checks certificates of periods and of patterns.

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"grundy/ask"
	"grundy/internal/message"
	"grundy/internal/units"
)

func newVerify() *cobra.Command {
	var asJSON bool
	var bounds budgetFlags
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check a certificate of a period or of a pattern",
		Long: `Check a certificate that "grundy period --certificate" or "grundy guess
--certificate" wrote.

Of a period, the nim-values are computed again from the rules, by code that
shares only the parser of codes with the engines (games/heap/certificate: short,
to be read), and all that the theorem asks for is looked up.

Of a pattern, the rules in the certificate become formulas again, and automata
decide whether the claim holds, by code that shares only the parser of rules
with the prover (pattern/certificate; docs/certificates.md describes both the
file and what is checked). "-" reads standard input.

Exit status: 0 it holds, 1 it does not, with the reason, 2 it is not a certificate.`,
		Example: `  grundy period 0.77 --certificate=kayles.json
  grundy verify kayles.json
  grundy guess wythoff --of=p-positions --certificate=wythoff.json
  grundy verify wythoff.json`,
		Args: wantArgs(1, 1, "the file of a certificate"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return verifyFile(cmd, args[0], &bounds, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON value")
	bounds.add(cmd.Flags())
	return cmd
}

// verifyFile checks the certificate in the file, - for standard input.
func verifyFile(cmd *cobra.Command, name string, bounds *budgetFlags, asJSON bool) (err error) {
	in := io.NopCloser(cmd.InOrStdin())
	if name != standardStream {
		if in, err = openFile(name); err != nil {
			return usageError{err}
		}
	}
	defer func() { _ = in.Close() }()
	means, done := bounds.means(cmd)
	defer done()
	a, err := ask.Verify{Certificate: in}.Ask(cmd.Context(), means)
	done()
	out := cmd.OutOrStdout()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", nameOf(name), told(err))
	case asJSON:
		err = a.WriteJSON(out)
	case a.Refused == nil && a.Pattern != nil:
		c := a.Pattern
		_, err = fmt.Fprintf(out, "the certificate holds: %s\n%s; the adder, %s states, was made and checked again; rules: sha256 %.12s…\n",
			c.Statement, message.Count(len(c.Moves), "kind of moves", "kinds of moves"), units.Grouped(uint64(c.Sizes.Adder)), c.RulesHash)
	case a.Refused == nil:
		a := a.Period
		_, err = fmt.Fprintf(out, "the certificate holds: %s\n%s values were computed again; theorem: %s\n",
			recurrence(a.Game, a.Preperiod, a.Period, a.Saltus), units.Grouped(a.Terms), a.Theorem)
	}
	if err == nil && a.Refused != nil {
		err = fmt.Errorf("%s: the certificate does not hold: %w", nameOf(name), a.Refused)
	}
	return err
}

// recurrence says what a period means: "0.77: G(n+12) = G(n) for n >= 71".
func recurrence(game string, preperiod, period, saltus uint64) string {
	plus := ""
	if saltus > 0 {
		plus = fmt.Sprintf(" + %d", saltus)
	}
	return fmt.Sprintf("%s: G(n+%d) = G(n)%s for n >= %d", game, period, plus, preperiod)
}
