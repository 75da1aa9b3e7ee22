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

import (
	"github.com/grundy-games/grundy"
)

// MaxHeap is the largest heap, 2^63-1.
const MaxHeap = 1<<63 - 1

// readHeaps reads the arguments of a form as the sizes of one heap or more, each at
// most largest. Errors say what they are, such as "a heap of 0.77", and give an example.
func readHeaps(args []grundy.Arg, largest uint64, what, example string) ([]uint64, error) {
	if len(args) == 0 {
		return nil, grundy.Errorf(-1, "no heap: want at least one, as in %s", example)
	}
	heaps := make([]uint64, len(args))
	for i, a := range args {
		n, ok := a.Uint63()
		if !ok || n > largest {
			return nil, grundy.Errorf(i, "%s is not %s: want 0 … %d", a.Text, what, largest)
		}
		heaps[i] = n
	}
	return heaps, nil
}

// countSmaller counts the lists of heaps that are at most as large one by one.
func countSmaller(heaps []uint64) uint64 {
	count := uint64(1)
	for _, h := range heaps {
		count = grundy.MulCounts(count, h+1)
	}
	return count
}

// oneArg checks that a form has exactly one argument, described by want.
func oneArg(args []grundy.Arg, want string) error {
	if len(args) != 1 {
		return grundy.Errorf(-1, "%d numbers: want one, %s", len(args), want)
	}
	return nil
}

// noBrackets checks that a form has no bracketed numbers.
func noBrackets(brackets []grundy.Arg) error {
	if len(brackets) != 0 {
		return grundy.BracketErrorf(0, "this game takes no numbers in brackets")
	}
	return nil
}
