package duel

// This file holds what a duel needs of a problem.

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"grundy/contest"
)

// Of returns the judge of a problem, which may use so much memory.
func Of(p *contest.Problem, memory uint64) Judge {
	return Judge{
		Answer: func(ctx context.Context, text []byte) ([]byte, error) {
			var out bytes.Buffer
			err := p.Run(ctx, bytes.NewReader(text), &out, contest.Options{MaxMemory: memory})
			return out.Bytes(), err
		},
		Compare: p.Compare,
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
