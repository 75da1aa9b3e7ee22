package solve_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// Sums with wild components: who wins, and every winning move.
func TestWildSums(t *testing.T) {
	heaps := []string{
		"0.77(5)", "0.77(7)", "0.77(9)", "2*0.77(5)", "0.77(9,2)", "0.07(10)", "0.07(12)", "grundy(13)", "0.6(12)",
		"nim(2,2)", "nim(5)", "queen(3,2)", "queen(4,4)", "tree[1,1,2](0,1,1,2)", "staircase(0,1,1,1)", "subtraction[2,3](6)",
	}
	var truth oracle.Oracle
	for i, a := range heaps {
		check(t, &truth, parse(t, a), compound.Disjunctive, grundy.Misere)
		for _, b := range heaps[:i+1] {
			sum, positions := parse(t, a+" + "+b), uint64(1)
			for _, term := range sum {
				count, _ := term.Component.CountPositions()
				for range term.Copies {
					positions = grundy.MulCounts(positions, count)
				}
			}
			if positions <= long.Or[uint64](400, 1000) { // more take long
				check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		text := fmt.Sprintf("0.77(%d) + 0.%d(%d) + nim(%d)", rapid.IntRange(4, 7).Draw(t, "a"),
			rapid.SampledFrom([]int{6, 77, 137}).Draw(t, "code"), rapid.IntRange(2, 5).Draw(t, "b"), rapid.IntRange(0, 2).Draw(t, "c"))
		sum, err := position.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
	})
}

// Sums of random graphs, most of which are wild.
func TestRandomWildSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		var components []grundy.Component
		for i := range rapid.IntRange(1, 3).Draw(t, "components") {
			g := make(oracle.Graph, rapid.IntRange(1, 8).Draw(t, "positions"))
			for p := range g {
				for q := range p {
					if rapid.Bool().Draw(t, fmt.Sprintf("%d: %d to %d", i, p, q)) {
						g[p] = append(g[p], q)
					}
				}
			}
			components = append(components, grundy.Place(g, len(g)-1))
		}
		check(t, &truth, grundy.SumOf(components...), compound.Disjunctive, grundy.Misere)
	})
}

// Sums by misère quotients: every winning move, where that is the only way.
func TestQuotientSums(t *testing.T) {
	long.Only(t)
	defer solve.SetMisereWork(1, 1, "quotients")()
	var truth oracle.Oracle
	texts := []string{
		"0.77(9) + nim(2)", "0.07(10) + 0.77(5)", "2*0.77(5) + 0.77(9)", "0.77(0) + 0.77(7)", "tree[1,1,2](0,1,1,2) + 0.77(5)",
		"staircase(0,1,1,1) + queen(2,2)", "0.77(9,5) + 0.77(3)", "0.77(8) + nim(2,1)", "0.07(10) + 0.07(8)", "grundy(13)", "0.123(9) + 0.123(8)",
	}
	for _, text := range texts {
		sum := parse(t, text)
		a := answer(t, solve.Question{Sum: sum, Convention: grundy.Misere})
		if !slices.ContainsFunc(a.Methods, func(m string) bool { return strings.Contains(m, "misère quotient of") }) {
			t.Errorf("%s: methods %q, want the quotient", text, a.Methods)
		}
		check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
	}
	asked, answered := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		text := fmt.Sprintf("0.%s(%d) + 0.%s(%d,%d)", rapid.SampledFrom([]string{"77", "123", "07", "3F", "351"}).Draw(t, "first"), rapid.IntRange(3, 9).Draw(t, "a"),
			rapid.SampledFrom([]string{"77", "144", "6", "75"}).Draw(t, "second"), rapid.IntRange(1, 7).Draw(t, "b"), rapid.IntRange(0, 2).Draw(t, "c"))
		sum, err := position.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		asked++
		_, err = solve.Solve(t.Context(), solve.Question{Sum: sum, Convention: grundy.Misere})
		if errors.Is(err, grundy.ErrBudget) {
			return // the quotient is infinite, or too large to be found
		}
		answered++
		check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
	})
	if answered*10 < asked*9 {
		t.Errorf("%d of %d random sums were answered by their quotients", answered, asked)
	}
}

