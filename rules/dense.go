package rules

// This file numbers positions (grundy.Ranker). The positions with no larger numbers than a
// given one, and rows as long as its, fill a box, which moves do not leave unless they raise
// a number or make a row longer. What moves do is looked at: letters and numbers that they
// raise may have all values that the file allows, and rows that get shorter all lengths.

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/definable"
	"github.com/grundy-games/grundy/theory/search"
)

// A box is the states whose numbers lie within bounds. The last field runs fastest.
type box struct {
	sizes  []uint64 // of the fields of a rank
	fields []boxed
	lo     []int64 // of each field, where all are integers
	from   []int64 // the state from which others differ in the cells of the fields
	loose  bool    // there may be many more than can be reached
	// Sums of integers by these weights are never raised: states of a greater one than total
	// cannot be reached. Nil for none.
	weights []int64
	total   uint64
	row     []uint64 // room for a row
}

// A boxed is a field of a rank: a cell of the state, or a row whose order is known.
type boxed struct {
	field   *Field
	at      int // the cell, or the first of the row
	lo      int64
	letters bool         // counted by their place in the field's letters
	rows    *search.Rows // of a row in order, from its least number on
	short   bool         // the row may be shorter: its missing numbers count as less than all others
}

// mostRanked bounds the cells of positions that are numbered.
const mostRanked = 512

// newBox returns the box below a state. The result is false where there are too many ranks,
// or moves leave it.
func (r *run) newBox(state []int64) (b *box, ok bool) {
	seen, err := r.sample(state)
	if err != nil || len(state) > mostRanked {
		return nil, false
	}
	b = &box{from: slices.Clone(state)}
	integers := true
	for i := range r.code.Shape.Fields {
		f := &r.code.Shape.Fields[i]
		items := f.Items(state)
		if f.Kind == Integer {
			items = state[f.At : f.At+1]
		}
		integers = integers && f.Kind == Integer
		inOrder := f.Kind == Heaps || f.Order != core.AnyOrder
		short := false
		for to := range slices.Chunk(seen.to, len(state)) {
			if f.Kind == Integer {
				continue
			}
			short = short || !slices.Equal(to[f.At:f.At+f.Dimensions()], state[f.At:f.At+f.Dimensions()])
		}
		if short && (!inOrder || f.Exact) {
			return nil, false
		}
		most := slices.Clone(items)
		if f.Letters == "" && seen.raises(f, state) {
			b.loose = true
			hi := f.Hi
			if uint64(f.Hi)-uint64(f.Lo) >= mostRaised {
				if hi, ok = r.mostOf(b, f, state, seen); !ok {
					return nil, false
				}
			}
			for j := range most {
				most[j] = hi
			}
		}
		b.loose = b.loose || f.Kind != Integer && (f.Letters != "" || !inOrder)
		first := f.At
		if f.Kind != Integer {
			first += f.Dimensions()
		}
		if inOrder && f.Letters == "" {
			if !b.addRow(f, first, most, short) {
				return nil, false
			}
			continue
		}
		for j := range items {
			one := boxed{field: f, at: first + j, lo: f.Lo, letters: f.Letters != ""}
			size := uint64(most[j]) - uint64(f.Lo) + 1
			if one.letters {
				size = uint64(len(f.Letters))
			}
			b.sizes, b.fields = append(b.sizes, size), append(b.fields, one)
		}
	}
	if integers {
		for _, f := range b.fields {
			b.lo = append(b.lo, f.lo)
		}
	}
	return b, len(b.sizes) > 0
}

// addRow adds a row in order as a field.
func (b *box) addRow(f *Field, first int, most []int64, short bool) bool {
	one := boxed{field: f, at: first, lo: f.Lo, short: short}
	if short {
		one.lo--
	}
	caps := make([]uint64, len(most))
	for i, n := range most {
		caps[i] = uint64(n) - uint64(one.lo)
	}
	if f.Order == core.Descending {
		slices.Reverse(caps)
	}
	strict := f.Distinct && (short || f.Lo > 0)
	if f.Distinct && !strict { // a number 0 would stand twice
		return false
	}
	var ok bool
	if one.rows, ok = search.NewRows(caps, strict); !ok || len(caps) == 0 {
		return false
	}
	b.row = slices.Grow(b.row, max(len(caps)-len(b.row), 0))[:max(len(caps), len(b.row))]
	b.sizes, b.fields = append(b.sizes, one.rows.Count()), append(b.fields, one)
	return true
}

