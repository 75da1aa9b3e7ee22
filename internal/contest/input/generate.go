package input

// One walk over the declaration makes an input. All that the declaration leaves open, the walk
// asks of a chooser: a [drawer] chooses at random and in a style, an [enumerator] goes through all
// choices, and a [replay] chooses as an input before, or nearly.

import (
	"cmp"
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A chooser chooses what the declaration leaves open. Its error errAgain says that the choices
// before leave no room.
type chooser interface {
	// many chooses how many there are of something.
	many(of things) (uint64, error)
	// single chooses the key of a single number.
	single(c column, d *Data) (uint64, error)
	// rows appends the keys of n rows. They need not be in the order of the field, or make a
	// tree, unless they are drawn.
	rows(keys []uint64, columns []column, n uint64) ([]uint64, error)
	// refused says that Valid refuses d. It may mend d.
	refused(depth int, d *Data) error
	// again reports whether a repetition is chosen anew, after a number of tries.
	again(tries int) bool
}

// errAgain says that choices lead nowhere.
var errAgain = errors.New("draw again")

// Things are the elements or characters of a field, or else the repetitions of the level at a
// depth. There are from low to high, and others share the room. Those of one word or list of many
// are inner: the ones before have used a part of the total.
type things struct {
	*field
	depth                   int
	low, high, others, used uint64
	inner                   bool
}

// A column is numbers, letters or nodes of a field, whose keys are within limits.
type column struct {
	*field
	low, high uint64
	names     int // the count of what they name in the record, or -1
}

// column returns the numbers of f with the limits that earlier fields leave.
func (g *gen) column(f *field, d *Data) (column, error) {
	l := f.limits(d)
	if l.Empty() {
		return column{}, errAgain
	}
	low, high := f.keys(l)
	names := -1
	if !f.signed {
		names = g.record.named(&f.number.most, d)
	}
	return column{f, low, high, names}, nil
}

// zero returns the key that is nearest to 0.
func (c column) zero() uint64 {
	if c.signed {
		return min(max(1<<63, c.low), c.high)
	}
	return c.low
}

// A gen is one walk.
type gen struct {
	meter.Pace
	shape   *Shape
	from    chooser
	memory  *meter.Account
	record  *record // of the choices, or nil
	drawn   bool    // at random
	exact   bool    // refuse lists that are not in their order, instead of ordering them
	scratch []uint64
	most    uint64 // elements of a list
	room    uint64 // elements that may still be made
	used    uint64 // elements that have been made
	left    []uint64
	share   uint64 // how many repetitions share what is left of the totals
	lists   uint64 // how many things of this level, at least 1, share the room
}

// mostElements bounds what is made where the declaration demands more than the size.
const mostElements = 1 << 26

func (s *Shape) gen() *gen {
	g := &gen{shape: s, Pace: s.pace(), most: mostElements}
	g.memory = meter.Open(g.Ctx)
	return g
}

// whole makes an input. Its memory is held until the next one.
func (g *gen) whole(elements uint64) (*Data, error) {
	g.memory.Close()
	g.room, g.used = min(elements, meter.Of(g.Ctx).Left()/(2*numberCost)), 0
	g.left = g.left[:0]
	for _, t := range g.shape.totals {
		g.left = append(g.left, t.Most.Size)
	}
	d := &Data{}
	return d, g.level(0, d)
}

// level makes the fields of d and what repeats in it.
func (g *gen) level(depth int, d *Data) error {
	l := &g.shape.levels[depth]
	if err := g.memory.Take(uint64(len(l.fields)) * fieldCost); err != nil {
		return err
	}
	d.Values = make([]Value, len(l.fields))
	g.lists = l.lists()
	for i := range l.fields {
		f := &l.fields[i]
		g.record.field()
		if err := g.field(f, d); err != nil {
			return err
		}
		if f.total < 0 {
			continue
		}
		n := f.summand(&d.Values[i])
		if n > g.left[f.total] {
			return errAgain
		}
		g.left[f.total] -= n
	}
	switch {
	case l.repeat != nil:
		return g.repeat(l.repeat, depth, d)
	case g.shape.declared.Valid == nil:
		return nil
	}
	want, err := g.shape.declared.Valid(g.Ctx, d)
	if err == nil && want != "" {
		err = g.from.refused(depth, d)
	}
	return err
}

// summand returns what a field adds to its total.
func (f *field) summand(v *Value) uint64 {
	switch f.Kind {
	case KindNumber:
		return v.Number
	case KindTexts, KindLists:
		return uint64(len(v.Text) + len(v.List))
	}
	return uint64(v.Len())
}

// leastSummand returns the least that a field adds to its total, and each of its words or lists.
func (f *field) leastSummand() (all, each uint64) {
	count, each := f.count.least.least(), uint64(1)
	switch f.Kind {
	case KindNumber, KindText:
		count = f.number.least.least()
	case KindTexts:
		each = f.number.least.least()
	case KindLists:
		each = f.item.count.least.least()
	}
	return grundy.MulCounts(count, each), each
}

// lists returns how many things of the level have a length, or 1.
func (l *level) lists() uint64 {
	n := uint64(0)
	for i := range l.fields {
		if l.fields[i].Kind != KindNumber {
			n++
		}
	}
	if l.repeat != nil {
		n++
	}
	return max(n, 1)
}

// repeat makes what repeats in d.
func (g *gen) repeat(rep *repeat, depth int, d *Data) error {
	limits := countLimits(&rep.count, d)
	count, id := limits.Most.Size, 0
	if rep.known() {
		id = g.record.named(&rep.count.most, d)
	} else {
		var err error
		if count, err = g.from.many(things{depth: depth + 1, low: limits.Least.Size, high: limits.Most.Size, others: 1}); err != nil {
			return err
		}
		id = g.record.count(nil, 0, count, limits.Least.Size)
	}
	loop := g.record.begin(id)
	room, shared := g.room, g.share
	defer func() { g.room, g.share = room, shared }()
	for i := range count {
		if err := errors.Join(g.Step(16), g.memory.Take(testCost)); err != nil {
			return err
		}
		g.record.row(loop)
		g.share = max(shared, 1) * (count - i)
		mine := room / (count - i)
		left, used := slices.Clone(g.left), g.used
		for try := 0; ; try++ {
			g.room = mine
			test := &Data{Outer: d, Index: int(i)}
			err := g.level(depth+1, test)
			if err == nil && rep.How == Until && g.shape.isEnd(rep, depth+1, test) {
				err = errAgain
			}
			if err == nil {
				d.Tests = append(d.Tests, test)
				break
			}
			if !errors.Is(err, errAgain) || !g.from.again(try) {
				return err
			}
			copy(g.left, left)
			g.used = used
		}
		room -= max(1, mine-g.room)
	}
	g.record.row(loop)
	return nil
}

// isEnd reports whether a repetition begins with what stands behind the last one.
func (s *Shape) isEnd(rep *repeat, depth int, test *Data) bool {
	for i, last := range rep.Last {
		f, v := &s.levels[depth].fields[i], &test.Values[i]
		n := UintOf(v.Number)
		if f.Kind != KindNumber {
			n = UintOf(uint64(v.Len()))
		} else if f.signed {
			n = IntOf(int64(v.Number))
		}
		if n != last {
			return false
		}
	}
	return true
}

// known reports whether the number of repetitions stands in an earlier field.
func (r *repeat) known() bool { return r.How == Times && !r.Count.Counted }

// own reports whether a count is not the number of something before.
func (c *Count) own() bool { return c.Counted || c.Least != c.Most }

// countLimits returns the limits of a count.
func countLimits(s *span, d *Data) Limits {
	l := s.limits(d)
	if l.Least.Negative {
		l.Least = Int{}
	}
	if l.Most.Negative {
		l.Most = Int{}
	}
	return l
}

// use takes elements from the room, and charges for them. Where the room is empty, all that
// follows is as short as the declaration allows.
func (g *gen) use(n, cost uint64) error {
	if g.used += min(n, mostElements+1); g.used > mostElements {
		return errAgain
	}
	g.room -= min(n, g.room)
	return g.memory.Take(n * cost)
}

// keys returns limits as numbers without a sign that are ordered alike.
func (f *field) keys(l Limits) (low, high uint64) {
	return f.raw(l.Least.raw()), f.raw(l.Most.raw())
}

// raw returns the number with a key, and the key of a number.
func (f *field) raw(key uint64) uint64 {
	if f.signed {
		return key ^ 1<<63
	}
	return key
}

// howMany returns the length of something of f: known, or chosen within the span. The second
// is the count in the record.
func (g *gen) howMany(of things, own bool, s *span, d *Data, at int) (uint64, int, error) {
	l := countLimits(s, d)
	n, id := l.Most.Size, 0
	if own {
		if of.low, of.high = l.Least.Size, min(n, of.mostRows(math.MaxUint64)); of.high < of.low {
			return 0, 0, errAgain
		}
		var err error
		if n, err = g.from.many(of); err != nil {
			return 0, 0, err
		}
		if of.inner {
			d = nil // one of many
		}
		id = g.record.count(d, at, n, l.Least.Size)
	} else {
		id = g.record.term(&s.most, d, n)
	}
	if n > g.most {
		return 0, 0, errAgain
	}
	return n, id, nil
}

// mostRows returns how many rows a list can have whose numbers, or those of a column, all differ,
// or the most.
func (f *field) mostRows(most uint64) uint64 {
	for i := range f.columns {
		most = f.columns[i].mostRows(most)
	}
	if (f.Kind == KindNumbers || f.Kind == KindNumber) && f.Order.strict() && !f.number.least.named && !f.number.most.named {
		if low, high := f.keys(Limits{f.number.least.plus, f.number.most.plus}); high-low < most {
			most = high - low + 1
		}
	}
	return most
}

// strict reports whether no number occurs twice.
func (o Order) strict() bool { return o == Increasing || o == Decreasing || o == Distinct }

// field makes the value of a field.
func (g *gen) field(f *field, d *Data) error {
	v := &d.Values[f.index]
	switch f.Kind {
	case KindNumber:
		c, err := g.column(f, d)
		if err != nil {
			return err
		}
		key, err := g.from.single(c, d)
		if err != nil {
			return err
		}
		v.Number = f.raw(key)
		if f.isCount && !f.signed {
			g.record.count(d, f.index, key, c.low)
		} else {
			g.record.number(c, v.Number)
		}
		return g.use(1, 0)
	case KindText:
		return g.word(things{field: f, others: 1}, v, d)
	}
	n, id, err := g.howMany(things{field: f, others: 1}, f.Count.own(), &f.count, d, f.index)
	if err != nil {
		return err
	}
	return g.elements(f, v, n, id, d)
}

// elements makes n elements of a list.
func (g *gen) elements(f *field, v *Value, n uint64, id int, d *Data) (err error) {
	columns := make([]column, 1)
	rows := n
	switch f.Kind {
	case KindTexts, KindLists:
		return g.inner(f, v, n, id, d)
	case KindRecords:
		v.Number, columns = uint64(len(f.columns)), make([]column, len(f.columns))
	case KindTree:
		rows, columns = max(n, 1)-1, []column{{f, 0, n - 1, id}, {f, 0, n - 1, id}}
		v.Number, id = 2, -1 // there is one edge less
	case KindGraph:
		nodes, named := f.nodes.count(d), g.record.named(&f.nodes, d)
		if !f.Repeated && n > f.mostEdges(nodes) || n > 0 && nodes < 2 || f.Connected && nodes > 1 && n < nodes-1 || n > g.most/2 {
			return errAgain
		}
		columns = []column{{f, 0, nodes - 1, named}, {f, 0, nodes - 1, named}}
		v.Number = 2
	}
	if rows == 0 {
		return nil
	}
	for i := range columns {
		if columns[i].field == nil {
			if columns[i], err = g.column(f.numberAt(i), d); err != nil {
				return err
			}
		}
	}
	v.List, err = g.list(v.List, columns, rows, id, f.Kind == KindRecords && f.Order == Distinct)
	if f.Kind == KindTree || f.Kind == KindGraph {
		for i := range v.List {
			v.List[i] += uint64(f.Base)
		}
	}
	return err
}

// inner makes n words or lists.
func (g *gen) inner(f *field, v *Value, n uint64, id int, d *Data) error {
	if err := g.memory.Take(n * numberCost); err != nil {
		return err
	}
	loop := g.record.begin(id)
	for i := range n {
		g.record.row(loop)
		of := things{field: f, others: n - i, used: uint64(len(v.List) + len(v.Text)), inner: true}
		err := g.Step(1)
		switch {
		case err != nil:
		case f.Kind != KindLists:
			err = g.word(of, v, d)
		default:
			var length uint64
			var inner int
			var c column
			if of.field = f.item; f.Acyclic && g.drawn {
				of.field = f.laterNodes(i, n, d)
			}
			if length, inner, err = g.howMany(of, f.item.Count.own(), &of.count, d, -1); err != nil || length == 0 {
				break
			}
			if c, err = g.column(of.field, d); err == nil {
				v.List, err = g.list(v.List, []column{c}, length, inner, false)
			}
		}
		if err != nil {
			return err
		}
		v.Ends = append(v.Ends, len(v.List)+len(v.Text))
	}
	g.record.row(loop)
	if drawer, ok := g.from.(*drawer); ok && f.Acyclic {
		return drawer.rename(f, v)
	}
	want, err := f.cycleIn(v, &g.Pace)
	if want != "" {
		err = errAgain
	}
	return err
}

// laterNodes returns the item of list i of n lists without cycles, whose nodes are later ones.
func (f *field) laterNodes(i, n uint64, d *Data) *field {
	item := *f.item
	item.number = span{bound{plus: UintOf(i + 1 + uint64(f.Base))}, bound{plus: UintOf(n - 1 + uint64(f.Base))}}
	if item.Count.own() {
		item.count.most = bound{plus: UintOf(min(item.count.most.count(d), n-1-i))}
	}
	return &item
}

// word appends a word to the text of v.
func (g *gen) word(of things, v *Value, d *Data) error {
	f := of.field
	n, id, err := g.howMany(of, f.Least != f.Most, &f.number, d, f.index)
	if err != nil {
		return err
	}
	g.scratch, err = g.list(g.scratch[:0], []column{{f, 0, uint64(len(f.Alphabet) - 1), -1}}, n, id, false)
	for _, i := range g.scratch {
		v.Text = append(v.Text, f.Alphabet[i])
	}
	return err
}

// list appends n rows of numbers with as many columns, as the field demands them, perhaps distinct. In
// the record the count with that number counts them.
func (g *gen) list(list []uint64, columns []column, n uint64, count int, distinct bool) ([]uint64, error) {
	cost := uint64(numberCost)
	if columns[0].kind() == choiceLetter {
		cost = letterCost
	}
	err := g.use(n*uint64(len(columns)), cost)
	if err != nil {
		return nil, err
	}
	start := len(list)
	if list, err = g.from.rows(list, columns, n); err != nil {
		return nil, err
	}
	made := list[start:]
	before := made
	if g.exact {
		before = slices.Clone(made)
	}
	switch c := columns[0]; {
	case g.drawn && c.kind() >= choiceNode: // as it should be
	case c.Kind == KindTree:
		err = g.join(c.field, made)
	case c.Kind == KindGraph:
		err = g.fits(c.field, made, c.high+1)
	default:
		err = g.columns(columns, made, distinct)
	}
	if err != nil {
		return nil, err
	}
	if g.exact && !slices.Equal(made, before) {
		return nil, errAgain
	}
	for i := range made {
		made[i] = columns[i%len(columns)].raw(made[i])
	}
	g.record.rows(made, columns, count)
	return list, nil
}

// columns changes the keys of rows so that each column is in its order, and rows differ where they
// must.
func (g *gen) columns(columns []column, rows []uint64, distinct bool) error {
	width := len(columns)
	if width == 1 {
		c := columns[0]
		if distinct && !c.Order.strict() {
			if err := g.obey(c, rows); err != nil {
				return err
			}
			order := map[Order]Order{Nondecreasing: Increasing, Nonincreasing: Decreasing}[c.Order]
			c.field = &field{Field: Field{Order: cmp.Or(order, Distinct)}}
		}
		return g.obey(c, rows)
	}
	for j, c := range columns {
		if c.Order == AnyOrder {
			continue
		}
		list := make([]uint64, 0, len(rows)/width)
		for i := j; i < len(rows); i += width {
			list = append(list, rows[i])
		}
		if err := g.obey(c, list); err != nil {
			return err
		}
		for i, n := range list {
			rows[i*width+j] = n
		}
		distinct = distinct && !c.Order.strict()
	}
	if distinct {
		return g.differRows(columns, rows)
	}
	return nil
}

// differRows makes rows distinct, in the columns that have no order: taken together these are one
// number, whose lowest digits are the last columns.
func (g *gen) differRows(columns []column, rows []uint64) error {
	width, sizes, all := len(columns), make([]uint64, len(columns)), uint64(1)
	for j := width - 1; j >= 0; j-- {
		c := columns[j]
		if c.Order != AnyOrder {
			sizes[j] = 1
			continue
		}
		if sizes[j] = c.high - c.low + 1; sizes[j] == 0 || sizes[j] > math.MaxInt64/all { // as much of it as fits
			sizes[j] = math.MaxInt64 / all
		}
		all *= sizes[j]
	}
	if all < uint64(len(rows)/width) {
		return errAgain
	}
	list := make([]uint64, 0, len(rows)/width)
	for row := range slices.Chunk(rows, width) {
		n := uint64(0)
		for j, size := range sizes {
			if n *= size; size > 1 {
				n += (row[j] - columns[j].low) % size
			}
		}
		list = append(list, n)
	}
	if err := g.differ(column{high: all - 1}, list); err != nil {
		return err
	}
	for i, n := range list {
		for j := width - 1; j >= 0; j-- {
			if size := sizes[j]; size > 1 {
				n, rows[i*width+j] = n/size, columns[j].low+n%size
			}
		}
	}
	return nil
}

// isOrdered reports whether the numbers of a field, or of some columns, have an order.
func (f *field) isOrdered() bool {
	return f.Order != AnyOrder || slices.ContainsFunc(f.columns, func(c field) bool { return c.Order != AnyOrder })
}

// obey changes the keys of a list, if need be, so that they are in the order of the field and
// within the limits. There is room for them.
func (g *gen) obey(c column, list []uint64) error {
	order, n := c.Order, uint64(len(list))
	switch {
	case order == AnyOrder || n == 0:
		return nil
	case order.strict() && c.high-c.low < n-1:
		return errAgain
	case order == Distinct:
		return g.differ(c, list)
	}
	if err := g.sort(list); err != nil {
		return err
	}
	if order.strict() {
		for i := range list { // not below what the one before demands, nor above what the rest needs
			least := c.low
			if i > 0 {
				least = list[i-1] + 1
			}
			list[i] = min(max(list[i], least), c.high-uint64(len(list)-1-i))
		}
	}
	if order == Decreasing || order == Nonincreasing {
		slices.Reverse(list)
	}
	return nil
}

// sort sorts a list. Where the context ends, it leaves the order as it is.
func (g *gen) sort(list []uint64) (err error) {
	slices.SortStableFunc(list, func(a, b uint64) int {
		if err == nil {
			err = g.Step(1)
		}
		if err != nil {
			return 0
		}
		return cmp.Compare(a, b)
	})
	return err
}

// differ replaces each number that occurs before by the next one that does not, where those
// after the last begin again.
func (g *gen) differ(c column, list []uint64) error {
	next := make(map[uint64]uint64, len(list)) // of the numbers that are there: one to try
	for i, n := range list {
		if err := g.Step(8); err != nil {
			return err
		}
		for {
			after, there := next[n]
			if !there {
				break
			}
			if further, there := next[after]; there {
				next[n] = further
			}
			n = after
		}
		if list[i] = n; n == c.high {
			next[n] = c.low
		} else {
			next[n] = n + 1
		}
	}
	return nil
}

// join makes edges a tree. An edge leads elsewhere if its nodes are joined: from the part of
// the first node to the least that is not in it, and from others to the first.
func (g *gen) join(f *field, edges []uint64) error {
	joined, apart := newForest(len(edges)/2+1), uint32(1)
	for i := 0; i < len(edges); i += 2 {
		if err := g.Step(8); err != nil {
			return err
		}
		a, b := uint32(edges[i]), uint32(edges[i+1])
		if f.Parents {
			b = uint32(i/2 + 1)
			a = min(a, b-1)
		}
		if !joined.join(a, b) {
			b = 0
			if root := joined.find(0); joined.find(a) == root {
				for joined.find(apart) == root {
					apart++
				}
				b = apart
			}
			joined.join(a, b)
		}
		edges[i], edges[i+1] = uint64(a), uint64(b)
	}
	return nil
}

// mostEdges returns how many edges n nodes can have.
func (f *field) mostEdges(n uint64) uint64 {
	switch high, all := bits.Mul64(n, max(n, 1)-1); {
	case f.Acyclic && !f.Directed:
		return max(n, 1) - 1
	case high != 0:
		return 1<<64 - 1
	case f.Directed && !f.Acyclic:
		return all
	default:
		return all / 2
	}
}

// fits returns errAgain unless edges chosen one by one make a graph of n nodes.
func (g *gen) fits(f *field, edges []uint64, n uint64) error {
	w, bad := newWiring(f), -1
	for i := 0; i < len(edges); i += 2 {
		if err := g.Step(8); err != nil {
			return err
		}
		other := !f.Directed && edges[i] > edges[i+1] || i > 0 && slices.Compare(edges[i-2:i], edges[i:i+2]) > 0
		if w.add(edges[i], edges[i+1]) != "" || g.exact && other { // the same in another order
			return errAgain
		}
	}
	var err error
	if f.Acyclic && f.Directed {
		bad, err = cycle(edges, &g.Pace)
	}
	if err == nil && (bad >= 0 || f.Connected && n > w.joins+1) {
		err = errAgain
	}
	return err
}

// oneByOne chooses each number by itself.
type oneByOne struct {
	*gen
	number func(column) uint64
}

func (o oneByOne) single(c column, _ *Data) (uint64, error) { return o.number(c), nil } //nolint:unparam // of a chooser, which may fail

func (o oneByOne) rows(keys []uint64, columns []column, n uint64) ([]uint64, error) {
	for i := range n {
		if err := o.Step(len(columns)); err != nil {
			return nil, err
		}
		for j, c := range columns {
			switch {
			case !o.exact:
			case c.Kind == KindTree:
				c.low, c.high = uint64(j)*(i+1), i+uint64(j)
			}
			keys = append(keys, o.number(c))
		}
	}
	return keys, nil
}

func (oneByOne) refused(int, *Data) error { return errAgain }

func (oneByOne) again(int) bool { return false }
