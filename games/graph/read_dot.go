package graph

// This file holds the reader of Graphviz DOT: the language of directed graphs.
// Only nodes and edges matter. Left out are the macros of attributes
// ("@"), which no manual describes.
//
//	graph    = [ "strict" ] "digraph" [ id ] "{" statements "}" .
//	statements = { statement [ ";" ] } .
//	statement  = id "=" id | ( "node" | "edge" | "graph" ) attributes
//	           | ends { "->" ends } [ attributes ] .
//	ends       = node { "," node } | [ "subgraph" [ id ] ] "{" statements "}" .
//	node       = id [ ":" id [ ":" id ] ] .
//	attributes = { "[" { id [ "=" id ] [ ";" | "," ] } "]" } .
//	id         = a word | a numeral | a string in quotes { "+" another } | HTML in angle brackets .
//
// From a subgraph, edges go from each of its nodes. Words such as "node" are
// the same in capitals. Graphs without direction are refused, as an edge that
// can be moved along both ways is a different game from what most mean by it.
//
// Graphviz parses the same language: https://graphviz.org/doc/info/lang.html, and
// lib/cgraph/grammar.y in its source, which has the commas between nodes.

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"grundy/theory/loopy"
)

// maxDepth bounds subgraphs in subgraphs.
const maxDepth = 100

type dotReader struct {
	*lexer
	ctx   context.Context
	b     *builder
	depth int
	count int
	token token
}

// A token is an id, or one of { } [ ] ; , : = + and "->", or "" at the end.
type token struct {
	kind string // "id" for an id, else the token itself
	id   string
	word bool // an id without quotes, which may be a keyword
	line int
}

func (t token) is(keyword string) bool { return t.word && strings.EqualFold(t.id, keyword) }

func readDOT(ctx context.Context, in *bufio.Reader, b *builder) error {
	r := &dotReader{lexer: newLexer(in), ctx: ctx, b: b}
	err := r.advance()
	if err == nil {
		err = r.digraph()
	}
	b.line = r.lastLine()
	return err
}

func isDOTLetter(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= utf8.RuneSelf && c != utf8.RuneError
}

// dotSpace skips white space and comments.
func (l *lexer) dotSpace() {
	for {
		l.skipSpace()
		switch c := l.peek(); c {
		case '#':
			l.skipLine()
		case '/':
			next := l.ahead(2)
			switch {
			case len(next) < 2 || next[1] != '/' && next[1] != '*':
				return
			case next[1] == '/':
				l.skipLine()
			default:
				l.next()
				l.next()
				began := l.line
				for before := rune(0); ; {
					c := l.next()
					if c == end {
						l.unclosed = began
						return
					}
					if before == '*' && c == '/' {
						break
					}
					before = c
				}
			}
		default:
			return
		}
	}
}

func (l *lexer) skipLine() {
	for c := l.next(); c != '\n' && c != end; c = l.next() {
	}
}

// dotWord reads a word, or as much as may be a keyword of it.
func (l *lexer) dotWord() string {
	var word []rune
	for len(word) < 16 {
		c := l.peek()
		if !isDOTLetter(c) && (c < '0' || c > '9') {
			break
		}
		word = append(word, c)
		l.next()
	}
	return string(word)
}

// skipID skips an id, if one begins here.
func (l *lexer) skipID() {
	switch c := l.peek(); c {
	case '"':
		l.next()
		for c := l.next(); c != '"' && c != end; c = l.next() {
			if c == '\\' {
				l.next()
			}
		}
	case '<':
		for depth := 0; ; {
			switch l.next() {
			case '<':
				depth++
			case '>':
				depth--
			case end:
				return
			}
			if depth == 0 {
				return
			}
		}
	default:
		for isDOTLetter(c) || '0' <= c && c <= '9' || c == '-' || c == '.' {
			l.next()
			c = l.peek()
		}
	}
}

// advance reads the next token into r.token.
func (r *dotReader) advance() error {
	r.dotSpace()
	if r.err != nil {
		return r.err
	}
	if r.unclosed > 0 {
		return r.b.failAt(r.unclosed, errors.New(`a comment that does not end; want "*/"`))
	}
	if r.count++; r.count&0xfff == 0 {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.b.options.Progress.Report(uint64(r.read), uint64(r.read))
	}
	r.token = token{line: r.line}
	r.b.line = r.line
	c := r.peek()
	switch {
	case c == end:
		return nil
	case strings.ContainsRune("{}[];,:=+", c):
		r.next()
		r.token.kind = string(c)
		return nil
	case c == '"':
		return r.stringID()
	case c == '<':
		return r.htmlID()
	case c == '-':
		r.next()
		switch next := r.peek(); {
		case next == '>':
			r.next()
			r.token.kind = "->"
			return nil
		case next == '-':
			return r.b.fail(`an edge "--" without direction; want "->" in a digraph`)
		case next == '.' || '0' <= next && next <= '9':
			return r.numeral("-")
		}
		return r.unexpected(r.b, `"->" or a number behind "-"`)
	case c == '.' || '0' <= c && c <= '9':
		return r.numeral("")
	case isDOTLetter(c):
		var id text
		for c := r.peek(); isDOTLetter(c) || '0' <= c && c <= '9'; c = r.peek() {
			if err := id.add(c); err != nil {
				return r.b.failAt(r.line, err)
			}
			r.next()
		}
		r.token.kind, r.token.id, r.token.word = "id", id.String(), true
		return nil
	}
	return r.unexpected(r.b, "a name of a node")
}

