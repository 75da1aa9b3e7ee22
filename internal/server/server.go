// Package server answers the questions of package ask over HTTP, and serves the page.
//
// The two functions that most people need are [New] and [Server.Serve].
//
// A question is an address with parameters, or an object of JSON, with the fields of the
// question's type in package ask; the answer is the JSON of the command, by the same
// code. Errors are problem documents (RFC 9457). OpenAPI, at /openapi.json,
// describes all. There is no state: any server can answer any request.
//
// A stranger's question ends within the bounds of [Limits], and nobody else pays for it:
// its memory is reserved before it begins, one core computes for it, and short questions
// do not wait for long ones.
package server

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/openapi"
	"github.com/grundy-games/grundy/internal/units"
)

// Limits bound what requests may take. [DefaultLimits] has usual ones.
type Limits struct {
	api.Limits          // of one question
	AllMemory   uint64  // of all questions at a time, in bytes
	Body        int64   // bytes of a body
	Waiting     int     // questions that wait for their turn, of the short and of the long ones
	Rate        float64 // questions a second from one address, after Burst at once; 0 for any
	Burst       int
	Connections int           // at a time; 0 for any
	Grace       time.Duration // after which a server that is told to stop has stopped, whatever runs
}

// DefaultLimits are the limits of a server that may use that much memory.
func DefaultLimits(memory uint64) Limits {
	return Limits{
		Limits: api.Limits{
			MostMemory: memory / 4, UsualMemory: min(256<<20, memory/16),
			MostTime: time.Minute, UsualTime: 10 * time.Second,
		},
		AllMemory: memory, Body: 4 << 20, Waiting: 1024, Rate: 50, Burst: 200, Connections: 16_384, Grace: 10 * time.Second,
	}
}

// Options are how a server answers.
type Options struct {
	Limits  Limits
	Page    fs.FS        // the files of the page; nil for none
	Log     *slog.Logger // nil for none
	Version string       // of the program, which is a part of each ETag
	Table   *ask.Lookup  // of values; nil for none
	Jobs    []string     // folders of jobs that the page shows
	Hosts   []string     // names under which strangers reach the server, besides its addresses
	// Frames are the sites that may show the screens below /embed in a frame, as a policy names
	// them: https://school.example, or * for all. Without any, nobody may.
	Frames []string
	// Language is the code of the page's language where the reader has chosen none, such as de; "" for
	// what the browser prefers.
	Language string
}

// A Server answers requests.
type Server struct {
	options  Options
	schedule *schedule
	patterns ask.Patterns
	jobs     []*job.Watcher
	transit  *meter.Meter // of bodies, and of answers that are not sent
	counts   *counts
	rates    *rates
	page     *page // nil for none
	log      *slog.Logger
	handler  http.Handler
	document *openapi.Document
	built    string
	draining atomic.Bool
}

// New returns a server.
func New(o Options) *Server {
	s := &Server{options: o, log: o.Log, built: buildOf(o.Version)}
	if o.Table != nil {
		s.built += " " + o.Table.Dir()
	}
	for _, dir := range o.Jobs {
		s.jobs = append(s.jobs, job.Watch(dir))
	}
	s.transit = meter.Of(meter.With(context.Background(), o.Limits.AllMemory/4))
	s.schedule = newSchedule(runtime.GOMAXPROCS(0), o.Limits.AllMemory, o.Limits.UsualMemory, o.Limits.Waiting)
	s.patterns.Kept = o.Limits.AllMemory / 16
	s.counts = newCounts(s.schedule)
	s.rates = newRates(o.Limits.Rate, o.Limits.Burst)
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if o.Page != nil {
		s.page = newPage(o.Page, len(o.Jobs) > 0, o.Language)
	}
	mux := http.NewServeMux()
	s.document = openapi.New("grundy", o.Version)
	d := newDescriber(s.document.Components.Schemas)
	for _, op := range api.All(ask.NewTiles(o.Limits.AllMemory / 8)) {
		for _, method := range op.Methods {
			described := d.describe(op, method)
			s.document.Add(described)
			mux.HandleFunc(method+" "+described.Path, func(w http.ResponseWriter, r *http.Request) {
				if n, ok := w.(*noted); ok {
					n.operation = op.ID
				}
				if !s.limited(w, r) {
					s.answer(op, w, r)
				}
			})
		}
	}
	plain := func(path, id, summary string, handler http.Handler, statuses ...int) {
		mux.Handle("GET "+path, handler)
		s.document.Add(d.describePlain(path, id, summary, statuses...))
	}
	mux.Handle("GET /openapi.json", s.document)
	plain("/metrics", "metrics", "Metrics, as Prometheus reads them", s.counts)
	plain("/healthz", "health", "Whether the server runs", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }))
	plain("/readyz", "ready", "Whether the server takes questions", http.HandlerFunc(s.ready), http.StatusServiceUnavailable)
	s.handler = s.guard(s.route(mux))
	return s
}

