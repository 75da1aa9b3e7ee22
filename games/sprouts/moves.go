package sprouts

// A move draws a line inside one region, and puts a spot Z on it. Let x and y be the spots at
// its ends.
//
// Between two boundaries x U and y V of the region, read from these ends on, the line makes
// them one: x U x Z y V y Z. Any two boundaries that a line joins lie in the same region before
// and after, so no other boundary is touched.
//
// From a boundary x U y V to itself it divides the region in two: one has the boundary x U y Z,
// the other y V x Z, and each of the other boundaries lies in either, as the players like. If
// both ends are at the same place, U is empty, and x and y are the same spot.
//
// A spot that gets a line beside others is met at each end once more. One that gets its third
// line is dead: no boundary needs it any more.

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// mostMoves bounds the lines that may be drawn in a position, alike ones among them.
const mostMoves = 1 << 18

// tooMany says at which position more lines can be drawn.
func tooMany(all []region) error {
	text := message.Brief(string(new(namer).appendText(nil, all)), 60)
	return grundy.BudgetError{Msg: fmt.Sprintf("sprouts(%q): more than %s lines can be drawn here: want fewer spots, or fewer boundaries, in one region", text, units.Grouped(mostMoves))}
}

// lines returns how many more lines may go from a spot in all.
func lines(s spot) int { return 3 - int(min(s, 2)) }

// A group is boundaries of a region that are alike: the spots without lines, or boundaries that
// stand beside each other and meet nothing else.
type group struct {
	first int // the first boundary; -1 for the spots without lines
	count int
}

// A line is a move: in a region, from place i of the first boundary of group a to place j of one
// of group b. If both are one boundary, inside says how many of each group come to lie on the
// side of the line that the walk along the boundary passes between i and j.
type line struct {
	region, a, b, i, j int
	split              bool
	inside             []int // by group; the boundary itself is not counted
	groups             []group
}

// eachLine calls yield for every line that can be drawn, up to which of some alike boundaries it
// concerns, until that returns false. Yield does not keep the line.
func eachLine(all []region, yield func(l *line) bool) {
	for r := range all {
		g := &all[r]
		groups := g.groups()
		l := &line{region: r, groups: groups, inside: make([]int, len(groups))}
		for l.a = range groups {
			for l.b = l.a; l.b < len(groups); l.b++ {
				if l.a == l.b && groups[l.a].count < 2 {
					continue
				}
				for l.i = range g.word(groups[l.a]) {
					for l.j = range g.word(groups[l.b]) {
						if !yield(l) {
							return
						}
					}
				}
			}
		}
		for l.a = range groups {
			l.b, l.split = l.a, true
			w := g.word(groups[l.a])
			for l.i = range w {
				for l.j = l.i; l.j < len(w); l.j++ {
					if x, y := w[l.i], w[l.j]; l.i == l.j && lines(x) < 2 || l.i != l.j && x == y && x >= firstName {
						continue
					}
					if !l.eachSide(yield) {
						return
					}
				}
			}
		}
	}
}

// eachSide calls yield for every way in which the other boundaries lie on the two sides.
func (l *line) eachSide(yield func(l *line) bool) bool {
	clear(l.inside)
	for {
		if !yield(l) {
			return false
		}
		k := 0
		for ; k < len(l.groups); k++ {
			most := l.groups[k].count
			if k == l.a {
				most--
			}
			if l.inside[k] < most {
				l.inside[k]++
				break
			}
			l.inside[k] = 0
		}
		if k == len(l.groups) {
			return true
		}
	}
}

var free = []spot{0}

// word returns the first boundary of a group.
func (g *region) word(of group) []spot {
	if of.first < 0 {
		return free
	}
	return g.words[of.first]
}

// groups returns the boundaries by groups.
func (g *region) groups() (all []group) {
	if g.free > 0 {
		all = append(all, group{-1, g.free})
	}
	for i, w := range g.words {
		if last := len(all) - 1; last >= 0 && all[last].first >= 0 && alike(g.words[all[last].first], w) {
			all[last].count++
		} else {
			all = append(all, group{i, 1})
		}
	}
	return all
}

