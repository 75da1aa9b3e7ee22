package certificate

// This file counts the exceptions of a chain: the heaps below the preperiod that differ from the
// period continued to them. The chain says that its segments hold; where they do, so does the
// count. No heap behind the first snapshot is rare then, so its value is the least that its
// common options leave: no witnesses are looked for.
//
// Let q be the preperiod and p the period. A heap n < q is compared with the heap n + j p from
// q to q + p - 1. So two stretches of the sequence are computed side by side, each from the
// snapshot before it.

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

const (
	exceptionSegments = 8       // segments, about, whose heaps are compared together
	mostKept          = 1 << 24 // values of a period that are kept, as they come again and again
)

// Parts returns the heaps below the preperiod in parts: from each of these to the next one's.
func (c *Chain) Parts() (bounds []uint64) {
	bounds = []uint64{0}
	for i := exceptionSegments; i < len(c.Snapshots) && c.Snapshots[i].At < c.Preperiod; i += exceptionSegments {
		bounds = append(bounds, c.Snapshots[i].At)
	}
	return append(bounds, c.Preperiod)
}

// Exceptions counts the heaps from … to-1 that differ from the period continued to them, if all
// segments of the chain hold. To is at most the preperiod. It takes two steps a heap, and as
// many as a segment has before them.
func (v *ChainVerifier) Exceptions(ctx context.Context, from, to uint64) (count uint64, err error) {
	return v.exceptions(ctx, from, to, mostKept)
}

// AllExceptions counts the exceptions of all parts, on that many goroutines, 0 for one a core.
// Progress counts heaps.
func (v *ChainVerifier) AllExceptions(ctx context.Context, workers int, progress grundy.Progress) (count uint64, err error) {
	var mu sync.Mutex
	bounds, done := v.chain.Parts(), uint64(0)
	err = each(ctx, len(bounds)-1, workers, func(i int) error {
		n, err := v.Exceptions(ctx, bounds[i], bounds[i+1])
		mu.Lock()
		defer mu.Unlock()
		count += n
		done += bounds[i+1] - bounds[i]
		progress.Report(done, v.chain.Preperiod)
		return err
	})
	return count, err
}

// exceptions counts exceptions. A period of at most that many values is kept.
func (v *ChainVerifier) exceptions(ctx context.Context, from, to, kept uint64) (count uint64, err error) {
	q, p := v.chain.Preperiod, v.chain.Period
	if to > q || from > to {
		return 0, fmt.Errorf("the heaps %d … %d are not below the preperiod %d", from, to, q)
	}
	account := meter.Open(ctx)
	defer account.Close()
	if err := account.Take(2*segmentBytes + min(p, kept)); err != nil {
		return 0, err
	}
	here, endHere := iter.Pull2(v.values(ctx, from, to))
	defer endHere()
	there, endThere := iter.Pull2(v.periodFrom(ctx, from, kept))
	defer endThere()
	var a, b []byte
	for left := to - from; left > 0; {
		for _, x := range []struct {
			part *[]byte
			next func() ([]byte, error, bool)
		}{{&a, here}, {&b, there}} {
			for len(*x.part) == 0 {
				if *x.part, err, _ = x.next(); err != nil {
					return 0, err
				}
			}
		}
		n := min(len(a), len(b))
		count += differences(a[:n], b[:n])
		a, b, left = a[n:], b[n:], left-uint64(n)
	}
	return count, nil
}

// differences counts the bytes in which a and b, which are equally long, differ.
func differences(a, b []byte) (count uint64) {
	const low = 0x7f7f7f7f7f7f7f7f
	for ; len(a) >= 8; a, b = a[8:], b[8:] {
		x := bits64(a) ^ bits64(b)
		count += uint64(bits.OnesCount64((x&low + low | x) &^ low)) // a carry says that a low bit is set
	}
	for i := range a {
		if a[i] != b[i] {
			count++
		}
	}
	return count
}

// periodFrom yields the values that heaps from n on would have if the preperiod were 0, without
// end.
func (v *ChainVerifier) periodFrom(ctx context.Context, n, mostKept uint64) iter.Seq2[[]byte, error] {
	q, p := v.chain.Preperiod, v.chain.Period
	at := q + (n%p+p-q%p)%p
	if p > mostKept {
		return func(yield func([]byte, error) bool) {
			for ; ; at = q {
				for part, err := range v.values(ctx, at, q+p) {
					if !yield(part, err) {
						return
					}
				}
			}
		}
	}
	return func(yield func([]byte, error) bool) {
		kept := make([]byte, 0, p)
		for part, err := range v.values(ctx, q, q+p) {
			if err != nil {
				yield(nil, err)
				return
			}
			kept = append(kept, part...)
		}
		for ; yield(kept[at-q:], nil); at = q {
		}
	}
}

// values yields the values of heaps from … to-1 in parts, which are overwritten, if all segments
// hold.
func (v *ChainVerifier) values(ctx context.Context, from, to uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		ctx, end := context.WithCancel(ctx)
		defer end()
		ended, next := false, uint64(0)
		out := func(part []byte) {
			at := next
			next += uint64(len(part))
			if first, last := max(from, at), min(to, next); first < last && !ended && !yield(part[first-at:last-at], nil) {
				ended = true
				end()
			}
		}
		known := make([]byte, 0, v.game.base)
		for _, value := range v.game.values {
			known = append(known, byte(value))
		}
		if out(known); ended || to <= next {
			return
		}
		i, found := v.chain.at(max(from, next))
		if !found {
			i--
		}
		x := v.chain.Snapshots[i]
		next = x.At
		s, err := v.game.newSegment(int(x.At), x.Values)
		if err == nil {
			s.trusted, s.out = true, out
			err = s.run(ctx, int(to), nil)
		}
		if err != nil && !ended {
			yield(nil, err)
		}
	}
}
