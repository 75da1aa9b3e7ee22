// Package position reads the grammar in which positions are written, and knows every
// game that has a name.
//
// [Parse] turns "knight(5,4) + queen(3,3)" into a sum; [All] and [Find] list the
// games. The games themselves live elsewhere: those with an engine of their own in the
// folders of games, one folder a family; those in files of rules in package catalog.
package position

// This file holds the list of named games.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"grundy"
	"grundy/games/board"
	"grundy/games/coin"
	"grundy/games/heap"
	"grundy/games/row"
	"grundy/games/tree"
	"grundy/position/catalog"
	"grundy/rules"
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
	// It is nil for "piece", in whose brackets sections stand instead of
	// numbers, and for games of the catalogue, whose files read positions.
	Place func(rule, args []grundy.Arg) (grundy.Component, error)
	// Alone is the number of numbers in a position from which the game's
	// nim-values are listed: 1 where they are a sequence, one a heap, 2 where
	// they are a table, one a cell, and 0 where they are neither.
	Alone int
	// AnyDimension says that there are tables in more dimensions than two.
	AnyDimension bool
	// Least is the least number in a position of a game that stands alone.
	Least uint64
	OEIS  string   // the number of its nim-values, or ""
	Words []string // to search by, besides those of the other texts
}

// pieceName is the name of the form whose brackets hold sections.
const pieceName = "piece"

// All returns the named games: those with an engine of their own, those of one
// family together, and then those of the catalogue of files of rules.
func All() []Entry {
	all := slices.Clone(builtIn)
	for _, name := range catalog.Names() {
		all = append(all, catalogued(name))
	}
	return all
}

// Names returns the names of all games.
func Names() []string {
	var names []string
	for _, e := range builtIn {
		names = append(names, e.Name)
	}
	return append(names, catalog.Names()...)
}

// Search returns the games that match all of the words: in their name, rules,
// source, words, or what is known, some word begins so, in any case. It returns
// all games for no words.
func Search(words ...string) (found []Entry) {
	for _, e := range All() {
		text := strings.ToLower(strings.Join(append([]string{e.Name, e.Rules, e.Known, e.Source, e.OEIS}, e.Words...), "\n"))
		told := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' })
		missing := func(word string) bool {
			return !slices.ContainsFunc(told, func(t string) bool { return strings.HasPrefix(t, strings.ToLower(word)) })
		}
		if !slices.ContainsFunc(words, missing) {
			found = append(found, e)
		}
	}
	return found
}

// catalogued returns the entry of a game of the catalogue.
func catalogued(name string) Entry {
	r, _ := catalog.Open(name)
	f, err := rules.Load(context.Background(), name, r, rules.Options{})
	if err := errors.Join(err, r.Close()); err != nil {
		panic(fmt.Sprintf("position: the catalogue: %v", err)) // a test loads them all
	}
	e := Entry{
		Name: name, Form: f.Form(), Rules: f.Title, Known: f.Known, Source: f.Source, OEIS: f.OEIS, Words: f.Words,
		Example: f.Examples()[0].Position.String(),
	}
	if game, ok := gameOfRules(f, 0); ok {
		e.Alone = max(1, len(game.Sides()))
	}
	return e
}

