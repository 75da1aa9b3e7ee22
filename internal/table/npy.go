package table

// This is the format of numpy (NEP 1, version 1.0): a heading of 128 bytes that tells type and
// shape, then the values one after the other.
//
// How wide a value has to be is known at the end only. So values begin as bytes,
// and when one does not fit, those that were written are made wider where they
// stand, from the last to the first.

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// A File is what an .npy file is written to, such as an [*os.File].
type File interface {
	io.Writer
	io.ReaderAt
	io.WriterAt
}

const npyHead = 128 // bytes before the first value

type npyWriter struct {
	counter
	header Header
	file   File
	out    *bufio.Writer
	width  int    // bytes a value
	limit  uint64 // the largest value of that width
	bytes  []byte
}

func newNPY(file File, h Header) (Writer, error) {
	w := &npyWriter{counter: counter{want: h.count()}, header: h, file: file, width: 1, limit: math.MaxUint8}
	w.out = bufio.NewWriterSize(file, 1<<18)
	_, err := w.out.Write(w.head())
	return w, err
}

// head returns the heading for the present width.
func (w *npyWriter) head() []byte {
	axes := make([]string, len(w.header.Shape))
	for i, n := range w.header.Shape {
		axes[i] = fmt.Sprint(n)
	}
	shape := strings.Join(axes, ", ")
	if len(axes) == 1 {
		shape += ","
	}
	order := "<"
	if w.width == 1 {
		order = "|"
	}
	text := fmt.Sprintf("{'descr': '%su%d', 'fortran_order': False, 'shape': (%s), }", order, w.width, shape)
	head := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	binary.LittleEndian.PutUint16(head[8:], npyHead-10)
	head = append(head, text...)
	return append(head, strings.Repeat(" ", max(npyHead-1-len(head), 0))+"\n"...)
}

// Write implements [Writer].
func (w *npyWriter) Write(values []uint64) error {
	if len(values) == 0 {
		return nil
	}
	for _, v := range values {
		if word, ok := w.header.word(v); ok {
			return fmt.Errorf("%s is not a number, and .npy files hold numbers: want text, json or csv", word)
		}
	}
	if largest := slices.Max(values); largest > w.limit {
		if err := w.widen(largest); err != nil {
			return err
		}
	}
	if err := w.add(len(values)); err != nil {
		return err
	}
	for some := range slices.Chunk(values, 1<<13) { // a row may be long
		w.bytes = appendValues(w.bytes[:0], w.width, some)
		if _, err := w.out.Write(w.bytes); err != nil {
			return err
		}
	}
	return nil
}

func appendValues(dst []byte, width int, values []uint64) []byte {
	switch width {
	case 1:
		for _, v := range values {
			dst = append(dst, byte(v))
		}
	case 2:
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(v))
		}
	case 4:
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(v))
		}
	default:
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint64(dst, v)
		}
	}
	return dst
}

// widen makes room for values as large as largest.
func (w *npyWriter) widen(largest uint64) error {
	if err := w.out.Flush(); err != nil {
		return err
	}
	before := w.width
	for w.limit < largest {
		w.width *= 2
		w.limit = math.MaxUint64 >> (64 - 8*w.width)
	}
	const portion = 1 << 16
	narrow, wide, values := make([]byte, portion*before), []byte(nil), []uint64(nil)
	for end := w.got; end > 0; {
		from := end - min(end, portion)
		part := narrow[:int(end-from)*before]
		if _, err := w.file.ReadAt(part, npyHead+int64(from)*int64(before)); err != nil {
			return err
		}
		values = values[:0]
		for i := 0; i < len(part); i += before {
			var word [8]byte
			copy(word[:], part[i:i+before])
			values = append(values, binary.LittleEndian.Uint64(word[:]))
		}
		wide = appendValues(wide[:0], w.width, values)
		if _, err := w.file.WriteAt(wide, npyHead+int64(from)*int64(w.width)); err != nil {
			return err
		}
		end = from
	}
	if _, err := w.file.WriteAt(w.head(), 0); err != nil {
		return err
	}
	// Go on behind the widened values.
	w.out.Reset(&offsetWriter{w.file, npyHead + int64(w.got)*int64(w.width)})
	return nil
}

// An offsetWriter writes on from an offset.
type offsetWriter struct {
	file io.WriterAt
	at   int64
}

func (o *offsetWriter) Write(p []byte) (int, error) {
	n, err := o.file.WriteAt(p, o.at)
	o.at += int64(n)
	return n, err
}

// Flush implements [Writer]: half of a file is none.
func (*npyWriter) Flush() error { return nil }

// Close implements [Writer].
func (w *npyWriter) Close() error { return errors.Join(w.complete(), w.out.Flush()) }
