package certificate

// This file holds the values that the walk knows.

import (
	"fmt"
	"strings"

	"grundy/rules/lang"
)

// A val is a value of the language, as far as the walk knows it.
type val struct {
	is    byte // i integer, b truth, l list or row, c copies, s text, n none, f function, r range, ? unknown
	t     term
	f     formula
	list  []val
	text  string // of a text; the name of a function of the language; why unknown
	def   *lang.Syntax
	field *field
	size  int // of what it holds
}

func (v val) key() string {
	var b strings.Builder
	b.WriteByte(v.is)
	b.WriteString(v.text)
	switch v.is {
	case 'i':
		b.WriteString(v.t.key())
	case 'b':
		b.WriteString(v.f.key())
	case 'f':
		fmt.Fprintf(&b, "%p", v.def)
	}
	for _, w := range v.list {
		b.WriteString("," + w.key())
	}
	return b.String()
}

// A field is a part of the declaration of a position.
type field struct {
	name        string
	least, most int64
	cells       int // -1: an integer
	order       string
	distinct    bool
	sorted      bool // heaps: a position has them in ascending order
}

func number(n int64) val    { return val{is: 'i', t: constant(n)} }
func truthOf(f formula) val { return val{is: 'b', f: f} }

func listOf(vs []val) val {
	size := len(vs)
	for _, v := range vs {
		size += v.weight()
	}
	return val{is: 'l', list: vs, size: size}
}

// weight is how much a value holds.
func (v val) weight() int { return v.size + v.f.size }
