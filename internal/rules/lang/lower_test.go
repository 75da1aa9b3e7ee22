package lang

// This file checks that what is lowered is a tree that its readers may trust. The tests of
// package machine check that it means what the interpreter does.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/programs"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// declared are what files of the catalogue declare besides their functions.
var declared = func() map[string]Builtin {
	nothing := AtTop(func(*Evaluator, *Call) Value { return None })
	all := map[string]Builtin{}
	for _, name := range []string{"symmetric", "touching", "example", "equals", "heap", "board"} {
		all[name] = nothing
	}
	return all
}()

// lowerAll lowers what a file defines, and holds that the trees are sound. It returns why
// some function is not lowered.
func lowerAll(t *testing.T, name, text string) (lowered int, refused []string) {
	t.Helper()
	code, err := Parse(name, strings.NewReader(text), Options{Steps: 100_000, Memory: 1 << 24}, Vocabulary{Functions: declared})
	if err != nil || code.RunTop(t.Context()) != nil {
		return 0, nil
	}
	for name, what := range map[string]core.What{"moves": core.Moves, "parts": core.Parts, "legal": core.Legal} {
		fn, _, err := code.Defined(name)
		if fn == nil || err != nil {
			continue
		}
		p, why := code.Lower(fn, what)
		if why != nil {
			refused = append(refused, why.Error())
			continue
		}
		lowered++
		_ = p.String() // must not panic
		if err := unsound(p); err != nil {
			t.Errorf("%v\n%s\n%v", err, text, p)
		}
	}
	return lowered, refused
}

func TestLowerPrograms(t *testing.T) {
	rng := rand.New(chance.New(t, 31))
	lowered, refused, reasons := 0, 0, map[string]int{}
	for range long.Of(200, 5_000, 50_000) {
		n, why := lowerAll(t, "p.star", programs.New(rng))
		lowered, refused = lowered+n, refused+len(why)
		for _, w := range why {
			reasons[w[strings.LastIndex(w, ": ")+2:]]++
		}
	}
	t.Log(lowered, refused, reasons)
	if lowered < 100 {
		t.Error(lowered, refused)
	}
}

func TestLowerCatalogue(t *testing.T) {
	files, err := filepath.Glob("../../../position/catalog/*.star")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	lowered := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := lowerAll(t, filepath.Base(name), string(text))
		lowered += n
	}
	if t.Logf("%d functions of %d files", lowered, len(files)); lowered < len(files)/2 {
		t.Error("few are lowered")
	}
}

// TestLowerManyCalls checks that functions that call each other often are lowered once each,
// and that rules too large to be lowered are refused, not lowered for ever.
func TestLowerManyCalls(t *testing.T) {
	var text strings.Builder
	text.WriteString("position(n = integer(0, 9))\ndef f0(a, b):\n    return b\ndef g0(a):\n    return (a, \"ab\")\n")
	const deep = 24
	for i := 1; i <= deep; i++ {
		fmt.Fprintf(&text, "def f%d(a, b):\n    return f%d(a + 1, f%d(a, b))\n", i, i-1, i-1)
		fmt.Fprintf(&text, "def g%d(a):\n    x, y = g%d(a)\n    x, y = g%d(x)\n    return (x, y)\n", i, i-1, i-1)
	}
	for body, want := range map[string]int{"f24(n, n)": deep + 2, "f24(n, n) + len(f24(n, fill(1, 2)))": 2*deep + 3, "g24(n)[0]": 0} {
		code, err := Parse("f.star", strings.NewReader(text.String()+"def moves(n):\n    x = "+body+"\n    move(x)\n"), Options{}, Vocabulary{})
		if err != nil || code.RunTop(t.Context()) != nil {
			t.Fatal(err)
		}
		moves, _, err := code.Defined("moves")
		if err != nil {
			t.Fatal(err)
		}
		switch p, why := code.Lower(moves, core.Moves); {
		case want == 0 && (why == nil || !strings.Contains(why.Msg, "rules of more than")):
			t.Errorf("%s: %v", body, why)
		case want > 0 && (why != nil || len(p.Functions) != want):
			t.Errorf("%s: %v, want %d functions", body, why, want)
		}
	}
}
