package heap

// This file holds equivalence: codes whose nim-sequences are the same but for a
// shift. Dawson's Kayles 0.07, for instance, is 0.4 with one token less: a heap
// of n of the one has the nim-value of a heap of n+1 of the other.
//
// It is proved, not looked up: both sequences have a proved period, and from a
// common n on they agree for as long as both periods together need to repeat.
// Codes without a proved period are not claimed to be equivalent to others.

import (
	"context"
	"fmt"
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

// FindStandard returns the first code d0.d1d2d3, d0 = 0 or 4, to which c is
// equivalent, where those with d0 = 0 come first, and then those with fewer digits.
// It is c itself, with shift 0, if there is none before it; and false if no
// period of c is proved by easily computed values. It costs some milliseconds.
func FindStandard(ctx context.Context, c Code) (Equivalence, bool, error) {
	mine, err := Solve(ctx, c, easyBudget, nil)
	if err != nil || !mine.Period.Proved {
		return Equivalence{}, false, err
	}
	for _, standard := range standards() {
		if standard.String() == c.String() {
			return Equivalence{Standard: standard, Proof: "it is the first of its kind"}, true, nil
		}
		if e, ok, err := mine.shiftedTo(ctx, standard); ok || err != nil {
			return e, ok, err
		}
	}
	return Equivalence{Standard: c, Proof: "no code of three digits before it has the same values"}, true, nil
}

// standards returns the codes d0.d1d2d3 in their order.
func standards() []Code {
	var codes []Code
	for d0 := 0; d0 <= 4; d0 += 4 {
		for digits := 1; digits <= 3; digits++ {
			for number := range 1 << (3 * digits) {
				if number%8 != 0 || number == 0 && digits == 1 { // else written with fewer digits
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

// agrees reports whether G(n) of s is G(n + shift) of other for all n.
func (s *Solution) agrees(other *Solution, shift int) (proof string, ok bool) {
	p, q := s.Period, other.Period
	if !q.Proved || p.Saltus*q.Period != q.Saltus*p.Period {
		return "", false
	}
	end := max(p.Preperiod, q.Preperiod) + mostShift + lcm(p.Period, q.Period)
	for n := uint64(max(0, -shift)); n < end; n++ {
		v, _ := s.At(n)
		w, _ := other.At(uint64(int(n) + shift))
		if v != w {
			return "", false
		}
	}
	return fmt.Sprintf("both periods are proved, %d after %d and %d after %d, and all values to n = %d agree", p.Period, p.Preperiod, q.Period, q.Preperiod, end), true
}
