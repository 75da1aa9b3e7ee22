package disk

// A table is filled here: what the user sees of it, blocks that are checked and computed again,
// and rounds one after the other (round.go).

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/search"
)

// Options say how a table is filled.
type Options struct {
	Workers int    // goroutines that compute; 0 for all cores
	Memory  uint64 // bytes that the fill may hold; 0 for 1 GiB
	// Free returns how much room the disk has; nil where nobody knows.
	Free     func() (bytes uint64, ok bool)
	Progress grundy.Progress // in positions; may be nil
	// Damaged takes note of each damaged block before it is computed again. It may be nil.
	Damaged func(*DamageError)

	write func(f *os.File, p []byte, at int64) error // for tests; nil for the system's
	plan  *plan                                      // the same
	// fleeting tables are not put on the disk before Fill returns.
	fleeting  bool
	pieceBits uint8 // of the offsets in a piece of the file that is mapped; 0 for as many as serve well
}

// A Summary says what [Fill] has done.
type Summary struct {
	Positions uint64 // of the table
	Computed  uint64 // positions, in this run
	Repaired  uint64 // blocks
	Bytes     uint64 // of all values
	Greatest  uint64 // value
}

// An OrderError says that a move does not lead back in the order of the table.
type OrderError struct{ From, To uint64 } // ranks

func (e *OrderError) Error() string {
	return fmt.Sprintf("a move from rank %d to rank %d is against the order of the table", e.From, e.To)
}

// A RankError says that the moves of a position cannot be listed by ranks.
type RankError struct {
	Rank uint64
	Err  error
}

func (e *RankError) Error() string { return fmt.Sprintf("rank %d: %v", e.Rank, e.Err) }

// Unwrap returns e.Err.
func (e *RankError) Unwrap() error { return e.Err }

// A plan says how much is done at a time, in positions. A unit is what one worker computes
// one after another; a block has one or several of them.
type plan struct {
	unit, block uint64
	most        uint64 // bytes of a ring; 0 for what the memory allows
}

// planOf returns the plan of a table. Where ranks are made of fields, a unit has all values
// of the last ones: then the next unit can follow it closely, as each of its positions mostly
// needs those of the unit before that are in the same place or before it.
func planOf(h *Header) plan {
	const least, mostUnit, most, units = 64, 1 << 23, 1 << 20, 16
	n := h.count()
	p := plan{unit: min(n/256, most)}
	switch {
	case h.Weights != nil: // places of a level do not need each other
		p.unit = min(n/4096, 1<<14)
	case len(h.Sizes) > 1:
		p.unit = n
		for i := 0; i < len(h.Sizes)-1 && (p.unit > mostUnit || n/p.unit < units); i++ {
			p.unit /= h.Sizes[i]
		}
		p.unit = min(p.unit, mostUnit)
	}
	p.unit = max(p.unit, 1)
	if p.unit < least { // whole rows still
		p.unit *= (least + p.unit - 1) / p.unit
	}
	p.block = p.unit * max(min(most, n/256)/p.unit, 1)
	return p
}

// A filling is a table that is being filled.
type filling struct {
	*store
	options Options
	plan
	from    *gathering // results of pieces that make the table, or nil where it is computed
	workers []*worker
	settled atomic.Uint64 // positions
	sum     Summary
	wide    bool // values take two bytes in memory
	mayGrow bool // there is memory for a larger ring
}

// inRanks returns an error about places as one about ranks.
func inRanks(err error, order *search.Arrangement, count uint64) error {
	if wrong, ok := errors.AsType[*OrderError](err); ok {
		if wrong.From = order.Rank(wrong.From); wrong.To < count {
			wrong.To = order.Rank(wrong.To)
		}
	}
	if wrong, ok := errors.AsType[*RankError](err); ok {
		wrong.Rank = order.Rank(wrong.Rank)
	}
	return err
}

// Fill makes the table of a folder, or goes on with it, until all positions have their
// values. Moves returns what lists moves by ranks, one for each worker; a move that does not
// lead back is an [*OrderError]. The folder is made if there is none, and refused if it
// holds anything else.
//
// A fill may be stopped or killed at any time. The next one goes on, and has lost the blocks
// that were not complete.
func Fill(ctx context.Context, dir string, h Header, moves func() grundy.RankedMoves, o Options) (Summary, error) {
	if err := h.check(); err != nil {
		return Summary{}, err
	}
	order, err := search.Arrange(h.Sizes, h.Weights)
	if err != nil {
		return Summary{Positions: h.count()}, err
	}
	f, err := begin(dir, &h, o)
	if err != nil {
		return f.sum, err
	}
	for range meter.Cores(ctx, o.Workers) {
		f.workers = append(f.workers, &worker{valuer: newValuer(&h, order, moves()), back: lookback{store: f.store}})
	}
	return f.end(ctx, func() error {
		err := inRanks(f.fill(ctx), order, h.count())
		for _, w := range f.workers {
			err = errors.Join(err, w.back.drop(len(w.back.order)))
		}
		return err
	})
}

