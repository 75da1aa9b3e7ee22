package heap

import (
	"errors"
	"slices"
	"testing"

	"grundy"
)

func TestPublishedMisereValues(t *testing.T) {
	var published struct {
		TakeAndBreak []struct {
			Code   string
			Values []uint32 `json:"misere_nim_values_0_20"`
		} `json:"take_and_break"`
	}
	readJSON(t, "cgsuite_heap_games.json", &published)
	for _, p := range published.TakeAndBreak {
		n := min(len(p.Values), 18) // more take longer
		got, err := MisereValues(t.Context(), MustCode(p.Code), uint64(n-1), 1<<20)
		if err != nil || !slices.Equal(got, p.Values[:n]) {
			t.Errorf("%s: %d, %v, want %d", p.Code, got, err, p.Values[:n])
		}
	}
	if got, err := MisereValues(t.Context(), MustCode("0.77"), 1000, 100); !errors.Is(err, grundy.ErrBudget) || len(got) == 0 {
		t.Errorf("%d, %v", got, err)
	}
}
