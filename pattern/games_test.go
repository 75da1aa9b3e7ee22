package pattern_test

// This file asks for the patterns of games that have known ones, from the rules alone.

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// games are those whose pattern must be found, and where proved says so be proved.
var games = []struct {
	name   string
	misere bool
	of     []pattern.Kind // nil for what [pattern.Guess] takes
	family pattern.Family // "" for none
	proved bool
	quick  bool // for the short run
}{
	{"nim", false, nil, pattern.Arithmetic, true, true},
	{"nim(_,_)", false, nil, pattern.Bits, true, true},
	{"nim(_,_,_)", false, nil, pattern.Bits, true, false},
	{"nim(_,_,_,_)", false, nil, pattern.Bits, true, false},
	{"nim(_,_,_)", true, outcomes, pattern.Bits, true, false},
	{"queen", false, outcomes, pattern.Beatty, true, true},
	{"queen", false, nil, pattern.Beatty, true, false},
	{"queen", true, outcomes, pattern.Beatty, true, false},
	{"wythoff[2]", false, outcomes, pattern.Beatty, true, false},
	{"wythoff[3]", false, outcomes, pattern.Beatty, true, false},
	{"wythoff[4]", false, outcomes, pattern.Beatty, true, false},
	{"fibonacci-nim", false, nil, pattern.Beatty, true, false},
	{"fibonacci-nim(_,_)", false, outcomes, pattern.Beatty, true, false},
	{"dynamic-nim(_,_,1)", false, outcomes, pattern.Bits, true, false},
	{"dynamic-nim(_,_,2)", false, outcomes, pattern.Beatty, true, false},
	{"dynamic-nim(_,_,3)", false, outcomes, pattern.Automaton, true, false},
	{"short-wythoff(_,_,1)", false, outcomes, pattern.Beatty, true, false},
	{"short-wythoff(_,_,3)", false, outcomes, pattern.Automaton, true, false},
	{"short-wythoff(_,_,6)", false, outcomes, pattern.Automaton, true, false},
	{"short-wythoff(_,_,12)", false, outcomes, pattern.Automaton, true, false},
	{"wythoff[2]", true, outcomes, pattern.Beatty, true, true}, // A. S. Fraenkel, Theoretical Computer Science 29, 1984,
	{"wythoff[3]", true, outcomes, pattern.Beatty, true, false},
	{"mark", false, nil, pattern.Automaton, true, true},
	{"counter", false, nil, pattern.Bits, true, true},
	{"king", false, nil, pattern.Coordinates, true, true},
	{"knight", false, nil, pattern.Coordinates, true, false},
	{"bishop", false, nil, pattern.Coordinates, true, false},
	{"rook", false, nil, pattern.Bits, true, false},
	{"leaper[-2,1,-2,-1,1,-2,-1,-2](_,_)", false, nil, pattern.Coordinates, true, false},
	{"subtraction[1,3,4]", false, nil, pattern.Periodic, true, true},
	{"subtraction[2,5,7]", false, nil, pattern.Periodic, true, false},
	{"allbut[1,3]", false, nil, pattern.Arithmetic, true, true},
	{"laskers-nim", false, nil, pattern.Arithmetic, true, true},
	{"kayles", false, nil, pattern.Periodic, true, false},
	{"staircase(_,_,_,_)", false, nil, pattern.Bits, true, false},
	{"staircase(_,_,_,_,_)", false, nil, pattern.Bits, true, false},
	{"nimble([_,_,_])", false, nil, pattern.Residues, true, false},
	{"subtract-a-divisor", false, nil, pattern.Valuation, false, false},
	{"proper-divisors", false, nil, pattern.Valuation, false, false},
	{"tower-breakers-again", false, nil, pattern.Valuation, false, false},
	{"bishop", false, []pattern.Kind{pattern.NimValue(3)}, pattern.Coordinates, true, true},
	{"nim(_,_)", false, []pattern.Kind{pattern.NimValue(2)}, pattern.Bits, true, false},
	{"mark", false, []pattern.Kind{pattern.NimValue(1)}, pattern.Automaton, true, false},
	{"queen", false, []pattern.Kind{pattern.NimValue(1)}, "", false, false},
	{"powers", false, nil, pattern.Periodic, true, true},
	{"grundy", false, nil, "", false, false},
	{"chomp([_,_,_])", false, nil, "", false, false},
	{"euclid", false, []pattern.Kind{pattern.NimValues}, pattern.Coordinates, false, true}, // G. Nivasch, Integers 6, 2006
	{"euclid", false, outcomes, pattern.Beatty, false, true},
	{"turning-corners", false, outcomes, pattern.Coordinates, false, false},
	{"turning-corners", false, []pattern.Kind{pattern.NimValues}, pattern.Bits, false, false}, // Winning Ways, chapter 14
	// An automaton of 29 states finds the P-positions of exact32 (V. Gurvich, N. B. Ho, arXiv 1508.05777).
	// The box leaves the range of the rules, a coordinate rises, and each nim-value stands at numbers of one kind.
	{"adap60.star", false, nil, pattern.Bits, true, true},
	{"button.star", false, outcomes, pattern.Coordinates, true, true},
	{"exact32.star", false, outcomes, pattern.Automaton, true, false},
	{"exact32.star", true, outcomes, pattern.Automaton, true, false},
	{"maxnim.star", false, []pattern.Kind{pattern.NimValues}, pattern.Valuation, false, true},
}

