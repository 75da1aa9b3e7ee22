// Package api turns requests into questions of package ask, and their answers into bodies. It
// knows no HTTP: the server and the engine in the browser answer by the same operations.
//
// The two functions that most people need are [All] and [Playing].
package api

// Each operation asks one question; the list is complete.

import (
	"context"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/ask"
)

// The methods of operations, and their names in HTTP.
const (
	Get  = "GET"
	Post = "POST"
)

// An Operation is a question that can be asked.
type Operation struct {
	ID, Path, Summary string
	Methods           []string
	Usually           any     // the question, as it is where nothing else is said
	Fields            []Field // of the question, and those that a request has besides
	Text              bool    // whether the question has a text, which can be the body
	// Forms are the content types of the answer, the usual one first, and the format of
	// the question that stands for each.
	Forms  []Form
	Answer reflect.Type
	Fresh  bool // the same question may have another answer at any time
	// Ask asks the question of a request.
	Ask func(ctx context.Context, r *Asked, m ask.Means) (Reply, error)
}

// A Form is a content type, and the format of the question that stands for it.
type Form struct{ ContentType, Format string }

// A Reply is an answer that can be written.
type Reply struct {
	Write func(ctx context.Context, w io.Writer) error
	// Timed says that the answer depends on how long it took.
	Timed bool
}

// besides are the fields that requests have besides those of their questions, if these take time.
var besides = []Field{
	{Name: "max_memory", Of: reflect.TypeFor[string](), Doc: "how much memory the answer may take, such as 64MiB"},
	{Name: "max_time", Of: reflect.TypeFor[string](), Doc: "how long the answer may take, such as 5s"},
	{Name: "max_steps", Of: reflect.TypeFor[uint64](), Doc: "how many steps a search may take; 0 for as many as there is time for"},
}

var (
	filesField = Field{Name: "rules", Of: reflect.TypeFor[map[string]string](), Doc: "files that the question names, by their names: rules that end in .star, or graphs"}
	textField  = Field{Name: "text", Of: reflect.TypeFor[string](), Doc: "the text of the file", Required: true}
)

// asking describes an operation that asks a question of type Q. A question that has a text is sent
// by POST; others may also stand in the address.
func asking[Q, A any](path, summary string, usually Q, question func(Q, context.Context, ask.Means) (A, error)) *Operation {
	of := reflect.TypeFor[Q]()
	op := &Operation{
		ID: path, Path: path, Summary: summary, Usually: usually, Answer: reflect.TypeFor[A](), Fields: FieldsOf(of),
		Forms: []Form{{"application/json", "json"}}, Methods: []string{Get, Post},
	}
	for i, f := range op.Fields {
		op.Fields[i].Required = f.Required && reflect.ValueOf(usually).FieldByIndex(f.Index).IsZero()
	}
	if _, op.Text = of.FieldByName("Text"); op.Text {
		op.Fields, op.Methods = append(op.Fields, textField), op.Methods[1:]
	} else {
		op.Fields = append(op.Fields, filesField)
	}
	op.Fields = append(op.Fields, besides...)
	op.Ask = func(ctx context.Context, r *Asked, m ask.Means) (Reply, error) {
		if op.Text {
			r.Question.FieldByName("Text").Set(reflect.ValueOf(strings.NewReader(r.Text)))
		}
		a, err := question(r.Question.Interface().(Q), ctx, m)
		if reflect.ValueOf(a).IsNil() {
			return Reply{}, err
		}
		return op.reply(a, r.Form, err)
	}
	return op
}

// reply returns an answer in a form. An error beside JSON says why no more is known.
func (op *Operation) reply(answer any, form Form, err error) (Reply, error) {
	timed, isTimed := answer.(interface{ IsTimed() bool })
	r := Reply{Timed: err != nil || op.Fresh || isTimed && timed.IsTimed()}
	switch a := answer.(type) {
	case interface {
		Write(ctx context.Context, out io.Writer) error
	}: // in the format of the question
		r.Write = a.Write
		return r, err
	case interface{ WriteBinary(out io.Writer) error }:
		if form.Format == "binary" {
			r.Write = func(_ context.Context, w io.Writer) error { return a.WriteBinary(w) }
			return r, nil
		}
	}
	r.Write = func(_ context.Context, w io.Writer) error { return ask.WriteJSON(w, answer) } // as the command does
	return r, nil
}

// called says how the operation is called where its path cannot be its name.
func (op *Operation) called(id string) *Operation {
	op.ID = id
	return op
}

// as says which forms the answer has.
func (op *Operation) as(forms ...Form) *Operation {
	op.Forms = forms
	return op
}

// soon says that the question stands in an address, and takes no time.
func (op *Operation) soon() *Operation {
	op.Methods, op.Fields = []string{Get}, op.Fields[:len(op.Fields)-len(besides)-1]
	return op
}

// Playing returns the operations of matches, puzzles, lessons and your own rules. The page without a
// server loads them first, in a program that has no pictures, no search for patterns and no contests.
func Playing() []*Operation {
	game := asking("games/{name}", "One game, or what is known of a code", ask.Game{}, ask.Game.Ask).called("game")
	game.Methods = []string{Get}
	game.Fields = slices.DeleteFunc(game.Fields, func(f Field) bool { return f.Name == filesField.Name })
	return []*Operation{
		asking("solve", "The outcome of a sum of positions, and the winning moves", ask.Solve{Moves: ask.DefaultMoves}, ask.Solve.Ask),
		asking("why", "The argument behind an answer, as data", ask.Solve{Moves: ask.DefaultMoves, Why: true}, ask.Solve.Ask),
		asking("options", "Every option of a position, and what it leads to", ask.Options{Limit: ask.DefaultOptions}, ask.Options.Ask),
		asking("match", "A match after some moves, with hints and the opponent's reply", ask.Match{Play: ask.Play{Seed: 1}}, ask.Match.Ask),
		asking("puzzle", "A position as a puzzle: which usual ideas fail there; or the puzzle of a number or of a day", ask.Puzzle{}, ask.Puzzle.Ask),
		game,
		asking("starts", "Positions to begin a match at", ask.Starts{Count: ask.DefaultStarts, Seed: 1}, ask.Starts.Ask),
		asking("rules/check", "Whether a file of rules is as it says", ask.Check{Name: "game" + ask.RulesEnding, Positions: ask.DefaultChecked}, ask.Check.Ask).called("check"),
		asking("games", "The games that have a name", ask.Games{}, ask.Games.Ask).soon(),
		asking("draw", "A position as a scene, or the graph of its game", ask.Draw{}, ask.Draw.Ask),
		asking("language", "The words of the rule language, and files to begin with", ask.Language{}, ask.Language.Ask).soon(),
		asking("values", "The values of heaps, or of the cells of a board", ask.Values{Usual: true}, ask.Values.Ask).
			as(Form{"application/json", "json"}, Form{"text/csv", "csv"}, Form{"text/plain", "text"}, Form{"text/plain; format=b-file", "bfile"}),
		asking("period", "The period of a game's values, and its proof", ask.Period{}, ask.Period.Ask),
		asking("docs", "A page of the documentation, as Markdown", ask.Page{Name: "rules"}, ask.Page.Ask).soon().called("page"),
	}
}
