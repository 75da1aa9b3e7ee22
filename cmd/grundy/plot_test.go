package main

import (
	"bytes"
	"context"
	"image/png"
	"io"
	"path/filepath"
	"testing"
	"time"
)

// An interrupted picture leaves nothing behind, soon.
func TestInterruptedPlot(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	var problem bytes.Buffer
	status := run(ctx, []string{"plot", "queen", "--size", "20000x3000", "--max-memory=100GB", "--max-time=0", "-o", filepath.Join(folder, "a.png")}, nil, io.Discard, &problem)
	if status != exitFailed || len(files(t, folder)) != 0 {
		t.Errorf("status %d (%s), %v left behind", status, &problem, files(t, folder))
	}
}

// The command draws what it is told.
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
