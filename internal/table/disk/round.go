package disk

// This is a round, in which workers compute units in ascending order, as [search.Table] does: each
// takes the next one, and who needs a value of a lower unit that is not there yet waits for it.
// The lowest unit never waits, so this ends. The blocks are packed and written in order.
//
// The last values stay in memory, in a ring: that of place p is at p modulo the length of
// the ring. No worker begins a unit that lies lead places or more behind the first place
// that is not written. So while one is at a unit that begins at place u, all places before
// u - lead are written, and none from u + lead + unit on is being computed. Values from
//
//	window(u) = u + lead + unit - len(ring)
//
// on are read from the ring, where nobody overwrites them, and others from the file. They
// are there, as the ring has at least 2 lead + unit places.
//
// A round ends early where a value does not fit into the cells of the ring (errNarrow), or
// where much is read from the file although there is memory for a larger ring (errFar). The
// next one begins with the first block that is not written.

import (
	"context"
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grundy-games/grundy/internal/meter"
)

var (
	errNarrow  = errors.New("a value needs wider cells")
	errFar     = errors.New("a larger ring would serve")
	errStopped = errors.New("stopped")
)

const (
	publishEvery = 16      // places that a worker settles before it says so
	checkEvery   = 1 << 16 // options that a worker looks at before it looks at the clock
)

// A round computes the places from … to-1.
type round[C cell] struct {
	*filling
	ring     []C
	from, to uint64
	loaded   uint64 // the first place in the ring when it begins

	next    atomic.Uint64   // the first unit that nobody has taken, from 0 on
	until   []atomic.Uint64 // of unit u, at u modulo their number: the places below are settled
	closing atomic.Bool     // no unit is to be taken any more
	misses  atomic.Uint64   // values that were read from the file

	// The least place at which a worker met an error, to where none did, and that error.
	failed atomic.Uint64
	mu     sync.Mutex
	err    error

	writing sync.Mutex
	units   map[uint64]bool // that are settled, of the blocks that are not written
	packed  []byte
}

// A worker computes units. One goroutine at a time uses it.
type worker struct {
	valuer
	back    lookback
	work    uint64
	settled uint64 // that are not counted yet
	misses  uint64
}

// round computes the places from … to-1, from the beginning of the first block that is not
// written, and writes their blocks.
func (f *filling) round(ctx context.Context, from, to, ring uint64, workers []*worker) error {
	need := ring * f.width()
	if err := meter.Take(ctx, need); err != nil {
		return err
	}
	defer meter.Give(ctx, need)
	pieces := int(f.options.Memory / 4 >> f.pieceBits / uint64(len(f.workers)))
	for _, w := range workers {
		w.back.most = max(pieces, 1)
		w.seen, w.turn = make([]uint32, 1<<(8*f.width())), 0
		defer func() { w.seen = nil }()
	}
	if f.wide {
		return newRound[uint16](f, from, to, ring).run(ctx, workers)
	}
	return newRound[uint8](f, from, to, ring).run(ctx, workers)
}

func newRound[C cell](f *filling, from, to, ring uint64) *round[C] {
	r := &round[C]{filling: f, ring: make([]C, ring), from: from, to: to, loaded: from, units: map[uint64]bool{}}
	r.until = make([]atomic.Uint64, min((to-from)/f.unit+1, f.lead()/f.unit+2))
	r.failed.Store(to)
	return r
}

// run runs all workers until they have returned.
func (r *round[C]) run(ctx context.Context, workers []*worker) error {
	if err := r.warm(); err != nil {
		return err
	}
	var group sync.WaitGroup
	for _, w := range workers[1:] {
		group.Go(func() { r.work(ctx, w) })
	}
	r.work(ctx, workers[0])
	group.Wait()
	if r.err == nil && r.closing.Load() && r.done.Load() < r.of.blocks() {
		return errFar
	}
	return r.err
}

