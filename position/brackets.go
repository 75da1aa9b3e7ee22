package position

// This file reads what stands in brackets: numbers, and the rules of a piece.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
)

// A list is numbers between brackets, and where they stand.
type list struct {
	open      int // offset of the opening bracket
	bracketed bool
	args      []grundy.Arg
	at        []int
	parts     []section // instead of args, of a piece
}

// A section is one of the rules of a piece, and where it stands.
type section struct {
	board.Section
	at        int
	vectorsAt []int
}

func (l list) plainSections() (sections []board.Section) {
	for _, s := range l.parts {
		sections = append(sections, s.Section)
	}
	return sections
}

// vectorAt returns the offset of a vector of the section with that name.
func (l list) vectorAt(name string, index int) int {
	for _, s := range l.parts {
		if s.Name == name {
			return s.vectorsAt[index]
		}
	}
	return l.open
}

// sections reads the rules of a piece.
func (p *parser) sections() (list, error) {
	l := list{open: p.at - 1, bracketed: true}
	for {
		p.space()
		s := section{at: p.at}
		for p.at < len(p.text) && 'a' <= p.text[p.at] && p.text[p.at] <= 'z' {
			p.at++
		}
		s.Name = p.text[s.at:p.at]
		names := board.SectionNames()
		switch {
		case s.Name == "":
			return l, p.unexpected("one of " + strings.Join(names, ", "))
		case !slices.Contains(names, s.Name):
			return l, p.fail(s.at, "unknown section %q: want one of %s", s.Name, strings.Join(names, ", "))
		case slices.ContainsFunc(l.parts, func(other section) bool { return other.Name == s.Name }):
			return l, p.fail(s.at, "a second section of %s", s.Name)
		}
		for c := p.peek(); len(s.Vectors) == 0 || c == '-' || isDigit(c); c = p.peek() {
			vector, at, err := p.numbers(nil)
			if err != nil {
				return l, err
			}
			s.Vectors, s.vectorsAt = append(s.Vectors, vector), append(s.vectorsAt, at[0])
		}
		l.parts = append(l.parts, s)
		if p.take(']') {
			return l, nil
		}
		if !p.take(';') {
			return l, p.unexpected(`",", ";" or "]"`)
		}
	}
}

// numbers reads integers with commas between them, and where they stand. Unless open is
// nil, some may be left open, and their indices are appended to it.
func (p *parser) numbers(open *[]int) (numbers []grundy.Arg, at []int, err error) {
	want := "an integer"
	if open != nil {
		want = `an integer, or "_" to leave it open`
	}
	for {
		p.space()
		at = append(at, p.at)
		n := grundy.ArgOf(0)
		if open != nil && p.take(openName[0]) {
			*open = append(*open, len(numbers))
		} else if n, err = p.integer(want); err != nil {
			return nil, nil, err
		}
		if numbers = append(numbers, n); !p.take(',') {
			return numbers, at, nil
		}
	}
}

// list reads numbers to the closing bracket. Some may be left open, as numbers says.
func (p *parser) list(closing byte, open *[]int) (l list, err error) {
	l = list{open: p.at - 1, bracketed: true}
	if p.take(closing) {
		return l, nil
	}
	if l.args, l.at, err = p.numbers(open); err == nil && !p.take(closing) {
		err = p.unexpected(fmt.Sprintf(`"," or "%c"`, closing))
	}
	return l, err
}

// placeError turns a game's complaint about one of its numbers into one about
// the place where that number stands.
func (p *parser) placeError(err error, brackets, args list) error {
	var wrongRules *board.RulesError
	if errors.As(err, &wrongRules) {
		return p.fail(brackets.vectorAt(wrongRules.Part, wrongRules.Index), "%s", wrongRules.Msg)
	}
	var wrong *grundy.PositionError
	if !errors.As(err, &wrong) {
		return p.fail(args.open, "%v", err)
	}
	of := args
	if wrong.Bracketed && brackets.bracketed {
		of = brackets
	}
	at := of.open
	if wrong.Arg >= 0 && wrong.Arg < len(of.at) {
		at = of.at[wrong.Arg]
	}
	return p.fail(at, "%s", wrong.Msg)
}
