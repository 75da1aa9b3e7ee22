package pages

import "syscall"

// advise tells the system. It fails where the kernel has no large pages; then the small
// ones do.
func advise(from, size uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, size, syscall.MADV_HUGEPAGE)
}
