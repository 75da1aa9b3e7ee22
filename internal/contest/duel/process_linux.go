package duel

// On Linux a program is traced with ptrace(2), so that the kernel reports every process and thread
// that the program starts, whatever session or group it moves to and whatever signals it ignores.
// A new process stands still until we let it go, so that none outruns the count. When the program
// ends, all others are killed. If we are killed ourselves, the kernel kills all of them. Memory
// and processor time are read when a process is about to end, and every few milliseconds before.
//
// A process can leave only if it asks the kernel for a child that cannot be traced
// (CLONE_UNTRACED). Such a child still dies with its process group.

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// traceOptions have the kernel report every new process and thread, and every end.
const traceOptions = syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACECLONE |
	syscall.PTRACE_O_TRACEEXEC | syscall.PTRACE_O_TRACEEXIT | 1<<20 // PTRACE_O_EXITKILL

// A tracer looks after one program. Only the goroutine of run waits for events; others
// may look at the tasks and stop all of them.
type tracer struct {
	p     *process
	pid   int
	begun time.Time

	mu     sync.Mutex
	tasks  map[int]task          // the threads that live
	over   bool                  // no task may live on
	cause  cause                 // why it is over
	times  map[int]time.Duration // processor time of each process that was seen
	memory uint64
}

// A task is a thread of a process. It stands still before its first instruction. That
// stop may be seen before the event that reports the task, or after it.
type task struct {
	process int
	begun   bool
}

// run starts the program, reports on started whether that worked, and waits until it and
// all its processes have ended.
func (p *process) run(started chan<- error) usage {
	if p.kept == nil {
		return p.runTraced(started)
	}
	u, err := p.kept.run(p, started)
	if err != nil {
		started <- err
	}
	return u
}

// runTraced is run where we trace the program ourselves.
func (p *process) runTraced(started chan<- error) usage {
	runtime.LockOSThread() // ptrace knows the tracer by its thread
	defer runtime.UnlockOSThread()
	if children, _ := os.ReadFile("/proc/thread-self/children"); len(children) > 0 {
		// To wait would take the ends of these children from whoever waits for them. As
		// this thread is held, another goroutine runs on another one.
		ended := make(chan usage)
		go func() { ended <- p.runTraced(started) }()
		return <-ended
	}
	begun := time.Now()
	pid, err := p.fork(&syscall.SysProcAttr{Setsid: true, Ptrace: true})
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) { // the machine lets nobody trace, or the program does not run
		return p.runUntraced(started)
	}
	if err != nil {
		started <- err
		return usage{}
	}
	t := &tracer{p: p, pid: pid, begun: begun, tasks: map[int]task{pid: {process: pid}}, times: map[int]time.Duration{}}
	p.setStop(t.stop)
	started <- nil
	done := make(chan struct{})
	var polls sync.WaitGroup
	polls.Go(func() { t.poll(done) })
	u := usageOf(t.wait())
	close(done)
	polls.Wait()
	u.memory, u.time = t.memory, t.spent()
	if t.cause != notStopped {
		u.stopped = t.cause
	}
	return u
}

// fork starts the program with room on its stack for as much as its memory allows. Only
// a limit that stands before the program is laid out in memory counts, so our own is
// raised meanwhile; it means nothing for a process that runs.
func (p *process) fork(how *syscall.SysProcAttr) (pid int, err error) {
	forking.Lock()
	defer forking.Unlock()
	if p.inside { // what it may do to mount memory, no program may
		if err := control(ambient, clearAll); err != nil {
			return 0, err
		}
	}
	var own syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_STACK, &own) == nil && own.Cur < p.limits.Memory {
		raised := syscall.Rlimit{Cur: min(p.limits.Memory, own.Max), Max: own.Max}
		if syscall.Setrlimit(syscall.RLIMIT_STACK, &raised) == nil {
			defer func() { _ = syscall.Setrlimit(syscall.RLIMIT_STACK, &own) }()
		}
	}
	return p.forkExec(how)
}

var forking sync.Mutex

// wait deals with events until no task is left, and returns how the program ended.
func (t *tracer) wait() (status syscall.WaitStatus) {
	for {
		var s syscall.WaitStatus
		tid, err := syscall.Wait4(-1, &s, syscall.WALL|syscall.WNOTHREAD, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil: // nobody is left
			return status
		case s.Stopped():
			t.proceed(tid, s)
		default:
			t.mu.Lock()
			delete(t.tasks, tid)
			t.mu.Unlock()
			if tid == t.pid {
				status = s
				t.stop(notStopped) // what it started ends with it
			}
		}
	}
}

// proceed deals with what stopped a task, and lets it go on.
func (t *tracer) proceed(tid int, s syscall.WaitStatus) {
	signal := 0
	switch first, event := t.begin(tid), s.TrapCause(); {
	case first && tid == t.pid:
		_ = syscall.PtraceSetOptions(tid, traceOptions)
		limit(tid, t.p.limits)
	case first:
	case event == syscall.PTRACE_EVENT_EXIT:
		t.measure(tid, "VmHWM:")
	case event == syscall.PTRACE_EVENT_EXEC:
		if former, err := syscall.PtraceGetEventMsg(tid); err == nil && int(former) != tid {
			t.mu.Lock() // the thread that called exec has taken the number of its process
			delete(t.tasks, int(former))
			t.mu.Unlock()
		}
	case event > 0:
		if child, err := syscall.PtraceGetEventMsg(tid); err == nil {
			t.know(int(child))
		}
	default:
		signal = int(s.StopSignal())
	}
	_ = syscall.PtraceCont(tid, signal) // it may have been killed meanwhile
}

