package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/fuzz"
	longtest "github.com/grundy-games/grundy/internal/long"
)

func testLimits() Limits {
	l := DefaultLimits(1 << 30)
	l.Rate = 0
	return l
}

// A client that leaves ends the work on its question: all memory that the server has is free
// soon after, as whoever asks for all of it gets it.
func TestLeavingEndsTheWorkRace(t *testing.T) {
	limits := testLimits()
	limits.UsualTime = time.Hour
	s := New(Options{Limits: limits, Version: "test"})
	h := httptest.NewServer(s)
	defer h.Close()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/api/v1/values?game=grundy&n=2000000000", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if line, err := bufio.NewReader(answer.Body).ReadString('\n'); line != "event: progress\n" || err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	if s.schedule.reserved() == 0 {
		t.Error("no memory is reserved for work that goes on")
	}
	leave()
	p, err := s.schedule.enter(t.Context(), short, limits.AllMemory)
	if err != nil {
		t.Fatal(err)
	}
	p.leave()
}

// A pipeListener accepts connections that stay in the process, so that clocks may be fake.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// dial returns a connection to the server.
func (l *pipeListener) dial() net.Conn {
	client, server := net.Pipe()
	l.conns <- server
	return client
}

// serving runs test with a server in a bubble of a fake clock.
func serving(t *testing.T, limits Limits, test func(t *testing.T, l *pipeListener)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		l, ended := newPipes(), make(chan error)
		go func() { ended <- New(Options{Limits: limits, Version: "test"}).Serve(ctx, l) }()
		test(t, l)
		stop()
		if err := <-ended; err != nil && !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// The server does not wait for clients that send nothing, half a header, or half a body.
func TestSlowClientsRace(t *testing.T) {
	for name, c := range map[string]struct {
		sends, gets string
		after       time.Duration
	}{
		"nothing":       {"", "", 10 * time.Second},
		"half a header": {"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", "", 10 * time.Second},
		"half a body":   {"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", "HTTP/1.1 408 Request Timeout\r\n", patience},
		"no next one":   {"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 OK\r\n", idle},
	} {
		t.Run(name, func(t *testing.T) {
			serving(t, testLimits(), func(t *testing.T, l *pipeListener) {
				client, began := l.dial(), time.Now()
				go func() { _, _ = io.WriteString(client, c.sends) }()
				text, err := io.ReadAll(client)
				if took := time.Since(began); err != nil || !strings.HasPrefix(string(text), c.gets) || c.gets == "" && len(text) > 0 || took < c.after || took > c.after+time.Second {
					t.Errorf("%q after %v, %v; want %q after %v", text, took, err, c.gets, c.after)
				}
			})
		})
	}
}

// The server does not wait for clients that do not read a long answer.
func TestSlowReadersRace(t *testing.T) {
	serving(t, testLimits(), func(t *testing.T, l *pipeListener) {
		client := l.dial()
		if _, err := io.WriteString(client, "GET /api/v1/values?game=queen&size=1000x1000 HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		first := make([]byte, 15)
		if _, err := io.ReadFull(client, first); err != nil || string(first) != "HTTP/1.1 200 OK" {
			t.Fatalf("%q, %v", first, err)
		}
		time.Sleep(3 * patience)
		rest, err := io.ReadAll(client)
		if len(rest) > 1<<16 || err != nil {
			t.Errorf("%d bytes came after the client slept, %v", len(rest), err)
		}
	})
}

// Connections that are too many are closed at once, and a place that is given back serves
// the next one.
func TestConnectionsRace(t *testing.T) {
	limits := testLimits()
	limits.Connections = 2
	serving(t, limits, func(t *testing.T, l *pipeListener) {
		first, second := l.dial(), l.dial()
		if _, err := io.ReadAll(l.dial()); err != nil {
			t.Error(err)
		}
		ok := func(c net.Conn) {
			t.Helper()
			go func() {
				_, _ = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			}()
			text, err := io.ReadAll(c)
			if err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 200 OK") {
				t.Errorf("%q, %v", text, err)
			}
		}
		ok(first)
		synctest.Wait()
		ok(l.dial())
		ok(second)
	})
}

// A stop lets the questions that are being answered end, and says so to who asks whether
// the server is ready.
func TestStopRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{Limits: testLimits(), Version: "test"})
		ready := func() int {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/readyz", nil))
			return w.Code
		}
		hold, err := s.schedule.enter(t.Context(), short, s.options.Limits.AllMemory)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		l, ended := newPipes(), make(chan error)
		go func() { ended <- s.Serve(ctx, l) }()
		client := l.dial()
		text := make(chan string)
		go func() {
			_, _ = io.WriteString(client, "GET /api/v1/solve?position=nim(1) HTTP/1.1\r\nHost: localhost\r\n\r\n")
			all, _ := io.ReadAll(client)
			text <- string(all)
		}()
		synctest.Wait()
		if ready() != http.StatusOK {
			t.Error("not ready before the stop")
		}
		stop()
		synctest.Wait()
		if ready() != http.StatusServiceUnavailable {
			t.Error("ready after the stop")
		}
		hold.leave()
		if got := <-text; !strings.HasPrefix(got, "HTTP/1.1 200 OK") {
			t.Errorf("the question that was being answered gets %q", got)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A stop ends within its grace, whatever runs: a question that heeds it says so, and one that
// does not is left behind.
func TestGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{Limits: testLimits(), Version: "test"})
		hold, err := s.schedule.enter(t.Context(), short, s.options.Limits.AllMemory) // for ever
		if err != nil {
			t.Fatal(err)
		}
		defer hold.leave()
		deaf := make(chan struct{})
		next := s.handler
		s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/deaf" {
				<-deaf
				return
			}
			next.ServeHTTP(w, r)
		})
		ctx, stop := context.WithCancel(t.Context())
		l, ended := newPipes(), make(chan error)
		go func() { ended <- s.Serve(ctx, l) }()
		text := make(chan string, 2)
		ask := func(path string) {
			client := l.dial()
			_, _ = io.WriteString(client, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n")
			all, _ := io.ReadAll(client)
			text <- string(all)
		}
		go ask("/api/v1/solve?position=nim(1)")
		go ask("/deaf")
		synctest.Wait()
		stopped := time.Now()
		stop()
		if got := <-text; !strings.HasPrefix(got, "HTTP/1.1 503") || !strings.Contains(got, "the server stops") {
			t.Errorf("the question that waited gets %q", got)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if took := time.Since(stopped); took > s.options.Limits.Grace {
			t.Errorf("it ended after %v", took)
		}
		close(deaf)
		if got := <-text; got != "" {
			t.Errorf("what did not end gets %q", got)
		}
	})
}

