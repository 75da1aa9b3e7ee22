//go:build !playing

package ask

import (
	"context"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/certificate"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/period"
)

// certified makes the certificate of a proved period, or the chain of a long run of a code, with that
// many values a segment.
func certified(ctx context.Context, game certificate.Game, r period.Result, segment uint64, show grundy.Progress) (c *certificate.Certificate, chain *certificate.Chain, err error) {
	if _, code := game.(*sequence.Solution); code && (segment > 0 || certificate.NeedsChain(r)) {
		chain, err = certificate.NewChain(ctx, game, r, segment, show)
		return nil, chain, err
	}
	if c, err = certificate.New(ctx, game, r, show); err != nil {
		c = nil
	}
	return c, nil, err
}
