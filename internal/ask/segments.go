package ask

// This file verifies chains: all of their segments or some, on goroutines, as a job in a
// folder, or on many machines.

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/certificate"
	"github.com/grundy-games/grundy/internal/job"
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
func (q Segments) Job(m Means) (job.Job, error) { return jobOfChain(m, q.Chain, q.job) }

// jobOfChain checks the end of a chain, and makes a job about it.
func jobOfChain(m Means, c *certificate.Chain, make func(*certificate.ChainVerifier) (job.Job, error)) (j job.Job, err error) {
	if c == nil {
		return j, wrong("chain", nil, "want a certificate that is a chain")
	}
	v, err := certificate.NewChainVerifier(m.metered(context.Background()), c)
	if err != nil {
		return j, wrong("chain", nil, "%w", err)
	}
	return make(v)
}

// chainJob returns a job whose pieces give one value of JSON each.
func chainJob(kind string, question any, pieces int, do func(ctx context.Context, piece int) (any, error)) (job.Job, error) {
	spec, err := json.Marshal(question)
	return job.Job{Kind: kind, Spec: spec, Pieces: pieces, Do: func(ctx context.Context, piece int, _ job.Earlier) ([]byte, error) {
		result, err := do(ctx, piece)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(result)
		return append(text, '\n'), err
	}}, err
}

// job returns the job of a chain whose end holds.
func (q Segments) job(v *certificate.ChainVerifier) (job.Job, error) {
	segments, err := segmentsOf(q.Segments, q.Chain.Segments())
	if err != nil {
		return job.Job{}, err
	}
	return chainJob("segments", q, len(segments), func(ctx context.Context, piece int) (any, error) {
		i := segments[piece]
		return SegmentHolds{i + 1, q.Chain.Snapshots[i].At, q.Chain.Snapshots[i+1].At, q.Chain.Snapshots[i+1].Hash}, v.Segment(ctx, i, nil)
	})
}

// Exceptions is a job that counts the exceptions of a chain: the heaps below the preperiod that
// differ from the period continued to them. It takes for granted that all segments hold.
type Exceptions struct {
	Chain *certificate.Chain `json:"chain"`
}

// An ExceptionsOf is the result of a piece.
type ExceptionsOf struct {
	From       uint64 `json:"from"` // of these heaps,
	To         uint64 `json:"to"`   // without the last one,
	Exceptions uint64 `json:"exceptions"`
}

// Job returns the job.
func (q Exceptions) Job(m Means) (job.Job, error) { return jobOfChain(m, q.Chain, q.job) }

// job returns the job of a chain whose end holds.
func (q Exceptions) job(v *certificate.ChainVerifier) (job.Job, error) {
	bounds := q.Chain.Parts()
	return chainJob("exceptions", q, len(bounds)-1, func(ctx context.Context, piece int) (any, error) {
		from, to := bounds[piece], bounds[piece+1]
		count, err := v.Exceptions(ctx, from, to)
		return ExceptionsOf{from, to, count}, err
	})
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
	if q.Exceptions {
		return q.exceptions(ctx, m, a, v)
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

// exceptions counts the exceptions of the chain of a.
func (q Verify) exceptions(ctx context.Context, m Means, a *Verified, v *certificate.ChainVerifier) error {
	if q.Segments != "" {
		return wrong("segments", q.Segments, "exceptions are counted for all segments together")
	}
	a.Segments, a.Exceptions = nil, new(uint64)
	progress := m.progress("heaps")
	if q.Folder == "" {
		count, err := v.AllExceptions(ctx, q.Workers, progress)
		*a.Exceptions = count
		return err
	}
	j, err := Exceptions{a.Chain}.job(v)
	if err != nil {
		return err
	}
	bounds := a.Chain.Parts()
	err = job.Run(ctx, j, q.Folder, job.Options{Workers: q.Workers, Note: q.Note, Progress: func(s job.Status) {
		progress.Report(bounds[s.Done], a.Chain.Preperiod)
	}})
	if err != nil {
		return err
	}
	return job.Results(q.Folder, j, func(_ int, result []byte) error {
		var part ExceptionsOf
		err := json.Unmarshal(result, &part)
		*a.Exceptions += part.Exceptions
		return err
	})
}

// isRefused reports whether an error says that a certificate does not hold, and not that the work
// failed.
func isRefused(ctx context.Context, err error) bool {
	_, field := errors.AsType[*FieldError](err)
	_, folder := errors.AsType[*job.FolderError](err)
	_, other := errors.AsType[*job.DifferenceError](err)
	return err != nil && ctx.Err() == nil && !field && !folder && !other && !errors.Is(err, grundy.ErrBudget)
}
