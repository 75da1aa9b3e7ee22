package rules

// This file finds what every move lowers, so that a table can be filled in an order: a
// weighted sum of the numbers of a position, or several of which the first one counts that
// a move changes. It is proved where formulas state the moves; otherwise some moves are looked at.

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// mostOrdering is how many states an automaton has, at most, in the proof of an order.
const mostOrdering = 1 << 14

// An order is what moves lower.
type order struct {
	*laid
	weights [][]int64
	proved  bool
}

// mostWords bounds the sums that are put into words.
const mostWords = 3

// words say what every move lowers. A row all of whose numbers have one weight is said as a
// whole.
func (o *order) words() string {
	var names []string
	var weights [][]int64
	for from := 0; from < len(o.cells); {
		to := from + 1
		for to < len(o.cells) && o.of[to] == o.of[from] {
			to++
		}
		whole := to > from+1
		for _, w := range o.weights {
			whole = whole && !slices.ContainsFunc(w[from:to], func(n int64) bool { return n != w[from] })
		}
		f := o.of[from]
		for at := from; at < to && (at == from || !whole); at++ {
			name, sign := o.names[at], int64(1)
			switch {
			case !whole:
			case len(f.Letters) == 2 && slices.ContainsFunc(o.weights, func(w []int64) bool { return w[from] < 0 }):
				name, sign = fmt.Sprintf("the number of %q in %s", f.Letters[:1], f.Name), -1
			case len(f.Letters) == 2:
				name = fmt.Sprintf("the number of %q in %s", f.Letters[1:], f.Name)
			default:
				name = "the sum of " + f.Name
			}
			names = append(names, name)
			for j, w := range o.weights[:min(len(o.weights), mostWords)] {
				if len(weights) <= j {
					weights = append(weights, nil)
				}
				weights[j] = append(weights[j], sign*w[at])
			}
		}
		from = to
	}
	text := definable.SayOrder(names, weights)
	if len(o.weights) > mostWords {
		text += ", …"
	}
	return text
}

// isNone reports whether there are no moves that lower anything.
func (o *order) isNone() bool { return len(o.weights) == 0 }

// A laid is the numbers of a position that moves change, as cells of a state.
type laid struct {
	names []string
	of    []*Field
	cells []int // in a state
	place func(cell int, value int64) int64
}

// lay returns the cells of a state: of rows as long as its.
func (f *File) lay(state []int64) *laid {
	l := &laid{}
	letters := map[int]string{}
	add := func(name string, at int, of *Field) {
		l.names, l.of, l.cells = append(l.names, name), append(l.of, of), append(l.cells, at)
		if of.Letters != "" {
			letters[at] = of.Letters
		}
	}
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		if field.Kind == Integer {
			add(field.Name, field.At, field)
			continue
		}
		for j := range field.Items(state) {
			name := fmt.Sprintf("%s%d", field.Name, j+1)
			if field.Kind == Grid {
				width := int(state[field.At+1])
				name = fmt.Sprintf("%s%d_%d", field.Name, j/width+1, j%width+1)
			}
			add(name, field.At+field.Dimensions()+j, field)
		}
	}
	l.place = func(cell int, v int64) int64 {
		if of := letters[cell]; of != "" {
			return int64(strings.IndexByte(of, byte(v)))
		}
		return v
	}
	return l
}

// changes returns what each move of a sample adds to the numbers. The result is false where a
// row changes its length.
func (l *laid) changes(f *File, s sampled) (all [][]int64, ok bool) {
	size := f.code.Shape.Size
	for at := 0; at < len(s.to); at += size {
		before, to := s.before[at:at+size], s.to[at:at+size]
		if !f.alike(before, to) {
			return nil, false
		}
		by := make([]int64, len(l.cells))
		for i, cell := range l.cells {
			by[i] = l.place(cell, to[cell]) - l.place(cell, before[cell])
		}
		all = append(all, by)
	}
	return all, true
}

