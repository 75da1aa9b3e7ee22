package search

// This file opens thresholds and tables to the tests.

import (
	"fmt"
	"testing"
)

// SetHoldBytes sets holdBytes until the test ends.
func SetHoldBytes(t interface{ Cleanup(func()) }, bytes uint64) {
	before := holdBytes
	holdBytes = bytes
	t.Cleanup(func() { holdBytes = before })
}

// Width returns the bytes a value.
func (v *Values) Width() uint64 { return v.cells.width() }

// WidthFor returns the width of narrow cells after one of them was set to cell.
func WidthFor(cell uint64) uint64 {
	t := slots{cells: newCells(4, 1)}
	t.setWithin(0, cell, t.cells.len(), 0)
	return t.cells.width()
}

// CheckStores puts keys that are made of data into tables of each kind, sets
// cells, and compares them with a map. Spread is by how much the cells grow.
func CheckStores(t testing.TB, data []byte, spread uint64) {
	t.Helper()
	var small []uint64
	var texts []string
	for i, b := range data {
		k := uint64(b)
		if i > 0 {
			k |= uint64(data[i-1]) << 56
		}
		small = append(small, k)
		texts = append(texts, string(data[max(0, i-int(b%9)):i]))
	}
	checkStore(t, newStore[uint64](), small, spread)
	checkStore(t, newStore[string](), texts, spread)
	var two [][2]uint64
	var four [][4]uint64
	for i, k := range small {
		two = append(two, [2]uint64{k, small[i/2]})
		four = append(four, [4]uint64{small[i/2], 0, k, 1})
	}
	checkStore(t, newStore[[2]uint64](), two, spread)
	checkStore(t, newStore[[4]uint64](), four, spread)
}

func checkStore[K comparable](t testing.TB, s store[K], keys []K, spread uint64) {
	t.Helper()
	want := map[K]uint32{}
	for i, k := range keys {
		slot, cell := s.find(k)
		if cell != want[k] {
			t.Fatalf("%T: cell %d of %v, want %d", s, cell, k, want[k])
		}
		if cell == 0 {
			var ok bool
			if slot, ok = s.claim(slot, k, open, 0); !ok {
				t.Fatalf("%T: no room for %v", s, k)
			}
		}
		v := valued + uint64(i)*spread
		if !s.set(slot, v, 0) {
			t.Fatalf("%T: cell %d of %v not set", s, v, k)
		}
		want[k] = uint32(v)
	}
	for k, v := range want {
		if _, cell := s.find(k); cell != v {
			t.Fatalf("%T: at the end, cell %d of %v, want %d", s, cell, k, v)
		}
	}
	if s.count() != uint64(len(want)) {
		t.Fatalf("%T: %d keys, want %d", s, s.count(), len(want))
	}
	if limit := s.bytes(); len(keys) > 0 { // no table grows beyond its limit
		for i := range 1 << 20 {
			k := keys[0]
			if n, ok := any(&k).(*uint64); ok {
				*n = uint64(i) * 7919
			} else if s, ok := any(&k).(*string); ok {
				*s = fmt.Sprint("key ", i)
			} else {
				break
			}
			slot, cell := s.find(k)
			if cell != 0 {
				continue
			}
			if _, ok := s.claim(slot, k, open, limit); !ok {
				break
			}
			if s.bytes() > limit {
				t.Fatalf("%T: %d bytes, limit %d", s, s.bytes(), limit)
			}
		}
	}
}

// CapEfforts bounds the table of efforts.
func (c *Couples[K]) CapEfforts(bytes uint64) { c.efforts.cap(bytes) }

// SetHelpAfter sets after how many options others help, until it is called back.
func SetHelpAfter(steps uint64) (reset func()) {
	before := helpAfter
	helpAfter = steps
	return func() { helpAfter = before }
}

// SetFormsFrom sets how many positions are met before anybody asks for forms, until the test ends.
func SetFormsFrom(t interface{ Cleanup(func()) }, positions uint32) {
	before := formsFrom
	formsFrom = positions
	t.Cleanup(func() { formsFrom = before })
}
