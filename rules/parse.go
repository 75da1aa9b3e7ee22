package rules

// This file holds how a file is read: its size, its text, its syntax, its
// names, and the run of its top level. Each step refuses what the next ones
// could not bear.

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

	"grundy/internal/message"
	"grundy/internal/units"
)

// Options bound what a file may use. The zero value gives the bounds for files
// of one's own.
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
}

const (
	defaultSteps = 100_000_000
	// DefaultMemory is the bytes of values that a call may make, unless the
	// options say another number.
	DefaultMemory = 256 << 20
)

func (o Options) steps() int64 {
	if o.Steps > 0 {
		return o.Steps
	}
	return defaultSteps
}

func (o Options) memory() int64 {
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

// A code is a file as a program. It knows nothing of the game, which adds functions
// that declare it, and sets the shape of a position when they have run.
type code struct {
	source  source
	options Options
	words   *words
	syntax  *syntax.File
	weights map[syntax.Node]int64 // of loops and functions, in steps
	globals []value
	shape   *shape // nil where no rules run at positions
	// position is where the shape is declared.
	position node
}

// parse reads rules. Name is what positions call the file; game are functions that the
// game adds. The error is an [*Error] unless reading failed.
func parse(name string, r io.Reader, o Options, game map[string]builtinFunc) (*code, error) {
	src, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, err
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff")) // which some editors write
	if err := checkText(name, src); err != nil {
		return nil, err
	}
	f := &code{options: o, words: newWords(game), source: source{name, strings.Split(string(src), "\n")}}
	options := &syntax.FileOptions{While: true, TopLevelControl: true, GlobalReassign: true}
	f.syntax, err = options.Parse(name, src, 0)
	if err != nil {
		return nil, f.source.fromStarlark(err)
	}
	if err := f.checkSyntax(); err != nil {
		return nil, err
	}
	defined := func(name string) bool { _, ok := f.words.universe[name]; return ok }
	if err := resolve.File(f.syntax, defined, func(string) bool { return false }); err != nil {
		return nil, f.resolveError(err)
	}
	for _, b := range f.syntax.Module.(*resolve.Module).Globals {
		if f.words.reserved[b.First.Name] {
			return nil, f.source.fail(b.First, "files find this name defined; want another one")
		}
	}
	f.weights = weigh(f.syntax.Stmts)
	return f, nil
}

// checkText refuses what is no text, or too much, or too deep for the parser.
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
			return fail(at, "byte %#02x: the file is no text", src[at])
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
func (f *code) checkSyntax() error {
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
					wrong = f.source.fail(n, "there are no strings of bytes: want it without the b")
				}
			case float64:
				wrong = f.source.fail(n, "there are no fractions: want an integer")
			default:
				wrong = f.source.fail(n, "want an integer of 64 bits, −2^63 … 2^63−1, or a string")
			}
		case *syntax.Ident:
			if len(n.Name) > mostName { // what seeks similar names takes the product of lengths
				wrong = f.source.fail(n, "a name of more than %d letters", mostName)
			}
		case *syntax.LoadStmt:
			wrong = f.source.fail(n, "a file of rules stands alone and loads no other")
		case *syntax.DefStmt:
			wrong = f.checkParams(n.Params)
		case *syntax.LambdaExpr:
			wrong = f.checkParams(n.Params)
		case *syntax.UnaryExpr:
			if n.Op == syntax.STARSTAR {
				wrong = f.source.fail(n, "**arguments are not in this language: write them out")
			}
		}
		if depth > mostDepth {
			wrong = f.source.fail(n, "nested more than %d deep", mostDepth)
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
				wrong = f.source.fail(def.Name, "a second function of this name")
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
func (f *code) checkParams(params []syntax.Expr) *Error {
	for i, p := range params {
		if u, ok := p.(*syntax.UnaryExpr); ok && u.Op == syntax.STAR && i+1 < len(params) {
			return f.source.fail(params[i+1], "no parameter may stand behind *, which takes all the rest")
		}
	}
	return nil
}

// resolveError adds to the resolver's error which name may have been meant.
func (f *code) resolveError(err error) error {
	wrong := f.source.fromStarlark(err)
	var list resolve.ErrorList
	if errors.As(err, &list) {
		if name, ok := strings.CutPrefix(list[0].Msg, "undefined: "); ok {
			name, _, _ = strings.Cut(name, " ")
			wrong.Near = message.Brief(name, 60)
			wrong.Msg = "no such name" + message.DidYouMean(name, append(f.namesIn(), sortedKeys(f.words.universe)...))
		}
	}
	return wrong
}

// namesIn returns the names that the file defines at its top level, and the
// parameters of its functions.
func (f *code) namesIn() (names []string) {
	for _, s := range f.syntax.Stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			if id, ok := n.(*syntax.Ident); ok && id.Binding != nil {
				if b := id.Binding.(*resolve.Binding); b.First != nil && slices.Index(names, id.Name) < 0 && len(names) < 1000 {
					names = append(names, id.Name)
				}
			}
			return true
		})
	}
	return names
}

