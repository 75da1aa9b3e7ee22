package ask

// These questions ask about games: all, one, or those with some words in their description.
// They also ask about a take-and-break code: its rules in words, its period, and the
// standard code with the same nim-values.

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/compound"
)

// A Game asks for one game, by its name, by the name of the problem that it comes from, or
// by a take-and-break code.
type Game struct {
	Name string `json:"name" doc:"the name of a game, or a code"`
}

// A Games asks for the games that have a name: those in whose description all the
// words stand. One word may be what a [Game] has.
type Games struct {
	Words []string `json:"words,omitempty" doc:"words of the description, or one name or code"`
}

// A Described is the answer to a [Games], or to a [Game].
type Described struct {
	Entries []position.Entry
	One     bool  // whether the question was the name of the only entry
	Code    *Code // nil where the question was not a code
}

// Ask answers the question.
func (q Game) Ask(ctx context.Context, m Means) (*Described, error) {
	if a, err := q.find(ctx, m); a != nil || err != nil {
		return a, err
	}
	return nil, wrong("name", q.Name, "%s", position.Unknown(q.Name))
}

// find returns nil where there is no such game, and the name is not a code.
func (q Game) find(ctx context.Context, m Means) (*Described, error) {
	if entry, ok := position.Find(q.Name); ok {
		return &Described{Entries: []position.Entry{entry}, One: true}, nil
	}
	if strings.Contains(q.Name, "/") {
		if entry, ok := position.FromSource(q.Name); ok {
			return &Described{Entries: []position.Entry{entry}, One: true}, nil
		}
	}
	if !strings.Contains(q.Name, ".") || strings.HasSuffix(q.Name, RulesEnding) {
		return nil, nil
	}
	return timed(ctx, m, q.Name, func(ctx context.Context) (*Described, error) {
		code, err := describe(ctx, q.Name)
		return &Described{Code: code}, err
	})
}

// Ask answers the question.
func (q Games) Ask(ctx context.Context, m Means) (*Described, error) {
	if len(q.Words) == 1 {
		a, err := Game{q.Words[0]}.find(ctx, m)
		if wrong, ok := errors.AsType[*FieldError](err); ok {
			wrong.Field = "words"
		}
		if a != nil || err != nil {
			return a, err
		}
	}
	if entries := position.Search(q.Words...); len(entries) > 0 {
		return &Described{Entries: entries}, nil
	}
	for _, word := range q.Words {
		if len(position.Search(word)) == 0 {
			return nil, wrong("words", nil, "%s", position.NoWord(word))
		}
	}
	return nil, wrong("words", nil, "each of the words %s is some game's, and no game has them all; try fewer", message.Quoted(strings.Join(q.Words, " ")))
}

// A GameEntry describes a game that has a name.
type GameEntry struct {
	Name         string   `json:"name"`
	Title        string   `json:"title" doc:"what people call it"`
	Group        string   `json:"group"`
	Form         string   `json:"form"`
	Example      string   `json:"example"`
	ExampleTitle string   `json:"example_title" doc:"the example in words"`
	Rules        string   `json:"rules" doc:"what a move is, for people"`
	Notation     string   `json:"notation,omitempty" doc:"how positions are typed, where the form does not say it"`
	Known        string   `json:"known"`
	Source       string   `json:"source"`
	OEIS         string   `json:"oeis,omitempty"`
	Words        []string `json:"words,omitempty"`
	First        int      `json:"first,omitempty" doc:"its place among the games to begin with"`
	Difficulty   int      `json:"difficulty,omitempty" doc:"how hard it is to play well: 1, 2 or 3"`
	Needs        string   `json:"needs,omitempty" doc:"why: what it takes"`
	Misere       bool     `json:"misere,omitempty" doc:"whether the rules say that the last move loses"`
	Loopy        bool     `json:"loopy,omitempty" doc:"whether play need not end"`
	Table        bool     `json:"table,omitempty" doc:"whether its values make a sequence or a table"`
}

// entryOfGame returns what JSON says of a game.
func entryOfGame(e position.Entry) GameEntry {
	title := e.Title
	if sum, err := position.Parse(e.Example); err == nil {
		title = position.Title(sum, conventionOf(false, sum), compound.Disjunctive)
	}
	skill := e.Skill()
	return GameEntry{
		e.Name, e.Title, e.Group, e.Form, e.Example, title, e.Rules, e.Notation, e.Known, e.Source, e.OEIS, e.Words,
		e.First(), skill.Difficulty, skill.Says, e.Misere, e.Loopy, e.Alone > 0,
	}
}

// WriteJSON writes a list of games, or what is known of a code.
func (a *Described) WriteJSON(out io.Writer) error {
	w := jsontext.New(out)
	if a.Code != nil {
		w.Indented(a.Code)
		return w.Close()
	}
	list := make([]GameEntry, len(a.Entries))
	for i, e := range a.Entries {
		list[i] = entryOfGame(e)
	}
	w.Indented(list)
	return w.Close()
}

// easyTerms is the number of values among which the period of a code is looked
// for when it is described, if they do not take too much work.
const easyTerms = 1 << 14

// A Code is what is known of a take-and-break code.
type Code struct {
	Code       string      `json:"code"`
	Written    string      `json:"written,omitempty"`
	Rules      string      `json:"rules"`
	Preperiod  *uint64     `json:"preperiod"`
	Period     *uint64     `json:"period"`
	Saltus     *uint64     `json:"saltus"`
	Theorem    *string     `json:"theorem"`
	Equivalent *Equivalent `json:"equivalent"`
	Computed   uint64      `json:"computed_to"`
	OEIS       *OEIS       `json:"oeis,omitempty"`
	Compared   bool        `json:"-"` // whether an equivalent was looked for
}

// An Equivalent is the standard code with the same nim-values.
type Equivalent struct {
	Code  string `json:"code"`
	Shift int    `json:"shift"` // a heap n of the one has the value of a heap n + shift of the other
	Proof string `json:"proof"`
}

// describe finds out what is known of a code.
func describe(ctx context.Context, text string) (*Code, error) {
	code, err := sequence.ParseCode(text)
	if err != nil {
		return nil, &FieldError{"name", nil, err}
	}
	d := &Code{Code: code.String(), Rules: code.Rules()}
	if text != d.Code {
		d.Written = text
	}
	s, err := sequence.SolveEasily(ctx, code, easyTerms)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	d.Computed = s.Length
	if d.OEIS, err = findOEIS(ctx, s, oeisTerms); err != nil && ctx.Err() != nil {
		return nil, err
	}
	if p := s.Period; p.Proved {
		d.Preperiod, d.Period, d.Saltus, d.Theorem = &p.Preperiod, &p.Period, &p.Saltus, &p.Theorem
	}
	e, found, err := s.FindStandard(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	if d.Compared = found && err == nil; d.Compared {
		d.Equivalent = &Equivalent{e.Standard.String(), e.Shift, e.Proof}
	}
	return d, nil
}
