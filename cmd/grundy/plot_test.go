package main

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// files returns the names of the files in a folder.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func words(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

func contents(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWriteWhole(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	if err := writeWhole(path, words("one")); err != nil || contents(t, path) != "one" {
		t.Fatalf("%v", err)
	}
	fresh := filepath.Join(folder, "fresh")
	if err := os.WriteFile(fresh, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if mode(t, path) != mode(t, fresh) {
		t.Errorf("a new file has %v, others %v", mode(t, path), mode(t, fresh))
	}

	// A file that is there stays as it is until the new one is complete.
	broken := errors.New("broken")
	err := writeWhole(path, func(w io.Writer) error {
		_ = words("half")(w)
		if contents(t, path) != "one" {
			t.Error("a part of the new file is seen")
		}
		return broken
	})
	if !errors.Is(err, broken) || contents(t, path) != "one" || len(files(t, folder)) != 2 {
		t.Errorf("%v, %q, %v", err, contents(t, path), files(t, folder))
	}

	if runtime.GOOS == "windows" {
		return // where permissions and links are others
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link")
	if err := os.Symlink("a.txt", link); err != nil {
		t.Fatal(err)
	}
	if err := writeWhole(link, words("two")); err != nil || contents(t, path) != "two" || mode(t, path) != 0o640 {
		t.Errorf("%v, %q, %v", err, contents(t, path), mode(t, path))
	}
	if target, err := os.Readlink(link); err != nil || target != "a.txt" {
		t.Errorf("the link leads to %q (%v)", target, err)
	}
	long := filepath.Join(folder, strings.Repeat("n", 255))
	if err := writeWhole(long, words("a long name")); err != nil || contents(t, long) != "a long name" {
		t.Errorf("a name of 255 letters: %v", err)
	}
	if err := writeWhole(os.DevNull, words("three")); err != nil {
		t.Error(err)
	}
}

func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// Wrong places are found before anything is written, as usage errors.
func TestWriteWholeRefuses(t *testing.T) {
	folder := t.TempDir()
	paths := []string{folder, filepath.Join(folder, "no", "a"), ""}
	if os.Getuid() > 0 { // root may write anywhere
		locked := filepath.Join(folder, "locked")
		if err := os.Mkdir(locked, 0o555); err != nil {
			t.Fatal(err)
		}
		readOnly := filepath.Join(folder, "read-only")
		if err := os.WriteFile(readOnly, nil, 0o444); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, filepath.Join(locked, "a"), readOnly)
	}
	before := len(files(t, folder))
	for _, path := range paths {
		err := writeWhole(path, func(io.Writer) error { t.Errorf("%q: written to", path); return nil })
		if _, ok := errors.AsType[usageError](err); !ok {
			t.Errorf("%q: %v", path, err)
		}
	}
	if len(files(t, folder)) != before {
		t.Errorf("left behind: %v", files(t, folder))
	}
}

// An interrupted picture leaves nothing behind, soon.
func TestInterruptedPlot(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	var problem bytes.Buffer
	status := run(ctx, []string{"plot", "queen", "--size", "20000x3000", "--max-memory=100GB", "--max-time=0", "-o", filepath.Join(folder, "a.png")}, nil, io.Discard, &problem)
	if status != exitFailed || len(files(t, folder)) != 0 {
		t.Errorf("status %d (%s), %v left behind", status, &problem, files(t, folder))
	}
}

// The command draws what it is told.
func TestPlotOfQueen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	var problem bytes.Buffer
	if status := run(t.Context(), []string{"plot", "queen", "--size", "64x48", "--cell", "5", "-o", path}, nil, io.Discard, &problem); status != exitAnswered {
		t.Fatalf("status %d: %s", status, &problem)
	}
	img, err := png.Decode(bytes.NewReader([]byte(contents(t, path))))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() < 64*5 || b.Dx() > 64*5+250 || b.Dy() < 48*5 || b.Dy() > 48*5+150 {
		t.Errorf("a picture of %v", b)
	}
}

// An interrupted command leaves nothing behind, also where the work does not
// stop soon and the process ends without it.
func TestInterruptedFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt to send")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"values queen --size=3000x3000 --misere -o a.npy",
		"values nim -n 100000000 -o a.csv",
		"values nim -n 1000000000 --format=npy",
		"plot queen --size=9000x9000 -o a.png",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			var problem bytes.Buffer
			cmd := &exec.Cmd{
				Path: self, Args: append(strings.Fields("grundy "+line), "--max-time=0"), Dir: folder, Stderr: &problem,
				Env: append(os.Environ(), "TMPDIR="+folder),
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for began := time.Now(); len(files(t, folder)) == 0 && time.Since(began) < 20*time.Second; {
				time.Sleep(5 * time.Millisecond)
			}
			time.Sleep(50 * time.Millisecond)
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if status := cmd.ProcessState.ExitCode(); status != exitFailed || problem.String() != "grundy: interrupted\n" || len(files(t, folder)) != 0 {
				t.Errorf("status %d (%s), %v left behind", status, &problem, files(t, folder))
			}
		})
	}
}
