package core

// The types of the second level: each variable and each expression has one, by unification.
// Programs for which that fails are refused.

import (
	"fmt"
	"slices"
)

// A Term is a type as far as it is known. Others may be made equal to it.
type Term struct {
	kind     Kind // IntType for all numbers; free where it is not known yet
	of       []*Term
	unsigned bool  // of numbers to 2^64-1
	textual  bool  // free, but a letter or a string
	same     *Term // what it was made equal to
}

// free is the kind of a [Term] that is not known yet.
const free = TupleType + 1

// A Refusal says why a program of the second level has no types, or is not written.
type Refusal struct {
	At  Place // the zero Place where it is about the whole
	Why string
}

func (r *Refusal) Error() string { return r.Why }

func (t *Term) root() *Term {
	for t.same != nil {
		t = t.same
	}
	return t
}

// Type returns what is known. What nothing determines is an integer, or a string.
func (t *Term) Type() Type { return t.known(IntType, map[*Term]Type{}) }

// known returns what is known, with a kind for what is not. It notes all parts.
func (t *Term) known(other Kind, noted map[*Term]Type) Type {
	t = t.root()
	if has, ok := noted[t]; ok {
		return has
	}
	is := Type{Kind: t.kind}
	switch {
	case t.kind == free && t.textual && other != free:
		is.Kind = StringType
	case t.kind == free:
		is.Kind = other
	case t.unsigned:
		is.Kind = UnsignedType
	case len(t.of) > 0:
		is.Form = &Form{}
		for _, part := range t.of {
			is.Form.Of = append(is.Form.Of, part.known(other, noted))
		}
	}
	noted[t] = is
	return is
}

// String says what values are.
func (t *Term) String() string { return t.known(free, map[*Term]Type{}).Words() }

func term(k Kind, of ...*Term) *Term { return &Term{kind: k, of: of} }

// NewTerm returns a term for a type.
func NewTerm(as Type) *Term {
	t := term(as.Kind)
	if t.unsigned = as.Kind == UnsignedType; t.unsigned {
		t.kind = IntType
	}
	for _, part := range as.Parts() {
		t.of = append(t.of, NewTerm(part))
	}
	return t
}