// A server is not ready where nothing moves and no question can begin.
func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := testLimits()
		s := New(Options{Limits: limits, Version: "test"})
		want := func(ready bool, when string) {
			t.Helper()
			if w := serve(s, http.MethodGet, "/readyz", "", nil); (w.Code == http.StatusOK) != ready {
				t.Errorf("%s: %d %s", when, w.Code, w.Body)
			}
		}
		want(true, "at first")
		var all []*place
		for range s.schedule.free[short] {
			p, err := s.schedule.enter(t.Context(), short, 1)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
		time.Sleep(stuck / 2)
		want(true, "all places taken for a moment")
		time.Sleep(stuck)
		want(false, "all places taken for long")
		all[0].leave()
		want(true, "a place given back")
		p, err := s.schedule.enter(t.Context(), short, limits.AllMemory-uint64(len(all)))
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(stuck)
		want(false, "all memory taken")
		p.leave()
		want(true, "the memory given back")
	})
}

// zeros are a body without an end. They count what was read.
type zeros struct{ read int64 }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += int64(len(p))
	return len(p), nil
}

// serve answers a request without a network.
func serve(s *Server, method, address, kind string, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost"+address, body)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// The server reads little more than the limit of a body that is too large.
func TestLargeBodiesRace(t *testing.T) {
	s := New(Options{Limits: testLimits(), Version: "test"})
	for _, operation := range []string{"solve", "graph", "rules/check"} {
		for _, kind := range []string{"application/json", "text/plain"} {
			var body zeros
			w := serve(s, http.MethodPost, api.Prefix+operation, kind, io.LimitReader(&body, 1<<30))
			if w.Code != http.StatusRequestEntityTooLarge && (operation != "solve" || w.Code != http.StatusUnsupportedMediaType) {
				t.Errorf("%s: %d: %s", operation, w.Code, w.Body)
			}
			if body.read > 2*s.options.Limits.Body {
				t.Errorf("%s: %d bytes were read", operation, body.read)
			}
		}
	}
}

// Bodies and answers that wait take no more than a share of the memory; what is refused, and
// what ends, is given back.
func TestTransitRace(t *testing.T) {
	limits := testLimits()
	limits.AllMemory = 1 << 20
	limits.MostMemory, limits.UsualMemory = limits.AllMemory, limits.AllMemory
	s := New(Options{Limits: limits, Version: "test"})
	others := s.transit.Left() - 20_000
	if err := s.transit.Take(others); err != nil {
		t.Fatal(err)
	}
	ask := func(want int) {
		t.Helper()
		body := serve(s, http.MethodPost, api.Prefix+"graph", "text/plain", strings.NewReader(strings.Repeat("# a comment\n", 1000)+"a b\n"))
		long := serve(s, http.MethodGet, api.Prefix+"values?game=queen&size=100x100", "", nil)
		for _, w := range []*httptest.ResponseRecorder{body, long} {
			if w.Code != want || want == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
				t.Errorf("%d, want %d: %.200s", w.Code, want, w.Body)
			}
		}
		if w := serve(s, http.MethodGet, api.Prefix+"values?game=queen&size=5x5", "", nil); w.Code != http.StatusOK {
			t.Errorf("a short answer: %d: %s", w.Code, w.Body)
		}
	}
	ask(http.StatusServiceUnavailable)
	s.transit.Give(others)
	ask(http.StatusOK)
	if used := s.transit.Used(); used != 0 {
		t.Errorf("%d bytes are held", used)
	}
}

