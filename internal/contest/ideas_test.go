package contest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// TestIdeas has a problem for each question, and the wrong ideas about it that must give wrong
// outputs for some input. No idea may give an error that is none of a program.
func TestIdeas(t *testing.T) {
	t.Parallel()
	rnd := chance.New(t, 78)
	const heaps = "a = numbers(counted(1, 4), 0, 30)\ndef answer(a):\n    return "
	const range2 = "n = number(0, 400)\ndef answer(n):\n    return "
	for _, c := range long.Every(3, []struct{ file, ideas string }{
		{heaps + `"W" if wins(subtraction[1, 2, 4](a)) else "L"`, "value-as-outcome value-as-size xor-as-sum xor-as-parity xor-as-most first-only equal-merged greedy one-forgotten"},
		{strings.Replace(heaps, "30", "2", 1) + `"W" if wins(nim(a), misere = True) else "L"`, "misere-forgotten misere-inverted"},
		{heaps + `"W" if wins(subtraction[1, 3](a), compound = "selective") else "L"`, "value-as-size value-as-size-mod-3 first-only greedy one-at-a-time"},
		{heaps + `"W" if wins(len(a) * nim(a[0])) else "L"`, "first-only equal-merged xor-as-sum"},
		{heaps + `nim_value(kayles(a))`, "value-as-outcome value-as-size value-as-size-mod-4 equal-merged"},
		{heaps + `winning_moves(subtraction[1, 3, 4](a))`, "xor-as-sum first-only moves-once others-forgotten first-won value-as-outcome"},
		{heaps + `[x for m in winning(nim([x % 8 for x in a]), most = 1) for x in [m[0], m[1]]]`, "first-move largest-moved sum-taken others-forgotten value-as-outcome xor-as-sum xor-as-parity xor-as-most first-only"},
		{heaps + `[str(m) for m in winning(subtraction[1, 3, 4](a))]`, "first-move others-forgotten first-won value-as-outcome value-as-size xor-as-sum first-only equal-merged"},
		{strings.Replace(heaps, "30", "3", 1) + `[str(m) for m in winning(nim(a), misere = True)]`, "misere-forgotten misere-inverted first-move value-as-outcome xor-as-sum xor-as-parity first-only"},
		{heaps + `remoteness(subtraction[1, 3, 4](a[0]))`, "winner-waits"},
		{range2 + `p_count(subtraction[1, 2], 4, n + 4)`, "one-before without-last period-one-more value-as-size-mod-2 value-as-size-mod-4"},
		{range2 + `p_count(subtraction[1, 2, 60], n)`, "without-last period-one-more period-of-20 value-as-size-mod-4"},
		{range2 + `outcomes(subtraction[1, 3, 4], n, n, "WL")`, "period-of-ends one-before"},
		{range2 + `outcomes(kayles, 0, n, "WL")`, "without-last value-as-size-mod-2"},
		{range2 + `values(subtraction[1, 2, 60], n)`, "without-last period-of-60 period-one-more"},
		{"c = numbers(counted(1, 5), 0, 9)\nk = number(1, 4)\ndef answer(c, k):\n    return lists_lost(c, k, 1000000007)", "value-as-outcome xor-as-sum xor-as-parity xor-as-most first-only won-for-lost"},
		{"c = numbers(counted(1, 5), 0, 9)\nk = number(1, 4)\ndef answer(c, k):\n    return compositions_won([0] + c, k, len(c))", "value-as-outcome"},
		{"n = number(1, 4)\nm = number(0, 5)\ne = graph(n, m, directed = True, acyclic = True)\ndef answer(n, e):\n    return [x for x in graph_values(n, e)]", "value-as-outcome value-as-size value-as-size-mod-2"},
		{"a = number(0, 20)\nb = number(0, 20)\ndef answer(a, b):\n    return nim_product(a, b)", "integers-multiplied"},
		{heaps + `"W" if wins(here(len(a))) else "L"` + "\nposition(n = integer(0, 9))\ndef moves(n):\n    if n >= 2:\n        move(n - 2)", "value-as-size value-as-size-mod-2"},
	}) {
		p := load(t, c.file+"\n")
		told := map[string]bool{}
		for range long.Of(40, 40, 300) {
			d, err := p.Shape.Random(rnd, input.Size{Tests: 1, Length: 4, Value: 400, Elements: 40})
			if err != nil {
				t.Fatal(err)
			}
			want, err := p.Answer(t.Context(), d, Semantics{})
			if err != nil {
				t.Fatalf("%v\n%s", err, c.file)
			}
			for _, idea := range p.Ideas() {
				got, err := p.Answer(t.Context(), d, idea.Semantics)
				if err == nil {
					err = p.Accept(t.Context(), d, want, got, Semantics{})
				}
				if err != nil && !errors.Is(err, ErrDiffer) {
					t.Fatalf("%s: %v\n%s", idea.Name, err, c.file)
				}
				told[idea.Name] = told[idea.Name] || err != nil
			}
		}
		for name := range strings.FieldsSeq(c.ideas) {
			if killed, listed := told[name]; !killed {
				t.Errorf("%s (listed: %t) gives no wrong output\n%s", name, listed, c.file)
			}
		}
	}
}

