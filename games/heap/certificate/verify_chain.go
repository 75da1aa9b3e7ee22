package certificate

// This file checks chains: proofs by recurrence of the state, as in verify_state.go, that
// are too long for one sitting. Segments are checked each by itself, in any order and on
// any machines; segment.go does that.
//
// Let x(0) < x(1) < … < x(k) be the snapshots' heaps, and base = x(0).
//
// One segment. Suppose that
//
//	(a) all rare heaps below x(i) are in the list, and the values before x(i) are those of
//	    snapshot i.
//
// Each step from x(i) on finds the least common value that is not among the common
// options. These look back a fixed number of heaps, which the snapshot has. Then each
// smaller rare value must have a witness: a move of this value whose larger heap is among
// the heaps that are known, those of the snapshot and those computed since, and whose
// other heap, if it leaves one, is below base. Where all steps find their witnesses, no heap
// of the segment is rare, and the values are right. If the last ones agree with snapshot
// i+1, then (a) holds for i+1. It holds for i = 0, as the heaps below base are computed
// from the rules alone. So if all segments hold, then all values are known to be right.
//
// The end. Let q be the preperiod and p the period, an even one where the parity of n takes
// part; let the last snapshot stand at m + p and another one at m > q. Suppose that these
// two agree in the m - q values before them, and that no step from m to m + p needs a value
// before q. Then G(n+p) = G(n) for all n >= q.
//
// Proof. For n < m the snapshots say so. Let n >= m, and let it hold from q to n - 1. Take the
// step n' = n - j p with m <= n' < m + p. All heaps from m to n + p - 1 are common, as they have
// the values of heaps from m to m + p - 1. So the common options of n + p look back as far as those of n'
// do, no further than to q + n + p - n', and find the same values there: the same candidate. Each
// witness of n' serves n + p: its larger heap is a multiple of p further, and has the same value.
// So G(n+p) = G(n') = G(n). ∎
//
// It is the least preperiod if G(q-1) differs from G(q-1+p): the two snapshots have one value more,
// and these differ. It is the least period if p/r is none for any prime r that divides p; for
// each there is a snapshot at m + p/r, and in what it has in common with that at m, from q
// on, they differ.
//
// Snapshots may stand close together, as they do where the period is short. The proof asks two
// things of their values. No snapshot has values before those of the one before it, so a
// segment knows all that it compares at its end. No snapshot from m on but m's has values before q, so no
// step from m to m + p needs any.
//
// So that nothing in a chain is arbitrary, a snapshot other than those at m and m + p has just as
// many values as are needed: by the steps behind it, were there no other snapshot soon, or by the end of
// its segment, where the next snapshot begins earlier than these steps look.
//
// Each least period has such a chain. Let N be what the steps from m + p/r on need, and suppose that
// its snapshot agreed with the one at m in min(N, m - q) values or more. If these are N, the steps from
// m + p/r on could be taken from m on; if they are m - q, those from m on could be taken from
// m + p/r on. Either way G(n+p/r) = G(n) for all n >= m, as in the proof, and then for all n >= q, as
// p is a period. So p would not be the least.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// Bounds of what a chain can ask for.
const (
	leastBase    = mapped                    // heaps before the first snapshot
	mostBase     = 1 << 18                   // with their divisions
	mostHeap     = min(1<<50, math.MaxInt/2) // where the last snapshot stands
	mostWindow   = 1 << 15                   // values of a snapshot
	segmentBytes = 4 << 20                   // of memory for the check of one
	baseSteps    = 1 << 31                   // for the heaps before the first snapshot: some seconds
)

