package ask

// The argument behind an answer as data, a struct for each kind of step. docs/tour.md
// describes it.

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// A Part is a part of a sum, with what is said of it.
type Part struct {
	Component int    `json:"component"`
	Position  string `json:"position"`
	Title     string `json:"title" doc:"in words"`
	Copies    uint64 `json:"copies,omitempty"` // where there are several
	Value     number `json:"value,omitempty"`
	Binary    string `json:"binary,omitempty"`
	Words     string `json:"words,omitempty"`
}

// A BinaryNumber is a number with its binary digits.
type BinaryNumber struct {
	Value  uint64 `json:"value"`
	Binary string `json:"binary"`
}

// OtherParts are the parts that are not listed, with the XOR of their nim-values.
type OtherParts struct {
	Count uint64 `json:"count"`
	BinaryNumber
}

// A PartChange is a part, what it must become, and the move that does so.
type PartChange struct {
	Part
	To   BinaryNumber `json:"to"`
	Move *Move        `json:"move"`
	Back *Move        `json:"back,omitempty"`
}

// A NimSum is a step: nim-values and their XOR.
type NimSum struct {
	Kind    string       `json:"kind,omitempty" enum:"xor"`
	Parts   []Part       `json:"parts"`
	Others  *OtherParts  `json:"others,omitempty"`
	XOR     BinaryNumber `json:"xor"`
	Digit   *int         `json:"digit"` // its place, 0 for the last
	Changes []PartChange `json:"changes"`
	Said
}

// An ElementValue is what an element of a scene has to do with the nim-value of the position.
type ElementValue struct {
	Element string            `json:"element" doc:"its ID in the scene"`
	Name    string            `json:"name" doc:"what people call it"`
	Value   uint64            `json:"value"`
	Binary  string            `json:"binary,omitempty" doc:"where it counts"`
	Use     grundy.ElementUse `json:"use" enum:"counts,within,idle" doc:"counts: one of those whose XOR is the nim-value; within: the number of another element is made of it; idle: the element does not count"`
}

// A ReadingStep is a step: how the nim-value of a component is read off its scene.
type ReadingStep struct {
	Kind      string         `json:"kind" enum:"reading"`
	Component int            `json:"component"`
	Position  string         `json:"position"`
	Elements  []ElementValue `json:"elements"`
	XOR       BinaryNumber   `json:"xor"`
	Said
}

// A MexOption is an option with a nim-value.
type MexOption struct {
	Value *uint64    `json:"value,omitempty"`
	To    string     `json:"to"`
	Move  string     `json:"move,omitempty"`
	Back  *MexOption `json:"back,omitempty"`
}

// A MexStep is a step: the least number that no option has.
type MexStep struct {
	Kind      string      `json:"kind" enum:"mex"`
	Component int         `json:"component"`
	Position  string      `json:"position"`
	Title     string      `json:"title" doc:"the position in words"`
	Misere    bool        `json:"misere,omitempty"`
	Options   []MexOption `json:"options"`
	Others    uint64      `json:"others,omitempty"`
	More      bool        `json:"more,omitempty"`
	Infinite  *MexOption  `json:"infinite_option,omitempty"`
	Mex       number      `json:"mex"`
	Said
}

// A Pairing is a step: parts that are equal.
type Pairing struct {
	Kind   string    `json:"kind" enum:"pairing"`
	After  *Move     `json:"after"`
	Pairs  [][2]Part `json:"pairs"`
	Others uint64    `json:"others,omitempty"`
	Zeros  []Part    `json:"zeros,omitempty"`
	Said
}

// A Column says how many heaps have a one at a digit.
type Column struct {
	Digit int    `json:"digit"` // its place, 0 for the last
	Ones  uint64 `json:"ones"`
}

// A Comparison is a step: the rule of a compound, and what it compares.
type Comparison struct {
	Kind     string   `json:"kind" enum:"compound"`
	Compound string   `json:"compound"`
	Measure  string   `json:"measure,omitempty"`
	Parts    []Part   `json:"parts,omitempty"`
	Others   uint64   `json:"others,omitempty"`
	Compares string   `json:"compares,omitempty"`
	Value    number   `json:"value,omitempty"`
	Lost     string   `json:"lost,omitempty"`
	Rule     []string `json:"rule"`
	Modulus  uint64   `json:"modulus,omitempty"`
	Columns  []Column `json:"columns,omitempty"`
	Said
}

// A MiserePart is a part in misère play.
type MiserePart struct {
	Component int     `json:"component"`
	Position  string  `json:"position"`
	Title     string  `json:"title" doc:"in words"`
	Copies    uint64  `json:"copies,omitempty"`
	Genus     *Genus  `json:"genus,omitempty"`
	GenusText string  `json:"genus_text,omitempty" doc:"the genus as the literature abbreviates it"`
	NimValue  *uint64 `json:"nim_value,omitempty"`
	Firm      *bool   `json:"firm,omitempty"`
	Element   string  `json:"element,omitempty"`
}

