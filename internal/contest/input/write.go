package input

// This file writes inputs in their exact layout.

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"strconv"

	"github.com/grundy-games/grundy/internal/meter"
)

// Write writes an input in its layout: numbers in their shortest form, one blank
// or one line end between them, a line end after the last, and nothing else. The
// data must be of the shape. The error is the writer's, or that of the context.
func (s *Shape) Write(w io.Writer, d *Data) error {
	wr := &writer{out: bufio.NewWriter(w), Pace: s.pace()}
	if s.isCall() {
		wr.calls(s, d)
	} else {
		wr.level(s.levels, d)
	}
	if wr.stopped != nil {
		return wr.stopped
	}
	return wr.out.Flush()
}

// Text returns what [Shape.Write] writes, or the beginning of it where the context has ended.
func (s *Shape) Text(d *Data) []byte {
	var text bytes.Buffer
	_ = s.Write(&text, d) // a buffer takes everything; the caller looks at the context
	return text.Bytes()
}

// A writer writes one input. The buffer keeps the first error.
type writer struct {
	meter.Pace
	stopped error // of the context
	out     *bufio.Writer
	json    bool   // of calls
	text    []byte // of a number
	marks   *marks // of what is written, or nil
	inner   bool   // an element of a list, which is a row or a list
	d       *Data  // whose fields are written
}

// goesOn counts n elements, and reports whether the context goes on.
func (w *writer) goesOn(n int) bool {
	if w.stopped == nil {
		w.stopped = w.Step(n)
	}
	return w.stopped == nil
}

func (w *writer) level(levels []level, d *Data) {
	l := &levels[0]
	w.d = d
	for i := range l.fields {
		w.field(&l.fields[i], &d.Values[i])
	}
	if l.repeat == nil {
		return
	}
	if l.repeat.How == Times && l.repeat.Count.Counted {
		w.marks.add(w, mark{part: partCount, repeat: l.repeat})
		w.number(&field{}, uint64(len(d.Tests)))
		w.marks.add(w, mark{part: partCountEnd, repeat: l.repeat})
		w.out.WriteString(cmp.Or(l.repeat.End, "\n"))
	}
	for _, test := range d.Tests {
		if !w.goesOn(4) {
			return
		}
		w.level(levels[1:], test)
	}
	if l.repeat.How == Until {
		w.marks.add(w, mark{part: partLast})
		w.out.WriteString(l.repeat.endText())
	}
}

// endText returns what stands behind the last repetition: a number in place of each of the first
// fields, with what stands between these, and a line end.
func (r *Repeat) endText() (text string) {
	for i, n := range r.Last {
		text += n.String()
		if i+1 < len(r.Last) {
			text += r.Fields[i].end()
		}
	}
	return text + "\n"
}

func (w *writer) number(f *field, raw uint64) {
	if f.signed {
		w.text = strconv.AppendInt(w.text[:0], int64(raw), 10)
	} else {
		w.text = strconv.AppendUint(w.text[:0], raw, 10)
	}
	_, _ = w.out.Write(w.text)
}

// oneLine reports whether the field stands on one line, unless its separator is a line
// end.
func (f *Field) oneLine() bool {
	switch f.Kind {
	case KindNumber, KindText, KindNumbers, KindTexts:
		return true
	case KindTree:
		return f.Parents
	}
	return false
}

// separator returns what stands between the elements of f.
func (f *Field) separator() string {
	if f.oneLine() {
		return cmp.Or(f.Separator, " ")
	}
	return "\n"
}

// end returns what stands after f.
func (f *Field) end() string { return cmp.Or(f.End, "\n") }

// countEnd returns what stands between the count of f and its elements.
func (f *Field) countEnd() string { return cmp.Or(f.Count.End, f.separator()) }

