// Package lang is the language of files of rules: Starlark's syntax, integers of 64
// bits, rows and grids, and exact budgets of steps and memory. It knows nothing of the
// game that package rules makes of a file.
//
// The two functions that most people need are [Parse] and [Code.Lower].
//
// A file passes through these steps, each in its files:
//
//	parse.go    text, syntax, names                  Parse
//	eval*.go    the top level runs                   Code.RunTop
//	lower*.go   the meaning of moves, parts, legal   Code.Lower, which makes the tree of
//	            and formulas                         package core; package machine runs it
//	eval*.go    or the interpreter runs them         Code.Interpret
//	answer.go   the meaning of answers, which other  Answers
//	            languages say
//
// The lowering goes over the syntax once. It finds the type of each expression and makes its
// node at the same time. A function is lowered once for each combination of types that its
// arguments have. Some values are part of the type: a function, a constant list of lists, a
// tuple of several types. A program keeps only the variables in them. The variables that a
// function reads around it become its parameters, and those of functions that get it. A
// function that returns a tuple of several types is lowered into those that call it.
//
// Lowered and interpreted rules state the same moves, meet the same errors and take
// the same steps (steps.go). The lowered ones allocate nothing.
//
// The interpreter is our own. Starlark's was measured on a board of 64 x 64 cells: it
// lists 4 to 6 million moves a second, the closures of package machine 138 million. It counts
// steps, but no memory, its integers grow without bound, and it has neither rows nor
// grids that both ways could share (cells.go).
package lang
