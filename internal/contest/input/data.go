package input

// An input in memory: numbers, texts, lists and what is made of them.

import (
	"bytes"
	"encoding/json"
	"slices"
)

// A Data is an input, or one of its repetitions: a test, a query, a call.
type Data struct {
	// Values holds a value for each field of the group, in order.
	Values []Value
	// Tests are the repetitions. A Data that [Shape.Each] reads has none.
	Tests []*Data
	// Outer is what this repeats in, with the fields that are shared, and nil for
	// the whole input.
	Outer *Data
	// Index counts the repetitions from 0. Where it is 0, Outer is new too.
	Index int
	// Call is the line of a call, and Expect the result that it expects, nil where
	// there is none.
	Call   []byte
	Expect json.RawMessage

	line int
	in   source // where it is being read
}

// Line returns the line of the text that d ends on, or 0 if it was not read.
func (d *Data) Line() int {
	if d.line == 0 && d.in != nil {
		return d.in.Position().Line
	}
	return d.line
}

// Clone returns a copy of d, of what repeats in it, and of the values that it repeats
// in.
func (d *Data) Clone() *Data {
	return d.CloneIn(d.Outer.cloneValues())
}

// CloneIn returns a copy of d as a repetition in outer, which is a copy of d.Outer or
// stands for it.
func (d *Data) CloneIn(outer *Data) *Data {
	c := &Data{Outer: outer, Index: d.Index, Call: bytes.Clone(d.Call), Expect: bytes.Clone(d.Expect), line: d.Line()}
	for i := range d.Values {
		c.Values = append(c.Values, d.Values[i].clone())
	}
	for _, test := range d.Tests {
		c.Tests = append(c.Tests, test.CloneIn(c))
	}
	return c
}

// cloneValues copies d and what it repeats in, without what repeats in it.
func (d *Data) cloneValues() *Data {
	if d == nil {
		return nil
	}
	flat := *d
	flat.Tests = nil
	return flat.CloneIn(d.Outer.cloneValues())
}

func (v *Value) clone() Value {
	return Value{v.Number, slices.Clone(v.List), bytes.Clone(v.Text), slices.Clone(v.Ends)}
}

// A Value is what one field holds. Which parts it uses depends on the kind.
type Value struct {
	// Number is a number, or the length of the rows of records (their columns), or edges (2).
	//
	// Numbers are kept modulo 2^64: for a field that may be negative,
	// int64(n) is the number.
	Number uint64
	// List holds the numbers of a list, all rows of records, all lists, or all edges.
	List []uint64
	// Text is a word, or all words without anything between.
	Text []byte
	// Ends are where the words of Text or the lists of List end.
	Ends []int
}

// Row returns row i of records, of edges, or list i of lists.
func (v *Value) Row(i int) []uint64 {
	if v.Ends != nil {
		return v.List[v.start(i):v.Ends[i]]
	}
	width := int(v.Number)
	return v.List[i*width : (i+1)*width]
}

// Word returns word i of texts.
func (v *Value) Word(i int) []byte { return v.Text[v.start(i):v.Ends[i]] }

// start returns where word or list i begins.
func (v *Value) start(i int) int {
	if i == 0 {
		return 0
	}
	return v.Ends[i-1]
}

// Len returns the number of elements, rows, words or lists, or of the characters of
// a single word.
func (v *Value) Len() int {
	switch {
	case v.Ends != nil:
		return len(v.Ends)
	case v.Number > 0:
		return len(v.List) / int(v.Number)
	case v.List != nil:
		return len(v.List)
	}
	return len(v.Text)
}

// At returns the value of the field at p, which is one of d or around it.
func (d *Data) At(p Place) *Value {
	for range p.Out {
		d = d.Outer
	}
	return &d.Values[p.Field]
}

// A Place is where the value of a field stands, seen from an innermost repetition.
type Place struct {
	Out   int // how often to go to the Outer
	Field int // the index in Values
}
