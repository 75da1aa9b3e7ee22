//go:build !unix

package duel

// Where processes have no groups, only the program itself is stopped.

import (
	"os"
	"time"
)

// run starts the program, reports on started whether that worked, and waits for its end.
func (p *process) run(started chan<- error) (u usage) {
	running, err := os.StartProcess(p.path, p.args, &os.ProcAttr{Dir: p.dir, Env: p.env, Files: p.files[:]})
	if err != nil {
		started <- err
		return u
	}
	stop, stopped := p.stoppedBy(running.Kill)
	started <- nil
	wall := time.AfterFunc(p.limits.Wall, func() { stop(overWall) })
	defer wall.Stop()
	if state, err := running.Wait(); err == nil {
		u.status = state.ExitCode()
		u.time = state.UserTime() + state.SystemTime()
	}
	select {
	case u.stopped = <-stopped:
	default:
	}
	return u
}

// UsedTime stands for the processor time that this process has used.
func UsedTime(bool) time.Duration { return time.Since(loaded) }
