package table

// This file holds the formats that are lines of text. Each is a rule of what
// stands before and behind a value.

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
)

// A lineWriter writes values as text.
type lineWriter struct {
	counter
	header Header
	out    *bufio.Writer
	line   []byte
	begin  func(values []uint64)                 // takes a look at the first values; nil for none
	write  func(w *lineWriter, at, value uint64) // appends to line
	end    string
	heap   []byte // of a sequence: the heap of the next value, in decimal
}

func newLines(w io.Writer, h Header, write func(w *lineWriter, at, value uint64)) *lineWriter {
	return &lineWriter{counter: counter{want: h.count()}, header: h, out: bufio.NewWriterSize(w, 1<<16), write: write}
}

// Write implements [Writer].
func (w *lineWriter) Write(values []uint64) error {
	at := w.got
	if err := w.add(len(values)); err != nil {
		return err
	}
	if w.begin != nil && len(values) > 0 {
		w.begin(values)
		w.begin = nil
	}
	w.line = w.line[:0]
	for _, v := range values {
		w.write(w, at, v)
		if at++; len(w.line) > 1<<15 {
			if _, err := w.out.Write(w.line); err != nil {
				return err
			}
			w.line = w.line[:0]
		}
	}
	_, err := w.out.Write(w.line)
	return err
}

// appendPair appends the next heap of a sequence and its value. Counting in
// decimal is several times faster than writing a number anew.
func (w *lineWriter) appendPair(between byte, value uint64) {
	w.line = append(append(w.line, w.heap...), between)
	w.line = append(strconv.AppendUint(w.line, value, 10), '\n')
	i := len(w.heap) - 1
	for ; i >= 0 && w.heap[i] == '9'; i-- {
		w.heap[i] = '0'
	}
	if i >= 0 {
		w.heap[i]++
	} else {
		w.heap = append([]byte{'1'}, w.heap...)
	}
}

// Close implements [Writer].
func (w *lineWriter) Close() error {
	_, err := w.out.WriteString(w.end)
	return errors.Join(w.complete(), err, w.out.Flush())
}

func newBFile(w io.Writer, h Header) Writer {
	lines := newLines(w, h, func(w *lineWriter, _, value uint64) { w.appendPair(' ', value) })
	lines.heap = strconv.AppendUint(nil, h.From, 10)
	return lines
}

func newCSV(w io.Writer, h Header) Writer {
	if h.isSequence() {
		lines := newLines(w, h, func(w *lineWriter, _, value uint64) { w.appendPair(',', value) })
		lines.heap = strconv.AppendUint(nil, h.From, 10)
		_, _ = lines.out.WriteString("heap,nim_value\n") // an error comes again at the flush
		return lines
	}
	width := h.Shape[len(h.Shape)-1]
	return newLines(w, h, func(w *lineWriter, at, value uint64) {
		w.line = strconv.AppendUint(w.line, value, 10)
		if w.line = append(w.line, ','); (at+1)%width == 0 {
			w.line[len(w.line)-1] = '\n'
		}
	})
}

// newJSON writes {"game": …, "from": …, "values": […]} for a sequence, and
// {"game": …, "shape": …, "values": [[…],…]} for a table.
func newJSON(w io.Writer, h Header) Writer {
	depth := len(h.Shape)
	lines := newLines(w, h, func(w *lineWriter, at, value uint64) {
		opened, rest := 0, at // as many axes begin here
		for opened < depth && rest%w.header.Shape[depth-1-opened] == 0 {
			rest /= w.header.Shape[depth-1-opened]
			opened++
		}
		switch {
		case at == 0:
			opened = depth
		case opened == 0:
			w.line = append(w.line, ',')
		default:
			for range opened {
				w.line = append(w.line, ']')
			}
			w.line = append(w.line, ",\n  "...)
		}
		for range opened {
			w.line = append(w.line, '[')
		}
		w.line = strconv.AppendUint(w.line, value, 10)
	})
	game, _ := json.Marshal(h.Game) // a string can always be written
	head := append([]byte(`{"game": `), game...)
	if h.isSequence() {
		head = strconv.AppendUint(append(head, `, "from": `...), h.From, 10)
	} else {
		shape, _ := json.Marshal(h.Shape)
		head = append(append(head, `, "shape": `...), shape...)
	}
	head = append(head, `, "values": `...)
	_, _ = lines.out.Write(head)
	if h.count() == 0 {
		lines.end = "[]}\n"
		return lines
	}
	for range depth {
		lines.end += "]"
	}
	lines.end += "}\n"
	return lines
}

