package ask_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
)

var manyPositions = []string{"nim(3,5,7)", "knight(5,4) + queen(3,3)", "0.77(12)", "queen(3", "mine.star(5)", "other.star(5)", "tree[1,1](0,2,1)"}

const mine = `"""Take one or two."""
position(n = integer())
def moves(n):
    for k in [1, 2]:
        if k <= n:
            move(n - k)
`

// results are what the job of that many positions a piece gives in a folder.
func results(t *testing.T, together, workers int) string {
	t.Helper()
	made, err := ask.SolveMany{Positions: manyPositions, Moves: 3, Rules: map[string]string{"mine.star": mine}, Together: together}.Job(ask.Means{})
	if err != nil {
		t.Fatal(err)
	}
	// Others make the same job from its spec.
	j, err := ask.MakeJob(made.Kind, made.Spec, ask.Means{})
	if err != nil || j.ID() != made.ID() || !bytes.Equal(j.Spec, made.Spec) {
		t.Fatalf("the job is not the same: %v, %v", j, err)
	}
	dir := t.TempDir()
	if err := job.Run(t.Context(), j, dir, job.Options{Workers: workers}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := job.Results(dir, j, func(_ int, result []byte) error { out.Write(result); return nil }); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A job of many positions gives the lines of a [ask.Lines], for pieces of any size.
func TestSolveMany(t *testing.T) {
	want := results(t, 100, 1)
	for together := range 4 {
		if got := results(t, together, 2); got != want {
			t.Errorf("%d positions a piece give\n%s\nwant\n%s", together, got, want)
		}
	}
	lines := strings.Split(want, "\n")
	if len(lines) != len(manyPositions)+1 {
		t.Fatalf("there are %d lines:\n%s", len(lines)-1, want)
	}
	for i, text := range []string{`"outcome": "N"`, `"knight(5,4) + queen(3,3)"`, `"outcome"`, `"line": 4, "error"`, `"mine.star(5)"`, `it is not among the rules of the job`, `"outcome"`} {
		if !strings.Contains(lines[i], text) {
			t.Errorf("line %d is %s, without %s", i+1, lines[i], text)
		}
	}
}

func TestMakeJob(t *testing.T) {
	for spec, want := range map[string]string{
		``:                     "the spec of the job: line 1, column 1: unexpected end",
		`{"positions": 5}`:     "the spec of the job: line 1, column 17: json: cannot unmarshal number",
		`{"posts": []}`:        `the spec of the job: line 1, column 14: json: unknown field "posts"`,
		`{"together": -1}`:     "together=-1: want a number that is not below 0",
		`{"compound": "all"}`:  "compound: unknown compound",
		`{"positions": []} []`: "the spec of the job: line 1, column 20: something follows the object",
	} {
		if _, err := ask.MakeJob("solve", json.RawMessage(spec), ask.Means{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	if _, err := ask.MakeJob("solved", nil, ask.Means{}); err == nil || !strings.Contains(err.Error(), "kind=solved: want one of: ") {
		t.Error(err)
	}
}
