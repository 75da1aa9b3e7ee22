package misere

// Canonical forms are written and read in this way.
//
//	3         a heap of Nim of 3
//	2#        the game whose only option is 2; 2## that whose only option is 2#
//	2[2]      2 + 2; 2[21] is 2 + 2 + 1
//	2[#1]     2# + 1
//	(2#1)21   the game whose options are 2#1, 2 and 1, where 2#1 has the options 2#
//	          and 1
//
// Options come in descending order. Heaps of 10 or more stand in braces, as in
// {12}. This is Conway's notation (On Numbers and Games, chapter 12; Winning Ways,
// chapter 13) in one line, as CGSuite prints it: there a plus sign stands below
// for #, and a sum is written as an index.

import (
	"cmp"
	"slices"
	"strconv"
)

// String returns f in the literature's notation; see the top of notation.go.
func (s *Store) String(f Form) string { return string(s.AppendText(nil, f)) }

// MostWritten is the largest birthday of canonical forms that are written. Each day
// more makes them two or three times as long.
const MostWritten = 10

// Short returns the same, and false if that takes more letters than a description is worth.
func (s *Store) Short(f Form) (text string, ok bool) {
	if s.Birthday(f) > MostWritten {
		return "", false
	}
	return s.String(f), true
}

// AppendText appends the same as String.
func (s *Store) AppendText(dst []byte, f Form) []byte {
	text, _ := s.write(f)
	return append(dst, text...)
}

// write returns f in words and whether it needs parentheses in a list.
func (s *Store) write(f Form) (text []byte, list bool) {
	base, steps := s.peel(f)
	g := s.forms[base]
	if g.class == Nim {
		text = appendHeap(nil, int(g.symbol.base))
	} else {
		options := slices.Clone(g.options)
		slices.SortFunc(options, func(a, b Form) int { return s.compare(b, a) })
		for _, o := range options {
			t, inner := s.write(o)
			if inner {
				text = append(append(append(text, '('), t...), ')')
			} else {
				text = append(text, t...)
			}
		}
		if len(steps) == 0 {
			return text, true
		}
		text = append(append([]byte{'('}, text...), ')')
	}
	index := slices.ContainsFunc(steps, func(n int) bool { return n != 0 })
	if index {
		text = append(text, '[')
	}
	for _, n := range steps {
		if n == 0 {
			text = append(text, '#')
		} else {
			text = appendHeap(text, n)
		}
	}
	if index {
		text = append(text, ']')
	}
	return text, false
}

func appendHeap(dst []byte, n int) []byte {
	if n < 10 {
		return strconv.AppendInt(dst, int64(n), 10)
	}
	return append(strconv.AppendInt(append(dst, '{'), int64(n), 10), '}')
}

// peel takes from f what can be written behind it: a 0 in steps stands for #, other
// numbers for heaps of Nim that are added.
func (s *Store) peel(f Form) (base Form, steps []int) {
	for {
		g := s.forms[f]
		switch h, n := s.addend(f); {
		case g.class == Nim:
			slices.Reverse(steps)
			return f, steps
		case n > 0:
			f, steps = h, append(steps, n)
		case len(g.options) == 1:
			f, steps = g.options[0], append(steps, 0)
		default:
			slices.Reverse(steps)
			return f, steps
		}
	}
}

// addend returns h and n > 0 where f is h + n for a heap n that is 1 or even, and n
// = 0 where there are none. Among them n is least.
func (s *Store) addend(f Form) (h Form, n int) {
	if rest, one := s.even(f); one {
		return rest, 1
	}
	g := s.forms[f]
	for _, o := range g.options {
		// f = o + n has the option o + m for each m < n, and they all differ.
		missing := int(g.birthday - s.forms[o].birthday)
		if missing%2 == 0 && missing <= len(g.options) && (n == 0 || missing < n) && s.isSum(f, o, missing) {
			h, n = o, missing
		}
	}
	return h, n
}

// isSum reports whether f is o + n by its options: o + m for all m < n, and o' + n
// for all options o' of o.
func (s *Store) isSum(f, o Form, n int) bool {
	sum, err := s.Sum(o, s.Nim(n))
	return err == nil && sum == f
}

// compare orders forms: by birthday, number of options, nim-value, misère
// nim-value, then by their options from the smallest on; a form with *1 comes right
// behind that without.
func (s *Store) compare(a, b Form) int {
	if a == b {
		return 0
	}
	x, oddX := s.even(a)
	y, oddY := s.even(b)
	if x == y {
		if oddX == oddY {
			return 0
		}
		if oddY {
			return -1
		}
		return 1
	}
	g, h := s.forms[x], s.forms[y]
	if c := cmp.Or(
		cmp.Compare(g.birthday, h.birthday),
		cmp.Compare(len(g.options), len(h.options)),
		cmp.Compare(g.symbol.base, h.symbol.base),
		cmp.Compare(g.symbol.At(0), h.symbol.At(0)),
	); c != 0 {
		return c
	}
	p, q := slices.Clone(g.options), slices.Clone(h.options)
	slices.SortFunc(p, s.compare)
	slices.SortFunc(q, s.compare)
	return slices.CompareFunc(p, q, s.compare)
}
