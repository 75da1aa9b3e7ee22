package emit

// This file finds the types of a program in the rule language: every variable and every
// expression gets one type, by unification. Programs for which that fails are refused.

import (
	"fmt"
	"slices"
	"strings"

	"grundy/rules/lang"
)

type kind uint8

const (
	free kind = iota // not known yet
	number
	truth
	letter // of a text
	text
	list
	dict
	tuple
	nothing
)

// A typ is a type, or what unification has made equal to another one.
type typ struct {
	kind     kind
	of       []*typ // items; key and value; the parts of a tuple
	unsigned bool   // of numbers to 2^64-1
	textual  bool   // free, but a letter or a text
	same     *typ
}

func (t *typ) root() *typ {
	for t.same != nil {
		t = t.same
	}
	return t
}

// is returns the kind of a type. What nothing determines is a number, or a text.
func (t *typ) is() kind {
	t = t.root()
	switch {
	case t.kind == free && t.textual:
		return text
	case t.kind == free:
		return number
	}
	return t.kind
}

func (t *typ) item(i int) *typ { return t.root().of[i] }

func (t *typ) isUnsigned() bool { return t.is() == number && t.root().unsigned }

func (t *typ) String() string {
	t = t.root()
	var of []string
	for _, o := range t.of {
		of = append(of, o.String())
	}
	name := [...]string{"anything", "a number", "a bool", "a letter", "a text", "a list of ", "a dict of ", "a tuple of ", "None"}[t.kind]
	return name + strings.Join(of, " and ")
}

func numberType() *typ        { return &typ{kind: number} }
func listOf(item *typ) *typ   { return &typ{kind: list, of: []*typ{item}} }
func dictOf(k, v *typ) *typ   { return &typ{kind: dict, of: []*typ{k, v}} }
func tupleOf(of ...*typ) *typ { return &typ{kind: tuple, of: of} }

// unify makes two types one. The result is false where they differ.
func unify(a, b *typ) bool {
	a, b = a.root(), b.root()
	if a == b {
		return true
	}
	if a.kind == free {
		a, b = b, a
	}
	switch {
	case b.kind == free:
		if b.textual && a.kind != free && a.kind != letter && a.kind != text {
			return false
		}
		a.textual = a.textual || b.textual
	case a.kind != b.kind || len(a.of) != len(b.of):
		return false
	case a.kind == number:
		a.unsigned = a.unsigned || b.unsigned
	}
	b.same = a
	if b.kind != free {
		for i := range a.of {
			if !unify(a.of[i], b.of[i]) {
				return false
			}
		}
	}
	return true
}

// A function is one of the program to be written.
type function struct {
	name   string
	doc    string
	params []string
	vars   map[string]*typ // the variables, parameters among them
	result *typ
	body   *lang.Syntax
	calls  []string // functions and constants, in the order of their first use
	spans  map[string]span
	gives  span
	loops  map[string]bool // parameters that are changed in place
}

// A program is functions in the rule language, with what they use of the top level.
type program struct {
	functions map[string]*function
	constants map[string]*typ // names of the top level
	values    map[string]*lang.Syntax
	order     []string // of the constants
	types     map[*lang.Syntax]*typ
	around    map[*lang.Syntax]*function // constants
	bound     int                        // variables of comprehensions so far
	letters   bool                       // a text's items are letters; else they are texts
	spanOf    map[string]span
	tooLong   *lang.Syntax // what may need more than 64 bits
}

// A Refusal says why there is no such program.
type Refusal struct {
	File string
	Pos  lang.Pos // in the problem's file; 0 where it is about the whole
	Why  string
}

func (r *Refusal) Error() string {
	if r.Pos.Line > 0 {
		return fmt.Sprintf("%s:%d:%d: no program is written: %s", r.File, r.Pos.Line, r.Pos.Col, r.Why)
	}
	return fmt.Sprintf("%s: no program is written: %s", r.File, r.Why)
}

// refuse leaves the walk of a tree; Emit catches it.
func refuse(at *lang.Syntax, format string, args ...any) *typ {
	r := &Refusal{Why: fmt.Sprintf(format, args...)}
	if at != nil {
		r.Pos = at.At
	}
	panic(r)
}

// newProgram finds the functions and constants of statements of the top level. Others are
// passed over.
func newProgram(statements []*lang.Syntax) *program {
	p := &program{functions: map[string]*function{}, constants: map[string]*typ{}, values: map[string]*lang.Syntax{}}
	p.add(statements)
	return p
}

