package machine

// This file checks that compiled rules mean what interpreted ones do: the same moves in the same
// order, or the same error at the same place, in the same steps. Package programs makes up the
// rules.

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/programs"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A tally counts what came of random programs.
type tally struct{ loaded, compiled, listed, failed, legal int }

// holdProgram holds that a program of the whole language, if it can be read, means the same both
// ways: its moves, and which positions are legal.
func holdProgram(t *testing.T, rng *rand.Rand, n *tally) {
	t.Helper()
	text := programs.New(rng)
	fast, slow, err := tryBothWays(t, text)
	if err != nil {
		return
	}
	states := programs.States(rng, fast.Shape)
	if n.loaded++; fast.fast != nil {
		n.compiled++
		n.listed += len(states)
		n.failed += holdSame(t, text, fast, slow, states)
	}
	legal, _, err := fast.Defined("legal")
	if legal == nil || err != nil {
		return
	}
	p, refused := fastOf(t, fast.Code, legal, core.Legal)
	if refused != nil {
		return
	}
	n.legal++
	for _, state := range states {
		a, errA := Legal(fast.Code, new(lang.Clock), nil, p, legal, state)
		b, errB := Legal(fast.Code, new(lang.Clock), nil, nil, legal, state)
		if errors.Is(errA, grundy.ErrBudget) && errors.Is(errB, grundy.ErrBudget) {
			continue
		}
		if a != b || fmt.Sprint(errA) != fmt.Sprint(errB) {
			t.Fatalf("at %v compiled %q, %v; interpreted %q, %v\n%s", state, a, errA, b, errB, text)
		}
		first, second := lang.Collector{}, lang.Collector{}
		done, _ := p.onMachine(new(lang.Clock), state, &first)
		_, _ = fast.Interpret(new(lang.Clock), nil, legal, state, &second)
		if done && first.Took != second.Took {
			t.Fatalf("at %v compiled %d steps, interpreted %d\n%s", state, first.Took, second.Took, text)
		}
	}
}

func TestCompiledMeansInterpreted(t *testing.T) {
	n, files := tally{}, long.Of(200, 9_000, 100_000)
	rng := chance.New(t, 1)
	for range files {
		holdProgram(t, rng, &n)
	}
	t.Logf("%d programs: %+v", files, n)
	if 2*n.loaded < files || 3*n.compiled < n.loaded || 4*n.failed < n.compiled || n.failed > n.listed/2 || 20*n.legal < files {
		t.Errorf("of %d programs too few say something: %+v", files, n)
	}
}

func FuzzCompiledMeansInterpreted(t *testing.F) {
	f := fuzz.Seeds(t)
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { holdProgram(t, rand.New(rand.NewPCG(seed, 1)), &tally{}) })
}

