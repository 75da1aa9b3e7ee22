// Package tree holds games on trees. In most of them coins move towards the root
// of a rooted tree: staircase Nim, where the tree is a path, and the same game on
// any rooted tree.
//
// Its guarantee for these is the theorem of staircase Nim, proved in tree.go:
// only the coins at odd distance from the root count. The nim-value of a position
// is the exclusive or of their numbers, one number a node. Green Hackenbush, in
// which trees, or any graphs, stand on the ground and lose edges, rests on the
// colon and fusion principles (hackenbush.go).
//
// The functions that most people need are [PlaceStaircase], [PlaceTree] and
// [PlaceHackenbush], which make a position a component of sums, and for questions
// about one tree whose branches are hung elsewhere [NewCoins].
package tree
