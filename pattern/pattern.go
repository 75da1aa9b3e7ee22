// Package pattern finds the pattern behind the table of a game: the shortest description
// that explains every value.
//
// [Describe] tries families of descriptions, from simple to rich, on a table and checks
// what it finds on a far larger one. A description is kept only if it is much shorter than
// the table that it explains; decide.go states the rule.
package pattern

// A table comes in, a pattern comes out.

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy/theory/automata"
)

// A Kind says what the values of a table are.
type Kind uint8

// The kinds of tables.
const (
	NimValues  Kind = iota
	Outcomes        // 0 for P, 1 for N, as [grundy.Outcome]
	Remoteness      // the number of moves that play lasts
)

// single is the first kind of one nim-value.
const single Kind = 16

// MostSingle is the largest nim-value that a kind is of.
const MostSingle = 127

// NimValue returns the kind of tables with 0 where the nim-value is k, at most MostSingle, and
// 1 elsewhere.
func NimValue(k uint8) Kind { return single + Kind(k) }

// Single returns the nim-value of a kind of [NimValue].
func (k Kind) Single() (value int64, ok bool) { return int64(k) - int64(single), k >= single }

// IsSet reports whether the tables say which positions are in a set: 0 for those.
func (k Kind) IsSet() bool { return k == Outcomes || k >= single }

// In says that a position is in the set: "P", or "of nim-value 3".
func (k Kind) In() string {
	if v, ok := k.Single(); ok {
		return fmt.Sprintf("of nim-value %d", v)
	}
	return "P"
}

// String returns the word by which the command calls the kind.
func (k Kind) String() string {
	if v, ok := k.Single(); ok {
		return fmt.Sprintf("nim-value=%d", v)
	}
	return [...]string{"nim-values", "p-positions", "remoteness"}[k]
}

// Hole stands in a table where no position is.
const Hole = -1

// A Table holds the values of all cells of a box that begins at 0 in each coordinate.
type Table struct {
	Coordinates []string // their names, one to four
	Of          Kind
	Misere      bool
	Sides       []int   // how many values each coordinate takes, at least 1
	Values      []int64 // of all cells, the last coordinate runs fastest; at least 0, or Hole

	upTo int64 // automata are learned of the values below; 0 for all
}

// NewTable returns a table full of holes.
func NewTable(of Kind, coordinates []string, sides ...int) *Table {
	cells := 1
	for _, n := range sides {
		cells *= n
	}
	t := &Table{Coordinates: coordinates, Of: of, Sides: slices.Clone(sides), Values: make([]int64, cells)}
	for i := range t.Values {
		t.Values[i] = Hole
	}
	return t
}

// Index returns the place of a cell in Values, and whether it is in the box.
func (t *Table) Index(at ...int) (i int, ok bool) {
	for c, x := range at {
		if x < 0 || x >= t.Sides[c] {
			return 0, false
		}
	}
	return t.index(at), true
}

// index returns the place of a cell of the box.
func (t *Table) index(at []int) (i int) {
	for c, x := range at {
		i = i*t.Sides[c] + x
	}
	return i
}

// At returns the value of a cell, or Hole outside the box.
func (t *Table) At(at ...int) int64 {
	if i, ok := t.Index(at...); ok {
		return t.Values[i]
	}
	return Hole
}

// Cells goes over the cells that are not holes, in the order of Values. The coordinates are
// only good until the next step.
func (t *Table) Cells() iter.Seq2[[]int, int64] {
	return func(yield func([]int, int64) bool) {
		at := make([]int, len(t.Sides))
		for _, v := range t.Values {
			if v != Hole && !yield(at, v) {
				return
			}
			advance(at, t.Sides)
		}
	}
}

// advance goes on to the next cell of a box, the last coordinate fastest.
func advance(at, sides []int) {
	for c := len(at) - 1; c >= 0; c-- {
		if at[c]++; at[c] < sides[c] {
			return
		}
		at[c] = 0
	}
}

// Within returns the part of a table whose sides are at most these.
func (t *Table) Within(sides ...int) *Table {
	sides = slices.Clone(sides)
	for i, n := range t.Sides {
		sides[i] = min(n, sides[i])
	}
	part := NewTable(t.Of, t.Coordinates, sides...)
	part.Misere = t.Misere
	at := make([]int, len(sides))
	for i := range part.Values {
		part.Values[i] = t.At(at...)
		advance(at, part.Sides)
	}
	return part
}

// A Source makes a table of the same game of another size.
type Source func(ctx context.Context, sides []int) (*Table, error)

// A Family is a kind of pattern.
type Family string

// The families, from simple to rich.
const (
	Constant    Family = "constant"
	Periodic    Family = "periodic"
	Arithmetic  Family = "arithmetic"
	Bits        Family = "bits"
	Residues    Family = "residues"
	Valuation   Family = "valuation"
	Beatty      Family = "beatty"
	Coordinates Family = "coordinates"
	Automaton   Family = "automaton"
)

// A Rule is the function of the coordinates that a pattern says the values are: 0 for P and 1
// for N, if they are outcomes.
type Rule interface {
	// At returns the value of a cell, or false where it is not known or is not below 2^62.
	At(at []int) (int64, bool)
	// Formula returns a formula that holds exactly where the value is a number called value,
	// or, for outcomes, exactly at the P-positions; and the system in which it says that, nil
	// for any. The error says what is not definable.
	Formula(ctx context.Context, names []string, value string) (automata.Formula, *automata.System, error)
	// Words says the rule in a sentence, given the names of the coordinates.
	Words(names []string) string
	// Program returns functions in the language of rules. The one named answer takes the
	// coordinates and returns the value, or for outcomes whether the player to move wins.
	// Integers have 64 bits. It is false where there is none.
	Program(names []string) (text string, ok bool)
}

// A Pattern explains a table.
type Pattern struct {
	Family      Family
	Words       string // for a student
	Of          Kind
	Misere      bool
	Coordinates []string
	// Chosen are further coordinates, which the player who moves chooses freely. Where there are some,
	// the rule says P for what can be left safely: some choice makes it a P-position.
	Chosen    []string
	Rule      Rule
	Bits      float64    // the length of the description
	Listed    float64    // the length of a plain list of the values that it was found in
	CheckedTo []int      // all cells of this box were checked
	Cells     uint64     // how many those are, without holes
	Rejected  []Rejected // simpler guesses
	// Beyond says why no larger box was checked, where the rules fail at positions that its play
	// leads to; nil otherwise.
	Beyond error

	question Question
}

// Value returns what the pattern says of a cell, which is known where coordinates and value are below
// 2^62.
func (p *Pattern) Value(at []*big.Int) (*big.Int, error) {
	if len(at) != len(p.Coordinates) {
		return nil, fmt.Errorf("%d coordinates are given, and the pattern has %d", len(at), len(p.Coordinates))
	}
	cell := make([]int, len(at))
	for i, x := range at {
		if x.Sign() < 0 || x.BitLen() > 62 {
			return nil, fmt.Errorf("%s is %v: want coordinates from 0 to 2^62 - 1", p.Coordinates[i], x)
		}
		cell[i] = int(x.Int64())
	}
	if v, ok := p.Rule.At(cell); ok {
		return big.NewInt(v), nil
	}
	return nil, fmt.Errorf("the pattern says nothing of %v", at)
}

// A Rejected guess explains a part of the table, and fails at a cell.
type Rejected struct {
	Family          Family
	Of              Kind
	Words           string
	At              []int // the first cell where it fails
	Foretold, Found int64
	Why             string // instead of a cell: why it cannot be tried
}
