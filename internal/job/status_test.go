package job

// This file tests how far a job has come, for those who look on again and again.

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// threeTiers is a job of 7 pieces in three tiers.
func threeTiers() Job {
	return Job{Kind: "tiered", Spec: json.RawMessage(`{}`), Pieces: 7, Tiers: []int{0, 2, 5}, Do: func(_ context.Context, piece int, _ Earlier) ([]byte, error) {
		return fmt.Appendf(nil, "%d", piece), nil
	}}
}

// The first tier that lacks a piece is under way, whatever was done of others.
func TestTierUnderWay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "job")
	f, err := Open(dir, threeTiers(), nil)
	if err != nil {
		t.Fatal(err)
	}
	watch := Watch(dir)
	for _, c := range []struct {
		put, drop, tier int
		line            string
	}{
		{-1, -1, 1, "0 of 7 pieces, tier 1 of 3"},
		{1, -1, 1, "1 of 7 pieces, tier 1 of 3"},
		{0, -1, 2, "2 of 7 pieces, tier 2 of 3"},
		{2, -1, 2, ""}, {4, -1, 2, ""}, {3, -1, 3, ""},
		{-1, 1, 1, ""}, {1, -1, 3, ""},
		{5, -1, 3, ""}, {6, -1, 3, "7 of 7 pieces"},
	} {
		if c.put >= 0 {
			err = f.Put(c.put, "m1", []byte("x"))
		} else if c.drop >= 0 {
			err = f.Drop(c.drop)
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := watch.Status()
		if err != nil || s.Tier != c.tier || s.Tiers != 3 {
			t.Errorf("%+v: tier %d of %d, %v", c, s.Tier, s.Tiers, err)
		}
		if s.Rate, s.Left = 0, 0; c.line != "" && s.Line() != c.line {
			t.Errorf("%+v: %q", c, s.Line())
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// A watcher says what one says that reads the folder for the first time, whatever becomes of
// it, and reads what was read before no more.
func TestWatcher(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "job")
	watch := Watch(dir)
	if _, err := watch.Status(); err == nil {
		t.Error("there is no job")
	}
	same := func(what string) {
		t.Helper()
		got, err := watch.Status()
		want, wrong := ReadStatus(dir)
		if !reflect.DeepEqual(got, want) || (err == nil) != (wrong == nil) {
			t.Errorf("%s: %+v %v\nwant %+v %v", what, got, err, want, wrong)
		}
	}
	var f *Folder
	open := func(j Job) {
		t.Helper()
		var err error
		if f, err = Open(dir, j, nil); err != nil {
			t.Fatal(err)
		}
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	journal := filepath.Join(dir, journalFile)
	open(threeTiers())
	same("empty")
	for i := range 5 {
		do(f.Put(i, []string{"", "m1"}[i%2], make([]byte, i)))
		same("a piece")
	}
	do(f.Drop(2))
	do(f.Put(3, "m2", []byte("other")))
	same("dropped")
	do(f.Close())
	same("closed")
	// A torn record, and the process that goes on behind it.
	out, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	do(err)
	_, err = out.WriteString(mark + "torn")
	do(err)
	do(out.Close())
	same("torn")
	f = nil
	open(threeTiers())
	do(f.Put(2, "", []byte("again")))
	same("gone on")
	do(f.Close())
	// Records that were read are not read again.
	text, err := os.ReadFile(journal)
	do(err)
	text[len(start(f.header.ID))] ^= 1
	do(os.WriteFile(journal, text, 0o666))
	if s, err := watch.Status(); err != nil || s.Damage != "" || s.Done != 5 {
		t.Errorf("read again: %+v %v", s, err)
	}
	// Another journal, and another job.
	do(os.Remove(journal))
	same("without a journal")
	do(os.WriteFile(journal, text, 0o666))
	same("another journal")
	do(os.RemoveAll(dir))
	same("removed")
	other := threeTiers()
	other.Tiers, other.Spec = nil, json.RawMessage(`{"other":1}`)
	open(other)
	do(f.Put(6, "m1", nil))
	same("another job")
	do(f.Close())
}

// The status of a folder with 10^6 pieces, for the first time and again.
func BenchmarkStatus(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "job")
	j := threeTiers()
	j.Pieces, j.Tiers = 1_000_000, nil
	f, err := Open(dir, j, nil)
	if err != nil {
		b.Fatal(err)
	}
	for i := range j.Pieces {
		if err := f.Put(i, "m1", []byte("a result of some bytes")); err != nil {
			b.Fatal(err)
		}
	}
	defer func() { _ = f.Close() }()
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			if _, err := ReadStatus(dir); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("next", func(b *testing.B) {
		watch := Watch(dir)
		if _, err := watch.Status(); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := f.Put(7, "m2", []byte("again")); err != nil {
				b.Fatal(err)
			}
			if _, err := watch.Status(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
