package solve_test

// Sums whose rules may say who has won, but not that nobody has: their values are compared with the
// definition, by whole sums with heaps of Nim.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/entailing"
	"github.com/grundy-games/grundy/theory/loopy"
)

// nim has heaps of up to 7.
var nim = oracle.Graph{{}, {0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5, 6}}

// wins follows the definition of who wins a sum whose plays end, and remembers it.
func wins(known map[string]bool, components []grundy.Component) bool {
	text := oracle.Text(components)
	won, ok := known[text]
	if ok {
		return won
	}
	if won = oracle.Ending(components) == grundy.Won; oracle.Ending(components) == grundy.NoEnding {
		won = slices.ContainsFunc(oracle.Moves(oracle.One, components), func(next []grundy.Component) bool { return !wins(known, next) })
	}
	known[text] = won
	return won
}

// slowWorth returns the n for which the components and a heap of n are lost, and infinity if there
// is none. Their nim-values must be less than 8.
func slowWorth(components ...grundy.Component) grundy.LoopyValue {
	known := map[string]bool{}
	for n := range nim {
		if !wins(known, append(slices.Clone(components), grundy.Place(nim, n))) {
			return grundy.LoopyValue{Nim: grundy.Value(n)}
		}
	}
	return grundy.LoopyValue{Infinite: true, Ending: grundy.Won}
}

// endsIt reports whether a move in c wins at once.
func endsIt(c grundy.Component) bool {
	return slices.ContainsFunc(c.AppendOptions(nil), func(q grundy.Component) bool {
		ending, _ := q.Ending()
		return ending == grundy.Lost
	})
}

// checkWorth compares the value of an answer with the definition.
func checkWorth(t *testing.T, sum grundy.Sum, a *solve.Answer) {
	t.Helper()
	want := slowWorth(sum.Components()...)
	if want.Infinite {
		if a.Infinite == nil || a.Infinite.String() != "∞" || a.NimValue != nil {
			t.Errorf("%v has nim-value %v %v, by definition ∞", sum, a.NimValue, a.Infinite)
		}
		return
	}
	if a.NimValue == nil || *a.NimValue != uint64(want.Nim) {
		t.Errorf("%v has nim-value %v %v, by definition %v", sum, a.NimValue, a.Infinite, want)
	}
}

// decisive makes up rules of a graph as ended does, without draws. With replies, some moves must be
// answered where they are, and after some the same player moves again.
func decisive(rng *rand.Rand, nodes int, replies bool) string {
	rules := strings.ReplaceAll(ended(rng, nodes, false), "draw()", []string{"win()", "lose()", "pass"}[rng.IntN(3)])
	if !replies {
		return rules
	}
	if rng.IntN(2) > 0 {
		rules = strings.NewReplacer("win()", "pass", "lose()", "pass").Replace(rules)
	}
	lines := strings.Split(rules, "\n")
	for i, line := range lines {
		to := ""
		switch {
		case strings.Contains(line, "move("):
			to = []string{"", ", entails = True", ", again = v > 2", ", entails = v % 2 == 0", ", again = True"}[rng.IntN(5)]
		case strings.Contains(line, "move_sum("):
			to = []string{"", ", again = True", ", again = v == 4"}[rng.IntN(3)]
		}
		if to != "" {
			lines[i] = strings.TrimSuffix(line, ")") + to + ")"
		}
	}
	return strings.Join(lines, "\n") + "    if v < 0:\n        move(0, entails = False)\n"
}

