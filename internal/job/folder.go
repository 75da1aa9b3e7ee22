package job

// The folder of a job has a header job.json, its journal, the lock of the process that works in
// it, and run.json, which says who that is.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/grundy-games/grundy/internal/hold"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// The files of a folder.
const (
	headerFile  = "job.json"
	journalFile = "journal"
	lockFile    = "lock"
	runFile     = "run.json"
	partial     = ".partial" // behind the name of one that is not complete
)

// format is the version of the form of folders.
const format = 1

// A header is the content of job.json.
type header struct {
	Format  int             `json:"format"`
	Kind    string          `json:"kind"`
	Version string          `json:"version"`
	Pieces  int             `json:"pieces"`
	ID      string          `json:"id"`
	Spec    json.RawMessage `json:"spec"`
	// Tiers are the first pieces of the tiers, where there are several. They follow from the
	// spec, so that the ID does without them.
	Tiers []int `json:"tiers,omitempty"`
}

// A FolderError says that a folder is not fit for the job: it belongs to another one, another
// process works in it, or it holds something else.
type FolderError struct {
	Dir  string
	What string // what is wrong, and what would be right
}

func (e *FolderError) Error() string { return message.Shown(e.Dir) + ": " + e.What }

func unfit(dir, format string, args ...any) error {
	return &FolderError{dir, fmt.Sprintf(format, args...)}
}

// A Folder is the folder of a job, held by this process. Several goroutines may use it.
type Folder struct {
	dir    string
	header header
	lock   io.Closer
	began  time.Time

	mu      sync.Mutex
	journal *journal
	synced  time.Time
}

// syncEvery is how often the disk is asked to keep what was written. It matters only
// where the machine fails: what a killed process has written is kept.
const syncEvery = time.Second

// Open opens the folder of the job, or makes it, and holds it against other processes.
// A record that a killed process left unfinished is cut off. Damage is told to note, which may be
// nil; the pieces that stood there are missing.
func Open(dir string, j Job, note func(line string)) (*Folder, error) {
	if err := j.check(); err != nil {
		return nil, err
	}
	h := j.header()
	if err := makeFolder(dir, h); err != nil {
		return nil, err
	}
	lock, err := holdFolder(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, header: h, lock: lock, began: time.Now(), synced: time.Now()}
	if err := f.open(note); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	if err := f.noteRun(0); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// makeFolder makes the folder and its header, or compares the header with one that is there.
func makeFolder(dir string, h header) error {
	if dir == "" {
		return errors.New("a job needs the name of a folder")
	}
	there, err := readHeader(dir)
	if err == nil {
		return h.sameAs(dir, there)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch entries, err := os.ReadDir(dir); {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.Mkdir(dir, 0o777); errors.Is(err, fs.ErrNotExist) {
			return unfit(dir, "it cannot be made, as there is no folder %s", message.Shown(filepath.Dir(dir)))
		} else if err != nil {
			return fmt.Errorf("cannot make the folder of the job: %w", err)
		}
	case err != nil:
		return err
	default:
		for _, e := range entries {
			if e.Name() != headerFile+partial && e.Name() != lockFile {
				return unfit(dir, "it holds %s, and no job; want a new or an empty folder", message.Shown(e.Name()))
			}
		}
	}
	return writeWhole(filepath.Join(dir, headerFile), h)
}

// writeWhole writes a file of JSON, whole or not at all.
func writeWhole(name string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	f, err := os.Create(name + partial)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(name+partial))
	}
	return os.Rename(name+partial, name)
}

// mostHeader is the number of bytes that a header may have.
const mostHeader = 64 << 20

// readHeader reads the header of a folder.
func readHeader(dir string) (header, error) {
	name := filepath.Join(dir, headerFile)
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return header{}, unfit(dir, "it is not a folder")
	}
	info, err := os.Stat(name)
	if err != nil {
		return header{}, err
	}
	if info.Size() > mostHeader {
		return header{}, unfit(dir, "%s has %s, and may have %s", headerFile, units.Bytes(uint64(info.Size())), units.Bytes(mostHeader))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return header{}, err
	}
	h, err := parseHeader(text)
	if err != nil {
		return header{}, unfit(dir, "%s: %v", headerFile, err)
	}
	return h, nil
}

