package jsontext

// This file reads JSON that must be exactly what would be written, and says where texts are wrong.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/meter"
)

// ReadExactly reads an object of JSON of at most the given number of bytes. It must have the fields of
// T, each once and in order, and nothing more: apart from white space it is what encode
// makes of the result. Errors name the field, or the place where the text is another one.
// While it reads, it takes memory from the meter of ctx.
func ReadExactly[T any](ctx context.Context, r io.Reader, most int, encode func(*T) ([]byte, error)) (*T, error) {
	const textBytes = 64 // of memory for a byte of the file
	text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("want at most %d bytes", most)
	}
	account := meter.Open(ctx)
	defer account.Close()
	if err := account.Take(textBytes * uint64(len(text))); err != nil {
		return nil, fmt.Errorf("to read %d bytes of JSON, %w", len(text), err)
	}
	v := new(T)
	err = json.Unmarshal(text, v)
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &other) && other.Field == "":
		return nil, fmt.Errorf("want an object of JSON, not %s", other.Value)
	case errors.As(err, &other):
		return nil, fmt.Errorf("the field %q cannot be %s", fieldAt(text, other.Offset), other.Value)
	case err != nil:
		return nil, err
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(text, &fields) // it is an object, as was seen, or null
	for _, name := range required(reflect.TypeFor[T]()) {
		if _, ok := fields[name]; !ok {
			return nil, fmt.Errorf("the field %q is missing", name)
		}
	}
	// Nothing may be unknown, there twice, or in another order.
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return nil, err
	}
	want, err := encode(v)
	if err != nil {
		return nil, err
	}
	if got := compact.Bytes(); !bytes.Equal(got, want) {
		at := 0
		for at < len(got) && at < len(want) && got[at] == want[at] {
			at++
		}
		return nil, fmt.Errorf("where certificates have %.40q there is %.40q", want[at:], got[at:])
	}
	return v, nil
}

// required returns the names of the fields that are always written.
func required(t reflect.Type) (all []string) {
	for f := range slices.Values(reflect.VisibleFields(t)) {
		if name, options, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && options == "" {
			all = append(all, name)
		}
	}
	return all
}

// A nest is an object or a list of JSON that is being read.
type nest struct {
	list bool
	read int    // elements, or keys and values
	key  string // the last one
}

// fieldAt names the field of a text in JSON whose value ends at an offset, or whose
// value's bracket opens there: "constants.at", "blocks[0]".
func fieldAt(text []byte, offset int64) string {
	var open []nest
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		switch {
		case err != nil:
			return ""
		case token == json.Delim('}'), token == json.Delim(']'):
			open = open[:len(open)-1]
			continue
		}
		if len(open) > 0 {
			in := &open[len(open)-1]
			if in.read++; !in.list && in.read%2 == 1 {
				in.key, _ = token.(string)
				continue
			}
		}
		if d.InputOffset() >= offset {
			return path(open)
		}
		if token == json.Delim('{') || token == json.Delim('[') {
			open = append(open, nest{list: token == json.Delim('[')})
		}
	}
}

// path names the place to which nests lead, the outermost first.
func path(nests []nest) string {
	var name strings.Builder
	for i, in := range nests {
		switch {
		case in.list:
			fmt.Fprintf(&name, "[%d]", in.read-1)
		case i > 0:
			name.WriteString("." + in.key)
		default:
			name.WriteString(in.key)
		}
	}
	return name.String()
}

// Place returns where in its text a decoder met an error: the line, and the column in bytes, both
// from 1. It also returns the error, in words of its own where the text has ended.
func Place(text []byte, d *json.Decoder, err error) (line, column int, _ error) {
	at := d.InputOffset()
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = syntax.Offset
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		at, err = int64(len(text)), errors.New("unexpected end")
	}
	before := text[:min(at, int64(len(text)))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n'), err
}
