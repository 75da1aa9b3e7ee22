package contest

// Several goroutines answer parts of an input at the same time, once all of it has been read. The
// answers are written in the order of the input.

import (
	"bufio"
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/grundy-games/grundy/internal/contest/input"
)

// A part is tests that one goroutine answers.
type part struct {
	tests []*input.Data
	out   []byte
	ends  []int // of the answers in out
	err   error // of the test behind the last answer
	ready chan struct{}
}

// mostInPart bounds the tests of a part.
const mostInPart = 512

// runTeam is run with several workers.
func (p *Problem) runTeam(ctx context.Context, in io.Reader, out *bufio.Writer, opt Options) error {
	var tests []*input.Data
	reading := opt.reading()
	reading.Keep = true
	unread := p.Shape.In(ctx).Each(in, reading, func(d *input.Data) error {
		tests = append(tests, d)
		return ctx.Err()
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var parts []*part
	for some := range slices.Chunk(tests, min(mostInPart, len(tests)/(8*opt.Workers)+1)) {
		parts = append(parts, &part{tests: some, ready: make(chan struct{})})
	}
	inner, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	var next atomic.Int64
	for range opt.Workers {
		workers.Go(func() {
			a := p.asking(inner, Semantics{}, opt)
			a.shared = true
			defer p.done(a)
			for i := next.Add(1) - 1; i < int64(len(parts)); i = next.Add(1) - 1 {
				parts[i].answer(a)
			}
		})
	}
	c := checking{out: out}
	for _, some := range parts {
		<-some.ready
		from := 0
		for i, end := range some.ends {
			if err := c.take(opt, some.tests[i], some.out[from:end]); err != nil {
				return err
			}
			from = end
		}
		if some.err != nil {
			return some.err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		*some = part{} // its memory is needed no more
	}
	if unread == nil && opt.Check {
		return c.summary()
	}
	return unread
}

// answer answers the tests of a part, up to the first error.
func (p *part) answer(a *asking) {
	defer close(p.ready)
	for _, d := range p.tests {
		if p.err = a.ctx.Err(); p.err == nil {
			p.out, p.err = a.appendAnswer(p.out, d)
		}
		if p.err != nil {
			return
		}
		p.ends = append(p.ends, len(p.out))
	}
}
