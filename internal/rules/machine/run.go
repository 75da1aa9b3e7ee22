package machine

// How the host plays a function of a file: by its program, or by the interpreter where there
// is none or it gives up.

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// Run runs moves, or parts, at a state. The program may be nil.
func Run(f *lang.Code, c *lang.Clock, p *Program, fn *lang.Function, state []int64, result *lang.Collector) error {
	states, ends := len(result.States), len(result.Ends)
	done, err := false, (*lang.Error)(nil)
	if result.Ending = grundy.NoEnding; p != nil && !result.Labelled {
		done, err = p.onMachine(c, state, result)
	}
	switch {
	case !done:
		result.States, result.Ends, result.Ending = result.States[:states], result.Ends[:ends], grundy.NoEnding
		if _, err := f.Interpret(c, nil, fn, state, result); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	return f.CheckEnd(state, result, len(result.Ends) > ends)
}

// onMachine runs the program on a machine of its own.
func (p *Program) onMachine(c *lang.Clock, state []int64, out *lang.Collector) (done bool, err *lang.Error) {
	m := p.machine()
	defer p.free(m)
	if done, err = p.Run(m, c, state, out); err != nil {
		err.At = p.code.PositionText(state)
	}
	return done, err
}

// Evaluate returns what a formula returns at a state: a function of the file that takes
// the fields, and its program if there is one. Steps, if any, are those that are left to
// several calls together.
func Evaluate(f *lang.Code, c *lang.Clock, steps *int64, p *Program, fn *lang.Function, state []int64) (v lang.Value, err error) {
	if steps != nil && *steps <= 0 {
		return lang.Value{}, f.OutOfCalls()
	}
	if p != nil {
		m := p.machine() // there may be many calls, so that nothing is made for each
		defer p.free(m)
		done, wrong := p.Run(m, c, state, &m.nothing)
		if steps != nil {
			*steps -= m.nothing.Took
		}
		switch {
		case wrong != nil:
			wrong.At = f.PositionText(state)
			return lang.Value{}, wrong
		case done:
			return p.value(m), nil
		}
	}
	return f.Interpret(c, steps, fn, state, nil)
}

// Legal returns "" if legal says that a state is a position, and otherwise why not. The
// program may be nil. Steps, if any, are those that are left to several calls together.
func Legal(f *lang.Code, c *lang.Clock, steps *int64, p *Program, legal *lang.Function, state []int64) (reason string, err error) {
	v, err := Evaluate(f, c, steps, p, legal, state)
	switch {
	case err != nil:
		return "", err
	case v.Kind == lang.BoolKind && v.N != 0:
		return "", nil
	case v.Kind == lang.TextKind && v.Text() != "":
		return message.Brief(v.Text(), mostMessage), nil
	case v.Kind == lang.TextKind || v.Kind == lang.BoolKind:
		return "the rules say that it is not legal", nil
	}
	return "", f.FailAtState(state, "legal", "want legal to return True, or a message that says what is wrong, not %s", lang.Article(v))
}

// mostMessage bounds what legal says, in characters.
const mostMessage = 200
