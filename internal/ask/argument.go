package ask

// This file writes the argument behind an answer as JSON. docs/tour.md describes it.

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/solve"
)

type partJSON struct {
	Component int    `json:"component"`
	Position  string `json:"position"`
	Copies    uint64 `json:"copies,omitempty"` // where there are several
	Value     number `json:"value,omitempty"`
	Binary    string `json:"binary,omitempty"`
	Words     string `json:"words,omitempty"`
}

type numberJSON struct {
	Value  uint64 `json:"value"`
	Binary string `json:"binary"`
}

type othersJSON struct {
	Count uint64 `json:"count"`
	numberJSON
}

type changeJSON struct {
	partJSON
	To   numberJSON `json:"to"`
	Move *moveJSON  `json:"move"`
	Back *moveJSON  `json:"back,omitempty"`
}

type nimSumJSON struct {
	Kind    string       `json:"kind,omitempty"`
	Parts   []partJSON   `json:"parts"`
	Others  *othersJSON  `json:"others,omitempty"`
	XOR     numberJSON   `json:"xor"`
	Digit   *int         `json:"digit"` // its place, 0 for the last
	Changes []changeJSON `json:"changes"`
}

type mexOptionJSON struct {
	Value *uint64        `json:"value,omitempty"`
	To    string         `json:"to"`
	Move  string         `json:"move,omitempty"`
	Back  *mexOptionJSON `json:"back,omitempty"`
}

type mexJSON struct {
	Kind      string          `json:"kind"`
	Component int             `json:"component"`
	Position  string          `json:"position"`
	Misere    bool            `json:"misere,omitempty"`
	Options   []mexOptionJSON `json:"options"`
	Others    uint64          `json:"others,omitempty"`
	More      bool            `json:"more,omitempty"`
	Infinite  *mexOptionJSON  `json:"infinite_option,omitempty"`
	Mex       number          `json:"mex"`
}

type pairingJSON struct {
	Kind   string        `json:"kind"`
	After  *moveJSON     `json:"after"`
	Pairs  [][2]partJSON `json:"pairs"`
	Others uint64        `json:"others,omitempty"`
	Zeros  []partJSON    `json:"zeros,omitempty"`
}

type columnJSON struct {
	Digit int    `json:"digit"` // its place, 0 for the last
	Ones  uint64 `json:"ones"`
}

type comparisonJSON struct {
	Kind     string       `json:"kind"`
	Compound string       `json:"compound"`
	Measure  string       `json:"measure,omitempty"`
	Parts    []partJSON   `json:"parts,omitempty"`
	Others   uint64       `json:"others,omitempty"`
	Compares string       `json:"compares,omitempty"`
	Value    number       `json:"value,omitempty"`
	Lost     string       `json:"lost,omitempty"`
	Rule     []string     `json:"rule"`
	Modulus  uint64       `json:"modulus,omitempty"`
	Columns  []columnJSON `json:"columns,omitempty"`
}

type miserePartJSON struct {
	Component int     `json:"component"`
	Position  string  `json:"position"`
	Copies    uint64  `json:"copies,omitempty"`
	Genus     string  `json:"genus,omitempty"`
	NimValue  *uint64 `json:"nim_value,omitempty"`
	Firm      *bool   `json:"firm,omitempty"`
	Element   string  `json:"element,omitempty"`
}

type quotientJSON struct {
	Order     int         `json:"order"`
	PPortion  int         `json:"p_portion"`
	Product   string      `json:"product"`
	Relations [][2]string `json:"relations"`
	Lost      bool        `json:"lost"`
}

type misereJSON struct {
	Kind     string           `json:"kind"`
	Way      solve.MisereWay  `json:"way"`
	Parts    []miserePartJSON `json:"parts"`
	Others   uint64           `json:"others,omitempty"`
	NimSum   *uint64          `json:"nim_sum,omitempty"`
	Firm     *bool            `json:"firm,omitempty"`
	Digits   *nimSumJSON      `json:"digits,omitempty"`
	Heap     *uint64          `json:"heap,omitempty"`
	Rest     *uint64          `json:"rest,omitempty"`
	Quotient *quotientJSON    `json:"quotient,omitempty"`
	Rule     []string         `json:"rule"`
}

type replyJSON struct {
	Move    moveJSON  `json:"move"`
	Outcome string    `json:"outcome"` // after the move
	Answer  *moveJSON `json:"answer"`
}

type repliesJSON struct {
	Kind    string      `json:"kind"`
	After   *moveJSON   `json:"after"`
	Replies []replyJSON `json:"replies"`
	More    bool        `json:"more,omitempty"`
	Count   *big.Int    `json:"count"` // of all moves
}

// writeArgument writes the steps of the argument.
func (a *Solved) writeArgument(w *jsontext.Writer) {
	w.List(jsontext.Deeper)
	for _, step := range a.Argument {
		switch x := step.(type) {
		case *solve.NimSum:
			sum := a.nimSum(x)
			sum.Kind = "xor"
			w.Value(sum)
		case *solve.Mex:
			w.Value(a.mex(x))
		case *solve.Pairing:
			out := pairingJSON{Kind: "pairing", After: a.moveJSON(a.Question.Sum, x.After), Others: x.Others, Zeros: parts(x.Zeros, a.part)}
			for _, pair := range x.Pairs {
				out.Pairs = append(out.Pairs, [2]partJSON{a.part(pair[0]), a.part(pair[1])})
			}
			w.Value(out)
		case *solve.Comparison:
			w.Value(a.comparison(x))
		case *solve.Misere:
			w.Value(a.misere(x))
		case *solve.Replies:
			w.Value(a.replies(x))
		}
	}
	w.End()
}

