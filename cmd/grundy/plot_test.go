package main

import (
	"bytes"
	"context"
	"image/png"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/ask"
)

// An interrupted picture leaves nothing behind, soon.
func TestInterruptedPlotRace(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	var problem bytes.Buffer
	status := run(ctx, []string{"plot", "queen", "--size", "8000x8000", "--max-memory=100GB", "--max-time=0", "-o", filepath.Join(folder, "a.png")}, nil, io.Discard, &problem)
	if status != exitFailed || len(files(t, folder)) != 0 {
		t.Errorf("status %d (%s), %v left behind", status, &problem, files(t, folder))
	}
}

// A picture has the size that its flags ask for.
func TestPlotOfQueen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	var problem bytes.Buffer
	if status := run(t.Context(), []string{"plot", "queen", "--size", "64x48", "--cell", "5", "-o", path}, nil, io.Discard, &problem); status != exitAnswered {
		t.Fatalf("status %d: %s", status, &problem)
	}
	img, err := png.Decode(bytes.NewReader([]byte(contents(t, path))))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() < 64*5 || b.Dx() > 64*5+250 || b.Dy() < 48*5 || b.Dy() > 48*5+150 {
		t.Errorf("a picture of %v", b)
	}
}

// Digits in a terminal fit into it, with the prompt.
func TestDigitsFitTheWindow(t *testing.T) {
	for _, game := range []string{"queen", "rook", "knight", "euclid"} {
		for _, window := range [][2]int{{40, 12}, {80, 24}, {20, 8}, {132, 50}, {33, 200}} {
			s := screen{columns: window[0], rows: window[1], terminal: true}
			title := "a title"
			question := ask.Plot{Game: game, Title: &title}
			question.Usual.Width, question.Usual.Height = s.cells()
			picture, err := question.Ask(t.Context(), ask.Means{})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := picture.Picture.WriteTerminal(t.Context(), &out, s.columns, s.rows, s.colours); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
			widest := 0
			for _, line := range lines {
				widest = max(widest, len(line))
			}
			if widest > s.columns || len(lines) >= s.rows || game == "rook" && widest < s.columns-9 || len(lines) < s.rows-3 {
				t.Errorf("%s in %v: %d columns, %d lines\n%s", game, window, widest, len(lines), &out)
			}
		}
	}
}
