package input

// This file reads calls: one JSON object a line, with the arguments in "args" and
// perhaps the expected result in "expect". A line is first read as JSON, with the
// place of every value in it; then its numbers and words are read like those of a
// text.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/scan"
)

// longestLine bounds the bytes of one line, far beyond any statement. Memory is
// used only for bytes that arrive.
const longestLine = 64 << 20

// A node is a JSON value: a number, a string, or a list of nodes.
type node struct {
	start  int    // in the line
	text   string // of a number or a string
	quoted bool
	list   []node // not nil for a list
}

// nodeBytes is the memory that a node takes, roughly.
const nodeBytes = 64

// calls reads a text of calls.
func (rd *reader) calls(r io.Reader, d *Data) error {
	in := bufio.NewReader(r)
	var call *Data
	var text []byte
	for line, index := 1, 0; ; line++ {
		var err error
		text, err = rd.line(in, text[:0], line)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(bytes.Trim(text, " \t\r\n")) == 0 {
			continue
		}
		if call == nil || rd.whole {
			call = &Data{Outer: d}
		}
		call.Index, call.line = index, line
		if call.Call = text; rd.whole {
			if err := rd.charge(dataBytes + uint64(len(text))); err != nil {
				return err
			}
			call.Call = bytes.Clone(text)
		}
		if rd.text == nil {
			rd.text = &callText{}
			rd.in = rd.text
		}
		rd.text.text, rd.text.line = text, line
		if err := rd.call(call); err != nil {
			return err
		}
		index++
		if rd.whole {
			d.Tests = append(d.Tests, call)
		}
	}
}

// line appends the next line to text, with its end if it has one. It returns io.EOF
// where there is no line.
func (rd *reader) line(in *bufio.Reader, text []byte, line int) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > longestLine {
			return nil, scan.NewError(scan.Position{Line: line, Column: 1}, append(text, part...),
				fmt.Sprintf("a line of at most %d bytes", longestLine))
		}
		if err := rd.charge(uint64(max(0, len(text)+len(part)-cap(text)))); err != nil {
			return nil, err
		}
		text = append(text, part...)
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(text) > 0:
			return text, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// call reads the line of a call.
func (rd *reader) call(d *Data) error {
	t := rd.text
	t.decoder = json.NewDecoder(bytes.NewReader(t.text))
	t.decoder.UseNumber()
	signature := rd.shape.signature()
	if err := t.delimiter('{', `an object like {"args": [`+signature+`], "expect": …}`); err != nil {
		return err
	}
	var args *node
	d.Expect = nil
	for t.decoder.More() {
		key, err := t.token("the name of a member")
		if err != nil {
			return err
		}
		switch key {
		case "args":
			if args, err = t.args(rd, signature); err != nil {
				return err
			}
		case "expect":
			d.Expect, err = t.skip()
		default:
			_, err = t.skip() // a name or a remark
		}
		if err != nil {
			return err
		}
	}
	if err := t.delimiter('}', `"," or "}"`); err != nil {
		return err
	}
	if args == nil {
		return t.wrong(`a member "args" before it: [` + signature + `]`)
	}
	if t.start = t.afterSpace(int(t.decoder.InputOffset())); t.start < len(t.text) && t.text[t.start] != '\n' {
		return t.wrong("the end of the line")
	}
	return rd.arguments(d, args, signature)
}

// arguments reads the arguments, and passes the call on.
func (rd *reader) arguments(d *Data, args *node, signature string) error {
	t, fields := rd.text, rd.shape.levels[1].fields
	if d.Values == nil {
		d.Values = make([]Value, len(fields))
	}
	all := fmt.Sprintf("%d arguments: [%s]", len(fields), signature)
	if len(fields) == 1 {
		all = "1 argument: [" + signature + "]"
	}
	rest := args.list
	for i := range fields {
		f := &fields[i]
		t.leaves, t.next = t.leaves[:0], 0
		if len(rest) == 0 {
			t.start = t.end
			return t.wrong(all)
		}
		if err := t.flatten(rd, f, &rest[0], d); err != nil {
			return err
		}
		if err := rd.field(f, d); err != nil {
			return err
		}
		if err := rd.addTotal(f, &d.Values[i]); err != nil {
			return err
		}
		rest = rest[1:]
	}
	if len(rest) > 0 {
		t.start = rest[0].start
		return t.wrong("the end of " + all)
	}
	t.start = args.start
	t.last = *args
	return rd.done(d)
}