// Document returns the OpenAPI document of servers of a version.
func Document(version string) []byte {
	return New(Options{Limits: DefaultLimits(0), Version: version}).document.JSON()
}

// ready says whether the server takes questions.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) {
	why := ""
	switch {
	case s.draining.Load():
		why = "the server is about to stop"
	case !s.schedule.takes():
		why = "no question can begin: those before it hold all places, or all memory"
	default:
		fmt.Fprintln(w, "ok")
		return
	}
	p := api.NewProblem("overloaded", "%s", why)
	p.Retry = time.Second
	writeProblem(w, p)
}

// buildOf returns what tells this program from others with other answers. One that is
// not built from a commit is told by when it began.
func buildOf(version string) string {
	revision, modified := build.Commit()
	if revision == "" || modified {
		revision += time.Now().String()
	}
	return version + " " + revision
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// idle is how long a connection may wait for its next request.
const idle = 2 * time.Minute

// errStopping ends the questions that a stop did not wait for.
var errStopping = errors.New("the server stops; ask again soon")

// Serve answers requests until ctx ends. Then it takes no more connections, and returns
// when those that are being answered have ended, but no later than after [Limits.Grace]:
// in its last tenth the questions are stopped, and then the connections are closed.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	questions, stopQuestions := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stopQuestions(nil)
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: idle, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return questions },
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		s.draining.Store(true)
		last := s.options.Limits.Grace / 10
		shutdown := func(within time.Duration) error {
			left, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
			defer cancel()
			return h.Shutdown(left)
		}
		err := shutdown(s.options.Limits.Grace - last)
		if err != nil {
			stopQuestions(errStopping) // they say so, if they heed it
			if err = shutdown(last); err != nil {
				s.log.Warn("stopped before all questions had ended")
				err = h.Close()
			}
		}
		ended <- err
	})
	err := h.Serve(newBounded(listener, s.options.Limits.Connections))
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}

// answer answers a question.
func (s *Server) answer(op *api.Operation, w http.ResponseWriter, r *http.Request) {
	limits := s.options.Limits
	if r.ContentLength > limits.Body { // before the client is asked for it
		writeProblem(w, problemOf(&http.MaxBytesError{Limit: limits.Body}))
		return
	}
	held := &holder{by: s.transit}
	defer held.close()
	r.Body = &heldBody{http.MaxBytesReader(w, r.Body, limits.Body), held}
	asked, err := op.Read(requestOf(op, r), limits.Limits)
	if err != nil {
		writeProblem(w, problemOf(err))
		return
	}
	if r.Method == http.MethodPost { // the body was read, so that from now on a read shows when the client leaves
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	a := &answer{w: w, r: r, held: held, form: asked.Form.ContentType}
	a.end = func() { _ = http.NewResponseController(w).SetWriteDeadline(time.Now()) }
	tag := s.tagOf(op, asked)
	if !op.Fresh && has(r, tag) {
		w.Header().Set("ETag", tag)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	m := ask.Means{Memory: asked.Memory, Time: asked.Time, Steps: asked.Steps, Open: asked.Open, Print: func(string) {}, Cores: 1, Patterns: &s.patterns, Table: s.options.Table, Jobs: s.jobs}
	if api.WantsEvents(r.Header.Get("Accept")) {
		a.events = newEvents(w)
		m.Progress = a.events.Progress
	}
	err = s.schedule.do(r.Context(), asked.Memory, &a.draft, func(ctx context.Context) error {
		a.reset()
		reply, err := op.Ask(ctx, asked, m)
		if err != nil {
			return err
		}
		if a.tag = tag; reply.Timed {
			a.tag = ""
		}
		return reply.Write(ctx, a)
	})
	if r.Context().Err() != nil {
		if err = context.Cause(r.Context()); !errors.Is(err, errStopping) {
			return // nobody reads it
		}
	}
	a.finish(err)
}

// requestOf returns a request as an operation reads it.
func requestOf(op *api.Operation, r *http.Request) *api.Request {
	return &api.Request{
		Method: r.Method, Path: op.Path, Name: r.PathValue("name"), Query: r.URL.RawQuery, Body: r.Body,
		ContentType: r.Header.Get("Content-Type"), ContentEncoding: r.Header.Get("Content-Encoding"), Accept: r.Header.Get("Accept"),
	}
}

// tagOf returns the ETag of the answer to a question: the same question to the same
// program has the same answer.
func (s *Server) tagOf(op *api.Operation, asked *api.Asked) string {
	h := sha256.New()
	fmt.Fprintln(h, s.built, op.ID, asked.Form, asked.Memory, asked.Time, asked.Steps, units.Grouped(uint64(len(asked.Text))), asked.Text)
	_ = json.NewEncoder(h).Encode(asked.Files)
	_ = json.NewEncoder(h).Encode(asked.Question.Interface())
	return tagged(h.Sum(nil))
}
