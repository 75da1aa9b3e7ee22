//go:build !purego

package sequence

// This file lets the assembly take the place of the word engine's inner loops
// where the processor has what it needs. The build tag purego leaves it out.

import "github.com/grundy-games/grundy/internal/vector"

//go:generate go run -C asm . -out ../word_amd64.s -stubs ../word_stubs_amd64.go -pkg sequence

// canVectorise reports whether the processor can run the assembly.
func canVectorise() bool { return vector.HasAVX512() }

// fastVerifyKernels returns kernels in assembly, and false where the processor
// cannot run them.
func fastVerifyKernels() (verifyKernels, bool) {
	return verifyKernels{
		spread: func(codes, bitmaps []byte, at, stride, rows int, above *[maxCodes + 1]lanes) {
			if rows > 0 {
				spreadAVX512(&codes[0], &bitmaps[at], stride, rows, (*[block / 64]uint64)(&above[0]))
			}
			above[rows] = lanes{}
		},
		cover: func(lists *[maxCodes]witnessList, above *[maxCodes + 1]lanes, bitmaps []byte, at, from, to int, left *lanes) (code, widest int) {
			return coverAVX512(&lists[0].needs[0], (*[block / 64]uint64)(&above[0]), &bitmaps[at], from, to, (*[block / 64]uint64)(left))
		},
	}, canVectorise()
}

// fastMexes returns the first kernel in assembly, and false where the processor
// cannot run it, or the words are too short for it to pay.
func fastMexes(p *program) (mexKernel, bool) {
	if !canVectorise() || p.width < 32 {
		return nil, false
	}
	width := p.width
	size, lanes := p.size(), 512/width
	var far []int
	for _, o := range p.options {
		if o.back >= 2*lanes {
			far = append(far, o.row*p.stride-o.back*size)
		}
	}
	for len(far)%4 != 0 {
		far = append(far, far[len(far)-1])
	}
	near, steps := p.nearSteps()
	rowCodes := make([]uint64, len(p.codes))
	for r, c := range p.codes {
		rowCodes[r] = uint64(int(c) ^ (width - 1))
	}
	kernel := mexes32AVX512
	if width == 64 {
		kernel = mexes64AVX512
	}
	counts := make([]byte, 2*lanes*size) // words, low bytes first
	for i := range 2 * lanes {
		counts[i*size] = byte(i)
	}
	return func(table []byte, at int, before, codes []byte) uint64 {
		return kernel(&table[at], first(far), len(far), &near[0], steps,
			&rowCodes[0], len(rowCodes), p.stride, &counts[0], &before[len(before)-2*lanes], &codes[0])
	}, true
}

// nearSteps returns the program for the options nearer than two groups, whose
// n are not known before the n just before it, and its number of steps.
//
// Let the first found lanes of a group be known, and the options of o be joined
// for the lanes up to known[o]. The least of these is where the words can be found
// up to. An option is joined again only when it keeps the next step from
// reaching as far as the nearest option allows.
func (p *program) nearSteps() (near []int, steps int) {
	lanes, size := 512/p.width, p.size()
	section := func(wanted func(k int) bool, behind int) {
		var words, others []int
		for k, o := range p.options {
			if o.back >= 2*lanes || !wanted(k) {
				continue
			}
			from := (behind - o.back) * size
			if code := int(p.codes[o.row]); code == 0 {
				words = append(words, from)
			} else {
				others = append(others, from, code^(p.width-1))
			}
		}
		near = append(append(near, len(words)), words...)
		near = append(append(near, len(others)/2), others...)
	}
	section(func(k int) bool { return p.options[k].back >= lanes }, 2*lanes)
	nearest, known := lanes, make([]int, len(p.options))
	for k, o := range p.options {
		nearest = min(nearest, o.back)
		known[k] = 0
	}
	for found := 0; found < lanes; steps++ {
		next := min(found+nearest, lanes)
		section(func(k int) bool {
			back := p.options[k].back
			if back >= lanes || steps > 0 && known[k] >= next {
				return false
			}
			known[k] = found + back
			return true
		}, lanes)
		found = next
		near = append(near, 1<<found-1)
	}
	return near, steps
}

// first returns where s begins, nil if it is empty.
func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}
