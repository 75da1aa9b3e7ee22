package server

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/internal/ask"
	longtest "github.com/grundy-games/grundy/internal/long"
)

// asks are requests of every operation: path and query, or path and body.
var asks = []struct{ path, body string }{
	{"solve?position=nim(3,5,7)", ""},
	{"solve?position=knight(5,4)%2Bqueen(3,3)&misere", ""},
	{"values?game=queen&size=9000x9000&max_memory=1MiB", ""},
	{"solve?position=nmi(3)", ""},
	{"solve?position=nim(3&limit=all", ""},
	{"solve?position=nim(3)&what=1", ""},
	{"solve", `{"position": "own.star(5)", "rules": {"own.star": "position(n = integer())\ndef moves(n):\n    if n > 0:\n        move(n - 1)\n"}}`},
	{"solve", `{"position": "own.star(5)", "rules": {"own.star": "position(n = integer())\ndef moves(n):\n    mov(n - 1)\n"}}`},
	{"solve", `{"position": `},
	{"why?position=nim(3,5,7)", ""},
	{"options", `{"position": "kayles(9)", "limit": 3}`},
	{"match", `{"position": "nim(3,5,7)", "moves": ["1: nim(2)"], "reply": true, "hints": true}`},
	{"puzzle?level=1&number=3", ""},
	{"puzzle?position=nim(3,5,7)", ""},
	{"games/queen", ""},
	{"games/0.77", ""},
	{"games/no%20such", ""},
	{"games/", ""},
	{"games", ""},
	{"starts?game=nim&n=2", ""},
	{"rules/check", `{"text": "position(n = integer())\ndef moves(n):\n    if n > 0:\n        move(n - 1)\n"}`},
	{"rules/check", `{"text": "x ="}`},
	{"draw?position=chomp(3,4)", ""},
	{"language", ""},
	{"values?game=kayles&n=20", ""},
	{"values?game=queen&size=4x4&format=csv", ""},
	{"values?game=queen&size=4x4&format=cvs", ""},
	{"period?game=0.77&n=200", ""},
	{"docs?name=rules", ""},
	{"guess?game=queen&n=40", ""},
	{"plot?game=queen&size=8x8", ""},
	{"plot?game=queen&size=8x8&format=png", ""},
	{"tile?game=queen&size=8x8", ""},
	{"shape?game=queen", ""},
	{"nim?expression=[w^w]^5*2", ""},
	{"graph", `{"text": "a b\nb c\n"}`},
	{"jobs", ""},
	{"nothing", ""},
}

// TestLocal compares what the page without a server answers with the answers of a server: all
// operations, as JSON and as events, and the problems of wrong requests.
func TestLocal(t *testing.T) {
	limits := DefaultLimits(1 << 30)
	s := New(Options{Limits: limits, Version: "test"})
	local := &api.Local{Operations: api.All(ask.NewTiles(1 << 24)), Limits: limits.Limits}
	asked := map[string]bool{}
	for _, a := range longtest.Every(6, asks) {
		for _, accept := range []string{"", api.EventStream} {
			path, query, _ := strings.Cut(a.path, "?")
			method := http.MethodGet
			if a.body != "" {
				method = http.MethodPost
			}
			for _, op := range local.Operations {
				if before, _, _ := strings.Cut(op.Path, "{"); path == op.Path || before != op.Path && len(path) > len(before) && strings.HasPrefix(path, before) {
					asked[op.ID] = true
				}
			}
			r := httptest.NewRequest(method, api.Prefix+a.path, strings.NewReader(a.body))
			r.Host, r.RemoteAddr = "localhost", "127.0.0.1:1"
			r.Header.Set("Accept", accept)
			r.Header.Set("Content-Type", "application/json")
			want := httptest.NewRecorder()
			s.ServeHTTP(want, r)

			var got bytes.Buffer
			var status int
			var kind string
			plain := strings.ReplaceAll(path, "%20", " ")
			local.Answer(context.Background(), &api.Request{Method: method, Path: api.Prefix + plain, Query: query, ContentType: "application/json", Accept: accept, Body: strings.NewReader(a.body)},
				func(s int, k string) io.Writer { status, kind = s, k; return &got })
			if status != want.Code || kind != want.Header().Get("Content-Type") || !bytes.Equal(last(got.Bytes()), last(want.Body.Bytes())) {
				t.Errorf("%s %s %s %s:\n%d %s %s\nwant\n%d %s %s", method, a.path, a.body, accept, status, kind, brief(got.Bytes()), want.Code, want.Header().Get("Content-Type"), brief(want.Body.Bytes()))
			}
		}
	}
	for _, op := range local.Operations {
		if !asked[op.ID] && longtest.Asked {
			t.Errorf("no request of %s is compared: add one to asks", op.ID)
		}
	}
}

// last returns events without those of progress, which depend on the time.
func last(text []byte) []byte {
	events := strings.SplitAfter(string(text), "\n\n")
	return []byte(strings.Join(slices.DeleteFunc(events, func(e string) bool { return strings.HasPrefix(e, "event: progress") }), ""))
}

func brief(text []byte) string { return string(text[:min(len(text), 400)]) }

// TestLocalLacks asks what a browser cannot answer: it says so in a line.
func TestLocalLacks(t *testing.T) {
	local := &api.Local{Operations: append(api.Playing(), api.Exploring(nil)...)}
	for path, want := range map[string]string{"jobs": "grundy serve", "job": "there is nothing"} {
		var got bytes.Buffer
		local.Answer(context.Background(), &api.Request{Method: http.MethodGet, Path: path}, func(status int, _ string) io.Writer {
			if status != http.StatusNotFound {
				t.Errorf("%s: %d", path, status)
			}
			return &got
		})
		if !strings.Contains(got.String(), want) {
			t.Errorf("%s: %s; want %s", path, &got, want)
		}
	}
}
