package disk_test

// Games of ranks for the tests, and the slow way to their values.

import (
	"errors"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/table/disk"
)

// A vectors game has moves that add a step to the fields of a rank, from any position where
// that leaves none below 0 or beyond its size.
type vectors struct {
	sizes []uint64
	steps [][]int64
	rides bool // steps may be taken any number of times
	out   bool // steps may lead out of the ranks, to [grundy.ErrUnranked]
	v     []int64
}

func (g *vectors) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	fields := len(g.sizes)
	if g.v == nil {
		g.v = make([]int64, 2*fields)
	}
	v, to := g.v[:fields], g.v[fields:]
	for i := fields - 1; i >= 0; i-- {
		v[i] = int64(rank % g.sizes[i])
		rank /= g.sizes[i]
	}
	for _, step := range g.steps {
		copy(to, v)
	ride:
		for {
			q := uint64(0)
			for i, d := range step {
				to[i] += d
				if g.out && to[i] >= int64(g.sizes[i]) {
					return dst, grundy.ErrUnranked
				}
				if to[i] < 0 || to[i] >= int64(g.sizes[i]) {
					break ride
				}
				q = q*g.sizes[i] + uint64(to[i])
			}
			dst = append(dst, q)
			if !g.rides {
				break
			}
		}
	}
	return dst, nil
}

func (g *vectors) count() uint64 {
	n := uint64(1)
	for _, size := range g.sizes {
		n *= size
	}
	return n
}

// moves returns what makes listers of moves.
func (g *vectors) moves() grundy.RankedMoves {
	return &vectors{sizes: g.sizes, steps: g.steps, rides: g.rides, out: g.out}
}

// none is the value of a rank that has none, as moves lead from there out of the ranks.
const none = 1 << 40

// slow computes all values by the definitions, without an order.
func slow(t testing.TB, rules grundy.RankedMoves, n uint64, of disk.Measure, misere bool) []uint64 {
	t.Helper()
	known := make([]bool, n)
	values := make([]uint64, n)
	var value func(rank uint64) uint64
	value = func(rank uint64) uint64 {
		if known[rank] {
			return values[rank]
		}
		options, err := rules.AppendOptions(nil, rank)
		isHole := errors.Is(err, grundy.ErrUnranked)
		if err != nil && !isHole {
			t.Fatal(err)
		}
		known[rank] = true
		has := map[uint64]bool{}
		for _, q := range options {
			has[value(q)] = true
		}
		if isHole || has[none] {
			values[rank] = none
			return none
		}
		v := uint64(0)
		switch {
		case of == disk.Remoteness:
			least, greatest := ^uint64(0), uint64(0)
			for r := range has {
				// The player to move loses at even remoteness, in misère play at odd.
				if r%2 == 1 == misere {
					least = min(least, r)
				}
				greatest = max(greatest, r)
			}
			if v = greatest + 1; least < ^uint64(0) {
				v = least + 1
			}
			if len(options) == 0 {
				v = 0
			}
		case len(options) == 0 && misere:
			v = 1
		case of == disk.Outcomes:
			if has[0] {
				v = 1
			}
		default:
			for has[v] {
				v++
			}
		}
		values[rank] = v
		return v
	}
	for rank := range n {
		value(rank)
	}
	return values
}

// The games: of one, two and three fields, with moves that lower all fields, one of them, or
// a weighted sum.
var games = map[string]struct {
	vectors
	weights [][]int64
}{
	"subtraction":  {vectors: vectors{sizes: []uint64{1000}, steps: [][]int64{{-2}, {-5}, {-7}, {-40}}}},
	"nim":          {vectors: vectors{sizes: []uint64{400}, steps: [][]int64{{-1}}, rides: true}},
	"queen":        {vectors: vectors{sizes: []uint64{50, 41}, steps: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}, rides: true}},
	"knight":       {vectors{sizes: []uint64{37, 45}, steps: [][]int64{{-1, -2}, {-2, -1}, {1, -2}, {-2, 1}}}, [][]int64{{1, 1}}},
	"heaps":        {vectors: vectors{sizes: []uint64{14, 15, 16}, steps: [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, rides: true}},
	"few heaps":    {vectors: vectors{sizes: []uint64{16, 15, 17}, steps: [][]int64{{-1, 0, 0}, {-2, 0, 0}, {0, -1, 0}, {0, -3, 0}, {0, 0, -1}, {0, 0, -2}, {-1, -1, -1}}}},
	"across":       {vectors{sizes: []uint64{12, 12, 12}, steps: [][]int64{{-1, 0, 0}, {1, -2, 0}, {0, 1, -2}, {0, -1, 0}, {0, 0, -1}}}, [][]int64{{2, 3, 3}}},
	"no moves":     {vectors: vectors{sizes: []uint64{20, 20}}},
	"one position": {vectors: vectors{sizes: []uint64{1, 1}}},
	"out":          {vectors{sizes: []uint64{30, 25}, steps: [][]int64{{-1, -2}, {-2, -1}, {1, -2}, {-2, 1}, {-3, 0}}, out: true}, [][]int64{{1, 1}}},
	"fields":       {vectors{sizes: []uint64{30, 30}, steps: [][]int64{{5, -1}, {-1, 0}}}, [][]int64{{0, 1}, {1, 0}}},
}
