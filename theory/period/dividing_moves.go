package period

// How dividing.go describes the moves of a game.

// A Dividing describes the moves of a game that takes and divides. Moves that
// take all of a heap do not matter.
type Dividing struct {
	Moves []Division
	Steps uint64 // bounds the steps of a search for a proof; 0 for no bound
}

// A Division takes some tokens, fewer than 0 if it adds some, and leaves heaps.
type Division struct {
	Taken, Heaps int
	Distinct     bool // the heaps, three at most, must differ, all or not all: all is assumed
}
