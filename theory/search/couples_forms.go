package search

// Positions that are the same game but for names are one node of couples.

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// forms know the nodes by the forms of their positions. A form is known by a hash of 128 bits, of a
// kind that each table draws for itself: that two of 2^30 forms have the same one has a chance
// below 2^-64.
type forms struct {
	nodes map[[2]uint64]uint32
	seed  [4]uint64
	text  []byte
	// How many positions of a size were asked for their forms, and how many had that of another one.
	// Where few have, no more are asked: among large ones, most often.
	asked, same [mostFormSize + 1]uint32
}

const (
	mostFormSize = 255 // larger ones are taken together
	formsTried   = 256
	formsWorth   = 128 // one in so many
	formBytes    = 40
)

func newForms() forms {
	f := forms{nodes: map[[2]uint64]uint32{}}
	for i := range f.seed {
		f.seed[i] = rand.Uint64() | 1
	}
	return f
}

func (f *forms) bytes() uint64 { return uint64(len(f.nodes)) * formBytes }

// hash returns that of the text.
func (f *forms) hash() [2]uint64 {
	a, b := f.seed[0]+uint64(len(f.text)), f.seed[1]
	for text := f.text; len(text) > 0; {
		var word [8]byte
		text = text[copy(word[:], text):]
		x := binary.LittleEndian.Uint64(word[:])
		high, low := bits.Mul64(a^x, f.seed[2])
		a = high ^ low + x
		high, low = bits.Mul64(b^x, f.seed[3])
		b = high + low ^ bits.RotateLeft64(x, 32)
	}
	return [2]uint64{mix(a^f.seed[3], f.seed[0]), mix(b^f.seed[2], f.seed[1])}
}

// formed returns the hash of the form of a key of some size, and the node with that form, if there is one.
func (c *Couples[K]) formed(k K, size uint32) (hash [2]uint64, id uint32, has, found bool) {
	f := &c.forms
	size = min(size, mostFormSize)
	if c.former == nil || f.asked[size] >= formsTried && f.same[size]*formsWorth < f.asked[size] {
		return hash, 0, false, false
	}
	if f.text = c.former.AppendForm(f.text[:0], k); len(f.text) == 0 {
		return hash, 0, false, false
	}
	f.asked[size]++
	hash = f.hash()
	if id, found = f.nodes[hash]; found {
		f.same[size]++
	}
	return hash, id, true, found
}
