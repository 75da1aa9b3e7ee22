package rules

// This file lists the small positions at which a file is tested: those of start and of
// the examples, those of the shape, and the positions that play reaches from them.

import (
	"iter"
	"math"

	"grundy"
	"grundy/rules/lang"
)

// mostSmall bounds the small positions of a test. A shape of at most mostWhole
// positions, with at most wholeCells numbers in all of them, is tested as a whole.
const (
	mostSmall  = 2000
	mostWhole  = 5000
	wholeCells = 1 << 18
)

// smallPositions passes the given positions to visit, and then the positions that play
// reaches from them, until visit returns false, the rules fail, or they are stopped. It
// returns how many positions there were, and for how many it listed the moves: for all
// in loopy files, and otherwise until there are enough positions, which a small shape
// has from the start.
func (r *run) smallPositions(visit func(Position) (more bool)) (found, expanded int, err error) {
	most, whole := mostSmall, isSmall(r.code.Shape)
	if whole {
		most = mostWhole
	}
	var all []Position
	seen := map[Position]bool{}
	add := func(p Position) (more bool) {
		if len(all) == most || seen[p] {
			return true
		}
		seen[p] = true
		all = append(all, p)
		return visit(p)
	}
	for p := range r.givenPositions() {
		if !add(p) {
			return len(all), 0, nil
		}
	}
	for ; expanded < len(all) && (r.Loopy || !whole && len(all) < most); expanded++ {
		options, err := r.optionsOf(all[expanded])
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

// givenPositions returns the positions that start makes of small numbers, those of the
// examples, and the smallest of the shape.
func (r *run) givenPositions() iter.Seq[Position] {
	return func(yield func(Position) bool) {
		for numbers := range r.startNumbers() {
			if state, err := r.code.StartState(r.clock, r.steps, r.start, numbers); err == nil && !yield(Position(r.pack(state))) {
				return
			}
		}
		for _, e := range r.examples {
			if p, ok := e.Position.Position().(Position); ok && !yield(p) {
				return
			}
		}
		for p := range r.ofShape() {
			if !yield(p) {
				return
			}
		}
	}
}

// startNumbers returns small numbers for start, if there is one.
func (f *File) startNumbers() iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if f.start == nil {
			return
		}
		n := f.start.Arity()
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
			if !yield(numbers) {
				return
			}
		}
	}
}

// checkStart returns the error of start if start makes a position neither of small
// numbers nor of the numbers of an example.
func (r *run) checkStart() error {
	for _, e := range r.examples {
		if r.isStart(e.values) { // it was made by start when the file was read
			return nil
		}
	}
	var last error
	for numbers := range r.startNumbers() {
		_, err := r.code.StartState(r.clock, r.steps, r.start, numbers)
		if err == nil || lang.IsStopped(err) {
			return nil
		}
		last = err
	}
	return last
}

// valuesOf returns how many values a field has, at most most+1.
func valuesOf(f *Field, most uint64) uint64 {
	of := uint64(f.Hi) - uint64(f.Lo)
	if of < math.MaxUint64 {
		of++
	}
	if f.Letters != "" {
		of = uint64(len(f.Letters))
	}
	rows := func(length int) uint64 { // of that length
		n := uint64(1)
		for range min(length, 64) { // which is more than most, unless of is 1
			if n = grundy.MulCounts(n, of); n > most {
				break
			}
		}
		return n
	}
	total := uint64(0)
	switch f.Kind {
	case Integer:
		total = of
	case Heaps, Row: // heaps in every order, which are more
		for n := 0; n <= f.Most && total <= most; n++ {
			total = grundy.AddCounts(total, rows(n))
		}
	case Grid:
		total = 1
		for h := 1; h <= f.Height && total <= most; h++ {
			for w := 1; w <= f.Width && total <= most; w++ {
				total = grundy.AddCounts(total, rows(h*w))
			}
		}
	}
	return min(total, most+1)
}

// isSmall reports whether a test can look at all positions of the shape.
func isSmall(s *lang.Shape) bool {
	count := uint64(1)
	for i := range s.Fields {
		count = grundy.MulCounts(count, valuesOf(&s.Fields[i], mostWhole))
	}
	return count <= mostWhole && grundy.MulCounts(count, uint64(s.Size)) <= wholeCells
}

// ofShape returns all positions of a small shape, and otherwise those with small
// numbers and few cells. The last field runs fastest.
func (f *File) ofShape() iter.Seq[Position] {
	s := f.code.Shape
	most := mostSmall
	numbers, letters, length, side := int64(24), int64(4), 6, 3
	rowsOf, gridsOf := 600/6, 600/9 // rows of one length, and grids of one size
	if isSmall(s) {
		most, rowsOf, gridsOf = mostWhole, mostWhole, mostWhole
		numbers, letters, length, side = mostWhole, mostWhole, mostWhole, mostWhole
	}
	all := make([][][]int64, len(s.Fields)) // values of each field alone
	for i := range s.Fields {
		field, values := &s.Fields[i], &all[i]
		switch field.Kind {
		case Integer:
			for v := field.Lo; v >= field.Lo && v <= field.Hi && v-field.Lo < numbers; v++ {
				*values = append(*values, []int64{v})
			}
		case Grid:
			*values = append(*values, []int64{0, 0})
			for h := 1; h <= min(side, field.Height); h++ {
				for w := 1; w <= min(side, field.Width); w++ {
					for _, cells := range smallRows(field, h*w, letters, gridsOf) {
						*values = append(*values, append([]int64{int64(h), int64(w)}, cells...))
					}
				}
			}
		default:
			for n := 0; n <= min(length, field.Most); n++ {
				for _, cells := range smallRows(field, n, letters, rowsOf) {
					*values = append(*values, append([]int64{int64(n)}, cells...))
				}
			}
		}
	}
	return func(yield func(Position) bool) {
		state, chosen := make([]int64, s.Size), make([]int, len(all))
		for range most {
			f.wipe(state)
			for i := range s.Fields {
				copy(state[s.Fields[i].At:], all[i][chosen[i]])
			}
			if !yield(Position(f.pack(state))) {
				return
			}
			last := len(all) - 1
			for ; last >= 0; last-- {
				if chosen[last]++; chosen[last] < len(all[last]) {
					break
				}
				chosen[last] = 0
			}
			if last < 0 {
				return
			}
		}
	}
}

// smallRows returns at most the given number of rows of n cells, made of the first few
// letters or numbers.
func smallRows(f *Field, n int, letters int64, most int) (all [][]int64) {
	var cells []int64
	for i := int64(0); i < letters; i++ {
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
