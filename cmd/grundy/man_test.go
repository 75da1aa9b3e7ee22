package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra/doc"

	"github.com/grundy-games/grundy/internal/build"
	"github.com/spf13/cobra"
)

// Help fits in a terminal's width.
func TestHelpIsWrapped(t *testing.T) {
	walk(newRoot(io.Discard), func(c *cobra.Command) {
		for line := range strings.Lines(c.Long + "\n" + c.UsageString()) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > columns {
				t.Errorf("grundy help %s: a line of more than %d characters: %s", c.Name(), columns, line)
			}
		}
	})
}

// CITATION.cff names this release.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile("../../CITATION.cff")
	if err != nil || !strings.Contains(string(text), "\nversion: "+build.Release+"\n") {
		t.Errorf("CITATION.cff does not have version: %s (%v)", build.Release, err)
	}
}

// The manual pages are those that the commands give. With UPDATE_MAN=1 they are
// written anew.
func TestManPages(t *testing.T) {
	root := newRoot(io.Discard)
	root.DisableAutoGenTag = true
	folder := t.TempDir()
	released := time.Date(2026, time.November, 29, 0, 0, 0, 0, time.UTC) // of this version
	header := &doc.GenManHeader{Section: "1", Date: &released, Source: "grundy " + build.Release, Manual: "Impartial games"}
	if err := doc.GenManTree(root, header, folder); err != nil {
		t.Fatal(err)
	}
	pages, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		want, err := os.ReadFile(filepath.Join(folder, page.Name()))
		if err != nil {
			t.Fatal(err)
		}
		kept := filepath.Join("man", page.Name())
		if os.Getenv("UPDATE_MAN") != "" {
			if err := os.WriteFile(kept, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the commands give (%v); UPDATE_MAN=1 go test ./cmd/grundy writes it", kept, err)
		}
	}
	if kept, err := os.ReadDir("man"); err != nil || len(kept) != len(pages) {
		t.Errorf("%d pages are kept (%v), the commands give %d", len(kept), err, len(pages))
	}
}
