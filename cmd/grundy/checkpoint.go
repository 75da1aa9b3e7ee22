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

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// unfinished is held, for reading, by work that must not be cut off when the user
// interrupts, such as writing a checkpoint.
var unfinished sync.RWMutex

// A keptFile is what --resume names: it is read when work begins, and written now and then and at the end.
type keptFile struct {
	file  string        // "" where there is none
	every time.Duration // between checkpoints
	notes io.Writer     // where the user reads what becomes of the file
	saved time.Time     // when it was saved last
	wait  time.Duration // from then on
	end   func()
}

// add adds the flags of a file.
func (r *keptFile) add(cmd *cobra.Command, also string) {
	r.every = 30 * time.Second
	add := flagsOf(cmd)
	add("resume", &r.file, also)
	add("checkpoint-every", &r.every, "")
}

// begin begins the work. An interrupted user waits until end for the file, and for what is known.
func (r *keptFile) begin() {
	unfinished.RLock()
	r.end, r.saved, r.wait = unfinished.RUnlock, time.Now(), r.every
}

// open opens the file to be read. Where it is not there yet, the result is nil, and it can be written.
func (r *keptFile) open() (*os.File, error) {
	if r.file == standardStream {
		return nil, usagef("--resume=-: a run is kept in a file, which is read and written; want the name of one")
	}
	// A run that was killed while it was saved has left a part of a file.
	removeLeft(follow(r.file))
	in, err := os.Open(r.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		probe, err := createWhole(r.file) // before any work
		if err != nil {
			return nil, err
		}
		_ = probe.finish(errProbe)
		return nil, nil
	case err != nil:
		return nil, usagef("--resume=%s: cannot read it: %w", r.file, plainly(err))
	}
	return in, nil
}

// IsDue reports whether it is time to save the file again.
func (r *keptFile) IsDue() bool { return time.Since(r.saved) >= r.wait }

// save writes the file.
func (r *keptFile) save(write func(io.Writer) error) error {
	began := time.Now()
	if err := writeWhole(r.file, write); err != nil {
		return err
	}
	r.saved = time.Now()
	r.wait = max(r.every, 20*r.saved.Sub(began)) // not more than a twentieth of the time
	return nil
}

// A longRun keeps the session of a run of a take-and-break code in a file. It
// implements [ask.Keeper].
type longRun struct{ keptFile }

// Begin returns the session in the file, or a new one where there is no such file
// yet: then the same command line begins a run and continues it.
func (r *longRun) Begin(code sequence.Code, terms uint64) (*sequence.Session, error) {
	r.begin()
	if r.file == "" {
		return sequence.NewSession(code, terms), nil
	}
	in, err := r.open()
	if err != nil {
		return nil, err
	}
	if in == nil {
		fmt.Fprintf(r.notes, "grundy: %s is not there yet: beginning at 0\n", r.file)
		return sequence.NewSession(code, terms), nil
	}
	defer func() { _ = in.Close() }()
	session, err := sequence.Resume(in, terms)
	if err != nil {
		return nil, usagef("--resume=%s: %w", r.file, err)
	}
	s := session.Solution()
	if s.Code.String() != code.String() {
		return nil, usagef("--resume=%s: this is a checkpoint of %s, not of %s", r.file, s.Code, code)
	}
	fmt.Fprintf(r.notes, "grundy: %s: continuing at n = %d\n", r.file, s.Length)
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

// stopped saves a run that was interrupted, or is out of time, and says how to
// continue it, or why that is not possible.
func (r *longRun) stopped(session *sequence.Session) {
	if r.file == "" {
		return
	}
	length := session.Solution().Length
	if err := r.save(session.Save); err != nil {
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
	if r.file == "" || session.Solution().Period.Proved || !done && !r.IsDue() {
		return nil
	}
	return r.save(session.Save)
}

// A factsFile keeps facts about the parts of a game. It implements [ask.FactsFile].
type factsFile struct {
	keptFile
	problem error // the last time that it was written
	written bool
}

// Name implements [ask.FactsFile].
func (f *factsFile) Name() string { return f.file }

// Open implements [ask.FactsFile].
func (f *factsFile) Open() (io.ReadCloser, error) {
	in, err := f.open()
	if in == nil {
		if err == nil {
			fmt.Fprintf(f.notes, "grundy: %s is not there yet\n", f.file)
		}
		return nil, err
	}
	return in, nil
}

// Learned implements [ask.FactsFile].
func (f *factsFile) Learned(parts uint64, game string, left bool) {
	more := ""
	if left {
		more = "; there is no room for the others, which stay there"
	}
	fmt.Fprintf(f.notes, "grundy: %s: facts of %s parts of %s%s\n", f.file, units.Grouped(parts), game, more)
}

// Write implements [ask.FactsFile]. A problem is told at the end.
func (f *factsFile) Write(write func(io.Writer) error) error {
	f.problem = f.save(write)
	f.written = f.problem == nil
	return nil
}

// finish ends a question, which ended with err.
func (f *factsFile) finish(err error) error {
	f.end()
	switch {
	case f.problem != nil:
		return errors.Join(err, fmt.Errorf("what was found is not kept: %w", f.problem))
	case err != nil && f.written:
		fmt.Fprintf(f.notes, "grundy: stopped; --resume=%s continues\n", f.file)
	}
	return err
}
