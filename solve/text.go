package solve

// Answers and moves on one line, for programs that print them.

import (
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// String writes the step with its positions, unless they are too long to see what has
// changed.
func (s Step) String() string {
	words := s.From.DescribeMove(s.To)
	from, to := s.From.String(), s.To.String()
	switch {
	case words == "":
		return brief(s.From) + " -> " + brief(s.To)
	case len(from) > briefText || len(to) > briefText:
		return words
	default:
		return from + " -> " + to + " (" + words + ")"
	}
}

// String writes the steps of the move.
func (m Move) String() string {
	steps := make([]string, len(m))
	for i, s := range m {
		steps[i] = s.String()
	}
	return strings.Join(steps, "; ")
}

// String writes the outcome, what is known of the nim-value, and how many moves win:
// "outcome N, nim-value 7, 1 winning move". It does not list the moves.
func (a *Answer) String() string {
	facts := []string{fmt.Sprintf("outcome %v", a.Outcome)}
	switch {
	case a.NimValue != nil:
		facts = append(facts, fmt.Sprintf("nim-value %d", *a.NimValue))
	case a.Infinite != nil:
		facts = append(facts, fmt.Sprintf("nim-value %v", a.Infinite))
	}
	switch {
	case a.Outcome != grundy.N:
	case a.Unlisted != nil:
		facts = append(facts, "winning moves not listed")
	default:
		facts = append(facts, message.Count(a.WinningMoveCount, "winning move", "winning moves"))
	}
	return strings.Join(facts, ", ")
}
