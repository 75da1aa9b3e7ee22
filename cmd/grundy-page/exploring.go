//go:build js && wasm && exploring

package main

import (
	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/internal/ask"
)

func operations() []*api.Operation {
	return append(api.Playing(), api.Exploring(ask.NewTiles(64<<20))...)
}
