package server_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grundy-games/grundy/internal/server"
)

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, http.ErrBodyReadAfterClose
}

func TestRefusedBeforeTheBody(t *testing.T) {
	s := newServer(nil)
	large := post("/api/v1/solve", "application/json", unread{t})
	large.ContentLength = 1 << 30
	if r := send(s, large); r.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a body of 1 GiB: %d", r.Code)
	}
	packed := post("/api/v1/solve", "application/json", unread{t})
	packed.Header.Set("Content-Encoding", "gzip")
	if r := send(s, packed); r.Code != http.StatusUnsupportedMediaType || !strings.Contains(r.Body.String(), "gzip") {
		t.Errorf("a compressed body: %d", r.Code)
	}
}

// TestProblemsNameTheirField checks that the line says what is wrong where the text of a
// field has not been read yet.
func TestProblemsNameTheirField(t *testing.T) {
	s := newServer(nil)
	for _, c := range []struct {
		r    *http.Request
		want string
	}{
		{post("/api/v1/solve", "application/json", strings.NewReader(`{"position": 3}`)), `"detail":"position=3: want a text in quotes"`},
		{get("/api/v1/solve?position=nim(3)&position=nim(4)"), `"detail":"position=nim(4): it stands twice; want one"`},
		{get("/api/v1/games/..%2f"), `code \"../\", offset 0: want a digit`},
	} {
		r := send(s, c.r)
		if text := r.Body.String(); r.Code != http.StatusBadRequest || !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %d\n%s\nwant %s", c.r.Method, c.r.URL, r.Code, text, c.want)
		}
	}
}

// Pages of other sites get nothing, whatever they try; programs and this page do.
func TestForeign(t *testing.T) {
	s := server.New(server.Options{Limits: limits(), Version: "test", Hosts: []string{"Grundy.Example.org"}})
	for _, c := range []struct {
		host, method, path string
		headers            []string // name, value, …
		want               int
	}{
		{"localhost:8080", "GET", "/api/v1/solve?position=nim(1)", nil, http.StatusOK},
		{"LOCALHOST.", "GET", "/healthz", nil, http.StatusOK},
		{"127.0.0.1:8080", "GET", "/healthz", nil, http.StatusOK},
		{"127.9.9.9", "GET", "/healthz", nil, http.StatusOK},
		{"[::1]:8080", "GET", "/healthz", nil, http.StatusOK},
		{"[::1]", "GET", "/healthz", nil, http.StatusOK},
		{"grundy.example.org", "GET", "/healthz", nil, http.StatusOK},
		{"grundy.example.org:443", "GET", "/healthz", nil, http.StatusOK},
		{"10.0.0.7:8080", "GET", "/healthz", nil, http.StatusOK}, // where the connection came to
		{"10.0.0.8:8080", "GET", "/healthz", nil, http.StatusMisdirectedRequest},
		{"", "GET", "/healthz", nil, http.StatusMisdirectedRequest},
		{"evil.example:8080", "GET", "/api/v1/solve?position=nim(1)", nil, http.StatusMisdirectedRequest},
		{"localhost.evil.example", "GET", "/", nil, http.StatusMisdirectedRequest},
		{"127.0.0.1.evil.example", "GET", "/", nil, http.StatusMisdirectedRequest},
		{"evillocalhost", "GET", "/", nil, http.StatusMisdirectedRequest},
		{"localhost:8080", "POST", "/api/v1/graph", []string{"Origin", "http://localhost:8080", "Sec-Fetch-Site", "same-origin"}, http.StatusOK},
		{"10.0.0.7", "POST", "/api/v1/graph", []string{"Origin", "https://grundy.example.org"}, http.StatusOK}, // by a proxy
		{"localhost:8080", "POST", "/api/v1/graph", []string{"Origin", "http://localhost:3000"}, http.StatusForbidden},
		{"localhost:8080", "POST", "/api/v1/graph", []string{"Origin", "null"}, http.StatusForbidden},
		{"localhost:8080", "POST", "/api/v1/graph", []string{"Origin", ""}, http.StatusForbidden},
		{"localhost:8080", "POST", "/api/v1/graph", []string{"Origin", "https://evil.example"}, http.StatusForbidden},
		{"localhost:8080", "POST", "/api/v1/graph", []string{"Origin", "http://localhost:8080", "Origin", "https://evil.example"}, http.StatusForbidden},
		{"localhost:8080", "POST", "/api/v1/graph", []string{"Origin", "http://localhost:8080@evil.example"}, http.StatusForbidden},
		{"localhost:8080", "GET", "/api/v1/plot?game=nim", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}, http.StatusForbidden},
		{"localhost:8080", "GET", "/api/v1/plot?game=nim", []string{"Sec-Fetch-Site", "same-site"}, http.StatusForbidden},
		{"localhost:8080", "GET", "/api/v1/plot?game=nim", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, http.StatusForbidden},
		{"localhost:8080", "GET", "/play/nim(3,5,7)", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, http.StatusNotFound}, // there is no page here
		{"localhost:8080", "GET", "/play/nim(3,5,7)", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, http.StatusForbidden},
		{"localhost:8080", "GET", "/embed/play/nim(3,5,7)", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, http.StatusForbidden},
		{"localhost:8080", "OPTIONS", "/api/v1/solve", []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"}, http.StatusForbidden},
	} {
		r := post(c.path, "text/plain", strings.NewReader("a b\n"))
		r.Method, r.Host = c.method, c.host
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(10, 0, 0, 7), Port: 8080}))
		for i := 0; i < len(c.headers); i += 2 {
			r.Header.Add(c.headers[i], c.headers[i+1])
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != c.want || w.Header().Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s%s %q: %d, want %d: %s", c.method, c.host, c.path, c.headers, w.Code, c.want, w.Body)
		}
	}
}

