//go:build !linux

package duel

import (
	"errors"
	"os"
)

// keepers run programs apart from the machine, which is done on Linux alone.
type keepers struct {
	folder string
	wont   error // never nil
}

// Keep does nothing here.
func Keep() {}

func newKeepers(*Program) *keepers { return &keepers{wont: errors.ErrUnsupported} }

func (*keepers) close() {}

func (*keepers) input([]byte) (*os.File, error) { return nil, errors.ErrUnsupported }