// bothWays loads a file to be run compiled, if it can be, and interpreted.
func bothWays(t *testing.T, text string) (fast, slow *played) {
	t.Helper()
	fast, slow, err := tryBothWays(t, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return fast, slow
}

// tryBothWays is bothWays of a file that may be wrong.
func tryBothWays(t *testing.T, text string) (fast, slow *played, err error) {
	t.Helper()
	if fast, err = tryLoad(t, "p.star", text, lang.Options{Steps: 50_000, Memory: 1 << 24}); err != nil {
		return nil, nil, err
	}
	return fast, &played{Code: fast.Code, moves: fast.moves}, nil
}

// holdSame holds that both ways give the same moves or the same error, in the same
// steps, and returns how many calls failed.
func holdSame(t *testing.T, text string, fast, slow *played, states [][]int64) (failed int) {
	t.Helper()
	if fast.fast == nil {
		return 0
	}
	for _, state := range states {
		a, b := lang.Collector{Wants: "move"}, lang.Collector{Wants: "move"}
		errA, errB := fast.list(state, &a), slow.list(state, &b)
		switch {
		case lang.IsOutOfMemory(errA) || lang.IsOutOfMemory(errB):
			continue // memory is counted in each way's own bytes
		case errors.Is(errA, grundy.ErrBudget) && errors.Is(errB, grundy.ErrBudget):
			continue
		case fmt.Sprint(errA) != fmt.Sprint(errB):
			t.Fatalf("at %v compiled:\n%v\ninterpreted:\n%v\n%s", state, errA, errB, text)
		case errA != nil:
			failed++
		case a.Took != b.Took:
			t.Fatalf("at %v compiled %d steps, interpreted %d\n%s", state, a.Took, b.Took, text)
		case a.Ending != b.Ending || !slices.Equal(a.States, b.States) || !slices.Equal(a.Ends, b.Ends):
			t.Fatalf("at %v compiled:\n%v %v\ninterpreted:\n%v %v\n%s", state, a.States, a.Ends, b.States, b.Ends, text)
		}
	}
	return failed
}

// TestLetterAgainstRow compares a letter with a row of one cell, from either side.
func TestLetterAgainstRow(t *testing.T) {
	text := "position(w = row(\"ab\", most = 3))\ndef moves(w):\n    s = \"ab\"\n    if \"a\" == w:\n        move(\"\")\n    if w != \"b\":\n        move(\"b\")\n    if s == w or w[:1] == \"a\":\n        move(\"ba\")\n"
	fast, slow := bothWays(t, text)
	if fast.fast == nil {
		t.Fatal(fast.slow)
	}
	for _, w := range []string{"", "a", "b", "ab", "aab"} {
		holdSame(t, text, fast, slow, [][]int64{fast.state(t, lang.Text(w))})
	}
}

// TestChosenTuples compares what x if c else y gives with lists and rows: a tuple stays one.
func TestChosenTuples(t *testing.T) {
	for _, body := range []string{
		"    x = (1, 2) if n > 3 else (3, 4)\n    if x == w:\n        move(n, w)\n    move(x[n], w)\n",
		"    if ((1, 2) if n > 3 else (3, 4)) == [1, 2]:\n        move(n, w)\n",
		"    if ((1, 2) if n > 3 else w) == [1, 2]:\n        move(n, w)\n",
		"    x = L if n > 3 else [1, 2]\n    x[0] = n\n    move(x[0], w)\n",
	} {
		text := "position(n = integer(0, 9), w = row(0, 9, length = 2))\nL = [1, 2]\ndef moves(n, w):\n" + body
		fast, slow := bothWays(t, text)
		holdSame(t, text, fast, slow, [][]int64{{0, 2, 1, 2}, {5, 2, 1, 2}, {1, 2, 3, 4}})
	}
}

// TestLinesTakeSteps plays loops of one move each, some of whose values take steps in every
// turn.
func TestLinesTakeSteps(t *testing.T) {
	for _, value := range []string{"m if m in [0, 2] else n", "m if m == 2 else n", "[m, n][0]", "L[m]", "(n if \"a\" == \"b\" else m)", "sum([m])", "max(m, 1)"} {
		text := "position(n = integer(0, 9), m = integer(0, 9))\nL = [1, 2, 3, 4]\ndef moves(n, m):\n    for k in range(1, n + 1):\n        move(n - k, " + value + ")\n"
		fast, slow := bothWays(t, text)
		holdSame(t, text, fast, slow, [][]int64{{5, 2}, {9, 3}, {4, 9}, {0, 0}})
	}
}

// TestEmptyLists checks that a list that begins empty does not keep rules from
// being compiled, and that the reason is reported otherwise.
func TestEmptyLists(t *testing.T) {
	const both = `position(w = row("abc", most = 8))
def moves(w):
    seen = []
    at = []
    for i, c in enumerate(w):
        if c not in seen:
            seen.append(c)
            at.append(i)
    for i in at:
        move(put(w, "a", i))
`
	if f := load(t, "f.star", both, lang.Options{}); f.fast == nil {
		t.Error(f.slow)
	}
	f := load(t, "f.star", both+"    d = {}\n", lang.Options{})
	if f.slow == nil || f.slow.Msg != "a dict" {
		t.Error(f.slow)
	}
}

// holdDone holds that a compiled body means the same interpreted, and that it is not
// handed to the interpreter where it does not fail.
func holdDone(t *testing.T, body string, f *played) {
	t.Helper()
	slow := &played{Code: f.Code, moves: f.moves}
	state := f.state(t, lang.Int(2), lang.Text("aab"), lang.List([]lang.Value{lang.Int(1), lang.Int(2), lang.Int(3)}), lang.Text("ab/ba"))
	failed := holdSame(t, body, f, slow, [][]int64{state})
	if done, _ := f.fast.Run(f.fast.NewMachine(), new(lang.Clock), state, &lang.Collector{Wants: "move"}); !done && failed == 0 {
		t.Errorf("%s: handed to the interpreter", body)
	}
}
