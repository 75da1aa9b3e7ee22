package main

// An ordinary file is written whole or not at all.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/terminal"
)

// A wholeFile is a file that nobody sees in part: it is written under another name in the same folder, and takes its own when it is complete. A
// file that was there before keeps its permissions, and a link to it stays, also
// one to a file that is not there yet. Other than ordinary files, such as /dev/null
// or a pipe, are written to directly; so is a file that a process holds open, such as
// /dev/stdout.
type wholeFile struct {
	*os.File
	target string
	mode   fs.FileMode // of the file that was there; 0 for none
	direct bool
}

// standardStream is how a standard stream is called where a file is wanted.
const standardStream = "-"

// partial is how the names of files end that are not complete.
const partial = ".partial"

// createWhole begins the file of that name. A folder that is missing or not writable
// is found now, before any long work, and is a usage error.
func createWhole(path string) (*wholeFile, error) {
	f := &wholeFile{}
	var err error
	if f.target, f.mode, err = examine(path); err == nil {
		number, own, is := heldOpen(f.target)
		f.direct = is || !f.mode.IsRegular()
		switch {
		case own: // not opened once more, which would begin at its beginning
			f.File, err = descriptor(number)
		case f.direct:
			f.File, err = os.OpenFile(f.target, os.O_WRONLY|os.O_APPEND, 0)
		default:
			f.File, err = newBeside(f.target)
		}
	}
	if err != nil {
		return nil, usagef("cannot write %s: %w", message.Quoted(path), plainly(err))
	}
	return f, nil
}

// finish gives the file its name if err is nil, and removes it otherwise.
func (f *wholeFile) finish(err error) error {
	if f.direct {
		return errors.Join(err, f.Close())
	}
	if err == nil && f.mode.Perm() != 0 {
		err = f.Chmod(f.mode.Perm())
	}
	if err == nil {
		err = f.Sync() // a name must not survive a crash that the data do not
	}
	partials.Lock()
	defer partials.Unlock()
	if err == nil {
		err = closeAs(f.File, f.target)
	} else {
		_ = f.Close()
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	delete(partials.names, f.Name())
	return err
}

// partials are the files and folders that are not complete: what must not be left behind
// where the process ends in the middle of its work.
var partials = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

// removePartials removes the files and folders that are not complete. None is completed
// after that.
func removePartials() {
	partials.Lock() // for good: the process ends
	for name := range partials.names {
		_ = os.RemoveAll(name)
	}
}

// newTemporary makes a temporary file. The function that it returns removes it.
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
	return f.finish(buffered(f, write))
}

// buffered has something written in large pieces.
func buffered(out io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(out, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// examine follows links and says what is there: a mode without permissions
// stands for nothing yet.
func examine(path string) (target string, mode fs.FileMode, err error) {
	if path == "" {
		return "", 0, errors.New("it has no name")
	}
	target = follow(path)
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		path, _ := filepath.Split(target)
		if path == "" {
			path = "."
		}
		folder, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", 0, fmt.Errorf("there is no folder %s", message.Quoted(filepath.Clean(path)))
		case err == nil && !folder.IsDir():
			return "", 0, fmt.Errorf("%s is not a folder", message.Quoted(filepath.Clean(path)))
		}
		return target, 0, err
	case err != nil:
		return "", 0, err
	case info.IsDir():
		return "", 0, errors.New("it is a folder")
	}
	if _, _, is := heldOpen(target); !is && info.Mode().IsRegular() { // one that may not be written is not replaced either
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return "", 0, err
		}
		return target, info.Mode(), f.Close()
	}
	return target, info.Mode(), nil
}

// follow returns the name to which the links that begin at path lead. The file
// need not be there. Where they lead round in a circle, it returns a link.
func follow(path string) string {
	const most = 40 // as Linux has it
	for range most {
		if _, _, is := heldOpen(path); is {
			return path
		}
		to, err := os.Readlink(path)
		if err != nil {
			return path // no link, or nothing
		}
		if !filepath.IsAbs(to) { // not cleaned: behind a link, ".." is elsewhere
			folder, _ := filepath.Split(path)
			to = folder + to
		}
		path = to
	}
	return path
}

