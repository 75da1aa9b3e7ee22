package main

// This file holds long runs: how they are saved now and then, stopped, and
// resumed.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"grundy/games/heap/sequence"

	"grundy/internal/message"
)

// unfinished is held, for reading, by work that must not be cut off when the user
// interrupts, such as writing a checkpoint.
var unfinished sync.RWMutex

// A longRun keeps the session of a run of a take-and-break code in a file. It
// implements [ask.Keeper].
type longRun struct {
	file    string        // "" where there is none
	isNamed bool          // whether the user named it
	every   time.Duration // between checkpoints
	notes   io.Writer     // where the user reads what becomes of the file
	began   time.Time
	saved   time.Time     // when it was saved last
	wait    time.Duration // from then on
	end     func()
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
	if r.isNamed {
		return usagef("--resume=%s: only runs of take-and-break codes, such as 0.106, can be resumed", r.file)
	}
	return nil
}

var errProbe = errors.New("only to see whether the file can be written")

// save writes the checkpoint.
func (r *longRun) save(session *sequence.Session) error { return writeWhole(r.file, session.Save) }

// worthKeeping is the time from which a run that was stopped is saved although no
// file was named: less is soon done again.
const worthKeeping = 2 * time.Second

// stopped saves a run that was interrupted, or is out of time, and says how to
// continue it, or why that is not possible.
func (r *longRun) stopped(session *sequence.Session) {
	if !r.isNamed && time.Since(r.began) < worthKeeping {
		return
	}
	s := session.Solution()
	var err error
	if !r.isNamed {
		r.file, err = reserve(checkpointName(s.Code))
	}
	if err == nil {
		err = r.save(session)
		if err != nil && !r.isNamed {
			_ = os.Remove(r.file) // which nothing was written to
		}
	}
	if err != nil {
		fmt.Fprintf(r.notes, "grundy: stopped at n = %d, and the run is not kept: %s\n", s.Length, message.Line(err))
		return
	}
	fmt.Fprintf(r.notes, "grundy: stopped at n = %d; --resume=%s continues\n", s.Length, r.file)
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