// newText writes columns under a heading. A sequence has so many values a
// line, and before them the heap of the first; a table has a row a line.
func newText(w io.Writer, h Header) Writer {
	if h.isSequence() {
		return newTextSequence(w, h)
	}
	depth := len(h.Shape)
	width, height := h.Shape[depth-1], h.Shape[depth-2]
	cell := tableCell(h.Shape)
	label := digits(max(height, 1) - 1)
	lines := newLines(w, h, func(w *lineWriter, at, value uint64) {
		x, y := at%width, at/width%height
		if x == 0 {
			if y == 0 && at > 0 {
				w.line = append(w.line, '\n') // between slices
			}
			w.line = appendLabel(w.line, y, label)
			w.line = append(w.line, " |"...)
		}
		if w.line = appendPadded(w.line, value, cell); x == width-1 {
			w.line = append(w.line, '\n')
		}
	})
	head := appendSpaces(nil, label)
	head = append(head, "  "...)
	for x := range width {
		if head = appendPadded(head, x, cell); len(head) > 1<<12 {
			_, _ = lines.out.Write(head)
			head = head[:0]
		}
	}
	if h.count() > 0 {
		_, _ = lines.out.Write(append(head, '\n'))
	}
	return lines
}

// tableCell is the width of a column in the text of a table. A nim-value is hardly
// ever larger than the sum of the coordinates.
func tableCell(shape []uint64) int {
	return 1 + digits(shape[len(shape)-1]+shape[len(shape)-2])
}

// textCell is the least width of a column in the text of a sequence. Columns are
// as wide as the first values need, as those behind are not known yet.
const textCell = 4

func newTextSequence(w io.Writer, h Header) Writer {
	columns := uint64(h.Columns)
	if columns == 0 {
		columns = 10
	}
	if h.count() == 0 {
		return newLines(w, h, nil)
	}
	last := h.From + h.count() - 1
	label := digits(last)
	cell := textCell
	lines := newLines(w, h, func(w *lineWriter, at, value uint64) {
		if at%columns == 0 {
			w.line = appendLabel(w.line, w.header.From+at, label)
			w.line = append(w.line, " |"...)
		}
		w.line = appendPadded(w.line, value, cell)
		if (at+1)%columns == 0 || at+1 == w.want {
			w.line = append(w.line, '\n')
		}
	})
	lines.begin = func(values []uint64) {
		cell = max(cell, 1+digits(slices.Max(values)), 2+digits(min(columns, h.count())-1))
		head := appendSpaces(nil, label+2)
		for c := range min(columns, h.count()) {
			head = appendSigned(head, c, cell)
		}
		_, _ = lines.out.Write(append(head, '\n'))
	}
	return lines
}

// digits returns how many digits n has.
func digits(n uint64) int {
	digits := 1
	for ; n > 9; n /= 10 {
		digits++
	}
	return digits
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

// appendPadded appends n in a column of that width, with a space before it
// however large it is.
func appendPadded(dst []byte, n uint64, width int) []byte {
	return appendLabel(append(dst, ' '), n, width-1)
}

// appendLabel appends n in a column of that width.
func appendLabel(dst []byte, n uint64, width int) []byte {
	return strconv.AppendUint(appendSpaces(dst, width-digits(n)), n, 10)
}

// appendSigned appends +n in a column of that width.
func appendSigned(dst []byte, n uint64, width int) []byte {
	return strconv.AppendUint(append(appendSpaces(dst, width-1-digits(n)), '+'), n, 10)
}
