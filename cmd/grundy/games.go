package main

// `grundy games` lists the games, describes one, or searches by words.

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
)

func newGames() *cobra.Command {
	var asJSON bool
	cmd := described("games", &cobra.Command{
		ValidArgsFunction: completing(position.Names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := ask.Games{Words: args}.Ask(cmd.Context(), ask.Means{})
			if err != nil {
				return inFlags(cmd, err)
			}
			return print(cmd.OutOrStdout(), asJSON, a, func(w io.Writer, a *ask.Described) error {
				text := ""
				switch {
				case a.Code != nil:
					text = codeText(a.Code)
				case a.One:
					text = gameText(a.Entries[0])
				case len(args) == 0:
					text = groupsText(a.Entries, linesOf(cmd.OutOrStdout()))
				default:
					text = gamesText(a.Entries)
				}
				_, err := io.WriteString(w, text)
				return err
			})
		},
	})
	addJSON(cmd, &asJSON, "")
	return cmd
}

// linesOf returns how many lines fit on a terminal, and any number elsewhere.
func linesOf(out io.Writer) int {
	if s, err := screenOf(out, "never"); err == nil && s.terminal {
		return s.rows - 1 // the prompt comes below
	}
	return math.MaxInt
}

// groupsText returns the names of the games in groups. Where these take more lines than
// most, nothing is said about the groups, and of long groups the first names stand for all.
func groupsText(entries []position.Entry, most int) string {
	const usage = `
Codes are games too: 0.77(n), 4.07(n), … take from a heap and divide the rest.
Made of any others:      grundy games made
Describe one:            grundy games queen
The rules of a group:    grundy games boards
Search by words:         grundy games take prime
`
	lines := func(named int, about bool) string {
		var b strings.Builder
		for _, g := range position.Groups() {
			var names []string
			for _, e := range entries {
				if e.Group == g.Name {
					names = append(names, e.Name)
				}
			}
			if len(names) > named {
				names = append(names[:named:named], fmt.Sprintf("… (all %d: grundy games %s)", len(names), g.Name))
			}
			title := strings.ToUpper(g.Name[:1]) + g.Name[1:] + ": "
			if about {
				b.WriteString(title + g.About + "\n" + filled("    ", "    ", names, "  ") + "\n")
			} else {
				b.WriteString(filled(title, "    ", names, "  ") + "\n")
			}
		}
		return b.String() + usage
	}
	text := lines(len(entries), true)
	for named := len(entries); strings.Count(text, "\n") > most && named > 0; named-- {
		text = lines(named, false)
	}
	return text
}

func gamesText(entries []position.Entry) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%s\n%s\n", e.Form, filled("    ", "    ", strings.Fields(e.Rules), " "))
	}
	return b.String()
}

// columns is the width of help and descriptions.
const columns = 80

// filled returns lines of words with gaps between them, which fit into [columns]: the
// first line begins with first, the others with indent.
func filled(first, indent string, words []string, gap string) string {
	b, column := []byte(first), utf8.RuneCountInString(first)
	for i, word := range words {
		width := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+len(gap)+width <= columns:
			b, column = append(b, gap...), column+len(gap)
		default:
			b, column = append(append(b, '\n'), indent...), utf8.RuneCountInString(indent)
		}
		b, column = append(b, word...), column+width
	}
	return string(b)
}

func gameText(e position.Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", e.Title, e.Form)
	for _, fact := range [][2]string{{"Rules:", e.Rules}, {"Typed:", e.Notation}, {"Needs:", e.Skill().Says}, {"Known:", e.Known}, {"Source:", e.Source}, {"OEIS:", e.OEIS}} {
		if fact[1] != "" {
			b.WriteString(filled(fmt.Sprintf("%-8s", fact[0]), "        ", strings.Fields(fact[1]), " ") + "\n")
		}
	}
	fmt.Fprintf(&b, "Try:    grundy solve '%s'\n", e.Example)
	return b.String()
}

// kindOfOne matches digits that leave at most one heap, with a kind.
var kindOfOne = lazy.Regexp(`[123][!?=]`)

func codeText(d *ask.Code) string {
	var b strings.Builder
	name := short(d.Code)
	fmt.Fprintf(&b, "%s(n)\n\n", name)
	if d.Written != "" {
		fmt.Fprintf(&b, "Code:       %s is a way to write %s\n", short(d.Written), name)
		if kindOfOne().MatchString(d.Written) {
			fmt.Fprintf(&b, "            (!, ? and = compare the sizes of the heaps that a move leaves: they say nothing of a single heap)\n")
		}
	}
	fmt.Fprintf(&b, "Rules:      %s\n", shortRules(d.Rules))
	if d.Period == nil {
		fmt.Fprintf(&b, "Period:     none is proved by the first %s values; grundy period '%s' looks further\n", units.Grouped(d.Computed), name)
	} else {
		fmt.Fprintf(&b, "Period:     %s\n            %s\n", recurrence(name, *d.Preperiod, *d.Period, *d.Saltus), *d.Theorem)
	}
	switch e := d.Equivalent; {
	case !d.Compared:
		fmt.Fprintf(&b, "Equivalent: not looked for: only codes in which moves leave two heaps at most, and digits have an end, are compared\n")
	case e.Code == d.Code:
		fmt.Fprintf(&b, "Equivalent: to no code of three digits before it in order, as far as was compared\n            %s\n", e.Proof)
	case e.Shift == 0:
		fmt.Fprintf(&b, "Equivalent: %s(n) has the nim-value of %s(n)\n            %s\n", name, e.Code, e.Proof)
	default:
		fmt.Fprintf(&b, "Equivalent: %s(n) has the nim-value of %s(n%+d)\n            %s\n", name, e.Code, e.Shift, e.Proof)
	}
	if d.OEIS != nil {
		fmt.Fprintf(&b, "OEIS:       %s\n", d.OEIS.Says)
	}
	fmt.Fprintf(&b, "Try:        grundy solve '%s(12)'\n", name)
	return b.String()
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
