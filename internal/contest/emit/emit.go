// Package emit writes the answer of a contest problem as a short stand-alone program in
// Go, C++ or Python.
//
// It translates the function answer of a problem file (package contest) with all that it
// calls: the program of the second level that package lang makes of it (see package core).
// Games become functions or tables: a closed form with its theorem, a period that the engines
// prove, a table that the program computes. Where there is none of these, it refuses with a
// [*Refusal] that says why.
//
// The steps, each in its files:
//
//	questions.go games.go  wins(nim(a)) becomes nim_sum(a) != 0; functions come from
//	                       library/*.star and from the catalogue's files of rules
//	spans.go               each number gets its bounds; types come from package core
//	print.go expr.go       the three languages; what stands before and around is in
//	reader.go assemble.go  the declaration of the input
package emit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A Refusal says why there is no such program.
type Refusal struct {
	File string
	core.Refusal
}

func (r *Refusal) Error() string {
	if r.At.Line > 0 {
		return fmt.Sprintf("%s:%d:%d: no program is written: %s", r.File, r.At.Line, r.At.Col, r.Why)
	}
	return fmt.Sprintf("%s: no program is written: %s", r.File, r.Why)
}

// nowhere is the place of a refusal that is about the whole.
var nowhere core.Place

// refuse leaves the walk of a program; Emit catches it.
func refuse(at core.Place, format string, args ...any) {
	panic(&Refusal{Refusal: core.Refusal{At: at, Why: fmt.Sprintf(format, args...)}})
}

// catch calls do and returns its refusal.
func catch(do func()) *Refusal { return core.Catch[*Refusal](do) }

// Emit returns a program that reads the input of a problem and prints the answers. The
// error is a [*Refusal] where no program can be written.
//
// The program of an interactive problem plays against the judge.
func Emit(ctx context.Context, p *contest.Problem, l Language) (code string, err error) {
	var talk *talking
	if p.Interaction != nil {
		talk = talkOf(p, "")
	}
	return written(ctx, p, l, talk)
}

// written returns the program of a problem, which plays where talk says how.
func written(ctx context.Context, p *contest.Problem, l Language, talk *talking) (code string, err error) {
	err = try(ctx, p, func(letters bool) error {
		t, err := translate(ctx, p, p.Shape, []string{"answer"}, l, letters, talk)
		if err != nil {
			return err
		}
		code, err = t.program()
		return err
	})
	return code, err
}

// try calls do, first with the letters of words as numbers, until it does not refuse.
func try(ctx context.Context, p *contest.Problem, do func(letters bool) error) (err error) {
	for _, letters := range []bool{true, false} {
		refused := catch(func() { err = do(letters) })
		if refused == nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		refused.File = strings.TrimSuffix(p.Name, contest.Extension) + contest.Extension
		err = refused
	}
	return err
}

// A translated function of a problem file has its types and bounds.
type translated struct {
	*translation
	l        Language
	shape    *input.Shape
	function int
	entries  []derived // that function, with the variables that it takes, and others
	types    map[string]core.Type
	spans    map[string]span // of numbers among them
	bounds   *bounds
	talk     *talking
	order    []int // of all functions and constants that it needs
}

