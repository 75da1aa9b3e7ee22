//go:build !amd64 || purego

package sequence

// This file stands for the assembly where there is none.

func fastMexes(*program) (mexKernel, bool) { return nil, false }

func fastVerifyKernels() (verifyKernels, bool) { return verifyKernels{}, false }

func fastLanes() (lanesKernels, bool) { return lanesKernels{}, false }
