package search

// Positions that are the same game under other names are one node of couples.

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
	asked bool // they are asked for
}

// formsFrom is how many positions are met before anybody asks for forms: to find them takes as long as
// they save, so that only long searches gain, by their memory.
var formsFrom uint32 = 1 << 19

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
	// How many positions were asked for their forms, and how many had that of another one.
	// Where hardly any have, no more are asked.
	asked, same uint64
	begun       bool
	earlier     []fresh[K] // positions that were met before anybody asked
}

const (
	formsTried = 1 << 15
	formsWorth = 32 // of this many, one should have it
)

// of returns the hash of the form of a key, or 0.
func (f *former[K]) of(all *forms, k K) (form [2]uint64) {
	if f.rules == nil || !f.begun || f.asked >= formsTried && f.same*formsWorth < f.asked {
		return form
	}
	f.asked++
	if f.text = f.rules.AppendForm(f.text[:0], k); len(f.text) > 0 {
		form = all.hash(f.text)
	}
	return form
}

// askForms begins to ask for forms, also for those of the positions that were met before.
func (s *searcher[K]) askForms() {
	s.couples.forms.asked = true
	for id := range s.couples.count {
		s.former.earlier = append(s.former.earlier, fresh[K]{key: s.couples.node(id).key, id: id})
	}
}
