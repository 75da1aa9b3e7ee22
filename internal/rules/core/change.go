package core

// This file puts into words what a move changes: numbers by the names of their fields,
// heaps by how much is taken, rows and grids by cells, which are counted from 1.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
)

// Change describes the move from a state to a sum of states, in one line.
func (s *Shape) Change(from, to []int64) string {
	if len(to) != s.Size {
		var parts []string
		for part := range slices.Chunk(to, s.Size) {
			text := message.Brief(string(s.AppendState(nil, part)), mostValue)
			if len(s.Fields) > 1 {
				text = "(" + text + ")"
			}
			parts = append(parts, text)
		}
		if len(parts) == 0 {
			return "leave nothing"
		}
		return "divide into " + joined(parts)
	}
	var all []string
	for i := range s.Fields {
		field := &s.Fields[i]
		if text := field.change(from, to); text != "" {
			if field.Kind != Integer && len(s.Fields) > 1 {
				text = field.Name + ": " + text
			}
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		return "change nothing"
	}
	return strings.Join(all, "; ")
}

const (
	mostValue = 60 // characters of a value that is shown
	mostCited = 6  // cells or heaps
)

// joined writes items with "and" before the last, and only the first of many. It counts
// equal items if more than two stand side by side.
func joined(items []string) string {
	var texts []string
	for i := 0; i < len(items); {
		n := 1
		for i+n < len(items) && items[i+n] == items[i] {
			n++
		}
		text := items[i]
		if n > 2 {
			text = fmt.Sprintf("%d times %s", n, text)
		} else {
			n = 1
		}
		if len(texts) == mostCited-1 && i+n < len(items) {
			text, n = fmt.Sprintf("%d more", len(items)-i), len(items)-i
		}
		texts, i = append(texts, text), i+n
	}
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// change describes the change of the field, or returns "" if there is none.
func (f *Field) change(from, to []int64) string {
	old, new := from[f.At:f.At+f.Used(from)], to[f.At:f.At+f.Used(to)]
	if slices.Equal(old, new) {
		return ""
	}
	switch {
	case f.Kind == Integer:
		return fmt.Sprintf("%s from %d to %d", f.Name, old[0], new[0])
	case f.Kind == Heaps:
		return changeOfHeaps(f.Items(from), f.Items(to))
	case f.Kind == Row && old[0] != new[0]:
		return f.changeOfLength(f.Items(from), f.Items(to), to)
	case f.Kind == Grid && (old[0] != new[0] || old[1] != new[1]):
		return fmt.Sprintf("a grid of %d x %d from %d x %d", new[0], new[1], old[0], old[1])
	}
	return f.changeOfCells(f.Items(from), f.Items(to), from)
}

// changeOfHeaps describes the change of heaps, whose order does not matter.
func changeOfHeaps(from, to []int64) string {
	gone, came := without(from, to), without(to, from)
	sum := int64(0)
	for _, h := range came {
		sum += h
	}
	switch {
	case len(gone) == 1 && len(came) <= 1 && sum < gone[0]:
		return fmt.Sprintf("take %d from the heap of %d", gone[0]-sum, gone[0])
	case len(gone) == 1 && len(came) > 1 && sum == gone[0]:
		return fmt.Sprintf("divide the heap of %d into %s", gone[0], joined(numbers(came)))
	case len(gone) == 1 && len(came) > 1 && sum < gone[0]:
		return fmt.Sprintf("take %d from the heap of %d and divide it into %s", gone[0]-sum, gone[0], joined(numbers(came)))
	case len(gone) == 0:
		return "new heaps of " + joined(numbers(came))
	case len(came) == 0 && len(gone) == 1:
		return fmt.Sprintf("take the heap of %d", gone[0])
	case len(came) == 0:
		return "take the heaps of " + joined(numbers(gone))
	}
	return "the heaps of " + joined(numbers(gone)) + " become " + joined(numbers(came))
}

// without returns the numbers of a that are left when those of b are taken away.
func without(a, b []int64) (left []int64) {
	b = slices.Clone(b)
	for _, n := range a {
		if i := slices.Index(b, n); i >= 0 {
			b = slices.Delete(b, i, i+1)
		} else {
			left = append(left, n)
		}
	}
	return left
}

func numbers(of []int64) (texts []string) {
	for _, n := range of {
		texts = append(texts, fmt.Sprint(n))
	}
	return texts
}

// changeOfLength describes a row that gets longer or shorter.
func (f *Field) changeOfLength(from, to, state []int64) string {
	head := 0
	for head < min(len(from), len(to)) && from[head] == to[head] {
		head++
	}
	tail := 0
	for tail < min(len(from), len(to))-head && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	first, last := head+1, len(from)-tail
	switch {
	case head+tail < len(to):
		return "now " + message.Brief(string(f.append(nil, state)), mostValue)
	case first == last:
		return fmt.Sprintf("remove cell %d", first)
	}
	return fmt.Sprintf("remove cells %d to %d", first, last)
}

// changeOfCells describes cells that change in a row or a grid of the same size.
func (f *Field) changeOfCells(from, to, state []int64) string {
	type kind struct{ from, to int64 }
	var kinds []kind
	where := map[kind][]int{}
	for i := range from {
		if k := (kind{from[i], to[i]}); k.from != k.to {
			if where[k] == nil {
				kinds = append(kinds, k)
			}
			where[k] = append(where[k], i)
		}
	}
	show := func(cell int64) string { return string(f.AppendCell(nil, cell)) }
	if len(kinds) == 2 && kinds[0].from == kinds[1].to && kinds[0].to == kinds[1].from &&
		len(where[kinds[0]]) == 1 && len(where[kinds[1]]) == 1 && f.Letters != "" {
		piece, other := kinds[0], kinds[1]
		if isBlank(piece.from) {
			piece, other = other, piece
		}
		a, b := f.cells(where[piece], state), f.cells(where[other], state)
		if isBlank(other.from) {
			return fmt.Sprintf("%s from %s to %s", show(piece.from), a, b)
		}
		return fmt.Sprintf("%s and %s change places", a, b)
	}
	var all []string
	for _, k := range kinds {
		if f.Letters != "" {
			all = append(all, fmt.Sprintf("%s: %s to %s", f.cells(where[k], state), show(k.from), show(k.to)))
		} else {
			all = append(all, fmt.Sprintf("%s from %s to %s", f.cells(where[k], state), show(k.from), show(k.to)))
		}
	}
	if len(all) > mostCited {
		all = append(all[:mostCited-1], fmt.Sprintf("%d more changes", len(all)-mostCited+1))
	}
	return strings.Join(all, ", ")
}

// isBlank reports whether a letter commonly stands for an empty cell.
func isBlank(letter int64) bool { return strings.ContainsRune("._- 0", rune(letter)) }

// cells names cells, in a grid by row and column.
func (f *Field) cells(at []int, state []int64) string {
	distinct := func(of []int64) []int64 { return slices.Compact(slices.Sorted(slices.Values(of))) }
	name := func(word string, of []int64) string {
		if of = distinct(of); len(of) > 1 {
			word += "s"
		}
		return word + " " + joined(numbers(of))
	}
	var rows, columns []int64
	width := 1
	if f.Kind == Grid {
		width = int(state[f.At+1])
	}
	for _, i := range at {
		rows, columns = append(rows, int64(i/width+1)), append(columns, int64(i%width+1))
	}
	if f.Kind != Grid {
		return name("cell", rows)
	}
	if len(distinct(rows))*len(distinct(columns)) == len(at) { // all cells where they meet
		return name("row", rows) + ", " + name("column", columns)
	}
	var all []string
	for i := range rows {
		all = append(all, fmt.Sprintf("row %d column %d", rows[i], columns[i]))
	}
	return joined(all)
}
