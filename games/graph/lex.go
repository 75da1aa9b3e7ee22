package graph

// This file holds what the readers of DOT and of JSON share: text a character
// at a time, with the line that it is in.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// end is what a lexer returns behind the last character.
const end = rune(-1)

// A lexer reads characters.
type lexer struct {
	in   *bufio.Reader
	line int
	err  error // of the input, other than its end
	read int   // bytes
	last byte  // that was read

	unclosed int // the line in which a comment of DOT began that does not end, or 0
}

func newLexer(in *bufio.Reader) *lexer { return &lexer{in: in, line: 1} }

// next reads one character, or end. A byte that is not UTF-8 is read as
// utf8.RuneError.
func (l *lexer) next() rune {
	c, err := l.in.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			l.err = err
		}
		return end
	}
	l.read++
	l.last = c
	if c == '\n' {
		l.line++
	}
	if c < utf8.RuneSelf {
		return rune(c)
	}
	_ = l.in.UnreadByte()
	r, size, err := l.in.ReadRune()
	if err != nil {
		l.err = err
		return end
	}
	l.read += size - 1
	return r
}

// peek returns the character that next will read.
func (l *lexer) peek() rune {
	c := l.ahead(1)
	switch {
	case len(c) == 0:
		return end
	case c[0] < utf8.RuneSelf:
		return rune(c[0])
	}
	r, _ := utf8.DecodeRune(l.ahead(utf8.UTFMax))
	return r
}

// ahead returns the next n bytes, or as many as there are.
func (l *lexer) ahead(n int) []byte {
	some, err := l.in.Peek(n)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return some
}

// lastLine returns the line of the last character that was read.
func (l *lexer) lastLine() int {
	if l.last == '\n' {
		return l.line - 1
	}
	return l.line
}

// skipSpace skips white space.
func (l *lexer) skipSpace() {
	for isSpace(l.peek()) {
		l.next()
	}
}

// unexpected says that what stands here is wrong.
func (l *lexer) unexpected(b *builder, want string) error {
	b.line = l.line
	c := l.peek()
	switch {
	case l.err != nil:
		return l.err
	case c == end:
		return b.fail("the text ends here; want %s", want)
	case c == utf8.RuneError:
		return b.fail("byte %#02x; want %s", l.ahead(1)[0], want)
	}
	return b.fail("unexpected %q; want %s", c, want)
}

// wholeWord reads on to the end of a word that began as a number and is none, so that
// an error can name it: letters, digits, points, and what else may be in it.
func (l *lexer) wholeWord(t *text, besides string) error {
	for c := l.peek(); isDOTLetter(c) || '0' <= c && c <= '9' || c == '.' || strings.ContainsRune(besides, c); c = l.peek() {
		if err := t.add(l.next()); err != nil {
			return err
		}
	}
	return nil
}

// maxName bounds the bytes of a name in DOT and JSON.
const maxName = 1 << 20

// a text collects a name.
type text struct{ strings.Builder }

var errLongName = fmt.Errorf("a name of more than %d bytes", maxName)

func (t *text) add(c rune) error {
	if t.Len() >= maxName {
		return errLongName
	}
	t.WriteRune(c)
	return nil
}