// field writes a field: in a call as JSON, otherwise with what stands after it.
func (w *writer) field(f *field, v *Value) {
	n, end := v.Len(), f.end()
	switch f.Kind {
	case KindNumber:
		w.marks.add(w, mark{part: partNumber, field: f, of: f})
		w.number(f, v.Number)
	case KindText:
		w.marks.add(w, mark{part: partWord, field: f})
		w.word(v.Text)
	default:
		if f.Count.Counted && !w.json {
			w.marks.add(w, mark{part: partCount, field: f})
			w.number(&field{}, uint64(n))
			if n == 0 && f.countEnd() == f.separator() {
				break
			}
			w.marks.add(w, mark{part: partCountEnd, field: f})
			w.out.WriteString(f.countEnd())
		}
		w.list(f, n, func(int) string { return f.separator() }, func(i int) { w.element(f, v, i) })
		if n == 0 && f.separator() == "\n" {
			end = ""
		}
	}
	if !w.json {
		w.marks.add(w, mark{part: partEnd, field: f})
		w.out.WriteString(end)
	}
}

// list writes n elements, with the separators between them, or as JSON. Marks name the field that
// they are of.
func (w *writer) list(of *field, n int, separator func(i int) string, element func(i int)) {
	if w.json {
		w.out.WriteString("[")
	}
	for i := range n {
		if !w.goesOn(2) {
			return
		}
		if i > 0 && of != nil {
			w.marks.add(w, mark{part: partBetween, field: of, inner: w.inner})
		}
		switch {
		case i == 0:
		case w.json:
			w.out.WriteString(", ")
		default:
			w.out.WriteString(separator(i))
		}
		element(i)
	}
	if of != nil {
		w.marks.add(w, mark{part: partClose, field: of, inner: w.inner})
	}
	if w.json {
		w.out.WriteString("]")
	}
}

// element writes one element of a list.
func (w *writer) element(f *field, v *Value, i int) {
	separator := func(int) string { return " " }
	switch {
	case f.Kind == KindTexts:
		w.marks.add(w, mark{part: partWord, field: f})
		w.word(v.Word(i))
		return
	case f.Kind == KindNumbers:
		w.numberOf(f, f, v.List[i])
		return
	case f.Parents:
		w.numberOf(f, f, v.Row(i)[0])
		return
	case f.Kind == KindRecords:
		separator = func(j int) string { return cmp.Or(f.columns[j-1].End, " ") }
	case f.Kind == KindLists:
		separator = func(int) string { return f.item.separator() }
	}
	row := v.Row(i)
	w.inner = true
	if f.Kind == KindLists && f.item.Count.Counted && !w.json {
		w.marks.add(w, mark{part: partCount, field: f.item, inner: true})
		w.number(&field{}, uint64(len(row)))
		if len(row) > 0 {
			w.marks.add(w, mark{part: partCountEnd, field: f.item, inner: true})
			w.out.WriteString(f.item.countEnd())
		}
	}
	w.list(f, len(row), separator, func(j int) { w.numberOf(f, f.numberAt(j), row[j]) })
	w.inner = false
}

// numberOf writes a number of a list; a column has its bounds.
func (w *writer) numberOf(f, column *field, raw uint64) {
	w.marks.add(w, mark{part: partNumber, field: column, of: f, inner: w.inner})
	w.number(column, raw)
}

// calls writes one object a line.
func (w *writer) calls(s *Shape, d *Data) {
	w.json = true
	for _, call := range d.Tests {
		if !w.goesOn(4) {
			return
		}
		w.out.WriteString(`{"args": `)
		fields := s.levels[1].fields
		w.d = call
		w.list(nil, len(fields), nil, func(i int) { w.field(&fields[i], &call.Values[i]) })
		if call.Expect != nil {
			w.out.WriteString(`, "expect": `)
			_, _ = w.out.Write(call.Expect)
		}
		w.out.WriteString("}\n")
	}
}

// numberAt returns what bounds number j: a column of records, the item of lists, or f itself.
func (f *field) numberAt(j int) *field {
	switch f.Kind {
	case KindRecords:
		return &f.columns[j%len(f.columns)]
	case KindLists:
		return f.item
	}
	return f
}

// word writes a word, in quotes as JSON.
func (w *writer) word(text []byte) {
	if w.json {
		w.text = strconv.AppendQuote(w.text[:0], string(text)) // as in JSON, for printable ASCII
		text = w.text
	}
	_, _ = w.out.Write(text)
}
