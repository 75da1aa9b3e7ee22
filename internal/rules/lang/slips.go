package lang

// This file makes the small mistakes that a program may have which does what a file says:
// a case forgotten, a bound that is one off, another operator.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// A Slip is a file with one mistake.
type Slip struct {
	Line int
	Says string // the mistake, in a few words
	Text string // of the whole file
}

// Slips returns the text of the file with one mistake in a function, for each mistake
// that there is a place for. Text is what was parsed. It passes over the functions with
// the names in except.
func (f *Code) Slips(text string, except ...string) (slips []Slip) {
	w := &slipper{text: text, starts: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			w.starts = append(w.starts, i+1)
		}
	}
	for _, s := range f.syntax.Stmts {
		switch s := s.(type) {
		case *syntax.DefStmt:
			if slices.Contains(except, s.Name.Name) {
				continue
			}
			for n := range nodesOf(s.Body...) {
				w.visit(n)
			}
		case *syntax.AssignStmt: // a list of moves, perhaps
			w.forgets(s.RHS)
		}
	}
	return w.slips
}

// A slipper makes slips.
type slipper struct {
	text   string
	starts []int // of lines
	slips  []Slip
}

// at returns the offset of a place. Columns count characters.
func (w *slipper) at(p syntax.Position) int {
	offset := w.starts[p.Line-1]
	for i := range w.text[offset:] {
		if p.Col--; p.Col == 0 {
			return offset + i
		}
	}
	return len(w.text)
}

// source returns the text of a node.
func (w *slipper) source(n syntax.Node) string {
	from, to := n.Span()
	return w.text[w.at(from):w.at(to)]
}

// put makes a slip: other stands in place of the text from … to.
func (w *slipper) put(from, to int, other, says string, args ...any) {
	line := 1 + strings.Count(w.text[:from], "\n")
	w.slips = append(w.slips, Slip{line, fmt.Sprintf(says, args...), w.text[:from] + other + w.text[to:]})
}

// operators are those that are taken for each other.
var operators = map[syntax.Token]string{
	syntax.LT: "<=", syntax.LE: "<", syntax.GT: ">=", syntax.GE: ">",
	syntax.CIRCUMFLEX: "+", syntax.AND: "or", syntax.OR: "and",
}

// mostForgotten bounds the elements of a list that may lack one.
const mostForgotten = 8

// forgets makes slips that forget one element of a list or tuple that stands in the text: a move, for
// instance.
func (w *slipper) forgets(list syntax.Expr) {
	elements, _ := listed(list)
	if len(elements) < 2 || len(elements) > mostForgotten {
		return
	}
	first, _ := elements[0].Span()
	if _, last := elements[len(elements)-1].Span(); last.Line != first.Line {
		return
	}
	for i, e := range elements {
		from, to := e.Span()
		begin, end := w.at(from), w.at(to)
		if i+1 < len(elements) {
			next, _ := elements[i+1].Span()
			end = w.at(next)
		} else {
			_, before := elements[i-1].Span()
			begin = w.at(before)
		}
		w.put(begin, end, "", "forgets %s", w.source(e))
	}
}

func (w *slipper) visit(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.ForStmt:
		w.forgets(n.X)
	case *syntax.ForClause:
		w.forgets(n.X)
	case *syntax.IndexExpr: // a game with numbers in brackets
		if name, ok := n.X.(*syntax.Ident); ok && isPredeclared(name) {
			w.forgets(n.Y)
		}
	case *syntax.IfStmt:
		from, to := n.Cond.Span()
		if w.source(n.Cond) != "" && from.Line == to.Line {
			w.put(w.at(from), w.at(to), "False", "forgets the case %s", w.source(n.Cond))
		}
	case *syntax.BinaryExpr:
		from, to := n.Span()
		if from.Line != to.Line {
			return
		}
		op := w.at(n.OpPos)
		end := op + len(n.Op.String())
		if other, ok := operators[n.Op]; ok {
			w.put(op, end, other, "takes %s for %s in %s", other, n.Op, w.source(n))
			return
		}
		number, ok := n.Y.(*syntax.Literal)
		if !ok || number.Token != syntax.INT {
			return
		}
		k, ok := number.Value.(int64)
		at, after := number.Span()
		switch {
		case !ok:
		case n.Op == syntax.PERCENT, n.Op == syntax.SLASHSLASH:
			w.put(w.at(at), w.at(after), fmt.Sprint(k+1), "takes %d for %d in %s", k+1, k, w.source(n))
		case (n.Op == syntax.PLUS || n.Op == syntax.MINUS) && k == 1:
			w.put(w.at(at), w.at(after), "0", "is off by one in %s", w.source(n))
		case n.Op == syntax.EQL || n.Op == syntax.NEQ:
			w.put(w.at(at), w.at(after), fmt.Sprint(k+1), "takes %d for %d in %s", k+1, k, w.source(n))
		}
	case *syntax.CallExpr:
		name, ok := n.Fn.(*syntax.Ident)
		if !ok {
			return
		}
		if last := len(n.Args) - 1; name.Name == "range" && last >= 0 {
			from, to := n.Args[last].Span()
			if _, isSum := n.Args[last].(*syntax.BinaryExpr); last < 2 && from.Line == to.Line && !isSum {
				w.put(w.at(to), w.at(to), " - 1", "leaves out the last of %s", w.source(n))
			}
			if at, end := n.Args[0].Span(); last == 1 && at.Line == end.Line {
				w.put(w.at(end), w.at(end), " + 1", "leaves out the first of %s", w.source(n))
			}
		}
		for _, pair := range [][2]string{{"min", "max"}, {"max", "min"}, {"any", "all"}, {"all", "any"}} {
			if name.Name == pair[0] {
				from, to := name.Span()
				w.put(w.at(from), w.at(to), pair[1], "takes %s for %s in %s", pair[1], pair[0], w.source(n))
			}
		}
		if name.Name == "str" && len(n.Args) == 1 {
			from, to := name.Span()
			w.put(w.at(from), w.at(to), "", "compares numbers instead of their text, %s", w.source(n.Args[0]))
		}
	}
}
