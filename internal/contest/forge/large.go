package forge

// This file makes large inputs: as large as the engine answers within its share of the time.

import (
	"fmt"
	"math"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/units"
)

// grown returns a size between the smallest and all that is allowed, for the number of tests, the
// lengths, and the numbers, each from 0 to growth.
func (f *forger) grown(tests, length, value int) input.Size {
	power := func(most uint64, at int) uint64 {
		if at >= growth {
			return math.MaxUint64
		}
		return uint64(math.Pow(float64(max(most, 16)), float64(at)/growth))
	}
	longest, greatest := f.shape.Reach()
	size := input.Size{
		Tests: power(1<<20, tests), Length: 1 + min(power(min(longest, 1<<20), length), full.Length-1), Value: 1 + min(power(greatest, value), full.Value-1),
		Elements: full.Elements,
	}
	if most := max(tests, length); most < growth {
		size.Elements = 64 * power(full.Elements/64, most)
	}
	return size
}

// grow finds how large inputs may be: all sizes grow together until an answer costs too much, and
// then each of them alone.
func (f *forger) grow() error {
	const tests, length, value = 0, 1, 2
	// more reports whether a larger one of these sizes is answered too.
	more := func(at [3]int) (bool, error) {
		if !f.step() {
			return false, nil
		}
		d, err := f.shape.Random(f.rnd, f.grown(at[tests], at[length], at[value]))
		if err != nil || f.work+f.numbers(d) > f.room/3 {
			return true, nil // a larger one may be drawn; of the largest there is no room for two
		}
		refused := f.refused
		if err := f.offer(large, "growing", "random, of growing size", d); err != nil || f.refused > refused {
			return false, err
		}
		return true, nil
	}
	// climb lets some sizes grow together, as long as larger inputs are answered.
	climb := func(at [3]int, sizes ...int) ([3]int, error) {
		for at[sizes[0]] < growth {
			next := at
			for _, size := range sizes {
				next[size]++
			}
			if ok, err := more(next); err != nil || !ok {
				return at, err
			}
			at = next
		}
		return at, nil
	}
	at, err := climb([3]int{}, tests, length, value)
	if err != nil {
		return err
	}
	if at[0] == growth {
		f.reach = []input.Size{full}
		return nil
	}
	for _, size := range []int{value, length, tests} {
		alone, err := climb(at, size)
		if err != nil {
			return err
		}
		if alone != at {
			f.reach = append(f.reach, f.grown(alone[tests], alone[length], alone[value]))
		}
	}
	if len(f.reach) == 0 {
		f.reach = []input.Size{f.grown(at[tests], at[length], at[value])}
	}
	return nil
}

// extremes offers the ends of what is allowed: all of them at a middle size, and of full
// size as many as there is room for, or that stop a slow solution which none stopped.
func (f *forger) extremes() error {
	for i, size := range f.reach {
		if err := f.extremesOf(size, "", f.work+(f.room-f.work)*3/4*(i+1)/len(f.reach)); err != nil {
			return err
		}
	}
	if len(f.reach) == 0 {
		return f.extremesOf(input.Tiny, "tiny: ", f.room)
	}
	return f.extremesOf(smaller(input.Medium, f.reach[0]), "of middle size: ", f.room)
}

// extremesOf offers the ends of what is allowed at about a size, while the pool has fewer numbers
// than room.
func (f *forger) extremesOf(size input.Size, of string, room int) error {
	const patience = 24 // large inputs in vain: they take long to draw
	vain := 0
	for reason, d := range f.shape.Extremes(f.rnd, size) {
		if !f.step() {
			return nil
		}
		if f.work+f.numbers(d) > room && !f.stops(d) {
			if vain++; vain > patience {
				break
			}
			continue
		}
		if err := f.offer(extreme, "extreme", of+reason, d); err != nil {
			return err
		}
	}
	return nil
}

// smaller returns the smaller one of each size.
func smaller(a, b input.Size) input.Size {
	return input.Size{Tests: min(a.Tests, b.Tests), Length: min(a.Length, b.Length), Value: min(a.Value, b.Value), Elements: min(a.Elements, b.Elements)}
}

// stops reports whether an input stops a slow solution that none has stopped before.
func (f *forger) stops(d *input.Data) bool {
	for i, s := range slownesses {
		if limit := s.limit(f.seconds); f.costs[i] <= limit && s.cost(f.ctx, f.shape, d) > limit {
			return true
		}
	}
	return false
}

// randoms offers random inputs of three sizes.
func (f *forger) randoms() error {
	for _, r := range []struct {
		size   float64
		count  int
		reason string
	}{{0.05, 6, "random, small"}, {0.3, 6, "random, of middle size"}, {1, mostFull, "random, as large as inputs may be"}} {
		for i := range r.count {
			if f.work > f.room || !f.step() {
				return nil
			}
			size := f.sized(r.size)
			if n := len(f.reach); n > 0 {
				size = smaller(size, f.reach[i%n])
			}
			d, err := f.shape.Random(f.rnd, size)
			if err != nil {
				continue
			}
			if err := f.offer(large, "random", r.reason, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// String says in words how large an input is.
func (e extent) String() string {
	return fmt.Sprintf("%s numbers and letters, the greatest %s", units.Grouped(uint64(e.numbers)), units.Grouped(e.greatest))
}
