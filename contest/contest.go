// Package contest answers contest problems in the judges' own formats: text in,
// text out.
//
// For a right input it prints exactly what the judge expects, with ties broken as
// the statement demands. For a wrong input it returns an error of one line that says
// where the input is wrong and what was expected. The package holds only formats,
// limits and tie-breaks; the answers come from the games.
//
// The two functions that most people need are [Find] and [Problem.Run].
//
// # Errors
//
// A [*scan.Error] is about the text. An error that wraps grundy.ErrTooLarge or
// grundy.ErrBudget refuses a question; one that wraps [ErrDiffer] says that
// answers are not the expected ones. Errors of the input, the output and the
// context are passed on. Answers before the error are printed.
package contest

// This file holds what a problem is, and how it is run.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"grundy"
	"grundy/internal/scan"
	"grundy/internal/units"
)

// ErrDiffer is wrapped by the error of a run that checked answers and found
// different ones.
var ErrDiffer = errors.New("not as expected")

// ErrNothingToCheck is wrapped by the error of a run that should check
// answers, for a problem whose input does not hold them.
var ErrNothingToCheck = errors.New("the input of this problem holds no expected answers")

// A Problem is one problem of a judge.
type Problem struct {
	Name   string // the site and the judge's name, "hackerrank/move-the-coins"
	Title  string // as the statement has it
	Source string // the contest
	Input  string // what it reads, in short
	Output string // what it prints

	run func(ctx context.Context, in io.Reader, out *bufio.Writer, opt Options) error
}

// Options of a run. The zero value is what a judge does.
type Options struct {
	// Check compares the answers with those that the input expects, and
	// prints the first differences and the counts instead of the answers.
	Check bool
	// NoLimits accepts greater numbers than the statement allows, as far as
	// the games take them.
	NoLimits bool
	// MaxMemory bounds the bytes that a run may use for tables; 0 sets no
	// bound.
	MaxMemory uint64
}

// Find returns the problem with that name, in upper or lower case.
func Find(name string) (Problem, bool) {
	for _, p := range Problems() {
		if strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return Problem{}, false
}

// Run reads a judge's input from in and writes the answers to out. It returns
// the error of ctx soon after ctx ends, unless it waits for in; before it waits, it
// writes all answers that it has.
func (p Problem) Run(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	buffer := bufio.NewWriter(out)
	err := p.run(ctx, &input{ctx, in, buffer}, buffer, opt)
	if flushErr := buffer.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// onNumbers makes a run of a function that reads whole numbers and writes a
// line an answer.
func onNumbers(f func(context.Context, *scan.Reader, *bufio.Writer, Options) error) func(context.Context, io.Reader, *bufio.Writer, Options) error {
	return func(ctx context.Context, in io.Reader, out *bufio.Writer, opt Options) error {
		if opt.Check {
			return ErrNothingToCheck
		}
		return f(ctx, scan.New(in), out, opt)
	}
}

// An input ends with its context. It flushes the answers before it waits for more
// to read, so that a program can talk to a problem line by line.
type input struct {
	ctx context.Context
	in  io.Reader
	out *bufio.Writer
}

func (i *input) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	if err := i.out.Flush(); err != nil {
		return 0, err
	}
	return i.in.Read(p)
}

// greatest is the largest number that the games take, unless they say otherwise.
const greatest = math.MaxInt64

// number returns the kind of number that a statement limits to least … most.
// Without limits it ends at the greatest.
func (opt Options) number(name string, least, most uint64) scan.Kind {
	if opt.NoLimits {
		most = max(most, greatest)
	}
	return scan.Kind{Name: name, Min: least, Max: most}
}

// count returns the kind of number that says how much input follows. No limit
// of a statement applies to it.
func count(name string) scan.Kind { return scan.Kind{Name: name, Max: greatest} }

// readMany reads count numbers. It allocates for the numbers that arrive, not for
// the count that the input claims.
func readMany(in *scan.Reader, count uint64, kind scan.Kind) ([]uint64, error) {
	const chunk = 4096
	var numbers []uint64
	for done := 0; uint64(done) < count; done = len(numbers) {
		n := int(min(count-uint64(done), chunk))
		numbers = slices.Grow(numbers, n)[:done+n]
		if _, err := in.Uints(numbers[done:], kind); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// afford refuses work that needs more memory than a run may use. The error calls
// the work what; bytes is 2^64-1 if they cannot be counted.
func (opt Options) afford(what string, bytes uint64) error {
	if opt.MaxMemory == 0 || bytes <= opt.MaxMemory {
		return nil
	}
	needs := units.Bytes(bytes) + " of memory"
	if bytes == math.MaxUint64 {
		needs = "too much memory"
	}
	return fmt.Errorf("%s needs %s, and the budget is %s: %w", what, needs, units.Bytes(opt.MaxMemory), grundy.ErrTooLarge)
}
