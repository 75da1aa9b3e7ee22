package rules

// Positions of a file are written and read so:
//
//	position = file "(" [ part { ";" part } | ";" ] ")" .
//	part     = value { "," value } [ "," "answer" ] | "pass" .
//	value    = item { "+" item } .
//	item     = ( integer | string | "[" [ value { "," value } ] "]" ) [ "*" integer ] .
//
// Strings and lists are repeated and joined as in rules: "X"*3 + "." is "XXX.". In a
// template (template.go) an integer may be left open: then "_" stands for it.
//
// A part has a value for each field: an integer; a row of letters as "XX.X", a
// grid of letters as "..#/...", others as [3,1,2] and [[0,1],[2,0]]. A position
// of several parts is their sum. Where all values are integers, and as many as
// start(…) takes, start makes the position. Where the position is one integer,
// (3,5) is the sum of 3 and 5; where it is one row of numbers, or heaps, (3,5)
// is that row. "(;)" is the sum of nothing. Behind the values of one part, "answer" says that the player
// to move must move in it. The part "pass" has one move, which takes it away and must be made.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A NotationError says which part of the text of a position is wrong.
type NotationError struct {
	Offset int // in bytes, in the text that was read
	Msg    string
	cause  error
}

func (e *NotationError) Error() string { return e.Msg }

// Unwrap returns the error of the file's own rules, if it is theirs.
func (e *NotationError) Unwrap() error { return e.cause }

// IsRefusal reports whether the rules of the file say that such a position cannot be.
func (e *NotationError) IsRefusal() bool {
	_, ok := errors.AsType[*grundy.PositionError](e.cause)
	return ok
}

// A literal is a value as it is written in a position.
type literal struct {
	at    int
	value lang.Value // with 0 for each integer that is left open
	open  bool       // there are such integers
	hole  int        // which of these it is itself
	op    byte       // or what makes it of parts: '[' a list, '+' joined, '*' repeated
	reply core.Reply // or how the player to move must reply, behind the values
	parts []literal
}

// with returns the value of a literal for the integers that are left open.
func (l *literal) with(numbers []int64) (lang.Value, error) {
	switch {
	case !l.open:
		return l.value, nil
	case l.op == 0:
		return lang.Int(numbers[l.hole]), nil
	}
	values := make([]lang.Value, len(l.parts))
	for i := range l.parts {
		var err error
		if values[i], err = l.parts[i].with(numbers); err != nil {
			return l.value, err
		}
	}
	return l.made(values)
}

// made returns what the literal is where its parts have these values.
func (l *literal) made(values []lang.Value) (lang.Value, error) {
	switch l.op {
	case '+':
		return joined(l.at, values[0], values[1])
	case '*':
		return repeated(l.at, values[0], values[1])
	}
	return lang.List(values), nil
}

// madeOf returns the literal that is made of parts.
func madeOf(at int, op byte, parts ...literal) (l literal, err error) {
	l = literal{at: at, op: op, parts: parts, open: slices.ContainsFunc(parts, func(p literal) bool { return p.open })}
	l.value, err = l.made(plainValues(parts))
	return l, err
}

// plainValues returns the values of literals, with 0 for each integer that is left open.
func plainValues(literals []literal) []lang.Value {
	values := make([]lang.Value, len(literals))
	for i, l := range literals {
		values[i] = l.value
	}
	return values
}

type reader struct {
	text  string
	at    int
	binds bool  // whether a position may say how the player to move must reply
	bound bool  // and one of its parts has said it
	opens bool  // whether integers may be left open
	holes []int // offsets of those that are
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *reader) take(b byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == b {
		r.at++
		return true
	}
	return false
}

func (r *reader) fail(at int, format string, args ...any) error {
	return &NotationError{Offset: at, Msg: fmt.Sprintf(format, args...)}
}

// unexpected returns an error about the text at the present place.
func (r *reader) unexpected(want string) error {
	r.space()
	if r.at == len(r.text) {
		return r.fail(r.at, "want %s; the text ends here", want)
	}
	return r.fail(r.at, "want %s", want)
}

const mostLiteralNesting = 2 // lists of lists

// literal reads a value: items that are joined.
func (r *reader) literal(depth int) (literal, error) {
	l, err := r.item(depth)
	for err == nil && isSequence(l) && r.take('+') {
		r.space()
		at := r.at
		var next literal
		if next, err = r.item(depth); err != nil {
			break
		}
		if !isSequence(next) || next.value.Kind != l.value.Kind {
			return l, r.fail(at, "want a string or a list, as before +")
		}
		l, err = madeOf(l.at, '+', l, next)
	}
	return l, err
}

