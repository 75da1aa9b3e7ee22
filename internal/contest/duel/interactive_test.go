//go:build unix

package duel

import (
	"os"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/long"
)

// Every fault of a program that plays by the protocol of a problem is seen, with the turn where it
// was made and the verdict of a judge, and no process is left.
func TestInteractiveRace(t *testing.T) {
	text, err := os.ReadFile("../testdata/interactive/sticks" + contest.Extension)
	if err != nil {
		t.Fatal(err)
	}
	problem, err := contest.Load(t.Context(), "sticks"+contest.Extension, strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range long.Every(2, []struct {
		player, why string
		fault       Fault
		verdict     Verdict
	}{
		{"sticks", "", "", Accepted},
		{"sticks-more", "all games are over", Behind, WrongAnswer},
		{"sticks-mute", `game 1, turn 2: it ended, with exit status 0`, NoMove, WrongAnswer},
		{"sticks-sore", "exit status 3", Unended, RunTimeError},
		{"first", "it leaves 5, which the judge wins", GaveAway, WrongAnswer},
		{"hang", `want a number from 1 to 3, not "begun"`, "not a move", WrongAnswer},
		{"mute", "game 1, turn 1: waiting", NoMove, Waiting},
		{"silent", "game 1, turn 1: it ended, with exit status 0", NoMove, WrongAnswer},
		{"fail", "exit status 3", NoMove, RunTimeError},
		{"endless", "on one line", NoMove, OutputLimit},
		{"crash", "", NoMove, RunTimeError},
	}) {
		t.Run(test.player, func(t *testing.T) {
			limits := Limits{Output: 1e6}
			if test.player == "mute" {
				limits.Wall = 1 // nobody answers that soon
			}
			s := Interactive{Problem: problem, Games: Games{Program: program(t, test.player, limits), Games: 6, Seed: 1}}
			games, err := s.Play(t.Context())
			if err != nil || len(games) == 0 {
				t.Fatalf("%d games, %v", len(games), err)
			}
			last := games[len(games)-1]
			if last.Fault != test.fault || last.Verdict != test.verdict || !strings.Contains(last.Why, test.why) || test.fault == "" && len(games) != 6 {
				t.Errorf("%d games, the last one %+v", len(games), last)
			}
			noneLeft(t, s.Program)
		})
	}
}
