package solve_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

func bySearchThatPrunes(m string) bool { return strings.Contains(m, "prunes") }

// Sums of small positions of many games by couples: who wins, and every winning move, against the search
// of the whole sum.
func TestMisereCouples(t *testing.T) {
	defer solve.SetMisereWork(1, 1, "couples")()
	random := chance.New(t, 332)
	grids := map[string]string{"cram": "..#", "clobber": "xo.", "snort": "..#", "col": "..#", "nogo": "..", "notakto": "..X", "peaceful-queens": "..", "peaceful-kings": "..#"}
	draw := func() grundy.Sum {
		n := random.IntN
		switch n(10) {
		case 0:
			return parse(t, fmt.Sprintf("nim(%d)", n(6)))
		case 1:
			return grundy.SumOf(grundy.Place(halving{}, []int{n(9), n(5)}))
		case 2:
			return parse(t, fmt.Sprintf("node-kayles-path(%s)", rowOf(n, "..#", 7)))
		case 3:
			return parse(t, fmt.Sprintf("0.%s(%d)", []string{"77", "07", "144", "6"}[n(4)], 3+n(6)))
		case 4:
			return parse(t, fmt.Sprintf("grundy(%d)", 5+n(8)))
		case 5:
			return parse(t, []string{"sprouts(2)", `sprouts("2*0.1a1a")`, "amazons(2,2)", "chomp(2,3)", "queen(2,3)", "nim(70)", "tree[1,1,2](0,1,1,2)"}[n(7)])
		}
		names := []string{"cram", "clobber", "snort", "col", "nogo", "notakto", "peaceful-queens", "peaceful-kings"}
		name := names[n(len(names))]
		return parse(t, fmt.Sprintf("%s(%s)", name, gridOf(n, grids[name], 2, 3)))
	}
	pruned := 0
	for range long.Of(3, 25, 20_000) {
		var truth oracle.Oracle
		sum := draw()
		if random.IntN(3) > 0 {
			sum = append(sum, draw()...)
		}
		check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
		q := solve.Question{Sum: sum, Convention: grundy.Misere, MaxMoves: 1, FewMoves: true, NoExtras: true}
		q.Sum[0].Copies = 1 + random.Uint64N(2)
		a := answer(t, q)
		if slices.ContainsFunc(a.Methods, bySearchThatPrunes) {
			pruned++
		}
	}
	if pruned == 0 {
		t.Error("nothing was decided by couples")
	}
}

// Misère Sprouts, OEIS A164950 (D. Applegate, G. Jacobson, D. Sleator 1991; J. Lemoine, S. Viennot 2009).
func TestMisereSprouts(t *testing.T) {
	const published = "NPPPNNPPPNNNPPPNNNPP"
	for n := 1; n <= long.Of(4, 5, 10); n++ {
		a := answer(t, solve.Question{Sum: parse(t, fmt.Sprintf("sprouts(%d)", n)), Convention: grundy.Misere, FewMoves: true})
		if fmt.Sprint(a.Outcome) != published[n-1:n] {
			t.Errorf("%d spots: %v, published otherwise", n, a.Outcome)
		}
	}
}

// T. E. Plambeck and G. Whitehead (arXiv 1301.1672) found the misère quotient of Notakto: 18
// elements, with these relations between a, b, c and d, where c is the empty board and c^2
// the one with a cross in the middle.
func TestNotakto(t *testing.T) {
	q, err := solve.MisereQuotient(t.Context(), solve.QuotientQuestion{Question: solve.Question{Sum: parse(t, `notakto(3,3) + notakto(".../.X./...") + notakto("X../.../...") + notakto("XXX/.../...")`)}})
	if err != nil {
		t.Fatal(err)
	}
	if q.Order != 18 || len(q.P) != 4 {
		t.Fatalf("%d elements, %d of them P", q.Order, len(q.P))
	}
	empty, middle, dead := q.Images[0], q.Images[1], q.Images[3]
	times := productsOf(t, q.Words)
	power := func(x, n int) int {
		y := dead
		for range n {
			y = times[y][x]
		}
		return y
	}
	if power(empty, 2) != middle {
		t.Error("a board with its middle taken is not two empty boards")
	}
	found := 0
	for a := range q.Order {
		for b := range q.Order {
			for d := range q.Order {
				c := empty
				if power(a, 2) != dead || power(b, 3) != b || times[power(b, 2)][c] != c || power(c, 3) != times[a][power(c, 2)] ||
					times[power(b, 2)][d] != d || times[c][d] != times[a][d] || power(d, 2) != power(c, 2) {
					continue
				}
				p := []int{a, power(b, 2), times[b][c], power(c, 2)}
				slices.Sort(p)
				if slices.Equal(p, q.P) {
					found++
				}
			}
		}
	}
	if found == 0 {
		t.Error("no elements have the published relations")
	}
	for _, n := range []int{1, 2, 3, 4, 7, 100, 401} {
		a := answer(t, solve.Question{Sum: parse(t, fmt.Sprintf("%d*notakto(3,3)", n)), MaxMoves: 3})
		if (a.Outcome == grundy.P) != (n%2 == 0) || n > 400 && !slices.ContainsFunc(a.Methods, func(m string) bool { return strings.Contains(m, "18 elements, 4 of them P") }) {
			t.Errorf("%d boards: %v by %v", n, a.Outcome, a.Methods)
		}
		if n == 1 && (len(a.WinningMoves) != 1 || a.WinningMoves[0][0].To.String() != `notakto(".../.X./...")`) {
			t.Errorf("one board: %v", a.WinningMoves)
		}
	}
}