// With --embed, the screens below /embed may stand in frames, by a policy that names the sites;
// nothing else may.
func TestFrames(t *testing.T) {
	page := fstest.MapFS{"index.html": {Data: []byte("<html lang=en>")}}
	s := server.New(server.Options{Limits: limits(), Version: "test", Page: page, Frames: []string{"https://school.example", "https://*.example.org"}, Language: "de"})
	for _, c := range []struct {
		path, dest, site string
		want             int
		ancestors        string
	}{
		{"/embed/play/nim(3,5,7)", "iframe", "cross-site", http.StatusOK, "https://school.example https://*.example.org"},
		{"/embed/explore/0.77", "iframe", "same-site", http.StatusOK, "https://school.example https://*.example.org"},
		{"/play/nim(3,5,7)", "iframe", "cross-site", http.StatusForbidden, "'none'"},
		{"/play/nim(3,5,7)", "iframe", "same-origin", http.StatusOK, "'none'"},
		{"/embed", "iframe", "cross-site", http.StatusForbidden, "'none'"},
		{"/embed/play/nim(1)", "object", "cross-site", http.StatusForbidden, "https://school.example https://*.example.org"},
		{"/embed/../play/nim(1)", "iframe", "cross-site", http.StatusOK, "https://school.example https://*.example.org"},
		{"/api/v1/solve?position=nim(1)", "iframe", "cross-site", http.StatusForbidden, "'none'"},
	} {
		r := get(c.path)
		for name, value := range map[string]string{"Sec-Fetch-Site": c.site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": c.dest} {
			r.Header.Set(name, value)
		}
		w := send(s, r)
		_, ancestors, _ := strings.Cut(w.Header().Get("Content-Security-Policy"), "frame-ancestors ")
		if w.Code != c.want || ancestors != c.ancestors {
			t.Errorf("%s as %s from %s: %d, frame-ancestors %s; want %d, %s", c.path, c.dest, c.site, w.Code, ancestors, c.want, c.ancestors)
		}
		if w.Code == http.StatusOK && !strings.Contains(w.Body.String(), `<html data-language="de" lang=en>`) {
			t.Errorf("%s: the page is not told its language: %s", c.path, w.Body)
		}
	}
}
