package input

// A shape is a declaration that has been checked, with each name replaced by the place where its
// value stands.

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/scan"
)

// A Shape is a checked declaration. It does not change, so that many may use it at
// once.
type Shape struct {
	declared Declaration
	levels   []level // the whole input, what repeats in it, and so on
	names    map[string]reference
	users    map[reference][]reference // what is counted with a field
	totals   []total
	ctx      context.Context // of the work, see [Shape.In]
}

// A level is a group whose names have been resolved.
type level struct {
	fields []field
	repeat *repeat // of the next level, nil for the innermost
}

// A repeat is a Repeat whose names have been resolved.
type repeat struct {
	Repeat
	count span
	kind  string   // what its number is, for errors
	first []string // the numbers that begin each, for errors
}

// A field is a Field whose names have been resolved.
type field struct {
	Field
	index   int // in its level
	signed  bool
	isCount bool // it is a number with which something is counted
	total   int  // index of its total, or -1

	count   span
	number  span // of numbers, and of lengths
	nodes   bound
	columns []field
	item    *field
	letters [256]bool
	what    string // what each number or word is, for errors
}

// A span is two bounds.
type span struct{ least, most bound }

// A bound is a Bound whose name has been resolved.
type bound struct {
	named  bool
	out    int // levels to go out
	field  int
	length bool // of the field
	signed bool // the field is
	plus   Int
	term   *term // in place of the field
	// From floor to ceiling, whatever the earlier fields are.
	floor, ceiling Int
}

// A reference is what a name stands for.
type reference struct{ level, field int }

// A total is a Total whose name has been resolved.
type total struct {
	Total
	reference
}

// An Error says what is wrong in a declaration.
type Error struct {
	Field string // the field, or "" where no one is to blame
	Want  string // what would be right
}

// Error returns one line.
func (e *Error) Error() string {
	if e.Field == "" {
		return "want " + e.Want
	}
	return e.Field + ": want " + e.Want
}

// New checks a declaration. Its error is an [*Error].
func New(d Declaration) (*Shape, error) {
	s := &Shape{declared: d, names: map[string]reference{}, users: map[reference][]reference{}}
	g := d.Group
	if d.Call != "" {
		if g.Repeat != nil {
			return nil, &Error{"", "arguments of " + d.Call + " alone: a call has no repetitions"}
		}
		g = Group{Repeat: &Repeat{Name: "call", How: ToEnd, Group: g}}
	}
	for {
		if err := s.addLevel(g); err != nil {
			return nil, err
		}
		if g.Repeat == nil {
			break
		}
		g = g.Repeat.Group
	}
	for _, t := range d.Totals {
		r, ok := s.names[t.Field]
		if !ok {
			return nil, &Error{t.Field, "a field whose total is bounded"}
		}
		f := &s.levels[r.level].fields[r.field]
		if f.total = len(s.totals); f.item != nil {
			f.item.total = f.total
		}
		s.totals = append(s.totals, total{t, r})
	}
	return s, nil
}

// Declaration returns what the shape was made from.
func (s *Shape) Declaration() Declaration { return s.declared }

// Depth returns how many repetitions nest: 0 for a single test, 1 for tests, 2 for
// tests with queries. Calls nest once.
func (s *Shape) Depth() int { return len(s.levels) - 1 }

// Lookup returns where the value of the field with that name stands, seen from an
// innermost repetition.
func (s *Shape) Lookup(name string) (Place, bool) {
	r, ok := s.names[name]
	return Place{len(s.levels) - 1 - r.level, r.field}, ok
}

// Fields returns the fields of the level that is out levels around the innermost.
func (s *Shape) Fields(out int) []Field {
	var fields []Field
	for _, f := range s.levels[len(s.levels)-1-out].fields {
		fields = append(fields, f.Field)
	}
	return fields
}

// Signed reports whether the numbers of the field at p may be negative.
func (s *Shape) Signed(p Place) bool {
	return s.levels[len(s.levels)-1-p.Out].fields[p.Field].signed
}

