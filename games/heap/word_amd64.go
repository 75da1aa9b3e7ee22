//go:build !purego

package heap

// This file lets the assembly take the place of the word engine's inner loops
// where the processor has what it needs. The build tag purego leaves it out.

import "golang.org/x/sys/cpu"

//go:generate go run -C asm . -out ../word_amd64.s -stubs ../word_stubs_amd64.go -pkg heap

// canVectorise reports whether the processor can run the assembly.
func canVectorise() bool {
	x := &cpu.X86
	return x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512CD && x.HasBMI1 && x.HasBMI2
}

// fastBlockKernels returns kernels in assembly, and false where the processor
// cannot run them.
func fastBlockKernels() (blockKernels, bool) {
	return blockKernels{
		name: "AVX-512",
		spread: func(codes []byte, bitmaps []uint64, at, stride, rows int, above *[maxCodes + 1]lanes) {
			if rows > 0 {
				spreadAVX512(&codes[0], &bitmaps[at], stride*8, rows, (*[block / 64]uint64)(&above[0]))
			}
			above[rows] = lanes{}
		},
		cover: func(left *lanes, bitmaps []uint64, at int, list witnessList) int {
			if len(list.witnesses) == 0 {
				return 0
			}
			return coverAVX512((*[block / 64]uint64)(left), &bitmaps[at], &list.witnesses[0].offset, list.aligned, len(list.witnesses))
		},
	}, canVectorise()
}

// fastMexes returns the first kernel in assembly, and false where the processor
// cannot run it.
func fastMexes[W word](p *program) (mexKernel[W], bool) {
	if !canVectorise() {
		return nil, false
	}
	width := width[W]()
	size, lanes := width/8, 512/width
	var far, middle, near []int
	passes := 1
	for _, o := range p.options {
		code := int(p.codes[o.row]) ^ (width - 1)
		switch {
		case o.back < lanes:
			near = append(near, (lanes-o.back)*size, code)
			passes = max(passes, (lanes+o.back-1)/o.back)
		case o.back < 2*lanes:
			middle = append(middle, (2*lanes-o.back)*size, code)
		default:
			far = append(far, (o.row*p.stride-o.back)*size)
		}
	}
	rowCodes := make([]uint64, len(p.codes))
	for r, c := range p.codes {
		rowCodes[r] = uint64(int(c) ^ (width - 1))
	}
	steps := make([]W, 2*lanes)
	for i := range steps {
		steps[i] = W(i)
	}
	return func(words []W, at int, before, codes []byte) uint64 {
		before = before[len(before)-2*lanes:]
		switch words := any(words).(type) {
		case []uint32:
			return mexes32AVX512(&words[at], first(far), len(far), first(middle), len(middle)/2, first(near), len(near)/2, passes,
				first(rowCodes), len(rowCodes), p.stride*size, &any(steps).([]uint32)[0], &before[0], &codes[0])
		case []uint64:
			return mexes64AVX512(&words[at], first(far), len(far), first(middle), len(middle)/2, first(near), len(near)/2, passes,
				first(rowCodes), len(rowCodes), p.stride*size, &any(steps).([]uint64)[0], &before[0], &codes[0])
		}
		panic("heap: unreachable: a word of another size")
	}, true
}

// first returns where s begins, nil if it is empty.
func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}
