package graph

// Graphviz DOT is the language of directed graphs. Only nodes and edges matter. Left out are the
// macros of attributes ("@"), which no manual describes.
//
//	graph    = [ "strict" ] ( "digraph" | "graph" ) [ id ] "{" statements "}" .
//	statements = { statement [ ";" ] } .
//	statement  = id "=" id | ( "node" | "edge" | "graph" ) attributes
//	           | ends { "->" ends } [ attributes ] .
//	ends       = node { "," node } | [ "subgraph" [ id ] ] "{" statements "}" .
//	node       = id [ ":" id [ ":" id ] ] .
//	attributes = { "[" { id [ "=" id ] [ ";" | "," ] } "]" } .
//	id         = a word | a numeral | a string in quotes { "+" another } | HTML in angle brackets .
//
// From a subgraph, edges go from each of its nodes. Words such as "node" are
// the same in capitals. Graphs without direction, whose edges are "--", are refused unless
// edges go both ways anyway, as an edge that can be moved along both ways is a different game
// from what most mean by it.
//
// Graphviz parses the same language: https://graphviz.org/doc/info/lang.html, and
// lib/cgraph/grammar.y in its source, which has the commas between nodes.

import (
	"bufio"
	"context"
	"strings"

	"github.com/grundy-games/grundy/theory/loopy"
)

// maxDepth bounds subgraphs in subgraphs.
const maxDepth = 100

var dotLanguage = language{signs: "{}[];,:=+", space: (*lexer).dotSpace, name: (*lexer).dotName}

// A dotReader reads statements.
type dotReader struct {
	*lexer
	depth int
}

func readDOT(ctx context.Context, in *bufio.Reader, b *builder) error {
	r := &dotReader{lexer: newLexer(ctx, in, b, dotLanguage)}
	r.digraph()
	return r.close()
}

// dotSpace skips white space and comments.
func (l *lexer) dotSpace() {
	for {
		l.skipSpace()
		switch {
		case l.peek == '#' || l.peek == '/' && l.behind('/'):
			for c := l.next(); c != '\n' && c != end; c = l.next() {
			}
		case l.peek == '/' && l.behind('*'):
			l.skipComment()
		default:
			return
		}
	}
}

func (l *lexer) skipComment() {
	began := l.line
	l.next()
	l.next()
	for before := rune(0); ; {
		c := l.next()
		if c == end {
			l.fail(began, `a comment that does not end; want "*/"`)
			return
		}
		if before == '*' && c == '/' {
			return
		}
		before = c
	}
}

// dotName reads an id or "->".
func (l *lexer) dotName(c rune) {
	switch {
	case c == '"':
		l.dotString()
	case c == '<':
		l.dotHTML()
	case isLetter(c):
		l.word("")
	case c == '.' || c == '-' || isDigit(c):
		l.dotNumeral()
	default:
		l.stranger()
	}
}

// dotNumeral reads digits with at most one point, behind "-" or not; or "->".
func (l *lexer) dotNumeral() {
	sign := ""
	if l.peek == '-' {
		sign = string(l.next())
		switch next := l.peek; {
		case next == '>', next == '-' && l.b.options.Undirected:
			l.next()
			l.token.kind = "->"
			return
		case next == '-':
			l.fail(l.line, `an edge "--" without direction; want "->" in a digraph`)
			return
		case next != '.' && !isDigit(next):
			l.stranger()
			l.wrong(`"->" or a number behind "-"`)
			return
		}
	}
	l.word(".")
	number := l.token.text
	l.token.text = sign + number
	if strings.Trim(number, digits+".") != "" || strings.Trim(number, ".") == "" || strings.Count(number, ".") > 1 {
		l.fail(l.line, "%s: want a number, or a name in quotes", quoted([]byte(l.token.text)))
	}
}