// warm reads the last values before the first place into the ring.
func (r *round[C]) warm() error {
	var buffer []byte
	for block := r.done.Load(); block > 0; {
		block--
		from, to := r.of.places(block)
		room := uint64(len(r.ring))
		if r.from-from > room || r.to-from > room && room < 2*r.lead()+r.unit {
			break // there is no room for it beside what is computed
		}
		var err error
		if buffer, err = r.read(buffer, block); err != nil {
			return err
		}
		width := r.entries[block].bits
		values := make([]C, to-from)
		unpack(values, buffer, width)
		for i, v := range values {
			r.ring[(from+uint64(i))&uint64(len(r.ring)-1)] = v
		}
		r.loaded = from
	}
	return nil
}

// fail notes an error at a place. That of the least place counts, so that it is the same
// however many workers there are.
func (r *round[C]) fail(place uint64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil || place < r.failed.Load() {
		r.failed.Store(min(place, r.to-1))
		r.err = err
	}
}

// work takes units until none is left.
func (r *round[C]) work(ctx context.Context, w *worker) {
	defer func() {
		r.count(ctx, w.settled)
		w.settled = 0
	}()
	for !r.closing.Load() {
		unit := r.next.Add(1) - 1
		first := r.from + unit*r.unit
		if first >= r.to {
			return
		}
		if ctx.Err() != nil {
			r.fail(first, context.Cause(ctx))
			return
		}
		for tries := 0; first >= r.done.Load()*r.block+r.lead(); tries++ {
			if r.failed.Load() < first {
				return
			}
			if err := pause(ctx, tries); err != nil {
				r.fail(first, err)
				return
			}
		}
		if place, err := r.fill(ctx, w, unit); err != nil {
			if !errors.Is(err, errStopped) {
				r.fail(place, err)
			}
			return
		}
		if err := r.finish(unit); err != nil {
			r.fail(0, err)
			return
		}
		if misses := r.misses.Add(w.misses); r.mayGrow && misses > (unit+1)*r.unit {
			r.closing.Store(true)
		}
		w.misses = 0
	}
}