// rank returns the rank of a state. The result is false where it is outside.
func (b *box) rank(state []int64) (uint64, bool) {
	if b.lo == nil {
		return b.rankOfCells(state)
	}
	rank := uint64(0)
	lo := b.lo[:len(b.sizes)]
	state = state[:len(b.sizes)]
	for i, size := range b.sizes {
		v := uint64(state[i]) - uint64(lo[i])
		if v >= size {
			return 0, false
		}
		rank = rank*size + v
	}
	return rank, true
}

// rankOfCells is the same where not all fields are integers.
func (b *box) rankOfCells(state []int64) (rank uint64, ok bool) {
	for i := range b.fields {
		f, v := &b.fields[i], uint64(0)
		if f.field.Kind != Integer && !f.short {
			n := f.field.Dimensions()
			if at := f.field.At; !slices.Equal(state[at:at+n], b.from[at:at+n]) {
				return 0, false
			}
		}
		switch {
		case f.rows != nil:
			if v, ok = f.rankOfRow(b.row, state); !ok {
				return 0, false
			}
		case f.letters:
			v = uint64(f.place(state[f.at]))
		default:
			v = uint64(state[f.at]) - uint64(f.lo)
		}
		if v >= b.sizes[i] {
			return 0, false
		}
		rank = rank*b.sizes[i] + v
	}
	return rank, true
}

// place returns the place of a letter among those of the field.
func (f *boxed) place(letter int64) int {
	for i := range len(f.field.Letters) {
		if int64(f.field.Letters[i]) == letter {
			return i
		}
	}
	return -1
}

// rankOfRow returns the rank of the row in a state, by way of room.
func (f *boxed) rankOfRow(room []uint64, state []int64) (uint64, bool) {
	items := f.field.Items(state)
	n := f.rows.Len()
	if len(items) > n {
		return 0, false
	}
	room = room[:n]
	clear(room)
	for i, v := range items {
		at := n - len(items) + i
		if f.field.Order == core.Descending {
			at = n - 1 - i
		}
		if v < f.field.Lo {
			return 0, false
		}
		room[at] = uint64(v) - uint64(f.lo)
	}
	return f.rows.Rank(room)
}

// state writes the state of a rank to dst.
func (b *box) state(dst []int64, rank uint64) {
	if b.lo != nil {
		for i := len(b.sizes) - 1; i >= 0; i-- {
			dst[i] = int64(rank%b.sizes[i] + uint64(b.lo[i]))
			rank /= b.sizes[i]
		}
		return
	}
	copy(dst, b.from)
	for i := len(b.sizes) - 1; i >= 0; i-- {
		f, v := &b.fields[i], rank%b.sizes[i]
		rank /= b.sizes[i]
		switch {
		case f.rows != nil:
			f.setRow(b.row, dst, v)
		case f.letters:
			dst[f.at] = int64(f.field.Letters[v])
		default:
			dst[f.at] = int64(v + uint64(f.lo))
		}
	}
}

// setRow writes the row of a rank to a state, by way of room.
func (f *boxed) setRow(room []uint64, dst []int64, rank uint64) {
	n := f.rows.Len()
	room = room[:n]
	f.rows.Row(room, rank)
	if f.field.Order == core.Descending {
		slices.Reverse(room)
	}
	cells, used := dst[f.at:f.at+n], 0
	for _, v := range room {
		if f.short && v == 0 {
			continue // the missing ones stand at one end
		}
		cells[used] = int64(v + uint64(f.lo))
		used++
	}
	clear(cells[used:])
	dst[f.field.At] = int64(used)
}

// own returns the box with memory of its own, for one goroutine.
func (b *box) own() *box {
	own := *b
	own.row = slices.Clone(b.row)
	return &own
}

