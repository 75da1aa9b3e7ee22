package forge

// This file draws, changes and packs inputs.

import (
	"bytes"
	"math"
	"math/rand/v2"

	"github.com/grundy-games/grundy/internal/contest/input"
)

// full is the size of the largest inputs. A slow solution that these do not stop is none.
var full = input.Size{Tests: input.Full.Tests, Length: input.Full.Length, Value: input.Full.Value, Elements: 1 << 21}

// sized returns the size of inputs on a scale from 0, the smallest, to 1, all that is
// allowed.
func (f *forger) sized(scale float64) input.Size {
	if scale >= 1 {
		return full
	}
	spans := [...]float64{4, 64, 1 << 10, 1 << 31, 1 << 63}
	span := spans[f.rnd.IntN(2+min(3, int(4*scale)))]
	return input.Size{
		Tests:    uint64(2 + math.Pow(1e5, scale)),
		Length:   uint64(2 + math.Pow(1e5, scale)*2),
		Value:    uint64(min(span, 1<<63)),
		Elements: uint64(20 + math.Pow(1e6, scale)*10),
	}
}

// draw draws an input with a single test, where a file holds tests that share nothing, and
// otherwise one of about that size. It returns nil where none is found.
func (f *forger) draw(scale float64) *input.Data {
	f.drawn = min(scale, f.scale)
	size := f.sized(f.drawn)
	if f.packs() {
		size.Tests = 1
	}
	d, err := f.shape.Random(f.rnd, size)
	if err != nil {
		return nil
	}
	if tests := f.shape.Innermost(d); f.packs() && len(tests) > 0 {
		return f.shape.Case(tests[0])
	}
	return d
}

func (f *forger) parse(text []byte) (*input.Data, error) {
	return f.all.Parse(bytes.NewReader(text), input.Options{})
}

// numbers is how many numbers and characters an input has.
func (f *forger) numbers(d *input.Data) (n int) {
	for i := range d.Values {
		n += 1 + len(d.Values[i].List) + len(d.Values[i].Text)
	}
	for _, test := range d.Tests {
		n += f.numbers(test)
	}
	return n
}

// pack puts cases into as few files as hold them, if files hold tests that share nothing.
func (f *forger) pack(cases []*input.Data) []*input.Data {
	if !f.packs() {
		return cases
	}
	return f.shape.Pack(cases)
}

func (f *forger) check(d *input.Data) error { return f.shape.Check(d) }

// A leaf is a number of an input that may be changed: no count, and not below 0.
type leaf struct {
	input.Leaf
	low, high uint64
}

func (l leaf) Get() uint64       { return l.Leaf.Get().Size }
func (l leaf) Set(n uint64)      { l.Leaf.Set(input.UintOf(n)) }
func (l leaf) Has(n uint64) bool { return l.low <= n && n <= l.high }
func (l leaf) Draw(rnd *rand.Rand) uint64 {
	if l.high-l.low == math.MaxUint64 {
		return rnd.Uint64()
	}
	return l.low + rnd.Uint64N(l.high-l.low+1)
}

// Near draws a small one.
func (l leaf) Near(rnd *rand.Rand) uint64 { return l.low + rnd.Uint64N(min(l.high-l.low, 63)+1) }

// leaves returns the numbers of an input that may be changed.
func (f *forger) leaves(d *input.Data) (all []leaf) {
	for l := range f.shape.Leaves(d) {
		if !l.Count && !l.Least.Negative && !l.Most.Negative && l.Least.Less(l.Most) {
			all = append(all, leaf{l, l.Least.Size, l.Most.Size})
		}
	}
	return all
}
