// Package games knows every game that has a name, and reads the grammar in
// which positions are written.
//
// [Parse] turns "knight(5,4) + queen(3,3)" into a sum; [All] and [Find] list
// the games. The games themselves live in the folders below, one a family,
// each with the engine that is fast for it.
package games

// This file holds the list of named games.

import (
	"slices"

	"grundy"
	"grundy/games/board"
	"grundy/games/heap"
	"grundy/games/row"
	"grundy/games/tree"
)

// An Entry describes a game that has a name.
type Entry struct {
	Name    string // as written in positions
	Form    string // what its positions look like
	Example string // a position to try
	Rules   string // one sentence: what a move is
	Known   string // what is known about it, and how this program answers
	Source  string // where the game comes from
	// Place makes a position from the numbers in brackets and those in
	// parentheses, or returns a [*grundy.PositionError].
	Place func(rule, args []grundy.Arg) (grundy.Component, error)
}

// All returns the named games, those of one family together.
func All() []Entry { return slices.Clone(catalog) }

// Names returns the names of all games.
func Names() []string {
	names := make([]string, len(catalog))
	for i, e := range catalog {
		names[i] = e.Name
	}
	return names
}

// Find returns the game of that name.
func Find(name string) (Entry, bool) {
	for _, e := range catalog {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

var catalog = []Entry{
	{
		Name: "nim", Form: "nim(a,b,…)", Example: "nim(3,5,7)",
		Rules:  "Take any positive number of stones from one heap.",
		Known:  "The nim-value is the nim-sum of the heaps; closed form in normal and misère play.",
		Source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
		Place:  heap.PlaceNim,
	},
	{
		Name: "subtraction", Form: "subtraction[s,t,…](n)", Example: "subtraction[1,3,4](11)",
		Rules:  "Remove s, t, … stones, one of the numbers in brackets, from the heap of n.",
		Known:  "The nim-values are periodic; the period is found and proved, in normal and misère play.",
		Source: "S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966); Winning Ways, chapter 4",
		Place:  heap.PlaceSubtraction,
	},
	{
		Name: "counter", Form: "counter(n)", Example: "counter(132)",
		Rules:  "Halve a power of two; from any other number subtract the largest power of two below it; the game ends at 1.",
		Known:  "The line is forced; its length is the number of one bits of n-1.",
		Source: "HackerRank, Counter game",
		Place:  heap.PlaceCounter,
	},
	{
		Name: "grundy", Form: "grundy(n)", Example: "grundy(10)",
		Rules:  "Divide a heap into two heaps of different sizes.",
		Known:  "The nim-values (OEIS A002188) are computed in sparse space; whether they are periodic is not known.",
		Source: "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
		Place:  heap.PlaceGrundy,
	},
	{
		Name: "queen", Form: "queen(x,y)", Example: "queen(5,4)",
		Rules:  "Move the queen any distance left, down, or diagonally left and down.",
		Known:  "Outcome and winning moves by Wythoff's theorem for any coordinates; nim-values by a table (OEIS A004481).",
		Source: "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)",
		Place:  board.PlaceQueen,
	},
	{
		Name: "rook", Form: "rook(x,y)", Example: "rook(5,4)",
		Rules:  "Move the rook any distance left or down.",
		Known:  "Nim with two heaps: the nim-value is x xor y.",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceRook,
	},
	{
		Name: "bishop", Form: "bishop(x,y)", Example: "bishop(5,4)",
		Rules:  "Move the bishop any distance diagonally left and down.",
		Known:  "One heap of Nim: the nim-value is min(x,y).",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceBishop,
	},
	{
		Name: "king", Form: "king(x,y)", Example: "king(5,4)",
		Rules:  "Move the king one step left, down, or diagonally left and down.",
		Known:  "The nim-values have period 2 in both coordinates.",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceKing,
	},
	{
		Name: "knight", Form: "knight(x,y)", Example: "knight(5,4)",
		Rules:  "Move the knight by (-1,-2) or (-2,-1).",
		Known:  "The nim-values 0, 1, 2 have a closed form of period 3 along the shorter coordinate.",
		Source: "HackerRank, Knight and Queen (Lambda Calculi, April 2015)",
		Place:  board.PlaceKnight,
	},
	{
		Name: "knight4", Form: "knight4[n](x,y)", Example: "knight4[8](5,4)",
		Rules:  "Move the knight by (-2,1), (-2,-1), (1,-2) or (-1,-2) on an n x n board.",
		Known:  "The far edge counts, so each board has a table of its own; nim-values 0 to 4.",
		Source: "TopCoder, Algorithm Games (rasto6sk)",
		Place:  board.PlaceKnight4,
	},
	{
		Name: "staircase", Form: "staircase(a,b,…)", Example: "staircase(0,2,2,1)",
		Rules:  "Move any positive number of coins of one step to the step below; the first number is the floor.",
		Known:  "The nim-value is the nim-sum of the odd steps.",
		Source: "Shafaet Ashraf, Staircase Nim (Codeforces blog, 2016); Winning Ways, chapter 3",
		Place:  tree.PlaceStaircase,
	},
	{
		Name: "tree", Form: "tree[p2,p3,…](c1,c2,…)", Example: "tree[1,1,3,3,4](0,2,2,1,3,2)",
		Rules:  "Move any positive number of coins of a node to its parent; node 1 is the root, pk the parent of node k.",
		Known:  "The nim-value is the nim-sum of the coins at odd depth.",
		Source: "HackerRank, Move the Coins (World CodeSprint, April 2016)",
		Place:  tree.PlaceTree,
	},
	{
		Name: "nondecreasing", Form: "nondecreasing(a,b,…)", Example: "nondecreasing(3,6,6)",
		Rules:  "Take any positive number of stones from one heap; the heaps must stay in non-decreasing order.",
		Known:  "Staircase Nim on the differences of neighbours.",
		Source: "TopCoder SRM 309, StoneGameStrategist",
		Place:  row.PlaceNondecreasing,
	},
	{
		Name: "cake", Form: "cake(a,b,…)", Example: "cake(3,3,112)",
		Rules:  "Eat any positive number of pieces of one cake that has the most pieces left.",
		Known:  "N exactly when an odd number of cakes have the most pieces.",
		Source: "TopCoder SRM 338, CakeParty",
		Place:  row.PlaceCake,
	},
	{
		Name: "roxor", Form: "roxor(a,b,…)", Example: "roxor(0,0,1,0,1,100)",
		Rules:  "Remove one stone of heap i and add one to heap j and one to heap k, where i < j <= k.",
		Known:  "A stone d heaps before the last has the d-th odious number as its nim-value.",
		Source: "TopCoder SRM 216, Roxor",
		Place:  row.PlaceRoxor,
	},
}
