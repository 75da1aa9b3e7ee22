package made_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// small draws a position of a small game, or of one made of others.
func small(r *rand.Rand, depth int, ordinal bool) string {
	kinds := 6
	if depth > 0 {
		kinds = 10
	}
	n := func(most int) int { return r.IntN(most + 1) }
	switch r.IntN(kinds) {
	case 0:
		return fmt.Sprintf("nim(%d)", n(4))
	case 1:
		return fmt.Sprintf("nim(%d,%d)", n(2), n(2))
	case 2:
		return fmt.Sprintf("queen(%d,%d)", n(2), n(1))
	case 3:
		return fmt.Sprintf("0.77(%d)", n(4))
	case 4:
		return fmt.Sprintf("subtraction[1,3](%d)", n(5))
	case 5:
		return []string{"cram(2,2)", "kayles(\"XX.X\")", "pass-nim(1,1,1)", "grundy(5)"}[r.IntN(4)]
	case 6:
		return "pass(" + small(r, depth-1, ordinal) + ")"
	case 7:
		return fmt.Sprintf("blocked[%d](%s)", 1+n(1), small(r, depth-1, ordinal))
	case 8:
		return "(" + small(r, depth-1, ordinal) + " + " + small(r, 0, ordinal) + ")"
	}
	if !ordinal {
		return small(r, depth-1, ordinal)
	}
	return small(r, depth-1, true) + " : " + small(r, depth-1, true)
}

func parsed(t *testing.T, text string) grundy.Sum {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return sum
}

// most bounds the positions of the whole sums that the definitions look at.
const most = 4000

// reach returns how many positions can be reached from c, up to a bound.
func reach(c grundy.Component, bound int) int {
	met := map[grundy.Identity]bool{}
	var visit func(c grundy.Component)
	visit = func(c grundy.Component) {
		id := c.Identity()
		if met[id] || len(met) > bound {
			return
		}
		met[id] = true
		for _, q := range c.AppendOptions(nil) {
			visit(q)
		}
	}
	visit(c)
	return len(met)
}

// Sums of games that are made of others are decided as by the definitions, which play whole
// sums and know no theorem: outcome, nim-value, and all winning moves, with counts and texts that are read again.
func TestAgainstWholeSums(t *testing.T) {
	r := chance.New(t, 36)
	kinds := oracle.Rules(compound.ParseKind)
	for range long.Of(40, 150, 4000) {
		ordinal := r.IntN(2) == 0
		text := small(r, 2, ordinal)
		if r.IntN(2) == 0 {
			text += " + " + small(r, 1, ordinal)
		}
		sum := parsed(t, text)
		whole, size := sum.Components(), 1
		for _, c := range whole {
			size *= reach(c, most)
		}
		if size > most {
			continue
		}
		var truth oracle.Oracle
		for kind, rule := range kinds {
			if kind != compound.Disjunctive && r.IntN(6) > 0 {
				continue
			}
			for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
				a, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Convention: convention, Compound: kind, MaxMoves: 1 << 20})
				if convention == grundy.Misere && strings.Contains(text, ":") {
					if err == nil || !strings.Contains(err.Error(), "normal play") {
						t.Errorf("%s in misère play: %v", text, err)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%v %v %s: %v", convention, kind, text, err)
				}
				wins, moves := truth.Wins(rule, convention, whole), truth.WinningMoves(rule, convention, whole)
				if (a.Outcome == grundy.N) != wins || wins && a.WinningMoveCount.Int64() != int64(len(moves)) || wins && len(a.WinningMoves) != len(moves) {
					t.Errorf("%v %v %s: %v by %v moves, by definition %v by %d", convention, kind, text, a.Outcome, a.WinningMoveCount, wins, len(moves))
				}
				if kind == compound.Disjunctive && convention == grundy.Normal {
					want := uint64(0)
					for _, c := range whole {
						want ^= truth.Value(c)
					}
					if a.NimValue == nil || *a.NimValue != want {
						t.Errorf("%s: nim-value %v, by definition %d", text, a.NimValue, want)
					}
				}
			}
		}
		for _, c := range whole {
			checkTexts(t, c)
			if v, _, ok := c.Measure(grundy.ByNimValue); ok && v != truth.Value(c) {
				t.Errorf("%v: %d by a closed form, by definition %d", c, v, truth.Value(c))
			}
			if _, ok := c.CountOptions(); !ok {
				continue // a game that does not count them
			}
			list := oracle.OptionsOf(t, c, truth.Value)
			for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {1, 3}, {2, 1<<64 - 1}, {1, 0}} {
				if found, ok := c.FindOptions(grundy.ByNimValue, interval[0], interval[1]); ok {
					list.CheckFound(t, found, grundy.ByNimValue, interval[0], interval[1])
				}
			}
		}
	}
}

// checkTexts reads positions and their options as they are written.
func checkTexts(t *testing.T, c grundy.Component) {
	t.Helper()
	for _, q := range append(c.AppendOptions(nil), c) {
		again := parsed(t, q.String())
		if got := again.String(); got != q.String() {
			t.Errorf("%s is written as %s when it is read again", q, got)
		}
	}
}

// The rules of Blocking Wythoff Nim in a file say the same as queens with an option forbidden.
func TestBlockingWythoff(t *testing.T) {
	for x := range 5 {
		for y := range 4 {
			var values []uint64
			for _, text := range []string{"blocked[1](queen(%d,%d))", "blocked-wythoff(%d,%d)"} {
				a, err := solve.Solve(t.Context(), solve.Question{Sum: parsed(t, fmt.Sprintf(text, x, y))})
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, *a.NimValue)
			}
			if values[0] != values[1] {
				t.Errorf("queen(%d,%d) with an option forbidden: %d, by the rules of the file %d", x, y, values[0], values[1])
			}
		}
	}
}

// One heap with a pass has n + 1 for odd n, and n - 1 for even n above 0 (Morrison, Friedman and Landsberg 2012).
func TestHeapWithPass(t *testing.T) {
	for n := range uint64(40) {
		want := n + 1
		if n%2 == 0 {
			want = max(n, 1) - 1
		}
		a, err := solve.Solve(t.Context(), solve.Question{Sum: parsed(t, fmt.Sprintf("pass(nim(%d))", n))})
		if err != nil || *a.NimValue != want {
			t.Errorf("pass(nim(%d)): %v, %v, want %d", n, a, err, want)
		}
	}
}

// An equal game may stand for the second one of an ordinal sum, and far heaps of Nim for any.
func TestOrdinalFar(t *testing.T) {
	for text, want := range map[string]uint64{
		"nim(1000000000000000000) : nim(7)":                       1000000000000000007,
		"nim(5) : queen(1000000000000000000,1000000000000000001)": 0,
		"(nim(1) + nim(1)) : nim(1000000000000000000)":            1000000000000000001,
		"nim(3) : nim(18446744073709551615)":                      0,
		"(nim(2) + nim(4)) : nim(3) : nim(1000000000000000000)":   0,
	} {
		sum, err := position.Parse(text)
		if err != nil {
			continue
		}
		v, _, ok := sum[0].Component.Measure(grundy.ByNimValue)
		if want == 0 {
			continue // no closed form, or beyond all numbers: no panic
		}
		if !ok || v != want {
			t.Errorf("%s: %d, %v, want %d", text, v, ok, want)
		}
		a, err := solve.Solve(t.Context(), solve.Question{Sum: sum, MaxMoves: 3})
		if err != nil || *a.NimValue != want || a.WinningMoveCount.Int64() != 1 {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
}
