package lang

// This file holds the machine that runs compiled rules: registers of 64 bits,
// rows and grids at fixed places among them, and a budget of steps (steps.go).
// Nothing in it allocates, except the moves that it states.

import (
	"math"
	"sync"

	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// A Machine runs one program. One goroutine at a time may use it.
//
// A stopped machine runs on to the next charge of steps, which refuses. Until then
// nothing that it does counts, and errors are ignored; but lengths in registers stay
// true, so that every cell that it reads is there.
type Machine struct {
	r       []int64
	code    *Code
	clock   *Clock
	out     *Collector
	steps   int64     // before the next look at whether to stop
	reserve int64     // of steps, behind these
	left    int64     // of all steps, when it stopped
	words   int       // that may be collected
	stopped bool      // nothing that is returned is worth anything any more
	spilled bool      // the interpreter must run this instead
	err     *Error    // unless spilled
	nothing Collector // for formulas, which state no moves
}

// A statement runs, and says how it ended.
type statement func(m *Machine) flow

// stopping is how statements end that stop the machine.
const stopping = returning

func (m *Machine) fail(n syntax.Node, format string, args ...any) int64 {
	if !m.stopped {
		m.stop()
		m.err = m.code.Source.Fail(n, format, args...)
	}
	return 0
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
func (m *Machine) more(n syntax.Node) bool {
	switch {
	case m.stopped:
		return false
	case m.steps+m.reserve < 0:
		m.stop()
		m.err = m.code.OutOfSteps(placeOf(n))
		return false
	case m.clock.HasEnded():
		m.stop()
		m.err = m.code.StopAt(placeOf(n), m.clock)
		return false
	}
	taken := min(m.reserve, SliceOfSteps-m.steps)
	m.steps += taken
	m.reserve -= taken
	return true
}

// outOfBytes stops the machine when it has collected too much.
func (m *Machine) outOfBytes(n syntax.Node) flow {
	if !m.stopped {
		m.stop()
		m.err = m.code.OutOfBytes(placeOf(n))
	}
	return stopping
}

// spend takes steps. It is false when the machine has stopped.
func (m *Machine) spend(n syntax.Node, steps int) bool {
	m.steps -= int64(steps)
	return m.steps >= 0 || m.more(n)
}

// arithmetic fails with what is wrong with x op y.
func (m *Machine) arithmetic(n syntax.Node, wrong core.Fault, x int64, op syntax.Token, y int64) int64 {
	return m.fail(n, "%v (%d %v %d)", wrong, x, op, y)
}

// A Program is a compiled function that the host calls with a state.
type Program struct {
	code    *Code
	init    []int64 // the registers before a run: the constants in their places
	body    statement
	returns valueType // of a formula: a scalar or a row
	at      int       // where that is
	idle    sync.Pool // of machines
}

// NewMachine returns a machine for one goroutine.
func (p *Program) NewMachine() *Machine {
	return &Machine{r: append([]int64(nil), p.init...), code: p.code}
}

// result returns the value that a formula has returned.
func (p *Program) result(m *Machine) Value {
	if p.returns.isScalar() {
		return p.returns.value(m.r[p.at])
	}
	cells := make([]Value, m.r[p.at])
	for i := range cells {
		cells[i] = valueType{kind: p.returns.of}.value(m.r[p.at+1+i])
	}
	return List(cells)
}

// value returns the value of a scalar of the type.
func (t valueType) value(v int64) Value {
	switch t.kind {
	case letterType:
		return letters[byte(v)]
	case boolType:
		return boolValue(v != 0)
	}
	return Int(v)
}

// Run runs the program at a state, until the clock ends. It is false where the
// interpreter must.
func (p *Program) Run(m *Machine, c *Clock, state []int64, out *Collector) (done bool, err *Error) {
	if c.HasEnded() {
		return true, p.code.StopAt(core.Place{}, c)
	}
	m.clock, m.out, m.reserve = c, out, c.MostSteps(p.code.Options)
	m.steps = min(m.reserve, SliceOfSteps)
	m.reserve -= m.steps
	m.words = len(out.States) + p.code.Options.MostWords()
	m.stopped, m.spilled, m.err = false, false, nil
	copy(m.r, state)
	p.body(m)
	if !m.stopped {
		m.left = m.steps + m.reserve
	}
	out.Took = c.MostSteps(p.code.Options) - m.left
	c.work.Add(out.Took)
	if m.spilled {
		return false, nil
	}
	return true, m.err
}
