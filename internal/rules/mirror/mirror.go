// Package mirror proves strategies by symmetry from the rules: whoever plays second answers each move
// by its image under a map of the cells, such as the half turn of a board.
//
// A position is fixed by a map σ, its own inverse, if σ carries it to itself. Say that from
// each fixed position p of some dimensions, each move m has an image σ(m) that is a move after m,
// and that the two together leave a fixed position. Then the second player always has an
// answer, and where play ends he makes the last move: p is a P-position. As its sum with itself is
// nothing more, its nim-value is 0.
//
// [Prove] follows the core of the rules once for all positions of the dimensions, with cells whose
// contents are not known. So each move becomes what it writes, and the box of positions in
// which it is one. For the fixed positions in such a box, what stands there after the move must be
// in a box of the image, and the two may not write different contents into a cell. A move for which
// that is not so must be impossible: the strategy is for positions with a cell that forbids it,
// and that no later move can make allow it. That play ends is proved, too: each move makes some
// sum of weights of the cells less.
package mirror

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// A Map carries the cells of a state to each other.
type Map struct {
	How   string  // as in "the same move turned half way round the middle"
	Image []int32 // of each cell; its own inverse
}

// Fixes reports whether a state of the dimensions of the map is carried to itself.
func (m *Map) Fixes(state []int64) bool {
	for i, to := range m.Image {
		if state[i] != state[to] {
			return false
		}
	}
	return true
}

// A Strategy answers by a map.
type Strategy struct {
	*Map
	contents [][]int64
	// Of each list, the position must have a cell with none of the contents that the bound has.
	unless []box
}

// Wins reports whether the second player wins at a state by the strategy. The state must have
// the dimensions for which it was proved.
func (s *Strategy) Wins(state []int64) bool {
	if !s.Fixes(state) {
		return false
	}
	for _, some := range s.unless {
		if !slices.ContainsFunc(some, func(b bound) bool {
			at := slices.Index(s.contents[b.cell], state[b.cell])
			return at >= 0 && b.mask>>at&1 == 0
		}) {
			return false
		}
	}
	return true
}

// Answer returns the position in which the image of the move from one state to another leaves it.
// From must be one at which the strategy wins, and to an option of it.
func (s *Strategy) Answer(from, to []int64) []int64 {
	after := slices.Clone(to)
	for i, image := range s.Image {
		if to[i] != from[i] {
			after[image] = to[i]
		}
	}
	return after
}

// Serves reports whether positions of a shape may be carried to themselves at all.
func Serves(shape *core.Shape) bool {
	return !slices.ContainsFunc(shape.Fields, func(f core.Field) bool { return f.Kind == core.Heaps })
}

// mostMaps bounds the maps of some dimensions.
const mostMaps = 128

// Maps returns the maps of positions with the dimensions of a state that may carry it to itself:
// turns of its grids and rows, alone and with an exchange of fields that are alike.
func Maps(shape *core.Shape, state []int64) (all []Map) {
	type turn struct {
		name string
		to   func(h, w, r, c int) (int, int)
	}
	turns := []turn{{"", nil}}
	square, row, grid, length := true, false, false, 0
	for i := range shape.Fields {
		f := &shape.Fields[i]
		row, grid = row || f.Kind == core.Row, grid || f.Kind == core.Grid
		switch f.Kind {
		case core.Row:
			length = int(state[f.At])
		case core.Grid:
			square = square && state[f.At] == state[f.At+1]
		}
	}
	if grid {
		turns = append(turns,
			turn{"turned half way round the middle", func(h, w, r, c int) (int, int) { return h - 1 - r, w - 1 - c }},
			turn{"mirrored from left to right", func(_, w, r, c int) (int, int) { return r, w - 1 - c }},
			turn{"mirrored from top to bottom", func(h, _, r, c int) (int, int) { return h - 1 - r, c }})
		if square {
			turns = append(turns,
				turn{"mirrored in the diagonal", func(_, _, r, c int) (int, int) { return c, r }},
				turn{"mirrored in the other diagonal", func(h, _, r, c int) (int, int) { return h - 1 - c, h - 1 - r }})
		}
	} else if row {
		turns = append(turns, turn{"counted from the other end", func(_, w, _, c int) (int, int) { return 0, w - 1 - c }})
		if length%2 == 0 {
			turns = append(turns, turn{"half way round the ring", func(_, w, _, c int) (int, int) { return 0, (c + w/2) % max(w, 1) }})
		}
		for k := range length - 1 {
			turns = append(turns, turn{"mirrored in an axis of the ring", func(_, w, _, c int) (int, int) { return 0, (k + w - c) % w }})
		}
	}
	for _, swap := range swaps(shape, state) {
		for _, t := range turns {
			m := Map{How: t.name, Image: make([]int32, shape.Size)}
			moves := false
			for i := range m.Image {
				m.Image[i] = int32(i)
			}
			for i := range shape.Fields {
				f, to := &shape.Fields[i], &shape.Fields[swap[i]]
				first := f.Dimensions()
				h, w := 1, f.Used(state)-first
				if f.Kind == core.Grid {
					h, w = int(state[f.At]), int(state[f.At+1])
				}
				for at := range h * w {
					r, c := at/w, at%w
					if t.to != nil && f.Kind != core.Integer {
						r, c = t.to(h, w, r, c)
					}
					m.Image[f.At+first+at] = int32(to.At + first + r*w + c)
					moves = moves || m.Image[f.At+first+at] != int32(f.At+first+at)
				}
				if swap[i] > i {
					m.How = exchange(m.How, f.Name, to.Name)
				}
			}
			if moves && len(all) < mostMaps && !slices.ContainsFunc(all, func(o Map) bool { return slices.Equal(o.Image, m.Image) }) {
				all = append(all, m)
			}
		}
	}
	return all
}

