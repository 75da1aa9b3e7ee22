package lang

// The host calls these functions of a file: moves and parts, where they are interpreted, draw and
// start.

import (
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// fieldValue returns the value of the field in a state.
func fieldValue(f *core.Field, state []int64) Value {
	if f.Kind == core.Integer {
		return Int(state[f.At])
	}
	items := f.Items(state)
	cells := make([]Value, len(items))
	for i, c := range items {
		if f.Letters != "" {
			cells[i] = letters()[byte(c)]
		} else {
			cells[i] = Int(c)
		}
	}
	if f.Kind == core.Grid {
		return gridValue(state[f.At], state[f.At+1], cells)
	}
	return rowValue(cells)
}

// invokeHost calls a function of the file with the fields of a state. At says
// which position it is, for the error. A function that states moves or parts, to
// result, may return no value. Steps, if any, are those that are left to several calls
// together.
func (f *Code) invokeHost(c Clock, steps *int64, fn *Function, result *Collector, args []Value, at func() string) (Value, error) {
	ev := f.NewEvaluator(c)
	if steps != nil {
		ev.reserve = *steps
		defer func() { *steps = max(ev.stepsLeft+ev.reserve, 0) }()
	}
	all := ev.reserve
	defer func() { c.work.Add(all - ev.stepsLeft - ev.reserve) }()
	ev.result, ev.at = result, at
	if _, id := f.Global(fn.Name); id != nil { // else it is a lambda
		ev.here = id
	}
	v := Value{}
	if ev.more() { // unless it is stopped already
		v = ev.apply(fn, &Call{Args: args})
	}
	if result != nil {
		result.Took = c.MostSteps(f.Options) - ev.stepsLeft - ev.reserve
	}
	if result != nil && result.Wants != "" && ev.Err == nil && v.Kind != none {
		ev.Fail(ev.returned, "%s", returnsNone(fn.Name, result.Wants))
	}
	if ev.Err != nil {
		ev.Err.At = at()
		return Value{}, ev.Err
	}
	return v, nil
}

// returnsNone says what is wrong with moves, or parts, that returns a value.
func returnsNone(name, wants string) string {
	return fmt.Sprintf("%s returns no value: call %s(…) for each %s", name, wants, wants)
}

// Interpret calls a function of the file with the fields of a state.
func (f *Code) Interpret(c *Clock, steps *int64, fn *Function, state []int64, result *Collector) (Value, error) {
	return f.invokeHost(*c, steps, fn, result, f.fieldsOf(state), func() string { return f.PositionText(state) })
}

// FailAtState says what is wrong with what the function of that name, which the file defines,
// does at a state.
func (f *Code) FailAtState(state []int64, name, format string, args ...any) *Error {
	_, at := f.Global(name)
	wrong := f.Source.Fail(at, format, args...)
	wrong.At = f.PositionText(state)
	return wrong
}

// fieldsOf returns the values of the fields of a state.
func (f *Code) fieldsOf(state []int64) []Value {
	args := make([]Value, len(f.Shape.Fields))
	for i := range args {
		args[i] = fieldValue(&f.Shape.Fields[i], state)
	}
	return args
}

// CheckEnd returns an error where moves has stated at a state how the play ends, and moves
// besides, or another end.
func (f *Code) CheckEnd(state []int64, result *Collector, moves bool) error {
	if result.Ending == twoEndings || result.Ending != grundy.NoEnding && moves {
		return f.FailAtState(state, "moves", "moves states two ends of the play, or moves beside one: want return behind win(), draw() or lose(), and nothing before it")
	}
	return nil
}

// CallOf returns the call that states the i-th of the states which moves makes of a state,
// or nil.
func (f *Code) CallOf(c *Clock, moves *Function, state []int64, i int) Node {
	result := &Collector{Wants: "move", Labelled: true}
	if _, err := f.Interpret(c, nil, moves, state, result); err != nil {
		return nil
	}
	for n, end := range result.Ends {
		if i < end/f.Shape.Size {
			return result.calls[n]
		}
	}
	return nil
}

// OutOfCalls returns the error that the steps of several calls together are used up.
func (f *Code) OutOfCalls() *Error {
	wrong := f.Source.Fail(nil, "the budget of steps of several calls is used up")
	wrong.cause = grundy.ErrBudget
	return wrong
}

// Function returns the function that a value is. The result is false where it is none.
func (v Value) Function() (*Function, bool) {
	fn, ok := v.x.(*Function)
	return fn, ok
}

// verdictOfLegal is what legal is lowered for.
const verdictOfLegal = "legal"

// StartState returns the state that start makes of numbers.
func (f *Code) StartState(c Clock, steps *int64, start *Function, numbers []int64) ([]int64, error) {
	args := make([]Value, len(numbers))
	for i, n := range numbers {
		args[i] = Int(n)
	}
	at := func() string { return string(grundy.AppendNumbers([]byte(f.Source.Name), '(', numbers, ')')) }
	v, err := f.invokeHost(c, steps, start, nil, args, at)
	if err != nil {
		return nil, err
	}
	values := []Value{v}
	if len(f.Shape.Fields) > 1 {
		items, ok := v.Items()
		if !ok || v.Kind != tupleKind {
			items = nil
		}
		values = items
	}
	_, name := f.Global("start")
	ev := f.NewEvaluator(c)
	ev.here, ev.result = name, &Collector{}
	switch {
	case len(values) != len(f.Shape.Fields):
		ev.FailHere("want start to return %s, not %s", strings.Join(f.Shape.Names(), ", "), ev.Show(v))
	case f.Shape.IsInteger() && v.Kind == tupleKind:
		ev.FailHere("want start to return one value, %s, not %s", f.Shape.Fields[0].Name, message.Count(len(v.x.([]Value)), "value", "values"))
	default:
		ev.state(&Call{}, values, "the position")
	}
	if ev.Err != nil {
		ev.Err.At = at()
		return nil, ev.Err
	}
	return ev.result.States, nil
}

// PositionText writes a state as a position.
func (f *Code) PositionText(state []int64) string {
	return string(append(f.Shape.AppendState(append([]byte(f.Source.Name), '('), state), ')'))
}
