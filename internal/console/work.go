package console

// Work goes on beside the screen, one piece at a time, as a match is for one goroutine. Its result
// changes the model only when the screen reads it.

import (
	"context"
	"time"
)

// A job is a piece of work that has begun and not ended.
type job struct {
	number int
	what   string // in words, such as "grundy is thinking"
	stop   context.CancelFunc
	slow   bool   // whether it is shown
	far    string // how far it has come
}

// A result is what a job leaves. Keep changes the model, and returns what to do then, or
// nil.
type result struct {
	job  int
	keep func(*model) step
	err  error
}

// A command is done beside the screen. It returns a message for the model.
type command func() any

// A step changes the model and may begin work.
type step func(*model) command

// slow says that a job has lasted some time.
type slow struct{ job int }

const (
	quiet   = time.Second / 2
	between = time.Second / 10
)

// begin begins work. There must be none.
func (m *model) begin(what string, work func(context.Context) (func(*model) step, error)) command {
	ctx, stop := context.WithCancel(m.ctx)
	m.jobs++
	number := m.jobs
	m.job = &job{number: number, what: what, stop: stop}
	m.options.Working()
	m.after(quiet, slow{number})
	return func() any {
		keep, err := work(ctx)
		return result{number, keep, err}
	}
}

// ended takes the result of a job, and does what waited for it.
func (m *model) ended(r result) command {
	if m.job == nil || m.job.number != r.job {
		return nil
	}
	m.job.stop()
	stopped, next := m.stopping, m.next
	m.job, m.stopping, m.next = nil, false, nil
	switch {
	case r.err == nil:
		if then := r.keep(m); next == nil {
			next = then
		}
	case next != nil: // which has stopped the work
	case stopped:
		m.say("Stopped.")
	default:
		m.say(m.options.Tell(r.err))
	}
	if next == nil {
		return nil
	}
	return next(m)
}

// do takes a step, after the present work, which it stops.
func (m *model) do(s step) command {
	if m.job == nil {
		return s(m)
	}
	m.next = s
	m.job.stop()
	return nil
}

// isSlow shows a job that has lasted some time.
func (m *model) isSlow(s slow) {
	if m.job != nil && m.job.number == s.job {
		m.job.slow, m.job.far = true, m.options.Far()
		m.after(between, s)
	}
}
