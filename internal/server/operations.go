package server

// Each operation asks one question; the list is complete.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// An operation is a question that the server answers.
type operation struct {
	id, path, summary string
	methods           []string
	usually           any     // the question, as it is where nothing else is said
	fields            []field // of the question, and those that a request has besides
	text              bool    // whether the question has a text, which can be the body
	// forms are the content types of the answer, the usual one first, and the format of
	// the question that stands for each.
	forms  []form
	answer reflect.Type
	fresh  bool // the same question may have another answer at any time
	ask    func(ctx context.Context, r *request, m ask.Means) (reply, error)
}

// A form is a content type, and the format of the question that stands for it.
type form struct{ contentType, format string }

// A request is a question with what was sent besides.
type request struct {
	question reflect.Value // that can be set
	form     form
	files    map[string]string
	text     string
	memory   uint64
	time     time.Duration
	steps    uint64
}

// A reply is an answer that can be written.
type reply struct {
	write func(ctx context.Context, w io.Writer) error
	// timed says that the answer depends on how long it took.
	timed bool
}

// besides are the fields that requests have besides those of their questions, if these take time.
var besides = []field{
	{name: "max_memory", of: reflect.TypeFor[string](), doc: "how much memory the answer may take, such as 64MiB"},
	{name: "max_time", of: reflect.TypeFor[string](), doc: "how long the answer may take, such as 5s"},
	{name: "max_steps", of: reflect.TypeFor[uint64](), doc: "how many steps a search may take; 0 for as many as there is time for"},
}

var (
	filesField = field{name: "rules", of: reflect.TypeFor[map[string]string](), doc: "files that the question names, by their names: rules that end in .star, or graphs"}
	textField  = field{name: "text", of: reflect.TypeFor[string](), doc: "the text of the file", required: true}
)

// asking describes an operation that asks a question of type Q. A question that has a text is sent
// by POST; others may also stand in the address.
func asking[Q, A any](path, summary string, usually Q, question func(Q, context.Context, ask.Means) (A, error)) *operation {
	of := reflect.TypeFor[Q]()
	op := &operation{
		id: path, path: path, summary: summary, usually: usually, answer: reflect.TypeFor[A](), fields: fieldsOf(of),
		forms: []form{{"application/json", "json"}}, methods: []string{http.MethodGet, http.MethodPost},
	}
	for i, f := range op.fields {
		op.fields[i].required = f.required && reflect.ValueOf(usually).FieldByIndex(f.index).IsZero()
	}
	if _, op.text = of.FieldByName("Text"); op.text {
		op.fields, op.methods = append(op.fields, textField), op.methods[1:]
	} else {
		op.fields = append(op.fields, filesField)
	}
	op.fields = append(op.fields, besides...)
	op.ask = func(ctx context.Context, r *request, m ask.Means) (reply, error) {
		if op.text {
			r.question.FieldByName("Text").Set(reflect.ValueOf(strings.NewReader(r.text)))
		}
		a, err := question(r.question.Interface().(Q), ctx, m)
		if reflect.ValueOf(a).IsNil() {
			return reply{}, err
		}
		return op.reply(a, r.form, err)
	}
	return op
}

// reply returns an answer in a form. An error beside JSON says why no more is known.
func (op *operation) reply(answer any, form form, err error) (reply, error) {
	timed, isTimed := answer.(interface{ IsTimed() bool })
	r := reply{timed: err != nil || op.fresh || isTimed && timed.IsTimed()}
	switch a := answer.(type) {
	case interface {
		Write(ctx context.Context, out io.Writer) error
	}: // in the format of the question
		r.write = a.Write
		return r, err
	case interface{ WriteBinary(out io.Writer) error }:
		if form.format == "binary" {
			r.write = func(_ context.Context, w io.Writer) error { return a.WriteBinary(w) }
			return r, nil
		}
	}
	r.write = func(_ context.Context, w io.Writer) error {
		return answer.(interface{ WriteJSON(out io.Writer) error }).WriteJSON(w) // as the command does
	}
	return r, nil
}

// called says how the operation is called where its path cannot be its name.
func (op *operation) called(id string) *operation {
	op.id = id
	return op
}

// as says which forms the answer has.
func (op *operation) as(forms ...form) *operation {
	op.forms = forms
	return op
}

// soon says that the question stands in an address, and takes no time.
func (op *operation) soon() *operation {
	op.methods, op.fields = []string{http.MethodGet}, op.fields[:len(op.fields)-len(besides)-1]
	return op
}

