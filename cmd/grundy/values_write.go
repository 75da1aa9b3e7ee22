package main

// This file holds where `grundy values` writes: into a file or to standard output,
// as the values come or, where the format has their width first, by way of another.

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"grundy"
	"grundy/internal/units"
	"grundy/solve"
	"grundy/table"

	"grundy/internal/message"
)

// write writes what the source gives.
func (f *valuesFlags) write(cmd *cobra.Command, format table.Format, header table.Header,
	source source,
) error {
	copyTo := func(w io.Writer) error {
		out, err := table.NewWriter(w, format, header)
		if err != nil {
			return err
		}
		units := "values"
		if len(header.Shape) > 1 {
			units = "cells"
		}
		show, done := progressOf(cmd.ErrOrStderr(), units)
		defer done()
		if err := source(cmd.Context(), show, out.Write); err != nil {
			return errors.Join(err, out.Flush())
		}
		return out.Close()
	}
	out := cmd.OutOrStdout()
	if f.output != "" {
		file, err := createWhole(f.output)
		if err != nil {
			return err
		}
		if !file.direct {
			err := f.fits(format, header, filepath.Dir(file.target))
			if err == nil {
				err = copyTo(file)
			}
			return file.finish(err)
		}
		defer func() { _ = file.Close() }()
		out = file.File
	}
	if format != table.NPY {
		return copyTo(out)
	}
	// How wide a value is stands at the beginning and is known at the end.
	if err := f.fits(format, header, os.TempDir()); err != nil {
		return err
	}
	file, end, err := newTemporary()
	if err != nil {
		return err
	}
	defer end()
	if err := copyTo(file); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(out, file)
	return err
}

// fits refuses values that do not fit on the disk of a folder, or cannot be
// written in time at a value a nanosecond.
func (f *valuesFlags) fits(format table.Format, header table.Header, folder string) error {
	count := uint64(1)
	for _, n := range header.Shape {
		count = grundy.MulCounts(count, n)
	}
	least := header.LeastSize(format)
	if free, ok := freeSpace(folder); ok && least > free {
		return fmt.Errorf("a file of %s values needs at least %s, and %s has %s left",
			units.Grouped(count), units.Bytes(least), message.Quoted(folder), units.Bytes(free))
	}
	return within(solve.Budget{Memory: math.MaxUint64, Time: f.bounds.time},
		grundy.Cost{Time: grundy.Nanoseconds(count)}, fmt.Sprintf("a file of %s values", units.Grouped(count)))
}
