package games

// This file holds the grammar of positions:
//
//	sum  = term { "+" term } .
//	term = [ integer "*" ] game "(" [ int { "," int } ] ")" .
//	game = name [ "[" int { "," int } "]" ] | code .
//
// White space may stand between any two of these. A code is a take-and-break
// code, whose language games/heap/code.go tells.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"grundy"
	"grundy/games/heap"
	"grundy/internal/suggest"
)

// A SyntaxError says where and why a text is not a position.
type SyntaxError struct {
	Line, Column int    // of the offending text, both from 1; columns count bytes
	Near         string // the text around it, shortened
	Msg          string // what is wrong, and what would be right
}

func (e *SyntaxError) Error() string {
	where := fmt.Sprintf("column %d", e.Column)
	if e.Line > 1 {
		where = fmt.Sprintf("line %d, column %d", e.Line, e.Column)
	}
	return fmt.Sprintf("position %q, %s: %s", e.Near, where, e.Msg)
}

// Parse reads a sum of positions, such as "knight(5,4) + 2*queen(3,3)". Its
// error is a [*SyntaxError]. It costs O(len(text)).
func Parse(text string) (grundy.Sum, error) {
	p := parser{text: text}
	var sum grundy.Sum
	for {
		term, err := p.term()
		if err != nil {
			return nil, err
		}
		sum = append(sum, term)
		if p.space(); p.at == len(text) {
			return sum, nil
		}
		if !p.take('+') {
			return nil, p.unexpected(`"+" and another position, or the end`)
		}
	}
}

type parser struct {
	text string
	at   int // offset of what is read next
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// peek returns the next byte behind white space, or 0 at the end.
func (p *parser) peek() byte {
	p.space()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) take(b byte) bool {
	if p.at < len(p.text) && p.peek() == b {
		p.at++
		return true
	}
	return false
}

// fail returns an error about the text at an offset.
func (p *parser) fail(at int, format string, args ...any) error {
	before := p.text[:at]
	line := strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	end := len(p.text)
	if next := strings.IndexByte(p.text[at:], '\n'); next >= 0 {
		end = at + next
	}
	return &SyntaxError{
		Line:   line + 1,
		Column: at - start + 1,
		Near:   excerpt(p.text[start:end], at-start),
		Msg:    fmt.Sprintf(format, args...),
	}
}

// unexpected returns an error about whatever stands here.
func (p *parser) unexpected(want string) error {
	p.space()
	if p.at == len(p.text) {
		return p.fail(p.at, "the text ends here; want %s", want)
	}
	r, size := utf8.DecodeRuneInString(p.text[p.at:])
	if r == utf8.RuneError {
		return p.fail(p.at, "unexpected byte %#x; want %s", p.text[p.at:p.at+size], want)
	}
	return p.fail(p.at, "unexpected %q; want %s", r, want)
}

// excerpt shortens line to some 60 bytes around offset at.
func excerpt(line string, at int) string {
	const before, behind = 40, 20
	if at+behind < len(line) {
		line = strings.ToValidUTF8(line[:at+behind], "") + "…"
	}
	if at > before {
		line = "…" + strings.ToValidUTF8(line[at-before:], "")
	}
	return line
}

func (p *parser) term() (grundy.Term, error) {
	copies := uint64(1)
	if c := p.peek(); (isDigit(c) || c == '-') && p.codeLength() == 0 {
		at := p.at
		n, err := p.integer(`a game, or a number of copies such as "3*"`)
		if err != nil {
			return grundy.Term{}, err
		}
		if !p.take('*') {
			return grundy.Term{}, p.unexpected(`"*" and a game`)
		}
		var ok bool
		if copies, ok = n.Uint63(); !ok || copies == 0 {
			return grundy.Term{}, p.fail(at, "%s copies: want 1 … %d", n.Text, uint64(1<<63-1))
		}
	}
	component, err := p.component()
	return grundy.Term{Copies: copies, Component: component}, err
}

// codeLength returns the length of the take-and-break code that stands here, or
// 0 if none does: digits in the wide sense of codes, one point among them, and
// no "*" behind the leading decimal digits, which would make them a number of
// copies.
func (p *parser) codeLength() int {
	text := p.text[p.at:]
	leading := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if leading > 0 && text[leading] == '*' {
		return 0
	}
	point, inList := false, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			point = true
		case c == '{' || c == '}':
			inList = c == '{'
		case inList && (c == ',' || c == '+'):
		case c < 0x80 && (isNamePart(c) || strings.IndexByte("[]!?=&;*", c) >= 0):
		case point:
			return i
		default:
			return 0
		}
	}
	if point {
		return len(text)
	}
	return 0
}

