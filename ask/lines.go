package ask

// This file holds many questions of the same kind, a position a line. They are answered
// on all cores, and the answers come in the order of the lines. A worker uses for
// later lines what it has found before.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"grundy/internal/jsontext"
	"grundy/internal/message"
	"grundy/internal/units"
	"grundy/position"
	"grundy/solve"
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
	batchLines  = 64       // lines that a worker takes at a time
	batchBytes  = 1 << 16
	cacheShare  = 8        // of the memory may be kept from one line to the next
	mostSaid    = 64 << 20 // bytes of answers that are kept
)

// A batch is some lines that follow each other, and what they gave.
type batch struct {
	lines  []Line
	out    bytes.Buffer
	failed int
	err    error
	done   chan struct{}
}

// Ask answers the lines of in, and writes what they gave to out. It returns how many
// lines there were that are not passed over, and how many failed. It reads no further
// than some batches ahead of what is written. When ctx ends it stops, and returns ctx's
// error; what was answered before the first line that was not stands in out.
func (q Lines) Ask(ctx context.Context, m Means, in io.Reader, out io.Writer) (asked, failed int, err error) {
	if _, err := kindOf(q.Compound); err != nil {
		return 0, 0, err
	}
	if q.Moves < 0 {
		return 0, 0, wrong("moves", q.Moves, "want a number that is not below 0")
	}
	workers := q.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	progress := m.progress("lines")
	m.Progress, m.kept = nil, &position.Kept{}
	ordered, todo := make(chan *batch, 2*workers), make(chan *batch, 2*workers)
	go q.read(ctx, in, ordered, todo)
	for range workers {
		w := &lineWorker{q: q, means: m, cache: solve.Cache{}}
		w.means.cache = &w.cache
		go func() {
			for b := range todo {
				w.answer(ctx, b)
				close(b.done)
			}
		}()
	}
	for {
		var b *batch
		select {
		case b = <-ordered:
		case <-ctx.Done():
			select {
			case b = <-ordered: // what was answered before
			default:
				return asked, failed, context.Cause(ctx)
			}
		}
		if b == nil {
			return asked, failed, ctx.Err()
		}
		<-b.done
		if _, err := out.Write(b.out.Bytes()); err != nil {
			return asked, failed, err
		}
		if b.err != nil {
			return asked, failed, b.err
		}
		asked, failed = asked+len(b.lines), failed+b.failed
		progress.Report(uint64(asked), 0)
	}
}

// A lineWorker answers lines, one after the other.
type lineWorker struct {
	q     Lines
	means Means
	cache solve.Cache
	said  map[string][]byte // what was written for lines that were answered
	bytes uint64            // that said holds
}

// answer answers the lines of a batch, until one of them is stopped.
func (w *lineWorker) answer(ctx context.Context, b *batch) {
	most := w.means.budget().Memory / cacheShare / 2
	for i := range b.lines {
		line := &b.lines[i]
		if said, ok := w.said[line.Text]; ok && line.Err == nil {
			b.out.Write(said)
			continue
		}
		if line.Err == nil {
			question := w.q.Solve
			question.Position = line.Text
			line.Answered, line.Err = question.Ask(ctx, w.means)
		}
		if ctx.Err() != nil {
			b.err = context.Cause(ctx)
			return
		}
		failed := line.Err != nil || line.Answered.Unlisted != nil
		from := b.out.Len()
		if b.err = w.q.Write(&b.out, *line); b.err != nil {
			return
		}
		if failed {
			b.failed++
		} else {
			w.remember(line.Text, bytes.Clone(b.out.Bytes()[from:]), min(most, mostSaid))
		}
		line.Answered, line.Text = nil, ""
		if w.cache.Bytes() > most {
			w.cache = solve.Cache{}
		}
	}
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

// read passes the lines on in batches: as many as there are at the time, so that whoever
// types one line gets its answer.
func (q Lines) read(ctx context.Context, in io.Reader, ordered, todo chan<- *batch) {
	defer close(ordered)
	defer close(todo)
	r := bufio.NewReaderSize(in, batchBytes)
	b, size := &batch{done: make(chan struct{})}, 0
	send := func() bool {
		if len(b.lines) == 0 {
			return ctx.Err() == nil
		}
		select {
		case ordered <- b:
		case <-ctx.Done():
			return false
		}
		select {
		case todo <- b:
		case <-ctx.Done():
			b.err = context.Cause(ctx)
			close(b.done)
			return false
		}
		b, size = &batch{done: make(chan struct{})}, 0
		return true
	}
	for number := 1; ; number++ {
		text, wrong, err := readLine(r)
		if wrong != nil || text != "" && text[0] != '#' {
			b.lines = append(b.lines, Line{Number: number, Text: text, Err: wrong})
			size += len(text)
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				b.lines = append(b.lines, Line{Number: number, Err: err})
			}
			send()
			return
		}
		if (len(b.lines) == batchLines || size > batchBytes || r.Buffered() == 0) && !send() {
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
	if l.Err == nil {
		return l.Answered.WriteJSONLine(out)
	}
	w := jsontext.NewLine(out)
	w.Object(jsontext.Spaced)
	w.Field("line", l.Number)
	w.Field("error", message.Line(l.Err))
	w.End()
	return w.Close()
}
