package lang

// This file reads a file: it checks size, text, syntax and names, and runs the top
// level. Each step refuses input that the next steps could not bear.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/units"
)

// Options bound what a file may use. The zero value gives the bounds for your
// own files.
type Options struct {
	// CompiledOnly refuses files some of whose rules cannot be compiled: for
	// files of strangers.
	CompiledOnly bool
	// Interpreted runs all rules in the interpreter.
	Interpreted bool
	// Steps bounds the steps of the top level, and of one call of each
	// function of the file; 0 stands for 100 million.
	Steps int64
	// Memory bounds the bytes of values of the same; 0 stands for 256 MiB.
	Memory int64
	// Positions bounds the positions that one question may look at; 0 for no
	// bound.
	Positions uint64
	// Print shows what the rules print; nil refuses files that print.
	Print *Printer
	// Graphs are the graphs that a file may name; nil for those that need none.
	Graphs *Graphs
}

// Graphs say which graph stands in brackets behind the name of a file, and how the files of graphs are
// opened.
type Graphs struct {
	Given  string                                   // the text in brackets, or ""
	Open   func(name string) (io.ReadCloser, error) // nil for none
	Memory uint64                                   // that reading one may take, where it is not 0
}

const (
	defaultSteps = 100_000_000
	// DefaultMemory is the bytes of values that a call may make, unless the
	// options say another number.
	DefaultMemory = 256 << 20
)

// MostSteps returns the steps that a call may take.
func (o Options) MostSteps() int64 {
	if o.Steps > 0 {
		return o.Steps
	}
	return defaultSteps
}

// MostMemory returns the bytes of values that a call may make.
func (o Options) MostMemory() int64 {
	if o.Memory > 0 {
		return o.Memory
	}
	return DefaultMemory
}

const (
	mostBytes   = 256 << 10 // of a file
	mostNesting = 100       // of brackets, signs and blocks
	mostName    = 200       // letters
)

// A Code is a file as a program. It knows nothing of the game, which adds functions
// that declare it, and sets the shape of a position when they have run.
type Code struct {
	Source  source
	Options Options
	words   *words
	wide    func(ev *Evaluator, op string, x, y int64) Value
	syntax  *syntax.File
	weights map[syntax.Node]int64    // of loops and functions, in steps
	given   map[*syntax.Ident][]Node // see leadsTo
	globals []Value
	Shape   *core.Shape // nil where no rules run at positions
	// position is where the shape is declared.
	Declared Node
	// HasLabels says that some moves have labels.
	HasLabels bool
}

// dialect is the syntax of files.
var dialect = &syntax.FileOptions{While: true, TopLevelControl: true, GlobalReassign: true}

// Parse reads rules. Name is what positions call the file; the host is what the game adds.
// The error is an [*Error] unless reading failed.
func Parse(name string, r io.Reader, o Options, host Vocabulary) (*Code, error) {
	src, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, err
	}
	f := &Code{Options: o, words: newWords(host), wide: host.Wide}
	if err := f.parseText(name, src); err != nil {
		return nil, err
	}
	defined := func(name string) bool { _, ok := f.words.universe[name]; return ok }
	if err := resolve.File(f.syntax, defined, func(string) bool { return false }); err != nil {
		return nil, f.resolveError(err)
	}
	f.tellDraws()
	for _, b := range f.syntax.Module.(*resolve.Module).Globals {
		if f.words.reserved[b.First.Name] {
			return nil, f.Source.Fail(b.First, "files find this name defined; want another one, such as %s_", b.First.Name)
		}
	}
	f.weights = weigh(f.syntax.Stmts)
	if printed := f.mentioned("print"); printed != nil && o.Print == nil {
		return nil, f.Source.Fail(printed, "only grundy contest, grundy rules check and grundy options show what is printed: leave it out")
	}
	if err := f.findLabels(); err != nil {
		return nil, err
	}
	if err := f.checkLabels(); err != nil {
		return nil, err
	}
	if err := f.checkReplies(); err != nil {
		return nil, err
	}
	return f, nil
}

