package rules

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/programs"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/rules/machine"
)

// mostOfBox bounds the positions at which a program is compared.
const mostOfBox = 24

// smallBox returns states of the shape whose numbers are small: all of them, or some.
func smallBox(rng *rand.Rand, shape *core.Shape) (states [][]int64) {
	states = [][]int64{make([]int64, shape.Size)}
	add := func(at int, values []int64) {
		var more [][]int64
		for _, s := range states {
			for _, v := range values {
				s := slices.Clone(s)
				s[at] = v
				more = append(more, s)
			}
		}
		rng.Shuffle(len(more), func(i, j int) { more[i], more[j] = more[j], more[i] })
		states = more[:min(len(more), mostOfBox)]
	}
	from := func(lo, hi int64) (values []int64) {
		for v := lo; v <= hi; v++ {
			values = append(values, v)
		}
		return values
	}
	for i := range shape.Fields {
		f := &shape.Fields[i]
		cell := from(f.Lo, min(f.Hi, f.Lo+5))
		if f.Letters != "" {
			cell = nil
			for _, l := range f.Letters {
				cell = append(cell, int64(l))
			}
		}
		var cells, at int
		switch f.Kind {
		case core.Integer:
			add(f.At, cell)
			continue
		case core.Grid:
			add(f.At, []int64{int64(f.Height)})
			add(f.At+1, []int64{int64(f.Width)})
			cells, at = f.Height*f.Width, f.At+2
		default:
			length := int64(min(f.Most, 2+rng.IntN(2)))
			if f.Exact {
				length = int64(f.Most)
			}
			add(f.At, []int64{length})
			cells, at = int(length), f.At+1
		}
		for j := range cells {
			add(at+j, cell)
		}
		if f.Kind == core.Heaps {
			for _, s := range states {
				slices.Sort(f.Items(s))
			}
		}
	}
	return states
}

// A tally counts what came of programs.
type tally struct{ loaded, defined, compiled, compared, optioned, failed, backward, before int }

// comparePrograms loads a program, and compares compiled rules with interpreted ones, and
// formulas with the moves.
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
	states := smallBox(rng, f.code.Shape)
	if f.fastMoves != nil {
		n.compiled++
	}
	r := f.during(t.Context())
	for _, state := range states {
		fast, slow := lang.Collector{Wants: "move"}, lang.Collector{Wants: "move"}
		errFast := r.movesOf(state, &fast)
		if f.fastMoves != nil {
			sameRun(t, state, &fast, errFast, &slow, machine.Run(r.code, &r.clock, nil, f.moves, state, &slow))
		}
		if errFast != nil {
			n.failed++
		} else if len(fast.Ends) > 0 {
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

// sameRun holds that two ways give the same moves or the same error, in the same steps.
func sameRun(t *testing.T, state []int64, fast *lang.Collector, errFast error, slow *lang.Collector, errSlow error) {
	switch {
	case lang.IsOutOfMemory(errFast) || lang.IsOutOfMemory(errSlow):
		return // memory is counted in each way's own bytes
	case errors.Is(errFast, grundy.ErrBudget) && errors.Is(errSlow, grundy.ErrBudget):
		return
	case fmt.Sprint(errFast) != fmt.Sprint(errSlow):
		t.Errorf("at %v compiled:\n%v\ninterpreted:\n%v", state, errFast, errSlow)
	case errFast != nil:
	case fast.Took != slow.Took:
		t.Errorf("at %v compiled %d steps, interpreted %d", state, fast.Took, slow.Took)
	case fast.Ending != slow.Ending || !slices.Equal(fast.States, slow.States) || !slices.Equal(fast.Ends, slow.Ends):
		t.Errorf("at %v compiled:\n%v %v\ninterpreted:\n%v %v", state, fast.States, fast.Ends, slow.States, slow.Ends)
	}
}

// TestPrograms compares the meanings of random programs of the whole language: formulas and
// moves at every position of a small box, compiled and interpreted rules.
func TestPrograms(t *testing.T) {
	files := long.Of(250, 1500, 100_000)
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
