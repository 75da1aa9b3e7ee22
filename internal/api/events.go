package api

// Progress, and then the answer, as server-sent events.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
)

// EventStream is the content type of events.
const EventStream = "text/event-stream"

// Events writes events: "progress" while the work lasts, and then "answer" or "error".
type Events struct {
	// Out takes the events; Flush passes on what it holds back.
	Out   io.Writer
	Flush func()

	mu     sync.Mutex
	line   bool // the line of data has begun
	last   time.Time
	closed bool
}

// every is how often progress is sent.
const every = 100 * time.Millisecond

// Progress is the Progress of the means of a question.
func (e *Events) Progress(counted string) grundy.Progress {
	return func(done, total uint64) {
		e.mu.Lock()
		defer e.mu.Unlock()
		now := time.Now()
		if e.closed || now.Sub(e.last) < every {
			return
		}
		e.last = now
		text, _ := json.Marshal(struct {
			Counted string `json:"counted"`
			Done    uint64 `json:"done"`
			Total   uint64 `json:"total"`
		}{counted, done, total})
		_, _ = fmt.Fprintf(e.Out, "event: progress\ndata: %s\n\n", text)
		e.Flush()
	}
}

// Begin begins the last event.
func (e *Events) Begin(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true // to progress
	_, _ = fmt.Fprintf(e.Out, "event: %s\n", name)
}

// Write sends a piece of the data of an event.
func (e *Events) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if !e.line {
			if _, err := io.WriteString(e.Out, "data: "); err != nil {
				return 0, err
			}
		}
		e.line = line[len(line)-1] != '\n'
		if _, err := e.Out.Write(line); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// End ends the last event.
func (e *Events) End() {
	if e.line {
		_, _ = io.WriteString(e.Out, "\n")
	}
	_, _ = io.WriteString(e.Out, "\n")
	e.Flush()
}

// Fail sends a problem as the last event. An answer that has begun ends without an end.
func (e *Events) Fail(p *Problem) {
	if e.line {
		_, _ = io.WriteString(e.Out, "\n")
	}
	if e.closed {
		_, _ = io.WriteString(e.Out, "\n")
	}
	e.Begin("error")
	e.line = false
	_, _ = e.Write(p.JSON())
	e.End()
}
