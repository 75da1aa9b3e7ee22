// Package row holds a game on a row of heaps that a common rule binds together: in [Cake]
// only a largest heap may be touched. It is not the sum of its heaps, yet it is solved: the winner
// depends on how often the largest size occurs. The proof stands in cake.go.
//
// The function that most people need is [PlaceCake], which makes a position a component of
// sums. Heaps are numbered from 0, left to right.
package row
