package main

// This file holds long runs: how they are saved now and then, stopped, and
// resumed.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"grundy"
	"grundy/games/heap/sequence"
	"grundy/internal/message"
)

// unfinished is held, for reading, by work that must not be cut off when the
// user interrupts, such as writing a checkpoint.
type unfinishedKey struct{}

// withUnfinished returns a context that carries the lock which main waits for.
func withUnfinished(ctx context.Context, lock *sync.RWMutex) context.Context {
	return context.WithValue(ctx, unfinishedKey{}, lock)
}

// finishing marks the beginning of work that must not be cut off; the result
// marks its end.
func finishing(ctx context.Context) (end func()) {
	lock, ok := ctx.Value(unfinishedKey{}).(*sync.RWMutex)
	if !ok {
		return func() {}
	}
	lock.RLock()
	return lock.RUnlock
}

// A longRun is a session and the file in which it is kept.
type longRun struct {
	session *sequence.Session
	file    string        // "" where there is none
	every   time.Duration // between checkpoints
	budget  uint64
	notes   io.Writer // where the user is told what becomes of the file
	began   time.Time
}

// openRun returns the session in the file, or a new one where there is no such
// file yet: then the same command line begins a run and goes on with it.
func openRun(code sequence.Code, file string, every time.Duration, budget uint64, notes io.Writer) (*longRun, error) {
	r := &longRun{file: file, every: every, budget: budget, notes: notes, began: time.Now()}
	if file == standardStream {
		return nil, usagef("--resume=-: a run is kept in a file, which is read and written; want the name of one")
	}
	if file == "" {
		r.session = sequence.NewSession(code, budget)
		return r, nil
	}
	// A run that was killed while it was saved has left a part of a file.
	removeLeft(follow(file))
	in, err := os.Open(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		probe, err := createWhole(file) // before any work
		if err != nil {
			return nil, err
		}
		_ = probe.finish(errProbe)
		fmt.Fprintf(notes, "grundy: %s is not there yet: beginning at 0\n", file)
		r.session = sequence.NewSession(code, budget)
		return r, nil
	case err != nil:
		return nil, usagef("--resume=%s: cannot read it: %w", file, plainly(err))
	}
	defer func() { _ = in.Close() }()
	keepLittleGarbage()
	if r.session, err = sequence.Resume(in, budget); err != nil {
		return nil, usagef("--resume=%s: %w", file, err)
	}
	s := r.session.Solution()
	if s.Code.String() != code.String() {
		return nil, usagef("--resume=%s: this is a checkpoint of %s, not of %s", file, s.Code, code)
	}
	fmt.Fprintf(notes, "grundy: %s: going on at n = %d\n", file, s.Length)
	return r, nil
}

var errProbe = errors.New("only to see whether the file can be written")

// save writes the checkpoint. The caller is finishing.
func (r *longRun) save() error { return writeWhole(r.file, r.session.Save) }

// worthKeeping is the time from which a run that was stopped is saved although no
// file was named: less is soon done again.
const worthKeeping = 2 * time.Second

// stopped saves a run that was interrupted, or is out of time, and says how it
// goes on, or why it does not.
func (r *longRun) stopped() {
	named := r.file != ""
	if !named && time.Since(r.began) < worthKeeping {
		return
	}
	s := r.session.Solution()
	var err error
	if !named {
		r.file, err = reserve(checkpointName(s.Code))
	}
	if err == nil {
		err = r.save()
		if err != nil && !named {
			_ = os.Remove(r.file) // which nothing was written to
		}
	}
	if err != nil {
		fmt.Fprintf(r.notes, "grundy: stopped at n = %d, and the run is not kept: %s\n", s.Length, message.Line(err))
		return
	}
	fmt.Fprintf(r.notes, "grundy: stopped at n = %d; --resume=%s goes on\n", s.Length, r.file)
}

// checkpointName returns the name, without its ending, of the file in which a run
// of the code is kept if the user named none.
func checkpointName(code sequence.Code) string {
	name := strings.Map(func(c rune) rune {
		if strings.ContainsRune(`*?;:/\|<>"&`, c) {
			return '_' // not in the name of a file
		}
		return c
	}, code.String())
	return name[:min(len(name), 100)] // names have at most 255 bytes
}

// reserve makes an empty file whose name begins in this way, and returns the name.
// A file that is there is another run, which may be further: it is left alone, and
// the new one gets a number.
func reserve(name string) (string, error) {
	const ending = ".checkpoint"
	path := name + ending
	for number := 2; ; number++ {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return path, f.Close()
		}
		if !errors.Is(err, os.ErrExist) {
			return "", err
		}
		path = fmt.Sprintf("%s-%d%s", name, number, ending)
	}
}

// longHistory is the number of values from which they are most of the memory.
const longHistory = 10_000_000

// keepLittleGarbage is for runs whose history is most of the memory, and lasts:
// garbage must not grow to as much again before it is collected.
func keepLittleGarbage() { debug.SetGCPercent(10) }

// run advances the session until it is done. It saves it now and then, and at
// the end unless a period is proved. The caller is finishing.
func (r *longRun) run(ctx context.Context, progress grundy.Progress) error {
	saved, wait := time.Now(), r.every
	for {
		done, err := r.session.Advance(ctx)
		if err != nil {
			if ctx.Err() != nil {
				r.stopped()
			}
			return err
		}
		length := r.session.Solution().Length
		progress.Report(length, r.budget)
		if length > longHistory {
			keepLittleGarbage()
		}
		// A proof is not kept: who resumes finds it again where it was found.
		if r.file != "" && !r.session.Solution().Period.Proved && (done || time.Since(saved) >= wait) {
			began := time.Now()
			if err := r.save(); err != nil {
				return err
			}
			saved = time.Now()
			wait = max(r.every, 20*saved.Sub(began)) // not more than a twentieth of the time
		}
		if done {
			return nil
		}
	}
}