// alike reports whether two boundaries differ in names only, and no other boundary meets their
// spots.
func alike(v, w []spot) bool {
	if len(v) != len(w) {
		return false
	}
	for i := range v {
		if v[i] < firstName || w[i] < firstName {
			if v[i] != w[i] {
				return false
			}
			continue
		}
		at, to := other(v, i), other(w, i)
		if at != to || at < 0 {
			return false
		}
	}
	return true
}

// other returns where else a boundary meets the spot at a place, or -1.
func other(w []spot, at int) int {
	for i, s := range w {
		if s == w[at] && i != at {
			return i
		}
	}
	return -1
}

// A desk has memory that is used again for each option.
type desk struct {
	spots   arena[spot]
	words   arena[[]spot]
	regions arena[region]
	colourer
	namer
}

// clear forgets what was made on the desk.
func (d *desk) clear() {
	d.spots.room, d.words.room, d.regions.room = d.spots.room[:0], d.words.room[:0], d.regions.room[:0]
}

// An arena is memory for slices that are forgotten together.
type arena[T any] struct{ room []T }

// take returns an empty slice of that capacity.
func (a *arena[T]) take(n int) []T {
	k := len(a.room)
	if k+n > cap(a.room) {
		a.room = make([]T, 0, max(2*cap(a.room), 2*n, 64))
		k = 0
	}
	a.room = a.room[:k+n]
	return a.room[k : k : k+n]
}

// draw returns the regions after a line, on the desk. Names from next on are free.
func (d *desk) draw(all []region, l *line, next spot) []region {
	g := &all[l.region]
	v, w := g.word(l.groups[l.a]), g.word(l.groups[l.b])
	if second := l.groups[l.b].first + 1; !l.split && l.a == l.b && second > 0 {
		w = g.words[second]
	}
	x, y, z := v[l.i], w[l.j], next
	// end returns how a spot is met where one line more goes from it, and whether the boundary meets
	// it on both sides of the line.
	end := func(s, name spot) (spot, bool) {
		switch s {
		case 0:
			return 1, false
		case 1:
			return name, true
		}
		return dead, false
	}
	one, two := d.spots.take(len(v)+len(w)+4), d.spots.take(len(v)+3)
	switch {
	case !l.split:
		for k, e := range [][]spot{v, w} {
			at, s := [...]int{l.i, l.j}[k], [...]spot{x, y}[k]
			met, twice := end(s, next+1+spot(k))
			one = append(append(append(one, met), e[at+1:]...), e[:at]...)
			if twice {
				one = append(one, met)
			}
			one = append(one, z)
		}
	case l.i == l.j && x == 0:
		one, two = append(one, next+1, z), append(two, next+1, z)
	case l.i == l.j:
		one = append(one, z)
		two = append(append(append(two, z), v[l.i+1:]...), v[:l.i]...)
	default:
		s, _ := end(x, next+1)
		t, _ := end(y, next+2)
		one = append(append(append(one, s), v[l.i+1:l.j]...), t, z)
		two = append(append(append(append(two, t), v[l.j+1:]...), v[:l.i]...), s, z)
	}
	after := d.regions.take(len(all) + 1)
	after = append(after, all[:l.region]...)
	inside, rest := region{words: d.words.take(len(g.words) + 1)}, region{words: d.words.take(len(g.words) + 1)}
	for k, of := range l.groups {
		n, used := l.inside[k], 0
		if k == l.a {
			used++
		}
		if k == l.b && !l.split {
			used++
		}
		if !l.split {
			n = 0
		}
		if of.first < 0 {
			inside.free += n
			rest.free += of.count - used - n
			continue
		}
		words := g.words[of.first+used : of.first+of.count]
		inside.words = append(inside.words, words[:n]...)
		rest.words = append(rest.words, words[n:]...)
	}
	if l.split {
		inside.words = append(inside.words, one)
		rest.words = append(rest.words, two)
		after = append(after, inside)
	} else {
		rest.words = append(rest.words, one)
	}
	after = append(append(after, rest), all[l.region+1:]...)
	// A name that dies is met elsewhere too.
	return d.clean(after, deadName(x), deadName(y))
}

