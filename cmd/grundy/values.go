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
	"github.com/grundy-games/grundy/position"
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
	cmd := &cobra.Command{
		Use:   "values GAME [-n N | --size WxH]",
		Short: "Write nim-values, outcomes or remoteness of heaps or boards",
		Long: `Write the nim-values of the heaps 0 … N of a game, or of the heaps from --from on; or
the table of a board game with W columns and H rows, and so on in more dimensions.
Rows and columns begin at 0. Values are written as they are computed, and none is kept
for the output, except where play need not end.

GAME is a game without a position, such as 0.77, squares, queen or FILE.star, or a
template: a position in which some numbers are left open, written _. These are the axes
of the table, in the order in which they stand:
  nim(3,_,_)         heaps of 3, x and y
  queen(_,4)         the row y = 4
  pass-nim(_,_,1)    with one pass; the same as pass-nim --fix passes=1
  kayles("X"*_)      rows of n pins; rows, lists and boards are repeated by *
  end-nim([_,3,_])   and joined by +
  nim(_) + 2*0.77(_) sums of games, with or without open numbers
--fix names a number as the game's form or its file of rules does (a field, or a
parameter of start), or by its place: --fix 3=1; of a template, as its axes are named.
In a sum, axes of one name are numbered: --fix "a 2=1". -n bounds the only open number,
or each of several; --size says how many of each.

Cells that hold no position are empty: "." in text, null in JSON. The engines of
built-in games write 0 as the nim-value of blocked cells, and of others without a
position, such as the cells of euclid with a coordinate 0.

--of says what is written: nim-values, outcomes (P, N, or D for a draw), remoteness (how
long play lasts if the winner hurries) or suspense (if the winner stalls). Where play
need not end, a nim-value may be infinite: ∞(0,2), with the nim-values of the options;
in JSON {"infinity":[0,2]}. --positions=P lists the P-positions to the bound, as
positions that "grundy solve" takes, or as numbers (csv; json: "cells" and "count");
--sorted lists only those whose numbers ascend, as where the order does not matter.

With --compound the terms of a sum are played in other ways. Then there are outcomes,
remoteness and suspense; nim-values and genera are for disjunctive sums.

Nim-values of a game with an engine come from that. Claims of a file of rules,
by def value, def outcome or equals, are compared with the moves and then used.
All others are found by a search of all positions that can be reached, each once for the
whole table.

Formats
  text    columns under a heading
  json    {"game": …, "from": …, "values": […]}, or with "shape" and
          values[y][x]; with "axes" (x first) for a template, and "of" unless
          they are nim-values
  csv     heap,nim_value in each line; of a board, a row y in each line
  bfile   n G(n) in each line, as the OEIS wants it; not for boards
  npy     an array of numpy, [n] or [y,x], 1, 2, 4 or 8 bytes a value; outcomes
          are 0 for P, 1 for N, 2 for D, also in a b-file; infinity and empty
          cells are refused

Output that is stopped or interrupted ends with a whole line, except JSON, which has
no end then.
With -o the output appears in FILE when it is complete, or not at all; pipes and
devices are written to directly. "-o -" is standard output.

--table DIR keeps the values in a folder instead of memory: of each position by its number,
in 16 bits or fewer. The same command goes on after it was stopped or killed, and computes
blocks again that are damaged. --max-memory bounds what it holds; the rest is read from the
folder. Only --table, without -o, fills the folder and describes it. With -o, the values are
also written, from there: --table DIR -o queen.npy.zst. Names that end in .zst, also without
--table, are compressed by Zstandard. The values come from the engine of the game, if it has
one, and otherwise from its moves. The engine computes all rows again where it goes on, and so
must end within --max-time. Positions are numbered where they are lists of numbers, and in
most files of rules. The folder has what the greatest position of the table reaches. With -o,
other values, such as those of smaller boards, are computed as without --table.

With --dir JOB the table is computed in pieces, whose results are kept in the folder JOB. It
is the folder of a job, which "grundy-scale job run --dir JOB" does on many machines; this
command goes on with what is there, computes the pieces that are missing and some of the others
again, and makes the table of them: the same bytes as without --dir. Games with an engine need
no job.

A table is refused if it would need more than --max-memory or --max-time. The cost of
a nim-sequence is only known once a period is proved; it is stopped when it has used
up either. The time in which a pipe or a terminal waits for its reader does not
count.

With --misere, misère nim-values: 1 for a position without options, else the mex
of the options' misère nim-values. Where a move divides a heap these are found
by a search of sums, which is for small N. With --genus, the genus symbols, which
say how positions act in misère sums; they are misère already, so that --misere
adds nothing. A genus g^(d0 d1 d2 …) is the nim-value g and the misère
nim-values dk with k heaps of two beside the heap; from some k on d(k+1) is
dk XOR 2, and the digits are written up to the second of these: 3^1431. As in
Winning Ways it is abbreviated
  3       a heap of Nim, or what equals one in all sums
  2^2     tame, and d0 alone: g^g for g^g(g^2), 0^1 for 0^120, 1^0 for 1^031,
          where ^2 in parentheses stands for XOR 2
  1^5     restive, and d0 alone: g is 0 or 1, and d0 is 2 or more. 0^2, 0^3, 1^2
          and 1^3 are 0^20, 0^31, 1^20, 1^31; from 4 on g^d stands for
          g^d(g^2)g, so that 1^5 is 1^531
A genus of two digits or more is written in full, even if a tame game has it.

With --forms, the canonical forms of heaps in misère play: two games can take each
other's place in every sum if these are equal. They are written as in Winning Ways,
in one line: 2# has the only option 2, 2[2] is 2 + 2, 2[#1] is 2# + 1, and (2#1)21
has the options 2#1, 2 and 1. Forms soon become long; ? stands for one that is too
long to write, null in JSON, and nothing in CSV.`,
		Example: `  grundy values 0.77 -n 83 --columns=12
  grundy values 0.16 -n 1000000 --format=bfile -o b-file.txt
  grundy values 0.07 --from=1000000000000000000 -n 1000000000000000020
  grundy values 0.77 -n 20 --genus
  grundy values 0.77 -n 9 --forms
  grundy values queen --size=8x8
  grundy values pass-nim --fix passes=1 --size=8x8
  grundy values 'nim(_,_,_)' --positions=P -n 7 --sorted
  grundy values 'knight(_,_) + nim(2)' --size=8x8 --compound=selective
  grundy values queen --size=10000x10000 -o queen.npy
  grundy values queen --size=20000x20000 --table=queens --max-time=0
  grundy values three.star --size=1000x1000x1000 --table=three --max-time=0
  grundy values three.star --size=1000x1000x1000 --table=again --dir=three-job`,
		Args:              wantArgs(1, 1, "a game, such as 0.77 or queen"),
		ValidArgsFunction: completeGames,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
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

// completeGames completes the name of a game without a position.
func completeGames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return position.NamesAlone(), cobra.ShellCompDirectiveNoFileComp
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
	q.Patient = f.output == "" && !isFile(cmd.OutOrStdout())
	means, done := f.bounds.means(cmd)
	defer done()
	opened := noting(&means)
	q.Note = func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), "grundy:", line) }
	answer, err := q.Ask(cmd.Context(), means)
	if err != nil {
		return told(cmd, err)
	}
	if q.Table != "" {
		stored, err := fillTable(cmd, answer)
		if err != nil {
			return told(cmd, err)
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
	return told(cmd, f.write(cmd, answer, done))
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
		return stored.WriteJSON(cmd.OutOrStdout())
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
