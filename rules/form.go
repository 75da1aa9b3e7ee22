package rules

// This file describes positions of a file for lists of games.

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