func exchange(how, a, b string) string {
	switch {
	case how == "":
		return "with " + a + " and " + b + " exchanged"
	case strings.HasSuffix(how, " exchanged"):
		return how + ", and " + a + " and " + b
	}
	return how + ", with " + a + " and " + b + " exchanged"
}

// swaps returns the exchanges of fields that are alike, each as the field that each becomes; the
// first exchanges none.
func swaps(shape *core.Shape, state []int64) [][]int {
	same := make([]int, len(shape.Fields))
	for i := range same {
		same[i] = i
	}
	all := [][]int{same}
	for n := 0; n < len(all) && len(all) < mostMaps; n++ {
		for i := range same {
			if all[n][i] != i || slices.ContainsFunc(all[n][i:], func(j int) bool { return j < i }) {
				continue
			}
			for j := i + 1; j < len(same); j++ {
				if all[n][j] == j && alike(&shape.Fields[i], &shape.Fields[j], state) && !slices.ContainsFunc(same[i+1:], func(k int) bool { return all[n][k] != k }) {
					next := slices.Clone(all[n])
					next[i], next[j] = j, i
					all = append(all, next)
				}
			}
		}
	}
	return all
}

// alike reports whether two fields may be exchanged at a state.
func alike(f, g *core.Field, state []int64) bool {
	if f.Kind != g.Kind || f.Letters != g.Letters || f.Lo != g.Lo || f.Hi != g.Hi {
		return false
	}
	switch f.Kind {
	case core.Integer:
		return true
	case core.Row:
		return state[f.At] == state[g.At]
	case core.Grid:
		return state[f.At] == state[g.At] && state[f.At+1] == state[g.At+1]
	}
	return false
}

// Moves are the moves of a game at all positions of some dimensions, as changes of cells.
type Moves struct {
	*follower
	// Known is false where nothing can be proved of them: they are not changes of cells, play is
	// not seen to end, or that would take too many steps.
	Known   bool
	Steps   int  // that it took to find out
	stopped bool // they are not changes of cells
}

// Follow returns the moves at positions with the dimensions of a state. The error is one of the
// context or of its memory. It takes time in proportion to the steps, some 100 ns each.
func Follow(ctx context.Context, p *core.Program, state []int64) (all *Moves, err error) {
	x := &follower{program: p, dims: slices.Clone(state), ctx: ctx, held: meter.Open(ctx), contents: make([][]int64, p.Shape.Size), known: map[core.Expr][]core.Expr{}}
	x.live.Spend = x.spend
	defer x.held.Close()
	all = &Moves{follower: x, stopped: true}
	err = catch(func() {
		x.follow()
		all.stopped = false
		all.Known = x.ends()
	})
	all.Steps = x.spent
	return all, err
}

// catch calls do, and returns why it was stopped: nil where nothing can be proved.
func catch(do func()) error {
	if err := core.Catch[refusal](do).error; !errors.Is(err, errNone) {
		return err
	}
	return nil
}

// follow follows the rules from the cells of a position.
func (x *follower) follow() {
	fields := make([]value, 0, len(x.program.Shape.Fields))
	for i := range x.program.Shape.Fields {
		f := &x.program.Shape.Fields[i]
		t := f.Type()
		v := value{kind: t.Kind, of: t.Of}
		contents := contentsOf(f)
		for at := f.At + f.Dimensions(); at < f.At+f.Used(x.dims); at++ {
			x.contents[at] = contents
			v.cells = append(v.cells, one{n: asItStands, cell: int32(at), table: contents})
		}
		switch f.Kind {
		case core.Integer:
			v.one, v.cells = v.cells[0], nil
		case core.Grid:
			v.height, v.width = int(x.dims[f.At]), int(x.dims[f.At+1])
		case core.Heaps:
			x.refuse()
		}
		fields = append(fields, v)
	}
	x.call(moment{}, x.program.Main(), fields, func(moment, value) {})
	for i := range x.moves.all {
		m := &x.moves.all[i]
		m.in = x.union(m.in)
	}
}

