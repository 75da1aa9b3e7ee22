package main

// This file holds how a file is written: whole or not at all.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A wholeFile is a file of which nobody ever sees a part: it is written under
// another name in the same folder, and takes its own when it is complete. A
// file that was there before keeps its permissions, and a link to it stays.
// What is no ordinary file, such as /dev/null, is written to directly.
type wholeFile struct {
	*os.File
	target string
	mode   fs.FileMode // of the file that was there; 0 for none
}

// partial is how the names of files end that are not complete.
const partial = ".partial"

// createWhole begins the file of that name. That a folder is not there or not
// writable is found now, before any long work, and is a usage error.
func createWhole(path string) (*wholeFile, error) {
	f := &wholeFile{}
	var err error
	if f.target, f.mode, err = examine(path); err == nil {
		if f.mode.IsRegular() {
			f.File, err = newBeside(f.target)
		} else {
			f.File, err = os.OpenFile(f.target, os.O_WRONLY, 0)
		}
	}
	if err != nil {
		return nil, usagef("cannot write %s: %w", quoted(path), plainly(err))
	}
	return f, nil
}

// isDirect reports whether the file is no ordinary one.
func (f *wholeFile) isDirect() bool { return !f.mode.IsRegular() }

// finish gives the file its name if err is nil, and removes it otherwise.
func (f *wholeFile) finish(err error) error {
	if f.isDirect() {
		return errors.Join(err, f.Close())
	}
	if err == nil && f.mode.Perm() != 0 {
		err = f.Chmod(f.mode.Perm())
	}
	if err == nil {
		err = f.Sync() // a name must not survive a crash that the data do not
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	partials.Lock()
	defer partials.Unlock()
	if err == nil {
		err = os.Rename(f.Name(), f.target)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	delete(partials.names, f.Name())
	return err
}

// partials are the files that are not complete: what must not be left behind
// where the process ends in the middle of its work.
var partials = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

// removePartials removes the files that are not complete. None is completed
// after that.
func removePartials() {
	partials.Lock() // for good: the process ends
	for name := range partials.names {
		_ = os.Remove(name)
	}
}

// newTemporary makes a file without a name that anybody knows. Its end is that
// of the function that is returned.
func newTemporary() (f *os.File, end func(), err error) {
	partials.Lock()
	defer partials.Unlock()
	if f, err = os.CreateTemp("", "grundy-*"+partial); err != nil {
		return nil, nil, err
	}
	partials.names[f.Name()] = true
	return f, func() {
		partials.Lock()
		defer partials.Unlock()
		_, _ = f.Close(), os.Remove(f.Name())
		delete(partials.names, f.Name())
	}, nil
}

// writeWhole writes a file in one go.
func writeWhole(path string, write func(io.Writer) error) error {
	f, err := createWhole(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<16)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	return f.finish(err)
}

// examine follows links and says what is there: a mode without permissions
// stands for nothing yet.
func examine(path string) (target string, mode fs.FileMode, err error) {
	info, err := os.Stat(path)
	switch {
	case path == "":
		return "", 0, errors.New("it has no name")
	case errors.Is(err, fs.ErrNotExist):
		folder, err := os.Stat(filepath.Dir(path))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", 0, fmt.Errorf("there is no folder %s", quoted(filepath.Dir(path)))
		case err == nil && !folder.IsDir():
			return "", 0, fmt.Errorf("%s is no folder", quoted(filepath.Dir(path)))
		}
		return path, 0, err
	case err != nil:
		return "", 0, err
	case info.IsDir():
		return "", 0, errors.New("it is a folder")
	}
	if target, err = filepath.EvalSymlinks(path); err != nil {
		return "", 0, err
	}
	if info.Mode().IsRegular() { // one that may not be written is not replaced either
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return "", 0, err
		}
		return target, info.Mode(), f.Close()
	}
	return target, info.Mode(), nil
}

// newBeside makes a new file with another name in the folder of path, with the
// permissions that a new file gets.
func newBeside(path string) (f *os.File, err error) {
	folder, name := filepath.Split(path)
	if len(name) > 200 { // names have at most 255 bytes
		name = strings.ToValidUTF8(name[:200], "")
	}
	partials.Lock()
	defer partials.Unlock()
	for range 100 {
		f, err = os.OpenFile(fmt.Sprintf("%s.%s.%08x%s", folder, name, rand.Uint32(), partial), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err == nil {
		partials.names[f.Name()] = true
	}
	return f, err
}

// plainly returns err without the name of the file that is already told.
func plainly(err error) error {
	if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
		return wrapped.Err
	}
	return err
}
