//go:build !playing

package position

// Positions of Nim with heaps of infinite size, such as nim(w^2+1,5,3); package theory/ordinal has the language of their sizes.

import (
	"errors"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/ordinal"
)

// endless says whether heaps of infinite size are understood.
const endless = true

// atOrdinals reports whether an ordinal that is not finite stands in the parentheses that come next.
func (p *parser) atOrdinals() bool {
	if p.peek() != '(' {
		return false
	}
	inside := p.text[p.at+1:]
	end := strings.IndexFunc(inside, func(r rune) bool { return !strings.ContainsRune("wω^*+(0123456789, \t\r\n)", r) })
	if end < 0 {
		end = len(inside)
	}
	inside = inside[:end]
	for depth, i := 0, 0; i < len(inside); i++ {
		switch inside[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return strings.ContainsAny(inside[:i], "wω")
			}
		}
	}
	return strings.ContainsAny(inside, "wω")
}

// ordinals reads heaps of any size.
func (p *parser) ordinals() (grundy.Component, error) {
	p.take('(')
	var heaps []ordinal.Ordinal
	var places []int
	account := meter.Open(p.ctx)
	for {
		p.space()
		places = append(places, p.at)
		h, length, err := ordinal.Parse(p.text[p.at:])
		if wrong, ok := errors.AsType[*ordinal.SyntaxError](err); ok {
			return nil, p.fail(p.at+wrong.Offset, "%s", wrong.Msg)
		}
		if err := account.Take(h.Bytes()); err != nil {
			return nil, err
		}
		p.at += length
		heaps = append(heaps, h)
		if p.take(')') {
			break
		}
		if !p.take(',') {
			return nil, p.unexpected(`"," or ")", as in nim(w^2+1,5,3)`)
		}
	}
	c, err := heap.PlaceTransfinite(heaps)
	if wrong, ok := errors.AsType[*grundy.PositionError](err); ok {
		return nil, p.fail(places[wrong.Arg], "%s", wrong.Msg)
	}
	return c, err
}

// refuseOrdinals refuses positions with infinite heaps as parts of games that are made of others.
func (p *parser) refuseOrdinals(at int, parts ...grundy.Component) error {
	for _, c := range parts {
		if _, ok := c.Game().(heap.Transfinite); ok {
			return p.fail(at, "%s: a heap of infinite size stands alone or in a sum, and in no game that is made of others", message.Brief(c.String(), mostSaid))
		}
	}
	return nil
}