// isSequence reports whether a literal is a string or a list, filled or not.
func isSequence(l literal) bool {
	_, isList := l.value.Items()
	return isList || l.value.Kind == lang.TextKind
}

// item reads a value that stands alone, or is repeated.
func (r *reader) item(depth int) (literal, error) {
	l, err := r.single(depth)
	for err == nil && isSequence(l) && r.take('*') {
		r.space()
		at := r.at
		var times literal
		if times, err = r.single(mostLiteralNesting); err != nil {
			break
		}
		if times.value.Kind != lang.IntKind {
			return l, r.fail(at, "want how often it stands there, as in \"X\"*3")
		}
		l, err = madeOf(l.at, '*', l, times)
	}
	return l, err
}

// mostWritten bounds the letters or cells of a value that is repeated or joined.
const mostWritten = 1 << 16

// repeated returns a string or a list as often as times says.
func repeated(at int, v, times lang.Value) (lang.Value, error) {
	items, isList := v.Items()
	size := len(items)
	if !isList {
		size = len(v.Text())
	}
	switch {
	case times.N < 0:
		return v, &NotationError{Offset: at, Msg: fmt.Sprintf("%d times: want 0 or more", times.N)}
	case size > 0 && times.N > int64(mostWritten/size):
		return v, &NotationError{Offset: at, Msg: fmt.Sprintf("%s, %d times: want at most %d in all", message.Count(size, "cell", "cells"), times.N, mostWritten)}
	case isList:
		return lang.List(slices.Repeat(items, int(times.N))), nil
	}
	return lang.Text(strings.Repeat(v.Text(), int(times.N))), nil
}

// joined returns two strings or two lists, one behind the other.
func joined(at int, v, w lang.Value) (lang.Value, error) {
	first, isList := v.Items()
	second, _ := w.Items()
	switch {
	case isList && len(first)+len(second) > mostWritten, !isList && len(v.Text())+len(w.Text()) > mostWritten:
		return v, &NotationError{Offset: at, Msg: fmt.Sprintf("want at most %d cells in all", mostWritten)}
	case isList:
		return lang.List(slices.Concat(first, second)), nil
	}
	return lang.Text(v.Text() + w.Text()), nil
}

// single reads an integer, a string or a list.
func (r *reader) single(depth int) (literal, error) {
	r.space()
	l := literal{at: r.at}
	if r.at == len(r.text) {
		return l, r.unexpected("a value")
	}
	switch c := r.text[r.at]; c {
	case '_':
		if r.opens {
			l.value, l.open, l.hole = lang.Int(0), true, len(r.holes)
			r.holes, r.at = append(r.holes, r.at), r.at+1
			return l, nil
		}
		return l, r.fail(r.at, "_ leaves a number open; that is for values, plot and period")
	case '"', '\'':
		length := strings.IndexByte(r.text[r.at+1:], c)
		if length < 0 {
			return l, r.fail(r.at, "the string has no end")
		}
		l.value = lang.Text(r.text[r.at+1:][:length])
		r.at += length + 2
		return l, nil
	case '[':
		if depth == mostLiteralNesting {
			return l, r.fail(r.at, "want no more than lists in a list")
		}
		r.at++
		items, err := r.items(depth + 1)
		if err != nil {
			return l, err
		}
		return madeOf(l.at, '[', items...)
	}
	end := r.at
	if r.text[end] == '-' {
		end++
	}
	digits := end
	for end < len(r.text) && '0' <= r.text[end] && r.text[end] <= '9' {
		end++
	}
	if end == digits {
		return l, r.unexpected(`an integer, a string such as "XX.X", or a list such as [3,1,2]`)
	}
	n, err := strconv.ParseInt(r.text[r.at:end], 10, 64)
	if err != nil {
		return l, r.fail(r.at, "%s is outside 64 bits", message.Brief(r.text[r.at:end], 30))
	}
	l.value = lang.Int(n)
	r.at = end
	return l, nil
}

// items reads the values of a list, to its closing bracket.
func (r *reader) items(depth int) (items []literal, err error) {
	if r.take(']') {
		return nil, nil
	}
	for {
		e, err := r.literal(depth)
		if err != nil {
			return nil, err
		}
		items = append(items, e)
		if r.take(']') {
			return items, nil
		}
		if !r.take(',') {
			return nil, r.unexpected(`"," or "]"`)
		}
	}
}

