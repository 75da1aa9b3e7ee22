//go:build !purego

package heap

// This file lets the assembly take the place of the word engine's inner loops
// where the processor has what it needs. The build tag purego leaves it out.

import "golang.org/x/sys/cpu"

//go:generate go run -C asm . -out ../word_amd64.s -stubs ../word_stubs_amd64.go -pkg heap

// fastKernels returns the kernels in assembly, and false where the processor
// cannot run them.
func fastKernels[W word](p *program) (k kernels[W], ok bool) {
	x := &cpu.X86
	if !(x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasBMI1 && x.HasBMI2) {
		return k, false
	}
	size := 8
	if uint64(^W(0)) == 1<<32-1 {
		size = 4
	}
	far, near := inBytes(p.far, size), inBytes(p.near, size)
	narrow := append([]uint32{}, p.codes...)
	wide := make([]uint64, len(p.codes))
	for i, c := range p.codes {
		wide[i] = uint64(c)
	}
	k.name = "AVX-512"
	k.mexes = func(words []W, at int, codes []byte) uint64 {
		switch words := any(words).(type) {
		case []uint32:
			return mexes32AVX512(&words[at], first(far), len(far), first(near), len(near), first(narrow), p.nearRows, len(narrow), p.stride*size, &codes[0])
		case []uint64:
			return mexes64AVX512(&words[at], first(far), len(far), first(near), len(near), first(wide), p.nearRows, len(wide), p.stride*size, &codes[0])
		}
		panic("heap: unreachable: a word of another size")
	}
	k.spread = func(codes []byte, bitmaps []uint64, at, stride, rows int) {
		if rows > 0 {
			spreadAVX512(&codes[0], &bitmaps[at], stride*8, rows)
		}
	}
	k.cover = func(lanes *[block / 64]uint64, bitmaps []uint64, at int, witnesses []witness) int {
		if len(witnesses) == 0 {
			return 0
		}
		return coverAVX512(lanes, &bitmaps[at], &witnesses[0].offset, len(witnesses))
	}
	return k, true
}

// inBytes returns offsets in bytes.
func inBytes(offsets []int, size int) []int {
	bytes := make([]int, len(offsets))
	for i, o := range offsets {
		bytes[i] = o * size
	}
	return bytes
}

// first returns where s begins, nil if it is empty.
func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}
