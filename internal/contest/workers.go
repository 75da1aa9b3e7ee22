package contest

// Several goroutines answer tests at the same time, in the order of the input. One reads, and
// copies tests into batches; workers answer batches; one writes, in the order of the input. The
// reader sends a batch, full or not, before it waits for more input, and the writer flushes when
// there is no more to write, so that a program can talk to a problem line by line.

import (
	"bufio"
	"context"
	"fmt"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/units"
)

const (
	// batchTests and batchWork bound a batch: its tests, and the bytes of its input.
	batchTests = 512
	batchWork  = 1 << 18
)

// A batch is tests that one worker answers.
type batch struct {
	tests []*input.Data
	bytes int
	out   []byte
	check []int // ends of the answers in out, for checks
	err   error // of the test behind the last answer
	ready chan struct{}
}

// A team answers the tests of one run.
type team struct {
	problem *Problem
	ctx     context.Context
	opt     Options
	out     *bufio.Writer
	check   *checking // or nil

	work   chan *batch
	order  chan *batch
	open   *batch
	outers map[*input.Data]*input.Data
	done   chan error // of the writer
	stop   context.CancelFunc
}

// runTeam is run with several workers.
func (p *Problem) runTeam(ctx context.Context, in *waiting, out *bufio.Writer, opt Options) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	t := &team{problem: p, ctx: inner, opt: opt, out: out, stop: stop,
		work: make(chan *batch), order: make(chan *batch, 4*opt.Workers), done: make(chan error, 1)}
	if opt.Check {
		t.check = &checking{out: out}
	}
	var workers sync.WaitGroup
	for range opt.Workers {
		workers.Go(t.answer)
	}
	go t.write()
	err := p.Shape.In(inner).Each(&talking{t, in}, opt.reading(), t.add)
	if err == nil {
		err = t.send()
	}
	if inner.Err() == nil {
		_ = t.send() // answers before the error
	}
	close(t.work)
	close(t.order)
	workers.Wait()
	if writing := <-t.done; writing != nil && (err == nil || ctx.Err() == nil && inner.Err() != nil) {
		err = writing
	}
	if err == nil && opt.Check {
		err = t.check.summary()
	}
	return err
}

// talking gives all tests that were read to workers before it waits for more to read.
type talking struct {
	team *team
	in   *waiting
}

func (t *talking) Read(p []byte) (int, error) {
	if err := t.team.send(); err != nil {
		return 0, err
	}
	if err := t.in.ctx.Err(); err != nil {
		return 0, err
	}
	return t.in.in.Read(p)
}

// add takes a test into the batch.
func (t *team) add(d *input.Data) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	if t.open == nil {
		t.open = &batch{ready: make(chan struct{})}
	}
	if t.outers == nil || d.Index == 0 {
		t.outers = map[*input.Data]*input.Data{} // what is shared may be new
	}
	b := t.open
	b.tests = append(b.tests, d.CloneIn(t.shared(d.Outer)))
	b.bytes += 64 + dataBytes(d)
	if t.opt.MaxMemory > 0 && uint64(b.bytes)*uint64(4*t.opt.Workers) > t.opt.MaxMemory && b.bytes > batchWork {
		return fmt.Errorf("%d workers copy tests of %s: %w", t.opt.Workers, units.Bytes(uint64(b.bytes)), grundy.ErrTooLarge)
	}
	if len(b.tests) >= batchTests || b.bytes >= batchWork {
		return t.send()
	}
	return nil
}

// shared returns the copy of what tests share, made once.
func (t *team) shared(d *input.Data) *input.Data {
	if d == nil {
		return nil
	}
	if c, ok := t.outers[d]; ok {
		return c
	}
	flat := *d
	flat.Tests = nil
	c := flat.CloneIn(t.shared(d.Outer))
	t.outers[d] = c
	return c
}

// dataBytes is about how many bytes a test takes.
func dataBytes(d *input.Data) (n int) {
	for i := range d.Values {
		v := &d.Values[i]
		n += 80 + 8*len(v.List) + len(v.Text) + 8*len(v.Ends)
	}
	return n + len(d.Call) + len(d.Expect)
}

// send gives the batch to a worker.
func (t *team) send() error {
	if t.open == nil {
		return nil
	}
	b := t.open
	t.open = nil
	select {
	case t.order <- b:
	case <-t.ctx.Done():
		return t.ctx.Err()
	}
	select {
	case t.work <- b:
	case <-t.ctx.Done():
		b.err = t.ctx.Err()
		close(b.ready)
		return b.err
	}
	return nil
}

// answer answers batches until there are no more.
func (t *team) answer() {
	a := t.problem.asking(t.ctx, Semantics{}, t.opt)
	a.shared = true
	defer t.problem.done(a)
	for b := range t.work {
		for _, d := range b.tests {
			if b.err = t.ctx.Err(); b.err == nil {
				b.out, b.err = a.appendAnswer(b.out, d)
			}
			if b.err != nil {
				break
			}
			if t.check != nil {
				b.check = append(b.check, len(b.out))
			}
		}
		close(b.ready)
	}
}

// write writes the answers in the order of the tests, up to the first error.
func (t *team) write() {
	var failed error
	for b := range t.order {
		<-b.ready
		if failed == nil {
			failed = t.writeBatch(b)
			if failed == nil && len(t.order) == 0 {
				failed = t.out.Flush()
			}
			if failed != nil {
				t.stop()
			}
		}
	}
	t.done <- failed
}

func (t *team) writeBatch(b *batch) error {
	if t.check == nil {
		if _, err := t.out.Write(b.out); err != nil {
			return err
		}
		return b.err
	}
	from := 0
	for i, end := range b.check {
		if err := t.check.check(b.tests[i], b.out[from:end]); err != nil {
			return err
		}
		from = end
	}
	return b.err
}