// tellDraws binds draw() without arguments to the function that ends the play, where the
// file defines draw(fields).
func (f *Code) tellDraws() {
	for n := range f.nodes() {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) == 0 {
			if id, ok := call.Fn.(*syntax.Ident); ok && id.Name == "draw" && id.Binding.(*resolve.Binding).Scope == resolve.Global {
				id.Binding = &resolve.Binding{Scope: resolve.Predeclared}
			}
		}
	}
}

// MayEnd reports whether some function of the file states the end of the play.
func (f *Code) MayEnd() bool {
	return f.mentioned("win", "draw", "lose") != nil
}

// MayDraw reports whether some function of the file states that the play is a draw.
func (f *Code) MayDraw() bool { return f.mentioned("draw") != nil }

// SaysReplies reports whether some move of the file says how the opponent must reply.
func (f *Code) SaysReplies() bool { return f.RepliesAt() != nil }

// MayEntail reports whether the opponent may have to reply where the move was.
func (f *Code) MayEntail() bool { return f.moveNamed("entails") != nil }

// RepliesAt returns the first place where a move says how the opponent must reply, or nil.
func (f *Code) RepliesAt() Node { return f.moveNamed(moveNames[1:]...) }

// moveNamed returns the first such argument of a move, or nil.
func (f *Code) moveNamed(names ...string) Node {
	for n := range f.nodes() {
		if call, ok := n.(*syntax.CallExpr); ok {
			if named := namedIn(call, names...); named != nil {
				return named
			}
		}
	}
	return nil
}

// checkReplies refuses moves that say two things of the reply.
func (f *Code) checkReplies() error {
	for n := range f.nodes() {
		call, ok := n.(*syntax.CallExpr)
		if !ok || replyOf(call) == nil {
			continue
		}
		entails, again := namedIn(call, "entails"), namedIn(call, "again")
		switch {
		case entails != nil && again != nil:
			return f.Source.Fail(again, "entails = … and again = … of one move: want one of them, as in two calls with an if")
		case entails != nil && call.Fn.(*syntax.Ident).Name == "move_sum":
			return f.Source.Fail(entails, "a move that must be answered leaves one position, in which the answer is: want move(…), or move_sum(…) without it")
		}
	}
	return nil
}

// mentioned returns the first place where one of the names stands for what every file
// finds defined, or nil.
func (f *Code) mentioned(names ...string) Node {
	for n := range f.nodes() {
		if id, ok := n.(*syntax.Ident); ok && slices.Contains(names, id.Name) && isPredeclared(id) {
			return id
		}
	}
	return nil
}

// findLabels finds out whether moves have labels, and refuses those that are plainly no
// strings.
func (f *Code) findLabels() error {
	for n := range f.nodes() {
		call, ok := n.(*syntax.CallExpr)
		if !ok || labelOf(call) == nil {
			continue
		}
		f.HasLabels = true
		label := labelOf(call).Y
		switch l := unparen(label).(type) {
		case *syntax.Literal:
			if _, ok := l.Value.(string); ok {
				continue
			}
		case *syntax.ListExpr, *syntax.TupleExpr, *syntax.DictExpr, *syntax.Comprehension, *syntax.LambdaExpr:
		default:
			continue
		}
		return f.Source.Fail(label, `want a string, such as "take %%d" %% k`)
	}
	return nil
}

// checkText refuses bytes that are not text, files that are too long, and nesting too
// deep for the parser.
func checkText(name string, src []byte) error {
	fail := func(at int, format string, args ...any) error {
		line := bytes.Count(src[:at], []byte("\n")) + 1
		start := bytes.LastIndexByte(src[:at], '\n') + 1
		return &Error{File: name, Pos: Pos{line, utf8.RuneCount(src[start:at]) + 1}, Msg: fmt.Sprintf(format, args...)}
	}
	switch {
	case len(src) > mostBytes:
		return &Error{File: name, Msg: fmt.Sprintf("the file has more than %s: want the rules of a game, which are short", units.Bytes(mostBytes))}
	case len(bytes.TrimSpace(src)) == 0:
		return &Error{File: name, Msg: "the file is empty: want position(…) and def moves(…)"}
	}
	for at := 0; at < len(src); {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 || r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f {
			return fail(at, "byte %#02x: the file is not text", src[at])
		}
		at += size
	}
	// The parser goes one level of Go's stack down for each of these.
	depth, signs := 0, 0
	for at := 0; at < len(src); at++ {
		switch c := src[at]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		case '-', '+', '~', '*':
			signs++
		case ' ', '\t':
		case '#':
			for at+1 < len(src) && src[at+1] != '\n' {
				at++
			}
		case '"', '\'':
			at = endOfString(src, at)
			signs = 0
		default:
			signs = 0
		}
		if depth > mostNesting || signs > mostNesting {
			return fail(min(at, len(src)-1), "nested more than %d deep", mostNesting)
		}
	}
	return nil
}

