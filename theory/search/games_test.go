package search_test

// These are the games that the tests and benchmarks search, each as short as its rules: keys,
// moves, and what splits and what is symmetric.

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy/theory/search"
)

// chomp is a bar of chocolate of up to 8 columns of at most 255 squares: a byte
// a column, the heights not increasing from the lowest byte on. A player takes a
// square and all above it and to the right. The player who takes the
// last one, which is poisoned, has lost: the position of one square has no move.
type chomp struct{}

func (chomp) AppendMoves(m *search.Moves[uint64], bar uint64) error {
	var heights [8]byte
	binary.LittleEndian.PutUint64(heights[:], bar)
	for i, height := range heights {
		for h := range height {
			if i == 0 && h == 0 {
				continue
			}
			next := heights
			for j := i; j < 8; j++ {
				next[j] = min(next[j], h)
			}
			m.Add(binary.LittleEndian.Uint64(next[:]))
		}
	}
	return nil
}

func bar(width, height int) uint64 {
	var heights [8]byte
	for i := range width {
		heights[i] = byte(height)
	}
	return binary.LittleEndian.Uint64(heights[:])
}

// cram is a board of at most 64 cells; bits are those that are free. A player
// covers two neighbours. Parts of the board that do not touch are parts of the
// sum, moved to a corner, turned and mirrored to the smallest key.
type cram struct {
	width, height int
	plain         bool // no parts and no symmetry
	cells         []uint8
}

func (g *cram) AppendMoves(m *search.Moves[uint64], board uint64) error {
	leave := func(next uint64) {
		if g.plain {
			m.Parts = append(m.Parts, next)
		} else {
			m.Parts = g.appendParts(m.Parts, next)
		}
		m.Ends = append(m.Ends, len(m.Parts))
	}
	for free := board; free != 0; free &= free - 1 {
		i := bits.TrailingZeros64(free)
		if right := uint64(1) << (i + 1); (i+1)%g.width != 0 && board&right != 0 {
			leave(board &^ (1<<i | right))
		}
		if down := uint64(1) << (i + g.width); i+g.width < g.width*g.height && board&down != 0 {
			leave(board &^ (1<<i | down))
		}
	}
	return nil
}

func (g *cram) full() uint64 { return 1<<(g.width*g.height) - 1 }

// notFirst and notLast are the cells but those of the first and last columns.
func (g *cram) notLast() uint64 {
	row := uint64(1)<<(g.width-1) - 1
	mask := uint64(0)
	for y := range g.height {
		mask |= row << (y * g.width)
	}
	return mask
}

func (g *cram) appendParts(dst []uint64, board uint64) []uint64 {
	notLast := g.notLast()
	for board != 0 {
		part := board & -board
		for {
			grown := part | (part&notLast)<<1 | part>>1&notLast | part<<g.width | part>>g.width
			if grown &= board; grown == part {
				break
			}
			part = grown
		}
		board &^= part
		if part&(part-1) != 0 { // a single cell has no move
			dst = append(dst, g.canonical(part))
		}
	}
	return dst
}

func (g *cram) canonical(part uint64) uint64 {
	g.cells = g.cells[:0]
	for ; part != 0; part &= part - 1 {
		g.cells = append(g.cells, uint8(bits.TrailingZeros64(part)))
	}
	best := ^uint64(0)
	for way := range 8 {
		minX, minY, maxX, maxY := 99, 99, 0, 0
		for _, c := range g.cells {
			x, y := turn(way, int(c)%g.width, int(c)/g.width)
			minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
		}
		if maxX-minX >= g.width || maxY-minY >= g.height {
			continue
		}
		key := uint64(0)
		for _, c := range g.cells {
			x, y := turn(way, int(c)%g.width, int(c)/g.width)
			key |= 1 << ((y-minY)*g.width + x - minX)
		}
		best = min(best, key)
	}
	return best
}

func turn(way, x, y int) (int, int) {
	if way&4 != 0 {
		x, y = y, x
	}
	if way&1 != 0 {
		x = 30 - x
	}
	if way&2 != 0 {
		y = 30 - y
	}
	return x, y
}

// queens are the cells of a square board that no queen attacks yet; a player puts
// a queen on one of them. The board is turned and mirrored to the smallest key.
type queens struct {
	side    int
	attacks []uint64 // by cell, itself among them
}

func newQueens(side int) *queens {
	g := &queens{side: side}
	for c := range side * side {
		mask := uint64(0)
		for d := range side * side {
			dx, dy := c%side-d%side, c/side-d/side
			if dx == 0 || dy == 0 || dx == dy || dx == -dy {
				mask |= 1 << d
			}
		}
		g.attacks = append(g.attacks, mask)
	}
	return g
}

func (g *queens) AppendMoves(m *search.Moves[uint64], free uint64) error {
	for left := free; left != 0; left &= left - 1 {
		m.Add(g.canonical(free &^ g.attacks[bits.TrailingZeros64(left)]))
	}
	return nil
}