// numeral reads digits with at most one point.
func (r *dotReader) numeral(sign string) error {
	var id text
	id.WriteString(sign)
	points, digits := 0, 0
	for c := r.peek(); c == '.' && points == 0 || '0' <= c && c <= '9'; c = r.peek() {
		if c == '.' {
			points++
		} else {
			digits++
		}
		if err := id.add(c); err != nil {
			return r.b.failAt(r.line, err)
		}
		r.next()
	}
	if digits == 0 || isDOTLetter(r.peek()) || r.peek() == '.' {
		if err := r.wholeWord(&id, ""); err != nil {
			return r.b.failAt(r.line, err)
		}
		return r.b.fail("%s: want a number, or a name in quotes", quoted([]byte(id.String())))
	}
	r.token.kind, r.token.id = "id", id.String()
	return nil
}

// stringID reads a string in quotes, and others that are joined to it by "+".
func (r *dotReader) stringID() error {
	var id text
	for {
		r.next()
	quotes:
		for {
			c := r.next()
			if c == '\\' {
				switch next := r.peek(); next {
				case '"':
					c = r.next()
				case '\n': // the string goes on in the next line
					r.next()
					continue
				}
			} else if c == '"' {
				break quotes
			}
			if err := r.inText(&id, c, "a quotation mark"); err != nil {
				return err
			}
		}
		r.dotSpace()
		if r.peek() != '+' {
			break
		}
		r.next()
		if r.dotSpace(); r.peek() != '"' {
			return r.unexpected(r.b, `a string in quotes behind "+"`)
		}
	}
	r.token.kind, r.token.id = "id", id.String()
	return nil
}

// htmlID reads HTML between angle brackets, which is the name without these.
func (r *dotReader) htmlID() error {
	var id text
	r.next()
	for depth := 1; ; {
		c := r.next()
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			break
		}
		if err := r.inText(&id, c, `">"`); err != nil {
			return err
		}
	}
	r.token.kind, r.token.id = "id", id.String()
	return nil
}

// inText adds a character to a name, or says why it cannot be there.
func (r *dotReader) inText(id *text, c rune, closing string) error {
	switch {
	case c == end && r.err != nil:
		return r.err
	case c == end:
		return r.b.fail("the text ends in a name that begins here; want %s", closing)
	case c == utf8.RuneError:
		return r.b.failAt(r.line, errors.New("a name that is not text in UTF-8"))
	}
	if err := id.add(c); err != nil {
		return r.b.fail("%w", err)
	}
	return nil
}

// wrong says that the token that comes is not what is wanted.
func (r *dotReader) wrong(want string) error {
	b, t := r.b, r.token
	switch t.kind {
	case "":
		return b.failAt(t.line, errors.New("the text ends here; want "+want))
	case "id":
		return b.failAt(t.line, errors.New("unexpected "+quoted([]byte(t.id))+"; want "+want))
	}
	return b.failAt(t.line, errors.New("unexpected "+quoted([]byte(t.kind))+"; want "+want))
}

// take reads a token of that kind if it comes.
func (r *dotReader) take(kind string) (bool, error) {
	if r.token.kind != kind {
		return false, nil
	}
	return true, r.advance()
}

func (r *dotReader) expect(kind, want string) error {
	taken, err := r.take(kind)
	if err == nil && !taken {
		err = r.wrong(want)
	}
	return err
}

func (r *dotReader) digraph() error {
	if r.token.is("strict") {
		if err := r.advance(); err != nil {
			return err
		}
	}
	switch {
	case r.token.is("graph"):
		return r.b.failAt(r.token.line, errors.New("a graph without direction; want a digraph, whose edges say which way a player may move"))
	case !r.token.is("digraph"):
		return r.wrong(`"digraph"`)
	}
	err := r.advance()
	if err == nil && r.token.kind == "id" {
		err = r.advance()
	}
	if err == nil {
		_, err = r.braces(nil)
	}
	if err == nil && r.token.kind != "" {
		err = r.wrong("the end of the file")
	}
	return err
}

