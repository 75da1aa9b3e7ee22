package forge

// Outputs for checkers: of some tests the right ones that are not the answer, and wrong or malformed
// ones. The engine judges each, so that a checker which differs is wrong.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// Bounds of outputs.
const (
	judgedTests   = 3       // that have such outputs
	judgedBytes   = 4 << 10 // of a test, and of its answer
	judgedOutputs = 12      // of a test
	judgedSteps   = 10_000_000
)

// An asking has a share of the time for one question, and gives an error where it is not enough.
type asking func(ask func(ctx context.Context) error) error

// outputsOf returns outputs for the checker of a problem. It leaves out those that take too long.
func outputsOf(ctx context.Context, p *contest.Problem, tests []Test, within asking) (all []Output, err error) {
	many := 0
	for _, test := range tests {
		if many == judgedTests {
			break
		}
		if len(test.In)+len(test.Out) > judgedBytes || len(bytes.TrimSpace(test.Out)) == 0 {
			continue
		}
		d, err := p.Shape.In(ctx).Parse(bytes.NewReader(test.In), input.Options{})
		if err != nil {
			return nil, err
		}
		seen, kept := map[string]bool{string(test.Out): true}, 0
		means := contest.Semantics{Search: contest.DrawnSearch, Steps: judgedSteps}
		many++
		for _, o := range candidates(p, d, test.Out, within) {
			if kept == judgedOutputs || seen[string(o.Out)] {
				continue
			}
			seen[string(o.Out)] = true
			wrong := within(func(ctx context.Context) error { return p.Accept(ctx, d, test.Out, o.Out, means) })
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if wrong != nil && !errors.Is(wrong, contest.ErrDiffer) {
				continue // not known
			}
			if o.Valid = wrong == nil; wrong != nil {
				o.Reason += ": " + strings.TrimSuffix(wrong.Error(), ": "+contest.ErrDiffer.Error())
			}
			o.Name, o.In, o.Ans = fmt.Sprintf("%d-%s", many, slug(o.Name)), test.In, test.Out
			all = append(all, o)
			kept++
		}
	}
	return all, nil
}

// candidates returns outputs that may be right or wrong.
func candidates(p *contest.Problem, d *input.Data, want []byte, within asking) (all []Output) {
	add := func(name, reason string, out []byte) { all = append(all, Output{Name: name, Reason: reason, Out: out}) }
	words := bytes.Fields(want)
	joined := func(words [][]byte) []byte { return append(bytes.Join(words, []byte(" ")), '\n') }
	with := func(name, reason string, at int, word string) {
		changed := append([][]byte{}, words...)
		changed[at] = []byte(word)
		add(name, reason, joined(changed))
	}
	var right [][][]byte
	if within(func(ctx context.Context) (err error) {
		right, err = p.Choose(ctx, d, contest.Semantics{Search: contest.DrawnSearch, Steps: judgedSteps})
		return err
	}) == nil {
		var last, first []byte
		for _, outputs := range right {
			last = append(last, outputs[len(outputs)-1]...)
			first = append(first, outputs[min(1, len(outputs)-1)]...)
		}
		add("another", "another choice", last)
		add("second", "the second choice", first)
	}
	add("empty", "nothing is printed", nil)
	if !p.IsCalls() {
		add("white space", "every word on a line of its own", append(bytes.Join(words, []byte("\n\n")), '\n'))
		add("short", "the last word is missing", joined(words[:len(words)-1]))
		add("long", "a word too many", joined(append(words[:len(words):len(words)], words[len(words)-1])))
		add("case", "letters of the other case", bytes.Map(otherCase, want))
		at := len(words) - 1
		for i, word := range words {
			if _, ok := new(big.Rat).SetString(string(word)); ok {
				at = i
				break
			}
		}
		if n, ok := new(big.Int).SetString(string(words[at]), 10); ok {
			with("more", "a number is greater by 1", at, n.Add(n, big.NewInt(1)).String())
			with("less", "a number is less by 1", at, n.Sub(n, big.NewInt(2)).String())
		}
		with("huge", "a number of 40 digits", at, strings.Repeat("1234567890", 4))
		with("nan", "not a number", at, "NaN")
	}
	for _, idea := range p.Ideas() {
		means := idea.Semantics
		means.Steps, means.Search = judgedSteps, contest.DrawnSearch
		var out []byte
		if within(func(ctx context.Context) (err error) {
			out, err = p.Answer(ctx, d, means)
			return err
		}) == nil {
			add(idea.Name, "of a solution that "+idea.Says, out)
		}
	}
	return all
}

// otherCase changes the case of a letter of ASCII.
func otherCase(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 'a'
	}
	return r
}
