//go:build playing

package position

import "github.com/grundy-games/grundy"

// The first program of the page leaves infinite heaps to the second one.

const endless = false

func (p *parser) atOrdinals() bool { return false }

func (p *parser) ordinals() (grundy.Component, error) { return nil, nil }
