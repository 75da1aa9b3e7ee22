package job

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
)

// squares is a job whose results have several lengths, the empty one among them.
func squares(pieces int) Job {
	return Job{Kind: "squares", Spec: json.RawMessage(`{"from": 0}`), Pieces: pieces, Do: func(_ context.Context, piece int, _ Earlier) ([]byte, error) {
		return []byte(strings.Repeat(fmt.Sprintln(piece*piece), piece%4)), nil
	}}
}

// tiered is a job each of whose results has the lengths of all results of earlier tiers, and some
// of their bytes.
func tiered(pieces int) Job {
	j := Job{Kind: "tiered", Spec: json.RawMessage(`{}`), Pieces: pieces}
	for tier := 0; tier < pieces; tier = 2*tier + 1 { // 0, 1, 3, 7, …
		j.Tiers = append(j.Tiers, tier)
	}
	j.Do = func(ctx context.Context, piece int, earlier Earlier) ([]byte, error) {
		result := fmt.Appendf(nil, "%d", piece)
		for i := range j.Tiers {
			if _, to := j.Tier(i); to > piece {
				break
			}
			for other := range j.Tiers[i+1] - j.Tiers[i] {
				r, err := earlier(ctx, j.Tiers[i]+other)
				if err != nil {
					return nil, err
				}
				result = fmt.Appendf(result, " %d%.3s", len(r), r)
			}
		}
		return result, nil
	}
	return j
}

// wanted returns the results of all pieces, one after the other.
func wanted(t *testing.T, j Job) (results [][]byte) {
	t.Helper()
	for piece := range j.Pieces {
		result, err := j.Do(t.Context(), piece, func(_ context.Context, of int) ([]byte, error) { return results[of], nil })
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, result)
	}
	return results
}

