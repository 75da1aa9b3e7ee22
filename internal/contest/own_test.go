package contest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// own returns a problem file of testdata/own.
func own(t *testing.T, name string) *Problem {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "own", name+Extension))
	if err != nil {
		t.Fatal(err)
	}
	return load(t, string(text))
}

// TestTreblecross compares the winning moves of all strips of up to nine cells with play.
func TestTreblecross(t *testing.T) {
	t.Parallel()
	p := own(t, "treblecross")
	if got := answers(t, p, p.Samples[0].Input); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(p.Samples[0].Output), " ") {
		t.Errorf("the sample: %q", got)
	}
	known := map[string][]string{}
	var winning func(strip string) []string
	winning = func(strip string) []string {
		if moves, ok := known[strip]; ok {
			return moves
		}
		var moves []string
		for i := range strip {
			after := strip[:i] + "X" + strip[i+1:]
			if strip[i] == '.' && (strings.Contains(after, "XXX") || len(winning(after)) == 0) {
				moves = append(moves, fmt.Sprint(i+1))
			}
		}
		known[strip] = moves
		return moves
	}
	var strips []string
	for n := 3; n <= 9; n++ {
		for bits := range 1 << n {
			strip := strings.NewReplacer("0", ".", "1", "X").Replace(fmt.Sprintf("%0*b", n, bits))
			if !strings.Contains(strip, "XXX") {
				strips = append(strips, strip)
			}
		}
	}
	for few := range slices.Chunk(strips, 99) {
		var want []string
		for _, strip := range few {
			if moves := winning(strip); len(moves) > 0 {
				want = append(append(want, "WINNING"), moves...)
			} else {
				want = append(want, "LOSING")
			}
		}
		got := strings.Fields(answers(t, p, fmt.Sprintf("%d\n%s\n", len(few), strings.Join(few, "\n"))))
		if !slices.Equal(got, want) {
			t.Fatalf("%q: got %q, want %q", few, got, want)
		}
	}
}

// TestMaze compares the cells to begin at of small mazes with play.
func TestMaze(t *testing.T) {
	t.Parallel()
	p := own(t, "maze")
	random := chance.New(t, 1)
	for range long.Or(100, 2000) {
		height, width := 1+random.IntN(4), 1+random.IntN(4)
		cells := make([][]byte, height)
		text := fmt.Sprintf("%d %d\n", height, width)
		for i := range cells {
			cells[i] = make([]byte, width)
			for j := range cells[i] {
				cells[i][j] = ".#"[min(1, random.IntN(5)/4)]
			}
			text += string(cells[i]) + "\n"
		}
		var wins func(i, j int) bool
		wins = func(i, j int) bool {
			cells[i][j] = '#'
			defer func() { cells[i][j] = '.' }()
			for _, d := range [...][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				if x, y := i+d[0], j+d[1]; x >= 0 && y >= 0 && x < height && y < width && cells[x][y] == '.' && !wins(x, y) {
					return true
				}
			}
			return false
		}
		want := ""
		for i := range height {
			for j := range width {
				if cells[i][j] == '.' && !wins(i, j) {
					want += fmt.Sprintf(" %d %d", i+1, j+1)
				}
			}
		}
		if want = "WIN" + want; want == "WIN" {
			want = "LOSE"
		}
		if got := strings.Join(strings.Fields(answers(t, p, text)), " "); got != want {
			t.Fatalf("%s: got %s, want %s", text, got, want)
		}
	}
}
