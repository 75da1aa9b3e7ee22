// Package jsontext writes JSON piece by piece, so that an answer may be larger
// than memory. All JSON of this module that others script against is written by
// it.
//
// [New] returns a [Writer]. [Writer.Object], [Writer.List] and [Writer.End] nest;
// what separates the elements is chosen where each begins, and is the layout.
package jsontext

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/build"
)

// The separators that most objects and lists have.
const (
	Spaced = ", "    // on one line
	Lines  = ",\n "  // a field a line
	Deeper = ",\n  " // an element a line, inside a field
	Tight  = ","     // numbers
)

// A Writer writes one JSON value. It keeps the first error, and writes nothing
// after it.
type Writer struct {
	out   io.Writer
	text  []byte
	inner []level
	named bool // a name has just been written, and its value follows
	line  bool // all stands in one line, and has no version
	err   error
}

// A level is an object or a list that has not ended.
type level struct {
	between string
	end     byte
	begun   bool
}

// full is the number of bytes from which text is passed on.
const full = 1 << 16

// New returns a writer to out. If the value is an object, its last field is "version", that of
// the program.
func New(out io.Writer) *Writer { return &Writer{out: out} }

// NewLine returns a writer to out that writes all in one line, as if each separator were
// [Spaced] or [Tight].
func NewLine(out io.Writer) *Writer { return &Writer{out: out, line: true} }

// Object begins an object.
func (w *Writer) Object(between string) { w.begin('{', '}', between) }

// List begins a list.
func (w *Writer) List(between string) { w.begin('[', ']', between) }

func (w *Writer) begin(start, end byte, between string) {
	w.element()
	w.text = append(w.text, start)
	if w.line && between != Tight {
		between = Spaced
	}
	w.inner = append(w.inner, level{between: between, end: end})
}

// End ends the object or list that began last.
func (w *Writer) End() {
	last := len(w.inner) - 1
	if last == 0 && !w.line && w.inner[0].end == '}' {
		w.Field(versionField, build.Version())
	}
	w.text = append(w.text, w.inner[last].end)
	w.inner = w.inner[:last]
}

// element separates a value from the one before it.
func (w *Writer) element() {
	if len(w.text) >= full {
		w.passOn()
	}
	if w.named || len(w.inner) == 0 {
		w.named = false
		return
	}
	at := &w.inner[len(w.inner)-1]
	if at.begun {
		w.text = append(w.text, at.between...)
	}
	at.begun = true
}

// Name writes the name of a field; its value comes next.
func (w *Writer) Name(name string) {
	w.Text(name)
	w.text = append(w.text, ": "...)
	w.named = true
}

// Field writes a field.
func (w *Writer) Field(name string, v any) {
	w.Name(name)
	w.Value(v)
}

// Uint writes a number.
func (w *Writer) Uint(n uint64) {
	w.element()
	w.text = strconv.AppendUint(w.text, n, 10)
}

// Text writes a string.
func (w *Writer) Text(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			w.Value(s)
			return
		}
	}
	w.element()
	w.text = append(append(append(w.text, '"'), s...), '"')
}

// Value writes a value of any type, on one line. It leaves <, > and & as they are,
// which theorems have in them.
func (w *Writer) Value(v any) { w.encode(v, "", Spaced) }

// Indented writes a value of any type as Value does, a line a field.
func (w *Writer) Indented(v any) { w.encode(v, " ", Lines) }

func (w *Writer) encode(v any, indent, between string) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	w.fail(encoder.Encode(v))
	w.put(bytes.TrimRight(text.Bytes(), "\n"), between)
}

// Write writes a struct as [Writer.Struct] does, and nothing else.
func Write(out io.Writer, v any) error {
	w := New(out)
	w.Struct(v)
	return w.Close()
}

// Struct writes a pointer to a struct by the tags that encoding/json knows; nil is null. What
// separates its fields is [Lines], or what the tag "layout" of a field named _ says: "spaced",
// "compact" as Value writes it, or "indented". A field is on one line; a slice with the layout
// "lines" has an element a line. Two types of fields are written piece by piece, so that no list
// is in memory: an [iter.Seq], with an element a line, and a func(*Writer), which writes one value.
func (w *Writer) Struct(v any) {
	s := reflect.ValueOf(v)
	if s.IsNil() {
		w.Value(nil)
		return
	}
	s = s.Elem()
	layout := Lines
	if blank, ok := s.Type().FieldByName("_"); ok {
		switch blank.Tag.Get("layout") {
		case "compact":
			w.Value(v)
			return
		case "indented":
			w.Indented(v)
			return
		}
		layout = Spaced
	}
	w.Object(layout)
	for _, f := range reflect.VisibleFields(s.Type()) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		value := s.FieldByIndex(f.Index)
		if name == "" || name == "-" || options == "omitempty" && isEmpty(value) {
			continue
		}
		w.Name(name)
		elements := f.Tag.Get("layout") == "lines"
		switch piece := reflect.TypeFor[func(*Writer)](); {
		case value.Kind() != reflect.Func && !elements:
			w.Value(value.Interface())
		case !elements && value.CanConvert(piece):
			value.Convert(piece).Interface().(func(*Writer))(w)
		default:
			w.List(Deeper)
			if elements {
				for _, v := range value.Seq2() {
					w.Value(v.Interface())
				}
			} else {
				for v := range value.Seq() {
					w.Value(v.Interface())
				}
			}
			w.End()
		}
	}
	w.End()
}

// isEmpty reports whether "omitempty" leaves a value out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// versionField is the name of the field with the version of the program.
const versionField = "version"

// put writes a value that is text already.
func (w *Writer) put(text []byte, between string) {
	bare, isObject := bytes.CutSuffix(text, []byte("}"))
	whole := len(w.inner) == 0 && !w.line && isObject
	w.element()
	if !whole {
		w.text = append(w.text, text...)
		return
	}
	w.text = append(w.text, bytes.TrimRight(bare, "\n")...)
	if len(bare) > 1 {
		w.text = append(w.text, between...)
	}
	w.Text(versionField)
	w.text = append(w.text, ": "...)
	w.Text(build.Version())
	if bytes.HasSuffix(bare, []byte("\n")) {
		w.text = append(w.text, '\n')
	}
	w.text = append(w.text, '}')
}

// Close ends the line after the value, and returns the first error. An object or
// list that has not ended is left without an end, since it is not complete.
func (w *Writer) Close() error {
	w.text = append(w.text, '\n')
	w.passOn()
	return w.err
}

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

func (w *Writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// passOn writes the text to out.
func (w *Writer) passOn() {
	if w.err == nil {
		_, w.err = w.out.Write(w.text)
	}
	w.text = w.text[:0]
}