// Sums that no search of whole positions reaches.
func TestLargeMisereSums(t *testing.T) {
	long.Only(t)
	for _, c := range []struct {
		sum     string
		outcome grundy.Outcome
		count   string
		genera  []string
		method  string
	}{
		// The last single heap of Kayles, to 54 at least, that is P.
		{"0.77(20)", grundy.P, "0", []string{"1^031"}, "genera of sums"},
		{"0.77(21)", grundy.N, "", nil, "genera of sums"},
		{"0.77(25) + 0.77(25)", grundy.P, "0", nil, "genera of sums"},
		{"0.77(40) + 0.77(35) + 0.77(21)", grundy.N, "22", nil, "quotient"},
		{"100*0.77(7) + 3*nim(9) + 0.77(15)", grundy.N, "", nil, "quotient"},
		{"0.77(300) + 0.77(288)", grundy.P, "0", nil, "quotient"},
		{"0.77(300) + 0.77(300) + 0.77(7) + 0.77(7)", grundy.P, "0", nil, "quotient"},
		{"grundy(40) + 0.07(40)", grundy.N, "", []string{"", ""}, "genera of sums"},
		{"queen(40,30) + queen(29,11) + 0.77(3)", grundy.N, "", []string{"", "", "3"}, "tame games"},
		{"9000000000001*0.77(5) + 0.77(3)", grundy.N, "18000000000003", nil, "quotient"},
		{"0.75(3000) + 0.75(2110)", grundy.P, "0", nil, "has period 2"},
		{"0.72(277,61)", grundy.P, "0", nil, "has period 4 from 16"},
		{"0.721(125)", grundy.N, "31", nil, "quotient"},
		{"0.15(135,68)", grundy.N, "", nil, "quotient"},
		{"1000000000001*queen(3,3)", grundy.N, "1000000000001", nil, "tame games"},
	} {
		a := answer(t, solve.Question{Sum: parse(t, c.sum), Convention: grundy.Misere, MaxMoves: 3})
		if a.Outcome != c.outcome || c.count != "" && a.WinningMoveCount.String() != c.count {
			t.Errorf("%s: outcome %v with %v winning moves, want %v with %s", c.sum, a.Outcome, a.WinningMoveCount, c.outcome, c.count)
		}
		for i, genus := range c.genera {
			if genus != "" && a.Components[i].Genus.String() != genus {
				t.Errorf("%s: genus %s, want %s", c.sum, a.Components[i].Genus, genus)
			}
		}
		if !slices.ContainsFunc(a.Methods, func(m string) bool { return strings.Contains(m, c.method) }) {
			t.Errorf("%s: methods %q, want %s", c.sum, a.Methods, c.method)
		}
	}
}

// Canonical forms of components; long ones are left out.
func TestCanonicalFormsOfComponents(t *testing.T) {
	for _, c := range []struct{ position, form string }{
		{"4.07(9) + nim(2) + 0.77(5)", "(2[2]320)[1]"}, {"nim(2) + 0.77(5)", "2"}, {"grundy(13)", "2[2]21"}, {"0.77(5)", "2[2]321"}, {"0.77(4)", "1"}, {"0.77(19)", ""},
	} {
		a := answer(t, solve.Question{Sum: parse(t, c.position), Convention: grundy.Misere})
		if got := a.Components[0].CanonicalForm; got != c.form {
			t.Errorf("%s: canonical form %q, want %q", c.position, got, c.form)
		}
	}
}

func TestMisereRefusals(t *testing.T) {
	for _, c := range []struct {
		budget solve.Budget
		texts  []string
	}{
		{solve.Budget{Memory: long.Or[uint64](512<<10, 20<<20)}, []string{"0.07(300)", "queen(3000,3000) + 0.77(9)"}},
		{solve.Budget{Time: long.Or(time.Second/25, time.Second/2)}, []string{"0.07(200) + 0.07(100)"}},
	} {
		for _, text := range c.texts {
			_, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, text), Convention: grundy.Misere, Budget: c.budget})
			if !errors.Is(err, grundy.ErrTooLarge) && !errors.Is(err, grundy.ErrBudget) {
				t.Errorf("%s: %v, want a refusal", text, err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), long.Or(50*time.Millisecond, 700*time.Millisecond))
	defer cancel()
	if _, err := solve.Solve(ctx, solve.Question{Sum: parse(t, "0.07(200) + 0.07(100)"), Convention: grundy.Misere}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the context's error", err)
	}
}

// Where the budget is used up, one sentence names the position, and says how much there
// is to look at, if that is known.
func TestMisereBudget(t *testing.T) {
	long.Only(t)
	defer solve.SetMisereWork(1<<12, 1<<12, "couples")()
	for _, c := range []struct{ sum, want string }{
		{"0.77(1000) + 0.07(500)", `^0\.77\(1000\) \+ 0\.07\(500\) in misère play: the search has met \d+ positions and \d+ sums, and may use no more memory than 8.0 MiB: out of budget$`},
		{"0.[2](20000) + 0.[2](10)", `: the search has met [1-9]\d* of up to 20012 positions and \d+ sums, and may use no more memory than 8.0 MiB \(all of them with their options would need up to 57 GiB\): out of budget$`},
	} {
		_, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, c.sum), Convention: grundy.Misere, Budget: solve.Budget{Memory: 8 << 20}})
		if !errors.Is(err, grundy.ErrBudget) || !regexp.MustCompile(c.want).MatchString(err.Error()) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Games that are tame by a search of all their positions, though these are many; and
// the class of the canonical form decides how a genus is abbreviated.
func TestGeneraOfComponents(t *testing.T) {
	for _, c := range long.Every(3, []struct{ position, genus string }{
		{"cake(3,3,112)", "110^(110)"}, {"moebius(2,4,9)", "148"}, {"moidores(2,4,9)", "491"}, {"ruler(6,9,12)", "7^7"}, {"4.07(9) + 4.07(7) + nim(2)", "0^520"},
	}) {
		a := answer(t, solve.Question{Sum: parse(t, c.position), Convention: grundy.Misere})
		if got := a.Components[0].Genus.String(); got != c.genus {
			t.Errorf("%s: genus %q, want %q", c.position, got, c.genus)
		}
	}
}
