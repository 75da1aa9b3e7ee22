package duel

// A command becomes a program that can be run again and again.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grundy-games/grundy/internal/message"
)

// A Program is a command that answers inputs, in any language. Each run is a process
// with its own empty folder to work in, which is removed afterwards. Runs may go on at
// the same time.
//
// On Linux a run ends with every process that the program started, also those that moved
// to another session or ignore signals. Where the system has namespaces for ordinary users, it
// sees no other processes, and may read files and change none but those in its folder. Elsewhere
// only those end that stay in its process group. The network is not kept from it.
type Program struct {
	path   string
	words  []string
	args   []string // the words, with paths
	limits Limits
	here   bool
	folder string       // of all that belongs to runs; a keeper has one of its own
	ready  func() error // makes keepers and the folder once
	kept   *keepers
	runs   atomic.Int64 // counted, for names
	spent  atomic.Int64 // the processor time of all runs
	slept  atomic.Int64 // the time by the clock of those that were waiting
	least  atomic.Int64 // the processor time of the shortest run, and 1 ns; 0 before the first
}

// NewProgram finds the command, whose words are its name and its arguments. Words that
// name files or folders mean those of the present folder, wherever the program runs.
// If here is set, it runs in the present folder. Close the program after its last run.
func NewProgram(command []string, limits Limits, here bool) (*Program, error) {
	if len(command) == 0 {
		return nil, errors.New("there is no command")
	}
	path, err := exec.LookPath(command[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		if wrapped, ok := errors.AsType[*exec.Error](err); ok {
			err = wrapped.Err
		}
		if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
			err = wrapped.Err
		}
		return nil, fmt.Errorf("cannot run %s: %w", message.Quoted(command[0]), err)
	}
	p := &Program{path: path, words: command, args: slices.Clone(command), limits: limits.filled(), here: here}
	if !here {
		for i, word := range p.args[1:] {
			if _, err := os.Stat(word); err == nil {
				if p.args[1+i], err = filepath.Abs(word); err != nil {
					return nil, err
				}
			}
		}
	}
	p.ready = sync.OnceValue(func() (err error) {
		if p.kept = newKeepers(p); p.kept.wont == nil {
			p.folder = p.kept.folder
			return nil
		}
		p.folder, err = os.MkdirTemp("", "grundy-duel-")
		return err
	})
	return p, nil
}

// Fenced says why the program does not run in namespaces of its own, or nil if it does.
func (p *Program) Fenced() error {
	if err := p.ready(); err != nil {
		return err
	}
	return p.kept.wont
}

// Spent returns the processor time of the runs so far, where the system counts it for a keeper that
// goes on, and not for this process.
func (p *Program) Spent() time.Duration {
	if spent := p.spent.Load(); spent > 0 && p.kept.wont == nil {
		return time.Duration(spent)
	}
	return 0
}

// Command returns the words of the command.
func (p *Program) Command() []string { return p.words }

// Limits returns the limits of each run.
func (p *Program) Limits() Limits { return p.limits }

// Close removes what belongs to the program. No run may be going on.
func (p *Program) Close() error {
	if p.kept == nil {
		return nil // it never ran
	}
	p.kept.close()
	p.spent.Store(0) // the system counts it now
	if p.kept.wont == nil {
		return nil
	}
	return removeAll(p.folder)
}

// Run runs the program on an input. The error comes from ctx, or says why the program
// could not be started; whatever the program does is in the result.
func (p *Program) Run(ctx context.Context, input []byte) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	place, err := p.place()
	if err != nil {
		return Result{}, err
	}
	defer place.remove()
	stdin, err := p.input(place, input)
	if err != nil {
		return Result{}, err
	}
	defer func() { _ = stdin.Close() }()
	limits := p.limits
	limits.begin = p.begin()
	running, err := p.start(ctx, place, stdin, limits)
	if err != nil {
		return Result{}, err
	}
	output := running.read(running.output, limits.Output, true)
	result := running.finish(limits)
	result.Output = output()
	p.count(result)
	p.lasted(result.Time)
	if len(result.Output) > p.limits.Output {
		result.Output = result.Output[:p.limits.Output]
		result.Verdict, result.Why = usage{stopped: overOutput}.judge(p.limits)
	}
	return result, ctx.Err()
}

// begin returns what is taken for the start of the program, such as that of an interpreter: the
// time of its shortest run so far, and at most a quarter of the limit.
func (p *Program) begin() time.Duration {
	return min(time.Duration(max(p.least.Load()-1, 0)), p.limits.Time/4)
}

// count adds a run to the time that all of them took.
func (p *Program) count(r Result) {
	p.spent.Add(int64(r.Time))
	if r.Verdict == Waiting {
		p.slept.Add(int64(r.Wall))
	}
}

// lasted notes the processor time of a run.
func (p *Program) lasted(spent time.Duration) {
	for {
		least := p.least.Load()
		if least > 0 && least <= int64(spent)+1 || p.least.CompareAndSwap(least, int64(spent)+1) {
			return
		}
	}
}

// A place is where one run works.
type place struct{ folder, input string }

