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
	err := goodWord([]byte(name))
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

// errComma says that a comma stands in a name, which hardly anybody means.
func errComma(name []byte) error {
	return fmt.Errorf("a comma in the name %s: want white space between names; or say that the format is csv, or edges if the name is meant", quoted(name))
}