func (s *Shape) isCall() bool { return s.declared.Call != "" }

func (s *Shape) addLevel(g Group) error {
	here := len(s.levels)
	s.levels = append(s.levels, level{})
	for _, f := range g.Fields {
		if f.Name == "" {
			return &Error{"", "a name for each field"}
		}
		if _, twice := s.names[f.Name]; twice {
			return &Error{f.Name, "a name that no field before has"}
		}
		made, err := s.field(f)
		if err != nil {
			return err
		}
		l := &s.levels[here]
		made.index = len(l.fields)
		s.names[f.Name] = reference{here, len(l.fields)}
		l.fields = append(l.fields, made)
	}
	if g.Repeat == nil {
		if here == 0 && len(g.Fields) == 0 {
			return &Error{"", "at least one field"}
		}
		return nil
	}
	r := *g.Repeat
	if r.Name == "" {
		r.Name = "test"
	}
	if r.Count == (Count{}) {
		r.Count = Counted(At(0), Bound{Plus: UintOf(math.MaxInt64)})
	}
	if len(r.Fields) == 0 {
		return &Error{"", "at least one field in each " + r.Name}
	}
	made := &repeat{Repeat: r, kind: "the number of " + plural(r.Name)}
	var err error
	if made.count, err = s.counts(made.kind, r.Count, r.How == Times); err != nil {
		return err
	}
	if made.known() && made.count.most.term != nil {
		return &Error{r.Fields[0].Name, "the number of " + plural(r.Name) + " as a number or one earlier field, not " + r.Count.Most.String()}
	}
	if r.How == Until {
		return s.addEnd(here, made)
	}
	s.levels[here].repeat = made
	return nil
}

// addEnd adds what repeats until certain numbers come.
func (s *Shape) addEnd(here int, made *repeat) error {
	r := &made.Repeat
	if len(r.Last) == 0 {
		r.Last = []Int{{}}
	}
	if len(r.Last) > min(len(r.Fields), mostLast) {
		return &Error{r.Fields[0].Name, fmt.Sprintf("1 … %d numbers as the end, one in place of each of the first fields", min(len(r.Fields), mostLast))}
	}
	end := r.end()
	for i := range r.Last {
		if first := r.Fields[i]; first.Kind != KindNumber && (i+1 < len(r.Last) || !first.Count.Counted) {
			return &Error{first.Name, fmt.Sprintf("a number first in each %s, where %s is the end", r.Name, end)}
		}
		made.first = append(made.first, fmt.Sprintf("a number (%s), or %s at the end", r.Fields[i].Name, end))
		if r.Last[i].Negative && r.Last[i].Size > 1<<63 || !r.Last[i].Negative && r.Last[i].Size > math.MaxInt64 {
			return &Error{r.Fields[i].Name, "an end from -2^63 to 2^63-1"}
		}
	}
	s.levels[here].repeat = made
	return nil
}

// mostLast bounds the numbers at the end.
const mostLast = 8

// end returns the numbers at the end, with blanks.
func (r *Repeat) end() string {
	var text []string
	for _, n := range r.Last {
		text = append(text, n.String())
	}
	return strings.Join(text, " ")
}

