package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/long"
)

// Links are followed to the end, also where no file is there yet.
func TestWriteThroughLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links are others there")
	}
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.MkdirAll("a/b", 0o777); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{
		"plain": "new", "one": "two", "two": filepath.Join(folder, "a", "three"), "a/three": "b/four",
		"b": "a/b", "behind": "b/../five", // a/five
		"circle": "other", "other": "circle", "nowhere": "none/file",
	}
	for name, to := range links {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for name, file := range map[string]string{"plain": "new", "one": "a/b/four", "behind": "a/five"} {
		for _, text := range []string{"first", "second"} {
			if err := writeWhole(name, words(text)); err != nil || contents(t, file) != text {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, name := range []string{"circle", "nowhere"} {
		err := writeWhole(name, func(io.Writer) error { t.Errorf("%s: written to", name); return nil })
		if _, ok := errors.AsType[usageError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, to := range links {
		if got, err := os.Readlink(name); got != to || err != nil {
			t.Errorf("%s leads to %q, %v; want %q", name, got, err, to)
		}
	}
}

// Output to /dev/stdout goes on where that stands, whatever file it is.
func TestWriteToDescriptors(t *testing.T) {
	if _, err := os.Stat("/dev/fd/1"); err != nil {
		t.Skip("there is no /dev/fd")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	link := filepath.Join(folder, "link")
	if err := os.Symlink("/dev/stdout", link); err != nil {
		t.Fatal(err)
	}
	const want = "heap,nim_value\n0,0\n1,1\n"
	start := func(output string, stdin io.Reader, stdout io.Writer, more ...*os.File) error {
		var problem strings.Builder
		cmd := &exec.Cmd{
			Path: self, Args: []string{"grundy", "values", "0.77", "-n", "1", "--format=csv", "-o", output},
			Stdin: stdin, Stdout: stdout, Stderr: &problem, ExtraFiles: more,
		}
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%w: %s", err, &problem)
		}
		return nil
	}
	names := []string{"-", "/dev/stdout", "/dev/fd/1", link}
	if runtime.GOOS == "linux" {
		names = append(names, "/proc/self/fd/1", "/proc/thread-self/fd/1")
	}
	for _, name := range names {
		var pipe strings.Builder
		if err := start(name, nil, &pipe); err != nil || pipe.String() != want {
			t.Errorf("-o %s | cat: %v, %q", name, err, pipe.String())
		}
		for how, flag := range map[string]int{">": os.O_TRUNC, ">>": os.O_APPEND} {
			path := filepath.Join(folder, "log")
			if err := os.WriteFile(path, []byte("important\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			log, err := os.OpenFile(path, os.O_WRONLY|flag, 0)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = log.WriteString("before\n")
			err = start(name, nil, log)
			_, _ = log.WriteString("behind\n")
			_ = log.Close()
			all := "before\n" + want + "behind\n"
			if how == ">>" {
				all = "important\n" + all
			}
			if err != nil || contents(t, path) != all {
				t.Errorf("-o %s %s log: %v, %q, want %q", name, how, err, contents(t, path), all)
			}
		}
	}

	// As the shell passes >(cat), and what is open only to be read.
	path := filepath.Join(folder, "third")
	third, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := start("/dev/fd/3", nil, nil, third); err != nil || contents(t, path) != want {
		t.Errorf("-o /dev/fd/3: %v, %q", err, contents(t, path))
	}
	_ = third.Close()
	if third, err = os.Open(path); err != nil {
		t.Fatal(err)
	}
	if err := start("/dev/stdin", third, nil); err == nil || !strings.Contains(err.Error(), `cannot write "/dev/stdin": it is open only to be read`) || contents(t, path) != want {
		t.Errorf("-o /dev/stdin < file: %v", err)
	}
	_ = third.Close()
	if err := start("/dev/fd/99", nil, nil); err == nil || !strings.Contains(err.Error(), `cannot write "/dev/fd/99"`) {
		t.Errorf("-o /dev/fd/99: %v", err)
	}
	if left := files(t, folder); len(left) != 3 {
		t.Errorf("left behind: %v", left)
	}
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

// Files that a killed process left are removed; files that are still written are not,
// even if two processes write one.
func TestLeftParts(t *testing.T) {
	folder := t.TempDir()
	path, odd := filepath.Join(folder, "a[1]*.txt"), filepath.Join(folder, ".a[1]*.txt.other.partial")
	left := filepath.Join(folder, ".a[1]*.txt.0123abcd.partial")
	for _, name := range []string{left, odd} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	first, err := createWhole(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := createWhole(path)
	if err != nil {
		t.Fatal(err)
	}
	removeLeft(path)
	if got := files(t, folder); len(got) != 3 || slices.Contains(got, filepath.Base(left)) {
		t.Errorf("while two write: %v", got)
	}
	for _, f := range []*wholeFile{first, second} {
		_, _ = io.WriteString(f, f.Name())
		if err := f.finish(nil); err != nil || contents(t, path) != f.Name() {
			t.Errorf("%v, %q", err, contents(t, path))
		}
	}
	if got := files(t, folder); len(got) != 2 {
		t.Errorf("left behind: %v", got)
	}
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

// An interrupted command leaves nothing behind, also where the work does not
// stop soon and the process ends without it.
func TestInterruptedFilesRace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt to send")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range long.Every(4, []string{
		"values queen --size=30000x30000 --misere -o a.npy",
		"values nim -n 1000000000 -o a.csv",
		"values nim -n 10000000000 --format=npy",
		"plot queen --size=20000x20000 --max-memory=100GB -o a.png",
	}) {
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
			ended := make(chan struct{})
			go func() {
				_ = cmd.Wait()
				close(ended)
			}()
			for len(files(t, folder)) == 0 {
				select {
				case <-ended:
					t.Fatalf("it ended before it wrote: %s", &problem)
				case <-time.After(5 * time.Millisecond):
				}
			}
			time.Sleep(50 * time.Millisecond)
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			<-ended
			if status := cmd.ProcessState.ExitCode(); status != exitFailed || !regexp.MustCompile("^"+interrupted).MatchString(problem.String()) || len(files(t, folder)) != 0 {
				t.Errorf("status %d (%s), %v left behind", status, &problem, files(t, folder))
			}
		})
	}
}

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

func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}
