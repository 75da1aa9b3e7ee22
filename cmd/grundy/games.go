package main

// This file holds `grundy games`, the list of games that have a name.

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grundy/games"
	"grundy/internal/suggest"
)

func newGames() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "games [NAME]",
		Short: "List the games, or describe one",
		Long: `Without a name, list all games with the form of their positions. With one,
tell its rules, its source, what is known about it, and a line to try.`,
		Args: wantArgs(0, 1, "at most one game's name"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return games.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			entries := games.All()
			if len(args) == 1 {
				entry, ok := games.Find(args[0])
				if !ok {
					return usagef("unknown game %q%s", args[0], suggest.Question(args[0], games.Names()))
				}
				entries = []games.Entry{entry}
			}
			switch {
			case asJSON:
				return writeGamesJSON(cmd, entries)
			case len(args) == 1:
				return writeGame(cmd, entries[0])
			default:
				return writeGames(cmd, entries)
			}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON value")
	return cmd
}

func writeGames(cmd *cobra.Command, entries []games.Entry) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 3, ' ', 0)
	for _, e := range entries {
		fmt.Fprintf(w, "%s\t%s\n", e.Form, e.Rules)
	}
	fmt.Fprintln(w, "0.77(n), 4.07(n), …\tTake tokens from a heap and divide the rest, as the digits of the code say.")
	return w.Flush()
}

func writeGame(cmd *cobra.Command, e games.Entry) error {
	_, err := fmt.Fprintf(cmd.OutOrStdout(), `%s

Rules:  %s
Known:  %s
Source: %s
Try:    grundy solve '%s'
`, e.Form, e.Rules, e.Known, e.Source, e.Example)
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
	}
	list := make([]game, len(entries))
	for i, e := range entries {
		list[i] = game{e.Name, e.Form, e.Example, e.Rules, e.Known, e.Source}
	}
	text, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(string(text)))
	return err
}
