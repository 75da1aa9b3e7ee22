package server

// Each question gets a place for short ones first. One that takes longer goes on in a place for
// long ones if one is free; otherwise it stops, waits for such a place, and starts again. So there
// is always a place for short questions soon, and long ones never take all cores. Each question
// also reserves its memory, so that the sum of all that are granted fits into the memory of the
// server. Long ones, among them those whose readers are slow, together reserve no more than three
// quarters of it.

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// A class says whether a question is short or long.
type class int

const (
	short class = iota
	long
)

// turn is after how much time a question counts as long.
const turn = 100 * time.Millisecond

// errTurn stops a question that has to wait for a place for long ones.
var errTurn = errors.New("another turn")

// errFull refuses a question because too many wait.
var errFull = errors.New("too many questions wait; try again soon")

// A schedule has the places in which questions compute.
type schedule struct {
	mu      sync.Mutex
	free    [2]int // places of each class; below 0 where a question could not be stopped
	memory  uint64 // that is not reserved
	all     uint64 // memory
	held    uint64 // memory of long questions
	usual   uint64 // memory of a question that does not say
	waiting [2][]*place
	most    int       // places that may wait, of each class
	moved   time.Time // when a place was last given or given back
}

// newSchedule returns a schedule for that many cores.
func newSchedule(cores int, memory, usual uint64, waiting int) *schedule {
	return &schedule{free: [2]int{short: 2 * cores, long: max(cores-1, 1)}, memory: memory, all: memory, usual: usual, most: waiting, moved: time.Now()}
}

// A place is one in which a question computes, or waits.
type place struct {
	in     *schedule
	class  class
	memory uint64
	ready  chan struct{} // closed once it may compute
	left   bool          // it was given back
}

// enter waits for a place. It returns [errFull] or the error of ctx.
func (s *schedule) enter(ctx context.Context, c class, memory uint64) (*place, error) {
	p := &place{in: s, class: c, memory: memory, ready: make(chan struct{})}
	s.mu.Lock()
	if len(s.waiting[c]) >= s.most {
		s.mu.Unlock()
		return nil, errFull
	}
	s.waiting[c] = append(s.waiting[c], p)
	s.admit()
	s.mu.Unlock()
	select {
	case <-p.ready:
		return p, nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.waiting[c], p); at >= 0 {
		s.waiting[c] = slices.Delete(s.waiting[c], at, at+1)
		s.admit() // the next one may want less memory
	} else {
		p.release()
	}
	return nil, ctx.Err()
}

// admit lets those compute who wait at the heads of the lines, short ones first. The lock is
// held.
func (s *schedule) admit() {
	for _, c := range []class{short, long} {
		for len(s.waiting[c]) > 0 && s.free[c] > 0 {
			p := s.waiting[c][0]
			if p.memory > s.memory || c == long && !s.holds(p) {
				break
			}
			s.waiting[c] = s.waiting[c][1:]
			s.moved = time.Now()
			s.free[c]--
			s.memory -= p.memory
			if c == long {
				s.held += p.memory
			}
			close(p.ready)
		}
	}
}

// holds reports whether long questions may hold the memory of one more, or this one alone.
// The lock is held.
func (s *schedule) holds(p *place) bool { return s.held == 0 || s.held+p.memory <= s.all-s.all/4 }

// leave gives the place back.
func (p *place) leave() {
	p.in.mu.Lock()
	defer p.in.mu.Unlock()
	p.release()
}

func (p *place) release() {
	p.left = true
	p.in.moved = time.Now()
	p.in.free[p.class]++
	p.in.memory += p.memory
	if p.class == long {
		p.in.held -= p.memory
	}
	p.in.admit()
}

// lengthen makes the place one for a long question, if there is one that nobody waits
// for, or anyhow; but not if long questions would hold too much memory. A place that was
// given back needs none.
func (p *place) lengthen(anyhow bool) bool {
	s := p.in
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.left {
		return true
	}
	if !s.holds(p) || !anyhow && (s.free[long] <= 0 || len(s.waiting[long]) > 0) {
		return false
	}
	p.class = long
	s.held += p.memory
	s.free[short]++
	s.free[long]--
	s.admit()
	return true
}

// stuck is after how much time without a change no question can begin soon. A question
// gives its place for short ones back after [turn].
const stuck = 10 * turn

// takes reports whether a question can begin, soon if not at once.
func (s *schedule) takes() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting[short]) >= s.most {
		return false
	}
	free := len(s.waiting[short]) == 0 && s.free[short] > 0 && s.memory >= s.usual
	return free || time.Since(s.moved) < stuck
}

// waits returns how many questions wait.
func (s *schedule) waits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting[short]) + len(s.waiting[long])
}

// reserved returns the memory that is reserved.
func (s *schedule) reserved() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all - s.memory
}

// A draft is an answer that can be stopped, and made again, until something of it is sent.
// From then on it can only be cut.
type draft struct {
	mu                 sync.Mutex
	sent, stopped, cut bool
	end                func() // ends a write to a slow reader; it may be nil
}

// send reports whether the answer may be sent. From then on it is not stopped any more.
func (d *draft) send() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sent = !d.stopped
	return d.sent
}

// isSent reports whether something was sent.
func (d *draft) isSent() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sent
}

// do does the work of a question, which makes the draft. Where it has to wait for a place
// for long ones it is stopped, and done again. Where its answer is being sent, and long ones
// hold too much memory, it is cut.
func (s *schedule) do(ctx context.Context, memory uint64, d *draft, work func(context.Context) error) error {
	p, err := s.enter(ctx, short, memory)
	if err != nil {
		return err
	}
	within, stop := context.WithCancelCause(ctx)
	timer := time.AfterFunc(turn, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		switch {
		case p.lengthen(d.sent):
		case !d.sent:
			d.stopped = true
			stop(errTurn)
		default:
			d.cut = true
			stop(errTransit)
			if d.end != nil {
				d.end()
			}
		}
	})
	err = work(within)
	timer.Stop()
	p.leave()
	d.mu.Lock()
	again := d.stopped && ctx.Err() == nil // also where the answer says how far it came
	d.stopped = false
	d.mu.Unlock()
	stop(nil)
	if !again {
		return err
	}
	if p, err = s.enter(ctx, long, memory); err != nil {
		return err
	}
	defer p.leave()
	return work(ctx)
}
