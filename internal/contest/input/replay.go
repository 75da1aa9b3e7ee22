package input

// The choices that made an input, and inputs that such choices make again.

import (
	"math"
	"slices"
	"strings"
)

// A choice is one number that the declaration leaves open. The simplest is the least.
type choice struct {
	value, best uint64 // best is the least that is allowed
	unit        uint64 // from one number to the next: 2 where a sign is the last bit
	kind        choiceKind
	names       int    // the count of what this number names, or -1
	base        uint64 // the name of the first of these
}

type choiceKind uint8

const (
	choiceCount choiceKind = iota
	choiceNumber
	choiceLetter
	choiceNode
)

// A record holds the choices of a walk. Its methods do nothing where it is nil.
type record struct {
	choices []choice
	counts  []int // where the choice of each count is
	loops   []loop
	graphs  []segment
	fields  []int // where the choices of each field begin
	ids     map[counter]int
	terms   []termCount // what is counted by bounds that are made of others
}

// A termCount is how many things there are by a bound that is made of others.
type termCount struct {
	*bound
	d    *Data
	n    int // of them
	loop int
}

// A counter is a number or list with which something may be counted.
type counter struct {
	d     *Data
	field int
}

// A loop is what a count counts: where the choices of each begin, and the end.
type loop struct {
	count  int
	starts []int
}

// A segment is the choices of edges.
type segment struct {
	from, to     int
	count, nodes int // counts of the edges and of the nodes, or -1
	tree         bool
}

// field notes that the next field begins.
func (r *record) field() {
	if r != nil {
		r.fields = append(r.fields, len(r.choices))
	}
}

// count notes how many there are of something, and returns a number for that count. Others
// may name it by the field of d.
func (r *record) count(d *Data, field int, n, least uint64) int {
	if r == nil {
		return -1
	}
	id := len(r.counts)
	r.counts = append(r.counts, len(r.choices))
	r.choices = append(r.choices, choice{value: n, best: least, unit: 1, kind: choiceCount, names: -1})
	if d != nil {
		r.ids[counter{d, field}] = id
	}
	return id
}

// named returns the count that a bound names, or -1.
func (r *record) named(b *bound, d *Data) int {
	if r == nil || !b.isField() {
		return -1
	}
	for range b.out {
		d = d.Outer
	}
	if id, ok := r.ids[counter{d, b.field}]; ok {
		return id
	}
	return -1
}

// term returns the count that a bound names. For a bound that is made of others it returns -2-i:
// its place in terms is i.
func (r *record) term(b *bound, d *Data, n uint64) int {
	if r == nil || b.term == nil {
		return r.named(b, d)
	}
	r.terms = append(r.terms, termCount{b, d, int(n), -1})
	return -1 - len(r.terms)
}

// begin begins what a count counts, and row one of these, or the end.
func (r *record) begin(count int) int {
	if r == nil || count == -1 {
		return -1
	}
	at := len(r.loops)
	r.loops = append(r.loops, loop{count: max(count, -1)})
	if count < 0 {
		r.terms[-2-count].loop = at
	}
	return at
}

// without returns how many things there are by a bound where one count, which is n, is by less.
func (r *record) without(c *termCount, count int, less uint64) (left int, names bool) {
	n := c.eval(func(field *bound) Int {
		own, at := field.own(c.d), c.d
		for range field.out {
			at = at.Outer
		}
		if id, ok := r.ids[counter{at, field.field}]; ok && id == count {
			names = true
			return own.Add(UintOf(less).Neg())
		}
		return own
	})
	if n.Negative {
		n = Int{}
	}
	return int(min(n.Size, uint64(c.n))), names
}

func (r *record) row(at int) {
	if r != nil && at >= 0 {
		r.loops[at].starts = append(r.loops[at].starts, len(r.choices))
	}
}

// kind returns the kind of the choices of a field.
func (f *field) kind() choiceKind {
	switch f.Kind {
	case KindText, KindTexts:
		return choiceLetter
	case KindTree, KindGraph:
		return choiceNode
	}
	return choiceNumber
}

