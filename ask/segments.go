package ask

// This file holds how chains are verified: all of their segments or some, on goroutines, as a
// job in a folder, or on many machines.

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"grundy"
	"grundy/games/heap/certificate"
	"grundy/internal/jsontext"
	"grundy/job"
)

// A Segments is a job that verifies segments of a chain, each by itself. The pieces fail
// where a segment does not hold.
type Segments struct {
	Chain    *certificate.Chain `json:"chain"`
	Segments string             `json:"segments,omitempty"` // such as "1-10,14"; "" for all
}

// A SegmentHolds is the result of a piece: a segment that holds.
type SegmentHolds struct {
	Segment int    `json:"segment"` // 1 for the first
	From    uint64 `json:"from"`    // the values of these heaps,
	To      uint64 `json:"to"`      // without the last one
	Hash    string `json:"hash"`
}

// Job returns the job.
func (q Segments) Job(m Means) (job.Job, error) {
	if q.Chain == nil {
		return job.Job{}, wrong("chain", nil, "want a certificate that is a chain")
	}
	v, err := certificate.NewChainVerifier(m.metered(context.Background()), q.Chain)
	if err != nil {
		return job.Job{}, wrong("chain", nil, "%w", err)
	}
	return q.job(v)
}

// job returns the job of a chain whose end holds.
func (q Segments) job(v *certificate.ChainVerifier) (job.Job, error) {
	segments, err := segmentsOf(q.Segments, q.Chain.Segments())
	if err != nil {
		return job.Job{}, err
	}
	spec, err := json.Marshal(q)
	if err != nil {
		return job.Job{}, err
	}
	return job.Job{Kind: "segments", Spec: spec, Pieces: len(segments), Do: func(ctx context.Context, piece int) ([]byte, error) {
		i := segments[piece]
		if err := v.Segment(ctx, i, nil); err != nil {
			return nil, err
		}
		text, err := json.Marshal(SegmentHolds{i + 1, q.Chain.Snapshots[i].At, q.Chain.Snapshots[i+1].At, q.Chain.Snapshots[i+1].Hash})
		return append(text, '\n'), err
	}}, nil
}

// segmentsOf returns the segments that a text names, all for "": the first one is 0.
func segmentsOf(text string, count int) (segments []int, err error) {
	if text == "" {
		text = "1-" + strconv.Itoa(count)
	}
	next := 1
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, problem := strconv.Atoi(from)
		b, second := strconv.Atoi(to)
		switch {
		case problem != nil || second != nil || a < 1 || b < a:
			return nil, wrong("segments", text, "%q: want numbers and ranges from 1 to %d, such as 1-10,14", part, count)
		case b > count:
			return nil, wrong("segments", text, "%q: the chain has %d segments", part, count)
		case a < next:
			return nil, wrong("segments", text, "%q: want segments in order, each once", part)
		}
		for i := a; i <= b; i++ {
			segments = append(segments, i-1)
		}
		next = b + 1
	}
	return segments, nil
}

// verifyChain checks the chain of a.
func (q Verify) verifyChain(ctx context.Context, m Means, a *Verified) error {
	v, err := certificate.NewChainVerifier(ctx, a.Chain)
	if err != nil {
		return err
	}
	defer v.Close()
	if a.Segments, err = segmentsOf(q.Segments, a.Chain.Segments()); err != nil {
		return err
	}
	progress := m.progress("values")
	if q.Folder == "" {
		return v.Segments(ctx, a.Segments, q.Workers, progress)
	}
	j, err := Segments{Chain: a.Chain, Segments: q.Segments}.job(v)
	if err != nil {
		return err
	}
	return job.Run(ctx, j, q.Folder, job.Options{Workers: q.Workers, Note: q.Note, Progress: func(s job.Status) {
		progress.Report(a.Chain.Values(a.Segments[:s.Done]), a.Chain.Values(a.Segments))
	}})
}

// isRefused reports whether an error says that a certificate does not hold, and not that the work
// failed.
func isRefused(ctx context.Context, err error) bool {
	_, field := errors.AsType[*FieldError](err)
	_, folder := errors.AsType[*job.FolderError](err)
	_, other := errors.AsType[*job.DifferenceError](err)
	return err != nil && ctx.Err() == nil && !field && !folder && !other && !errors.Is(err, grundy.ErrBudget)
}

// writeChain writes what was checked of a chain.
func (a *Verified) writeChain(w *jsontext.Writer) {
	c := a.Chain
	w.Field("preperiod", c.Preperiod)
	w.Field("period", c.Period)
	w.Field("saltus", 0)
	w.Field("theorem", "state")
	w.Field("terms", c.Terms())
	w.Field("segments", c.Segments())
	w.Field("checked_segments", len(a.Segments))
	w.Field("checked_values", c.Values(a.Segments))
}
