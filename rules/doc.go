// Package rules makes games of files: NAME.star, in the syntax of Starlark, says
// what a position looks like and which moves there are, and [Load] makes of it a
// game that everything else in this module can play.
//
// The language is told in docs/rules.md. A file declares the shape of a position
// and has a function moves, which calls move for each option:
//
//	"""Wythoff's game: take any number from one heap, or the same from both."""
//	position(x = integer(), y = integer())
//	def moves(x, y):
//	    for k in range(1, x + 1):
//	        move(x - k, y)
//	    for k in range(1, y + 1):
//	        move(x, y - k)
//	    for k in range(1, min(x, y) + 1):
//	        move(x - k, y - k)
//
// There are no files, no clock and no chance in the language: the same file
// always means the same game. Integers have 64 bits, and a result that has more
// is an error. Steps and memory are counted exactly, so that any file, also one
// of a stranger, ends within the bounds of its [Options], and ends at the same
// place each time; and it stops before when the context of the
// question ends ([grundy.Start]).
//
// Two ways to run give the same moves, and count steps each in its own way: functions over integers, rows and grids
// are compiled to Go closures, which allocate nothing (compile.go); all else is
// interpreted (eval.go).
package rules
