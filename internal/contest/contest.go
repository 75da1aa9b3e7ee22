// Package contest answers contest problems in the judges' own formats: text in,
// text out.
//
// A problem is a file in the syntax of the rule language: it declares the input, and
// its function answer asks about positions of games. docs/contest.md describes the form.
// For a right input a problem prints exactly what the judge expects. For a wrong input it
// returns an error of one line that says where the input is wrong and what was expected.
//
// The three functions that most people need are [Find], [Load] and [Problem.Run].
//
// # Errors
//
// A [*scan.Error] is about the text of an input, a [*lang.Error] about a problem file. An
// error that wraps grundy.ErrTooLarge or grundy.ErrBudget refuses a question; one that
// wraps [ErrDiffer] says that answers are not the expected ones. Errors of the input, the
// output and the context are passed on. Answers before the error are printed.
package contest

// A problem is a file that declares its input and answers it.

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// ErrDiffer is wrapped by the error of a run that checked answers and found
// different ones.
var ErrDiffer = errors.New("not as expected")

// ErrNothingToCheck is wrapped by the error of a run that should check
// answers, for a problem whose input does not hold them.
var ErrNothingToCheck = errors.New("the input of this problem holds no expected answers")

// A Problem is one problem of a judge, or of your own. Several goroutines may use it at
// once.
type Problem struct {
	Name    string       // the site and the judge's name, "hackerrank/move-the-coins"
	Title   string       // as the statement has it
	Judge   string       // the contest
	About   string       // the text at the top of the file
	File    string       // the text of the file
	Shape   *input.Shape // of the input
	Limits  Limits
	Samples []Sample
	Prefix  string // of each answer, with %d for its number from 1, or ""
	Rights  Rights
	Groups  []Group  // of tests; none where the tests are judged together
	Games   []string // that the answer asks about, as the grammar of positions has them
	// Interaction says how a program plays against the judge; nil where it only answers.
	Interaction *Interaction
	code        *lang.Code
	all         games
	slots       []slot // what functions take
	output      Output
	answer      *lang.Function
	args        []int // of answer: slots
	kernel      kernel

	mu   sync.Mutex
	idle []*asking       // for the next answers
	kept map[string]kept // of functions of no fields
}

// Limits are the time and the memory that a judge allows. 0 stands for a limit that is not known.
type Limits struct{ Milliseconds, Megabytes int }

// A Sample is an input with the output that the statement prints.
type Sample struct {
	Input, Output string

	at lang.Node
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
	// Search bounds the looks at positions of each search, as [solve.Budget] counts them; 0
	// sets no bound. An input that needs more is refused.
	Search uint64
	// Workers is how many tests are answered at the same time, at least 1; the order
	// of the answers stays. 0 is 1. Several begin when the whole input has been read.
	Workers int
}

// DrawnSearch is the [Options] Search for an input that was drawn: another one will do.
const DrawnSearch = 1 << 17

// HasValid reports whether the file says by def valid what its declaration cannot.
func (p *Problem) HasValid() bool {
	fn, _, err := p.code.Defined("valid")
	return fn != nil && err == nil
}

// IsCalls reports whether the input is calls of a function, one JSON object a line.
func (p *Problem) IsCalls() bool { return p.Shape.Declaration().Call != "" }

// Compare returns an error that names the first token in which an output differs from the
// one that is wanted, or the first result of a call. White space is as in judges: any amount
// separates tokens.
func (p *Problem) Compare(want, got []byte) error {
	if bytes.Equal(want, got) {
		return nil
	}
	a, b := p.words(want), p.words(got)
	for i := range max(len(a), len(b)) {
		if i < len(a) && i < len(b) && p.same(a[i].text, b[i].text) {
			continue
		}
		at, line, of := fmt.Sprintf("line %d", i+1), "", ""
		if !p.IsCalls() {
			at = fmt.Sprintf("token %d", i+1)
			if i < len(b) {
				line = fmt.Sprintf(", line %d", b[i].line)
			} else {
				of = fmt.Sprintf(" of line %d", a[i].line)
			}
		}
		switch {
		case i >= len(a):
			return fmt.Errorf("%s%s: %q behind the end of the output: %w", at, line, brief(b[i].text), ErrDiffer)
		case i >= len(b):
			return fmt.Errorf("%s: the output ends, want %q%s: %w", at, brief(a[i].text), of, ErrDiffer)
		}
		return fmt.Errorf("%s%s: %q, want %q: %w", at, line, brief(b[i].text), brief(a[i].text), ErrDiffer)
	}
	return nil
}

// A word is a part of an output that is compared, and its line.
type word struct {
	text []byte
	line int
}

// words returns the parts of an output: its words, or the results of calls, which are lines.
func (p *Problem) words(text []byte) (words []word) {
	line, blank := 0, func(r rune) bool { return r < 0x80 && input.IsSpace(byte(r)) }
	for l := range bytes.Lines(text) {
		line++
		parts := bytes.FieldsFunc(l, blank)
		if p.IsCalls() && len(parts) > 0 {
			parts = [][]byte{bytes.TrimFunc(l, blank)}
		}
		for _, part := range parts {
			words = append(words, word{part, line})
		}
	}
	return words
}

// same reports whether two parts of outputs mean the same.
func (p *Problem) same(a, b []byte) bool {
	return bytes.Equal(a, b) || p.IsCalls() && sameJSON(a, b) || p.output.sameWord(a, b)
}

// brief returns the first bytes of a token.
func brief(token []byte) []byte { return token[:min(len(token), 40)] }