// heldOpen reports whether path is one of the names that the system has for what
// a process holds open, such as /dev/fd/1, and whether that is this process. They
// look like links to files; but what is behind one may have another name by now,
// or none, and be open at some place in it.
func heldOpen(path string) (number int, own, is bool) {
	folder, name := filepath.Split(path)
	number, err := strconv.Atoi(name)
	if err != nil || number < 0 || folder == "" {
		return 0, false, false
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return 0, false, false
	}
	if folder == "/dev/fd" {
		return number, true, true
	}
	for _, pattern := range []string{"/proc/*/fd", "/proc/*/task/*/fd"} {
		if is, _ = filepath.Match(pattern, folder); is {
			self, err := filepath.EvalSymlinks("/proc/self")
			return number, err == nil && strings.HasPrefix(folder, self+"/"), true
		}
	}
	return 0, false, false
}

// isStandardOutput reports whether path is a name for the standard output of this
// process, such as /dev/stdout.
func isStandardOutput(path string) bool {
	number, own, _ := heldOpen(follow(path))
	return path == standardStream || own && number == 1
}

// newBeside makes a new file with another name in the folder of path, with the
// permissions that a new file gets, and removes those that are left there.
func newBeside(path string) (f *os.File, err error) {
	removeLeft(path)
	err = makeBeside(path, func(name string) (err error) {
		f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil && !hold(f) {
			_ = f.Close()
			err = fs.ErrExist // another process took it for one that was left
		}
		return err
	})
	return f, err
}

// makeBeside has something made that is not complete, under a name beside path that is free.
func makeBeside(path string, try func(name string) error) (err error) {
	folder, base := besideName(path)
	partials.Lock()
	defer partials.Unlock()
	for range 100 {
		name := fmt.Sprintf("%s%s%08x%s", folder, base, rand.Uint32(), partial)
		if err = try(name); err == nil {
			partials.names[name] = true
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return err
}

// besideName returns the folder of path, and how the names begin in it that
// newBeside gives.
func besideName(path string) (folder, name string) {
	folder, name = filepath.Split(path)
	if len(name) > 200 { // names have at most 255 bytes
		name = strings.ToValidUTF8(name[:200], "")
	}
	return folder, "." + name + "."
}

// removeLeft removes the parts of the file path that processes left which were
// killed, and none that a process still writes: those are held by it.
func removeLeft(path string) {
	folder, name := besideName(path)
	left, _ := filepath.Glob(globSafe(folder+name) + strings.Repeat("[0-9a-f]", 8) + partial)
	for _, part := range left {
		removeUnheld(part)
	}
}

// globSafe returns the pattern that matches the text alone.
func globSafe(text string) string {
	if filepath.Separator == '\\' {
		return text // where patterns have no way to say it
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(text)
}

// plainly returns err without the name of the file that is already told.
func plainly(err error) error {
	if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
		return wrapped.Err
	}
	return err
}

// A keptWriter keeps the first error of what it writes to, so that a failed
// write is noticed also where whoever wrote did not look. It makes room for what it
// writes on a terminal.
type keptWriter struct {
	io.Writer
	watch    *watch
	terminal bool
	err      error
}

// keptBeside returns a writer to w.
func keptBeside(watch *watch, w io.Writer) *keptWriter {
	return &keptWriter{Writer: w, watch: watch, terminal: terminal.Is(w)}
}

func (k *keptWriter) Write(p []byte) (int, error) {
	if k.terminal && len(p) > 0 {
		k.watch.makeRoom(true)
		defer k.watch.makeRoom(p[len(p)-1] != '\n')
	}
	n, err := k.Writer.Write(p)
	if err != nil && k.err == nil {
		k.err = err
	}
	return n, err
}
