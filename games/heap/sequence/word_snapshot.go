package sequence

// This file finds the exact preperiod when most of the history was dropped. It computes
// parts of the history again.
//
// The word engine has verified that no heap it computed is rare. So the code of
// each of them is the mex of common options, a function of the kept codes before
// it and of nothing else, and where a snapshot of these codes was taken the
// sequence can be computed again from there, without any verification.
//
// Let p be a proved period, and let P(s) say that the kept codes before s are
// those before s + p. P(s) implies P(s+1), as the next code is the same function
// of the same codes (and where p is odd, the parity of n has no part in it). So
// the snapshots for which P holds are the last ones, and the first of them is
// found by bisection. The preperiod ends behind the last n before it at which
// G(n) and G(n+p) differ, which is not before the previous snapshot less the kept
// codes: that far both are computed, side by side.

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"github.com/grundy-games/grundy/theory/period"
)

const (
	firstSnapshots = 1 << 17 // n between two snapshots in the beginning
	mostSnapshots  = 4096
	snapshotBytes  = 1 << 24 // of all snapshots together
	replaySpan     = 1 << 20 // codes that are computed again at once
)

// A snapshot has the kept codes before n.
type snapshot struct {
	n     int
	codes []byte
}

// snapshots are taken at the multiples of every. When they are too many, every
// second is dropped.
type snapshots struct {
	every int
	all   []snapshot
}

// mostAtOnce returns how many snapshots of that size are kept.
func mostAtOnce(size int) int { return max(8, min(mostSnapshots, snapshotBytes/size)) }

// take adds a snapshot, if one is due.
func (e *wordEngine) take() {
	s := &e.snapshots
	s.every = max(s.every, firstSnapshots)
	if len(s.all) > 0 && e.next%s.every != 0 {
		return
	}
	s.all = append(s.all, snapshot{e.next, bytes.Clone(e.span(e.next-e.kept, e.next))})
	for len(s.all) > mostAtOnce(e.kept) {
		s.every *= 2
		s.all = append(s.all[:1], slices.DeleteFunc(s.all[1:], func(x snapshot) bool { return x.n%s.every != 0 })...)
	}
}

// lastBefore returns the last snapshot at n or before; there is one.
func (s *snapshots) lastBefore(n int) snapshot {
	k, ok := slices.BinarySearchFunc(s.all, n, func(x snapshot, n int) int { return x.n - n })
	if !ok {
		k--
	}
	return s.all[k]
}

// A replay reads the codes of the sequence from some n on, from the history where
// it is kept, and otherwise by computing them again.
type replay struct {
	of   *wordEngine
	at   int         // the n of the next code
	from *wordEngine // which computes, or nil
}

// newReplay returns one that begins at n.
func (e *wordEngine) newReplay(n int) *replay { return &replay{of: e, at: n} }

// atOnce returns how many of count codes next can give.
func (r *replay) atOnce(count int) int {
	if kept := r.of.past.size - r.at; kept > 0 {
		count = min(count, kept)
	}
	return min(count, replaySpan)
}

// next returns the next count codes, in a slice that is valid until the next
// call.
func (r *replay) next(ctx context.Context, count int) ([]byte, error) {
	from, to := r.at, r.at+count
	r.at = to
	if to <= r.of.past.size {
		return r.of.span(from, to), ctx.Err()
	}
	if r.from == nil {
		s := r.of.lastBefore(from)
		r.from = &wordEngine{
			ledger:  ledger{record: record[byte]{codePlan: r.of.codePlan, next: s.n, kept: r.of.kept, codes: make([]byte, block), recentAt: s.n - len(s.codes)}},
			mexes:   r.of.mexes,
			program: r.of.program,
		}
		r.from.recent = append(make([]byte, 0, 2*(r.of.kept+replaySpan+block)), s.codes...)
		r.from.fill()
	}
	e := r.from
	for e.next < to {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.mex()
		if len(e.recent)+block > cap(e.recent) {
			drop := min(len(e.recent)-e.kept-block, from-e.recentAt)
			e.recentAt += drop
			e.recent = append(e.recent[:0], e.recent[drop:]...)
		}
		e.recent = append(e.recent, e.codes...)
		e.next += block
	}
	return e.span(from, to), nil
}

// isNear reports whether reading from n on costs no more than with a new replay.
func (r *replay) isNear(n int) bool {
	return r.from != nil && r.from.recentAt <= n && r.of.lastBefore(n).n <= r.from.next
}

// A rereader reads codes that were dropped, here and there. It keeps two replays,
// for who compares values that are a period apart.
type rereader struct {
	sync.Mutex
	replays [2]*replay
	older   int
}

// read passes the codes of from … to-1 to sink, which must not call it. They must
// have been dropped, and be no more than replaySpan. It costs as many codes as lie
// between two snapshots, and less when it goes on from where it ended.
func (a *rereader) read(e *wordEngine, from, to int, sink func(codes []byte)) {
	a.Lock()
	defer a.Unlock()
	k := slices.IndexFunc(a.replays[:], func(r *replay) bool { return r != nil && r.isNear(from) })
	if k < 0 {
		k = a.older
		a.replays[k] = e.newReplay(from)
	}
	r := a.replays[k]
	r.at, a.older = from, 1-k
	codes, _ := r.next(context.Background(), to-from) // which has no other error than that of the context
	sink(codes)
}

// exactPreperiod returns the least q for which G(n+p) = G(n) for all n >= q,
// where that is proved for n >= known, and e has computed the values to known + p
// and beyond.
func (e *wordEngine) exactPreperiod(ctx context.Context, known, p int) (int, error) {
	all := e.all
	past, _ := slices.BinarySearchFunc(all, known, func(x snapshot, n int) int { return x.n - n })
	all = all[:past]
	first, last := 0, len(all) // P holds for all[last] and what follows
	for first < last {
		middle := (first + last) / 2
		s := all[middle]
		holds, err := e.returns(ctx, s, p)
		if err != nil {
			return 0, err
		}
		if holds {
			last = middle
		} else {
			first = middle + 1
		}
	}
	from, to := 0, known
	if last > 0 {
		from = all[last-1].n - e.kept
	}
	if last < len(all) {
		to = all[last].n
	}
	q := from
	here, there := e.newReplay(from), e.newReplay(from+p)
	for n := from; n < to; {
		count := there.atOnce(here.atOnce(to - n))
		a, err := here.next(ctx, count)
		if err != nil {
			return 0, err
		}
		b, err := there.next(ctx, count)
		if err != nil {
			return 0, err
		}
		if k := lastDifference(a, b); k >= 0 {
			q = n + k + 1
		}
		n += count
	}
	return q, nil
}

// returns reports whether the codes of the snapshot come again after p.
func (e *wordEngine) returns(ctx context.Context, s snapshot, p int) (bool, error) {
	r := e.newReplay(s.n + p - len(s.codes))
	for codes := s.codes; len(codes) > 0; {
		part := codes[:r.atOnce(len(codes))]
		again, err := r.next(ctx, len(part))
		if err != nil || !bytes.Equal(part, again) {
			return false, err
		}
		codes = codes[len(part):]
	}
	return true, nil
}

// recurs looks for a proof, and finds the exact preperiod.
func (e *wordEngine) recurs(ctx context.Context, onTime bool) (period.Result, bool, error) {
	r, ok, err := e.record.recurs(ctx, onTime)
	if !ok || !r.AtMost {
		return r, ok, err
	}
	q, err := e.exactPreperiod(ctx, int(r.Preperiod), int(r.Period))
	r.Preperiod, r.AtMost = uint64(q), false
	return r, err == nil, err
}
