package lang

// Hosted values behave as the host says: positions and games in the answers of contest problems,
// numbers of the input that are longer than 64 bits, lists that are not made of values until the
// file walks them.

import (
	"iter"
	"strings"

	"go.starlark.net/syntax"
)

// A Hosted is a value of the host. Functions of the host take it; the interfaces below say
// what else it may do. The host charges its own work, with [Evaluator.Spend] and
// [Evaluator.Hold].
type Hosted interface {
	// TypeName names the kind of value in messages, such as "position".
	TypeName() string
	// AppendText appends what str() writes. Its length is charged.
	AppendText(dst []byte) []byte
}

// A Callee is called like a function.
type Callee interface {
	Call(ev *Evaluator, c *Call) Value
}

// An Indexed has brackets behind it: at is what stands in them.
type Indexed interface {
	Index(ev *Evaluator, at Value) Value
}

// A Listed is a list that cannot be changed. Its elements are made one by one where the
// file walks over it. Functions of the language get a list of all of them.
type Listed interface {
	Len() int
	At(i int) Value
}

// An Operator takes part in x op y: it is x, or with swapped it is y. The result is false
// where there is no such operation.
type Operator interface {
	Operate(ev *Evaluator, op string, other Value, swapped bool) (Value, bool)
}

// A Comparable is compared with other values. The result is false where there is no
// order; then the two are not equal.
type Comparable interface {
	Compare(ev *Evaluator, other Value) (order int, ok bool)
}

// HostedValue returns a value of the host as a value of the language.
func HostedValue(x Hosted) Value { return Value{Kind: HostedKind, x: x} }

// Hosted returns the value of the host that v is, or nil.
func (v Value) Hosted() Hosted {
	x, _ := v.x.(Hosted)
	return x
}

// listed returns the list of the host that v is, or nil.
func (v Value) listed() Listed {
	x, _ := v.x.(Listed)
	return x
}

// TypeName returns what messages call the kind of a value.
func (v Value) TypeName() string {
	if x := v.Hosted(); x != nil {
		return x.TypeName()
	}
	return v.Kind.String()
}

// IsList reports whether v is a list or a tuple of the language.
func (v Value) IsList() bool { return v.Kind == listKind || v.Kind == tupleKind }

// Tuple returns the tuple of items, which the caller does not keep.
func Tuple(items []Value) Value { return tupleValue(items) }

// Bool returns a truth value.
func Bool(b bool) Value { return boolValue(b) }

// Hold takes bytes from the budget of memory.
func (ev *Evaluator) Hold(bytes int64) bool { return ev.hold(bytes) }

// NewItems returns room for n values, which is paid for.
func (ev *Evaluator) NewItems(n int64) []Value {
	if !ev.Spend(n) {
		return nil
	}
	return ev.newItems(n)
}

// Halt records that the work of the host ended with an error.
func (ev *Evaluator) Halt(n Node, cause error) Value {
	if ev.Err == nil {
		ev.Err = ev.code.Source.Fail(n, "%s", strings.ReplaceAll(cause.Error(), "\n", " "))
		ev.Err.cause = cause
	}
	return Value{}
}

// boxed returns a list of the elements of a list of the host, and other values as they
// are.
func (ev *Evaluator) boxed(v Value) Value {
	from := v.listed()
	if from == nil {
		return v
	}
	items := ev.NewItems(int64(from.Len()))
	if ev.Err != nil {
		return Value{}
	}
	for i := range from.Len() {
		items = append(items, from.At(i))
	}
	return List(items)
}

// box replaces lists of the host in the arguments of a function of the language.
func (ev *Evaluator) box(c *Call) {
	for i, v := range c.Args {
		c.Args[i] = ev.boxed(v)
	}
	for i, v := range c.Named {
		c.Named[i] = ev.boxed(v)
	}
}

// operate is x op y where one of them is of the host.
func (ev *Evaluator) operate(op syntax.Token, x, y Value) (Value, bool) {
	if o, ok := x.x.(Operator); ok {
		if v, ok := o.Operate(ev, op.String(), y, false); ok || ev.Err != nil {
			return v, true
		}
	}
	if o, ok := y.x.(Operator); ok {
		if v, ok := o.Operate(ev, op.String(), x, true); ok || ev.Err != nil {
			return v, true
		}
	}
	return Value{}, false
}

// compareHosted compares two values one of which is of the host and no list.
func (ev *Evaluator) compareHosted(x, y Value) (order int, ok bool) {
	if c, isComparable := x.x.(Comparable); isComparable {
		return c.Compare(ev, y)
	}
	if c, isComparable := y.x.(Comparable); isComparable {
		order, ok = c.Compare(ev, x)
		return -order, ok
	}
	return 0, false
}

// A Runner calls functions of a file again and again, each time with the whole budget.
// One goroutine at a time may use it.
type Runner struct {
	ev Evaluator
	// Left, if it is not nil, are the steps that all calls together may still take.
	Left *int64
}

