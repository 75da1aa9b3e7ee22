package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/server"
)

// twenties is a job of 20 pieces; the last ones cannot be done.
func twenties(can int) job.Job {
	return job.Job{Kind: "twenties", Spec: json.RawMessage(`{}`), Pieces: 20, Do: func(_ context.Context, piece int, _ job.Earlier) ([]byte, error) {
		if piece >= can {
			return nil, errors.New("no more")
		}
		return []byte("result\n"), nil
	}}
}

// TestJobs shows the folders of jobs that are done, stopped, running, damaged and missing, and
// no others.
func TestJobs(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, name) }
	run := func(name string, can int) {
		t.Helper()
		if err := job.Run(t.Context(), twenties(can), in(name), job.Options{Workers: 1}); err != nil && can == 20 {
			t.Fatal(err)
		}
	}
	run("done", 20)
	run("stopped", 5)
	run("damaged", 20)
	run("secret", 20)
	journal := filepath.Join(in("damaged"), "journal")
	text, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(journal, text, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := job.Open(in("running"), twenties(20), nil)
	if err != nil {
		t.Fatal(err)
	}
	for piece, by := range []string{"m1", "m2", "m2"} {
		if err := f.Put(piece, by, []byte("result\n")); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"done", "stopped", "running", "damaged", "missing", "changed"}
	if err := os.Mkdir(in("changed"), 0o777); err != nil {
		t.Fatal(err)
	}
	header, err := os.ReadFile(filepath.Join(in("done"), "job.json"))
	if err == nil {
		err = os.WriteFile(filepath.Join(in("changed"), "job.json"), []byte(strings.Replace(string(header), "20", "21", 1)), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for _, name := range names {
		dirs = append(dirs, in(name))
	}
	s := server.New(server.Options{
		Limits: limits(), Version: "test", Jobs: dirs,
		Page: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>\n<html lang=\"en\">")}},
	})
	states := func() (all []ask.JobState) {
		t.Helper()
		w := send(s, get("/api/v1/jobs"))
		if w.Code != http.StatusOK || w.Header().Get("ETag") != "" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
		if strings.Contains(w.Body.String(), "secret") {
			t.Errorf("a folder that was not named is shown: %s", w.Body)
		}
		read(t, s).check(t, w.Body.String(), "paths", "/api/v1/jobs", "get", "responses", "200", "content", "application/json", "schema")
		if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	for i, want := range []ask.JobState{
		{State: "done", Done: 20, Bytes: 140},
		{State: "stopped", Done: 5, Bytes: 35},
		{State: "running", Done: 3, Bytes: 21},
		{State: "stopped", Done: 19, Bytes: 133, Problem: " is damaged in 1 place"},
		{State: "unreadable", Problem: "missing: it holds no job: there is no job.json in it"},
		{State: "unreadable", Problem: "changed: job.json: it was changed"},
	} {
		got := states()[i]
		if got.Folder != dirs[i] || got.State != want.State || got.Done != want.Done || got.Bytes != want.Bytes ||
			want.Problem == "" && got.Problem != "" || !strings.Contains(got.Problem, want.Problem) {
			t.Errorf("%s: %+v", names[i], got)
		}
		if got.State != "unreadable" && (got.Kind != "twenties" || got.Pieces != 20 || len(got.ID) != 64) {
			t.Errorf("%s: %+v", names[i], got)
		}
	}
	if w := states()[2].Workers; len(w) != 2 || w[0].Name != "m2" || w[0].Done != 2 || w[1].Name != "m1" || w[1].Done != 1 {
		t.Errorf("workers: %+v", w)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	run("missing", 20)
	run("running", 20)
	if now := states(); now[2].State != "done" || now[2].Done != 20 || now[4].State != "done" {
		t.Errorf("later: %+v", now)
	}
	for _, name := range []string{"dir", "folder", "name"} {
		if w := send(s, get("/api/v1/jobs?"+name+"="+in("secret"))); w.Code != http.StatusBadRequest {
			t.Errorf("a question with %s: %d %s", name, w.Code, w.Body)
		}
	}
	if all := states(); all[0].Tiers != 0 {
		t.Errorf("a job without tiers: %+v", all[0])
	}
	if text := send(s, get("/jobs")).Body.String(); text != "<!doctype html>\n<html data-jobs lang=\"en\">" {
		t.Errorf("the screens: %q", text)
	}
}
