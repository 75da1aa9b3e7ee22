package site

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program is the package of the engine.
const program = "github.com/grundy-games/grundy/cmd/grundy-page"

// ErrNoSource says that the engine cannot be built here.
var ErrNoSource = errors.New("the engine of the page is built from the source, by Go: run this in a clone of the repository, with Go installed. A release has the finished site as grundy_…_site.zip")

// Build builds the engine by the Go tool, from the source in the folder that the process works in.
// It uses the module that this folder has, so that the engine is of that source.
func Build(ctx context.Context) (e Engine, err error) {
	if _, err := exec.LookPath("go"); err != nil {
		return e, ErrNoSource
	}
	if _, err := run(ctx, "list", "-f", "{{.Dir}}", program); err != nil {
		return e, ErrNoSource
	}
	root, err := run(ctx, "env", "GOROOT")
	if err != nil {
		return e, err
	}
	if e.Exec, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js")); err != nil {
		return e, err
	}
	folder, err := os.MkdirTemp("", "grundy-site-")
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for tags, into := range map[string]*[]byte{"playing": &e.Playing, "exploring": &e.Exploring} {
		file := filepath.Join(folder, tags)
		// Without inlined calls a program is a sixth smaller, and a little slower.
		if _, err := run(ctx, "build", "-trimpath", "-tags", tags, "-gcflags=all=-l", "-ldflags=-s -w", "-o", file, program); err != nil {
			return e, err
		}
		if *into, err = os.ReadFile(file); err != nil {
			return e, err
		}
	}
	return e, nil
}

// run runs the Go tool for browsers, and returns what it prints.
func run(ctx context.Context, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := command.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("go %s: %s", arguments[0], strings.TrimSpace(string(failed.Stderr)))
	}
	return string(out), err
}
