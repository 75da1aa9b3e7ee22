package browser

// This file tests the screen of jobs, while this process works in one of the folders.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy/internal/job"
)

// The folders that the server shows: one in which a test works, and those of other states.
var jobFolders = []string{"night", "oct/1", "evening", "damaged", "Monday's"}

func jobFlags() (flags []string) {
	for _, dir := range jobFolders {
		flags = append(flags, "--job", dir)
	}
	return flags
}

// counting is a job of small pieces; the last ones cannot be done.
func counting(pieces, can int) job.Job {
	return job.Job{Kind: "counting", Spec: json.RawMessage(fmt.Sprintf(`{"can":%d}`, can)), Pieces: pieces, Do: func(_ context.Context, piece int, _ job.Earlier) ([]byte, error) {
		if piece >= can {
			return nil, errors.New("no more")
		}
		return fmt.Appendf(nil, "piece %d\n", piece), nil
	}}
}

// makeJobs makes folders with a job that is done, one that was stopped, and one whose journal
// is damaged. The last folder is not there.
func makeJobs(dir string) error {
	if err := os.Mkdir(filepath.Join(dir, "oct"), 0o777); err != nil {
		return err
	}
	for name, j := range map[string]job.Job{"oct/1": counting(1638, 1638), "evening": counting(10_000, 400), "damaged": counting(20, 20)} {
		err := job.Run(context.Background(), j, filepath.Join(dir, name), job.Options{Workers: 1})
		if err != nil && err.Error() != "piece 400: no more" {
			return err
		}
	}
	journal := filepath.Join(dir, "damaged", "journal")
	text, err := os.ReadFile(journal)
	if err != nil {
		return err
	}
	text[len(text)/2] ^= 1
	return os.WriteFile(journal, text, 0o666)
}

var night sync.Mutex // of the folder in which a test works

// TestJobs looks on while a job begins, goes on and ends.
func TestJobs(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		if folders == "" {
			t.Skip("the server shows other jobs")
		}
		night.Lock()
		defer night.Unlock()
		dir := filepath.Join(folders, "night")
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		b.before(`const wait = setTimeout; window.setTimeout = (then, after) => wait(then, after / 10)`) // it asks again sooner
		b.visit("/")
		if b.width == telephone {
			b.click(`[data-action="more-screens"]`)
		}
		b.click(`.nav a[href="/jobs"]`)
		b.wait(`document.querySelector("[data-job=night][data-state=unreadable]")`)
		if text := b.text("[data-job=night]"); !strings.Contains(text, "night: it holds no job: there is no job.json in it") {
			t.Errorf("a folder that is not there yet: %s", text)
		}
		j := counting(40, 40)
		j.Tiers = []int{0, 20, 30}
		f, err := job.Open(dir, j, nil)
		if err != nil {
			t.Fatal(err)
		}
		put := func(by string, from, to int) {
			t.Helper()
			for piece := from; piece < to; piece++ {
				result, _ := j.Do(t.Context(), piece, nil)
				if err := f.Put(piece, by, result); err != nil {
					t.Fatal(err)
				}
			}
			b.wait(`document.querySelector("[data-job=night][data-state=running]")?.dataset.done === %s`, fmt.Sprint(to))
		}
		put("m2", 0, 10)
		put("m3", 10, 25)
		b.shot("jobs")
		text := strings.Join(strings.Fields(b.text("[data-job=night]")), " ")
		for _, want := range []string{"night running", "62 %", "Pieces 25 of 40", "Tier 2 of 3", "Results 215 bytes", "Kind counting", "Worker Pieces Part of the work m3 15 60 % m2 10 40 %"} {
			if !strings.Contains(text, want) {
				t.Errorf("the job shows no %q: %s", want, text)
			}
		}
		if at := get[float64](b, `document.querySelector("[data-job=night] progress").position`); at != 25./40 {
			t.Errorf("the bar stands at %v", at)
		}
		if title := get[string](b, `document.title`); title != "62 % · Jobs · grundy" {
			t.Errorf("the title is %q", title)
		}
		if wide := get[int64](b, `document.documentElement.scrollWidth`); wide > b.width {
			t.Errorf("the page is %d wide, and the screen %d", wide, b.width)
		}

		b.allow("ERR_INTERNET_DISCONNECTED")
		b.offline(true)
		b.wait(`document.querySelector("[role=alert][data-error=offline]")`)
		b.shot("jobs-offline")
		if !b.has(`[data-job=night][data-done="25"]`) {
			t.Error("without a connection, what was seen is gone")
		}
		b.offline(false)
		b.wait(`!document.querySelector("[role=alert]")`)

		put("m2", 25, 40)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		b.wait(`document.querySelector("[data-job=night][data-state=done]")`)
		if text := b.text("[data-job=night]"); !strings.Contains(text, "100 %") || !strings.Contains(text, "grundy job results night") {
			t.Errorf("the job that is done: %s", text)
		}
		for folder, want := range map[string]string{
			"oct/1":    "1,638 of 1,638",
			"evening":  "grundy job run --dir evening",
			"damaged":  "damaged/journal is damaged in 1 place",
			"Monday's": "Monday's: it holds no job",
		} {
			if text := b.text(fmt.Sprintf("[data-job=%q]", folder)); !strings.Contains(text, want) {
				t.Errorf("%s shows no %q: %s", folder, want, text)
			}
		}
	})
}
