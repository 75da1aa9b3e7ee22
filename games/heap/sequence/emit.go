package sequence

// This file passes values on, some thousand at a time.

import (
	"context"

	"github.com/grundy-games/grundy"
)

// emitted is how many values are passed on at once.
const emitted = 1 << 13

// Emit passes G(from) … G(to-1) to sink. Read returns some of them, in a slice
// that is valid until it is called again; its error ends it.
func Emit(ctx context.Context, from, to uint64, progress grundy.Progress, read func(from, to uint64) ([]uint64, error), sink func([]uint64) error) error {
	for from < to {
		if err := ctx.Err(); err != nil {
			return err
		}
		end := from + min(to-from, emitted)
		values, err := read(from, end)
		if err != nil {
			return err
		}
		if err := sink(values); err != nil {
			return err
		}
		from = end
		progress.Report(from, to)
	}
	return nil
}

// EmitEach is [Emit] where each value is known by itself.
func EmitEach(ctx context.Context, from, to uint64, progress grundy.Progress, at func(n uint64) uint64, sink func([]uint64) error) error {
	var chunk []uint64
	return Emit(ctx, from, to, progress, func(from, to uint64) ([]uint64, error) {
		chunk = chunk[:0]
		for n := from; n < to; n++ {
			chunk = append(chunk, at(n))
		}
		return chunk, nil
	}, sink)
}
