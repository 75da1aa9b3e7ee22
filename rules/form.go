package rules

// This file describes positions of a file for lists of games, and draws them.

import "strings"

// Form shows how a position is written, as in "kayles(pins) or kayles(n)".
func (f *File) Form() string {
	if f.builtIn != nil {
		numbers := "n,…"
		if f.builtIn.board != nil {
			numbers = strings.TrimSuffix("x,y,"+strings.Repeat("…,", f.builtIn.board.Dimension()-2), ",")
		}
		return f.code.Source.Name + "(" + numbers + ")"
	}
	return f.form()
}

// grids draws the grids of letters of a position. The result is false if its shape has
// none.
func (f *File) grids(p Position) (picture string, ok bool) {
	var parts []string
	for state := range f.states(p) {
		var lines []string
		for i := range f.code.Shape.Fields {
			field := &f.code.Shape.Fields[i]
			if field.Kind != Grid || field.Letters == "" {
				continue
			}
			height, width := int(state[field.At]), int(state[field.At+1])
			for cells := field.Items(state); height > 0; height-- {
				line := make([]byte, width)
				for c := range line {
					line[c] = byte(cells[c])
				}
				lines, cells = append(lines, string(line)), cells[width:]
			}
		}
		if len(lines) > 0 {
			parts = append(parts, strings.Join(lines, "\n"))
		}
	}
	return strings.Join(parts, "\n\n"), len(parts) > 0
}
