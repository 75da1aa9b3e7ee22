//go:build !amd64 || purego

package sequence

// This file stands for the block engine's assembly where there is none.

func fastLanes() (lanesKernels, bool) { return lanesKernels{}, false }
