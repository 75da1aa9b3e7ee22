package search

// Here are tables of games that number their positions 0 … n-1: one cell a position, filled in an
// order that respects the moves.
//
// Two orders are tried, since nobody need say which one fits. By rank: every move lowers the
// rank. Then blocks of ranks are filled at the same time, one a worker, and who needs a value
// of a lower block that is not there yet waits for it; the lowest block never waits, so this
// ends. Or, once a move is met that does not lower the rank: depth first from each rank in
// turn, on one core, which also finds a cycle if there is one. That keeps the values that were
// found before; they rest on nothing else.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// DenseRules list the moves of a game that numbers its positions.
type DenseRules interface {
	// AppendOptions appends the ranks of the options of a position. Numbers
	// that stand for no position have no options.
	AppendOptions(dst []uint64, rank uint64) ([]uint64, error)
}

// Values are the nim-values of the ranks 0 … Len()-1, in the narrowest width that
// holds all of them.
type Values struct {
	cells cells
	Order string // that the moves were found to respect: "rank" or "none"
}

// Len returns the number of values.
func (v *Values) Len() uint64 { return v.cells.len() }

// At returns the value of a rank.
func (v *Values) At(rank uint64) uint64 { return uint64(v.cells.get(rank)) }

// TableCost returns the memory that a table of n positions needs at most, if
// the values fit into one byte and the moves respect the order of ranks.
func TableCost(n uint64) uint64 { return n + n/8 + 1<<16 }