// code reads a take-and-break code and its heaps.
func (p *parser) code() (grundy.Component, error) {
	at, text := p.at, p.text[p.at:][:p.codeLength()]
	code, err := heap.ParseCode(text)
	if err != nil {
		var wrong *heap.CodeError
		if errors.As(err, &wrong) {
			return nil, p.fail(at+min(wrong.Offset, len(text)), "%s", wrong.Msg)
		}
		return nil, p.fail(at, "%v", err)
	}
	p.at += len(text)
	if !p.take('(') {
		return nil, p.unexpected(fmt.Sprintf(`"(", as in %s(12)`, text))
	}
	heaps, err := p.list(')')
	if err != nil {
		return nil, err
	}
	component, err := heap.PlaceCode(code, heaps.args)
	if err != nil {
		return nil, p.placeError(err, list{}, heaps)
	}
	return component, nil
}

func (p *parser) component() (grundy.Component, error) {
	p.space()
	at := p.at
	if p.at < len(p.text) && strings.IndexByte("0123456789{&*", p.text[p.at]) >= 0 && p.codeLength() > 0 {
		return p.code()
	}
	for p.at < len(p.text) && isNamePart(p.text[p.at]) {
		p.at++
	}
	name := p.text[at:p.at]
	if name == "" {
		return nil, p.unexpected(`a game, as in "nim(3,5,7)"`)
	}
	game, ok := Find(name)
	if !ok && strings.HasSuffix(name, ".star") {
		return nil, p.fail(at, "files of rules, such as %s, are not known to this version", name)
	}
	if !ok {
		return nil, p.fail(at, "unknown game %q%s", name, suggest.Question(name, Names()))
	}
	var rule list
	if p.take('[') {
		var err error
		if rule, err = p.list(']'); err != nil {
			return nil, err
		}
		if len(rule.args) == 0 {
			return nil, p.fail(p.at-1, `want a number before "]", as in %s`, game.Example)
		}
	}
	if !p.take('(') {
		return nil, p.unexpected(fmt.Sprintf(`"(", as in %s`, game.Example))
	}
	args, err := p.list(')')
	if err != nil {
		return nil, err
	}
	component, err := game.Place(rule.args, args.args)
	if err != nil {
		return nil, p.placeError(err, rule, args)
	}
	return component, nil
}

// placeError turns a game's complaint about one of its numbers into one about
// the place where that number stands.
func (p *parser) placeError(err error, rule, args list) error {
	var wrong *grundy.PositionError
	if !errors.As(err, &wrong) {
		return p.fail(args.open, "%v", err)
	}
	of := args
	if wrong.Rule && len(rule.args) > 0 {
		of = rule
	}
	at := of.open
	if wrong.Arg >= 0 && wrong.Arg < len(of.at) {
		at = of.at[wrong.Arg]
	}
	return p.fail(at, "%s", wrong.Msg)
}

// A list is numbers between brackets, and where they stand.
type list struct {
	open int // offset of the opening bracket
	args []grundy.Arg
	at   []int
}

func (p *parser) list(closing byte) (list, error) {
	l := list{open: p.at - 1}
	if p.take(closing) {
		return l, nil
	}
	for {
		p.space()
		at := p.at
		n, err := p.integer("an integer")
		if err != nil {
			return l, err
		}
		l.args, l.at = append(l.args, n), append(l.at, at)
		if p.take(closing) {
			return l, nil
		}
		if !p.take(',') {
			return l, p.unexpected(fmt.Sprintf(`"," or "%c"`, closing))
		}
	}
}

func (p *parser) integer(want string) (grundy.Arg, error) {
	p.space()
	at := p.at
	neg := p.take('-')
	digits := p.at
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
	if p.at == digits {
		p.at = at
		return grundy.Arg{}, p.unexpected(want)
	}
	abs, err := strconv.ParseUint(p.text[digits:p.at], 10, 64)
	return grundy.Arg{Text: excerpt(p.text[at:p.at], 0), Neg: neg && abs != 0, Big: err != nil, Abs: abs}, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNamePart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '-' || c == '.'
}
