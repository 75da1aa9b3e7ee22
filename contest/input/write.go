package input

// This file writes inputs in their exact layout.

import (
	"bufio"
	"bytes"
	"io"
	"strconv"

	"grundy/internal/meter"
)

// Write writes an input in its layout: numbers in their shortest form, one blank
// or one line end between them, a line end after the last, and nothing else. The
// data must be of the shape. The error is the writer's, or that of the context.
func (s *Shape) Write(w io.Writer, d *Data) error {
	wr := &writer{out: bufio.NewWriterSize(w, 1<<16), Pace: s.pace()}
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
	text    []byte // of a number
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
	for i := range l.fields {
		w.field(&l.fields[i], &d.Values[i])
	}
	if l.repeat == nil {
		return
	}
	if l.repeat.How == Times && l.repeat.Count.Counted {
		w.number(&field{}, uint64(len(d.Tests)))
		w.out.WriteString(orElse(l.repeat.End, "\n"))
	}
	for _, test := range d.Tests {
		if !w.goesOn(4) {
			return
		}
		w.level(levels[1:], test)
	}
	if l.repeat.How == Until {
		w.out.WriteString(l.repeat.Last.String() + "\n")
	}
}

// orElse returns the text, or the other if it is empty.
func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
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
	case KindNumber, KindText, KindNumbers, KindTexts, KindPermutation:
		return true
	case KindTree:
		return f.Parents
	}
	return false
}

// separator returns what stands between the elements of f.
func (f *Field) separator() string {
	if f.oneLine() {
		return orElse(f.Separator, " ")
	}
	return "\n"
}

// end returns what stands after f.
func (f *Field) end() string { return orElse(f.End, "\n") }

// countEnd returns what stands between the count of f and its elements.
func (f *Field) countEnd() string { return orElse(f.Count.End, f.separator()) }

func (w *writer) field(f *field, v *Value) {
	switch f.Kind {
	case KindNumber:
		w.number(f, v.Number)
		w.out.WriteString(f.end())
		return
	case KindText:
		_, _ = w.out.Write(v.Text)
		w.out.WriteString(f.end())
		return
	}
	n := f.elements(v)
	separator := f.separator()
	if f.Count.Counted {
		w.number(&field{}, uint64(n))
		if n == 0 && f.countEnd() == f.separator() {
			w.out.WriteString(f.end())
			return
		}
		w.out.WriteString(f.countEnd())
	}
	for i := range n {
		if !w.goesOn(2) {
			return
		}
		if i > 0 {
			w.out.WriteString(separator)
		}
		w.element(f, v, i)
	}
	if n > 0 || separator != "\n" {
		w.out.WriteString(f.end())
	}
}

// elements returns the number of elements that are written of a list.
func (f *field) elements(v *Value) int { return v.Len() }

// element writes one element of a list.
func (w *writer) element(f *field, v *Value, i int) {
	switch f.Kind {
	case KindTexts, KindGrid:
		_, _ = w.out.Write(v.Word(i))
	case KindLists:
		row := v.Row(i)
		if f.item.Count.Counted {
			w.number(&field{}, uint64(len(row)))
			if len(row) > 0 {
				w.out.WriteString(f.item.countEnd())
			}
		}
		w.row(f, row, f.item.separator())
	case KindMatrix, KindGraph:
		w.row(f, v.Row(i), " ")
	case KindTree:
		if f.Parents {
			w.number(f, v.Row(i)[0])
			return
		}
		w.row(f, v.Row(i), " ")
	case KindRecords:
		for j, number := range v.Row(i) {
			if j > 0 {
				w.out.WriteString(orElse(f.columns[j-1].End, " "))
			}
			w.number(&f.columns[j], number)
		}
	default:
		w.number(f, v.List[i])
	}
}

func (w *writer) row(f *field, row []uint64, separator string) {
	for j, number := range row {
		if !w.goesOn(2) {
			return
		}
		if j > 0 {
			w.out.WriteString(separator)
		}
		w.number(f, number)
	}
}

// calls writes one object a line.
func (w *writer) calls(s *Shape, d *Data) {
	fields := s.levels[1].fields
	for _, call := range d.Tests {
		if !w.goesOn(4) {
			return
		}
		w.out.WriteString(`{"args": [`)
		for i := range fields {
			if i > 0 {
				w.out.WriteString(", ")
			}
			w.argument(&fields[i], &call.Values[i])
		}
		w.out.WriteString("]")
		if call.Expect != nil {
			w.out.WriteString(`, "expect": `)
			_, _ = w.out.Write(call.Expect)
		}
		w.out.WriteString("}\n")
	}
}

// argument writes a field as JSON.
func (w *writer) argument(f *field, v *Value) {
	switch f.Kind {
	case KindNumber:
		w.number(f, v.Number)
		return
	case KindText:
		w.quoted(v.Text)
		return
	}
	w.out.WriteString("[")
	for i := range f.elements(v) {
		if !w.goesOn(2) {
			return
		}
		if i > 0 {
			w.out.WriteString(", ")
		}
		switch f.Kind {
		case KindTexts, KindGrid:
			w.quoted(v.Word(i))
		case KindNumbers, KindPermutation:
			w.number(f, v.List[i])
		case KindTree:
			if f.Parents {
				w.number(f, v.Row(i)[0])
				continue
			}
			fallthrough
		default:
			w.out.WriteString("[")
			for j, number := range v.Row(i) {
				if j > 0 {
					w.out.WriteString(", ")
				}
				w.number(f.numberAt(j), number)
			}
			w.out.WriteString("]")
		}
	}
	w.out.WriteString("]")
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

func (w *writer) quoted(text []byte) {
	w.text = strconv.AppendQuote(w.text[:0], string(text)) // as in JSON, for printable ASCII
	_, _ = w.out.Write(w.text)
}
