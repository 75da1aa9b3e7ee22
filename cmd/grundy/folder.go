package main

// This file writes a folder whole or not at all.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/grundy-games/grundy/internal/message"
)

// checkNewFolder refuses a path that cannot become a new folder: now, before any
// long work. An empty folder may be there.
func checkNewFolder(path string) error {
	err := func() error {
		if path == "" {
			return errors.New("it has no name")
		}
		switch entries, err := os.ReadDir(path); {
		case err == nil && len(entries) > 0:
			return errors.New("the folder is not empty; want a new one")
		case err == nil:
			return nil
		case !errors.Is(err, fs.ErrNotExist):
			if info, e := os.Stat(path); e == nil && !info.IsDir() {
				return errors.New("it is not a folder")
			}
			return err
		}
		parent, info, err := firstThere(path)
		switch {
		case err != nil:
			return err
		case !info.IsDir():
			return fmt.Errorf("%s is not a folder", message.Quoted(parent))
		}
		tried, err := os.MkdirTemp(parent, ".grundy-*"+partial) // whether we may
		if err == nil {
			err = os.Remove(tried)
		}
		return err
	}()
	if err != nil {
		return usagef("cannot write %s: %w", message.Quoted(path), plainly(err))
	}
	return nil
}

// firstThere returns the first folder around path that is there.
func firstThere(path string) (parent string, info fs.FileInfo, err error) {
	for parent = filepath.Dir(filepath.Clean(path)); ; parent = filepath.Dir(parent) {
		if info, err = os.Stat(parent); !errors.Is(err, fs.ErrNotExist) || parent == filepath.Dir(parent) {
			return parent, info, err
		}
	}
}

// makeParents makes the folders around path, and returns what takes those away that are empty.
func makeParents(path string) (undo func(), err error) {
	there, _, err := firstThere(path)
	if err != nil {
		return nil, err
	}
	parent := filepath.Dir(path)
	undo = func() {
		for at := parent; at != there && os.Remove(at) == nil; at = filepath.Dir(at) {
		}
	}
	if err = os.MkdirAll(parent, 0o777); err != nil {
		undo()
	}
	return undo, err
}

// writeFolder makes the folder path, with those around it, with what write puts into it. The files
// are written into another folder beside it, which takes its name when it is complete.
func writeFolder(ctx context.Context, path string, write func(folder *os.Root) error) (err error) {
	if err := checkNewFolder(path); err != nil {
		return err
	}
	return replaceFolder(ctx, path, write)
}

// replaceFolder is writeFolder where an earlier folder of that name may be there, which goes.
func replaceFolder(ctx context.Context, path string, write func(folder *os.Root) error) (err error) {
	path = filepath.Clean(path)
	undo, err := makeParents(path)
	var name string
	if err == nil {
		err = makeBeside(path, func(beside string) error {
			name = beside
			return os.Mkdir(name, 0o777)
		})
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", message.Quoted(path), plainly(err))
	}
	defer func() {
		partials.Lock()
		defer partials.Unlock()
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = takeName(name, path)
		}
		if err != nil {
			_ = os.RemoveAll(name)
			undo()
		}
		delete(partials.names, name)
	}()
	root, err := os.OpenRoot(name)
	if err == nil {
		err = errors.Join(write(root), root.Close())
	}
	if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot write %s: %w", message.Quoted(path), wrapped.Err)
	}
	return err
}

// takeName gives a folder the name path. A folder of that name goes.
func takeName(name, path string) error {
	before := name + "-before"
	if os.Rename(path, before) == nil {
		defer func() { _ = os.RemoveAll(before) }()
	}
	err := os.Rename(name, path)
	if err != nil {
		_ = os.Rename(before, path)
	}
	return err
}
