package forge

// This file draws, changes and packs inputs.

import (
	"bytes"
	"math"
	"math/rand/v2"

	"grundy/contest/input"
)

// sized returns the size of inputs on a scale from 0, the smallest, to 1, all that is
// allowed.
func (f *forger) sized(scale float64) input.Size {
	if scale >= 1 {
		return input.Full
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

// random draws an input of about that size, or returns nil.
func (f *forger) random(scale float64) *input.Data {
	d, err := f.shape.Random(f.rnd, f.sized(scale))
	if err != nil {
		return nil
	}
	return d
}

// draw draws an input with a single test, where a file holds tests that share nothing, and
// otherwise as [forger.random]. It returns nil where none is found.
func (f *forger) draw(scale float64) *input.Data {
	size := f.sized(scale)
	if f.packs() {
		size.Tests = 1
	}
	d, err := f.shape.Random(f.rnd, size)
	if err != nil {
		return nil
	}
	if f.packs() {
		return f.shape.Cases(d)[0]
	}
	return d
}

func (f *forger) parse(text []byte) (*input.Data, error) {
	return f.shape.Parse(bytes.NewReader(text), input.Options{})
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

// A leaf is a number of an input that may be changed.
type leaf struct {
	at        *uint64
	low, high uint64
}

func (l leaf) Get() uint64       { return *l.at }
func (l leaf) Set(n uint64)      { *l.at = n }
func (l leaf) Has(n uint64) bool { return l.low <= n && n <= l.high }
func (l leaf) Draw(rnd *rand.Rand) uint64 {
	if l.high-l.low == math.MaxUint64 {
		return rnd.Uint64()
	}
	return l.low + rnd.Uint64N(l.high-l.low+1)
}

// Near draws a small one.
func (l leaf) Near(rnd *rand.Rand) uint64 { return l.low + rnd.Uint64N(min(l.high-l.low, 63)+1) }

// leaves returns the numbers of an input that are not counts and not below 0.
func (f *forger) leaves(d *input.Data) []leaf {
	counts := map[string]bool{}
	for out := range f.shape.Depth() + 1 {
		for _, field := range f.shape.Fields(out) {
			for _, b := range []input.Bound{field.Count.Least, field.Count.Most, field.Width, field.Nodes} {
				counts[b.Field] = true
			}
		}
	}
	var all []leaf
	bound := func(b input.Bound, d *input.Data) (uint64, bool) {
		n := b.Plus
		if b.Field != "" {
			place, ok := f.shape.Lookup(b.Field)
			if !ok {
				return 0, false
			}
			level := f.shape.Depth() - place.Out
			at := d
			depth := 0
			for up := d.Outer; up != nil; up = up.Outer {
				depth++
			}
			for ; depth > level; depth-- {
				at = at.Outer
			}
			v := &at.Values[place.Field]
			m := v.Number
			if f.shape.Fields(place.Out)[place.Field].Kind != input.KindNumber {
				m = uint64(v.Len())
			}
			n = n.Add(input.UintOf(m))
		}
		if n.Negative {
			return 0, false
		}
		return n.Size, true
	}
	each(f.shape, d, func(fields []input.Field, d *input.Data) {
		for i, field := range fields {
			v := &d.Values[i]
			add := func(of input.Field, at *uint64) {
				low, ok1 := bound(of.Least, d)
				high, ok2 := bound(of.Most, d)
				if ok1 && ok2 && low < high {
					all = append(all, leaf{at, low, high})
				}
			}
			switch field.Kind {
			case input.KindNumber:
				if !counts[field.Name] {
					add(field, &v.Number)
				}
			case input.KindNumbers, input.KindMatrix:
				for j := range v.List {
					add(field, &v.List[j])
				}
			case input.KindLists:
				for j := range v.List {
					add(*field.Item, &v.List[j])
				}
			case input.KindRecords:
				for j := range v.List {
					add(field.Columns[j%len(field.Columns)], &v.List[j])
				}
			}
		}
	})
	return all
}

func clone(d *input.Data) *input.Data { return d.Clone() }
