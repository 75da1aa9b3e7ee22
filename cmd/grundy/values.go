package main

// `grundy values` writes nim-sequences and tables of boards.

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/table"
)

// valuesFlags are the flags of `grundy values`.
type valuesFlags struct {
	question ask.Values
	asJSON   bool
	output   string
	bounds   budgetFlags
}

func newValues() *cobra.Command {
	var f valuesFlags
	cmd := described("values", &cobra.Command{
		Args:              wantArgs(1, 1, "a game, such as 0.77 or queen"),
		ValidArgsFunction: completeGames,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	})
	f.question.Format, f.question.Usual = "text", true
	add := flagsOf(cmd)
	add("last", notSize(natural(optional(&f.question.N), 0, heap.MaxHeap)), " (default 99 behind the first)")
	add("from", natural(always(&f.question.From), 0, heap.MaxHeap), "")
	add("size", &f.question.Size, " (default 16 of each number, less if that is much work)")
	addTable(cmd, &f.question.Fix, &f.question.Of, &f.question.Misere, &f.question.Compound)
	add("positions", &f.question.Positions, "")
	add("sorted", &f.question.Sorted, "")
	add("genus", &f.question.Genus, "")
	add("forms", &f.question.Forms, "")
	add("format", &f.question.Format, "; by default as the name of the file says", table.Formats()...)
	add("json", &f.asJSON, "")
	add("output", &f.output, ", compressed if it ends in .zst; - for standard output")
	add("table", &f.question.Table, ": fill it, or go on with it; with -o, write the values from there")
	add("dir", &f.question.Job, ": with --table, compute it in pieces, a job")
	add("piece", natural(always(&f.question.Piece), 0, 1<<24), ": with --dir, positions (default 4096 to 262144, by the size)")
	add("columns", integer(optional(&f.question.Columns), 10), "")
	add("workers", integer(optional(&f.question.Workers), 0), ", of a board")
	f.bounds.add(cmd, "")
	return cmd
}

// run answers the question and writes the values.
func (f *valuesFlags) run(cmd *cobra.Command, game string) error {
	q := &f.question
	q.Game = game
	onlyFills := q.Table != "" && f.output == ""
	if onlyFills && cmd.Flags().Changed("format") {
		return usagef("--format=%s: where to? With --table, name a file: -o FILE, or -o - for standard output", message.Shown(q.Format))
	}
	if f.output == standardStream {
		f.output = ""
	}
	if err := f.chooseFormat(cmd.Flags().Changed("format")); err != nil {
		return err
	}
	_, _, open := heldOpen(follow(f.output))
	q.Head = f.output != "" && !open
	q.Patient = f.output == "" && !isFile(cmd.OutOrStdout())
	means, done := f.bounds.means(cmd)
	defer done()
	opened := noting(&means)
	q.Note = func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), "grundy:", line) }
	answer, err := q.Ask(cmd.Context(), means)
	if err != nil {
		return inFlags(cmd, err)
	}
	if q.Table != "" {
		stored, err := fillTable(cmd, answer)
		if err != nil {
			return inFlags(cmd, err)
		}
		defer func() { _ = answer.Close() }()
		if onlyFills {
			done()
			return f.describe(cmd, stored)
		}
	}
	if err := distinct(namedFile{"-o", f.output}, *opened...); err != nil {
		return err
	}
	return inFlags(cmd, f.write(cmd, answer, done))
}

// chooseFormat chooses the format: as asked for, or as the file's name says.
func (f *valuesFlags) chooseFormat(asked bool) error {
	switch {
	case f.asJSON:
		f.question.Format = string(table.JSON)
	case !asked:
		name, _ := uncompressed(f.output)
		switch ending := filepath.Ext(name); {
		case slices.Contains([]string{".json", ".csv", ".npy"}, ending):
			f.question.Format = ending[1:]
		case len(ending) > 1 && ending != ".txt" && ending[1] > '9': // not as in kayles-0.77
			return usagef("-o: %s: want a file that ends in .txt, .json, .csv or .npy, or one of these and %s; or say --format", message.Shown(f.output), compressedName)
		}
	}
	return nil
}

// write writes the values into the file or to standard output: as they come or,
// where the format has their width first, by way of another file.
func (f *valuesFlags) write(cmd *cobra.Command, answer *ask.Valued, done func()) error {
	out := cmd.OutOrStdout()
	if f.output != "" {
		file, err := createWhole(f.output)
		if err != nil {
			return err
		}
		_, isCompressed := uncompressed(f.output)
		if isCompressed {
			err := compress(file, func(to io.Writer) error { return stream(cmd, answer, to) })
			done()
			return file.finish(err)
		}
		if !file.direct {
			err := fits(answer, filepath.Dir(file.target))
			if err == nil {
				err = answer.Write(cmd.Context(), file)
			}
			done()
			return file.finish(err)
		}
		defer func() { _ = file.Close() }()
		out = file.File
	}
	defer done()
	return stream(cmd, answer, out)
}

// describe describes the table on disk that was filled.
func (f *valuesFlags) describe(cmd *cobra.Command, stored *ask.Stored) error {
	if f.asJSON {
		return ask.WriteJSON(cmd.OutOrStdout(), stored)
	}
	writeStored(cmd.OutOrStdout(), stored)
	return nil
}

// stream writes the values to what takes them one after the other.
func stream(cmd *cobra.Command, answer *ask.Valued, out io.Writer) error {
	if answer.Format != table.NPY {
		return answer.Write(cmd.Context(), out)
	}
	// How wide a value is stands at the beginning and is known at the end.
	if err := fits(answer, os.TempDir()); err != nil {
		return err
	}
	file, end, err := newTemporary()
	if err != nil {
		return err
	}
	defer end()
	if err := answer.Write(cmd.Context(), file); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(out, file)
	return err
}

// fits refuses values that do not fit on the disk of a folder.
func fits(answer *ask.Valued, folder string) error {
	free, ok := freeSpace(folder)
	if !ok {
		free = math.MaxUint64
	}
	return answer.Fits(free)
}
