package sequence

// Codes are equivalent if their nim-sequences are the same except for a shift. Dawson's
// Kayles 0.07, for instance, is 0.4 with one token less: a heap of n of the one has the
// nim-value of a heap of n+1 of the other.
//
// Equivalence is proved, not looked up, in one of two ways.
//
// By their options. Let the heaps 1 … s of the one game, G', have the value 0, and
// write each option of its heap n + s with all heaps less s, those of s or fewer
// left out. If for all n > b these are the options of the heap n of G, and
// G(n) = G'(n+s) for all n <= b, then for all n, by induction on n: heaps that
// are left out have the value 0, and others that of their counterparts. Whether
// the options agree is read from the digits. A digit i of G' that leaves one
// heap gives the heap n - i. One that leaves two gives the pairs of sum
// n - i - s, and the single heaps n - i - a for a = 1 … s. Beyond the longest
// move and the shifts nothing else happens.
//
// By their periods. Both sequences have a proved period, and they agree to a term
// where both repeat and for as many terms as both periods together have.

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// An Equivalence says that G(n) of one code is G(n + Shift) of the code Standard,
// for all n such that neither number is negative.
type Equivalence struct {
	Standard Code
	Shift    int
	Proof    string
}

// mostShift is the largest shift that is looked for: a three-digit code can put
// off its first move by no more.
const mostShift = 3

// FindStandard returns the first code d0.d1d2d3, d0 = 0 or 4, to which c is shown
// to be equivalent, where those with d0 = 0 come first, and then those with
// fewer digits. It is c itself, with shift 0, if none is found before it. Where no
// period of c is proved with little work, or the period of that code is not, only
// options are compared; and where moves take thousands of tokens, not even those:
// so one before it may be missed, and Proof says what was not compared. The
// result is false for codes that do not leave at most two heaps. It costs some
// milliseconds, and a second at most.
func FindStandard(ctx context.Context, c Code) (Equivalence, bool, error) {
	if _, ok := c.octal(); !ok {
		return Equivalence{}, false, nil
	}
	s, err := SolveEasily(ctx, c, c.Easy())
	defer s.release(ctx)
	if err != nil {
		return Equivalence{}, false, err
	}
	return s.FindStandard(ctx)
}

// FindStandard is the function [FindStandard] for the code of s, whose period is
// compared if s has one.
func (s *Solution) FindStandard(ctx context.Context) (Equivalence, bool, error) {
	c := s.Code
	o, ok := c.octal()
	if !ok {
		return Equivalence{}, false, nil
	}
	beginning, err := (&naiveEngine{octal: o}).extend(ctx, nil, fewTerms)
	if err != nil {
		return Equivalence{}, false, err
	}
	mine, name := &beginningOf{octal: o, values: beginning}, c.String()
	for _, standard := range standards() {
		if standard.String() == name {
			break
		}
		if e, ok, err := mine.sameOptions(ctx, standard); ok || err != nil {
			return e, ok, err
		}
		if !s.Period.Proved {
			continue
		}
		if e, ok, err := s.shiftedTo(ctx, standard); ok || err != nil {
			return e, ok, err
		}
	}
	proof := "no code of up to three digits before it has the same values"
	switch {
	case mine.tooLong:
		proof = fmt.Sprintf("the options were not compared: moves take more than %d tokens", mostCompared)
		if s.Period.Proved {
			proof += "; and no code of up to three digits before it is proved to have the same period"
		}
	case !s.Period.Proved:
		proof = "no code of up to three digits before it has the same options"
	}
	return Equivalence{Standard: c, Proof: proof}, true, nil
}

const (
	fewTerms     = 2*mostShift + smallZeros + 2 // values that show whether single heaps agree
	mostCompared = 1 << 13                      // tokens taken in moves whose options are compared
)

// A beginningOf is a code with its first values, more when they are wanted.
type beginningOf struct {
	*octal
	values  []uint32
	tooLong bool // for options to be compared
}

// extend makes at least n values known.
func (b *beginningOf) extend(ctx context.Context, n int) (err error) {
	if len(b.values) < n {
		b.values, err = (&naiveEngine{octal: b.octal}).extend(ctx, b.values, n)
	}
	return err
}

// sameOptions looks for a shift by which the options of c are the options of
// the standard.
func (c *beginningOf) sameOptions(ctx context.Context, standard Code) (Equivalence, bool, error) {
	o, ok := standard.octal()
	if !ok || len(c.splits) != len(o.splits) || len(c.singles) > len(o.singles)+smallZeros*len(o.splits) {
		return Equivalence{}, false, nil // which is seen without any values
	}
	other := &beginningOf{octal: o}
	for _, shift := range []int{0, 1, -1, 2, -2, mostShift, -mostShift} {
		// Of the two, the one with the larger heaps has them shifted down.
		lower, upper := c, other
		if shift < 0 {
			lower, upper = other, c
		}
		down := max(shift, -shift)
		if !lower.samePairs(upper.octal, down) {
			continue
		}
		if err := other.extend(ctx, fewTerms); err != nil {
			return Equivalence{}, false, err
		}
		if !lower.sameSingles(lower.values, upper.octal, upper.values, down) {
			continue
		}
		last := max(c.reach, o.reach) + smallZeros + 2*mostShift + 2 // b
		if last > mostCompared {
			c.tooLong = true
			return Equivalence{}, false, nil
		}
		for _, b := range []*beginningOf{lower, upper} {
			if err := b.extend(ctx, last+mostShift+1); err != nil {
				return Equivalence{}, false, err
			}
		}
		values, shifted := lower.values, upper.values
		if slices.Equal(values[:last+1], shifted[down:][:last+1]) && !slices.ContainsFunc(shifted[:down+1], func(v uint32) bool { return v != 0 }) {
			return Equivalence{standard, shift, fmt.Sprintf("the options have the same values beyond n = %d, as the digits show, and the values up to there agree", last)}, true, nil
		}
	}
	return Equivalence{}, false, nil
}

