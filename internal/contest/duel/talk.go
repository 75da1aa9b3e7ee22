package duel

// A program and we answer each other, a line each.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"time"
)

// A Talk is a run of a program that reads and writes lines in turn. One goroutine may
// use it.
type Talk struct {
	program *Program
	running *running
	place   place
	stdin   *os.File // to write
	lines   *bufio.Reader
	heard   int // bytes
	end     func() Result
	rest    []byte // what it said behind the last line that was heard
}

// maxLine bounds a line that a program says, in bytes.
const maxLine = 64 << 10

// Talk starts the program. The limit of time by the clock applies to each answer, the
// other limits to the whole talk.
func (p *Program) Talk(ctx context.Context) (*Talk, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	place, err := p.place()
	if err != nil {
		return nil, err
	}
	stdin, write, err := os.Pipe()
	if err != nil {
		place.remove()
		return nil, err
	}
	limits := p.limits
	limits.Wall = longest
	running, err := p.start(ctx, place, stdin, limits)
	_ = stdin.Close()
	if err != nil {
		_ = write.Close()
		place.remove()
		return nil, err
	}
	t := &Talk{program: p, running: running, place: place, stdin: write, lines: bufio.NewReaderSize(running.output, maxLine)}
	t.end = sync.OnceValue(t.finish)
	return t, nil
}

// longest is a time that nobody waits for.
const longest = 365 * 24 * time.Hour

// Say says a line. A program that has ended does not hear it, which its next answer
// shows.
func (t *Talk) Say(line string) {
	_ = t.stdin.SetWriteDeadline(time.Now().Add(t.program.limits.Wall))
	_, _ = t.stdin.WriteString(line + "\n")
}

// Hear returns the next line that the program says, without blanks around it. The result
// is false where there is none: the program has ended, does not answer in time, or says
// too much. [Talk.End] then says why.
func (t *Talk) Hear() (line string, ok bool) {
	_ = t.running.output.SetReadDeadline(time.Now().Add(t.program.limits.Wall))
	text, err := t.lines.ReadSlice('\n')
	t.heard += len(text)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		t.running.process.end(overAnswer)
	case errors.Is(err, bufio.ErrBufferFull):
		t.running.process.end(overLine)
	case t.heard > t.program.limits.Output:
		t.running.process.end(overOutput)
	case err == nil || len(text) > 0: // the last line need not end
		return strings.TrimSpace(string(text)), true
	}
	return "", false
}

// Stop ends the program at once.
func (t *Talk) Stop() {
	t.running.process.end(canceled)
	t.end()
}

// End tells the program that there is no more input, waits for its end, and returns its
// result.
func (t *Talk) End() Result { return t.end() }

func (t *Talk) finish() Result {
	defer t.place.remove()
	_ = t.stdin.Close()
	late := time.AfterFunc(t.program.limits.Wall, func() { t.running.process.end(overAnswer) })
	defer late.Stop()
	begun, _ := t.lines.Peek(t.lines.Buffered())
	t.rest = bytes.Clone(begun)
	rest := t.running.read(t.running.output, t.program.limits.Output-min(t.heard, t.program.limits.Output), true)
	_ = t.running.output.SetReadDeadline(time.Time{})
	result := t.running.finish(t.program.limits)
	t.program.count(result)
	t.rest = append(t.rest, rest()...)
	return result
}

// Rest returns what the program said that was not heard, after [Talk.End].
func (t *Talk) Rest() []byte { return t.rest }
