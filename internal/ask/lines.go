package ask

// [Lines] asks many questions of the same kind, a position a line. All cores answer, and
// the answers come in the order of the lines. A worker uses for later lines what it has
// found before.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
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
	batchLines  = 64       // lines of a batch
	batchBytes  = 1 << 16
	readAhead   = 64                     // batches that wait for a line before them
	writeEvery  = 100 * time.Millisecond // of a batch that is not done
	cacheShare  = 8                      // of the memory may be kept from one line to the next
	mostSaid    = 64 << 20               // bytes of answers that are kept
)

// A batch is some lines that follow each other, and what they gave. Each worker takes
// the next line that no other has taken, so that a few lines that take long keep all busy.
type batch struct {
	lines []Line
	gave  []gift       // what each line gave
	taken atomic.Int64 // lines that workers took
	in    atomic.Int64 // workers that have not left
	done  chan struct{}
}

// A gift is what is written for a line.
type gift struct {
	ready  atomic.Bool // the rest is set
	text   []byte
	failed bool
	err    error // that ends the work
}

// leave says that a worker takes no more lines.
func (b *batch) leave() {
	if b.in.Add(-1) == 0 {
		close(b.done)
	}
}

// write writes what lines gave, from that one on to the first that is not ready, and
// returns which one that is, and how many failed.
func (b *batch) write(out io.Writer, from int) (next, failed int, err error) {
	var text []byte
	for next = from; next < len(b.gave) && err == nil && b.gave[next].ready.Load(); next++ {
		g := &b.gave[next]
		if text, err = append(text, g.text...), g.err; g.failed {
			failed++
		}
		g.text = nil
	}
	if len(text) > 0 {
		if _, problem := out.Write(text); problem != nil {
			return next, failed, problem
		}
	}
	return next, failed, err
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
	m.Progress, m.kept, m.Patterns = nil, &position.Kept{}, m.patterns()
	ordered, todo := make(chan *batch, readAhead), make([]chan *batch, workers)
	for i := range todo {
		todo[i] = make(chan *batch, readAhead)
		w := &lineWorker{q: q, means: m, cache: solve.Cache{}}
		w.means.cache = &w.cache
		go func() {
			for b := range todo[i] {
				w.answer(ctx, b)
			}
		}()
	}
	go q.read(ctx, in, ordered, todo)
	soon := time.NewTicker(writeEvery)
	defer soon.Stop()
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
		written := 0
		for done := false; !done; {
			select {
			case <-b.done:
				done = true
			case <-soon.C:
			}
			next, wrong, err := b.write(out, written)
			asked, failed, written = asked+next-written, failed+wrong, next
			if err != nil {
				return asked, failed, err
			}
			progress.Report(uint64(asked), 0)
		}
		if written < len(b.lines) {
			return asked, failed, context.Cause(ctx)
		}
	}
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

// answer answers lines of a batch that no other worker answers.
func (w *lineWorker) answer(ctx context.Context, b *batch) {
	defer b.leave()
	for i := b.taken.Add(1) - 1; i < int64(len(b.lines)); i = b.taken.Add(1) - 1 {
		g := &b.gave[i]
		g.text, g.failed, g.err = w.say(ctx, &b.lines[i])
		g.ready.Store(true)
	}
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

// read passes the lines on to all workers in batches: as many as there are at the time,
// so that whoever types one line gets its answer.
func (q Lines) read(ctx context.Context, in io.Reader, ordered chan<- *batch, todo []chan *batch) {
	defer close(ordered)
	for _, worker := range todo {
		defer close(worker)
	}
	r := bufio.NewReaderSize(in, batchBytes)
	var lines []Line
	size := 0
	send := func() bool {
		if len(lines) == 0 {
			return ctx.Err() == nil
		}
		b := &batch{lines: lines, gave: make([]gift, len(lines)), done: make(chan struct{})}
		b.in.Store(int64(len(todo)))
		select {
		case ordered <- b:
		case <-ctx.Done():
			return false
		}
		for _, worker := range todo {
			select {
			case worker <- b:
			case <-ctx.Done():
				b.leave()
			}
		}
		lines, size = nil, 0
		return ctx.Err() == nil
	}
	for number := 1; ; number++ {
		text, wrong, err := readLine(r)
		if wrong != nil || text != "" && text[0] != '#' {
			lines = append(lines, Line{Number: number, Text: text, Err: wrong})
			size += len(text)
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				lines = append(lines, Line{Number: number, Err: err})
			}
			send()
			return
		}
		if (len(lines) == batchLines || size > batchBytes || r.Buffered() == 0) && !send() {
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
