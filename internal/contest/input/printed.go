package input

// The output of a program is read by the fields that are declared of it, wherever white space
// stands.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/scan"
)

// With returns the shape of inputs whose innermost repetitions have more fields, which may be
// bounded by those that are there. Its error is as of [New].
func (s *Shape) With(more ...Field) (*Shape, error) {
	if s.isCall() {
		return nil, &Error{"", "no fields of the output: the result of a call is one value"}
	}
	d := s.declared
	g := &d.Group
	for g.Repeat != nil {
		inner := *g.Repeat
		g.Repeat = &inner
		g = &inner.Group
	}
	g.Fields = append(slices.Clone(g.Fields), more...)
	return New(d)
}

// ReadMore reads the fields that a shape of [Shape.With] has more than d, an innermost
// repetition, and returns it with them. An error about the text is a [*scan.Error].
func (s *Shape) ReadMore(from *Printed, d *Data) (*Data, error) {
	fields := s.levels[len(s.levels)-1].fields
	more := &Data{Values: make([]Value, len(fields)), Outer: d.Outer, Index: d.Index, line: d.Line()}
	rd := &reader{shape: s, in: &from.words, Pace: s.pace()}
	for i := copy(more.Values, d.Values); i < len(fields); i++ {
		if err := rd.field(&fields[i], more); err != nil {
			return nil, err
		}
	}
	return more, nil
}

// Printed is a text that is read word by word.
type Printed struct{ words }

// NewPrinted returns one that begins with the first word.
func NewPrinted(text []byte) *Printed { return &Printed{words{text: text}} }

// Place returns how far the text has been read; [Printed.Return] goes back there.
func (p *Printed) Place() int { return p.at }

// Return goes back to a place.
func (p *Printed) Return(place int) { p.at = place }

// Literal reads a word that must be this one, also in letters of the other case where anyCase
// is true.
func (p *Printed) Literal(word string, anyCase bool) error {
	got := p.next()
	if string(got) == word || anyCase && bytes.Equal(LowerASCII(got), LowerASCII([]byte(word))) {
		return nil
	}
	return p.Reject(strconv.Quote(word))
}

// End returns an error if there is another word.
func (p *Printed) End() error {
	if len(p.next()) == 0 {
		return nil
	}
	return p.Reject("the end of the output")
}

// LowerASCII returns a text with small letters in place of A to Z.
func LowerASCII(text []byte) []byte {
	lower := bytes.Clone(text)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return lower
}

// IsSpace reports whether a byte is white space to judges.
func IsSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// words are a [source].
type words struct {
	text     []byte
	at       int // what is read
	from, to int // the last word
}

// longestNumber bounds the characters of a number.
const longestNumber = 30

// next reads the next word, which is empty at the end.
func (w *words) next() []byte {
	for w.at < len(w.text) && IsSpace(w.text[w.at]) {
		w.at++
	}
	w.from = w.at
	for w.at < len(w.text) && !IsSpace(w.text[w.at]) {
		w.at++
	}
	w.to = w.at
	return w.text[w.from:w.to]
}

// number reads a number within limits.
func (w *words) number(name string, limits Limits) (Int, error) {
	digits, negative := bytes.CutPrefix(w.next(), []byte("-"))
	right := len(digits) > 0 && len(digits) <= longestNumber && !slices.ContainsFunc(digits, func(c byte) bool { return c < '0' || c > '9' })
	n := Int{}
	if right {
		size, err := strconv.ParseUint(string(digits), 10, 64)
		n, right = Int{negative && size > 0, size}, err == nil
	}
	if !right || !limits.Has(n) {
		return Int{}, w.Reject(fmt.Sprintf("%s, %s … %s", name, limits.Least, limits.Most))
	}
	return n, nil
}

// Uint implements [source].
func (w *words) Uint(k scan.Kind) (uint64, error) {
	n, err := w.number(k.Name, Limits{UintOf(k.Min), UintOf(k.Max)})
	return n.Size, err
}

// Int implements [source].
func (w *words) Int(name string, least, most int64) (int64, error) {
	n, err := w.number(name, Limits{IntOf(least), IntOf(most)})
	return int64(n.raw()), err
}

// Word implements [source].
func (w *words) Word(dst []byte, most int, want string) ([]byte, error) {
	word := w.next()
	if len(word) == 0 || len(word) > most {
		return dst, w.Reject(want)
	}
	return append(dst, word...), nil
}

// Position implements [source].
func (w *words) Position() scan.Position {
	before := w.text[:w.from]
	return scan.Position{Line: 1 + bytes.Count(before, []byte{'\n'}), Column: w.from - bytes.LastIndexByte(before, '\n')}
}

// Reject implements [source].
func (w *words) Reject(want string) error {
	return scan.NewError(w.Position(), w.text[w.from:w.to], want)
}

// Reader returns INPUT, what a program in Python knows of the input, and the functions with
// which it reads it from DATA; see [Shape.Validator].
func (s *Shape) Reader() (table []byte, program string, err error) {
	t := s.table(0)
	if s.isCall() {
		t["call"] = s.declared.Call
	}
	table, err = python(t)
	return table, validate, err
}

// Tables returns what such a program knows of the fields of the innermost repetition from one on.
func (s *Shape) Tables(from int) ([]byte, error) {
	tables := []table{}
	fields := s.levels[len(s.levels)-1].fields
	for i := range fields[from:] {
		tables = append(tables, fields[from+i].table())
	}
	return python(tables)
}

// python writes data as Python: JSON is that, without true, false and null.
func python(data any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(data)
	return bytes.TrimSpace(b.Bytes()), err
}

// DescribeMore returns what the fields of the innermost repetition from one on hold, in words.
func (s *Shape) DescribeMore(from int) string {
	var texts []string
	fields := s.levels[len(s.levels)-1].fields
	for i := range fields[from:] {
		texts = append(texts, (&describer{}).field(&fields[from+i]))
	}
	return strings.Join(texts, "; ")
}
