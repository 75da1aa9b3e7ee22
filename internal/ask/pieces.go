package ask

// Tables on disk that are computed in pieces: the kind of job, and the table of its results.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/table/disk"
)

// A TablePieces is a job that computes the values of a table on disk, as [Values] asks for them.
// The results are for [Values.Job].
type TablePieces struct {
	Game   string            `json:"game"`
	Fix    []string          `json:"fix,omitempty"`
	Size   string            `json:"size"` // as in 100x100, or 100
	Of     string            `json:"of,omitempty"`
	Misere bool              `json:"misere,omitempty"`
	Rules  map[string]string `json:"rules,omitempty"` // the files that the game names
	// Weights are of the numbers of a position: every move lowers the first of these sums that
	// it changes. They are found where there are none; "[]" stands for none at all.
	Weights [][]int64 `json:"weights"`
	Piece   uint64    `json:"piece,omitempty"`  // positions a piece; 0 for what serves well
	Memory  uint64    `json:"memory,omitempty"` // of a piece, in bytes; 0 for 256 MiB
}

// DefaultGameMemory is the memory of a game in a job, in bytes.
const DefaultGameMemory = 256 << 20

// tableKind is the kind of the job.
const tableKind = "table"

// Job returns the job.
func (q TablePieces) Job(m Means) (job.Job, error) {
	j, _, err := q.job(m)
	return j, err
}

func (q TablePieces) job(m Means) (job.Job, *disk.Pieces, error) {
	q.Memory = cmp.Or(q.Memory, DefaultGameMemory)
	m = Means{Memory: q.Memory, Cores: 1, Open: opener(q.Rules, "job"), Print: m.Print}
	values := Values{Game: q.Game, Fix: q.Fix, Size: q.Size, Of: q.Of, Misere: q.Misere, Table: tableKind}
	if n, err := strconv.ParseUint(q.Size, 10, 64); err == nil && n > 0 {
		n--
		values.Size, values.N = "", &n
	}
	ctx := m.metered(context.Background())
	a, err := values.Ask(ctx, m)
	if err != nil {
		return job.Job{}, nil, err
	}
	by, h, failed, err := a.numbered(ctx)
	if err == nil && by.inOrder {
		err = a.needsNoJob("game")
	}
	if err == nil && q.Weights == nil {
		var order grundy.Order
		order, err = orderOf(ctx, by.ranks)
		q.Weights = append([][]int64{}, order.Weights...)
		err = cmp.Or(failed(), err)
	}
	if err != nil {
		return job.Job{}, nil, err
	}
	q.Of, q.Misere = a.grid.of, a.question.Misere
	p, err := disk.Cut(h, q.Weights, q.Piece)
	if errors.Is(err, grundy.ErrTooLarge) { // too many levels
		q.Weights = [][]int64{}
		p, err = disk.Cut(h, nil, q.Piece)
	}
	if _, size := errors.AsType[*disk.PieceError](err); size {
		err = wrong("piece", nil, "%w", err)
	} else if err != nil && len(q.Weights) > 0 {
		err = wrong("weights", nil, "%w", err)
	}
	if err != nil {
		return job.Job{}, nil, err
	}
	q.Piece = p.Most()
	spec, err := json.Marshal(q)
	if err != nil {
		return job.Job{}, nil, err
	}
	return job.Job{
		Kind: tableKind, Spec: spec, Pieces: p.Count(), Tiers: p.Tiers(),
		Do: func(ctx context.Context, piece int, earlier job.Earlier) ([]byte, error) {
			ctx = m.metered(ctx)
			result, err := p.Compute(ctx, piece, by.ranks.NewMoves(), q.Memory/2, func(piece int) ([]byte, error) { return earlier(ctx, piece) })
			if err != nil {
				return nil, cmp.Or(failed(), inPositions(err, by.ranks))
			}
			return result, nil
		},
	}, p, nil
}

// needsNoJob refuses games whose tables an engine computes.
func (a *Valued) needsNoJob(field string) error {
	return wrong(field, nil, "the engine of %s computes its table in one process, and faster than many from its moves: want no job", a.game.Name)
}

// gather fills the table of the question from the pieces in the folder of a job, which are done
// first where they lack.
func (a *Valued) gather(ctx context.Context, h disk.Header, o disk.Options) (sum disk.Summary, err error) {
	q := a.question
	spec := TablePieces{Game: q.Game, Fix: q.Fix, Size: sizeText(a.grid.sides), Of: a.grid.of, Misere: a.grid.misere, Rules: a.rules, Piece: q.Piece}
	if s, err := job.ReadStatus(q.Job); err == nil && s.Kind == tableKind {
		// Numbers that the question leaves open are as in the folder.
		var there TablePieces
		if err := json.Unmarshal(s.Spec, &there); err != nil {
			return sum, wrong("job", q.Job, "%w", err)
		}
		spec.Weights, spec.Memory = there.Weights, there.Memory
		spec.Piece = cmp.Or(spec.Piece, there.Piece)
	}
	j, p, err := spec.job(a.means)
	if err != nil {
		return sum, err
	}
	if err := disk.Begin(q.Table, h, o); err != nil {
		return sum, err
	}
	workers := meter.Cores(ctx, o.Workers)
	if fit := a.means.budget().Memory / cmp.Or(spec.Memory, DefaultGameMemory); fit < uint64(workers) {
		workers = int(max(fit, 1))
	}
	progress := a.means.progress("pieces")
	err = job.Run(ctx, j, q.Job, job.Options{Workers: workers, Note: q.Note, Progress: func(s job.Status) {
		progress.Report(uint64(s.Done), uint64(s.Pieces))
	}})
	if err == nil {
		var file string
		var place func(int) (int64, int)
		if file, place, err = job.Places(q.Job, j); err == nil {
			o.Progress = a.means.progress("positions")
			return p.Gather(ctx, q.Table, h, file, place, o)
		}
	}
	if _, unfit := errors.AsType[*job.FolderError](err); unfit {
		err = wrong("job", nil, "%w", err)
	}
	return sum, err
}