// productsOf returns the table of products of the elements of a presentation.
func productsOf(t *testing.T, w misere.Words) [][]int {
	t.Helper()
	factors := func(word string) (of [26]int) {
		for i := 0; i < len(word) && word != "1"; i++ {
			g, n := word[i]-'a', 1
			if i+2 < len(word) && word[i+1] == '^' {
				n, i = int(word[i+2]-'0'), i+2
			}
			of[g] += n
		}
		return of
	}
	var rules [][2][26]int
	for _, r := range w.Relations {
		rules = append(rules, [2][26]int{factors(r[0]), factors(r[1])})
	}
	number := map[[26]int]int{}
	for i, e := range w.Elements {
		number[factors(e)] = i
	}
	reduce := func(of [26]int) int {
	again:
		for _, r := range rules {
			fits := true
			for g := range of {
				fits = fits && of[g] >= r[0][g]
			}
			if fits {
				for g := range of {
					of[g] += r[1][g] - r[0][g]
				}
				goto again
			}
		}
		n, ok := number[of]
		if !ok {
			t.Fatalf("%v is not the least product of an element", of)
		}
		return n
	}
	table := make([][]int, len(w.Elements))
	for i, a := range w.Elements {
		for _, b := range w.Elements {
			both := factors(a)
			for g, n := range factors(b) {
				both[g] += n
			}
			table[i] = append(table[i], reduce(both))
		}
	}
	return table
}

// Tables of outcomes in misère play, by rank: who wins, and every winning move.
func TestMisereOutcomesByRank(t *testing.T) {
	defer solve.SetLeastRanks(1)()
	defer solve.SetMisereWork(1, 1)()
	var truth oracle.Oracle
	for _, text := range long.Every(4, []string{"chomp(1,1)", "chomp(2,3)", "chomp(3,4)", "chomp(4,4)", "chomp([4,2,1])", "bitter-chocolate(4,3,2)"}) {
		check(t, &truth, parse(t, text), compound.Disjunctive, grundy.Misere)
	}
	a := answer(t, solve.Question{Sum: parse(t, "chomp(9,9)"), Convention: grundy.Misere, MaxMoves: 3})
	if a.Outcome != grundy.N || !slices.ContainsFunc(a.Methods, func(m string) bool { return strings.HasPrefix(m, "outcomes of all positions") }) {
		t.Errorf("chomp(9,9): %v by %q", a.Outcome, a.Methods)
	}
}

// TestMisereHeapsOfManyOptions asks about heaps with more options than memory holds: they are not
// listed, and a quotient may settle the sum.
func TestMisereHeapsOfManyOptions(t *testing.T) {
	ask := func(text string, most solve.Budget) (*solve.Answer, error) {
		return solve.Solve(t.Context(), solve.Question{Sum: parse(t, text), Convention: grundy.Misere, Budget: most})
	}
	_, err := ask("0.3122(22) + 0.77(48524702)", solve.Budget{Memory: 64 << 20, Steps: 1 << 16})
	if !errors.Is(err, grundy.ErrTooLarge) {
		t.Error(err)
	}
	a, err := ask("0.77(48524702) + 0.77(1000)", solve.Budget{Memory: 64 << 20})
	if err != nil || a.Outcome != grundy.N || a.Unlisted == nil {
		t.Errorf("%v, %v", a, err)
	}
}
