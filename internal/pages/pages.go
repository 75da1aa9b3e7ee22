// Package pages asks the system for large pages. Memory that is filled from one end to
// the other, and is many megabytes, then comes in hundreds of faults less.
package pages

import "unsafe"

// large is the size of a large page where there are some. Advice for less memory than
// two of them is not worth a system call.
const large = 2 << 20

// AdviseLarge says that the memory of the slice, up to its capacity, will be used, so
// that the system may back it by large pages. It is advice: nothing depends on it.
//
// The advice reaches to the bounds of large pages, and so may include what is beside
// the slice.
func AdviseLarge[T any](s []T) {
	size := uintptr(cap(s)) * unsafe.Sizeof(*new(T))
	if size < 2*large {
		return
	}
	from := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	to := (from + size + large - 1) / large * large
	from = from / large * large
	advise(from, to-from)
}
