//go:build !playing

package period

// Conditions 4 and 5 of dividing.go for moves that leave more than three heaps.

import "github.com/grundy-games/grundy/theory/nimber"

// A beside has the exclusive ors of the heaps besides c, by their number and their tokens.
type beside struct {
	turn       int            // P
	each, pair [][]nimber.Set // of all that count, and of those with a pair
}

// besides returns the exclusive ors for the turn. They are not complete where the search has
// ended.
func (c *dividingCase) besides(turn, gamma int) *beside {
	if c.beside != nil && c.beside.turn == turn {
		return c.beside
	}
	added := 0
	var small []int // heaps of values below 2^γ
	for _, m := range c.moves {
		added = max(added, -m.Taken)
	}
	for h := 1; h < len(c.g); h++ {
		if c.g[h]>>gamma == 0 {
			small = append(small, h)
		}
	}
	b := &beside{turn: turn}
	c.beside = b
	for range c.heaps {
		b.each = append(b.each, make([]nimber.Set, len(c.g)+added))
		b.pair = append(b.pair, make([]nimber.Set, len(c.g)+added))
	}
	b.each[0][0].Add(0)
	for heaps := 1; heaps < c.heaps; heaps++ {
		for left := 1; left < len(c.g)+added; left++ {
			if c.steps += uint64(len(small) << max(0, gamma-6)); c.ended() {
				return b
			}
			each, pair := &b.each[heaps][left], &b.pair[heaps][left]
			if heaps >= 2 && left >= 2*c.q { // the least pair, or one of larger heaps
				pair.AddSums(b.each[heaps-2][left-2*c.q], 0)
				pair.AddSums(b.pair[heaps][left-2], 0)
				each.AddSums(*pair, 0)
			}
			for _, h := range small {
				if h > left {
					break
				}
				each.AddSums(b.each[heaps-1][left-h], c.g[h])
			}
		}
	}
	return b
}

// noteMany notes options of more than three heaps.
func (c *dividingCase) noteMany(at *coverage) {
	for _, m := range c.moves {
		if m.Heaps <= 3 {
			continue
		}
		b := c.besides(at.turn, at.gamma)
		left := at.n - m.Taken
		for h := left - m.Heaps + 1; h >= 1 && at.missing > 0; h-- {
			if c.steps += 1 << at.gamma; h%16 == 0 && c.ended() {
				return
			}
			pair, each := isLow, uint8(0)
			if h >= c.q {
				pair, each = isLow|isTop|isFull, isTop
			}
			for x := range b.pair[m.Heaps-1][left-h].Each {
				at.note(x^c.g[h], pair)
			}
			for x := range b.each[m.Heaps-1][left-h].Each {
				at.note(x^c.g[h], each)
			}
		}
	}
}
