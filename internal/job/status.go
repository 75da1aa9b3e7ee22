package job

// A job's folder alone says how far the job has come.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/grundy-games/grundy/internal/hold"
	"github.com/grundy-games/grundy/internal/units"
)

// A Status says how far a job has come.
type Status struct {
	Kind    string          `json:"kind"`
	Spec    json.RawMessage `json:"spec"`
	ID      string          `json:"id"`
	Version string          `json:"version"`
	Pieces  int             `json:"pieces"`
	Done    int             `json:"done"`
	Bytes   int64           `json:"bytes"` // of results
	Running bool            `json:"running"`
	Workers []Worker        `json:"workers"`          // who computed what is done
	Rate    float64         `json:"rate"`             // pieces a second in the present run, or the last one; 0 if not known
	Left    float64         `json:"left"`             // seconds that the rest takes at this rate; 0 if not known
	Damage  string          `json:"damage,omitempty"` // what of the journal is damaged
	// Tier is the first tier, from 1, that lacks a piece, or the last one, and Tiers how many
	// there are; both are 0 where no piece needs the results of others.
	Tier  int `json:"tier,omitempty"`
	Tiers int `json:"tiers,omitempty"`
}

// A Worker is who computed pieces: a worker with a name, or the goroutines of a process.
type Worker struct {
	Name       string `json:"name"` // "" for goroutines
	Goroutines int    `json:"goroutines,omitempty"`
	Done       int    `json:"done"`
}

// State is whether the job is "running", "done" or "stopped".
func (s Status) State() string {
	switch {
	case s.Running:
		return "running"
	case s.Done == s.Pieces:
		return "done"
	}
	return "stopped"
}

// SetRate notes how many pieces were done in so long.
func (s *Status) SetRate(pieces int, took time.Duration) {
	if pieces > 0 && took > 0 {
		s.Rate = float64(pieces) / took.Seconds()
		s.Left = math.Ceil(float64(s.Pieces-s.Done) / s.Rate)
	}
}

// Status says how far the job has come. Its rate is not known to the folder.
func (f *Folder) Status() Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.header.status(f.journal)
	s.Running = true
	return s
}

// status returns what a header and a journal say.
func (h header) status(j *journal) Status {
	s := Status{Kind: h.Kind, Spec: h.Spec, ID: h.ID, Version: h.Version, Pieces: h.Pieces, Done: len(j.places), Bytes: j.bytes, Workers: []Worker{}}
	for name, n := range j.by {
		s.Workers = append(s.Workers, Worker{Name: name, Done: n})
	}
	slices.SortFunc(s.Workers, func(a, b Worker) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// ReadStatus says how far the job in a folder has come. Another process may be at work in it.
func ReadStatus(dir string) (Status, error) { return Watch(dir).Status() }

// A Watcher says again and again how far the job in a folder has come, and reads each time what
// was written since. Several goroutines may use it.
type Watcher struct {
	dir string

	mu      sync.Mutex
	header  header
	file    fs.FileInfo // of the header; nil where nothing was read
	journal *journal
	kept    fs.FileInfo // of the journal
	tail    []byte      // the last bytes of the journal that were read
}

// Watch returns what watches a folder, in which there need not be a job yet.
func Watch(dir string) *Watcher { return &Watcher{dir: dir} }

// Dir returns the folder.
func (w *Watcher) Dir() string { return w.dir }

// Status says how far the job has come. Another process may be at work in the folder. Damage of
// what was read before is not seen.
func (w *Watcher) Status() (Status, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.readHeader(); err != nil {
		w.file, w.journal = nil, nil
		return Status{}, err
	}
	if err := w.readJournal(); err != nil {
		w.journal = nil
		return Status{}, err
	}
	h, j := w.header, w.journal
	s := h.status(j)
	s.Damage = j.damage(w.dir)
	if s.Tiers = len(h.Tiers); s.Tiers > 0 {
		job := Job{Pieces: h.Pieces, Tiers: h.Tiers}
		s.Tier = job.TierOf(min(j.firstMissing(), h.Pieces-1)) + 1
	}
	if lock, err := hold.File(filepath.Join(w.dir, lockFile)); errors.Is(err, hold.ErrHeld) {
		s.Running = true
	} else if err == nil {
		_ = lock.Close()
	}
	if r, err := readRun(w.dir); err == nil {
		began := r.Began.UnixMilli()
		n, last := j.written(began)
		s.SetRate(n, time.Duration(last-began)*time.Millisecond)
		for i := range s.Workers {
			if s.Workers[i].Name == "" {
				s.Workers[i].Goroutines = r.Workers
			}
		}
	}
	return s, nil
}

// readHeader reads the header, if it is not the one that was read before.
func (w *Watcher) readHeader() error {
	now, err := os.Stat(filepath.Join(w.dir, headerFile))
	if err == nil && w.file != nil && os.SameFile(now, w.file) && now.ModTime().Equal(w.file.ModTime()) && now.Size() == w.file.Size() {
		return nil
	}
	w.file, w.journal = now, nil
	w.header, err = someHeader(w.dir)
	return err
}

// readJournal reads what was written since the journal was read, or all of another one.
func (w *Watcher) readJournal() (err error) {
	if w.journal == nil {
		w.journal, w.kept, w.tail = newJournal(nil, w.header.ID, w.header.Pieces), nil, nil
	}
	in, err := os.Open(filepath.Join(w.dir, journalFile))
	if errors.Is(err, fs.ErrNotExist) {
		w.journal = newJournal(nil, w.header.ID, w.header.Pieces)
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	now, err := in.Stat()
	if err != nil {
		return err
	}
	j := w.journal
	if j.end > 0 {
		tail := make([]byte, len(w.tail))
		if _, err := in.ReadAt(tail, j.end-int64(len(tail))); err != nil || !os.SameFile(now, w.kept) || !bytes.Equal(tail, w.tail) {
			j = newJournal(nil, j.id, j.pieces)
		}
	}
	j.file = in
	err = j.follow(now.Size())
	if errors.Is(err, errOtherJournal) {
		err = unfit(w.dir, "its journal is not that of the job in %s", headerFile)
	}
	if err != nil {
		return err
	}
	w.journal, w.kept, w.tail = j, now, make([]byte, min(j.end, headBytes+checkBytes))
	_, err = in.ReadAt(w.tail, j.end-int64(len(w.tail)))
	return err
}

// Line says in a line how far a job has come.
func (s Status) Line() string {
	parts := []string{fmt.Sprintf("%s of %s pieces", units.Grouped(uint64(s.Done)), units.Grouped(uint64(s.Pieces)))}
	if s.Tiers > 0 && s.Done < s.Pieces {
		parts = append(parts, fmt.Sprintf("tier %s of %s", units.Grouped(uint64(s.Tier)), units.Grouped(uint64(s.Tiers))))
	}
	if s.Rate > 0 {
		parts = append(parts, fmt.Sprintf("%.3g a second", s.Rate))
	}
	if s.Left > 0 {
		parts = append(parts, units.Time(time.Duration(min(s.Left, 1e9))*time.Second)+" left")
	}
	return strings.Join(parts, ", ")
}
