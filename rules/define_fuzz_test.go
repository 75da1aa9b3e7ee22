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
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
)

// tryDefine translates a text, which may be no file of rules at all. It must not panic, and
// errors name the file.
func tryDefine(t *testing.T, text string, length int) {
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
}

// catalogTexts returns the files of the catalogue.
func catalogTexts(t testing.TB) (texts []string) {
	names, err := filepath.Glob("../position/catalog/*.star")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

func FuzzDefine(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range catalogTexts(f) {
		f.Add(text, 2)
	}
	f.Fuzz(func(t *testing.T, text string, length int) { tryDefine(t, text, length) })
}

// TestDefineMutated translates files of the catalogue in which words have been exchanged.
func TestDefineMutated(t *testing.T) {
	rng := chance.New(t, 18)
	texts := catalogTexts(t)
	for range long.Of(100, 1000, 20000) {
		text := texts[rng.IntN(len(texts))]
		lines := strings.SplitAfter(text, "\n")
		for range 1 + rng.IntN(3) {
			i := rng.IntN(len(lines))
			parts := strings.SplitAfter(lines[i], " ")
			j, k := rng.IntN(len(parts)), rng.IntN(len(parts))
			switch rng.IntN(3) {
			case 0:
				parts[j], parts[k] = parts[k], parts[j]
			case 1:
				parts[j] = parts[k]
			default:
				other := strings.SplitAfter(lines[rng.IntN(len(lines))], " ")
				parts[j] = other[rng.IntN(len(other))]
			}
			lines[i] = strings.Join(parts, "")
		}
		text = strings.Join(lines, "")
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%v in\n%s", r, text)
					panic(r)
				}
			}()
			tryDefine(t, text, 1+rng.IntN(3))
		}()
	}
}
