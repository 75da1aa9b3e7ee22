package main

// `grundy options` lists every option of a position, and what it leads to.

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/solve"
)

// optionsFlags are the flags of `grundy options`.
type optionsFlags struct {
	question ask.Options
	limited  bool // whether --limit is given
	asJSON   bool
	table    string
	bounds   budgetFlags
}

// optionLines is how many options are listed as text where --limit does not say.
const optionLines = 100

func newOptions() *cobra.Command {
	var f optionsFlags
	cmd := described("options", &cobra.Command{
		Args: wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`),
		RunE: f.run,
	})
	f.question.Sort = ask.OptionOrders[0]
	add := flagsOf(cmd)
	addConvention(cmd, &f.question.Misere, &f.question.Compound)
	limit := func(n int) { f.question.Limit, f.limited = n, true }
	add("limit", integer(limit, optionLines), fmt.Sprintf(" options (with --json %d)", ask.DefaultOptions))
	add("sort", &f.question.Sort, "", ask.OptionOrders...)
	add("with", &f.question.With, "", ask.OptionFacts...)
	addLookup(cmd, &f.table)
	addJSON(cmd, &f.asJSON, "")
	f.bounds.add(cmd, "")
	return cmd
}

// run lists the options of the sum in args.
func (f *optionsFlags) run(cmd *cobra.Command, args []string) (err error) {
	if f.question.Position, err = positionOf(cmd, args); err != nil {
		return err
	}
	if !f.limited {
		f.question.Limit = optionLines
		if f.asJSON {
			f.question.Limit = ask.DefaultOptions
		}
	}
	question := withTable(cmd, f.table, f.question.Ask)
	_, err = answer(cmd, &f.bounds, f.asJSON, func(ctx context.Context, m ask.Means) (*ask.Listed, error) {
		m.Print = printing(cmd)
		return question(ctx, m)
	}, writeOptions)
	return err
}

// writeOptions writes the options as a table.
func writeOptions(w io.Writer, list *ask.Listed) error {
	q, a := list.Question, list.List.Answer
	fmt.Fprintln(w, short(q.Sum.String()))
	facts := append([]string{fmt.Sprintf("outcome %v: %s", a.Outcome, ask.OutcomeSays(a.Outcome, q.Compound, q.Convention))},
		measured(a.NimValue, a.Infinite, a.Remoteness, a.Suspense)...)
	fmt.Fprintln(w, strings.Join(facts, "\n"))
	fmt.Fprintln(w)
	if described := list.List.Described; len(described) > 0 {
		fmt.Fprintln(w, "options that cannot be listed:\n  "+strings.Join(described, "\n  ")+"\n")
	}
	if list.Count != nil && list.Count.Sign() == 0 {
		fmt.Fprintln(w, "no options")
		return nil
	}
	count := "too many options to count"
	if len(list.List.Described) > 0 {
		count = "the moves that win, and those of other heaps and games"
	}
	if list.Count != nil {
		count = message.Count(list.Count, "option", "options")
	}
	n := len(list.List.Options)
	if n == 0 {
		fmt.Fprintln(w, count)
		return nil
	}
	if isCut := n == q.MaxMoves || len(list.List.Described) == 0; isCut && (list.Count == nil || list.Count.Cmp(big.NewInt(int64(n))) > 0) {
		if list.Sorted || !q.Compound.OneAtATime() {
			count += fmt.Sprintf(", the first %d", n)
		} else {
			count += fmt.Sprintf(", %d of them", n)
		}
	}
	fmt.Fprintln(w, count+":")
	table := tabwriter.NewWriter(w, 0, 0, 0, ' ', 0)
	several := q.Sum[0].Copies > 1 || len(q.Sum) > 1
	columns := optionColumns(q, several)
	for _, c := range columns {
		fmt.Fprintf(table, "  %s\t", c.heading)
	}
	fmt.Fprintln(table, "  move")
	for _, o := range list.List.Options {
		for _, c := range columns {
			fmt.Fprintf(table, "  %s\t", c.of(o))
		}
		fmt.Fprintln(table, "  "+moveText(o.Move, several))
	}
	if err := table.Flush(); err != nil || list.Unvalued == "" {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", list.Unvalued)
	return err
}

// A column is a fact of options.
type column struct {
	heading string
	of      func(solve.Option) string
}

// optionColumns are the columns of the table, besides the moves.
func optionColumns(q solve.OptionsQuestion, several bool) []column {
	columns := []column{
		{"outcome", func(o solve.Option) string { return o.Outcome.String() }},
		{"nim-value", func(o solve.Option) string { return valueText(o.Value) }},
	}
	if q.Convention == grundy.Misere || !q.Compound.OneAtATime() {
		columns = columns[:1]
	}
	if several && q.Compound.OneAtATime() {
		columns = append(columns, column{"part", func(o solve.Option) string { return valueText(o.To) }})
	}
	if q.Other {
		columns = append(columns, column{"misère", func(o solve.Option) string { return o.Other.String() }})
	}
	length := func(n *uint64) string {
		if n == nil {
			return "-"
		}
		return remotenessText(*n)
	}
	if q.Remoteness {
		columns = append(columns, column{"remoteness", func(o solve.Option) string { return length(o.Remoteness) }})
	}
	if q.Suspense {
		columns = append(columns, column{"suspense", func(o solve.Option) string { return length(o.Suspense) }})
	}
	if q.Genus {
		columns = append(columns, column{"genus", func(o solve.Option) string {
			if !o.Genus.IsKnown() {
				return "-"
			}
			return o.Genus.String()
		}})
	}
	return columns
}

// valueText writes a nim-value, or "-" where it is not known.
func valueText(v *grundy.LoopyValue) string {
	if v == nil {
		return "-"
	}
	return v.String()
}
