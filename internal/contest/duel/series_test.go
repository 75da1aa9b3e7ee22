//go:build unix

package duel

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// match returns a match at a position.
func match(t *testing.T, text string, convention grundy.Convention) *play.Match {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := play.New(t.Context(), play.Options{Sum: sum, Convention: convention, Budget: solve.Budget{Steps: 1e6}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// always returns the same match.
func always(m *play.Match) func(context.Context, int) (*play.Match, error) {
	return func(context.Context, int) (*play.Match, error) { return m, nil }
}

// Every fault of a player is seen, with the position where it was made.
func TestSeriesRace(t *testing.T) {
	for _, test := range []struct {
		player, position string
		fault            Fault
		why              string
		winning          string
	}{
		{player: "perfect", position: "nim(3,5,7)"},
		{player: "perfect", position: "nim(1,2,3)"}, // the engine moves first
		{player: "perfect", position: "0.77(12) + nim(4)"},
		{player: "first", position: "nim(3,5,7)", fault: GaveAway, why: "which is N", winning: " -> nim("},
		{player: "hang", position: "nim(3,5,7)", fault: Illegal, why: `"begun"`},
		{player: "mute", position: "nim(3,5,7)", fault: NoMove, why: "waiting"},
		{player: "silent", position: "nim(3,5,7)", fault: NoMove, why: "exit status 0"},
		{player: "fail", position: "nim(3,5,7)", fault: NoMove, why: "exit status 3"},
		{player: "endless", position: "nim(3,5,7)", fault: NoMove, why: "on one line"},
		{player: "deaf", position: "nim(3,5,7)", fault: Illegal, why: "done"},
		{player: "sore", position: "nim(3)", fault: Unended, why: "exit status 3"},
	} {
		t.Run(test.player, func(t *testing.T) {
			limits, most := Limits{Output: 1e6}, long.Or(4, 10)
			if test.player == "mute" {
				limits.Wall = 1 // nobody answers that soon
			}
			m := match(t, test.position, grundy.Normal)
			s := Series{Match: always(m), Games: Games{Program: program(t, test.player, limits), Games: most, Seed: 1}}
			games, err := s.Play(t.Context())
			if err != nil || len(games) == 0 {
				t.Fatalf("%d games, %v", len(games), err)
			}
			for i, g := range games {
				if i < len(games)-1 && g.Fault != "" {
					t.Errorf("%+v, and the series went on", g)
				}
			}
			last := games[len(games)-1]
			if last.Fault != test.fault || !strings.Contains(last.Why, test.why) || test.fault == "" && len(games) != most {
				t.Errorf("%d games, the last one %+v", len(games), last)
			}
			if test.winning != "" && (len(last.Winning) == 0 || !strings.Contains(last.Winning[0], test.winning) || len(last.Overlooked.Reasons) == 0) {
				t.Errorf("%+v", last)
			}
			if m.Turn() != 0 {
				t.Errorf("the match is at turn %d", m.Turn())
			}
			noneLeft(t, s.Program)
		})
	}
}

// The time ends games in which the engine thinks for ever, and those before it stay; so they do where
// somebody interrupts.
func TestGamesEndRace(t *testing.T) {
	m := match(t, "nim(3,5,7)", grundy.Normal)
	for _, before := range []int{0, 1} {
		ctx, cancel := context.WithCancel(t.Context())
		thinks := func(ctx context.Context, game int) (*play.Match, error) {
			if game < before {
				return m, nil
			}
			if before > 0 {
				cancel()
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		s := Series{Match: thinks, Games: Games{Program: program(t, "perfect", Limits{}), Games: 10}}
		want := context.Canceled
		if before == 0 {
			s.Time, want = time.Millisecond, ErrNoTime
		}
		if games, err := s.Play(ctx); len(games) != before || !errors.Is(err, want) {
			t.Errorf("%d games, %v", len(games), err)
		}
		cancel()
	}
}
