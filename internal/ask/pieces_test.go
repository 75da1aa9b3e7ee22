package ask_test

// This file tests tables that jobs compute in pieces.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/long"
)

// tableFiles returns the files of a table on disk.
func tableFiles(t *testing.T, dir string) string {
	t.Helper()
	all := ""
	for _, name := range []string{"table.json", "index", "values"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all += fmt.Sprintln(name, len(text)) + string(text)
	}
	return all
}

// A job gives the table of one process byte for byte, for pieces of any size, also where the
// job was made from its spec alone.
func TestTablePieces(t *testing.T) {
	files := withFiles(storable)
	for i, c := range []struct{ game, size, of string }{
		{"one.star", "40x2", ""}, {"one.star(_,1)", "50", "remoteness"}, {"rides.star", "30x20", "remoteness"}, {"rides.star", "20x20", ""},
		{"three.star", "9x10x11", ""}, {"three.star(_,4,_)", "9x10", "outcomes"}, {"across.star", "15x12", ""}, {"across.star", "15x12", "remoteness"}, {"long.star", "300", ""}, {"long.star", "1", ""}, {"pass-nim", "6x7x2", ""},
	} {
		if i%4 == 0 && !long.Whole || i%3 != 1 && !long.Asked {
			continue // others are like it
		}
		misere := i%2 == 1
		q := question(c.game, c.size)
		q.Of, q.Misere = c.of, misere
		what := fmt.Sprint(c.game, " ", c.size, " ", c.of, " ", misere)
		folder := t.TempDir()
		alone := filepath.Join(folder, "alone")
		text, ok := stored(t, q, files, alone)
		if !ok {
			t.Fatalf("%s: no table", what)
		}
		want := tableFiles(t, alone)
		for _, piece := range []uint64{0, 1 + uint64(i), 64} {
			q.Piece, q.Job = piece, filepath.Join(folder, fmt.Sprint("job", piece))
			dir := filepath.Join(folder, fmt.Sprint(piece))
			if got, _ := stored(t, q, files, dir); got != text || tableFiles(t, dir) != want {
				t.Errorf("%s: pieces of %d positions give another table", what, piece)
			}
			// Others make the same job of its spec, and do the same.
			s, err := job.ReadStatus(q.Job)
			if err != nil {
				t.Fatal(err)
			}
			j, err := ask.MakeJob(s.Kind, s.Spec, ask.Means{})
			if err != nil || j.ID() != s.ID || !bytes.Equal(j.Spec, s.Spec) {
				t.Fatalf("%s: the job is not the same: %v, %s, %v", what, j, j.Spec, err)
			}
		}
		q.Piece = 0 // as in the folder
		again := filepath.Join(folder, "again")
		if got, _ := stored(t, q, files, again); got != text || tableFiles(t, again) != want {
			t.Errorf("%s: the folder of the job gives another table", what)
		}
	}
}

// A job that was begun by a spec alone is gone on with; those of others are refused.
func TestTablePiecesOfSpecs(t *testing.T) {
	folder, files := t.TempDir(), withFiles(storable)
	rules, err := json.Marshal(map[string]string{"three.star": storable["three.star"]})
	if err != nil {
		t.Fatal(err)
	}
	spec := func(more string) json.RawMessage {
		return json.RawMessage(`{"game": "three.star", "size": "5x6x7", "piece": 10, "rules": ` + string(rules) + more + `}`)
	}
	j, err := ask.MakeJob("table", spec(""), ask.Means{})
	if err != nil || !strings.Contains(string(j.Spec), `"weights":[[1,1,1]]`) || len(j.Tiers) == j.Pieces {
		t.Fatalf("%s in %d tiers of %d pieces, %v", j.Spec, len(j.Tiers), j.Pieces, err)
	}
	begun := filepath.Join(folder, "begun")
	if err := job.Run(t.Context(), j, begun, job.Options{}); err != nil {
		t.Fatal(err)
	}
	q := question("three.star", "5x6x7")
	q.Job = begun
	if got, _ := stored(t, q, files, filepath.Join(folder, "table")); got != wrote(t, question("three.star", "5x6x7"), files) {
		t.Errorf("the table holds %s", got)
	}
	// Without weights, one piece after the other.
	if j, err = ask.MakeJob("table", spec(`, "weights": []`), ask.Means{}); err != nil || len(j.Tiers) != 21 || j.Pieces != 21 {
		t.Errorf("without weights: %d tiers of %d pieces, %v", len(j.Tiers), j.Pieces, err)
	}
	for more, want := range map[string]string{
		`, "weights": [[1]]`:               "weights: 1 weights of 3 fields",
		`, "piece": 99999999`:              "piece: pieces of 99999999 positions; want 1 … 16777216",
		`, "size": "100000x100000x100000"`: "a table of more than 2^46 positions: too large for the budget",
		`, "of": "genus"`:                  "of=genus: ",
		`, "piece": -1`:                    "cannot unmarshal number -1",
		`, "size": "5x6"`:                  "size=5x6: ",
		`, "game": "knight"`:               `size=5x6x7: `,
		`, "game": "queen", "size": "8x8"`: "game: the engine of queen computes its table in one process, and faster than many from its moves: want no job",
		`, "rules": {}`:                    "", // those before it are kept
	} {
		if _, err := ask.MakeJob("table", spec(more), ask.Means{}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || strings.HasPrefix(want, "a table") && err.Error() != want {
			t.Errorf("%s: %v, want %s", more, err, want)
		}
	}
	// Weights that moves do not lower fail where they do not.
	j, err = ask.MakeJob("table", spec(`, "weights": [[-1, 1, 1]]`), ask.Means{})
	if err == nil {
		err = job.Run(t.Context(), j, filepath.Join(folder, "wrong"), job.Options{})
	}
	if err == nil || !strings.Contains(err.Error(), "does not lead back in the order of the table") {
		t.Errorf("wrong weights: %v", err)
	}
	// A folder that holds another table is refused before anything is computed.
	q = question("three.star", "5x6x8")
	q.Table, q.Job = filepath.Join(folder, "table"), filepath.Join(folder, "unused")
	a, err := q.Ask(t.Context(), files)
	if err == nil {
		_, err = a.Store(t.Context())
	}
	if wrong, ok := errors.AsType[*ask.FieldError](err); !ok || wrong.Field != "table" {
		t.Errorf("another table: %v", err)
	}
	if _, err := os.Stat(q.Job); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("another table: the folder of the job is there: %v", err)
	}
	for name, change := range map[string]func(q *ask.Values){
		"it holds another table: where this job has":                func(q *ask.Values) { q.Size = "5x6x8" },
		"the engine of queen computes its table":                    func(q *ask.Values) { q.Game, q.Size, q.Job = "queen", "8x8", filepath.Join(folder, "queen") },
		`"piece\":11,`:                                              func(q *ask.Values) { q.Piece = 11 },
		"it holds index, and no job; want a new or an empty folder": func(q *ask.Values) { q.Job = filepath.Join(folder, "table") },
	} {
		q := question("three.star", "5x6x7")
		q.Job, q.Table = begun, filepath.Join(t.TempDir(), "other")
		change(&q)
		a, err := q.Ask(t.Context(), files)
		if err == nil {
			_, err = a.Store(t.Context())
		}
		if wrong, ok := errors.AsType[*ask.FieldError](err); !ok || wrong.Field != "job" || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
}
