// Package duel runs programs of contestants against the engine.
//
// [NewProgram] finds a command, and [Program.Run] runs it on an input, with limits and a
// judge's verdict.
package duel
