//go:build !amd64 || purego

package heap

// fastKernels returns false: here is no assembly.
func fastKernels[W word](*program) (k kernels[W], ok bool) { return k, false }