// pause waits a little, the longer the more often it was tried.
func pause(ctx context.Context, tries int) error {
	switch {
	case tries < 64:
	case tries < 1024:
		runtime.Gosched()
	default:
		time.Sleep(20 * time.Microsecond)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// untilOf returns what says how far the unit of a place is.
func (r *round[C]) untilOf(place uint64) *atomic.Uint64 {
	return &r.until[(place-r.from)/r.unit%uint64(len(r.until))]
}

// A view is what a worker at a unit knows of the values of others: which places it may read
// from the ring.
type view struct {
	first, window uint64
	ready         uint64 // window … ready-1 are there
	near, nearTo  uint64 // and near … nearTo-1, of a unit that another worker is at
}

// fill settles the places of a unit. After an error it returns the place at which it was.
func (r *round[C]) fill(ctx context.Context, w *worker, unit uint64) (uint64, error) {
	first := r.from + unit*r.unit
	to := min(first+r.unit, r.to)
	until := r.untilOf(first)
	v := view{first: first, window: r.loaded, ready: max(r.done.Load()*r.block, r.from)}
	if room, end := uint64(len(r.ring)), first+r.lead()+r.unit; r.to-r.loaded > room && end > room {
		v.window = max(v.window, end-room)
	}
	published := first
	mask := uint64(len(r.ring) - 1)
	place := first
	// Somebody below an error may wait for what is settled.
	defer func() { until.Store(place) }()
	for ; place < to; place++ {
		if place-published >= publishEvery {
			until.Store(place)
			published = place
			if r.failed.Load() < first {
				return place, errStopped
			}
		}
		value, err := r.value(ctx, w, &v, place)
		if err != nil {
			return place, err
		}
		if value > uint64(^C(0)) {
			if value > math.MaxUint16 {
				return place, &LimitError{value - w.least, place}
			}
			return place, errNarrow
		}
		r.ring[place&mask] = C(value)
		w.settled++
		if w.work += uint64(len(w.options)) + 1; w.work >= checkEvery {
			w.work = 0
			r.count(ctx, w.settled)
			w.settled = 0
			if ctx.Err() != nil {
				return place, context.Cause(ctx)
			}
		}
	}
	return place, nil
}

// value computes what stands in the table at a place.
func (r *round[C]) value(ctx context.Context, w *worker, v *view, place uint64) (value uint64, err error) {
	if isHole, err := w.list(place); isHole || err != nil {
		return hole, err
	}
	if w.judge != nil || w.sums != nil {
		for _, q := range w.options {
			of, err := r.look(ctx, w, v, place, q)
			if err != nil {
				return 0, err
			}
			if of < w.least && w.judge != nil {
				return hole, nil
			}
			w.values = append(w.values, of)
		}
		return w.combined(), nil
	}
	if len(w.options) == 0 && w.misere {
		return 1 + w.least, nil
	}
	w.nextTurn()
	ring, seen, turn := r.ring, w.seen, w.turn
	mask := uint64(len(ring) - 1)
	for _, q := range w.options {
		if q-v.window < v.ready-v.window || q-v.first < place-v.first || q-v.near < v.nearTo-v.near {
			seen[ring[q&mask]] = turn
			continue
		}
		of, err := r.look(ctx, w, v, place, q)
		if err != nil {
			return 0, err
		}
		seen[of] = turn
	}
	return w.unseen(), nil
}

// look returns the value of an option of a place.
func (r *round[C]) look(ctx context.Context, w *worker, v *view, place, q uint64) (uint64, error) {
	switch {
	case q >= place:
		return 0, &OrderError{place, q}
	case q < v.window:
		w.misses++
		return w.back.value(q)
	case q >= v.ready && q < v.first && (q < v.near || q >= v.nearTo):
		of := r.untilOf(q)
		for tries := 0; of.Load() <= q; tries++ {
			if tries == 0 {
				r.untilOf(v.first).Store(place) // somebody may wait for this one
			}
			if r.failed.Load() <= q { // so it never will be
				return 0, errStopped
			}
			if err := pause(ctx, tries); err != nil {
				return 0, err
			}
		}
		v.ready = max(v.ready, r.done.Load()*r.block)
		v.near = q - (q-r.from)%r.unit
		v.nearTo = min(of.Load(), v.near+r.unit)
	}
	return uint64(r.ring[q&uint64(len(r.ring)-1)]), nil
}

// finish notes that a unit is settled, and writes the blocks that are complete.
func (r *round[C]) finish(unit uint64) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	r.units[unit] = true
	for r.done.Load() < r.of.blocks() {
		from, to := r.of.places(r.done.Load())
		if from >= r.to {
			return nil
		}
		begin, end := (from-r.from)/r.unit, (min(to, r.to)-r.from+r.unit-1)/r.unit
		for u := begin; u < end; u++ {
			if !r.units[u] {
				return nil
			}
		}
		// A block may lie at the end and the beginning of the ring.
		mask := uint64(len(r.ring) - 1)
		first, rest := r.ring[from&mask:min(from&mask+to-from, mask+1)], r.ring[:0]
		if n := uint64(len(first)); n < to-from {
			rest = r.ring[:to-from-n]
		}
		greatest := max(greatestOf(first), greatestOf(rest))
		r.packed = packTwo(r.packed[:0], first, rest, bitsOf(greatest))
		if err := r.put(r.packed, greatest); err != nil {
			return err
		}
		r.sum.Computed += to - from
		for u := begin; u < end; u++ {
			delete(r.units, u)
		}
	}
	return nil
}

// packTwo packs values, the second part of which may begin within a byte.
func packTwo[C cell](dst []byte, first, rest []C, width uint8) []byte {
	if width > 0 && width < 8 && len(rest) > 0 {
		if odd := len(first) % int(8/width); odd > 0 {
			whole := len(first) - odd
			dst = pack(dst, first[:whole], width)
			middle := append([]C(nil), first[whole:]...)
			n := min(int(8/width)-odd, len(rest))
			dst = pack(dst, append(middle, rest[:n]...), width)
			return pack(dst, rest[n:], width)
		}
	}
	return pack(pack(dst, first, width), rest, width)
}
