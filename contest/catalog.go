package contest

// This file holds the list of all problems, with their formats and limits. A new one
// gets an entry here, its answer in the file of its family, and its samples in testdata.

import (
	"math"

	"grundy/internal/scan"
)

// Problems returns all problems, by site.
func Problems() []Problem {
	return []Problem{
		{
			Name:   "hackerrank/chocolate-in-box",
			Title:  "Chocolate in Box",
			Source: "HackerRank, Weekly Challenge 7",
			Input:  "N, then N heaps of Nim, 1 … 10^9",
			Output: "the number of winning first moves",
			run:    onNumbers(chocolateInBox),
		},
		{
			Name:   "hackerrank/counter-game",
			Title:  "Counter game",
			Source: "HackerRank",
			Input:  "T, then T counters, 1 … 2^64-1",
			Output: "Louise or Richard, a line a counter",
			run:    onTests(counterGame, 1, scan.Kind{Name: "a counter", Min: 1, Max: math.MaxUint64}),
		},
		{
			Name:   "hackerrank/knight-and-queen",
			Title:  "Knight and Queen",
			Source: "HackerRank, Lambda Calculi, April 2015",
			Input:  "T, then T times x y of the knight and x y of the queen, from 0",
			Output: "WIN or LOSE for the player to move, a line a test",
			run:    onTests(knightAndQueen, 4, scan.Kind{Name: "a coordinate", Max: greatest}),
		},
		{
			Name:   "hackerrank/move-the-coins",
			Title:  "Move the Coins",
			Source: "HackerRank, World CodeSprint, April 2016",
			Input:  "n, the coins of nodes 1 … n, 0 … 20, n-1 edges a b; q, then q questions u v",
			Output: "YES, NO or INVALID, a line a question: does the player to move win with u's branch under v?",
			run:    onNumbers(moveTheCoins),
		},
		{
			Name:   "librarychecker/nim_product_64",
			Title:  "Nim Product (2^64)",
			Source: "Library Checker",
			Input:  "T, then T pairs of nimbers, 0 … 2^64-1",
			Output: "the nim-product, a line a pair",
			run:    onTests(nimProduct, 2, scan.Kind{Name: "a nimber", Max: math.MaxUint64}),
		},
		{
			Name:   "topcoder/CakeParty",
			Title:  "CakeParty",
			Source: "TopCoder SRM 338, division 1, level 3",
			Input:  `{"args": [pieces]} a line; 1 … 50 cakes, each 1 … 2000000000`,
			Output: `"CAKE 1 PIECES 2"`,
			run:    onCalls(cakeParty, list("pieces", scan.Kind{Name: "a number of pieces", Min: 1, Max: 2e9}, limits{fewest: 1, longest: 50})),
		},
		{
			Name:   "topcoder/LongLongNim",
			Title:  "LongLongNim",
			Source: "TopCoder SRM 330, division 1, 1000 points",
			Input:  `{"args": [maxN, moves]} a line; maxN 1 … 10^9, moves ascending in 1 … 22`,
			Output: "the number of lost heaps among 1 … maxN",
			run: onCalls(longLongNim, number("maxN", 1, 1e9),
				list("moves", scan.Kind{Name: "a move", Min: 1, Max: 22}, limits{fewest: 1, longest: 22, next: increasing})),
		},
		{
			Name:   "topcoder/PowerGame",
			Title:  "PowerGame",
			Source: "TopCoder SRM 384",
			Input:  `{"args": [size0, size1]} a line; each 1 … 10000`,
			Output: `"Alan will win after 1 moves" or "Bob will win after 2 moves"`,
			run:    onCalls(powerGame, number("size0", 1, 10000), number("size1", 1, 10000)),
		},
		{
			Name:   "topcoder/Roxor",
			Title:  "Roxor",
			Source: "TopCoder SRM 216, division 1, 1000 points",
			Input:  `{"args": [piles]} a line; 2 … 15 piles, each 0 … 1000`,
			Output: "[i,j,k], the least winning move, or []",
			run:    onCalls(roxor, list("piles", scan.Kind{Name: "a number of stones", Max: 1000}, limits{fewest: 2, longest: 15, whole: anyMove})),
		},
		{
			Name:   "topcoder/StoneGameStrategist",
			Title:  "StoneGameStrategist",
			Source: "TopCoder SRM 309, division 1, 1000 points",
			Input:  `{"args": [piles]} a line; 1 … 50 piles, each 1 … 1000, not descending`,
			Output: `"TAKE 6 STONES FROM PILE 1" or "YOU LOSE"`,
			run: onCalls(stoneGameStrategist,
				list("piles", scan.Kind{Name: "a number of stones", Min: 1, Max: 1000}, limits{fewest: 1, longest: 50, next: nondecreasing})),
		},
	}
}
