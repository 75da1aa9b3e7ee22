package ask

// [Lines] asks many questions of the same kind, a position a line. All cores answer, and
// the answers come in the order of the lines. A worker uses for later lines what it has
// found before.

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// A Lines asks who wins the positions of many lines. Lines that are empty, or begin with
// "#", are passed over.
type Lines struct {
	Solve // asked of each line; its Position is not used
	// Write writes what one line gave. It may be called by several goroutines at once.
	// Its error ends the work.
	Write func(out io.Writer, line Line) error
	// Workers is how many lines are answered at the same time; 0 for one a core. Each
	// may use the memory of the means.
	Workers int
}

// A Line is what one line gave: an answer, or an error.
type Line struct {
	Number   int // from 1
	Text     string
	Answered *Solved
	Err      error
}

const (
	mostLine    = 1 << 20  // bytes of a line
	mostSkipped = 64 << 20 // bytes of a line that is too long, before the input is given up
	readAhead   = 1 << 10  // lines that wait for a line before them
	longLine    = 1 << 16  // bytes; behind a longer line nothing is read until it is answered
	writeEvery  = 100 * time.Millisecond
	cacheShare  = 8        // of the memory may be kept from one line to the next
	mostSaid    = 64 << 20 // bytes of answers that are kept
)

// A ticket is a line and, once it is done, what is written for it.
type ticket struct {
	line   Line
	done   chan struct{}
	text   []byte
	failed bool
	err    error // that ends the work
}

// Ask answers the lines of in, and writes what they gave to out. It returns how many
// lines there were that are not passed over, and how many failed. It reads no further
// than some batches ahead of what is written. When ctx ends it stops, and returns ctx's
// error; what was answered before the first line that was not stands in out.
func (q Lines) Ask(ctx context.Context, m Means, in io.Reader, out io.Writer) (asked, failed int, err error) {
	if err := q.check(); err != nil {
		return 0, 0, err
	}
	workers := q.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	progress := m.progress("lines")
	m.Progress, m.kept, m.Patterns = nil, &position.Kept{}, m.patterns()
	ordered, todo := make(chan *ticket, readAhead), make(chan *ticket, readAhead)
	for range workers {
		w := &lineWorker{q: q, means: m, cache: solve.Cache{}}
		w.means.cache = &w.cache
		go func() {
			for t := range todo {
				t.text, t.failed, t.err = w.say(ctx, &t.line)
				close(t.done)
			}
		}()
	}
	go q.read(ctx, in, ordered, todo)
	written := bufio.NewWriterSize(out, 1<<16)
	defer func() { err = cmp.Or(written.Flush(), err) }()
	soon := time.NewTicker(writeEvery)
	defer soon.Stop()
	for t := range ordered {
		for done := false; !done; {
			select {
			case <-t.done:
				done = true
			case <-soon.C:
				err = written.Flush()
			case <-ctx.Done():
				select {
				case <-t.done: // what was answered before
					done = true
				default:
					return asked, failed, context.Cause(ctx)
				}
			}
			if err != nil {
				return asked, failed, err
			}
		}
		if t.err != nil {
			return asked, failed, t.err
		}
		if asked++; t.failed {
			failed++
		}
		if _, err := written.Write(t.text); err != nil {
			return asked, failed, err
		}
		if progress.Report(uint64(asked), 0); len(ordered) == 0 {
			if err := written.Flush(); err != nil {
				return asked, failed, err
			}
		}
	}
	return asked, failed, ctx.Err()
}

// A lineWorker answers lines, one after the other.
type lineWorker struct {
	q     Lines
	means Means
	cache solve.Cache
	out   bytes.Buffer
	said  map[string][]byte // what was written for lines that were answered
	bytes uint64            // that said holds
}

// say returns what is written for a line, and whether it failed.
func (w *lineWorker) say(ctx context.Context, line *Line) (text []byte, failed bool, err error) {
	most := w.means.budget().Memory / cacheShare / 2
	if line.Err == nil {
		if said, ok := w.said[line.Text]; ok {
			return said, false, nil
		}
		question := w.q.Solve
		question.Position = line.Text
		line.Answered, line.Err = question.Ask(ctx, w.means)
	}
	if ctx.Err() != nil {
		return nil, false, context.Cause(ctx)
	}
	failed = line.Err != nil || line.Answered.Unlisted != ""
	w.out.Reset()
	if err := w.q.Write(&w.out, *line); err != nil {
		return nil, false, err
	}
	text = bytes.Clone(w.out.Bytes())
	if !failed {
		w.remember(line.Text, text, min(most, mostSaid))
	}
	line.Answered, line.Text = nil, ""
	if w.cache.Bytes() > most {
		w.cache = solve.Cache{}
	}
	return text, failed, nil
}

// remember keeps what was written for a line, with a bound on the bytes of all lines.
func (w *lineWorker) remember(text string, said []byte, most uint64) {
	const entry = 128
	bytes := uint64(len(text)+len(said)) + entry
	if bytes > most {
		return
	}
	if w.bytes += bytes; w.said == nil || w.bytes > most {
		w.said, w.bytes = map[string][]byte{}, bytes
	}
	w.said[text] = said
}

// read passes the lines on to the workers, each as soon as it is there, so that whoever types one
// gets its answer.
func (q Lines) read(ctx context.Context, in io.Reader, ordered, todo chan<- *ticket) {
	defer close(ordered)
	defer close(todo)
	r := bufio.NewReaderSize(in, 1<<16)
	for number := 1; ; number++ {
		text, wrong, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			wrong = err
		}
		if wrong != nil || text != "" && text[0] != '#' {
			t := &ticket{line: Line{Number: number, Text: text, Err: wrong}, done: make(chan struct{})}
			for _, to := range []chan<- *ticket{ordered, todo} {
				select {
				case to <- t:
				case <-ctx.Done():
					return
				}
			}
			if len(text) > longLine {
				select {
				case <-t.done:
				case <-ctx.Done():
				}
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine returns the next line, or what is wrong with it. The error says why there is
// no further one.
func readLine(r *bufio.Reader) (text string, wrong, err error) {
	var long []byte
	skipped := 0
	for {
		part, err := r.ReadSlice('\n')
		if wrong != nil || len(long)+len(part) > mostLine {
			skipped += len(long) + len(part)
			long, wrong = nil, fmt.Errorf("the line has more than %s: want a position", units.Bytes(mostLine))
		} else if wrong == nil && (long != nil || errors.Is(err, bufio.ErrBufferFull)) {
			long = append(long, part...)
			part = nil
		}
		if skipped > mostSkipped {
			return "", fmt.Errorf("the line has no end within %s: what follows is not read", units.Bytes(mostSkipped)), io.EOF
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		switch {
		case wrong != nil:
			return "", wrong, err
		case long != nil:
			return strings.TrimSpace(string(long)), nil, err
		}
		return strings.TrimSpace(string(part)), nil, err
	}
}

// WriteJSON writes what the line gave as one JSON value in a line.
func (l Line) WriteJSON(out io.Writer) error {
	w := jsontext.NewLine(out)
	if l.Err == nil {
		w.Struct(l.Answered)
	} else {
		w.Struct(&Failed{l.Number, message.Line(l.Err)})
	}
	return w.Close()
}

// Failed says why a line has no answer.
type Failed struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}
