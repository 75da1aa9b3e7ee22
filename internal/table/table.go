// Package table writes nim-values for others to read: as text for people, as
// JSON and CSV for programs, as a b-file for the OEIS, and as an .npy file for
// numpy.
//
// The two functions that most people need are [NewWriter] and [ParseFormat].
//
// [NewWriter] takes values in any portions and keeps none of them, so that a
// table may be larger than memory. For a sequence it writes the
// nim-values of the heaps From, From+1, …; for a board the rows of its table,
// y = 0 first, each from x = 0 on.
package table

// A file's ending, or a flag, chooses the format.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// A Format is a way to write values.
type Format string

// The formats.
const (
	Text  Format = "text"  // columns under a heading, for people
	JSON  Format = "json"  // one object
	CSV   Format = "csv"   // "heap,nim_value" a line for a sequence, a row a line for a board
	BFile Format = "bfile" // "n a(n)" a line, as the OEIS wants it; for sequences only
	NPY   Format = "npy"   // an array of numpy, of 1, 2, 4 or 8 bytes a value, as few as do
)

// Formats returns the names of all formats.
func Formats() []string {
	return []string{string(Text), string(JSON), string(CSV), string(BFile), string(NPY)}
}

// ParseFormat returns the format of that name.
func ParseFormat(name string) (Format, error) {
	if !slices.Contains(Formats(), name) {
		return "", fmt.Errorf("unknown format %q%s; want %s", name, message.DidYouMean(name, Formats()), strings.Join(Formats(), ", "))
	}
	return Format(name), nil
}

// A Header says what the values are.
type Header struct {
	Game string
	// From is the heap of the first value of a sequence.
	From uint64
	// Shape is the number of values of a sequence, or of each axis of a table,
	// the one that changes slowest first: height and width for a board.
	Shape []uint64
	// Columns is the number of values of a sequence in a line of text; 0 for 10.
	Columns int
	// Of is what the values are, such as "outcomes"; "" for nim-values.
	Of string
	// Each and All are what CSV calls a value of a sequence, and JSON the list of them, where the
	// values are symbols, all of them words; "" for what Of says, and for values.
	Each, All string
	// Axes name the axes where they are not those of the game without a position, the one
	// that changes fastest first; nil for none.
	Axes []string
	// Word returns the word for values from [Mark] on; nil where all values are numbers.
	Word func(value uint64) Word
}

// Mark is the least value that is not a number but stands for a word, where the header
// has words.
const Mark = 1 << 63

// A Word stands in a table in place of a number.
type Word struct{ Text, JSON string }

// Nothing is the word for a cell that holds no position: "." in text, null in JSON, and
// nothing in CSV.
var Nothing = Word{".", "null"}

// String returns the word for a message.
func (w Word) String() string {
	if w == Nothing {
		return "a cell without a position"
	}
	return w.Text
}

// word returns the word that a value stands for, if it does.
func (h *Header) word(value uint64) (w Word, ok bool) {
	if value < Mark || h.Word == nil {
		return w, false
	}
	return h.Word(value), true
}

// appendCSV appends a value as CSV has it: symbols, and words with a comma, in quotes.
func (h *Header) appendCSV(dst []byte, value uint64) []byte {
	word, ok := h.word(value)
	switch {
	case !ok:
		return strconv.AppendUint(dst, value, 10)
	case word.JSON == Nothing.JSON:
		return dst
	case h.Each != "" || strings.Contains(word.Text, ","):
		return append(append(append(dst, '"'), word.Text...), '"')
	}
	return append(dst, word.Text...)
}

// named returns the name of what is listed, for the heading of CSV.
func (h *Header) named() string {
	of := h.Of
	if !strings.HasSuffix(of, "ss") { // but remoteness
		of = strings.TrimSuffix(of, "s")
	}
	return cmp.Or(h.Each, of, "nim_value")
}

// heap returns the name of the heap of a sequence, for the heading of CSV.
func (h *Header) heap() string {
	if len(h.Axes) == 1 {
		return h.Axes[0]
	}
	return "heap"
}

// isSequence reports whether the values belong to one heap.
func (h Header) isSequence() bool { return len(h.Shape) == 1 }

// count returns the number of values, and 2^64-1 where that is as large or larger.
func (h Header) count() uint64 {
	count := uint64(1)
	for _, n := range h.Shape {
		count = grundy.MulCounts(count, n)
	}
	return count
}

// LeastSize returns a number of bytes that the file of such values has at least, and 2^64-1 where
// that is as large or larger: a byte for each, and another between them in text.
func (h Header) LeastSize(format Format) uint64 {
	if format == NPY {
		return h.count()
	}
	return grundy.MulCounts(2, h.count())
}

// A Writer takes values in order.
type Writer interface {
	// Write takes the next values.
	Write(values []uint64) error
	// Flush passes on what is of use alone: the lines that are whole. It is for values
	// that end before the header says, and does nothing before the first.
	Flush() error
	// Close completes what is written after the last value. It fails if there
	// were more or fewer values than the header says.
	Close() error
}

// NewWriter returns a writer of the format to w. For [NPY], w must be a [File]:
// the width of a value is only known at the end.
func NewWriter(w io.Writer, format Format, h Header) (Writer, error) {
	if len(h.Shape) == 0 {
		return nil, fmt.Errorf("a table needs a shape")
	}
	switch format {
	case JSON:
		return newJSON(w, h), nil
	case CSV:
		return newCSV(w, h), nil
	case BFile:
		if !h.isSequence() {
			return nil, fmt.Errorf("a b-file holds a sequence, not a table of %d axes; want text, json, csv or npy", len(h.Shape))
		}
		return newBFile(w, h), nil
	case NPY:
		file, ok := w.(File)
		if !ok {
			return nil, fmt.Errorf("an .npy file needs a file to write to, not a stream")
		}
		return newNPY(file, h)
	}
	return newText(w, h), nil
}

// A counter holds the values against their number.
type counter struct{ want, got uint64 }

func (c *counter) add(n int) error {
	if c.got += uint64(n); c.got > c.want {
		return fmt.Errorf("more than %d values for the table", c.want)
	}
	return nil
}

func (c *counter) complete() error {
	if c.got != c.want {
		return fmt.Errorf("%d values for a table of %d", c.got, c.want)
	}
	return nil
}
