package position

// How hard a game is to play well, by what it takes, and the games to begin with.

// A Skill is what it takes to play a game well. Rules and games.json name it by a word.
type Skill struct {
	Name       string
	Difficulty int    // 1 … 3
	Says       string // one sentence
}

// Skills returns them, the easy ones first.
func Skills() []Skill {
	return []Skill{
		{"forced", 1, "Nobody has a choice: count the moves."},
		{"count", 1, "Count back from the end: mark what is lost for the player to move."},
		{"copy", 1, "Copy the opponent: look for an answer to every move."},
		{"xor", 2, "Write the heaps in binary: equal digits cancel."},
		{"table", 2, "Fill a table: smaller positions decide larger ones."},
		{"numbers", 2, "Look at divisors, remainders or powers."},
		{"values", 3, "Moves leave several parts: each part needs a number."},
		{"ahead", 3, "No short rule is known: look ahead, move by move."},
	}
}

// Skill returns what it takes to play the game well; the zero Skill where nobody says it.
func (e Entry) Skill() Skill {
	for _, s := range Skills() {
		if s.Name == e.Needs {
			return s
		}
	}
	return Skill{}
}

// first are the games to begin with, in that order: known to many, with few rules and a surprise.
var first = []string{"subtraction", "nim", "kayles", "queen", "treblecross", "knight", "chomp", "cram", "hackenbush", "notakto"}

// First returns the place of a game among those to begin with, from 1 on, or 0.
func (e Entry) First() int {
	for i, name := range first {
		if name == e.Name {
			return i + 1
		}
	}
	return 0
}
