package input

// This file checks data that was not read.

import (
	"bytes"
	"errors"
	"slices"
)

var errNotAsWritten = errors.New("the data is not what its text says: a count does not fit its list")

// Check returns an error unless d is a valid input of the shape. It writes d and reads
// that; an error about the text has its place there.
func (s *Shape) Check(d *Data) error {
	if !s.fits(0, d) {
		return errNotAsWritten
	}
	text := s.Text(d)
	if err := s.context().Err(); err != nil {
		return err
	}
	again, err := s.Parse(bytes.NewReader(text), Options{Exact: true})
	if err != nil {
		return err
	}
	if !Equal(d, again) {
		return errNotAsWritten
	}
	return nil
}

// fits reports whether d can be written without going beyond a list.
func (s *Shape) fits(depth int, d *Data) bool {
	l := &s.levels[depth]
	if len(d.Values) != len(l.fields) || l.repeat == nil && len(d.Tests) > 0 {
		return false
	}
	for i := range l.fields {
		if !l.fields[i].fits(&d.Values[i]) {
			return false
		}
	}
	return !slices.ContainsFunc(d.Tests, func(test *Data) bool { return !s.fits(depth+1, test) })
}

func (f *field) fits(v *Value) bool {
	width := v.Number
	switch f.Kind {
	case KindRecords:
		return width == uint64(len(f.columns)) && len(v.List)%len(f.columns) == 0
	case KindTree, KindGraph:
		return width == 2 && len(v.List)%2 == 0
	case KindTexts:
		return endsFit(v.Ends, len(v.Text))
	case KindLists:
		return endsFit(v.Ends, len(v.List))
	case KindText:
		return v.Ends == nil && v.List == nil
	}
	return v.Ends == nil && v.Text == nil
}

// endsFit reports whether ends rise to n.
func endsFit(ends []int, n int) bool {
	last := 0
	for _, end := range ends {
		if end < last {
			return false
		}
		last = end
	}
	return last == n
}

// Equal reports whether two data have equal values, also in what repeats in them.
func Equal(a, b *Data) bool {
	return slices.EqualFunc(a.Values, b.Values, func(v, w Value) bool {
		return v.Number == w.Number && slices.Equal(v.List, w.List) && bytes.Equal(v.Text, w.Text) && slices.Equal(v.Ends, w.Ends)
	}) && slices.EqualFunc(a.Tests, b.Tests, Equal)
}