// dead stands in place of a spot of three lines, until it is taken away.
const dead spot = -1

func deadName(s spot) spot {
	if s >= firstName {
		return s
	}
	return dead
}

// clean takes away what no line can meet: dead spots, and regions in which no line can be drawn,
// for fewer than two ends are free there. A spot that is then met once loses its name; so does
// one that is met twice in a row, for a line to it may as well come from either side. The boundaries
// are new.
func (d *desk) clean(all []region, x, y spot) []region {
	var once []spot
	kept := all[:0]
	for _, g := range all {
		ends := 3 * g.free
		words := d.words.take(len(g.words))
		for _, w := range g.words {
			if w = d.shorten(w, x, y); len(w) == 0 {
				continue
			}
			words = append(words, w)
			for i, s := range w {
				if s < firstName || other(w, i) <= i {
					ends += lines(s)
				}
			}
		}
		if ends > 1 {
			kept = append(kept, region{g.free, words})
		} else if ends == 1 && words[0][0] >= firstName {
			once = append(once, words[0][0])
		}
	}
	if len(once) == 0 {
		return kept
	}
	for _, g := range kept {
		for _, w := range g.words {
			for k, s := range w {
				if slices.Contains(once, s) {
					w[k] = 2
				}
			}
		}
	}
	return kept
}

// shorten returns a boundary without dead spots, nor x and y, and with names met twice in a row
// as 2.
func (d *desk) shorten(from []spot, x, y spot) []spot {
	w := d.spots.take(len(from))
	for _, s := range from {
		if s != dead && s != x && s != y {
			w = append(w, s)
		}
	}
	for i := 0; i < len(w) && len(w) > 1; {
		next := (i + 1) % len(w)
		if w[i] < firstName || w[i] != w[next] {
			i++
			continue
		}
		w[i] = 2
		w = slices.Delete(w, next, next+1)
		i = 0
	}
	return w
}

// fold makes a region with at most three free ends one boundary that says only which spots are
// there: any two of its ends can be joined, and then at most two are left, which can be joined
// once in any case. So 0 is like three spots that are met once, and 1 like two.
func (d *desk) fold(all []region) {
	for r := range all {
		g := &all[r]
		ends := 3 * g.free
		names := d.spots.take(3)
		alone := 3 * g.free // ends that are met nowhere else
		for _, w := range g.words {
			for i, s := range w {
				at := -1
				if s >= firstName {
					at = other(w, i)
				}
				if at > i {
					continue
				}
				ends += lines(s)
				if s >= firstName && at < 0 {
					if len(names) < 3 {
						names = append(names, s)
					}
				} else {
					alone += lines(s)
				}
			}
			if ends > 3 {
				break
			}
		}
		if ends > 3 {
			continue
		}
		word := d.spots.take(3)
		for range alone {
			word = append(word, 2)
		}
		*g = region{0, append(d.words.take(1), append(word, names...))}
	}
}

// lands returns the regions by parts of the position that no spot joins.
func lands(all []region) [][]region {
	if len(all) < 2 {
		if len(all) == 0 {
			return nil
		}
		return [][]region{all}
	}
	root := make([]int, len(all))
	find := func(r int) int {
		for root[r] != r {
			root[r] = root[root[r]]
			r = root[r]
		}
		return r
	}
	where := map[spot]int{}
	for r, g := range all {
		root[r] = r
		for _, w := range g.words {
			for _, s := range w {
				if s < firstName {
					continue
				}
				if at, ok := where[s]; ok {
					root[find(at)] = find(r)
				} else {
					where[s] = r
				}
			}
		}
	}
	var parts [][]region
	index := make([]int, len(all))
	for r, g := range all {
		to := find(r)
		if index[to] == 0 {
			parts = append(parts, nil)
			index[to] = len(parts)
		}
		parts[index[to]-1] = append(parts[index[to]-1], g)
	}
	return parts
}
