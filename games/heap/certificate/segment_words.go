package certificate

// This file checks many steps of a segment together, in plain Go.
//
// First the candidates of a chunk of heaps. A word of 16, 32 or 64 bits is the set of one
// code. Rows of such words, one row for each code r of a rare heap, hold the sets {code of
// n ^ r}. Words of several heaps in a row are a cell of 64 bits. The common options of
// these heaps are the unions of cells at fixed distances; the least missing code is the bit
// that a carry reaches.
//
// Then the rare values. For each code a bitmap says which heaps have it. A heap that wants
// a rare value is served if some division has it: if the bit of the right code is set so far
// behind it. Which divisions are tried, and in what order, is a matter of speed only: a
// heap is crossed off for no other reason than such a bit. Heaps that no listed division
// serves are looked at one by one.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

const (
	chunk   = 1 << 12 // heaps whose candidates are found together
	group   = 8       // cells that are made together
	strip   = 256     // heaps that witnesses serve together
	history = 1 << 17 // heaps whose codes are kept, at least
	moved   = 1 << 18 // heaps that come before codes are moved to the front
	mapped  = 1 << 14 // heaps behind a chunk whose bits are kept
	stride  = (mapped+chunk)/8 + 8 + 64
)

// even has the bits of even heaps, where the first is even.
const even = 0x5555555555555555

// bits64 reads 64 bits, the first in the lowest.
func bits64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

func put64(b []byte, w uint64) { binary.LittleEndian.PutUint64(b, w) }

// words is the check of many steps.
type words struct {
	*segment
	width     int    // of words, in bits
	low, most uint64 // the lowest and the highest bit of each word of a cell
	rowCodes  []byte // the code that each row is changed by
	rows      []byte
	rowStride int // in bytes
	behind    int // heaps before a chunk that rows hold
	far       []int
	near      []nearOption
	soon      []rowStep                     // rows that the next cell needs; in cells
	late      []rowStep                     // in bytes
	cells     [2 * group * mostCodes]uint64 // of the rows that the next cell needs: the last group, and the present one

	bitmaps  []byte
	above    [mostCodes + 1][4]uint64
	lists    [mostCodes]witnesses
	top      int // no code so large was seen
	text     [chunk]byte
	searches int // heaps looked at one by one since the lists were made
	learnAt  int
}

// A nearOption joins a shifted pair of cells to a union.
type nearOption struct {
	low, high int // where they are for the first cell of a group
	down, up  uint
}

// A rowStep makes a cell of a row from that of another, by exchanging neighbours of that many
// bits. The mask has the low one of each pair.
type rowStep struct {
	from, to int // where the rows begin
	by       uint
	mask     uint64
}

// witnesses serve one rare code. The first are aligned to bytes.
type witnesses struct {
	aligned []int // in bytes from the strip, to the row of a code
	others  []shifted
}

type shifted struct {
	at   int
	down uint
}

// many computes the codes to end-1, as far as chunks go. The history must be long enough.
func (s *segment) many(ctx context.Context, end int, report func(n int)) error {
	if s.next()+chunk > end {
		return nil
	}
	for width := 16; ; width *= 2 {
		for s.common[0].back < 64/width {
			width *= 2
		}
		w := newWords(s, width)
		narrow, err := w.run(ctx, end, report)
		if err != nil || !narrow {
			return err
		}
		if width == 64 {
			return fmt.Errorf("G(%d) or a value soon after is too large for a chain", s.next())
		}
	}
}

