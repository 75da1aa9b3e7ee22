package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
)

// Games that are the same have the same quotient, whether they are heaps of a code,
// built in, or positions that are searched.
func TestQuotientsOfEqualGames(t *testing.T) {
	quotient := func(game string, heaps uint64) string {
		a, err := ask.Quotient{Game: game, Heaps: &heaps}.Ask(context.Background(), ask.Means{})
		if err != nil {
			t.Fatal(game, err)
		}
		return *a.Presentation + strings.Join(a.P, ",") + " " + strings.Join(a.Images, ",")
	}
	for game, code := range map[string]string{"kayles": "0.77", "nim": "0.3[3]", "laskers-nim": "4.[3]", "subtraction[1,2]": "0.33"} {
		if got, want := quotient(game, 9), quotient(code, 9); got != want {
			t.Errorf("%s: %s, want that of %s: %s", game, got, code, want)
		}
	}
}

func TestQuotientBudget(t *testing.T) {
	a, err := ask.Quotient{Game: "0.6"}.Ask(context.Background(), ask.Means{Memory: 1 << 20})
	if !errors.Is(err, grundy.ErrBudget) || a == nil || a.Known() || a.Found.Order < 2 || a.Last() < 4 {
		t.Error(a, err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := (ask.Quotient{Game: "0.77"}).Ask(ended, ask.Means{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