// signature names the arguments, as errors do.
func (s *Shape) signature() string {
	var names []string
	for _, f := range s.levels[1].fields {
		if f.Kind != KindNumber && f.Kind != KindText {
			names = append(names, "["+f.Name+", …]")
		} else {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// A callText is the text of a call. It is also a source of the numbers and words of one
// argument.
type callText struct {
	text    []byte
	line    int
	decoder *json.Decoder
	start   int // where the token last read begins, or the one that next found
	end     int // of the arguments

	leaves  []node // numbers and words of the argument
	next    int
	last    node // the one last read
	lengths []uint64
	row     int // of lengths
}

// args reads the list of arguments as JSON.
func (t *callText) args(rd *reader, signature string) (*node, error) {
	if err := t.peek('[', "the list of arguments: ["+signature+"]"); err != nil {
		return nil, err
	}
	n, err := t.node(rd, 0)
	t.end = t.start
	return &n, err
}

// node reads a number, a string or a list.
func (t *callText) node(rd *reader, depth int) (node, error) {
	const want = "a number, a string or a list of them"
	token, err := t.token(want)
	if err != nil {
		return node{}, err
	}
	n := node{start: t.start}
	if err := errors.Join(rd.Step(4), rd.charge(nodeBytes)); err != nil {
		return n, err
	}
	switch token := token.(type) {
	case json.Number:
		n.text = string(token)
	case string:
		n.text, n.quoted = token, true
	case json.Delim:
		if token != '[' || depth > 3 {
			return n, t.wrong(want)
		}
		n.list = []node{}
		for t.decoder.More() {
			inner, err := t.node(rd, depth+1)
			if err != nil {
				return n, err
			}
			n.list = append(n.list, inner)
		}
		return n, t.delimiter(']', `"," or "]"`)
	default:
		return n, t.wrong(want)
	}
	return n, nil
}

// flatten takes the numbers and words of an argument, and checks how lists nest in it
// and how long they are.
func (t *callText) flatten(rd *reader, f *field, n *node, d *Data) error {
	t.lengths, t.row = t.lengths[:0], 0
	t.last = *n
	if f.Kind == KindNumber || f.Kind == KindText {
		t.leaves = append(t.leaves, *n)
		return nil
	}
	limits := rd.countLimits(&f.count, d)
	if f.Kind == KindTree {
		nodes := f.count.most.count(d)
		edges := UintOf(max(nodes, 1) - 1)
		limits = Limits{edges, edges}
	}
	if err := t.list(n, f.Name, limits); err != nil {
		return err
	}
	var rows Limits
	switch f.Kind {
	case KindRecords:
		rows = Limits{IntOf(int64(len(f.columns))), IntOf(int64(len(f.columns)))}
	case KindTree, KindGraph:
		if !f.Parents {
			rows = Limits{IntOf(2), IntOf(2)}
			break
		}
		t.leaves = append(t.leaves, n.list...)
		return nil
	case KindLists:
		rows = rd.countLimits(&f.item.count, d)
	default:
		t.leaves = append(t.leaves, n.list...)
		return nil
	}
	for i := range n.list {
		if err := t.list(&n.list[i], f.Name, rows); err != nil {
			return err
		}
		t.lengths = append(t.lengths, uint64(len(n.list[i].list)))
		t.leaves = append(t.leaves, n.list[i].list...)
	}
	return nil
}

// list checks that n is a list whose length is within limits.
func (t *callText) list(n *node, name string, limits Limits) error {
	t.last = *n
	if n.list == nil {
		return t.Reject(fmt.Sprintf("a list (%s)", name))
	}
	length := UintOf(uint64(len(n.list)))
	switch {
	case limits.Has(length):
		return nil
	case limits.Least == limits.Most:
		return t.Reject(fmt.Sprintf("exactly %s in the list (%s)", limits.Least, name))
	case limits.Most.Less(length):
		if limits.Most.Size < math.MaxInt32 && len(n.list) > int(limits.Most.Size) {
			t.last = n.list[limits.Most.Size]
		}
		return t.Reject(fmt.Sprintf("at most %s in the list (%s)", limits.Most, name))
	}
	return t.Reject(fmt.Sprintf("%s or more in the list (%s)", limits.Least, name))
}

// length returns the length of the next list within the argument.
func (t *callText) length() uint64 {
	t.row++
	return t.lengths[t.row-1]
}

// leaf returns the next number or word.
func (t *callText) leaf() *node {
	t.last = t.leaves[t.next]
	t.next++
	return &t.last
}

// Uint reads a number. A string that [ParseInt] reads is one.
func (t *callText) Uint(k scan.Kind) (uint64, error) {
	n := t.leaf()
	v, err := strconv.ParseUint(n.text, 10, 64)
	if err != nil || n.quoted {
		i, err := ParseInt(n.text)
		if err != nil || i.Negative || !n.quoted {
			return 0, t.Reject(k.String())
		}
		v = i.Size
	}
	if n.list != nil || v < k.Min || v > k.Max {
		return 0, t.Reject(k.String())
	}
	return v, nil
}

// Int reads a number that may be negative.
func (t *callText) Int(name string, least, most int64) (int64, error) {
	n := t.leaf()
	i, err := ParseInt(n.text)
	if err == nil && !n.quoted {
		_, err = strconv.ParseInt(n.text, 10, 64)
	}
	v := int64(i.raw())
	if err != nil || n.list != nil || v < least || v > most || IntOf(v) != i {
		return 0, t.Reject(fmt.Sprintf("%s, %d … %d", name, least, most))
	}
	return v, nil
}

// Word appends a string to dst.
func (t *callText) Word(dst []byte, most int, want string) ([]byte, error) {
	n := t.leaf()
	if !n.quoted || len(n.text) > most {
		return dst, t.Reject("a string: " + want)
	}
	return append(dst, n.text...), nil
}

// Position returns where the value last read begins.
func (t *callText) Position() scan.Position {
	return scan.Position{Line: t.line, Column: t.last.start + 1}
}

// Reject returns an error about the value last read.
func (t *callText) Reject(want string) error {
	t.start = t.last.start
	return t.wrong(want)
}

// peek demands that the next token is the delimiter, without reading it.
func (t *callText) peek(d byte, want string) error {
	if t.find(); t.start >= len(t.text) || t.text[t.start] != d {
		return t.wrong(want)
	}
	return nil
}

// delimiter reads one of { } [ ].
func (t *callText) delimiter(d json.Delim, want string) error {
	token, err := t.token(want)
	if err == nil && token != d {
		err = t.wrong(want)
	}
	return err
}

// token reads a token.
func (t *callText) token(want string) (json.Token, error) {
	t.find()
	token, err := t.decoder.Token()
	if err != nil {
		return nil, t.wrong(want)
	}
	return token, nil
}

// skip reads any value.
func (t *callText) skip() (json.RawMessage, error) {
	t.find()
	var value json.RawMessage
	if err := t.decoder.Decode(&value); err != nil {
		return nil, t.wrong("a JSON value")
	}
	return value, nil
}

// find finds where the next token begins, after a comma or colon.
func (t *callText) find() {
	t.start = t.afterSpace(int(t.decoder.InputOffset()))
	if t.start < len(t.text) && strings.IndexByte(",:", t.text[t.start]) >= 0 {
		t.start = t.afterSpace(t.start + 1)
	}
}

// afterSpace returns the index of the first byte from i on that is not a
// space within the line.
func (t *callText) afterSpace(i int) int {
	for i < len(t.text) && strings.IndexByte(" \t\r", t.text[i]) >= 0 {
		i++
	}
	return i
}

// wrong returns an error about the token that begins at start.
func (t *callText) wrong(want string) error {
	text := t.text[t.start:]
	if len(text) > 0 && text[0] != '\n' {
		end := 1 + strings.IndexAny(string(text[1:min(len(text), 64)]), " \t\r\n,:[]{}")
		if end > 0 {
			text = text[:end]
		}
		if strings.IndexByte("[]{}", text[0]) >= 0 {
			text = text[:1]
		}
	}
	return scan.NewError(scan.Position{Line: t.line, Column: t.start + 1}, text, want)
}
