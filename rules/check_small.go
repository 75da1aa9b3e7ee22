package rules

// This file holds the small positions of a file, at which it is tested: those of
// start and of the examples, those of the shape, and what can be reached.

import "iter"

// mostSmall bounds the small positions that are looked at.
const mostSmall = 2000

// smallPositions passes the given positions to visit as they come, and then
// what can be reached from them, until visit returns false or the rules fail or
// are stopped. It returns how many there were, and of how many the moves were
// listed: in loopy files of all, else until there are enough positions.
func (f *File) smallPositions(visit func(Position) (more bool)) (found, expanded int, err error) {
	var all []Position
	seen := map[Position]bool{}
	add := func(p Position) (more bool) {
		if len(all) == mostSmall || seen[p] {
			return true
		}
		seen[p] = true
		all = append(all, p)
		return visit(p)
	}
	for p := range f.givenPositions() {
		if !add(p) {
			return len(all), 0, nil
		}
	}
	for ; expanded < len(all) && (f.Loopy || len(all) < mostSmall); expanded++ {
		options, err := f.optionsOf(all[expanded])
		if err != nil {
			return len(all), expanded, err
		}
		for _, q := range options {
			if !add(q) {
				return len(all), expanded, nil
			}
		}
	}
	return len(all), expanded, nil
}

// givenPositions returns the positions of start with small numbers, or else the
// smallest of the shape; and those of the examples.
func (f *File) givenPositions() iter.Seq[Position] {
	return func(yield func(Position) bool) {
		if f.start != nil {
			n := len(f.start.def.Params)
			few := []int{1, 16, 5, 4}[min(n, 3)] // values of each number
			count := 1
			for range min(n, 4) {
				count *= few
			}
			for i := range count {
				numbers := make([]int64, n)
				for j, rest := 0, i; j < n; j, rest = j+1, rest/few {
					numbers[j] = int64(rest % few)
				}
				if state, err := f.startState(numbers); err == nil && !yield(f.shape.position(state)) {
					return
				}
			}
		} else {
			for _, state := range f.smallStates() {
				if !yield(f.shape.position(state)) {
					return
				}
			}
		}
		for _, e := range f.examples {
			if p, ok := e.Position.Position().(Position); ok && !yield(p) {
				return
			}
		}
	}
}

// smallStates returns states of the shape with small numbers and few cells.
func (f *File) smallStates() (all [][]int64) {
	const few = 600
	all = [][]int64{make([]int64, f.shape.size)}
	for i := range f.shape.fields {
		field := &f.shape.fields[i]
		var values [][]int64 // of the field alone
		switch field.Kind {
		case Integer:
			for v := field.Lo; v <= field.Hi && v < field.Lo+24 && v >= field.Lo; v++ {
				values = append(values, []int64{v})
			}
		case Grid:
			for h := 1; h <= min(3, field.Height); h++ {
				for w := 1; w <= min(3, field.Width); w++ {
					for _, cells := range field.smallRows(h*w, few/9) {
						values = append(values, append([]int64{int64(h), int64(w)}, cells...))
					}
				}
			}
		default:
			for n := 0; n <= min(6, field.Most); n++ {
				for _, cells := range field.smallRows(n, few/6) {
					values = append(values, append([]int64{int64(n)}, cells...))
				}
			}
		}
		var more [][]int64
		for _, state := range all {
			for _, v := range values {
				if len(more) >= mostSmall {
					break
				}
				next := append([]int64(nil), state...)
				copy(next[field.at:], v)
				more = append(more, next)
			}
		}
		all = more
	}
	return all
}

// smallRows returns at most most rows of n cells.
func (f *Field) smallRows(n, most int) (all [][]int64) {
	var cells []int64
	for i := range int64(4) {
		switch {
		case f.Letters != "" && int(i) < len(f.Letters):
			cells = append(cells, int64(f.Letters[i]))
		case f.Letters == "" && i <= f.Hi-f.Lo:
			cells = append(cells, f.Lo+i)
		}
	}
	all = [][]int64{{}}
	for range n {
		var more [][]int64
		for _, row := range all {
			for _, c := range cells {
				if f.Kind == Heaps && len(row) > 0 && c < row[len(row)-1] || len(more) >= most {
					continue
				}
				more = append(more, append(append([]int64(nil), row...), c))
			}
		}
		all = more
	}
	return all
}
