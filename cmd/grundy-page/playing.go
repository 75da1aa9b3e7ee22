//go:build js && wasm && !exploring

package main

import "github.com/grundy-games/grundy/internal/api"

func operations() []*api.Operation { return api.Playing() }
