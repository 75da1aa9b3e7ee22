// Package machine runs the programs of package core: it makes closures of them once, and
// runs these at any position.
//
// [New] makes a [Program], and [Run], [Evaluate] and [Legal] play it. A program gives up
// where a value does not fit into its place, or where only the interpreter has the words for
// what is wrong. Then these three call the interpreter of package lang, which
// takes the same steps and states the same moves.
package machine

import (
	"errors"
	"math"
	"sync"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A Machine runs one program. It has registers of 64 bits, in which rows and grids have fixed
// places, and a budget of steps. Nothing in it allocates, except the moves that it states.
// One goroutine at a time may use it.
//
// A stopped machine runs on to the next charge of steps, which refuses. Until then
// nothing that it does counts, and errors are ignored; but lengths in registers stay
// true, so that every cell that it reads is there.
type Machine struct {
	r          []int64
	code       *lang.Code
	clock      *lang.Clock
	out        *lang.Collector
	steps      int64          // before the next look at whether to stop
	reserve    int64          // of steps, behind these
	left       int64          // of all steps, when it stopped
	words      int            // that may be collected
	stopped    bool           // nothing that is returned is worth anything any more
	spilled    bool           // the interpreter must run this instead
	err        *lang.Error    // unless spilled
	nothing    lang.Collector // for formulas, which state no moves
	masks      [][]kept       // by mask
	maskPlaces int            // in all of them
}

// A statement runs, and says how it ended.
type statement func(m *Machine) flow

// flow says how a statement ended.
type flow uint8

const (
	onward flow = iota
	breaking
	continuing
	returning
)

// stopping is how statements end that stop the machine.
const stopping = returning

// leaves reports whether a turn that ended so ends its loop.
func (how flow) leaves() bool { return how == breaking || how == returning }

// afterLoop returns how a loop ends that such a turn ends.
func (how flow) afterLoop() flow {
	if how == breaking {
		return onward
	}
	return returning
}

func (m *Machine) fail(at *core.Place, format string, args ...any) int64 {
	if !m.stopped {
		m.stopWith(m.code.FailAtPlace(*at, format, args...))
	}
	return 0
}

// stopWith stops the machine with an error, unless it has stopped.
func (m *Machine) stopWith(err *lang.Error) flow {
	if !m.stopped {
		m.stop()
		m.err = err
	}
	return stopping
}

// stop stops the machine: no charge of steps can be paid any more.
func (m *Machine) stop() {
	m.stopped, m.left = true, m.steps+m.reserve
	m.steps, m.reserve = math.MinInt64/2, 0
}

// spill gives the work to the interpreter: values do not fit into their places
// here, or the interpreter knows more about an error.
func (m *Machine) spill() int {
	if !m.stopped {
		m.stop()
		m.spilled = true
	}
	return 0
}

// more takes steps from the reserve, when there are less than none. The machine
// stops where there are none there, or its clock has ended.
func (m *Machine) more(at *core.Place) bool {
	switch {
	case m.stopped:
		return false
	case m.steps+m.reserve < 0:
		m.stopWith(m.code.OutOfSteps(*at))
		return false
	case m.clock.HasEnded():
		m.stopWith(m.code.StopAt(*at, m.clock))
		return false
	}
	taken := min(m.reserve, lang.SliceOfSteps-m.steps)
	m.steps += taken
	m.reserve -= taken
	return true
}

// spend takes steps. It is false when the machine has stopped.
func (m *Machine) spend(at *core.Place, steps int) bool {
	m.steps -= int64(steps)
	return m.steps >= 0 || m.more(at)
}

// A Program is a core program that can be run. Several goroutines may use it.
type Program struct {
	code   *lang.Code
	init   []int64 // the registers before a run: the constants in their places
	body   statement
	result variable
	masks  int
	idle   sync.Pool // of machines
}

// NewMachine returns a machine for one goroutine.
func (p *Program) NewMachine() *Machine {
	return &Machine{r: append([]int64(nil), p.init...), code: p.code, masks: make([][]kept, p.masks)}
}

// value returns the value that a program has returned.
func (p *Program) value(m *Machine) lang.Value {
	at := p.result.at
	if t := p.result.t; t.IsScalar() {
		return valueOf(t.Kind, m.r[at])
	}
	cells := make([]lang.Value, m.r[at])
	for i := range cells {
		cells[i] = valueOf(p.result.t.Of, m.r[at+1+i])
	}
	return lang.List(cells)
}

// valueOf returns a scalar as a value of the language.
func valueOf(kind core.Kind, v int64) lang.Value {
	switch kind {
	case core.LetterType:
		return lang.Text(string([]byte{byte(v)}))
	case core.BoolType:
		return lang.Bool(v != 0)
	}
	return lang.Int(v)
}

// Run runs the program at a state, until the clock ends. It is false where the
// interpreter must.
func (p *Program) Run(m *Machine, c *lang.Clock, state []int64, out *lang.Collector) (done bool, err *lang.Error) {
	if c.HasEnded() {
		return true, p.code.StopAt(core.Place{}, c)
	}
	most := c.MostSteps(p.code.Options)
	m.clock, m.out = c, out
	m.steps = min(most, lang.SliceOfSteps)
	m.reserve = most - m.steps
	m.words = len(out.States) + p.code.Options.MostWords()
	m.stopped, m.spilled, m.err = false, false, nil
	copy(m.r, state)
	p.body(m)
	if !m.stopped {
		m.left = m.steps + m.reserve
	}
	out.Took = most - m.left
	c.Count(out.Took)
	if m.spilled {
		return false, nil
	}
	return true, m.err
}

// machine returns a machine that nobody else uses, until it is free.
func (p *Program) machine() *Machine {
	m, _ := p.idle.Get().(*Machine)
	if m == nil {
		m = p.NewMachine()
	}
	return m
}

func (p *Program) free(m *Machine) {
	m.clock, m.out = nil, nil
	p.idle.Put(m)
}

// isBudget reports whether the machine has stopped because a budget is used up.
func (m *Machine) isBudget() bool { return m.err != nil && errors.Unwrap(m.err) != nil }