// PlanRanks implements [grundy.Ranker] for single positions.
func (g *game[K]) PlanRanks(p Position) (grundy.Ranks[Position], bool) {
	r := g.run()
	if r.Loopy || r.Ends || len(r.split(p)) != 1 || r.Err() != nil {
		return grundy.Ranks[Position]{}, false
	}
	b, ok := r.newBox(r.stateOf(p))
	if !ok {
		return grundy.Ranks[Position]{}, false
	}
	state := r.stateOf(p)
	low := b.lo
	if r.legal != nil || b.weights != nil {
		low = nil
	}
	return grundy.Ranks[Position]{
		Low:       low,
		FindOrder: func(ctx context.Context) (grundy.Order, error) { return r.findOrder(ctx, b.own(), state) },
		FindBackward: func(ctx context.Context) (grundy.RankedBackward, error) {
			return r.findBackward(ctx, b.own(), state)
		},
		Sizes: b.sizes,
		Loose: b.loose || r.falls, // a search by parts meets fewer
		Rank: func(q Position) uint64 {
			if len(r.split(q)) != 1 {
				return grundy.NoRank
			}
			state := r.stateOf(q)
			rank, ok := b.own().rank(state)
			if !ok || b.isBeyond(state) {
				return grundy.NoRank
			}
			return rank
		},
		Unrank: func(rank uint64) (Position, bool) {
			state := make([]int64, r.code.Shape.Size)
			b.own().state(state, rank)
			return Position(r.pack(state)), r.isLegal(b, state)
		},
		NewMoves: func() grundy.RankedMoves { return &ranked{worker: r.newWorker(), box: b.own()} },
	}, true
}

// stateOf returns the state of a single position.
func (r *run) stateOf(p Position) []int64 {
	state := make([]int64, r.code.Shape.Size)
	r.unpack(state, string(p))
	return state
}

// isLegal reports whether the function legal, if there is one, accepts a state, and whether
// its sum is one that can be reached.
func (r *run) isLegal(b *box, state []int64) bool {
	return !b.isBeyond(state) && (r.legal == nil || r.checkLegal(state) == nil)
}

// isBeyond reports whether a sum that no move raises is greater at a state than at the corner.
func (b *box) isBeyond(state []int64) bool {
	if b.weights == nil {
		return false
	}
	sum := uint64(0)
	for i, w := range b.weights {
		sum += uint64(w) * (uint64(state[i]) - uint64(b.lo[i]))
	}
	return sum > b.total
}

// A ranked lists moves by the ranks of the positions in a box.
type ranked struct {
	worker *worker
	box    *box
	steps  uint64 // of the last options
}

// AppendOptions implements [grundy.RankedMoves].
func (r *ranked) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	r.box.state(r.worker.state, rank)
	if r.steps = 0; r.box.isBeyond(r.worker.state) {
		return dst, nil
	}
	if r.worker.run.legal != nil {
		if err := r.worker.run.checkLegal(r.worker.state); err != nil {
			if _, no := illegal(err); no {
				r.steps = refusalSteps
				return dst, nil
			}
			return dst, err
		}
	}
	if err := r.worker.list(); err != nil {
		return dst, err
	}
	if r.steps = uint64(r.worker.result.Took); r.worker.run.fastMoves == nil {
		r.steps *= interpreted
	}
	states, size := r.worker.result.States, len(r.worker.state)
	if len(states) != size*len(r.worker.result.Ends) {
		return dst, grundy.ErrUnranked
	}
	for at := 0; at < len(states); at += size {
		q, ok := r.box.rank(states[at : at+size])
		if !ok || r.box.isBeyond(states[at:at+size]) || r.worker.result.Ends[at/size] != at+size {
			return dst, grundy.ErrUnranked
		}
		dst = append(dst, q)
	}
	return dst, nil
}

// How many steps of compiled rules take as long as one of interpreted rules, and as to say why
// a position is not legal.
const (
	interpreted  = 16
	refusalSteps = 256
)

// Steps implements [grundy.RankedSteps].
func (r *ranked) Steps() uint64 { return r.steps }

// A sampled is some moves that can be reached from a state: the state before and the state
// behind each.
type sampled struct{ before, to []int64 }

// mostSampled bounds the moves of a sample.
const mostSampled = 1 << 11

