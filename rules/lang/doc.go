// Package lang is the language of files of rules: Starlark's syntax, integers of 64
// bits, rows and grids, and exact budgets of steps and memory. It knows nothing of the
// game that package rules makes of a file.
//
// The two functions that most people need are [Parse] and [Code.Lower].
//
// A file passes through these steps, each in its files:
//
//	parse.go    text, syntax, names            Parse
//	eval*.go    the top level runs             Code.RunTop
//	lower*.go   moves and others become core   Code.Lower, for package machine and others
//	eval*.go    or the interpreter runs them   Code.Interpret
//
// Package machine runs what is lowered. Both ways state the same moves, meet the same errors
// and take the same steps (steps.go).
//
// The interpreter is our own. Starlark's was measured on a board of 64 x 64 cells: it
// lists 4 to 6 million moves a second, the closures of package machine 138 million. It counts
// steps, but no memory, its integers grow without bound, and it has neither rows nor
// grids that both ways could share (cells.go).
package lang
