package ask

// [Options] asks which options a position has, and what they lead to.

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/solve"
)

// An Options asks for the options of a sum of positions.
type Options struct {
	Position string   `json:"position" doc:"a sum of positions, such as knight(5,4) + queen(3,3)"`
	Misere   bool     `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound string   `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Limit    int      `json:"limit,omitempty" doc:"the most options that are listed"`
	Sort     string   `json:"sort,omitempty" doc:"the order: outcome or game"`
	With     []string `json:"with,omitempty" doc:"further facts: misere, remoteness, suspense, genus"`
}

// DefaultOptions is how many options are listed as JSON where nobody says.
const DefaultOptions = 10_000

// OptionOrders are the orders in which options can be listed: by what they lead to, or
// as the games list them.
var OptionOrders = []string{"outcome", "game"}

// OptionFacts are the facts about an option besides its outcome and nim-value.
var OptionFacts = []string{"misere", "remoteness", "suspense", "genus"}

// A Listed is the answer to an [Options].
type Listed struct {
	Decided
	Count     *big.Int         `json:"count"`
	Sorted    bool             `json:"sorted"`
	Options   iter.Seq[Option] `json:"options"`
	Described []string         `json:"described,omitempty" doc:"options that cannot be listed"`
	Unvalued  string           `json:"unvalued,omitempty" doc:"why nim-values are missing that take longer than the outcomes"`

	List     *solve.OptionList     `json:"-"`
	Question solve.OptionsQuestion `json:"-"`
}

// An Option is what a position can become.
type Option struct {
	Component     *int     `json:"component,omitempty"`
	To            string   `json:"to"`
	Move          string   `json:"move" doc:"in words"`
	Steps         []Move   `json:"steps,omitempty"`
	Outcome       string   `json:"outcome" enum:"N,P,D"`
	MisereOutcome string   `json:"misere_outcome,omitempty"`
	NimValue      nimValue `json:"nim_value"`    // of the whole after the move
	ToNimValue    nimValue `json:"to_nim_value"` // of the component after the move
	Remoteness    number   `json:"remoteness,omitempty"`
	Suspense      *uint64  `json:"suspense,omitempty"`
	Genus         *Genus   `json:"genus,omitempty" doc:"of the component after the move"`
}

// Ask answers the question.
func (q Options) Ask(ctx context.Context, m Means) (*Listed, error) {
	list := &Listed{Question: solve.OptionsQuestion{InOrder: q.Sort == "game"}}
	if q.Limit < 0 {
		return nil, wrong("limit", q.Limit, "want a number that is not below 0")
	}
	if q.Sort != "" && !slices.Contains(OptionOrders, q.Sort) {
		return nil, wrong("sort", q.Sort, "want %s%s", strings.Join(OptionOrders, " or "), message.DidYouMean(q.Sort, OptionOrders))
	}
	for _, fact := range q.With {
		switch fact {
		case "misere":
			list.Question.Other = true
		case "remoteness":
			list.Question.Remoteness = true
		case "suspense":
			list.Question.Suspense = true
		case "genus":
			list.Question.Genus = true
		default:
			return nil, wrong("with", fact, "want some of %s%s", strings.Join(OptionFacts, ", "), message.DidYouMean(fact, OptionFacts))
		}
	}
	err := m.question(ctx, q.Position, q.Misere, q.Compound, func(ctx context.Context, asked solve.Question) (err error) {
		if asked.Convention == grundy.Misere && list.Question.Other {
			return wrong("with", "misere", "the outcomes are of misère play already")
		}
		if c := solve.Transfinite(asked.Sum); solve.Endless && c != nil && len(q.With) > 0 {
			return wrong("with", nil, "%s has infinite heaps, of whose options only outcomes and nim-values are told", message.Brief(c.String(), briefText))
		}
		asked.MaxMoves = q.Limit
		list.Question.Question = asked
		if list.List, err = solve.Options(ctx, list.Question); err != nil {
			return err
		}
		words := wordsFor(ctx, asked.Sum)
		list.fill(words)
		return words.end()
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// fill fills in what JSON shows.
func (l *Listed) fill(words *wording) {
	q, is := l.Question, l.List
	l.Decided, l.Described = decided(q.Question, is.Answer), is.Described
	if l.Count, l.Sorted = is.Count, is.Sorted; is.Unvalued != nil {
		l.Unvalued = message.Line(is.Unvalued)
	}
	names := namesOf(q.Sum)
	l.Options = listed(words, is.Options, func(o solve.Option) Option {
		move := words.moveOf(q.Question, names, o.Move)
		entry := Option{
			Component: move.Component, To: move.To, Move: words.move(names, o.Move), Steps: move.Steps,
			Outcome: o.Outcome.String(), NimValue: valueJSON(o.Value), ToNimValue: valueJSON(o.To),
			Remoteness: remotenessJSON(o.Remoteness), Suspense: o.Suspense, Genus: genusJSON(o.Genus),
		}
		if o.Other != nil {
			entry.MisereOutcome = o.Other.String()
		}
		return entry
	})
}

// valueJSON returns a nim-value, finite or infinite, or nil.
func valueJSON(v *grundy.LoopyValue) number {
	switch {
	case v == nil, v.Ending == grundy.Lost: // which Outcome says
		return nil
	case v.Infinite:
		return nimValueJSON(nil, v)
	}
	return v.Nim
}
