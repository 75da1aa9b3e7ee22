package graph

// A graph in JSON has one of three forms:
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
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/loopy"
)

var jsonLanguage = language{signs: "{}[],:", space: (*lexer).skipSpace, name: (*lexer).jsonName}

type jsonReader struct {
	*lexer
	keys  []uint64 // the nodes that were keys, or in the list of nodes, as bits
	may   bool     // a list of nodes may follow
	fixed bool     // it was read, and there are no other nodes
	ends  []uint32 // where it may follow, the line in which each node appeared first
}

func readJSON(ctx context.Context, in *bufio.Reader, b *builder) error {
	r := &jsonReader{lexer: newLexer(ctx, in, b, jsonLanguage)}
	switch r.token.kind {
	case "[":
		r.edges()
	case "{":
		r.object()
	default:
		r.wrong("an object or a list of edges")
	}
	r.expect("", "the end of the file")
	return r.close()
}

// jsonName reads a string or a whole number.
func (l *lexer) jsonName(c rune) {
	switch {
	case c == '"':
		var name strings.Builder
		l.inQuotes(&name, l.jsonEscape)
	case c == '-' || isDigit(c):
		l.word("+-.")
		number := strings.TrimPrefix(l.token.text, "-")
		if number == "" || strings.Trim(number, digits) != "" || number[0] == '0' && l.token.text != "0" {
			l.fail(l.line, "%s: want a whole number, or a name in quotes", quoted([]byte(l.token.text)))
		}
	default:
		l.stranger()
	}
}

// jsonEscape reads what stands behind a backslash.
func (l *lexer) jsonEscape() (rune, bool) {
	c := l.next()
	if i := strings.IndexRune(`"\/bfnrt`, c); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), true
	}
	ok := c == 'u'
	if ok {
		c, ok = l.jsonUnit()
	}
	if ok && utf16.IsSurrogate(c) {
		low := rune(0)
		if ok = l.next() == '\\'; ok {
			ok = l.next() == 'u'
		}
		if ok {
			low, ok = l.jsonUnit()
		}
		c = utf16.DecodeRune(c, low)
		ok = ok && c != utf8.RuneError
	}
	if !ok {
		l.fail(l.token.line, `a wrong escape in a name: want \", \\, \/, \b, \f, \n, \r, \t, or \u and four hexadecimal digits`)
	}
	return c, ok
}

// jsonUnit reads four hexadecimal digits.
func (l *lexer) jsonUnit() (rune, bool) {
	var four [4]byte
	for i := range four {
		four[i] = byte(min(max(l.next(), 0), utf8.RuneSelf))
	}
	v, err := strconv.ParseUint(string(four[:]), 16, 16)
	return rune(v), err == nil
}

// items reads what stands between brackets or braces, with commas.
func (r *jsonReader) items(begin, finish, want string, item func()) {
	r.expect(begin, want)
	if r.take(finish) {
		return
	}
	item()
	for r.take(",") {
		item()
	}
	r.expect(finish, `"," or "`+finish+`"`)
}

// edges reads a list of edges.
func (r *jsonReader) edges() {
	r.items("[", "]", `a list of edges, such as [["a","b"]]`, func() {
		const want = `an edge of two names, such as ["a","b"]`
		r.expect("[", want)
		from := r.edgeEnd(want)
		r.expect(",", want)
		to := r.edgeEnd(want)
		r.expect("]", want)
		r.stop(r.b.add(loopy.Edge{From: from, To: to}))
	})
}

// edgeEnd reads the name of a node at an end of an edge.
func (r *jsonReader) edgeEnd(want string) uint32 {
	before := r.b.names.count()
	name := r.expect(aName, want)
	v := r.node(name)
	switch {
	case r.err != nil || int(v) < before:
	case r.fixed:
		r.unknown(v, name.line)
	case r.may:
		r.ends = append(r.ends, uint32(min(name.line, math.MaxUint32)))
	}
	return v
}

// nodes reads the list of all nodes.
func (r *jsonReader) nodes() {
	r.items("[", "]", `a list of names, such as ["a","b"]`, func() {
		name := r.expect(aName, "a name")
		if r.wasKey(r.node(name)) {
			r.fail(name.line, "the node %s stands twice; want each once", quoted([]byte(name.text)))
		}
	})
	for v, line := range r.ends {
		if !r.isKey(uint32(v)) {
			r.unknown(uint32(v), int(line))
			return
		}
	}
	r.may, r.fixed, r.ends = false, true, nil
}

// unknown says that v, at an end of an edge in that line, is not in the list of nodes.
func (r *jsonReader) unknown(v uint32, line int) {
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
	r.fail(line, `no node %s in "nodes"%s; want all nodes there, or no "nodes"`, quoted(name), message.DidYouMean(string(name), listed))
}

func (r *jsonReader) object() {
	r.may = true
	var fields []string // of the second form, that were read
	first := true
	r.items("{", "}", "", func() {
		key := r.token
		if !key.quoted {
			r.wrong("a string")
		}
		r.advance()
		isField := key.text == "nodes" || key.text == "edges"
		if !first && isField != (len(fields) > 0) {
			r.fail(key.line, `the key %s: want either "nodes" and "edges", or nodes with lists of their options, none of which is called so`, quoted([]byte(key.text)))
		}
		first = false
		twice := slices.Contains(fields, key.text)
		var e loopy.Edge
		if isField {
			fields = append(fields, key.text)
		} else {
			e.From = r.node(key)
			twice = r.wasKey(e.From)
		}
		if twice {
			r.fail(key.line, "the key %s stands twice; want each once", quoted([]byte(key.text)))
		}
		r.expect(":", `":"`)
		switch key.text {
		case "edges":
			r.edges()
		case "nodes":
			r.nodes()
		default:
			r.items("[", "]", `the options of a node, such as ["a","b"]`, func() {
				e.To = r.node(r.expect(aName, "the name of an option"))
				r.stop(r.b.add(e))
			})
		}
	})
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
