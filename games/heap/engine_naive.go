package heap

// This file holds the naive engine: all options of every heap. It costs
// O(n) a value for each digit that splits, and is what fast engines are timed
// against; for n of a few thousand nothing is faster.

import "context"

// A naiveEngine extends the nim-sequence of an octal code.
type naiveEngine struct {
	octal *octal
	seen  marks
}

// extend appends G(len(values)) … G(to-1).
func (e *naiveEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	for n := len(values); n < to; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return values, ctx.Err()
		}
		v, err := e.value(ctx, values, n)
		if err != nil {
			return values, err
		}
		values = append(values, v)
	}
	return values, nil
}

// value returns G(n) from the values before it.
func (e *naiveEngine) value(ctx context.Context, values []uint32, n int) (uint32, error) {
	const part = 1 << 20
	o, seen := e.octal, &e.seen
	seen.clear()
	o.markUndivided(seen, values, n)
	for _, s := range o.splits {
		m := n - s.taken
		if m < 2 {
			continue
		}
		half := s.half(m)
		small, large := values[1:half+1], values[m-half:m]
		for len(small) > part {
			for a, v := range small[:part] {
				seen.mark(v ^ large[len(large)-1-a])
			}
			if small, large = small[part:], large[:len(large)-part]; ctx.Err() != nil {
				return 0, ctx.Err()
			}
		}
		for a, v := range small {
			seen.mark(v ^ large[len(large)-1-a])
		}
	}
	return seen.mex(), nil
}

// markUndivided marks the values of the options of n for which no divisions are
// listed: nothing is left, or one heap, or two that have to be equal.
func (o *octal) markUndivided(seen *marks, values []uint32, n int) {
	if o.leavesNothing(n) || o.leavesTwins(n) {
		seen.mark(0)
	}
	for _, i := range o.singles {
		if i < n {
			seen.mark(values[n-i])
		}
	}
}

// marks is a set of values that is emptied in O(1).
type marks struct {
	round  uint32
	rounds []uint32 // rounds[v] == round where v is in the set
}

func (m *marks) clear() {
	if m.round++; m.round == 0 {
		clear(m.rounds)
		m.round = 1
	}
}

func (m *marks) mark(v uint32) {
	if int(v) >= len(m.rounds) {
		m.grow(v)
	}
	m.rounds[v] = m.round
}

func (m *marks) grow(v uint32) {
	rounds := make([]uint32, 2*int(v)+64)
	copy(rounds, m.rounds)
	m.rounds = rounds
}

func (m *marks) has(v uint32) bool { return int(v) < len(m.rounds) && m.rounds[v] == m.round }

// mex returns the least value that is not in the set.
func (m *marks) mex() uint32 {
	v := uint32(0)
	for m.has(v) {
		v++
	}
	return v
}