// place makes a place.
func (p *Program) place() (place, error) {
	if err := p.ready(); err != nil {
		return place{}, err
	}
	if p.kept.wont == nil {
		return place{}, nil // the keeper has one
	}
	n := p.runs.Add(1)
	of := place{input: filepath.Join(p.folder, fmt.Sprintf("input-%d", n))}
	if p.here {
		return of, nil
	}
	of.folder = filepath.Join(p.folder, fmt.Sprintf("run-%d", n))
	return of, os.Mkdir(of.folder, 0o700)
}

// input opens the input of a run.
func (p *Program) input(at place, text []byte) (*os.File, error) {
	if p.kept.wont == nil {
		return p.kept.input(text)
	}
	if err := os.WriteFile(at.input, text, 0o600); err != nil {
		return nil, err
	}
	return os.Open(at.input)
}

func (p place) remove() {
	if p.input == "" {
		return
	}
	_ = os.Remove(p.input)
	if p.folder != "" && os.Remove(p.folder) != nil {
		_ = removeAll(p.folder)
	}
}

// removeAll removes a folder, also one with folders that may not be changed.
func removeAll(folder string) error {
	if os.RemoveAll(folder) == nil {
		return nil
	}
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(folder)
}

// A process is one run of a program.
type process struct {
	path, dir string
	args, env []string
	files     [3]*os.File
	limits    Limits
	kept      *keepers // which run it, or nil
	inside    bool     // it is a keeper's

	mu   sync.Mutex
	stop func(cause)
}

// setStop says how the process is stopped.
func (p *process) setStop(stop func(cause)) {
	p.mu.Lock()
	p.stop = stop
	p.mu.Unlock()
}

// stoppedBy has kill stop the process. The channel gets the first cause.
func (p *process) stoppedBy(kill func() error) (stop func(cause), stopped chan cause) {
	stopped = make(chan cause, 1)
	stop = func(why cause) {
		select {
		case stopped <- why:
		default:
		}
		_ = kill()
	}
	p.setStop(stop)
	return stop, stopped
}

// end stops the process, if it runs.
func (p *process) end(why cause) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		p.stop(why)
	}
}

// A running program is a process with what reads its output.
type running struct {
	process  *process
	begun    time.Time
	output   *os.File // to read
	messages func() []byte
	errors   *os.File
	done     chan usage
	unlink   func() bool // from the context
}

// loaded is when this process began, about.
var loaded = time.Now()

// maxMessages is how much of standard error is kept.
const maxMessages = 16 << 10

// start starts the program with that standard input and those limits.
func (p *Program) start(ctx context.Context, at place, stdin *os.File, limits Limits) (*running, error) {
	output, stdout, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	errorOutput, stderr, err := os.Pipe()
	if err != nil {
		_, _ = output.Close(), stdout.Close()
		return nil, err
	}
	r := &running{output: output, errors: errorOutput, begun: time.Now(), done: make(chan usage, 1)}
	r.process = &process{path: p.path, dir: at.folder, args: p.args, env: os.Environ(), files: [3]*os.File{stdin, stdout, stderr}, limits: limits}
	if p.kept.wont == nil {
		r.process.kept = p.kept
	}
	if at.folder != "" {
		r.process.env = environment(at.folder, at.folder)
	}
	started := make(chan error, 1)
	go func() { r.done <- r.process.run(started) }()
	err = <-started
	_, _ = stdout.Close(), stderr.Close()
	if err != nil {
		_, _ = output.Close(), errorOutput.Close()
		return nil, fmt.Errorf("cannot run %s: %w", message.Quoted(p.args[0]), err)
	}
	r.unlink = context.AfterFunc(ctx, func() { r.process.end(canceled) })
	r.messages = r.read(errorOutput, maxMessages, false)
	return r, nil
}

// environment returns ours, with those folders to work in and for temporary files.
func environment(work, temporary string) []string {
	env := slices.DeleteFunc(os.Environ(), func(word string) bool {
		return strings.HasPrefix(word, "PWD=") || strings.HasPrefix(word, "TMPDIR=")
	})
	return append(env, "PWD="+work, "TMPDIR="+temporary)
}

// buffers are for [running.read].
var buffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// read reads what the program writes, to most bytes and one more. The rest is
// dropped, or stops the program. The function that it returns waits for the end.
func (r *running) read(from *os.File, most int, stop bool) func() []byte {
	var text []byte
	done := make(chan struct{})
	go func() {
		defer close(done)
		buffer := buffers.Get().(*[32 << 10]byte)
		defer buffers.Put(buffer)
		for {
			n, err := from.Read(buffer[:])
			text = append(text, buffer[:min(n, most+1-len(text))]...)
			if len(text) > most && stop {
				r.process.end(overOutput)
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return func() []byte { <-done; return text }
}

// finish waits for the end of the program, and returns its result under those limits,
// without the output.
func (r *running) finish(limits Limits) Result {
	u := <-r.done
	r.unlink()
	result := Result{Time: u.time, Memory: u.memory, Wall: time.Since(r.begun)}
	// Nobody is left who writes, or it is somebody who escaped.
	deadline := time.Now().Add(time.Second)
	_, _ = r.output.SetReadDeadline(deadline), r.errors.SetReadDeadline(deadline)
	result.Messages = r.messages()
	result.Verdict, result.Why = u.judge(limits)
	return result
}
