package search

// Positions that are the same game but for names are one node of couples.

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"github.com/grundy-games/grundy"
)

// forms know nodes by the forms of their positions. A form is known by a hash of 128 bits, which
// each table draws for itself: that two of 2^30 forms have the same one has a chance below 2^-64.
type forms struct {
	nodes map[[2]uint64]uint32
	seed  [4]uint64
}

func newForms() forms {
	f := forms{nodes: map[[2]uint64]uint32{}}
	for i := range f.seed {
		f.seed[i] = rand.Uint64() | 1
	}
	return f
}

func (f *forms) bytes() uint64 {
	const each = 48
	return uint64(len(f.nodes)) * each
}

// hash returns that of a form.
func (f *forms) hash(form []byte) [2]uint64 {
	a, b := f.seed[0]+uint64(len(form)), f.seed[1]
	for len(form) > 0 {
		var word [8]byte
		form = form[copy(word[:], form):]
		x := binary.LittleEndian.Uint64(word[:])
		high, low := bits.Mul64(a^x, f.seed[2])
		a = high ^ low + x
		high, low = bits.Mul64(b^x, f.seed[3])
		b = high + low ^ bits.RotateLeft64(x, 32)
	}
	return [2]uint64{mix(a^f.seed[3], f.seed[0]), mix(b^f.seed[2], f.seed[1])}
}

// find returns the node with a form, if there is one.
func (f *forms) find(form [2]uint64) (id uint32, found bool) {
	if form == [2]uint64{} {
		return 0, false
	}
	id, found = f.nodes[form]
	return id, found
}

func (f *forms) put(form [2]uint64, id uint32) {
	if form != [2]uint64{} {
		f.nodes[form] = id
	}
}

// A former asks one searcher's rules for forms.
type former[K Key] struct {
	rules grundy.Former[K]
	text  []byte
	// How many positions of a size were asked for their forms, and how many had that of another one.
	// Where hardly any have, no more are asked.
	asked, same [mostFormSize + 1]uint32
}

const (
	mostFormSize = 255 // larger ones are taken together
	formsTried   = 256
	formsWorth   = 128 // one in so many
)

// of returns the hash of the form of a key of some size, or 0.
func (f *former[K]) of(all *forms, k K, size uint32) (form [2]uint64) {
	size = min(size, mostFormSize)
	if f.rules == nil || f.asked[size] >= formsTried && f.same[size]*formsWorth < f.asked[size] {
		return form
	}
	f.asked[size]++
	if f.text = f.rules.AppendForm(f.text[:0], k); len(f.text) > 0 {
		form = all.hash(f.text)
	}
	return form
}

// found notes that a position of some size had the form of another one.
func (f *former[K]) found(size uint32) { f.same[min(size, mostFormSize)]++ }
