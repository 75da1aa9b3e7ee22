package console

// The screen says these words.

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// keys is the help.
var keys = []string{
	"arrows     move the cursor on the board, or in the list",
	"enter      play the move that is marked",
	"space      another move at the same place of the board",
	"tab        go from the board to the list, or back",
	":          type a move: its words, or the position that it leads to",
	"h          hints: what each move leads to, and who was winning",
	"           ▲ wins   ▼ loses   ● draws, for the player who makes the move",
	"b          find the best move",
	"w          why: who wins, and the reasons; after a lost match, where it was lost",
	"u          undo: take a move back, and the answer to it",
	"r          redo: make it again",
	"n          begin again",
	"l          let the opponent play better or worse",
	"d          offer a draw, where play need not end",
	"esc        stop what takes long; close this page",
	"q, ctrl-c  quit",
}

// symbols are what a move leads to for the player who makes it, by the outcome after it.
var symbols = [...]string{grundy.P: "▲", grundy.N: "▼", grundy.D: "●"}

// name names a player.
func (m *model) name(player int) string {
	switch {
	case m.options.Two:
		return []string{"first", "second"}[player]
	case player == m.options.Human:
		return "you"
	}
	return "grundy"
}

// player names a player in front of a move.
func (m *model) player(player int) string {
	if m.options.Two {
		return m.name(player) + " player"
	}
	return m.name(player)
}

// moveText says a move.
func (m *model) moveText(move solve.Move) string {
	several := len(m.options.Match.Components()) > 1
	if m.lines != nil {
		return m.lines.Move(move, several)
	}
	return wordsOf(move, several)
}

// rules say what is played.
func (m *model) rules() string {
	match := m.options.Match
	text := "who cannot move loses"
	if match.Convention() == grundy.Misere {
		text = "misère: who cannot move wins"
	}
	if kind := match.Compound(); kind != compound.Disjunctive {
		text += fmt.Sprintf(" · %v", kind)
	}
	if !m.options.Two {
		text += fmt.Sprintf(" · %v opponent", m.level)
	}
	return text
}

// status says who is to move, and with hints who wins.
func (m *model) status() string {
	switch {
	case m.err != nil:
		return "The rules failed."
	case m.drawn:
		return "A draw by agreement."
	case m.over:
		return m.howEnded()
	case m.hints && m.answer != nil:
		return m.verdict(m.answer.Outcome, m.mover(), m.lasts)
	}
	return m.toMove(m.mover())
}

// subject begins a sentence about a player, with a verb that is another one for "you".
func (m *model) subject(player int, verb, yours string) string {
	switch {
	case m.options.Two:
		return "The " + m.player(player) + " " + verb
	case player == m.options.Human:
		return "You " + yours
	}
	return "grundy " + verb
}

// toMove says who is to move.
func (m *model) toMove(player int) string { return m.subject(player, "is", "are") + " to move." }

// howEnded says how the match has ended.
func (m *model) howEnded() string {
	text := m.subject(m.mover(), "has", "have") + " no move: "
	if m.ending {
		text = "The play is over: "
	}
	switch {
	case m.winner == play.NoWinner:
		return text + "a draw."
	case m.options.Two:
		return text + "the " + m.player(m.winner) + " wins."
	case m.winner == m.options.Human:
		return text + "you win."
	}
	return text + "you lose."
}

// verdict says who wins from a position, and how long that takes.
func (m *model) verdict(outcome grundy.Outcome, mover int, lasts *uint64) string {
	moves := " from here"
	if m.options.Two {
		moves = ""
	}
	if lasts != nil {
		moves += fmt.Sprintf(", in at most %s", message.Count(*lasts, "move", "moves"))
	}
	winner := mover
	switch outcome {
	case grundy.D:
		return m.toMove(mover) + " ● Nobody can force a win: a draw."
	case grundy.P:
		winner = 1 - mover
	}
	symbol := "▲"
	if winner != mover {
		symbol = "▼"
	}
	return m.toMove(mover) + " " + symbol + " " + m.subject(winner, "wins", "win") + moves + "."
}

// leads says what a move leads to.
func leads(c choice) string {
	if c.leads == nil {
		return ""
	}
	text := symbols[*c.leads] + [...]string{grundy.P: " wins", grundy.N: " loses", grundy.D: " draws"}[*c.leads]
	if c.lasts != nil && *c.leads != grundy.D {
		text += ", at most " + message.Count(*c.lasts, "more move", "more moves")
	}
	return text
}

// outcome says who wins from the position before a move, above the reasons.
func (m *model) outcome(outcome grundy.Outcome, turn int, lasts *uint64) []string {
	match := m.options.Match
	switch {
	case m.lines == nil:
		return []string{m.verdict(outcome, turn%2, lasts), ""}
	case turn < match.Turn():
		return []string{fmt.Sprintf("Outcome %v before that move.", outcome)}
	}
	text := strings.TrimSuffix(m.toMove(match.Mover()), ".")
	return []string{fmt.Sprintf("Outcome %v, and %s%s.", outcome, strings.ToLower(text[:1])+text[1:], atMost(lasts))}
}

// bestText says what is best about a move.
func (m *model) bestText(advice play.Advice) string {
	text, symbol := m.moveText(advice.Move), ""
	if m.lines == nil {
		symbol = [...]string{grundy.N: "▲ ", grundy.D: "● ", grundy.P: "▼ "}[advice.Outcome]
	}
	switch advice.Outcome {
	case grundy.N:
		return fmt.Sprintf("%sThis wins%s: %s%s.", symbol, atMost(advice.Remoteness), text, others(advice.Winning))
	case grundy.D:
		return fmt.Sprintf("%sNo move wins. This keeps the draw: %s.", symbol, text)
	}
	text = symbol + "No move wins. Hard to answer: " + text
	if advice.WinningReplies != nil {
		text += ", which leaves " + message.Count(advice.WinningReplies, "winning reply", "winning replies")
	}
	if advice.Replies != nil {
		text += fmt.Sprintf(" among %v", advice.Replies)
	}
	return text + atMost(advice.Remoteness) + "."
}

// atMost says how long the play lasts, if that is known.
func atMost(remoteness *uint64) string {
	if remoteness == nil || *remoteness == 0 {
		return ""
	}
	return fmt.Sprintf(" (at most %s with best play)", message.Count(*remoteness, "more move", "more moves"))
}

// others says that there are other winning moves.
func others(count *big.Int) string {
	if count == nil {
		return "; other moves may win, too"
	}
	more := new(big.Int).Sub(count, big.NewInt(1))
	if more.Sign() <= 0 {
		return ""
	}
	return ", or " + message.Count(more, "other move", "other moves")
}

// whereLost says by which move the match was lost.
func (m *model) whereLost(thrown play.Thrown, ok bool) []string {
	switch {
	case !ok && m.options.Match.Turn() <= m.options.Human:
		return []string{"You had no move to make."}
	case !ok:
		return []string{"You gave nothing away: each position that you moved in was lost."}
	case thrown.Before == grundy.D:
		return []string{fmt.Sprintf("Your move %d gave a draw away: %s.", thrown.Turn/2+1, m.moveText(thrown.Move))}
	}
	text := []string{fmt.Sprintf("Your move %d gave a win away: %s.", thrown.Turn/2+1, m.moveText(thrown.Move))}
	if len(thrown.Better) > 0 {
		text = append(text, fmt.Sprintf("It would have won: %s%s.", m.moveText(thrown.Better[0]), others(thrown.Count)))
	}
	return text
}
