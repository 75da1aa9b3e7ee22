// Package heap holds the games of taking from heaps: Nim, where every number
// may be taken; subtraction games, where the numbers are given; the Counter
// game, where the number is forced; and take-and-break games, where a code says
// what may be taken and into how many heaps the rest may be divided.
//
// Nim has closed forms for every question and for heaps to 2^63-1. A
// subtraction game is solved for any n to 2^63-1 by computing its sequence
// until a period is proved (package theory/period), which for nearly all sets
// of numbers is soon.
//
// The codes of take-and-break games, and the engines that compute their
// nim-sequences, are in package sequence. [TakeAndBreak] is the game of a code.
//
// Most people need [Nim] with [Tally], [NewSubtraction], and [PlaceCode].
package heap

import "grundy"

// MaxHeap is the largest heap, 2^63-1.
const MaxHeap = 1<<63 - 1

// heapSize reads argument i of a form as the size of a heap.
func heapSize(args []grundy.Arg, i int) (uint64, error) {
	n, ok := args[i].Uint63()
	if !ok {
		return 0, grundy.Errorf(i, "%s is not a heap: want 0 … %d", args[i].Text, uint64(MaxHeap))
	}
	return n, nil
}

// oneArg checks that a form has exactly one argument, described by want.
func oneArg(args []grundy.Arg, want string) error {
	if len(args) != 1 {
		return grundy.Errorf(-1, "%d numbers: want one, %s", len(args), want)
	}
	return nil
}

// noRule checks that a form has no bracketed numbers.
func noRule(rule []grundy.Arg) error {
	if len(rule) != 0 {
		return grundy.RuleErrorf(0, "this game takes no numbers in brackets")
	}
	return nil
}