// runTop runs the top level of the file, which declares the game.
func (f *code) runTop(ctx context.Context) error {
	module := f.syntax.Module.(*resolve.Module)
	f.globals = make([]value, len(module.Globals))
	ev := f.newEvaluator(newClock(ctx))
	ev.loading = true
	top := frame{fn: &function{def: &resolve.Function{}}, locals: make([]value, len(module.Locals))}
	shareCells(module.Locals, top.locals)
	ev.run(&top, f.syntax.Stmts)
	if ev.err != nil {
		return ev.err
	}
	freeze(slices.Clone(f.globals))
	return nil
}

// global returns the value of a name at the top level, and where it is first
// set.
func (f *code) global(name string) (value, *syntax.Ident) {
	for i, b := range f.syntax.Module.(*resolve.Module).Globals {
		if b.First.Name == name {
			return f.globals[i], b.First
		}
	}
	return value{}, nil
}

// A node is a place in the syntax, for errors about it.
type node = syntax.Node

// definitions returns the functions that are defined at the top level, and where.
func (f *code) definitions() (names []string, at []Pos) {
	for _, s := range f.syntax.Stmts {
		if def, ok := s.(*syntax.DefStmt); ok {
			names, at = append(names, def.Name.Name), append(at, posOf(def.Def))
		}
	}
	return names, at
}

// docstring returns the text at the top of the file.
func (f *code) docstring() string {
	if len(f.syntax.Stmts) > 0 {
		if e, ok := f.syntax.Stmts[0].(*syntax.ExprStmt); ok {
			if l, ok := e.X.(*syntax.Literal); ok {
				s, _ := l.Value.(string)
				return strings.TrimSpace(s)
			}
		}
	}
	return ""
}

// defined returns a function of the top level, and where it is first set; nil where
// there is none. That it is something else is an error.
func (f *code) defined(name string) (fn *function, at node, err error) {
	v, id := f.global(name)
	switch {
	case id == nil:
		return nil, nil, nil
	case v.k != functionKind:
		return nil, nil, f.source.fail(id, "want a function, as in def %s(…):", name)
	}
	return v.x.(*function), id, nil
}

// params returns the parameters of a function as they are written.
func (f *code) params(fn *function) (params []string) {
	for _, p := range fn.def.Params {
		params = append(params, f.source.near(p))
	}
	return params
}

// arity returns how many parameters a function has.
func (fn *function) arity() int { return len(fn.def.Params) }

// isFixed reports whether a function takes a fixed number of arguments.
func (fn *function) isFixed() bool { return !fn.def.HasVarargs && len(fn.defaults) == 0 }

// takesFields wants the parameters of a function to be the fields.
func (f *code) takesFields(fn *function, at node) error {
	want := f.shape.names()
	var have []string
	for _, p := range fn.def.Params {
		id, ok := p.(*syntax.Ident)
		if !ok {
			return f.source.fail(p, "%s takes the fields of the position and nothing else", fn.name)
		}
		have = append(have, id.Name)
	}
	if !slices.Equal(have, want) {
		return f.source.fail(at, "%s takes the fields of the position: want def %s(%s), not (%s)",
			fn.name, fn.name, strings.Join(want, ", "), strings.Join(have, ", "))
	}
	return nil
}