// smallZeros is the largest heap that is looked at for having the value 0.
const smallZeros = 8

// samePairs reports whether, beyond all small heaps, o has the pairs of heaps
// that the other code has, of a heap larger by shift, with both less shift.
func (o *octal) samePairs(other *octal, shift int) bool {
	pairs := func(o *octal, shift int) (sums map[split]bool, twins [2]bool) {
		sums = map[split]bool{}
		for _, s := range o.splits {
			sums[split{s.taken + shift, s.unequal}] = true
		}
		for _, i := range o.zeros { // of value 0, whatever their size
			twins[(i+shift)%2] = true
		}
		return sums, twins
	}
	sums, twins := pairs(o, 0)
	otherSums, otherTwins := pairs(other, shift)
	return twins == otherTwins && maps.Equal(sums, otherSums)
}

// sameSingles reports whether, beyond all small heaps, each single heap of the
// one is a single heap of the other, or a pair in which one heap has the value 0.
// Single heaps of the other are also what is left of pairs when heaps of shift or
// fewer are left out. The values of both games begin with the heap 0.
func (o *octal) sameSingles(values []uint32, other *octal, otherValues []uint32, shift int) bool {
	had := func(o *octal, values []uint32) map[int]bool {
		less := map[int]bool{}
		for _, i := range o.singles {
			less[i] = true
		}
		for _, s := range o.splits {
			for a := 1; a <= smallZeros; a++ {
				if values[a] == 0 {
					less[s.taken+a] = true
				}
			}
		}
		return less
	}
	mine, theirs := had(o, values), had(other, otherValues)
	lacks := func(singles []int, had map[int]bool) bool {
		return slices.ContainsFunc(singles, func(i int) bool { return !had[i] })
	}
	singles := slices.Clone(other.singles)
	for _, s := range other.splits {
		for a := 1; a <= shift; a++ {
			singles = append(singles, s.taken+a)
		}
	}
	return !lacks(o.singles, theirs) && !lacks(singles, mine)
}

// standards returns the codes d0.d1d2d3 in their order.
func standards() []Code {
	var codes []Code
	for d0 := 0; d0 <= 4; d0 += 4 {
		for digits := 1; digits <= 3; digits++ {
			for number := range 1 << (3 * digits) {
				if number%8 != 0 || number == 0 && digits == 1 { // the others are written with fewer digits
					codes = append(codes, MustCode(fmt.Sprintf("%d.%0*o", d0, digits, number)))
				}
			}
		}
	}
	return codes
}

// shiftedTo looks for a shift by which s is the sequence of the standard.
func (s *Solution) shiftedTo(ctx context.Context, standard Code) (Equivalence, bool, error) {
	const few = 48
	o, ok := standard.octal()
	if !ok {
		return Equivalence{}, false, nil
	}
	beginning, err := (&naiveEngine{octal: o}).extend(ctx, nil, few)
	if err != nil {
		return Equivalence{}, false, err
	}
	for _, shift := range []int{0, 1, -1, 2, -2, mostShift, -mostShift} {
		agree := true
		for n := max(0, -shift); agree && n+shift < few; n++ {
			v, _ := s.At(uint64(n))
			agree = v == uint64(beginning[n+shift])
		}
		if !agree || shift < 0 && !s.zeroBelow(-shift) {
			continue
		}
		other, err := Solve(ctx, standard, easyBudget, nil)
		other.release(ctx)
		if err != nil {
			return Equivalence{}, false, err
		}
		if proof, ok := s.agrees(other, shift); ok {
			return Equivalence{standard, shift, proof}, true, nil
		}
	}
	return Equivalence{}, false, nil
}

// zeroBelow reports whether G(0) … G(n-1) are 0.
func (s *Solution) zeroBelow(n int) bool {
	for i := range n {
		if v, _ := s.At(uint64(i)); v != 0 {
			return false
		}
	}
	return true
}

// agrees reports whether G(n) of s is G(n + shift) of other for all n. If the
// slopes are the same, n times the slope can be taken from both sequences, which
// leaves two of periods p and q; and these are the same if they agree for p + q
// terms in a row (Fine and Wilf 1965).
func (s *Solution) agrees(other *Solution, shift int) (proof string, ok bool) {
	p, q := s.Period, other.Period
	if !q.Proved || p.Saltus*q.Period != q.Saltus*p.Period {
		return "", false
	}
	last := max(p.Preperiod, q.Preperiod) + uint64(max(0, -shift)) + p.Period + q.Period
	for n := uint64(max(0, -shift)); n <= last; n++ {
		v, _ := s.At(n)
		w, _ := other.At(uint64(int(n) + shift))
		if v != w {
			return "", false
		}
	}
	return fmt.Sprintf("both periods are proved, %d after %d and %d after %d, and all values to n = %d agree", p.Period, p.Preperiod, q.Period, q.Preperiod, last), true
}