// translate translates functions of fields of a shape: the input, and more. Where talk is
// not nil, it translates what is played with instead.
func translate(ctx context.Context, p *contest.Problem, shape *input.Shape, entries []string, l Language, letters bool, talk *talking) (*translated, error) {
	text := p.File
	if talk != nil {
		text, entries = talk.text, []string{talk.best, talk.over}
	}
	program, _, err := lang.Answers(p.Name, []byte(text), true)
	if err != nil {
		return nil, err
	}
	declared := shape.Declaration()
	types, spans := fieldTypes(&declared)
	x := newTranslation(ctx, program)
	x.problem, x.fields = p, types
	x.most = greatest(&declared.Group, spans)
	for _, name := range entries {
		if x.own(name) < 0 {
			refuse(nowhere, "%s is not written as def %s(…)", name, name)
		}
	}
	answer := x.own(entries[0])
	x.keepConstants()
	for _, name := range entries {
		if wrong := messages[name]; wrong != "" {
			sayMessages(x.program.Functions[x.own(name)].Body, wrong)
		}
	}
	var last []derived
	for _, name := range entries {
		last = append(last, derived{function: x.own(name), args: x.parameters(x.own(name), nil)})
	}
	first := append(slices.Clone(x.derived), last...)
	var functions []int
	for _, d := range first {
		functions = append(functions, d.function)
	}
	x.findMosts(boundsOf(program, first, maps.Clone(spans)))
	for _, i := range inOrder(program, functions) {
		if i >= 0 {
			x.lower(i)
		}
	}

	typing := core.NewTyping(program, letters, x.pose)
	terms := map[string]*core.Term{}
	for name, t := range types {
		terms[name] = core.NewTerm(t)
	}
	for _, d := range first {
		var args []*core.Term
		for _, v := range d.args {
			args = append(args, terms[v])
		}
		enter(typing, d.function, args)
		terms[d.variable] = typing.Result(d.function)
	}
	typing.Finish()
	for name, t := range terms { // with which a number may be unified that has no sign
		types[name] = t.Type()
	}
	if talk != nil {
		talk.move = program.Functions[answer].Result
		if talk.judge != "" { // the interactor chooses among all moves
			functions = functions[:len(x.derived)]
			for _, name := range []string{"won", "options", "after", "illegal"} {
				if at := x.own(name); talk.params[name] != nil {
					functions = append(functions, at)
				}
			}
		} else if talk.problem.Interaction.Says[0] != "" {
			functions = append(functions, x.own("won"))
		}
	}
	order := inOrder(program, functions)
	x.settleNames(order)
	b := boundsOf(program, first, spans)
	if b.tooLong != nil && l != Python {
		refuse(*b.tooLong, "a number here may need more than 64 bits; --emit=python has no such bound")
	}
	return &translated{x, l, shape, answer, last, types, spans, b, talk, order}, nil
}

// greatest returns the greatest number of an input, and the greatest length of a word or a list where
// that is known.
func greatest(g *input.Group, spans map[string]span) (most int64) {
	for _, s := range spans {
		most = max(most, s.hi)
	}
	for ; ; g = &g.Repeat.Group {
		for i := range g.Fields {
			f := &g.Fields[i]
			lengths := []input.Bound{f.Count.Most}
			if f.Kind == input.KindText || f.Kind == input.KindTexts {
				lengths = append(lengths, f.Most)
			}
			for _, b := range lengths {
				if n := boundOf(b, spans).hi; n < math.MaxInt64 {
					most = max(most, n)
				}
			}
		}
		if g.Repeat == nil {
			return most
		}
	}
}

// boundsOf bounds the numbers of functions that are called in order. Spans holds the bounds of fields, and
// gets the bounds of what is derived from them.
func boundsOf(p *core.Program, order []derived, spans map[string]span) (b *bounds) {
	params := map[int][]span{}
	for _, d := range order {
		params[d.function] = nil
		for _, v := range d.args {
			params[d.function] = append(params[d.function], spans[v])
		}
		b = findSpans(p, params)
		spans[d.variable] = b.gives[d.function]
	}
	return b
}

// program returns the whole program, which reads the input and prints the answers.
func (t *translated) program() (string, error) {
	declared := t.shape.Declaration()
	return write(t.translation.program, t.bounds, t.order, t.l, t.top(), t.talk, func(w *printer) {
		r := &reading{printer: w, prefix: t.problem.Prefix, types: t.types, spans: t.spans, gives: w.Functions[t.function].Result, derived: t.derived, shape: t.shape, talk: t.talk}
		r.uses(&declared, t.entries[0].args)
		r.call = r.callOf(t.function, t.entries[0].args)
		if t.problem.Output().Any {
			r.call, r.gives = r.call+"[0]", r.gives.Part(0)
		}
		if declared.Call != "" {
			r.calls(&declared)
			return
		}
		r.group(&declared.Group, t.shape.Depth(), 0)
	})
}

// messages are what False means in functions that return True, or what is wrong.
var messages = map[string]string{"right": "not a right output", "valid": "an input that is valid as the problem says"}

