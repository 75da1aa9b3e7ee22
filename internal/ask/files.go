package ask

// This file opens the files that questions name.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// mostRules bounds the text of a file of rules.
const mostRules = 1 << 20

// opener opens files that something holds, such as a job.
func opener(files map[string]string, holder string) func(name string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		text, ok := files[name]
		if !ok {
			return nil, fmt.Errorf("it is not among the rules of the %s: %w", holder, fs.ErrNotExist)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}
}

// recording returns what opens files and keeps their texts; nil for what opens none.
func recording(open func(name string) (io.ReadCloser, error), texts *map[string]string) func(name string) (io.ReadCloser, error) {
	if open == nil {
		return nil
	}
	return func(name string) (io.ReadCloser, error) {
		file, err := open(name)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(io.LimitReader(file, mostRules+1))
		if err = errors.Join(err, file.Close()); err == nil && len(text) > mostRules {
			err = fmt.Errorf("it has more than %d bytes", mostRules)
		}
		if *texts == nil {
			*texts = map[string]string{}
		}
		(*texts)[name] = string(text)
		return io.NopCloser(bytes.NewReader(text)), err
	}
}