// Find returns the game of that name.
func Find(name string) (Entry, bool) {
	if catalog.Has(name) {
		return catalogued(name), true
	}
	for _, e := range builtIn {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

var builtIn = []Entry{
	{
		Name: "nim", Form: "nim(a,b,…)", Example: "nim(3,5,7)",
		Rules:  "Take any positive number of stones from one heap.",
		Known:  "The nim-value is the nim-sum of the heaps; closed form in normal and misère play.",
		Source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
		Place:  heap.PlaceNim,
		Alone:  1,
	},
	{
		Name: "subtraction", Form: "subtraction[s,t,…](n)", Example: "subtraction[1,3,4](11)",
		Rules:  "Remove s, t, … stones, one of the numbers in brackets, from the heap of n.",
		Known:  "The nim-values are periodic; the period is found and proved, in normal and misère play.",
		Source: "S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966); Winning Ways, chapter 4",
		Place:  heap.PlaceSubtraction,
		Alone:  1,
	},
	{
		Name: "counter", Form: "counter(n)", Example: "counter(132)",
		Rules:  "Halve a power of two; from any other number subtract the largest power of two below it; the game ends at 1.",
		Known:  "The line is forced; its length is the number of one bits of n-1.",
		Source: "HackerRank, Counter game",
		Place:  heap.PlaceCounter,
		Alone:  1,
		Least:  1,
	},
	{
		Name: "grundy", Form: "grundy(n)", Example: "grundy(10)",
		Rules:  "Divide a heap into two heaps of different sizes.",
		Known:  "The nim-values (OEIS A002188) are computed in sparse space; whether they are periodic is not known.",
		Source: "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
		Place:  heap.PlaceGrundy,
		Alone:  1,
	},
	{
		Name: "squares", Form: "squares(n,…)", Example: "squares(100)",
		Rules:  "Take a square number, 1, 4, 9, …, from one heap.",
		Known:  "No period is known; the values to the largest heap, at most 2,147,483,647, are computed (OEIS A014586).",
		Source: "S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966)",
		Place:  placeTakeFrom(heap.Squares),
		Alone:  1,
	},
	{
		Name: "primes", Form: "primes(n,…)", Example: "primes(100)",
		Rules:  "Take a prime number from one heap.",
		Known:  "No period is known; the values to the largest heap, at most 67,108,864, are computed (OEIS A014589).",
		Source: "S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966)",
		Place:  placeTakeFrom(heap.Primes),
		Alone:  1,
	},
	{
		Name: "powers", Form: "powers(n,…)", Example: "powers(100)",
		Rules:  "Take a power of two, 1, 2, 4, …, from one heap.",
		Known:  "The nim-value of a heap, of any size, is n mod 3, as no power of two is divisible by 3.",
		Source: "Winning Ways, chapter 4",
		Place:  placeTakeFrom(heap.Powers),
		Alone:  1,
	},
	{
		Name: "fibonacci", Form: "fibonacci(n,…)", Example: "fibonacci(100)",
		Rules:  "Take a Fibonacci number, 1, 2, 3, 5, …, from one heap.",
		Known:  "No period is known; the values to the largest heap, at most 2,147,483,647, are computed (OEIS A014588).",
		Source: "S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966)",
		Place:  placeTakeFrom(heap.Fibonacci),
		Alone:  1,
	},
	{
		Name: "allbut", Form: "allbut[s,t,…](n,…)", Example: "allbut[1,3](20)",
		Rules:  "Take any positive number from one heap, but not s, t, …, the numbers in brackets.",
		Known:  "The code with d_i = 3 except for i = s, t, …, such as 0.030[3]; the period with its saltus is found and proved.",
		Source: "A. N. Siegel, Combinatorial Game Theory (2013); Winning Ways, chapter 4",
		Place:  heap.PlaceAllBut,
		Alone:  1,
	},
	{
		Name: "partition", Form: "partition[k,l,…](n,…)", Example: "partition[2,3](12)",
		Rules:  "Divide one heap into k, or l, or … heaps, none of them empty; for at most k heaps list 2,3,…,k.",
		Known:  "The code {k,l,…}.0; the values are computed, and a period is proved where few values do.",
		Source: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956); the notation is CGSuite's",
		Place:  heap.PlacePartition,
		Alone:  1,
	},
	{
		Name: "partition-equal", Form: "partition-equal[k,l,…](n,…)", Example: "partition-equal[2,3](12)",
		Rules:  "Divide one heap into k, or l, or … heaps, all of one size.",
		Known:  "The code {k,l,…}=.0; the values are computed.",
		Source: "CGSuite, heap rules",
		Place:  heap.PlaceEqualPartition,
		Alone:  1,
	},
	{
		Name: "partition-distinct", Form: "partition-distinct[k,l,…](n,…)", Example: "partition-distinct[2,3](12)",
		Rules:  "Divide one heap into k, or l, or … heaps, all of different sizes; with [2] it is Grundy's game.",
		Known:  "The code {k,l,…}!.0; the values are computed.",
		Source: "CGSuite, heap rules",
		Place:  heap.PlaceDistinctPartition,
		Alone:  1,
	},
	{
		Name: "queen", Form: "queen(x,y)", Example: "queen(5,4)",
		Rules:  "Move the queen any distance left, down, or diagonally left and down.",
		Known:  "Outcome and winning moves by Wythoff's theorem for any coordinates; nim-values by a table (OEIS A004481), and in rows that are proved to be periodic.",
		Source: "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)",
		Place:  board.PlaceQueen,
		Alone:  2,
	},
	{
		Name: "rook", Form: "rook(x,y)", Example: "rook(5,4)",
		Rules:  "Move the rook any distance left or down.",
		Known:  "Nim with two heaps: the nim-value is x xor y.",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceRook,
		Alone:  2,
	},
	{
		Name: "bishop", Form: "bishop(x,y)", Example: "bishop(5,4)",
		Rules:  "Move the bishop any distance diagonally left and down.",
		Known:  "One heap of Nim: the nim-value is min(x,y).",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceBishop,
		Alone:  2,
	},
	{
		Name: "king", Form: "king(x,y)", Example: "king(5,4)",
		Rules:  "Move the king one step left, down, or diagonally left and down.",
		Known:  "The nim-values have a closed form of period 2 along each row, from the diagonal on.",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceKing,
		Alone:  2,
	},
	{
		Name: "knight", Form: "knight(x,y)", Example: "knight(5,4)",
		Rules:  "Move the knight by (-1,-2) or (-2,-1).",
		Known:  "The nim-values 0, 1, 2 have a closed form of period 3 along the shorter coordinate.",
		Source: "HackerRank, Knight and Queen (Lambda Calculi, April 2015)",
		Place:  board.PlaceKnight,
		Alone:  2,
	},
	{
		Name: "knight4", Form: "knight4[n](x,y)", Example: "knight4[8](5,4)",
		Rules:  "Move the knight by (-2,1), (-2,-1), (1,-2) or (-1,-2) on an n x n board.",
		Known:  "The far edge counts, so each board has a table of its own; nim-values 0 to 4.",
		Source: "TopCoder, Algorithm Games (rasto6sk)",
		Place:  board.PlaceKnight4,
		Alone:  2,
	},
	{
		Name: "amazon", Form: "amazon(x,y)", Example: "amazon(5,4)",
		Rules:  "Move the amazon as the queen, any distance left, down, or diagonally left and down, or as the knight, by (-1,-2) or (-2,-1).",
		Known:  "Nim-values by a table, and in rows that are proved to be periodic.",
		Source: "pieces of fairy chess: D. B. Pritchard, The Encyclopedia of Chess Variants (1994); their moves toward the corner as in Winning Ways, chapter 3",
		Place:  board.PlaceAmazon,
		Alone:  2,
	},
	{
		Name: "archbishop", Form: "archbishop(x,y)", Example: "archbishop(5,4)",
		Rules:  "Move the archbishop as the bishop, any distance diagonally left and down, or as the knight, by (-1,-2) or (-2,-1).",
		Known:  "Nim-values by a table, and in rows that are proved to be periodic.",
		Source: "as for the amazon",
		Place:  board.PlaceArchbishop,
		Alone:  2,
	},
	{
		Name: "chancellor", Form: "chancellor(x,y)", Example: "chancellor(5,4)",
		Rules:  "Move the chancellor as the rook, any distance left or down, or as the knight, by (-1,-2) or (-2,-1).",
		Known:  "Nim-values by a table, and in rows that are proved to be periodic.",
		Source: "as for the amazon",
		Place:  board.PlaceChancellor,
		Alone:  2,
	},
	{
		Name: "nightrider", Form: "nightrider(x,y)", Example: "nightrider(5,4)",
		Rules:  "Move the nightrider by (-1,-2) or (-2,-1), any number of times in the same direction.",
		Known:  "Nim-values by a table, and in rows that are proved to be periodic.",
		Source: "as for the amazon",
		Place:  board.PlaceNightrider,
		Alone:  2,
	},
	{
		Name: "wythoff", Form: "wythoff[a](x,y)", Example: "wythoff[2](5,4)",
		Rules:  "Take any positive number from one of two heaps, or k from one and l from the other with |k - l| < a; a = 1 is the queen.",
		Known:  "Outcome and winning moves by Fraenkel's theorem for any heaps; nim-values by a table, and in rows that are proved to be periodic.",
		Source: "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)",
		Place:  board.PlaceGeneralisedWythoff,
		Alone:  2,
	},
	{
		Name: "cyclic-nimhoff", Form: "cyclic-nimhoff[h](x,y,…)", Example: "cyclic-nimhoff[3](5,4,2)",
		Rules:  "Take any positive number from one heap, or numbers that add up to less than h from several heaps.",
		Known:  "The nim-value is h times the nim-sum of the ⌊x/h⌋, plus the sum of the x modulo h, for any heaps.",
		Source: "A. S. Fraenkel and M. Lorberbom, Nimhoff games, J. Combin. Theory A 58 (1991)",
		Place:  board.PlaceCyclicNimhoff,
		Alone:  2,

		AnyDimension: true,
	},
	{
		Name: "euclid", Form: "euclid(x,y)", Example: "euclid(5,13)",
		Rules:  "Subtract a positive multiple of the smaller number from the larger; both stay positive, so it ends at two equal numbers.",
		Known:  "The nim-value is ⌊|y/x - x/y|⌋, for any numbers (G. Nivasch 2006); Cole and Davie's form ends at 0 instead.",
		Source: "J. W. Grossman, A nim-type game, Math. Magazine 70 (1997), after A. J. Cole and A. J. T. Davie, Math. Gazette 53 (1969)",
		Place:  board.PlaceEuclid,
		Alone:  2,
		Least:  1,
	},
	{
		Name: "leaper", Form: "leaper[a,b,c,d,…](x,y,…)", Example: "leaper[-1,-2,-2,-1](5,4)",
		Rules:  "Move the piece once by (a,b), or (c,d), …; each move has as many numbers as the cell.",
		Known:  "A rule set is accepted if some direction is descended by every move; nim-values by a table, and in two dimensions far out where a period of rows or of the plane is proved.",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceLeaper,
		Alone:  2,

		AnyDimension: true,
	},
	{
		Name: "rider", Form: "rider[a,b,c,d,…](x,y,…)", Example: "rider[-1,0,0,-1,-1,-1](5,4)",
		Rules:  "Move the piece by (a,b), or (c,d), …, any number of times by the same; each move has as many numbers as the cell.",
		Known:  "With a single -1 in each move it is Nim; else a table. A rule set is accepted if some direction is descended by every move.",
		Source: "Winning Ways, chapter 3",
		Place:  board.PlaceRider,
		Alone:  2,

		AnyDimension: true,
	},
	{
		Name: "nimhof", Form: "nimhof[a,b,c,d,…](x,y,…)", Example: "nimhof[1,0,3,1,0,1](5,4)",
		Rules:  "Take i·a from the heap x and i·b from y, or i·c and i·d, …, for some i > 0.",
		Known:  "The rider with the rule vectors negated (OEIS A307301 for 1,0,3,1,0,1 and A307298 for 1,0,1,1,2,3,1,2,0,1).",
		Source: "Eric Friedman, Scott M. Garrabrant and others, Geometric analysis of a generalized Wythoff game, Games of No Chance 5 (2019)",
		Place:  board.PlaceNimhof,
		Alone:  2,

		AnyDimension: true,
	},
	{
		Name: pieceName, Form: "piece[leaps a,b c,d; rides a,b; side n; blocked x,y](x,y,…)", Example: "piece[leaps -1,-2 -2,-1; rides -1,0; side 8; blocked 3,3](5,4)",
		Rules:  "Move the piece once by a leap, or any number of times by a ride, on a board with that side, or with sides m,n, where 0 means no far edge; it cannot stand on blocked cells nor ride over them. Sections that are not needed are left out.",
		Known:  "A rule set is accepted if some direction is descended by every move; nim-values by a table, and in two dimensions far out where the period of a row is proved.",
		Source: "Winning Ways, chapter 3",
		Alone:  2,
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
	{
		Name: "graph", Form: "graph[FILE](node)", Example: "graph[game.txt](start)",
		Rules:  "Move along an edge of the graph in the file, which may have cycles; play that does not end is a draw.",
		Known:  "Nim-values by Smith's labels, finite or infinite; sums with other games in normal play; see grundy graph --help for what a file may hold.",
		Source: "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); Winning Ways, chapter 12",
		Place:  placeGraph,
	},
	{
		Name: "hackenbush", Form: "hackenbush[p1,…,pn](i,j,…)", Example: "hackenbush[0,0,1,3](1,2,3,4)",
		Rules:  "Green Hackenbush on a tree: p1 … pn are the parents of nodes 1 … n, 0 is the ground, and edge i, from node i to its parent, stands if it is named. Cut an edge; what is not joined to the ground falls. hackenbush(0,0,1,3) has all edges.",
		Known:  "The nim-value of what stands on a node is the nim-sum of one more than that of each branch, by the colon principle.",
		Source: "Winning Ways, chapter 7; AtCoder AGC 017 D, Game on Tree",
		Place:  tree.PlaceHackenbush,
	},
	{
		Name: "hackenbush-graph", Form: "hackenbush-graph[u1,v1,u2,v2,…](i,j,…)", Example: "hackenbush-graph[0,1,1,2,2,0](1,2,3)",
		Rules:  "Green Hackenbush on a graph: edge i joins vertices ui and vi, 0 is the ground, and the edges that stand are named. Cut an edge; what is not joined to the ground falls. hackenbush-graph(0,1,1,2,2,0) has all edges.",
		Known:  "Cycles are fused into loops, and what is left is a tree, by the fusion and colon principles.",
		Source: "Winning Ways, chapter 7",
		Place:  tree.PlaceHackenbushGraph,
	},
	{
		Name: "turning-turtles", Form: "turning-turtles(i,j,…)", Example: "turning-turtles(3,5,7)",
		Rules:  "Coins i, j, … of a row show heads: turn one from heads to tails and, if wanted, one before it; coins are numbered from 1.",
		Known:  "The nim-value is the nim-sum of the numbers of the heads: Nim in another guise.",
		Source: "H. W. Lenstra; Winning Ways, chapter 14",
		Place:  placeCoins(coin.TurningTurtles),
		Alone:  1,
		Least:  1,
	},
	{
		Name: "twins", Form: "twins(i,j,…)", Example: "twins(3,5,7)",
		Rules:  "Turn exactly two coins, the later one from heads to tails; coins are numbered from 0.",
		Known:  "The nim-value is the nim-sum of the numbers of the heads.",
		Source: "H. W. Lenstra; Winning Ways, chapter 14",
		Place:  placeCoins(coin.Twins),
		Alone:  1,
	},
	{
		Name: "mock-turtles", Form: "mock-turtles(i,j,…)", Example: "mock-turtles(2,4,9)",
		Rules:  "Turn a coin from heads to tails and, if wanted, one or two before it; coins are numbered from 0.",
		Known:  "Head n has the odious one of 2n and 2n+1 for its nim-value.",
		Source: "H. W. Lenstra; Winning Ways, chapter 14",
		Place:  placeCoins(coin.MockTurtles),
		Alone:  1,
	},
	{
		Name: "moebius", Form: "moebius(i,j,…)", Example: "moebius(2,4,9)",
		Rules:  "Turn a coin from heads to tails and, if wanted, up to four before it; coins are numbered from 0, and heads to 95.",
		Known:  "P positions of the first 18 coins are the words of the extended quadratic residue code of that length.",
		Source: "Winning Ways, chapter 14; J. H. Conway and N. J. A. Sloane, Lexicographic codes (1986)",
		Place:  coin.Moebius.Place,
		Alone:  1,
	},
	{
		Name: "mogul", Form: "mogul(i,j,…)", Example: "mogul(2,4,9)",
		Rules:  "Turn a coin from heads to tails and, if wanted, up to six before it; coins are numbered from 0, and heads to 36.",
		Known:  "P positions of the first 24 coins are the words of the extended code of Golay.",
		Source: "Winning Ways, chapter 14; J. H. Conway and N. J. A. Sloane, Lexicographic codes (1986)",
		Place:  coin.Mogul.Place,
		Alone:  1,
	},
	{
		Name: "moidores", Form: "moidores(i,j,…)", Example: "moidores(2,4,9)",
		Rules:  "Turn a coin from heads to tails and, if wanted, up to eight before it; coins are numbered from 0, and heads to 25.",
		Known:  "P positions are the words of the lexicode in which any two differ in ten places or more.",
		Source: "Winning Ways, chapter 14; J. H. Conway and N. J. A. Sloane, Lexicographic codes (1986)",
		Place:  coin.Moidores.Place,
		Alone:  1,
	},
	{
		Name: "turning-up-to", Form: "turning-up-to[k](i,j,…)", Example: "turning-up-to[4](2,4,9)",
		Rules:  "Turn a coin from heads to tails and, if wanted, others before it, at most k coins in all; coins are numbered from 0.",
		Known:  "P positions are the words of the lexicode in which any two differ in more than k places; k = 3 is mock-turtles.",
		Source: "Winning Ways, chapter 14; J. H. Conway and N. J. A. Sloane, Lexicographic codes (1986)",
		Place:  coin.PlaceUpTo,
		Alone:  1,
	},
	{
		Name: "ruler", Form: "ruler(i,j,…)", Example: "ruler(6,9,12)",
		Rules:  "Turn any number of coins side by side, the last one from heads to tails; coins are numbered from 1, and heads are among the first 4096.",
		Known:  "The nim-value of head n is the largest power of two that divides n.",
		Source: "H. W. Lenstra; Winning Ways, chapter 14",
		Place:  placeCoins(coin.Ruler),
		Alone:  1,
		Least:  1,
	},
	{
		Name: "turning", Form: "turning[s,t,…](i,j,…)", Example: "turning[1,3,4](5,11)",
		Rules:  "Turn two coins at a distance of s, t, …, one of the numbers in brackets, the later one from heads to tails; coins are numbered from 0.",
		Known:  "Head n is the heap of n of the subtraction game of these numbers, whose nim-values are periodic.",
		Source: "Winning Ways, chapter 14",
		Place:  coin.PlaceDistances,
		Alone:  1,
	},
	{
		Name: "turning-corners", Form: "turning-corners(x,y,…)", Example: "turning-corners(3,4,5,6)",
		Rules:  "Coins in the plane: turn the four corners of a rectangle, the one farthest from (0,0) from heads to tails.",
		Known:  "Twins times Twins: head (x,y) has the nim-product of x and y for its nim-value, by the Tartan theorem.",
		Source: "H. W. Lenstra, Nim multiplication (1978); Winning Ways, chapter 14",
		Place:  placeCells(coin.TurningCorners),
		Alone:  2,
	},
	{
		Name: "rugs", Form: "rugs(x,y,…)", Example: "rugs(3,5,4,12)",
		Rules:  "Coins in the plane, x and y from 1: turn all coins of a rectangle, the one farthest from (1,1) from heads to tails; x times y is at most 4096 for heads.",
		Known:  "Ruler times Ruler: the nim-product of the largest powers of two that divide x and y, by the Tartan theorem.",
		Source: "Winning Ways, chapter 14",
		Place:  placeCells(coin.Rugs),
		Alone:  2,
		Least:  1,
	},
	{
		Name: "tartan", Form: "tartan[i,j](x,y,…)", Example: "tartan[3,4](5,6)",
		Rules:  "Coins in the plane: a move in a row by rule i and one in a column by rule j turn all coins where these meet (1 turning-turtles, 2 twins, 3 mock-turtles, 4 ruler); with rule 4, heads are near enough for their moves to be listed.",
		Known:  "Head (x,y) has the nim-product of the values on the two lines, by the Tartan theorem.",
		Source: "H. W. Lenstra; Winning Ways, chapter 14",
		Place:  coin.PlaceTartan,
		Alone:  2,
		Least:  1,
	},
}

// placeCoins returns a function that makes components of the form
// mock-turtles(2,4,9).
func placeCoins(line coin.Line) func(rule, args []grundy.Arg) (grundy.Component, error) {
	return func(rule, args []grundy.Arg) (grundy.Component, error) { return coin.PlaceRow(line, rule, args) }
}

// placeCells returns a function that makes components of the form
// rugs(3,5,4,12).
func placeCells(game coin.Product) func(rule, args []grundy.Arg) (grundy.Component, error) {
	return func(rule, args []grundy.Arg) (grundy.Component, error) {
		return coin.PlaceProduct(game, rule, args)
	}
}
