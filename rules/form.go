package rules

// This file describes positions of a file for lists of games.

import (
	"strings"

	"github.com/grundy-games/grundy"
)

// Form shows how a position is written, as in "kayles(pins) or kayles(n)".
func (f *File) Form() string {
	if f.builtIn != nil {
		numbers := "n"
		if f.builtIn.board != nil {
			numbers = strings.TrimSuffix("x,y,"+strings.Repeat("…,", f.builtIn.board.Dimension()-2), ",")
		} else if _, err := f.builtIn.place(make([]grundy.Arg, 2)); err == nil {
			numbers = "n,…"
		}
		return f.code.Source.Name + "(" + numbers + ")"
	}
	return f.form()
}
