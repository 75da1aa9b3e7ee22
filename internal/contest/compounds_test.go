package contest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/compound"
)

// TestCompounds compares compounds decided by measures with package solve, in all kinds and both
// conventions, with copies and positions that have ended.
func TestCompounds(t *testing.T) {
	t.Parallel()
	random := chance.New(t, 1)
	p := load(t, "n = number(1, 9)\ndef answer(n):\n    return n\n")
	a := p.asking(t.Context(), Semantics{}, Options{})
	defer p.done(a)
	games := []string{"nim", "nim", "subtraction[1,2,3]", "subtraction[2,3]", "0.77", "grundy"}
	decided := 0
	for range long.Of(400, 15000, 150000) {
		s := &sum{}
		for range 1 + random.IntN(3) {
			g := p.all.find(t.Context(), games[random.IntN(len(games))])
			term := term{game: g, list: true, copies: uint64(random.IntN(3))}
			for range random.IntN(3) {
				term.numbers = append(term.numbers, random.Uint64N(5))
			}
			s.terms = append(s.terms, term)
		}
		name := compound.Names()[random.IntN(len(compound.Names()))]
		kind, err := compound.ParseKind(strings.Replace(name, "K", string("123"[random.IntN(3)]), 1))
		if err != nil {
			t.Fatal(err)
		}
		misere := random.IntN(2) == 0
		if s.size() == 0 || kind == compound.Disjunctive && !misere {
			continue
		}
		won, ok, err := a.byMeasures(s, misere, kind)
		if err != nil {
			t.Fatalf("%v of %s: %v", kind, s.AppendText(nil), err)
		}
		if !ok {
			continue
		}
		decided++
		answer, err := a.solve(s, misere, kind, 0)
		if err != nil {
			t.Fatal(err)
		}
		if won != (answer.Outcome == grundy.N) {
			t.Fatalf("%v of %s, misère %v: won is %v", kind, s.AppendText(nil), misere, won)
		}
	}
	if decided < long.Or(100, 500) {
		t.Errorf("only %d were decided", decided)
	}
}

// TestMisereOfOne compares who wins one position in misère play, and how many moves win, with a
// search by the definition: where the question says that the last move loses, and where the file does.
func TestMisereOfOne(t *testing.T) {
	t.Parallel()
	const file = `s = number(0, 60, end = " ")
m = numbers(counted(1, 4), 1, 5)
position(left = integer(0, 60), at = integer(0, 3), m = row(1, 5, most = 4))
def moves(left, at, m):
    for k in range(1, min(left, m[at]) + 1):
        if k != 2 or left % 3 > 0:
            move(left - k, (at + 1) % len(m), m)
`
	asking := load(t, "tests(1, 10000)\n"+file+"def answer(s, m):\n    p = here(s, 0, m)\n    return (1 if wins(p, misere = True) else 0, outcome(p, misere = True), winning_moves(p, misere = True) if s < 9 else 0)\n")
	saying := load(t, "tests(1, 10000)\nmisere = True\n"+file+"def answer(s, m):\n    p = here(s, 0, m)\n    return (1 if wins(p) else 0, outcome(p), winning_moves(p) if s < 9 else 0)\n")
	random := chance.New(t, 2)
	var in, want strings.Builder
	count := long.Of(200, 5000, 10000)
	fmt.Fprintln(&in, count)
	for range count {
		m, s := make([]int, 1+random.IntN(4)), random.IntN(61)
		fmt.Fprint(&in, s, " ", len(m))
		for i := range m {
			m[i] = 1 + random.IntN(5)
			fmt.Fprint(&in, " ", m[i])
		}
		fmt.Fprintln(&in)
		known := map[[2]int]int{}
		var winning func(left, at int) (moves int) // 1 where there is no move
		winning = func(left, at int) (moves int) {
			name := [2]int{left, at}
			if moves, ok := known[name]; ok {
				return moves
			}
			can := false
			for k := 1; k <= min(left, m[at]); k++ {
				if k != 2 || left%3 > 0 {
					can = true
					if winning(left-k, (at+1)%len(m)) == 0 {
						moves++
					}
				}
			}
			if !can {
				moves = 1
			}
			known[name] = moves
			return moves
		}
		moves := winning(s, 0)
		won, outcome := min(moves, 1), string("PN"[min(moves, 1)])
		if s == 0 || s >= 9 {
			moves = 0
		}
		fmt.Fprintln(&want, won, outcome, moves)
	}
	for _, p := range []*Problem{asking, saying} {
		if got := answers(t, p, in.String()); got != want.String() {
			for i, line := range strings.Split(got, "\n") {
				if want := strings.Split(want.String(), "\n")[i]; line != want {
					t.Fatalf("test %d: %q, want %q", i, line, want)
				}
			}
		}
	}
}
