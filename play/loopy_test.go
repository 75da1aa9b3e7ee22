package play_test

// This file tests matches in which play need not end.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/theory/compound"
)

// randomGraph returns a graph with cycles, as a list of edges.
func randomGraph(random *rand.Rand, nodes, edges int) string {
	var b strings.Builder
	for v := range nodes {
		fmt.Fprintf(&b, "%d\n", v)
	}
	for range edges {
		fmt.Fprintf(&b, "%d %d\n", random.IntN(nodes), random.IntN(nodes))
	}
	return b.String()
}

func node(t testing.TB, edges string, name string) grundy.Component {
	t.Helper()
	g, err := graph.Read(ctx, strings.NewReader(edges), graph.Options{Name: "test.txt"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Place(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// From N the engine wins although the opponent would rather go round for ever, and
// from D it does not lose.
func TestBestWithCycles(t *testing.T) {
	random := chance.New(t, 101)
	var ended, drawn int
	matches := long.Of(20, 120, 300)
	if testing.Short() {
		matches = 60
	}
	for n := range matches {
		edges := randomGraph(random, 12, 18+random.IntN(12))
		o := play.Options{Sum: grundy.SumOf(node(t, edges, fmt.Sprint(random.IntN(12))))}
		if n%3 == 1 {
			o.Convention = grundy.Misere
		}
		if n%3 == 2 {
			o.Sum = append(o.Sum, newMatchTerm(t, "nim(2)"))
			o.Compound = []compound.Kind{compound.Disjunctive, compound.Selective}[random.IntN(2)]
		}
		m, err := play.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		engine, best := random.IntN(2), grundy.P
		for {
			if winner, over := m.Over(); over {
				if best == grundy.N && winner != engine || best == grundy.D && winner != engine {
					t.Fatalf("%s\n%v: the engine had %v and lost", edges, o.Sum, best)
				}
				ended++
				break
			}
			if m.Turn() > 400 {
				if best == grundy.N {
					t.Fatalf("%s\n%v: the engine had a win and went round", edges, o.Sum)
				}
				drawn++
				break
			}
			if m.Mover() == engine {
				advice, err := m.Best(ctx)
				if err != nil {
					t.Fatalf("%s\n%v: %v", edges, o.Sum, err)
				}
				if best == grundy.N && advice.Outcome != grundy.N || best == grundy.D && advice.Outcome == grundy.P {
					t.Fatalf("%s\n%v: %v turned into %v", edges, o.Sum, best, advice.Outcome)
				}
				best = advice.Outcome
				m.Make(advice.Move)
				continue
			}
			moves, _ := m.Moves(1000)
			// The opponent goes back where it can.
			move := moves[random.IntN(len(moves))]
			if m.Turn() >= 2 && random.IntN(4) > 0 {
				for _, back := range moves {
					_, before := m.Past(m.Turn() - 1)
					if back[0].To.String() == before[back[0].Component].String() {
						move = back
					}
				}
			}
			m.Make(move)
		}
	}
	if ended < matches/10 || drawn < matches/20 {
		t.Errorf("%d matches ended, %d were drawn: too few to tell", ended, drawn)
	}
}

func newMatchTerm(t testing.TB, text string) grundy.Term {
	t.Helper()
	return grundy.Term{Copies: 1, Component: newMatch(t, text, play.Options{}).Components()[0]}
}

// Two ways to win, one of which the opponent can turn back: the engine takes the other.
func TestBestDoesNotGoRound(t *testing.T) {
	// a can move to p, from where the opponent can only return to a, and to e,
	// which is the end. With p listed first.
	c := node(t, "a q\nq a\nq w\nw e\na b\nb c\nc e\n", "a")
	m, err := play.New(t.Context(), play.Options{Sum: grundy.SumOf(c)})
	if err != nil {
		t.Fatal(err)
	}
	if !m.Loopy() {
		t.Fatal("no cycle seen")
	}
	for {
		if winner, over := m.Over(); over {
			if winner != 0 {
				t.Error("the engine lost")
			}
			return
		}
		if m.Turn() > 20 {
			t.Fatal("the engine went round for ever")
		}
		if m.Mover() == 0 {
			advice, err := m.Best(ctx)
			if err != nil || advice.Outcome != grundy.N {
				t.Fatalf("%+v, %v", advice, err)
			}
			m.Make(advice.Move)
			continue
		}
		moves, _ := m.Moves(10)
		m.Make(moves[0])
	}
}

func TestRepeated(t *testing.T) {
	c := node(t, "a q\nq a\na b\n", "a")
	m, err := play.New(t.Context(), play.Options{Sum: grundy.SumOf(c)})
	if err != nil {
		t.Fatal(err)
	}
	for turn := range 6 {
		if m.Repeated() != turn/2 {
			t.Errorf("after %d moves the position stood here %d times before", turn, m.Repeated())
		}
		moves, _ := m.Moves(1)
		m.Make(moves[0])
	}
}
