package disk_test

// Tables survive a stop, a kill, a full disk, damage, and folders of others.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/table/disk"
)

// example is a small table: its header, options, and files.
func example(t testing.TB) (h disk.Header, moves func() grundy.RankedMoves, o disk.Options, files map[string][]byte) {
	t.Helper()
	g := vectors{sizes: []uint64{4, 5, 6}, steps: [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, rides: true}
	h = header(&g, nil, disk.NimValues, false)
	o = disk.Options{Workers: 2}.Small(6, 12, 0)
	dir := filepath.Join(t.TempDir(), "whole")
	fill(t, dir, h, g.moves, o)
	return h, g.moves, o, contents(t, dir)
}

// put writes the files of a table into a new folder.
func put(t testing.TB, dir string, files map[string][]byte) {
	t.Helper()
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A table whose files end anywhere is completed, and then it is the same as any other.
func TestResumedAnywhere(t *testing.T) {
	h, moves, o, whole := example(t)
	for _, name := range []string{"index", "values"} {
		for size := 0; size < len(whole[name]); size += long.Of(3, 1, 1) {
			files := maps.Clone(whole)
			files[name] = whole[name][:size]
			dir := filepath.Join(t.TempDir(), "table")
			put(t, dir, files)
			fill(t, dir, h, moves, o)
			same(t, fmt.Sprintf("%s of %d bytes", name, size), contents(t, dir), whole)
		}
	}
}

// A table is stopped after each block, and goes on.
func TestStoppedAfterEachBlock(t *testing.T) {
	h, moves, o, whole := example(t)
	dir := filepath.Join(t.TempDir(), "table")
	stops := 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		blocks := 0
		stopping := o.Writing(func(f *os.File, p []byte, at int64) error {
			if err := disk.WriteAt(f, p, at); err != nil || filepath.Base(f.Name()) != "index" {
				return err
			}
			if blocks++; blocks == 1 {
				cancel()
			}
			return nil
		})
		_, err := disk.Fill(ctx, dir, h, moves, stopping)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		stops++
	}
	same(t, "stopped", contents(t, dir), whole)
	if stops == 0 {
		t.Error("no fill was stopped")
	}
}

// killed is set in a process that fills a table and is to be killed: the folder, and at
// which write.
const killed = "GRUNDY_TEST_KILLED_AT"

// TestKilled kills a process at each of its writes, in the middle of it, and has another one
// go on.
func TestKilled(t *testing.T) {
	if text := os.Getenv(killed); text != "" {
		number, dir, _ := strings.Cut(text, " ")
		at, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		h, moves, o, _ := example(t)
		writes := 0
		fill(t, dir, h, moves, o.Writing(func(f *os.File, p []byte, from int64) error {
			if writes++; writes != at {
				return disk.WriteAt(f, p, from)
			}
			if err := disk.WriteAt(f, p[:len(p)/2], from); err != nil {
				return err
			}
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err != nil {
				return err
			}
			select {} // until the signal arrives
		}))
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h, moves, o, whole := example(t)
	for at := 1; at <= 21; at += 2 + at%3 {
		dir := filepath.Join(t.TempDir(), "table")
		child := exec.Command(self, "-test.run=^TestKilled$")
		child.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", killed, at, dir), "TMPDIR="+t.TempDir()) // it cannot remove its own
		out, err := child.CombinedOutput()
		if err == nil || child.ProcessState.ExitCode() > 0 {
			t.Fatalf("write %d: the process was not killed: %v\n%s", at, err, out)
		}
		fill(t, dir, h, moves, o)
		same(t, fmt.Sprintf("killed at write %d", at), contents(t, dir), whole)
	}
}

// Whatever byte is changed, the table is mended or refused, and no wrong value is read.
func TestDamagedAnywhere(t *testing.T) {
	h, moves, o, whole := example(t)
	dir := filepath.Join(t.TempDir(), "table")
	put(t, dir, whole)
	sound, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	n := sound.Len()
	want := make([]uint64, n)
	for rank := range want {
		if want[rank], err = sound.At(uint64(rank)); err != nil {
			t.Fatal(err)
		}
	}
	if err := sound.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range whole {
		for i := 0; i < len(text); i += long.Of(5, 1, 1) {
			changes := []byte{1 << (i % 8)}
			if long.Whole {
				changes = []byte{0x01, 0x80, 0xff}
			}
			for _, change := range changes {
				files := maps.Clone(whole)
				files[name] = bytes.Clone(text)
				files[name][i] ^= change
				what := fmt.Sprintf("%s, byte %d ^ %#x", name, i, change)
				dir := filepath.Join(t.TempDir(), "table")
				put(t, dir, files)
				harmless(t, what, dir, want)
				repaired := uint64(0)
				damaged := o
				damaged.Damaged = func(*disk.DamageError) { repaired++ }
				_, err := disk.Fill(t.Context(), dir, h, moves, damaged)
				switch {
				case name == "table.json":
					if err == nil || !disk.IsRefusal(err) || strings.Contains(err.Error(), "\n") {
						t.Fatalf("%s: %v", what, err)
					}
				case err != nil || repaired != 1:
					t.Fatalf("%s: %d damaged blocks, %v", what, repaired, err)
				default:
					same(t, what, contents(t, dir), whole)
				}
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// harmless checks that no value that can be read from a table is wrong.
func harmless(t testing.TB, what, dir string, want []uint64) {
	t.Helper()
	table, err := disk.Open(dir)
	if err != nil {
		if !disk.IsRefusal(err) {
			t.Fatalf("%s: %v", what, err)
		}
		return
	}
	defer func() { _ = table.Close() }()
	bad := 0
	for rank := range min(uint64(len(want)), table.Len()) {
		v, err := table.At(rank)
		_, damaged := errors.AsType[*disk.DamageError](err)
		_, missing := errors.AsType[*disk.MissingError](err)
		switch {
		case damaged || missing:
			bad++
		case err != nil || v != want[rank]:
			t.Fatalf("%s: rank %d: %d, want %d, %v", what, rank, v, want[rank], err)
		}
	}
	if err := table.Verify(); table.Complete() && (err == nil) != (bad == 0) {
		t.Fatalf("%s: %d values cannot be read, and the check says %v", what, bad, err)
	}
}

// FuzzTable reads folders with any files: values are right or refused, and a fill either
// refuses the folder or makes the right table of it.
func FuzzTable(t *testing.F) {
	f := fuzz.Seeds(t)
	h, moves, o, whole := example(f)
	f.Add(whole["table.json"], whole["index"], whole["values"])
	f.Add(whole["table.json"], whole["index"][:40], whole["values"])
	f.Add(whole["table.json"], append(bytes.Clone(whole["index"]), 1), append(bytes.Clone(whole["values"]), 1))
	f.Add([]byte(`{"grundy-table":2}`), []byte{}, []byte{})
	f.Add([]byte(`{"grundy-table":1,"sizes":[1,2,3]}`), []byte{0}, []byte{1, 2})
	f.Fuzz(func(t *testing.T, table, index, values []byte) {
		dir := filepath.Join(t.TempDir(), "table")
		put(t, dir, map[string][]byte{"table.json": table, "index": index, "values": values})
		if read, err := disk.Open(dir); err == nil {
			for _, rank := range []uint64{0, 1, read.Len() / 2, read.Len() - 1} {
				_, _ = read.At(rank)
			}
			if err := errors.Join(read.Verify(), read.Close()); err != nil && strings.Contains(err.Error(), "\n") {
				t.Fatal(err)
			}
		}
		_, err := disk.Fill(t.Context(), dir, h, moves, o)
		if err == nil {
			same(t, "filled", contents(t, dir), whole)
		} else if !disk.IsRefusal(err) {
			t.Fatal(err)
		}
	})
}

// A disk that is full in the middle of any write costs nothing but time.
func TestFullDisk(t *testing.T) {
	h, moves, o, whole := example(t)
	dir := filepath.Join(t.TempDir(), "table")
	left, fulls := 0, 0
	for {
		left += 7 // bytes
		room := left
		full := o.Writing(func(f *os.File, p []byte, at int64) error {
			if len(p) > room {
				err := disk.WriteAt(f, p[:room], at)
				room = 0
				return errors.Join(err, &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC})
			}
			room -= len(p)
			return disk.WriteAt(f, p, at)
		})
		_, err := disk.Fill(t.Context(), dir, h, moves, full)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the same command goes on") {
			t.Fatal(err)
		}
		fulls++
	}
	same(t, "on a full disk", contents(t, dir), whole)
	if fulls < 10 {
		t.Errorf("the disk was full %d times", fulls)
	}
}

// Bytes behind the end of the table go.
func TestMoreThanTheTable(t *testing.T) {
	h, moves, o, whole := example(t)
	for _, name := range []string{"index", "values"} {
		for _, more := range []int{1, 15, 16, 17, 100} {
			files := maps.Clone(whole)
			files[name] = append(bytes.Clone(whole[name]), make([]byte, more)...)
			dir := filepath.Join(t.TempDir(), "table")
			put(t, dir, files)
			fill(t, dir, h, moves, o)
			same(t, fmt.Sprintf("%s and %d bytes", name, more), contents(t, dir), whole)
		}
	}
}

// Where bytes have changed, come in and gone in several places, the table is mended.
func TestDamagedInManyPlaces(t *testing.T) {
	h, moves, o, whole := example(t)
	r := rand.New(rand.NewPCG(1, 2))
	for round := range long.Of(40, 200, 400) {
		files := maps.Clone(whole)
		for _, name := range []string{"index", "values"} {
			text := bytes.Clone(whole[name])
			for range r.IntN(4) {
				at := r.IntN(len(text))
				switch r.IntN(3) {
				case 0:
					text[at] ^= 1 << r.IntN(8)
				case 1:
					text = slices.Insert(text, at, byte(r.Uint32()))
				default:
					text = slices.Delete(text, at, at+1)
				}
			}
			files[name] = text
		}
		dir := filepath.Join(t.TempDir(), "table")
		put(t, dir, files)
		fill(t, dir, h, moves, o)
		same(t, fmt.Sprintf("round %d", round), contents(t, dir), whole)
	}
}

// A table that will not fit is refused before the disk is full.
func TestRoom(t *testing.T) {
	h, moves, o, whole := example(t)
	size := uint64(len(whole["index"]) + len(whole["values"]))
	for free := uint64(1); ; free += 5 {
		dir := filepath.Join(t.TempDir(), "table")
		used := uint64(0)
		o := o.Writing(func(f *os.File, p []byte, at int64) error {
			if !strings.Contains(f.Name(), "table.json") {
				if used += uint64(len(p)); used > free {
					t.Errorf("%d bytes are written where %d are free", used, free)
				}
			}
			return disk.WriteAt(f, p, at)
		})
		o.Free = func() (uint64, bool) { return free - used, true }
		_, err := disk.Fill(t.Context(), dir, h, moves, o)
		if err == nil {
			if free < size {
				t.Errorf("%d bytes are filled into %d", size, free)
			}
			break
		}
		if _, ok := errors.AsType[*disk.RoomError](err); !ok {
			t.Fatal(err)
		}
	}
}

// Folders of others are refused, in one line, and not changed.
func TestRefused(t *testing.T) {
	h, moves, o, whole := example(t)
	for want, change := range map[string]func(h *disk.Header){
		"it is a table of game, not of chess":                     func(h *disk.Header) { h.Game = "chess" },
		"with other rules (SHA-256 0123456789ab…, now fedcba…)":   func(h *disk.Header) { h.Rules = "fedcba" },
		"it is a table up to game(1), not up to game(2)":          func(h *disk.Header) { h.Corner = "game(2)" },
		"it has the nim-values, not the misère nim-values":        func(h *disk.Header) { h.Misere = true },
		"it has the nim-values, not the outcomes":                 func(h *disk.Header) { h.Of = disk.Outcomes },
		"its ranks are of [4 5 6], not of [6 5 4] values a field": func(h *disk.Header) { h.Sizes = []uint64{6, 5, 4} },
		"its positions are in the order of [], not of [[1 1 1]]":  func(h *disk.Header) { h.Weights = [][]int64{{1, 1, 1}} },
	} {
		dir := filepath.Join(t.TempDir(), "table")
		put(t, dir, whole)
		h := h
		change(&h)
		_, err := disk.Fill(t.Context(), dir, h, moves, o)
		if err == nil || !strings.Contains(err.Error(), want+"; want another folder") {
			t.Errorf("%v, want %s", err, want)
		}
		same(t, want, contents(t, dir), whole)
	}
	for want, files := range map[string]map[string][]byte{
		`the folder holds "letters" and no table.json`:            {"letters": {}},
		"is of version 2 of the format, and this program knows 1": {"table.json": []byte(`{"grundy-table":2,"more":[]}`)},
		"table.json is damaged":                                   {"table.json": []byte(`{"grundy-table":1}`)},
	} {
		dir := filepath.Join(t.TempDir(), "folder")
		put(t, dir, files)
		for _, open := range []func() error{
			func() error { _, err := disk.Fill(t.Context(), dir, h, moves, o); return err },
			func() error { _, err := disk.Open(dir); return err },
		} {
			err := open()
			if err == nil || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "no table is here") {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}

// A folder in which nothing can be written serves if the table is complete, and otherwise the
// error says what could not be written. Root may write anywhere, but nobody opens a folder as a
// lock.
func TestOnlyRead(t *testing.T) {
	h, moves, o, whole := example(t)
	for _, size := range []int{len(whole["values"]), len(whole["values"]) / 2, 0} {
		dir := filepath.Join(t.TempDir(), "table")
		files := maps.Clone(whole)
		files["values"] = files["values"][:size]
		put(t, dir, files)
		if err := os.Mkdir(filepath.Join(dir, "lock"), 0o777); err != nil {
			t.Fatal(err)
		}
		sum, err := disk.Fill(t.Context(), dir, h, moves, o)
		switch complete := size == len(whole["values"]); {
		case complete && (err != nil || sum.Computed != 0 || sum.Bytes == 0):
			t.Errorf("complete: %+v, %v", sum, err)
		case !complete && (err == nil || !strings.Contains(err.Error(), "lock")):
			t.Errorf("%d bytes: %v", size, err)
		}
		same(t, "only read", contents(t, dir), files)
	}
}

// One process at a time fills a table.
func TestOneAtATime(t *testing.T) {
	h, moves, o, _ := example(t)
	dir := filepath.Join(t.TempDir(), "table")
	var second error
	fill(t, dir, h, moves, o.Writing(func(f *os.File, p []byte, at int64) error {
		if second == nil {
			_, second = disk.Fill(t.Context(), dir, h, moves, o)
		}
		return disk.WriteAt(f, p, at)
	}))
	if second == nil || !strings.Contains(second.Error(), "process") {
		t.Errorf("the second one: %v", second)
	}
}

// A block that is another one than its record says was made by other rules.
func TestOtherRulesOfTheSameName(t *testing.T) {
	h, _, o, whole := example(t)
	whole["values"][20] ^= 1
	dir := filepath.Join(t.TempDir(), "table")
	put(t, dir, whole)
	others := vectors{sizes: h.Sizes, steps: [][]int64{{-1, -1, -1}}}
	if _, err := disk.Fill(t.Context(), dir, h, others.moves, o); err == nil || !disk.IsRefusal(err) {
		t.Error(err)
	}
}
