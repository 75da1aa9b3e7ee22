package sequence

// This file remembers late witnesses. In a periodic tail there may be few others, so those
// that served a value before are tried again first.

import "slices"

// lateLimit is how many late witnesses of a value are remembered.
const lateLimit = 64

// A lateWitnesses has, by value or by code, the smaller parts of divisions that served
// it late, the latest first.
type lateWitnesses struct {
	parts  [][]int
	before []lateList // of those that changed since begin, the latest last
}

// A lateList is what the list of v was.
type lateList struct {
	v     int
	parts []int
}

// of returns the parts that served v.
func (l *lateWitnesses) of(v int) []int {
	if v >= len(l.parts) {
		return nil
	}
	return l.parts[v]
}

// begin forgets how to undo what came before.
func (l *lateWitnesses) begin() { l.before = l.before[:0] }

// served makes part the first of those of v.
func (l *lateWitnesses) served(v, part int) {
	list := l.of(v)
	if len(list) > 0 && list[0] == part {
		return
	}
	l.before = append(l.before, lateList{v, list})
	others := slices.DeleteFunc(slices.Clone(list), func(p int) bool { return p == part })
	for len(l.parts) <= v {
		l.parts = append(l.parts, nil)
	}
	l.parts[v] = append([]int{part}, others[:min(len(others), lateLimit-1)]...)
}

// undo makes the lists what they were when the changes began.
func (l *lateWitnesses) undo() {
	for _, list := range slices.Backward(l.before) {
		l.parts[list.v] = list.parts
	}
	l.begin()
}
