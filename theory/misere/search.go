package misere

// This file holds who wins a sum of canonical forms: by the theorem on tame games,
// by the genus where heaps of two stand beside one game, else by search.

import (
	"encoding/binary"
	"slices"

	"grundy"
)

// SumOutcome returns the outcome of the sum of the forms in misère play. Sums that
// needed a search are remembered. It returns the error of Check.
//
// The search looks at sums of forms: two heaps of 1 cancel, as do two forms that
// have *1 taken from them, and where all components are tame the theorem of
// class.go answers, so that only sums with a wild component are met.
func (s *Store) SumOutcome(forms []Form) (grundy.Outcome, error) {
	var rest []Form
	one := false
	for _, f := range forms {
		f, odd := s.even(f)
		if odd {
			one = !one
		}
		if f != 0 {
			rest = append(rest, f)
		}
	}
	slices.Sort(rest)
	return s.outcome(rest, one)
}

// outcome is SumOutcome for even forms in ascending order, and *1 if one is set.
func (s *Store) outcome(forms []Form, one bool) (grundy.Outcome, error) {
	if p, ok := s.byTheorem(forms, one); ok {
		return outcomeOf(p), nil
	}
	flip := Form(0)
	if one {
		flip = 1
	}
	key := string(binary.BigEndian.AppendUint32(keyOf(forms), uint32(flip)))
	if p, ok := s.won[key]; ok {
		return outcomeOf(p), nil
	}
	if err := s.check(); err != nil {
		return grundy.N, err
	}
	p, err := s.search(forms, one)
	if err != nil {
		return grundy.N, err
	}
	if s.won == nil {
		s.won = map[string]bool{}
	}
	s.won[key] = p
	s.bytes += entryBytes + uint64(len(key))
	return outcomeOf(p), nil
}

// search reports whether no option of the sum is P. It looks at those of nim-value 0
// first, as most sums that are P have it.
func (s *Store) search(forms []Form, one bool) (p bool, err error) {
	v := uint32(0)
	if one {
		v = 1
	}
	for _, f := range forms {
		v ^= s.forms[f].symbol.base
	}
	for _, zero := range []bool{true, false} {
		if one && (v^1 == 0) == zero {
			if o, err := s.outcome(forms, false); err != nil || o == grundy.P {
				return false, err
			}
		}
		for i, f := range forms {
			if i > 0 && forms[i-1] == f {
				continue
			}
			rest := v ^ s.forms[f].symbol.base
			others := slices.Delete(slices.Clone(forms), i, i+1)
			for _, option := range s.forms[f].options {
				if (rest^s.forms[option].symbol.base == 0) != zero {
					continue
				}
				o, odd := s.even(option)
				next := others
				if o != 0 {
					at, _ := slices.BinarySearch(others, o)
					next = slices.Insert(slices.Clone(others), at, o)
				}
				if outcome, err := s.outcome(next, one != odd); err != nil || outcome == grundy.P {
					return false, err
				}
			}
		}
	}
	return true, nil
}

func outcomeOf(p bool) grundy.Outcome {
	if p {
		return grundy.P
	}
	return grundy.N
}

// byTheorem reports whether the sum is P, if no search is needed.
func (s *Store) byTheorem(forms []Form, one bool) (p, ok bool) {
	tame, firm, v := true, false, uint32(0)
	if one {
		v = 1
	}
	twos, others, other := 0, 0, Form(0)
	for _, f := range forms {
		g := &s.forms[f]
		switch {
		case !g.class.IsTame():
			tame = false
		case g.symbol.pair().firm():
			firm = true
		}
		v ^= g.symbol.base
		if g.class == Nim && g.symbol.base == 2 {
			twos++
		} else {
			others, other = others+1, f
		}
	}
	switch {
	case tame:
		return firm && v == 0 || !firm && v == 1, true
	case others == 1:
		return s.forms[other].symbol.Plus(twos, one).At(0) == 0, true
	}
	return false, false
}
