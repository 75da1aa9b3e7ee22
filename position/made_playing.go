//go:build playing

package position

import "github.com/grundy-games/grundy"

// The first program of the page leaves games that are made of others to the second one, which knows all
// games: web/src/site/engine.ts sends such positions there.

func (p *parser) operand() (grundy.Component, error) { return p.component() }

func (p *parser) openOperand() (t *Template, isMade bool, err error) {
	t, err = p.openAlone()
	return t, false, err
}

func nameOfMade(grundy.Component) (name, of string, ok bool) { return "", "", false }

var examplesOfMade map[string]string

func madeGames() []Entry { return nil }