// endOfString returns the offset of the last byte of the string that begins at
// an offset.
func endOfString(src []byte, at int) int {
	quote := src[at]
	triple := bytes.HasPrefix(src[at:], []byte{quote, quote, quote})
	if triple {
		at += 2
	}
	for at++; at < len(src); at++ {
		switch c := src[at]; {
		case c == '\\':
			at++
		case c == '\n' && !triple:
			return at
		case c == quote && !triple:
			return at
		case c == quote && bytes.HasPrefix(src[at:], []byte{quote, quote, quote}):
			return at + 2
		}
	}
	return len(src) - 1
}

// checkSyntax refuses what the language lacks, and trees that are too deep for
// the rest of the package.
func (f *Code) checkSyntax() error {
	var wrong *Error
	const mostDepth = 500
	depth := 0
	check := func(n syntax.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if wrong != nil {
			return false
		}
		depth++
		switch n := n.(type) {
		case *syntax.Literal:
			switch n.Value.(type) {
			case int64, string:
				if n.Token == syntax.BYTES {
					wrong = f.Source.Fail(n, "there are no strings of bytes: want it without the b")
				}
			case float64:
				wrong = f.Source.Fail(n, "there are no fractions: want an integer")
			default:
				wrong = f.Source.Fail(n, "want an integer of 64 bits, −2^63 … 2^63−1, or a string")
			}
		case *syntax.Ident:
			if len(n.Name) > mostName { // what seeks similar names takes the product of lengths
				wrong = f.Source.Fail(n, "a name of more than %d letters", mostName)
			}
		case *syntax.LoadStmt:
			wrong = f.Source.Fail(n, "a file of rules stands alone and loads no other")
		case *syntax.DefStmt:
			wrong = f.checkParams(n.Params)
		case *syntax.LambdaExpr:
			wrong = f.checkParams(n.Params)
		case *syntax.CallExpr:
			wrong = f.checkKinds(n)
		case *syntax.UnaryExpr:
			if n.Op == syntax.STARSTAR {
				wrong = f.Source.Fail(n, "**arguments are not in this language: write them out")
			}
		}
		if depth > mostDepth {
			wrong = f.Source.Fail(n, "nested more than %d deep", mostDepth)
		}
		if wrong != nil {
			depth--
			return false
		}
		return true
	}
	functions := map[string]bool{}
	for _, s := range f.syntax.Stmts {
		depth = 0
		syntax.Walk(s, check)
		if def, ok := s.(*syntax.DefStmt); ok && wrong == nil {
			if functions[def.Name.Name] {
				wrong = f.Source.Fail(def.Name, "a second function of this name")
			}
			functions[def.Name.Name] = true
		}
		if wrong != nil {
			return wrong
		}
	}
	return nil
}

// checkParams refuses parameters behind the one that takes all the rest.
func (f *Code) checkParams(params []syntax.Expr) *Error {
	for i, p := range params {
		if u, ok := p.(*syntax.UnaryExpr); ok && u.Op == syntax.STAR && i+1 < len(params) {
			return f.Source.Fail(params[i+1], "no parameter may stand behind *, which takes all the rest")
		}
	}
	return nil
}

