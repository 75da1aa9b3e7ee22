package server

// An answer is sent whole where it is short, so that errors have their status; piece by piece
// where it is long; and as an event where progress was wanted.

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/grundy-games/grundy/internal/api"
)

// whole is how many bytes of an answer are kept until it is complete.
const whole = 1 << 20

// patience is how long one write may take.
const patience = 30 * time.Second

// An answer is a response whose first bytes are kept back.
type answer struct {
	held *holder // of what is kept back
	draft
	w      http.ResponseWriter
	r      *http.Request
	kept   bytes.Buffer
	out    io.Writer    // once it has begun
	zipped *gzip.Writer // nil where the client does not take it
	events *api.Events  // nil where no progress is wanted
	form   string       // the content type
	tag    string       // the ETag, "" for none
}

// reset forgets what was kept back.
func (a *answer) reset() {
	a.held.give(uint64(a.kept.Len()))
	a.kept.Reset()
}

// Write keeps p back, or sends it.
func (a *answer) Write(p []byte) (int, error) {
	if a.out == nil && a.kept.Len()+len(p) <= whole {
		if err := a.held.take(uint64(len(p))); err != nil {
			return 0, err
		}
		return a.kept.Write(p)
	}
	if err := a.begin(-1); err != nil {
		return 0, err
	}
	return a.pass(p)
}

// pass sends p behind what was kept back.
func (a *answer) pass(p []byte) (int, error) {
	if !a.mayWrite() {
		return 0, errTransit
	}
	if a.events != nil {
		return a.events.Write(p)
	}
	return a.out.Write(p)
}

// mayWrite gives the next write its time, unless the answer is cut.
func (a *answer) mayWrite() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.cut {
		extend(a.w)
	}
	return !a.cut
}

// begin sends the header and what was kept back. The size of the answer is -1 where it is
// not known.
func (a *answer) begin(size int) error {
	if a.out != nil {
		return nil
	}
	if !a.send() {
		return errTurn
	}
	if a.events != nil {
		a.out = a.w
		a.events.Begin("answer")
	} else {
		header := a.w.Header()
		header.Set("Content-Type", a.form)
		header.Add("Vary", "Accept, Accept-Encoding")
		if a.tag != "" {
			header.Set("ETag", a.tag)
			header.Set("Cache-Control", "no-cache")
		} else {
			header.Set("Cache-Control", "no-store")
		}
		a.out = a.w
		if small := size >= 0 && size < smallest; !small && a.form != "image/png" && takes(a.r, "gzip") {
			header.Set("Content-Encoding", "gzip")
			a.zipped = zippers.Get().(*gzip.Writer)
			a.zipped.Reset(a.w)
			a.out = a.zipped
		} else if size >= 0 {
			header.Set("Content-Length", fmt.Sprint(size))
		}
		a.w.WriteHeader(http.StatusOK)
	}
	_, err := a.pass(a.kept.Bytes())
	a.held.give(uint64(a.kept.Len()))
	a.kept = bytes.Buffer{}
	return err
}

// finish ends the answer.
func (a *answer) finish(err error) {
	switch {
	case err != nil && a.isSent() && a.events == nil:
		panic(http.ErrAbortHandler) // so that the client sees that it is not whole
	case err != nil && a.events != nil:
		a.events.Fail(problemOf(err))
		return
	case err != nil:
		writeProblem(a.w, problemOf(err))
		return
	}
	if err := a.begin(a.kept.Len()); err != nil {
		return
	}
	if a.zipped != nil {
		_ = a.zipped.Close()
		zippers.Put(a.zipped)
	}
	if a.events != nil {
		a.events.End()
	}
}

// tagged returns an ETag. It is weak, as an answer may be compressed or not.
func tagged(sum []byte) string { return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"` }

// has reports whether the client has the answer with the tag.
func has(r *http.Request, tag string) bool {
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimSpace(known) == tag {
			return true
		}
	}
	return false
}

// smallest is how many bytes are worth compressing.
const smallest = 1 << 10

var zippers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level exists
	return w
}}

// takes reports whether the client takes an encoding.
func takes(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == encoding {
			return strings.ReplaceAll(quality, " ", "") != "q=0"
		}
	}
	return false
}

// extend gives the next write its time.
func extend(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(patience))
}

// newEvents begins a stream of events.
func newEvents(w http.ResponseWriter) *api.Events {
	header := w.Header()
	header.Set("Content-Type", api.EventStream)
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	flush := func() { _ = http.NewResponseController(w).Flush() }
	flush()
	return &api.Events{Out: patient{w}, Flush: flush}
}

// A patient writer gives each write its time.
type patient struct{ w http.ResponseWriter }

func (p patient) Write(text []byte) (int, error) {
	extend(p.w)
	return p.w.Write(text)
}
