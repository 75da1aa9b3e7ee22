package board

// The tests share these pieces, and the measures by definition.

import (
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/oracle"
)

// namedPieces returns every piece that has a name, and boards on which the far
// edge counts.
func namedPieces() []Piece {
	return []Piece{Queen(), Rook(), Bishop(), King(), Knight(), Knight4(1), Knight4(4), Knight4(8), Knight4(13)}
}

// otherPieces returns pieces that the tables must also know.
func otherPieces() []Piece {
	leaps := Knight().Leaps
	pieces := []Piece{
		{Plane: moves.Plane{Name: "amazon", Leaps: leaps, Rides: Queen().Rides}}, {Plane: moves.Plane{Name: "archbishop", Leaps: leaps, Rides: Bishop().Rides}},
		{Plane: moves.Plane{Name: "nightrider", Rides: leaps}}, {Plane: moves.Plane{Name: "chancellor", Leaps: leaps, Rides: Rook().Rides}},
	}
	for _, p := range boardtest.OtherPlanes()[3:] {
		pieces = append(pieces, Piece{Plane: p})
	}
	return pieces
}

// definition returns what the oracle says of the measures.
func definition(truth *oracle.Oracle, m grundy.Measure, c grundy.Component) uint64 {
	switch m {
	case grundy.ByOutcome:
		if truth.Wins(oracle.One, grundy.Normal, []grundy.Component{c}) {
			return 1
		}
		return 0
	case grundy.ByNimValue:
		return truth.Value(c)
	case grundy.ByRemoteness:
		return truth.Remoteness(c)
	case grundy.ByMisereRemoteness:
		return truth.Length(c, grundy.Misere, false)
	case grundy.BySuspense:
		return truth.Length(c, grundy.Normal, true)
	case grundy.ByMisereSuspense:
		return truth.Length(c, grundy.Misere, true)
	}
	panic(fmt.Sprint("no definition of ", m))
}
