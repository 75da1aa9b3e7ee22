package main

// This file writes an answer for people.

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/loopy"
)

// shortText is how much of a long position is shown.
const shortText = 60

// short returns the text of a position, or its beginning where it is long.
func short(text string) string { return message.Brief(text, shortText) }

func writeAnswer(w io.Writer, answer *ask.Solved) error {
	q, a := answer.Question, answer.Answer
	fmt.Fprintln(w, short(q.Sum.String()))
	fmt.Fprintf(w, "outcome %v: %s\n", a.Outcome, ask.OutcomeSays(a.Outcome, q.Compound, q.Convention))
	if of := q.Sum.PlayedMisere(); of != nil {
		fmt.Fprintf(w, "misère play: the last move loses, as the rules of %s say\n", message.Brief(of.String(), 60))
	}
	for _, fact := range measured(a.NimValue, a.Infinite, a.Remoteness, a.Suspense) {
		fmt.Fprintln(w, fact)
	}
	if a.Length != nil {
		fmt.Fprintln(w, "length", a.Length)
	}
	if len(a.Components) > 1 {
		writeComponents(w, a)
	}
	writeMoves(w, a)
	if q.Why {
		fmt.Fprintln(w, "\nwhy:")
		pass := func(line string) { fmt.Fprintln(w, line) }
		writeReasons(a, pass)
		writeArgument(a, pass)
	}
	fmt.Fprintln(w, "\nmethod:")
	for _, method := range a.Methods {
		fmt.Fprintln(w, "  "+method)
	}
	return nil
}

// measured writes what is known of the measures of a sum or a component; nil is not
// known. A nim-value is finite or infinite.
func measured(nimValue *uint64, infinite *grundy.LoopyValue, remoteness, suspense *uint64) (facts []string) {
	if nimValue != nil {
		facts = append(facts, fmt.Sprintf("nim-value %d", *nimValue))
	}
	if infinite != nil {
		facts = append(facts, fmt.Sprintf("nim-value %v", infinite))
	}
	if remoteness != nil {
		facts = append(facts, "remoteness "+remotenessText(*remoteness))
	}
	if suspense != nil {
		facts = append(facts, fmt.Sprintf("suspense %d", *suspense))
	}
	return facts
}

// remotenessText writes a remoteness, which for a draw is infinite.
func remotenessText(remoteness uint64) string {
	if remoteness == loopy.Infinite {
		return "∞"
	}
	return strconv.FormatUint(remoteness, 10)
}

// maxComponentLines bounds the components that people are shown.
const maxComponentLines = 50

func writeComponents(w io.Writer, a *solve.Answer) {
	fmt.Fprintln(w, "\ncomponents:")
	first := uint64(1)
	for i, c := range a.Components {
		if i == maxComponentLines {
			fmt.Fprintf(w, "  … and %d more\n", len(a.Components)-i)
			return
		}
		var facts []string
		if c.Copies > 1 {
			facts = append(facts, fmt.Sprintf("%d copies", c.Copies))
		}
		facts = append(facts, measured(c.NimValue, c.Infinite, c.Remoteness, c.Suspense)...)
		if c.Length != nil {
			facts = append(facts, fmt.Sprintf("length %d", *c.Length))
		}
		if entailed, _ := c.Position.Entailed(); entailed {
			facts = append(facts, "the player to move must move there")
		}
		fmt.Fprintf(w, "  %d: %s   %s\n", first, short(c.Position.String()), strings.Join(facts, ", "))
		first += c.Copies
	}
}

func writeMoves(w io.Writer, a *solve.Answer) {
	switch {
	case a.Unlisted != nil:
		fmt.Fprintf(w, "\nThe winning moves are not listed: %v\n", a.Unlisted)
		return
	case errors.Is(a.Uncounted, solve.ErrOneMove) && len(a.WinningMoves) == 1:
		fmt.Fprintln(w, "\na winning move, on several cores perhaps another one each time; there may be others (--limit=all looks for all):")
	case a.Uncounted != nil && len(a.WinningMoves) == 1:
		fmt.Fprintln(w, "\na winning move; there may be others (--limit=all looks for all):")
	case a.Uncounted != nil && len(a.WinningMoves) == 0:
		fmt.Fprintln(w, "\nwinning moves: not counted (--limit=all counts them)")
		return
	case a.Uncounted != nil:
		fmt.Fprintf(w, "\n%d winning moves; there may be others (--limit=all looks for all):\n", len(a.WinningMoves))
	case a.WinningMoveCount.Sign() == 0:
		fmt.Fprintln(w, "\nno winning move")
		return
	case len(a.WinningMoves) == 0:
		fmt.Fprintln(w, "\nwinning moves:", a.WinningMoveCount)
		return
	case a.WinningMoveCount.IsInt64() && a.WinningMoveCount.Int64() == 1:
		fmt.Fprintln(w, "\n1 winning move:")
	case a.WinningMoveCount.IsInt64() && a.WinningMoveCount.Int64() == int64(len(a.WinningMoves)):
		fmt.Fprintf(w, "\n%v winning moves:\n", a.WinningMoveCount)
	default:
		fmt.Fprintf(w, "\n%v winning moves, the first %d:\n", a.WinningMoveCount, len(a.WinningMoves))
	}
	for _, m := range a.WinningMoves {
		fmt.Fprintln(w, "  "+moveText(m, isSum(a)))
	}
}

// isSum reports whether there are several components.
func isSum(a *solve.Answer) bool {
	return len(a.Components) > 1 || len(a.Components) == 1 && a.Components[0].Copies > 1
}

// moveText writes the steps of a move, with the numbers of the components where there
// are several to tell apart.
func moveText(m solve.Move, numbered bool) string {
	var steps []string
	for _, s := range m {
		text := s.String()
		if numbered {
			text = fmt.Sprintf("%d: %s", s.Component+1, text)
		}
		steps = append(steps, text)
	}
	return strings.Join(steps, "; ")
}