// Wrong requests are told in one line, and harm nobody.
func TestWrongRequests(t *testing.T) {
	limits := testLimits()
	limits.UsualTime = limits.MostTime
	s := New(Options{Limits: limits, Version: "test"})
	rules := func(moves string) string {
		return fmt.Sprintf(`{"position": "f.star(5)", "rules": {"f.star": %q}}`, "position(n = integer())\ndef moves(n):\n"+moves)
	}
	for _, c := range []struct {
		name, method, address, body string
		status                      int
		says                        string
	}{
		{"broken JSON", "POST", "solve", `{"position": "nim(3)",}`, 400, "line 1, column 23"},
		{"half of it", "POST", "solve", `{"position": "nim(3)"`, 400, "unexpected end"},
		{"a list", "POST", "solve", `["nim(3)"]`, 400, "want a question such as"},
		{"two objects", "POST", "solve", `{"position": "nim(3)"} {}`, 400, "behind the object"},
		{"a field twice", "POST", "solve", "{\"position\": \"nim(3)\",\n\"position\": \"nim(4)\"}", 400, `line 2, column 11: \"position\" stands twice`},
		{"another type", "POST", "solve", `{"position": "nim(3)", "moves": "many"}`, 400, "limit=many: want a whole number"},
		{"null", "POST", "solve", `{"position": null}`, 400, "want a text in quotes"},
		{"deep lists", "POST", "solve", strings.Repeat("[", 100_000), 400, "want a question"},
		{"deep lists inside", "POST", "solve", `{"position":` + strings.Repeat("[", 100_000), 400, "exceeded max depth"},
		{"a bad address", "GET", "solve?position=%zz", "", 400, "invalid URL escape"},
		{"a huge number", "GET", "solve?position=nim(99999999999999999999999)", "", 400, "column 5"},
		{"HTML", "GET", "solve?position=<script>alert(1)</script>", "", 400, `\u003cscript\u003e`},
		{"a field that is none", "GET", "solve?positio=nim(3)", "", 400, `did you mean \"position\"?`},
		{"no position", "GET", "solve", "", 400, "the text ends here"},
		{"a file that is not there", "GET", "solve?position=a.star(3)", "", 400, "file does not exist"},
		{"a file of the machine", "GET", "solve?position=graph[/etc/passwd](root)", "", 400, "file does not exist"},
		{"much memory", "GET", "solve?position=nim(3)&max_memory=10GiB", "", 400, "to 256 MiB"},
		{"little memory", "GET", "solve?position=nim(3)&max_memory=1B", "", 422, "max_memory sets the budget"},
		{"rules that do not load", "POST", "solve", `{"position": "f.star(5)", "rules": {"f.star": "position(n = integer())\n\ndef moves(n:\n"}}`, 400, "f.star:3:12"},
		{"rules that take time", "POST", "solve", rules("    for i in range(1000000000):\n        for j in range(1000000000):\n            pass\n    move(n - 1)\n"), 422, "steps"},
		{"rules that take memory", "POST", "solve", rules("    x = [n]\n    for i in range(60):\n        x = x + x\n    move(n - len(x))\n"), 422, "memory"},
		{"rules that grow", "POST", "solve", strings.Replace(rules("    move(n + 1)\n    move(n + 2)\n"), "{", `{"max_memory": "4MiB", `, 1), 422, ""},
		{"a move that is none", "POST", "match", `{"position": "nim(3)", "moves": ["1: nim(1)", "1: nim(2)"]}`, 400, "move 2"},
		{"a move too many", "POST", "match", `{"position": "nim(1)", "moves": ["1: nim(0)", "1: nim(0)"]}`, 400, "the match is over before it"},
		{"no level", "GET", "match?position=nim(3)&level=perfekt", "", 400, `did you mean \"perfect\"?`},
		{"many moves", "GET", "match?position=nim(3)&limit=1000000", "", 400, "from 0 to 10000"},
		{"no text", "POST", "graph", `{}`, 400, "want the text"},
		{"a broken graph", "POST", "graph", `{"text": "a b c d\n"}`, 400, `"line":1`},
		{"both ways", "POST", "solve?position=nim(3)", `{"position": "nim(3)"}`, 400, "no parameters in the address"},
		{"a lesser method", "PUT", "solve", "", 405, "want GET or POST"},
		{"nothing there", "GET", "solved", "", 404, "/openapi.json"},
		{"no game", "GET", "games/quen", "", 400, `did you mean \"queen\"?`},
	} {
		if !longtest.Asked && (strings.HasPrefix(c.name, "rules that take") || c.name == "rules that grow") {
			continue // a call may take many steps, and much memory
		}
		w := serve(s, c.method, strings.ReplaceAll(api.Prefix+c.address, " ", "%20"), map[bool]string{true: "application/json"}[c.body != ""], strings.NewReader(c.body))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d, want %d, with %s: %s", c.name, w.Code, c.status, c.says, w.Body)
		}
		if strings.Count(w.Body.String(), "\n") != 1 {
			t.Errorf("%s: want one line: %s", c.name, w.Body)
		}
	}
	empty(t, s.schedule, max(s.schedule.free[short]/2, 1), s.options.Limits.AllMemory)
}