func (g *queens) canonical(free uint64) uint64 {
	best := free
	for way := 1; way < 8; way++ {
		key := uint64(0)
		for left := free; left != 0; left &= left - 1 {
			i := bits.TrailingZeros64(left)
			x, y := i%g.side, i/g.side
			if way&4 != 0 {
				x, y = y, x
			}
			if way&1 != 0 {
				x = g.side - 1 - x
			}
			if way&2 != 0 {
				y = g.side - 1 - y
			}
			key |= 1 << (y*g.side + x)
		}
		best = min(best, key)
	}
	return best
}

// kayles is a row of pins as text, "X" a pin and "." a gap. A player knocks down
// one pin or two neighbours; runs of pins are parts.
type kayles struct{}

func (kayles) AppendMoves(m *search.Moves[string], pins string) error {
	next := []byte(pins)
	leave := func() {
		for from := 0; from < len(next); from++ {
			if next[from] == 'X' {
				to := from
				for to < len(next) && next[to] == 'X' {
					to++
				}
				m.Parts = append(m.Parts, string(next[from:to]))
				from = to
			}
		}
		m.Ends = append(m.Ends, len(m.Parts))
	}
	for i := range next {
		if next[i] != 'X' {
			continue
		}
		next[i] = '.'
		leave()
		if i+1 < len(next) && next[i+1] == 'X' {
			next[i+1] = '.'
			leave()
			next[i+1] = 'X'
		}
		next[i] = 'X'
	}
	return nil
}

// kaylesWords is the same, a bit a pin, of up to 128 pins.
type kaylesWords struct{}

func (kaylesWords) AppendMoves(m *search.Moves[[2]uint64], pins [2]uint64) error {
	n := bits.Len64(pins[0])
	if pins[1] != 0 {
		n = 64 + bits.Len64(pins[1])
	}
	has := func(p [2]uint64, i int) bool { return i < 128 && p[i/64]>>(i%64)&1 == 1 }
	leave := func(next [2]uint64) {
		for from := 0; from < n; from++ {
			if !has(next, from) {
				continue
			}
			var part [2]uint64
			for at := 0; has(next, from); at++ {
				part[at/64] |= 1 << (at % 64)
				from++
			}
			m.Parts = append(m.Parts, part)
		}
		m.Ends = append(m.Ends, len(m.Parts))
	}
	for i := range n {
		if !has(pins, i) {
			continue
		}
		next := pins
		next[i/64] &^= 1 << (i % 64)
		leave(next)
		if has(pins, i+1) {
			next[(i+1)/64] &^= 1 << ((i + 1) % 64)
			leave(next)
		}
	}
	return nil
}

// heaps are three heaps below side: take any number from one of them, or one from
// each. The rank is of base side.
type heaps struct{ side uint64 }

func (g heaps) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	z, y, x := rank%g.side, rank/g.side%g.side, rank/g.side/g.side
	for k := uint64(1); k <= x; k++ {
		dst = append(dst, rank-k*g.side*g.side)
	}
	for k := uint64(1); k <= y; k++ {
		dst = append(dst, rank-k*g.side)
	}
	for k := uint64(1); k <= z; k++ {
		dst = append(dst, rank-k)
	}
	if x > 0 && y > 0 && z > 0 {
		dst = append(dst, rank-g.side*g.side-g.side-1)
	}
	return dst, nil
}

func (g heaps) AppendMoves(m *search.Moves[uint64], rank uint64) (err error) {
	from := len(m.Parts)
	m.Parts, err = g.AppendOptions(m.Parts, rank)
	for i := from; i < len(m.Parts); i++ {
		m.Ends = append(m.Ends, i+1)
	}
	return err
}

// sums is a game at random: moves[k] are the options of position k, each a list
// of positions.
type sums [][][]uint64

func (g sums) AppendMoves(m *search.Moves[uint64], k uint64) error {
	for _, parts := range g[k] {
		m.Add(parts...)
	}
	return nil
}

func (g sums) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	for _, parts := range g[rank] {
		dst = append(dst, parts...)
	}
	return dst, nil
}

// texted is the same with the numbers of positions written out.
type texted struct{ sums }

func (g texted) AppendMoves(m *search.Moves[string], k string) error {
	n, err := strconv.Atoi(k)
	for _, parts := range g.sums[n] {
		for _, p := range parts {
			m.Parts = append(m.Parts, strconv.FormatUint(p, 10))
		}
		m.Ends = append(m.Ends, len(m.Parts))
	}
	return err
}

// naive is the search that everybody writes first: a map and recursion.
type naive[K search.Key] struct {
	rules search.Rules[K]
	known map[K]uint64
}

func newNaive[K search.Key](r search.Rules[K]) naive[K] { return naive[K]{r, map[K]uint64{}} }

func (s naive[K]) value(k K) uint64 {
	if v, ok := s.known[k]; ok {
		return v
	}
	var m search.Moves[K]
	if err := s.rules.AppendMoves(&m, k); err != nil {
		panic(err)
	}
	var values []uint64
	from := 0
	for _, end := range m.Ends {
		sum := uint64(0)
		for _, part := range m.Parts[from:end] {
			sum ^= s.value(part)
		}
		values, from = append(values, sum), end
	}
	mex := uint64(0)
	for slices.Contains(values, mex) {
		mex++
	}
	s.known[k] = mex
	return mex
}
