package play_test

// This file tests how long matches last, and opponents that err.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// With best play on both sides a match lasts as long as its remoteness says, which follows the definition.
func TestMatchesLastAsLongAsTold(t *testing.T) {
	random := chance.New(t, 77)
	known := 0
	for range 60 {
		text := allFamilies[random.IntN(len(allFamilies))]
		o := play.Options{Convention: grundy.Convention(random.IntN(2))}
		single := random.IntN(2) == 0
		if !single {
			text += " + nim(2)"
			o.Compound = []compound.Kind{compound.Disjunctive, compound.Selective}[random.IntN(2)]
		}
		m := newMatch(t, text, o)
		var truth oracle.Oracle
		for {
			if _, over := m.Over(); over {
				break
			}
			moves, _ := m.Moves(17)
			lasts := m.Remoteness(ctx)
			if lasts != nil && single {
				known++
				if want := truth.Length(m.Components()[0], o.Convention, false); *lasts != want {
					t.Fatalf("%v, %v lasts %d moves, by definition %d", m.Components(), o.Convention, *lasts, want)
				}
			}
			advice, err := m.Best(ctx)
			if err != nil {
				t.Fatal(err)
			}
			m.Make(advice.Move)
			if lasts == nil || len(moves) > 16 {
				continue // not all moves are tried
			}
			if left := m.Remoteness(ctx); left == nil || *left+1 != *lasts {
				t.Fatalf("%s, %v, %v: from %d moves to %v by %v", text, o.Convention, o.Compound, *lasts, left, advice.Move)
			}
		}
	}
	if known < 40 {
		t.Errorf("only %d remotenesses are known", known)
	}
}

// Opponents that err draw the same errors from the same seed, and lose won positions now
// and then: the weaker ones more often.
func TestLevels(t *testing.T) {
	var lost [4]int
	for level := range lost {
		for seed := range long.Or[uint64](20, 40) {
			var played [2]string
			for again := range played {
				m := newMatch(t, "nim(3,5,7)", play.Options{Level: play.Level(level), Seed: seed})
				for {
					winner, over := m.Over()
					if over {
						if winner == 1 && again == 0 {
							lost[level]++
						}
						break
					}
					move, err := m.Reply(ctx)
					if m.Mover() == 1 {
						var advice play.Advice
						advice, err = m.Best(ctx)
						move = advice.Move
					}
					if err != nil {
						t.Fatal(err)
					}
					played[again] += fmt.Sprint(move[0].To, " ")
					m.Make(move)
				}
			}
			if played[0] != played[1] {
				t.Fatalf("level %d, seed %d: %s, then %s", level, seed, played[0], played[1])
			}
		}
	}
	if lost[play.Perfect] != 0 || lost[play.Good] == 0 || lost[play.Beginner] <= lost[play.Good] || lost[play.Gentle] < lost[play.Beginner] {
		t.Errorf("matches lost by level: %v", lost)
	}
	if _, err := play.ParseLevel("beginer"); err == nil || err.Error() != `want perfect, good, beginner, gentle; did you mean "beginner"?` {
		t.Error(err)
	}
}

// Somebody who knows no theory, but sees a move and its answer, wins the first matches, and
// fewer of those after them.
func TestFirstMatchesAreWon(t *testing.T) {
	for _, text := range long.Every(2, []string{"nim(2,3,4)", "kayles(7)"}) {
		random := chance.New(t, 5)
		const matches = 15
		won := map[play.Level]int{play.Gentle: 0, play.Beginner: 0}
		for _, level := range []play.Level{play.Gentle, play.Beginner} {
			for seed := range uint64(matches) {
				m := newMatch(t, text, play.Options{Level: level, Seed: seed})
				for {
					if winner, over := m.Over(); over {
						won[level] += 1 - winner
						break
					}
					move, err := m.Reply(ctx)
					if m.Mover() == 0 {
						move, err = careful(m, random), nil
					}
					if err != nil {
						t.Fatal(err)
					}
					m.Make(move)
				}
			}
		}
		if won[play.Gentle] < matches*4/5 || won[play.Beginner] >= won[play.Gentle] {
			t.Errorf("%s: of %d matches are won, by level: %v", text, matches, won)
		}
	}
}

// careful draws a move that ends the match, otherwise one that the opponent cannot end it
// after, and otherwise any.
func careful(m *play.Match, random *rand.Rand) solve.Move {
	moves, _ := m.Moves(300)
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best := moves[0]
	for _, move := range moves {
		m.Make(move)
		_, over := m.Over()
		safe := true
		m.EachMove(func(reply solve.Move) bool {
			m.Make(slices.Clone(reply))
			_, ends := m.Over()
			m.Undo(1)
			safe = !ends
			return safe
		})
		m.Undo(1)
		if over {
			return move
		}
		if safe {
			best = move
		}
	}
	return best
}
