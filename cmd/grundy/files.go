package main

// This file opens the files that a command or a position names, and refuses to write over
// one of them.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot"
)

// nameOf returns what a file is called in messages.
func nameOf(file string) string {
	if file == standardStream {
		return "standard input"
	}
	return file
}

// openFile opens a file to read it.
func openFile(name string) (io.ReadCloser, error) {
	switch name {
	case "":
		return nil, errors.New(`"" is not a file; want the name of one, or - for standard input`)
	case "-": // from positions: `grundy graph -` does not come here
		return nil, errors.New("- is not a file; want the name of one, such as /dev/stdin for standard input")
	}
	// A pipe with a name may have nobody at its other end, ever.
	if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 && !strings.HasPrefix(name, "/dev/") && !strings.HasPrefix(name, "/proc/") {
		return nil, fmt.Errorf("%s is a pipe; want a file, or /dev/stdin", name)
	}
	file, err := os.Open(name)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, fmt.Errorf("cannot read %s: %w%s", name, err, filesLike(name, err))
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		_ = file.Close()
		return nil, fmt.Errorf("%s is a folder; want a file", name)
	}
	return file, nil
}

// openInput opens the file that an argument names, or standard input for -.
func openInput(cmd *cobra.Command, name string) (io.ReadCloser, error) {
	if name == standardStream {
		return io.NopCloser(cmd.InOrStdin()), nil
	}
	file, err := openFile(name)
	if err != nil {
		return nil, usageError{err}
	}
	return file, nil
}

// filesLike asks which file beside the one that is not there may be meant.
func filesLike(name string, err error) string {
	const most = 1000 // files that are compared
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return ""
	}
	names, _ := folder.Readdirnames(most)
	_ = folder.Close()
	return message.DidYouMean(filepath.Base(name), names)
}

// pictureFormat returns the format of the picture that -o names: by the ending of the file, which may
// be .dot, for Graphviz, where that is allowed.
func pictureFormat(output string, dot bool) (f plot.Format, isDOT bool, err error) {
	want, also := ".png or .svg", ""
	if dot {
		want, also = ".png, .svg or .dot", ", or .dot for Graphviz"
	}
	switch isDOT = dot && strings.EqualFold(filepath.Ext(output), ".dot"); {
	case output == standardStream:
		err = usagef("-o -: the format follows from the name of the file: want one that ends in %s", want)
	case output != "" && !isDOT:
		if f, err = plot.FormatOf(output); err != nil {
			err = usagef("-o: %w%s", err, also)
		}
	}
	return f, isDOT, err
}

// noting has the means note the files that are opened.
func noting(m *ask.Means) (opened *[]namedFile) {
	opened = new([]namedFile)
	open := m.Open
	m.Open = func(name string) (io.ReadCloser, error) {
		*opened = append(*opened, namedFile{path: name})
		return open(name)
	}
	return opened
}

// A namedFile is a file and the flag that names it, "" where it is read.
type namedFile struct{ flag, path string }

// String tells the file as it was asked for.
func (f namedFile) String() string {
	switch {
	case f.flag == "":
		return message.Shown(f.path) + ", which is read,"
	case strings.HasPrefix(f.flag, "--"):
		return f.flag + "=" + message.Shown(f.path)
	}
	return f.flag + " " + message.Shown(f.path)
}

// distinct refuses a file to be written that is another one of a command too, under
// the same name or another: one of them would take the other's place.
func distinct(written namedFile, others ...namedFile) error {
	if written.path == "" || written.path == standardStream {
		return nil
	}
	for _, other := range others {
		if other.path != "" && other.path != standardStream && isSame(written.path, other.path) {
			return usagef("%s and %s are one file: want two", written, other)
		}
	}
	return nil
}

// isSame reports whether the paths lead to one file, be it there or not yet.
func isSame(a, b string) bool {
	a, b = follow(a), follow(b)
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	if errA != nil && errB != nil && filepath.Base(a) == filepath.Base(b) {
		first, errA = os.Stat(filepath.Dir(a))
		second, errB = os.Stat(filepath.Dir(b))
	}
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// isFile reports whether w is an ordinary file, which keeps nobody waiting.
func isFile(w io.Writer) bool {
	if kept, ok := w.(*keptWriter); ok {
		w = kept.Writer
	}
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode().IsRegular()
}
