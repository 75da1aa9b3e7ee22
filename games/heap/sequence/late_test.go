package sequence

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// The latest part is first, the oldest is dropped, and what is undone was never done.
func TestLateWitnesses(t *testing.T) {
	random := chance.New(t, 77)
	var l lateWitnesses
	want := make([][]int, 5)
	for range 300 {
		before := make([][]int, len(want))
		for v := range want {
			before[v] = slices.Clone(want[v])
		}
		l.begin()
		for range random.IntN(30) {
			v, part := random.IntN(5), 1+random.IntN(100)
			l.served(v, part)
			list := slices.DeleteFunc(want[v], func(p int) bool { return p == part })
			list = slices.Insert(list, 0, part)
			want[v] = list[:min(len(list), lateLimit)]
		}
		if random.IntN(3) == 0 {
			l.undo()
			want = before
		}
		for v := range want {
			if !slices.Equal(l.of(v), want[v]) {
				t.Fatalf("%d: %v, want %v", v, l.of(v), want[v])
			}
		}
	}
}
