//go:build js && wasm

// Command grundy-page is the engine of the page without a server. It runs in a worker of a
// browser, as WebAssembly, and answers the requests that a server of grundy would.
package main

import (
	"context"
	"io"
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"

	"github.com/grundy-games/grundy/internal/api"
)

// limits are for a telephone: a browser gives a page a few hundred megabytes there.
var limits = api.Limits{MostMemory: 512 << 20, UsualMemory: 128 << 20, MostTime: time.Minute, UsualTime: 10 * time.Second}

// main gives the worker the function answer(request, begin, write, end), and answers one request
// after the other.
func main() {
	debug.SetMemoryLimit(int64(limits.MostMemory))
	local := &api.Local{Operations: operations(), Limits: limits}
	var paths []any
	for _, op := range local.Operations {
		paths = append(paths, op.Path)
	}
	requests := make(chan []js.Value, 1) // the page waits for an answer before it sends the next
	js.Global().Call("ready", paths, js.FuncOf(func(_ js.Value, of []js.Value) any {
		requests <- of
		return nil
	}))
	for of := range requests {
		answer(local, of[0], of[1], of[2], of[3])
	}
}

// answer answers a request: the page calls it with {method, path, query, type, accept, body}.
func answer(local *api.Local, request, begin, write, end js.Value) {
	text := func(name string) string { return request.Get(name).String() }
	r := &api.Request{
		Method: text("method"), Path: text("path"), Query: text("query"),
		ContentType: text("type"), Accept: text("accept"), Body: strings.NewReader(text("body")),
	}
	local.Answer(context.Background(), r, func(status int, contentType string) io.Writer {
		begin.Invoke(status, contentType)
		return writer{write}
	})
	end.Invoke()
}

// A writer passes bytes to a function of the page.
type writer struct{ to js.Value }

func (w writer) Write(p []byte) (int, error) {
	bytes := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(bytes, p)
	w.to.Invoke(bytes)
	return len(p), nil
}
