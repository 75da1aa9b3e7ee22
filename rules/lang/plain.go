package lang

// This file shows the syntax of a file as plain data, for programs that translate it into
// other languages.

import (
	"bytes"
	"strings"

	"go.starlark.net/syntax"
)

// A Syntax is a statement or an expression of a file. Kind says which, and what Kids are:
//
//	int (Int)  text (Text)  name (Name)        and no kids
//	list, tuple                                 the items
//	dict                                        keys and values in turn
//	call                                        the function, then the arguments, some of
//	                                            which are named (Name; value) or star (value)
//	index                                       what is looked into, the index
//	slice                                       what is cut, from, to, step; none where left out
//	dot (Name)                                  what has that name
//	unary, binary (Name: the operator)          the operands
//	choice                                      the condition, and the two values
//	comprehension, dict-comprehension           the body, then for (variables, what it goes
//	                                            over) and if (condition) in turn
//	lambda                                      params, then the value
//
//	expression                                  the expression
//	assign (Name: "=" or an operator)           the target, the value
//	if                                          the condition, block, block
//	for                                         the variables, what it goes over, block
//	while                                       the condition, block
//	return                                      the value or none
//	break, continue, pass
//	def (Name)                                  params, block
type Syntax struct {
	Kind string
	Name string
	Text string
	Int  int64
	Kids []*Syntax
	At   Pos
	End  Pos // behind an expression
}

// Text returns the text of the file.
func (f *Code) Text() string { return strings.Join(f.Source.lines, "\n") }

// ParseSyntax returns the statements of a file, and the text at its top. It knows no names:
// what a file may call is the caller's business. The error is an [*Error].
func ParseSyntax(name string, src []byte) (statements []*Syntax, doc string, err error) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if err := checkText(name, src); err != nil {
		return nil, "", err
	}
	f := &Code{Source: source{name, strings.Split(string(src), "\n")}}
	f.syntax, err = dialect.Parse(name, src, 0)
	if err != nil {
		return nil, "", f.Source.fromStarlark(err)
	}
	if err := f.checkSyntax(); err != nil {
		return nil, "", err
	}
	return plainStatements(f.syntax.Stmts), f.Docstring(), nil
}

// dialect is the syntax of files.
var dialect = &syntax.FileOptions{While: true, TopLevelControl: true, GlobalReassign: true}

// Docstring returns the text at the top of a function.
func (t *Syntax) Docstring() string {
	if body := t.Kids[1].Kids; len(body) > 0 && body[0].Kind == "expression" && body[0].Kids[0].Kind == "text" {
		return strings.TrimSpace(body[0].Kids[0].Text)
	}
	return ""
}

func plainStatements(body []syntax.Stmt) (parts []*Syntax) {
	for _, s := range body {
		parts = append(parts, plainStatement(s))
	}
	return parts
}

func plainBlock(body []syntax.Stmt) *Syntax {
	return &Syntax{Kind: "block", Kids: plainStatements(body)}
}

func plainStatement(s syntax.Stmt) *Syntax {
	start, _ := s.Span()
	t := &Syntax{At: posOf(start)}
	switch s := s.(type) {
	case *syntax.ExprStmt:
		t.Kind, t.Kids = "expression", []*Syntax{plain(s.X)}
	case *syntax.AssignStmt:
		t.Kind, t.Name, t.Kids = "assign", s.Op.String(), []*Syntax{plain(s.LHS), plain(s.RHS)}
	case *syntax.IfStmt:
		t.Kind, t.Kids = "if", []*Syntax{plain(s.Cond), plainBlock(s.True), plainBlock(s.False)}
	case *syntax.ForStmt:
		t.Kind, t.Kids = "for", []*Syntax{plain(s.Vars), plain(s.X), plainBlock(s.Body)}
	case *syntax.WhileStmt:
		t.Kind, t.Kids = "while", []*Syntax{plain(s.Cond), plainBlock(s.Body)}
	case *syntax.ReturnStmt:
		t.Kind, t.Kids = "return", []*Syntax{plain(s.Result)}
	case *syntax.BranchStmt:
		t.Kind = s.Token.String()
	case *syntax.DefStmt:
		t.Kind, t.Name, t.Kids = "def", s.Name.Name, []*Syntax{plainParams(s.Params), plainBlock(s.Body)}
	default:
		t.Kind = "load"
	}
	return t
}

func plainParams(params []syntax.Expr) *Syntax {
	return &Syntax{Kind: "params", Kids: plainList(params)}
}

func plainList(list []syntax.Expr) (parts []*Syntax) {
	for _, e := range list {
		parts = append(parts, plain(e))
	}
	return parts
}

