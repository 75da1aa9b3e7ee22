// Package job does work in numbered pieces, and keeps what is done in a folder, so that
// work of a night can be killed at any moment and begun again.
//
// A [Job] is a pure function over pieces 0 … n-1, which may need the results of earlier
// tiers of them. [Run] does the pieces that a folder
// lacks, on several goroutines; [Results] reads the results in the order of the pieces;
// [ReadStatus] says how far a folder has come, also while another process works in it.
// The results are the same bytes whatever the number of goroutines, and however often the
// work was interrupted. [Open] is for others who collect results, such as from many
// machines.
package job

// A job is work in numbered pieces, done once each, on goroutines.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
)

// A Job is a pure function over numbered pieces.
type Job struct {
	Kind   string          // such as "sweep"
	Spec   json.RawMessage // all that is needed to make the same job again
	Pieces int
	// Tiers are the first pieces of the tiers, ascending from 0; nil for a single one. Pieces
	// may need the results of earlier tiers, and of no others.
	Tiers []int
	// Do returns the result of a piece: the same bytes in every run. Several goroutines
	// may call it at once.
	Do func(ctx context.Context, piece int, earlier Earlier) ([]byte, error)
}

// Earlier returns the result of a piece of an earlier tier, which is not to be changed.
type Earlier func(ctx context.Context, piece int) ([]byte, error)

// MostResult is the number of bytes that the result of a piece may have.
const MostResult = 1 << 30

// Version is the version of the program, with its commit where it was built from one. Results
// of one version are not mixed with those of another.
var Version = build.Version

// ID names the job: it is a hash of its kind, its spec, its number of pieces, and the
// version of the program. Equal IDs have equal results.
func (j Job) ID() string { return j.header().ID }

// spec returns the spec without spaces between its parts.
func (j Job) spec() json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, j.Spec) != nil {
		return j.Spec
	}
	return b.Bytes()
}

// header returns what a folder says of its job.
func (j Job) header() header {
	h := header{Format: format, Kind: j.Kind, Version: Version(), Pieces: j.Pieces, Spec: j.spec()}
	if j.Tiered() {
		h.Tiers = j.Tiers
	}
	h.ID = h.id()
	return h
}

// id returns the hash of what makes a job.
func (h header) id() string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %d %s", h.Kind, h.Version, h.Pieces, h.Spec)
	return hex.EncodeToString(hash.Sum(nil))
}

// Options say how [Run] works. The zero value is for a run on all cores.
type Options struct {
	Workers int // goroutines; 0 for one a core
	// Check is how many of the pieces that the folder has are computed again, to be
	// compared; below 0 for none, and 0 for one in a thousand, and one more, at most 16.
	Check int
	// Progress is told after each piece how far the work has come, by one goroutine at a
	// time. It may be nil.
	Progress func(Status)
	// Note is told what the user should know, such as that a part of the folder was
	// damaged. It may be nil.
	Note func(line string)
}

// A DifferenceError says that a piece which a folder holds is not what the job makes of it.
type DifferenceError struct {
	Dir   string
	Piece int
	By    string // who computed it; "" for a process in which the job ran on goroutines
	At    int    // the first byte that differs
}

func (e *DifferenceError) Error() string {
	by := ""
	if e.By != "" {
		by = " by " + message.Shown(e.By)
	}
	return fmt.Sprintf("%s: piece %d, computed%s, is not what this program computes: byte %d differs; its folder should not be used", message.Shown(e.Dir), e.Piece, by, e.At)
}

// Differ returns the first byte in which two results differ, and whether there is one.
func Differ(a, b []byte) (at int, differ bool) {
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	return at, at < len(a) || at < len(b)
}

// TierCount returns the number of tiers.
func (j Job) TierCount() int { return max(len(j.Tiers), 1) }

// Tier returns the first piece of a tier and the one behind its last.
func (j Job) Tier(i int) (from, to int) {
	to = j.Pieces
	if i+1 < len(j.Tiers) {
		to = j.Tiers[i+1]
	}
	if i < len(j.Tiers) {
		from = j.Tiers[i]
	}
	return from, to
}

// Tiered reports whether pieces may need the results of others.
func (j Job) Tiered() bool { return len(j.Tiers) > 1 }

// TierOf returns the tier of a piece.
func (j Job) TierOf(piece int) int {
	i, has := slices.BinarySearch(j.Tiers, piece)
	if !has {
		i--
	}
	return max(i, 0)
}

// check refuses a job that cannot be done.
func (j Job) check() error {
	if j.Pieces < 0 {
		return fmt.Errorf("a job of %d pieces; want 0 or more", j.Pieces)
	}
	for i := range j.Tiers {
		if from, to := j.Tier(i); from >= to || i == 0 && from != 0 {
			return fmt.Errorf("tier %d of the job has the pieces %d … %d; want tiers that ascend from 0", i, from, to-1)
		}
	}
	return nil
}

// OneByOne says in a line that no two pieces can be done at once, where that is so.
func (j Job) OneByOne() (line string, is bool) {
	return "each piece needs those before it: one is done at a time", j.Tiered() && len(j.Tiers) == j.Pieces
}

// Run does the pieces that the folder lacks, tier by tier. It makes the folder where there is none. When
// it is stopped, by ctx, by an error of a piece or by a full disk, what is done is kept.
func Run(ctx context.Context, j Job, dir string, o Options) (err error) {
	f, err := Open(dir, j, o.Note)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	workers := meter.Cores(ctx, o.Workers)
	if err := f.noteRun(workers); err != nil {
		return err
	}
	if line, is := j.OneByOne(); is && f.Lacks() > 0 && o.Note != nil {
		o.Note(line)
	}
	check := f.Sample(o.Check)
	slices.Sort(check)
	r := &run{job: j, folder: f, options: o, began: time.Now()}
	ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	for i := range j.TierCount() {
		from, to := j.Tier(i)
		first, _ := slices.BinarySearch(check, from)
		last, _ := slices.BinarySearch(check, to)
		r.all(ctx, workers, slices.Concat(check[first:last], f.Missing(from, to)))
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// A run is one call of [Run].
type run struct {
	job     Job
	folder  *Folder
	options Options
	began   time.Time
	stop    context.CancelCauseFunc

	mu   sync.Mutex
	done int // pieces in this run
}

// all does pieces on goroutines.
func (r *run) all(ctx context.Context, workers int, todo []int) {
	pieces := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(todo)) {
		group.Go(func() {
			for piece := range pieces {
				if err := r.do(ctx, piece); err != nil {
					r.stop(err)
				}
			}
		})
	}
	for _, piece := range todo {
		select {
		case pieces <- piece:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(pieces)
	group.Wait()
}

// do does one piece, or compares it with what the folder has.
func (r *run) do(ctx context.Context, piece int) error {
	result, err := r.job.Do(ctx, piece, r.folder.Earlier)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("piece %d: %w", piece, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if by, had := r.folder.By(piece); had {
		return r.folder.Compare(piece, by, result)
	}
	if err := r.folder.Put(piece, "", result); err != nil {
		return err
	}
	r.done++
	if r.options.Progress != nil {
		s := r.folder.Status()
		s.SetRate(r.done, time.Since(r.began))
		r.options.Progress(s)
	}
	return nil
}
