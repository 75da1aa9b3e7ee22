package main

// `grundy verify` checks certificates of periods, of patterns and of positions.

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/pattern"
	patterns "github.com/grundy-games/grundy/pattern/certificate"
)

func newVerify() *cobra.Command {
	var asJSON bool
	var bounds budgetFlags
	var question ask.Verify
	cmd := described("verify", &cobra.Command{
		Args: wantArgs(1, 1, "the file of a certificate"),
		RunE: func(cmd *cobra.Command, args []string) error {
			flags := cmd.Flags()
			if !flags.Changed("max-time") && (flags.Changed("segments") || flags.Changed("dir") || question.Exceptions) {
				bounds.time = 0 // whoever says so has time
			}
			return verifyFile(cmd, args[0], question, &bounds, asJSON)
		},
	})
	add := flagsOf(cmd)
	addJSON(cmd, &asJSON, "")
	add("segments", &question.Segments, "")
	add("workers", natural(func(n uint64) { question.Workers = int(n) }, 0, 1<<10), ", of a chain")
	add("dir", &question.Folder, ", of a chain: the segments that hold are noted there")
	add("exceptions", &question.Exceptions, "")
	bounds.add(cmd, ", and by default with --segments, --dir or --exceptions,")
	return cmd
}

// verifyFile checks the certificate in the file, - for standard input.
func verifyFile(cmd *cobra.Command, name string, question ask.Verify, bounds *budgetFlags, asJSON bool) error {
	in, err := openInput(cmd, name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	question.Certificate = in
	question.Note = func(line string) { fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s\n", line) }
	a, err := answer(cmd, bounds, asJSON, question.Ask, func(w io.Writer, a *ask.Verified) error {
		_, err := io.WriteString(w, verifiedText(a))
		return err
	})
	if a == nil {
		return fmt.Errorf("%s: %w", nameOf(name), err)
	}
	if err == nil && a.Refused != nil {
		err = fmt.Errorf("%s: the certificate does not hold: %w", nameOf(name), a.Refused)
	}
	return err
}

// verifiedText says what holds, if the certificate does.
func verifiedText(a *ask.Verified) string {
	switch c := a.Certificate; {
	case a.Refused != nil:
		return ""
	case a.Proof != nil:
		return proofText(a)
	case a.Pattern != nil:
		return patternText(a.Pattern, a.Compared)
	case a.Chain != nil:
		return chainText(a)
	default:
		text := fmt.Sprintf("the certificate holds: %s\n%s values were computed again; theorem: %s\n",
			recurrence(c.Game, c.Preperiod, c.Period, c.Saltus), units.Grouped(c.Terms), c.Theorem)
		if c.System != nil {
			text += "the kinds and their moves stand in the file under \"system\"; no rules were compared with them\n"
		}
		return text
	}
}

// patternText lists the moves that a certificate is about, and says what it proves of them.
func patternText(c *patterns.Certificate, compared *pattern.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the moves of %s in the certificate:\n", c.Game)
	for _, line := range c.Lines() {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	fmt.Fprintf(&b, "the certificate holds: %s\n", c.Statement)
	fmt.Fprintf(&b, "the adder, %s states, was made and checked again; rules: sha256 %.12s…\n", units.Grouped(uint64(c.Sizes.Adder)), c.RulesHash)
	fmt.Fprintf(&b, "%s\n", compared)
	return b.String()
}

// proofText says what a proof by couples shows, and what it takes for granted.
func proofText(a *ask.Verified) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the certificate holds: %s has outcome %s", a.Game, a.Outcome)
	if a.NimValue != nil {
		fmt.Fprintf(&b, ", nim-value %d", *a.NimValue)
	}
	fmt.Fprintf(&b, "\n%s checked, each by earlier ones and the moves of the rules: %s in all\n", counted(a.Rests.Facts, "fact was", "facts were"), units.Grouped(a.Rests.Moves))
	if n := a.Rests.Symmetries; n > 0 {
		fmt.Fprintf(&b, "%s by a strategy by symmetry, which was proved from the rules again\n", counted(n, "fact holds", "facts hold"))
	}
	for _, r := range a.Rules {
		fmt.Fprintf(&b, "rules: %s, sha256 %.12s…\n", message.Shown(r.Name), r.Hash)
	}
	fmt.Fprintf(&b, "the rules are trusted: their text, that play ends, and what they declare as symmetric or as parts\n")
	return b.String()
}

// chainText says what was checked of a chain, and what that proves.
func chainText(a *ask.Verified) string {
	c := a.Chain
	claim, values := recurrence(c.Game, c.Preperiod, c.Period, 0), units.Grouped(c.Values(a.Segments))
	if a.Exceptions != nil {
		return fmt.Sprintf("if all %d segments hold, then %s,\nand %s smaller heaps differ from the period continued to them\n",
			c.Segments(), claim, units.Grouped(*a.Exceptions))
	}
	if a.Partial() {
		return fmt.Sprintf("%d of %d segments hold: %s values were computed again\nthis proves nothing yet; when all segments hold, then %s\n",
			len(a.Segments), c.Segments(), values, claim)
	}
	return fmt.Sprintf("the certificate holds: %s\nall %d segments hold: %s values were computed again; theorem: state\n", claim, c.Segments(), values)
}

// recurrence says what a period means: "0.77: G(n+12) = G(n) for n >= 71".
func recurrence(game string, preperiod, period, saltus uint64) string {
	plus := ""
	if saltus > 0 {
		plus = fmt.Sprintf(" + %d", saltus)
	}
	return fmt.Sprintf("%s: G(n+%d) = G(n)%s for n >= %d", game, period, plus, preperiod)
}