func parsed(t testing.TB, p *Problem, in string) *input.Data {
	t.Helper()
	d, err := p.Shape.Parse(strings.NewReader(in), input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestWinningByValues compares the winning moves by values with those of package solve, and with
// the positions that they lead to.
func TestWinningByValues(t *testing.T) {
	t.Parallel()
	rnd := chance.New(t, 77)
	p := load(t, "a = numbers(counted(1, 5), 0, 20)\ndef answer(a):\n    return [str(m) for m in winning(nim(a), most = 5)] + [\"|\"] + [str(m) for m in winning(nim(a) + kayles(0), most = 5)] + "+
		"[str(winning_moves(nim(a))), str(wins(nim(a)))]\n")
	misere := load(t, "a = numbers(counted(1, 5), 0, 4)\ndef answer(a):\n    b = winning(nim(a), misere = True)\n    c = winning(nim(a) + kayles(0), misere = True)\n    return [str(b == c), str(len(b) == winning_moves(nim(a), misere = True))]\n")
	many := load(t, "a = numbers(counted(1, 5), 0, 20)\ndef answer(a):\n    return [str(m) for m in winning(3 * subtraction[1, 3, 4](a))] + [str(wins(3 * subtraction[1, 3, 4](a)))]\n")
	for range long.Or(20, 100) {
		var words []string
		for range 1 + rnd.IntN(5) {
			words = append(words, fmt.Sprint(rnd.IntN(21)))
		}
		in := fmt.Sprintf("%d %s\n", len(words), strings.Join(words, " "))
		out := strings.TrimSpace(answers(t, p, in))
		first, second, _ := strings.Cut(out, "|")
		if rest, ok := strings.CutPrefix(strings.TrimSpace(second), strings.TrimSpace(first)); !ok || strings.Count(rest, " ") != 2 && first != "" && strings.Count(rest, " ") != 1 {
			t.Errorf("%q: %q", in, out)
		}
		// With an idea that is true of these components, the values decide what is listed.
		small := fmt.Sprint(1 + rnd.IntN(5))
		for range small[0] - '0' {
			small += fmt.Sprint(" ", rnd.IntN(5))
		}
		if got := strings.TrimSpace(answers(t, misere, small+"\n")); got != "True True" {
			t.Errorf("misère %s: %s", small, got)
		}
		d := parsed(t, many, in)
		want, err := many.Answer(t.Context(), d, Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := many.Answer(t.Context(), d, Semantics{MovesOnce: true}); err != nil || !slices.Equal(want, got) {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
	if _, err := p.Answer(t.Context(), parsed(t, p, "1 1\n"), Semantics{Pick: PickLargest}); err != nil && !errors.Is(err, grundy.ErrTooLarge) {
		t.Error(err)
	}
}

// TestRead reads numbers in words of 32 bits and as doubles; counts stay.
func TestRead(t *testing.T) {
	p := load(t, "a = numbers(counted(1, 9), 0, \"2^64-1\")\nk = number(-9, \"2^62\")\ndef answer(a, k):\n    return [nim_value(nim(x)) for x in a] + [k]\n")
	for _, n := range []uint64{0, 5, 1<<31 - 1, 1<<31 + 3, 1<<53 + 1, 1<<64 - 1025, 1<<64 - 1024, 1<<64 - 1} {
		for bits, s := range map[int]Semantics{31: {Bits: 31}, 32: {Bits: 32}, 53: {Doubles: true}} {
			want := uint64(math.MaxUint64)
			if f := float64(n); bits < 53 {
				want = n % (1 << bits)
			} else if f < 1<<64 {
				want = uint64(f)
			}
			out, err := p.Answer(t.Context(), parsed(t, p, fmt.Sprintf("2 %d 7\n-3\n", n)), s)
			if got := strings.TrimSpace(string(out)); err != nil || got != fmt.Sprint(want, " 7 -3") {
				t.Errorf("%d in %d bits is %q, not %d: %v", n, bits, got, want, err)
			}
		}
	}
	for _, idea := range []string{"31-bits", "32-bits", "doubles"} {
		if !slices.ContainsFunc(p.Ideas(), func(i Idea) bool { return i.Name == idea }) {
			t.Errorf("%s is not an idea", idea)
		}
	}
}

// TestKept finds a function of no fields once, for wrong ideas too, and outside the steps of answers. One
// that asks questions is not the truth for wrong ideas.
func TestKept(t *testing.T) {
	const rest = "n = number(0, 19)\ndef answer(table, n):\n    return table[n]\n"
	counted := load(t, "def table():\n    a = []\n    for i in range(20000):\n        a.append(i)\n    return a\n"+rest)
	asked := load(t, "def table():\n    return values(kayles, 0, 19)\n"+rest)
	for i, s := range []Semantics{{Value: ValueSize}, {}, {Observe: func(Asked) {}}, {Value: ValueSize}} {
		s.Steps = 1000
		for p, want := range map[*Problem]string{counted: "13\n", asked: map[bool]string{true: "13\n", false: "1\n"}[s.Value == ValueSize]} {
			if got, err := p.Answer(t.Context(), parsed(t, p, "13\n"), s); err != nil || string(got) != want {
				t.Errorf("question %d: %q, not %q: %v", i, got, want, err)
			}
		}
	}
	if counted.kept["table"].asks || !asked.kept["table"].asks {
		t.Error("it is not known which function asks")
	}
	fails := load(t, "def table():\n    a = []\n    for i in range(20000):\n        a.append(i)\n    return a[i + 1]\n"+rest)
	for range 2 {
		if _, err := fails.Answer(t.Context(), parsed(t, fails, "0\n"), Semantics{Steps: 1000}); err == nil || fails.kept["table"].err == nil {
			t.Errorf("it ends with %v", err)
		}
	}
}
