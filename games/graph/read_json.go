package graph

// This file holds the reader of graphs in JSON, of three forms:
//
//	{"a": ["b", "c"], "b": []}                    the options of each node
//	{"nodes": ["a", "b", "d"], "edges": [["a", "b"], …]}
//	[["a", "b"], …]                               edges alone
//
// A name is a string, or a whole number, which is the same as the string of its
// digits. No key stands twice: programs differ in what that would mean. An object
// with a key "nodes" or "edges" is of the second form, and has no other key; so in the
// first form these are not names of nodes. Either of the two may be missing. Where
// there is a list of nodes, it names all, each once, and may stand behind the edges.
//
// The text is read as it comes, and no more of it is kept than the graph.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"grundy/internal/message"
	"grundy/theory/loopy"
)

type jsonReader struct {
	*lexer
	ctx   context.Context
	b     *builder
	count int
	keys  []uint64 // the nodes that were keys, or in the list of nodes, as bits
	may   bool     // a list of nodes may follow
	fixed bool     // it was read, and there are no other nodes
	ends  []uint32 // where it may follow, the line in which each node appeared first
}

func readJSON(ctx context.Context, in *bufio.Reader, b *builder) error {
	r := &jsonReader{lexer: newLexer(in), ctx: ctx, b: b}
	err := r.document()
	if err == nil {
		if r.skipSpace(); r.peek() != end || r.err != nil {
			err = r.unexpected(b, "the end of the file")
		}
	}
	b.line = r.lastLine()
	return err
}

// expect reads the character c behind white space.
func (r *jsonReader) expect(c rune, want string) error {
	r.skipSpace()
	if r.peek() != c {
		return r.unexpected(r.b, want)
	}
	r.next()
	return nil
}

func (r *jsonReader) document() error {
	r.skipSpace()
	switch r.peek() {
	case '[':
		return r.edges()
	case '{':
		return r.object()
	}
	return r.unexpected(r.b, "an object or a list of edges")
}

// list reads a list between brackets.
func (r *jsonReader) list(want string, item func() error) error {
	if err := r.expect('[', want); err != nil {
		return err
	}
	if r.skipSpace(); r.peek() == ']' {
		r.next()
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		switch r.skipSpace(); r.peek() {
		case ',':
			r.next()
		case ']':
			r.next()
			return nil
		default:
			return r.unexpected(r.b, `"," or "]"`)
		}
	}
}

// edges reads a list of edges.
func (r *jsonReader) edges() error {
	return r.list(`a list of edges, such as [["a","b"]]`, func() error {
		var e loopy.Edge
		const want = `an edge of two names, such as ["a","b"]`
		err := r.expect('[', want)
		if err == nil {
			e.From, err = r.edgeEnd(want)
		}
		if err == nil {
			err = r.expect(',', want)
		}
		if err == nil {
			e.To, err = r.edgeEnd(want)
		}
		if err == nil {
			err = r.expect(']', want)
		}
		if err != nil {
			return err
		}
		return r.add(e)
	})
}

// edgeEnd reads the name of a node at an end of an edge.
func (r *jsonReader) edgeEnd(want string) (uint32, error) {
	before := r.b.names.count()
	v, err := r.node(want)
	if err != nil || int(v) < before {
		return v, err
	}
	if r.fixed {
		return v, r.unknown(v, r.b.line)
	}
	if r.may {
		r.ends = append(r.ends, uint32(min(r.b.line, math.MaxUint32)))
	}
	return v, nil
}

// nodes reads the list of all nodes.
func (r *jsonReader) nodes() error {
	err := r.list(`a list of names, such as ["a","b"]`, func() error {
		v, err := r.node("a name")
		if err == nil && r.wasKey(v) {
			err = r.b.fail("the node %s stands twice; want each once", quoted(r.b.names.textOf(v)))
		}
		return err
	})
	if err != nil {
		return err
	}
	for v, line := range r.ends {
		if !r.isKey(uint32(v)) {
			return r.unknown(uint32(v), int(line))
		}
	}
	r.may, r.fixed, r.ends = false, true, nil
	return nil
}

// unknown says that v, at an end of an edge in that line, is not in the list of nodes.
func (r *jsonReader) unknown(v uint32, line int) error {
	var listed []string
	for other := range uint32(r.b.names.count()) {
		if r.isKey(other) {
			listed = append(listed, string(r.b.names.textOf(other)))
		}
		if len(listed) > fewNames {
			listed = nil
			break
		}
	}
	name := r.b.names.textOf(v)
	return r.b.failAt(line, fmt.Errorf(`no node %s in "nodes"%s; want all nodes there, or no "nodes"`, quoted(name), message.DidYouMean(string(name), listed)))
}

func (r *jsonReader) add(e loopy.Edge) error {
	r.b.line = r.line
	if r.count++; r.count&0xfff == 0 {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.b.options.Progress.Report(uint64(r.read), uint64(r.read))
	}
	return r.b.add(e)
}

