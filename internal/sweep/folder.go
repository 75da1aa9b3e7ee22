package sweep

// The folder of a sweep has a folder of a job for each time that it went further, named 1, 2, 3,
// …; and its rows, each from the last of these that has the game.

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// A Stage is a job of a sweep.
type Stage struct {
	Dir    string
	Spec   *Spec
	Status job.Status
}

// Finished reports whether all pieces are done.
func (s *Stage) Finished() bool { return s.Status.Done == s.Status.Pieces }

// A Folder is the folder of a sweep.
type Folder struct {
	Dir      string
	Family   *Family
	Question *Question
	Stages   []Stage // at least one
}

// ErrNoSweep says that a folder holds no sweep.
var ErrNoSweep = errors.New("it holds no sweep; grundy sweep makes one")

// Open reads what the folder says of its sweep.
func Open(dir string) (*Folder, error) {
	f := &Folder{Dir: dir}
	for n := 1; ; n++ {
		stage := filepath.Join(dir, strconv.Itoa(n))
		if _, err := os.Stat(stage); errors.Is(err, fs.ErrNotExist) {
			break
		}
		status, err := job.ReadStatus(stage)
		if err != nil {
			return nil, err
		}
		if status.Kind != JobKind {
			return nil, fmt.Errorf("%s holds a job of the kind %s, and no sweep", message.Shown(stage), message.Shown(status.Kind))
		}
		spec, err := ParseSpec(status.Spec)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", message.Shown(stage), err)
		}
		f.Stages = append(f.Stages, Stage{stage, spec, status})
	}
	if len(f.Stages) == 0 {
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", message.Shown(dir), ErrNoSweep)
	}
	first := f.Stages[0].Spec
	for _, s := range f.Stages[1:] {
		if !s.Spec.sameQuestion(first) {
			return nil, fmt.Errorf("%s holds another sweep than %s", message.Shown(s.Dir), message.Shown(f.Stages[0].Dir))
		}
	}
	f.Family, _ = ParseFamily(first.Family)
	f.Question, _ = FindQuestion(first.Ask)
	return f, nil
}

// Last returns the last stage.
func (f *Folder) Last() *Stage { return &f.Stages[len(f.Stages)-1] }

// Finished reports whether all that was begun is done.
func (f *Folder) Finished() bool { return f.Last().Finished() }

// A ContinueError says why a sweep cannot go on in a folder.
type ContinueError struct {
	Dir  string
	What string // and what would be right
}

func (e *ContinueError) Error() string { return message.Shown(e.Dir) + ": " + e.What }

// Next returns the folder and the spec of the job that does what the spec asks for in the
// folder of a sweep, which need not be there. It is the last stage if that is not finished, or if
// nothing is left to do that far; otherwise a new one, of the games that are not settled
// and were not looked at that far: of those named in only, if there are any. The spec is nil
// if there are none.
func Next(dir string, want *Spec, only []string) (stage string, spec *Spec, err error) {
	f, err := Open(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNoSweep) {
		if len(only) > 0 {
			return "", nil, &OnlyError{only[0], "there is no sweep yet that could go further"}
		}
		return filepath.Join(dir, "1"), want, nil
	}
	if err != nil {
		return "", nil, err
	}
	last := f.Last()
	unfit := func(format string, args ...any) (string, *Spec, error) {
		return "", nil, &ContinueError{dir, fmt.Sprintf(format, args...)}
	}
	same, next := *want, *want
	same.Only, same.Piece = last.Spec.Only, last.Spec.Piece
	switch isLast := want.reach() == last.Spec.reach(); {
	case !want.sameQuestion(last.Spec):
		return unfit("it holds another sweep: %s; want another folder", last.Spec)
	case !last.Finished() && (!isLast || len(only) > 0 && !f.hasOnly(last.Spec, only)):
		return unfit("its sweep is not finished: run it with %s and without --only first, or in another folder", last.Spec.reach())
	case !last.Finished():
		return last.Dir, &same, nil
	case !isLast && !want.reach().beyond(last.Spec.reach()):
		return unfit("its sweep went as far as %s; want to go further, or another folder", last.Spec.reach())
	}
	left := slices.Clone(only)
	for r, err := range f.own() {
		if err != nil {
			return "", nil, err
		}
		at, settled := slices.Index(left, r.row[0]), f.Question.IsSettled(r.row)
		if at >= 0 {
			left = slices.Delete(left, at, at+1)
		}
		switch {
		case len(only) > 0 && at < 0, settled && at < 0, want.reach() == r.spec.reach():
		case settled:
			return "", nil, &OnlyError{r.row[0], "it is settled, or left to its class"}
		default:
			next.Only = Join(next.Only, r.number)
		}
	}
	switch {
	case len(left) > 0:
		return "", nil, &OnlyError{left[0], "it is not among the games of the sweep"}
	case next.Only != nil:
		return filepath.Join(dir, strconv.Itoa(len(f.Stages)+1)), &next, nil
	case want.reach() == last.Spec.reach():
		return last.Dir, &same, nil
	}
	return "", nil, nil
}