// Read reads the values of a position behind its opening bracket, to the
// closing one, and returns the position and how much it read. Its error is a
// [*NotationError]. The function start of the file stops soon after ctx ends.
func (f *File) Read(ctx context.Context, text string) (c grundy.Component, length int, err error) {
	r := reader{text: text, binds: f.replies}
	groups, starts, err := r.groups()
	if err != nil {
		return nil, 0, err
	}
	if f.builtIn != nil {
		c, err = f.placeBuiltIn(groups, starts)
		return c, r.at, err
	}
	run := f.during(ctx)
	p, err := run.positionOf(groups, starts)
	if err != nil {
		if heap := run.beyond(groups); heap != nil {
			return heap, r.at, nil
		}
		return nil, 0, err
	}
	return f.place(p), r.at, nil
}

// beyond returns the heap that the one number of a position is by the claim equals(…), for
// numbers that choose no position of the file as they are too large; or nil.
func (r *run) beyond(groups [][]literal) grundy.Component {
	if len(groups) != 1 || len(groups[0]) != 1 || groups[0][0].value.Kind != lang.IntKind || groups[0][0].value.N < 0 {
		return nil
	}
	heap, err := r.equalNumber(r.clock.Ctx, uint64(groups[0][0].value.N))
	if err != nil {
		return nil // which says less than why there is no such position
	}
	return heap
}

// groups reads the values between semicolons, to the closing bracket, and the place
// where each group begins.
func (r *reader) groups() (groups [][]literal, starts []int, err error) {
	if r.take(')') {
		return [][]literal{nil}, []int{0}, nil
	}
	if r.take(';') {
		if r.take(')') {
			return nil, nil, nil
		}
		return nil, nil, r.unexpected(`")": (;) is the sum of nothing`)
	}
	for {
		r.space()
		start := r.at
		var group []literal
		for {
			l, is, err := r.reply(len(group) == 0)
			if !is && err == nil {
				l, err = r.literal(0)
			}
			if err != nil {
				return nil, nil, err
			}
			group = append(group, l)
			if is || !r.take(',') {
				break
			}
		}
		groups, starts = append(groups, group), append(starts, start)
		if r.take(')') {
			return groups, starts, nil
		}
		if !r.take(';') {
			return nil, nil, r.unexpected(`",", ";" or ")"`)
		}
	}
}

// reply reads how the player to move must reply, if that is what follows.
func (r *reader) reply(first bool) (l literal, is bool, err error) {
	word, reply := core.HereWord, core.Here
	if first {
		word, reply = core.PassWord, core.Pass
	}
	if r.space(); !r.binds || !strings.HasPrefix(r.text[r.at:], word) {
		return l, false, nil
	}
	if r.bound {
		return l, false, r.fail(r.at, "a second part in which the player to move must move: want one of them")
	}
	l, r.bound = literal{at: r.at, reply: reply}, true
	r.at += len(word)
	return l, true, nil
}