// proveOrder proves an order of the positions that a definition has: that by weights, or, without
// any, one that it finds. The result is nil where it has none.
func (f *File) proveOrder(ctx context.Context, d *Definition, l *laid, given [][]int64) *order {
	if len(d.cells) != len(l.cells) {
		return nil // rows of several lengths
	}
	index := map[int]int{} // by cell: among the coordinates
	for _, c := range d.cells {
		switch {
		case c.field.Kind == Heaps: // its coordinates may be in any order
			return nil
		case c.index < 0:
			continue
		case c.isLetter && !strings.HasPrefix(d.letters, c.field.Letters):
			return nil
		}
		index[c.at] = c.index
	}
	to := func(w []int64) []int64 {
		of := make([]int64, len(d.Moves.Coordinates))
		for i, cell := range l.cells {
			if at, ok := index[cell]; ok {
				of[at] = w[i]
			}
		}
		return of
	}
	var wanted [][]int64
	for _, w := range given {
		wanted = append(wanted, to(w))
	}
	theory := &automata.Theory{System: automata.Base(max(d.Base, 2)), Budget: automata.Budget{States: mostOrdering}}
	weights, err := definable.Order(ctx, theory, d.Moves, wanted)
	if err != nil {
		return nil
	}
	o := &order{laid: l, proved: true}
	for _, w := range weights {
		of := make([]int64, len(l.cells))
		for i, cell := range l.cells {
			if at, ok := index[cell]; ok {
				of[i] = w[at]
			}
		}
		o.weights = append(o.weights, of)
	}
	return o
}

// noOrder says that no order was found.
func (f *File) noOrder(names []string) error {
	return fmt.Errorf("%s: no weighted sum of %s is found that every move lowers", f, strings.Join(names, ", "))
}

// inRank are the weights by which ranks grow: of each cell alone, in the order in which they count.
func (b *box) inRank(l *laid) (weights [][]int64) {
	unit := func(at int) {
		w := make([]int64, len(l.cells))
		w[slices.Index(l.cells, at)] = 1
		weights = append(weights, w)
	}
	for i := range b.fields {
		f := &b.fields[i]
		if f.rows == nil {
			unit(f.at)
			continue
		}
		for j := range f.rows.Len() {
			if f.field.Order == core.Descending {
				j = f.rows.Len() - 1 - j
			}
			unit(f.at + j)
		}
	}
	return weights
}

