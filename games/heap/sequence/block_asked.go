package sequence

// This file holds what others ask of the block engine.

import (
	"context"

	"grundy/theory/period"
)

// recurs looks for a proof; see [watch.recurs].
func (e *blockEngine) recurs(ctx context.Context, onTime bool) (period.Result, bool, error) {
	return e.watch.recurs(ctx, e, onTime)
}

// All of the history is kept.
func (e *blockEngine) full() int      { return e.next }
func (e *blockEngine) keptSince() int { return 0 }
func (e *blockEngine) keeps(int) bool { return true }

// span returns the codes of from … to-1.
func (e *blockEngine) span(from, to int) []uint16 { return e.history[e.pad+from : e.pad+to] }

func (e *blockEngine) lookedBack() int { return max(e.kept, e.widest) }

func (e *blockEngine) forgetLooks() { e.widest = 0 }

// valueAt returns G(n).
func (e *blockEngine) valueAt(n int) uint32 {
	if n == 0 {
		return 0
	}
	c := e.history[e.pad+n]
	return uint32(e.values[n&1][c&^wideMark+c>>15*blockCodes])
}

func (e *blockEngine) what() string { return "of blocks" }

// length returns the number of values that are known.
func (e *blockEngine) length() int { return e.next }

// complete reports whether the whole history is kept.
func (e *blockEngine) complete() bool { return true }

// appendValues appends G(from) … G(to-1).
func (e *blockEngine) appendValues(dst []uint32, from, to int) []uint32 {
	for n := from; n < to; n++ {
		dst = append(dst, e.valueAt(n))
	}
	return dst
}

func (e *blockEngine) audit(ctx context.Context, n int) error {
	return audit(ctx, e, e.octal, n, func(code uint16, parity int) uint32 {
		if code&^wideMark >= blockCodes {
			return 0 // no heap has it
		}
		return uint32(e.values[parity][code&^wideMark+code>>15*blockCodes])
	})
}