// parseHeader reads the text of a header.
func parseHeader(text []byte) (h header, err error) {
	if err := json.Unmarshal(text, &h); err != nil {
		return h, fmt.Errorf("it is not the header of a job: %w", err)
	}
	var spec bytes.Buffer
	if len(h.Spec) > 0 {
		if err := json.Compact(&spec, h.Spec); err != nil {
			return h, err
		}
		h.Spec = spec.Bytes()
	}
	switch {
	case h.Format != format:
		return h, fmt.Errorf("its format is %d; this program writes %d", h.Format, format)
	case h.Pieces < 0:
		return h, fmt.Errorf("it has %d pieces", h.Pieces)
	case (Job{Pieces: h.Pieces, Tiers: h.Tiers}).check() != nil:
		return h, fmt.Errorf("its tiers do not ascend from 0 to %d", h.Pieces)
	case h.ID != h.id():
		return h, fmt.Errorf("it was changed: its id is not the hash of what stands in it")
	}
	return h, nil
}

// sameAs compares the header of a folder with that of the job, and says what differs.
func (h header) sameAs(dir string, there header) error {
	switch {
	case there.ID == h.ID:
		return nil
	case there.Kind != h.Kind:
		return unfit(dir, "it holds a job of the kind %s, not %s; want another folder", message.Shown(there.Kind), message.Shown(h.Kind))
	case there.Version != h.Version:
		return unfit(dir, "it was begun by version %s, and this is %s: go on with that one, or begin in another folder", there.Version, h.Version)
	case !bytes.Equal(there.Spec, h.Spec):
		at, _ := Differ(there.Spec, h.Spec)
		return unfit(dir, "it holds another %s: where this job has %s, it has %s; want another folder", h.Kind, around(h.Spec, at), around(there.Spec, at))
	}
	return unfit(dir, "it holds this job in %d pieces, not %d; want another folder", there.Pieces, h.Pieces)
}

// around returns what stands at a byte of a spec.
func around(spec []byte, at int) string {
	const before, behind = 20, 40
	return message.Quoted(string(spec[max(0, at-before):min(at+behind, len(spec))]))
}

