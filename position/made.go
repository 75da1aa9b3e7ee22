//go:build !playing

package position

// Positions of games that are made of others: (sum), pass(sum), blocked[k](sum; option; …), and a : b.

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// mostBlocked reads blocked[k] and the parenthesis behind it.
func (p *parser) mostBlocked() (most uint64, err error) {
	p.at += len(blockedName)
	p.take('[')
	numbers, err := p.list(']', nil)
	if err != nil {
		return 0, err
	}
	if len(numbers.args) != 1 {
		return 0, p.fail(numbers.open, "want one number in brackets, that of the options that may be forbidden, as in blocked[1](queen(3,4))")
	}
	most, ok := numbers.args[0].Uint64()
	if !ok || most == 0 {
		return 0, p.fail(numbers.at[0], "%s: want how many options may be forbidden, 1 … %d", numbers.args[0].Text, uint64(1<<64-1))
	}
	if !p.take('(') {
		return 0, p.unexpected(`"(" and a position, as in blocked[1](queen(3,4))`)
	}
	return most, nil
}

// blocked reads blocked[k](position; option; …).
func (p *parser) blocked() (grundy.Component, error) {
	at := p.at
	most, err := p.mostBlocked()
	if err != nil {
		return nil, err
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

// openOperand is operand where numbers may be left open.
func (p *parser) openOperand() (t *Template, isMade bool, err error) {
	t, isMade, err = p.openSingle()
	for terms := 2; err == nil && p.peek() == ':'; terms++ {
		isMade = true
		if terms > mostNested {
			return nil, true, p.fail(p.at, "an ordinal sum of more than %d positions", mostNested)
		}
		p.at++
		var second *Template
		if second, _, err = p.openSingle(); err != nil {
			break
		}
		both := &Template{pieces: []string{""}}
		both.add(1, t)
		joint := len(both.pieces) - 1
		both.add(1, second)
		both.pieces[joint] = strings.TrimSuffix(both.pieces[joint], " + "+second.pieces[0]) + " : " + second.pieces[0]
		t = both.madeOf("", "", func(sum grundy.Sum) (grundy.Component, error) {
			return made.PlaceOrdinal(sum[0].Component, sum[1].Component)
		})
	}
	return t, isMade, err
}

// openSingle is single where numbers may be left open.
func (p *parser) openSingle() (t *Template, isMade bool, err error) {
	nested := func(before string, place func(grundy.Component) (grundy.Component, error)) (*Template, bool, error) {
		at := p.at
		if p.depth++; p.depth > mostNested {
			return nil, true, p.fail(at, "more than %d positions stand in each other", mostNested)
		}
		t, _, err := p.openTerms(";)")
		if err != nil {
			return nil, true, err
		}
		if p.depth--; !p.take(')') {
			return nil, true, p.fail(p.at, `";": what is forbidden at the start is an option of one position, and no table has it; want ")"`)
		}
		return t.madeOf(before+"(", ")", func(sum grundy.Sum) (grundy.Component, error) {
			c, err := made.PlaceTogether(sum)
			if err != nil {
				return nil, err
			}
			return place(c)
		}), true, nil
	}
	switch p.fold(); {
	case p.take('('):
		return nested("", func(c grundy.Component) (grundy.Component, error) { return c, nil })
	case p.atMade(passName, '('):
		p.at += len(passName)
		p.take('(')
		return nested(passName, made.PlacePass)
	case p.atMade(blockedName, '['):
		most, err := p.mostBlocked()
		if err != nil {
			return nil, true, err
		}
		return nested(fmt.Sprintf("%s[%d]", blockedName, most), func(c grundy.Component) (grundy.Component, error) {
			return made.PlaceBlocked(most, c, nil)
		})
	}
	t, err = p.openAlone()
	return t, false, err
}

// madeOf returns the template of the positions that place makes of those of t, between these texts.
func (t *Template) madeOf(before, behind string, place func(grundy.Sum) (grundy.Component, error)) *Template {
	whole := &Template{Axes: t.Axes, Limits: t.Limits, Loopy: t.Loopy, Ends: t.Ends, Draws: t.Draws, Misere: t.Misere}
	whole.pieces = slices.Clone(t.pieces)
	whole.pieces[0] = before + whole.pieces[0]
	whole.pieces[len(whole.pieces)-1] += behind
	whole.placer = func(ctx context.Context) func([]uint64) (grundy.Component, error) {
		inside := t.Placer(ctx)
		return func(numbers []uint64) (grundy.Component, error) {
			sum, err := inside(numbers)
			if err != nil {
				return nil, err
			}
			c, err := place(sum)
			if err != nil {
				return nil, errors.New(message.Brief(err.Error(), mostSaid))
			}
			return c, nil
		}
	}
	return whole
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

// madeGames describe them for those who search by words; no name of these stands for a game alone.
func madeGames() []Entry {
	const group = "made of others"
	return []Entry{
		{
			Name: passName, Group: group, Form: "pass(position)", Example: examplesOfMade[passName], Title: "A game with a pass",
			Rules:  "Play the game in the parentheses. Once in the whole game one of the players may pass, but not where there is no other move.",
			Known:  "Nim-values by search, and closed forms of the game once the pass is gone.",
			Source: "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22 (2012)",
			Words:  []string{"skip", "wrapper", "any game"},
		},
		{
			Name: blockedName, Group: group, Form: "blocked[k](position)", Example: examplesOfMade[blockedName], Title: "A game with blocked options",
			Rules:  "Play the game in the parentheses. With each move forbid at most k options of what you leave, for the next move alone.",
			Known:  "Nim-values by those that a position can be left with.",
			Source: "A. Holshouser and H. Reiter, Blocking Nim (2001); F. Smith and P. Stănică, Integers 2 (2002); U. Larsson, Blocking Wythoff Nim, Electronic J. Combin. 18 (2011)",
			Words:  []string{"forbidden", "muller twist", "comply", "constrain", "blocking", "wrapper", "any game"},
		},
		{
			Name: ":", Group: group, Form: "position : position", Example: "nim(3) : nim(2)", Title: "An ordinal sum",
			Rules:  "Move in the second game, or in the first one; that ends the second one.",
			Known:  "The nim-value follows from those of the options of the first game and from that of the second game.",
			Source: "J. H. Conway, On Numbers and Games (1976), chapter 16; Winning Ways, chapter 7",
			Words:  []string{"ordinal", "sum", "colon", "any game"},
		},
		{
			Name: "()", Group: group, Form: "(position + position)", Example: "(nim(3) + queen(1,2)) : nim(2)", Title: "A sum as one game",
			Rules:  "Move in one of the positions in the parentheses, which are one position of what stands around them.",
			Known:  "The nim-value is the nim-sum.",
			Source: "R. P. Sprague (1935), P. M. Grundy (1939)",
			Words:  []string{"parentheses", "disjunctive", "any game"},
		},
	}
}
