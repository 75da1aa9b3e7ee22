package table

// These formats are lines of text. Each is a rule of what stands before and behind a value.

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// A lineWriter writes values as text. It passes on whole lines only, so that what is
// stopped, at any moment, does not end in a half of a number that looks like one.
type lineWriter struct {
	counter
	header Header
	out    io.Writer
	line   []byte                                // what is not passed on
	full   int                                   // the length of line from which some of it is
	begin  func(values []uint64)                 // looks at the first values; nil to look at none
	write  func(w *lineWriter, at, value uint64) // appends to line
	heap   []byte                                // of a sequence: the heap of the next value, in decimal
}

// lineBuffer is the number of bytes from which lines are passed on.
const lineBuffer = 1 << 16

func newLines(w io.Writer, h Header, write func(w *lineWriter, at, value uint64)) *lineWriter {
	return &lineWriter{counter: counter{want: h.count()}, header: h, out: w, write: write, full: lineBuffer}
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
	for _, v := range values {
		w.write(w, at, v)
		if at++; len(w.line) >= w.full {
			if err := w.passOn(); err != nil {
				return err
			}
		}
	}
	return nil
}

// passOn writes the lines that are whole.
func (w *lineWriter) passOn() error {
	whole := bytes.LastIndexByte(w.line, '\n') + 1
	if whole == 0 {
		w.full = 2 * len(w.line) // look again when the line is twice as long
		return nil
	}
	_, err := w.out.Write(w.line[:whole])
	w.line = append(w.line[:0], w.line[whole:]...)
	w.full = lineBuffer
	return err
}

// appendPair appends the next heap of a sequence and its value. Counting in
// decimal is several times faster than writing a number anew.
func (w *lineWriter) appendPair(between byte, value uint64) {
	w.line = append(append(w.line, w.heap...), between)
	if word, ok := w.header.word(value); ok && w.header.Each != "" && between == ' ' {
		w.line = append(w.line, word.Text...)
	} else {
		w.line = w.header.appendCSV(w.line, value)
	}
	w.line = append(w.line, '\n')
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

// Flush implements [Writer].
func (w *lineWriter) Flush() error {
	if w.got == 0 {
		return nil
	}
	return w.passOn()
}

// Close implements [Writer].
func (w *lineWriter) Close() error {
	_, err := w.out.Write(w.line)
	w.line = w.line[:0]
	return errors.Join(w.complete(), err)
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
		lines.line = append(lines.line, h.heap()+","+h.named()+"\n"...)
		return lines
	}
	width := h.Shape[len(h.Shape)-1]
	return newLines(w, h, func(w *lineWriter, at, value uint64) {
		w.line = w.header.appendCSV(w.line, value)
		if w.line = append(w.line, ','); (at+1)%width == 0 {
			w.line[len(w.line)-1] = '\n'
		}
	})
}

// newText writes columns under a heading. Each line of a sequence
// begins with the heap of its first value; a table has a row a line.
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
		if w.line = w.appendValue(w.line, value, cell); x == width-1 {
			w.line = append(w.line, '\n')
		}
	})
	lines.begin = func(values []uint64) {
		cell = max(cell, h.cell(values))
		if len(h.Axes) == depth {
			lines.line = append(lines.line, h.Axes[0]+" across, "+h.Axes[1]+" down"...)
			for _, axis := range h.Axes[2:] {
				lines.line = append(lines.line, ", then "+axis...)
			}
			lines.line = append(lines.line, '\n')
		}
		lines.line = append(appendSpaces(lines.line, label), "  "...)
		for x := range width {
			lines.line = appendPadded(lines.line, x, cell)
		}
		lines.line = append(lines.line, '\n')
	}
	return lines
}

// cell returns the width of a column that the words among values need.
func (h *Header) cell(values []uint64) (width int) {
	for _, v := range values {
		if word, ok := h.word(v); ok {
			width = max(width, 1+utf8.RuneCountInString(word.Text))
		}
	}
	return width
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
		w.line = w.appendValue(w.line, value, cell)
		if (at+1)%columns == 0 || at+1 == w.want {
			w.line = append(w.line, '\n')
		}
	})
	lines.begin = func(values []uint64) {
		largest := uint64(0)
		for _, v := range values {
			if _, ok := h.word(v); !ok {
				largest = max(largest, v)
			}
		}
		cell = max(cell, h.cell(values), 1+digits(largest), 2+digits(min(columns, h.count())-1))
		lines.line = appendSpaces(lines.line, label+2)
		for c := range min(columns, h.count()) {
			lines.line = appendSigned(lines.line, c, cell)
		}
		lines.line = append(lines.line, '\n')
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
	for range max(n, 0) {
		dst = append(dst, ' ')
	}
	return dst
}

// appendPadded appends n in a column of that width, with a space before it
// however large it is.
func appendPadded(dst []byte, n uint64, width int) []byte {
	return appendLabel(append(dst, ' '), n, width-1)
}

// appendValue appends a value in a column of that width, with a space before it.
func (w *lineWriter) appendValue(dst []byte, value uint64, width int) []byte {
	word, ok := w.header.word(value)
	if !ok {
		return appendPadded(dst, value, width)
	}
	return append(appendSpaces(append(dst, ' '), width-1-utf8.RuneCountInString(word.Text)), word.Text...)
}

// appendLabel appends n in a column of that width.
func appendLabel(dst []byte, n uint64, width int) []byte {
	return strconv.AppendUint(appendSpaces(dst, width-digits(n)), n, 10)
}

// appendSigned appends +n in a column of that width.
func appendSigned(dst []byte, n uint64, width int) []byte {
	return strconv.AppendUint(append(appendSpaces(dst, width-1-digits(n)), '+'), n, 10)
}
