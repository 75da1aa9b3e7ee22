package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/server"
)

// limits returns the limits of servers in tests.
func limits() server.Limits {
	l := server.DefaultLimits(1 << 30)
	l.Rate = 0
	l.Body = 1 << 16
	return l
}

func newServer(change func(*server.Limits)) *server.Server {
	l := limits()
	if change != nil {
		change(&l)
	}
	return server.New(server.Options{Limits: l, Version: "test"})
}

// send sends a request to the server.
func send(s http.Handler, r *http.Request) *httptest.ResponseRecorder {
	if r.Host == "example.com" { // of httptest
		r.Host = "localhost"
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func get(address string) *http.Request { return httptest.NewRequest(http.MethodGet, address, nil) }

func post(address, contentType string, body io.Reader) *http.Request {
	r := httptest.NewRequest(http.MethodPost, address, body)
	r.Header.Set("Content-Type", contentType)
	return r
}

const fibonacci = `position(n = integer(), most = integer())

def start(n):
    return n, n - 1

def moves(n, most):
    for k in range(1, min(n, most) + 1):
        move(n - k, 2 * k)
`

// A sample is a question of an operation, with the fields that are not its text.
type sample struct {
	operation string
	fields    map[string]any
	answer    func(t *testing.T, m ask.Means) []byte // by package ask; nil where the text is compared with nothing
	accept    string
}

// written returns what an answer writes.
func written(t *testing.T, a any, _ error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := ask.WriteJSON(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asked answers a question by package ask.
func asked[A any](question func(*testing.T, ask.Means) (A, error)) func(*testing.T, ask.Means) []byte {
	return func(t *testing.T, m ask.Means) []byte {
		t.Helper()
		a, err := question(t, m)
		return written(t, a, err)
	}
}

func number(n uint64) *uint64 { return &n }

// samples are questions of all operations.
func samples() []sample {
	solve := func(q ask.Solve) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Solved, error) { return q.Ask(t.Context(), m) })
	}
	options := func(q ask.Options) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Listed, error) { return q.Ask(t.Context(), m) })
	}
	match := func(q ask.Match) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Played, error) { return q.Ask(t.Context(), m) })
	}
	period := func(q ask.Period) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Recurrence, error) { return q.Ask(t.Context(), m) })
	}
	guess := func(q ask.Guess) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Guessed, error) { return q.Ask(t.Context(), m) })
	}
	draw := func(q ask.Draw) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Drawn, error) { return q.Ask(t.Context(), m) })
	}
	games := func(words ...string) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Described, error) {
			return ask.Games{Words: words}.Ask(t.Context(), m)
		})
	}
	graph := func(text string, q ask.Graph) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Graphed, error) {
			q.Text = strings.NewReader(text)
			return q.Ask(t.Context(), m)
		})
	}
	check := func(q ask.Check, text string) func(*testing.T, ask.Means) []byte {
		return asked(func(t *testing.T, m ask.Means) (*ask.Checked, error) {
			q.Text, q.Positions = strings.NewReader(text), ask.DefaultChecked
			return q.Ask(t.Context(), m)
		})
	}
	values := func(q ask.Values) func(*testing.T, ask.Means) []byte {
		return func(t *testing.T, m ask.Means) []byte {
			t.Helper()
			a, err := q.Ask(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := a.Write(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}
	}
	const cycle, dot = "a b\nb a\na c\nb d\n", "digraph { x -> y; y -> z }"
	fields := func(of ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(of); i += 2 {
			m[of[i].(string)] = of[i+1]
		}
		return m
	}
	rules := map[string]string{"fibonacci.star": fibonacci, "cycle.txt": cycle}
	moves := func(q ask.Solve) ask.Solve { q.Moves = ask.DefaultMoves; return q }
	with := func(q ask.Match) ask.Match { q.Seed = 1; return q }
	two := 2
	return []sample{
		{"solve", fields("position", "knight(5,4) + queen(3,3)"), solve(moves(ask.Solve{Position: "knight(5,4) + queen(3,3)"})), ""},
		{"solve", fields("position", "0.77(12) + nim(3)", "misere", true, "limit", 1), solve(ask.Solve{Position: "0.77(12) + nim(3)", Misere: true, Moves: 1}), ""},
		{"solve", fields("position", "nim(3,5,7) + nim(3,5,7,8)", "moves", 1), solve(ask.Solve{Position: "nim(3,5,7) + nim(3,5,7,8)", Moves: 1}), ""},
		{"solve", fields("position", "nim(30,2)", "moves", "all"), solve(ask.Solve{Position: "nim(30,2)", Moves: ask.AllMoves}), ""},
		{"solve", fields("position", "nim(30,2)", "all", true), solve(ask.Solve{Position: "nim(30,2)", Moves: ask.AllMoves}), ""},
		{"solve", fields("position", "nim(3,5) + 2*queen(2,2)", "compound", "selective"), solve(moves(ask.Solve{Position: "nim(3,5) + 2*queen(2,2)", Compound: "selective"})), ""},
		{"solve", fields("position", "graph[cycle.txt](a) + nim(2)", "rules", rules, "why", true), solve(moves(ask.Solve{Position: "graph[cycle.txt](a) + nim(2)", Why: true})), ""},
		{"solve", fields("position", "fibonacci.star(13)", "rules", rules), solve(moves(ask.Solve{Position: "fibonacci.star(13)"})), ""},
		{"solve", fields("position", "1000000*nim(1)"), solve(moves(ask.Solve{Position: "1000000*nim(1)"})), ""},
		{"why", fields("position", "nim(3,5,7)"), solve(moves(ask.Solve{Position: "nim(3,5,7)", Why: true})), ""},
		{"why", fields("position", "nim(2,3)", "compound", "moore:2"), solve(moves(ask.Solve{Position: "nim(2,3)", Compound: "moore:2", Why: true})), ""},
		{"why", fields("position", "0.77(5) + nim(2)", "misere", true), solve(moves(ask.Solve{Position: "0.77(5) + nim(2)", Misere: true, Why: true})), ""},
		{"why", fields("position", "queen(3,4)"), solve(moves(ask.Solve{Position: "queen(3,4)", Why: true})), ""},
		{"why", fields("position", "cram(2,2) + cram(2,2)", "misere", true), solve(moves(ask.Solve{Position: "cram(2,2) + cram(2,2)", Misere: true, Why: true})), ""},
		{"options", fields("position", "nim(1,2)"), options(ask.Options{Position: "nim(1,2)", Limit: ask.DefaultOptions}), ""},
		{"options", fields("position", "0.77(7) + queen(2,1)", "with", []string{"misere", "remoteness", "suspense", "genus"}, "limit", 3), options(ask.Options{Position: "0.77(7) + queen(2,1)", With: []string{"misere", "remoteness", "suspense", "genus"}, Limit: 3}), ""},
		{"options", fields("position", "nim(2) + queen(2,1)", "compound", "conjunctive"), options(ask.Options{Position: "nim(2) + queen(2,1)", Compound: "conjunctive", Limit: ask.DefaultOptions}), ""},
		{"match", fields("position", "nim(3,5,7)", "moves", []string{"1: nim(2,5,7)"}, "reply", true, "hints", true, "history", true), match(with(ask.Match{Play: ask.Play{Position: "nim(3,5,7)"}, Moves: []string{"1: nim(2,5,7)"}, Reply: true, Hints: true, History: true})), ""},
		{"match", fields("position", "graph[cycle.txt](a) + nim(2)", "rules", rules, "hints", true, "history", true), match(with(ask.Match{Play: ask.Play{Position: "graph[cycle.txt](a) + nim(2)"}, Hints: true, History: true})), ""},
		{"match", fields("position", "knight(5,4) + queen(3,3)", "compound", "selective", "limit", 2, "hints", true), match(with(ask.Match{Play: ask.Play{Position: "knight(5,4) + queen(3,3)", Compound: "selective"}, Limit: &two, Hints: true})), ""},
		{"match", fields("position", "nim(0)"), match(with(ask.Match{Play: ask.Play{Position: "nim(0)"}})), ""},
		{"period", fields("game", "0.77"), period(ask.Period{Game: "0.77"}), ""},
		{"period", fields("game", "0.07", "max", 20), period(ask.Period{Game: "0.07", Max: number(20)}), ""},
		{"period", fields("game", "queen", "row", 2), period(ask.Period{Game: "queen", Row: number(2)}), ""},
		{"guess", fields("game", "nim(_,_)", "picture", true, "emit", "python"), guess(ask.Guess{Game: "nim(_,_)", Picture: true, Emit: "python"}), ""},
		{"guess", fields("game", "subtraction[1,3,4]", "of", "nim-values", "prove", true, "certificate", true), nil, ""},
		{"draw", fields("position", "nim(3,5) + queen(3,1)", "winning", true), draw(ask.Draw{Position: "nim(3,5) + queen(3,1)", Winning: true}), ""},
		{"draw", fields("position", "graph[cycle.txt](a)", "rules", rules, "graph", true), draw(ask.Draw{Position: "graph[cycle.txt](a)", Graph: true}), ""},
		{"values", fields("game", "0.77", "n", 40), values(ask.Values{Game: "0.77", N: number(40)}), ""},
		{"values", fields("game", "queen"), values(ask.Values{Game: "queen", Size: "16x16"}), ""},
		{"values", fields("game", "0.77"), values(ask.Values{Game: "0.77", N: number(99)}), ""},
		{"values", fields("game", "queen", "size", "8x5"), values(ask.Values{Game: "queen", Size: "8x5"}), ""},
		{"values", fields("game", "nim(_,_,_)", "size", "2x3x4", "of", "outcomes"), values(ask.Values{Game: "nim(_,_,_)", Size: "2x3x4", Of: "outcomes"}), ""},
		{"values", fields("game", "fibonacci.star(_,_)", "rules", rules, "n", 5), values(ask.Values{Game: "fibonacci.star(_,_)", N: number(5)}), ""},
		{"values", fields("game", "0.77", "n", 20, "genus", true), values(ask.Values{Game: "0.77", N: number(20), Genus: true}), ""},
		{"values", fields("game", "0.77", "n", 20, "forms", true), values(ask.Values{Game: "0.77", N: number(20), Forms: true}), ""},
		{"values", fields("game", "nim(_,_)", "n", 4, "positions", "P"), values(ask.Values{Game: "nim(_,_)", N: number(4), Positions: "P"}), ""},
		{"values", fields("game", "0.77", "n", 40), values(ask.Values{Game: "0.77", N: number(40), Format: "csv"}), "text/csv"},
		{"values", fields("game", "0.77", "n", 40, "format", "bfile"), values(ask.Values{Game: "0.77", N: number(40), Format: "bfile"}), ""},
		{"plot", fields("game", "queen", "size", "12x10"), nil, "image/svg+xml"},
		{"plot", fields("game", "0.77", "n", 50), nil, "image/png"},
		{"tile", fields("game", "queen", "x", 3, "w", 4, "h", 5), nil, ""},
		{"tile", fields("game", "0.77", "w", 4), nil, "application/octet-stream"},
		{"nim", fields("expression", "2*3 + 1"), nil, ""},
		{"nim", fields("expression", "[w^w*2] * w"), nil, ""},
		{"shape", fields("game", "queen"), nil, ""},
		{"shape", fields("game", "knight4[8]"), nil, ""},
		{"language", fields(), nil, ""},
		{"page", fields("name", "rules"), nil, ""},
		{"starts", fields("game", "nim(3,5,7)", "n", 2), nil, ""},
		{"puzzle", fields("position", "nim(3,5,7)", "move", "1: nim(0,5,7)"), nil, ""},
		{"puzzle", fields("level", 2, "number", 7), nil, ""},
		{"puzzle", fields("date", "2026-11-28"), nil, ""},
		{"games", fields(), games(), ""},
		{"games", fields("words", []string{"take", "prime"}), games("take", "prime"), ""},
		{"game", fields("name", "queen"), games("queen"), ""},
		{"game", fields("name", "0.55"), games("0.55"), ""},
		{"jobs", fields(), nil, ""},
		{"graph", fields("text", cycle), graph(cycle, ask.Graph{}), ""},
		{"graph", fields("text", cycle, "with", ask.NodeFacts), graph(cycle, ask.Graph{With: ask.NodeFacts}), ""},
		{"graph", fields("text", dot, "nodes", []string{"x"}, "misere", true, "name", "x.dot"), graph(dot, ask.Graph{Name: "x.dot", Nodes: []string{"x"}, Misere: true}), ""},
		{"check", fields("text", fibonacci, "name", "fibonacci.star"), check(ask.Check{Name: "fibonacci.star"}, fibonacci), ""},
		{"check", fields("text", fibonacci+"example(13, outcome = \"N\")\nexample(3, outcome = \"D\")\n"), check(ask.Check{Name: "game.star"}, fibonacci+"example(13, outcome = \"N\")\nexample(3, outcome = \"D\")\n"), ""},
	}
}

// A document is the OpenAPI document of the server.
type document struct {
	Paths map[string]map[string]struct {
		OperationID string
		Parameters  []struct {
			Name, In string
			Required bool
		}
		RequestBody struct {
			Content map[string]any
		}
		Responses map[string]struct {
			Content map[string]any
		}
	}
	schemas *jsonschema.Compiler
}

func read(t *testing.T, s http.Handler) *document {
	t.Helper()
	text := send(s, get("/openapi.json")).Body.String()
	d := &document{schemas: jsonschema.NewCompiler()}
	if err := json.Unmarshal([]byte(text), d); err != nil {
		t.Fatal(err)
	}
	all, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.schemas.AddResource("openapi.json", all); err != nil {
		t.Fatal(err)
	}
	return d
}

// operations calls visit for each operation.
func (d *document) operations(visit func(path, method, id string)) {
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			visit(path, strings.ToUpper(method), d.Paths[path][method].OperationID)
		}
	}
}