// newWords sets up the rows and the bitmaps.
func newWords(s *segment, width int) *words {
	w := &words{segment: s, width: width, low: ^uint64(0) / (1<<(width-1)*2 - 1)}
	w.most = w.low << (width - 1)
	perCell, size := 64/width, width/8
	w.behind = (s.common[len(s.common)-1].back + 64*group) / (64 * group) * (64 * group)
	w.rowStride = (w.behind+chunk)*size + 64
	w.rowCodes = []byte{0}
	for pass := range 2 { // the near options' rows first
		for _, o := range s.common {
			if int(o.code) < width && (o.back < perCell*group) == (pass == 0) {
				w.addRow(o.code, pass == 0)
			}
		}
	}
	w.rows = make([]byte, len(w.rowCodes)*w.rowStride)
	for _, o := range s.common {
		if int(o.code) >= width {
			continue // it changes a code that fits the word to one that does not
		}
		row := slices.Index(w.rowCodes, o.code)
		if o.back >= perCell*group {
			w.far = append(w.far, row*w.rowStride-o.back*size)
			continue
		}
		up := uint(o.back % perCell * width)
		place := (2*row+1)*group - o.back/perCell
		near := nearOption{low: place - 1, high: place, down: 64 - up, up: up}
		if up == 0 {
			near.low, near.down = near.high, 0
		}
		w.near = append(w.near, near)
	}
	w.fillRows()
	w.bitmaps = make([]byte, width*stride)
	codes := s.codes[len(s.codes)-mapped:]
	for from := 0; from < mapped; from += strip {
		w.spread(codes[from:from+strip], from/8)
	}
	return w
}

// addRow adds the row of a code, and those that it is made from. It returns which it is.
func (w *words) addRow(code byte, near bool) int {
	if k := slices.Index(w.rowCodes, code); k >= 0 {
		return k
	}
	rest := code & (code - 1)
	from, to, by := w.addRow(rest, near), len(w.rowCodes), uint(code^rest)
	if w.rowCodes = append(w.rowCodes, code); near {
		w.soon = append(w.soon, rowStep{(2*from + 1) * group, (2*to + 1) * group, by, ^uint64(0) / (1<<by + 1)})
	} else {
		w.late = append(w.late, rowStep{from * w.rowStride, to * w.rowStride, by, ^uint64(0) / (1<<by + 1)})
	}
	return to
}

// fillRows sets the rows of the heaps before a chunk.
func (w *words) fillRows() {
	size := w.width / 8
	codes := w.codes[len(w.codes)-w.behind:]
	for r, code := range w.rowCodes {
		row := w.rows[r*w.rowStride:][:w.behind*size]
		clear(row)
		for k, c := range codes {
			if bit := int(c ^ code); bit < w.width {
				row[k*size+bit/8] = 1 << (bit % 8)
			}
		}
	}
}

// run computes chunks. It reports whether a word was too narrow, and then the chunk is not
// computed.
func (w *words) run(ctx context.Context, end int, report func(n int)) (narrow bool, err error) {
	s := w.segment
	w.learnAt = s.next()
	for s.next()+chunk <= end {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if len(s.codes)+chunk > history+moved {
			drop := len(s.codes) - history
			s.codes, s.from = append(s.codes[:0], s.codes[drop:]...), s.from+drop
		}
		n, known := s.next(), len(s.codes)
		if cap(s.codes) < known+chunk {
			s.codes = append(make([]byte, 0, history+moved), s.codes...)
		}
		codes := s.codes[known : known+chunk]
		if !w.candidates(codes) {
			return true, nil
		}
		s.codes = s.codes[:known+chunk]
		w.writeChunk(n, codes)
		report(s.next())
		if s.trusted {
			continue
		}
		for from := 0; from < chunk; from += strip {
			w.spread(codes[from:from+strip], (mapped+from)/8)
			if err := w.serve(n+from, (mapped+from)/8); err != nil {
				return false, err
			}
		}
		for r := range w.width {
			row := w.bitmaps[r*stride:][:stride]
			copy(row, row[chunk/8:(mapped+chunk)/8])
		}
	}
	return false, nil
}