// A QuotientProduct is the product of the elements of parts in a misère quotient.
type QuotientProduct struct {
	Order     int         `json:"order"`
	PPortion  int         `json:"p_portion"`
	Product   string      `json:"product"`
	Relations [][2]string `json:"relations"`
	Lost      bool        `json:"lost"`
}

// A MisereStep is a step: how misère play is decided.
type MisereStep struct {
	Kind     string           `json:"kind" enum:"misere"`
	Way      solve.MisereWay  `json:"way"`
	Parts    []MiserePart     `json:"parts"`
	Others   uint64           `json:"others,omitempty"`
	NimSum   *uint64          `json:"nim_sum,omitempty"`
	Firm     *bool            `json:"firm,omitempty"`
	Digits   *NimSum          `json:"digits,omitempty"`
	Phases   []string         `json:"phases,omitempty" doc:"of tame components: what to leave as long as a firm part is left, and what then"`
	Phase    int              `json:"phase" doc:"the index of the phase in which the next move is"`
	Heap     *uint64          `json:"heap,omitempty"`
	Rest     *uint64          `json:"rest,omitempty"`
	Quotient *QuotientProduct `json:"quotient,omitempty"`
	Rule     []string         `json:"rule"`
	Said
}

// A Reply is a move, and the answer to it.
type Reply struct {
	Move    Move   `json:"move"`
	Outcome string `json:"outcome" enum:"N,P,D"` // after the move
	Answer  *Move  `json:"answer"`
	Says    string `json:"says,omitempty" doc:"why there is no answer"`
}

// Replies is a step: what to answer to each move.
type Replies struct {
	Kind    string   `json:"kind" enum:"replies"`
	After   *Move    `json:"after"`
	Replies []Reply  `json:"replies"`
	More    bool     `json:"more,omitempty"`
	Count   *big.Int `json:"count"` // of all moves
	Said
}

// An arguer makes the argument behind an answer data.
type arguer struct {
	q       solve.Question
	outcome grundy.Outcome
	words   *wording
	names   partNames
}

// steps returns the steps of an argument.
func (a arguer) steps(argument []solve.Argument) []step {
	all := make([]step, 0, len(argument))
	for _, s := range argument {
		said := Says(s, a.outcome)
		switch x := s.(type) {
		case *solve.NimSum:
			all = append(all, a.nimSum(x, "xor", said))
		case *solve.Reading:
			all = append(all, a.reading(x, said))
		case *solve.Mex:
			all = append(all, a.mex(x, said))
		case *solve.Pairing:
			out := Pairing{Kind: "pairing", Said: said, After: a.move(a.q.Sum, x.After), Others: x.Others, Zeros: parts(x.Zeros, a.part)}
			for _, pair := range x.Pairs {
				out.Pairs = append(out.Pairs, [2]Part{a.part(pair[0]), a.part(pair[1])})
			}
			all = append(all, out)
		case *solve.Comparison:
			all = append(all, a.comparison(x, said))
		case *solve.Misere:
			all = append(all, a.misere(x, said))
		case *solve.Replies:
			all = append(all, a.replies(x, said))
		}
	}
	return all
}

// part names a part.
func (a arguer) part(p solve.Part) Part {
	named := Part{Component: entryOf(a.q.Sum, uint64(p.Component)), Position: p.Position.String(), Title: position.TitleOf(p.Position), Words: p.Words}
	if p.Copies > 1 {
		named.Copies = p.Copies
	}
	return named
}

func parts(of []solve.Part, write func(solve.Part) Part) (all []Part) {
	for _, p := range of {
		all = append(all, write(p))
	}
	return all
}

// place returns the place of a digit, 0 for the last.
func place(digit uint64) int { return bits.TrailingZeros64(digit) }

func (a arguer) nimSum(x *solve.NimSum, kind string, said Said) NimSum {
	width := x.Width()
	number := func(v uint64) BinaryNumber { return BinaryNumber{v, fmt.Sprintf("%0*b", width, v)} }
	valued := func(p solve.Part) Part {
		named := a.part(p)
		if named.Value = nimValueJSON(&p.Value, p.Infinite); p.Infinite == nil {
			named.Binary = number(p.Value).Binary
		}
		return named
	}
	out := NimSum{Kind: kind, Said: said, Parts: parts(x.Parts, valued), XOR: number(x.Sum), Changes: []PartChange{}}
	if x.Others > 0 {
		out.Others = &OtherParts{x.Others, number(x.OthersSum)}
	}
	if x.Digit > 0 {
		at := place(x.Digit)
		out.Digit = &at
	}
	for _, c := range x.Changes {
		out.Changes = append(out.Changes, PartChange{valued(c.Part), number(c.To), a.move(a.q.Sum, c.Move), a.move(a.q.Sum, c.Back)})
	}
	return out
}

