package duel

// A duel gives the verdicts of a judge.

import (
	"cmp"
	"fmt"
	"time"

	"github.com/grundy-games/grundy/internal/units"
)

// A Verdict is what a judge says of a run.
type Verdict int

// The verdicts. A run alone is Accepted if the program ended by itself with exit status
// 0 and within its limits; whether the answer is right is another question.
const (
	Accepted Verdict = iota
	WrongAnswer
	TimeLimit
	MemoryLimit
	OutputLimit
	RunTimeError
	// Waiting is the verdict of a program that took little processor time and did not end.
	Waiting
)

// LastVerdict is the last of the verdicts.
const LastVerdict = Waiting

var verdicts = [...]string{"accepted", "wrong answer", "time limit", "memory limit", "output limit", "run-time error", "waiting"}

func (v Verdict) String() string { return verdicts[v] }

// Limits bound one run. A zero field stands for its default.
type Limits struct {
	// Time bounds the processor time of the program and all processes that it
	// starts. The default is 2 seconds.
	Time time.Duration
	// Wall bounds the time in which the program and all that it starts sleep. Time in which they
	// wait for a processor or a disk is not counted where the system tells (Linux). The default is
	// twice Time and 3 seconds.
	Wall time.Duration
	// Memory bounds the resident memory of all processes together, in bytes. The
	// default is 256 MiB.
	Memory uint64
	// Output bounds what is written on standard output, in bytes. The default is 64 MiB.
	Output int
	// File bounds each file that the program writes, in bytes. The default is 64 MiB.
	File uint64
	// Tasks bounds the processes and threads that live at the same time. The default is 256.
	Tasks int

	begin time.Duration // what the start of the program takes, which is not charged
}

// filled returns the limits with defaults for zero fields.
func (l Limits) filled() Limits {
	l.Time = cmp.Or(l.Time, 2*time.Second)
	l.Wall = cmp.Or(l.Wall, 2*l.Time+3*time.Second)
	l.Memory = cmp.Or(l.Memory, 256<<20)
	l.Output = cmp.Or(l.Output, 64<<20)
	l.File = cmp.Or(l.File, 64<<20)
	l.Tasks = cmp.Or(l.Tasks, 256)
	return l
}

// A Result is what one run of a program did.
type Result struct {
	Verdict  Verdict
	Why      string        // what the verdict rests on, such as "exit status 3"; "" where the verdict says all
	Output   []byte        // standard output, to the limit
	Messages []byte        // the beginning of standard error
	Time     time.Duration // processor time
	Wall     time.Duration // time by the clock
	Memory   uint64        // the greatest resident memory, in bytes; 0 where it was not measured
}

// A usage is what a platform measured, and how the program ended.
type usage struct {
	time    time.Duration
	memory  uint64
	status  int    // the exit status, if signal is ""
	signal  string // the signal that ended the program
	stopped cause  // why it was ended from outside
}

// A cause is why a run was ended from outside.
type cause int

const (
	notStopped cause = iota
	overTime
	overWall
	overAnswer // a talk waits no longer
	overMemory
	overOutput
	overLine
	overTasks
	overFile
	canceled // by the context, or by whoever talked with the program
)

// judge turns a measured run into its verdict.
func (u usage) judge(l Limits) (Verdict, string) {
	switch {
	case u.stopped == overOutput:
		return OutputLimit, "more than " + units.Bytes(uint64(l.Output)) + " on standard output"
	case u.stopped == overLine:
		return OutputLimit, "more than " + units.Bytes(maxLine) + " on one line"
	case u.stopped == overMemory || u.memory > l.Memory:
		return MemoryLimit, "more than " + units.Bytes(l.Memory)
	case u.stopped == overWall && u.time <= l.Time+l.begin:
		return Waiting, fmt.Sprintf("it had not ended after %s of sleep, and used %s of processor time", units.Time(l.Wall), units.Time(u.time.Round(time.Millisecond)))
	case u.stopped == overAnswer && u.time <= l.Time+l.begin:
		return Waiting, fmt.Sprintf("no answer within %s, and %s of processor time used", units.Time(l.Wall), units.Time(u.time.Round(time.Millisecond)))
	case u.stopped == overWall || u.stopped == overAnswer || u.stopped == overTime || u.time > l.Time+l.begin:
		why := "more than " + units.Time(l.Time)
		if start := l.begin.Round(time.Millisecond); start > 0 {
			why += " besides the " + units.Time(start) + " that its shortest run took"
		}
		return TimeLimit, why
	case u.stopped == overTasks:
		return RunTimeError, fmt.Sprintf("more than %d processes and threads", l.Tasks)
	case u.stopped == overFile:
		return RunTimeError, "a file of more than " + units.Bytes(l.File)
	case u.signal != "":
		return RunTimeError, "ended by the signal " + u.signal
	case u.status != 0:
		return RunTimeError, fmt.Sprintf("exit status %d", u.status)
	}
	return Accepted, ""
}

// A patience measures for how long a program sleeps. It looks at the program from time to time.
type patience struct {
	slept  time.Duration
	last   time.Time
	asleep bool
}

// longestLook bounds what is counted between two looks: whoever looks may have waited for a
// processor.
const longestLook = 50 * time.Millisecond

// look notes whether all of the program sleeps now, and returns for how long it has slept.
func (p *patience) look(now time.Time, asleep bool) time.Duration {
	if p.asleep && asleep {
		p.slept += min(now.Sub(p.last), longestLook)
	}
	p.last, p.asleep = now, asleep
	return p.slept
}
