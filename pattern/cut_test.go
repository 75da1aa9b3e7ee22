package pattern_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
)

// odd is a game on a heap without much of a pattern, whose play stops the search from some heap on.
type odd struct {
	far  uint64
	stop func()
}

func (g odd) AppendOptions(dst []uint64, n uint64) []uint64 {
	if n >= g.far {
		g.stop()
	}
	for k := uint64(1); k <= min(n, 4); k++ {
		if (n*n*n+5*k)*0x9e3779b97f4a7c15>>60 < 9 {
			dst = append(dst, n-k)
		}
	}
	return dst
}

func (odd) AppendPosition(dst []byte, n uint64) []byte { return fmt.Appendf(dst, "odd(%d)", n) }

// A search that is stopped says how far it came.
func TestCutGuess(t *testing.T) {
	for far, want := range map[uint64]string{ // guesses that failed are known of tables with words
		0:    "no table of the nim-values was made; no table of the P-positions was made",
		1500: "a table of the nim-values was made to n <= 1,023; no table of the P-positions was made",
		5000: "no words were found for the nim-values to n <= 399, and no automaton to n <= ",
	} {
		if far > 0 && !long.Asked {
			continue
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		game := position.Numbered[uint64]{
			Name: "odd", Axes: []string{"n"}, Game: odd{far, func() { cancel(grundy.ErrBudget) }},
			At:      func(n []uint64) (uint64, bool) { return n[0], true },
			Numbers: func(n uint64) []uint64 { return []uint64{n} },
		}
		p, _, err := pattern.Guess(ctx, pattern.Question{Game: game.Open()})
		cut, ok := errors.AsType[*pattern.CutError](err)
		if p != nil || !ok || !errors.Is(err, grundy.ErrBudget) || !strings.HasPrefix(cut.Words(), want) {
			t.Errorf("%d: %v, %v, want %q", far, p, err, want)
		}
		if ok && (far == 5000) != (len(cut.Rejected) > 0) {
			t.Errorf("%d: guesses that failed: %+v", far, cut.Rejected)
		}
		cancel(nil)
	}
}