// orderBelow finds an order of the positions that can be reached from a state: one that is
// proved, or one that the moves of a sample respect.
func (r *run) orderBelow(ctx context.Context, l *laid, state []int64, seen sampled, most int) (*order, error) {
	changes, fixed := l.changes(r.File, seen)
	if !fixed {
		return nil, r.noOrder(l.names)
	}
	for d := range r.definitions(ctx, state, most) {
		if o := r.proveOrder(ctx, d, l, nil); o != nil && !o.isNone() {
			return o, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	o := &order{laid: l, weights: definable.GuessOrder(len(l.cells), changes)}
	if o.isNone() {
		return nil, r.noOrder(l.names)
	}
	o.proved = r.provesOrder(ctx, l, state, o.weights, most)
	return o, nil
}

// provesOrder reports whether formulas prove that every move lowers the first of some weighted
// sums that it changes.
func (r *run) provesOrder(ctx context.Context, l *laid, state []int64, weights [][]int64, most int) bool {
	for d := range r.definitions(ctx, state, most) {
		if r.proveOrder(ctx, d, l, weights) != nil {
			return true
		}
	}
	return false
}

// definitions yields the moves as formulas of positions like a state, where there are such
// formulas: of all numbers, and with those held that moves pass on.
func (f *File) definitions(ctx context.Context, state []int64, most int) iter.Seq[*Definition] {
	return func(yield func(*Definition) bool) {
		if f.used(state) > most {
			return
		}
		for _, hold := range []bool{false, true} {
			d, err := f.Define(ctx, f.framed(Frame{Hold: hold}, Position(f.pack(state))))
			if err == nil && !yield(d) {
				return
			}
		}
	}
}

// mostProved bounds the cells of positions, and mostToFill where a table is to be filled, which
// checks each move. An order of longer ones is only tried.
const (
	mostProved = 24
	mostToFill = 8
)

// used returns how many cells of a state are used.
func (f *File) used(state []int64) (cells int) {
	for i := range f.code.Shape.Fields {
		cells += f.code.Shape.Fields[i].Used(state)
	}
	return cells
}

// long reports whether a state has rows of any length that are longer than the usual one.
func (f *File) long(state []int64) bool {
	return slices.ContainsFunc(f.code.Shape.Fields, func(field Field) bool {
		return (field.Kind == Row || field.Kind == Heaps) && !field.Exact && state[field.At] > usualLength
	})
}

// findOrder finds an order of the ranks of a box, where state has the greatest numbers.
func (r *run) findOrder(ctx context.Context, b *box, state []int64) (grundy.Order, error) {
	l := r.lay(state)
	seen, err := r.sample(state)
	if err == nil {
		err = r.sampleRanks(b, &seen)
	}
	if err != nil {
		return grundy.Order{}, err
	}
	o, err := r.orderBelow(ctx, l, state, seen, mostToFill)
	if err != nil && ctx.Err() != nil {
		return grundy.Order{}, err
	}
	byRank, proved := r.lowersRank(b, seen), false
	if byRank && o != nil && o.proved {
		proved = r.provesOrder(ctx, l, state, b.inRank(l), mostToFill)
	}
	switch {
	case o != nil && len(b.fields) == len(l.cells): // cells are fields, in their order
		return grundy.Order{ByRank: byRank, Weights: o.weights, Words: o.words(), Proved: o.proved && (proved || !byRank)}, nil
	case o != nil && byRank:
		return grundy.Order{ByRank: true, Words: o.words(), Proved: proved}, nil
	case byRank:
		return grundy.Order{ByRank: true, Words: "the rank"}, nil
	case err == nil:
		err = r.noOrder(l.names)
	}
	return grundy.Order{}, err
}

// lowersRank reports whether each move of a sample lowers the rank.
func (r *run) lowersRank(b *box, seen sampled) bool {
	size := r.code.Shape.Size
	for at := 0; at < len(seen.to); at += size {
		before, _ := b.rank(seen.before[at : at+size])
		if to, ok := b.rank(seen.to[at : at+size]); !ok || to >= before {
			return false
		}
	}
	return true
}

// An OrderReport says in which order tables can be filled.
type OrderReport struct {
	// Words say what every move lowers, as in "x + y"; "" where nothing was found.
	Words  string
	Proved bool // from the rules; otherwise it holds at the positions that were looked at
	Length int  // of rows of any length that was looked at, or 0
	Why    string
}

// reportOrder reports what every move lowers below the largest small position.
func (r *run) reportOrder(ctx context.Context, report *Report) {
	if r.Loopy || r.Ends || r.falls || !report.Moves || report.Failed != nil || report.Cycle != nil {
		return
	}
	is := &report.Order
	var state []int64
	var all [][]int64
	weight := func(of []int64) (sum int64) {
		for _, n := range of {
			sum += max(n, -n)
		}
		return sum
	}
	if _, _, err := r.smallPositions(func(p Position, inside bool) bool {
		if !inside && report.Outside > 0 && r.start != nil {
			return false
		}
		if len(r.split(p)) == 1 {
			of := r.stateOf(p)
			all = append(all, of)
			if longer := state != nil && r.long(of) && !r.long(state); state == nil || !longer && (weight(of) > weight(state) || r.long(state) && !r.long(of)) {
				state = of
			}
		}
		return ctx.Err() == nil
	}); err != nil || state == nil || len(state) > mostRanked {
		return
	}
	alike := slices.DeleteFunc(all, func(of []int64) bool { return !r.alike(of, state) })
	seen, err := r.sample(state)
	if err == nil {
		err = r.sampleOf(slices.Values(alike), &seen)
	}
	if err != nil {
		is.Why = "a move leaves several positions"
		return
	}
	l := r.lay(state)
	for i := range r.code.Shape.Fields {
		if f := &r.code.Shape.Fields[i]; f.Kind == Row && !f.Exact || f.Kind == Heaps && !f.Exact {
			is.Length = max(is.Length, len(f.Items(state)))
		}
	}
	o, err := r.orderBelow(ctx, l, state, seen, mostProved)
	switch {
	case ctx.Err() != nil:
	case err == nil:
		is.Words, is.Proved = o.words(), o.proved
	default:
		is.Why = strings.TrimPrefix(err.Error(), r.String()+": ")
	}
}
