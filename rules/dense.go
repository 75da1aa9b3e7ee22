package rules

// This file numbers positions whose fields are all integers (grundy.Ranker). The
// positions with no larger integers than a given one fill a box, which moves do not
// leave unless they raise a field.

import "grundy"

// A box is the states whose integers lie between the least of each field and those of a
// corner. The last field runs fastest.
type box struct {
	sizes []uint64
	lo    []int64
}

// newBox returns the box below a state. The result is false unless all fields are
// integers.
func (f *File) newBox(state []int64) (b box, ok bool) {
	for i, field := range f.code.Shape.Fields {
		if field.Kind != Integer {
			return b, false
		}
		b.sizes, b.lo = append(b.sizes, uint64(state[i])-uint64(field.Lo)+1), append(b.lo, field.Lo)
	}
	return b, true
}

// rank returns the rank of a state. The result is false where it is outside.
func (b *box) rank(state []int64) (uint64, bool) {
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

func (b *box) state(dst []int64, rank uint64) {
	for i := len(b.sizes) - 1; i >= 0; i-- {
		dst[i] = int64(rank%b.sizes[i] + uint64(b.lo[i]))
		rank /= b.sizes[i]
	}
}

// PlanRanks implements [grundy.Ranker] for single positions of integers.
func (g *game[K]) PlanRanks(p Position) (grundy.Ranks[Position], bool) {
	r := g.run()
	if r.Loopy || r.Ends || len(r.split(p)) != 1 || r.falls || r.Err() != nil {
		return grundy.Ranks[Position]{}, false
	}
	stateOf := func(p Position) []int64 {
		state := make([]int64, r.code.Shape.Size)
		r.unpack(state, string(p))
		return state
	}
	b, ok := r.newBox(stateOf(p))
	if !ok {
		return grundy.Ranks[Position]{}, false
	}
	return grundy.Ranks[Position]{
		Sizes: b.sizes,
		Rank: func(q Position) uint64 {
			if len(r.split(q)) != 1 {
				return grundy.NoRank
			}
			rank, ok := b.rank(stateOf(q))
			if !ok {
				return grundy.NoRank
			}
			return rank
		},
		Unrank: func(rank uint64) (Position, bool) {
			state := make([]int64, r.code.Shape.Size)
			b.state(state, rank)
			return Position(r.pack(state)), true
		},
		NewMoves: func() grundy.RankedMoves { return &ranked{r.newWorker(), b} },
	}, true
}

// A ranked lists moves by the ranks of the positions in a box.
type ranked struct {
	*worker
	box box
}

// AppendOptions implements [grundy.RankedMoves].
func (r *ranked) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	r.box.state(r.state, rank)
	if err := r.list(); err != nil {
		return dst, err
	}
	states, size := r.result.States, len(r.state)
	if len(states) != size*len(r.result.Ends) {
		return dst, grundy.ErrUnranked
	}
	for at := 0; at < len(states); at += size {
		q, ok := r.box.rank(states[at : at+size])
		if !ok || r.result.Ends[at/size] != at+size {
			return dst, grundy.ErrUnranked
		}
		dst = append(dst, q)
	}
	return dst, nil
}
