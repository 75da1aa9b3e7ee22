package search

// A memo looks up keys by open addressing with linear probing, keys and cells in two arrays, at
// most two thirds full. Keys are never removed, so a slot stays until the table grows.

import (
	"hash/maphash"
	"math/bits"
	"math/rand/v2"
	"reflect"
)

// A store knows the cells of keys.
type store[K comparable] interface {
	// find returns the slot of k and its cell; where k has not been met, the
	// cell is 0 and the slot the one in which it belongs.
	find(k K) (slot uint64, cell uint32)
	// claim puts k, which has not been met, into the slot that find returned,
	// sets its cell, and returns the slot in which it is then. The result is
	// false where that would take more than limit bytes; 0 sets no limit.
	claim(slot uint64, k K, cell uint32, limit uint64) (uint64, bool)
	// set sets the cell of a slot, unless it would need more than limit bytes.
	set(slot uint64, cell uint64, limit uint64) bool
	// moves returns how often the keys have changed their slots.
	moves() uint32
	// bytes returns the memory in use, and count the keys.
	bytes() uint64
	count() uint64
}

// firstSlots is the size of a new table.
const firstSlots = 1 << 10

// newStore returns an empty table.
func newStore[K Key]() *table[K] {
	t := &table[K]{
		hash:  hasher[K](),
		size:  uint64(reflect.TypeFor[K]().Size()),
		keys:  make([]K, firstSlots),
		slots: slots{cells: newCells(firstSlots, 1)},
	}
	if length, ok := any(func(k string) uint64 { return uint64(len(k)) }).(func(K) uint64); ok {
		t.length = length
	}
	return t
}

// hasher returns a hash function whose high bits are as good as random. Each
// table has its own: rules that come from strangers cannot know it, so they
// cannot choose keys that collide.
func hasher[K Key]() func(K) uint64 {
	var s [4]uint64
	for i := range s {
		s[i] = rand.Uint64()
	}
	var zero K
	var hash any
	switch any(zero).(type) {
	case uint64:
		hash = func(k uint64) uint64 { return mix(mix(k^s[0], s[1]|1)^s[2], s[3]|1) }
	case [2]uint64:
		hash = func(k [2]uint64) uint64 { return mix(mix(k[0]^s[0], k[1]^s[1])^k[1]^s[2], s[3]|1) }
	case [4]uint64:
		hash = func(k [4]uint64) uint64 {
			low, high := mix(k[0]^s[0], k[1]^s[1])^k[1], mix(k[2]^s[2], k[3]^s[3])^k[3]
			return mix(mix(low^s[3], high^s[2])^high, s[1]|1)
		}
	case string:
		seed := maphash.MakeSeed()
		hash = func(k string) uint64 { return maphash.String(seed, k) }
	}
	return hash.(func(K) uint64)
}

// mix folds a product of 128 bits.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// slotOf maps a hash to 0 … n-1 (D. Lemire 2019, "Fast random integer generation
// in an interval").
func slotOf(hash, n uint64) uint64 {
	slot, _ := bits.Mul64(hash, n)
	return slot
}

// slots are the cells of a table of keys.
type slots struct {
	cells cells
	used  uint64
	moved uint32
}

func (t *slots) moves() uint32 { return t.moved }
func (t *slots) count() uint64 { return t.used }

// isFull reports whether the table should hold no more keys.
func (t *slots) isFull() bool { return t.used+t.used/2 >= t.cells.len() }

// fill sets the cell of a slot that was free.
func (t *slots) fill(slot uint64, cell uint32) {
	t.used++
	t.cells.set(slot, cell)
}

// setWithin sets a cell, and makes all wider if it needs that. It reports false if a table
// that has this many bytes now would then be larger than the limit.
func (t *slots) setWithin(slot, cell, bytes, limit uint64) bool {
	if cell > t.cells.greatest() {
		width := widthOf(cell)
		if width == 0 || limit > 0 && bytes+width*t.cells.len() > limit {
			return false
		}
		t.cells = t.cells.widened(width)
	}
	t.cells.set(slot, uint32(cell))
	return true
}

// table is the store of keys of any kind.
type table[K comparable] struct {
	slots
	hash   func(K) uint64
	size   uint64 // of a key in keys
	keys   []K
	length func(K) uint64 // of the text of a key; nil for keys that are not texts
	texts  uint64         // the bytes of all texts
}

func (t *table[K]) find(k K) (uint64, uint32) {
	n := uint64(len(t.keys))
	slot := slotOf(t.hash(k), n)
	for {
		cell := t.cells.get(slot)
		if cell == 0 || t.keys[slot] == k {
			return slot, cell
		}
		if slot++; slot == n {
			slot = 0
		}
	}
}

func (t *table[K]) claim(slot uint64, k K, cell uint32, limit uint64) (uint64, bool) {
	if t.isFull() {
		if !t.grow(limit) {
			return 0, false
		}
		slot, _ = t.find(k)
	}
	if t.length != nil {
		more := t.length(k)
		if limit > 0 && t.bytes()+more > limit {
			return 0, false
		}
		t.texts += more
	}
	t.keys[slot] = k
	t.fill(slot, cell)
	return slot, true
}

func (t *table[K]) grow(limit uint64) bool {
	n := 2 * uint64(len(t.keys))
	width := t.cells.width()
	if limit > 0 && t.bytes()+n*(t.size+width) > limit {
		return false
	}
	keys, cells := t.keys, t.cells
	t.keys, t.cells = make([]K, n), newCells(n, width)
	for i := range keys {
		if cell := cells.get(uint64(i)); cell != 0 {
			slot, _ := t.find(keys[i])
			t.keys[slot] = keys[i]
			t.cells.set(slot, cell)
		}
	}
	t.moved++
	return true
}

func (t *table[K]) set(slot, cell, limit uint64) bool {
	return t.setWithin(slot, cell, t.bytes(), limit)
}

func (t *table[K]) bytes() uint64 {
	return uint64(len(t.keys))*(t.size+t.cells.width()) + t.texts
}