// Table returns the nim-values of all ranks below n, or their misère nim-values. It asks rules for one
// [DenseRules] a worker, and gives the same answer for any number of workers. It
// looks at each option of each rank, and takes a byte a rank: two or four where
// values are greater.
//
// A move to n or a greater rank is an error. The other errors are as for
// [NimValue], and one that wraps [grundy.ErrTooLarge].
func Table(ctx context.Context, rules func() DenseRules, n uint64, o Options) (*Values, error) {
	if o.Positions > 0 && n > o.Positions {
		return nil, fmt.Errorf("a table of %d positions: %w", n, grundy.ErrTooLarge)
	}
	if o.Memory > 0 && TableCost(n) > o.Memory || n > 1<<46 {
		return nil, fmt.Errorf("a table of %d positions needs as many bytes: %w", n, grundy.ErrTooLarge)
	}
	if product := productOf(o.Sizes); o.Sizes != nil && product != n {
		return nil, fmt.Errorf("fields of %d values make %d ranks, not %d", o.Sizes, product, n)
	}
	meter.Of(ctx).Expect(n)
	f := &filling{n: n, options: o, cells: newCells(n, 1)}
	for range meter.Cores(ctx, o.Workers) {
		f.workers = append(f.workers, &worker{f: f, rules: rules()})
	}
	values := &Values{Order: "rank"}
	err := f.retry(ctx, f.byRank)
	if errors.Is(err, errOrder) {
		values.Order = "none"
		err = f.byDescent(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, w := range f.workers {
		if err := w.check(ctx); err != nil { // the steps of its last ranks
			return nil, err
		}
	}
	values.cells = f.unshifted()
	return values, nil
}

// productOf returns the number of ranks that fields of these sizes make up.
func productOf(sizes []uint64) uint64 {
	product := uint64(1)
	for _, size := range sizes {
		product = grundy.MulCounts(product, size)
	}
	return product
}

var (
	// errOrder says that a move does not respect the order.
	errOrder = errors.New("a move against the order")
	// errNarrow says that a value needs wider cells.
	errNarrow = errors.New("a value needs wider cells")
	// errStopped says that a worker stopped because another one did.
	errStopped = errors.New("stopped")
)

// A filling is a table that is being filled: cells as a memo has them.
type filling struct {
	n       uint64
	options Options
	workers []*worker
	cells   cells
	steps   atomic.Uint64 // of ranks that are settled
	done    atomic.Uint64 // ranks that are settled, about

	// While workers run: the least rank at which one met an error, n where none
	// did, and that error.
	failed atomic.Uint64
	mu     sync.Mutex
	err    error
	need   uint64 // the greatest cell that errNarrow was about
}

// retry runs an order until it does not stop for want of wider cells.
func (f *filling) retry(ctx context.Context, order func(context.Context) error) error {
	for {
		f.err, f.need = nil, 0
		f.failed.Store(f.n)
		f.done.Store(0)
		err := order(ctx)
		if !errors.Is(err, errNarrow) {
			return err
		}
		width := widthOf(f.need)
		if width == 0 {
			return errWide
		}
		if memory := f.options.Memory; memory > 0 && (f.cells.width()+width)*f.n > memory {
			return &BudgetError{Positions: f.n, What: "memory", Limit: memory}
		}
		f.cells = f.cells.widened(width)
	}
}

// fail notes an error at a rank. The error of the least rank counts, so that it
// is the same however many workers there are.
func (f *filling) fail(rank uint64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if rank < f.failed.Load() {
		f.failed.Store(rank)
		f.err = err
	}
}

// A done says which ranks are settled for a worker that is at one.
type done struct {
	below, from, to uint64 // those below below, and from … to-1
	// wait waits for another rank, and returns errOrder where the order does not
	// have it before that of the worker.
	wait func(q uint64) error
}

// A worker settles ranks.
type worker struct {
	f       *filling
	rules   DenseRules
	options []uint64
	values  []uint64
	mex     mexes
	seen    [256]uint32 // seen[c] == round where an option's cell is c
	round   uint32
	steps   uint64
	work    uint64
	settled uint64 // ranks that the question's meter has not counted
}

// settle sets the cell of a rank.
func (w *worker) settle(ctx context.Context, rank uint64, d *done) error {
	f := w.f
	if f.cells.get(rank) >= valued {
		return nil // before the cells got wider, or in another order
	}
	var err error
	if w.options, err = w.rules.AppendOptions(w.options[:0], rank); err != nil {
		return err
	}
	var cell uint64
	switch {
	case f.options.Misere && len(w.options) == 0:
		cell = 1 + valued
	case f.cells.narrow != nil:
		cell, err = w.narrowCell(rank, d)
	default:
		cell, err = w.wideCell(rank, d)
	}
	if err != nil {
		return err
	}
	if cell > f.cells.greatest() {
		f.mu.Lock()
		f.need = max(f.need, cell)
		f.mu.Unlock()
		return errNarrow
	}
	f.cells.set(rank, uint32(cell))
	w.settled++
	w.steps += uint64(len(w.options))
	if w.work += uint64(len(w.options)) + 1; w.work >= checkEvery {
		return w.check(ctx)
	}
	return nil
}

// narrowCell returns the cell of a rank, by those of its options, of a byte each.
func (w *worker) narrowCell(rank uint64, d *done) (uint64, error) {
	if w.round++; w.round == 0 {
		clear(w.seen[:])
		w.round = 1
	}
	cells, round := w.f.cells.narrow, w.round
	for _, q := range w.options {
		if q >= d.below && (q < d.from || q >= d.to) {
			if err := w.wait(rank, q, d); err != nil {
				return 0, err
			}
		}
		w.seen[cells[q]] = round
	}
	cell := uint64(valued)
	for cell < uint64(len(w.seen)) && w.seen[cell] == round {
		cell++
	}
	return cell, nil
}

// wideCell is the same for wider cells.
func (w *worker) wideCell(rank uint64, d *done) (uint64, error) {
	w.values = w.values[:0]
	for _, q := range w.options {
		if q >= d.below && (q < d.from || q >= d.to) {
			if err := w.wait(rank, q, d); err != nil {
				return 0, err
			}
		}
		w.values = append(w.values, uint64(w.f.cells.get(q)-valued))
	}
	return w.mex.of(w.values) + valued, nil
}

// wait waits for an option of a rank.
func (w *worker) wait(rank, q uint64, d *done) error {
	if q >= w.f.n {
		return fmt.Errorf("a move from rank %d to rank %d of a table of %d", rank, q, w.f.n)
	}
	return d.wait(q)
}

// check looks at the budget.
func (w *worker) check(ctx context.Context) error {
	f := w.f
	w.work = 0
	meter.Of(ctx).Count(w.settled)
	w.settled = 0
	if err := ctx.Err(); err != nil {
		return err
	}
	steps := f.steps.Add(w.steps)
	w.steps = 0
	if most := f.options.Steps; most > 0 && steps > most {
		return &BudgetError{Positions: f.done.Load(), What: "steps", Limit: most}
	}
	return nil
}

// run runs all workers until they have returned, and returns the error of the
// least rank.
func (f *filling) run(work func(w *worker)) error {
	var group sync.WaitGroup
	for _, w := range f.workers[1:] {
		group.Go(func() { work(w) })
	}
	work(f.workers[0])
	group.Wait()
	return f.err
}

// publishEvery is how many ranks a worker settles before it says so: a power of
// two.
const publishEvery = 16

// An ascent fills blocks of ranks in ascending order.
type ascent struct {
	*filling
	block uint64          // ranks a block
	next  atomic.Uint64   // the first block that nobody has taken
	until []atomic.Uint64 // by block: the ranks below are settled
	low   atomic.Uint64   // the blocks below are settled
}

// byRank fills the table by rank.
func (f *filling) byRank(ctx context.Context) error {
	a := &ascent{filling: f, block: f.blockSize()}
	a.until = make([]atomic.Uint64, (f.n+a.block-1)/a.block)
	for b := range a.until {
		a.until[b].Store(uint64(b) * a.block)
	}
	return f.run(func(w *worker) { a.work(ctx, w) })
}

// blockSize returns the number of ranks that one worker settles one after another.
// Where the ranks are made of fields, a block has all values of the last ones: then
// the next block can follow it closely, as each of its ranks mostly needs those of
// the block that are in the same place or before it.
func (f *filling) blockSize() uint64 {
	const least, most, blocks = 64, 1 << 20, 16
	size := f.n / 256
	if sizes := f.options.Sizes; len(sizes) > 1 {
		size = f.n
		for i := 0; i < len(sizes)-1 && (size > most || f.n/max(size, 1) < blocks); i++ {
			size /= max(sizes[i], 1)
		}
		if size = max(size, 1); size < least { // whole rows still
			size *= (least + size - 1) / size
		}
	}
	return min(max(size, least), most)
}

func (a *ascent) work(ctx context.Context, w *worker) {
	for {
		b := a.next.Add(1) - 1
		if b >= uint64(len(a.until)) {
			return
		}
		if rank, err := a.fill(ctx, w, b); err != nil {
			if !errors.Is(err, errStopped) {
				a.fail(rank, err)
			}
			return
		}
		for low := a.low.Load(); low < uint64(len(a.until)) && a.until[low].Load() == a.end(low); low = a.low.Load() {
			a.low.CompareAndSwap(low, low+1)
		}
		a.done.Add(a.end(b) - b*a.block)
	}
}

func (a *ascent) end(b uint64) uint64 { return min((b+1)*a.block, a.n) }

// fill settles a block. After an error it returns the rank at which it was.
func (a *ascent) fill(ctx context.Context, w *worker, b uint64) (uint64, error) {
	first := b * a.block
	published := first
	d := done{below: a.low.Load() * a.block, from: first, to: first}
	publish := func() {
		a.until[b].Store(d.to)
		published = d.to
	}
	d.wait = func(q uint64) error {
		if q >= d.to {
			return errOrder
		}
		of := &a.until[q/a.block]
		if of.Load() > q {
			return nil
		}
		publish() // somebody may wait for this one
		d.below = a.low.Load() * a.block
		return a.waitFor(ctx, of, q)
	}
	for ; d.to < a.end(b); d.to++ {
		if d.to-published >= publishEvery {
			publish()
			if a.failed.Load() < first {
				return d.to, errStopped
			}
		}
		if err := w.settle(ctx, d.to, &d); err != nil {
			publish() // somebody below the error may wait
			return d.to, err
		}
	}
	publish()
	return d.to, nil
}

// waitFor waits until q is settled, whose block has settled the ranks below of.
func (a *ascent) waitFor(ctx context.Context, of *atomic.Uint64, q uint64) error {
	for tries := 0; of.Load() <= q; tries++ {
		switch {
		case a.failed.Load() <= q: // so it never will be
			return errStopped
		case tries < 64:
		case tries < 1024:
			runtime.Gosched()
		default:
			time.Sleep(20 * time.Microsecond)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// byDescent fills the table depth first, on one core.
func (f *filling) byDescent(ctx context.Context) error {
	memory := &array{slots{cells: f.cells}}
	f.cells = cells{}
	o := f.options
	o.Positions = 0 // all n are allowed
	if o.Steps > 0 {
		o.Steps = max(o.Steps-min(o.Steps, f.steps.Load()), 1)
	}
	d := newDescent(single{f.workers[0].rules, f.n}, memory, o)
	for rank := range f.n {
		if memory.cells.get(rank) >= valued {
			continue
		}
		if _, err := d.value(ctx, rank); err != nil {
			return err
		}
	}
	f.cells = memory.cells
	return nil
}

// single are the rules of positions whose options are single ones.
type single struct {
	rules DenseRules
	n     uint64
}

// AppendMoves implements [Rules].
func (s single) AppendMoves(m *Moves[uint64], rank uint64) (err error) {
	before := len(m.Parts)
	if m.Parts, err = s.rules.AppendOptions(m.Parts, rank); err != nil {
		return err
	}
	for i, q := range m.Parts[before:] {
		if q >= s.n {
			return fmt.Errorf("a move from rank %d to rank %d of a table of %d", rank, q, s.n)
		}
		m.Ends = append(m.Ends, before+i+1)
	}
	return nil
}

// array is the store of ranks: a slot each.
type array struct{ slots }

func (t *array) find(k uint64) (uint64, uint32) { return k, t.cells.get(k) }
func (t *array) claim(slot, _ uint64, cell uint32, _ uint64) (uint64, bool) {
	t.fill(slot, cell)
	return slot, true
}
func (t *array) bytes() uint64 { return t.cells.len() * t.cells.width() }
func (t *array) set(slot, cell, limit uint64) bool {
	return t.setWithin(slot, cell, t.bytes(), limit)
}

// unshifted turns cells into values, which are less by valued. Those that need only
// the narrower width once they are values get it, so that the width depends on
// nothing but the values.
func (f *filling) unshifted() cells {
	greatest := uint32(0)
	for i := range f.n {
		greatest = max(greatest, f.cells.get(i)-valued)
	}
	values := f.cells
	if width := widthOf(uint64(greatest)); width < f.cells.width() {
		values = newCells(f.n, width)
	}
	for i := range f.n {
		values.set(i, f.cells.get(i)-valued)
	}
	return values
}