// suits checks what can be seen without computing a value, and returns the index of the
// snapshot at m.
func (c *Chain) suits() (m int, err error) {
	if digest, err := c.digest(); err != nil || digest != c.Digest {
		return 0, fmt.Errorf("digest: the certificate was changed after it was made")
	}
	if c.Format != ChainFormat {
		return 0, fmt.Errorf("format: %q, want %q", c.Format, ChainFormat)
	}
	if c.Version != "" && !build.IsVersion(c.Version) {
		return 0, errVersion
	}
	if len(c.Snapshots) < 2 {
		return 0, fmt.Errorf("snapshots: %d; want 2 or more", len(c.Snapshots))
	}
	q, p, first, last := c.Preperiod, c.Period, c.Snapshots[0], c.Snapshots[len(c.Snapshots)-1]
	if first.At < leastBase || first.At > mostBase || last.At > mostHeap {
		return 0, fmt.Errorf("snapshots: the first stands at %d and the last at %d; want %d … %d, and at most %d", first.At, last.At, leastBase, mostBase, uint64(mostHeap))
	}
	for i, s := range c.Snapshots {
		switch hash, err := hex.DecodeString(s.Hash); {
		case i > 0 && s.At <= c.Snapshots[i-1].At:
			return 0, fmt.Errorf("snapshots: the one at %d comes behind the one at %d", s.At, c.Snapshots[i-1].At)
		case len(s.Values) == 0 || len(s.Values) > mostWindow || uint64(len(s.Values)) > s.At:
			return 0, fmt.Errorf("snapshots: the one at %d has %d values; want 1 … %d", s.At, len(s.Values), mostWindow)
		case i > 0 && s.begins() < c.Snapshots[i-1].begins():
			return 0, fmt.Errorf("snapshots: the one at %d has values before those of the one at %d", s.At, c.Snapshots[i-1].At)
		case err != nil || len(hash) != 32 || hex.EncodeToString(hash) != s.Hash:
			return 0, fmt.Errorf("snapshots: the one at %d has the hash %.80q; want 64 hexadecimal digits", s.At, s.Hash)
		}
	}
	if p == 0 || p >= last.At || q >= last.At-p || q == 0 {
		return 0, fmt.Errorf("period: preperiod %d and period %d; want snapshots at some m > q and at m + p, the last, and q > 0", q, p)
	}
	if c.Timed && p%2 != 0 {
		return 0, fmt.Errorf("period: %d must be even where the parity of n takes part", p)
	}
	m, ok := c.at(last.At - p)
	if !ok {
		return 0, fmt.Errorf("period: there is no snapshot at %d, a period before the last", last.At-p)
	}
	return m, c.agrees(m)
}

// at returns the index of the snapshot that stands there.
func (c *Chain) at(n uint64) (int, bool) {
	return slices.BinarySearchFunc(c.Snapshots, n, func(s Snapshot, n uint64) int {
		switch {
		case s.At < n:
			return -1
		case s.At > n:
			return 1
		}
		return 0
	})
}

// agrees checks the end of a chain: what the snapshot m says together with others.
func (c *Chain) agrees(m int) error {
	q, p, here, last := c.Preperiod, c.Period, c.Snapshots[m], c.Snapshots[len(c.Snapshots)-1]
	w := here.At - q // no underflow, as q < last.At - p
	switch {
	case uint64(len(here.Values)) != w+1 || uint64(len(last.Values)) != w+1:
		return fmt.Errorf("period: the snapshots at %d and %d must have %d values, one more than there are from the preperiod on", here.At, last.At, w+1)
	case !bytes.Equal(here.Values[1:], last.Values[1:]):
		return fmt.Errorf("period: the snapshots at %d and %d do not agree", here.At, last.At)
	case here.Values[0] == last.Values[0]:
		return fmt.Errorf("preperiod: %d would do", q-1)
	}
	for _, s := range c.Snapshots[m+1 : len(c.Snapshots)-1] {
		if s.begins() < q {
			return fmt.Errorf("period: the snapshot at %d has values before the preperiod, which need not return", s.At)
		}
	}
	for _, r := range primes(p) {
		i, ok := c.at(here.At + p/r)
		if !ok {
			return fmt.Errorf("period: there is no snapshot at %d, to show that %d is none", here.At+p/r, p/r)
		}
		there := c.Snapshots[i].Values
		common := min(len(there), int(w))
		if bytes.Equal(there[len(there)-common:], here.Values[len(here.Values)-common:]) {
			return fmt.Errorf("period: nothing shows that %d would not do", p/r)
		}
	}
	return nil
}

// A ChainVerifier checks the segments of a chain, whose end it has checked. Several
// goroutines may use it.
type ChainVerifier struct {
	chain   *Chain
	m       int
	game    *game
	account *meter.Account
}