func (p *program) add(statements []*lang.Syntax) {
	for _, s := range statements {
		p.separate(s, map[string]string{})
		switch {
		case s.Kind == "def":
			f := &function{name: s.Name, doc: s.Docstring(), body: s.Kids[1]}
			for _, param := range s.Kids[0].Kids {
				f.params = append(f.params, param.Name)
			}
			p.functions[s.Name] = f
		case s.Kind == "assign" && s.Name == "=" && s.Kids[0].Kind == "name":
			p.values[s.Kids[0].Name] = s.Kids[1]
		}
	}
}

// forget forgets all types. Letters says whether the items of texts are letters.
func (p *program) forget(letters bool) {
	p.letters = letters
	p.types = map[*lang.Syntax]*typ{}
	p.constants, p.order, p.around = map[string]*typ{}, nil, nil
	for _, f := range p.functions {
		f.vars, f.result, f.calls = nil, nil, nil
	}
}

// infer finds the types of a function with these parameters, and of those that it calls.
func (p *program) infer(name string, params []*typ) {
	f := p.functions[name]
	if f.vars == nil {
		p.enter(f)
	}
	for i, t := range params {
		if !unify(f.vars[f.params[i]], t) {
			refuse(f.body, "%s takes %s as %s", name, t, f.params[i])
		}
	}
	p.walk(f)
}

// walk finds the types of a function's body, once.
func (p *program) walk(f *function) {
	if _, walked := p.types[f.body]; !walked {
		p.types[f.body] = nil
		p.block(f, f.body)
		p.finish(f)
	}
}

// outside returns a function without a name around the value of a constant.
func (p *program) outside(value *lang.Syntax) *function {
	if p.around == nil {
		p.around = map[*lang.Syntax]*function{}
	}
	f := p.around[value]
	if f == nil {
		f = &function{body: &lang.Syntax{Kind: "block", Kids: []*lang.Syntax{{Kind: "expression", Kids: []*lang.Syntax{value}}}}, spans: map[string]span{}}
		p.around[value] = f
		p.enter(f)
	}
	return f
}

func (p *program) enter(f *function) {
	f.vars = map[string]*typ{}
	for _, name := range f.params {
		f.vars[name] = &typ{}
	}
	f.result = &typ{}
	for v := range lang.Assigned(f.body) {
		if f.vars[v] == nil {
			f.vars[v] = &typ{}
		}
	}
}

func (p *program) finish(f *function) {
	if f.result.root().kind == free && !f.result.root().textual {
		returns := false
		lang.Walk(f.body, func(t *lang.Syntax) { returns = returns || t.Kind == "return" && t.Kids[0].Kind != "none" })
		if !returns {
			unify(f.result, &typ{kind: nothing})
		}
	}
}

func (p *program) block(f *function, b *lang.Syntax) {
	for _, s := range b.Kids {
		p.statement(f, s)
	}
}

func (p *program) want(f *function, t *lang.Syntax, want *typ) {
	if have := p.expr(f, t); !unify(have, want) {
		refuse(t, "%s where %s is wanted", have, want)
	}
}

// condition takes anything that has a truth.
func (p *program) condition(f *function, t *lang.Syntax) { p.expr(f, t) }

func (p *program) statement(f *function, s *lang.Syntax) {
	switch s.Kind {
	case "expression":
		p.expr(f, s.Kids[0])
	case "assign":
		p.assign(f, s)
	case "if":
		p.condition(f, s.Kids[0])
		p.block(f, s.Kids[1])
		p.block(f, s.Kids[2])
	case "for":
		p.loop(f, s.Kids[0], s.Kids[1])
		p.block(f, s.Kids[2])
	case "while":
		p.condition(f, s.Kids[0])
		p.block(f, s.Kids[1])
	case "return":
		if s.Kids[0].Kind != "none" {
			p.join(f, s.Kids[0], f.result)
		}
	case "break", "continue", "pass":
	default:
		refuse(s, "%s is not translated", s.Kind)
	}
}

// join unifies a value with what it goes to.
func (p *program) join(f *function, t *lang.Syntax, to *typ) {
	if have := p.expr(f, t); !unify(to, have) {
		refuse(t, "%s here and %s elsewhere", have, to)
	}
}

func (p *program) assign(f *function, s *lang.Syntax) {
	to, value := s.Kids[0], s.Kids[1]
	if s.Name != "=" {
		op := strings.TrimSuffix(s.Name, "=")
		a, b := p.expr(f, to), p.expr(f, value)
		p.operation(s, op, a, b)
		return
	}
	p.target(f, to, p.expr(f, value))
}