func (r *jsonReader) object() error {
	r.may = true
	r.next()
	if r.skipSpace(); r.peek() == '}' {
		r.next()
		return nil
	}
	fields := false    // it is of the second form
	var known []string // of the two fields
	for first := true; ; first = false {
		if r.skipSpace(); r.peek() != '"' {
			return r.unexpected(r.b, "a string")
		}
		key, err := r.name("")
		if err != nil {
			return err
		}
		isField := key == "nodes" || key == "edges"
		if !first && isField != fields {
			return r.b.failAt(r.line, errors.New(`the key `+quoted([]byte(key))+`: want either "nodes" and "edges", or nodes with lists of their options, none of which is called so`))
		}
		fields = isField
		if isField {
			if slices.Contains(known, key) {
				return r.twice(key)
			}
			known = append(known, key)
		}
		if err := r.expect(':', `":"`); err != nil {
			return err
		}
		switch key {
		case "edges":
			err = r.edges()
		case "nodes":
			err = r.nodes()
		default:
			var e loopy.Edge
			if e.From, err = r.intern(key); err != nil {
				return err
			}
			if r.wasKey(e.From) {
				return r.twice(key)
			}
			err = r.list(`the options of a node, such as ["a","b"]`, func() (err error) {
				if e.To, err = r.node("the name of an option"); err != nil {
					return err
				}
				return r.add(e)
			})
		}
		if err != nil {
			return err
		}
		switch r.skipSpace(); r.peek() {
		case ',':
			r.next()
		case '}':
			r.next()
			return nil
		default:
			return r.unexpected(r.b, `"," or "}"`)
		}
	}
}

// isKey reports whether v was the key of options, or is in the list of nodes.
func (r *jsonReader) isKey(v uint32) bool {
	return v/64 < uint32(len(r.keys)) && r.keys[v/64]>>(v%64)&1 == 1
}

// wasKey reports the same, and notes that it is.
func (r *jsonReader) wasKey(v uint32) bool {
	for uint32(len(r.keys)) <= v/64 {
		r.keys = append(r.keys, 0)
	}
	bit := uint64(1) << (v % 64)
	before := r.keys[v/64]&bit != 0
	r.keys[v/64] |= bit
	return before
}

func (r *jsonReader) twice(key string) error {
	return r.b.failAt(r.b.line, errors.New("the key "+quoted([]byte(key))+" stands twice; want each once"))
}

// node reads a name and returns its node.
func (r *jsonReader) node(want string) (uint32, error) {
	name, err := r.name(want)
	if err != nil {
		return 0, err
	}
	return r.intern(name)
}

func (r *jsonReader) intern(name string) (uint32, error) {
	r.b.line = r.line
	if name == "" {
		return 0, r.b.fail("a node without a name")
	}
	if err := goodName([]byte(name)); err != nil {
		return 0, r.b.failAt(r.line, err)
	}
	v, err := r.b.names.intern([]byte(name))
	if err != nil {
		return 0, r.b.failAt(r.line, err)
	}
	if v&0xffff == 0xffff {
		return v, r.b.check()
	}
	return v, nil
}

// name reads a string or a whole number.
func (r *jsonReader) name(want string) (string, error) {
	r.skipSpace()
	r.b.line = r.line
	var name text
	switch c := r.peek(); {
	case c == '"':
		r.next()
	case c == '-' || '0' <= c && c <= '9':
		for c == '-' && name.Len() == 0 || '0' <= c && c <= '9' {
			if err := name.add(c); err != nil {
				return "", r.b.failAt(r.line, err)
			}
			r.next()
			c = r.peek()
		}
		n := name.String()
		if n == "-" || n[0] == '0' && len(n) > 1 || len(n) > 1 && n[0] == '-' && n[1] == '0' || c == '.' || c == 'e' || c == 'E' {
			if err := r.wholeWord(&name, "+-"); err != nil {
				return "", r.b.failAt(r.line, err)
			}
			return "", r.b.fail("%s: want a whole number, or a name in quotes", quoted([]byte(name.String())))
		}
		return n, nil
	default:
		return "", r.unexpected(r.b, want)
	}
	for {
		c := r.next()
		var err error
		switch {
		case c == '"':
			return name.String(), nil
		case c == '\\':
			c, err = r.escape()
		case c == end && r.err != nil:
			err = r.err
		case c == end:
			err = r.b.failAt(r.line, errors.New("the text ends in a name; want a quotation mark"))
		case c < ' ':
			err = r.b.fail("byte %#02x in a name: want text", c)
		case c == utf8.RuneError:
			err = r.b.fail("a name that is not text in UTF-8")
		}
		if err != nil {
			return "", err
		}
		if err := name.add(c); err != nil {
			return "", r.b.failAt(r.line, err)
		}
	}
}

// escape reads what stands behind a backslash.
func (r *jsonReader) escape() (rune, error) {
	switch c := r.next(); c {
	case '"', '\\', '/':
		return c, nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		c, ok := r.unit()
		if ok && utf16.IsSurrogate(c) {
			backslash, u := r.next(), r.next()
			if ok = backslash == '\\' && u == 'u'; ok {
				var low rune
				if low, ok = r.unit(); ok {
					c = utf16.DecodeRune(c, low)
					ok = c != utf8.RuneError
				}
			}
		}
		if ok {
			return c, nil
		}
	}
	if r.err != nil {
		return 0, r.err
	}
	return 0, r.b.failAt(r.line, errors.New(`a wrong escape in a name: want \", \\, \/, \b, \f, \n, \r, \t, or \u and four hexadecimal digits`))
}

// unit reads four hexadecimal digits.
func (r *jsonReader) unit() (rune, bool) {
	digits := make([]byte, 0, 4)
	for range 4 {
		c := r.next()
		if c < 0 || c >= utf8.RuneSelf {
			return 0, false
		}
		digits = append(digits, byte(c))
	}
	v, err := strconv.ParseUint(string(digits), 16, 16)
	return rune(v), err == nil
}
