package pattern

// This file fits functions of one number: cycles, features of the number, Beatty sequences.

import (
	"context"
	"math"
	"slices"
)

// A candidate is an expression with the length of its description.
type candidate struct {
	node *node
	bits float64
}

// A fitter looks for expressions.
type fitter struct {
	ctx context.Context
}

func (f *fitter) stopped() bool { return f.ctx.Err() != nil }

// line returns expressions in one coordinate n whose value is v[n], except at holes.
func (f *fitter) line(v []int64, d depth) (found []candidate) {
	inner := coordinate(0)
	if f.stopped() {
		return nil
	}
	if c, bits := fitCycle(v); c != nil {
		found = append(found, candidate{c.of(inner), bits})
	}
	found = append(found, fitBeatty(v, inner)...)
	if d == plain {
		return found
	}
	for _, feature := range features {
		for _, shift := range []int64{0, -1, 1, 2} {
			found = append(found, byFeature(v, inner, feature, shift)...)
		}
	}
	if len(found) > 0 || d == half { // of parts there are no parts again
		return found
	}
	for _, m := range []int64{2, 3, 4} {
		quotients, rests := holes(len(v)), holes(len(v))
		for n, w := range v {
			if w != Hole {
				quotients[n], rests[n] = w/m, w%m
			}
		}
		if constant := slices.Max(quotients) <= 0; constant {
			continue
		}
		high, ok1 := f.best(line(quotients), half)
		low, ok2 := f.best(line(rests), half)
		if ok1 && ok2 {
			found = append(found, candidate{combine(opAdd, with(opProduct, m, high.node), low.node), choiceBits + gamma(m) + high.bits + low.bits})
		}
	}
	return found
}

// line returns a view of one row.
func line(v []int64) *Table { return &Table{Sides: []int{len(v)}, Values: v} }

// byFeature fits functions of a feature of inner + shift.
func byFeature(v []int64, inner *node, feature *feature, shift int64) []candidate {
	from := max(0, int(feature.least-shift)) // where the feature is defined
	if from > 2 || len(v) < from+4 {
		return nil
	}
	corner := &grid{first: []int64{int64(from)}, turn: []int64{0}, values: make([]int64, from)}
	bits := choiceBits + math.Log2(float64(len(features))) + gamma(shift)
	exceptions := false
	for n := range from {
		if v[n] != Hole {
			exceptions = true
			corner.values[n] = v[n]
			bits += gamma(v[n])
		}
	}
	var w []int64 // values by the feature
	for n := from; n < len(v); n++ {
		if v[n] == Hole {
			continue
		}
		key := int(feature.at(int64(n) + shift))
		if key >= len(w) {
			w = append(w, holes(key+1-len(w))...)
		}
		if w[key] != Hole && w[key] != v[n] {
			return nil
		}
		w[key] = v[n]
	}
	c, more := fitCycle(w)
	if c == nil {
		return nil
	}
	shifted := inner
	if shift != 0 {
		shifted = with(opAdd, shift, inner)
	}
	e := c.of(&node{op: opFeature, feature: feature, kids: []*node{shifted}})
	if exceptions {
		e = &node{op: opCorner, kids: []*node{inner, e}, grid: corner}
	}
	return []candidate{{e, bits + more}}
}

func holes(n int) []int64 {
	v := make([]int64, n)
	for i := range v {
		v[i] = Hole
	}
	return v
}

// of returns the function of inner.
func (c *cycle) of(inner *node) *node {
	if len(c.first) == 0 && len(c.turn) == 1 {
		switch {
		case c.saltus == 0:
			return constant(c.turn[0])
		case c.saltus == 1 && c.turn[0] == 0:
			return inner
		case c.saltus == 1:
			return with(opAdd, c.turn[0], inner)
		}
	}
	if len(c.first) == 0 && c.saltus == 0 && slices.Equal(c.turn, upTo(len(c.turn))) {
		return with(opMod, int64(len(c.turn)), inner)
	}
	if len(c.first) == 0 && c.saltus == 1 && !slices.ContainsFunc(c.turn, func(v int64) bool { return v != 0 }) {
		return with(opDivide, int64(len(c.turn)), inner)
	}
	if p := int64(len(c.turn)); len(c.first) == 0 && c.saltus == 0 && c.turn[p-1] > 0 { // ⌊(n mod p)/m⌋
		m := int64(1)
		for c.turn[m] == 0 {
			m++
		}
		stairs := true
		for i, w := range c.turn {
			stairs = stairs && w == int64(i)/m
		}
		if stairs {
			return with(opDivide, m, with(opMod, p, inner))
		}
	}
	return &node{op: opCycle, kids: []*node{inner}, cycle: c}
}

