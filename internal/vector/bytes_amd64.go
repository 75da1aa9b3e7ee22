package vector

// This file tells of instructions that move bytes.

import "golang.org/x/sys/cpu"

// HasByteMoves reports whether the processor has [HasAVX512], and permutes and
// compresses bytes (VBMI, VBMI2).
func HasByteMoves() bool {
	return HasAVX512() && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2
}