// candidates computes the codes of a chunk, each the least that is missing. It reports
// whether all fit the word.
func (w *words) candidates(codes []byte) bool {
	size, perGroup := w.width/8, group*64/w.width
	all := uint64(0)
	for r := range len(w.soon) + 1 {
		last := w.rows[r*w.rowStride+w.behind*size-8*group:]
		for k := range group {
			w.cells[2*r*group+k] = bits64(last[8*k:])
		}
	}
	for from := 0; from < chunk; from += perGroup {
		at := (w.behind + from) * size
		var cells [group]uint64
		w.gather(&cells, at)
		w.chain(&cells)
		all |= w.codesOf(&cells, codes[from:from+perGroup])
		w.store(at)
	}
	for r := range w.rowCodes {
		row := w.rows[r*w.rowStride:][:w.rowStride]
		copy(row, row[chunk*size:(chunk+w.behind)*size])
	}
	return all&uint64(w.width) == 0
}

// chain joins the near options of a group to its unions, and finds the codes, one cell after the
// other.
func (w *words) chain(unions *[group]uint64) {
	const in = 2*group*mostCodes - 1 // no index is larger
	low, most, near, soon, cells := w.low, w.most, w.near, w.soon, &w.cells
	for k, sets := range unions {
		for i := range near {
			o := &near[i]
			sets |= cells[(o.low+k)&in]>>(o.down&63) | cells[(o.high+k)&in]<<(o.up&63)
		}
		// A set plus one has a carry up to the least code that is missing.
		found := (sets&^most + low) &^ sets
		unions[k] = found
		cells[group+k] = found
		for i := range soon {
			s := &soon[i]
			x := cells[(s.from+k)&in]
			cells[(s.to+k)&in] = x>>(s.by&63)&s.mask | x&s.mask<<(s.by&63)
		}
	}
}

// store puts the cells of a group into the rows, and makes those of the other rows.
func (w *words) store(at int) {
	for r := range len(w.soon) + 1 {
		x := (*[2 * group]uint64)(w.cells[2*r*group:])
		y := (*[8 * group]byte)(w.rows[r*w.rowStride+at:])
		for k := range group {
			v := x[group+k]
			x[k] = v
			put64(y[8*k:8*k+8], v)
		}
	}
	for i := range w.late {
		s := &w.late[i]
		x, y := (*[8 * group]byte)(w.rows[at+s.from:]), (*[8 * group]byte)(w.rows[at+s.to:])
		by, mask := s.by&63, s.mask
		for k := 0; k < 8*group; k += 8 {
			v := bits64(x[k : k+8])
			put64(y[k:k+8], v>>by&mask|v&mask<<by)
		}
	}
}

// gather unites the words of the far options for a group.
func (w *words) gather(unions *[group]uint64, at int) {
	var a, b, c, d, e, f, g, h uint64
	rows := w.rows
	for _, start := range w.far {
		x := (*[8 * group]byte)(rows[at+start:])
		a |= bits64(x[0:8])
		b |= bits64(x[8:16])
		c |= bits64(x[16:24])
		d |= bits64(x[24:32])
		e |= bits64(x[32:40])
		f |= bits64(x[40:48])
		g |= bits64(x[48:56])
		h |= bits64(x[56:64])
	}
	*unions = [group]uint64{a, b, c, d, e, f, g, h}
}

// codesOf writes the codes of a group, width where there is none, and returns their union.
func (w *words) codesOf(found *[group]uint64, codes []byte) (all uint64) {
	switch w.width {
	case 16:
		codes = codes[:4*group]
		for k, x := range found {
			c := uint32(bits.TrailingZeros16(uint16(x))) | uint32(bits.TrailingZeros16(uint16(x>>16)))<<8 |
				uint32(bits.TrailingZeros16(uint16(x>>32)))<<16 | uint32(bits.TrailingZeros16(uint16(x>>48)))<<24
			binary.LittleEndian.PutUint32(codes[4*k:], c)
			all |= uint64(c)
		}
	case 32:
		for k, x := range found {
			c := uint16(bits.TrailingZeros32(uint32(x))) | uint16(bits.TrailingZeros32(uint32(x>>32)))<<8
			binary.LittleEndian.PutUint16(codes[2*k:], c)
			all |= uint64(c)
		}
	default:
		for k, x := range found {
			codes[k] = byte(bits.TrailingZeros64(x))
			all |= uint64(codes[k])
		}
	}
	all |= all >> 16
	return (all | all>>8) & 0xff
}