// number notes a number of a column.
func (r *record) number(c column, raw uint64) {
	if r == nil {
		return
	}
	made := choice{value: c.simple(raw), best: c.simple(c.raw(c.zero())), unit: 1, kind: c.kind(), names: c.names}
	if c.signed {
		made.unit = 2
	}
	if made.kind == choiceNumber {
		made.base = min(1, c.number.least.floor.Size)
	}
	r.choices = append(r.choices, made)
}

// simple returns a number as a choice: of two that may be negative the one nearer to 0 is less.
func (f *field) simple(raw uint64) uint64 {
	switch n := int64(raw); {
	case !f.signed:
		return raw
	case n > 0:
		return 2*raw - 1
	case n == math.MinInt64:
		return math.MaxUint64
	default:
		return 2 * -raw
	}
}

// unsimple returns the number of a choice.
func (f *field) unsimple(value uint64) uint64 {
	switch {
	case !f.signed:
		return value
	case value&1 == 1:
		return value>>1 + 1
	}
	return -(value >> 1)
}

// rows notes rows of numbers, which a count counts.
func (r *record) rows(list []uint64, columns []column, count int) {
	if r == nil {
		return
	}
	at, loop := len(r.choices), r.begin(count)
	for row := range slices.Chunk(list, len(columns)) {
		r.row(loop)
		for j, n := range row {
			r.number(columns[j], n)
		}
	}
	r.row(loop)
	if c := columns[0]; c.kind() == choiceNode {
		r.graphs = append(r.graphs, segment{at, len(r.choices), count, c.names, c.Kind == KindTree})
	}
}

// letter returns the index of a character in the alphabet, or 0.
func (f *field) letter(c byte) uint64 { return uint64(max(0, strings.IndexByte(f.Alphabet, c))) }

