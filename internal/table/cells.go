package table

// This file writes lists of cells, such as those that hold P-positions, in place of the
// values of all cells: as the text of the positions, a line each; as JSON, {"game": …,
// "list": "P", "axes": […], "cells": [[0,0],[1,2],…], "count": …}; and as CSV, a column
// for each axis.

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy/internal/jsontext"
)

// A List says which cells are written, and how.
type List struct {
	Name   string                                 // of what is listed, such as "P"
	Axes   []string                               // the names of all, the one that changes fastest first
	Wanted func(value uint64) bool                // whether a cell of that value is listed
	Sorted bool                                   // only cells whose coordinates do not descend
	Text   func(dst []byte, cell []uint64) []byte // appends a position
}

// NewList returns a writer that takes the values of all cells, and writes the list.
func NewList(out io.Writer, format Format, h Header, l List) (Writer, error) {
	cells := &cellsOf{List: l, ends: slices.Clone(h.Shape), cell: make([]uint64, len(h.Shape))}
	slices.Reverse(cells.ends)
	if h.isSequence() {
		cells.cell[0] = h.From
		cells.ends[0] += h.From
	}
	separator := func(i int) byte {
		if i == len(cells.cell)-1 {
			return '\n'
		}
		return ','
	}
	write := func(dst []byte, cell []uint64) []byte { return append(l.Text(dst, cell), '\n') }
	var heading []byte
	switch format {
	case Text:
	case CSV:
		for i, name := range l.Axes {
			heading = append(append(heading, name...), separator(i))
		}
		write = func(dst []byte, cell []uint64) []byte {
			for i, n := range cell {
				dst = append(strconv.AppendUint(dst, n, 10), separator(i))
			}
			return dst
		}
	case JSON:
		w := &listWriter{counter{want: h.count()}, cells, jsontext.New(out), 0}
		w.json.Object(jsontext.Spaced)
		w.json.Field("game", h.Game)
		w.json.Field("list", l.Name)
		w.json.Field("axes", l.Axes)
		w.json.Name("cells")
		w.json.List(jsontext.Tight)
		return w, nil
	default:
		return nil, fmt.Errorf("no list of positions as %s: want text, json or csv", format)
	}
	lines := newLines(out, h, func(w *lineWriter, _, value uint64) {
		if cells.isListed(value) {
			w.line = write(w.line, cells.cell)
		}
		cells.next()
	})
	lines.line = heading
	return lines, nil
}

// cellsOf are the cells of a list, one after the other.
type cellsOf struct {
	List
	cell []uint64
	ends []uint64 // behind the last coordinate along each axis
}

// isListed reports whether the present cell, of that value, is listed.
func (c *cellsOf) isListed(value uint64) bool {
	return c.Wanted(value) && (!c.Sorted || slices.IsSorted(c.cell))
}

func (c *cellsOf) next() {
	for axis := range c.cell {
		if c.cell[axis]++; c.cell[axis] < c.ends[axis] {
			break
		}
		c.cell[axis] = 0
	}
}

// A listWriter writes a list as JSON.
type listWriter struct {
	counter
	*cellsOf
	json   *jsontext.Writer
	listed uint64
}

// Write implements [Writer].
func (w *listWriter) Write(values []uint64) error {
	if err := w.add(len(values)); err != nil {
		return err
	}
	for _, v := range values {
		if w.isListed(v) {
			w.listed++
			w.json.List(jsontext.Tight)
			for _, n := range w.cell {
				w.json.Uint(n)
			}
			w.json.End()
		}
		w.next()
	}
	return w.json.Err()
}

// Flush implements [Writer]. Half of a value is none.
func (*listWriter) Flush() error { return nil }

// Close implements [Writer].
func (w *listWriter) Close() error {
	err := w.complete()
	if err == nil {
		w.json.End()
		w.json.Field("count", w.listed)
		w.json.End()
	}
	return errors.Join(err, w.json.Close())
}
