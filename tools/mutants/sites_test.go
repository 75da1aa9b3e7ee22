package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	source := `package a

const size = 1 + 2

func f(a []int, ok bool) (int, bool) {
	for i := range a {
		if a[i] < 3 && i >= 1 {
			continue
		}
		if ok {
			a[0]++
		}
	}
	return min(len(a), 7), true
}
`
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	sites, err := sitesIn(file)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range sites {
		if source[s.from:s.end] != s.is {
			t.Errorf("%q at %d, want %q", source[s.from:s.end], s.from, s.is)
		}
		got = append(got, s.is+">"+s.to)
	}
	want := "&&>|| <><= 3>4 >=>> 1>2 continue>break ok>!(ok) ++>-- 0>1 true>false min>max 7>8"
	if strings.Join(got, " ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, " "), want)
	}
}
