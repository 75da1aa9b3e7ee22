package contest

import (
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
