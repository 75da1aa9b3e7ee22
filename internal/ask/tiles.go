package ask

// Tables that are kept from one window to the next: their values in few bytes, within a
// budget of memory that all tables share.

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/table"
)

// A Tiles keeps the tables of windows that were asked for, the latest ones. Any number of
// goroutines may use it.
type Tiles struct {
	limit uint64 // bytes

	mu     sync.Mutex
	tables map[string]*heldTable
	clock  uint64 // counts the uses
}

// NewTiles returns a Tiles that keeps at most limit bytes of values.
func NewTiles(limit uint64) *Tiles {
	return &Tiles{limit: limit, tables: map[string]*heldTable{}}
}

// A heldTable is kept for all who ask for it. A goroutine that has its turn may read and change
// its values.
type heldTable struct {
	turn  chan struct{} // holds an element while nobody has the turn
	users int           // those who wait for the turn, or have it
	used  uint64        // when, by the clock of Tiles
	kept  uint64        // bytes, as Tiles counts them

	heldValues
	// ended are sides that took more than the budget of a question with this time, 0 for any;
	// nil where there were none.
	ended []uint64
	time  time.Duration
}

// heldValues are the values of a table from the origin on.
type heldValues struct {
	sides []uint64 // of what is known
	runs  []run    // rows, or of one axis lines of lineRun cells
	bytes uint64
}

const (
	// lineRun is the number of cells in a run of a table of one axis, and leastLine how many values of
	// a sequence are computed first.
	lineRun   = 1 << 12
	leastLine = 64
	// mostLineKept bounds the tables of one axis that are kept. Values farther on are computed for
	// each window, which takes little where there is a period.
	mostLineKept = 1 << 24
	// tableBytes is the memory for a table without its values, and runBytes that for a run.
	tableBytes = 512
	runBytes   = 64
	// tileSeconds bounds the work on a table that is searched.
	tileSeconds = 4
)

// hold waits for the turn at a table. The caller ends its turn with done.
func (t *Tiles) hold(ctx context.Context, key string) (held *heldTable, done func(), err error) {
	if t == nil {
		return &heldTable{}, func() {}, nil
	}
	t.mu.Lock()
	held = t.tables[key]
	if held == nil {
		held = &heldTable{turn: make(chan struct{}, 1)}
		held.turn <- struct{}{}
		t.tables[key] = held
	}
	t.clock++
	held.used = t.clock
	held.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		held.users--
		t.evict()
	}
	select {
	case <-held.turn:
		return held, func() {
			t.mu.Lock()
			held.kept = held.bytes
			t.mu.Unlock()
			held.turn <- struct{}{}
			leave()
		}, nil
	case <-ctx.Done():
		leave()
		return nil, nil, context.Cause(ctx)
	}
}

// evict forgets the tables that were not used for longest, until the others fit. The mutex
// is held.
func (t *Tiles) evict() {
	sum := uint64(0)
	for _, held := range t.tables {
		sum += held.kept + tableBytes
	}
	for sum > t.limit {
		oldest := ""
		for key, held := range t.tables {
			if held.users == 0 && (oldest == "" || held.used < t.tables[oldest].used) {
				oldest = key
			}
		}
		if oldest == "" {
			return
		}
		sum -= t.tables[oldest].kept + tableBytes
		delete(t.tables, oldest)
	}
}

// mostKept returns the bytes that one table may take.
func (t *Tiles) mostKept(m Means) uint64 {
	if most := m.budget().Memory / 2; t == nil || most < t.limit {
		return most
	}
	return t.limit
}

// reaches reports whether the table has all cells below these sides.
func (h *heldValues) reaches(sides []uint64) bool { return covers(h.sides, sides) }

// covers reports whether sides are at least as large as others; nil are not.
func covers(sides, others []uint64) bool {
	for axis, n := range others {
		if sides == nil || sides[axis] < n {
			return false
		}
	}
	return true
}

// hasEnded reports whether a table of these sides was tried before in as much time.
func (h *heldTable) hasEnded(sides []uint64, m Means) bool {
	return h.ended != nil && covers(sides, h.ended) && (h.time == 0 || m.Time > 0 && m.Time <= h.time)
}

// at returns the value of a cell, or unknown.
func (h *heldValues) at(cell []uint64) uint64 {
	x, i := cell[0], uint64(0)
	if len(cell) == 1 {
		x, i = x%lineRun, x/lineRun
	} else {
		i = cell[1]
	}
	if i >= uint64(len(h.runs)) {
		return unknown
	}
	return h.runs[i].at(x)
}

// part returns a context that ends after half of the time of a question, so that what is
// known then can still be told.
func (m Means) part(ctx context.Context) (context.Context, *clock) {
	return startClock(ctx, (m.Time+1)/2, "")
}

