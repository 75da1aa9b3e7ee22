package main

// This file writes an answer as the JSON that others script against. It is
// written piece by piece, as the positions of a list of moves may be long.

import (
	"bufio"
	"strings"

	"grundy"
	"grundy/solve"
	"grundy/theory/loopy"
)

// maxListedCopies bounds the copies of a term that are listed one by one; of
// more there is one entry that tells their number.
const maxListedCopies = 1000

type componentJSON struct {
	Position   string  `json:"position"`
	NimValue   any     `json:"nim_value"`            // a number, an infinity, or nil
	Remoteness any     `json:"remoteness,omitempty"` // a number, or an infinity
	Suspense   *uint64 `json:"suspense,omitempty"`
	Length     *uint64 `json:"length,omitempty"`
	Genus      string  `json:"genus,omitempty"`          // in misère play
	Form       string  `json:"canonical_form,omitempty"` // in misère play
	Copies     uint64  `json:"copies,omitempty"`
}

type moveJSON struct {
	From      string     `json:"from"`
	To        string     `json:"to"`
	Component *int       `json:"component,omitempty"`
	Move      string     `json:"move,omitempty"`
	Steps     []moveJSON `json:"steps,omitempty"`
}

func writeAnswerJSON(w *bufio.Writer, q solve.Question, a *solve.Answer, why bool) error {
	o := objectWriter{w: w}
	o.field("position", q.Sum.String())
	o.field("convention", q.Convention.String())
	o.field("compound", q.Compound.String())
	o.field("outcome", a.Outcome.String())
	o.field("nim_value", nimValueJSON(a.NimValue, a.Infinite))
	if a.Remoteness != nil {
		o.field("remoteness", remotenessJSON(a.Remoteness))
	}
	if a.Suspense != nil {
		o.field("suspense", a.Suspense)
	}
	if a.Length != nil {
		o.field("length", a.Length)
	}
	components := o.list("components")
	for _, c := range a.Components {
		entry := componentJSON{c.Position.String(), nimValueJSON(c.NimValue, c.Infinite), remotenessJSON(c.Remoteness), c.Suspense, c.Length, c.Genus, c.CanonicalForm, 0}
		if c.Copies > maxListedCopies {
			entry.Copies = c.Copies
		}
		for range listedCopies(c.Copies) {
			components.add(entry)
		}
	}
	components.end()
	moves := o.list("winning_moves")
	for _, m := range a.WinningMoves {
		moves.add(moveOf(q, m))
	}
	moves.end()
	if a.Unlisted == nil {
		o.field("winning_move_count", a.WinningMoveCount)
	} else {
		o.field("winning_move_count", nil)
		o.field("unlisted", errorLine(a.Unlisted))
	}
	o.field("method", strings.Join(a.Methods, "; "))
	if why {
		o.field("why", a.Reasons)
	}
	return o.end()
}

// remotenessJSON returns a remoteness, or nil where there is none. That of a draw
// is written as the nim-value of a node all of whose moves lead to draws.
func remotenessJSON(remoteness *uint64) any {
	switch {
	case remoteness == nil:
		return nil
	case *remoteness == loopy.Infinite:
		return nimValueJSON(nil, &grundy.LoopyValue{Infinite: true})
	}
	return *remoteness
}

// moveOf writes a move: where a player moves in one component, as what becomes of
// it, in other compounds as what becomes of the whole position.
func moveOf(q solve.Question, m solve.Move) moveJSON {
	if q.Compound.OneAtATime() {
		return stepJSON(q, m[0])
	}
	move := moveJSON{From: q.Sum.String(), To: afterMove(q.Sum, m)}
	for _, s := range m {
		move.Steps = append(move.Steps, stepJSON(q, s))
	}
	return move
}

func stepJSON(q solve.Question, s solve.Step) moveJSON {
	entry := entryOf(q.Sum, uint64(s.Component))
	return moveJSON{From: s.From.String(), To: s.To.String(), Component: &entry, Move: s.From.DescribeMove(s.To)}
}

// entryOf returns the index in the list of components of a component, counted
// copy by copy.
func entryOf(sum grundy.Sum, component uint64) (entry int) {
	for _, t := range sum {
		switch {
		case component >= t.Copies:
			component -= t.Copies
			entry += listedCopies(t.Copies)
		case t.Copies > maxListedCopies:
			return entry
		default:
			return entry + int(component)
		}
	}
	return entry
}

// listedCopies returns how many entries so many copies have.
func listedCopies(copies uint64) int {
	if copies > maxListedCopies {
		return 1
	}
	return int(copies)
}

// afterMove writes the sum after a move, copies one by one.
func afterMove(sum grundy.Sum, m solve.Move) string {
	var texts []string
	for _, t := range sum {
		for range t.Copies {
			c := t.Component
			if len(m) > 0 && m[0].Component == len(texts) {
				c, m = m[0].To, m[1:]
			}
			texts = append(texts, c.String())
		}
	}
	return strings.Join(texts, " + ")
}