// slowest take longer than the others of games; they differ from those before them in one number.
var slowest = []string{"dynamic-nim(_,_,3)", "short-wythoff(_,_,3)", "short-wythoff(_,_,6)", "short-wythoff(_,_,12)", "misère exact32.star"}

var outcomes = []pattern.Kind{pattern.Outcomes}

func TestGames(t *testing.T) {
	for _, c := range long.Every(8, games) {
		name := c.name
		if c.misere {
			name = "misère " + name
		}
		if !c.quick && !long.Asked || slices.Contains(slowest, name) && !long.Whole {
			continue
		}
		t.Run(name, func(t *testing.T) {
			game, err := position.ParseGameWith(t.Context(), c.name, 0, position.Files{
				Open: func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join("testdata", name)) },
			})
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			p, _, err := pattern.Guess(t.Context(), pattern.Question{Game: game, Of: c.of, Misere: c.misere, Budget: solve.Budget{Steps: 1 << 26}})
			if err != nil {
				t.Fatal(err)
			}
			found := time.Since(start).Round(time.Millisecond)
			switch {
			case p == nil && c.family == "":
				t.Logf("none found in %v", found)
				return
			case p == nil:
				t.Fatalf("none found in %v, want a pattern of the family %s", found, c.family)
			case p.Family != c.family:
				t.Errorf("family %s, want %s", p.Family, c.family)
			}
			t.Logf("%s, %s: %s; to %v in %v", p.Of, p.Family, p.Words, p.CheckedTo, found)
			start = time.Now()
			proof, err := p.Prove(t.Context())
			if err != nil {
				t.Logf("not proved: %v", err)
			} else {
				t.Logf("proved in %v: %s", time.Since(start).Round(time.Millisecond), proof.Statement)
			}
			if c.proved != (proof != nil) {
				t.Errorf("proved: %v, want %v", proof != nil, c.proved)
			}
		})
	}
}

// BenchmarkGuess finds and proves a pattern, all in: from the game's name to the theorem.
func BenchmarkGuess(b *testing.B) {
	for _, name := range []string{"queen", "nim(_,_,_)", "mark", "king", "fibonacci-nim(_,_)", "wythoff[3]"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				game, err := position.ParseGame(name)
				if err != nil {
					b.Fatal(err)
				}
				p, _, err := pattern.Guess(b.Context(), pattern.Question{Game: game})
				if err != nil || p == nil {
					b.Fatal(p, err)
				}
				if _, err := p.Prove(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
