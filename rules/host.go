package rules

// This file holds how the host calls the functions of a file: moves and parts,
// where they are interpreted, draw and start.

import (
	"fmt"
	"strings"

	"go.starlark.net/syntax"

	"grundy/internal/message"
)

// value returns the value of the field in a state.
func (f *Field) value(state []int64) value {
	if f.Kind == Integer {
		return intValue(state[f.at])
	}
	items := f.items(state)
	cells := make([]value, len(items))
	for i, c := range items {
		if f.Letters != "" {
			cells[i] = letters[byte(c)]
		} else {
			cells[i] = intValue(c)
		}
	}
	if f.Kind == Grid {
		return value{k: gridKind, x: &grid{int(state[f.at]), int(state[f.at+1]), cells}}
	}
	return rowValue(cells)
}

// invokeHost calls a function of the file with the fields of a state. At says
// which position it is, for the error. A function that states moves or parts, to
// result, may return no value. Steps, if any, are those that are left to several calls
// together.
func (f *code) invokeHost(c clock, steps *int64, fn *function, result *collector, args []value, at func() string) (value, error) {
	ev := f.newEvaluator(c)
	if steps != nil {
		ev.reserve = *steps
		defer func() { *steps = max(ev.stepsLeft+ev.reserve, 0) }()
	}
	ev.result = result
	for _, s := range f.syntax.Stmts {
		if def, ok := s.(*syntax.DefStmt); ok && def.Name.Name == fn.name {
			ev.here = def.Name
		}
	}
	v := value{}
	if ev.more() { // unless it is stopped already
		v = ev.apply(fn, &call{args: args})
	}
	if result != nil {
		result.took = f.options.steps() - ev.stepsLeft - ev.reserve
	}
	if result != nil && ev.err == nil && v.k != none {
		ev.fail(ev.returned, "%s", returnsNone(fn.name, result.wants))
	}
	if ev.err != nil {
		ev.err.At = at()
		return value{}, ev.err
	}
	return v, nil
}

// returnsNone says what is wrong with moves, or parts, that returns a value.
func returnsNone(name, wants string) string {
	return fmt.Sprintf("%s returns no value: call %s(…) for each %s", name, wants, wants)
}

// interpret runs moves, or parts, at a state.
func (f *code) interpret(c clock, fn *function, state []int64, result *collector) error {
	_, err := f.invokeHost(c, nil, fn, result, f.fieldsOf(state), func() string { return f.positionText(state) })
	return err
}

// fieldsOf returns the values of the fields of a state.
func (f *code) fieldsOf(state []int64) []value {
	args := make([]value, len(f.shape.fields))
	for i := range args {
		args[i] = f.shape.fields[i].value(state)
	}
	return args
}

// at runs moves, or parts, at a state: the program, or the function where there is none
// or it cannot go on.
func (f *code) at(c *clock, p *program, fn *function, state []int64, result *collector) error {
	if p == nil {
		return f.interpret(*c, fn, state, result)
	}
	m, _ := p.idle.Get().(*machine)
	if m == nil {
		m = p.newMachine()
	}
	states, ends := len(result.states), len(result.ends)
	done, err := p.run(m, c, state, result)
	m.clock, m.out = nil, nil
	p.idle.Put(m)
	if !done {
		result.states, result.ends = result.states[:states], result.ends[:ends]
		return f.interpret(*c, fn, state, result)
	}
	if err != nil {
		err.At = f.positionText(state)
		return err
	}
	return nil
}

// picture returns the string that draw returns at a state.
func (f *code) picture(c clock, draw *function, state []int64) (string, error) {
	at := func() string { return f.positionText(state) }
	v, err := f.invokeHost(c, nil, draw, nil, f.fieldsOf(state), at)
	if err != nil {
		return "", err
	}
	if v.k != text {
		_, name := f.global("draw")
		wrong := f.source.fail(name, "want draw to return a string, not %s", article(v.k))
		wrong.At = at()
		return "", wrong
	}
	return v.text(), nil
}

// startState returns the state that start makes of numbers.
func (f *code) startState(c clock, steps *int64, start *function, numbers []int64) ([]int64, error) {
	args := make([]value, len(numbers))
	text := make([]string, len(numbers))
	for i, n := range numbers {
		args[i] = intValue(n)
		text[i] = fmt.Sprint(n)
	}
	at := func() string { return f.source.name + "(" + strings.Join(text, ",") + ")" }
	v, err := f.invokeHost(c, steps, start, nil, args, at)
	if err != nil {
		return nil, err
	}
	values := []value{v}
	if len(f.shape.fields) > 1 {
		items, ok := v.items()
		if !ok || v.k != tupleKind {
			items = nil
		}
		values = items
	}
	_, name := f.global("start")
	ev := f.newEvaluator(c)
	ev.here, ev.result = name, &collector{}
	switch {
	case len(values) != len(f.shape.fields):
		ev.failHere("want start to return %s, not %s", strings.Join(f.shape.names(), ", "), ev.show(v))
	case f.shape.isInteger() && v.k == tupleKind:
		ev.failHere("want start to return one value, %s, not %s", f.shape.fields[0].Name, message.Count(len(v.x.([]value)), "value", "values"))
	default:
		ev.state(&call{}, values, "the position")
	}
	if ev.err != nil {
		ev.err.At = at()
		return nil, ev.err
	}
	return ev.result.states, nil
}