func (p *program) target(f *function, to *lang.Syntax, t *typ) {
	switch to.Kind {
	case "tuple", "list":
		t = t.root()
		for i, k := range to.Kids {
			switch {
			case t.kind == tuple && len(t.of) == len(to.Kids):
				p.target(f, k, t.of[i])
			case t.kind == list:
				p.target(f, k, t.of[0])
			default:
				refuse(to, "%s for %d variables", t, len(to.Kids))
			}
		}
	default:
		if have := p.expr(f, to); !unify(have, t) {
			refuse(to, "%s is %s here and %s elsewhere", nameOf(to), t, have)
		}
	}
}

func nameOf(t *lang.Syntax) string {
	if t.Kind == "name" {
		return t.Name
	}
	return "it"
}

// loop gives the variables of a loop the items of what it goes over.
func (p *program) loop(f *function, vars, over *lang.Syntax) {
	if name, args := callee(over); f.vars[name] == nil {
		switch name {
		case "range":
			n := numberType()
			for _, a := range args {
				p.want(f, a, n)
			}
			p.types[over] = listOf(n)
			p.target(f, vars, n)
			return
		case "enumerate":
			if vars.Kind != "tuple" || len(vars.Kids) != 2 || len(args) != 1 {
				refuse(over, "a loop over enumerate wants two variables")
			}
			p.target(f, vars.Kids[0], numberType())
			p.target(f, vars.Kids[1], p.itemOf(f, args[0]))
			return
		case "zip":
			if vars.Kind != "tuple" || len(vars.Kids) != len(args) {
				refuse(over, "a loop over zip wants a variable for each list")
			}
			for i, a := range args {
				p.target(f, vars.Kids[i], p.itemOf(f, a))
			}
			return
		}
	}
	p.target(f, vars, p.itemOf(f, over))
}

// itemOf returns the type of the items of a list, a text or the keys of a dict.
func (p *program) itemOf(f *function, over *lang.Syntax) *typ {
	t := p.expr(f, over).root()
	switch t.kind {
	case text:
		return p.letterType()
	case list, dict:
		return t.of[0]
	case tuple:
		for _, o := range t.of {
			if !unify(t.of[0], o) {
				return refuse(over, "the parts of the tuple have several types")
			}
		}
		return t.of[0]
	case free:
		item := &typ{}
		unify(t, listOf(item))
		return item
	}
	return refuse(over, "a loop over %s", t)
}

func (p *program) letterType() *typ {
	if p.letters {
		return &typ{kind: letter}
	}
	return &typ{kind: text}
}

// callee returns the name of a function that is called, and the arguments.
func callee(t *lang.Syntax) (name string, args []*lang.Syntax) {
	if t.Kind == "call" && t.Kids[0].Kind == "name" {
		return t.Kids[0].Name, t.Kids[1:]
	}
	return "", nil
}

func (p *program) expr(f *function, t *lang.Syntax) *typ {
	if have, ok := p.types[t]; ok && t.Kind != "name" {
		return have
	}
	have := p.exprType(f, t)
	p.types[t] = have
	return have
}

func (p *program) exprType(f *function, t *lang.Syntax) *typ {
	switch t.Kind {
	case "int":
		return numberType()
	case "text":
		if len(t.Text) == 1 && p.letters {
			return &typ{textual: true}
		}
		return &typ{kind: text}
	case "name":
		return p.nameType(f, t)
	case "list":
		item := &typ{}
		for _, k := range t.Kids {
			p.join(f, k, item)
		}
		return listOf(item)
	case "tuple":
		if len(t.Kids) == 0 {
			return refuse(t, "an empty tuple is not translated")
		}
		all := tupleOf()
		for _, k := range t.Kids {
			all.of = append(all.of, p.expr(f, k))
		}
		return all
	case "dict":
		all := dictOf(&typ{}, &typ{})
		for i, k := range t.Kids {
			p.join(f, k, all.of[i%2])
		}
		return all
	case "choice":
		p.condition(f, t.Kids[0])
		a := p.expr(f, t.Kids[1])
		p.join(f, t.Kids[2], a)
		return a
	case "unary":
		if t.Name == "not" {
			p.condition(f, t.Kids[0])
			return &typ{kind: truth}
		}
		n := numberType()
		p.want(f, t.Kids[0], n)
		return n
	case "binary":
		return p.binary(f, t)
	case "index":
		return p.index(f, t)
	case "slice":
		for _, k := range t.Kids[1:] {
			if k.Kind != "none" {
				p.want(f, k, numberType())
			}
		}
		have := p.expr(f, t.Kids[0])
		if k := have.is(); k != list && k != text {
			refuse(t, "a slice of %s", have)
		}
		return have
	case "comprehension":
		return listOf(p.clauses(f, t))
	case "call":
		return p.call(f, t)
	case "each":
		return p.eachType(f, t)
	}
	return refuse(t, "%s: an expression of this kind is not translated", t.Kind)
}

