package main

// This file holds `grundy values`: nim-sequences, and tables of boards.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grundy"
	"grundy/games/heap"
	"grundy/position"
	"grundy/rules"
	"grundy/table"

	"grundy/internal/message"
)

// valuesFlags are the flags of `grundy values`.
type valuesFlags struct {
	last, from uint64
	size       string
	misere     bool
	genus      bool
	format     string
	asJSON     bool
	output     string
	columns    int
	workers    int
	bounds     budgetFlags
}

func newValues() *cobra.Command {
	var f valuesFlags
	cmd := &cobra.Command{
		Use:   "values GAME (-n N | --size WxH)",
		Short: "Write nim-values: of the heaps to N, or of a board's table",
		Long: `Write the nim-values of the heaps 0 … N of a game, or of those from --from on,
or the table of nim-values of a board game of W columns and H rows
(and so on, in more dimensions; a row or column begins at 0, and blocked cells
and others that are no positions, such as the cells of euclid with a coordinate
0, are written as 0). Values are written as they are computed; none is kept for
the output's sake.

GAME is a game without a position, such as 0.77, squares, queen or FILE.star.

Formats
  text    columns under a heading
  json    {"game": …, "from": …, "values": […]}, or with "shape" and values[y][x]
  csv     heap,nim_value in each line; of a board, a row y in each line
  bfile   n G(n) in each line, as the OEIS wants it; not for boards
  npy     an array of numpy, [n] or [y,x], 1, 2, 4 or 8 bytes a value

What is stopped or interrupted ends with a whole line (JSON has no end then).
With -o the output appears in FILE when it is complete, or not at all; pipes and
devices are written to directly. "-o -" is standard output.

A table is refused if it would need more than --max-memory or --max-time. What a
nim-sequence costs is known when a period is proved; it is stopped when it has
used up either. Where it is printed, the time in which nobody reads it does not
count.

With --misere, misère nim-values: 1 for a position without options, else the mex
of the options' misère nim-values. Where a move divides a heap these are found
by a search of sums, which is for small N. With --genus, the genus symbols of
heaps, which say how they act in misère sums; they are misère already, so that
--misere adds nothing. A genus g^(d0 d1 d2 …) is the nim-value g and the misère
nim-values dk with k heaps of two beside the heap; from some k on d(k+1) is
dk XOR 2, and the digits are written up to the second of these: 3^1431. As in
Winning Ways it is abbreviated
  3       a heap of Nim, or what equals one in all sums
  2^2     tame, and d0 alone: g^g for g^g(g^2), 0^1 for 0^120, 1^0 for 1^031,
          where ^2 in parentheses stands for XOR 2
  1^5     restive, and d0 alone: g is 0 or 1, and d0 is 2 or more. 0^2, 0^3, 1^2
          and 1^3 are 0^20, 0^31, 1^20, 1^31; from 4 on g^d stands for
          g^d(g^2)g, so that 1^5 is 1^531
What has two digits or more is written in full, also where its genus is that of a
tame game.`,
		Example: `  grundy values 0.77 -n 83 --columns=12
  grundy values 0.16 -n 1000000 --format=bfile -o b-file.txt
  grundy values 0.07 --from=1000000000000000000 -n 1000000000000000020
  grundy values 0.77 -n 20 --genus
  grundy values queen --size=8x8
  grundy values queen --size=10000x10000 -o queen.npy`,
		Args:              wantArgs(1, 1, "a game, such as 0.77 or queen"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			budget := f.bounds.budget()
			limitMemory(budget)
			files, read := notingFiles(budget, nil)
			game, err := parseGame(cmd.Context(), args[0], axes(f.size), files)
			if err != nil {
				return usageError{err}
			}
			if err := distinct(namedFile{"-o", f.output}, read()...); err != nil {
				return err
			}
			return f.run(cmd, game)
		},
	}
	flags := cmd.Flags()
	flags.VarP(&numberFlag{&f.last, heap.MaxHeap}, "last", "n", "the last heap")
	flags.Var(&numberFlag{&f.from, heap.MaxHeap}, "from", "the first heap")
	flags.StringVar(&f.size, "size", "", "of a board: columns x rows, such as 8x8")
	flags.BoolVar(&f.misere, "misere", false, "misère nim-values")
	flags.BoolVar(&f.genus, "genus", false, "genus symbols instead of numbers; misère play, with --misere or without")
	flags.StringVar(&f.format, "format", "text", "how to write: "+strings.Join(table.Formats(), ", ")+"; by default as the name of the file says")
	flags.BoolVar(&f.asJSON, "json", false, "the same as --format=json")
	flags.StringVarP(&f.output, "output", "o", "", "write to this file, whole or not at all; - for standard output")
	f.columns = 10
	flags.Var((*intFlag)(&f.columns), "columns", "of text: so many values of a sequence a line")
	flags.Var((*intFlag)(&f.workers), "workers", "of a board: so many cores (default all)")
	f.bounds.add(flags)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(table.Formats(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// completeGames completes the name of a game without a position.
func completeGames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return position.NamesAlone(), cobra.ShellCompDirectiveNoFileComp
}

// run checks the flags against the game and writes its values.
func (f *valuesFlags) run(cmd *cobra.Command, game position.Game) error {
	format, err := f.chosenFormat(cmd.Flags().Changed("format"))
	if err != nil {
		return err
	}
	if f.output == standardStream {
		f.output = ""
	}
	if err := f.check(cmd.Flags(), game, format); err != nil {
		return err
	}
	if game.Sequence == nil {
		grid, err := f.grid(game)
		if err != nil {
			return err
		}
		header := table.Header{Game: game.Name, Columns: f.columns, Shape: grid.shape()}
		return unplaced(f.write(cmd, format, header, f.cells(grid)), "--size", "a smaller board")
	}
	if f.genus {
		err = f.writeGenera(cmd, format, game)
	} else {
		header := table.Header{Game: game.Name, Columns: f.columns, From: f.from, Shape: []uint64{f.last + 1 - f.from}}
		err = f.write(cmd, format, header, f.heaps(game))
	}
	if start, ok := errors.AsType[*heap.StartError](err); ok {
		return usagef("%w: want --from=%d", start, start.First)
	}
	return unplaced(err, "-n", "fewer values")
}

// check refuses flags that are wrong, or not for such a game or format.
func (f *valuesFlags) check(flags *pflag.FlagSet, game position.Game, format table.Format) error {
	switch {
	case f.columns < 1 || f.columns > 10_000:
		return usagef("--columns=%d: want 1 … 10000", f.columns)
	case f.workers < 0:
		return usagef("--workers=%d: want a number that is not below 0", f.workers)
	case flags.Changed("workers") && game.Sequence != nil:
		return usagef("--workers=%d: the heaps of %s follow one another; it is for tables of boards", f.workers, game.Name)
	case flags.Changed("columns") && (game.Sequence == nil || f.genus || format != table.Text):
		return usagef("--columns=%d is for nim-sequences with --format=text", f.columns)
	case game.Sequence == nil:
		return f.checkBoard(flags, game, format)
	case f.size != "":
		return usagef("--size=%s: %s is a game of heaps; want -n N, the last heap", message.Shown(f.size), game.Name)
	case !flags.Changed("last"):
		return usagef("want -n N, the last heap, as in: grundy values %s -n 20", game.Name)
	case f.from > f.last:
		return usagef("--from=%d is beyond the last heap, %d", f.from, f.last)
	}
	return nil
}

// checkBoard refuses what is not for boards.
func (f *valuesFlags) checkBoard(flags *pflag.FlagSet, game position.Game, format table.Format) error {
	switch {
	case f.genus:
		return usagef("--genus: %s is a board game; want a game of heaps, such as 0.77", game.Name)
	case flags.Changed("last"):
		return usagef("-n: %s is a board game; want --size=WxH", game.Name)
	case flags.Changed("from"):
		return usagef("--from: %s is a board game; want --size=WxH", game.Name)
	case format == table.BFile:
		return usagef("--format=bfile: a b-file holds a sequence, not a table; want text, json, csv or npy")
	}
	return nil
}

// chosenFormat returns the format: as asked for, or as the file's name says.
func (f *valuesFlags) chosenFormat(asked bool) (table.Format, error) {
	if f.asJSON {
		if asked && f.format != string(table.JSON) {
			return "", usagef("--json and --format=%s: want one of them", message.Shown(f.format))
		}
		return table.JSON, nil
	}
	if !asked {
		for suffix, format := range map[string]table.Format{".json": table.JSON, ".csv": table.CSV, ".npy": table.NPY} {
			if strings.HasSuffix(strings.ToLower(f.output), suffix) {
				return format, nil
			}
		}
	}
	format, err := table.ParseFormat(f.format)
	if err != nil {
		return "", usagef("--format: %w", err)
	}
	return format, nil
}

// misereBudget is the number of positions that are evaluated for misère
// nim-values, some hundred bytes each.
const misereBudget = 1 << 20

// A source passes values to sink in order, in slices that are valid until it
// returns.
type source func(ctx context.Context, progress grundy.Progress, sink func([]uint64) error) error

// grid returns the table of a board within the budget.
func (f *valuesFlags) grid(game position.Game) (*grid, error) {
	grid, err := newGrid(game, f.size, f.misere)
	if err != nil {
		return nil, err
	}
	return grid, within(f.bounds.budget(), grid.cost(), f.whatTable(game))
}

// cells returns a source of the nim-values of a table, row by row.
func (f *valuesFlags) cells(grid *grid) source {
	return func(ctx context.Context, progress grundy.Progress, sink func([]uint64) error) error {
		if grid.isTimed() {
			return grid.rows(ctx, f.workers, progress, sink)
		}
		ctx, watch := watched(ctx, f.bounds.budget(), f.whatTable(grid.game))
		return watch.end(grid.rows(ctx, f.workers, progress, f.unhurried(watch, sink)))
	}
}

// whatTable names the values of a board.
func (f *valuesFlags) whatTable(game position.Game) string {
	return fmt.Sprintf("the table of %s with --size=%s", game.Name, f.size)
}

// heaps returns a source of the nim-values of a game of heaps, within the budget.
func (f *valuesFlags) heaps(game position.Game) source {
	return func(ctx context.Context, progress grundy.Progress, sink func([]uint64) error) error {
		ctx, watch := watched(ctx, f.bounds.budget(), f.whatHeaps(game))
		sink = f.unhurried(watch, sink)
		if f.misere {
			return watch.end(heap.MisereSequence(ctx, game.Sequence, f.from, f.last+1, misereBudget, progress, sink))
		}
		return watch.end(game.Sequence.Values(ctx, f.from, f.last+1, progress, sink))
	}
}

// whatHeaps names the values of a game of heaps.
func (f *valuesFlags) whatHeaps(game position.Game) string {
	return fmt.Sprintf("the heaps %d … %d of %s", f.from, f.last, game.Name)
}

// unhurried returns a sink that stops the clock where standard output may be read
// slowly.
func (f *valuesFlags) unhurried(w *watch, sink func([]uint64) error) func([]uint64) error {
	if f.output != "" {
		return sink
	}
	return func(values []uint64) error {
		defer w.pause()()
		return sink(values)
	}
}

// unplaced names the flag that asks for less where rules make no position of the
// numbers that were asked for.
func unplaced(err error, flag, less string) error {
	if wrong := (rules.UnplacedError{}); errors.As(err, &wrong) && slices.Max(wrong.Numbers) > 0 {
		return usagef("%w; %s asks for %s", err, flag, less)
	}
	return err
}
