package solve_test

// In these sums the rules of a component may say that the play is over. Outcomes and
// winning moves must be as the definitions have them, in all compounds and conventions.

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// ended makes up rules of a graph of some nodes, at some of which the play is over, and
// some of whose moves leave two nodes. Edges of a graph without cycles lead down.
func ended(rng *rand.Rand, nodes int, loopy bool) string {
	var b strings.Builder
	if loopy {
		b.WriteString("loopy = True\n")
	}
	fmt.Fprintf(&b, "position(v = integer(0, %d))\ndef moves(v):\n", nodes-1)
	for v := range nodes {
		fmt.Fprintf(&b, "    if v == %d:\n        pass\n", v)
		if v == 1 || rng.IntN(4) == 0 {
			fmt.Fprintf(&b, "        %s()\n", []string{"win", "draw", "lose"}[rng.IntN(3)])
			continue
		}
		below := v
		if loopy {
			below = nodes
		}
		for w := range below {
			switch rng.IntN(9) {
			case 0, 1, 2:
				fmt.Fprintf(&b, "        move(%d)\n", w)
			case 3:
				if !loopy {
					fmt.Fprintf(&b, "        move_sum(%d, %d)\n", w, rng.IntN(below))
				}
			}
		}
	}
	return b.String()
}

func TestStatedEndings(t *testing.T) {
	rng := chance.New(t, 179)
	outcomes := map[grundy.Outcome]int{}
	for i := range long.Or(40, 600) {
		loopy := i%3 == 0
		texts := map[string]string{"a.star": ended(rng, 5, loopy), "b.star": ended(rng, 4, false), "F": "1 2\n2 1\n2 0\n"}
		for _, form := range []string{"a.star(4)", "a.star(3) + nim(2)", "2*a.star(4) + b.star(3)", "b.star(3,2) + nim(1)", "a.star(2) + graph[F](1)"} {
			sum := withFiles(t, form, texts)
			for kind := range rules {
				if loopy && strings.Contains(form, "2*") && !kind.OneAtATime() || rng.IntN(4) > 0 {
					continue
				}
				convention := grundy.Convention(rng.IntN(2))
				a := checkLoopyMoves(t, sum, kind, convention)
				lasts, err := solve.Remoteness(t.Context(), solve.Question{Sum: sum, Compound: kind, Convention: convention})
				if want := slowRemoteness(rules[kind], convention, sum.Components()); err != nil || lasts != want {
					t.Fatalf("%v %v %v lasts %d moves, by definition %d; %v", convention, kind, sum, lasts, want, err)
				}
				if outcomes[a.Outcome]++; a.NimValue != nil || a.Infinite != nil {
					checkWorth(t, sum, a)
				}
			}
		}
	}
	t.Log(outcomes)
	for _, o := range []grundy.Outcome{grundy.N, grundy.P, grundy.D} {
		if outcomes[o] < 50 {
			t.Errorf("%v occurs %d times", o, outcomes[o])
		}
	}
}

// TestOutcomesOneByOne compares the outcomes of positions with cycles that are asked for one after the
// other, in any order, with those of single questions. Each position is searched once.
func TestOutcomesOneByOne(t *testing.T) {
	rng := chance.New(t, 180)
	const nodes = 9
	known := 0
	for range long.Or(20, 300) {
		texts, forms := map[string]string{"a.star": ended(rng, nodes, true)}, []string{}
		for v := range nodes {
			forms = append(forms, fmt.Sprintf("a.star(%d)", v))
		}
		all := withFiles(t, strings.Join(forms, " + "), texts)
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			table, err := solve.NewTabulation(t.Context(), solve.OfOutcome, solve.Question{Convention: convention})
			if err != nil {
				t.Fatal(err)
			}
			met := uint32(0)
			for _, v := range append(rng.Perm(nodes), rng.Perm(nodes)...) {
				sum := all[v : v+1]
				got, err := table.Value(sum)
				if want := answer(t, solve.Question{Sum: sum, Convention: convention}).Outcome; err != nil || grundy.Outcome(got) != want {
					t.Fatalf("%v a.star(%d): %v, want %v, %v\n%s", convention, v, grundy.Outcome(got), want, err, texts["a.star"])
				}
				if solve.Met(table) == met {
					known++
				}
				met = solve.Met(table)
			}
			if met > nodes { // those without moves are one
				t.Errorf("%d positions are searched, of %d", met, nodes)
			}
			table.Close()
		}
	}
	t.Log(known)
}

// A game that may end a play has no nim-value. A cycle that is not meant is an error.
func TestEndingsWithoutNimValues(t *testing.T) {
	texts := map[string]string{"c.star": "position(n = integer(0, 9))\ndef moves(n):\n    if n == 0:\n        draw()\n    else:\n        move((n + 1) % 3)\n"}
	sum := withFiles(t, "c.star(1) + nim(1)", texts)
	if a := answer(t, solve.Question{Sum: sum}); a.Outcome != grundy.D || a.Components[0].NimValue != nil || *a.Components[1].NimValue != 1 {
		t.Errorf("%+v", a)
	}
	texts["c.star"] = strings.Replace(texts["c.star"], "n == 0", "n == 7", 1)
	if _, err := solve.Solve(t.Context(), solve.Question{Sum: withFiles(t, "c.star(1) + nim(1)", texts)}); err == nil || !strings.Contains(err.Error(), "play need not end") {
		t.Error(err)
	}
	game, err := position.ParseGameWith(t.Context(), "c.star", 1, position.Files{Open: func(name string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(texts[name])), nil }})
	if err != nil || !game.Template.Ends {
		t.Errorf("%+v, %v", game, err)
	}
}
