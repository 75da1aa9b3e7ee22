package lang

// This file checks that what is lowered is a tree that its readers may trust. That it means
// what the interpreter does is checked where it runs.

import (
	"math/rand/v2"
	"strings"
	"testing"

	"grundy/internal/chance"
	"grundy/internal/long"
	"grundy/internal/programs"
	"grundy/rules/core"
)

// lowerAll lowers what a file defines, and holds that the trees are sound. It returns why
// some function is not lowered.
func lowerAll(t *testing.T, name, text string) (lowered int, refused []string) {
	t.Helper()
	code, err := Parse(name, strings.NewReader(text), Options{Steps: 100_000, Memory: 1 << 24}, Vocabulary{})
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
		if err := p.Check(); err != nil {
			t.Errorf("%v\n%s\n%v", err, text, p)
		}
	}
	return lowered, refused
}

func TestLowerPrograms(t *testing.T) {
	rng := rand.New(chance.New(t, 31))
	lowered, refused, reasons := 0, 0, map[string]int{}
	for range long.Of(500, 5_000, 50_000) {
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