// positionOf makes a position of the values of its parts.
func (r *run) positionOf(groups [][]literal, starts []int) (Position, error) {
	var parts []string
	err := r.lend(func(w *worker) error {
		for i, group := range groups {
			if err := w.eachStateOf(group, starts[i], func(state []int64) {
				parts = append(parts, r.pack(state))
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return sumOf(parts), err
}

// isStart reports whether values are numbers for start.
func (f *File) isStart(values []lang.Value) bool {
	return f.start != nil && len(values) == f.start.Arity() &&
		!slices.ContainsFunc(values, func(v lang.Value) bool { return v.Kind != lang.IntKind })
}

// eachStateOf passes the states of one group of values to visit.
func (w *worker) eachStateOf(group []literal, start int, visit func(state []int64)) error {
	fields := w.run.code.Shape.Fields
	plain := true
	if last := len(group) - 1; last >= 0 && group[last].reply != core.Anywhere {
		reply := group[last].reply
		if reply == core.Pass {
			visit(w.run.code.Shape.AppendPass(nil))
			return nil
		}
		states := 0
		err := w.eachStateOf(group[:last], start, func(state []int64) {
			states++
			state[len(state)-1] = int64(reply)
			visit(state)
		})
		if err == nil && states > 1 {
			err = &NotationError{Offset: group[last].at, Msg: "want the part to answer in behind a semicolon, as in (3;5,answer)"}
		}
		return err
	}
	numbers, values := make([]int64, len(group)), make([]lang.Value, len(group))
	for i, l := range group {
		plain = plain && l.value.Kind == lang.IntKind
		numbers[i], values[i] = l.value.N, l.value
	}
	switch {
	case w.run.isStart(values):
		state, err := w.run.started(numbers)
		if err != nil {
			return &NotationError{Offset: start, Msg: err.Error(), cause: err}
		}
		visit(state)
		return nil
	case w.run.code.Shape.IsInteger() && len(group) > 1:
		for i := range group {
			if err := w.read(group[i:i+1], start); err != nil {
				return err
			}
			visit(w.state)
		}
		return nil
	case len(fields) == 1 && plain && len(group) > 0 && fields[0].Letters == "" && (fields[0].Kind == Row || fields[0].Kind == Heaps):
		return w.readRow(group, start, values, visit)
	}
	if err := w.read(group, start); err != nil {
		return err
	}
	visit(w.state)
	return nil
}

// readRow reads numbers that are the cells of the only row. An error names the first number with
// which a flat row is wrong.
func (w *worker) readRow(group []literal, start int, values []lang.Value, visit func(state []int64)) error {
	upTo := func(n int) (wrong *NotationError, inRow bool) {
		err := w.read([]literal{{at: group[0].at, value: lang.List(values[:n])}}, start)
		wrong, _ = errors.AsType[*NotationError](err)
		if wrong == nil || !w.run.Flat || w.run.code.Shape.Fields[0].Exact {
			return wrong, false
		}
		rule, isRule := illegal(wrong.cause)
		return wrong, wrong.cause == nil || isRule && rule.Arg >= 0
	}
	wrong, inRow := upTo(len(values))
	if wrong == nil {
		visit(w.state)
		return nil
	}
	if inRow {
		wrong.Offset = group[sort.Search(len(values)-1, func(i int) bool {
			_, inRow := upTo(i + 1)
			return inRow
		})].at
	}
	return wrong
}

// read stores a value for each field in w.state.
func (w *worker) read(group []literal, start int) error {
	fields := w.run.code.Shape.Fields
	if len(group) != len(fields) {
		return &NotationError{Offset: start, Msg: fmt.Sprintf("want %s, not %s", w.run.form(), message.Count(len(group), "value", "values"))}
	}
	w.run.wipe(w.state)
	ev := w.run.code.NewEvaluator(w.run.clock)
	for i, l := range group {
		wrong := ev.Store(&fields[i], w.state, l.value)
		if ev.Err != nil {
			wrong = ev.Err.Msg
		}
		if wrong != "" {
			return &NotationError{Offset: l.at, Msg: wrong}
		}
	}
	err := w.spend(len(fields))
	if err == nil {
		err = w.run.checkLegal(w.state)
	}
	if wrong, ok := illegal(err); ok && wrong.Arg >= 0 {
		start = group[wrong.Arg].at
	}
	if err != nil {
		return &NotationError{Offset: start, Msg: err.Error(), cause: err}
	}
	return nil
}

// form shows how a position is written, as in kayles.star(pins).
func (f *File) form() string {
	if f.Flat {
		return f.code.Source.Name + "(a,b,…)"
	}
	form := f.code.Source.Name + "(" + strings.Join(f.code.Shape.Names(), ",") + ")"
	if f.start == nil {
		return form
	}
	return form + " or " + f.code.Source.Name + "(" + strings.Join(f.code.Params(f.start), ",") + ")"
}

// AppendPosition implements [grundy.Notation].
func (f *File) AppendPosition(dst []byte, p Position) []byte {
	dst = append(append(dst, f.code.Source.Name...), '(')
	if p == "" {
		return append(dst, ";)"...)
	}
	separator := byte(';')
	if f.code.Shape.IsInteger() && !f.isEntailed(p) && (f.start == nil || f.start.Arity() != len(f.split(p))) {
		separator = ','
	}
	for state := range f.states(p) {
		if f.Flat && f.reply(state) == core.Anywhere {
			dst = appendFlat(dst, f.code.Shape.Fields[0].Items(state))
			dst = append(dst, separator)
			continue
		}
		dst = append(f.code.Shape.AppendState(dst, state), separator)
	}
	dst[len(dst)-1] = ')'
	return dst
}

// appendFlat appends the numbers of a row without brackets; an empty row has some.
func appendFlat(dst []byte, items []int64) []byte {
	if len(items) == 0 {
		return append(dst, "[]"...)
	}
	for i, n := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, n, 10)
	}
	return dst
}