// holdFolder locks the folder against other processes.
func holdFolder(dir string) (io.Closer, error) {
	// A process that asks whether a folder is held holds it for a moment.
	const tries = 10
	for try := 0; ; try++ {
		lock, err := hold.File(filepath.Join(dir, lockFile))
		switch {
		case err == nil:
			return lock, nil
		case !errors.Is(err, hold.ErrHeld):
			return nil, err
		case try == tries:
			who := "another process works in it"
			if r, err := readRun(dir); err == nil {
				who = fmt.Sprintf("process %d on %s works in it since %s", r.Process, message.Shown(r.Host), r.Began.Format(time.DateTime))
			}
			return nil, unfit(dir, "%s; wait for it, or begin in another folder", who)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A runNote is the content of run.json: who works in the folder, or did so last.
type runNote struct {
	Process int       `json:"process"`
	Host    string    `json:"host"`
	Workers int       `json:"workers"` // goroutines
	Began   time.Time `json:"began"`
}

func readRun(dir string) (r runNote, err error) {
	text, err := os.ReadFile(filepath.Join(dir, runFile))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// noteRun says who works in the folder.
func (f *Folder) noteRun(workers int) error {
	host, _ := os.Hostname()
	return f.cannot(writeWhole(filepath.Join(f.dir, runFile), runNote{os.Getpid(), host, workers, f.began}))
}

// open reads the journal and makes it ready for more.
func (f *Folder) open(note func(string)) error {
	name := filepath.Join(f.dir, journalFile)
	in, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	info, err := in.Stat()
	if err == nil {
		f.journal, err = readJournal(in, info.Size(), f.header.ID, f.header.Pieces)
	}
	if errors.Is(err, errOtherJournal) {
		err = unfit(f.dir, "its journal is not that of the job in %s; want another folder", headerFile)
	}
	if err == nil {
		err = f.cannot(f.journal.repair())
	}
	if err != nil {
		return errors.Join(err, in.Close())
	}
	if text := f.journal.damage(f.dir); text != "" && note != nil {
		note(text + "; the pieces that stood there are computed again")
	}
	return nil
}

// damage says in a line what of the journal is damaged; "" for nothing.
func (j *journal) damage(dir string) string {
	if len(j.damaged) == 0 {
		return ""
	}
	var bytes int64
	for _, d := range j.damaged {
		bytes += d.to - d.from
	}
	first := j.damaged[0]
	return fmt.Sprintf("%s is damaged in %s, %d bytes in all; the first begins at byte %d", message.Shown(filepath.Join(dir, journalFile)), message.Count(len(j.damaged), "place", "places"), bytes, first.from)
}

// cannot says that the folder could not be written, and what is kept.
func (f *Folder) cannot(err error) error {
	if err == nil {
		return nil
	}
	if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
		err = wrapped.Err
	}
	return fmt.Errorf("cannot write in %s: %w; %d of %s are kept, and the same command goes on from there", message.Shown(f.dir), err, len(f.journal.places), message.Count(f.header.Pieces, "piece", "pieces"))
}

// Put keeps the result of a piece, which by computed: the name of a worker, or "".
func (f *Folder) Put(piece int, by string, result []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	if err := f.journal.put(piece, by, result, now); err != nil {
		return f.cannot(err)
	}
	if now.Sub(f.synced) >= syncEvery {
		f.synced = now
		return f.cannot(f.journal.file.Sync())
	}
	return nil
}

// Drop drops the results of pieces, all or none. They are missing from then on.
func (f *Folder) Drop(pieces ...int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.journal.drop(pieces, time.Now())
	if err == nil {
		err = f.journal.file.Sync()
	}
	return f.cannot(err)
}

// Epoch names the last call of [Folder.Drop]: also one of pieces that were missing already. It
// returns "" if there was none, and if that is not known, as the folder is damaged.
func (f *Folder) Epoch() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.journal.epoch
}

// By says who computed a piece, and whether the folder has it.
func (f *Folder) By(piece int) (by string, has bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, has := f.journal.places[piece]
	return p.by, has
}

// From returns the pieces that by computed, in order.
func (f *Folder) From(by string) []int {
	return f.pieces(0, f.header.Pieces, func(p place, has bool) bool { return has && p.by == by })
}

// Lacks returns how many pieces are missing.
func (f *Folder) Lacks() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.header.Pieces - len(f.journal.places)
}

// Missing returns those of the pieces from … to-1 that the folder lacks, in order.
func (f *Folder) Missing(from, to int) []int {
	return f.pieces(from, to, func(_ place, has bool) bool { return !has })
}

// Has returns those of the pieces from … to-1 that the folder has, in order.
func (f *Folder) Has(from, to int) []int {
	return f.pieces(from, to, func(_ place, has bool) bool { return has })
}

func (f *Folder) pieces(from, to int, are func(p place, has bool) bool) (pieces []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for piece := from; piece < to; piece++ {
		if p, has := f.journal.places[piece]; are(p, has) {
			pieces = append(pieces, piece)
		}
	}
	return pieces
}

// Sample returns pieces that the folder has, to be computed again: the same ones for the
// same folder. How many is said as in [Options].
func (f *Folder) Sample(check int) []int {
	const one, most = 1000, 16
	has := f.Has(0, f.header.Pieces)
	if check == 0 {
		check = min(1+len(has)/one, most)
	}
	slices.SortFunc(has, func(a, b int) int {
		x, y := f.draw(a), f.draw(b)
		return bytes.Compare(x[:], y[:])
	})
	return has[:max(0, min(check, len(has)))]
}

// draw returns a number for a piece that nobody can foresee without the job.
func (f *Folder) draw(piece int) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s %d", f.header.ID, piece))
}

// Compare compares the result of a piece with that in the folder. If they differ, it
// returns a [*DifferenceError].
func (f *Folder) Compare(piece int, by string, result []byte) error {
	kept, err := f.Earlier(context.Background(), piece)
	if err != nil {
		return err
	}
	if at, differ := Differ(kept, result); differ {
		return &DifferenceError{f.dir, piece, by, at}
	}
	return nil
}

