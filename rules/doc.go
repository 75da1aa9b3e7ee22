// Package rules makes games of files. A file NAME.star, in the syntax of Starlark, says
// what a position looks like and which moves there are; [Load] makes a game of it that
// all of this module can play.
//
// The two functions that most people need are [Load] and [File.Check].
//
// docs/rules.md describes the language. A file declares the shape of a position
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
// The language has no files, no clock and no chance: the same file always means the
// same game. Integers have 64 bits, and a result that has more
// is an error. Steps and memory are counted exactly, so that any file, even a
// stranger's, ends within the bounds of its [Options], at the same place each time. It
// stops earlier when the context of the question ends ([grundy.Start]).
//
// Package internal/rules/lang is the language: it parses a file, interprets its functions, and lowers
// them to what they mean, the tree of package internal/rules/core, which package internal/rules/machine runs.
// This package makes a game of the file.
package rules
