//go:build !playing

package position

// Positions of games that are made of others: (sum), pass(sum), blocked[k](sum; option; …), and a : b.

import (
	"errors"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/made"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/ordinal"
)

// mostNested bounds how deep positions stand in each other.
const mostNested = 40

// mostSaid bounds an error that names positions.
const mostSaid = 200

const (
	passName    = "pass"
	blockedName = "blocked"
)

// examplesOfMade show positions of the games that have names.
var examplesOfMade = map[string]string{passName: "pass(nim(3,5))", blockedName: "blocked[1](queen(3,4))"}

// atMade reports whether the name of a game that is made of a position stands here, and a bracket behind it.
func (p *parser) atMade(name string, opening byte) bool {
	p.space()
	text := p.text[p.at:]
	if len(text) <= len(name) || !strings.EqualFold(text[:len(name)], name) {
		return false
	}
	text = strings.TrimLeft(text[len(name):], " \t\r\n")
	return text != "" && text[0] == opening
}

// nested reads a sum in parentheses, up to a character that may end it, as one component.
func (p *parser) nested(ends string) (c grundy.Component, err error) {
	at := p.at
	if p.depth++; p.depth > mostNested {
		return nil, p.fail(at, "more than %d positions stand in each other", mostNested)
	}
	sum, err := p.sum(ends)
	if err != nil {
		return nil, err
	}
	p.depth--
	for _, t := range sum {
		if err := p.refuseOrdinals(at, t.Component); err != nil {
			return nil, err
		}
	}
	if c, err = made.PlaceTogether(sum); err != nil {
		return nil, p.fail(at, "%s", message.Brief(err.Error(), mostSaid))
	}
	return c, nil
}

// single reads a position other than an ordinal sum, which stands in parentheses here.
func (p *parser) single() (grundy.Component, error) {
	switch p.fold(); {
	case p.take('('):
		c, err := p.nested(")")
		if err == nil {
			p.at++
		}
		return c, err
	case p.atMade(passName, '('):
		at := p.at
		p.at += len(passName)
		p.take('(')
		c, err := p.nested(")")
		if err != nil {
			return nil, err
		}
		p.at++
		if c, err = made.PlacePass(c); err != nil {
			return nil, p.fail(at, "%s", message.Brief(err.Error(), mostSaid))
		}
		return c, nil
	case p.atMade(blockedName, '['):
		return p.blocked()
	}
	return p.component()
}

// blocked reads blocked[k](position; option; …).
func (p *parser) blocked() (grundy.Component, error) {
	at := p.at
	p.at += len(blockedName)
	p.take('[')
	numbers, err := p.list(']', nil)
	if err != nil {
		return nil, err
	}
	if len(numbers.args) != 1 {
		return nil, p.fail(numbers.open, "want one number in brackets, that of the options that may be forbidden, as in blocked[1](queen(3,4))")
	}
	most, ok := numbers.args[0].Uint64()
	if !ok || most == 0 {
		return nil, p.fail(numbers.at[0], "%s: want how many options may be forbidden, 1 … %d", numbers.args[0].Text, uint64(1<<64-1))
	}
	if !p.take('(') {
		return nil, p.unexpected(`"(" and a position, as in blocked[1](queen(3,4))`)
	}
	c, err := p.nested(";)")
	if err != nil {
		return nil, err
	}
	var forbidden []string
	var places []int
	for p.take(';') {
		p.space()
		places = append(places, p.at)
		option, err := p.nested(";)")
		if err != nil {
			return nil, err
		}
		forbidden = append(forbidden, option.String())
	}
	p.at++
	if c, err = made.PlaceBlocked(most, c, forbidden); err != nil {
		if wrong, ok := errors.AsType[*grundy.PositionError](err); ok {
			return nil, p.fail(places[wrong.Arg], "%s", message.Brief(wrong.Msg, mostSaid))
		}
		return nil, p.fail(at, "%s", message.Brief(err.Error(), mostSaid))
	}
	return c, nil
}

// operand reads a position, or an ordinal sum of several.
func (p *parser) operand() (grundy.Component, error) {
	c, err := p.single()
	for terms := 2; err == nil && p.peek() == ':'; terms++ {
		at := p.at
		if terms > mostNested {
			return nil, p.fail(at, "an ordinal sum of more than %d positions", mostNested)
		}
		p.at++
		var second grundy.Component
		if second, err = p.single(); err != nil {
			break
		}
		if err = p.refuseOrdinals(at, c, second); err != nil {
			break
		}
		if c, err = made.PlaceOrdinal(c, second); err != nil {
			err = p.fail(at, "%s", message.Brief(err.Error(), mostSaid))
		}
	}
	return c, err
}

// nameOfMade returns how a game that is made of others is called, and the names of these.
func nameOfMade(c grundy.Component) (name, of string, ok bool) {
	if heaps, ok := c.Position().([]ordinal.Ordinal); ok {
		texts := make([]string, len(heaps))
		for i, h := range heaps {
			texts[i] = h.String()
		}
		nim, _ := Find("nim")
		return nim.Title, message.Few(texts, mostNumbers), true
	}
	parts, _ := c.Position().([]grundy.Component)
	if len(parts) == 0 {
		return "", "", false
	}
	switch g := c.Game().(type) {
	case made.Together:
		return titleOfSum(grundy.SumOf(parts...)), "", true
	case made.Pass:
		if len(parts) > 1 {
			return TitleOf(parts[0]) + ", with a pass", "", true
		}
	case made.Blocked:
		return fmt.Sprintf("%s, with %s forbidden by the opponent", TitleOf(parts[0]), message.Count(g.Most, "option", "options")), "", true
	case made.Ordinal:
		if len(parts) > 1 {
			return fmt.Sprintf("%s, and on top of it %s", TitleOf(parts[0]), inSentence(TitleOf(parts[1]))), "", true
		}
	default:
		return "", "", false
	}
	name, of = NameOf(parts[0])
	return name, of, true
}