// all returns the results of a folder, one after the other.
func all(t *testing.T, dir string, j Job) string {
	t.Helper()
	var b strings.Builder
	last, want := -1, wanted(t, j)
	if err := ReadResults(dir, func(piece int, result []byte) error {
		if !bytes.Equal(result, want[piece]) {
			t.Errorf("piece %d is %q, want %q", piece, result, want[piece])
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	err := Results(dir, j, func(piece int, result []byte) error {
		if piece <= last {
			t.Errorf("piece %d follows %d", piece, last)
		}
		last = piece
		fmt.Fprintf(&b, "%d: %s\n", piece, result)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func mustRun(t *testing.T, j Job, dir string, o Options) {
	t.Helper()
	if err := Run(t.Context(), j, dir, o); err != nil {
		t.Fatal(err)
	}
}

// One goroutine and many give the same results.
func TestWorkersRace(t *testing.T) {
	testWorkers(t, squares(200))
	testWorkers(t, tiered(200))
}

func testWorkers(t *testing.T, j Job) {
	want := ""
	for _, workers := range []int{1, 2, 7, 0} {
		dir := filepath.Join(t.TempDir(), "new")
		told := 0
		mustRun(t, j, dir, Options{Workers: workers, Progress: func(s Status) {
			if told++; s.Done != told || s.Pieces != 200 || !s.Running {
				t.Errorf("after %d pieces: %+v", told, s)
			}
		}})
		got := all(t, dir, j)
		if want == "" {
			want = got
		}
		if got != want || told != 200 {
			t.Errorf("%d workers: %d told, %q; want %q", workers, told, got, want)
		}
		s, err := ReadStatus(dir)
		if err != nil || s.Running || s.Done != 200 || s.Kind != j.Kind || s.ID != j.ID() || len(s.Workers) != 1 || s.Left != 0 {
			t.Errorf("%d workers: %+v, %v", workers, s, err)
		}
	}
}

// A job that was killed after any byte of its journal goes on, and computes no more than
// the pieces that are not whole there.
func TestKilledAtEachByte(t *testing.T) {
	j := squares(9)
	whole := filepath.Join(t.TempDir(), "whole")
	mustRun(t, j, whole, Options{Workers: 1})
	want := all(t, whole, j)
	text := read(t, whole, journalFile)
	for size := 0; size <= len(text); size += long.Or(11, 1) {
		dir := cut(t, whole, text[:size])
		s, err := ReadStatus(dir)
		if err != nil {
			t.Fatalf("at byte %d: %v", size, err)
		}
		var calls atomic.Int64
		counted := j
		counted.Do = func(ctx context.Context, piece int, earlier Earlier) ([]byte, error) {
			calls.Add(1)
			return j.Do(ctx, piece, earlier)
		}
		mustRun(t, counted, dir, Options{Workers: 2, Check: -1, Note: func(line string) { t.Errorf("at byte %d: %s", size, line) }})
		if got := all(t, dir, j); got != want {
			t.Fatalf("at byte %d: %q; want %q", size, got, want)
		}
		if int(calls.Load()) != 9-s.Done {
			t.Errorf("at byte %d: %d pieces were done, and %d computed", size, s.Done, calls.Load())
		}
	}
}

// Every byte of a journal that changes costs no more than the record in which it stands, is
// named where others follow it, and never changes a result.
func TestDamage(t *testing.T) {
	j := squares(6)
	whole := filepath.Join(t.TempDir(), "whole")
	mustRun(t, j, whole, Options{Workers: 1})
	want := all(t, whole, j)
	text := read(t, whole, journalFile)
	for at := 0; at < len(text); at += long.Or(13, 1) {
		for _, change := range []byte{1, 0x80} {
			other := bytes.Clone(text)
			other[at] ^= change
			dir := cut(t, whole, other)
			s, err := ReadStatus(dir)
			if err != nil || s.Done < 5 {
				t.Fatalf("byte %d: %+v, %v", at, s, err)
			}
			noted := ""
			mustRun(t, j, dir, Options{Workers: 1, Note: func(line string) { noted = line }})
			if got := all(t, dir, j); got != want {
				t.Fatalf("byte %d: %q; want %q", at, got, want)
			}
			if s.Damage != "" && !strings.HasPrefix(noted, s.Damage) || s.Damage == "" && noted != "" {
				t.Errorf("byte %d: noted %q, status %q", at, noted, s.Damage)
			}
			if last := at > len(text)-40; s.Done == 5 && s.Damage == "" && !last {
				t.Errorf("byte %d: a piece is lost without a word", at)
			}
		}
	}
	// Bytes that are lost or come in move what follows.
	for at := 100; at < len(text)-60; at += long.Or(35, 7) {
		for _, other := range [][]byte{slices.Concat(text[:at], text[at+3:]), slices.Concat(text[:at], []byte("abc"), text[at:])} {
			dir := cut(t, whole, other)
			if s, err := ReadStatus(dir); err != nil || s.Done < 4 || s.Damage == "" {
				t.Errorf("byte %d: %+v, %v", at, s, err)
			}
			mustRun(t, j, dir, Options{Workers: 1})
			if got := all(t, dir, j); got != want {
				t.Fatalf("byte %d: %q; want %q", at, got, want)
			}
		}
	}
}

// A piece of any tier whose record is damaged is done again, and no other. Damage while
// the job runs ends it, and the next run goes on.
func TestTiersDamaged(t *testing.T) {
	j, whole := tiered(9), filepath.Join(t.TempDir(), "whole")
	mustRun(t, j, whole, Options{Workers: 1})
	want := all(t, whole, j)
	text := read(t, whole, journalFile)
	kept, err := readJournal(memory{text}, int64(len(text)), j.ID(), 9)
	if err != nil {
		t.Fatal(err)
	}
	for piece := range 9 {
		other := bytes.Clone(text)
		other[kept.places[piece].at] ^= 1
		dir := cut(t, whole, other)
		counted, computed := j, []int{}
		counted.Do = func(ctx context.Context, piece int, earlier Earlier) ([]byte, error) {
			computed = append(computed, piece)
			return j.Do(ctx, piece, earlier)
		}
		mustRun(t, counted, dir, Options{Workers: 1, Check: -1})
		if got := all(t, dir, j); got != want || !slices.Equal(computed, []int{piece}) {
			t.Errorf("piece %d: the pieces %v are computed, and the results are %q; want %q", piece, computed, got, want)
		}
	}
	dir, damaging := filepath.Join(t.TempDir(), "new"), j
	damaging.Do = func(ctx context.Context, piece int, earlier Earlier) ([]byte, error) {
		if piece == 3 { // of the tier behind piece 1
			text := read(t, dir, journalFile)
			at := bytes.Index(text, []byte("1 1")) // the result of piece 1
			text[at] ^= 1
			if err := os.WriteFile(filepath.Join(dir, journalFile), text, 0o666); err != nil {
				return nil, err
			}
		}
		return j.Do(ctx, piece, earlier)
	}
	if err := Run(t.Context(), damaging, dir, Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), "piece 3: ") || !strings.Contains(err.Error(), "the result of piece 1 has been damaged; where the job is run again, it is done again") {
		t.Errorf("damaged meanwhile: %v", err)
	}
	mustRun(t, j, dir, Options{})
	if got := all(t, dir, j); got != want {
		t.Errorf("damaged meanwhile: %q; want %q", got, want)
	}
}

// Epoch names the last drop, also where the folder is opened again; one that damage may hide
// is not known.
func TestEpoch(t *testing.T) {
	j, dir := squares(9), filepath.Join(t.TempDir(), "a")
	epochs := map[string]bool{"": true}
	for range 3 {
		f, err := Open(dir, j, nil)
		if err != nil {
			t.Fatal(err)
		}
		before := f.Epoch()
		if err := errors.Join(f.Drop(), f.Put(1, "w", []byte("1")), f.Put(2, "w", []byte("2"))); err != nil {
			t.Fatal(err)
		}
		if epoch := f.Epoch(); epoch != before || !epochs[epoch] {
			t.Errorf("nothing was dropped: %s, and before %s", epoch, before)
		}
		if err := f.Drop(8, 2); err != nil {
			t.Fatal(err)
		}
		if epoch := f.Epoch(); epochs[epoch] {
			t.Errorf("%s is of an earlier drop", epoch)
		}
		epochs[f.Epoch()] = true
		if has := f.Has(0, 9); !slices.Equal(has, []int{1}) {
			t.Errorf("the folder has %v", has)
		}
		if err := f.Drop(9); err == nil {
			t.Error("there is no piece 9")
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	text := read(t, dir, journalFile)
	for _, at := range []int{len(text) / 2, len(text) - 1} {
		other := bytes.Clone(text)
		other[at] ^= 1
		f, err := Open(cut(t, dir, other), j, nil)
		if err != nil {
			t.Fatal(err)
		}
		if epoch := f.Epoch(); (epoch == "") != (at == len(text)-1) {
			t.Errorf("damage at byte %d of %d: epoch %q", at, len(text), epoch)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Tiers that are none are refused, and work that cannot be shared is called so.
func TestTiersRace(t *testing.T) {
	for _, tiers := range [][]int{{1}, {0, 0}, {0, 3, 2}, {0, 5}} {
		j := squares(5)
		j.Tiers = tiers
		if err := Run(t.Context(), j, filepath.Join(t.TempDir(), "a"), Options{}); err == nil || !strings.Contains(err.Error(), "want tiers that ascend from 0") {
			t.Errorf("%v: %v", tiers, err)
		}
	}
	j, noted := squares(3), ""
	j.Tiers = []int{0, 1, 2}
	mustRun(t, j, filepath.Join(t.TempDir(), "a"), Options{Note: func(line string) { noted += line }})
	if noted != "each piece needs those before it: one is done at a time" {
		t.Errorf("noted %q", noted)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// cut returns a folder like dir with another journal.
func cut(t *testing.T, dir string, journal []byte) string {
	t.Helper()
	other := filepath.Join(t.TempDir(), "other")
	err := errors.Join(os.Mkdir(other, 0o777),
		os.WriteFile(filepath.Join(other, headerFile), read(t, dir, headerFile), 0o666),
		os.WriteFile(filepath.Join(other, journalFile), journal, 0o666))
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// Folders that are not fit are refused in one line, and nothing in them changes.
func TestOtherFolders(t *testing.T) {
	j := squares(5)
	begun := filepath.Join(t.TempDir(), "begun")
	mustRun(t, j, begun, Options{})
	journal := string(read(t, begun, journalFile))
	for name, c := range map[string]struct {
		job    Job
		change func(dir string) error
		want   string
	}{
		"kind":   {Job{Kind: "cubes", Spec: j.Spec, Pieces: 5}, nil, "it holds a job of the kind squares, not cubes; want another folder"},
		"spec":   {Job{Kind: j.Kind, Spec: json.RawMessage(`{"from":7}`), Pieces: 5}, nil, `it holds another squares: where this job has "{\"from\":7}", it has "{\"from\":0}"; want another folder`},
		"pieces": {Job{Kind: j.Kind, Spec: j.Spec, Pieces: 6}, nil, "it holds this job in 5 pieces, not 6; want another folder"},
		"version": {j, rewrite(func(h *header) { h.Version = "0.0.9"; h.ID = h.id() }),
			"it was begun by version 0.0.9, and this is " + Version() + ": go on with that one, or begin in another folder"},
		"format":  {j, rewrite(func(h *header) { h.Format = 2 }), "job.json: its format is 2; this program writes 1"},
		"changed": {j, rewrite(func(h *header) { h.Pieces = 4 }), "job.json: it was changed: its id is not the hash of what stands in it"},
		"no JSON": {j, func(dir string) error { return os.WriteFile(filepath.Join(dir, headerFile), []byte("{"), 0o666) },
			"job.json: it is not the header of a job: unexpected end of JSON input"},
		"journal": {j, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, journalFile), []byte(strings.ReplaceAll(journal, j.ID(), Job{}.ID())[:90]), 0o666)
		}, "its journal is not that of the job in job.json; want another folder"},
		"something": {j, func(dir string) error { return os.Remove(filepath.Join(dir, headerFile)) }, "it holds journal, and no job; want a new or an empty folder"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := cut(t, begun, []byte(journal))
			if c.change != nil {
				if err := c.change(dir); err != nil {
					t.Fatal(err)
				}
			}
			before := read(t, dir, journalFile)
			err := Run(t.Context(), c.job, dir, Options{})
			if _, ok := errors.AsType[*FolderError](err); !ok || strings.TrimPrefix(err.Error(), dir+": ") != c.want && !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			if after := read(t, dir, journalFile); !bytes.Equal(before, after) {
				t.Error("the journal was changed")
			}
		})
	}
	for dir, want := range map[string]string{
		"":                                    "a job needs the name of a folder",
		filepath.Join(begun, journalFile):     "it is not a folder",
		filepath.Join(t.TempDir(), "no", "a"): "it cannot be made, as there is no folder ",
	} {
		if err := Run(t.Context(), j, dir, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", dir, err, want)
		}
	}
	if err := Results(t.TempDir(), j, nil); err == nil || !strings.Contains(err.Error(), "it holds no job") {
		t.Errorf("an empty folder has results: %v", err)
	}
	if _, err := ReadStatus(t.TempDir()); err == nil || !strings.Contains(err.Error(), "it holds no job") {
		t.Errorf("an empty folder has a status: %v", err)
	}
}

// rewrite returns what changes a header.
func rewrite(change func(*header)) func(dir string) error {
	return func(dir string) error {
		h, err := readHeader(dir)
		change(&h)
		return errors.Join(err, writeWhole(filepath.Join(dir, headerFile), h))
	}
}

// A folder in which a process works is refused to others, and shows how far it is.
func TestHeldRace(t *testing.T) {
	j, dir := squares(3), filepath.Join(t.TempDir(), "a")
	inner := j
	inner.Do = func(ctx context.Context, piece int, earlier Earlier) ([]byte, error) {
		err := Run(ctx, j, dir, Options{})
		want := fmt.Sprintf("process %d on ", os.Getpid())
		if _, ok := errors.AsType[*FolderError](err); !ok || !strings.Contains(err.Error(), want) {
			return nil, fmt.Errorf("the second one: %w; want %s", err, want)
		}
		if s, err := ReadStatus(dir); err != nil || !s.Running || s.Done != piece {
			return nil, fmt.Errorf("status %+v, %w", s, err)
		}
		if err := Results(dir, j, func(int, []byte) error { return nil }); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%d of 3 pieces are done", piece)) {
			return nil, fmt.Errorf("results: %w", err)
		}
		return j.Do(ctx, piece, earlier)
	}
	mustRun(t, inner, dir, Options{Workers: 1})
	mustRun(t, j, dir, Options{})
}

// A result that is not what the job computes is found by computing a sample again.
func TestLiesRace(t *testing.T) {
	j, dir := squares(50), filepath.Join(t.TempDir(), "a")
	liar := j
	liar.Do = func(context.Context, int, Earlier) ([]byte, error) { return []byte("0\n7"), nil }
	mustRun(t, liar, dir, Options{})
	err := Run(t.Context(), j, dir, Options{})
	found, ok := errors.AsType[*DifferenceError](err)
	if !ok || !strings.Contains(err.Error(), "is not what this program computes: byte ") {
		t.Fatalf("no difference was found: %v", err)
	}
	// The process that holds the folder drops it; then it is computed again.
	f, err := Open(dir, j, nil)
	if err != nil {
		t.Fatal(err)
	}
	if epoch := f.Epoch(); epoch != "" {
		t.Errorf("nothing was dropped yet: %s", epoch)
	}
	if err := f.Drop(f.From(found.By)...); err != nil {
		t.Fatal(err)
	}
	if missing := f.Missing(0, 50); len(missing) != 50 {
		t.Errorf("missing are %v", missing)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, j, dir, Options{})
	honest := filepath.Join(t.TempDir(), "honest")
	mustRun(t, j, honest, Options{})
	if got, want := all(t, dir, j), all(t, honest, j); got != want {
		t.Errorf("%q; want %q", got, want)
	}
}

// A piece that fails ends the work with its number; what was done is kept.
func TestFailureRace(t *testing.T) {
	j, dir := squares(40), filepath.Join(t.TempDir(), "a")
	broken := j
	broken.Do = func(ctx context.Context, piece int, earlier Earlier) ([]byte, error) {
		if piece == 20 {
			return nil, errors.New("no such game")
		}
		return j.Do(ctx, piece, earlier)
	}
	for _, workers := range []int{1, 3} {
		if err := Run(t.Context(), broken, dir, Options{Workers: workers}); err == nil || err.Error() != "piece 20: no such game" {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	if s, err := ReadStatus(dir); err != nil || s.Done < 20 || s.Done == 40 {
		t.Errorf("%+v, %v", s, err)
	}
	dir = filepath.Join(t.TempDir(), "stopped") // workers may have done all but piece 20 in the other
	ctx, stop := context.WithCancel(t.Context())
	stopping := j
	stopping.Do = func(ctx context.Context, piece int, earlier Earlier) ([]byte, error) {
		if piece == 30 {
			stop()
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return j.Do(ctx, piece, earlier)
	}
	if err := Run(ctx, stopping, dir, Options{Workers: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped run: %v", err)
	}
	if s, err := ReadStatus(dir); err != nil || s.Done < 30 || s.Done == 40 {
		t.Errorf("%+v, %v", s, err)
	}
	mustRun(t, j, dir, Options{})
}

// full is a file on a disk that becomes full.
type full struct {
	*os.File
	room  int
	stuck bool // what was written in part cannot be cut off either
}

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	f.room -= n
	n, err := f.File.Write(p[:n])
	if err == nil && n < len(p) {
		err = &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	return n, err
}

func (f *full) Truncate(size int64) error {
	if f.stuck {
		return syscall.EIO
	}
	return f.File.Truncate(size)
}

// A disk that is full after any byte ends the work in a line; what was done is kept, and the
// work goes on where there is room again.
func TestFullDisk(t *testing.T) {
	j := squares(5)
	whole := filepath.Join(t.TempDir(), "whole")
	mustRun(t, j, whole, Options{Workers: 1})
	want := all(t, whole, j)
	for room := 0; room < 200; room += long.Or(7, 1) {
		dir := filepath.Join(t.TempDir(), "a")
		f, err := Open(dir, j, nil)
		if err != nil {
			t.Fatal(err)
		}
		disk := &full{File: f.journal.file.(*os.File), room: room, stuck: room%2 == 1}
		f.journal.file = disk
		var failed error
		for piece := range 5 {
			result, _ := j.Do(t.Context(), piece, nil)
			if err := f.Put(piece, "", result); err != nil && failed == nil {
				failed = err
				if line := err.Error(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(line, fmt.Sprintf("%d of 5 pieces are kept", piece)) {
					t.Errorf("room for %d: %v", room, err)
				}
			}
		}
		if failed == nil && room < 5*(headBytes+checkBytes) {
			t.Errorf("room for %d: no error", room)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		mustRun(t, j, dir, Options{Note: func(line string) { t.Errorf("room for %d: %s", room, line) }})
		if got := all(t, dir, j); got != want {
			t.Fatalf("room for %d: %q; want %q", room, got, want)
		}
	}
}

// Any bytes are read as a journal without a panic, and twice as the same one;
// records before any damage are found.
func FuzzJournal(t *testing.F) {
	f := fuzz.Seeds(t)
	j := squares(4)
	dir := filepath.Join(f.TempDir(), "a")
	if err := Run(context.Background(), j, dir, Options{Workers: 1}); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, journalFile))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, 0)
	f.Add(text[:150], 3)
	f.Add(slices.Concat(text, text), 40)
	f.Add([]byte(start(j.ID())+mark), 1)
	f.Fuzz(func(t *testing.T, behind []byte, keep int) {
		// Some whole records, and then anything.
		keep = max(0, min(keep, len(text)))
		given := slices.Concat(text[:keep], behind)
		before, err := readJournal(memory{text[:keep]}, int64(keep), j.ID(), 4)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readJournal(memory{given}, int64(len(given)), j.ID(), 4)
		if err != nil {
			if !errors.Is(err, errOtherJournal) || len(before.places) > 0 {
				t.Fatal(err)
			}
			return
		}
		if got.end+got.torn != int64(len(given)) || got.end < before.end {
			t.Fatalf("%d bytes are read as %d and %d torn ones", len(given), got.end, got.torn)
		}
		again, err := readJournal(memory{given[:got.end]}, got.end, j.ID(), 4)
		if err != nil || len(again.places) != len(got.places) || again.torn != 0 || !slices.Equal(again.damaged, got.damaged) {
			t.Fatalf("read again, it is %+v, %v; was %+v", again, err, got)
		}
		for piece, p := range got.places {
			if piece < 0 || piece >= 4 {
				t.Fatalf("there is a piece %d", piece)
			}
			if _, err := got.result(p); err != nil {
				t.Fatalf("piece %d cannot be read: %v", piece, err)
			}
		}
	})
}

// FuzzHeader reads any header without a panic.
func FuzzHeader(t *testing.F) {
	f := fuzz.Seeds(t)
	h := squares(4).header()
	h.ID = h.id()
	text, _ := json.Marshal(h)
	f.Add(text)
	f.Add([]byte(`{"format":1,"spec":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := parseHeader(text)
		if err != nil {
			return
		}
		if h.ID != h.id() {
			t.Errorf("%+v is taken", h)
		}
	})
}

// memory is a file in memory that is only read.
type memory struct{ text []byte }

func (m memory) ReadAt(p []byte, at int64) (int, error) { return bytes.NewReader(m.text).ReadAt(p, at) }
func (m memory) Write([]byte) (int, error)              { return 0, errors.ErrUnsupported }
func (m memory) Truncate(int64) error                   { return errors.ErrUnsupported }
func (m memory) Sync() error                            { return nil }
func (m memory) Close() error                           { return nil }