func (a arguer) reading(x *solve.Reading, said Said) ReadingStep {
	all := x.Value | 1
	for _, e := range x.Elements {
		if e.Use == grundy.UseCounts {
			all |= e.Value
		}
	}
	binary := func(v uint64) string { return fmt.Sprintf("%0*b", bits.Len64(all), v) }
	out := ReadingStep{
		Kind: "reading", Said: said, Component: entryOf(a.q.Sum, uint64(x.Component)), Position: x.Position.String(),
		Elements: []ElementValue{}, XOR: BinaryNumber{x.Value, binary(x.Value)},
	}
	for _, e := range x.Elements {
		value := ElementValue{Element: e.ID, Name: e.Name, Value: e.Value, Use: e.Use}
		if e.Use == grundy.UseCounts {
			value.Binary = binary(e.Value)
		}
		out.Elements = append(out.Elements, value)
	}
	return out
}

func (a arguer) mex(x *solve.Mex, said Said) MexStep {
	option := func(value *uint64, from, to grundy.Component) MexOption {
		return MexOption{Value: value, To: to.String(), Move: a.words.of(from, to)}
	}
	out := MexStep{
		Kind: "mex", Said: said, Component: entryOf(a.q.Sum, uint64(x.Component)), Position: x.Position.String(), Title: position.TitleOf(x.Position), Misere: x.Misere,
		Options: []MexOption{}, Others: x.Others, More: x.More, Mex: nimValueJSON(&x.Value, x.Infinite),
	}
	for _, o := range x.Options {
		listed := option(&o.Value, x.Position, o.Option)
		if o.Back != nil {
			back := option(nil, o.Option, o.Back)
			listed.Back = &back
		}
		out.Options = append(out.Options, listed)
	}
	if x.Revert != nil {
		infinite := option(nil, x.Position, x.Revert)
		out.Infinite = &infinite
	}
	return out
}

// move returns a move in a sum, or nil where there is none.
func (a arguer) move(sum grundy.Sum, m solve.Move) *Move {
	if m == nil {
		return nil
	}
	q := a.q
	q.Sum = sum
	move := a.words.moveOf(q, a.names, m)
	return &move
}

func (a arguer) comparison(x *solve.Comparison, said Said) Comparison {
	out := Comparison{
		Kind: "compound", Said: said, Compound: x.Kind.String(), Rule: append([]string{}, x.Rule...), Others: x.Others,
		Compares: x.Compares, Lost: x.Lost, Modulus: x.Modulus,
	}
	if len(x.Parts) > 0 {
		out.Measure, out.Value = x.Measure.String(), x.Value
	}
	out.Parts = parts(x.Parts, func(p solve.Part) Part {
		named := a.part(p)
		switch x.Measure {
		case grundy.ByHeap:
			named.Value = p.Value - 1
			named.Binary = fmt.Sprintf("%0*b", len(x.Columns), p.Value-1)
		case grundy.ByOutcomes, grundy.ByForeclosed, grundy.ByMisereForeclosed, grundy.ByOutcome: // codes, which the words explain
		case grundy.ByNimValue:
			named.Value = p.Value
		default:
			named.Value = remotenessJSON(&p.Value)
		}
		return named
	})
	for _, c := range x.Columns {
		out.Columns = append(out.Columns, Column{place(c.Digit), c.Ones})
	}
	return out
}

func (a arguer) misere(x *solve.Misere, said Said) MisereStep {
	out := MisereStep{Kind: "misere", Said: said, Way: x.Way, Parts: []MiserePart{}, Others: x.Others, Rule: append([]string{}, x.Rule...)}
	switch {
	case x.Way == solve.ByTameGenus:
		digits := a.nimSum(x.Digits, "", Said{})
		out.NimSum, out.Firm, out.Digits = &x.Sum, &x.Firm, &digits
		out.Phases, out.Phase = x.Phases, x.Phase
	case x.Way == solve.ByQuotient:
		out.Quotient = &QuotientProduct{x.Order, x.PPortion, x.Product, x.Relations, x.Lost}
	case x.Heap > 0:
		out.Heap, out.Rest = &x.Heap, &x.Rest
	}
	for _, p := range x.Parts {
		named := a.part(solve.Part{Component: p.Component, Position: p.Position, Copies: p.Copies})
		part := MiserePart{
			Component: named.Component, Position: named.Position, Title: named.Title, Copies: named.Copies,
			Genus: genusJSON(p.Genus), GenusText: p.Genus.String(), NimValue: p.NimValue, Element: p.Element,
		}
		if p.NimValue != nil {
			part.Firm = &p.Firm
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

func (a arguer) replies(x *solve.Replies, said Said) Replies {
	out := Replies{Kind: "replies", Said: said, After: a.move(a.q.Sum, x.After), Replies: []Reply{}, More: x.More, Count: x.Count}
	components := a.q.Sum.Components()
	after := solve.AfterMove(components, x.After)
	for _, r := range x.Replies {
		then := solve.AfterMove(after, r.Move)
		out.Replies = append(out.Replies, Reply{*a.move(grundy.SumOf(after...), r.Move), r.Outcome.String(), a.move(grundy.SumOf(then...), r.Answer), ReplySays(r)})
	}
	return out
}
