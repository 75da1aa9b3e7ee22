package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
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

// What is behind /dev/stdout is written to where it stands, whatever it is.
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