// fill makes the table reach the sides of a grid, or most if that takes little, as far as
// the means allow; otherwise it holds less.
func (h *heldTable) fill(ctx context.Context, m Means, g *grid, most []uint64, memory uint64) error {
	if h.reaches(g.sides) || h.hasEnded(most, m) {
		return nil
	}
	within, clock := m.part(ctx)
	defer func() { _ = clock.end(nil) }()
	may := Means{Memory: min(m.budget().Memory, memory), Time: (m.Time + 1) / 2}
	for _, sides := range [][]uint64{most, g.sides} {
		larger := g.sized(sides...)
		larger.bare = true
		if len(sides) == 1 && sides[0] > mostLineKept || may.within(grundy.Cost{Bytes: larger.count()}, "") != nil || may.within(larger.cost(), "") != nil {
			continue
		}
		fill := h.fillSearched
		if larger.byEngine() && (larger.game.Table != nil || !larger.misere) { // others count no work
			fill = h.fillEngine
		}
		err := fill(within, m, larger, memory)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && within.Err() == nil && !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, grundy.ErrTooLarge):
			return err
		case !h.reaches(g.sides):
			h.ended, h.time = most, m.Time
		}
		return nil
	}
	return nil
}

// fillEngine fills the table by an engine. Sequences tell no cost, so that they are filled in
// longer and longer parts.
func (h *heldTable) fillEngine(ctx context.Context, m Means, g *grid, memory uint64) error {
	if len(g.sides) == 1 {
		for n := uint64(leastLine); n < g.sides[0]; n *= 4 {
			if part := g.sized(n); !h.reaches(part.sides) {
				if err := h.fillValues(ctx, m, part, memory); err != nil {
					return err
				}
			}
		}
	}
	return h.fillValues(ctx, m, g, memory)
}

// fillSearched searches for the values of larger and larger tables.
func (h *heldTable) fillSearched(ctx context.Context, m Means, g *grid, memory uint64) error {
	return g.growing(ctx, m, tileSeconds, func(ctx context.Context, part *grid) error {
		var next heldTable
		if err := next.fillValues(ctx, m, part, memory); err != nil {
			return err
		}
		h.heldValues = next.heldValues
		return nil
	})
}

// fillValues replaces the values by those of a grid. With an error, it has the rows that were
// found before.
func (h *heldTable) fillValues(ctx context.Context, m Means, g *grid, memory uint64) error {
	account := meter.Open(ctx)
	defer account.Close()
	next := heldValues{sides: slices.Clone(g.sides)}
	length := g.sides[0]
	if len(g.sides) == 1 {
		length = lineRun
	}
	line := slices.Repeat([]uint64{nothing}, int(g.from))
	flush := func() error {
		r := packed(line)
		line = line[:0]
		next.runs = append(next.runs, r)
		next.bytes += uint64(len(r.data)) + runBytes
		if next.bytes > memory {
			return fmt.Errorf("the table of %s: %w", g.game.Name, meter.Memory)
		}
		return account.Take(uint64(len(r.data)) + runBytes)
	}
	keep := func(values []uint64) error {
		for _, v := range values {
			if line = append(line, min(v, infinite)); uint64(len(line)) == length {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := g.values(ctx, m.Cores, nil, keep)
	if start, ok := errors.AsType[*heap.StartError](err); ok && g.from == 0 && start.First < g.sides[0] {
		part := *g
		part.from = start.First
		return h.fillValues(ctx, m, &part, memory)
	}
	if isEmptyTable(err) { // but larger ones may hold positions
		line, next.runs, err = nil, nil, nil
		for i := uint64(0); err == nil && i < g.count(); i++ {
			err = keep([]uint64{nothing})
		}
	}
	known := uint64(len(next.runs))
	if len(g.sides) == 1 {
		known = known*lineRun + uint64(len(line))
		if flushed := flush(); err == nil {
			err = flushed
		}
	}
	if err != nil {
		next.sides[len(next.sides)-1] = known
	}
	if err == nil || !h.reaches(next.sides) {
		h.heldValues = next
	}
	return err
}

// A run holds values, each in that many bytes. Codes are the largest numbers.
type run struct {
	width uint8
	data  []byte
}

// tileCodes are the values that are not numbers, in the order in which a run has them, from
// above.
var tileCodes = [...]uint64{nothing, firstOutcome, firstOutcome + 1, firstOutcome + 2, infinite, unknown}

// above returns the greatest number of the width.
func (r *run) above() uint64 { return math.MaxUint64 >> (64 - 8*r.width) }

// packed packs values.
func packed(values []uint64) run {
	largest := uint64(0)
	for _, v := range values {
		if v < table.Mark {
			largest = max(largest, v)
		}
	}
	r := run{width: 1}
	for r.width < 8 && largest > r.above()-uint64(len(tileCodes)) {
		r.width *= 2
	}
	size := len(values) * int(r.width)
	r.data = make([]byte, 0, size+8)
	for i, v := range values {
		if v >= table.Mark {
			v = r.above() - uint64(slices.Index(tileCodes[:], v))
		}
		r.data = binary.LittleEndian.AppendUint64(r.data[:i*int(r.width)], v)
	}
	r.data = r.data[:size]
	return r
}

// at returns a value, or unknown behind the last.
func (r *run) at(i uint64) uint64 {
	at := i * uint64(r.width)
	if at >= uint64(len(r.data)) {
		return unknown
	}
	v := binary.LittleEndian.Uint64(r.data[at:at+8:cap(r.data)]) & r.above()
	if code := r.above() - v; code < uint64(len(tileCodes)) {
		return tileCodes[code]
	}
	return v
}

// keyOf returns what tells the table of a grid, whose game names files with these texts, from others.
func keyOf(g *grid, files map[string]string) string {
	hash := sha256.Sum256(fmt.Append(nil, files))
	return fmt.Sprintf("%s %v %t %v %x", g.game.Name, g.of, g.misere, g.kind, hash)
}
