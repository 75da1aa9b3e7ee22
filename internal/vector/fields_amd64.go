package vector

// This file tells of instructions for finite fields.

import "golang.org/x/sys/cpu"

// HasCarryless reports whether the processor multiplies polynomials of 64 bits
// (PCLMULQDQ).
func HasCarryless() bool { return cpu.X86.HasPCLMULQDQ }

// HasByteFields reports whether the processor has [HasAVX512], multiplies and
// maps bytes of the field of 256 elements (GFNI), and permutes bytes (VBMI).
func HasByteFields() bool {
	return HasAVX512() && cpu.X86.HasAVX512GFNI && cpu.X86.HasAVX512VBMI
}
