//go:build playing

package ask

import (
	"context"
	"errors"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/certificate"
	"github.com/grundy-games/grundy/theory/period"
)

// certified refuses: the first program of the page without a server makes no certificates.
func certified(context.Context, certificate.Game, period.Result, uint64, grundy.Progress) (*certificate.Certificate, *certificate.Chain, error) {
	return nil, nil, errors.New("the page without a server writes no certificates")
}