// holds reports whether a type is, or is made of, another one.
func (t *Term) holds(part *Term, seen map[*Term]bool) bool {
	t = t.root()
	if t == part {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	return slices.ContainsFunc(t.of, func(of *Term) bool { return of.holds(part, seen) })
}

// mostParts bounds the parts of a type.
const mostParts = 1000

// size returns how many parts a type has, or a number that is greater than [mostParts].
func (t *Term) size(known map[*Term]int) int {
	t = t.root()
	if known[t] == 0 {
		n := 1
		for _, part := range t.of {
			n += part.size(known)
		}
		known[t] = min(n, mostParts+1)
	}
	return known[t]
}

// unify makes two types one. The result is false where they differ.
func unify(a, b *Term) bool {
	a, b = a.root(), b.root()
	if a == b {
		return true
	}
	if a.kind == free {
		a, b = b, a
	}
	switch {
	case b.kind == free:
		if b.textual && a.kind != free && a.kind != LetterType && a.kind != StringType || a.holds(b, map[*Term]bool{}) {
			return false
		}
		a.textual = a.textual || b.textual
	case a.kind != b.kind || len(a.of) != len(b.of):
		return false
	case a.kind == IntType:
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

// A Typing finds the types of a program of the second level.
type Typing struct {
	p       *Program
	pose    func(f *Function, x *Pose, of func(Expr) Type) (Expr, error)
	types   map[Expr]*Term
	vars    map[*Function][]*Term
	results map[*Function]*Term // of functions that were reached
	yields  []*Term             // of the comprehensions around
}

// NewTyping forgets all types. Letters says whether the items of strings are letters; otherwise
// they are strings. Pose returns what takes the place of a position, when the types of its
// arguments are known; it may add variables to the function in which x stands, and nothing else
// to the program. Where pose is nil, each position is refused.
func NewTyping(p *Program, letters bool, pose func(f *Function, x *Pose, of func(Expr) Type) (Expr, error)) *Typing {
	p.Letters = letters
	return &Typing{p: p, pose: pose, types: map[Expr]*Term{}, vars: map[*Function][]*Term{}, results: map[*Function]*Term{}}
}

// Enter finds the types of a function with these parameters, and of what it calls. It may be
// called for several functions in turn. The error is a [*Refusal], or one of pose.
func (t *Typing) Enter(f int, params []*Term) error {
	fn := &t.p.Functions[f]
	if err := Catch[refused](func() {
		for i, param := range params {
			if !unify(t.variable(fn, Var(i)), param) {
				t.refuse(nil, "%s takes %s as %s", fn.Name, param, fn.Vars[i].Name)
			}
		}
		t.function(fn)
	}).error; err != nil {
		return err
	}
	sizes := map[*Term]int{}
	for _, x := range t.types {
		if x.size(sizes) > mostParts {
			return &Refusal{Why: fmt.Sprintf("a type of more than %d parts", mostParts)}
		}
	}
	return nil
}

// Result returns the type of what a function returns that was entered.
func (t *Typing) Result(f int) *Term { return t.results[&t.p.Functions[f]] }

// Finish writes all types into the program: of variables, results, and Answer.Types.
func (t *Typing) Finish() {
	known := map[*Term]Type{}
	typeOf := func(x *Term) Type { return x.known(IntType, known) }
	t.p.Types = map[Expr]Type{}
	for e, x := range t.types {
		t.p.Types[e] = typeOf(x)
	}
	for f, x := range t.results {
		f.Result = typeOf(x)
		for i := range f.Vars {
			f.Vars[i].Type = typeOf(t.variable(f, Var(i)))
		}
	}
}

// refused leaves a walk.
type refused struct{ error }

func (t *Typing) refuse(at Expr, format string, args ...any) *Term {
	return t.refuseAt(t.p.At[at], format, args...)
}

func (t *Typing) refuseAt(at Place, format string, args ...any) *Term {
	panic(refused{&Refusal{at, fmt.Sprintf(format, args...)}})
}

// variable returns the type of a variable.
func (t *Typing) variable(f *Function, v Var) *Term {
	for len(t.vars[f]) <= int(v) {
		t.vars[f] = append(t.vars[f], term(free))
	}
	return t.vars[f][v]
}

// function finds the types of a function or constant, once, and returns that of its value.
func (t *Typing) function(f *Function) *Term {
	if t.results[f] == nil {
		result := term(free)
		t.results[f] = result
		outer := t.yields
		t.yields = nil
		t.block(f, f.Body)
		t.yields = outer
		if r := result.root(); r.kind == free && !r.textual {
			returns := false
			Walk(f.Body, func(s Stmt) bool {
				r, ok := s.(*Return)
				returns = returns || ok && r.X != nil
				return true
			}, nil)
			if !returns {
				unify(result, term(NoType))
			}
		}
	}
	return t.results[f]
}

func (t *Typing) block(f *Function, b []Stmt) {
	for _, s := range b {
		t.statement(f, s)
	}
}

func (t *Typing) statement(f *Function, s Stmt) {
	switch s := s.(type) {
	case *Do:
		t.expr(f, &s.X)
	case *Set:
		t.set(f, s.V, t.expr(f, &s.X), s.At)
	case *Assign:
		t.target(f, &s.To, t.expr(f, &s.X))
	case *Update:
		a, b := t.expr(f, &s.To), t.expr(f, &s.X)
		t.operation(s.At, s.Op, a, b)
	case *If:
		t.expr(f, &s.Cond)
		t.block(f, s.Then)
		t.block(f, s.Else)
	case *While:
		t.expr(f, &s.Cond)
		t.block(f, s.Body)
	case *For:
		n := t.numbers(f, &s.From, &s.To, &s.Step)
		t.set(f, s.V, n, s.At)
		t.block(f, s.Body)
	case *Loop:
		for i := range s.Over {
			item := t.itemOf(f, &s.Over[i])
			if i == 0 && s.Counter != NoVar {
				t.set(f, s.Counter, term(IntType), s.At)
			}
			t.target(f, &s.Items[i], item)
		}
		t.block(f, s.Body)
	case *Return:
		if s.X != nil {
			t.join(f, &s.X, t.results[f])
		}
	case *Yield:
		t.join(f, &s.X, t.yields[len(t.yields)-1])
	case *Leave:
	default:
		t.refuse(nil, "%T is not of the second level", s)
	}
}

// set gives a variable a value of a type.
func (t *Typing) set(f *Function, v Var, to *Term, at Place) {
	if have := t.variable(f, v); !unify(have, to) {
		t.refuseAt(at, "%s is %s here and %s elsewhere", f.Vars[v].Name, to, have)
	}
}

// target gives a place a value of a type.
func (t *Typing) target(f *Function, to *Expr, x *Term) {
	tuple, ok := (*to).(*Tuple)
	if !ok {
		if have := t.expr(f, to); !unify(have, x) {
			name := "it"
			if get, ok := (*to).(*Get); ok {
				name = f.Vars[get.V].Name
			}
			t.refuse(*to, "%s is %s here and %s elsewhere", name, x, have)
		}
		return
	}
	x = x.root()
	for i := range tuple.Parts {
		switch {
		case x.kind == TupleType && len(x.of) == len(tuple.Parts):
			t.target(f, &tuple.Parts[i], x.of[i])
		case x.kind == ListType:
			t.target(f, &tuple.Parts[i], x.of[0])
		default:
			t.refuse(*to, "%s for %d variables", x, len(tuple.Parts))
		}
	}
}

// want makes an expression have a type.
func (t *Typing) want(f *Function, e *Expr, want *Term) {
	if have := t.expr(f, e); !unify(have, want) {
		t.refuse(*e, "%s where %s is wanted", have, want)
	}
}

// join makes a value have the type of what it goes to.
func (t *Typing) join(f *Function, e *Expr, to *Term) {
	if have := t.expr(f, e); !unify(to, have) {
		t.refuse(*e, "%s here and %s elsewhere", have, to)
	}
}

// numbers returns the type of these numbers.
func (t *Typing) numbers(f *Function, all ...*Expr) *Term {
	n := term(IntType)
	for _, e := range all {
		t.want(f, e, n)
	}
	return n
}

// itemOf returns the type of the items of a list or string, or of the keys of a dict.
func (t *Typing) itemOf(f *Function, over *Expr) *Term {
	x := t.expr(f, over).root()
	switch x.kind {
	case StringType:
		return t.letter()
	case ListType, DictType:
		return x.of[0]
	case TupleType:
		for _, part := range x.of {
			if !unify(x.of[0], part) {
				return t.refuse(*over, "the parts of the tuple have several types")
			}
		}
		return x.of[0]
	case free:
		item := term(free)
		if unify(x, term(ListType, item)) {
			return item
		}
	}
	return t.refuse(*over, "a loop over %s", x)
}

func (t *Typing) letter() *Term {
	if t.p.Letters {
		return term(LetterType)
	}
	return term(StringType)
}

// expr returns the type of an expression.
func (t *Typing) expr(f *Function, at *Expr) *Term {
	if have, ok := t.types[*at]; ok {
		return have
	}
	if x, ok := (*at).(*Pose); ok {
		return t.position(f, at, x)
	}
	have := t.typeOf(f, *at)
	t.types[*at] = have
	return have
}

// position puts what a position comes to in its place.
func (t *Typing) position(f *Function, at *Expr, x *Pose) *Term {
	if t.pose == nil {
		if g, ok := x.Game.(*Game); ok && g.Params == nil {
			t.plain(g.Name, x.Args)
			return t.refuse(x, "%s is not translated", g.Name)
		}
		return t.refuse(x, "a call of this kind is not translated")
	}
	to, err := t.pose(f, x, func(e Expr) Type { return t.expr(f, &e).Type() })
	if err != nil {
		panic(refused{err})
	}
	*at = to
	return t.expr(f, at)
}

func (t *Typing) typeOf(f *Function, e Expr) *Term {
	switch e := e.(type) {
	case *Const:
		return term(e.Kind)
	case *Text:
		if len(e.S) == 1 && t.p.Letters {
			return &Term{kind: free, textual: true}
		}
		return term(StringType)
	case *Get:
		return t.variable(f, e.V)
	case *Named:
		return t.function(&t.p.Constants[e.C])
	case *List:
		item := term(free)
		for i := range e.Cells {
			t.join(f, &e.Cells[i], item)
		}
		return term(ListType, item)
	case *Tuple:
		if len(e.Parts) == 0 {
			return t.refuse(e, "an empty tuple is not translated")
		}
		all := term(TupleType)
		for i := range e.Parts {
			all.of = append(all.of, t.expr(f, &e.Parts[i]))
		}
		return all
	case *Dict:
		keys, values := term(free), term(free)
		for i := range e.Keys {
			t.join(f, &e.Keys[i], keys)
			t.join(f, &e.Values[i], values)
		}
		return term(DictType, keys, values)
	case *Choose:
		t.expr(f, &e.Cond)
		a := t.expr(f, &e.X)
		t.join(f, &e.Y, a)
		return a
	case *Not:
		t.expr(f, &e.X)
		return term(BoolType)
	case *Negate:
		return t.numbers(f, &e.X)
	case *Invert:
		return t.numbers(f, &e.X)
	case *Logic:
		t.expr(f, &e.X)
		t.expr(f, &e.Y)
		return term(BoolType)
	case *Compare:
		if a, b := t.expr(f, &e.X), t.expr(f, &e.Y); !unify(a, b) {
			return t.refuse(e, "%s compared with %s", a, b)
		}
		return term(BoolType)
	case *In:
		return t.membership(f, e)
	case *Arith:
		a, b := t.expr(f, &e.X), t.expr(f, &e.Y)
		return t.operation(t.p.At[e], e.Op, a, b)
	case *Index:
		return t.index(f, e)
	case *Slice:
		for _, end := range []*Expr{&e.Lo, &e.Hi, &e.Step} {
			if *end != nil {
				t.want(f, end, term(IntType))
			}
		}
		have := t.expr(f, &e.Row)
		if k := have.Type().Kind; k != ListType && k != StringType {
			return t.refuse(e, "a slice of %s", have)
		}
		return have
	case *Build:
		item := term(free)
		t.yields = append(t.yields, item)
		t.block(f, e.Body)
		t.yields = t.yields[:len(t.yields)-1]
		return term(ListType, item)
	case *Call:
		g := &t.p.Functions[e.F]
		for i := range e.Args {
			t.join(f, &e.Args[i], t.variable(g, Var(i)))
		}
		return t.function(g)
	case *Apply:
		if e.F[0] == '.' {
			return t.method(f, e)
		}
		return t.apply(f, e)
	case *Game:
		return t.refuse(e, "%s is not translated", e.Name)
	case *Ask:
		return t.refuse(e, "%s is not translated", e.What)
	case *Keyword:
		return t.refuse(e, "named: an expression of this kind is not translated")
	case *Unknown:
		return t.refuse(e, "%s", e.Why)
	}
	return t.refuse(e, "%T is not of the second level", e)
}

func (t *Typing) membership(f *Function, e *In) *Term {
	a, b := t.expr(f, &e.X), t.expr(f, &e.Row).root()
	fits := b.kind == StringType || b.textual
	switch b.kind {
	case ListType, DictType:
		fits = unify(a, b.of[0])
	case TupleType:
		fits = !slices.ContainsFunc(b.of, func(part *Term) bool { return !unify(a, part) })
	}
	if !fits {
		return t.refuse(e, "%s looked for in %s", a, b)
	}
	return term(BoolType)
}

// operation returns the type of a op b.
func (t *Typing) operation(at Place, op Op, a, b *Term) *Term {
	x, y := a.root(), b.root()
	isText := func(t *Term) bool { return t.kind == StringType || t.kind == LetterType || t.textual }
	switch {
	case op == Modulo && (x.kind == StringType || x.textual), op == Plus && (isText(x) || isText(y)), op == Times && isText(x):
		return term(StringType)
	case op == Times && x.kind == ListType:
		return a
	case op == Plus && (x.kind == ListType || y.kind == ListType):
		if unify(a, b) {
			return a
		}
	case op == Left || op == Right:
		if x.kind == free {
			unify(a, term(IntType))
		}
		return a
	default:
		if unify(a, b) && unify(a, term(IntType)) {
			return a
		}
	}
	return t.refuseAt(at, "%s %s %s", a, op, b)
}

func (t *Typing) index(f *Function, e *Index) *Term {
	have, i := t.expr(f, &e.Row).root(), t.expr(f, &e.I)
	switch have.kind {
	case DictType:
		if !unify(i, have.of[0]) {
			return t.refuse(e, "%s as a key of %s", i, have)
		}
		return have.of[1]
	case TupleType:
		if c, ok := e.I.(*Const); ok && c.Kind == IntType && c.N >= 0 && c.N < int64(len(have.of)) {
			return have.of[c.N]
		}
		return t.itemOf(f, &e.Row)
	case StringType:
		return t.letter()
	case ListType:
		return have.of[0]
	case free:
		item := term(free)
		if unify(have, term(ListType, item)) {
			return item
		}
	}
	return t.refuse(e, "an item of %s", have)
}

// plain refuses arguments that have names, or are several.
func (t *Typing) plain(name string, args []Expr) {
	for _, a := range args {
		if _, ok := a.(*Keyword); ok {
			t.refuse(a, "%s with such an argument is not translated", name)
		}
	}
}

// apply finds the type of a function of the language.
func (t *Typing) apply(f *Function, e *Apply) *Term {
	if e.F != "sorted" {
		t.plain(e.F, e.Args)
	}
	counted := func(fits bool) {
		if !fits {
			t.refuse(e, "%s of %d arguments is not translated", e.F, len(e.Args))
		}
	}
	n := len(e.Args)
	counted(n > 0)
	x := &e.Args[0]
	switch e.F {
	case "len", "str", "int", "bool", "abs":
		counted(n == 1)
		of := t.expr(f, x)
		switch e.F {
		case "str":
			return term(StringType)
		case "bool":
			return term(BoolType)
		case "abs":
			unify(of, term(IntType))
			return of
		}
		return term(IntType)
	case "min", "max":
		if n == 1 {
			return t.itemOf(f, x)
		}
		least := t.expr(f, x)
		for i := range e.Args[1:] {
			t.join(f, &e.Args[i+1], least)
		}
		return least
	case "sum":
		return t.itemOf(f, x)
	case "any", "all":
		t.itemOf(f, x)
		return term(BoolType)
	case "sorted", "reversed", "list", "tuple":
		return term(ListType, t.itemOf(f, x))
	case "range":
		counted(n <= 3)
		var all []*Expr
		for i := range e.Args {
			all = append(all, &e.Args[i])
		}
		return term(ListType, t.numbers(f, all...))
	case "bit_count", "bit_length":
		t.want(f, x, term(IntType))
		return term(IntType)
	}
	return t.refuse(e, "%s is not translated", e.F)
}

// method finds the type of a call of a method.
func (t *Typing) method(f *Function, e *Apply) *Term {
	have, args := t.expr(f, &e.Args[0]), e.Args[1:]
	if have.root().kind == free && e.F == ".append" {
		unify(have, term(ListType, term(free)))
	}
	h := have.root()
	isText := h.kind == StringType
	switch n := len(args); {
	case e.F == ".append" && h.kind == ListType && n == 1:
		t.join(f, &args[0], h.of[0])
		return term(NoType)
	case e.F == ".pop" && h.kind == ListType && n == 0:
		return h.of[0]
	case (e.F == ".count" || e.F == ".index") && n == 1 && (h.kind == ListType || isText):
		if isText {
			t.expr(f, &args[0])
		} else {
			t.join(f, &args[0], h.of[0])
		}
		return term(IntType)
	case e.F == ".find" && n == 1 && isText:
		t.expr(f, &args[0])
		return term(IntType)
	case e.F == ".join" && (isText || h.textual) && n == 1:
		item := t.itemOf(f, &args[0])
		if k := item.root(); k.kind != StringType && k.kind != LetterType && !k.textual {
			return t.refuse(args[0], "join of %s", item)
		}
		return term(StringType)
	case e.F == ".split" && isText && n == 1:
		t.want(f, &args[0], term(StringType))
		return term(ListType, term(StringType))
	case e.F == ".get" && h.kind == DictType && n == 2:
		t.join(f, &args[0], h.of[0])
		t.join(f, &args[1], h.of[1])
		return h.of[1]
	case (e.F == ".startswith" || e.F == ".endswith") && isText && n == 1:
		t.want(f, &args[0], term(StringType))
		return term(BoolType)
	}
	return t.refuse(e, "%s of %s is not translated", e.F[1:], have)
}
