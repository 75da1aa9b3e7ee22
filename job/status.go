package job

// This file holds how far a job has come.

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grundy/internal/hold"
	"grundy/internal/units"
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
func ReadStatus(dir string) (Status, error) {
	h, err := someHeader(dir)
	if err != nil {
		return Status{}, err
	}
	j, err := openJournal(dir, h)
	if err != nil {
		return Status{}, err
	}
	defer func() { _ = j.file.Close() }()
	s := h.status(j)
	s.Damage = j.damage(dir)
	if lock, err := hold.File(filepath.Join(dir, lockFile)); errors.Is(err, hold.ErrHeld) {
		s.Running = true
	} else if err == nil {
		_ = lock.Close()
	}
	if r, err := readRun(dir); err == nil {
		began, last, n := r.Began.UnixMilli(), int64(0), 0
		for _, p := range j.places {
			if p.when >= began {
				n, last = n+1, max(last, p.when)
			}
		}
		s.SetRate(n, time.Duration(last-began)*time.Millisecond)
		for i := range s.Workers {
			if s.Workers[i].Name == "" {
				s.Workers[i].Goroutines = r.Workers
			}
		}
	}
	return s, nil
}

// Line says in a line how far a job has come.
func (s Status) Line() string {
	parts := []string{fmt.Sprintf("%s of %s pieces", units.Grouped(uint64(s.Done)), units.Grouped(uint64(s.Pieces)))}
	if s.Rate > 0 {
		parts = append(parts, fmt.Sprintf("%.3g a second", s.Rate))
	}
	if s.Left > 0 {
		parts = append(parts, units.Time(time.Duration(min(s.Left, 1e9))*time.Second)+" left")
	}
	return strings.Join(parts, ", ")
}
