package main

// A long run is saved now and then and when it stops. The same command resumes it.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/grundy-games/grundy/games/heap/sequence"

	"github.com/grundy-games/grundy/internal/message"
)

// unfinished is held, for reading, by work that must not be cut off when the user
// interrupts, such as writing a checkpoint.
var unfinished sync.RWMutex

// A longRun keeps the session of a run of a take-and-break code in a file. It
// implements [ask.Keeper].
type longRun struct {
	file  string        // "" where there is none
	every time.Duration // between checkpoints
	notes io.Writer     // where the user reads what becomes of the file
	saved time.Time     // when it was saved last
	wait  time.Duration // from then on
	end   func()
}

// Begin returns the session in the file, or a new one where there is no such file
// yet: then the same command line begins a run and continues it. An interrupted user
// waits until end for the checkpoint, and for what is known.
func (r *longRun) Begin(code sequence.Code, terms uint64) (*sequence.Session, error) {
	unfinished.RLock()
	r.end, r.saved, r.wait = unfinished.RUnlock, time.Now(), r.every
	file := r.file
	if file == standardStream {
		return nil, usagef("--resume=-: a run is kept in a file, which is read and written; want the name of one")
	}
	if file == "" {
		return sequence.NewSession(code, terms), nil
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
		fmt.Fprintf(r.notes, "grundy: %s is not there yet: beginning at 0\n", file)
		return sequence.NewSession(code, terms), nil
	case err != nil:
		return nil, usagef("--resume=%s: cannot read it: %w", file, plainly(err))
	}
	defer func() { _ = in.Close() }()
	session, err := sequence.Resume(in, terms)
	if err != nil {
		return nil, usagef("--resume=%s: %w", file, err)
	}
	s := session.Solution()
	if s.Code.String() != code.String() {
		return nil, usagef("--resume=%s: this is a checkpoint of %s, not of %s", file, s.Code, code)
	}
	fmt.Fprintf(r.notes, "grundy: %s: continuing at n = %d\n", file, s.Length)
	return session, nil
}

// Unkept refuses a file for runs that cannot be kept.
func (r *longRun) Unkept() error {
	if r.file != "" {
		return usagef("--resume=%s: only runs of take-and-break codes, such as 0.106, can be resumed", r.file)
	}
	return nil
}

var errProbe = errors.New("only to see whether the file can be written")

// save writes the checkpoint.
func (r *longRun) save(session *sequence.Session) error { return writeWhole(r.file, session.Save) }

// stopped saves a run that was interrupted, or is out of time, and says how to
// continue it, or why that is not possible.
func (r *longRun) stopped(session *sequence.Session) {
	if r.file == "" {
		return
	}
	length := session.Solution().Length
	if err := r.save(session); err != nil {
		fmt.Fprintf(r.notes, "grundy: stopped at n = %d, and the run is not kept: %s\n", length, message.Line(err))
		return
	}
	fmt.Fprintf(r.notes, "grundy: stopped at n = %d; --resume=%s continues\n", length, r.file)
}

// Keep saves the session now and then, at the end unless a period is proved, and if it
// is stopped.
func (r *longRun) Keep(ctx context.Context, session *sequence.Session, done bool, err error) error {
	if err != nil {
		if ctx.Err() != nil {
			r.stopped(session)
		}
		return err
	}
	// A proof is not kept: whoever resumes finds it again where it was found.
	if r.file == "" || session.Solution().Period.Proved || !done && time.Since(r.saved) < r.wait {
		return nil
	}
	began := time.Now()
	if err := r.save(session); err != nil {
		return err
	}
	r.saved = time.Now()
	r.wait = max(r.every, 20*r.saved.Sub(began)) // not more than a twentieth of the time
	return nil
}