func plural(name string) string {
	if strings.HasSuffix(name, "y") {
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}

// field resolves a field of the last level.
func (s *Shape) field(f Field) (field, error) {
	made := field{Field: f, total: -1}
	fail := func(want string) (field, error) { return field{}, &Error{f.Name, want} }
	var err error
	if f.Kind != KindNumber && f.Kind != KindText {
		made.count, err = s.counts(f.Name, f.Count, !s.isCall())
		if err != nil {
			return field{}, err
		}
	}
	switch f.Kind {
	case KindNumber, KindNumbers:
		made.what = "a number (" + f.Name + ")"
		err = s.numbers(&made)
	case KindText, KindTexts:
		made.what = "a word (" + f.Name + ")"
		if f.Separator == "\n" {
			made.what = "a row (" + f.Name + ")"
		}
		made.number, err = s.span(f.Name, f.Least, f.Most)
		if f.Least == f.Most {
			s.counter(f.Least)
		}
		if err == nil && made.number.least.floor.Size == 0 && !s.isCall() && f.Least != f.Most {
			return fail("words of at least 1 character: an empty one cannot be seen")
		}
	case KindTree:
		made.what = "a node"
		if f.Count.Counted {
			return fail("the number of its nodes in an earlier field")
		}
	case KindGraph:
		made.what = "a node"
		made.nodes, err = s.bound(f.Name, f.Nodes)
		s.counter(f.Nodes)
	case KindRecords:
		for _, c := range f.Columns {
			if c.Kind != KindNumber {
				return fail("numbers as columns")
			}
			column := field{Field: c, total: -1, what: "a number (" + c.Name + ")"}
			if c.Name == "" {
				column.what = "a number (" + f.Name + ")"
				column.Name = f.Name
			}
			if err := s.numbers(&column); err != nil {
				return field{}, err
			}
			made.columns = append(made.columns, column)
		}
		if len(f.Columns) == 0 {
			return fail("at least one column")
		}
	case KindLists:
		if f.Item == nil || f.Item.Kind != KindNumbers {
			return fail("lists of numbers")
		}
		item := *f.Item
		if item.Name == "" {
			item.Name = f.Name
		}
		list, err := s.field(item)
		if err != nil {
			return field{}, err
		}
		made.item, made.signed = &list, list.signed
		if first := f.Item.Least.Plus; f.Acyclic {
			if !f.Item.Least.IsNumber() || UintOf(1).Less(first) || f.Item.Most != f.Count.Most.Add(int64(first.Size)-1) {
				return fail("numbers from 0 to n - 1, or from 1 to n, in n lists without cycles")
			}
			made.Base = int(first.Size)
		}
	default:
		return fail("a kind of field that there is")
	}
	if err != nil {
		return field{}, err
	}
	if f.Base < 0 || f.Base > 1 {
		return fail("a base of 0 or 1")
	}
	if f.Kind == KindText || f.Kind == KindTexts {
		if f.Alphabet == "" {
			return fail("an alphabet")
		}
		for i := range len(f.Alphabet) {
			c := f.Alphabet[i]
			if c <= ' ' || c > '~' {
				return fail("an alphabet of printable ASCII characters without blanks")
			}
			if made.letters[c] {
				return fail(fmt.Sprintf("an alphabet that has %q once", c))
			}
			made.letters[c] = true
		}
	}
	if f.Order > Distinct || f.Kind == KindNumber && f.Order != AnyOrder || f.Kind == KindRecords && f.Order != AnyOrder && f.Order != Distinct {
		return fail("an order that there is")
	}
	return made, nil
}

// numbers resolves the bounds of the numbers of f.
func (s *Shape) numbers(f *field) error {
	var err error
	if f.number, err = s.span(f.Name, f.Least, f.Most); err != nil {
		return err
	}
	f.signed = f.number.least.floor.Negative
	if !f.signed && f.number.most.ceiling.Negative {
		return &Error{f.Name, "a most that is not below the least"}
	}
	if f.signed && (f.number.least.floor.Less(IntOf(math.MinInt64)) || IntOf(math.MaxInt64).Less(f.number.most.ceiling)) {
		return &Error{f.Name, "numbers from -2^63 to 2^63-1, where they may be negative"}
	}
	return nil
}

// counts resolves a count. If stated is true, the text must tell the number.
func (s *Shape) counts(name string, c Count, stated bool) (span, error) {
	if stated && !c.Counted && c.Least != c.Most {
		return span{}, &Error{name, "a known count: a number, an earlier field, or counted(least, most)"}
	}
	made, err := s.span(name, c.Least, c.Most)
	if err != nil {
		return span{}, err
	}
	for _, b := range [2]Bound{c.Least, c.Most} {
		s.counter(b)
	}
	return made, nil
}

// counter notes that the fields of a bound count something in the field that is being resolved.
func (s *Shape) counter(b Bound) {
	b.Fields(func(name string) {
		r, ok := s.names[name]
		if !ok {
			return
		}
		f := &s.levels[r.level].fields[r.field]
		f.isCount = f.Kind == KindNumber
		here := len(s.levels) - 1
		user := reference{here, len(s.levels[here].fields)}
		if !slices.Contains(s.users[r], user) {
			s.users[r] = append(s.users[r], user)
		}
	})
}

// span resolves two bounds.
func (s *Shape) span(name string, least, most Bound) (span, error) {
	var made span
	var err error
	if made.least, err = s.bound(name, least); err != nil {
		return span{}, err
	}
	if made.most, err = s.bound(name, most); err != nil {
		return span{}, err
	}
	if made.most.ceiling.Less(made.least.floor) {
		return span{}, &Error{name, fmt.Sprintf("a least that is not above the most: not %s … %s", least, most)}
	}
	return made, nil
}

// bound resolves a bound as seen from the last level.
func (s *Shape) bound(name string, b Bound) (bound, error) {
	if t, ok := b.Term(); ok {
		return s.resolve(name, b, t)
	}
	if b.Field == "" {
		return bound{plus: b.Plus, floor: b.Plus, ceiling: b.Plus}, nil
	}
	r, ok := s.names[b.Field]
	if !ok {
		want := "a number, or a field before it"
		if near := slices.Sorted(maps.Keys(s.names)); len(near) > 0 {
			want += " (" + strings.Join(near, ", ") + ")"
		}
		return bound{}, &Error{name, want + fmt.Sprintf(", not %q", b.Field)}
	}
	f := &s.levels[r.level].fields[r.field]
	made := bound{
		named: true, out: len(s.levels) - 1 - r.level, field: r.field,
		length: f.Kind != KindNumber, signed: f.signed, plus: b.Plus,
	}
	of := f.count
	if f.Kind == KindNumber || f.Kind == KindText {
		of = f.number
	}
	made.floor, made.ceiling = of.least.floor.Add(b.Plus), of.most.ceiling.Add(b.Plus)
	return made, nil
}

// value returns the bound for a repetition whose earlier fields are known.
func (b *bound) value(d *Data) Int {
	switch {
	case !b.named:
		return b.plus
	case b.term == nil:
		return b.own(d).Add(b.plus)
	}
	return b.eval(func(field *bound) Int { return field.own(d) })
}

// count returns a bound as a number of things, at least 0.
func (b *bound) count(d *Data) uint64 {
	if n := b.value(d); !n.Negative {
		return n.Size
	}
	return 0
}

// least returns the least that the bound of a number of things can be.
func (b *bound) least() uint64 {
	if b.floor.Negative {
		return 0
	}
	return b.floor.Size
}

// raw returns the number as values hold it.
func (i Int) raw() uint64 {
	if i.Negative {
		return -i.Size
	}
	return i.Size
}

// intOf returns the number that a value of the field holds.
func (f *field) intOf(raw uint64) Int {
	if f.signed {
		return IntOf(int64(raw))
	}
	return UintOf(raw)
}

// A Limits is a range of numbers in effect, with earlier fields put in.
type Limits struct{ Least, Most Int }

// Empty reports whether no number is within.
func (l Limits) Empty() bool { return l.Most.Less(l.Least) }

// Has reports whether i is within.
func (l Limits) Has(i Int) bool { return !i.Less(l.Least) && !l.Most.Less(i) }

// limits returns the span for a repetition whose earlier fields are known.
func (s *span) limits(d *Data) Limits { return Limits{s.least.value(d), s.most.value(d)} }

// limits returns the limits of the numbers of f, which are not below 0 if they have no sign.
func (f *field) limits(d *Data) Limits {
	l := f.number.limits(d)
	if !f.signed && l.Least.Negative {
		l.Least = Int{}
	}
	return l
}

// kind returns the limits of an unsigned number, for the scanner.
func (l Limits) kind(what string) scan.Kind {
	return scan.Kind{Name: what, Min: l.Least.raw(), Max: l.Most.Size}
}