// spread sets the bits of a strip of codes, from byte at of each row on, and which codes are
// so large or larger.
func (w *words) spread(codes []byte, at int) {
	codes = codes[:strip]
	planes := bits.Len(uint(w.width - 1))
	for i := range strip / 64 {
		var plane [6]uint64
		for j := 0; j < 64; j += 8 {
			x := bits64(codes[64*i+j:])
			for b := range planes {
				plane[b] |= x >> b & 0x0101010101010101 * 0x0102040810204080 >> 56 << j
			}
		}
		var has [mostCodes]uint64
		has[0] = ^uint64(0)
		for b := range planes {
			for c := range 1 << b {
				has[c|1<<b] = has[c] & plane[b]
				has[c] &^= plane[b]
			}
		}
		sum := uint64(0)
		for c := w.width - 1; c >= 0; c-- {
			sum |= has[c]
			w.above[c][i] = sum
			put64(w.bitmaps[c*stride+at+8*i:], has[c])
		}
	}
	for w.top < w.width && w.above[w.top] != [4]uint64{} {
		w.top++
	}
}

// wanting returns the heaps of the strip that want a rare code, the first being n.
func (w *words) wanting(r, n int) (want [4]uint64) {
	first, second := &w.above[w.needs[r][n&1]], &w.above[w.needs[r][n&1^1]]
	for i := range want {
		want[i] = first[i]&even | second[i]&^even
	}
	return want
}

