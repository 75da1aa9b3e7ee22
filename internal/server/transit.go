package server

// This file bounds the memory of bodies, and of answers that wait for their readers.

import (
	"errors"
	"io"

	"github.com/grundy-games/grundy/internal/meter"
)

// errTransit refuses bodies and answers that are too many at a time.
var errTransit = errors.New("too many long questions and answers at a time; try again soon")

// A holder holds the memory of one request.
type holder struct {
	by   *meter.Meter
	held uint64
}

func (h *holder) take(n uint64) error {
	if h.by.Take(n) != nil {
		return errTransit
	}
	h.held += n
	return nil
}

func (h *holder) give(n uint64) {
	h.by.Give(n)
	h.held -= n
}

// close gives back what is held.
func (h *holder) close() { h.give(h.held) }

// A heldBody takes memory for what is read of a body, and as much again, as it is copied.
type heldBody struct {
	io.ReadCloser
	held *holder
}

func (b *heldBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if problem := b.held.take(2 * uint64(n)); problem != nil {
		return 0, problem
	}
	return n, err
}