// ends reports whether a sum of weights of the cells shows that play ends: how many of them have a
// content, or less of it, or the sum of their numbers. A weight that some moves make less and none
// makes more is enough for these; then others must serve the rest.
func (x *follower) ends() bool {
	type weight func(content int64) int64
	weights := []weight{func(c int64) int64 { return c }, func(c int64) int64 { return -c }}
	seen := map[int64]bool{}
	for _, contents := range x.contents {
		for _, c := range contents {
			if !seen[c] {
				seen[c] = true
				weights = append(weights, func(d int64) int64 { return truthOf(d == c) }, func(d int64) int64 { return -truthOf(d == c) })
			}
		}
	}
	left := slices.Clone(x.moves.all)
	for progress := true; progress && len(left) > 0; {
		progress = false
		for _, w := range weights {
			var rest []move
			grows := false
			for _, m := range left {
				gain := x.mostGain(m, w)
				if grows = gain > 0; grows {
					break
				} else if gain == 0 {
					rest = append(rest, m)
				}
			}
			if !grows && len(rest) < len(left) {
				left, progress = rest, true
			}
		}
	}
	return len(left) == 0
}

// mostGain returns how much more weight the cells can have after a move, at most.
func (x *follower) mostGain(m move, weight func(int64) int64) (most int64) {
	for i, in := range m.in {
		gain := int64(0)
		for _, w := range m.writes {
			x.spend(1)
			contents := x.contents[w.cell]
			least, first := int64(0), true
			for mask := in.mask(w.cell, x.all(w.cell)); mask != 0; mask &= mask - 1 {
				if c := weight(contents[bits.TrailingZeros64(mask)]); first || c < least {
					least, first = c, false
				}
			}
			gain += weight(contents[w.to]) - least
		}
		if i == 0 || gain > most {
			most = gain
		}
	}
	return most
}

// Prove returns the strategy that answers by a map, or nil where there is no proof that it wins. The
// error is one of the context or of its memory.
func (all *Moves) Prove(ctx context.Context, m *Map) (s *Strategy, err error) {
	x := all.follower
	x.ctx, x.held, x.spent = ctx, meter.Open(ctx), 0
	defer x.held.Close()
	err = catch(func() { s = x.prove(m) })
	return s, err
}

func (x *follower) prove(m *Map) *Strategy {
	for i, to := range m.Image {
		if len(x.contents[i]) != len(x.contents[to]) {
			return nil
		}
	}
	s := &Strategy{Map: m, contents: x.contents}
	for _, one := range x.moves.all {
		image := make([]write, len(one.writes))
		agree := true
		for i, w := range one.writes {
			image[i] = write{m.Image[w.cell], w.to}
		}
		slices.SortFunc(image, func(a, b write) int { return int(a.cell - b.cell) })
		for _, w := range image {
			at, ok := slices.BinarySearchFunc(one.writes, w.cell, func(w write, cell int32) int { return int(w.cell - cell) })
			agree = agree && (!ok || one.writes[at].to == w.to)
		}
		var allowed []box
		if at, ok := x.moves.at[textOf(image)]; ok && agree {
			allowed = x.moves.all[at].in
		}
		for _, in := range one.in {
			x.spend(len(in))
			turned := make(box, len(in))
			for i, b := range in {
				turned[i] = bound{m.Image[b.cell], b.mask}
			}
			slices.SortFunc(turned, func(a, b bound) int { return int(a.cell - b.cell) })
			fixed, possible := in.and(turned)
			if !possible {
				continue
			}
			after := fixed
			for _, w := range one.writes {
				after = after.with(w.cell, 1<<w.to, x.all(w.cell))
			}
			if x.covers(allowed, after) {
				continue
			}
			lasting := slices.DeleteFunc(slices.Clone(fixed), func(b bound) bool { return !x.lasts(b) })
			if len(lasting) == 0 {
				return nil
			}
			if !slices.ContainsFunc(s.unless, func(other box) bool { return slices.Equal(other, lasting) }) {
				s.unless = append(s.unless, lasting)
			}
		}
	}
	return s
}

// lasts reports whether a cell that has none of some contents will never have one of them.
func (x *follower) lasts(b bound) bool {
	for _, m := range x.moves.all {
		x.spend(1)
		at, writes := slices.BinarySearchFunc(m.writes, b.cell, func(w write, cell int32) int { return int(w.cell - cell) })
		if writes && b.mask>>m.writes[at].to&1 != 0 && slices.ContainsFunc(m.in, func(in box) bool { return in.mask(b.cell, x.all(b.cell))&^b.mask != 0 }) {
			return false
		}
	}
	return true
}