// begin reports whether a task stops for the first time.
func (t *tracer) begin(tid int) bool {
	t.know(tid)
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.tasks[tid]
	first := !of.begun
	of.begun = true
	t.tasks[tid] = of
	return first
}

// know notes a task. It does not live long if all is over, or if there are too many.
func (t *tracer) know(tid int) {
	t.mu.Lock()
	if _, known := t.tasks[tid]; known {
		t.mu.Unlock()
		return
	}
	of := task{process: tid}
	if status := statusOf(tid); status != nil {
		of.process = int(field(status, "Tgid:"))
	}
	t.tasks[tid] = of
	over, many := t.over, len(t.tasks) > t.p.limits.Tasks
	t.mu.Unlock()
	if many || over {
		t.stop(overTasks)
	}
}

// stop kills all tasks. The first cause stays.
func (t *tracer) stop(why cause) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.over {
		t.over, t.cause = true, why
	}
	_ = syscall.Kill(-t.pid, syscall.SIGKILL) // also what cannot be traced
	for tid := range t.tasks {
		_ = syscall.Kill(tid, syscall.SIGKILL)
	}
}

// poll looks at time and memory until done is closed.
func (t *tracer) poll(done <-chan struct{}) {
	ticks := time.NewTicker(5 * time.Millisecond)
	defer ticks.Stop()
	var idle patience
	for {
		select {
		case <-done:
			return
		case <-ticks.C:
		}
		t.mu.Lock()
		seen := map[int]bool{}
		tids := slices.Collect(maps.Keys(t.tasks))
		for _, of := range t.tasks {
			seen[of.process] = true
		}
		t.mu.Unlock()
		asleep := idle.look(time.Now(), !slices.ContainsFunc(tids, busy))
		var memory uint64
		for pid := range seen {
			memory += t.measure(pid, "VmRSS:")
		}
		t.mu.Lock()
		t.memory = max(t.memory, memory)
		spent := t.spent()
		t.mu.Unlock()
		switch limits := t.p.limits; {
		case memory > limits.Memory:
			t.stop(overMemory)
		case spent > limits.Time+limits.begin:
			t.stop(overTime)
		case asleep > limits.Wall:
			t.stop(overWall)
		}
	}
}

// busy reports whether a task runs, or waits for a processor, for a disk or for us.
func busy(tid int) bool {
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(tid) + "/stat")
	_, state, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	return len(state) > 0 && bytes.IndexByte([]byte("RDt"), state[0]) >= 0
}

// spent returns the processor time of all processes. It is no more than all processors had since
// the program began: the kernel's clock of a process jumps where a virtual machine stands still.
func (t *tracer) spent() (spent time.Duration) {
	for _, d := range t.times {
		spent += d
	}
	return min(spent, time.Since(t.begun)*time.Duration(runtime.NumCPU()))
}

// measure notes the processor time of the process of a task, and that memory of it.
func (t *tracer) measure(tid int, what string) (memory uint64) {
	status := statusOf(tid)
	if status == nil {
		return 0 // it has ended
	}
	pid := int(field(status, "Tgid:"))
	memory = field(status, what) << 10
	spent, known := processorTime(pid)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.memory = max(t.memory, memory)
	if known {
		t.times[pid] = max(t.times[pid], spent)
	}
	return memory
}

// processorTime returns the time of a process and of all its threads, by the clock that
// the kernel keeps for it.
func processorTime(pid int) (time.Duration, bool) {
	const scheduled = 2 // CPUCLOCK_SCHED
	var spent syscall.Timespec
	_, _, err := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(^pid<<3|scheduled), uintptr(unsafe.Pointer(&spent)), 0)
	return time.Duration(spent.Nano()), err == 0
}

// statusOf returns what the kernel says of a task, or nil if it has ended.
func statusOf(tid int) []byte {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(tid) + "/status")
	if err != nil {
		return nil
	}
	return status
}

// field returns a number in a status, 0 for one that is not there.
func field(status []byte, name string) (n uint64) {
	if _, rest, found := bytes.Cut(status, []byte("\n"+name)); found {
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		if words := bytes.Fields(line); len(words) > 0 {
			n, _ = strconv.ParseUint(string(words[0]), 10, 64)
		}
	}
	return n
}

// processes is the folder of processes in which we may write.
var processes = "/proc"

// limit sets the limits that the kernel holds, and has it kill this process first where
// memory runs out.
func limit(pid int, l Limits) {
	set := func(resource int, most uint64) {
		r := [2]uint64{most, most}
		_, _, _ = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), uintptr(unsafe.Pointer(&r)), 0, 0, 0)
	}
	set(syscall.RLIMIT_CORE, 0)
	set(syscall.RLIMIT_FSIZE, l.File)
	set(syscall.RLIMIT_CPU, uint64((l.Time+l.begin)/time.Second)+2)
	_ = os.WriteFile(processes+"/"+strconv.Itoa(pid)+"/oom_score_adj", []byte("1000"), 0)
}
