package programs

import (
	"math/rand/v2"
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// mostStates bounds the states at which a program is compared.
const mostStates = 24

// States returns states of a shape whose numbers are small: all of them, or some.
func States(rng *rand.Rand, shape *core.Shape) (states [][]int64) {
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
		states = more[:min(len(more), mostStates)]
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
