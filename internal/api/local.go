package api

// Requests that are answered in this process, without HTTP: those of the page without a server.

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/ask"
)

// Prefix is what stands before the paths of operations in an address.
const Prefix = "/api/v1/"

const jobsPath = "jobs"

// A Local answers requests by some operations, in the bodies and with the problems of a server.
type Local struct {
	Operations []*Operation
	Limits     Limits
	// Patterns are those that all questions share; nil for none.
	Patterns *ask.Patterns
}

// Answer answers a request, which has the path and the query of an address. It calls begin once,
// and writes the body to what that returns, which also is an [io.Closer].
func (l *Local) Answer(ctx context.Context, r *Request, begin func(status int, contentType string) io.Writer) {
	fail := func(p *Problem) { _, _ = begin(p.Status, "application/problem+json").Write(p.JSON()) }
	op, p := l.find(r)
	if p != nil {
		fail(p)
		return
	}
	asked, err := op.Read(r, l.Limits)
	if err != nil {
		fail(ProblemOf(err))
		return
	}
	m := ask.Means{Memory: asked.Memory, Time: asked.Time, Steps: asked.Steps, Open: asked.Open, Print: func(string) {}, Cores: 1, Patterns: l.Patterns}
	var events *Events
	if WantsEvents(r.Accept) {
		events = &Events{Out: begin(200, EventStream), Flush: func() {}}
		m.Progress = events.Progress
	}
	var answer bytes.Buffer
	reply, err := op.Ask(ctx, asked, m)
	if err == nil {
		err = reply.Write(ctx, &answer)
	}
	switch {
	case events != nil && err != nil:
		events.Fail(ProblemOf(err))
	case events != nil:
		events.Begin("answer")
		_, _ = events.Write(answer.Bytes())
		events.End()
	case err != nil:
		fail(ProblemOf(err))
	default:
		_, _ = begin(200, asked.Form.ContentType).Write(answer.Bytes())
	}
}

// find returns the operation of a request, and gives the request the name in its path.
func (l *Local) find(r *Request) (*Operation, *Problem) {
	path := strings.TrimPrefix(r.Path, Prefix)
	for _, op := range l.Operations {
		before, after, named := strings.Cut(op.Path, "{name}")
		name := strings.TrimSuffix(strings.TrimPrefix(path, before), after)
		if !named && path != op.Path || named && (name == "" || before+name+after != path) {
			continue
		}
		if !slices.Contains(op.Methods, r.Method) {
			return nil, NewProblem("wrong-method", "%s is not for this address; want %s", r.Method, strings.Join(op.Methods, " or "))
		}
		if named {
			r.Name = name
		}
		return op, nil
	}
	if path == jobsPath {
		return nil, NewProblem("not-found", "%s: jobs have folders on a machine, and grundy serve shows them", r.Path)
	}
	return nil, NewProblem("not-found", "%s: there is nothing at this address; /openapi.json lists the operations", r.Path)
}