// noSuchFunction says of functions of Python what to write instead.
var noSuchFunction = map[string]string{
	"set":       "there are no sets: want a list, or a dict, whose keys are different",
	"frozenset": "there are no sets: want a list, or a dict, whose keys are different",
	"map":       "there is no map: want a list, as in [f(x) for x in r]",
	"filter":    "there is no filter: want a list, as in [x for x in r if f(x)]",
	"pow":       "there are no powers: multiply, or write 1 << n for a power of two",
	"float":     "there are no fractions: want integers",
	"round":     "there are no fractions: want integers",
	"divmod":    "want a // b, a % b",
	"null":      "want None",
	"nil":       "want None",
	"random":    "there is no chance: a position always has the same moves",
	"math":      "there are no modules: write the function in this file",
	"np":        "there are no modules: write the function in this file",
	"itertools": "there are no modules: write loops in each other",
	"chr":       "letters have no numbers: LETTERS[i] is one of a string or list of yours",
	"ord":       "letters have no numbers: LETTERS.index(c) is its place in a row or list of yours",
	"input":     "nobody is asked while rules run: a position holds all that moves needs",
	"object":    "there are no classes: want values and functions",
}

// fieldOf names the kinds of fields that Python's types may be mistaken for.
var fieldOf = map[string]string{
	"int": "integer(0, 9)", "list": `row("X.") or row(0, 9)`, "tuple": `row("X.") or row(0, 9)`, "str": `row("X.")`, "string": `row("X.")`, "array": "row(0, 9)", "matrix": "grid(0, 9)",
}

// checkKinds refuses types of Python where position(…) wants kinds of fields.
func (f *Code) checkKinds(call *syntax.CallExpr) *Error {
	if id, ok := call.Fn.(*syntax.Ident); !ok || id.Name != "position" {
		return nil
	}
	for _, a := range call.Args {
		named := namedArgument(a)
		if named == nil {
			continue
		}
		kind, ok := named.Y.(*syntax.CallExpr)
		if !ok {
			continue
		}
		if id, ok := kind.Fn.(*syntax.Ident); ok && fieldOf[id.Name] != "" {
			return f.Source.Fail(kind, "%s is not a kind of field: want %s", id.Name, fieldOf[id.Name])
		}
	}
	return nil
}

// resolveError adds to the resolver's error which name may have been meant.
func (f *Code) resolveError(err error) error {
	wrong := f.Source.fromStarlark(err)
	var list resolve.ErrorList
	if errors.As(err, &list) {
		if name, ok := strings.CutPrefix(list[0].Msg, "undefined: "); ok {
			name, _, _ = strings.Cut(name, " ")
			wrong.Near = message.Brief(name, 60)
			others := slices.DeleteFunc(f.namesIn(), func(other string) bool { return other == name }) // it is known elsewhere
			if why, ok := noSuchFunction[name]; ok {
				wrong.Msg = why
				return wrong
			}
			for _, other := range others {
				if latin := message.InLatin(other); latin != other && latin == name {
					wrong.Msg = fmt.Sprintf("no such name; the file has %q, some of whose letters only look like Latin ones", other)
					return wrong
				}
			}
			wrong.Msg = "no such name" + message.DidYouMean(name, append(others, sortedKeys(f.words.universe)...))
		}
	}
	return wrong
}

