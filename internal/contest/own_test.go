package contest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
