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
	question          reflect.Type
	usually           any     // a question of that type, as it is where nothing else is said
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

var asJSON = []form{{"application/json", "json"}}[:1:1]

// A request is a question with what was sent besides.
type request struct {
	question any // a pointer to it
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

// A writer writes itself as the JSON of the command.
type writer interface{ WriteJSON(out io.Writer) error }

// besides are the fields that requests have besides those of their questions.
var besides = []field{
	{name: "max_memory", of: reflect.TypeFor[string](), doc: "how much memory the answer may take, such as 64MiB"},
	{name: "max_time", of: reflect.TypeFor[string](), doc: "how long the answer may take, such as 5s"},
	{name: "max_steps", of: reflect.TypeFor[uint64](), doc: "how many steps a search may take; 0 for as many as there is time for"},
}

var (
	filesField = field{name: "rules", of: reflect.TypeFor[map[string]string](), doc: "files that the question names, by their names: rules that end in .star, or graphs"}
	textField  = field{name: "text", of: reflect.TypeFor[string](), doc: "the text of the file", required: true}
)

// asking describes an operation that asks a question of type Q.
func asking[Q any, A writer](id, path, summary string, usually Q, put func(q *Q, r *request), question func(Q, context.Context, ask.Means) (A, error), timed func(A) bool) *operation {
	op := &operation{id: id, path: path, summary: summary, question: reflect.TypeFor[Q](), usually: usually, forms: asJSON, answer: reflect.TypeFor[A]()}
	op.ask = func(ctx context.Context, r *request, m ask.Means) (reply, error) {
		q := *r.question.(*Q)
		if put != nil {
			put(&q, r)
		}
		a, err := question(q, ctx, m)
		if reflect.ValueOf(a).IsNil() {
			return reply{}, err
		}
		write := a.WriteJSON
		if b, ok := any(a).(interface{ WriteBinary(io.Writer) error }); ok && r.form.format == "binary" {
			write = b.WriteBinary
		}
		return reply{func(_ context.Context, w io.Writer) error { return write(w) }, err != nil || op.fresh || timed != nil && timed(a)}, nil
	}
	op.fields = fieldsOf(op.question)
	for i, f := range op.fields {
		op.fields[i].required = f.required && reflect.ValueOf(usually).FieldByIndex(f.index).IsZero()
	}
	return op
}

// withText says that the question has a text.
func (op *operation) withText() *operation {
	op.text = true
	op.fields = append(op.fields, textField)
	return op.by(http.MethodPost)
}

func (op *operation) by(methods ...string) *operation {
	op.methods = methods
	return op
}

// changing says that the same question may have another answer at any time.
func (op *operation) changing() *operation {
	op.fresh = true
	return op
}

// usual says that the question can be asked by its address, or as JSON with files.
func (op *operation) usual() *operation {
	op.fields = append(op.fields, filesField)
	return op.by(http.MethodGet, http.MethodPost)
}

// operations returns all operations. Tables that serve for several windows are kept in
// tiles.
func operations(tiles *ask.Tiles) []*operation {
	why := asking("why", "why", "The argument behind an answer, as data", ask.Solve{Moves: ask.DefaultMoves}, nil, func(q ask.Solve, ctx context.Context, m ask.Means) (*ask.Solved, error) {
		q.Why = true
		return q.Ask(ctx, m)
	}, nil).usual()
	all := []*operation{
		asking("solve", "solve", "The outcome of a sum of positions, and the winning moves", ask.Solve{Moves: ask.DefaultMoves}, nil, ask.Solve.Ask, nil).usual(),
		why,
		asking("options", "options", "Every option of a position, and what it leads to", ask.Options{Limit: ask.DefaultOptions}, nil, ask.Options.Ask, nil).usual(),
		asking("match", "match", "A match after some moves, with hints and the opponent's reply", ask.Match{Play: ask.Play{Seed: 1}}, nil, ask.Match.Ask, func(a *ask.Played) bool { return a.Unknown != "" }).usual(),
		asking("period", "period", "The period of a game's values, and its proof", ask.Period{}, nil, ask.Period.Ask, nil).usual(),
		asking("guess", "guess", "The pattern behind the values of a game, and its proof; null where none is found", ask.Guess{}, nil, ask.Guess.Ask, func(a *ask.Guessed) bool { return a.Proof != nil || a.Unproved != nil }).usual(),
		asking("draw", "draw", "A position as a scene, or the graph of its game", ask.Draw{}, nil, ask.Draw.Ask, nil).usual(),
		forming("values", "The values of heaps, or of the cells of a board", func(q *ask.Values) *string { return &q.Format }, ask.Values.Ask,
			form{"application/json", "json"}, form{"text/csv", "csv"}, form{"text/plain", "text"}, form{"text/plain; format=b-file", "bfile"}),
		forming("plot", "A picture of values", func(q *ask.Plot) *string { return &q.Format }, ask.Plot.Ask,
			form{"image/svg+xml", "svg"}, form{"image/png", "png"}),
		tile(tiles),
		asking("shape", "shape", "The axes of a game's table or sequence, and what it can hold", ask.Shape{}, nil, ask.Shape.Ask, nil).usual(),
		asking("game", "games/{name}", "One game, or what is known of a code", ask.Game{}, nil, ask.Game.Ask, nil).by(http.MethodGet),
		asking("starts", "starts", "Positions to begin a match at", ask.Starts{Count: ask.DefaultStarts, Seed: 1}, nil, ask.Starts.Ask, nil).usual(),
		asking("graph", "graph", "The outcome and the nim-value of each node of a graph", ask.Graph{}, func(q *ask.Graph, r *request) { q.Text = strings.NewReader(r.text) }, ask.Graph.Ask, nil).withText(),
		asking("check", "rules/check", "Whether a file of rules is as it says", ask.Check{Name: "game" + ask.RulesEnding, Positions: ask.DefaultChecked}, func(q *ask.Check, r *request) {
			q.Text = strings.NewReader(r.text)
		}, ask.Check.Ask, func(a *ask.Checked) bool { return a.Stopped }).withText(),
	}
	for _, op := range all {
		op.fields = append(op.fields, besides...)
	}
	return append(all, // those that take no time
		asking("games", "games", "The games that have a name", ask.Games{}, nil, ask.Games.Ask, nil).by(http.MethodGet),
		asking("jobs", "jobs", "How far the jobs have come that the server was told to show", ask.Jobs{}, nil, ask.Jobs.Ask, nil).by(http.MethodGet).changing(),
		asking("language", "language", "The words of the rule language, and files to begin with", ask.Language{}, nil, ask.Language.Ask, nil).by(http.MethodGet),
		asking("page", "docs", "A page of the documentation, as Markdown", ask.Page{Name: "rules"}, nil, ask.Page.Ask, nil).by(http.MethodGet),
	)
}

// A former writes itself in the format that its question names.
type former interface {
	Write(ctx context.Context, out io.Writer) error
}

// forming describes an operation whose answer has one of several forms.
func forming[Q any, A former](id, summary string, format func(*Q) *string, question func(Q, context.Context, ask.Means) (A, error), forms ...form) *operation {
	op := &operation{id: id, path: id, summary: summary, question: reflect.TypeFor[Q](), usually: *new(Q), forms: forms, answer: reflect.TypeFor[A](), fields: fieldsOf(reflect.TypeFor[Q]())}
	op.ask = func(ctx context.Context, r *request, m ask.Means) (reply, error) {
		q := *r.question.(*Q)
		*format(&q) = r.form.format
		a, err := question(q, ctx, m)
		if err != nil {
			return reply{}, err
		}
		return reply{write: a.Write}, nil
	}
	return op.usual()
}

// tile describes the operation that answers with a window of a table.
func tile(tiles *ask.Tiles) *operation {
	op := asking("tile", "tile", "A window of a table, as pages show it", ask.Tile{}, nil, func(q ask.Tile, ctx context.Context, m ask.Means) (*ask.Tiled, error) {
		return q.Ask(ctx, m, tiles)
	}, func(a *ask.Tiled) bool { return !a.Complete })
	op.forms = append(op.forms, form{"application/octet-stream", "binary"})
	return op.usual()
}

// read reads the question of a request.
func (op *operation) read(r *http.Request, limits Limits) (*request, error) {
	question := reflect.New(op.question)
	question.Elem().Set(reflect.ValueOf(op.usually))
	asked := &request{question: question.Interface(), memory: limits.UsualMemory, time: limits.UsualTime}
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
	err = g.fill(question.Elem(), fields, func(name string, value json.RawMessage) error { return asked.beside(name, value, limits) })
	if err != nil {
		return nil, err
	}
	asked.form, err = op.formOf(r, question)
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
	if format := question.Elem().FieldByName("Format"); len(op.forms) > 1 && format.IsValid() && format.String() != "" {
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
