//go:build unix

package duel

// Where a program cannot be traced it runs in a session and a process group of its own, which is
// killed when the program ends. Its time and memory are known afterwards; until then only the
// clock on the wall stops it.

import (
	"cmp"
	"errors"
	"runtime"
	"syscall"
	"time"
)

// forkExec starts the program.
func (p *process) forkExec(how *syscall.SysProcAttr) (pid int, err error) {
	attr := &syscall.ProcAttr{Dir: p.dir, Env: p.env, Sys: how}
	for _, file := range p.files {
		attr.Files = append(attr.Files, file.Fd())
	}
	return syscall.ForkExec(p.path, p.args, attr)
}

// runUntraced starts the program, reports on started whether that worked, and waits for
// its end.
func (p *process) runUntraced(started chan<- error) usage {
	pid, err := p.forkExec(&syscall.SysProcAttr{Setsid: true})
	if err != nil {
		started <- err
		return usage{}
	}
	stop, stopped := p.stoppedBy(func() error { return syscall.Kill(-pid, syscall.SIGKILL) })
	started <- nil
	wall := time.AfterFunc(p.limits.Wall, func() { stop(overWall) })
	var status syscall.WaitStatus
	var used syscall.Rusage
	for {
		if _, err = syscall.Wait4(pid, &status, 0, &used); !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	wall.Stop()
	p.setStop(nil)
	_ = syscall.Kill(-pid, syscall.SIGKILL) // what it started ends with it
	u := usageOf(status)
	u.time = time.Duration(used.Utime.Nano() + used.Stime.Nano())
	u.memory = uint64(used.Maxrss)
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		u.memory <<= 10 // others count in KiB
	}
	select {
	case u.stopped = <-stopped:
	default:
	}
	return u
}

// usageOf says how a program ended.
func usageOf(status syscall.WaitStatus) (u usage) {
	switch {
	case !status.Signaled():
		u.status = status.ExitStatus()
	case status.Signal() == syscall.SIGXFSZ:
		u.stopped = overFile
	case status.Signal() == syscall.SIGXCPU:
		u.stopped = overTime
	default:
		u.signal = cmp.Or(signals[status.Signal()], status.Signal().String())
	}
	return u
}

// signals are those that end programs, with what they stand for.
var signals = map[syscall.Signal]string{
	syscall.SIGSEGV: "SIGSEGV (memory that is not its own)",
	syscall.SIGFPE:  "SIGFPE (such as a division by zero)",
	syscall.SIGABRT: "SIGABRT (abort, or an assertion that failed)",
	syscall.SIGBUS:  "SIGBUS (memory that is not there)",
	syscall.SIGILL:  "SIGILL (no such instruction)",
	syscall.SIGKILL: "SIGKILL",
	syscall.SIGTERM: "SIGTERM",
	syscall.SIGPIPE: "SIGPIPE (written to what nobody reads)",
	syscall.SIGTRAP: "SIGTRAP",
}

// UsedTime returns what this process has used, and those that it has waited for if they count.
func UsedTime(ofOthers bool) (used time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var of syscall.Rusage
		if who == syscall.RUSAGE_CHILDREN && !ofOthers {
			continue
		}
		if syscall.Getrusage(who, &of) != nil {
			return time.Since(loaded)
		}
		used += time.Duration(of.Utime.Nano() + of.Stime.Nano())
	}
	return used
}
