package core

// This file checks the words for what a move changes.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// Cells are said to be removed exactly where the row is left that has lost them.
func TestChangeOfLength(t *testing.T) {
	random := chance.New(t, 1)
	const most = 7
	f := &Field{Name: "r", Kind: Row, Letters: "X.", Most: most, Cells: most + 1}
	state := func(cells []int64) []int64 {
		return append(append([]int64{int64(len(cells))}, cells...), make([]int64, most-len(cells))...)
	}
	removed := 0
	for range 5000 {
		var rows [2][]int64
		for i := range rows {
			for range random.IntN(most + 1) {
				rows[i] = append(rows[i], int64("X."[random.IntN(2)]))
			}
		}
		from, to := rows[0], rows[1]
		if len(from) == len(to) {
			continue
		}
		want := map[string]bool{}
		for first := 0; first <= len(to) && len(from) > len(to); first++ {
			last := first + len(from) - len(to)
			if slices.Equal(slices.Concat(from[:first], from[last:]), to) {
				want[fmt.Sprintf("remove cells %d to %d", first+1, last)] = true
				want[fmt.Sprintf("remove cell %d", first+1)] = last == first+1
			}
		}
		got := f.change(state(from), state(to))
		if len(want) > 0 != strings.HasPrefix(got, "remove") || len(want) > 0 && !want[got] || len(want) == 0 && !strings.HasPrefix(got, "now ") {
			t.Fatalf("%c becomes %c: %q, want one of %v", from, to, got, want)
		}
		removed += min(len(want), 1)
	}
	if removed < 500 {
		t.Errorf("only %d rows lose cells", removed)
	}
}
