package position

// A table may be of a sum in which some numbers are left open, such as nim(_) + 0.77(_) or
// 3*queen(_,_) + kayles("X"*5). The open numbers of all terms are the axes of one table.

import (
	"context"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
)

// An openTerm is a term of a sum, some of whose numbers may be open.
type openTerm struct {
	copies uint64
	axes   int // the open ones
	placer placerIn
}

// openSum reads the whole text as a sum in which numbers are open, or as a game made of others, after it was read as
// one game, perhaps with an error. The result is false for other texts.
func (p *parser) openSum(failed error) (game Game, ok bool, err error) {
	if failed == nil && p.peek() != '+' && p.peek() != ':' {
		return Game{}, false, nil
	}
	s := *p // shares the files that were read
	s.at = 0
	t, isSum, err := s.openTerms("")
	if err != nil {
		return Game{}, isSum, err
	}
	if len(t.Axes) == 0 {
		return Game{}, isSum && failed == nil, s.fail(s.at, "want a number left open, as in nim(_) + nim(3)")
	}
	t.nameApart()
	return Game{Name: t.String(), Template: t, IsTemplate: true}, isSum, nil
}

// openTerms reads a sum some of whose numbers may be open, up to one of the characters that may end it or else to
// the end. IsSum says that it is more than one game by itself.
func (p *parser) openTerms(ends string) (t *Template, isSum bool, err error) {
	t = &Template{pieces: []string{""}}
	for {
		counted := strings.TrimLeft(p.text[p.at:], " -0123456789")
		copies, term, isMade, err := p.openTerm()
		isSum = isSum || isMade || strings.HasPrefix(counted, "*") || err == nil && p.peek() == '+'
		if err != nil {
			return nil, isSum, err
		}
		t.add(copies, term)
		switch p.space(); {
		case p.at == len(p.text) && ends == "", p.at < len(p.text) && strings.IndexByte(ends, p.text[p.at]) >= 0:
			return t, isSum, nil
		case !p.take('+'):
			want := `"+" and another game, or the end`
			if ends != "" {
				want = `"+" and another game, or ")"`
			}
			return nil, isSum, p.unexpected(want)
		}
	}
}

// openTerm reads a term of a sum. IsMade says that it is made of others.
func (p *parser) openTerm() (copies uint64, t *Template, isMade bool, err error) {
	if copies, err = p.copies(); err != nil {
		return 0, nil, false, err
	}
	t, isMade, err = p.openOperand()
	return copies, t, isMade, err
}

// openAlone reads a game some of whose numbers are open, or a position.
func (p *parser) openAlone() (*Template, error) {
	p.space()
	from := p.at
	game, open := p.gameAlone(0)
	if open == nil {
		return game.Template, nil
	}
	at := p.at
	p.at = from
	c, err := p.component()
	if err != nil {
		if strings.Contains(p.text[from:max(at, p.at)], openName) {
			err = open
		}
		return nil, err
	}
	_, loopy := c.PlanLoopy()
	_, ends := c.Ending()
	return &Template{
		Loopy: loopy, Ends: ends, Draws: ends && !c.IsDecisive(), Misere: grundy.SumOf(c).PlayedMisere() != nil,
		pieces: []string{c.String()},
		placer: func(context.Context) func([]uint64) (grundy.Component, error) {
			return func([]uint64) (grundy.Component, error) { return c, nil }
		},
	}, nil
}

// add adds copies of a term.
func (t *Template) add(copies uint64, term *Template) {
	limits := term.Limits
	if limits == nil {
		limits = make([]uint64, len(term.Axes))
	}
	last := &t.pieces[len(t.pieces)-1]
	if *last != "" || len(t.pieces) > 1 {
		*last += " + "
	}
	if copies > 1 {
		*last += fmt.Sprintf("%d*", copies)
	}
	*last += term.pieces[0]
	t.pieces = append(t.pieces, term.pieces[1:]...)
	t.Axes, t.Limits = append(t.Axes, term.Axes...), append(t.Limits, limits...)
	t.Loopy, t.Ends, t.Misere = t.Loopy || term.Loopy, t.Ends || term.Ends, t.Misere || term.Misere
	t.Draws = t.Draws || term.Draws
	t.terms = append(t.terms, openTerm{copies, len(term.Axes), term.placer})
}

// nameApart numbers the axes of several terms that have one name.
func (t *Template) nameApart() {
	count, met := map[string]int{}, map[string]int{}
	for _, name := range t.Axes {
		count[name]++
	}
	for i, name := range t.Axes {
		if count[name] > 1 {
			met[name]++
			t.Axes[i] = fmt.Sprintf("%s %d", name, met[name])
		}
	}
}