// sayMessages makes a function that returns True, or what is wrong as text, return a text: "" for
// True, and wrong for False.
func sayMessages(body []core.Stmt, wrong string) {
	var returns []*core.Return
	says, holds := false, false
	core.Walk(body, func(s core.Stmt) bool {
		if r, ok := s.(*core.Return); ok && r.X != nil {
			returns = append(returns, r)
			said, held := kindsOf(r.X)
			says, holds = says || said, holds || held
		}
		return true
	}, func(core.Expr) bool { return false })
	if !says || !holds {
		return
	}
	for _, r := range returns {
		r.X = message(r.X, wrong)
	}
}

// kindsOf reports whether an expression has the form of a text, or of a truth value.
func kindsOf(e core.Expr) (isText, isTruth bool) {
	switch e := e.(type) {
	case *core.Text:
		return true, false
	case *core.Const:
		return false, e.Kind == core.BoolType
	case *core.Compare, *core.Not:
		return false, true
	case *core.Logic:
		_, truth1 := kindsOf(e.X)
		_, truth2 := kindsOf(e.Y)
		return false, truth1 || truth2
	case *core.Ask:
		return false, e.What == "wins"
	case *core.Arith:
		isText, _ = kindsOf(e.X)
		other, _ := kindsOf(e.Y)
		return isText || other && e.Op == core.Plus, false
	case *core.Apply:
		return e.F == "str" || e.F == ".join", e.F == "any" || e.F == "all" || e.F == "bool"
	case *core.Choose:
		text1, truth1 := kindsOf(e.X)
		text2, truth2 := kindsOf(e.Y)
		return text1 || text2, truth1 || truth2
	}
	return false, false
}

// message is the text of an expression that is a truth value, or a text.
func message(e core.Expr, wrong string) core.Expr {
	if c, ok := e.(*core.Choose); ok {
		return &core.Choose{Cond: c.Cond, X: message(c.X, wrong), Y: message(c.Y, wrong)}
	}
	if _, isTruth := kindsOf(e); !isTruth {
		return e
	}
	return &core.Choose{Cond: e, X: &core.Text{}, Y: &core.Text{S: wrong}}
}

// A Module is functions of a problem file in Python, with all that they call.
type Module struct {
	Code      string     // definitions alone
	Functions []Function // those that were asked for
	// Derived are made of fields, in this order.
	Derived []Derived
}

// A Function takes fields, or what is derived from fields.
type Function struct {
	Name   string
	Params []string
}

// A Derived is the value of a function of fields.
type Derived struct {
	Name string
	Function
	Out int // how many repetitions share it
}

// Functions translates functions of the fields of a shape, that of the input or one of
// [contest.Form]. Its error is as of [Emit].
func Functions(ctx context.Context, p *contest.Problem, shape *input.Shape, names ...string) (m *Module, err error) {
	err = try(ctx, p, func(letters bool) error {
		t, err := translate(ctx, p, shape, names, Python, letters, nil)
		if err != nil {
			return err
		}
		w := newPrinter(t.translation.program, t.bounds, Python)
		w.definitions(t.order)
		m = &Module{Code: strings.Join(w.lines, "\n") + "\n"}
		r := &reading{printer: w, derived: t.derived, shape: shape}
		declared := shape.Declaration()
		function := func(d derived) Function {
			return Function{Python.name(w.Functions[d.function].Name), append([]string{}, d.args...)}
		}
		for _, d := range t.entries {
			r.uses(&declared, d.args)
			m.Functions = append(m.Functions, function(d))
		}
		for _, d := range r.derived {
			m.Derived = append(m.Derived, Derived{d.variable, function(d), d.out})
		}
		return nil
	})
	return m, err
}

