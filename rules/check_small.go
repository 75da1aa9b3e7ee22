package rules

// This file lists the small positions at which a file is tested: those of start and of
// the examples, those of the shape, and the positions that play reaches from them.

import (
	"fmt"
	"iter"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// mostSmall bounds the small positions of a test. A shape of at most mostWhole
// positions, with at most wholeCells numbers in all of them, is tested as a whole.
const (
	mostSmall  = 2000
	mostWhole  = 5000
	wholeCells = 1 << 18
)

// smallPositions passes small positions to visit, until visit returns false, the rules fail, or
// they are stopped: those that start makes and those of the examples, what play reaches from
// these, which are inside, and then other positions of the shape with what play reaches from
// them. It returns how many positions there were, and for how many it listed the moves: for all
// in loopy files, and otherwise until there are enough positions, which a small shape
// has from the start.
func (r *run) smallPositions(visit func(p Position, inside bool) (more bool)) (found, expanded int, err error) {
	ofShape, whole := r.positionsOfShape()
	most := mostSmall
	if whole {
		most = mostWhole
	}
	var all []Position
	seen := map[Position]bool{}
	inside := true
	add := func(p Position) (more bool) {
		if len(all) == most || seen[p] {
			return true
		}
		seen[p] = true
		all = append(all, p)
		return visit(p, inside)
	}
	expand := func() (more bool, err error) {
		for ; expanded < len(all) && (r.Loopy || len(all) < most); expanded++ {
			options, err := r.optionsOf(all[expanded])
			switch {
			case err == nil:
			case r.clock.HasEnded(), inside, r.start == nil && !isBeyond(err):
				return false, err
			}
			for _, q := range options {
				if !add(q) {
					return false, nil
				}
			}
		}
		return true, nil
	}
	for p := range r.givenPositions() {
		if !add(p) {
			return len(all), 0, nil
		}
	}
	if r.start != nil {
		if more, err := expand(); !more {
			return len(all), expanded, err
		}
	}
	inside = false
	for p := range ofShape {
		if !add(p) {
			return len(all), expanded, nil
		}
	}
	if err := r.Err(); err != nil || whole && !r.Loopy { // of legal
		return len(all), expanded, err
	}
	_, err = expand()
	return len(all), expanded, err
}

// givenPositions returns the positions that start makes of small numbers, and those of the
// examples.
func (r *run) givenPositions() iter.Seq[Position] {
	return func(yield func(Position) bool) {
		for numbers := range r.startNumbers() {
			if state, err := r.started(numbers); err == nil && !yield(Position(r.pack(state))) {
				return
			}
		}
		for _, e := range r.examples {
			if p, ok := e.Position.Position().(Position); ok && !yield(p) {
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
		_, err := r.started(numbers)
		if err == nil || lang.IsStopped(err) {
			return nil
		}
		last = err
	}
	return last
}

// An extent bounds the values of a field that a test looks at.
type extent struct {
	numbers, letters int64 // of an integer, and of a cell
	length, side     int   // of a row or of heaps, and of a grid
	rows, grids      int   // of one length, and of one size
}

var (
	every = extent{mostWhole + 1, mostWhole + 1, mostWhole, mostWhole, mostWhole + 1, mostWhole + 1}
	few   = extent{24, 4, 6, 3, 600 / 6, 600 / 9}
)

// mostTried bounds the states of a large shape that are tried, for each small position
// that is wanted: few of them may be legal.
const mostTried = 16

// few returns the extent of small positions. Where there are formulas for integers, as many
// of each field are looked at as give some thousand positions.
func (f *File) few() extent {
	e, fields := few, f.code.Shape.Fields
	if !f.hasClaims() || slices.ContainsFunc(fields, func(f Field) bool { return f.Kind != Integer }) {
		return e
	}
	for e.numbers = 1; ; e.numbers++ {
		count := uint64(1)
		for range fields {
			count = grundy.MulCounts(count, uint64(e.numbers)+1)
		}
		if count > mostSmall/2 {
			return e
		}
	}
}

// positionsOfShape returns all legal positions of a small shape, and otherwise those with
// small numbers and few cells. The last field runs fastest.
func (r *run) positionsOfShape() (all iter.Seq[Position], whole bool) {
	s := r.code.Shape
	tooMany := func(count uint64) bool {
		return count > mostWhole || grundy.MulCounts(count, uint64(s.Size)) > wholeCells
	}
	values := make([][][]int64, len(s.Fields)) // of each field alone
	within := func(e extent) (count uint64) {
		count = 1
		for i := range s.Fields {
			values[i] = valuesWithin(&s.Fields[i], e, tooMany)
			count = grundy.MulCounts(count, uint64(len(values[i])))
		}
		return count
	}
	e := every
	e.rows = min(e.rows, wholeCells/max(s.Size, 1)+1)
	e.grids = e.rows
	count := within(e)
	if whole = !tooMany(count); !whole {
		tooMany = func(uint64) bool { return false }
		count = min(within(r.few()), mostTried*mostSmall)
	}
	return func(yield func(Position) bool) {
		state, found := make([]int64, s.Size), 0
		for rest := range count {
			if !whole && found == mostSmall {
				return
			}
			r.wipe(state)
			for i, of := range slices.Backward(values) {
				copy(state[s.Fields[i].At:], of[rest%uint64(len(of))])
				rest /= uint64(len(of))
			}
			if err := r.checkLegal(state); err != nil {
				if wrong, ok := illegal(err); ok {
					if r.refused == nil {
						r.refused = fmt.Errorf("%s: %s", r.code.PositionText(state), wrong.Msg)
					}
					continue
				}
				r.note(err)
				return
			}
			if found++; !yield(Position(r.pack(state))) {
				return
			}
		}
	}, whole
}

// valuesWithin returns the values of a field within an extent, or some more than are too
// many.
func valuesWithin(f *Field, e extent, tooMany func(count uint64) bool) (values [][]int64) {
	add := func(rows [][]int64, size ...int64) (more bool) {
		for _, row := range rows {
			values = append(values, slices.Concat(size, row))
		}
		return !tooMany(uint64(len(values)))
	}
	switch f.Kind {
	case Integer:
		for v := f.Lo; v >= f.Lo && v <= f.Hi && v-f.Lo < e.numbers; v++ {
			values = append(values, []int64{v})
		}
	case Grid:
		h, w := 1, 1
		if f.Exact {
			h, w = f.Height, f.Width
			e.side = max(h, w)
		} else {
			values = append(values, []int64{0, 0})
		}
		for ; h <= min(e.side, f.Height); h++ {
			for w := w; w <= min(e.side, f.Width); w++ {
				if !add(rowsWithin(f, h*w, e.letters, e.grids), int64(h), int64(w)) {
					return values
				}
			}
		}
	default:
		n := 0
		if f.Exact {
			n, e.length = f.Most, f.Most
		}
		for ; n <= min(e.length, f.Most) && add(rowsWithin(f, n, e.letters, e.rows), int64(n)); n++ {
		}
	}
	return values
}

// rowsWithin returns the first rows of n cells, at most the given number, made of the first few
// letters or numbers. Every beginning leads to a row, so it costs O(n) for each of them.
func rowsWithin(f *Field, n int, letters int64, most int) (all [][]int64) {
	if f.Distinct {
		letters = max(letters, int64(n))
	}
	var cells []int64
	for i := range letters {
		switch {
		case f.Letters != "" && int(i) < len(f.Letters):
			cells = append(cells, int64(f.Letters[i]))
		case f.Letters == "" && uint64(i) <= uint64(f.Hi)-uint64(f.Lo):
			cells = append(cells, f.Lo+i)
		}
	}
	if f.Distinct && len(cells) < n {
		return nil
	}
	row, used := make([]int64, n), make([]bool, len(cells))
	var fill func(at, last int)
	fill = func(at, last int) {
		if at == n {
			all = append(all, slices.Clone(row))
			return
		}
		from, to, others := 0, len(cells), 0 // others: distinct items that must stand behind
		if f.Distinct {
			others = n - at - 1
		}
		switch {
		case f.Kind == Heaps || f.Order == core.Ascending:
			if to -= others; at > 0 {
				from = last
			}
		case f.Order == core.Descending:
			if from = others; at > 0 {
				to = last + 1
			}
		}
		for i := from; i < to && len(all) < most; i++ {
			if !f.Distinct || !used[i] {
				row[at], used[i] = cells[i], true
				fill(at+1, i)
				used[i] = false
			}
		}
	}
	fill(0, 0)
	return all
}