// A sum in which the player to move must move in a component has the outcome, the winning moves and the
// options of the definition, and no nim-value.
func TestReplies(t *testing.T) {
	rng := chance.New(t, 3303)
	outcomes, entailed := map[grundy.Outcome]int{}, map[grundy.Outcome]int{}
	for range long.Of(12, 120, 1500) {
		texts := map[string]string{"a.star": decisive(rng, 6, true), "b.star": decisive(rng, 5, true), "F": "1 2\n2 1\n2 0\n"}
		for _, form := range []string{"graph[F](1) + a.star(5)", "a.star(5,answer) + graph[F](2)", "a.star(5)", "a.star(5,answer)", "a.star(4,answer) + nim(2)", "2*a.star(5) + b.star(4,answer)", "a.star(5) + b.star(4) + nim(1)", "a.star(4;pass) + b.star(3)", "a.star(3,answer;4;2)"} {
			sum := withFiles(t, form, texts)
			a := checkLoopyMoves(t, sum, compound.Disjunctive, grundy.Normal)
			outcomes[a.Outcome]++
			lasts, err := solve.Remoteness(t.Context(), solve.Question{Sum: sum})
			if want := slowRemoteness(oracle.One, grundy.Normal, sum.Components()); err != nil || lasts != want {
				t.Fatalf("%v lasts %d moves, by definition %d; %v", sum, lasts, want, err)
			}
			if solve.Stated(sum) != grundy.NoEnding || strings.Contains(form, "graph") {
				continue
			}
			if sum.Entailed() < 0 {
				checkWorth(t, sum, a)
				continue
			}
			if entailed[a.Outcome]++; a.NimValue != nil || a.Infinite != nil {
				t.Errorf("%v has a nim-value", sum)
			}
			list, err := solve.Options(t.Context(), solve.OptionsQuestion{Question: solve.Question{Sum: sum, MaxMoves: 100}})
			if want := len(oracle.Moves(oracle.One, sum.Components())); err != nil || len(list.Options) != want || list.Count.Int64() != int64(want) {
				t.Fatalf("%v: options %v, by definition %d; %v", sum, list, want, err)
			}
			for kind := range rules {
				if kind == compound.Disjunctive {
					continue
				}
				if _, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Compound: kind}); err == nil {
					t.Errorf("%v: a %v compound is solved", sum, kind)
				}
			}
			if _, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Convention: grundy.Misere}); err == nil {
				t.Errorf("%v: misère play is solved", sum)
			}
		}
	}
	t.Log(outcomes, entailed)
	for _, o := range []grundy.Outcome{grundy.N, grundy.P} {
		if least := long.Or(15, 50); outcomes[o] < least || entailed[o] < least {
			t.Errorf("%v occurs %d times, and %d times where a player must reply", o, outcomes[o], entailed[o])
		}
	}
}

func TestWorths(t *testing.T) {
	rng := chance.New(t, 3301)
	met := map[string]int{}
	for range long.Of(10, 120, 1500) {
		replies := rng.IntN(2) > 0
		texts := map[string]string{"a.star": decisive(rng, 6, replies), "b.star": decisive(rng, 5, replies)}
		table, err := solve.NewTabulation(t.Context(), solve.OfWorth, solve.Question{})
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{"a.star(5)", "a.star(4) + nim(2)", "2*a.star(5) + b.star(4)", "a.star(5) + b.star(4) + nim(1)", "a.star(4,5) + b.star(3)", "3*b.star(4)"} {
			sum := withFiles(t, form, texts)
			a := checkLoopyMoves(t, sum, compound.Disjunctive, grundy.Normal)
			if solve.Stated(sum) != grundy.NoEnding || !solve.MayEnd(sum) {
				continue
			}
			checkWorth(t, sum, a)
			for i, c := range a.Components {
				if one := slowWorth(sum[i].Component); c.NimValue == nil && c.Infinite == nil || one.Infinite != (c.Infinite != nil) || !one.Infinite && *c.NimValue != uint64(one.Nim) {
					t.Errorf("%v: %v has %v %v, by definition %v", sum, c.Position, c.NimValue, c.Infinite, one)
				}
			}
			v, err := table.Value(sum)
			told := entailing.Loopy(v)
			if want := slowWorth(sum.Components()...); err != nil || told.Infinite != want.Infinite || told.Nim != want.Nim {
				t.Errorf("%v: table %v, by definition %v; %v", sum, told, want, err)
			}
			met[told.String()]++
			list, err := solve.Options(t.Context(), solve.OptionsQuestion{Question: solve.Question{Sum: sum, MaxMoves: 100}})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range list.Options {
				next := sum.Components()
				for _, s := range o.Move {
					next[s.Component] = s.To
				}
				if grundy.SumOf(next...).Entailed() >= 0 {
					if o.Value != nil || o.To != nil {
						t.Errorf("%v: a value after %v", sum, o.Move)
					}
					continue
				}
				if o.Value == nil {
					t.Fatalf("%v: no value after %v", sum, o.Move)
				}
				over := oracle.Ending(next)
				if want := slowWorth(next...); over == grundy.NoEnding && (o.Value.Infinite != want.Infinite || o.Value.Nim != want.Nim) || over != grundy.NoEnding && o.Value.Ending != over {
					t.Errorf("%v: after %v %v, by definition %v", sum, o.Move, o.Value, want)
				}
				if outcome := loopy.OutcomeOf(*o.Value); outcome != o.Outcome {
					t.Errorf("%v: after %v %v, but %v", sum, o.Move, o.Value, o.Outcome)
				}
			}
		}
		table.Close()
	}
	t.Log(met)
	for _, text := range []string{"0", "1", "2", "∞"} {
		if met[text] < long.Or(1, 10) {
			t.Errorf("%s occurs %d times", text, met[text])
		}
	}
}

