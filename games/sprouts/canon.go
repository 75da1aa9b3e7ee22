package sprouts

// Positions that differ in names, in the order of regions and boundaries, in where a walk begins,
// and in the direction in which a region is walked around play alike: a line inside a region
// does not need to know how others are walked. One text is written for them.
//
// Names get colours: numbers that depend on the position alone. At first they say whether the
// spot is met on one boundary or in two regions; then, again and again, what stands around it,
// in colours. Where some names still have one colour, one of these gets a colour of its own. That
// is right if they are alike by symmetry. If not, which one it is depends on the text, and the
// same position may have several texts: that costs time, and no answer is wrong. The same holds if
// two different things have one hash.

import (
	"cmp"
	"math/bits"
	"slices"
)

// mix hashes two numbers.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1b54a32d192ed03)
	return hi ^ lo + a
}

// order puts regions into the order in which they are written. It changes them, and names their
// spots from [firstName] on.
func order(all []region) {
	names := rename(all)
	if names > 0 {
		colour := colours(all, names)
		rank := make([]spot, names)
		byColour := make([]spot, names)
		for i := range byColour {
			byColour[i] = spot(i)
		}
		slices.SortFunc(byColour, func(a, b spot) int { return cmp.Compare(colour[a], colour[b]) })
		for i, s := range byColour {
			rank[s] = firstName + spot(i)
		}
		for _, g := range all {
			for _, w := range g.words {
				for i, s := range w {
					if s >= firstName {
						w[i] = rank[s-firstName]
					}
				}
			}
		}
	}
	for r := range all {
		g := &all[r]
		back := make([][]spot, len(g.words))
		for i, w := range g.words {
			back[i] = slices.Clone(w)
			slices.Reverse(back[i])
			back[i] = rotated(back[i])
			g.words[i] = rotated(w)
		}
		slices.SortFunc(g.words, compareWords)
		slices.SortFunc(back, compareWords)
		if slices.CompareFunc(back, g.words, compareWords) < 0 {
			g.words = back
		}
	}
	slices.SortFunc(all, func(g, h region) int {
		return cmp.Or(cmp.Compare(h.free, g.free), slices.CompareFunc(g.words, h.words, compareWords))
	})
}

func compareWords(v, w []spot) int {
	return cmp.Or(cmp.Compare(len(v), len(w)), slices.Compare(v, w))
}

// rename names spots by numbers from firstName on, and returns how many have names. The words
// are copied.
func rename(all []region) int {
	var names []spot
	for r := range all {
		words := slices.Clone(all[r].words)
		for i, w := range words {
			w = slices.Clone(w)
			for k, s := range w {
				if s < firstName {
					continue
				}
				at := slices.Index(names, s)
				if at < 0 {
					at = len(names)
					names = append(names, s)
				}
				w[k] = firstName + spot(at)
			}
			words[i] = w
		}
		all[r].words = words
	}
	return len(names)
}

// rotated returns a word as it is read from the place from which it is least.
func rotated(w []spot) []spot {
	at := least(w)
	if at == 0 {
		return w
	}
	return append(slices.Clone(w[at:]), w[:at]...)
}

// least returns the place from which the cyclic word is least (Shiloach 1981), in O(len(w)).
func least[C cmp.Ordered](w []C) int {
	i, j, k, n := 0, 1, 0, len(w)
	for i < n && j < n && k < n {
		a, b := w[(i+k)%n], w[(j+k)%n]
		switch {
		case a == b:
			k++
			continue
		case a > b:
			i += k + 1
		default:
			j += k + 1
		}
		if i == j {
			j++
		}
		k = 0
	}
	return min(i, j)
}

// colours returns a colour for each name, no two the same.
func colours(all []region, names int) []uint64 {
	colour := make([]uint64, names)
	c := colourer{all: all, colour: colour, around: make([]uint64, names), sorted: make([]uint64, names)}
	for _, g := range all {
		for _, w := range g.words {
			for i, s := range w {
				if s >= firstName {
					colour[s-firstName] = min(uint64(other(w, i)+1), 1)
				}
			}
		}
	}
	classes := 0
	for {
		now := c.classes()
		if now == names {
			return colour
		}
		if now == classes { // nothing more is told apart
			c.single()
			now = c.classes()
		}
		classes = now
		c.look()
	}
}

// A colourer colours names.
type colourer struct {
	all            []region
	colour, around []uint64 // by name
	sorted         []uint64
	word           []uint64
	words          []uint64
}

// classes returns the number of different colours.
func (c *colourer) classes() int {
	copy(c.sorted, c.colour)
	slices.Sort(c.sorted)
	n := 0
	for i, v := range c.sorted {
		if i == 0 || v != c.sorted[i-1] {
			n++
		}
	}
	return n
}

// single gives a colour of its own to the first name of the least colour that several have.
func (c *colourer) single() {
	for i, v := range c.sorted[1:] {
		if v == c.sorted[i] {
			at := slices.Index(c.colour, v)
			c.colour[at] = mix(v, 1)
			return
		}
	}
}

// look changes the colours by what is around each spot.
func (c *colourer) look() {
	clear(c.around)
	for _, g := range c.all {
		forth, back := c.hash(g, false), c.hash(g, true)
		if forth <= back {
			c.add(g, false, forth)
		}
		if back <= forth {
			c.add(g, true, back)
		}
	}
	for i := range c.colour {
		c.colour[i] = mix(c.colour[i], c.around[i])
	}
}

// read writes the colours of a word to c.word, and returns the place from which they are least,
// and their hash from there.
func (c *colourer) read(w []spot, back bool) (at int, hash uint64) {
	c.word = c.word[:0]
	for _, s := range w {
		v := uint64(s)
		if s >= firstName {
			v = mix(c.colour[s-firstName], 2)
		}
		c.word = append(c.word, v)
	}
	if back {
		slices.Reverse(c.word)
	}
	at = least(c.word)
	hash = uint64(len(w))
	for i := range c.word {
		hash = mix(hash, c.word[(at+i)%len(w)])
	}
	return at, hash
}

// hash returns the hash of a region, walked in one direction.
func (c *colourer) hash(g region, back bool) uint64 {
	c.words = c.words[:0]
	for _, w := range g.words {
		_, h := c.read(w, back)
		c.words = append(c.words, h)
	}
	slices.Sort(c.words)
	hash := uint64(g.free)
	for _, h := range c.words {
		hash = mix(hash, h)
	}
	return hash
}

// add adds to each spot of a region how it is met there: which word is read from it on.
func (c *colourer) add(g region, back bool, hash uint64) {
	for _, w := range g.words {
		at, h := c.read(w, back)
		period := c.period()
		for i, s := range w {
			if s < firstName {
				continue
			}
			if back {
				i = len(w) - 1 - i
			}
			c.around[s-firstName] += mix(mix(hash, h), uint64((i-at+len(w))%len(w)%period))
		}
	}
}

// period returns after how many places c.word, a cyclic word, is the same again.
func (c *colourer) period() int {
	n := len(c.word)
	for p := 1; p < n; p++ {
		if n%p != 0 {
			continue
		}
		same := true
		for i := 0; i < n && same; i++ {
			same = c.word[i] == c.word[(i+p)%n]
		}
		if same {
			return p
		}
	}
	return n
}