// check compares a value with the schema at a place of the document.
func (d *document) check(t *testing.T, value string, place ...string) {
	t.Helper()
	pointer := "openapi.json#"
	for _, p := range place {
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(p))
	}
	schema, err := d.schemas.Compile(pointer)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
	if err != nil {
		t.Fatalf("%v: %s", err, value)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("%s: %v\n%s", pointer, err, value)
	}
}

// requests returns the requests for a question: by its address, as JSON, and with the
// text as the body, as far as the operation has these.
func (d *document) requests(s sample, path, method string) (requests []*http.Request) {
	described := d.Paths[path][strings.ToLower(method)]
	fields := maps.Clone(s.fields)
	address := path
	if name, ok := fields["name"].(string); ok && strings.Contains(path, "{name}") {
		address = strings.ReplaceAll(path, "{name}", url.PathEscape(name))
		delete(fields, "name")
	}
	query := func(fields map[string]any) (string, bool) {
		q := url.Values{}
		for name, v := range fields {
			switch v := v.(type) {
			case []string:
				q[name] = v
			case map[string]string:
				return "", false
			default:
				q.Set(name, fmt.Sprint(v))
			}
		}
		return address + "?" + q.Encode(), true
	}
	if method == http.MethodGet {
		if address, ok := query(fields); ok {
			requests = append(requests, get(address))
		}
	} else {
		text, _ := json.Marshal(fields)
		requests = append(requests, post(address, "application/json", bytes.NewReader(text)))
		if _, ok := described.RequestBody.Content["text/plain"]; ok {
			text := fields["text"].(string)
			delete(fields, "text")
			address, _ := query(fields)
			requests = append(requests, post(address, "text/plain", strings.NewReader(text)))
		}
	}
	for _, r := range requests {
		r.Header.Set("Accept", s.accept)
	}
	return requests
}