// treblecross says literally what the game is; parts is what searches take a row for.
const treblecross = `position(cells = row(".X", most = 100))
def start(n):
    return fill(".", n)
def moves(cells):
    for i in range(2, len(cells)):
        if cells[i] == "X" and cells[i - 1] == "X" and cells[i - 2] == "X":
            lose()
            return
    for i in range(len(cells)):
        if cells[i] == ".":
            move(put(cells, "X", i))
symmetric("reverse")
`

const treblecrossParts = `
def parts(cells):
    at = -9
    near = len(cells) < 3
    for i in range(len(cells)):
        if cells[i] == "X":
            near = near or i - at < 3
            at = i
    if at < 0 or near:
        part(cells)
    else:
        at = -1
        for i in range(len(cells)):
            if cells[i] == "X":
                if at >= 0 and i - at > 5 or at < 0 and i > 2:
                    part(cells[max(at, 0):i + 1])
                at = i
        if len(cells) - at > 3:
            part(cells[at:])
`

// Strips of Treblecross have the values of 0.007 (Winning Ways, chapter 4), and sums of two
// strips are played as the definition says.
func TestTreblecross(t *testing.T) {
	long.Only(t)
	texts := map[string]string{"t.star": treblecross, "p.star": treblecross + treblecrossParts}
	value := func(text string) string {
		a := answer(t, solve.Question{Sum: withFiles(t, text, texts)})
		if a.Infinite != nil {
			return a.Infinite.String()
		}
		return fmt.Sprint(*a.NimValue)
	}
	for n := 3; n <= long.Of(40, 40, 100); n++ {
		want := value(fmt.Sprintf("0.007(%d)", n+2))
		if got := value(fmt.Sprintf("p.star(%d)", n)); got != want {
			t.Errorf("the row of %d has %s by parts, and 0.007 %s", n, got, want)
		}
		if n > 8 {
			continue
		}
		if got := value(fmt.Sprintf("t.star(%d)", n)); got != want {
			t.Errorf("the row of %d has %s, and 0.007 %s", n, got, want)
		}
	}
	for i, rows := 1, []string{"..", "...", "....", ".X..", "X.X.", "X..X", "X...", "X...."}; i < len(rows); i++ {
		for j := range i {
			for _, file := range []string{"t", "p"} {
				sum := withFiles(t, fmt.Sprintf("%s.star(%q) + t.star(%q)", file, rows[i], rows[j]), texts)
				if (i+j)%long.Of(2, 2, 1) == 0 {
					checkLoopyMoves(t, sum, compound.Disjunctive, grundy.Normal)
				}
				checkWorth(t, sum, answer(t, solve.Question{Sum: sum}))
			}
		}
	}
}