// Table defines FUNCTIONS in Python, the functions by their names, with TAKES, what each takes, and DERIVED,
// what else is found for the fields of how many levels above the innermost. A nil module has none.
func (m *Module) Table() string {
	if m == nil {
		return "FUNCTIONS, TAKES, DERIVED = {}, {}, []\n"
	}
	var b, names, takes, made strings.Builder
	add := func(f Function) string {
		params, _ := json.Marshal(f.Params) // also Python
		fmt.Fprintf(&names, "%q: %s, ", f.Name, f.Name)
		fmt.Fprintf(&takes, "%q: %s, ", f.Name, params)
		return f.Name
	}
	for _, d := range m.Derived {
		fmt.Fprintf(&made, "(%q, %q, %d), ", d.Name, add(d.Function), d.Out)
	}
	for _, f := range m.Functions {
		add(f)
	}
	b.WriteString("def functions():\n    \"\"\"Return the functions of the problem.\"\"\"\n")
	for line := range strings.Lines(m.Code) {
		if line != "\n" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	if strings.Contains(m.Code, "def some_of(") {
		b.WriteString("    some_of = globals().get(\"choose\", some_of)\n")
	}
	list := func(b *strings.Builder) string { return strings.TrimSuffix(b.String(), ", ") }
	fmt.Fprintf(&b, "    return {%s}\n\n\nsys.setrecursionlimit(1 << 20)\nFUNCTIONS, TAKES, DERIVED = functions(), {%s}, [%s]\n", list(&names), list(&takes), list(&made))
	return b.String()
}

// enter finds the types of a function with these parameters.
func enter(typing *core.Typing, function int, args []*core.Term) {
	err := typing.Enter(function, args)
	if refused, ok := errors.AsType[*core.Refusal](err); ok {
		refuse(refused.At, "%s", refused.Why)
	}
	if err != nil {
		refuse(nowhere, "%v", err)
	}
}

// own returns the place of a function of the problem file, or -1, as long as there are no others.
func (x *translation) own(name string) int {
	return slices.IndexFunc(x.program.Functions, func(f core.Function) bool { return f.Name == name })
}

// A derived value is what a function makes of fields, once for all tests that share them.
type derived struct {
	function int
	variable string   // that holds the value
	args     []string // fields and other such variables
	out      int      // how many repetitions share it
}

// parameters returns the variables that a function takes: fields, and what other functions
// make of fields.
func (x *translation) parameters(function int, open []int) (variables []string) {
	f := &x.program.Functions[function]
	for _, v := range f.Vars[:f.Params] {
		made := x.own(v.Name)
		switch {
		case x.fields[v.Name].Kind != core.NoType:
			variables = append(variables, v.Name)
		case made < 0 || slices.Contains(open, made):
			refuse(nowhere, "%s takes %s, and the input has no such field", f.Name, v.Name)
		default:
			variable := "the_" + v.Name
			variables = append(variables, variable)
			if !slices.ContainsFunc(x.derived, func(d derived) bool { return d.function == made }) {
				x.derived = append(x.derived, derived{made, variable, x.parameters(made, append(open, made)), 0})
			}
		}
	}
	return variables
}

// top returns the comment at the top of the program.
func (x *translation) top() (lines []string) {
	first := x.problem.Title
	if about := strings.TrimSpace(x.problem.About); about != "" {
		first = about
	}
	for i, part := range strings.Split(first, "\n\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrap(part, 96)...)
	}
	if x.problem.Judge != "" {
		lines = append(lines, "", x.problem.Judge)
	}
	for _, n := range x.notes {
		lines = append(lines, "")
		lines = append(lines, wrap(n, 96)...)
	}
	return lines
}

// settleNames makes the names of functions and constants distinct. Those of the problem file
// stay as they are; a function of another file has no name that a caller gives a variable.
func (x *translation) settleNames(order []int) {
	taken, besides := map[string]bool{}, map[int]map[string]bool{}
	for _, i := range order {
		f := definition(x.program, i)
		taken[f.Name] = taken[f.Name] || x.from[i] == ""
		for _, c := range callees(f.Body) {
			if besides[c] == nil {
				besides[c] = map[string]bool{}
			}
			for _, v := range f.Vars {
				besides[c][v.Name] = true
			}
		}
	}
	for _, i := range order {
		f, from := definition(x.program, i), x.from[i]
		if from == "" {
			continue
		}
		name := f.Name
		for n := 1; taken[name] || besides[i][name]; n++ {
			if name = from + "_" + f.Name; n > 1 {
				name = fmt.Sprint(name, n)
			}
		}
		f.Name, taken[name] = name, true
	}
}
