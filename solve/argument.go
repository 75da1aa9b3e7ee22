package solve

// The argument behind an answer as data: what argue.go finds, and what
// is drawn of it, as text or on a page.

import (
	"math/big"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// An Argument is one step of why the outcome is what it is. The steps are, in this
// order and each only where it says something: [*Pairing], [*NimSum], a [*Reading] for each
// component that can be read, a [*Mex] for each of the parts or for the whole, [*Comparison] or
// [*Misere], and at last [*Replies], two of them for a draw.
type Argument interface{ argument() }

func (*Pairing) argument()    {}
func (*NimSum) argument()     {}
func (*Reading) argument()    {}
func (*Mex) argument()        {}
func (*Comparison) argument() {}
func (*Misere) argument()     {}
func (*Replies) argument()    {}

// A Part is a position that an argument compares: a component or, where that is a sum,
// one of its parts, such as a heap.
type Part struct {
	Component int // the index of its component, of the first copy, from 0
	Position  grundy.Component
	Copies    uint64
	Value     uint64             // its nim-value, or the measure that is compared
	Infinite  *grundy.LoopyValue // the nim-value where it is infinite
	Words     string             // what is compared, in words; "" for nim-values

	term    int  // the index of its term
	isWhole bool // it is the component, and not a part of it
}

// maxShown bounds the parts, options and replies of each step that are listed.
const maxShown = maxReasons

// A NimSum is the argument of the Sprague-Grundy theorem: the nim-values of all parts and
// their nim-sum. An infinite nim-value among them is left out of the nim-sum.
type NimSum struct {
	Parts []Part // the first of them
	// Others counts the parts that are not listed, copies one by one; OthersSum is
	// their nim-sum.
	Others, OthersSum uint64
	Sum               uint64
	// Digit is the binary digit that each winning move changes, as a power of two: the first
	// one of Sum, or 1 where Sum is 0 in misère play. It is 0 where no digit decides: no move
	// wins, or an infinite nim-value decides.
	Digit uint64
	// Changes are the parts whose nim-value can become what wins, the first of them: those
	// that have the digit, and those that can be raised.
	Changes []Change
}

// Width returns how many binary digits the nim-values of the argument have at most.
func (n *NimSum) Width() int {
	all := n.Sum | n.OthersSum | 1
	for _, p := range n.Parts {
		all |= p.Value
	}
	for _, c := range n.Changes {
		all |= c.Part.Value
	}
	return bits.Len64(all)
}

// A Change makes the nim-value of a part another one, by a winning move. In misère play the
// nim-sum that is left says which of the two positions it is that can be left: 0 with a firm
// part, 1 with none.
type Change struct {
	Part Part
	To   uint64
	Move Move // one that does so; nil where none is listed in the answer
	// Back is a move after Move that takes the nim-value back where it was, in normal play
	// where To is larger; otherwise nil.
	Back Move
}

// A Mex is the argument for one nim-value: those of the options, and the least number
// that is missing.
type Mex struct {
	Component int // the index of its component, of the first copy, from 0
	Position  grundy.Component
	Misere    bool          // these are misère nim-values
	Options   []OptionValue // the first of the nim-values that occur, ascending
	// Others counts the nim-values below Value that are not listed, and More says that
	// there may be larger ones that are not.
	Others uint64
	More   bool
	Value  uint64
	// Infinite is the nim-value where it is infinite, and nil otherwise. It holds the
	// finite nim-values of the options; Options are the first of these, and Others counts
	// the rest.
	Infinite *grundy.LoopyValue
	// Revert is an option of infinite nim-value, or nil. Where the position has a finite
	// one, a move there can be taken back to it.
	Revert grundy.Component
}

// An OptionValue is a nim-value that occurs, with the first option that has it.
type OptionValue struct {
	Value  uint64
	Option grundy.Component
	// Back is an option of Option that has the nim-value of the position, where Value is
	// larger: the move to Option can be taken back. It is nil where none was looked for or, by
	// misère nim-values, where Option has ended.
	Back grundy.Component
}

// A Reading is how the nim-value of a component is read off its scene.
type Reading struct {
	Component int // the index of its first copy, from 0
	Position  grundy.Component
	Value     uint64
	grundy.Reading
}

// A Pairing is the strategy of the player who does not move, or of the one who has made
// the move After: parts are paired off, and
// each move is answered by the same move in the twin.
type Pairing struct {
	// After is a winning move that is made first; nil where the player to move loses.
	After  Move
	Pairs  [][2]Part // the first of them
	Others uint64    // pairs that are not listed
	Zeros  []Part    // without a twin, of nim-value 0: the first of them
}

// A Comparison is what decides a compound: a measure of each component, and what of them
// decides.
type Comparison struct {
	Kind     compound.Kind
	Measure  grundy.Measure
	Parts    []Part // the first of them
	Others   uint64 // those that are not listed, copies one by one
	Compares string // what decides, such as "least" (compound.Theorem.Compares)
	Value    uint64
	Lost     string   // at which Value the player to move loses: "even", "odd", "0", or "" where Rule says it
	Rule     []string // what decides, in sentences, for these parts
	// Modulus and Columns are of Moore's theorem: how many heaps have a one at each
	// digit, the highest first, and what they are counted by.
	Modulus uint64
	Columns []Column
}

// A Column is a binary digit, as a power of two, and the number of heaps that have a one
// there.
type Column struct{ Digit, Ones uint64 }

// A Misere is what decides a disjunctive sum in misère play.
type Misere struct {
	Way    MisereWay
	Parts  []MiserePart // the first of them
	Others uint64       // those that are not listed, copies one by one
	// Sum is the nim-value of a sum of tame components, and Firm whether it is firm; the
	// player to move loses at 0 where it is, and otherwise at 1. Digits are the nim-values of
	// the parts, nil where that of one is not known; the words of each part say whether it is
	// firm.
	Sum    uint64
	Firm   bool
	Digits *NimSum
	// Heap is the largest heap of Nim and Rest the misère nim-value of everything else,
	// where Way is ByGenera and there is one: the player to move loses where they are
	// the same.
	Heap, Rest uint64
	// Order and PPortion are the number of elements of the misère quotient and of those
	// that are P, Product is the element that the sum is, as [misere.Words] writes it.
	Order, PPortion int
	Product         string
	// Relations are the first of the rules by which products are shortened: the right side
	// may stand for the left one.
	Relations [][2]string
	Lost      bool     // whether that element is P
	Rule      []string // what decides, in sentences, for these parts
	// Phases are how tame components are played: what to leave as long as a firm part is left,
	// and what then. Phase is the index of the one in which the next move is.
	Phases []string
	Phase  int
}

// A MisereWay says what decides a sum in misère play.
type MisereWay string

// The ways, in the words of the JSON.
const (
	ByTameGenus   MisereWay = "tame"
	ByGenera      MisereWay = "genera"
	ByQuotient    MisereWay = "quotient"
	ByOneMoving   MisereWay = "alone"  // only one component can move
	BySearchedSum MisereWay = "search" // of sums
)

// A MiserePart is a component in misère play, or one of its parts.
type MiserePart struct {
	Component int
	Position  grundy.Component
	Copies    uint64
	Genus     misere.Stated // if it was needed
	NimValue  *uint64       // of a tame part, nil where it is not known
	Firm      bool
	Element   string // of the quotient
}

// Replies are what happens after each move: of the player who loses or, in a draw, of
// either player.
type Replies struct {
	// After is a move that is made first: a winning one or, in a draw, one that keeps it.
	// It is nil where the player to move has none, and for all moves of a draw.
	After   Move
	Replies []Reply  // the first of them
	More    bool     // there are others that are not listed
	Count   *big.Int // of all moves; nil where there are too many to count
}

// A Reply is a move, and what answers it. The position after Move has the Outcome: N where
// Answer wins, and D where Move keeps a draw, as Answer does. Answer is nil where the play
// is over.
type Reply struct {
	Move, Answer Move
	Outcome      grundy.Outcome
	// Same is the index in the list of the first reply whose answer leaves the same
	// position, apart from the order of components.
	Same int
}
