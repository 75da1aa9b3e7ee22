package main

// This file writes what is known of a period for people.

import (
	"fmt"
	"io"
	"strings"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/period"
)

func writeRecurrence(w io.Writer, a *ask.Recurrence) error {
	r := a.Result
	game := a.Game
	if a.Of != "" {
		game = fmt.Sprintf("%s: %s", a.Game, a.Of)
	}
	if a.Row != nil {
		game = fmt.Sprintf("%s, row %d", a.Game, *a.Row)
	}
	switch {
	case r.Proved && r.AtMost:
		fmt.Fprintf(w, "%s\nperiod %s, proved; the preperiod is at most %s\n", game, units.Grouped(r.Period), units.Grouped(r.Preperiod))
	case r.Proved && r.Saltus > 0:
		fmt.Fprintf(w, "%s\npreperiod %s, period %s, saltus %s, proved\n", game, units.Grouped(r.Preperiod), units.Grouped(r.Period), units.Grouped(r.Saltus))
	case r.Proved:
		fmt.Fprintf(w, "%s\npreperiod %s, period %s, proved\n", game, units.Grouped(r.Preperiod), units.Grouped(r.Period))
	case r.Aperiodic:
		fmt.Fprintf(w, "%s\nthere is no period\n", game)
	default:
		fmt.Fprintf(w, "%s\nno period is proved\n", game)
		fmt.Fprintf(w, "  observed    %s\n", a.Observed)
	}
	if a.Family != "" {
		fmt.Fprintf(w, "  family      %s\n", a.Family)
	}
	if r.Theorem != "" {
		fmt.Fprintf(w, "  theorem     %s\n", r.Theorem)
	}
	if a.ComputedTo > 0 {
		fmt.Fprintf(w, "  computed    to n = %s\n", units.Grouped(a.ComputedTo))
	}
	if e := a.Exceptions; e != nil {
		fmt.Fprintf(w, "  exceptions  %s\n", exceptionsText(*e))
	}
	if a.Audits != nil && *a.Audits > 0 {
		options := "all options evaluated"
		if a.Kept < a.Result.Computed {
			options = "options evaluated as far as values are kept"
		}
		fmt.Fprintf(w, "  audits      %d heaps at random, %s: passed\n", *a.Audits, options)
	}
	if a.OEIS != nil {
		fmt.Fprintf(w, "  OEIS        %s\n", a.OEIS.Says)
	}
	return nil
}

// exceptionsText lists exceptions: "14: n = 0, 3, 6, …, 70".
func exceptionsText(e period.Exceptions) string {
	if e.Count == 0 {
		return "none"
	}
	const shown = 20
	var list []string
	for _, n := range e.First[:min(len(e.First), shown)] {
		list = append(list, fmt.Sprint(n))
	}
	if e.Count > uint64(len(list)) {
		list = append(list, "…", fmt.Sprint(e.Last))
	}
	return fmt.Sprintf("%s: n = %s", units.Grouped(e.Count), strings.Join(list, ", "))
}