// operations returns all operations. Tables that serve for several windows are kept in
// tiles.
func operations(tiles *ask.Tiles) []*operation {
	tile := func(q ask.Tile, ctx context.Context, m ask.Means) (*ask.Tiled, error) { return q.Ask(ctx, m, tiles) }
	game := asking("games/{name}", "One game, or what is known of a code", ask.Game{}, ask.Game.Ask).called("game")
	game.methods = []string{http.MethodGet}
	game.fields = slices.DeleteFunc(game.fields, func(f field) bool { return f.name == filesField.name })
	jobs := asking("jobs", "How far the jobs have come that the server was told to show", ask.Jobs{}, ask.Jobs.Ask).soon()
	jobs.fresh = true
	return []*operation{
		asking("solve", "The outcome of a sum of positions, and the winning moves", ask.Solve{Moves: ask.DefaultMoves}, ask.Solve.Ask),
		asking("why", "The argument behind an answer, as data", ask.Solve{Moves: ask.DefaultMoves, Why: true}, ask.Solve.Ask),
		asking("options", "Every option of a position, and what it leads to", ask.Options{Limit: ask.DefaultOptions}, ask.Options.Ask),
		asking("match", "A match after some moves, with hints and the opponent's reply", ask.Match{Play: ask.Play{Seed: 1}}, ask.Match.Ask),
		asking("puzzle", "A position as a puzzle: which usual ideas fail there; or the puzzle of a number or of a day", ask.Puzzle{}, ask.Puzzle.Ask),
		asking("period", "The period of a game's values, and its proof", ask.Period{}, ask.Period.Ask),
		asking("guess", "The pattern behind the values of a game, and its proof; null where none is found", ask.Guess{}, ask.Guess.Ask),
		asking("draw", "A position as a scene, or the graph of its game", ask.Draw{}, ask.Draw.Ask),
		asking("values", "The values of heaps, or of the cells of a board", ask.Values{Usual: true}, ask.Values.Ask).
			as(form{"application/json", "json"}, form{"text/csv", "csv"}, form{"text/plain", "text"}, form{"text/plain; format=b-file", "bfile"}),
		asking("plot", "A picture of values", ask.Plot{}, ask.Plot.Ask).as(form{"image/svg+xml", "svg"}, form{"image/png", "png"}),
		asking("tile", "A window of a table, as pages show it", ask.Tile{}, tile).as(form{"application/json", "json"}, form{"application/octet-stream", "binary"}),
		asking("shape", "The axes of a game's table or sequence, and what it can hold", ask.Shape{}, ask.Shape.Ask),
		game,
		asking("starts", "Positions to begin a match at", ask.Starts{Count: ask.DefaultStarts, Seed: 1}, ask.Starts.Ask),
		asking("graph", "The outcome and the nim-value of each node of a graph", ask.Graph{}, ask.Graph.Ask),
		asking("rules/check", "Whether a file of rules is as it says", ask.Check{Name: "game" + ask.RulesEnding, Positions: ask.DefaultChecked}, ask.Check.Ask).called("check"),
		asking("games", "The games that have a name", ask.Games{}, ask.Games.Ask).soon(),
		jobs,
		asking("language", "The words of the rule language, and files to begin with", ask.Language{}, ask.Language.Ask).soon(),
		asking("docs", "A page of the documentation, as Markdown", ask.Page{Name: "rules"}, ask.Page.Ask).soon().called("page"),
	}
}

