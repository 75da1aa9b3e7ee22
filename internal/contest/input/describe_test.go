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
		"until 0 0": `tests until a line 0 0; each has
  n (0 to 100); m (0 to 9)
  a: numbers of 1 to 9 (m)`,
		"until -1 on a line and a count 0": `tests until the lines -1, 0; each has
  n (-5 to 5)
  a: numbers of 1 to 9 (0 to 3, their number first)`,
		"pairs": `the number of tests (1 to 9), and then for each
  n (1 to 40); m (0 to min(n*(n-1)//2, 1000))
  edges: a graph, of n nodes from 1: its edges, one a line (m)`,
		"columns in order": `the number of tests (1 to 5), and then for each
  n (1 to 50)
  segments: lines (n), each with x (-50 to 60, increasing from line to line); y (0 to 9); z (0 to 9, nonincreasing from line to line)
  cells: lines (0 to 12, their number first), each with row (1 to 3); column (0 to 3); no line twice`,
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
