package server

// This file writes errors as problem documents (RFC 9457), with the line that the
// command prints.

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
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

	retry time.Duration
}

// kinds are the titles of problems by their kind.
var kinds = map[string]string{
	"wrong-request": "The request is wrong",
	"not-found":     "There is nothing here",
	"wrong-method":  "The method is not for this address",
	"no-such-form":  "The answer has no such form",
	"wrong-form":    "The body has another form than wanted",
	"too-large":     "The body is too large",
	"too-slow":      "The body came too slowly",
	"over-budget":   "The answer is over the budget",
	"failed":        "The question cannot be answered",
	"too-many":      "Too many requests from this address",
	"foreign":       "The request is of another site",
	"misdirected":   "The request is for another server",
	"overloaded":    "The server is busy",
	"internal":      "The server has failed",
}

func newProblem(kind string, status int, format string, args ...any) *Problem {
	return &Problem{Type: "/api#" + kind, Title: kinds[kind], Status: status, Detail: fmt.Sprintf(format, args...)}
}

// problemOf tells an error of a request or of its question.
func problemOf(err error) *Problem {
	p := newProblem("failed", http.StatusUnprocessableEntity, "%s", message.Line(err))
	kind := func(kind string, status int) { p.Type, p.Title, p.Status = "/api#"+kind, kinds[kind], status }
	if already, ok := errors.AsType[*problemError](err); ok {
		return already.Problem
	}
	large, isLarge := errors.AsType[*http.MaxBytesError](err)
	field, isField := errors.AsType[*ask.FieldError](err)
	request, isRequest := errors.AsType[*wrongRequest](err)
	switch {
	case isLarge:
		kind("too-large", http.StatusRequestEntityTooLarge)
		p.Detail = fmt.Sprintf("the body has more than %d bytes", large.Limit)
	case errors.Is(err, errFull), errors.Is(err, errTransit), errors.Is(err, errStopping):
		kind("overloaded", http.StatusServiceUnavailable)
		p.retry = time.Second
	case errors.Is(err, os.ErrDeadlineExceeded):
		kind("too-slow", http.StatusRequestTimeout)
		p.Detail = fmt.Sprintf("the body did not come within %v", patience)
	case isRequest:
		kind("wrong-request", request.status)
		p.Field, p.Line, p.Column = request.field, request.line, request.column
	case isField:
		kind("wrong-request", http.StatusBadRequest)
		p.Field, p.Value = field.Field, field.Value
		if field.InText() && field.Value == nil { // it says where it stands
			p.Detail = message.Line(errors.New(field.Named("")))
		}
	case errors.Is(err, grundy.ErrBudget), errors.Is(err, grundy.ErrTooLarge):
		kind("over-budget", http.StatusUnprocessableEntity)
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

// write answers a request with the problem.
func (p *Problem) write(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Content-Type", "application/problem+json")
	header.Set("Cache-Control", "no-store")
	header.Del("ETag")
	if p.Status == http.StatusRequestTimeout {
		header.Set("Connection", "close") // nobody waits for the rest
	}
	if p.retry > 0 {
		header.Set("Retry-After", strconv.FormatInt(int64((p.retry+time.Second-1)/time.Second), 10))
	}
	extend(w)
	w.WriteHeader(p.Status)
	_, _ = w.Write(p.text())
}

// text returns the problem as one line of JSON.
func (p *Problem) text() []byte {
	text, err := json.Marshal(p)
	if err != nil { // of a value that JSON cannot write
		p.Value = nil
		text, _ = json.Marshal(p)
	}
	return append(text, '\n')
}
