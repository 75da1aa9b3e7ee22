package rules

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/programs"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A tally counts what came of programs.
type tally struct{ loaded, defined, compared, optioned, failed, backward, before int }

// compareProgram loads a program, and compares formulas with the moves. Package machine compares
// compiled rules with interpreted ones.
func compareProgram(t *testing.T, rng *rand.Rand, text string, n *tally) {
	options := Options{Steps: 100_000, Memory: 1 << 24}
	f, err := Load(t.Context(), "p", strings.NewReader(text), options)
	if err != nil {
		if _, ok := errors.AsType[*Error](err); !ok {
			t.Errorf("refused: %v", err)
		}
		return
	}
	n.loaded++
	states := programs.States(rng, f.code.Shape)
	r := f.during(t.Context())
	for _, state := range states {
		listed := lang.Collector{Wants: "move"}
		if err := r.movesOf(state, &listed); err != nil {
			n.failed++
		} else if len(listed.Ends) > 0 {
			n.optioned++
		}
	}
	frame := Frame{}
	for i := range f.code.Shape.Fields {
		if field := &f.code.Shape.Fields[i]; field.Kind == core.Row || field.Kind == core.Heaps {
			frame.Length = len(field.Items(states[0]))
		}
	}
	d, err := f.Define(t.Context(), frame)
	if err != nil {
		if _, ok := errors.AsType[*Error](err); !ok && !errors.Is(err, grundy.ErrBudget) && !strings.HasPrefix(err.Error(), "p: ") {
			t.Errorf("no formulas: %v", err)
		}
		return
	}
	n.defined++
	o := newOracle(t, d, 14)
	for _, state := range states {
		at, ok := d.coordinatesOf(state)
		if !ok {
			t.Fatalf("%v has no coordinates", state)
		}
		o.agrees(at)
		n.compared++
		if t.Failed() {
			break
		}
	}
	if len(d.heaps) == 0 {
		compareBackward(t, r, d, states, n)
	}
}

// compareBackward compares moves that formulas list backward with those of the rules, between
// states of a box.
func compareBackward(t *testing.T, r *run, d *Definition, states [][]int64, n *tally) {
	t.Helper()
	most := make([]int64, len(d.names))
	for _, state := range states {
		at, _ := d.coordinatesOf(state)
		for i, v := range at {
			most[i] = max(most[i], v)
		}
	}
	backward, err := d.Backward(most)
	if err != nil {
		return
	}
	n.backward++
	of := map[string]int{}
	fits := make([]bool, len(states)) // the rules list the moves
	want := map[[2]int]bool{}
	for i, state := range states {
		at, _ := d.coordinatesOf(state)
		of[fmt.Sprint(at)] = i
		fits[i] = r.checkLegal(state) == nil
	}
	size := r.code.Shape.Size
	for i, state := range states {
		out := lang.Collector{Wants: "move"}
		if !fits[i] || r.movesOf(state, &out) != nil || out.Ending != grundy.NoEnding {
			fits[i] = false
			continue
		}
		for m := range len(out.Ends) {
			at, ok := d.coordinatesOf(out.States[m*size : (m+1)*size])
			if j, known := of[fmt.Sprint(at)]; ok && known {
				want[[2]int{i, j}] = true
			}
		}
	}
	got := map[[2]int]bool{}
	for j, state := range states {
		at, _ := d.coordinatesOf(state)
		if err := backward.Each(at, func(x []int64) error {
			if i, ok := of[fmt.Sprint(x)]; ok && fits[i] {
				got[[2]int{i, j}] = true
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	n.before += len(want)
	if !maps.Equal(got, want) {
		t.Errorf("%d moves backward, %d forward", len(got), len(want))
		for m := range want {
			if !got[m] {
				t.Fatalf("no move backward from %d to %d", states[m[1]], states[m[0]])
			}
		}
		for m := range got {
			if !want[m] {
				t.Fatalf("a move backward from %d to %d", states[m[1]], states[m[0]])
			}
		}
	}
}

// TestPrograms compares two meanings of random programs of the whole language: formulas and
// moves at every position of a small box.
func TestPrograms(t *testing.T) {
	files := long.Of(150, 500, 100_000)
	rng := chance.New(t, 19)
	n := tally{}
	for i := range files {
		text := programs.New(rng)
		compareProgram(t, rng, text, &n)
		if t.Failed() {
			t.Fatalf("program %d:\n%s", i, text)
		}
	}
	t.Logf("%d programs: %+v", files, n)
	if 2*n.loaded < files || 4*n.defined < files || n.optioned < n.loaded || 8*n.backward < files || n.before < files {
		t.Errorf("of %d programs too few say something: %+v", files, n)
	}
}