// hasOnly reports whether the games of a stage are those named.
func (f *Folder) hasOnly(s *Spec, only []string) bool {
	for _, numbers := range s.Games(f.Family.Size()) {
		for i := numbers.From; i < numbers.To; i++ {
			if !slices.Contains(only, f.Family.Game(i)) {
				return false
			}
		}
	}
	return uint64(len(only)) == s.Count(f.Family.Size())
}

// An OnlyError says why a sweep cannot go further for a game that was named.
type OnlyError struct{ Game, What string }

func (e *OnlyError) Error() string { return message.Shown(e.Game) + ": " + e.What }

// String names the sweep in messages.
func (s *Spec) String() string {
	text := message.Shown(s.Family) + " --ask=" + s.Ask
	if s.Of != "" {
		text += " --of=" + message.Shown(s.Of)
	}
	if s.Start != "" {
		text += " --start=" + message.Shown(s.Start)
	}
	if s.Misere {
		text += " --misere"
	}
	return text
}

// String writes the reach as flags.
func (r reach) String() string {
	text := "--game-memory=" + strings.ReplaceAll(units.Bytes(r.memory), " ", "")
	if r.max > 0 {
		text = fmt.Sprintf("-n %d %s", r.max, text)
	}
	if r.steps > 0 {
		text += fmt.Sprintf(" --steps=%d", r.steps)
	}
	return text
}

// A numbered row is a row with the number of its game, and the spec by which it was made.
type numbered struct {
	number uint64
	row    Row
	spec   *Spec
}

// own yields the rows as their last stage has them, in the order of the games.
func (f *Folder) own() iter.Seq2[numbered, error] { return f.merged(len(f.Stages)) }

// merged yields the rows of the first stages.
func (f *Folder) merged(stages int) iter.Seq2[numbered, error] {
	if stages == 1 {
		return f.rowsOf(&f.Stages[0])
	}
	return func(yield func(numbered, error) bool) {
		later, stop := iter.Pull2(f.rowsOf(&f.Stages[stages-1]))
		defer stop()
		next, err, more := later()
		for r, problem := range f.merged(stages - 1) {
			if more && err != nil {
				yield(r, err)
				return
			}
			if problem == nil && more && next.number == r.number {
				r = next
				next, err, more = later()
			}
			if !yield(r, problem) || problem != nil {
				return
			}
		}
	}
}

// errStopped ends the reading of results that nobody wants any more.
var errStopped = errors.New("stopped")

// rowsOf yields the rows of one stage. Pieces that are not done have none.
func (f *Folder) rowsOf(s *Stage) iter.Seq2[numbered, error] {
	return func(yield func(numbered, error) bool) {
		size := f.Family.Size()
		err := job.ReadResults(s.Dir, func(piece int, result []byte) error {
			rows := f.Question.reader(bytes.NewReader(result))
			for _, number := range s.Spec.InPiece(piece, size) {
				row, err := rows.Read()
				if err != nil {
					return fmt.Errorf("%s: piece %d: %w", message.Shown(s.Dir), piece, err)
				}
				if !yield(numbered{number, row, s.Spec}, nil) {
					return errStopped
				}
			}
			return nil
		})
		if _, incomplete := errors.AsType[*job.IncompleteError](err); err != nil && !incomplete && !errors.Is(err, errStopped) {
			yield(numbered{}, err)
		}
	}
}

// reader returns a reader of rows as [Question.Encode] writes them.
func (q *Question) reader(r io.Reader) *csv.Reader {
	in := csv.NewReader(r)
	in.FieldsPerRecord = len(q.Columns)
	return in
}

// Encode returns rows as the result of a piece has them: lines of CSV.
func (q *Question) Encode(rows []Row) []byte {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	for _, r := range rows {
		_ = out.Write(r) // a buffer takes all
	}
	out.Flush()
	return b.Bytes()
}
