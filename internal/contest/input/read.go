package input

// This file reads text. One pass serves the judge's run, which keeps one test, and the
// whole input: they differ in what is done with a test that has been read.

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/pages"
	"github.com/grundy-games/grundy/internal/scan"
)

// Options of reading. The zero value is what a judge's program expects: the declared
// limits, and any white space.
type Options struct {
	// NoLimits accepts numbers up to 2^63-1, words of any length, and any number of
	// things, whatever the declaration says. Bounds that are earlier fields hold, and
	// so do orders and shapes.
	NoLimits bool
	// Exact demands the white space that [Shape.Write] writes, and numbers without
	// leading zeros. Only [Shape.Parse] looks at it.
	Exact bool
	// Keep has [Shape.Each] make a Data for each repetition, which nobody uses again.
	Keep bool
	// Charge is asked before memory is taken for bytes that have arrived; its error
	// ends the reading. It may be nil.
	Charge func(bytes uint64) error
}

// Each reads an input and calls visit for each innermost repetition as soon as it is
// read. The Data and all around it are used again for the next one, unless opt says to keep
// them. An error about the
// text is a [*scan.Error]; those of the reader, of Charge and of visit are passed on.
func (s *Shape) Each(r io.Reader, opt Options, visit func(*Data) error) error {
	rd := &reader{shape: s, opt: opt, visit: visit, whole: opt.Keep, Pace: s.pace()}
	return rd.read(&paced{rd.Ctx, r}, &Data{})
}

