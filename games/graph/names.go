package graph

// Names of nodes take little memory. Where all names are numbers that lie close together, a node
// has its number as its name and nothing more is kept than the order. Otherwise names stand one
// behind the other in one piece of memory, and a table finds them by their hash. A place of the
// table holds a short name itself, so that most names are found with one look into memory.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"strconv"

	"github.com/grundy-games/grundy"
)

// noNumber stands where there is no second node in a line. It is not a name.
const noNumber = math.MaxUint32

// names are the names of nodes. Either text is used, or numbers, or, where dense
// is set, only order.
type names struct {
	dense   bool     // the name of node v is v
	order   []uint32 // where dense: the nodes in order of their first appearance
	numbers []uint32 // the name of node v is numbers[v]

	seed  maphash.Seed
	mix   [2]uint64 // secrets of the hash function
	text  []byte
	ends  []uint32 // the name of node v ends at ends[v], where the next one begins
	table []place  // a name stands at the place of its hash, or at the next one that was free
}

// A key is a name by which it is looked up: its bytes, if they are at most
// shortName, otherwise its hash. No name has a byte 0 or 0xff.
type key struct {
	low  uint64 // the first 8 bytes, or the hash
	high uint32 // the others, or longName
}

const (
	shortName = 12
	longName  = 0xffffffff
)

// A place of the table is free where node is 0.
type place struct {
	key
	node uint32 // that has the name, plus 1
}

func (n *names) count() int {
	switch {
	case n.dense:
		return len(n.order)
	case n.numbers != nil:
		return len(n.numbers)
	}
	return len(n.ends)
}

// at returns the node that appeared i-th.
func (n *names) at(i int) uint32 {
	if n.dense {
		return n.order[i]
	}
	return uint32(i)
}

func (n *names) append(dst []byte, v uint32) []byte {
	switch {
	case n.dense:
		return strconv.AppendUint(dst, uint64(v), 10)
	case n.numbers != nil:
		return strconv.AppendUint(dst, uint64(n.numbers[v]), 10)
	}
	return append(dst, n.textOf(v)...)
}

func (n *names) textOf(v uint32) []byte {
	start := uint32(0)
	if v > 0 {
		start = n.ends[v-1]
	}
	return n.text[start:n.ends[v]]
}

// find returns the node of that name.
func (n *names) find(name []byte) (v uint32, ok bool) {
	if !n.dense && n.numbers == nil {
		if len(n.table) == 0 {
			return 0, false
		}
		v, _ = n.look(name, n.keyOf(name))
		return v, v != noNumber
	}
	number, ok := numberOf(name)
	if !ok {
		return 0, false
	}
	list := n.numbers
	if n.dense {
		list = n.order
	}
	for i, m := range list {
		if m == number {
			return n.at(i), true
		}
	}
	return 0, false
}

// numberOf returns the number that is written so, if it has no other digits
// than it needs and is below noNumber.
func numberOf(name []byte) (uint32, bool) {
	if len(name) == 0 || len(name) > 10 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	var v uint64
	for _, c := range name {
		if c-'0' > 9 {
			return 0, false
		}
		v = v*10 + uint64(c-'0')
	}
	return uint32(v), v < noNumber
}

// keyOf returns the key of a name.
func (n *names) keyOf(name []byte) key {
	if len(name) > shortName {
		return key{maphash.Bytes(n.seed, name), longName}
	}
	var bytes [16]byte
	copy(bytes[:], name)
	return key{binary.LittleEndian.Uint64(bytes[:]), binary.LittleEndian.Uint32(bytes[8:])}
}

// hash returns where a name stands in the table at the earliest.
func (n *names) hash(k key) int {
	high, low := bits.Mul64(k.low^n.mix[0], uint64(k.high)^n.mix[1])
	return int((high ^ low) & uint64(len(n.table)-1))
}

// look returns the node of that name and key, or noNumber and the place in the
// table where it would stand.
func (n *names) look(name []byte, k key) (v uint32, at int) {
	at = n.hash(k)
	for n.table[at].node != 0 {
		if n.table[at].key == k {
			if v := n.table[at].node - 1; k.high != longName || bytes.Equal(n.textOf(v), name) {
				return v, at
			}
		}
		at = (at + 1) & (len(n.table) - 1)
	}
	return noNumber, at
}

// intern returns the node of that name, which is a new one if there was none.
func (n *names) intern(name []byte) (uint32, error) {
	n.makeRoom(1)
	return n.internKey(name, n.keyOf(name))
}

// internKey is intern for a name whose key is known, where there is room.
func (n *names) internKey(name []byte, k key) (uint32, error) {
	v, at := n.look(name, k)
	if v != noNumber {
		return v, nil
	}
	if uint64(len(n.text)+len(name)) > math.MaxUint32 || len(n.ends) >= math.MaxInt32 {
		return 0, fmt.Errorf("more than 4 GiB of names: %w", grundy.ErrTooLarge)
	}
	v = uint32(len(n.ends))
	n.text = append(n.text, name...)
	n.ends = append(n.ends, uint32(len(n.text)))
	n.table[at] = place{k, v + 1}
	return v, nil
}

// warm brings the places of names from memory, all at a time instead of one
// after another. It returns a number that means nothing, so that the work is not
// dropped by the compiler.
func (n *names) warm(words []word) (nothing uint32) {
	for i := range words {
		nothing += n.table[n.hash(words[i].key)].node
	}
	return nothing
}

// warmNames bounds the names that are warmed together.
const warmNames = 64

// makeRoom makes the table large enough for count more names.
func (n *names) makeRoom(count int) {
	for len(n.ends)+count > len(n.table)/2 {
		n.grow()
	}
}

// begin chooses the hash function, if that is not done.
func (n *names) begin() {
	if n.mix == [2]uint64{} {
		n.seed = maphash.MakeSeed()
		n.mix = [2]uint64{maphash.Bytes(n.seed, nil), maphash.Bytes(n.seed, []byte{0}) | 1<<63}
	}
}

// grow doubles the table.
func (n *names) grow() {
	n.begin()
	old := n.table
	n.table = make([]place, max(2*len(old), 64))
	for _, p := range old {
		if p.node == 0 {
			continue
		}
		at := n.hash(p.key)
		for n.table[at].node != 0 {
			at = (at + 1) & (len(n.table) - 1)
		}
		n.table[at] = p
	}
}

// bytes returns the memory that the names take.
func (n *names) bytes() uint64 {
	return uint64(cap(n.text)) + 16*uint64(len(n.table)) + 4*uint64(cap(n.ends)+cap(n.order)+cap(n.numbers))
}
