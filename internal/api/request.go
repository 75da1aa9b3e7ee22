package api

// A request becomes a question: its fields, what it may take, and the form of its answer.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"
	"time"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// A Request is what somebody sends, over HTTP or to a worker of the page.
type Request struct {
	Method, Path                         string // the path of the operation, such as solve
	Name                                 string // what stands for {name} in its path
	Query                                string // of the address, behind the question mark
	ContentType, ContentEncoding, Accept string
	Body                                 io.Reader
}

// Limits bound what a question may take.
type Limits struct {
	MostMemory  uint64        // that one question may ask for
	UsualMemory uint64        // of a question that does not say
	MostTime    time.Duration // that one question may ask for
	UsualTime   time.Duration // of a question that does not say
}

// Asked is a question with what was sent besides.
type Asked struct {
	Question reflect.Value // that can be set
	Form     Form
	Files    map[string]string
	Text     string
	Memory   uint64
	Time     time.Duration
	Steps    uint64
}

// Read reads the question of a request.
func (op *Operation) Read(r *Request, limits Limits) (*Asked, error) {
	question := reflect.New(reflect.TypeOf(op.Usually)).Elem()
	question.Set(reflect.ValueOf(op.Usually))
	asked := &Asked{Question: question, Memory: limits.UsualMemory, Time: limits.UsualTime}
	fields := op.Fields
	var g given
	var err error
	isText := false
	switch kind, coding := contentType(r), r.ContentEncoding; {
	case r.Method != Post:
		g, err = parameters(r.Query, fields)
	case coding != "" && coding != "identity":
		err = &problemError{NewProblem("wrong-form", "the body has the encoding %s; want it as it is", message.Quoted(coding))}
	case kind == "application/json" || kind == "":
		if r.Query != "" {
			return nil, &wrongRequest{err: errors.New("a question in the body takes no parameters in the address")}
		}
		var body []byte
		if body, err = io.ReadAll(r.Body); err == nil {
			g, err = object(body)
		}
	case op.Text && kind == "text/plain":
		isText = true
		var body []byte
		if body, err = io.ReadAll(r.Body); err == nil {
			asked.Text = string(body)
			g, err = parameters(r.Query, fields)
		}
	default:
		want := "application/json"
		if op.Text {
			want += ", or text/plain with the text of the file"
		}
		err = &problemError{NewProblem("wrong-form", "the body is %s; want %s", message.Quoted(kind), want)}
	}
	if err != nil {
		return nil, err
	}
	if name := r.Name; name != "" {
		g.add("name", quoted(name))
	}
	if _, has := g.values[textField.Name]; op.Text && !isText && !has {
		return nil, &ask.FieldError{Field: textField.Name, Err: errors.New("want the text of the file")}
	}
	err = g.fill(question, fields, func(name string, value json.RawMessage) error { return asked.beside(name, value, limits) })
	if err != nil {
		return nil, err
	}
	if asked.Form, err = op.formOf(r, question); err == nil && len(op.Forms) > 1 {
		if format := question.FieldByName("Format"); format.IsValid() {
			format.SetString(asked.Form.Format)
		}
	}
	return asked, err
}

// beside reads a field that is not the question's own.
func (r *Asked) beside(name string, value json.RawMessage, limits Limits) error {
	var text string
	switch name {
	case filesField.Name:
		return fillField(&r.Files, filesField, value)
	case textField.Name:
		return fillField(&r.Text, textField, value)
	case "max_memory":
		if err := fillField(&text, besides[0], value); err != nil {
			return err
		}
		bytes, err := units.ParseBytes(text)
		if err != nil || bytes == 0 || bytes > limits.MostMemory {
			return &ask.FieldError{Field: name, Value: text, Err: fmt.Errorf("want an amount of memory to %s, such as 64MiB", units.Bytes(limits.MostMemory))}
		}
		r.Memory = bytes
	case "max_steps":
		return fillField(&r.Steps, besides[2], value)
	default:
		if err := fillField(&text, besides[1], value); err != nil {
			return err
		}
		span, err := time.ParseDuration(text)
		if err != nil || span <= 0 || span > limits.MostTime {
			return &ask.FieldError{Field: name, Value: text, Err: fmt.Errorf("want a time to %v, such as 5s", limits.MostTime)}
		}
		r.Time = span
	}
	return nil
}

// contentType returns that of the body, without parameters.
func contentType(r *Request) string {
	kind, _, _ := strings.Cut(r.ContentType, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// formOf returns the form of the answer: what the question says, or else what the client
// accepts.
func (op *Operation) formOf(r *Request, question reflect.Value) (Form, error) {
	if format := question.FieldByName("Format"); len(op.Forms) > 1 && format.IsValid() && format.String() != "" {
		var names []string
		for _, f := range op.Forms {
			if names = append(names, f.Format); f.Format == format.String() {
				return f, nil
			}
		}
		return Form{}, &ask.FieldError{Field: "format", Value: format.String(), Err: fmt.Errorf("want %s%s", strings.Join(names, ", "), message.DidYouMean(format.String(), names))}
	}
	accept := r.Accept
	if accept == "" || WantsEvents(accept) {
		return op.Forms[0], nil
	}
	var types []string
	for part := range strings.SplitSeq(accept, ",") {
		kind, _, _ := strings.Cut(part, ";")
		types = append(types, strings.ToLower(strings.TrimSpace(kind)))
	}
	for _, kind := range types {
		for _, f := range op.Forms {
			if is, _, _ := strings.Cut(f.ContentType, ";"); kind == is {
				return f, nil
			}
		}
		if kind == "*/*" || strings.HasSuffix(kind, "/*") && strings.HasPrefix(op.Forms[0].ContentType, kind[:len(kind)-1]) {
			return op.Forms[0], nil
		}
	}
	var offered []string
	for _, f := range op.Forms {
		offered = append(offered, f.ContentType)
	}
	return Form{}, &problemError{NewProblem("no-such-form", "Accept: %s; want one of %s", message.Shown(accept), strings.Join(offered, ", "))}
}

// WantsEvents reports whether the client wants progress.
func WantsEvents(accept string) bool {
	return strings.Contains(accept, EventStream)
}

// Open opens the files that came with the question.
func (r *Asked) Open(name string) (io.ReadCloser, error) {
	text, ok := r.Files[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w; want it in %q, by its name", message.Shown(name), fs.ErrNotExist, filesField.Name)
	}
	return io.NopCloser(bytes.NewReader([]byte(text))), nil
}