// Parse reads a whole input. Its errors are as those from [Shape.Each].
func (s *Shape) Parse(r io.Reader, opt Options) (*Data, error) {
	rd := &reader{shape: s, opt: opt, whole: true, Pace: s.pace()}
	rd.memory = meter.Open(rd.Ctx)
	defer rd.memory.Close()
	r = &paced{rd.Ctx, r}
	d := &Data{}
	if !opt.Exact {
		if err := rd.read(r, d); err != nil {
			return nil, err
		}
		return d, nil
	}
	var text bytes.Buffer
	if err := rd.read(io.TeeReader(r, &charged{&text, rd}), d); err != nil {
		return nil, err
	}
	same := &comparer{text: text.Bytes()}
	err := s.Write(same, d)
	if err == nil {
		err = same.end()
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// charged is a buffer that is paid for.
type charged struct {
	*bytes.Buffer
	rd *reader
}

func (c *charged) Write(p []byte) (int, error) {
	if err := c.rd.charge(uint64(len(p))); err != nil {
		return 0, err
	}
	return c.Buffer.Write(p)
}

// A comparer compares what is written to it with a text.
type comparer struct {
	text []byte
	done int
}

func (c *comparer) Write(p []byte) (int, error) {
	rest := c.text[c.done:]
	n := min(len(rest), len(p))
	if !bytes.Equal(rest[:n], p[:n]) {
		for n = 0; rest[n] == p[n]; n++ {
		}
	}
	c.done += n
	if n == len(p) {
		return n, nil
	}
	want := fmt.Sprintf("%q here", p[n:n+1])
	switch {
	case p[n] == ' ':
		want = "one blank here"
	case p[n] == '\n':
		want = "the end of the line here"
	case n < len(rest) && strings.IndexByte(" \t\r\n\v\f", rest[n]) >= 0:
		want = "no white space here"
	case p[n]-'0' <= 9 || p[n] == '-':
		want = "the shortest form of this number here"
	}
	return n, c.wrong(want)
}

// end returns an error if more is in the text.
func (c *comparer) end() error {
	if c.done == len(c.text) {
		return nil
	}
	return c.wrong("the end of the input here")
}

// wrong returns an error about the text after what is done.
func (c *comparer) wrong(want string) error {
	before := c.text[:c.done]
	at := scan.Position{Line: 1 + bytes.Count(before, []byte{'\n'}), Column: c.done - bytes.LastIndexByte(before, '\n')}
	rest := c.text[c.done:]
	if end := bytes.IndexAny(rest, " \t\r\n\v\f"); end >= 0 {
		rest = rest[:max(1, end)]
	}
	return scan.NewError(at, rest, want)
}

// A reader is one reading of a text.
type reader struct {
	meter.Pace
	shape  *Shape
	memory *meter.Account // of a whole input
	opt    Options
	in     source       // of numbers and words
	lines  *scan.Reader // in, unless it reads calls
	text   *callText    // in, if it reads calls
	visit  func(*Data) error
	whole  bool
	sums   []uint64 // of the totals

	// begun are numbers that have been read to see whether a repetition follows, and taken
	// is how many of them a field has taken.
	begun []begun
	taken int
}

// A begun is a number that has been read.
type begun struct {
	Int
	at scan.Position
}

// A source yields numbers and words: the text, or an argument of a call.
type source interface {
	Uint(scan.Kind) (uint64, error)
	Int(name string, least, most int64) (int64, error)
	Word(dst []byte, most int, want string) ([]byte, error)
	Position() scan.Position
	Reject(want string) error
}

// readUints fills dst with numbers.
func readUints(in source, dst []uint64, k scan.Kind) (err error) {
	if text, ok := in.(*scan.Reader); ok {
		_, err = text.Uints(dst, k)
		return err
	}
	for i := range dst {
		if dst[i], err = in.Uint(k); err != nil {
			return err
		}
	}
	return nil
}

func (rd *reader) read(r io.Reader, d *Data) error {
	rd.sums = make([]uint64, len(rd.shape.totals))
	if rd.shape.isCall() {
		return rd.calls(r, d)
	}
	rd.lines = scan.New(r)
	rd.in = rd.lines
	d.in = rd.in
	if err := rd.level(0, d); err != nil {
		return err
	}
	return rd.lines.End("the last line")
}

// level reads the fields of a level and what repeats in it.
func (rd *reader) level(depth int, d *Data) error {
	l := &rd.shape.levels[depth]
	if d.Values == nil {
		d.Values = make([]Value, len(l.fields))
	}
	for i := range l.fields {
		if err := rd.field(&l.fields[i], d); err != nil {
			return err
		}
		if err := rd.addTotal(&l.fields[i], &d.Values[i]); err != nil {
			return err
		}
	}
	if l.repeat == nil {
		return rd.done(d)
	}
	return rd.repeat(l.repeat, depth+1, d)
}

// done takes an innermost repetition that has been read.
func (rd *reader) done(d *Data) error {
	if valid := rd.shape.declared.Valid; valid != nil {
		want, err := valid(rd.Ctx, d)
		if err != nil {
			return err
		}
		if want != "" {
			return rd.in.Reject(want)
		}
	}
	if rd.visit != nil {
		return rd.visit(d)
	}
	return nil
}

// repeat reads what repeats in d.
func (rd *reader) repeat(rep *repeat, depth int, d *Data) error {
	count := uint64(math.MaxUint64)
	limits := rd.countLimits(&rep.count, d)
	if rep.How == Times {
		if rep.Count.Counted && limits.Least == (Int{}) {
			if more, err := rd.lines.More(); err != nil || !more {
				return err // a number that may be 0 may be missing at the end
			}
		}
		var err error
		if count, err = rd.count(&rep.count, rep.Count.Counted, rep.kind, d); err != nil {
			return err
		}
	}
	var test *Data
	for i := uint64(0); i < count; i++ {
		switch rep.How {
		case ToEnd:
			more, err := rd.lines.More()
			if err != nil {
				return err
			}
			if !more {
				count = i
			}
		case Until:
			last, err := rd.isLast(rep, &rd.shape.levels[depth])
			if err != nil {
				return err
			}
			if last {
				count = i
			}
		}
		if i == count {
			break
		}
		if rep.How != Times && i == limits.Most.Size {
			return rd.in.Reject(fmt.Sprintf("at most %s %s", limits.Most, plural(rep.Name)))
		}
		if test == nil || rd.whole {
			test = &Data{Outer: d}
		}
		test.Index = int(i)
		test.in = rd.in
		if err := rd.level(depth, test); err != nil {
			return err
		}
		if rd.whole {
			if err := rd.charge(dataBytes + fieldCost*uint64(len(test.Values))); err != nil {
				return err
			}
			test.line, test.in = test.Line(), nil
			d.Tests = append(d.Tests, test)
		}
	}
	if rep.How != Times && UintOf(count).Less(limits.Least) {
		return rd.in.Reject(fmt.Sprintf("at least %s %s", limits.Least, plural(rep.Name)))
	}
	return nil
}

// isLast reads numbers until one differs from those at the end of what repeats in the level.
func (rd *reader) isLast(rep *repeat, l *level) (bool, error) {
	rd.begun, rd.taken = rd.begun[:0], 0
	for i, last := range rep.Last {
		var n Int
		if f := &l.fields[i]; f.signed || last.Negative {
			signed, err := rd.in.Int(rep.first[i], math.MinInt64, math.MaxInt64)
			if err != nil {
				return false, err
			}
			n = IntOf(signed)
		} else {
			size, err := rd.in.Uint(scan.Kind{Name: rep.first[i], Max: math.MaxUint64})
			if err != nil {
				return false, err
			}
			n = UintOf(size)
		}
		rd.begun = append(rd.begun, begun{n, rd.in.Position()})
		if n != last {
			return false, nil
		}
	}
	rd.taken = len(rd.begun)
	return true, nil
}

// number reads a number of the field within the limits.
func (rd *reader) number(f *field, what string, limits Limits) (uint64, error) {
	switch {
	case rd.taken < len(rd.begun):
		n := rd.begun[rd.taken]
		if rd.taken++; !limits.Has(n.Int) {
			return 0, scan.NewError(n.at, []byte(n.String()), fmt.Sprintf("%s, %s … %s", what, limits.Least, limits.Most))
		}
		return n.raw(), nil
	case limits.Empty():
		return 0, rd.noNumber(what, limits)
	case f.signed:
		n, err := rd.in.Int(what, int64(limits.Least.raw()), int64(limits.Most.raw()))
		return uint64(n), err
	}
	return rd.in.Uint(limits.kind(what))
}

// noNumber returns the error that no number can stand here.
func (rd *reader) noNumber(what string, limits Limits) error {
	return rd.in.Reject(fmt.Sprintf("a number that leaves room for %s, %s … %s", what, limits.Least, limits.Most))
}

// numberLimits returns the limits of the numbers of f.
func (rd *reader) numberLimits(f *field, d *Data) Limits {
	l := f.limits(d)
	if rd.opt.NoLimits {
		l = lifted(l, &f.number)
		if f.signed && !f.number.least.named {
			l.Least = IntOf(math.MinInt64)
		}
	}
	return l
}

// lifted returns limits without the upper one, unless that is an earlier field.
func lifted(l Limits, s *span) Limits {
	if !s.most.named && l.Most.Less(IntOf(math.MaxInt64)) {
		l.Most = IntOf(math.MaxInt64)
	}
	return l
}

// countLimits returns the limits of a count.
func (rd *reader) countLimits(s *span, d *Data) Limits {
	l := s.limits(d)
	if rd.opt.NoLimits {
		l = lifted(l, s)
	}
	if l.Least.Negative {
		l.Least = Int{}
	}
	return l
}

// count reads a count if it is in the text. Otherwise it is known.
func (rd *reader) count(s *span, counted bool, what string, d *Data) (uint64, error) {
	if !counted {
		return s.most.count(d), nil
	}
	return rd.number(&field{}, what, rd.countLimits(s, d))
}

// length returns the number of elements of f.
func (rd *reader) length(f *field, d *Data) (uint64, error) {
	switch {
	case rd.text == nil:
		return rd.count(&f.count, f.Count.Counted, "the number of "+f.Name, d)
	case f.Kind == KindTree:
		return f.count.most.count(d), nil
	case len(rd.text.lengths) > 0:
		return uint64(len(rd.text.lengths)), nil
	}
	return uint64(len(rd.text.leaves)), nil
}

func (rd *reader) charge(bytes uint64) error {
	if rd.memory != nil {
		if err := rd.memory.Take(bytes); err != nil {
			return err
		}
	}
	if rd.opt.Charge == nil {
		return nil
	}
	return rd.opt.Charge(bytes)
}

// chunk is how many numbers are read at a time: memory is taken for the numbers that
// arrive, not for the count that the input claims.
const chunk = 4096

// growth is by how much a list grows that is full. It is never longer than what the input
// claims, so a list that is as long as that wastes nothing.
const growth = 4

// grow makes room for n more elements of the size, or as many as a chunk has.
func grow[T any](rd *reader, list []T, n uint64, size uint64) ([]T, int, error) {
	more := int(min(n, chunk))
	if need := len(list) + more; need > cap(list) {
		room := max(need, min(growth*cap(list), len(list)+int(min(n, math.MaxInt32))))
		if err := rd.charge(uint64(room-cap(list)) * size); err != nil {
			return list, 0, err
		}
		longer := make([]T, 0, room)
		pages.AdviseLarge(longer)
		list = append(longer, list...)
	}
	return list, more, nil
}

// field reads a field of d.
func (rd *reader) field(f *field, d *Data) error {
	v := &d.Values[f.index]
	v.List, v.Text, v.Ends = v.List[:0], v.Text[:0], v.Ends[:0]
	var err error
	switch f.Kind {
	case KindNumber:
		v.Number, err = rd.number(f, f.what, rd.numberLimits(f, d))
		return err
	case KindText:
		v.Text, err = rd.word(f, v.Text, rd.numberLimits(f, d))
		return err
	}
	n, err := rd.length(f, d)
	if err != nil {
		return err
	}
	switch f.Kind {
	case KindNumbers:
		err = rd.numbers(f, v, n, rd.numberLimits(f, d))
	case KindLists:
		for i := range n {
			m, err := uint64(0), error(nil)
			if rd.text != nil {
				m = rd.text.length()
			} else if m, err = rd.length(f.item, d); err != nil {
				return err
			}
			if err := rd.numbers(f.item, v, m, rd.numberLimits(f.item, d)); err != nil {
				return err
			}
			if v.Ends, _, err = grow(rd, v.Ends, n-i, 8); err != nil {
				return err
			}
			v.Ends = append(v.Ends, len(v.List))
		}
		if f.Acyclic {
			if err = rd.charge(16 * uint64(len(v.List))); err == nil {
				err = rd.inOrder(f.cycleIn(v, &rd.Pace))
			}
		}
	case KindTexts:
		lengths := rd.numberLimits(f, d)
		for i := range n {
			if v.Ends, _, err = grow(rd, v.Ends, n-i, 8); err != nil {
				return err
			}
			if v.Text, err = rd.word(f, v.Text, lengths); err != nil {
				return err
			}
			v.Ends = append(v.Ends, len(v.Text))
		}
	case KindRecords:
		err = rd.records(f, v, n, d)
	case KindTree, KindGraph:
		v.Number = 2
		switch nodes := f.nodes.count(d); {
		case f.Kind == KindGraph:
			err = rd.edges(f, v, n, nodes)
		case f.Parents:
			err = rd.parents(f, v, n)
		default:
			err = rd.edges(f, v, max(n, 1)-1, n)
		}
	}
	return err
}

// numbers appends n numbers to the list of v.
func (rd *reader) numbers(f *field, v *Value, n uint64, limits Limits) error {
	if n > 0 && limits.Empty() {
		return rd.noNumber(f.what, limits)
	}
	kind := limits.kind(f.what)
	start := len(v.List)
	if f.Order != AnyOrder || f.signed {
		order := newOrder(f, rd)
		for range n {
			var err error
			if v.List, _, err = grow(rd, v.List, n-uint64(len(v.List)-start), 8); err != nil {
				return err
			}
			number, err := rd.number(f, f.what, limits)
			if err != nil {
				return err
			}
			if err := rd.inOrder(order.next(number)); err != nil {
				return err
			}
			v.List = append(v.List, number)
		}
		return nil
	}
	for n > 0 {
		list, more, err := grow(rd, v.List, n, 8)
		if err != nil {
			return err
		}
		done := len(list)
		list = list[:done+more]
		if err := readUints(rd.in, list[done:], kind); err != nil {
			return err
		}
		v.List = list
		n -= uint64(more)
	}
	return nil
}

// inOrder rejects what was read where an order says what would be right.
func (rd *reader) inOrder(want string, err error) error {
	if err == nil && want != "" {
		err = rd.in.Reject(want)
	}
	return err
}

// records appends n records to the list of v.
func (rd *reader) records(f *field, v *Value, n uint64, d *Data) error {
	v.Number = uint64(len(f.columns))
	limits, orders := make([]Limits, len(f.columns)), make([]*order, len(f.columns))
	for i := range f.columns {
		limits[i] = rd.numberLimits(&f.columns[i], d)
		orders[i] = newOrder(&f.columns[i], rd)
	}
	whole := newOrder(f, rd)
	for left := n; left > 0; left-- {
		for i := range f.columns {
			var err error
			if v.List, _, err = grow(rd, v.List, min(left, math.MaxInt32)*v.Number, 8); err != nil {
				return err
			}
			number, err := rd.number(&f.columns[i], f.columns[i].what, limits[i])
			if err != nil {
				return err
			}
			if err := rd.inOrder(orders[i].next(number)); err != nil {
				return err
			}
			v.List = append(v.List, number)
		}
		if err := rd.inOrder(whole.nextRow(v.List[len(v.List)-len(f.columns):])); err != nil {
			return err
		}
	}
	return nil
}

// word appends a word to text.
func (rd *reader) word(f *field, text []byte, lengths Limits) ([]byte, error) {
	if lengths.Empty() {
		return text, rd.noNumber("the length of "+f.what, lengths)
	}
	if lengths.Most == (Int{}) && rd.text == nil {
		return text, nil // nothing can be seen of it
	}
	want := f.wordKind(lengths)
	start := len(text)
	text, err := rd.in.Word(text, int(min(lengths.Most.Size, math.MaxInt)), want)
	if err != nil {
		return text, err
	}
	if err := rd.charge(uint64(len(text) - start)); err != nil {
		return text, err
	}
	if UintOf(uint64(len(text) - start)).Less(lengths.Least) {
		return text, rd.in.Reject(want)
	}
	for i, c := range text[start:] {
		if !f.letters[c] {
			return text, rd.in.Reject(fmt.Sprintf("%s; character %d is %q", want, i+1, c))
		}
	}
	return text, nil
}

// wordKind names the words of f, for errors.
func (f *field) wordKind(lengths Limits) string {
	length := lengths.Least.String()
	if lengths.Least != lengths.Most {
		length += " … " + lengths.Most.String()
	}
	return fmt.Sprintf("%s of %s characters of %q", f.what, length, f.Alphabet)
}

// dataBytes is what a Data takes besides its values.
const dataBytes = 128

// addTotal adds a field to its total, if it has one.
func (rd *reader) addTotal(f *field, v *Value) error {
	if f.total < 0 {
		return nil
	}
	t := &rd.shape.totals[f.total]
	sum, carry := bits.Add64(rd.sums[f.total], f.summand(v), 0)
	if (carry != 0 || t.Most.Less(UintOf(sum))) && !rd.opt.NoLimits {
		return rd.in.Reject(fmt.Sprintf("a total of %s of at most %s", t.Field, t.Most))
	}
	rd.sums[f.total] = sum
	return nil
}
