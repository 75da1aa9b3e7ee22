package rules

// This file holds how the host calls the functions of a file: moves and parts,
// where they are interpreted, draw and start.

import (
	"fmt"
	"strings"

	"go.starlark.net/syntax"

	"grundy/internal/message"
	"grundy/internal/meter"
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
// result, may return no value.
func (r *run) invokeHost(fn *function, result *collector, args []value, at func() string) (value, error) {
	ev := r.newEvaluator(r.clock)
	if r.steps != nil {
		ev.reserve = *r.steps
		defer func() { *r.steps = max(ev.stepsLeft+ev.reserve, 0) }()
	}
	ev.result = result
	for _, s := range r.syntax.Stmts {
		if def, ok := s.(*syntax.DefStmt); ok && def.Name.Name == fn.name {
			ev.here = def.Name
		}
	}
	v := value{}
	if ev.more() { // unless it is stopped already
		v = ev.apply(fn, &call{args: args})
	}
	if result != nil {
		result.took = r.options.steps() - ev.stepsLeft - ev.reserve
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
func (r *run) interpret(fn *function, state []int64, result *collector) error {
	args := make([]value, len(r.shape.fields))
	for i := range args {
		args[i] = r.shape.fields[i].value(state)
	}
	_, err := r.invokeHost(fn, result, args, func() string { return r.positionText(state) })
	return err
}

// picture draws a position: as draw(…) does, or, without it, grids of letters line
// by line; a part a paragraph.
func (r *run) picture(p Position) (picture string, ok bool, err error) {
	if r.draw == nil {
		picture, ok := r.grids(p)
		return picture, ok, nil
	}
	var pictures []string
	held := meter.Open(meter.With(r.clock.ctx, uint64(r.options.memory())))
	defer held.Close()
	state := make([]int64, r.shape.size)
	for _, part := range r.shape.parts(p) {
		r.shape.wipe(state)
		r.shape.unpack(state, part)
		args := make([]value, len(r.shape.fields))
		for i := range args {
			args[i] = r.shape.fields[i].value(state)
		}
		at := func() string { return r.positionText(state) }
		v, err := r.invokeHost(r.draw, nil, args, at)
		if err != nil {
			return "", true, err
		}
		if v.k != text {
			_, name := r.global("draw")
			wrong := r.source.fail(name, "want draw to return a string, not %s", article(v.k))
			wrong.At = at()
			return "", true, wrong
		}
		if err := held.Take(uint64(len(v.text()))); err != nil {
			return "", true, fmt.Errorf("%s: the pictures of all parts: %w", r, err)
		}
		pictures = append(pictures, v.text())
	}
	return strings.Join(pictures, "\n\n"), true, nil
}

// startState runs start with numbers.
func (r *run) startState(numbers []int64) ([]int64, error) {
	args := make([]value, len(numbers))
	text := make([]string, len(numbers))
	for i, n := range numbers {
		args[i] = intValue(n)
		text[i] = fmt.Sprint(n)
	}
	at := func() string { return r.source.name + "(" + strings.Join(text, ",") + ")" }
	v, err := r.invokeHost(r.start, nil, args, at)
	if err != nil {
		return nil, err
	}
	values := []value{v}
	if len(r.shape.fields) > 1 {
		items, ok := v.items()
		if !ok || v.k != tupleKind {
			items = nil
		}
		values = items
	}
	_, name := r.global("start")
	ev := r.newEvaluator(r.clock)
	ev.here, ev.result = name, &collector{}
	switch {
	case len(values) != len(r.shape.fields):
		ev.failHere("want start to return %s, not %s", strings.Join(r.shape.names(), ", "), ev.show(v))
	case r.shape.isInteger() && v.k == tupleKind:
		ev.failHere("want start to return one value, %s, not %s", r.shape.fields[0].Name, message.Count(len(v.x.([]value)), "value", "values"))
	default:
		ev.state(&call{}, values, "the position")
	}
	if ev.err != nil {
		ev.err.At = at()
		return nil, ev.err
	}
	return ev.result.states, nil
}
