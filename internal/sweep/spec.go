package sweep

// A spec is all that is needed to compute the rows of a sweep again.

import (
	"encoding/json"
	"fmt"
	"maps"
)

// A Spec says what is asked about which games. Its JSON is the spec of a job.
type Spec struct {
	Family string `json:"family" doc:"the games, such as 0.ddd, subtraction:1..20 or rides:4"`
	Ask    string `json:"ask" doc:"what is asked about each: period, quotient, pattern, values or outcome"`
	Max    uint64 `json:"max,omitempty" doc:"the last heap that is looked at"`
	Start  string `json:"start,omitempty" doc:"of outcome: the numbers of the position, such as 100 or 5,3"`
	Of     string `json:"of,omitempty" doc:"of pattern: nim-values, p-positions or remoteness"`
	Misere bool   `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Memory uint64 `json:"memory" doc:"bytes that a game may take"`
	Steps  uint64 `json:"steps,omitempty" doc:"steps of searches that a game may take"`
	// Only has the numbers of the games, ascending; nil for all of the family.
	Only []Numbers `json:"only,omitempty"`
	// Piece is how many games are answered together.
	Piece int `json:"piece"`
	// Rules are the texts of the files that the family names.
	Rules map[string]string `json:"rules,omitempty"`
}

// Numbers are the games From … To-1 of a family.
type Numbers struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// JobKind is the kind of the jobs of sweeps.
const JobKind = "sweep"

// ParseSpec reads the JSON of a spec.
func ParseSpec(text []byte) (*Spec, error) {
	var s Spec
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("it is not the spec of a sweep: %w", err)
	}
	return &s, s.Check()
}

// Check refuses a spec that says what cannot be done.
func (s *Spec) Check() error {
	f, err := ParseFamily(s.Family)
	if err != nil {
		return err
	}
	if _, err := FindQuestion(s.Ask); err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	if s.Piece < 1 || s.Piece > MostPiece {
		return fmt.Errorf("pieces of %d games; want 1 to %d", s.Piece, MostPiece)
	}
	last := uint64(0)
	for i, n := range s.Only {
		if n.From >= n.To || n.To > f.Size() || i > 0 && n.From < last {
			return fmt.Errorf("the games %d … %d of a family of %d: want ranges that ascend", n.From, n.To, f.Size())
		}
		last = n.To
	}
	return nil
}

// MostPiece is how many games may be answered together.
const MostPiece = 1 << 16

// JSON returns the spec as a job has it.
func (s *Spec) JSON() json.RawMessage {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // of numbers and texts
	}
	return text
}

// Games returns the numbers of the games of a family of that size.
func (s *Spec) Games(size uint64) []Numbers {
	if s.Only == nil && size > 0 {
		return []Numbers{{0, size}}
	}
	return s.Only
}

// Count returns how many games there are in a family of that size.
func (s *Spec) Count(size uint64) (n uint64) {
	for _, r := range s.Games(size) {
		n += r.To - r.From
	}
	return n
}

// Pieces returns how many pieces the games make.
func (s *Spec) Pieces(size uint64) int {
	return int((s.Count(size) + uint64(s.Piece) - 1) / uint64(s.Piece))
}

// InPiece returns the numbers of the games of a piece.
func (s *Spec) InPiece(piece int, size uint64) (games []uint64) {
	skip := uint64(piece) * uint64(s.Piece)
	for _, r := range s.Games(size) {
		n := r.To - r.From
		if skip >= n {
			skip -= n
			continue
		}
		for i := r.From + skip; i < r.To && len(games) < s.Piece; i++ {
			games = append(games, i)
		}
		if skip = 0; len(games) == s.Piece {
			break
		}
	}
	return games
}

// Join adds the number of a game, larger than all before, to numbers.
func Join(numbers []Numbers, game uint64) []Numbers {
	if last := len(numbers) - 1; last >= 0 && numbers[last].To == game {
		numbers[last].To++
		return numbers
	}
	return append(numbers, Numbers{game, game + 1})
}

// A reach is how far a sweep looks at each game.
type reach struct{ max, memory, steps uint64 }

func (s *Spec) reach() reach { return reach{s.Max, s.Memory, s.Steps} }

// beyond reports whether r looks as far as o in all, and farther in something. 0 steps
// mean no bound.
func (r reach) beyond(o reach) bool {
	r.steps--
	o.steps--
	return r != o && r.max >= o.max && r.memory >= o.memory && r.steps >= o.steps
}

// sameQuestion reports whether both ask the same about each game, however far.
func (s *Spec) sameQuestion(t *Spec) bool {
	return s.Family == t.Family && s.Ask == t.Ask && s.Start == t.Start && s.Of == t.Of && s.Misere == t.Misere && maps.Equal(s.Rules, t.Rules)
}