// TestAnswers asks each question in each way that the document has, and compares the answers
// with the document and with package ask.
func TestAnswers(t *testing.T) {
	s := newServer(nil)
	d := read(t, s)
	means := ask.Means{Memory: limits().UsualMemory, Open: func(name string) (io.ReadCloser, error) {
		text, ok := map[string]string{"fibonacci.star": fibonacci, "cycle.txt": "a b\nb a\na c\nb d\n"}[name]
		if !ok {
			return nil, os.ErrNotExist
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}}
	d.operations(func(path, method, id string) {
		if !strings.HasPrefix(path, "/api/v1/") {
			if w := send(s, get(path)); w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
				t.Errorf("%s: %d, %v", path, w.Code, w.Header())
			}
			return
		}
		count := 0
		for _, q := range samples() {
			if q.operation != strings.TrimSuffix(id, "-by-post") {
				continue
			}
			for _, r := range d.requests(q, path, method) {
				count++
				answer := send(s, r)
				text := answer.Body.String()
				kind, _, _ := strings.Cut(answer.Header().Get("Content-Type"), ";")
				if answer.Code != http.StatusOK {
					t.Errorf("%s %s: %d: %s", id, r.URL, answer.Code, text)
					continue
				}
				if kind == "application/json" {
					d.check(t, text, "paths", path, strings.ToLower(method), "responses", "200", "content", kind, "schema")
				} else if d.Paths[path][strings.ToLower(method)].Responses["200"].Content[kind] == nil {
					t.Errorf("%s: %s is not described", id, kind)
				}
				if q.answer == nil {
					continue
				}
				if want := string(q.answer(t, means)); text != want {
					t.Errorf("%s %s:\n%s\nwant\n%s", id, r.URL, text, want)
				}
			}
		}
		if count == 0 {
			t.Errorf("%s has no sample", id)
		}
	})
}

