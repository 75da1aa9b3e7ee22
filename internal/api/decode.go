package api

// A request becomes a question from the parameters of an address, or from a body of JSON. The
// fields of the question's Go type are the names of both, so that there is one description of a
// question.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
)

// A Field is a field of a question, or one that a request has besides.
type Field struct {
	Name     string
	Old      string // a name that it had, which goes on working
	Index    []int  // of the question's type; nil for one besides
	Of       reflect.Type
	Doc      string
	Required bool
	Omitted  bool     // from JSON, where it is empty
	Nullable bool     // a list that may be null
	Values   []string // those that it can have; nil for any
}

// InAddress reports whether the field can be a parameter of an address.
func (f Field) InAddress() bool { return f.Of.Kind() != reflect.Map && f.Name != textField.Name }

// all is the field that a number is in place of, which may say "all" itself: limit=all.
var all = Field{Name: "all"}

// has reports whether the field has the name, or had it.
func (f Field) has(name string) bool { return name != "" && (name == f.Name || name == f.Old) }

// FieldsOf returns the fields of a type of questions that JSON shows.
func FieldsOf(t reflect.Type) (fields []Field) {
	for _, f := range reflect.VisibleFields(t) {
		name, how, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		var values []string
		if all := f.Tag.Get("enum"); all != "" {
			values = strings.Split(all, ",")
		}
		fields = append(fields, Field{Values: values, Name: name, Old: f.Tag.Get("old"), Index: f.Index, Of: f.Type, Doc: f.Tag.Get("doc"), Required: how == "", Omitted: how != "", Nullable: f.Tag.Get("nullable") == "true"})
	}
	return fields
}

// A wrongRequest is a request that cannot be read as a question.
type wrongRequest struct {
	field        string
	line, column int // in the body, from 1
	err          error
}

func (e *wrongRequest) Error() string { return e.err.Error() }
func (e *wrongRequest) Unwrap() error { return e.err }

// given are the fields of a request as JSON, in their order.
type given struct {
	names  []string
	values map[string]json.RawMessage
}

func (g *given) add(name string, value json.RawMessage) {
	if g.values == nil {
		g.values = map[string]json.RawMessage{}
	}
	g.names, g.values[name] = append(g.names, name), value
}

// object reads a JSON object, and nothing behind it.
func object(text []byte) (g given, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	defer func() {
		if err == nil {
			return
		}
		line, column, wrong := jsontext.Place(text, d, err)
		err = &wrongRequest{"", line, column, fmt.Errorf("the body is not a JSON object: line %d, column %d: %w", line, column, wrong)}
	}()
	first, err := d.Token()
	if err != nil {
		return g, err
	}
	if first != json.Delim('{') {
		return g, errors.New(`want a question such as {"position": "nim(3,5,7)"}`)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return g, err
		}
		if _, twice := g.values[name.(string)]; twice {
			return g, fmt.Errorf("%s stands twice", message.Quoted(name.(string)))
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return g, err
		}
		g.add(name.(string), value)
	}
	if _, err := d.Token(); err != nil {
		return g, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return g, errors.New("want nothing behind the object")
	}
	return g, nil
}

// parameters reads the parameters of an address. A list is a parameter that stands
// several times.
func parameters(query string, fields []Field) (g given, err error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return g, &wrongRequest{err: fmt.Errorf("the address: %w", err)}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		texts := values[name]
		at := slices.IndexFunc(fields, func(f Field) bool { return f.has(name) && f.InAddress() })
		if at < 0 {
			return g, unknownField(name, fields)
		}
		f := fields[at]
		if f.Of.Kind() == reflect.Slice {
			g.add(name, quoted(texts))
			continue
		}
		if len(texts) > 1 {
			return g, &ask.FieldError{Field: name, Value: texts[1], Err: errors.New("it stands twice; want one")}
		}
		value := json.RawMessage(texts[0])
		switch kind := Plain(f.Of).Kind(); {
		case kind == reflect.String:
			value = quoted(texts[0])
		case kind == reflect.Bool && (texts[0] == "" || texts[0] == "1"):
			value = json.RawMessage("true")
		case kind == reflect.Bool && texts[0] == "0":
			value = json.RawMessage("false")
		}
		g.add(name, value)
	}
	return g, nil
}

func quoted(v any) json.RawMessage {
	text, _ := json.Marshal(v) // strings can be written
	return text
}

// Plain returns a type without its pointer.
func Plain(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func unknownField(name string, fields []Field) error {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	suggestion := message.DidYouMean(name, names)
	if suggestion == "" {
		suggestion = "; want some of " + strings.Join(names, ", ")
	}
	return &wrongRequest{field: name, err: fmt.Errorf("unknown field %s%s", message.Quoted(name), suggestion)}
}

// fill sets the fields of a question, and calls beside for those that are none of its own.
func (g given) fill(question reflect.Value, fields []Field, beside func(name string, value json.RawMessage) error) error {
	for _, name := range g.names {
		at := slices.IndexFunc(fields, func(f Field) bool { return f.has(name) })
		if at < 0 {
			return unknownField(name, fields)
		}
		f, value := fields[at], g.values[name]
		if isInt := Plain(f.Of).Kind() == reflect.Int; isInt && strings.Trim(string(value), `"`) == all.Name {
			if at := slices.IndexFunc(fields, func(f Field) bool { return f.has(all.Name) }); at >= 0 {
				f, value = fields[at], json.RawMessage("true")
			}
		}
		if f.Index == nil {
			if err := beside(f.Name, value); err != nil {
				return err
			}
			continue
		}
		if err := fillField(question.FieldByIndex(f.Index).Addr().Interface(), f, value); err != nil {
			return err
		}
	}
	return nil
}

// fillField reads the value of a field.
func fillField(into any, f Field, value json.RawMessage) error {
	err := json.Unmarshal(value, into)
	isNull := string(value) == "null" && f.Of.Kind() != reflect.Pointer
	if err == nil && !isNull {
		return nil
	}
	shown := message.Brief(strings.Trim(string(value), `"`), 60)
	return &ask.FieldError{Field: f.Name, Value: shown, Err: errors.New("want " + wanted(Plain(f.Of)))}
}

// wanted says what a field of the type holds.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number from 0 to 18446744073709551615"
	case reflect.Slice:
		return "a list of texts"
	case reflect.Map:
		return `texts by name, such as {"name.star": "…"}`
	}
	return "a text in quotes"
}
