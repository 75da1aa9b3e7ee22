//go:build unix

package duel

// Where a program cannot be traced it runs in a session and a process group of its own, which is
// killed when the program ends. Its time and memory are known afterwards; until then only the
// clock on the wall stops it.

import (
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
	stopped := make(chan cause, 1) // the first cause
	stop := func(why cause) {
		select {
		case stopped <- why:
		default:
		}
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
	p.setStop(stop)
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
		u.signal = signalName(status.Signal())
	}
	return u
}

// signalName names the signals that end programs, with what they stand for.
func signalName(s syscall.Signal) string {
	switch s {
	case syscall.SIGSEGV:
		return "SIGSEGV (memory that is not its own)"
	case syscall.SIGFPE:
		return "SIGFPE (such as a division by zero)"
	case syscall.SIGABRT:
		return "SIGABRT (abort, or an assertion that failed)"
	case syscall.SIGBUS:
		return "SIGBUS (memory that is not there)"
	case syscall.SIGILL:
		return "SIGILL (no such instruction)"
	case syscall.SIGKILL:
		return "SIGKILL"
	case syscall.SIGTERM:
		return "SIGTERM"
	case syscall.SIGPIPE:
		return "SIGPIPE (written to what nobody reads)"
	case syscall.SIGTRAP:
		return "SIGTRAP"
	}
	return s.String()
}

// ownTime returns the processor time that this process has used.
func ownTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return time.Since(loaded)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
