package vector

import "golang.org/x/sys/cpu"

// HasAVX512 reports whether the processor has the instructions of AVX-512 that
// the assembly of this module uses (F, BW, CD, DQ, VL), and those for single
// bits (BMI1, BMI2).
func HasAVX512() bool {
	x := &cpu.X86
	return x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512CD && x.HasBMI1 && x.HasBMI2
}

// HasByteFields reports whether the processor has [HasAVX512], multiplies and
// maps bytes of the field of 256 elements (GFNI), and permutes bytes (VBMI).
func HasByteFields() bool {
	return HasAVX512() && cpu.X86.HasAVX512GFNI && cpu.X86.HasAVX512VBMI
}
