package search

// Tables may be filled by levels: a level is the weighted sum of a position's fields, and every
// move must lower it. The ranks of a level do not need each other, so that workers share them out.

import (
	"context"
	"sync/atomic"
)

// chunk is the number of ranks of a level that a worker takes at a time.
const chunk = 256

// byLevel fills the table level by level.
func (f *filling) byLevel(ctx context.Context) error {
	sizes, weights := f.options.Sizes, f.options.Weights
	top := uint64(0)
	for i, size := range sizes {
		var ok bool
		if top, ok = mulAdd(top, weights[i], max(size, 1)-1); !ok {
			return errOrder
		}
	}
	if top > 4*f.n {
		return errOrder // most levels are empty
	}
	l := &levels{filling: f, rest: make([]uint64, len(sizes)+1)}
	for i := len(sizes) - 1; i >= 0; i-- {
		l.rest[i] = l.rest[i+1] + weights[i]*(sizes[i]-1)
	}
	for level := uint64(0); level <= top; level++ {
		l.ranks = l.append(l.ranks[:0], 0, 0, level)
		if memory := f.options.Memory; memory > 0 && f.n*f.cells.width()+8*uint64(cap(l.ranks)) > memory {
			return &BudgetError{Positions: f.done.Load(), What: "memory", Limit: memory}
		}
		if err := l.fill(ctx, level); err != nil {
			return err
		}
		f.done.Add(uint64(len(l.ranks)))
	}
	return nil
}

type levels struct {
	*filling
	ranks []uint64 // of the level, ascending
	rest  []uint64 // by field: the greatest weighted sum of it and those behind it
}

// append appends the ranks whose fields before field make up rank, and whose
// other fields have the weighted sum left.
func (l *levels) append(dst []uint64, field int, rank, left uint64) []uint64 {
	sizes, weights := l.options.Sizes, l.options.Weights
	if field == len(sizes) {
		return append(dst, rank)
	}
	size, weight := sizes[field], weights[field]
	from, to := uint64(0), size // values of the field
	if weight > 0 {
		if left > l.rest[field+1] {
			from = (left - l.rest[field+1] + weight - 1) / weight
		}
		to = min(size, left/weight+1)
		if field == len(sizes)-1 && left%weight != 0 {
			return dst
		}
	} else if left > l.rest[field+1] {
		return dst
	}
	for v := from; v < to; v++ {
		dst = l.append(dst, field+1, rank*size+v, left-v*weight)
	}
	return dst
}

// fill settles the ranks of a level.
func (l *levels) fill(ctx context.Context, level uint64) error {
	var next atomic.Int64
	work := func(w *worker) {
		d := done{wait: func(q uint64) error {
			if weigh(q, l.options.Sizes, l.options.Weights) >= level {
				return errOrder
			}
			return nil
		}}
		for {
			from := int(next.Add(chunk)) - chunk
			if from >= len(l.ranks) || l.failed.Load() < l.ranks[from] {
				return
			}
			for _, rank := range l.ranks[from:min(from+chunk, len(l.ranks))] {
				if err := w.settle(ctx, rank, &d); err != nil {
					l.fail(rank, err)
					return
				}
			}
		}
	}
	if len(l.ranks) < 2*chunk { // not worth the company
		work(l.workers[0])
		return l.err
	}
	return l.run(work)
}