// A group collects the nodes of a subgraph, which may be an end of edges. Nodes
// outside all subgraphs are in no group: nil.
type group struct{ nodes []uint32 }

func (g *group) note(nodes ...uint32) {
	if g != nil {
		g.nodes = append(g.nodes, nodes...)
	}
}

// braces reads statements between braces and returns the nodes in them.
func (r *dotReader) braces(in *group) ([]uint32, error) {
	if err := r.expect("{", `"{"`); err != nil {
		return nil, err
	}
	if r.depth++; r.depth > maxDepth {
		return nil, r.b.fail("more than %d subgraphs in each other", maxDepth)
	}
	for r.token.kind != "}" {
		if r.token.kind == "" {
			return nil, r.wrong(`"}"`)
		}
		if err := r.statement(in); err != nil {
			return nil, err
		}
		if _, err := r.take(";"); err != nil {
			return nil, err
		}
	}
	r.depth--
	if in == nil {
		return nil, r.advance()
	}
	return in.nodes, r.advance()
}

func (r *dotReader) statement(in *group) error {
	if r.token.is("node") || r.token.is("edge") || r.token.is("graph") {
		word := r.token.id
		if err := r.advance(); err != nil {
			return err
		}
		if r.token.kind != "[" {
			return r.wrong(`"[" behind ` + word + "; a node of that name stands in quotes")
		}
		return r.attributes()
	}
	var before []uint32
	for first := true; ; first = false {
		ends, isSetting, err := r.ends(in, first)
		if err != nil || isSetting {
			return err
		}
		for _, from := range before {
			for _, to := range ends {
				if err := r.b.add(loopy.Edge{From: from, To: to}); err != nil {
					return err
				}
			}
			if err := r.ctx.Err(); len(ends) > 1000 && err != nil {
				return err
			}
		}
		before = ends
		if more, err := r.take("->"); err != nil {
			return err
		} else if !more {
			return r.attributes()
		}
	}
}

// ends reads one end of edges: nodes, or a subgraph. A statement may begin with
// a setting such as rankdir=LR instead.
func (r *dotReader) ends(in *group, first bool) (nodes []uint32, isSetting bool, err error) {
	isSubgraph := r.token.is("subgraph")
	if isSubgraph {
		if err := r.advance(); err != nil {
			return nil, false, err
		}
		if r.token.kind == "id" {
			if err := r.advance(); err != nil {
				return nil, false, err
			}
		}
	}
	if isSubgraph || r.token.kind == "{" {
		nodes, err := r.braces(&group{})
		in.note(nodes...)
		return nodes, false, err
	}
	for {
		if r.token.kind != "id" {
			return nil, false, r.wrong("a name of a node")
		}
		name := r.token
		if err := r.advance(); err != nil {
			return nil, false, err
		}
		if first {
			if setting, err := r.take("="); err != nil {
				return nil, false, err
			} else if setting {
				return nil, true, r.expect("id", "a value")
			}
			first = false
		}
		v, err := r.node(name)
		if err != nil {
			return nil, false, err
		}
		in.note(v)
		nodes = append(nodes, v)
		if more, err := r.take(","); err != nil || !more {
			return nodes, false, err
		}
	}
}

// node reads what may stand behind the name of a node, and returns the node.
func (r *dotReader) node(name token) (uint32, error) {
	for range 2 { // a port, and a point of the compass
		port, err := r.take(":")
		if err == nil && port {
			err = r.expect("id", "a port")
		}
		if err != nil {
			return 0, err
		}
	}
	text := []byte(name.id)
	if len(text) == 0 {
		return 0, r.b.failAt(name.line, errors.New("a node without a name"))
	}
	if err := goodName(text); err != nil {
		return 0, r.b.failAt(name.line, err)
	}
	v, err := r.b.names.intern(text)
	if err != nil {
		return 0, r.b.failAt(name.line, err)
	}
	if v&0xffff == 0xffff {
		return v, r.b.check()
	}
	return v, nil
}

// attributes reads lists of attributes, which say nothing about the game.
func (r *dotReader) attributes() error {
	for {
		list, err := r.take("[")
		if err != nil || !list {
			return err
		}
		for r.token.kind != "]" {
			if err := r.expect("id", `an attribute or "]"`); err != nil {
				return err
			}
			if set, err := r.take("="); err != nil {
				return err
			} else if set {
				if err := r.expect("id", "a value"); err != nil {
					return err
				}
			}
			for _, separator := range []string{";", ","} {
				if taken, err := r.take(separator); err != nil {
					return err
				} else if taken {
					break
				}
			}
		}
		if err := r.advance(); err != nil {
			return err
		}
	}
}