// NewRunner returns a runner until the clock ends. Functions of the host find host with
// [Evaluator.Host].
func (f *Code) NewRunner(c Clock, host any) *Runner {
	return &Runner{ev: Evaluator{code: f, clock: c, globals: f.globals, host: host}}
}

// Host returns what the runner was made with.
func (ev *Evaluator) Host() any { return ev.host }

// Call calls a function of the file.
func (r *Runner) Call(fn *Function, args ...Value) (Value, error) {
	ev := &r.ev
	most := ev.code.Options.MostSteps()
	if r.Left != nil {
		most = min(most, *r.Left)
	}
	ev.stepsLeft, ev.reserve, ev.bytesLeft = 0, most, ev.code.Options.MostMemory()
	ev.Err, ev.calls, ev.here = nil, ev.calls[:0], nil
	v := Value{}
	if ev.more() {
		v = ev.apply(fn, &Call{Args: args})
	}
	taken := most - ev.stepsLeft - ev.reserve
	if r.Left != nil {
		*r.Left -= taken
	}
	ev.clock.work.Add(taken)
	if ev.Err != nil {
		return Value{}, ev.Err
	}
	return v, nil
}

// AppendText appends what str(v) is, within the budget of a call of its own.
func (f *Code) AppendText(dst []byte, v Value) ([]byte, error) {
	if v.Kind == TextKind {
		return append(dst, v.Text()...), nil
	}
	ev := Evaluator{code: f, stepsLeft: f.Options.MostSteps(), bytesLeft: f.Options.MostMemory()}
	dst = ev.write(dst, v, true, 0)
	if ev.Err != nil {
		return nil, ev.Err
	}
	return dst, nil
}

// Mentions returns the names among these that stand for what every file finds defined,
// and where each first stands.
func (f *Code) Mentions(known func(name string) bool) map[string]Node {
	found := map[string]Node{}
	for n := range f.nodes() {
		if id, ok := n.(*syntax.Ident); ok && isPredeclared(id) && known(id.Name) && found[id.Name] == nil {
			found[id.Name] = id
		}
	}
	return found
}

// Parameter returns where the i-th parameter of a function stands, and its name.
func (fn *Function) Parameter(i int) (name string, at Node) {
	return fn.def.Locals[i].First.Name, fn.def.Params[i]
}

// calls yields the calls of a name in the file, or all calls for "".
func (f *Code) calls(name string) iter.Seq[*syntax.CallExpr] {
	return func(yield func(*syntax.CallExpr) bool) {
		for n := range f.nodes() {
			if call, ok := n.(*syntax.CallExpr); ok {
				id, isName := call.Fn.(*syntax.Ident)
				if (name == "" || isName && id.Name == name) && !yield(call) {
					return
				}
			}
		}
	}
}

// Literals calls visit for each call of the name with one string, such as game("0.77").
func (f *Code) Literals(name string, visit func(text string, at Node)) {
	for call := range f.calls(name) {
		if len(call.Args) != 1 {
			continue
		}
		if literal, ok := call.Args[0].(*syntax.Literal); ok {
			if text, ok := literal.Value.(string); ok {
				visit(text, literal)
			}
		}
	}
}

// Assigned returns the name to which the top level gives what a call returns, or "".
func (ev *Evaluator) Assigned(c *Call) string {
	for _, s := range ev.code.syntax.Stmts {
		if to, ok := s.(*syntax.AssignStmt); ok && to.Op == syntax.EQ && unparen(to.RHS) == syntax.Expr(c.Node) {
			if id, ok := to.LHS.(*syntax.Ident); ok {
				return id.Name
			}
		}
	}
	return ""
}

// KindOfField returns the function of the language that declares a kind of field of a
// position, such as grid, for hosts that have a function of the same name.
func KindOfField(name string) Builtin { return declaring()[name] }

// Plain returns a function that every file has, such as min.
func Plain(name string) Builtin { return plainFunctions()[name] }

// Frozen makes a value, and all that it holds, unchangeable, and returns it.
func Frozen(v Value) Value {
	freeze([]Value{v})
	return v
}

// Article writes the kind of a value with its article: "an int", "a position".
func Article(v Value) string { return article(v) }

// IsAtTop reports whether the top level of the file is run, and no function.
func (ev *Evaluator) IsAtTop() bool { return ev.loading && len(ev.calls) == 0 }

// Given returns the string that each call of a function gives an argument of that name, and ""
// where one gives none.
func (f *Code) Given(function, name string) (texts []string) {
	for call := range f.calls(function) {
		text := ""
		if b := argumentOf(call, name); b != nil {
			if literal, ok := b.Y.(*syntax.Literal); ok {
				text, _ = literal.Value.(string)
			}
		}
		texts = append(texts, text)
	}
	return texts
}

// HasKeyword reports whether some call in the file has an argument of that name.
func (f *Code) HasKeyword(name string) bool {
	for call := range f.calls("") {
		if argumentOf(call, name) != nil {
			return true
		}
	}
	return false
}
