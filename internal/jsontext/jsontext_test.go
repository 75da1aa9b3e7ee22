package jsontext_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/jsontext"
)

func TestLayout(t *testing.T) {
	var out strings.Builder
	w := jsontext.New(&out)
	w.Object(jsontext.Lines)
	w.Field("theorem", "a < b & c > d")
	w.Name("nothing")
	w.Value(nil)
	w.Name("steps")
	w.List(jsontext.Deeper)
	for _, text := range []string{"plain", "\"\\\n", "ü", "\xff"} {
		w.Text(text)
	}
	w.List(jsontext.Tight)
	w.Uint(1)
	w.Uint(1<<64 - 1)
	w.End()
	w.List(jsontext.Tight)
	w.End()
	w.End()
	w.Name("last")
	w.Object(jsontext.Spaced)
	w.Field("a", 1)
	w.Field("b", []bool{true})
	w.End()
	w.End()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	const want = `{"theorem": "a < b & c > d",
 "nothing": null,
 "steps": ["plain",
  "\"\\\n",
  "ü",
  "\ufffd",
  [1,18446744073709551615],
  []],
 "last": {"a": 1, "b": [true]},
 "version": "0.17.0"}
`
	if got := out.String(); got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s, want %s", got, want)
	}
}

// Whole answers carry the version of the program, and neither lists nor lines do.
func TestVersion(t *testing.T) {
	type empty struct{}
	for want, write := range map[string]func(w *jsontext.Writer){
		`{"version": "0.17.0"}`:                      func(w *jsontext.Writer) { w.Value(empty{}) },
		`{"a":1, "version": "0.17.0"}`:               func(w *jsontext.Writer) { w.Value(map[string]int{"a": 1}) },
		"{\n \"a\": 1,\n \"version\": \"0.17.0\"\n}": func(w *jsontext.Writer) { w.Indented(map[string]int{"a": 1}) },
		`["a",{}]`: func(w *jsontext.Writer) { w.Value([]any{"a", empty{}}) },
		`[{}]`:     func(w *jsontext.Writer) { w.List(jsontext.Tight); w.Value(empty{}); w.End() },
	} {
		var out strings.Builder
		w := jsontext.New(&out)
		write(w)
		if err := w.Close(); err != nil || out.String() != want+"\n" || !json.Valid([]byte(want)) {
			t.Errorf("%v, %s, want %s", err, &out, want)
		}
	}
	var line strings.Builder
	w := jsontext.NewLine(&line)
	w.Object(jsontext.Spaced)
	w.Field("a", 1)
	w.End()
	if err := w.Close(); err != nil || line.String() != "{\"a\": 1}\n" {
		t.Errorf("%v, %s", err, &line)
	}
}

func TestIndented(t *testing.T) {
	var out strings.Builder
	w := jsontext.New(&out)
	w.Indented([]map[string]int{{"a": 1}})
	if err := w.Close(); err != nil || out.String() != "[\n {\n  \"a\": 1\n }\n]\n" {
		t.Errorf("%v, %q", err, out.String())
	}
}

// Text is passed on while it is written, and the first error is kept.
func TestLongText(t *testing.T) {
	out := &failing{after: 3}
	w := jsontext.New(out)
	w.List(jsontext.Tight)
	for n := uint64(0); w.Err() == nil; n++ {
		w.Uint(n)
	}
	w.Value(func() {})
	w.End()
	if err := w.Close(); !errors.Is(err, errFull) || out.calls != 4 || out.most > 1<<17 {
		t.Errorf("%v after %d calls with at most %d bytes", err, out.calls, out.most)
	}
	w = jsontext.New(new(strings.Builder))
	w.Value(func() {})
	if w.Close() == nil {
		t.Error("a function has been written")
	}
}

var errFull = errors.New("full")

type failing struct{ after, calls, most int }

func (f *failing) Write(p []byte) (int, error) {
	f.most = max(f.most, len(p))
	if f.calls++; f.calls > f.after {
		return 0, errFull
	}
	return len(p), nil
}

// Text writes each character, and Writer each list however long, as encoding/json does.
func TestTextAsEncoded(t *testing.T) {
	var all []string
	for c := range rune(0x100) {
		all = append(all, string(c), "a"+string(c)+"b")
	}
	for range 10 {
		all = append(all, all...)
		if len(all) > 20_000 {
			break
		}
	}
	var got, want bytes.Buffer
	w := jsontext.New(&got)
	w.List(jsontext.Tight)
	for _, s := range all {
		w.Text(s)
	}
	w.End()
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	if err := errors.Join(w.Close(), encoder.Encode(all)); err != nil || got.String() != want.String() {
		t.Errorf("%v: %.300s, want %.300s", err, &got, &want)
	}
}

// TestStruct writes fields by their tags, and lists piece by piece.
func TestStruct(t *testing.T) {
	type part struct {
		A int `json:"a"`
	}
	type whole struct {
		Name   string                 `json:"name"`
		Empty  string                 `json:"empty,omitempty"`
		Null   *int                   `json:"null"`
		Parts  iter.Seq[part]         `json:"parts"`
		None   iter.Seq[part]         `json:"none,omitempty"`
		Rows   []part                 `json:"rows" layout:"lines"`
		List   []part                 `json:"list"`
		Itself func(*jsontext.Writer) `json:"itself"`
		Hidden int                    `json:"-"`
		part
	}
	v := &whole{
		Name: "<", Parts: slices.Values([]part{{1}, {2}}), Rows: []part{{3}, {4}}, List: []part{{5}},
		Itself: func(w *jsontext.Writer) { w.Uint(6) }, part: part{7},
	}
	var out strings.Builder
	w := jsontext.NewLine(&out)
	w.Struct(v)
	if err := w.Close(); err != nil || out.String() != `{"name": "<", "null": null, "parts": [{"a":1}, {"a":2}], "rows": [{"a":3}, {"a":4}], "list": [{"a":5}], "itself": 6, "a": 7}`+"\n" {
		t.Errorf("%v: %s", err, &out)
	}
	for layout, v := range map[string]any{
		`{"a":1,`: &struct {
			_ struct{} `layout:"compact"`
			part
		}{part: part{1}},
		`{"a": 1, `: &struct {
			_ struct{} `layout:"spaced"`
			part
		}{part: part{1}},
		"{\n \"a\": 1,": &struct {
			_ struct{} `layout:"indented"`
			part
		}{part: part{1}},
		"{\"a\": 1,\n ": &part{1},
		"null\n":        (*part)(nil),
	} {
		out.Reset()
		if err := jsontext.Write(&out, v); err != nil || !strings.HasPrefix(out.String(), layout) {
			t.Errorf("%v: %s, want %s", err, &out, layout)
		}
	}
}
