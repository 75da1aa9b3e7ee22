package main

// This file holds how files are opened to be read: those that a command names, and
// those that positions name.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"grundy"
	"grundy/games"
	"grundy/internal/message"
	"grundy/solve"
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
		return nil, errors.New(`"" is no file; want the name of one, or - for standard input`)
	case "-": // from positions: `grundy graph -` does not come here
		return nil, errors.New("- is no file; want the name of one, such as /dev/stdin for standard input")
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

// filesLike asks which file beside the one that is not there may be meant.
func filesLike(name string, err error) string {
	const most = 1000 // so many files are looked at
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

// openFiles lets positions read files within the budget.
func openFiles(budget solve.Budget, progress grundy.Progress) games.Files {
	return games.Files{Open: openFile, Memory: budget.Memory, Progress: progress, Rules: rulesOptions(budget)}
}
