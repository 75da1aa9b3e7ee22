package sequence

// The naive engine looks at all options of every heap. It costs O(n) a value for each digit
// that splits. Fast engines are timed against it; for n of a few thousand nothing is
// faster.

import "context"

// A naiveEngine extends the nim-sequence of an octal code.
type naiveEngine struct {
	octal *octal
	seen  Marks
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
	seen.Clear()
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
				seen.Mark(v ^ large[len(large)-1-a])
			}
			if small, large = small[part:], large[:len(large)-part]; ctx.Err() != nil {
				return 0, ctx.Err()
			}
		}
		for a, v := range small {
			seen.Mark(v ^ large[len(large)-1-a])
		}
	}
	return seen.Mex(), nil
}

// markUndivided marks the values of the options of n for which no divisions are
// listed: nothing is left, or one heap, or two that have to be equal.
func (o *octal) markUndivided(seen *Marks, values []uint32, n int) {
	if o.leavesNothing(n) || o.leavesTwins(n) {
		seen.Mark(0)
	}
	for _, i := range o.singles {
		if i < n {
			seen.Mark(values[n-i])
		}
	}
}
