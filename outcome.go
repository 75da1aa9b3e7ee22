package grundy

// P, N and D, and the two conventions.

import "fmt"

// An Outcome says who wins a position under best play.
type Outcome uint8

const (
	// P: the previous player wins, that is, the player to move loses.
	P Outcome = iota
	// N: the next player, the one to move, wins.
	N
	// D: nobody can force a win; only games with cycles can be drawn.
	D
)

// String returns "P", "N" or "D".
func (o Outcome) String() string {
	if int(o) < len("PND") {
		return "PND"[o : o+1]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// A Convention says what it means to have no move.
type Convention uint8

const (
	// Normal play: a player who cannot move loses.
	Normal Convention = iota
	// Misere play: a player who cannot move wins.
	Misere
)

// String returns "normal" or "misere".
func (c Convention) String() string {
	switch c {
	case Normal:
		return "normal"
	case Misere:
		return "misere"
	}
	return fmt.Sprintf("Convention(%d)", uint8(c))
}
