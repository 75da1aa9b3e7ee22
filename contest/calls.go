package contest

// This file runs the problems that a judge states as calls of a function. It reads
// one JSON object a line, with the arguments and perhaps the expected result, and
// writes one JSON result a line.

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"grundy/internal/scan"
)

// longestLine bounds the bytes of one line, far beyond any statement. Memory is
// used only for bytes that arrive.
const longestLine = 64 << 20

// shownDifferences is how many wrong answers are printed.
const shownDifferences = 10

// A solver answers one call. A single number is a list of one. The result is
// what JSON makes of it.
type solver func(ctx context.Context, args [][]uint64) (result any, err error)

// onCalls makes a run from a function that makes a solver, which may keep tables from
// one call to the next, and from the parameters of the calls.
func onCalls(solve func(Options) solver, parameters ...parameter) func(context.Context, io.Reader, *bufio.Writer, Options) error {
	return func(ctx context.Context, in io.Reader, out *bufio.Writer, opt Options) error {
		c := calls{parameters: parameters, solve: solve(opt), opt: opt, in: bufio.NewReader(in), out: out}
		return c.run(ctx)
	}
}

// calls is one run.
type calls struct {
	parameters []parameter
	solve      solver
	opt        Options
	in         *bufio.Reader
	out        *bufio.Writer

	line             int // the number of the last line, from 1
	checked, differs int
}

func (c *calls) run(ctx context.Context) error {
	for {
		text, err := c.readLine()
		if errors.Is(err, io.EOF) {
			return c.summary()
		}
		if err != nil {
			return err
		}
		if len(bytes.Trim(text, " \t\r\n")) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		call, err := parseCall(text, c.line, c.parameters, c.opt)
		if err != nil {
			return err
		}
		result, err := c.solve(ctx, call.args)
		if err != nil {
			return fmt.Errorf("line %d: %w", c.line, err)
		}
		answer, err := json.Marshal(result)
		if err != nil {
			return err
		}
		if !c.opt.Check {
			c.out.Write(append(answer, '\n'))
		} else if err := c.check(call, answer); err != nil {
			return err
		}
	}
}

// readLine returns the next line with its end, if it has one. It returns
// io.EOF where there is no line.
func (c *calls) readLine() ([]byte, error) {
	var line []byte
	c.line++
	for {
		part, err := c.in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > longestLine {
			return nil, scan.NewError(scan.Position{Line: c.line, Column: 1}, line,
				fmt.Sprintf("a line of at most %d bytes", longestLine))
		}
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// check compares an answer with the expected one.
func (c *calls) check(call call, answer []byte) error {
	if call.expect == nil {
		return scan.NewError(scan.Position{Line: c.line, Column: 1}, bytes.TrimSpace(call.text), `a member "expect" to check the answer with`)
	}
	c.checked++
	if sameJSON(answer, call.expect) {
		return nil
	}
	c.differs++
	if c.differs <= shownDifferences {
		fmt.Fprintf(c.out, "line %d: expected %s, got %s\n", c.line, compactJSON(call.expect), answer)
	}
	return nil
}

// summary prints the counts of a run that checked.
func (c *calls) summary() error {
	if !c.opt.Check {
		return nil
	}
	if c.checked == 0 {
		return scan.NewError(scan.Position{Line: c.line, Column: 1}, nil, `a line like {"args": […], "expect": …} to check`)
	}
	if c.differs > shownDifferences {
		fmt.Fprintf(c.out, "… and %d more\n", c.differs-shownDifferences)
	}
	fmt.Fprintf(c.out, "%d checked, %d as expected, %d not\n", c.checked, c.checked-c.differs, c.differs)
	if c.differs > 0 {
		return fmt.Errorf("%d of %d answers are %w", c.differs, c.checked, ErrDiffer)
	}
	return nil
}

// sameJSON reports whether two valid JSON texts mean the same.
func sameJSON(a, b []byte) bool {
	decode := func(text []byte) (v any) {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // numbers may exceed 2^53
		_ = d.Decode(&v)
		return v
	}
	return reflect.DeepEqual(decode(a), decode(b))
}

// compactJSON returns a valid JSON text on one line.
func compactJSON(text []byte) []byte {
	var b bytes.Buffer
	_ = json.Compact(&b, text)
	return b.Bytes()
}
