package automata

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// theorems calls each with the theorems of testdata/theorems.txt, in a theory that knows
// their relations.
func theorems(t testing.TB, each func(line int, th *Theory, f Formula, holds bool)) {
	text, err := os.ReadFile("testdata/theorems.txt")
	if err != nil {
		t.Fatal(err)
	}
	var th *Theory
	var sets map[string]*Automaton
	parse := func(line int, text string) Formula {
		f, err := Parse(text, sets)
		if err != nil {
			t.Fatalf("line %d: %v", line, err)
		}
		return f
	}
	line := 0
	for full := range strings.Lines(string(text)) {
		line++
		verb, rest, _ := strings.Cut(strings.TrimSpace(full), " ")
		switch verb {
		case "", "#":
		case "system":
			if rest == "tribonacci" && !long.Asked {
				return // it comes last
			}
			s := map[string]func() *System{
				"binary": func() *System { return Base(2) }, "zeckendorf": Zeckendorf, "tribonacci": Tribonacci,
				"ostrowski [0; (2)]": func() *System { return must(Ostrowski([]int{0}, []int{2})) },
			}[rest]()
			th, sets = &Theory{System: s}, map[string]*Automaton{}
		case "set":
			fields := strings.Fields(rest)
			var states []string
			for _, f := range fields[1:] {
				if f == "at" {
					break
				}
				states = append(states, f)
			}
			var at []int
			for _, f := range fields[len(states)+2:] {
				at = append(at, int(f[0]-'0'))
			}
			sets[fields[0]] = word(t, th.System, func(s, d int) int { return int(states[s][d] - '0') }, at...)
		case "define":
			head, body, _ := strings.Cut(rest, "):")
			name, params, _ := strings.Cut(head, "(")
			by := map[string]Term{}
			for i, p := range strings.Split(params, ",") {
				by[strings.TrimSpace(p)] = V(fmt.Sprint(i))
			}
			a, _, err := th.Automaton(context.Background(), parse(line, body).Substitute(by))
			if err != nil {
				t.Fatalf("line %d: %v", line, err)
			}
			sets[name] = a
		default:
			each(line, th, parse(line, rest), verb == "true")
		}
	}
}

// TestTheorems decides what was decided with Walnut.
func TestTheorems(t *testing.T) {
	t.Parallel()
	theorems(t, func(line int, th *Theory, f Formula, holds bool) {
		v, err := th.Decide(context.Background(), f)
		if err != nil {
			t.Fatalf("line %d: %s: %v", line, f, err)
		}
		if v.Holds != holds {
			t.Errorf("line %d: %s: %v, counter-example %v", line, f, v.Holds, v.Counter)
		}
	})
}
