package main

// This file finds out whether a shell closed standard output, as in "grundy … >&-".
// Go's runtime then opens /dev/null in its place before main begins, and the answer
// would be lost without a word.

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// shells are the programs that close a standard output on a user's word. Other programs
// that want no output pass /dev/null on, often open for reading and writing too.
var shells = []string{"ash", "bash", "busybox", "dash", "fish", "ksh", "mksh", "sh", "zsh"}

// stdoutWasClosed reports whether the runtime has opened standard output: it is
// /dev/null, open for reading and writing, and the parent is a shell whose own output
// is another.
func stdoutWasClosed() bool {
	parent := strconv.Itoa(os.Getppid())
	name, err := os.ReadFile("/proc/" + parent + "/comm")
	return err == nil && slices.Contains(shells, string(bytes.TrimSpace(name))) && isNullForBoth("self") && !isNullForBoth(parent)
}

// isNullForBoth reports whether the standard output of a process is /dev/null, open
// for reading and writing.
func isNullForBoth(process string) bool {
	if file, err := os.Readlink("/proc/" + process + "/fd/1"); err != nil || file != os.DevNull {
		return false
	}
	info, _ := os.ReadFile("/proc/" + process + "/fdinfo/1")
	for line := range strings.Lines(string(info)) {
		var flags int
		if n, _ := fmt.Sscanf(line, "flags: %o", &flags); n == 1 {
			return flags&(os.O_RDONLY|os.O_WRONLY|os.O_RDWR) == os.O_RDWR
		}
	}
	return false
}
