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
	w := &listWriter{counter: counter{want: h.count()}, List: l, lines: lineWriter{out: out, full: lineBuffer}}
	w.ends = slices.Clone(h.Shape)
	slices.Reverse(w.ends)
	w.cell = make([]uint64, len(w.ends))
	if h.isSequence() {
		w.cell[0] = h.From
		w.ends[0] += h.From
	}
	switch format {
	case Text:
	case CSV:
		for i, name := range l.Axes {
			w.lines.line = append(w.lines.line, name...)
			w.lines.line = append(w.lines.line, separator(i, len(l.Axes)))
		}
	case JSON:
		w.json = jsontext.New(out)
		w.json.Object(jsontext.Spaced)
		w.json.Field("game", h.Game)
		w.json.Field("list", l.Name)
		w.json.Field("axes", l.Axes)
		w.json.Name("cells")
		w.json.List(jsontext.Tight)
	default:
		return nil, fmt.Errorf("no list of positions as %s: want text, json or csv", format)
	}
	w.csv = format == CSV
	return w, nil
}

type listWriter struct {
	counter
	List
	lines  lineWriter
	json   *jsontext.Writer // nil for lines
	csv    bool
	cell   []uint64
	ends   []uint64 // behind the last coordinate along each axis
	listed uint64
}

// separator returns what stands behind the column at index i of n.
func separator(i, n int) byte {
	if i == n-1 {
		return '\n'
	}
	return ','
}

// Write implements [Writer].
func (w *listWriter) Write(values []uint64) error {
	if err := w.add(len(values)); err != nil {
		return err
	}
	for _, v := range values {
		if w.Wanted(v) && (!w.Sorted || slices.IsSorted(w.cell)) {
			w.list()
			if len(w.lines.line) >= w.lines.full {
				if err := w.lines.passOn(); err != nil {
					return err
				}
			}
		}
		for axis := range w.cell {
			if w.cell[axis]++; w.cell[axis] < w.ends[axis] {
				break
			}
			w.cell[axis] = 0
		}
	}
	if w.json != nil {
		return w.json.Err()
	}
	return nil
}

// list writes the present cell.
func (w *listWriter) list() {
	w.listed++
	switch {
	case w.json != nil:
		w.json.List(jsontext.Tight)
		for _, n := range w.cell {
			w.json.Uint(n)
		}
		w.json.End()
	case w.csv:
		for i, n := range w.cell {
			w.lines.line = append(strconv.AppendUint(w.lines.line, n, 10), separator(i, len(w.cell)))
		}
	default:
		w.lines.line = append(w.Text(w.lines.line, w.cell), '\n')
	}
}

// Flush implements [Writer].
func (w *listWriter) Flush() error {
	if w.json != nil || w.got == 0 {
		return nil
	}
	return w.lines.passOn()
}

// Close implements [Writer].
func (w *listWriter) Close() error {
	err := w.complete()
	if w.json == nil {
		_, failed := w.lines.out.Write(w.lines.line)
		return errors.Join(err, failed)
	}
	if err == nil {
		w.json.End()
		w.json.Field("count", w.listed)
		w.json.End()
	}
	return errors.Join(err, w.json.Close())
}