func (p *program) clauses(f *function, t *lang.Syntax) *typ {
	for _, c := range t.Kids[1:] {
		if c.Kind == "if" {
			p.condition(f, c.Kids[0])
			continue
		}
		p.loop(f, c.Kids[0], c.Kids[1])
	}
	return p.expr(f, t.Kids[0])
}

func (p *program) nameType(f *function, t *lang.Syntax) *typ {
	if v, ok := f.vars[t.Name]; ok {
		return v
	}
	switch t.Name {
	case "True", "False":
		return &typ{kind: truth}
	case "None":
		return refuse(t, "None is not translated")
	}
	if p.values[t.Name] != nil && !slices.Contains(f.calls, t.Name) {
		f.calls = append(f.calls, t.Name)
	}
	if c, ok := p.constants[t.Name]; ok {
		return c
	}
	value, ok := p.values[t.Name]
	if !ok {
		return refuse(t, "%s is not translated", t.Name)
	}
	c := p.expr(p.outside(value), value)
	p.constants[t.Name] = c
	p.order = append(p.order, t.Name)
	return c
}

func (p *program) binary(f *function, t *lang.Syntax) *typ {
	switch t.Name {
	case "and", "or":
		p.condition(f, t.Kids[0])
		p.condition(f, t.Kids[1])
		return &typ{kind: truth}
	case "==", "!=", "<", "<=", ">", ">=":
		a, b := p.expr(f, t.Kids[0]), p.expr(f, t.Kids[1])
		if !unify(a, b) {
			refuse(t, "%s compared with %s", a, b)
		}
		return &typ{kind: truth}
	case "in", "not in":
		a, b := p.expr(f, t.Kids[0]), p.expr(f, t.Kids[1]).root()
		switch {
		case b.kind == list || b.kind == dict:
			if !unify(a, b.of[0]) {
				refuse(t, "%s looked for in %s", a, b)
			}
		case b.kind == tuple:
			for _, o := range b.of {
				if !unify(a, o) {
					refuse(t, "%s looked for in %s", a, b)
				}
			}
		case b.kind == text || b.textual:
		default:
			refuse(t, "%s looked for in %s", a, b)
		}
		return &typ{kind: truth}
	}
	return p.operation(t, t.Name, p.expr(f, t.Kids[0]), p.expr(f, t.Kids[1]))
}

func (p *program) operation(t *lang.Syntax, op string, a, b *typ) *typ {
	ka, kb := a.root(), b.root()
	isText := func(t *typ) bool { return t.kind == text || t.kind == letter || t.textual }
	switch {
	case op == "%" && (ka.kind == text || ka.textual):
		return &typ{kind: text}
	case op == "+" && (isText(ka) || isText(kb)):
		return &typ{kind: text}
	case op == "*" && isText(ka):
		return &typ{kind: text}
	case op == "*" && ka.kind == list:
		return a
	case op == "+" && (ka.kind == list || kb.kind == list):
		if !unify(a, b) {
			return refuse(t, "%s + %s", a, b)
		}
		return a
	case op == "<<" || op == ">>":
		if ka.kind == free {
			unify(a, numberType())
		}
		return a
	}
	if !unify(a, b) || !unify(a, numberType()) {
		return refuse(t, "%s %s %s", a, op, b)
	}
	return a
}

func (p *program) index(f *function, t *lang.Syntax) *typ {
	have := p.expr(f, t.Kids[0]).root()
	i := p.expr(f, t.Kids[1])
	switch have.kind {
	case dict:
		if !unify(i, have.of[0]) {
			refuse(t, "%s as a key of %s", i, have)
		}
		return have.of[1]
	case tuple:
		k := t.Kids[1]
		if k.Kind == "int" && k.Int < int64(len(have.of)) {
			return have.of[k.Int]
		}
		return p.itemOf(f, t.Kids[0])
	case text:
		return p.letterType()
	case list:
		return have.of[0]
	case free:
		item := &typ{}
		unify(have, listOf(item))
		return item
	}
	return refuse(t, "an item of %s", have)
}

