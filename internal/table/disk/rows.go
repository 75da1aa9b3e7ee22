package disk

// This file fills tables by an engine that computes all values in order, row by row, and reads
// them back in that order.

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/grundy-games/grundy/internal/meter"
)

// A Source passes the values of all ranks to sink, in order, in slices that are valid until
// sink returns. Its error is sink's as soon as sink returns one.
type Source func(ctx context.Context, sink func(values []uint64) error) error

// FillFrom makes the same table as [Fill], of values that come from a source. Nothing is
// asked of the source if all blocks are there. Otherwise it computes all values again, as it
// keeps nothing, and those that the table has already are left out.
func FillFrom(ctx context.Context, dir string, h Header, source Source, o Options) (Summary, error) {
	if err := h.check(); err != nil {
		return Summary{}, err
	}
	if h.Weights != nil || h.Holes {
		return Summary{}, errors.New("values from a source stand in the order of ranks, without holes")
	}
	f, err := begin(dir, &h, o)
	if err != nil {
		return f.sum, err
	}
	return f.end(ctx, func() error {
		blocks, err := f.load()
		if err != nil {
			return err
		}
		p := &pouring{filling: f, blocks: blocks}
		if err := p.pass(ctx); err != nil || f.done.Load() == f.of.blocks() {
			return err
		}
		need := 2 * f.block
		if err := meter.Take(ctx, need); err != nil {
			return err
		}
		defer meter.Give(ctx, need)
		if err := source(ctx, func(values []uint64) error { return p.pour(ctx, values) }); err != nil {
			return err
		}
		if p.place < f.of.count() {
			return fmt.Errorf("the source has %d values of %d", p.place, f.of.count())
		}
		return nil
	})
}

// A pouring is a table that is filled from a source.
type pouring struct {
	*filling
	blocks uint64   // that the index names
	place  uint64   // of the next value
	cells  []uint16 // of the block that is not whole
	buffer []byte
}

// pass counts the next blocks as done that are what was written. It stops before one that is
// damaged.
func (p *pouring) pass(ctx context.Context) (err error) {
	for p.done.Load() < p.blocks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p.buffer, err = p.check(p.buffer)
		if d, ok := errors.AsType[*DamageError](err); ok {
			if p.options.Damaged != nil {
				p.options.Damaged(d)
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pour takes the next values.
func (p *pouring) pour(ctx context.Context, values []uint64) error {
	for len(values) > 0 {
		block := p.place / p.block
		from, to := p.of.places(block)
		if to <= from {
			return fmt.Errorf("the source has more than %d values", p.of.count())
		}
		n := min(uint64(len(values)), to-p.place)
		if block >= p.done.Load() {
			for i, v := range values[:n] {
				if v >= math.MaxUint16 {
					return &LimitError{v, p.place + uint64(i)}
				}
				p.cells = append(p.cells, uint16(v))
			}
		}
		values = values[n:]
		if p.place += n; p.place < to {
			continue
		}
		p.options.Progress.Report(p.place, p.of.count())
		if block < p.done.Load() {
			continue
		}
		if err := p.close(ctx); err != nil {
			return err
		}
	}
	return nil
}

// close writes the block that is whole now, and passes those behind it that are there.
func (p *pouring) close(ctx context.Context) error {
	block, greatest := p.done.Load(), greatestOf(p.cells)
	p.buffer = pack(p.buffer[:0], p.cells, bitsOf(greatest))
	if err := p.put(p.buffer, greatest); err != nil {
		return err
	}
	meter.Of(ctx).Count(uint64(len(p.cells)))
	if p.sum.Computed += uint64(len(p.cells)); block < p.blocks {
		p.sum.Repaired++
	}
	p.cells = p.cells[:0]
	return p.pass(ctx)
}

// Each passes the values of all ranks to sink, in their order, in slices that are valid until
// sink returns. Positions must stand in the table in that order, and have values. The error
// may be a [*MissingError] or a [*DamageError].
func (t *Table) Each(ctx context.Context, sink func(values []uint64) error) error {
	if !t.order.IsPlain() || t.of.Holes {
		return errors.New("the table has not all ranks in their order")
	}
	const most = 1 << 12
	var cells [most]uint16
	var values [most]uint64
	for block := range t.of.blocks() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := t.ready(block); err != nil {
			return err
		}
		e := t.entries[block]
		from, to := t.of.places(block)
		for at := uint64(0); at < to-from; at += most { // which begins with a byte
			n := min(most, to-from-at)
			unpack(cells[:n], t.values[e.offset+at*uint64(e.bits)/8:], e.bits)
			for i, v := range cells[:n] {
				values[i] = uint64(v)
			}
			if err := sink(values[:n]); err != nil {
				return err
			}
		}
	}
	return nil
}
