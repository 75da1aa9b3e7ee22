// Package row holds games on a row of heaps that a common rule binds together:
//
//   - [Nondecreasing]: the row must stay in order of size,
//   - [Cake]: only a largest heap may be touched, and
//   - [Roxor]: a stone taken from one heap puts one on each of two heaps
//     further to the right.
//
// None of them is a sum of its heaps, yet each is solved: the first is
// staircase Nim on the differences between neighbours, the last a sum of its
// stones, and the winner of the second depends on how often the largest size
// occurs. The proofs stand in the files of the games.
//
// The functions that most people need are [PlaceNondecreasing], [PlaceCake] and
// [PlaceRoxor], which make a position a component of sums. Heaps are numbered
// from 0, left to right.
package row
