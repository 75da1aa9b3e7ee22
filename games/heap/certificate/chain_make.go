package certificate

// This file makes chains.

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/theory/period"
)

// segmentLength is how many values a segment of a chain has if nothing else is said.
const segmentLength = 1 << 30

// usualBase is where the first snapshot stands, unless the chain is long.
const usualBase = 1 << 15

// NeedsChain reports whether a proof needs more values than a [Certificate] can have.
func NeedsChain(r period.Result) bool { return r.Method() == period.ByState && r.Needed > mostTerms }

// NewChain makes the chain of a code whose period is proved by r, with a snapshot at each
// multiple of length, or of 2^30 if that is 0. Where the file would be too large to be read, it
// doubles the length. It reads all values, and checks the end of the chain. Whether the segments
// hold is seen when they are verified.
func NewChain(ctx context.Context, game Game, r period.Result, length uint64, progress grundy.Progress) (*Chain, error) {
	if length == 0 {
		length = segmentLength
	}
	c, err := newChain(ctx, game, r, length, mostChain, progress)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", game, err)
	}
	return c, nil
}

// newChain makes a chain whose file has at most that many bytes.
func newChain(ctx context.Context, game Game, r period.Result, length uint64, most int, progress grundy.Progress) (*Chain, error) {
	d, err := drawChain(ctx, game, r, length, most, progress)
	for errors.Is(err, errLarge) && length < mostHeap {
		length *= 2
		d, err = drawChain(ctx, game, r, length, most, progress)
	}
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.finish()
}

// errLarge says that a file would be too large.
var errLarge = errors.New("the file of the chain would be too large")

