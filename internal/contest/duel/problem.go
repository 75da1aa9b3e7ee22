package duel

// A duel needs no more of a problem than this.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
)

// Of returns the judge of a problem, which may use so much memory.
func Of(p *contest.Problem, memory uint64) Judge {
	return Judge{
		Inputs: func(ctx context.Context) Inputs { return inputsOf(ctx, p) },
		Answer: func(ctx context.Context, text []byte) ([]byte, error) {
			var out bytes.Buffer
			err := p.Run(ctx, bytes.NewReader(text), &out, contest.Options{MaxMemory: memory, Search: contest.DrawnSearch})
			return out.Bytes(), err
		},
		Compare: func(ctx context.Context, text, want, got []byte) error {
			err := p.Compare(want, got)
			if err == nil {
				return nil
			}
			if p.IsAny() {
				data, wrong := inputsOf(ctx, p).Parse(text)
				if wrong != nil {
					return wrong
				}
				if err = p.Accept(ctx, data, want, got, contest.Semantics{Search: contest.DrawnSearch}); err == nil || !errors.Is(err, contest.ErrDiffer) {
					return err
				}
			}
			return errors.New(strings.TrimSuffix(err.Error(), ": "+contest.ErrDiffer.Error()))
		},
	}
}

// Samples returns the samples of a problem.
func Samples(p *contest.Problem) iter.Seq2[Test, error] {
	return func(yield func(Test, error) bool) {
		for i, s := range p.Samples {
			if !yield(Test{Name: fmt.Sprintf("sample %d", i+1), Purpose: "a sample of the statement", Input: []byte(s.Input), Want: []byte(s.Output)}, nil) {
				return
			}
		}
	}
}

// Both returns tests and then others.
func Both(first, second iter.Seq2[Test, error]) iter.Seq2[Test, error] {
	return func(yield func(Test, error) bool) {
		for _, tests := range []iter.Seq2[Test, error]{first, second} {
			for test, err := range tests {
				if !yield(test, err) {
					return
				}
			}
		}
	}
}

// A shape makes inputs of a declared shape.
type shape struct{ *input.Shape }

func inputsOf(ctx context.Context, p *contest.Problem) shape { return shape{p.Shape.In(ctx)} }

// Parse reads an input that may be beyond the limits.
func (s shape) Parse(text []byte) (*input.Data, error) {
	return s.Shape.Parse(bytes.NewReader(text), input.Options{NoLimits: true})
}

// Tests implements [Inputs].
func (s shape) Tests(data *input.Data) int { return max(1, len(s.Innermost(data))) }

// Positions of larger inputs, and of more components, are not explained.
const (
	mostExplained  = 1 << 14 // bytes
	mostComponents = 64
)

// An Explained is a position that an input asks about, with its answer.
type Explained struct {
	Question solve.Question
	Answer   *solve.Answer
}

// Explain answers, with reasons, the first question about a position that the answer to an
// input rests on. It returns nil if there is none, if the input has several tests or is
// large, or if the budget is not enough. The error comes from ctx.
func Explain(ctx context.Context, p *contest.Problem, text []byte, budget solve.Budget) (*Explained, error) {
	if len(text) > mostExplained {
		return nil, nil
	}
	data, err := inputsOf(ctx, p).Parse(text)
	if err != nil || len(p.Shape.Innermost(data)) != 1 {
		return nil, nil // several tests, or beyond the declaration
	}
	position, asked, err := firstAsked(ctx, p, data)
	if err != nil || position == nil {
		return nil, err
	}
	x := &Explained{Question: solve.Question{
		Sum: grundy.SumOf(position...), Convention: asked.Convention, Compound: asked.Kind, MaxMoves: 20, Why: true, Budget: budget,
	}}
	if x.Answer, err = solve.Solve(ctx, x.Question); err != nil {
		return nil, ctx.Err()
	}
	return x, nil
}

// firstAsked returns the first position that the answer to an input asks about. It is nil if
// there is none that can be played: one of components, and of few enough. The error comes
// from ctx.
func firstAsked(ctx context.Context, p *contest.Problem, data *input.Data) (position []grundy.Component, first *contest.Asked, err error) {
	note := func(asked contest.Asked) {
		if first == nil {
			first = &asked
			position, _ = asked.Position() // without one there is nothing to play
		}
	}
	if _, err := p.Answer(ctx, data, contest.Semantics{Observe: note, Search: contest.DrawnSearch}); err != nil || len(position) > mostComponents {
		return nil, nil, ctx.Err()
	}
	return position, first, nil
}

// mostPositions bounds the inputs that are drawn for a position to play at.
const mostPositions = 200

// Positions returns what draws matches at the positions that random inputs of a problem ask
// about, one for each game; see [Series]. A match is nil if no position is found.
func Positions(p *contest.Problem, seed uint64, options play.Options) func(ctx context.Context, game int) (*play.Match, error) {
	drawn := 0
	return func(ctx context.Context, _ int) (*play.Match, error) {
		for range mostPositions {
			data, err := inputsOf(ctx, p).Random(rand.New(rand.NewPCG(seed, uint64(drawn))), input.Growing(drawn))
			if err != nil {
				return nil, err
			}
			drawn++
			position, asked, err := firstAsked(ctx, p, data)
			if err != nil {
				return nil, err
			}
			if len(position) == 0 {
				continue
			}
			o := options
			o.Sum, o.Convention, o.Compound = grundy.SumOf(position...), asked.Convention, asked.Kind
			m, err := play.New(ctx, o)
			if err != nil {
				return nil, err
			}
			if _, over := m.Over(); !over {
				return m, nil
			}
		}
		return nil, nil
	}
}
