package rules_test

// This file compares built-in games with the files that they write of their rules.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
)

// ruledGames are games with the largest numbers that are compared.
var ruledGames = []struct {
	form    string // of a position
	numbers int
	most    int
}{
	{"nim(%s)", 1, 9}, {"nim(%s)", 3, 4}, {"subtraction[1,3,4](%s)", 1, 20}, {"allbut[1,3](%s)", 1, 20}, {"allbut[2](%s)", 2, 6}, {"powers(%s)", 1, 40}, {"powers(%s)", 2, 9}, {"counter(%s)", 1, 40},
	{"0.77(%s)", 1, 12}, {"4.[3](%s)", 1, 12}, {"0.137(%s)", 1, 12}, {"4!.0(%s)", 1, 12}, {"0.07(%s)", 1, 12}, {"0.3(%s)", 2, 5}, {"4.330300003(%s)", 1, 14}, {"0.[36](%s)", 1, 12}, {"{2=}.3(%s)", 1, 12}, {"{2?}.03(%s)", 1, 12},
	{"queen(%s)", 2, 6}, {"rook(%s)", 2, 6}, {"bishop(%s)", 2, 6}, {"king(%s)", 2, 6}, {"knight(%s)", 2, 6}, {"knight4[6](%s)", 2, 5}, {"amazon(%s)", 2, 6}, {"nightrider(%s)", 2, 6},
	{"wythoff[1](%s)", 2, 6}, {"wythoff[3](%s)", 2, 7}, {"cyclic-nimhoff[4](%s)", 2, 7}, {"cyclic-nimhoff[3](%s)", 3, 4}, {"leaper[-1,-2,-2,1](%s)", 2, 6}, {"rider[-1,0,0,0,-2,-1,1,0,-3](%s)", 3, 4}, {"nimhof[1,0,2,1](%s)", 2, 6},
	{"piece[leaps -1,-2 2,-1; rides -1,0 0,-1; side 6; blocked 1,2](%s)", 2, 5},
	{"staircase(%s)", 4, 3}, {"tree[1,1,2](%s)", 4, 3}, {"cake(%s)", 3, 4},
}

func TestRuled(t *testing.T) {
	rng := chance.New(t, 16)
	for _, g := range ruledGames {
		count := 0
		var file *rules.File
		at := make([]int, g.numbers)
		for done := false; !done; {
			numbers := strings.Trim(strings.ReplaceAll(fmt.Sprint(at), " ", ","), "[]")
			if c, err := position.Parse(fmt.Sprintf(g.form, numbers)); err == nil {
				component := c[0].Component
				if file == nil {
					if file, err = rules.StatedBy(t.Context(), component); err != nil {
						t.Error(err)
						break
					}
				}
				mine, _, err := file.Read(t.Context(), numbers+")")
				if err != nil {
					mine, _, err = file.Read(t.Context(), "["+numbers+"])")
				}
				if err != nil {
					t.Errorf("%s: %v", component, err)
					break
				}
				count++
				want, got := options(component, g.numbers == 1), options(mine, g.numbers == 1)
				if !slices.Equal(want, got) {
					t.Errorf("%s: options %v, by its rules %v", component, want, got)
					break
				}
			}
			done = true
			for i := range at {
				if at[i]++; at[i] <= g.most {
					done = false
					break
				}
				at[i] = 0
			}
		}
		if count == 0 {
			t.Errorf("%s: no position was compared", g.form)
		}
		rules.AgreesWithMoves(t, file, rules.Frame{}, rng, 20)
	}
}

// options writes the options by their numbers alone. In a sum the order of heaps does not
// matter, and empty heaps do not count.
func options(c grundy.Component, sum bool) (all []string) {
	for _, o := range c.AppendOptions(nil) {
		text := o.String()
		numbers := strings.FieldsFunc(text[strings.LastIndexByte(text, '('):], func(r rune) bool { return r < '0' || r > '9' })
		if sum {
			numbers = slices.DeleteFunc(numbers, func(n string) bool { return n == "0" })
			slices.Sort(numbers)
		}
		all = append(all, strings.Join(numbers, ","))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