// read reads the question of a request.
func (op *operation) read(r *http.Request, limits Limits) (*request, error) {
	question := reflect.New(reflect.TypeOf(op.usually)).Elem()
	question.Set(reflect.ValueOf(op.usually))
	asked := &request{question: question, memory: limits.UsualMemory, time: limits.UsualTime}
	fields := op.fields
	var g given
	var err error
	isText := false
	switch kind, coding := contentType(r), r.Header.Get("Content-Encoding"); {
	case r.Method != http.MethodPost:
		g, err = parameters(r.URL.RawQuery, fields)
	case coding != "" && coding != "identity":
		err = &problemError{newProblem("wrong-form", http.StatusUnsupportedMediaType, "the body has the encoding %s; want it as it is", message.Quoted(coding))}
	case kind == "application/json" || kind == "":
		if r.URL.RawQuery != "" {
			return nil, &wrongRequest{status: http.StatusBadRequest, err: errors.New("a question in the body takes no parameters in the address")}
		}
		var body []byte
		if body, err = io.ReadAll(r.Body); err == nil {
			g, err = object(body)
		}
	case op.text && kind == "text/plain":
		isText = true
		var body []byte
		if body, err = io.ReadAll(r.Body); err == nil {
			asked.text = string(body)
			g, err = parameters(r.URL.RawQuery, fields)
		}
	default:
		want := "application/json"
		if op.text {
			want += ", or text/plain with the text of the file"
		}
		err = &problemError{newProblem("wrong-form", http.StatusUnsupportedMediaType, "the body is %s; want %s", message.Quoted(kind), want)}
	}
	if err != nil {
		return nil, err
	}
	if name := r.PathValue("name"); name != "" {
		g.add("name", quoted(name))
	}
	if _, has := g.values[textField.name]; op.text && !isText && !has {
		return nil, &ask.FieldError{Field: textField.name, Err: errors.New("want the text of the file")}
	}
	err = g.fill(question, fields, func(name string, value json.RawMessage) error { return asked.beside(name, value, limits) })
	if err != nil {
		return nil, err
	}
	if asked.form, err = op.formOf(r, question); err == nil && len(op.forms) > 1 {
		if format := question.FieldByName("Format"); format.IsValid() {
			format.SetString(asked.form.format)
		}
	}
	return asked, err
}

// beside reads a field that is not the question's own.
func (r *request) beside(name string, value json.RawMessage, limits Limits) error {
	var text string
	switch name {
	case filesField.name:
		return fillField(&r.files, filesField, value)
	case textField.name:
		return fillField(&r.text, textField, value)
	case "max_memory":
		if err := fillField(&text, besides[0], value); err != nil {
			return err
		}
		bytes, err := units.ParseBytes(text)
		if err != nil || bytes == 0 || bytes > limits.MostMemory {
			return &ask.FieldError{Field: name, Value: text, Err: fmt.Errorf("want an amount of memory to %s, such as 64MiB", units.Bytes(limits.MostMemory))}
		}
		r.memory = bytes
	case "max_steps":
		return fillField(&r.steps, besides[2], value)
	default:
		if err := fillField(&text, besides[1], value); err != nil {
			return err
		}
		span, err := time.ParseDuration(text)
		if err != nil || span <= 0 || span > limits.MostTime {
			return &ask.FieldError{Field: name, Value: text, Err: fmt.Errorf("want a time to %v, such as 5s", limits.MostTime)}
		}
		r.time = span
	}
	return nil
}

// contentType returns that of the body, without parameters.
func contentType(r *http.Request) string {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// formOf returns the form of the answer: what the question says, or else what the client
// accepts.
func (op *operation) formOf(r *http.Request, question reflect.Value) (form, error) {
	if format := question.FieldByName("Format"); len(op.forms) > 1 && format.IsValid() && format.String() != "" {
		var names []string
		for _, f := range op.forms {
			if names = append(names, f.format); f.format == format.String() {
				return f, nil
			}
		}
		return form{}, &ask.FieldError{Field: "format", Value: format.String(), Err: fmt.Errorf("want %s%s", strings.Join(names, ", "), message.DidYouMean(format.String(), names))}
	}
	accept := r.Header.Get("Accept")
	if accept == "" || wantsEvents(r) {
		return op.forms[0], nil
	}
	var types []string
	for part := range strings.SplitSeq(accept, ",") {
		kind, _, _ := strings.Cut(part, ";")
		types = append(types, strings.ToLower(strings.TrimSpace(kind)))
	}
	for _, kind := range types {
		for _, f := range op.forms {
			if is, _, _ := strings.Cut(f.contentType, ";"); kind == is {
				return f, nil
			}
		}
		if kind == "*/*" || strings.HasSuffix(kind, "/*") && strings.HasPrefix(op.forms[0].contentType, kind[:len(kind)-1]) {
			return op.forms[0], nil
		}
	}
	var offered []string
	for _, f := range op.forms {
		offered = append(offered, f.contentType)
	}
	return form{}, &problemError{newProblem("no-such-form", http.StatusNotAcceptable, "Accept: %s; want one of %s", message.Shown(accept), strings.Join(offered, ", "))}
}

// wantsEvents reports whether the client wants progress.
func wantsEvents(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// open opens the files that came with the question.
func (r *request) open(name string) (io.ReadCloser, error) {
	text, ok := r.files[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w; want it in %q, by its name", message.Shown(name), fs.ErrNotExist, filesField.name)
	}
	return io.NopCloser(bytes.NewReader([]byte(text))), nil
}
