package main

// This file holds `grundy verify`, which checks certificates of periods.

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"grundy/games/heap/certificate"
	"grundy/internal/units"
)

func newVerify() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check a certificate of a period",
		Long: `Check a certificate that "grundy period --certificate" wrote: the nim-values are
computed again from the rules, by code that shares only the parser of codes
with the engines (games/heap/certificate/verify.go: short, to be read), and all
that the theorem asks for is looked up. "-" reads standard input.

Exit status: 0 it holds, 1 it does not, with the reason, 2 it is no certificate.`,
		Example: `  grundy period 0.77 --certificate=kayles.json
  grundy verify kayles.json`,
		Args: wantArgs(1, 1, "the file of a certificate"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := readCertificate(cmd.Context(), cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			show, done := progressTo(cmd.ErrOrStderr())
			problem := certificate.Verify(cmd.Context(), c, show)
			done()
			if cmd.Context().Err() != nil {
				return problem
			}
			if err := writeVerdict(cmd.OutOrStdout(), c, problem, asJSON); err != nil {
				return err
			}
			if problem != nil {
				return fmt.Errorf("%s: the certificate does not hold: %w", nameOf(args[0]), problem)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON value")
	return cmd
}

// readCertificate reads the file, or standard input for "-".
func readCertificate(ctx context.Context, stdin io.Reader, name string) (*certificate.Certificate, error) {
	in := stdin
	if name != standardStream {
		file, err := openFile(name)
		if err != nil {
			return nil, usageError{err}
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	c, err := certificate.Read(ctx, in)
	if err != nil {
		return nil, usagef("%s: %w", nameOf(name), err)
	}
	return c, nil
}

// writeVerdict writes what the certificate claims, if it holds; as JSON, whether
// it does and why not.
func writeVerdict(out io.Writer, c *certificate.Certificate, problem error, asJSON bool) error {
	w := bufio.NewWriter(out)
	if asJSON {
		o := objectWriter{w: w}
		o.field("game", c.Game)
		o.field("valid", problem == nil)
		if problem != nil {
			o.field("reason", problem.Error())
		}
		o.field("preperiod", c.Preperiod)
		o.field("period", c.Period)
		o.field("saltus", c.Saltus)
		o.field("theorem", c.Theorem)
		o.field("terms", c.Terms)
		return o.end()
	}
	if problem == nil {
		fmt.Fprintf(w, "the certificate holds: %s\n", recurrence(c.Game, c.Preperiod, c.Period, c.Saltus))
		fmt.Fprintf(w, "%s values were computed again; theorem: %s\n", units.Grouped(c.Terms), c.Theorem)
	}
	return w.Flush()
}

// recurrence says what a period means: "0.77: G(n+12) = G(n) for n >= 71".
func recurrence(game string, preperiod, period, saltus uint64) string {
	plus := ""
	if saltus > 0 {
		plus = fmt.Sprintf(" + %d", saltus)
	}
	return fmt.Sprintf("%s: G(n+%d) = G(n)%s for n >= %d", game, period, plus, preperiod)
}
