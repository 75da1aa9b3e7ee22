package tables

// This file puts the cells of a box in an order.
//
// The cells of a box are done one by one, so that options come before the cells
// they are options of. Most rules let them be done as in a dictionary: first by
// one coordinate, upward or downward, then by another, and so on. If no step
// raises coordinate i, then the steps that lower it are in order, and only the
// others must be looked at further. The same holds for a coordinate that no step
// lowers, downward from the far edge. It does no harm to choose such a coordinate
// whenever there is one, as it only leaves fewer steps for later.
//
// If steps remain for which there is none, as with (-2,1) and (1,-2), the cells
// are sorted by their weight, which every step lowers (moves/direction.go). That needs
// another 4 bytes a cell, and as much again or more while they are sorted.

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// An axis is a coordinate by which cells are ordered.
type axis struct {
	coordinate int
	downward   bool
}

// dictionaryOrder returns the coordinates by which cells can be ordered as in a
// dictionary, or nil if they cannot.
func dictionaryOrder(g *moves.Space) (order []axis) {
	steps := g.Steps()
	for i := 0; i < len(g.Board); i++ {
		if slices.ContainsFunc(order, func(a axis) bool { return a.coordinate == i }) {
			continue
		}
		falls := slices.ContainsFunc(steps, func(s []int64) bool { return s[i] < 0 })
		rises := slices.ContainsFunc(steps, func(s []int64) bool { return s[i] > 0 })
		if falls && rises {
			continue
		}
		order = append(order, axis{i, rises})
		steps = slices.DeleteFunc(steps, func(s []int64) bool { return s[i] != 0 })
		i = -1 // look at all again
	}
	if len(order) < len(g.Board) {
		return nil
	}
	return order
}

// walk calls each with all cells of the box in their order. The cell is valid
// until it returns.
func (s *boxSize) walk(pace *Pace, each func(i uint64, cell []int)) error {
	if s.order == nil {
		return s.walkByWeight(pace, each)
	}
	cell := make([]int, len(s.sides))
	index := uint64(0)
	for _, a := range s.order {
		if a.downward {
			cell[a.coordinate] = int(s.sides[a.coordinate] - 1)
			index += s.strides[a.coordinate] * uint64(cell[a.coordinate])
		}
	}
	for {
		each(index, cell)
		if err := pace.Add(1); err != nil {
			return err
		}
		last := len(s.order) - 1
		for ; last >= 0; last-- {
			a := s.order[last]
			i, stride, end := a.coordinate, s.strides[a.coordinate], int(s.sides[a.coordinate]-1)
			switch {
			case !a.downward && cell[i] < end:
				cell[i]++
				index += stride
			case !a.downward:
				cell[i] = 0
				index -= stride * uint64(end)
				continue
			case cell[i] > 0:
				cell[i]--
				index -= stride
			default:
				cell[i] = end
				index += stride * uint64(end)
				continue
			}
			break
		}
		if last < 0 {
			return nil
		}
	}
}

// weights returns weights that every step lowers; those of the cells of
// the box are, less the least, 0 … most. The result is false where they exceed 62 bits.
func (s *boxSize) weights() (w []int64, least, most int64, ok bool) {
	w = make([]int64, len(s.sides))
	low, high := new(big.Int), new(big.Int)
	for i, v := range s.game.Weights {
		far := new(big.Int).Mul(v, new(big.Int).SetUint64(s.sides[i]-1))
		if v.Sign() < 0 {
			low.Add(low, far)
		} else {
			high.Add(high, far)
		}
		w[i] = v.Int64()
	}
	high.Sub(high, low)
	return w, low.Int64(), high.Int64(), high.BitLen() <= 62 && low.BitLen() <= 62
}

// isDense reports whether there are so few weights that cells are sorted by
// counting those of each.
func (s *boxSize) isDense(most int64) bool { return uint64(most) < 4*s.cells+1<<12 }

// walkByWeight is walk for cells that must be sorted by weight.
func (s *boxSize) walkByWeight(pace *Pace, each func(i uint64, cell []int)) error {
	w, least, most, ok := s.weights()
	if !ok {
		return fmt.Errorf("a table for %s with the sides %v, whose cells must be put in order by weights of more than 62 bits: %w", s.game, s.sides, grundy.ErrTooLarge)
	}
	weight := func(i int) (sum int64) {
		rest := uint64(i)
		for j, stride := range s.strides {
			sum += w[j] * int64(rest/stride)
			rest %= stride
		}
		return sum - least
	}
	sort := s.sortByWeight
	if s.isDense(most) {
		sort = s.countByWeight
	}
	order, err := sort(pace.Ctx, weight, most)
	if err != nil {
		return err
	}
	cell := make([]int, len(s.sides))
	for _, i := range order {
		rest := uint64(i)
		for j, stride := range s.strides {
			cell[j] = int(rest / stride)
			rest %= stride
		}
		each(uint64(i), cell)
		if err := pace.Add(1); err != nil {
			return err
		}
	}
	return nil
}

// countByWeight returns the cells in the order of their weights, by counting.
func (s *boxSize) countByWeight(ctx context.Context, weight func(i int) int64, most int64) ([]uint32, error) {
	places := make([]uint32, most+2) // of each weight: where its cells begin
	order := make([]uint32, s.cells)
	for i := range order {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		places[weight(i)+1]++
	}
	for v := range most {
		places[v+1] += places[v]
	}
	for i := range order {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v := weight(i)
		order[places[v]] = uint32(i)
		places[v]++
	}
	return order, nil
}

// sortByWeight returns the same by sorting. It compares nothing any more once ctx has ended, so
// that it stops soon.
func (s *boxSize) sortByWeight(ctx context.Context, weightOf func(i int) int64, _ int64) ([]uint32, error) {
	order, weight := make([]uint32, s.cells), make([]int64, s.cells)
	for i := range order {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		order[i], weight[i] = uint32(i), weightOf(i)
	}
	compared, ended := 0, false
	slices.SortFunc(order, func(a, b uint32) int {
		if compared++; compared&0xffff == 0 {
			ended = ended || ctx.Err() != nil
		}
		if ended {
			return 0
		}
		return cmp.Compare(weight[a], weight[b])
	})
	return order, ctx.Err()
}
