package board

// Four forms give a game by its moves: leaper, rider, nimhof and piece. Here their numbers are
// checked.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// PlaceLeaper makes a component of the form leaper[-1,-2,-2,-1](5,4). The
// numbers in brackets are leaps one behind the other, each of as many numbers as
// the position has coordinates.
func PlaceLeaper(brackets, args []grundy.Arg) (grundy.Component, error) {
	return placeMoves("leaper", brackets, args, func(moves [][]int64) Rules { return Rules{Leaps: moves} })
}

// PlaceRider makes a component of the form rider[-1,0,0,-1,-1,-1](5,4), in which
// the moves are rides.
func PlaceRider(brackets, args []grundy.Arg) (grundy.Component, error) {
	return placeMoves("rider", brackets, args, func(moves [][]int64) Rules { return Rules{Rides: moves} })
}

// PlaceNimhof makes a component of the form nimhof[1,0,3,1,0,1](5,4), in which a
// vector (a,b) lets a player take i a from the one heap and i b from the other,
// i > 0. It is the rider with the vectors negated, and takes any number of heaps.
// Eric Friedman, Scott M. Garrabrant and others, who studied it, spell it so; the game of
// [PlaceCyclicNimhoff] is another one.
func PlaceNimhof(brackets, args []grundy.Arg) (grundy.Component, error) {
	for i, a := range brackets {
		if a.Neg {
			return nil, grundy.BracketErrorf(i, "%s: the numbers of a move are taken from heaps: want 0 or more", a.Text)
		}
	}
	negated := slices.Clone(brackets)
	for i := range negated {
		negated[i].Neg = negated[i].Abs != 0
	}
	return placeMoves("nimhof", negated, args, func(moves [][]int64) Rules { return Rules{Rides: moves} })
}

// placeMoves makes a component whose moves are all of one kind.
func placeMoves(name string, brackets, args []grundy.Arg, rules func([][]int64) Rules) (grundy.Component, error) {
	d := len(args)
	if d < 1 || d > moves.MostDimensions {
		return nil, grundy.Errorf(-1, "%d coordinates: want 1 … %d", d, moves.MostDimensions)
	}
	if len(brackets) == 0 || len(brackets)%d != 0 {
		noun := "numbers"
		if len(brackets) == 1 {
			noun = "number"
		}
		return nil, grundy.BracketErrorf(-1, "%d %s in brackets: want %d for each move, as many as there are coordinates", len(brackets), noun, d)
	}
	var vectors [][]int64
	for from := range slices.Chunk(brackets, d) {
		move, i := int64s(from)
		if i >= 0 {
			return nil, grundy.BracketErrorf(len(vectors)*d+i, "%s: the numbers of a move are -%d … %[2]d", from[i].Text, moves.LongestStep)
		}
		vectors = append(vectors, move)
	}
	r := rules(vectors)
	r.Name, r.Sides = name, make([]uint64, d)
	g, err := New(r)
	if err != nil {
		return nil, bracketOf(err, len(brackets), d)
	}
	normal := slices.Concat(g.Steps()...)
	if name == "nimhof" {
		for i := range normal {
			normal[i] = -normal[i]
		}
	}
	g.rename(name + "[" + moves.NumbersText(normal) + "]")
	return g.PlaceArgs(args)
}

// bracketOf turns a complaint about a move into one about the number in brackets
// with which it begins. Where the numbers could be moves in another dimension, it says how
// they are read.
func bracketOf(err error, numbers, dimension int) error {
	var wrong *RulesError
	if !errors.As(err, &wrong) || wrong.Part == "" {
		return grundy.BracketErrorf(-1, "%v", err)
	}
	reading := ""
	for other := 1; other <= moves.MostDimensions && reading == ""; other++ {
		if other != dimension && numbers%other == 0 {
			reading = fmt.Sprintf("; the %d numbers are read as moves of %d, one for each coordinate", numbers, dimension)
		}
	}
	return grundy.BracketErrorf(wrong.Index*dimension, "%s%s", wrong.Msg, reading)
}

// int64s returns the numbers of a vector, and which of them is too large for a
// move, or -1.
func int64s(args []grundy.Arg) (v []int64, wrong int) {
	v = make([]int64, len(args))
	for i, a := range args {
		if a.Big || a.Abs > moves.LongestStep {
			return nil, i
		}
		if v[i] = int64(a.Abs); a.Neg {
			v[i] = -v[i]
		}
	}
	return v, -1
}

