package main

// This file holds what `grundy games` tells of a take-and-break code: its rules
// in words, its period, and the standard code with the same nim-values.

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grundy/games/heap"
	"grundy/internal/units"
)

// isCode reports whether the name of a game is meant for a code.
func isCode(name string) bool {
	return strings.Contains(name, ".") && !strings.HasSuffix(name, ".star")
}

// easyTerms is the number of values among which the period of a code is looked
// for when it is described, if they do not take too much work.
const easyTerms = 1 << 14

// A codeDescription is what is known of a code.
type codeDescription struct {
	Code       string        `json:"code"`
	Written    string        `json:"written,omitempty"`
	Rules      string        `json:"rules"`
	Preperiod  *uint64       `json:"preperiod"`
	Period     *uint64       `json:"period"`
	Saltus     *uint64       `json:"saltus"`
	Theorem    *string       `json:"theorem"`
	Equivalent *sameValuesAs `json:"equivalent"`
	Computed   uint64        `json:"computed_to"`
	compared   bool          // whether an equivalent was looked for
}

// sameValuesAs is the standard code with the same nim-values.
type sameValuesAs struct {
	Code  string `json:"code"`
	Shift int    `json:"shift"` // a heap n of the one has the value of a heap n + shift of the other
	Proof string `json:"proof"`
}

func describeCode(ctx context.Context, text string) (*codeDescription, error) {
	code, err := heap.ParseCode(text)
	if err != nil {
		return nil, usageError{err}
	}
	d := &codeDescription{Code: code.String(), Rules: code.Rules()}
	if text != d.Code {
		d.Written = text
	}
	s, err := heap.SolveEasily(ctx, code, easyTerms)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	d.Computed = s.Length
	if p := s.Period; p.Proved {
		d.Preperiod, d.Period, d.Saltus, d.Theorem = &p.Preperiod, &p.Period, &p.Saltus, &p.Theorem
	}
	e, found, err := s.FindStandard(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	if d.compared = found && err == nil; d.compared {
		d.Equivalent = &sameValuesAs{e.Standard.String(), e.Shift, e.Proof}
	}
	return d, nil
}

func writeCode(cmd *cobra.Command, text string, asJSON bool) error {
	d, err := describeCode(cmd.Context(), text)
	if err != nil {
		return err
	}
	if asJSON {
		return writeIndented(cmd.OutOrStdout(), d)
	}
	var b strings.Builder
	name := shortName(d.Code)
	fmt.Fprintf(&b, "%s(n)\n\n", name)
	if d.Written != "" {
		fmt.Fprintf(&b, "Code:       %s is a way to write %s\n", shortName(d.Written), name)
	}
	fmt.Fprintf(&b, "Rules:      %s\n", shortRules(d.Rules))
	if d.Period == nil {
		fmt.Fprintf(&b, "Period:     none is proved by the first %s values; grundy period '%s' looks further\n", units.Grouped(d.Computed), name)
	} else {
		fmt.Fprintf(&b, "Period:     %s\n            %s\n", recurrence(name, *d.Preperiod, *d.Period, *d.Saltus), *d.Theorem)
	}
	switch e := d.Equivalent; {
	case !d.compared:
		fmt.Fprintf(&b, "Equivalent: not looked for: only codes in which moves leave two heaps at the most, and digits have an end, are compared\n")
	case e.Code == d.Code:
		fmt.Fprintf(&b, "Equivalent: to no code of three digits before it in order, as far as was compared\n            %s\n", e.Proof)
	case e.Shift == 0:
		fmt.Fprintf(&b, "Equivalent: %s(n) has the nim-value of %s(n)\n            %s\n", name, e.Code, e.Proof)
	default:
		fmt.Fprintf(&b, "Equivalent: %s(n) has the nim-value of %s(n%+d)\n            %s\n", name, e.Code, e.Shift, e.Proof)
	}
	fmt.Fprintf(&b, "Try:        grundy solve '%s(12)'\n", name)
	_, err = fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}

// shortName returns a code, or its beginning where it is long.
func shortName(code string) string {
	if len(code) > shortText {
		return strings.ToValidUTF8(code[:shortText-1], "") + "…"
	}
	return code
}

// shortRules returns rules in words, or their beginning where they are long; they
// are whole in JSON.
func shortRules(rules string) string {
	const most = 2000
	if len(rules) > most {
		return strings.ToValidUTF8(rules[:most], "") + "…"
	}
	return rules
}
