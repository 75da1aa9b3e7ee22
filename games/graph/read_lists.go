//go:build !playing

package graph

// Lists of neighbours are a text of lines:
//
//	line = [ name [ ":" ] { name } ] [ "#" comment ] .
//
// A player may move from the first node of a line to each of the others. Names follow the rules of lists of
// edges. Other programs write such files, without the colon, as lists of adjacency.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/grundy-games/grundy/theory/loopy"
)

func readLists(ctx context.Context, in io.Reader, b *builder) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for b.line = 1; lines.Scan(); b.line++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		from := uint32(noNumber)
		for i, name := range bytes.Fields(lines.Bytes()) {
			if name[0] == '#' {
				break
			}
			if before, ok := bytes.CutSuffix(name, []byte{':'}); i == 0 && ok {
				name = before
			}
			if b.options.Format == Auto && bytes.IndexByte(name, ',') >= 0 {
				return b.failAt(b.line, errComma(name))
			}
			if err := goodWord(name); err != nil {
				return b.failAt(b.line, err)
			}
			v, err := b.node(string(name))
			if err != nil {
				return err
			}
			if from == noNumber {
				from = v
			} else if err := b.add(loopy.Edge{From: from, To: v}); err != nil {
				return err
			}
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return b.failAt(b.line, fmt.Errorf("a line of more than %d bytes", maxLine))
	}
	return lines.Err()
}

// node returns the node of a name in a text of the other formats.
func (b *builder) node(name string) (uint32, error) {
	err := goodName([]byte(name))
	if name == "" {
		err = errors.New("a name without characters")
	}
	v := uint32(0)
	if err == nil {
		v, err = b.names.intern([]byte(name))
	}
	if err != nil {
		return 0, b.failAt(b.line, err)
	}
	return v, nil
}

// ofFirstLine tells the format by the first line that is more than a comment, where that is XML, or has a
// comma outside brackets, or a colon behind its first name.
func ofFirstLine(start []byte) (Format, bool) {
	for line := range bytes.Lines(start) {
		line = bytes.TrimSpace(line)
		switch name, rest, _ := bytes.Cut(line, []byte{' '}); {
		case len(line) == 0, line[0] == '#':
			continue
		case line[0] == '<':
			return GraphML, true
		case bytes.ContainsAny(line, "{}[]()") || bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("/*")):
		case bytes.HasSuffix(name, []byte{':'}):
			return Lists, true
		case bytes.IndexByte(line, ',') >= 0 && (len(rest) == 0 || line[len(name)-1] == ','):
			return CSV, true
		}
		return 0, false
	}
	return 0, false
}
