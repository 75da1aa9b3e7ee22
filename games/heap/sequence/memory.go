package sequence

// This file decides what a run takes from the meter of its question (internal/meter).

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/internal/meter"
)

// hold makes the run hold bytes of the meter of ctx, more or fewer than before. The
// error wraps [grundy.ErrBudget].
func (r *run) hold(ctx context.Context, bytes uint64) error {
	m := meter.Of(ctx)
	if bytes <= r.held {
		m.Give(r.held - bytes)
	} else if err := m.Take(bytes - r.held); err != nil {
		return fmt.Errorf("%s, after %d values: %w", r.code.Short(), r.length(), err)
	}
	r.held = bytes
	return nil
}

// release gives back what the run holds.
func (s *Solution) release(ctx context.Context) { _ = s.run.hold(ctx, 0) }

// bytes bounds the memory of the run when it has computed its next values, at
// most to of them.
func (r *run) bytes(to int) uint64 {
	if r.fast != nil {
		return 4*uint64(cap(r.values)) + r.fast.bytes()
	}
	n := len(r.values)
	if r.listing != nil {
		to = min(to, r.listing.next(n))
		return 8*uint64(to) + r.listing.bytes(to)
	}
	return 8 * uint64(min(to, max(2*n, naiveLimit)))
}

func (e *wordEngine) bytes() uint64 {
	total := e.record.bytes() + uint64(len(e.bitmaps)+len(e.table)+len(e.all)*e.kept)
	if e.recent == nil && e.next+watchSpan > historyLimit {
		total += 2 * uint64(recentLimit)
	}
	return total
}

func (e *blockEngine) bytes() uint64 {
	return e.record.bytes() + uint64(len(e.table.bytes)+4*len(e.marks.rounds))
}

func (e *equalEngine) bytes(int) uint64 { return 4 * uint64(len(e.seen.rounds)) }

func (e *takingEngine) bytes(int) (total uint64) {
	for _, c := range e.phases {
		if c != nil {
			total += 8*uint64(len(c.counts)) + 16*uint64(cap(c.set)) // with what is left when they grow
		}
	}
	return total
}