// cut returns the choices without the things from … to of a count, and what names them.
func (sh *shrinker) cut(count, from, to int) []choice {
	r := sh.record
	choices := slices.Clone(r.choices)
	gone := make([]bool, len(choices))
	drop := func(from, to int) {
		for i := from; i < to; i++ {
			gone[i] = true
		}
	}
	choices[r.counts[count]].value -= uint64(to - from)
	for _, l := range r.loops {
		n := len(l.starts) - 1 // perhaps a few more or fewer than the count says
		if a, b := max(0, min(from, n-(to-from))), min(to, n); l.count == count && a < b {
			drop(l.starts[a], l.starts[b])
		}
	}
	all := int(max(r.choices[r.counts[count]].value, 1))
	for i := range r.terms { // as great a part of them as goes of what is counted
		c := &r.terms[i]
		left, names := r.without(c, count, uint64(to-from))
		if names && c.loop >= 0 && left < c.n {
			starts := r.loops[c.loop].starts
			a := min(int(uint64(from)*uint64(c.n)/uint64(all)), left)
			if b := a + c.n - left; b < len(starts) {
				drop(starts[a], starts[b])
			}
		}
	}
	for _, g := range r.graphs {
		switch edges := choices[g.from:g.to]; {
		case g.nodes != count:
		case g.tree:
			drop(g.from+sh.contract(edges, from, to), g.to)
		default:
			for i := g.from; i < g.to; i += 2 {
				if g.count >= 0 && !gone[i] && (choices[i].within(from, to) || choices[i+1].within(from, to)) {
					drop(i, i+2)
					choices[r.counts[g.count]].value--
				}
			}
		}
	}
	kept := choices[:0]
	for i, c := range choices {
		if c.names == count && !gone[i] && (c.kind != choiceNode || !r.inTree(i)) {
			c.rename(from, to)
		}
		if !gone[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// inTree reports whether a choice is in the edges of a tree.
func (r *record) inTree(i int) bool {
	at, found := slices.BinarySearchFunc(r.graphs, i, func(g segment, i int) int { return g.from - i })
	if !found {
		at--
	}
	return at >= 0 && r.graphs[at].tree
}

// within reports whether a choice names one of the things from … to.
func (c *choice) within(from, to int) bool {
	i := int(c.value - c.base)
	return from <= i && i < to
}

// rename gives a choice the name that its thing has when those from … to are gone; for one of
// these, the name of the next.
func (c *choice) rename(from, to int) {
	switch i := int(c.value - c.base); {
	case c.value < c.base:
	case i >= to:
		c.value -= uint64(to - from)
	case i >= from:
		c.value = c.base + uint64(from)
	}
}

// contract takes the nodes from … to out of the edges of a tree: what hangs from one of them
// hangs from the next one above that stays. It returns how many choices are left.
func (sh *shrinker) contract(edges []choice, from, to int) int {
	n := len(edges)/2 + 1
	if to > n {
		from, to = max(0, from-(to-n)), n
	}
	if to-from >= n {
		return len(edges)
	}
	root := 0
	if from == 0 {
		root = to
	}
	up, order := Rooted(valuesOf(edges), 0, root, &sh.Pace)
	if sh.Ctx.Err() != nil {
		return len(edges)
	}
	gone := func(node int) bool { return from <= node && node < to }
	for _, node := range order[1:] { // behind its parent, whose own parent stays by now
		if gone(up[node]) {
			up[node] = up[up[node]]
		}
	}
	kept := 0
	for node := range n {
		if node == root || gone(node) {
			continue
		}
		for i, end := range [2]int{up[node], node} {
			edges[kept+i].value = uint64(end)
			edges[kept+i].rename(from, to)
		}
		kept += 2
	}
	return kept
}

// flat appends the values of the choices that make d.
func (s *Shape) flat(list []uint64, depth int, d *Data) []uint64 {
	l := &s.levels[depth]
	for i := range l.fields {
		f, v := &l.fields[i], &d.Values[i]
		switch {
		case f.Kind == KindNumber:
			list = append(list, f.simple(v.Number))
		case f.Kind == KindText && f.Least != f.Most, f.Kind != KindText && f.Count.own():
			list = append(list, uint64(v.Len()))
		}
		from := 0
		for j, end := range v.Ends {
			row := end - from
			if f.Kind == KindTexts && f.Least != f.Most || f.Kind == KindLists && f.item.Count.own() {
				list = append(list, uint64(row))
			}
			if f.Kind == KindLists {
				for _, n := range v.Row(j) {
					list = append(list, f.item.simple(n))
				}
			} else if end <= len(v.Text) {
				list = f.flatWord(list, v.Text[from:end])
			}
			from = end
		}
		if v.Ends == nil {
			list = f.flatWord(list, v.Text)
			for j, n := range v.List {
				if f.Kind == KindTree || f.Kind == KindGraph {
					n -= uint64(f.Base)
				}
				list = append(list, f.numberAt(j).simple(n))
			}
		}
	}
	if l.repeat != nil {
		if !l.repeat.known() {
			list = append(list, uint64(len(d.Tests)))
		}
		for _, test := range d.Tests {
			list = s.flat(list, depth+1, test)
		}
	}
	return list
}

func (f *field) flatWord(list []uint64, word []byte) []uint64 {
	for _, c := range word {
		list = append(list, f.letter(c))
	}
	return list
}

// replay makes the input of some choices, and records them: each number as near to its choice
// as is allowed, and what is simplest after the last.
func (s *Shape) replay(values []uint64) (*Data, *record, error) {
	g := s.gen()
	defer g.memory.Close()
	g.record = &record{ids: map[counter]int{}}
	p := &replay{values: values}
	p.oneByOne = oneByOne{g, func(c column) uint64 {
		return min(max(c.raw(c.unsimple(p.next())), c.low), c.high)
	}}
	g.from = p
	d, err := g.whole(math.MaxUint64)
	return d, g.record, err
}

// A replay chooses what was chosen before.
type replay struct {
	oneByOne
	values []uint64
}

func (p *replay) next() (n uint64) {
	if len(p.values) > 0 {
		n, p.values = p.values[0], p.values[1:]
	}
	return n
}

func (p *replay) many(of things) (uint64, error) { return min(max(p.next(), of.low), of.high), nil }
