package lang

// An error of a file says what is wrong and where, and quotes it.

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/units"
)

// A Pos is a place in a file: line and column from 1, columns in characters.
// The zero Pos is the file as a whole.
type Pos struct{ Line, Col int }

// An Error says where and why a file cannot be loaded, or why its rules failed at a
// position.
type Error struct {
	File string
	Pos  Pos
	Near string // the text that is wrong, shortened; "" where Msg names it
	Msg  string // what is wrong, and what would be right
	At   string // the position at which the rules failed, or ""
	// Beyond says that a move leads to a position that is larger than the shape allows: with a
	// greater number, or more cells.
	Beyond bool

	cause   error // that is grundy.ErrBudget where a budget is used up
	stopped bool  // the rules were stopped for that cause, and are not to blame
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Pos.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Pos.Line, e.Pos.Col)
	}
	b.WriteString(": ")
	switch e.Near {
	case "":
	case ":":
		b.WriteString(`":": `)
	default:
		fmt.Fprintf(&b, "%s: ", e.Near)
	}
	b.WriteString(e.Msg)
	if e.At != "" {
		b.WriteString(", at " + message.Brief(e.At, 200))
	}
	return b.String()
}

// Unwrap returns a [grundy.BudgetError] when the budget of steps or memory of a call is used up, or the
// reason why rules were stopped.
func (e *Error) Unwrap() error { return e.cause }

// ofCall is what a call may use of memory at most, however much a question may use.
const ofCall = "memory of a call"

// IsOutOfMemory reports whether a call made values of more bytes than the options allow.
func IsOutOfMemory(err error) bool {
	return errors.Is(err, grundy.Spent("memory")) || errors.Is(err, grundy.Spent(ofCall))
}

// article writes the name of a kind or type with its article: "an int", "a row".
func article(of any) string {
	if v, ok := of.(Value); ok {
		of = v.TypeName()
	}
	name := fmt.Sprint(of)
	switch {
	case name == "nothing" || name == "None":
		return name
	case name == "NoneType":
		return "the value None"
	case strings.IndexByte("aeiou", name[0]) >= 0:
		return "an " + name
	}
	return "a " + name
}

func posOf(p syntax.Position) Pos { return Pos{int(p.Line), int(p.Col)} }

// mostMessage bounds messages of the parser, which quote names of any length.
const mostMessage = 200

// fromStarlark turns the first error of the parser or the resolver into one of
// ours.
func (s *source) fromStarlark(err error) *Error {
	var wrong syntax.Error
	var list resolve.ErrorList
	switch {
	case errors.As(err, &wrong):
		return s.parserError(wrong)
	case errors.As(err, &list) && len(list) > 0:
		return &Error{File: s.Name, Pos: posOf(list[0].Pos), Msg: message.Brief(list[0].Msg, mostMessage)}
	}
	return &Error{File: s.Name, Msg: err.Error()}
}

// A source is the text of a file, for quoting from it.
type source struct {
	Name  string
	lines []string
}

// spanOf returns where a node begins and ends.
func spanOf(n syntax.Node) (start, end syntax.Position) {
	start, end = n.Span()
	switch n := n.(type) { // the parser leaves the closing bracket out
	case *syntax.IndexExpr, *syntax.SliceExpr, *syntax.LoadStmt:
		end.Col++
	case *syntax.TupleExpr:
		if n.Lparen.IsValid() {
			end.Col++
		}
	}
	return start, end
}

// placeOf returns where a node stands; of nil, and of the return of a lambda, the file as a whole.
func placeOf(n syntax.Node) core.Place {
	if n == nil {
		return core.Place{}
	}
	start, end := spanOf(n)
	if start.Line == 0 {
		return core.Place{}
	}
	return core.Place{Line: start.Line, Col: start.Col, EndLine: end.Line, EndCol: end.Col}
}

// near returns the text at a place, shortened.
func (s *source) near(at core.Place) string {
	if at.Line < 1 || int(at.Line) > len(s.lines) {
		return ""
	}
	line := []rune(s.lines[at.Line-1])
	from := min(max(int(at.Col)-1, 0), len(line))
	if at.EndLine == at.Line && int(at.EndCol)-1 >= from {
		line = line[:min(int(at.EndCol)-1, len(line))]
		return message.Brief(string(line[from:]), 60)
	}
	return message.Brief(strings.TrimSpace(string(line[from:]))+"\n", 60)
}

// Fail returns an error about a node.
func (s *source) Fail(n syntax.Node, format string, args ...any) *Error {
	return s.failAt(placeOf(n), format, args...)
}

func (s *source) failAt(at core.Place, format string, args ...any) *Error {
	return &Error{File: s.Name, Pos: Pos{int(at.Line), int(at.Col)}, Near: s.near(at), Msg: fmt.Sprintf(format, args...)}
}

// FailAtPlace returns an error about what stands at a place of the file.
func (f *Code) FailAtPlace(at core.Place, format string, args ...any) *Error {
	return f.Source.failAt(at, format, args...)
}

// OutOfSteps returns the error that the steps of a call are used up.
func (f *Code) OutOfSteps(at core.Place) *Error {
	wrong := f.FailAtPlace(at, "the budget of steps is used up here (%s a call): does this go on for ever?", units.Grouped(uint64(f.Options.MostSteps())))
	wrong.cause = grundy.Spent("steps of a call")
	return wrong
}

// OutOfBytes returns the error that the memory of a call is used up.
func (f *Code) OutOfBytes(at core.Place) *Error {
	most := f.Options.MostMemory()
	wrong := f.FailAtPlace(at, "the budget of memory is used up here (%s a call)", units.Bytes(uint64(most)))
	wrong.cause = grundy.Spent("memory")
	if most >= DefaultMemory { // more memory for the question does not raise it
		wrong.cause = grundy.Spent(ofCall)
	}
	return wrong
}

// OutOfPositions returns the error that a question looked at too many positions.
func (f *Code) OutOfPositions(most uint64) error {
	return &Error{File: f.Source.Name, Msg: fmt.Sprintf("play reaches more than %d positions, which is the budget", most), cause: grundy.Spent("positions")}
}