// call finds the type of a call: of a function of the program, a method or what every
// file finds defined.
func (p *program) call(f *function, t *lang.Syntax) *typ {
	if t.Kids[0].Kind == "dot" {
		return p.method(f, t)
	}
	name, args := callee(t)
	if g := p.functions[name]; g != nil && f.vars[name] == nil {
		return p.callFunction(f, g, t, args)
	}
	for _, a := range args {
		if a.Kind == "star" || a.Kind == "named" && name != "sorted" {
			refuse(a, "%s with such an argument is not translated", name)
		}
	}
	one := func() *typ {
		if len(args) != 1 {
			refuse(t, "%s of %d arguments is not translated", name, len(args))
		}
		return p.expr(f, args[0])
	}
	switch name {
	case "len":
		one()
		return numberType()
	case "abs":
		n := one()
		unify(n, numberType())
		return n
	case "min", "max":
		if len(args) == 1 {
			return p.itemOf(f, args[0])
		}
		n := p.expr(f, args[0])
		for _, a := range args[1:] {
			p.join(f, a, n)
		}
		return n
	case "sum":
		return p.itemOf(f, args[0])
	case "any", "all":
		p.itemOf(f, args[0])
		return &typ{kind: truth}
	case "sorted", "reversed", "list":
		if over, _ := callee(args[0]); over == "range" {
			n := numberType()
			for _, a := range args[0].Kids[1:] {
				p.want(f, a, n)
			}
			p.types[args[0]] = listOf(n)
			return listOf(n)
		}
		return listOf(p.itemOf(f, args[0]))
	case "range":
		n := numberType()
		for _, a := range args {
			p.want(f, a, n)
		}
		return listOf(n)
	case "tuple":
		return listOf(p.itemOf(f, args[0]))
	case "str":
		one()
		return &typ{kind: text}
	case "int":
		one()
		return numberType()
	case "bool":
		one()
		return &typ{kind: truth}
	case "bit_count", "bit_length":
		p.want(f, args[0], numberType())
		return numberType()
	}
	if name == "" {
		return refuse(t, "a call of this kind is not translated")
	}
	return refuse(t, "%s is not translated", name)
}

// callFunction checks a call of a function of the program, whose parameters may be named.
func (p *program) callFunction(f, g *function, t *lang.Syntax, args []*lang.Syntax) *typ {
	if g.vars == nil {
		p.enter(g)
	}
	if !slices.Contains(f.calls, g.name) {
		f.calls = append(f.calls, g.name)
	}
	if len(args) != len(g.params) {
		refuse(t, "%s with %d arguments of %d is not translated", g.name, len(args), len(g.params))
	}
	for i, a := range args {
		if a.Kind == "named" || a.Kind == "star" {
			refuse(a, "%s with named arguments is not translated", g.name)
		}
		p.join(f, a, g.vars[g.params[i]])
	}
	p.walk(g)
	return g.result
}

func (p *program) method(f *function, t *lang.Syntax) *typ {
	dot, args := t.Kids[0], t.Kids[1:]
	have := p.expr(f, dot.Kids[0])
	if have.root().kind == free && dot.Name == "append" {
		unify(have, listOf(&typ{}))
	}
	h := have.root()
	switch {
	case dot.Name == "append" && h.kind == list && len(args) == 1:
		p.join(f, args[0], h.of[0])
		return &typ{kind: nothing}
	case dot.Name == "pop" && h.kind == list && len(args) == 0:
		return h.of[0]
	case (dot.Name == "count" || dot.Name == "index") && len(args) == 1 && (h.kind == list || h.kind == text):
		if h.kind == list {
			p.join(f, args[0], h.of[0])
		} else {
			p.expr(f, args[0])
		}
		return numberType()
	case dot.Name == "join" && (h.kind == text || h.textual) && len(args) == 1:
		item := p.itemOf(f, args[0])
		if k := item.root(); k.kind != text && k.kind != letter && !k.textual {
			refuse(args[0], "join of %s", item)
		}
		return &typ{kind: text}
	case dot.Name == "split" && h.kind == text && len(args) == 1:
		p.want(f, args[0], &typ{kind: text})
		return listOf(&typ{kind: text})
	case dot.Name == "get" && h.kind == dict && len(args) == 2:
		p.join(f, args[0], h.of[0])
		p.join(f, args[1], h.of[1])
		return h.of[1]
	case (dot.Name == "startswith" || dot.Name == "endswith") && h.kind == text && len(args) == 1:
		p.want(f, args[0], &typ{kind: text})
		return &typ{kind: truth}
	}
	return refuse(t, "%s of %s is not translated", dot.Name, have)
}
