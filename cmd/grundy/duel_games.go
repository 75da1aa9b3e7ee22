package main

// `grundy duel --interactive` has a program play games against the engine.

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/play"
)

// playGames has the program play games: from a position, or from those that a problem asks
// about.
func (f *duelFlags) playGames(cmd *cobra.Command, about string, problem *contest.Problem, program *duel.Program) error {
	means, done := f.bounds.means(cmd)
	defer done()
	means.Time = f.maxTime
	var matches func(context.Context, int) (*play.Match, error)
	switch {
	case problem != nil && problem.Interaction != nil: // it says itself how it is played
	case problem != nil:
		matches = duel.Positions(problem, f.seed, play.Options{Budget: f.bounds.budget()})
	default:
		f.question.Position = about
		match, err := f.question.Ask(cmd.Context(), means)
		if err != nil {
			return inFlags(cmd, err)
		}
		matches = func(context.Context, int) (*play.Match, error) { return match, nil }
	}
	rules := duel.Games{Program: program, Games: int(f.games), Seed: f.seed, All: f.all, Time: f.maxTime, Progress: means.Progress("games")}
	var games []*duel.Game
	var err error
	if problem != nil && problem.Interaction != nil {
		games, err = (&duel.Interactive{Games: rules, Problem: problem}).Play(cmd.Context())
	} else {
		games, err = (&duel.Series{Games: rules, Match: matches}).Play(cmd.Context())
	}
	done()
	interrupted := cmd.Context().Err()
	switch {
	case interrupted != nil:
	case errors.Is(err, duel.ErrNoTime):
		return fmt.Errorf("%w; --max-time sets it", err)
	case err != nil:
		return inFlags(cmd, err)
	case len(games) == 0:
		return usagef("%s: no position is won for the player who moves, so that there is nothing to win", short(about))
	}
	lost := 0
	for _, g := range games {
		if g.Fault != "" {
			lost++
		}
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if f.json {
		if err := writeIndented(out, gamesJSON{about, program.Command(), len(games), len(games) - lost, interrupted != nil, games}); err != nil {
			return err
		}
	} else {
		for i, g := range games {
			if g.Fault != "" {
				writePlayed(out, i+1, g)
			}
		}
		fmt.Fprintf(out, "%s, %d won\n", message.Count(len(games), "game", "games"), len(games)-lost)
	}
	if err := cmp.Or(out.Flush(), interrupted); err != nil {
		return err
	}
	if lost > 0 {
		return fmt.Errorf("the program failed in %s", message.Count(lost, "game", "games"))
	}
	return nil
}

// gamesJSON is the report of games.
type gamesJSON struct {
	Position string       `json:"position"`
	Command  []string     `json:"command"`
	Played   int          `json:"played"`
	Won      int          `json:"won"`
	Cut      bool         `json:"interrupted,omitempty"`
	Games    []*duel.Game `json:"games"`
}

// mostMoves is how many moves of a game are shown, the last ones.
const mostMoves = 10

// writePlayed writes a game that was not won.
func writePlayed(out *bufio.Writer, number int, g *duel.Game) {
	how := ", against moves made perfectly"
	switch {
	case g.Random:
		how = ", against moves made at random"
	case g.Input: // the judge does both
		how = ""
	}
	fmt.Fprintf(out, "game %d%s: %s\n", number, how, g.Fault)
	fmt.Fprintf(out, "  start      %s\n", short(g.Start))
	if skipped := len(g.Moves) - mostMoves; skipped > 0 {
		fmt.Fprintf(out, "  …          %s\n", message.Count(skipped, "move", "moves"))
	}
	for _, m := range g.Moves[max(0, len(g.Moves)-mostMoves):] {
		who := "program"
		if m.Engine {
			who = "grundy"
		}
		fmt.Fprintf(out, "  %-10s %s\n", who, short(m.To))
	}
	if g.Position != "" {
		fmt.Fprintf(out, "  at         %s\n", short(g.Position))
	}
	if g.Said != "" {
		fmt.Fprintf(out, "  it said    %s\n", message.Quoted(g.Said))
	}
	fmt.Fprintf(out, "  so         %s\n", g.Why)
	if g.Input && len(g.Winning) > 0 {
		fmt.Fprintf(out, "  winning    %s\n", short(strings.Join(g.Winning, "; ")))
	}
	writeMessages(out, g.Messages)
	if a := g.Overlooked; a != nil {
		writePosition(out, a)
	}
	fmt.Fprintln(out)
}