// NewChainVerifier checks all of a chain but its segments: what it says of its end, and the
// heaps before the first snapshot. It takes memory from the meter of ctx until it is closed.
func NewChainVerifier(ctx context.Context, c *Chain) (*ChainVerifier, error) {
	m, err := c.suits()
	if err != nil {
		return nil, err
	}
	v, err := openChain(ctx, c)
	if err != nil {
		return nil, err
	}
	v.m = m
	first := c.Snapshots[0]
	s := segment{stretch: stretch{game: v.game}, hash: sha256.New()}
	var values []byte
	for _, g := range v.game.values {
		values = append(values, byte(g))
	}
	s.hash.Write(values)
	if err := s.ends(first, values[len(values)-len(first.Values):]); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// checker returns a checker of the heaps before the first snapshot. Its account is to be
// closed unless there is an error.
func (c *Chain) checker(ctx context.Context) (*checker, error) {
	const shift = 2 // it is not looked at; but it must be even where parity takes part
	base := c.Snapshots[0].At
	return newChecker(ctx, &Certificate{
		Format: Format, Game: c.Game, Theorem: period.ByState, Period: 1, Terms: base + shift,
		Constants: map[string]uint64{"width": 1, "at": base, "shift": shift},
		State:     &State{Mask: c.Mask, Timed: c.Timed, Rare: c.Rare},
	}, baseSteps)
}

// openChain computes the heaps before the first snapshot from the rules.
func openChain(ctx context.Context, c *Chain) (*ChainVerifier, error) {
	k, err := c.checker(ctx)
	if err != nil {
		return nil, err
	}
	for n := 0; n < int(c.Snapshots[0].At) && err == nil; n++ {
		err = k.sparseStep(n)
	}
	v := &ChainVerifier{chain: c, account: k.account}
	if err == nil && c.Mask&^uint32(k.space.bits) != 0 {
		err = fmt.Errorf("mask: %d has bits that no value has", c.Mask)
	}
	if err == nil {
		v.game, err = newGame(k)
	}
	if err != nil {
		k.account.Close()
		return nil, err
	}
	return v, nil
}

// Close gives back the memory.
func (v *ChainVerifier) Close() { v.account.Close() }

// Segment checks segment i: the values from snapshot i to the next.
func (v *ChainVerifier) Segment(ctx context.Context, i int, progress grundy.Progress) error {
	account := meter.Open(ctx)
	defer account.Close()
	if err := account.Take(segmentBytes); err != nil {
		return err
	}
	from, to := v.chain.Snapshots[i], v.chain.Snapshots[i+1]
	err := v.check(ctx, from, to, i == v.m, progress)
	if err != nil && ctx.Err() == nil && !errors.Is(err, grundy.ErrBudget) {
		err = &SegmentError{i, from.At, to.At, err}
	}
	return err
}

// check checks the segment between two snapshots. The first may be the one at m.
func (v *ChainVerifier) check(ctx context.Context, from, to Snapshot, atM bool, progress grundy.Progress) error {
	s, err := v.game.newSegment(int(from.At), from.Values)
	if err != nil {
		return err
	}
	if err := s.run(ctx, int(to.At), progress); err != nil {
		return err
	}
	if err := s.ends(to, s.tail(len(to.Values))); err != nil {
		return err
	}
	if err := s.measure(ctx); err != nil {
		return err
	}
	need := max(s.width, int(from.At)-int(to.begins()))
	switch {
	case atM && uint64(s.width) > from.At-v.chain.Preperiod:
		return fmt.Errorf("the steps need %d values of the snapshot, some before the preperiod", s.width)
	case !atM && need != len(from.Values):
		return fmt.Errorf("the snapshot has %d values, and the steps and the next snapshot need %d", len(from.Values), need)
	}
	return nil
}

// A SegmentError says why a segment does not hold.
type SegmentError struct {
	Segment  int // 0 for the first
	From, To uint64
	Why      error
}

func (e *SegmentError) Error() string {
	return fmt.Sprintf("segment %d, from %d to %d: %v", e.Segment+1, e.From, e.To, e.Why)
}

func (e *SegmentError) Unwrap() error { return e.Why }

// Segments checks segments, which are in order, on that many goroutines, 0 for one a core.
// Progress counts values. An error names the first segment that does not hold.
func (v *ChainVerifier) Segments(ctx context.Context, segments []int, workers int, progress grundy.Progress) error {
	var mu sync.Mutex
	done, total := uint64(0), v.chain.Values(segments)
	return each(ctx, len(segments), workers, func(i int) error {
		last := uint64(0) // of this segment
		return v.Segment(ctx, segments[i], func(n, _ uint64) {
			mu.Lock()
			defer mu.Unlock()
			done += n - last
			last = n
			progress.Report(done, total)
		})
	})
}

// each calls do for 0 … count-1, on that many goroutines, 0 for one a core. After an error it begins
// no more. It returns the error of the least number.
func each(ctx context.Context, count, workers int, do func(i int) error) error {
	var (
		mu     sync.Mutex
		next   = 0
		failed error
		group  sync.WaitGroup
	)
	failedAt := count
	work := func() {
		for {
			mu.Lock()
			i := next
			next++
			mu.Unlock()
			if i >= count || ctx.Err() != nil {
				return
			}
			if err := do(i); err != nil {
				mu.Lock()
				defer mu.Unlock()
				next = count // those before i were begun already
				if i < failedAt {
					failed, failedAt = err, i
				}
				return
			}
		}
	}
	for range min(meter.Cores(ctx, workers), count) {
		group.Go(work)
	}
	group.Wait()
	if failed == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return failed
}
