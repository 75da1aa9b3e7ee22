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

// order puts regions into the order in which they are written. It changes them and their
// boundaries, and names their spots from [firstName] on.
func (d *desk) order(all []region) {
	names := d.rename(all)
	if names > 0 {
		colour := d.colours(all, names)
		rank, byColour := d.spots.take(names)[:names], d.spots.take(names)
		for i := range names {
			byColour = append(byColour, spot(i))
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
		back := d.words.take(len(g.words))
		for i, w := range g.words {
			reversed := append(d.spots.take(len(w)), w...)
			slices.Reverse(reversed)
			back = append(back, d.rotated(reversed))
			g.words[i] = d.rotated(w)
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

// rename names spots by numbers from firstName on, and returns how many have names.
func (d *desk) rename(all []region) (count int) {
	most := firstName
	for _, g := range all {
		for _, w := range g.words {
			most = max(most, slices.Max(w))
		}
	}
	names := d.spots.take(int(most) + 1)[:most+1]
	clear(names)
	for _, g := range all {
		for _, w := range g.words {
			for k, s := range w {
				if s < firstName {
					continue
				}
				if names[s] == 0 {
					names[s] = firstName + spot(count)
					count++
				}
				w[k] = names[s]
			}
		}
	}
	return count
}

// rotated returns a word as it is read from the place from which it is least.
func (d *desk) rotated(w []spot) []spot {
	at := least(w)
	if at == 0 {
		return w
	}
	return append(append(d.spots.take(len(w)), w[at:]...), w[:at]...)
}

// least returns the place from which the cyclic word is least (Shiloach 1981), in O(len(w)).
func least[C cmp.Ordered](w []C) int {
	i, j, k, n := 0, 1, 0, len(w)
	for i < n && j < n && k < n {
		x, y := i+k, j+k
		if x >= n {
			x -= n
		}
		if y >= n {
			y -= n
		}
		a, b := w[x], w[y]
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
func (c *colourer) colours(all []region, names int) []uint64 {
	if len(c.colour) < names {
		c.colour, c.around, c.sorted = make([]uint64, 2*names), make([]uint64, 2*names), make([]uint64, 2*names)
	}
	colour := c.colour[:names]
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
		now := c.classes(colour)
		if now == names {
			return colour
		}
		if now == classes { // nothing more is told apart
			c.single(colour)
			now = c.classes(colour)
		}
		classes = now
		c.look(all, colour)
	}
}

// A colourer colours names.
type colourer struct {
	colour, around []uint64 // by name, and more
	sorted         []uint64
	word           []uint64
	words          []uint64
}

// classes returns the number of different colours.
func (c *colourer) classes(colour []uint64) int {
	sorted := c.sorted[:len(colour)]
	copy(sorted, colour)
	slices.Sort(sorted)
	n := 0
	for i, v := range sorted {
		if i == 0 || v != sorted[i-1] {
			n++
		}
	}
	return n
}

// single gives a colour of its own to the first name of the least colour that several have.
func (c *colourer) single(colour []uint64) {
	sorted := c.sorted[:len(colour)]
	for i, v := range sorted[1:] {
		if v == sorted[i] {
			colour[slices.Index(colour, v)] = mix(v, 1)
			return
		}
	}
}

// look changes the colours by what is around each spot.
func (c *colourer) look(all []region, colour []uint64) {
	clear(c.around)
	for _, g := range all {
		forth := c.hash(g, false)
		if !slices.ContainsFunc(g.words, func(w []spot) bool { return len(w) > 2 }) {
			c.add(g, false, forth) // both directions are one
			continue
		}
		back := c.hash(g, true)
		if forth <= back {
			c.add(g, false, forth)
		}
		if back <= forth {
			c.add(g, true, back)
		}
	}
	for i := range colour {
		colour[i] = mix(colour[i], c.around[i])
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
	for _, v := range c.word[at:] {
		hash = mix(hash, v)
	}
	for _, v := range c.word[:at] {
		hash = mix(hash, v)
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
		if slices.Max(w) < firstName {
			continue
		}
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