// sample plays from a state at random, the same games each time.
func (r *run) sample(state []int64) (s sampled, err error) {
	rng := rand.New(rand.NewPCG(3, 4))
	size := len(state)
	err = r.lend(func(w *worker) error {
		for range 64 {
			now := slices.Clone(state)
			for {
				if len(s.to) >= mostSampled*size {
					return nil
				}
				copy(w.state, now)
				if err := w.list(); err != nil {
					return err
				}
				moves := len(w.result.Ends)
				if len(w.result.States) != moves*size {
					return grundy.ErrUnranked
				}
				if moves == 0 {
					break
				}
				for range min(moves, 16) {
					at := size * rng.IntN(moves)
					s.before = append(s.before, now...)
					s.to = append(s.to, w.result.States[at:at+size]...)
				}
				now = slices.Clone(s.to[len(s.to)-size:])
			}
		}
		return nil
	})
	return s, err
}

// sampleRanks adds moves from ranks at random, the same ones each time: a table has all ranks, also
// those that cannot be reached.
func (r *run) sampleRanks(b *box, s *sampled) error {
	rng := rand.New(rand.NewPCG(5, 6))
	count := (&grundy.Ranks[Position]{Sizes: b.sizes}).Count()
	var stays sampled
	err := r.sampleOf(func(yield func([]int64) bool) {
		for range 256 {
			state := make([]int64, len(b.from))
			if b.state(state, rng.Uint64N(count)); !b.isBeyond(state) && !yield(state) {
				return
			}
		}
	}, &stays)
	size := len(b.from)
	for at := 0; at < len(stays.to); at += size {
		if _, ok := b.rank(stays.to[at : at+size]); ok {
			s.before, s.to = append(s.before, stays.before[at:at+size]...), append(s.to, stays.to[at:at+size]...)
		}
	}
	return err
}

// sampleOf adds some moves from each of some states that are legal.
func (r *run) sampleOf(states iter.Seq[[]int64], s *sampled) error {
	return r.lend(func(w *worker) error {
		for state := range states {
			if r.checkLegal(state) != nil {
				continue
			}
			copy(w.state, state)
			if err := w.list(); err != nil {
				return err
			}
			at := 0
			for _, end := range w.result.Ends[:min(len(w.result.Ends), 16)] {
				if to := w.result.States[at:end]; len(to) == len(state) {
					s.before, s.to = append(s.before, state...), append(s.to, to...)
				}
				at = end
			}
		}
		return nil
	})
}

// alike reports whether the rows and grids of two states have the same sizes.
func (f *File) alike(a, b []int64) bool {
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		if n := field.Dimensions(); !slices.Equal(a[field.At:field.At+n], b[field.At:field.At+n]) {
			return false
		}
	}
	return true
}

// raises reports whether some move raises a number of the field above those of a state.
func (s *sampled) raises(f *Field, state []int64) bool {
	most := func(of []int64) int64 {
		if f.Kind == Integer {
			return of[f.At]
		}
		if items := f.Items(of); len(items) > 0 {
			return slices.Max(items)
		}
		return f.Lo
	}
	for to := range slices.Chunk(s.to, len(state)) {
		if f.Kind != Integer && f.Order == core.AnyOrder && f.Kind != Heaps {
			for i, v := range f.Items(to) {
				if i < len(f.Items(state)) && v > f.Items(state)[i] {
					return true
				}
			}
		} else if most(to) > most(state) {
			return true
		}
	}
	return false
}

// mostRaised bounds the values of numbers that moves raise, unless something else does.
const mostRaised = 1 << 16

// mostOf returns the greatest value of an integer that moves raise, where a weighted sum of all
// integers with the number in it never rises.
func (r *run) mostOf(b *box, f *Field, state []int64, seen sampled) (most int64, ok bool) {
	l := r.lay(state)
	changes, fixed := l.changes(r.File, seen)
	if !fixed || f.Kind != Integer || len(l.cells) != len(r.code.Shape.Fields) {
		return 0, false
	}
	order := definable.GuessOrder(len(l.cells), changes)
	if len(order) == 0 || order[0][f.At] <= 0 {
		return 0, false
	}
	total := uint64(0)
	for i, w := range order[0] {
		if w < 0 {
			return 0, false
		}
		total = grundy.AddCounts(total, grundy.MulCounts(uint64(w), uint64(state[i])-uint64(r.code.Shape.Fields[i].Lo)))
	}
	b.weights, b.total = order[0], total
	above := total / uint64(order[0][f.At])
	return min(f.Hi, f.Lo+int64(min(above, 1<<40))), above < 1<<40
}
