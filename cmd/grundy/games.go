package main

// This file holds `grundy games`, the list of games that have a name.

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grundy/games"
	"grundy/internal/message"
)

func newGames() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "games [NAME|CODE|WORD …]",
		Short: "List the games, describe one, or search by words",
		Long: `Without a name, list all games with the form of their positions. With one,
tell its rules, its source, what is known about it, and a line to try. With a
take-and-break code, tell the rules in words, the period if few values prove it,
and the first code of up to three digits that has the same nim-values, as far as
a second of work shows. Other words are searched for in the names, rules, sources
and what is known: games are listed in which all of them occur.`,
		Example: `  grundy games queen
  grundy games 0.55
  grundy games hackerrank prime
  grundy games topcoder --json`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return games.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				entry, ok := games.Find(args[0])
				switch {
				case ok && asJSON:
					return writeGamesJSON(cmd, []games.Entry{entry})
				case ok:
					return writeGame(cmd, entry)
				case isCode(args[0]):
					return writeCode(cmd, args[0], asJSON)
				}
			}
			entries := games.Search(args...)
			if len(entries) == 0 && len(args) == 1 {
				return usagef("unknown game %s%s", quoted(args[0]), message.DidYouMean(args[0], games.Names()))
			}
			if len(entries) == 0 {
				return usagef("no game has all the words %s", quoted(strings.Join(args, " ")))
			}
			if asJSON {
				return writeGamesJSON(cmd, entries)
			}
			return writeGames(cmd, entries, len(args) == 0)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON value")
	return cmd
}

func writeGames(cmd *cobra.Command, entries []games.Entry, all bool) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 3, ' ', 0)
	for _, e := range entries {
		fmt.Fprintf(w, "%s\t%s\n", e.Form, e.Rules)
	}
	if all {
		fmt.Fprintln(w, "0.77(n), 4.07(n), …\tTake tokens from a heap and divide the rest, as the digits of the code say.")
	}
	return w.Flush()
}

func writeGame(cmd *cobra.Command, e games.Entry) error {
	oeis := ""
	if e.OEIS != "" {
		oeis = "OEIS:   " + e.OEIS + "\n"
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), `%s

Rules:  %s
Known:  %s
Source: %s
%sTry:    grundy solve '%s'
`, e.Form, e.Rules, e.Known, e.Source, oeis, e.Example)
	return err
}

func writeGamesJSON(cmd *cobra.Command, entries []games.Entry) error {
	type game struct {
		Name    string `json:"name"`
		Form    string `json:"form"`
		Example string `json:"example"`
		Rules   string `json:"rules"`
		Known   string `json:"known"`
		Source  string `json:"source"`
		OEIS    string `json:"oeis,omitempty"`
	}
	list := make([]game, len(entries))
	for i, e := range entries {
		list[i] = game{e.Name, e.Form, e.Example, e.Rules, e.Known, e.Source, e.OEIS}
	}
	return writeIndented(cmd.OutOrStdout(), list)
}
