package heap

// This file holds the misère nim-values of take-and-break games: 1 for a
// position without options, else the mex of the options' misère nim-values. They
// do not add in sums, so that all positions that are reached, lists of heaps,
// have to be evaluated: this is for small heaps.

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"grundy"
)

// MisereValues returns the misère nim-values of heaps 0 … n. It evaluates at
// most budget positions, and returns an error that wraps [grundy.ErrBudget] and
// the values so far if they are not enough.
func MisereValues(ctx context.Context, c Code, n uint64, budget int) ([]uint32, error) {
	m := misereSearch{ctx: ctx, code: c, budget: budget, known: map[string]uint32{}}
	var values []uint32
	for heap := range n + 1 {
		v, err := m.value([]uint64{heap})
		if err != nil {
			return values, err
		}
		values = append(values, v)
	}
	return values, nil
}

type misereSearch struct {
	ctx    context.Context
	code   Code
	budget int
	known  map[string]uint32 // by the sizes of the heaps, smallest first
}

// value returns the misère nim-value of heaps, which it sorts.
func (m *misereSearch) value(heaps []uint64) (uint32, error) {
	heaps = slices.DeleteFunc(heaps, func(h uint64) bool { return h == 0 })
	slices.Sort(heaps)
	var key []byte
	for _, h := range heaps {
		key = binary.AppendUvarint(key, h)
	}
	if v, ok := m.known[string(key)]; ok {
		return v, nil
	}
	if len(m.known) >= m.budget {
		return 0, fmt.Errorf("%s: more than %d positions: %w", m.code, m.budget, grundy.ErrBudget)
	}
	if len(m.known)%256 == 0 && m.ctx.Err() != nil {
		return 0, m.ctx.Err()
	}
	var seen marks
	seen.clear()
	moves := false
	for i, h := range heaps {
		if i > 0 && heaps[i-1] == h {
			continue // the same options again
		}
		for parts := range m.code.Options(h) {
			moves = true
			v, err := m.value(slices.Concat(heaps[:i], parts, heaps[i+1:]))
			if err != nil {
				return 0, err
			}
			seen.mark(v)
		}
	}
	v := uint32(1)
	if moves {
		v = seen.mex()
	}
	m.known[string(key)] = v
	return v, nil
}
