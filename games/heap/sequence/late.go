package sequence

// This file holds the memory of late witnesses: in a periodic tail hardly any others
// may be left, so that those that served a value before are tried again first.

import "slices"

// lateLimit is how many late witnesses of a value are remembered.
const lateLimit = 64

// A lateWitnesses has, by value or by code, the smaller parts of divisions that served
// it late, the latest first.
type lateWitnesses struct {
	parts   [][]int
	changes []lateChange // since begin, the latest last
}

// A lateChange says that a part became the first of its list.
type lateChange struct {
	list    int
	from    int // where it was, or -1
	dropped int // what was dropped for it, or 0
}

// of returns the parts that served v.
func (l *lateWitnesses) of(v int) []int {
	if v >= len(l.parts) {
		return nil
	}
	return l.parts[v]
}

// begin forgets how to undo what came before.
func (l *lateWitnesses) begin() { l.changes = l.changes[:0] }

// served makes part the first of those of v.
func (l *lateWitnesses) served(v, part int) {
	for len(l.parts) <= v {
		l.parts = append(l.parts, nil)
	}
	list := l.parts[v]
	change := lateChange{list: v, from: slices.Index(list, part)}
	last := change.from
	switch {
	case last >= 0:
	case len(list) < lateLimit:
		list = append(list, 0)
		last = len(list) - 1
	default:
		last = len(list) - 1
		change.dropped = list[last]
	}
	copy(list[1:last+1], list[:last])
	list[0] = part
	l.parts[v] = list
	l.changes = append(l.changes, change)
}

// undo makes the lists what they were when the changes began.
func (l *lateWitnesses) undo() {
	for _, c := range slices.Backward(l.changes) {
		list := l.parts[c.list]
		part, last := list[0], len(list)-1
		if c.from >= 0 {
			last = c.from
		}
		copy(list[:last], list[1:last+1])
		switch {
		case c.from >= 0:
			list[last] = part
		case c.dropped > 0:
			list[last] = c.dropped
		default:
			l.parts[c.list] = list[:last]
		}
	}
	l.begin()
}
