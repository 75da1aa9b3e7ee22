package solve

// The argument behind an answer in sentences: about the components,
// and the conclusion. Each way writes its own sentences beside its code.

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/compound"
)

// maxReasons bounds the components that are spelt out.
const maxReasons = 8

// say takes a sentence.
type say = func(format string, args ...any)

// reasons explains why the outcome is what it is, by the components, by the way that
// decides, and by the conclusion.
func (s *solver) reasons(d *decision, a *Answer) []string {
	var text []string
	say := func(format string, args ...any) { text = append(text, fmt.Sprintf(format, args...)) }
	s.sayComponents(d, a, say)
	if d.reduction != "" {
		say("%s%s.", strings.ToUpper(d.reduction[:1]), d.reduction[1:])
	}
	d.way.reasons(s, d, say)
	s.conclusion(a, say)
	for i := range text {
		text[i] = message.WithoutFiles(text[i])
	}
	return text
}

// conclusion says who wins, and by how many moves.
func (s *solver) conclusion(a *Answer, say say) {
	switch stated := Stated(s.question.Sum); {
	case stated == grundy.Drawn:
		say("The play is over, as the rules say, and it is a draw.")
	case stated != grundy.NoEnding && a.Outcome == grundy.P:
		say("The play is over, as the rules say, and the player to move has lost.")
	case stated != grundy.NoEnding:
		say("The play is over, as the rules say, and the player to move has won.")
	case s.isOver() && a.Outcome == grundy.P:
		say("The play is over, as a component has ended; the player to move has no move, and so loses.")
	case s.isOver():
		say("The play is over, as a component has ended; the player to move has no move, and so wins.")
	case !s.mayMove() && a.Outcome == grundy.P:
		say("There is no move, so the player to move loses.")
	case !s.mayMove():
		say("The player to move has no move, and so wins.")
	case a.Outcome == grundy.D:
		say("So nobody can force a win, and the game is a draw.")
	case a.Outcome == grundy.P:
		say("So every move leads to a position that the opponent wins.")
	case a.Unlisted != nil:
		say("So the player to move wins. The winning moves are not listed: %v.", a.Unlisted)
	case a.Uncounted != nil:
		say("So the player to move wins. How many moves win was not found out: %v.", a.Uncounted)
	case a.WinningMoveCount.Cmp(big.NewInt(1)) == 0:
		say("So the player to move wins, by one move only.")
	default:
		say("So the player to move wins, by any of %v moves.", a.WinningMoveCount)
	}
}

// sayComponents describes the components, the first of them if there are many.
func (s *solver) sayComponents(d *decision, a *Answer, say func(string, ...any)) {
	for i, c := range a.Components {
		if i == maxReasons {
			say("… and %d more components.", len(a.Components)-i)
			break
		}
		say("%s", s.describe(d, i, c))
	}
}

func (s *solver) describe(d *decision, i int, c TermAnswer) string {
	var b strings.Builder
	b.WriteString(brief(c.Position))
	if c.Copies > 1 {
		fmt.Fprintf(&b, " (%d copies)", c.Copies)
	}
	var facts []string
	if c.Infinite != nil {
		facts = append(facts, fmt.Sprintf("nim-value %v", c.Infinite))
	}
	if c.NimValue != nil {
		facts = append(facts, fmt.Sprintf("nim-value %d", *c.NimValue))
	} else if d.measure == grundy.ByOutcome && d.views != nil {
		facts = append(facts, "outcome "+grundy.Outcome(min(d.views[i].value, 1)).String())
	}
	if like, ok := s.likenessOf(c.Position); ok {
		facts = append(facts, like.String())
	}
	switch {
	case d.views == nil:
	case d.views[i].drawn:
		facts = append(facts, fmt.Sprintf("a draw, of %v ∞", d.measure))
	default:
		if text := compound.Describe(d.measure, d.views[i].value); text != "" {
			facts = append(facts, text)
		}
	}
	if c.Length != nil {
		facts = append(facts, fmt.Sprintf("%d forced moves", *c.Length))
	}
	if entailed, _ := c.Position.Entailed(); entailed {
		facts = append(facts, "the player to move must move there")
	}
	if len(facts) == 0 {
		facts = append(facts, "its own value was not needed")
	}
	b.WriteString(": " + strings.Join(facts, ", "))
	if d.views != nil && d.views[i].method != "" {
		b.WriteString(" — " + d.views[i].method)
	}
	return b.String() + "."
}

// briefText is how much of a long position is written.
const briefText = 60

// brief returns the position, shortened if it is long.
func brief(c grundy.Component) string { return message.Brief(c.String(), briefText) }

// briefSum returns the sum, shortened if it is long.
func briefSum(sum grundy.Sum) string {
	first := sum[:min(len(sum), maxReasons)].String()
	if len(first) < briefText && len(sum) > maxReasons {
		return first + " + …"
	}
	return message.Brief(first, briefText)
}