// Earlier returns the result of a piece, as an [Earlier].
func (f *Folder) Earlier(_ context.Context, piece int) ([]byte, error) {
	f.mu.Lock()
	p, has := f.journal.places[piece]
	f.mu.Unlock()
	if !has {
		return nil, fmt.Errorf("%s has no piece %d", message.Shown(f.dir), piece)
	}
	result, err := f.journal.result(p)
	return result, changed(err, f.dir, piece)
}

// changed names the piece whose record has changed since the journal was read or written.
func changed(err error, dir string, piece int) error {
	if errors.Is(err, errChanged) {
		return fmt.Errorf("%s: the result of piece %d has been damaged; where the job is run again, it is done again", message.Shown(filepath.Join(dir, journalFile)), piece)
	}
	return err
}

// Close lets others have the folder.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.cannot(f.journal.file.Sync())
	return errors.Join(err, f.journal.file.Close(), f.lock.Close())
}

// An IncompleteError says that a folder lacks pieces.
type IncompleteError struct {
	Dir          string
	Done, Pieces int
}

func (e *IncompleteError) Error() string {
	return fmt.Sprintf("%s: %d of %s are done; the job goes on where it is run again", message.Shown(e.Dir), e.Done, message.Count(e.Pieces, "piece", "pieces"))
}

// Results calls f with the results that the folder of the job holds, in the order of the
// pieces. At the end it returns an [*IncompleteError] if there are others. Nobody has to
// wait: another process may be at work in the folder.
func Results(dir string, j Job, f func(piece int, result []byte) error) error {
	h, err := j.headerIn(dir)
	if err != nil {
		return err
	}
	return h.results(dir, f)
}

// Places returns the file that holds the results of the folder of a job, and where in it each
// of them stands. Where some are missing, it returns an [*IncompleteError].
func Places(dir string, j Job) (file string, place func(piece int) (at int64, size int), err error) {
	h, err := j.headerIn(dir)
	if err != nil {
		return "", nil, err
	}
	kept, err := openJournal(dir, h)
	if err != nil {
		return "", nil, err
	}
	if done := len(kept.places); done < h.Pieces {
		_ = kept.file.Close()
		return "", nil, &IncompleteError{dir, done, h.Pieces}
	}
	return filepath.Join(dir, journalFile), func(piece int) (int64, int) {
		p := kept.places[piece]
		return p.at, p.length
	}, kept.file.Close()
}

// ReadResults is [Results] for the job that the folder holds, whichever it is: also one of
// another version of the program.
func ReadResults(dir string, f func(piece int, result []byte) error) error {
	h, err := someHeader(dir)
	if err != nil {
		return err
	}
	return h.results(dir, f)
}

// someHeader reads the header of a folder that is to hold a job.
func someHeader(dir string) (header, error) {
	h, err := readHeader(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = unfit(dir, "it holds no job: there is no %s in it", headerFile)
	}
	return h, err
}

// headerIn reads the header of the folder of the job.
func (j Job) headerIn(dir string) (header, error) {
	h, err := someHeader(dir)
	if err == nil {
		err = j.header().sameAs(dir, h)
	}
	return h, err
}

// results calls f with the results of a folder.
func (h header) results(dir string, f func(piece int, result []byte) error) error {
	journal, err := openJournal(dir, h)
	if err != nil {
		return err
	}
	defer func() { _ = journal.file.Close() }()
	for piece := range h.Pieces {
		p, has := journal.places[piece]
		if !has {
			continue
		}
		result, err := journal.result(p)
		if err = changed(err, dir, piece); err == nil {
			err = f(piece, result)
		}
		if err != nil {
			return err
		}
	}
	if done := len(journal.places); done < h.Pieces {
		return &IncompleteError{dir, done, h.Pieces}
	}
	return nil
}

// openJournal reads the journal of a folder that another process may hold.
func openJournal(dir string, h header) (*journal, error) {
	in, err := os.Open(filepath.Join(dir, journalFile))
	if errors.Is(err, fs.ErrNotExist) {
		return newJournal(in, h.ID, h.Pieces), nil
	}
	if err != nil {
		return nil, err
	}
	info, err := in.Stat()
	var j *journal
	if err == nil {
		j, err = readJournal(in, info.Size(), h.ID, h.Pieces)
	}
	if errors.Is(err, errOtherJournal) {
		err = unfit(dir, "its journal is not that of the job in %s", headerFile)
	}
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return j, nil
}
