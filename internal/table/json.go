package table

// JSON is {"game": …, "from": …, "values": […]} for a sequence, and {"game": …, "shape": …,
// "values": [[…],…]} for a table.

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"

	"github.com/grundy-games/grundy/internal/jsontext"
)

// A jsonWriter writes values as nested lists. Where the end is missing, everybody
// sees it: so it passes on lines that are not whole.
type jsonWriter struct {
	counter
	header Header
	w      *jsontext.Writer
	sizes  []uint64 // values in a list that is nested in the outermost, the largest first
	row    uint64   // values in the innermost list
}

func newJSON(out io.Writer, h Header) Writer {
	w := &jsonWriter{counter: counter{want: h.count()}, header: h, w: jsontext.New(out)}
	w.w.Object(jsontext.Spaced)
	w.w.Name("game")
	w.w.Text(h.Game)
	if h.Of != "" {
		w.w.Field("of", h.Of)
	}
	if h.Axes != nil {
		w.w.Field("axes", h.Axes)
	}
	if h.isSequence() {
		w.w.Name("from")
		w.w.Uint(h.From)
	} else {
		w.w.Field("shape", h.Shape)
	}
	w.w.Name(cmp.Or(h.All, "values"))
	w.row = w.want
	for _, n := range h.Shape[:len(h.Shape)-1] {
		w.row /= max(n, 1)
		w.sizes = append(w.sizes, w.row)
	}
	w.beginList(0)
	return w
}

// Write implements [Writer].
func (w *jsonWriter) Write(values []uint64) error {
	at := w.got
	if err := w.add(len(values)); err != nil {
		return err
	}
	for len(values) > 0 {
		for i, size := range w.sizes {
			if at%size == 0 {
				w.beginList(i + 1)
			}
		}
		n := min(w.row-at%w.row, uint64(len(values)))
		for _, v := range values[:n] {
			if word, ok := w.header.word(v); ok {
				w.w.Value(json.RawMessage(word.JSON))
			} else {
				w.w.Uint(v)
			}
		}
		values, at = values[n:], at+n
		for _, size := range w.sizes {
			if at%size == 0 {
				w.w.End()
			}
		}
	}
	return w.w.Err()
}

// beginList begins a list inside depth others.
func (w *jsonWriter) beginList(depth int) {
	if depth == len(w.sizes) {
		w.w.List(jsontext.Tight)
	} else {
		w.w.List(jsontext.Deeper)
	}
}

// Flush implements [Writer]. Half of a value is none.
func (w *jsonWriter) Flush() error { return nil }

// Close implements [Writer].
func (w *jsonWriter) Close() error {
	err := w.complete()
	if err == nil {
		w.w.End()
		w.w.End()
	}
	return errors.Join(err, w.w.Close())
}
