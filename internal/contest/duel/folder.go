package duel

// Tests may come from a folder: inputs, and answers beside them.

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
)

// Folder returns the tests in a folder and in those below it, in the order of their
// names, and their number. NAME.in is an input, NAME.ans or NAME.out its answer, which may
// be missing, and NAME.desc says what it is for. The names NN and NN.a of Polygon are read
// too. The files are read when their turn comes.
func Folder(folder string) (tests iter.Seq2[Test, error], count int, err error) {
	files := map[string]bool{}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[path] = true
		}
		return err
	})
	if err != nil {
		if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
			err = wrapped.Err
		}
		return nil, 0, fmt.Errorf("cannot read %s: %w", message.Quoted(folder), err)
	}
	var names []string
	for path := range files {
		if filepath.Ext(path) == ".in" || files[path+".a"] {
			names = append(names, path)
		}
	}
	if len(names) == 0 {
		return nil, 0, fmt.Errorf("%s: want tests, which are files such as 01.in with 01.ans", message.Quoted(folder))
	}
	slices.Sort(names)
	return func(yield func(Test, error) bool) {
		for _, path := range names {
			test, err := readTest(folder, path, files)
			if !yield(test, err) {
				return
			}
		}
	}, len(names), nil
}

// readFile reads a file. Devices and pipes are refused, as they may have no end.
func readFile(path string) ([]byte, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !about.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: want a file, not a folder, a device or a pipe", message.Quoted(path))
	}
	return os.ReadFile(path)
}

// readTest reads one test.
func readTest(folder, path string, files map[string]bool) (test Test, err error) {
	base := strings.TrimSuffix(path, ".in")
	if test.Name, err = filepath.Rel(folder, base); err != nil {
		return test, err
	}
	if test.Input, err = readFile(path); err != nil {
		return test, err
	}
	for _, answer := range []string{base + ".ans", base + ".out", path + ".a"} {
		if files[answer] {
			if test.Want, err = readFile(answer); err != nil {
				return test, err
			}
			break
		}
	}
	if files[base+".desc"] {
		purpose, err := readFile(base + ".desc")
		if err != nil {
			return test, err
		}
		test.Purpose = strings.Join(strings.Fields(string(purpose)), " ")
	} else if files[base+".yaml"] {
		about, err := readFile(base + ".yaml")
		if err != nil {
			return test, err
		}
		test.Purpose = described(string(about))
	}
	return test, nil
}

// described returns the description in the YAML of a test, where it stands on one line.
func described(about string) string {
	for line := range strings.Lines(about) {
		text, ok := strings.CutPrefix(line, "description:")
		if !ok {
			continue
		}
		text = strings.TrimSpace(text)
		if plain, err := strconv.Unquote(text); err == nil {
			return plain
		}
		return strings.Trim(text, "'")
	}
	return ""
}
