package forge

// This file builds positions that are rare among random ones: of nim-value 0, one bit from
// it, and won by a single component. One number of a random input is changed until the
// values are right.

import (
	"context"
	"maps"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// buildAll builds positions of several sizes.
func (f *forger) buildAll() error {
	for i := range builtInputs {
		if !f.step() {
			break
		}
		size := []float64{0.02, 0.1, 0.3, 1}[i%4]
		d := f.draw(size)
		if d != nil && f.numbers(d) > fewLeaves && i >= 2*4 { // two large ones are enough
			d = f.draw(0.1)
		}
		if d != nil && i%2 == 1 {
			f.twin(d)
		}
		if d == nil || !f.change(d, func(values []uint64) bool { return total(values) == 0 && (live(values) || len(values) == 1) }) {
			continue
		}
		if err := f.consider("value zero", "the nim-values XOR to 0: the player to move loses", d.Clone()); err != nil {
			return err
		}
		if f.change(d, func(values []uint64) bool { return bits.OnesCount64(total(values)) == 1 }) {
			if err := f.consider("one bit from zero", "the XOR of the nim-values is one bit away from 0", d.Clone()); err != nil {
				return err
			}
		}
		if f.change(d, func(values []uint64) bool { return winners(values) == 1 && len(values) > 1 }) {
			if err := f.consider("one component wins", "only one component has winning moves", d.Clone()); err != nil {
				return err
			}
		}
	}
	return f.halves()
}

// halves puts lost and won positions into one file, half and half.
func (f *forger) halves() error {
	if !f.packs() {
		return nil
	}
	var zero, bit []*input.Data
	for _, g := range f.groups {
		switch g.name {
		case "value zero":
			zero = g.cases
		case "one bit from zero":
			bit = g.cases
		}
	}
	for i := range min(len(zero), len(bit)) {
		f.collect(built, "balanced", "lost and won positions, half and half", zero[i])
		f.collect(built, "balanced", "", bit[i])
	}
	return nil
}

// balance keeps a case by its answer, where few answers are possible.
func (f *forger) balance(d *input.Data, answer []byte) {
	const longest = 20
	key := f.group + "\n" + string(answer)
	if all, ok := f.answers[key]; len(answer) <= longest && (ok || len(f.answers) <= mostAnswers) && len(all) < enoughCases {
		f.answers[key] = append(all, d)
	}
}

// even puts cases into one file in which each of few answers is right equally often.
func (f *forger) even() {
	keys := slices.Sorted(maps.Keys(f.answers))
	if len(keys) < 2 || len(keys) > mostAnswers {
		clear(f.answers)
		return
	}
	many := enoughCases
	for _, key := range keys {
		many = min(many, len(f.answers[key]))
	}
	for i := range many {
		for _, key := range keys {
			cases := f.answers[key]
			f.collect(built, "answers", "each answer is right equally often", cases[len(cases)-1-i])
		}
	}
	clear(f.answers)
}

// twin makes the second half of each list equal to the first, so that the values of components cancel,
// however large they are.
func (f *forger) twin(d *input.Data) {
	each(f.ctx, f.shape, d, func(fields []input.Field, d *input.Data) {
		for i, of := range fields {
			if of.Kind != input.KindNumbers && of.Kind != input.KindRecords {
				continue
			}
			width, list := max(1, len(of.Columns)), d.Values[i].List
			half := len(list) / width / 2 * width
			copy(list[half:2*half], list[:half])
		}
	})
}

// total is the nim-sum.
func total(values []uint64) (x uint64) {
	for _, v := range values {
		x ^= v
	}
	return x
}

// live reports whether some value is above 0.
func live(values []uint64) bool { return len(values) > 0 && slices.Max(values) > 0 }

// winners counts the components in which some move lowers the value to what makes the
// XOR 0.
func winners(values []uint64) (n int) {
	x := total(values)
	for _, v := range values {
		if v^x < v {
			n++
		}
	}
	return n
}

// values returns the nim-values of the components that the first question about an input
// looks at.
func (f *forger) values(d *input.Data) (values []uint64, ok bool) {
	// After the first question the answer may well run out of steps.
	means := contest.Semantics{Search: contest.DrawnSearch, Steps: 5000 + 4*int64(f.numbers(d)), Observe: func(asked contest.Asked) {
		if !ok {
			values, ok = asked.Values(), true
		}
	}}
	err := f.within(f.question(), func(ctx context.Context) error {
		_, err := f.problem.Answer(ctx, d, means)
		return err
	})
	if values == nil {
		f.refuses(d, err)
	}
	return values, ok && f.ctx.Err() == nil
}

// change sets one number of d after the other to a new value, until the values of the
// components are as wanted. It reports whether they are, and d is valid.
func (f *forger) change(d *input.Data, want func([]uint64) bool) bool {
	now, ok := f.values(d)
	if !ok || len(now) == 0 {
		return false
	}
	if want(now) {
		return f.check(d) == nil
	}
	leaves := f.leaves(d)
	if len(leaves) == 0 {
		return false
	}
	many, few := tries, f.numbers(d) > fewLeaves
	if few {
		many = tries / 8
	}
	for ; many > 0; many-- {
		if !f.goesOn() {
			return false
		}
		leaf := leaves[f.rnd.IntN(len(leaves))]
		old := leaf.Get()
		x := total(now)
		top := uint64(1) << (max(bits.Len64(x), 1) - 1)
		for i, n := range [...]uint64{
			old ^ x, old + top, old - top, old ^ x ^ 1<<f.rnd.IntN(bits.Len64(old|1)), old ^ 1<<bits.Len64(x|old), leaf.Draw(f.rnd), leaf.Draw(f.rnd), leaf.Draw(f.rnd), leaf.Near(f.rnd),
		} {
			if n == old || !leaf.Has(n) || few && i > 2 {
				continue
			}
			leaf.Set(n)
			next, ok := f.values(d)
			if ok && want(next) && f.check(d) == nil {
				return true
			}
			if ok && len(next) == len(now) && total(next) < top && f.check(d) == nil { // nearer to 0, by a bit
				now, many = next, many+1
				break
			}
			leaf.Set(old)
		}
		if f.rnd.IntN(4) == 0 { // from elsewhere
			leaf.Set(leaf.Draw(f.rnd))
			if f.check(d) != nil {
				leaf.Set(old)
				continue
			}
			if now, ok = f.values(d); !ok {
				return false
			}
			if want(now) {
				return true
			}
		}
	}
	return false
}
