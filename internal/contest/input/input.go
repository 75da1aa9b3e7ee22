// Package input says what the input of a contest problem looks like, as data, and
// does with it all that a setter writes by hand: it reads, checks, writes, draws,
// shrinks, and makes a stand-alone validator.
//
// A [Declaration] lists fields in the order of the text. [New] checks it and returns a
// [Shape]. [Shape.Each] reads an input as a judge's program does, test by test and
// with the same memory for each; [Shape.Parse] reads a whole one, as a validator
// does. One input in memory is a [Data].
//
// The package knows no game, and nothing about answers.
package input

import (
	"context"
	"unique"
)

// A declaration says what an input looks like; nothing is checked before it is complete.

// A Declaration is all that is said of an input.
type Declaration struct {
	Group
	// Call is the name of a function. The input is then one JSON object a line,
	// {"args": […], "expect": …}, and the fields are the arguments. Such an input
	// is a repetition of calls to the end of the text, and its Group has no
	// Repeat.
	Call string
	// Totals bound sums over the whole input.
	Totals []Total
	// Valid says what the fields cannot: "" where the innermost repetition is
	// right, or what would be right instead. Its error ends what is being done. It
	// may be nil.
	Valid func(ctx context.Context, d *Data) (want string, err error)
}

// A Group is fields in order, and what is repeated after them.
type Group struct {
	Fields []Field
	Repeat *Repeat // nil where nothing is repeated
}

// A Repeat is a group that occurs many times: the tests of a file, or the queries of
// a test.
type Repeat struct {
	// Name is what one of them is, in errors: "test" or "query".
	Name string
	// How they end in the text.
	How How
	// Count bounds their number. For [Times] it may be an earlier field. The zero
	// value is any number from 0.
	Count Count
	// Last are the numbers that stand in place of the first fields after the last of
	// them, for [Until]: 0 where there are none.
	Last []Int
	// End stands after the number of them, "\n" if it is empty.
	End string
	Group
}

// How says where repetitions end.
type How uint8

// The ways in which repetitions end.
const (
	Times How = iota // their number stands before them, or is an earlier field
	Until            // certain numbers stand in place of the first fields
	ToEnd            // with the text
)

// A Total bounds the sum of a field over the whole input: of the numbers, or of the
// lengths of lists and texts. Of many words or lists it bounds their letters or numbers.
type Total struct {
	Field string
	Most  Int
}

// A Kind is a kind of field.
type Kind uint8

// The kinds of fields.
const (
	KindNumber  Kind = iota // a number
	KindNumbers             // a list of numbers
	KindText                // a word over an alphabet
	KindTexts               // a list of words
	KindTree                // edges of a tree of the nodes 1 … n
	KindGraph               // edges of a graph of the nodes 1 … n
	KindRecords             // rows of numbers that have bounds by column
	KindLists               // a list of lists of numbers
)

// Order is what a list demands of each number after the one before, or of all.
type Order uint8

// The orders of a list.
const (
	AnyOrder      Order = iota
	Increasing          // each number is greater than the one before
	Nondecreasing       // no number is less than the one before
	Decreasing
	Nonincreasing
	Distinct // no number occurs twice
)

// A Field is one thing that an input holds, by default on a line of its own.
type Field struct {
	Name string
	Kind Kind
	// Count is the number of numbers, words, rows, records, lists or edges of
	// the field. A tree counts its nodes.
	Count Count
	// Nodes is the number of a graph's nodes; Count is the number of its edges.
	Nodes Bound
	// Least and Most bound each number, or the length of each word.
	Least, Most Bound
	// Alphabet holds the characters of words and grids, in ASCII.
	Alphabet string
	// Order is demanded of numbers, of each of the lists, and of each column of records.
	// Records may be distinct too.
	Order Order
	// Base is the first node of a tree or a graph, 0 or 1.
	Base int
	// Parents says that a tree is given by the parents of the nodes after the
	// first, on one line, each less than its node.
	Parents bool
	// A graph has no loop, and no edge twice unless edges may be repeated. Directed
	// edges lead from the first node to the second; acyclic ones have no cycle, and
	// connected ones have a path, in some direction, between any two nodes. Lists are
	// acyclic if there is no cycle where edges lead from each node to those in its list.
	Directed, Acyclic, Connected, Repeated bool
	// Columns are the fields of each record, of the kind number.
	Columns []Field
	// Item is each of the lists, of the kind numbers.
	Item *Field
	// Separator stands between the numbers or words of a list, a blank if it is
	// empty. Rows, records, edges and lists stand on lines of their own.
	Separator string
	// End stands after the field, "\n" if it is empty.
	End string
}

// A Count is how many there are of something.
type Count struct {
	Least, Most Bound
	// Counted says that the number stands in the text before what it counts. Where
	// it does not, Least and Most are equal, or the input is a call, where a list
	// ends by itself.
	Counted bool
	// End stands after the number, a blank if it is empty.
	End string
}

// Exactly returns the count that is a number or an earlier field.
func Exactly(b Bound) Count { return Count{Least: b, Most: b} }

// Counted returns a count that stands in the text before what it counts.
func Counted(least, most Bound) Count { return Count{Least: least, Most: most, Counted: true} }

// A Bound is a number, or an earlier number field or the length of an earlier list, or a
// [Term] of such, and a number more. Bounds that say the same are equal. The zero value is
// the number 0.
type Bound struct {
	// Field is an earlier field, of this group or of one around it, or "".
	Field string
	// Plus is the number, or what is added to the field or term.
	Plus Int
	term unique.Handle[Term] // the zero value where there is none
}

// At returns the bound that is a number.
func At(n int64) Bound { return Bound{Plus: IntOf(n)} }

// Of returns the bound that is an earlier field, or where that is a list, text or
// the like, its length.
func Of(field string) Bound { return Bound{Field: field} }

// Add returns the bound that is n more.
func (b Bound) Add(n int64) Bound {
	b.Plus = b.Plus.Add(IntOf(n))
	return b
}
