//go:build !amd64 || purego

package heap

// This file stands for the assembly where there is none.

func fastMexes[W word](*program) (mexKernel[W], bool) { return nil, false }

func fastBlockKernels() (blockKernels, bool) { return blockKernels{}, false }
