package position_test

// This file compares games with what others have published of the game that has the name:
// small positions, their nim-values or who wins, and where that stands. Formulas and long
// rows are in catalog/known_test.go. Not found elsewhere, or known by their rules only, are
// the games of contests, and fairy pieces.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

const (
	winningWays4  = "Winning Ways, chapter 4, tables of octal games; A. Flammenkamp, octal.html"
	winningWays14 = "Winning Ways, chapter 14"
	cgsuite       = "CGSuite, GameHeapTest (A. N. Siegel)"
)

// published are rows of nim-values: "_" in a position stands for 0, 1, 2, … or for the numbers
// from a first one on. Values of P and N are "P" and "N".
var published = []struct {
	position string
	from     int
	values   string
	source   string
}{
	{"nim(_)", 0, "0 1 2 3 4 5 6 7", "C. L. Bouton 1901"},
	{"nim(3,5,_)", 5, "3 0 1", "C. L. Bouton 1901"},
	{"subtraction[2,3,7](_)", 1, "0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0", cgsuite},
	{"subtraction[2,3,5](_)", 0, "0 0 1 1 2 2 3 0 0 1 1 2 2 3", "cgt-tools, subtraction.rs"},
	{"allbut[2,3,7](_)", 1, "1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10", cgsuite},
	{"grundy(_)", 1, "0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0", "OEIS A002188; " + cgsuite},
	{"partition-distinct[2](_)", 1, "0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0", "OEIS A002188"},
	{"kayles(_)", 1, "1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1", "OEIS A002186; " + cgsuite},
	{"dawsons-kayles(_)", 1, "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3", cgsuite + ", DawsonsKayles"},
	{"dawsons-chess(_)", 0, "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3", "OEIS A002187"},
	{"node-kayles-path(_)", 0, "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5", "OEIS A002187, Dawson's Chess"},
	{"officers(_)", 0, "0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2", winningWays4},
	{"0.15(_)", 0, "0 1 1 0 1 1 2 2 1 2 2 1 1 0 1 1", winningWays4 + ": Guiles"},
	{"treblecross(_)", 3, "1 2 2 0 3 3 1 1 1 0 4 3", winningWays4 + ": 0.007, two farther on"},
	{"laskers-nim(_)", 0, "0 1 2 4 3 5 6 8 7 9 10 12 11", "Winning Ways, chapter 4; T. S. Ferguson, Game Theory, I.4.4"},
	{"fibonacci-nim(_)", 1, "P P P N P N N P N N N N P N N N N N N N P", "M. J. Whinihan, Fibonacci Quarterly 1 (1963)"},
	{"wythoff(3,_)", 0, "3 4 5 6 2 0 1 9 10 12", "OEIS A004481"},
	{"queen(1,_)", 0, "1 2 0 4 5 3 7 8 6 10 11 9 13 14 12", "OEIS A004482"},
	{"queen(_,5)", 1, "N N P N N N N N", "W. A. Wythoff 1907: (1,2), (3,5), (4,7)"},
	{"rook(5,_)", 0, "5 4 7 6 1 0 3 2", "Nim with two heaps"},
	{"euclid(5,_)", 1, "4 2 1 0 0 0 0 0 1 1 1 1 2", "G. Nivasch, Discrete Math. 306 (2006): floor(|y/x - x/y|)"},
	{"turning-turtles(_)", 1, "1 2 3 4 5 6 7", winningWays14},
	{"twins(_)", 0, "0 1 2 3 4 5 6 7", winningWays14},
	{"mock-turtles(_)", 0, "1 2 4 7 8 11 13 14 16 19 21 22 25 26 28 31", "OEIS A000069; " + cgsuite + ", 1-3"},
	{"ruler(_)", 1, "1 2 1 4 1 2 1 8 1 2 1 4 1 2 1 16 1 2 1 4", "OEIS A006519; " + cgsuite + ", 1+C"},
	{"turning-up-to[9](_)", 0, "1 2 4 8 16 32 64 128 256 511 512 1024 2048 4096 7711", cgsuite + ", 1-9"},
	{"moebius(_)", 0, "1 2 4 8 16 31 32 64 103 128", winningWays14 + ", table 3"},
	{"turning-corners(2,_)", 0, "0 2 3 1 8 10 11 9", "OEIS A051775, nim-products"},
	{"rugs(2,_)", 1, "2 3 2 8 2 3 2", winningWays14 + ": the nim-product of powers of two"},
	{"welter(0,1,_)", 2, "0 1 2 3 4 5", "On Numbers and Games, chapter 13"},
	{"nimble(0,_)", 0, "0 1 0 1 0", "Winning Ways: a coin on square i is a heap of i"},
	{"staircase(0,3,_)", 0, "3 3 3 3", "the coins on odd steps"},
	{"hackenbush(0,1,_)", 0, "3 1 3", "Winning Ways, chapter 7: the colon principle"},
	{"chomp(2,_)", 1, "N N N N N", "D. Gale 1974: the first player wins"},
	{"bitter-chocolate(_,3,0)", 3, "N P N N", "Winning Ways, chapter 18: two rows are P if one is longer by one"},
	{"cram(1,_)", 1, "0 1 1 2 0 3 1 1 0 3 3 2", "OEIS A002187, n farther on by one"},
	{"cram(2,_)", 1, "1 0 1 0 1", "Winning Ways, chapter 15"},
	{"cram(4,_)", 4, "0 2", "P. Beling, impartial-games"},
	{"notakto(3,_)", 3, "N", "T. E. Plambeck, G. Whitehead 2013: the middle"},
	{"peaceful-queens(_,_)", 0, "0 1 1 2 1 3", "OEIS A344227"},
	{"mark(_)", 1, "N P N N N P N P N P", "A. S. Fraenkel, Discrete Math. 312 (2012): P where a number ends in an odd number of zeros, OEIS A036554"},
	{"powers(_)", 0, "0 1 2 0 1 2 0 1 2", "Winning Ways, chapter 4: n mod 3"},
	{"squares(_)", 0, "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2", "OEIS A014586"},
	{"cutcake(_,2)", 1, "1 1 1 1", "an even number of squares: N"},
}

func TestPublishedByName(t *testing.T) {
	for _, p := range long.Every(9, published) {
		var got []string
		for i := range strings.Fields(p.values) {
			text := strings.ReplaceAll(p.position, "_", fmt.Sprint(p.from+i))
			sum, err := position.Parse(text)
			if err != nil {
				t.Error(err)
				break
			}
			a, err := solve.Solve(t.Context(), solve.Question{Sum: sum})
			switch {
			case err != nil:
				t.Error(err)
			case strings.ContainsAny(p.values, "NP"):
				got = append(got, map[grundy.Outcome]string{grundy.N: "N", grundy.P: "P"}[a.Outcome])
			case a.NimValue != nil:
				got = append(got, fmt.Sprint(*a.NimValue))
			default:
				got = append(got, a.Outcome.String())
			}
		}
		if strings.Join(got, " ") != p.values {
			t.Errorf("%s from %d:\n%s, published\n%s (%s)", p.position, p.from, strings.Join(got, " "), p.values, p.source)
		}
	}
}
