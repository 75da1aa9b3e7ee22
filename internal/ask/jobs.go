//go:build !playing

package ask

// This file decides which jobs there are. They work in pieces, on one machine or many.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/sweep"
)

// jobKinds returns what makes the jobs of each kind. It is a function, so that programs without jobs
// have nothing of them.
func jobKinds() map[string]func(spec json.RawMessage, m Means) (job.Job, error) {
	return map[string]func(json.RawMessage, Means) (job.Job, error){
		"exceptions":  jobOf[Exceptions],
		"segments":    jobOf[Segments],
		"solve":       jobOf[SolveMany],
		sweep.JobKind: jobOf[Sweep],
		tableKind:     jobOf[TablePieces],
	}
}

// JobKinds returns the kinds of jobs.
func JobKinds() []string { return slices.Sorted(maps.Keys(jobKinds())) }

// MakeJob makes the job of a kind from its spec: the same one on every machine. It may use
// the means, except where they decide what the results are: these stand in the spec.
func MakeJob(kind string, spec json.RawMessage, m Means) (job.Job, error) {
	make, ok := jobKinds()[kind]
	if !ok {
		return job.Job{}, wrong("kind", kind, "want one of: %s", strings.Join(JobKinds(), ", "))
	}
	return make(spec, m)
}

// jobOf makes the job of a question that is read from a spec.
func jobOf[Q interface {
	Job(m Means) (job.Job, error)
}](spec json.RawMessage, m Means) (job.Job, error) {
	q, err := specOf[Q](spec)
	if err != nil {
		return job.Job{}, err
	}
	return q.Job(m)
}

// specOf reads a spec, which has no fields that are not known.
func specOf[T any](spec json.RawMessage) (q T, err error) {
	d := json.NewDecoder(bytes.NewReader(spec))
	d.DisallowUnknownFields()
	if err = d.Decode(&q); err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the object")
		}
	}
	if err != nil {
		line, column, err := jsontext.Place(spec, d, err)
		return q, &FieldError{"spec", nil, fmt.Errorf("the spec of the job: line %d, column %d: %w", line, column, err)}
	}
	return q, nil
}

// A SolveMany is a job that asks who wins many positions. Each is answered by itself, so
// that an answer does not depend on those before it.
type SolveMany struct {
	Positions []string          `json:"positions"`
	Misere    bool              `json:"misere,omitempty"`
	Compound  string            `json:"compound,omitempty"`
	Moves     int               `json:"moves,omitempty"`    // the most winning moves that are listed
	Rules     map[string]string `json:"rules,omitempty"`    // the files that positions name
	Memory    uint64            `json:"memory,omitempty"`   // of a position, in bytes; 0 for [DefaultMemory]
	Together  int               `json:"together,omitempty"` // positions a piece; 0 for 16
}

// Job returns the job. The result of a piece has a line of JSON for each of its positions,
// as [Line] writes them.
func (q SolveMany) Job(m Means) (job.Job, error) {
	switch {
	case q.Together < 0:
		return job.Job{}, wrong("together", q.Together, "want a number that is not below 0")
	case q.Moves < 0:
		return job.Job{}, wrong("moves", q.Moves, "want a number that is not below 0")
	}
	if _, err := kindOf(q.Compound); err != nil {
		return job.Job{}, err
	}
	if q.Together == 0 {
		q.Together = 16
	}
	spec, err := json.Marshal(q)
	if err != nil {
		return job.Job{}, err
	}
	m = Means{Memory: q.Memory, Cores: 1, Open: opener(q.Rules, "job"), Print: m.Print}
	return job.Job{Kind: "solve", Spec: spec, Pieces: (len(q.Positions) + q.Together - 1) / q.Together, Do: func(ctx context.Context, piece int, _ job.Earlier) ([]byte, error) {
		var out bytes.Buffer
		for i := piece * q.Together; i < min((piece+1)*q.Together, len(q.Positions)); i++ {
			line := Line{Number: i + 1, Text: q.Positions[i]}
			line.Answered, line.Err = Solve{Position: line.Text, Misere: q.Misere, Compound: q.Compound, Moves: q.Moves}.Ask(ctx, m)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if wrong, ok := errors.AsType[*FieldError](line.Err); ok && wrong.InText() {
				line.Err = wrong.Err
			}
			if err := line.WriteJSON(&out); err != nil {
				return nil, err
			}
		}
		return out.Bytes(), nil
	}}, nil
}
