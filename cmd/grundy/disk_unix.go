//go:build linux || darwin

package main

// This file finds out how much room there is on a disk.

import "syscall"

// freeSpace returns the bytes that may still be written in a folder.
func freeSpace(folder string) (bytes uint64, ok bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
