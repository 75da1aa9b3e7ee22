package api

// Errors as problem documents (RFC 9457), with the line that the command prints.

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
)

// A Problem is a problem document.
type Problem struct {
	Type   string `json:"type" doc:"which kind of problem it is: the address of its description"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail" doc:"one line: what is wrong, where it stands, and what would be right"`
	Field  string `json:"field,omitempty" doc:"the field or parameter that is wrong"`
	Value  any    `json:"value,omitempty" doc:"what it holds"`
	Line   int    `json:"line,omitempty" doc:"where the text of the field is wrong, from 1"`
	Column int    `json:"column,omitempty" doc:"in bytes, from 1"`
	// Suggestion is a word that may have been meant.
	Suggestion string `json:"suggestion,omitempty" doc:"a word that may have been meant"`
	Bound      string `json:"bound,omitempty" enum:"memory,time" doc:"what is used up; max_memory or max_time asks for more"`

	// Retry is after how long the same request may be answered; 0 where that is not said.
	Retry time.Duration `json:"-"`
}

// kinds are the kinds of problems, each with its status in HTTP and its title.
var kinds = map[string]struct {
	status int
	title  string
}{
	"wrong-request": {400, "The request is wrong"},
	"foreign":       {403, "The request is of another site"},
	"not-found":     {404, "There is nothing here"},
	"wrong-method":  {405, "The method is not for this address"},
	"no-such-form":  {406, "The answer has no such form"},
	"too-slow":      {408, "The body came too slowly"},
	"too-large":     {413, "The body is too large"},
	"wrong-form":    {415, "The body has another form than wanted"},
	"misdirected":   {421, "The request is for another server"},
	"over-budget":   {422, "The answer is over the budget"},
	"failed":        {422, "The question cannot be answered"},
	"too-many":      {429, "Too many requests from this address"},
	"internal":      {500, "The server has failed"},
	"overloaded":    {503, "The server is busy"},
}

// NewProblem returns a problem of a kind.
func NewProblem(kind, format string, args ...any) *Problem {
	p := &Problem{Detail: fmt.Sprintf(format, args...)}
	p.be(kind)
	return p
}

// be makes the problem one of another kind.
func (p *Problem) be(kind string) {
	p.Type, p.Title, p.Status = "/api#"+kind, kinds[kind].title, kinds[kind].status
}

// ProblemOf tells an error of a request or of its question.
func ProblemOf(err error) *Problem {
	if already, ok := errors.AsType[*problemError](err); ok {
		return already.Problem
	}
	p := NewProblem("failed", "%s", message.Line(err))
	field, isField := errors.AsType[*ask.FieldError](err)
	request, isRequest := errors.AsType[*wrongRequest](err)
	switch {
	case isRequest:
		p.be("wrong-request")
		p.Field, p.Line, p.Column = request.field, request.line, request.column
	case isField:
		p.be("wrong-request")
		p.Field, p.Value = field.Field, field.Value
		if field.InText() && field.Value == nil { // it says where it stands
			p.Detail = message.Line(errors.New(field.Named("")))
		}
	case errors.Is(err, grundy.ErrBudget), errors.Is(err, grundy.ErrTooLarge):
		p.be("over-budget")
		if p.Bound = ask.Bound(err); p.Bound != "" {
			p.Detail += "; max_" + p.Bound + " sets the budget"
		}
	}
	if line, column := ask.Place(err); line > 0 {
		p.Line, p.Column = line, column
	}
	if words := message.Suggested(p.Detail); len(words) > 0 {
		p.Suggestion = words[0]
	}
	return p
}

// A problemError is a problem as an error.
type problemError struct{ *Problem }

func (e *problemError) Error() string { return e.Detail }

// JSON returns the problem as one line of JSON.
func (p *Problem) JSON() []byte {
	text, err := json.Marshal(p)
	if err != nil { // of a value that JSON cannot write
		p.Value = nil
		text, _ = json.Marshal(p)
	}
	return append(text, '\n')
}