// serve checks that all rare values that a strip wants, whose first heap is n, are options.
func (w *words) serve(n, at int) error {
	if n >= w.learnAt {
		w.learn(n, at)
	}
	for r := 0; r < w.top; r++ {
		want := w.wanting(r, n)
		w0, w1, w2, w3 := want[0], want[1], want[2], want[3]
		list := &w.lists[r]
		for _, o := range list.aligned {
			if w0|w1|w2|w3 == 0 {
				break
			}
			x := (*[32]byte)(w.bitmaps[at+o:])
			w0 &^= bits64(x[0:8])
			w1 &^= bits64(x[8:16])
			w2 &^= bits64(x[16:24])
			w3 &^= bits64(x[24:32])
		}
		for i := 0; w0|w1|w2|w3 != 0 && i < len(list.others); i++ {
			o := &list.others[i]
			x, down, up := (*[33]byte)(w.bitmaps[at+o.at:]), o.down&63, (8-o.down)&63
			w0 &^= bits64(x[0:8])>>down | bits64(x[1:9])<<up
			w1 &^= bits64(x[8:16])>>down | bits64(x[9:17])<<up
			w2 &^= bits64(x[16:24])>>down | bits64(x[17:25])<<up
			w3 &^= bits64(x[24:32])>>down | bits64(x[25:33])<<up
		}
		if w0|w1|w2|w3 == 0 {
			continue
		}
		for i, left := range [4]uint64{w0, w1, w2, w3} {
			for ; left != 0; left &= left - 1 {
				if err := w.look(n+64*i+bits.TrailingZeros64(left), r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// look looks for a witness of one heap, and lists it.
func (w *words) look(n, r int) error {
	known := stretch{w.game, w.from, w.codes[:n-w.from]}
	back := known.witness(n, byte(r))
	if back == 0 {
		return known.missing(n, r)
	}
	if w.searches++; w.searches%(1<<12) == 0 {
		w.learnAt = min(w.learnAt, n+1)
	}
	if row := known.codes[len(known.codes)-back]; back+strip < mapped && len(w.lists[r].others) < 1<<10 {
		bytes := (back + 7) / 8
		w.lists[r].others = append(w.lists[r].others, shifted{int(row)*stride - bytes, uint(8*bytes - back)})
	}
	return nil
}

// writeChunk writes the values of a chunk.
func (w *words) writeChunk(n int, codes []byte) {
	decodeBytes(w.game, n, codes, w.text[:])
	w.out(w.text[:])
}

// eachByte returns a word of the same bytes.
func eachByte(b uint32) uint64 { return uint64(b) * 0x0101010101010101 }

// decodeBytes writes the common values of codes from n on, 8 at once.
func decodeBytes(g *game, n int, codes, values []byte) {
	below, above := eachByte(1<<g.low-1), eachByte((mostCodes-1)&^(1<<g.low-1))
	mask := eachByte(g.mask & 0xff)
	odd := eachByte(1) // where the ones under the mask must be odd in number
	if g.timed {
		odd = 0x0001000100010001 << (8 * ((n + g.parity) & 1))
	}
	for k := 0; k < len(codes); k += 8 {
		x := bits64(codes[k : k+8])
		x = x&above<<1 | x&below
		ones := x & mask
		ones ^= ones >> 4 & 0x0f0f0f0f0f0f0f0f
		ones ^= ones >> 2 & 0x3f3f3f3f3f3f3f3f
		ones ^= ones >> 1
		put64(values[k:k+8], x|(ones&0x0101010101010101^odd)<<g.low)
	}
}

const (
	sampled    = 8   // strips by which witnesses are chosen
	candidates = 512 // divisions that they are chosen from,
	compared   = 24  // how many of the best are compared each time,
	listed     = 96  // and how many are listed
	relearn    = 1 << 26
)

// learn chooses the divisions that are tried first: those that serve most of the last strips.
func (w *words) learn(n, at int) {
	w.learnAt, w.searches = n+relearn, 0
	var samples [mostCodes][4 * sampled]uint64
	kept := w.above
	codes := w.codes[:n+strip-w.from]
	for s := range sampled {
		back := (sampled - 1 - s) * strip
		w.spread(codes[len(codes)-back-strip:][:strip], at-back/8)
		for r := range w.top {
			want := w.wanting(r, n)
			copy(samples[r][4*s:], want[:])
		}
	}
	w.above = kept
	for r := range w.top {
		w.lists[r] = w.choose(byte(r), at-(sampled-1)*strip/8, samples[r][:])
	}
}

// choose returns witnesses of a rare code for the heaps that want it. The first of these
// is at the byte at.
func (w *words) choose(r byte, at int, want []uint64) (list witnesses) {
	type candidate struct{ at, gain int }
	served := func(o, i int) uint64 { return bits64(w.bitmaps[at+8*i+o:]) & want[i] }
	gain := func(o int) (heaps int) {
		for i := range want {
			if want[i] != 0 {
				heaps += bits.OnesCount64(served(o, i))
			}
		}
		return heaps
	}
	var all []candidate
	for _, t := range w.taken {
		for back := 8; back <= 8*candidates; back += 8 {
			if a := back - t; a > 0 && w.small[a] != noCode && int(w.small[a]^r) < w.width {
				o := int(w.small[a]^r)*stride - back/8
				all = append(all, candidate{o, gain(o)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return b.gain - a.gain })
	for len(list.aligned) < listed {
		best, most := 0, 0
		for k, c := range all[:min(compared, len(all))] {
			if g := gain(c.at); g > most {
				best, most = k, g
			}
		}
		if most == 0 {
			break
		}
		for i := range want {
			want[i] &^= served(all[best].at, i)
		}
		list.aligned = append(list.aligned, all[best].at)
		all = slices.Delete(all, best, best+1)
	}
	for _, c := range all[:min(len(all), listed-len(list.aligned))] { // for other heaps than the sample's
		list.aligned = append(list.aligned, c.at)
	}
	return list
}