// One address that asks too often is refused, and nobody else.
func TestRatesRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRates(2, 3)
		r := func(address string) *http.Request { return &http.Request{RemoteAddr: address} }
		ask := func(address string, want time.Duration) {
			t.Helper()
			if got := l.wait(r(address)); got != want {
				t.Errorf("%s waits %v, want %v", address, got, want)
			}
		}
		for range 3 {
			ask("10.0.0.1:1000", 0)
		}
		ask("10.0.0.1:2000", 500*time.Millisecond)
		ask("10.0.0.2:1000", 0)
		for range 10 {
			ask("127.0.0.1:1000", 0)
			ask("[::1]:1000", 0)
		}
		ask("[2001:db8::1]:1", 0)
		ask("[2001:db8::2]:1", 0)
		ask("[2001:db8::3]:1", 0)
		ask("[2001:db8::4]:1", 500*time.Millisecond) // of the same network
		time.Sleep(500 * time.Millisecond)
		ask("10.0.0.1:1000", 0)
		time.Sleep(3 * forgotten)
		ask("10.0.0.3:1000", 0)
		time.Sleep(3 * forgotten)
		ask("10.0.0.3:1000", 0)
		if len(l.by)+len(l.before) != 2 {
			t.Errorf("%d addresses are remembered", len(l.by)+len(l.before))
		}
	})
}