// rename gives the game a name.
func (g *Game) rename(name string) {
	g.Name = name
	if g.piece != nil {
		g.piece.Name = name
	}
}

// PlaceArgs makes a component of g at the cell args. Its error is a
// [*grundy.PositionError].
func (g *Game) PlaceArgs(args []grundy.Arg) (grundy.Component, error) {
	if len(args) != len(g.Board) {
		return nil, grundy.Errorf(-1, "want %d numbers, one for each axis of the board, not %d", len(g.Board), len(args))
	}
	cell := make([]uint64, len(args))
	for i, a := range args {
		var ok bool
		if cell[i], ok = a.Uint63(); !ok || cell[i] > moves.FarEdge(g.Board[i]) {
			return nil, grundy.Errorf(i, "%s: a coordinate is 0 … %d here", a.Text, moves.FarEdge(g.Board[i]))
		}
	}
	return g.Place(cell)
}

// A Section is a part of the brackets of the form
//
//	piece[leaps -1,-2 -2,-1; rides -1,0; side 8; blocked 3,3 4,4](5,4)
//
// a name and vectors behind it.
type Section struct {
	Name    string
	Vectors [][]grundy.Arg
}

// sectionNames are the names of sections.
var sectionNames = []string{"leaps", "rides", "side", "sides", "blocked"}

// SectionNames returns the names that a [Section] can have: leaps, rides, side,
// the one number of a board that is alike in all directions, sides, one number
// each, 0 where the board has no far edge, and blocked.
func SectionNames() []string { return slices.Clone(sectionNames) }

// FromSections returns the game that sections describe. Dimension is the number of
// coordinates, or 0 if it is not known; then the first vector decides, or it is 2
// if there is none. The error is a *[RulesError] whose part is the section's name
// and whose index is the index of the vector.
func FromSections(sections []Section, dimension int) (*Game, error) {
	var rules Rules
	for _, s := range sections {
		if dimension == 0 && s.Name != "side" {
			dimension = len(s.Vectors[0])
		}
	}
	if dimension == 0 {
		dimension = 2
	}
	if dimension < 1 || dimension > moves.MostDimensions {
		return nil, moves.RulesErrorf("", 0, "%d coordinates: want 1 … %d", dimension, moves.MostDimensions)
	}
	rules.Sides = make([]uint64, dimension)
	for _, s := range sections {
		if err := addSection(&rules, s); err != nil {
			return nil, err
		}
	}
	return New(rules)
}

// addSection adds what a section says.
func addSection(r *Rules, s Section) error {
	d := len(r.Sides)
	for i, v := range s.Vectors {
		switch s.Name {
		case "leaps", "rides":
			move, wrong := int64s(v)
			if wrong >= 0 {
				return moves.RulesErrorf(s.Name, i, "%s: the numbers of a move are -%d … %[2]d", v[wrong].Text, moves.LongestStep)
			}
			if s.Name == "leaps" {
				r.Leaps = append(r.Leaps, move)
			} else {
				r.Rides = append(r.Rides, move)
			}
		case "blocked", "sides", "side":
			want := d
			if s.Name == "side" {
				want = 1
			}
			if s.Name != "blocked" && i > 0 || len(v) != want {
				if s.Name == "side" {
					return moves.RulesErrorf(s.Name, i, "want one number behind side, for all axes; behind sides there is one for each")
				}
				return moves.RulesErrorf(s.Name, i, "want %d numbers, with a comma between them, behind %s", want, s.Name)
			}
			numbers := make([]uint64, len(v))
			for j, a := range v {
				var ok bool
				if numbers[j], ok = a.Uint63(); !ok || s.Name == "side" && numbers[j] == 0 {
					return moves.RulesErrorf(s.Name, i, "%s: want a number to %d behind %s", a.Text, uint64(MaxCoordinate), s.Name)
				}
			}
			switch s.Name {
			case "blocked":
				r.Blocked = append(r.Blocked, numbers)
			case "sides":
				copy(r.Sides, numbers)
			default:
				for j := range r.Sides {
					r.Sides[j] = numbers[0]
				}
			}
		default:
			return moves.RulesErrorf(s.Name, i, "unknown section %q: want one of %s", s.Name, strings.Join(sectionNames, ", "))
		}
	}
	return nil
}

// PlaceSections makes a component of the form piece[…](5,4).
func PlaceSections(sections []Section, args []grundy.Arg) (grundy.Component, error) {
	g, err := FromSections(sections, len(args))
	if err != nil {
		return nil, err
	}
	return g.PlaceArgs(args)
}