// TestErrorsRace has each operation answer with each status that the document has, and compares the
// problems with the document.
func TestErrorsRace(t *testing.T) {
	usual, few, none := newServer(nil), newServer(func(l *server.Limits) { l.Rate, l.Burst = 1e-9, 1 }), newServer(func(l *server.Limits) { l.Waiting = 0 })
	d := read(t, usual)
	questions := samples()
	d.operations(func(path, method, id string) {
		at := slices.IndexFunc(questions, func(q sample) bool { return q.operation == strings.TrimSuffix(id, "-by-post") })
		if at < 0 {
			return
		}
		fresh := func() *http.Request { return d.requests(questions[at], path, method)[0] }
		for status := range d.Paths[path][strings.ToLower(method)].Responses {
			s, r := http.Handler(usual), fresh()
			with := func(name, value string) {
				q := questions[at]
				q.fields = maps.Clone(q.fields)
				q.fields[name] = value
				r = d.requests(q, path, method)[0]
			}
			switch status {
			case "200":
				continue
			case "304":
				r.Header.Set("If-None-Match", send(s, fresh()).Header().Get("ETag"))
			case "400":
				with("unknown", "field")
			case "403":
				r.Header.Set("Origin", "https://games.example")
			case "421":
				r.Host = "games.example"
			case "406":
				r.Header.Set("Accept", "application/x-nothing")
			case "408":
				r = post(r.URL.Path, "application/json", late{})
			case "413":
				r = post(r.URL.Path, "application/json", strings.NewReader(strings.Repeat(" ", 1<<17)))
			case "415":
				r.Header.Set("Content-Type", "text/html")
			case "422":
				switch strings.TrimSuffix(id, "-by-post") {
				case "game", "check", "shape", "tile": // only the clock ends these
					continue
				}
				with("max_memory", "1B")
			case "429":
				send(few, fresh())
				s = few
			case "503":
				s = none
			}
			answer := send(s, r)
			text := answer.Body.String()
			if got := fmt.Sprint(answer.Code); got != status {
				t.Errorf("%s %s: %s, want %s: %s", method, path, got, status, text)
				continue
			}
			if status == "304" {
				continue
			}
			d.check(t, text, "paths", path, strings.ToLower(method), "responses", status, "content", "application/problem+json", "schema")
			if kind := answer.Header().Get("Content-Type"); kind != "application/problem+json" {
				t.Errorf("%s: %s is %s", id, status, kind)
			}
			if (status == "429" || status == "503") && answer.Header().Get("Retry-After") == "" {
				t.Errorf("%s: %s has no Retry-After", id, status)
			}
		}
	})
}

// A late body does not come within its time.
type late struct{}

func (late) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }
