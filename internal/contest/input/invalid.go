package input

// This file makes inputs that a validator must refuse: each is a valid input with one thing wrong.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/scan"
)

// An Invalid is an input that must be refused.
type Invalid struct {
	Name   string // what is wrong, in a few words
	Reason string // in a sentence
	In     []byte
}

// Bounds of what is tried and kept.
const (
	invalidBases = 24      // valid inputs that are changed
	invalidBase  = 2048    // bytes of each
	invalidWork  = 8 << 20 // bytes that are read in all, besides totals
	invalidSwaps = 200     // of numbers of a list, for each field
	invalidDraws = 300     // that Valid is asked about
	invalidText  = 4 << 20 // bytes of a text that exceeds a length or a total
)

// Invalid returns inputs that [Shape.Parse] refuses as exact ones: for each line of the declaration
// its bounds broken below and above, wrong counts, separators, letters, orders and totals, edges that
// make another graph, what Valid refuses, and texts that are laid out in another way. The
// same random numbers give the same inputs. It ends early with the context.
func (s *Shape) Invalid(random *rand.Rand) []Invalid {
	b := &breaker{shape: s, known: map[string]bool{}, swapped: map[*field]int{}}
	for i := range invalidBases {
		size := Tiny
		if i%2 == 1 {
			size = Small
		}
		d, err := s.Random(random, size)
		if err != nil {
			break
		}
		if text, marks := s.marked(d); len(text) <= invalidBase && s.context().Err() == nil {
			b.spoil(text, marks)
		}
	}
	b.exceed(random)
	b.ask(random)
	return b.found
}

// A part is what a piece of a text is.
type part uint8

const (
	partNumber   part = iota
	partWord          // in a call with its quotes
	partCount         // of a list, or of repetitions
	partCountEnd      // what stands after it
	partBetween       // two elements
	partClose         // of a list: from here to its end
	partEnd           // what stands after a field
	partLast          // the number after the last repetition
)

// A mark is where a piece of a text begins. The next one begins where it ends.
type mark struct {
	at     int
	part   part
	field  *field  // or the column or the item
	of     *field  // of a number: the field that it is in
	repeat *repeat // of counts of repetitions
	inner  bool    // in an element of a list
	d      *Data
}

// marks gathers the marks of a text that goes to a buffer.
type marks struct {
	text *bytes.Buffer
	all  []mark
}

// add notes that the writer comes to a piece.
func (m *marks) add(w *writer, at mark) {
	if m == nil {
		return
	}
	at.at, at.d = m.text.Len()+w.out.Buffered(), w.d
	m.all = append(m.all, at)
}

// marked returns the text of an input, and where its pieces begin. The last mark is its end.
func (s *Shape) marked(d *Data) ([]byte, []mark) {
	var text bytes.Buffer
	w := &writer{out: bufio.NewWriter(&text), Pace: s.pace(), marks: &marks{text: &text}}
	if s.isCall() {
		w.calls(s, d)
	} else {
		w.level(s.levels, d)
	}
	_ = w.out.Flush() // a buffer takes everything
	return text.Bytes(), append(w.marks.all, mark{at: text.Len(), part: partLast})
}

// name is what the piece belongs to.
func (m *mark) name() string {
	switch {
	case m.repeat != nil && m.part == partCount:
		return plural(m.repeat.Name)
	case m.repeat != nil:
		return "the number of " + plural(m.repeat.Name)
	case m.part == partCount || m.part == partCountEnd:
		return "the number of " + m.field.Name
	case m.part == partNumber && m.field.Name == "":
		return m.of.Name
	}
	return m.field.Name
}

// limits returns the bounds of a number or a count.
func (m *mark) limits() Limits {
	switch {
	case m.repeat != nil:
		return countLimits(&m.repeat.count, m.d)
	case m.part == partCount:
		return countLimits(&m.field.count, m.d)
	case m.of.Kind == KindTree || m.of.Kind == KindGraph:
		nodes := m.of.count.most.value(m.d)
		if m.of.Kind == KindGraph {
			nodes = m.of.nodes.value(m.d)
		}
		return Limits{IntOf(int64(m.of.Base)), nodes.Add(IntOf(int64(m.of.Base - 1)))}
	}
	return m.field.limits(m.d)
}

// A breaker gathers inputs that are refused.
type breaker struct {
	shape *Shape
	found []Invalid
	known map[string]bool // by name
	work  int             // bytes that have been read
	// swapped is how many numbers of a list were put in place of others.
	swapped map[*field]int
}

// refused returns what is wrong with a text, or nil where nothing is or it is not known.
func (b *breaker) refused(text []byte) *scan.Error {
	b.work += len(text)
	_, err := b.shape.Parse(bytes.NewReader(text), Options{Exact: true})
	var wrong *scan.Error
	if err == nil || !errors.As(err, &wrong) {
		return nil
	}
	return wrong
}

// try keeps a text if it is refused and none of that name is kept.
func (b *breaker) try(name, what string, text []byte) {
	if b.known[name] || b.work > invalidWork {
		return
	}
	if wrong := b.refused(text); wrong != nil {
		b.keep(name, what, text, wrong)
	}
}

func (b *breaker) keep(name, what string, text []byte, wrong *scan.Error) {
	if b.known[name] {
		return
	}
	b.known[name] = true
	b.found = append(b.found, Invalid{name, fmt.Sprintf("%s (%v)", what, wrong), text})
}

// spoil breaks one valid text in all ways.
func (b *breaker) spoil(text []byte, all []mark) {
	for i := range all[:len(all)-1] {
		m, end := &all[i], all[i+1].at
		with := func(piece string) []byte {
			return slices.Concat(text[:m.at], []byte(piece), text[end:])
		}
		piece := string(text[m.at:end])
		switch m.part {
		case partNumber, partCount:
			b.number(m, piece, with)
			b.others(m, all, text, with)
		case partWord:
			b.word(m, piece, with)
		case partBetween:
			b.between(m, piece, with)
			b.lengths(m, all[i:], text)
		case partEnd, partCountEnd:
			b.blank(m.name()+" end", "another end than that after "+m.name(), piece, with)
		case partLast:
			b.try("no end", "the number after the last repetition is missing", with(""))
		}
	}
	b.layout(text)
}

// number breaks the bounds of a number and the way it is written.
func (b *breaker) number(m *mark, piece string, with func(string) []byte) {
	name, l := m.name(), m.limits()
	if l.Empty() {
		return
	}
	b.try(name+" below", fmt.Sprintf("%s is %s, below its least", name, l.Least.Add(IntOf(-1))), with(l.Least.Add(IntOf(-1)).String()))
	if l.Most.Negative || l.Most.Size+1 != 0 {
		b.try(name+" above", fmt.Sprintf("%s is %s, above its most", name, l.Most.Add(IntOf(1))), with(l.Most.Add(IntOf(1)).String()))
	}
	if n, err := ParseInt(piece); err == nil && (m.part == partCount || m.field.isCount) {
		b.try(name+" one more", name+" is one more than there are", with(n.Add(IntOf(1)).String()))
		b.try(name+" one less", name+" is one less than there are", with(n.Add(IntOf(-1)).String()))
	}
	sign, digits := "", piece
	if strings.HasPrefix(piece, "-") {
		sign, digits = "-", piece[1:]
	}
	b.try("leading zero", "a number has a zero in front", with(sign+"0"+digits))
	b.try("plus", "a number has a plus in front", with("+"+digits))
	b.try("minus zero", "a zero has a minus in front", with("-0"))
	b.try("fraction", "a number has a fraction", with(piece+".0"))
	b.try("huge", "a number has 40 digits", with(sign+strings.Repeat("9", 40)))
	b.try("letter", "a letter stands in place of a number", with("x"))
	b.try("no number", "a number is missing", with(""))
}

// others puts numbers that are within the bounds in place of a number of a list, and keeps what is
// refused for another reason than those before: an order, a tree, a graph.
func (b *breaker) others(m *mark, all []mark, text []byte, with func(string) []byte) {
	if m.part != partNumber || m.of.Kind == KindNumber || m.of.Order == AnyOrder && m.field.Order == AnyOrder && m.of.Kind != KindTree && m.of.Kind != KindGraph && !m.of.Acyclic {
		return
	}
	l, name := m.limits(), m.of.Name
	for i := range all[:len(all)-1] {
		n := &all[i]
		if n.of != m.of || n.d != m.d || b.work > invalidWork || b.swapped[m.of] == invalidSwaps {
			continue
		}
		b.swapped[m.of]++
		piece := string(text[n.at:all[i+1].at])
		value, err := ParseInt(piece)
		if err != nil || !l.Has(value) {
			continue
		}
		wrong := b.refused(with(piece))
		if wrong == nil {
			continue
		}
		b.keep(name+" not "+kindOf(wrong), "one number of "+name+" is another one that is within its bounds", with(piece), wrong)
	}
}

// kindOf returns what is wanted, without the numbers in it.
func kindOf(wrong *scan.Error) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '-' {
			return -1
		}
		return r
	}, wrong.Want))
}

// word breaks the bounds of a word, and its letters.
func (b *breaker) word(m *mark, piece string, with func(string) []byte) {
	word := piece
	if b.shape.isCall() {
		word, _ = strconv.Unquote(piece)
	}
	name, l := m.name(), m.field.number.limits(m.d)
	quoted := func(word string) []byte {
		if b.shape.isCall() {
			word = strconv.Quote(word)
		}
		return with(word)
	}
	letter := m.field.Alphabet[:1]
	if l.Least != (Int{}) {
		short := l.Least.Add(IntOf(-1))
		b.try(name+" short", fmt.Sprintf("a word (%s) has %s letters, below its least", name, short), quoted(strings.Repeat(letter, int(min(short.Size, invalidText)))))
	}
	if long := l.Most.Add(IntOf(1)); long.Size <= invalidText && !b.known[name+" long"] {
		text := quoted(strings.Repeat(letter, int(long.Size)))
		if wrong := b.refused(text); wrong != nil {
			b.keep(name+" long", fmt.Sprintf("a word (%s) has %s letters, above its most", name, long), text, wrong)
		}
		b.work -= len(text)
	}
	if word == "" {
		return
	}
	if c := m.field.foreign(); c != 0 {
		b.try(name+" letter", fmt.Sprintf("a word (%s) has the letter %q", name, c), quoted(string(c)+word[1:]))
	}
	if b.shape.isCall() {
		b.try("no quotes", "a word has no quotes", with(word))
	}
}

// foreign returns a letter that is not in the alphabet, in the other case if there is one, or 0.
func (f *field) foreign() byte {
	for _, c := range []byte(f.Alphabet) {
		if other := c ^ 0x20; c >= 'A' && other >= 'A' && other <= 'z' && !f.letters[other] {
			return other
		}
	}
	for _, c := range []byte("?z0A#b1") {
		if !f.letters[c] {
			return c
		}
	}
	return 0
}

// between breaks what stands between two elements.
func (b *breaker) between(m *mark, piece string, with func(string) []byte) {
	what := m.name()
	if m.inner {
		what = "a row of " + what
	}
	b.blank(what+" separator", "another separator between the numbers or words of "+what, piece, with)
	b.try("no separator", "nothing stands between two elements of "+what, with(""))
}

// blank puts other white space in place of a piece that is white space.
func (b *breaker) blank(name, what, piece string, with func(string) []byte) {
	switch {
	case piece == " ":
		b.try(name, what+": a line end in place of a blank", with("\n"))
		b.try("two blanks", "two blanks in place of one", with("  "))
		b.try("tab", "a tab in place of a blank", with("\t"))
	case piece == "\n":
		b.try(name, what+": a blank in place of a line end", with(" "))
		b.try("blank at the end of a line", "a blank at the end of a line", with(" \n"))
		b.try("empty line", "an empty line", with("\n\n"))
		b.try("carriage return", "a line that ends as in Windows", with("\r\n"))
	case b.shape.isCall():
		b.try(name, what+": no blank after a comma", with(","))
	default:
		b.try(name, what+": a blank in its place", with(" "))
	}
}

// lengths makes the list that ends soonest behind a separator one element shorter and longer. m
// begins rest.
func (b *breaker) lengths(m *mark, rest []mark, text []byte) {
	for i := range rest[1:] {
		end := &rest[1+i]
		if end.field != m.field || end.inner != m.inner || end.part != partBetween && end.part != partClose {
			continue
		}
		if end.part == partBetween {
			return // not the last element
		}
		last, what := text[m.at:end.at], m.name()
		if m.inner {
			what = "a row of " + what
		}
		b.try(what+" one fewer", "one element fewer in "+what+" than there should be", slices.Concat(text[:m.at], text[end.at:]))
		b.try(what+" one more", "one element more in "+what+" than there should be", slices.Concat(text[:end.at], last, text[end.at:]))
		return
	}
}

// layout breaks what surrounds the text.
func (b *breaker) layout(text []byte) {
	b.try("empty", "an empty file", nil)
	b.try("no last line end", "the last line has no end", bytes.TrimSuffix(text, []byte("\n")))
	b.try("more behind the end", "a line behind the end", slices.Concat(text, []byte("1\n")))
	b.try("empty line at the end", "an empty line at the end", slices.Concat(text, []byte("\n")))
	b.try("empty line at the beginning", "an empty line at the beginning", slices.Concat([]byte("\n"), text))
	b.try("blank at the beginning", "a blank at the beginning", slices.Concat([]byte(" "), text))
	b.try("other letters", "bytes that are not ASCII", slices.Concat([]byte("\xff\xfe"), text))
	if at := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n'); at >= 0 {
		b.try("cut", "the last line is missing", text[:at+1])
	}
}

// exceed repeats one test until a total is exceeded.
func (b *breaker) exceed(random *rand.Rand) {
	for _, t := range b.shape.totals {
		if t.level == 0 || b.shape.isCall() {
			continue
		}
		free := b.shape.declared
		free.Totals = slices.DeleteFunc(slices.Clone(free.Totals), func(u Total) bool { return u.Field == t.Field })
		s, err := New(free)
		if err != nil {
			continue
		}
		s = s.In(b.shape.context())
		long := style{reason: "long", tests: leastExtent, length: mostExtent, number: least}
		wide := style{reason: "wide", tests: leastExtent, length: leastExtent, number: greatest}
		for _, st := range []style{long, wide} {
			d, err := s.draw(random, Size{Tests: 1, Length: invalidText, Value: 1 << 62, Elements: invalidText}, &st)
			if err != nil {
				continue
			}
			text, ok := s.exceeding(d, t)
			if !ok || len(text) > invalidText {
				continue
			}
			if wrong := b.refused(text); wrong != nil {
				b.keep("total of "+t.Field, fmt.Sprintf("the total of %s is above %s", t.Field, t.Most), text, wrong)
			}
		}
	}
}

// exceeding returns an input in which a test of d is repeated until the total is exceeded.
func (s *Shape) exceeding(d *Data, t total) ([]byte, bool) {
	d = d.Clone()
	around := d
	for range t.level - 1 {
		if len(around.Tests) == 0 {
			return nil, false
		}
		around = around.Tests[0]
	}
	if len(around.Tests) == 0 {
		return nil, false
	}
	test := around.Tests[0]
	each := s.levels[t.level].fields[t.field].summand(&test.Values[t.field])
	if each == 0 || t.Most.Size/each >= invalidText/8 {
		return nil, false
	}
	rep := s.levels[t.level-1].repeat
	if rep.known() {
		return nil, false
	}
	around.Tests = slices.Repeat([]*Data{test}, int(t.Most.Size/each)+1)
	if uint64(len(around.Tests)) > countLimits(&rep.count, around).Most.Size {
		return nil, false
	}
	return s.Text(d), true
}

// ask looks for inputs that only Valid refuses.
func (b *breaker) ask(random *rand.Rand) {
	free := b.shape.declared
	if free.Valid == nil {
		return
	}
	free.Valid = nil
	s, err := New(free)
	if err != nil {
		return
	}
	s = s.In(b.shape.context())
	pace := meter.Pace{Ctx: b.shape.context()}
	before := b.work
	for range invalidDraws {
		d, err := s.Random(random, Tiny)
		if err != nil || pace.Step(1) != nil || b.work-before > invalidWork {
			return
		}
		text := s.Text(d)
		if wrong := b.refused(text); wrong != nil {
			b.keep("not valid: "+kindOf(wrong), "the problem demands more than the declaration says", text, wrong)
		}
	}
}
