package rules

// This file puts moves into words: by the labels that the rules give them, or by what
// changes. Searches do not ask for labels, so moves are listed again for them.

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

const (
	mostLabel    = 200     // characters
	mostLabels   = 3       // of moves that lead to the same option
	mostLabelled = 1 << 14 // moves among which labels are looked for
)

// A worded position has labels for the moves to its options, or to the one option that
// was asked for; or none, where there are too many moves or one of its labels fails.
type worded struct {
	from  Position
	only  bool
	words map[Position]string
}

// AppendMove implements [grundy.MoveNamer]. A label of the rules is taken before what
// changes; of several labels of the same option, it writes the first three. Where a
// label fails, or there are too many moves to look for it, it says what changes.
func (g *game[K]) AppendMove(dst []byte, p, q Position) []byte {
	r := g.run()
	if r.passes(p) {
		return append(dst, "pass"...)
	}
	dst = g.appendMove(dst, r, p, q)
	switch {
	case r.passes(q):
		dst = append(dst, ", and move again"...)
	case r.isEntailed(q):
		dst = append(dst, ", which must be answered there"...)
	}
	return dst
}

// passes reports whether the player to move must pass.
func (f *File) passes(p Position) bool {
	return f.replies && slices.ContainsFunc(f.split(p), f.isPass)
}

func (f *File) isPass(packed string) bool { return packed[len(packed)-1] == byte(core.Pass) }

// appendMove is AppendMove without how the opponent must reply.
func (g *game[K]) appendMove(dst []byte, r *run, p, q Position) []byte {
	far := r.hasMore(p, mostLabelled)
	if far {
		if text := r.foundLabel(p, q); text != "" {
			return append(dst, text...)
		}
	}
	if g.file.code.HasLabels && !far {
		known := g.file.worded.Load()
		if known == nil || known.from != p || known.only && known.words[q] == "" {
			known = &worded{from: p, only: known == nil || known.from != p} // most positions are asked for one move
			known.words, _ = r.wordsOf(p, known.only, q, true)
			known.only = known.only && known.words != nil
			g.file.worded.Store(known)
		}
		if text := known.words[q]; text != "" {
			return append(dst, text...)
		}
	}
	text, ok := r.change(p, q)
	if !ok {
		words, _ := r.wordsOf(p, true, q, false)
		text = words[q]
	}
	return append(dst, text...)
}

// change says what changes from p to q. The result is false if several parts of p may have
// moved.
func (r *run) change(p, q Position) (text string, ok bool) {
	parts, came := r.split(p), r.split(q)
	if r.replies {
		came = slices.DeleteFunc(came, r.isPass)
	}
	moved := -1
	for i, part := range parts {
		if at := slices.Index(came, part); at >= 0 {
			came = slices.Delete(came, at, at+1)
		} else if moved >= 0 {
			return "", false
		} else {
			moved = i
		}
	}
	if moved < 0 {
		return "", false
	}
	moved = slices.Index(parts, parts[moved]) // of equal ones the first
	size := r.code.Shape.Size
	states := make([]int64, (1+len(came))*size)
	for i, part := range append([]string{parts[moved]}, came...) {
		r.unpack(states[i*size:][:size], part)
	}
	return partWords(len(parts), moved, r.code.Shape.Change(states[:size], states[size:])), true
}

// partWords says which part moves, if there are several.
func partWords(parts, moved int, text string) string {
	if parts > 1 {
		return fmt.Sprintf("part %d: %s", moved+1, text)
	}
	return text
}

// wordsOf puts the moves of a position into words, or only those to one option. There
// are none where it fails.
func (r *run) wordsOf(p Position, only bool, wanted Position, labelled bool) (words map[Position]string, err error) {
	labels := map[Position][]string{}
	parts := len(r.split(p))
	err = r.lend(func(w *worker) error {
		if labelled {
			moves := 0
			if err := w.eachMove(p, func(step) error {
				if moves++; moves > mostLabelled {
					return errTooMany
				}
				return nil
			}); err != nil {
				return err
			}
			w.result.Labelled = true
			defer func() { w.result.Labelled = false }()
		}
		words = map[Position]string{}
		return w.eachMove(p, func(s step) error {
			q, err := w.after(s)
			if err != nil || only && q != wanted {
				return err
			}
			text := oneLine(s.label)
			_, known := words[q]
			switch others := labels[q]; {
			case text == "" && known, len(others) == mostLabels, slices.Contains(others, text):
				return nil
			case text == "":
				text = w.run.code.Shape.Change(w.state, w.run.code.Shape.WithoutPass(s.to))
			default:
				labels[q] = append(others, text)
				text = strings.Join(labels[q], " or ")
			}
			words[q] = partWords(parts, s.part, text)
			return w.hold(len(words[q]) + len(q) + optionBytes)
		})
	})
	if err != nil {
		return nil, err
	}
	return words, nil
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
