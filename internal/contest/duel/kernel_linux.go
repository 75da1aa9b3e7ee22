package duel

// Linux has calls and numbers that package syscall has not.

import (
	"fmt"
	"syscall"
	"unsafe"
)

// Numbers of linux/capability.h, linux/prctl.h, fcntl.h and unistd.h.
const (
	capSysAdmin = 21
	setDumpable = 4
	ambient     = 47
	clearAll    = 4
	pathAlone   = 0x200000 // O_PATH
	readable    = 4        // R_OK
)

// control calls prctl(2).
func control(option, argument uintptr) error {
	if _, _, err := syscall.RawSyscall6(syscall.SYS_PRCTL, option, argument, 0, 0, 0, 0); err != 0 {
		return fmt.Errorf("prctl: %w", err)
	}
	return nil
}

// readOnly makes all that is mounted below / read-only, by mount_setattr(2).
func readOnly() error {
	const call, recursive, here = 442, 0x8000, -100 // the call's number of all architectures; AT_RECURSIVE, AT_FDCWD
	root, where := []byte("/\x00"), here
	set := struct{ set, cleared, propagation, users uint64 }{set: 1} // MOUNT_ATTR_RDONLY
	_, _, err := syscall.Syscall6(call, uintptr(where), uintptr(unsafe.Pointer(&root[0])), recursive, uintptr(unsafe.Pointer(&set)), unsafe.Sizeof(set), 0)
	if err != 0 {
		return err
	}
	return nil
}
