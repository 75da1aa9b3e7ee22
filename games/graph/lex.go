package graph

// The readers of DOT and of JSON share this: text a character at a time, tokens, and what went
// wrong. No token comes behind an error, as if the text ended there; so the readers look at errors
// only where it matters to them.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Values of next and peek that are not characters.
const (
	end     = rune(-1) // of the text
	notUTF8 = rune(-2)
)

// A token is a name, a sign, or the end of the text.
type token struct {
	kind   string // aName, aStranger, the sign itself, or "" at the end
	text   string // of the name, or what is wrong with a stranger
	quoted bool   // so the name cannot be a keyword
	line   int
}

const (
	aName     = "name"
	aStranger = "?" // neither a name nor a sign
)

func (t token) is(keyword string) bool { return !t.quoted && strings.EqualFold(t.text, keyword) }

// A language says what the tokens are.
type language struct {
	signs string // of one character
	// space skips what stands between tokens.
	space func(*lexer)
	// name reads the token that begins with c, unless that is a sign.
	name func(l *lexer, c rune)
}

// A lexer reads tokens.
type lexer struct {
	language
	ctx   context.Context
	in    *bufio.Reader
	b     *builder
	token token // the next one
	count int   // of tokens
	peek  rune  // the character that next will return
	first byte  // of that character
	last  rune  // that next returned
	line  int   // of the next character
	read  int   // bytes
	err   error
}

// newLexer returns a lexer before the first token.
func newLexer(ctx context.Context, in *bufio.Reader, b *builder, of language) *lexer {
	l := &lexer{language: of, ctx: ctx, in: in, b: b, line: 1}
	l.next()
	l.advance()
	return l
}

// stop ends the text at an error, if it is one.
func (l *lexer) stop(err error) {
	if l.err == nil {
		l.err = err
	}
	if l.err != nil {
		l.token = token{}
	}
}

// fail ends the text at an error in that line.
func (l *lexer) fail(line int, format string, args ...any) {
	l.stop(l.b.failAt(line, fmt.Errorf(format, args...)))
}

// wrong says that the next token is not what is wanted.
func (l *lexer) wrong(want string) {
	what := "the text ends here"
	switch t := l.token; t.kind {
	case "":
	case aStranger:
		what = t.text
	case aName:
		what = "unexpected " + quoted([]byte(t.text))
	default:
		what = "unexpected " + quoted([]byte(t.kind))
	}
	l.fail(l.token.line, "%s; want %s", what, want)
}

// advance reads the next token.
func (l *lexer) advance() {
	if l.count++; l.count&0xfff == 0 {
		l.stop(l.ctx.Err())
		l.b.options.Progress.Report(uint64(l.read), uint64(l.read))
	}
	l.token = token{}
	if l.err != nil {
		return
	}
	l.space(l)
	l.token.line, l.b.line = l.line, l.line
	if c := l.peek; c >= 0 && strings.ContainsRune(l.signs, c) {
		l.token.kind = string(l.next())
	} else {
		l.name(l, c)
	}
	l.stop(nil)
}

// take reads a token of that kind if it comes.
func (l *lexer) take(kind string) bool {
	if l.token.kind != kind {
		return false
	}
	l.advance()
	return true
}

// expect reads a token of that kind, and returns it.
func (l *lexer) expect(kind, want string) token {
	t := l.token
	if !l.take(kind) {
		l.wrong(want)
	}
	return t
}

// node returns the node with the name that was read.
func (l *lexer) node(name token) (v uint32) {
	err := goodName([]byte(name.text))
	if name.text == "" {
		err = errors.New("a node without a name")
	}
	if err == nil {
		v, err = l.b.names.intern([]byte(name.text))
	}
	if err != nil {
		l.fail(name.line, "%w", err)
	} else if v&0xffff == 0xffff {
		l.stop(l.b.check())
	}
	return v
}

// close returns the error, if there is one, and leaves the last line to the builder.
func (l *lexer) close() error {
	l.b.line = l.line
	if l.last == '\n' {
		l.b.line--
	}
	return l.err
}

// next reads one character.
func (l *lexer) next() rune {
	l.last = l.peek
	if l.last == '\n' {
		l.line++
	}
	c, err := l.in.ReadByte()
	l.read++
	switch l.peek, l.first = rune(c), c; {
	case err != nil:
		l.peek = end
		if !errors.Is(err, io.EOF) {
			l.stop(err)
		}
	case c >= utf8.RuneSelf:
		_ = l.in.UnreadByte()
		size := 0
		if l.peek, size, _ = l.in.ReadRune(); size == 1 {
			l.peek = notUTF8
		}
		l.read += size - 1
	}
	return l.last
}

// behind reports whether c is the character behind the next one.
func (l *lexer) behind(c byte) bool {
	some, _ := l.in.Peek(1)
	return len(some) > 0 && some[0] == c
}

// skipSpace skips white space.
func (l *lexer) skipSpace() {
	for isSpace(l.peek) {
		l.next()
	}
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// digits holds all digits, to be trimmed.
const digits = "0123456789"

// isLetter reports whether c may stand in a name of DOT without quotes, and not only
// behind its first character.
func isLetter(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

// stranger makes a token of the next character, with which none begins.
func (l *lexer) stranger() {
	switch c := l.peek; c {
	case end:
	case notUTF8:
		l.token.kind, l.token.text = aStranger, fmt.Sprintf("byte %#02x", l.first)
	default:
		l.token.kind, l.token.text = aStranger, "unexpected "+quoted([]byte(string(c)))
	}
}

// maxName bounds the bytes of a name in DOT and JSON.
const maxName = 1 << 20

// word reads letters, digits, and what else may be in a name without quotes.
func (l *lexer) word(besides string) {
	var word strings.Builder
	for c := l.peek; isLetter(c) || isDigit(c) || c >= 0 && strings.ContainsRune(besides, c); c = l.peek {
		l.put(&word, l.next(), "")
		if l.err != nil {
			return
		}
	}
	l.token.kind, l.token.text = aName, word.String()
}

// inQuotes reads a name in quotation marks. Escape reads on behind a backslash, and
// returns the character that both stand for, if they stand for one.
func (l *lexer) inQuotes(name *strings.Builder, escape func() (rune, bool)) {
	l.next()
	for c := l.next(); c != '"' && l.err == nil; c = l.next() {
		isText := true
		if c == '\\' {
			c, isText = escape()
		}
		if isText {
			l.put(name, c, "a quotation mark")
		}
	}
	l.token.kind, l.token.text, l.token.quoted = aName, name.String(), true
}

// put adds a character to a name that goes on until the closing mark.
func (l *lexer) put(name *strings.Builder, c rune, closing string) {
	switch {
	case l.err != nil:
	case c == end:
		l.fail(l.token.line, "the text ends in a name that begins here; want %s", closing)
	case c == notUTF8:
		l.fail(l.line, "a name that is not text in UTF-8")
	case name.Len() >= maxName:
		l.fail(l.line, "a name of more than %d bytes", maxName)
	default:
		name.WriteRune(c)
	}
}