// dotString reads a string in quotes, and others that are joined to it by "+".
func (l *lexer) dotString() {
	var id strings.Builder
	for {
		l.inQuotes(&id, func() (rune, bool) {
			switch l.peek {
			case '"':
				return l.next(), true
			case '\n': // the string goes on in the next line
				l.next()
				return 0, false
			}
			return '\\', true
		})
		if l.dotSpace(); l.peek != '+' {
			return
		}
		l.next()
		if l.dotSpace(); l.peek != '"' {
			l.stranger()
			l.wrong(`a string in quotes behind "+"`)
			return
		}
	}
}

// dotHTML reads HTML between angle brackets, which is the name without these.
func (l *lexer) dotHTML() {
	var id strings.Builder
	l.next()
	for depth := 1; l.err == nil; {
		c := l.next()
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			break
		}
		l.put(&id, c, `">"`)
	}
	l.token.kind, l.token.text, l.token.quoted = aName, id.String(), true
}

func (r *dotReader) digraph() {
	if r.token.is("strict") {
		r.advance()
	}
	switch {
	case r.token.is("graph") && r.b.options.Undirected:
	case r.token.is("graph"):
		r.fail(r.token.line, "a graph without direction; want a digraph, whose edges say which way a player may move")
	case !r.token.is("digraph"):
		r.wrong(`"digraph"`)
	}
	r.advance()
	r.take(aName)
	r.braces(nil)
	r.expect("", "the end of the file")
}

// A group collects the nodes of a subgraph, which may be an end of edges. Nodes
// outside all subgraphs are in no group: nil.
type group struct{ nodes []uint32 }

func (g *group) note(nodes ...uint32) {
	if g != nil {
		g.nodes = append(g.nodes, nodes...)
	}
}

// braces reads statements between braces, and notes the nodes in them.
func (r *dotReader) braces(in *group) {
	r.expect("{", `"{"`)
	if r.depth++; r.depth > maxDepth {
		r.fail(r.token.line, "more than %d subgraphs in each other", maxDepth)
	}
	for r.token.kind != "}" && r.token.kind != "" {
		r.statement(in)
		r.take(";")
	}
	r.depth--
	r.expect("}", `"}"`)
}

func (r *dotReader) statement(in *group) {
	if r.token.is("node") || r.token.is("edge") || r.token.is("graph") {
		word := r.token.text
		if r.advance(); r.token.kind != "[" {
			r.wrong(`"[" behind ` + word + "; a node of that name stands in quotes")
		}
		r.attributes()
		return
	}
	var before []uint32
	for first := true; first || r.take("->"); first = false {
		ends, isSetting := r.ends(in, first)
		if isSetting {
			return
		}
		for _, from := range before {
			for _, to := range ends {
				r.stop(r.b.add(loopy.Edge{From: from, To: to}))
			}
			if len(ends) > 1000 {
				r.stop(r.ctx.Err())
			}
			if r.err != nil {
				return
			}
		}
		before = ends
	}
	r.attributes()
}

// ends reads one end of edges: nodes, or a subgraph. A statement may begin with
// a setting such as rankdir=LR instead.
func (r *dotReader) ends(in *group, first bool) (nodes []uint32, isSetting bool) {
	isSubgraph := r.token.is("subgraph")
	if isSubgraph {
		r.advance()
		r.take(aName)
	}
	if isSubgraph || r.token.kind == "{" {
		var inside group
		r.braces(&inside)
		in.note(inside.nodes...)
		return inside.nodes, false
	}
	for more := true; more; more = r.take(",") {
		name := r.expect(aName, "a name of a node")
		if first && len(nodes) == 0 && r.take("=") {
			r.expect(aName, "a value")
			return nil, true
		}
		for range 2 { // a port, and a point of the compass
			if r.take(":") {
				r.expect(aName, "a port")
			}
		}
		nodes = append(nodes, r.node(name))
	}
	in.note(nodes...)
	return nodes, false
}

// attributes reads lists of attributes, which say nothing about the game.
func (r *dotReader) attributes() {
	for r.take("[") {
		for r.token.kind == aName {
			r.advance()
			if r.take("=") {
				r.expect(aName, "a value")
			}
			if !r.take(";") {
				r.take(",")
			}
		}
		r.expect("]", `an attribute or "]"`)
	}
}