// The page is sent compressed where that is taken, its screens at all of their addresses, and
// nothing else.
func TestPageRace(t *testing.T) {
	long := strings.Repeat("let x = 1;\n", 1000)
	s := New(Options{Limits: testLimits(), Version: "test", Page: fstest.MapFS{
		"index.html": {Data: []byte("<!doctype html><title>page</title>")}, "assets/main-1.js": {Data: []byte(long)}, "favicon.svg": {Data: []byte("<svg/>")},
	}})
	for address, want := range map[string]struct {
		status      int
		kind, cache string
	}{
		"/":                      {200, "text/html; charset=utf-8", "no-cache"},
		"/play?p=nim(3)":         {200, "text/html; charset=utf-8", "no-cache"},
		"/play/0.77(12)":         {200, "text/html; charset=utf-8", "no-cache"},
		"/explore/0.77":          {200, "text/html; charset=utf-8", "no-cache"},
		"/learn/3":               {200, "text/html; charset=utf-8", "no-cache"},
		"/api":                   {200, "text/html; charset=utf-8", "no-cache"},
		"/assets/main-1.js":      {200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/assets/main-2.js":      {404, "application/problem+json", "no-store"},
		"/favicon.svg":           {200, "image/svg+xml", "no-cache"},
		"/../../etc/passwd.html": {404, "application/problem+json", "no-store"},
		"/api/v1/nothing":        {404, "application/problem+json", "no-store"},
		"/api/v1/":               {404, "application/problem+json", "no-store"},
	} {
		w := serve(s, http.MethodGet, address, "", nil)
		if h := w.Header(); w.Code != want.status || h.Get("Content-Type") != want.kind || h.Get("Cache-Control") != want.cache {
			t.Errorf("%s: %d %v", address, w.Code, h)
		}
		for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"} {
			if w.Header().Get(name) == "" {
				t.Errorf("%s: no %s", address, name)
			}
		}
		if w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", address)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "http://localhost/assets/main-1.js", nil)
	r.Header.Set("Accept-Encoding", "br, gzip;q=0.5")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Header().Get("Content-Encoding") != "gzip" || w.Body.Len() > len(long)/10 {
		t.Errorf("%d bytes, %v", w.Body.Len(), w.Header())
	}
	r.Header.Set("If-None-Match", w.Header().Get("ETag"))
	w = httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
	if w := serve(s, http.MethodHead, "/", "", nil); w.Code != 200 || w.Body.Len() > 0 {
		t.Errorf("HEAD: %d, %d bytes", w.Code, w.Body.Len())
	}
}

// Errors of the program are answered too, and counted.
func TestPanics(t *testing.T) {
	s := New(Options{Limits: testLimits(), Version: "test"})
	s.handler = s.guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a secret") }))
	if w := serve(s, http.MethodGet, "/", "", nil); w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	w := httptest.NewRecorder()
	s.counts.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if !strings.Contains(w.Body.String(), `grundy_requests_total{operation="page",status="500"} 1`) {
		t.Error("the metrics do not count it")
	}
}

// Progress and the answer come as events, also where it is a problem.
func TestEventsRace(t *testing.T) {
	s := New(Options{Limits: testLimits(), Version: "test"})
	ask := func(address string) string {
		r := httptest.NewRequest(http.MethodGet, "http://localhost"+api.Prefix+address, nil)
		r.Header.Set("Accept", "text/event-stream")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if kind := w.Header().Get("Content-Type"); w.Code != 200 || kind != "text/event-stream" {
			t.Errorf("%s: %d, %s", address, w.Code, kind)
		}
		return w.Body.String()
	}
	// last returns the name and the data of the last event.
	last := func(text string) (name, data string) {
		events := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
		for _, e := range events {
			name, data = "", ""
			for line := range strings.Lines(e + "\n") {
				if value, ok := strings.CutPrefix(line, "event: "); ok {
					name = strings.TrimSpace(value)
				} else if value, ok := strings.CutPrefix(line, "data: "); ok {
					data += value
				} else {
					t.Errorf("%q does not belong to an event", line)
				}
			}
		}
		return name, data
	}
	name, data := last(ask("solve?position=nim(3,5,7)"))
	if plain := serve(s, http.MethodGet, api.Prefix+"solve?position=nim(3,5,7)", "", nil).Body.String(); name != "answer" || data != plain {
		t.Errorf("%s: %s\nwant\n%s", name, data, plain)
	}
	table := "values?game=queen&size=" + longtest.Or("300x300", "1000x1000")
	name, data = last(ask(table))
	if plain := serve(s, http.MethodGet, api.Prefix+table, "", nil).Body.String(); name != "answer" || data != plain {
		t.Errorf("%s: %d bytes, want %d", name, len(data), len(plain))
	}
	if name, data = last(ask("solve?position=nim(3)&max_memory=1B")); name != "error" || !strings.Contains(data, `"status":422`) {
		t.Errorf("%s: %s", name, data)
	}
}

// Requests of any form are questions, or problems.
func FuzzRequests(t *testing.F) {
	f := fuzz.Seeds(t)
	s := New(Options{Limits: testLimits(), Version: "test"})
	all := api.All(ask.NewTiles(1 << 20))
	for _, text := range []string{`{"position": "nim(3)", "moves": ["1: nim(2)"], "rules": {"a": "b"}, "max_time": "1s"}`, `{"game": "0.77", "n": 20}`, `{"text": "a b\n"}`, `{"words": []}`, `[`, ``} {
		f.Add(uint8(0), "position=nim(3)&max_memory=1MiB&misere", text)
	}
	f.Fuzz(func(t *testing.T, which uint8, query, body string) {
		op := all[int(which)%len(all)]
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			r := &http.Request{Method: method, Body: io.NopCloser(strings.NewReader(body)), Header: http.Header{"Content-Type": {"application/json"}}}
			r.URL = &url.URL{Path: api.Prefix + op.Path}
			if method == http.MethodGet {
				r.URL.RawQuery = query
			}
			asked, err := op.Read(requestOf(op, r), s.options.Limits.Limits)
			if err == nil && (asked.Memory > s.options.Limits.MostMemory || asked.Time > s.options.Limits.MostTime) {
				t.Errorf("%d bytes, %v", asked.Memory, asked.Time)
			}
			if err == nil {
				continue
			}
			if p := problemOf(err); p.Status < 400 || p.Status >= 500 || p.Detail == "" || strings.Contains(p.Detail, "\n") {
				t.Errorf("%s %q %q: %d: %s", op.ID, query, body, p.Status, p.Detail)
			}
		}
	})
}