func upTo(n int) []int64 {
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(i)
	}
	return v
}

// Each cycle must be seen to come back: that many values at least, and as many as it has, are
// foretold by earlier ones.
const leastConfirmed = 3

// fitCycle returns the cycle with the shortest description that has the value v[n] at each n,
// except at holes; nil if there is none. It costs O(len(v)) for each period that the last
// values allow.
func fitCycle(v []int64) (best *cycle, bits float64) {
	for len(v) > 0 && v[len(v)-1] == Hole {
		v = v[:len(v)-1]
	}
	whole := !slices.Contains(v[len(v)/2:], Hole)
	last := make([]int, len(v))
	for p := 1; p+leastConfirmed <= len(v); p++ {
		if end := len(v) - 1; whole && (2*p > len(v) || v[end]-v[end-p] != v[max(end-1, p)]-v[max(end-1, p)-p]) {
			continue
		}
		last := last[:p]
		for r := range last {
			last[r] = -1
		}
		saltus, known, confirmed, start := int64(-1), 0, 0, 0
		for n := len(v) - 1; n >= 0; n-- {
			if v[n] == Hole {
				continue
			}
			r := n % p
			if last[r] < 0 {
				last[r] = n
				known++
				continue
			}
			turns, rise := int64((last[r]-n)/p), v[last[r]]-v[n]
			if saltus < 0 && rise >= 0 && rise%turns == 0 {
				saltus = rise / turns
			}
			if saltus < 0 || rise != saltus*turns {
				start = n + 1
				break
			}
			confirmed++
		}
		if 2*known < p || confirmed < max(p, leastConfirmed) {
			continue
		}
		c := &cycle{first: slices.Clone(v[:start]), turn: make([]int64, p), saltus: saltus}
		for i := p - 1; i >= 0; i-- {
			if n := last[(start+i)%p]; n >= 0 {
				c.turn[i] = v[n] - saltus*int64((n-start-i)/p)
			} else if i+1 < p { // only holes are here, as at even numbers if all are odd
				c.turn[i] = c.turn[i+1]
			} else {
				for j := range p { // the next one that is known is of the next turn
					if n := last[(start+j)%p]; n >= 0 {
						c.turn[i] = v[n] - saltus*int64((n-start-j)/p) + saltus
						break
					}
				}
			}
		}
		for n, w := range c.first {
			if w == Hole {
				c.first[n] = c.turn[((n-start)%p+p)%p] // as the cycle would have it
			}
		}
		if slices.ContainsFunc(slices.Concat(c.first, c.turn), func(w int64) bool { return w < 0 }) {
			continue
		}
		if b := c.bits(); best == nil || b < bits {
			best, bits = c, b
		}
	}
	return best, bits
}

// bits returns the length of the description of a cycle.
func (c *cycle) bits() float64 {
	return gamma(int64(len(c.first))) + gamma(int64(len(c.turn))) + gamma(c.saltus) + listBits(slices.Concat(c.first, c.turn))
}

// listBits returns the length of a list: number by number, or by an alphabet.
func listBits(list []int64) float64 {
	numbers, most := 0.0, int64(0)
	for _, w := range list {
		numbers += gamma(w)
		most = max(most, w)
	}
	return 1 + min(numbers, gamma(most)+float64(len(list))*math.Log2(float64(most)+1))
}

// fitBeatty fits ⌊nα⌋ + c, and where there is no such floor, ⌊nα + δ⌋.
func fitBeatty(v []int64, inner *node) (found []candidate) {
	keep := func(c candidate) {
		if line(v).explained(c.node) {
			found = append(found, c)
		}
	}
	for c := int64(-2); c <= 2; c++ {
		if s := findSlope(v, c, 0); s != nil {
			keep(s.multiple(c, inner))
		}
	}
	if len(found) > 0 {
		return found
	}
	for _, c := range shiftedFloors(v, inner) {
		keep(c)
	}
	return found
}
