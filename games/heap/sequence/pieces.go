package sequence

// A long history grows in pieces of one size. A piece that has all of its room never
// moves, so that what is known is not copied as it grows, and no old copies wait for
// the garbage collector beside it.

import "github.com/grundy-games/grundy/internal/pages"

// pieceBits is the size of the pieces of a ledger, as a power of two: at least a block, a
// few large pages. Tests lower it.
var pieceBits = 22

// A pieces is a list of codes.
type pieces[T byte | uint16] struct {
	list [][]T
	bits int // a piece has room for 1 << bits codes, the last for fewer perhaps
	size int // how many codes there are
	room int // and how many have room
}

// start returns where the piece begins that has the last of n codes.
func (p *pieces[T]) start(n int) int { return (n - 1) >> p.bits << p.bits }

// end returns where that piece ends.
func (p *pieces[T]) end(n int) int { return p.start(n) + 1<<p.bits }

// at returns code i.
func (p *pieces[T]) at(i int) *T { return &p.list[i>>p.bits][i&(1<<p.bits-1)] }

// run returns those of the codes from … to-1 that are in the piece of the first.
func (p *pieces[T]) run(from, to int) []T {
	start := p.start(from + 1)
	return p.list[from>>p.bits][from-start : min(to, start+1<<p.bits, p.size)-start]
}

// runBack returns those of the codes from … to-1 that are in the piece of the last.
func (p *pieces[T]) runBack(from, to int) []T {
	start := p.start(to)
	return p.list[start>>p.bits][max(from, start)-start : to-start]
}

// grow makes room for room codes, more than there was, in the last piece, which moves,
// or in a new one if the last has all of its room.
func (p *pieces[T]) grow(room int) {
	start := p.start(p.room + 1)
	piece := make([]T, 0, room-start)
	pages.AdviseLarge(piece)
	if p.room > start {
		last := len(p.list) - 1
		p.list[last] = append(piece, p.list[last]...)
	} else {
		p.list = append(p.list, piece)
	}
	p.room = room
}

// add adds codes, for which there must be room.
func (p *pieces[T]) add(codes []T) {
	for len(codes) > 0 {
		k := p.size >> p.bits
		some := codes[:min(len(codes), cap(p.list[k])-len(p.list[k]))]
		p.list[k] = append(p.list[k], some...)
		p.size += len(some)
		codes = codes[len(some):]
	}
}

// addPiece adds a whole piece to others that have no room left.
func (p *pieces[T]) addPiece(codes []T) {
	p.list = append(p.list, codes)
	p.size += len(codes)
	p.room += cap(codes)
}
