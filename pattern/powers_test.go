package pattern

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/theory/automata"
)

// taught returns the automaton of a set of numbers in a base, which it learns from those below 4096.
func taught(t *testing.T, base int, in func(n int) bool) *automatic {
	t.Helper()
	table := tableOf(Outcomes, []string{"n"}, []int{1 << 12}, func(at []int) int64 { return truth(in(at[0])) })
	a, err := learnTable(t.Context(), table, &numeration{System: automata.Base(base)}, 1<<13, 1<<26)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestPowers words automata of sets that are made of powers.
func TestPowers(t *testing.T) {
	isPower := func(n, root int) bool {
		for n > 0 && n%root == 0 {
			n /= root
		}
		return n == 1
	}
	for _, c := range []struct {
		base  int
		in    func(n int) bool
		words string
	}{
		{2, func(n int) bool { return isPower(n+5, 2) }, "P exactly when n + 5 is a power of two: 3, 11, 27, "},
		{2, func(n int) bool { return n > 3 && isPower(n-3, 2) || n == 1 }, "P exactly when n - 3 is a power of two, or n is 1: 1, 4, 5, "},
		{2, func(n int) bool { return n > 1 && isPower(n, 2) }, "P exactly when n is a power of two from 2 on: "},
		{2, func(n int) bool { return n%3 == 0 && isPower(n/3+1, 2) }, "P exactly when n + 3 is 3 times a power of two: 0, 3, 9, "},
		{3, func(n int) bool { return n == 0 || n == 5 || isPower(n, 3) }, "P exactly when n is 0, 5 or a power of 3: 0, 1, 3, 5, "},
		{3, func(n int) bool { return isPower(2*n+1, 3) }, "P exactly when 2 · n + 1 is a power of 3: 0, 1, 4, 13, "},
		{4, func(n int) bool { return isPower(n, 2) }, "P exactly when n is a power of two: 1, 2, 4, 8, "},
		{4, func(n int) bool { return isPower(n+1, 4) }, "P exactly when n + 1 is a power of 4: 0, 3, 15, "},
		{10, func(n int) bool { return isPower(n, 10) }, "P exactly when n is a power of 10: 1, 10, 100, "},
		// These are none.
		{2, func(n int) bool { return n%3 == 0 && isPower(n/3, 2) || isPower(n, 2) }, "P exactly when an automaton "},
		{2, func(n int) bool { return isPower(n, 2) && n < 1<<10 }, "P exactly when an automaton "},
		{3, func(n int) bool { return isPower(n, 9) }, "P exactly when an automaton "},
		{2, func(n int) bool { return n < 9 }, "P exactly when an automaton "},
	} {
		if got := taught(t, c.base, c.in).Words([]string{"n"}); !strings.HasPrefix(got, c.words) {
			t.Errorf("%s, want %s", got, c.words)
		}
	}
}

// TestRandomPowers draws such sets, finds what they are, and refuses sets that differ in one number, which
// may be far out.
func TestRandomPowers(t *testing.T) {
	rng := chance.New(t, 36)
	said := 0
	for range 24 {
		p := powers{root: 2 + rng.Int64N(2), times: 1 + rng.Int64N(2), plus: rng.Int64N(12) - 6, multiple: 1 + rng.Int64N(5)}
		if rng.IntN(2) == 0 {
			p.others = []int64{rng.Int64N(9)}
		}
		is := func(n int) bool {
			v := p.times*int64(n) + p.plus
			for v > p.multiple && v%p.root == 0 {
				v /= p.root
			}
			return v == p.multiple || slices.Contains(p.others, int64(n))
		}
		a := taught(t, int(p.root), is)
		var in []int64
		for n := range 1 << 13 {
			if is(n) {
				in = append(in, int64(n))
			}
		}
		q := newPowers(in, p.root)
		if q == nil {
			continue
		}
		if !a.are(0, q, 1) {
			t.Errorf("%v is not %v", *q, p)
			continue
		}
		said++
		wrong := *q
		wrong.others = append(slices.Clone(q.others), 1<<40+1)
		if a.are(0, &wrong, 1) {
			t.Errorf("%v is %v", wrong, p)
		}
		wrong = *q
		wrong.multiple *= q.root // without the least one
		if least := q.multiple - q.plus; least >= 0 && least%q.times == 0 && !slices.Contains(q.others, least/q.times) && a.are(0, &wrong, 1) {
			t.Errorf("%v is %v", wrong, p)
		}
	}
	if said < 8 {
		t.Errorf("only %d sets are said", said)
	}
}