func plain(e syntax.Expr) *Syntax {
	if e == nil {
		return &Syntax{Kind: "none"}
	}
	e = unparen(e)
	start, end := spanOf(e)
	t := &Syntax{At: posOf(start), End: posOf(end)}
	switch e := e.(type) {
	case *syntax.Literal:
		if v, ok := e.Value.(string); ok {
			t.Kind, t.Text = "text", v
		} else {
			t.Kind = "int"
			t.Int, _ = e.Value.(int64)
		}
	case *syntax.Ident:
		t.Kind, t.Name = "name", e.Name
	case *syntax.ListExpr:
		t.Kind, t.Kids = "list", plainList(e.List)
	case *syntax.TupleExpr:
		t.Kind, t.Kids = "tuple", plainList(e.List)
	case *syntax.DictExpr:
		t.Kind = "dict"
		for _, entry := range e.List {
			entry := entry.(*syntax.DictEntry)
			t.Kids = append(t.Kids, plain(entry.Key), plain(entry.Value))
		}
	case *syntax.CallExpr:
		t.Kind, t.Kids = "call", []*Syntax{plain(e.Fn)}
		for _, a := range e.Args {
			switch named, all := namedArgument(a), starredArgument(a); {
			case named != nil:
				t.Kids = append(t.Kids, &Syntax{Kind: "named", Name: named.X.(*syntax.Ident).Name, Kids: []*Syntax{plain(named.Y)}})
			case all != nil:
				t.Kids = append(t.Kids, &Syntax{Kind: "star", Kids: []*Syntax{plain(all)}})
			default:
				t.Kids = append(t.Kids, plain(a))
			}
		}
	case *syntax.IndexExpr:
		t.Kind, t.Kids = "index", []*Syntax{plain(e.X), plain(e.Y)}
	case *syntax.SliceExpr:
		t.Kind, t.Kids = "slice", []*Syntax{plain(e.X), plain(e.Lo), plain(e.Hi), plain(e.Step)}
	case *syntax.DotExpr:
		t.Kind, t.Name, t.Kids = "dot", e.Name.Name, []*Syntax{plain(e.X)}
	case *syntax.UnaryExpr:
		t.Kind, t.Name, t.Kids = "unary", e.Op.String(), []*Syntax{plain(e.X)}
	case *syntax.BinaryExpr:
		t.Kind, t.Name, t.Kids = "binary", e.Op.String(), []*Syntax{plain(e.X), plain(e.Y)}
		if e.Op == syntax.EQ { // a parameter with a default
			t.Kind, t.Name, t.Kids = "named", t.Kids[0].Name, t.Kids[1:]
		}
	case *syntax.CondExpr:
		t.Kind, t.Kids = "choice", []*Syntax{plain(e.Cond), plain(e.True), plain(e.False)}
	case *syntax.Comprehension:
		t.Kind = "comprehension"
		if e.Curly {
			t.Kind = "dict-comprehension"
			entry := e.Body.(*syntax.DictEntry)
			t.Kids = []*Syntax{{Kind: "tuple", Kids: []*Syntax{plain(entry.Key), plain(entry.Value)}}}
		} else {
			t.Kids = []*Syntax{plain(e.Body)}
		}
		for _, clause := range e.Clauses {
			switch clause := clause.(type) {
			case *syntax.ForClause:
				t.Kids = append(t.Kids, &Syntax{Kind: "for", Kids: []*Syntax{plain(clause.Vars), plain(clause.X)}})
			case *syntax.IfClause:
				t.Kids = append(t.Kids, &Syntax{Kind: "if", Kids: []*Syntax{plain(clause.Cond)}})
			}
		}
	case *syntax.LambdaExpr:
		t.Kind, t.Kids = "lambda", []*Syntax{plainParams(e.Params), plain(e.Body)}
	}
	for _, k := range t.Kids { // whose closing bracket the parser leaves out
		if k.End.Line == t.End.Line {
			t.End.Col = max(t.End.Col, k.End.Col)
		}
	}
	return t
}

// Walk calls do with a tree and all parts in it, those around others first.
func Walk(t *Syntax, do func(*Syntax)) {
	do(t)
	for _, k := range t.Kids {
		Walk(k, do)
	}
}

// Targets returns the variables that the left side of an assignment, or of a loop, gives values.
// In a[i] there is none.
func Targets(t *Syntax) (names []string) {
	switch t.Kind {
	case "name":
		return []string{t.Name}
	case "tuple", "list":
		for _, k := range t.Kids {
			names = append(names, Targets(k)...)
		}
	}
	return names
}

// Assigned returns the variables that assignments, loops and comprehensions in a tree give values.
func Assigned(t *Syntax) map[string]bool {
	names := map[string]bool{}
	Walk(t, func(t *Syntax) {
		if t.Kind == "assign" || t.Kind == "for" {
			for _, name := range Targets(t.Kids[0]) {
				names[name] = true
			}
		}
	})
	return names
}
