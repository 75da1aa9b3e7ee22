package server

// The problems that HTTP has besides those of questions, and how they are sent.

import (
	"errors"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/grundy-games/grundy/internal/api"
)

// problemOf tells an error of a request, of its question, or of this server.
func problemOf(err error) *api.Problem {
	large, isLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case isLarge:
		return api.NewProblem("too-large", "the body has more than %d bytes", large.Limit)
	case errors.Is(err, errFull), errors.Is(err, errTransit), errors.Is(err, errStopping):
		p := api.NewProblem("overloaded", "%v", err)
		p.Retry = time.Second
		return p
	case errors.Is(err, os.ErrDeadlineExceeded):
		return api.NewProblem("too-slow", "the body did not come within %v", patience)
	}
	return api.ProblemOf(err)
}

// writeProblem answers a request with a problem.
func writeProblem(w http.ResponseWriter, p *api.Problem) {
	header := w.Header()
	header.Set("Content-Type", "application/problem+json")
	header.Set("Cache-Control", "no-store")
	header.Del("ETag")
	if p.Status == http.StatusRequestTimeout {
		header.Set("Connection", "close") // nobody waits for the rest
	}
	if p.Retry > 0 {
		header.Set("Retry-After", strconv.FormatInt(int64((p.Retry+time.Second-1)/time.Second), 10))
	}
	extend(w)
	w.WriteHeader(p.Status)
	_, _ = w.Write(p.JSON())
}
