package input_test

import (
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	want := map[string]string{
		"move-the-coins": `n (2 to 5*10^4)
c: numbers of 0 to 20 (n)
edges: a tree of n nodes from 1: its edges, one a line
the number of queries (1 to 5*10^4), and then for each
  u (2 to n); v (1 to n)`,
		"nim-game-1": `the number of tests (1 to 2*10^5), and then for each
  n (1 to 2*10^5)
  x: numbers of 1 to 10^9 (n)
the sum of n over the whole input is at most 2*10^5`,
		"s-nim": `tests until a line 0; each has
  set: numbers of 1 to 10^4 (1 to 100, their number first)
  m (1 to 100)
  positions: lists (m), one a line: numbers of 0 to 10^4 (1 to 100, their number first)`,
		"LongLongNim": `each line is a call, {"args": [maxN, [moves, …]]}, with the arguments
  maxN (1 to 10^9)
  moves: numbers of 1 to 22, increasing (1 to 22)`,
	}
	for _, f := range formats(t) {
		lines := shape(t, f.Declaration).Describe()
		text := strings.Join(lines, "\n")
		if len(lines) == 0 || want[f.name] != "" && text != want[f.name] {
			t.Errorf("%s:\n%s", f.name, text)
		}
	}
}
