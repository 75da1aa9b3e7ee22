package heap

// This file holds the three inner loops of the word engine in plain Go. On
// amd64 with AVX-512 the assembly of word_amd64.s takes their place; it gives
// the same bytes, and the tests compare the two.

import "math/bits"

// A word is a set of codes, a bit each.
type word interface{ uint32 | uint64 }

// group is the number of n for which options of far offsets are gathered
// together; nearer options are not known before the n before them.
const group = 16

// block is the number of n that are verified together.
const block = 512

// A program tells the first kernel which words make the common options of n.
// Row r of a table holds, at n, the set of one code, that of n, nim-added to
// codes[r]; nothing if n is rare.
type program struct {
	options []option // nearest first
	codes   []uint32 // of the rows
	stride  int      // from a row to the next, in words
}

// An option of n is the word of the row so far back.
type option struct{ row, back int }

// newMexes returns the first kernel. It finds the least codes that are missing
// among the common options of each n of a block, in order, and stores the codes
// and the rows of the table; word at of row 0 belongs to the first n, and before
// holds the bytes of history of the n just before it. It returns the bitwise or
// of all codes: a set without a gap yields a number as large as the size of
// the word, which smaller codes cannot.
func newMexes[W word](p *program) mexKernel[W] {
	var near, far []int
	nearRow := make([]bool, len(p.codes))
	for _, o := range p.options {
		if offset := o.row*p.stride - o.back; o.back < group {
			near = append(near, offset)
			nearRow[o.row] = true
		} else {
			far = append(far, offset)
		}
	}
	// A row is where it begins and its code. Near options read some rows while
	// the group is not complete; the other rows are stored afterwards.
	type row struct {
		start int
		code  uint32
	}
	var soon, late []row
	for r, c := range p.codes {
		if nearRow[r] {
			soon = append(soon, row{r * p.stride, c})
		} else {
			late = append(late, row{r * p.stride, c})
		}
	}
	return func(words []W, at int, _, codes []byte) (all uint64) {
		for from := 0; from < block; from += group {
			here := at + from
			var options [group]W
			gather((*[group / 2]W)(options[:]), words, here, far)
			gather((*[group / 2]W)(options[group/2:]), words, here+group/2, far)
			group := (*[group]byte)(codes[from:])
			for lane, o := range &options {
				for _, offset := range near {
					o |= words[here+lane+offset]
				}
				code := uint32(bits.TrailingZeros64(uint64(^o))) // 64 if there is no gap
				all |= uint64(code)
				group[lane] = byte(code)
				for _, r := range soon {
					words[here+lane+r.start] = 1 << (code ^ r.code)
				}
			}
			for _, r := range late {
				row := words[here+r.start:][:len(group)]
				for lane, c := range group {
					row[lane] = 1 << (uint32(c) ^ r.code)
				}
			}
		}
		return all
	}
}

// gather unites the words that far options take for eight n from here on. It is
// written out so that they stay in registers.
func gather[W word](options *[group / 2]W, words []W, here int, far []int) {
	var a, b, c, d, e, f, g, h W
	for _, offset := range far {
		w := (*[8]W)(words[here+offset:])
		a |= w[0]
		b |= w[1]
		c |= w[2]
		d |= w[3]
		e |= w[4]
		f |= w[5]
		g |= w[6]
		h |= w[7]
	}
	*options = [8]W{a, b, c, d, e, f, g, h}
}

// spread sets, for each code c below the number of rows, the bits of row c,
// from word at on, that say which of a block's codes are c; and above[c], which
// are c or larger. No code is as large as rows.
func spread(codes []byte, bitmaps []uint64, at, stride, rows int, above *[maxCodes + 1]lanes) {
	for c := range rows {
		clear(bitmaps[c*stride+at:][:block/64])
	}
	for lane, c := range codes[:block] {
		if int(c) < rows { // not marked rare
			bitmaps[int(c)*stride+at+lane/64] |= 1 << (lane % 64)
		}
	}
	above[rows] = lanes{}
	for c := rows - 1; c >= 0; c-- {
		row := (*lanes)(bitmaps[c*stride+at:])
		for i := range row {
			above[c][i] = above[c+1][i] | row[i]
		}
	}
}

// maxCodes is the number of codes for which there is room in a byte of history.
const maxCodes = 128

// lanes is a set of n of a block.
type lanes [block / 64]uint64

func (l *lanes) empty() bool {
	return l[0]|l[1]|l[2]|l[3]|l[4]|l[5]|l[6]|l[7] == 0
}

// A witness says where to look for a rare value: n is served if the bit that
// stands so far from it is set.
type witness struct {
	offset int // in words, from the block's first word of row 0
	shift  int // 0 … 63 bits more
	bytes  int // where the shift is a number of bytes: the offset in bytes
	widest int // how far before n this and the witnesses before it look
}

// A witnessList has witnesses in the order in which they are tried, those first
// for which the shift is a number of bytes: they cost half as much.
type witnessList struct {
	witnesses []witness
	aligned   int
}

// cover takes from the lanes of a block those that witnesses serve, one after
// the other, until none is left. It returns how many it has used.
func cover(left *lanes, bitmaps []uint64, at int, list witnessList) int {
	a, b, c, d, e, f, g, h := left[0], left[1], left[2], left[3], left[4], left[5], left[6], left[7]
	used := 0
	for used < len(list.witnesses) {
		w := &list.witnesses[used]
		row := (*[block/64 + 1]uint64)(bitmaps[at+w.offset:])
		low, high := w.shift&63, (64-w.shift)&63
		mask := uint64(0) // of what the next word gives
		if low > 0 {
			mask = ^uint64(0)
		}
		a &^= row[0]>>low | row[1]<<high&mask
		b &^= row[1]>>low | row[2]<<high&mask
		c &^= row[2]>>low | row[3]<<high&mask
		d &^= row[3]>>low | row[4]<<high&mask
		e &^= row[4]>>low | row[5]<<high&mask
		f &^= row[5]>>low | row[6]<<high&mask
		g &^= row[6]>>low | row[7]<<high&mask
		h &^= row[7]>>low | row[8]<<high&mask
		if used++; a|b|c|d|e|f|g|h == 0 {
			break
		}
	}
	*left = lanes{a, b, c, d, e, f, g, h}
	return used
}

// A mexKernel is the first inner loop, in Go or in assembly.
type mexKernel[W word] func(words []W, at int, before, codes []byte) (all uint64)

// blockKernels are the two others.
type blockKernels struct {
	name   string
	spread func(codes []byte, bitmaps []uint64, at, stride, rows int, above *[maxCodes + 1]lanes)
	cover  func(left *lanes, bitmaps []uint64, at int, list witnessList) int
}

var portableKernels = blockKernels{"portable", spread, cover}
