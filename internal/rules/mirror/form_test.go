package mirror

// Positions with the same form are compared by their nim-values, which are found by play.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/programs"
)

// A valuer knows nim-values by play as it was followed.
type valuer struct {
	*follower
	known map[string]int
}

func (v *valuer) of(state []int64) int {
	key := fmt.Sprint(state)
	if n, ok := v.known[key]; ok {
		return n
	}
	v.known[key] = -1
	var all []int
	for _, to := range followed(v.follower, state) {
		all = append(all, v.of(to))
	}
	n := 0
	for slices.Contains(all, n) {
		n++
	}
	v.known[key] = n
	return n
}

// formed notes forms and their values.
type formed struct {
	value    map[string]int
	text     map[string]string
	compared int
}

// look compares the values of random positions with some dimensions.
func (f *formed) look(t *testing.T, name string, p *played, rng *rand.Rand, state []int64, swap [2]int64, many int) {
	t.Helper()
	all, err := Follow(t.Context(), p.core, state)
	if err != nil {
		t.Fatal(err)
	}
	if !all.Known {
		return
	}
	forms := all.NewForms(swap)
	if forms == nil {
		return
	}
	v := &valuer{all.follower, map[string]int{}}
	for range many {
		fill(rng, p.Shape, state)
		form := string(forms.Append(nil, state))
		if form == "" {
			continue
		}
		n, text := v.of(state), string(p.Shape.AppendState(nil, state))
		if was, seen := f.value[form]; !seen {
			f.value[form], f.text[form] = n, text
		} else if f.compared++; was != n {
			t.Fatalf("%s: %s is %d, and %s, with the same form, %d", name, f.text[form], was, text, n)
		}
	}
}

func newFormed() *formed { return &formed{value: map[string]int{}, text: map[string]string{}} }

// TestForms compares positions of small boards of the catalogue.
func TestForms(t *testing.T) {
	rng := chance.New(t, 1)
	for _, c := range []struct {
		name string
		most int // cells
		swap string
	}{
		{"cram", 16, ".."}, {"clobber", 10, "xo"}, {"clobber", 9, ".."},
		{"tac-tix", 9, ".."}, {"little-squares", 12, ".."},
	} {
		text, err := os.ReadFile("../../../position/catalog/" + c.name + ".star")
		if err != nil {
			t.Fatal(err)
		}
		p, err := load(t, string(text))
		if err != nil || p.core == nil {
			t.Fatalf("%s has no core: %v", c.name, err)
		}
		f := newFormed()
		for range long.Of(4, 30, 400) {
			state := dimensions(rng, p.Shape, 5)
			at := p.Shape.Fields[0].At
			if n := state[at] * max(state[at+1], 1); n > int64(c.most) || n == 0 {
				continue
			}
			f.look(t, c.name, p, rng, state, [2]int64{int64(c.swap[0]), int64(c.swap[1])}, 60)
		}
		if f.compared < len(f.value) {
			t.Errorf("%s: %d forms, and only %d positions had that of another one", c.name, len(f.value), f.compared)
		}
	}
}

// TestFormsOfPrograms compares random positions of random programs.
func TestFormsOfPrograms(t *testing.T) {
	rng := chance.New(t, 2)
	compared := 0
	for range long.Of(60, 600, 30_000) {
		text := programs.New(rng)
		p, err := load(t, text)
		if err != nil || p.core == nil {
			continue
		}
		f := newFormed()
		for range 4 {
			f.look(t, text, p, rng, dimensions(rng, p.Shape, 3), [2]int64{}, 10)
		}
		compared += f.compared
	}
	if compared < 100 {
		t.Errorf("only %d positions had the form of another one", compared)
	}
}

// TestSameForm has pairs of positions that are the same game though no turn carries one to the other.
func TestSameForm(t *testing.T) {
	for _, c := range []struct{ game, swap, one, other string }{
		{"cram", "..", "..../####/####", ".###/.###/..##"}, // a path
		{"clobber", "xo", "xoxo/..../....", "ox../.o../.x.."},
	} {
		text, err := os.ReadFile("../../../position/catalog/" + c.game + ".star")
		if err != nil {
			t.Fatal(err)
		}
		p, err := load(t, string(text))
		if err != nil {
			t.Fatal(err)
		}
		var made []string
		for _, text := range []string{c.one, c.other} {
			state := make([]int64, p.Shape.Size)
			cells := state[2:]
			for _, letter := range text {
				if letter != '/' {
					cells[0], cells = int64(letter), cells[1:]
				} else {
					state[0]++
				}
			}
			state[0]++
			state[1] = int64(len(text)-int(state[0])+1) / state[0]
			all, err := Follow(t.Context(), p.core, state)
			if err != nil || !all.Known {
				t.Fatal(err)
			}
			made = append(made, string(all.NewForms([2]int64{int64(c.swap[0]), int64(c.swap[1])}).Append(nil, state)))
		}
		if made[0] != made[1] || made[0] == "" {
			t.Errorf("%s: %s has the form %q, and %s %q", c.game, c.one, made[0], c.other, made[1])
		}
	}
}