// part names a part.
func (a *Solved) part(p solve.Part) partJSON {
	named := partJSON{Component: entryOf(a.Question.Sum, uint64(p.Component)), Position: p.Position.String(), Words: p.Words}
	if p.Copies > 1 {
		named.Copies = p.Copies
	}
	return named
}

func parts(of []solve.Part, write func(solve.Part) partJSON) (all []partJSON) {
	for _, p := range of {
		all = append(all, write(p))
	}
	return all
}

// place returns the place of a digit, 0 for the last.
func place(digit uint64) int { return bits.TrailingZeros64(digit) }

func (a *Solved) nimSum(x *solve.NimSum) nimSumJSON {
	width := x.Width()
	number := func(v uint64) numberJSON { return numberJSON{v, fmt.Sprintf("%0*b", width, v)} }
	valued := func(p solve.Part) partJSON {
		named := a.part(p)
		if named.Value = nimValueJSON(&p.Value, p.Infinite); p.Infinite == nil {
			named.Binary = number(p.Value).Binary
		}
		return named
	}
	out := nimSumJSON{Parts: parts(x.Parts, valued), XOR: number(x.Sum), Changes: []changeJSON{}}
	if x.Others > 0 {
		out.Others = &othersJSON{x.Others, number(x.OthersSum)}
	}
	if x.Digit > 0 {
		at := place(x.Digit)
		out.Digit = &at
	}
	for _, c := range x.Changes {
		out.Changes = append(out.Changes, changeJSON{valued(c.Part), number(c.To), a.moveJSON(a.Question.Sum, c.Move), a.moveJSON(a.Question.Sum, c.Back)})
	}
	return out
}

func (a *Solved) mex(x *solve.Mex) mexJSON {
	option := func(value *uint64, from, to grundy.Component) mexOptionJSON {
		return mexOptionJSON{Value: value, To: to.String(), Move: a.wording.of(from, to)}
	}
	out := mexJSON{
		Kind: "mex", Component: entryOf(a.Question.Sum, uint64(x.Component)), Position: x.Position.String(), Misere: x.Misere,
		Options: []mexOptionJSON{}, Others: x.Others, More: x.More, Mex: nimValueJSON(&x.Value, x.Infinite),
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

// moveJSON returns a move in a sum, or nil where there is none.
func (a *Solved) moveJSON(sum grundy.Sum, m solve.Move) *moveJSON {
	if m == nil {
		return nil
	}
	q := a.Question
	q.Sum = sum
	move := a.wording.moveOf(q, m)
	return &move
}

func (a *Solved) comparison(x *solve.Comparison) comparisonJSON {
	out := comparisonJSON{
		Kind: "compound", Compound: x.Kind.String(), Rule: x.Rule, Others: x.Others,
		Compares: x.Compares, Lost: x.Lost, Modulus: x.Modulus,
	}
	if len(x.Parts) > 0 {
		out.Measure, out.Value = x.Measure.String(), x.Value
	}
	out.Parts = parts(x.Parts, func(p solve.Part) partJSON {
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
		out.Columns = append(out.Columns, columnJSON{place(c.Digit), c.Ones})
	}
	return out
}

func (a *Solved) misere(x *solve.Misere) misereJSON {
	out := misereJSON{Kind: "misere", Way: x.Way, Parts: []miserePartJSON{}, Others: x.Others, Rule: x.Rule}
	switch {
	case x.Way == solve.ByTameGenus:
		digits := a.nimSum(x.Digits)
		out.NimSum, out.Firm, out.Digits = &x.Sum, &x.Firm, &digits
	case x.Way == solve.ByQuotient:
		out.Quotient = &quotientJSON{x.Order, x.PPortion, x.Product, x.Relations, x.Lost}
	case x.Heap > 0:
		out.Heap, out.Rest = &x.Heap, &x.Rest
	}
	for _, p := range x.Parts {
		named := a.part(solve.Part{Component: p.Component, Position: p.Position, Copies: p.Copies})
		part := miserePartJSON{
			Component: named.Component, Position: named.Position, Copies: named.Copies,
			Genus: p.Genus, NimValue: p.NimValue, Element: p.Element,
		}
		if p.NimValue != nil {
			part.Firm = &p.Firm
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

func (a *Solved) replies(x *solve.Replies) repliesJSON {
	out := repliesJSON{Kind: "replies", After: a.moveJSON(a.Question.Sum, x.After), Replies: []replyJSON{}, More: x.More, Count: x.Count}
	components := a.Question.Sum.Components()
	after := solve.AfterMove(components, x.After)
	for _, r := range x.Replies {
		then := solve.AfterMove(after, r.Move)
		out.Replies = append(out.Replies, replyJSON{*a.moveJSON(grundy.SumOf(after...), r.Move), r.Outcome.String(), a.moveJSON(grundy.SumOf(then...), r.Answer)})
	}
	return out
}