// begin opens the folder of a table, which is checked.
func begin(dir string, h *Header, o Options) (*filling, error) {
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	f := &filling{options: o, plan: planOf(h), sum: Summary{Positions: h.count()}}
	if o.plan != nil {
		f.plan = *o.plan
	}
	var err error
	if f.store, err = openStore(dir, written{Version: version, Header: *h, Block: f.block}, &o); err != nil {
		return f, err
	}
	if f.of.Block != f.block { // of an older program
		f.block, f.unit = f.of.Block, f.of.Block
	}
	return f, nil
}

// Begin makes the folder of a table with nothing in it, or finds one that was begun. So a folder
// that is not fit is refused before anything is computed.
func Begin(dir string, h Header, o Options) error {
	if err := h.check(); err != nil {
		return err
	}
	f, err := begin(dir, &h, o)
	if err != nil {
		return err
	}
	return f.close()
}

// end fills the table, closes the folder, and says what was done.
func (f *filling) end(ctx context.Context, fill func() error) (Summary, error) {
	meter.Of(ctx).Expect(f.of.count())
	held := meter.Open(ctx)
	defer held.Close()
	err := held.Take(f.of.blocks() * entrySize)
	if err == nil {
		err = fill()
	}
	if err == nil {
		err = f.trim()
	}
	if err == nil && !f.fleeting {
		err = f.sync()
	}
	err = errors.Join(err, f.close())
	f.sum.Bytes = f.size.Load()
	for _, e := range f.entries {
		f.sum.Greatest = max(f.sum.Greatest, uint64(e.greatest))
	}
	f.sum.Greatest -= min(f.sum.Greatest, f.of.least())
	return f.sum, err
}

// entrySize is the memory of an entry.
const entrySize = 16

// fill checks the blocks that are there, and computes the damaged ones and the others.
func (f *filling) fill(ctx context.Context) error {
	blocks, err := f.load()
	if err != nil {
		return err
	}
	var buffer []byte
	for f.done.Load() < blocks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		buffer, err = f.check(buffer)
		damaged, ok := errors.AsType[*DamageError](err)
		switch {
		case ok:
			if f.options.Damaged != nil {
				f.options.Damaged(damaged)
			}
			err = f.repair(ctx)
		case err == nil:
			f.wide = f.wide || f.entries[f.done.Load()-1].greatest > math.MaxUint8
			f.count(ctx, f.block)
		}
		if err != nil {
			return err
		}
	}
	return f.compute(ctx)
}

// repair computes the next block alone.
func (f *filling) repair(ctx context.Context) error {
	from, to := f.of.places(f.done.Load())
	if f.from != nil {
		f.sum.Repaired++
		return f.gather(ctx, f.done.Load()+1)
	}
	for {
		err := f.round(ctx, from, to, f.ringOf(to-from), f.workers[:1])
		if err == nil {
			f.sum.Repaired++
		}
		if !errors.Is(err, errNarrow) {
			return err
		}
		f.wide = true
	}
}

// compute fills in the blocks that are not there.
func (f *filling) compute(ctx context.Context) error {
	if f.from != nil {
		return f.gather(ctx, f.of.blocks())
	}
	least, most := f.ringOf(2*f.lead()+f.unit), f.options.Memory/2
	ring := f.ringOf(max(2*f.lead()+f.unit, 1<<22))
	if f.most > 0 { // of a test
		ring, most = least, f.most
	}
	for f.done.Load() < f.of.blocks() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		from, _ := f.of.places(f.done.Load())
		to := f.of.count()
		f.mayGrow = ring < f.ringOf(to) && 2*ring*f.width() <= most
		err := f.round(ctx, from, to, ring, f.workers)
		switch {
		case errors.Is(err, errNarrow):
			f.wide = true
			if ring*f.width() > most && ring > least {
				ring /= 2
			}
		case errors.Is(err, errFar):
			ring *= 2
			if 2*ring*f.width() <= most {
				ring *= 2
			}
		case err != nil:
			return err
		}
	}
	return nil
}

// width returns the bytes of a value in memory.
func (f *filling) width() uint64 {
	if f.wide {
		return 2
	}
	return 1
}

// ringOf returns the length of a ring of that many places, or fewer if the table has not so
// many: a power of two.
func (f *filling) ringOf(places uint64) uint64 {
	return 1 << bits.Len64(min(places, f.of.count())-1)
}

// lead is how far ahead of the first place that is not written workers may begin a unit.
func (f *filling) lead() uint64 {
	return f.block + f.unit*uint64(len(f.workers)+1)
}

// count counts positions that are settled.
func (f *filling) count(ctx context.Context, positions uint64) {
	meter.Of(ctx).Count(positions)
	f.options.Progress.Report(min(f.settled.Add(positions), f.of.count()), f.of.count())
}