// namesIn returns the names that the file defines at its top level, and the
// parameters of its functions.
func (f *Code) namesIn() (names []string) {
	for n := range f.nodes() {
		if id, ok := n.(*syntax.Ident); ok && id.Binding != nil {
			if b := id.Binding.(*resolve.Binding); b.First != nil && slices.Index(names, id.Name) < 0 && len(names) < 1000 {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// RunTop runs the top level of the file, which declares the game.
func (f *Code) RunTop(ctx context.Context) error {
	module := f.syntax.Module.(*resolve.Module)
	f.globals = make([]Value, len(module.Globals))
	ev := f.NewEvaluator(NewClock(ctx))
	ev.loading = true
	top := frame{fn: &Function{def: &resolve.Function{}}, locals: make([]Value, len(module.Locals))}
	shareCells(module.Locals, top.locals)
	ev.run(&top, f.syntax.Stmts)
	if ev.Err != nil {
		return ev.Err
	}
	freeze(slices.Clone(f.globals))
	return nil
}

// Global returns the value of a name at the top level, and where it is first
// set.
func (f *Code) Global(name string) (Value, *syntax.Ident) {
	for i, b := range f.syntax.Module.(*resolve.Module).Globals {
		if b.First.Name == name {
			return f.globals[i], b.First
		}
	}
	return Value{}, nil
}

// A Node is a place in the syntax, for errors about it.
type Node = syntax.Node

// Definitions returns the functions that are defined at the top level, and where.
func (f *Code) Definitions() (names []string, at []Pos) {
	for _, s := range f.syntax.Stmts {
		if def, ok := s.(*syntax.DefStmt); ok {
			names, at = append(names, def.Name.Name), append(at, posOf(def.Def))
		}
	}
	return names, at
}

// Text returns the text of the file.
func (f *Code) Text() string { return strings.Join(f.Source.lines, "\n") }

// Docstring returns the text at the top of the file.
func (f *Code) Docstring() string { return docstring(f.syntax.Stmts) }

// Docstring returns the text at the top of the function.
func (fn *Function) Docstring() string { return docstring(fn.def.Body) }

func docstring(body []syntax.Stmt) string {
	if len(body) > 0 {
		if e, ok := body[0].(*syntax.ExprStmt); ok {
			if l, ok := e.X.(*syntax.Literal); ok {
				s, _ := l.Value.(string)
				return strings.TrimSpace(s)
			}
		}
	}
	return ""
}

// Defined returns a function of the top level and where it is first set, or nil if the
// name is not set. A name that is set to something else is an error.
func (f *Code) Defined(name string) (fn *Function, at Node, err error) {
	v, id := f.Global(name)
	switch {
	case id == nil:
		return nil, nil, nil
	case v.Kind != FunctionKind:
		return nil, nil, f.Source.Fail(id, "want a function, as in def %s(…):", name)
	}
	return v.x.(*Function), id, nil
}

// Params returns the parameters of a function as they are written.
func (f *Code) Params(fn *Function) (params []string) {
	for _, p := range fn.def.Params {
		params = append(params, f.Source.near(placeOf(p)))
	}
	return params
}

// Passes returns which parameter each value is that a function returns, or -1 for a number that
// is written there. It is false for functions that do more than return these.
func (fn *Function) Passes() (parameters []int, ok bool) {
	body := fn.def.Body
	if _, isText := body[0].(*syntax.ExprStmt); isText && len(body) == 2 {
		body = body[1:]
	}
	if len(body) != 1 || !fn.IsFixed() {
		return nil, false
	}
	returns, ok := body[0].(*syntax.ReturnStmt)
	if !ok {
		return nil, false
	}
	results := []syntax.Expr{returns.Result}
	if tuple, ok := returns.Result.(*syntax.TupleExpr); ok {
		results = tuple.List
	}
	for _, e := range results {
		switch e := e.(type) {
		case *syntax.Literal:
			parameters = append(parameters, -1)
		case *syntax.Ident:
			binding, _ := e.Binding.(*resolve.Binding)
			if binding == nil || binding.Scope != resolve.Local || binding.Index >= fn.Arity() {
				return nil, false
			}
			parameters = append(parameters, binding.Index)
		default:
			return nil, false
		}
	}
	return parameters, true
}

// Arity returns how many parameters a function has.
func (fn *Function) Arity() int { return len(fn.def.Params) }

// IsFixed reports whether a function takes a fixed number of arguments.
func (fn *Function) IsFixed() bool { return !fn.def.HasVarargs && len(fn.defaults) == 0 }

// TakesFields wants the parameters of a function to be the fields.
func (f *Code) TakesFields(fn *Function, at Node) error {
	want := f.Shape.Names()
	var have []string
	for _, p := range fn.def.Params {
		id, ok := p.(*syntax.Ident)
		if !ok {
			return f.Source.Fail(p, "%s takes the fields of the position and nothing else", fn.Name)
		}
		have = append(have, id.Name)
	}
	if !slices.Equal(have, want) {
		return f.Source.Fail(at, "%s takes the fields of the position: want def %s(%s), not (%s)",
			fn.Name, fn.Name, strings.Join(want, ", "), strings.Join(have, ", "))
	}
	return nil
}
