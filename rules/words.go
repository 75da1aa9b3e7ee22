package rules

// This file puts moves into words: by the labels that the rules give them, or by what
// changes. Searches do not ask for labels, so moves are listed again for them.

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"grundy/internal/message"
)

const (
	mostLabel  = 200 // characters
	mostLabels = 3   // of moves that lead to the same option
)

// A worded position has words for the moves to its options, or to the one option that
// was asked for.
type worded struct {
	from  Position
	only  bool
	words map[Position]string
}

// AppendMove implements [grundy.MoveNamer]. A label of the rules is taken before what
// changes; of several labels of the same option, it writes the first three. Where a
// label fails, it says what changes.
func (g *game[K]) AppendMove(dst []byte, p, q Position) []byte {
	known := g.worded.Load()
	if known == nil || known.from != p || known.only && known.words[q] == "" {
		r := g.run()
		next := &worded{from: p}
		wanted := Position("")
		if known == nil || known.from != p { // most positions are asked for one move
			next.only, wanted = true, q
		}
		var err error
		if next.words, err = r.wordsOf(p, next.only, wanted, g.code.HasLabels); err != nil && g.code.HasLabels {
			next.words, err = r.wordsOf(p, next.only, wanted, false)
		}
		if err != nil {
			return dst
		}
		g.worded.Store(next)
		known = next
	}
	return append(dst, known.words[q]...)
}

// wordsOf puts the moves of a position into words, or only those to one option.
func (r *run) wordsOf(p Position, only bool, wanted Position, labelled bool) (words map[Position]string, err error) {
	words = map[Position]string{}
	labels := map[Position][]string{}
	parts := len(r.split(p))
	err = r.lend(func(w *worker) error {
		w.result.Labelled = labelled
		defer func() { w.result.Labelled = false }()
		return w.eachMove(p, func(part int, to []int64, q Position, label string) error {
			if only && q != wanted {
				return nil
			}
			text := oneLine(label)
			_, known := words[q]
			switch others := labels[q]; {
			case text == "" && known, len(others) == mostLabels, slices.Contains(others, text):
				return nil
			case text == "":
				text = w.code.Change(w.state, to)
			default:
				labels[q] = append(others, text)
				text = strings.Join(labels[q], " or ")
			}
			if parts > 1 {
				text = fmt.Sprintf("part %d: %s", part+1, text)
			}
			words[q] = text
			return w.hold(len(text) + len(q) + optionBytes)
		})
	})
	return words, err
}

// oneLine returns a label as it can stand in a line.
func oneLine(label string) string {
	label = strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, label)
	return message.Brief(strings.TrimSpace(label), mostLabel)
}
