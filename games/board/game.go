package board

// Games that are given by their moves, in any number of dimensions, choose their engine here.

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/rows"
)

// A Game is the game of some [Rules]. [New] makes one. A position is the
// piece's cell, one coordinate a side, each at most [MaxCoordinate]; on a board without
// a far edge, options of it may lie beyond.
type Game struct {
	*moves.Space
	piece *Piece // the same game, where the engines in two dimensions know it
	parts []part // whose sum it is, or nil

	// plane finds what is known of the nim-values far out, without a far edge, or
	// is nil.
	plane *rows.PlaneStudy
}

var (
	_ grundy.Game[[]uint64]          = (*Game)(nil)
	_ grundy.Identified              = (*Game)(nil)
	_ grundy.Notation[[]uint64]      = (*Game)(nil)
	_ grundy.OptionCounter[[]uint64] = (*Game)(nil)
	_ grundy.Bounded[[]uint64]       = (*Game)(nil)
	_ grundy.Measurer[[]uint64]      = (*Game)(nil)
	_ grundy.Learner[[]uint64]       = (*Game)(nil)
	_ grundy.Finder[[]uint64]        = (*Game)(nil)
	_ grundy.Tabler[[]uint64]        = (*Game)(nil)
	_ grundy.MoveNamer[[]uint64]     = (*Game)(nil)
	_ grundy.Scener[[]uint64]        = (*Game)(nil)
)

// New returns the game of some rules. The error is a *[RulesError]; it is also
// returned for rules by which play need not end, and names moves that can circle, or
// be repeated for ever (moves/direction.go says which rules these are).
//
// Moves that others include are dropped: without blocked cells, leaps and rides
// that are multiples of a ride.
func New(rules Rules) (*Game, error) {
	space, err := moves.New(rules)
	if err != nil {
		return nil, err
	}
	g := &Game{Space: space, plane: rows.FarLeaper(space)}
	g.parts = g.findParts()
	g.piece = g.findPiece()
	return g, nil
}

// findPiece returns the game as a [Piece], or nil if it is none.
func (g *Game) findPiece() *Piece {
	moves, ok := g.Plane()
	if !ok {
		return nil
	}
	p := &Piece{Plane: moves}
	if known, ok := knownPiece(p.Leaps, p.Rides); ok {
		known.Name, known.Side = moves.Name, moves.Side
		p = &known
	}
	switch {
	case p.measure != nil:
	case g.plane != nil:
		p.measure, p.learning = measureBy(g.plane.Value), g.plane.Plan
		p.farRow = g.plane.Row
	case g.parts != nil:
		p.answerByParts(g)
	}
	return p
}

// knownPiece returns the piece of closed forms that has those steps.
func knownPiece(leaps, rides []moves.Step) (Piece, bool) {
	for _, known := range []Piece{Queen(), Rook(), Bishop(), King(), Knight()} {
		if sameSteps(known.Leaps, leaps) && sameSteps(known.Rides, rides) {
			return known, true
		}
	}
	return Piece{}, false
}

func sameSteps(a, b []moves.Step) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s moves.Step) bool { return !slices.Contains(b, s) })
}

// Piece returns the same game as a [Piece], which is faster, where there is
// one: in two dimensions, without blocked cells, on a square board, where no ride
// and, if there is a ride, no leap raises a coordinate, and the numbers of a ride
// have no common divisor; and where every leap lowers x+y.
func (g *Game) Piece() (Piece, bool) {
	if g.piece == nil {
		return Piece{}, false
	}
	return *g.piece, true
}

// Named returns the name of the piece that moves as p does, such as queen, if there is one
// and the board has no end.
func (p Piece) Named() (name string, ok bool) {
	known, ok := knownPiece(p.Leaps, p.Rides)
	return known.Name, ok && p.Side == 0
}

// Game returns the same game given by its rules.
func (p Piece) Game() (*Game, error) {
	rules := Rules{Name: p.String(), Sides: []uint64{p.Side, p.Side}}
	for _, s := range p.Leaps {
		rules.Leaps = append(rules.Leaps, []int64{s.DX, s.DY})
	}
	for _, s := range p.Rides {
		rules.Rides = append(rules.Rides, []int64{s.DX, s.DY})
	}
	return New(rules)
}

// Place makes a component of g, with the fastest engines that know it. The
// error is the one that [Game.Check] returns.
func (g *Game) Place(cell []uint64) (grundy.Component, error) {
	if err := g.Check(cell); err != nil {
		return nil, err
	}
	if g.piece != nil {
		return grundy.Place(*g.piece, Cell{X: cell[0], Y: cell[1]}), nil
	}
	return grundy.Place(g, slices.Clone(cell)), nil
}

// Measure implements [grundy.Measurer] where the game falls apart into heaps of Nim
// and other games that are known (parts.go), and for leapers far out where their
// nim-values are proved (rows/leapers.go).
func (g *Game) Measure(m grundy.Measure, cell []uint64) (measure uint64, method string, ok bool) {
	if g.plane != nil {
		return measureBy(g.plane.Value)(m, Cell{X: cell[0], Y: cell[1]})
	}
	return measureBy(g.measureParts)(m, cell)
}

// PlanLearning implements [grundy.Learner]: for leapers far out, and where parts have
// something to learn.
func (g *Game) PlanLearning(m grundy.Measure, cell []uint64) (grundy.Learning, bool) {
	switch {
	case !m.FollowsFromNimValue():
		return grundy.Learning{}, false
	case g.plane != nil:
		return g.plane.Plan(Cell{X: cell[0], Y: cell[1]})
	}
	return g.learnParts(cell)
}

// FindOptions implements [grundy.Finder] where the game falls apart into heaps of Nim
// and leapers that are known, in O(1) for each heap and leap.
func (g *Game) FindOptions(m grundy.Measure, cell []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	v, ok := g.knownParts(cell)
	if !ok {
		return grundy.Found[[]uint64]{}, false
	}
	runs, ok := v.findRuns(m, lo, hi)
	return moves.Found(cell, runs, moves.Stepped), ok
}