// drawChain makes all snapshots of a chain. The draft is to be closed unless there is an error.
func drawChain(ctx context.Context, game Game, r period.Result, length uint64, most int, progress grundy.Progress) (*chainDraft, error) {
	d, err := openDraft(ctx, game, r, length)
	if err != nil {
		return nil, err
	}
	d.left = most - 1<<10 - 16*len(d.chain.Rare)
	hash, last, n := sha256.New(), make([]byte, 0, 4*mostWindow), uint64(0)
	err = game.Values(ctx, 0, d.places[len(d.places)-1], progress, func(values []uint64) error {
		for len(values) > 0 {
			at := d.places[len(d.made)]
			part := values[:min(uint64(len(values)), at-n, mostWindow)]
			if len(last)+len(part) > cap(last) {
				last = append(last[:0], last[len(last)-mostWindow:]...)
			}
			known := len(last)
			if last, err = appendBytes(last, part); err != nil {
				return err
			}
			hash.Write(last[known:])
			values, n = values[len(part):], n+uint64(len(part))
			if n < at {
				continue
			}
			if err := d.add(ctx, last, hex.EncodeToString(hash.Sum(nil))); err != nil {
				return err
			}
			hash.Reset()
		}
		return nil
	})
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func appendBytes(text []byte, values []uint64) ([]byte, error) {
	for _, v := range values {
		if v > 0xff {
			return nil, fmt.Errorf("the value %d is too large for a chain", v)
		}
		text = append(text, byte(v))
	}
	return text, nil
}

// A chainDraft is a chain that is being made.
type chainDraft struct {
	*ChainVerifier
	places []uint64 // where snapshots are to stand
	made   []Snapshot
	from   uint64 // the snapshot from which a period passes to the last
	left   int    // bytes that the file may still have, or some more
}

// openDraft finds where the snapshots are to stand.
func openDraft(ctx context.Context, game Game, r period.Result, length uint64) (*chainDraft, error) {
	q, p := r.Preperiod, r.Period
	switch {
	case !r.Proved || r.Method() != period.ByState:
		return nil, errors.New("a chain is for proofs by recurrence of the state")
	case r.AtMost:
		return nil, errors.New("the preperiod is not known exactly")
	case q <= usualBase || q > mostHeap || p > mostHeap-q:
		return nil, fmt.Errorf("a chain is for preperiods of more than %d", usualBase)
	}
	base := uint64(usualBase)
	if q > 1<<24 {
		base *= 2 // the more values, the further are the witnesses of some
	}
	for ; ; base *= 2 {
		d, err := openDraftAt(ctx, game, r, base, length)
		if base == mostBase || !errors.Is(err, errBase) {
			return d, err
		}
	}
}

// openDraftAt finds the places behind a base.
func openDraftAt(ctx context.Context, game Game, r period.Result, base, length uint64) (*chainDraft, error) {
	proof, _ := r.Proof.(period.StateProof)
	c := &Chain{Format: ChainFormat, Version: build.Version(), Game: game.String(), Preperiod: r.Preperiod, Period: r.Period, Mask: proof.Mask, Timed: proof.Timed, Rare: []uint64{}}
	c.Snapshots = []Snapshot{{At: base}}
	k, err := c.checker(ctx)
	if err != nil {
		return nil, err
	}
	n := 0
	err = game.Values(ctx, 0, base, nil, func(values []uint64) error {
		for _, v := range values {
			if n > 0 && k.isRare(uint16(v), n) {
				c.Rare = append(c.Rare, uint64(n))
			}
			n++
		}
		return nil
	})
	k.account.Close()
	if err != nil {
		return nil, err
	}
	v, err := openChain(ctx, c)
	if err != nil {
		return nil, err
	}
	d := &chainDraft{ChainVerifier: v}
	if err := d.place(ctx, game, length); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

var errFar = errors.New("the steps behind the preperiod look too far back for a chain")

// place finds the places.
func (d *chainDraft) place(ctx context.Context, game Game, length uint64) error {
	c := d.chain
	q, p := c.Preperiod, c.Period
	for w := 1; ; w = min(2*w, mostWindow-1) { // at m there is one value more
		if d.from = q + uint64(w); d.from > mostHeap-p {
			return errFar
		}
		early := w < d.game.reach || d.from <= uint64(d.game.base)
		if early && w < mostWindow-1 {
			continue
		}
		var window []byte
		err := game.Values(ctx, d.from-min(d.from, mostWindow), d.from, nil, func(values []uint64) (err error) {
			window, err = appendBytes(window, values)
			return err
		})
		if err != nil {
			return err
		}
		switch need, err := d.need(ctx, d.from, window); {
		case err != nil:
			return err
		case need <= w && !early:
			d.lay(length)
			return nil
		case w == mostWindow-1:
			return errFar
		}
	}
}

// lay sets the places, if one is to be at from.
func (d *chainDraft) lay(length uint64) {
	c := d.chain
	last := d.from + c.Period
	special := []uint64{c.Snapshots[0].At, d.from, last}
	for _, r := range primes(c.Period) {
		special = append(special, d.from+c.Period/r)
	}
	d.places = slices.Clone(special)
	for at := length; at < last; at += length {
		near := func(x uint64) bool { return max(x, at)-min(x, at) < 2*mostWindow }
		if !slices.ContainsFunc(special, near) && at > c.Snapshots[0].At {
			d.places = append(d.places, at)
		}
	}
	slices.Sort(d.places)
	d.places = slices.Compact(d.places)
}

// need returns how many values the steps from a heap on need of those before it.
func (d *chainDraft) need(ctx context.Context, at uint64, window []byte) (int, error) {
	if rare := d.chain.Rare; len(rare) > 0 { // a snapshot has common values only
		window = window[max(0, len(window)-int(at-1-rare[len(rare)-1])):]
	}
	s, err := d.game.newSegment(int(at), window)
	if err == nil {
		err = s.measure(ctx)
	}
	if err != nil {
		return 0, fmt.Errorf("from %d on: %w", at, err)
	}
	return s.width, nil
}

// lineBytes is how long the line of a snapshot is at most, without its values.
const lineBytes = 128

// add adds the next snapshot, before which the last values are these. Those before it get the
// values that it has before theirs.
func (d *chainDraft) add(ctx context.Context, last []byte, hash string) error {
	at := d.places[len(d.made)]
	width := int(d.from-d.chain.Preperiod) + 1
	if at != d.from && at != d.places[len(d.places)-1] {
		var err error
		if width, err = d.need(ctx, at, last[max(0, len(last)-mostWindow):]); err != nil {
			return err
		}
	}
	values := last[len(last)-width:]
	begins := at - uint64(width)
	for i := len(d.made) - 1; i >= 0 && d.made[i].begins() > begins; i-- {
		d.made[i].Values = slices.Clone(values[:d.made[i].At-begins])
		d.left -= lineBytes + base64.StdEncoding.EncodedLen(len(d.made[i].Values))
	}
	d.made = append(d.made, Snapshot{at, hash, slices.Clone(values)})
	if d.left -= lineBytes + base64.StdEncoding.EncodedLen(width); d.left < 0 {
		return errLarge
	}
	return nil
}

// finish checks the end, and returns the chain.
func (d *chainDraft) finish() (_ *Chain, err error) {
	d.chain.Snapshots = d.made
	if d.chain.Digest, err = d.chain.digest(); err != nil {
		return nil, err
	}
	_, err = d.chain.suits()
	return d.chain, err
}
