package rules

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
)

// FuzzDefine translates files of the catalogue and others like them, which may be no files of
// rules at all. It must not panic, and errors name the file.
func FuzzDefine(t *testing.F) {
	f := fuzz.Seeds(t)
	names, err := filepath.Glob("../position/catalog/*.star")
	if err != nil || len(names) == 0 {
		f.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), 2)
	}
	f.Fuzz(func(t *testing.T, text string, length int) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		f, err := Load(ctx, "fuzzed", strings.NewReader(text), Options{Steps: 100_000})
		if err != nil {
			return
		}
		if _, err := f.Define(ctx, Frame{Length: length}); err != nil {
			if _, ok := errors.AsType[*Error](err); !ok && !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, context.DeadlineExceeded) && !strings.Contains(err.Error(), ":") {
				t.Errorf("%v", err)
			}
		}
	})
}
