package duel

// This file holds what a duel needs of a problem.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"grundy/contest"
	"grundy/contest/input"
)

// Of returns the judge of a problem, which may use so much memory.
func Of(p *contest.Problem, memory uint64) Judge {
	return Judge{
		Inputs: shape{p.Shape},
		Answer: func(ctx context.Context, text []byte) ([]byte, error) {
			var out bytes.Buffer
			err := p.Run(ctx, bytes.NewReader(text), &out, contest.Options{MaxMemory: memory})
			return out.Bytes(), err
		},
		Compare: func(want, got []byte) error {
			err := p.Compare(want, got)
			if err == nil {
				return nil
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

// Parse reads an input that may be beyond the limits.
func (s shape) Parse(text []byte) (*input.Data, error) {
	return s.Shape.Parse(bytes.NewReader(text), input.Options{NoLimits: true})
}

// Random draws an input.
func (s shape) Random(random *rand.Rand, size int) (*input.Data, error) {
	return s.Shape.Random(random, input.Growing(size))
}

// Extremes draws extreme inputs, small ones or those of full size.
func (s shape) Extremes(random *rand.Rand, full bool) iter.Seq2[string, *input.Data] {
	size := input.Small
	if full {
		size = input.Full
	}
	return s.Shape.Extremes(random, size)
}
