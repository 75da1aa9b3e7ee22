package main

// This file holds `grundy plot`: pictures of boards and of nim-sequences.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grundy"
	"grundy/games/heap"
	"grundy/internal/units"
	"grundy/plot"
	"grundy/position"
	"grundy/solve"

	"grundy/internal/message"
)

// plotFlags are the flags of `grundy plot`.
type plotFlags struct {
	size, output, palette, show, title, colour string
	cell, search                               int
	last                                       uint64
	bounds                                     budgetFlags
}

func newPlot() *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot GAME",
		Short: "Draw the nim-values of a board, or a heap's nim-sequence",
		Long: `Draw a picture. Of a board game, such as queen: a heat map of its nim-values, a
square a cell, x to the right and y upward from (0,0) at the bottom left; blocked
cells, and others that are no positions, have a colour of their own, or are
printed as #. Of a game of heaps, such as 0.77 or subtraction[1,3,4]: its
nim-sequence from 0 to N as points, with the preperiod and one period marked, if
one is found in about a second, or with --max in so many values and half of
--max-time; the rest of the time is for the values that are drawn.

Where nobody says --size or -n, the picture is small enough to be drawn in
seconds, and a smaller one than usual is told on standard error.

With -o FILE the ending of FILE, .png, .svg or .pdf, says the format; "-o -" says
none, and is refused. Without -o, the picture is drawn in the terminal, as large as
the window, or printed in digits where the output is no terminal.

With --show a heat map shows
  values     the nim-values, on a scale from 0 to the largest
  p          the P-positions: nim-value 0, the player to move loses
  value:K    the cells of nim-value K
  mod:M      the nim-values modulo M
  xor        the difference to x XOR y, the nim-value of a rook

Exit status: 0 drawn, 1 too much for the budget, 2 the request was wrong.`,
		Example: `  grundy plot queen --size 512x512 -o queen.png
  grundy plot queen --size 100x60 --show=p -o p-positions.svg
  grundy plot rook
  grundy plot 0.16 -n 2000 -o sequence.png`,
		Args:              wantArgs(1, 1, "a game, such as queen or 0.77"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			budget := f.bounds.budget()
			limitMemory(budget)
			game, err := f.findDrawable(cmd.Context(), args[0], budget)
			if err != nil {
				return err
			}
			if err := plot.CheckTitle(f.title); err != nil {
				return usagef("--title: %w", err)
			}
			screen, err := screenOf(cmd.OutOrStdout(), f.colour)
			if err != nil {
				return err
			}
			if game.Sequence == nil {
				return f.plotBoard(cmd, game, screen)
			}
			return f.plotSequence(cmd, game, screen)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.size, "size", "", "the board's WIDTHxHEIGHT in cells (default 512x512 in a file, the window's in a terminal, else 16x16; less if that takes longer than about a second)")
	flags.VarP(&numberFlag{&f.last, heap.MaxHeap}, "last", "n", "the last heap of a sequence (default 999 in a file, what fits into the window in a terminal, else 99; less if that takes longer than about a second)")
	flags.StringVarP(&f.output, "output", "o", "", "write to this file: .png, .svg or .pdf")
	flags.StringVar(&f.show, "show", "values", "what a heat map shows: "+strings.Join(plot.ViewForms(), ", "))
	flags.StringVar(&f.palette, "palette", "", "colours of a heat map: "+strings.Join(plot.Palettes(), ", ")+" (default what suits the view)")
	flags.Var((*intFlag)(&f.cell), "cell", "side of a cell in pixels, in a file (default for a picture of about 1000 pixels)")
	flags.StringVar(&f.title, "title", "", "words above the picture (default the game and what is shown)")
	f.search = 1 << 19
	flags.Var((*intFlag)(&f.search), "max", "look for a sequence's period in this many values (default as many as take about a second, 524288 at most)")
	flags.StringVar(&f.colour, "colour", "auto", "colours in the terminal: "+strings.Join(colourNames, ", "))
	_ = flags.SetAnnotation("title", mayBeEmpty, []string{})
	f.bounds.add(flags)
	_ = cmd.RegisterFlagCompletionFunc("palette", cobra.FixedCompletions(plot.Palettes(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("show", cobra.FixedCompletions([]string{"values", "p", "value:", "mod:", "xor"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("colour", cobra.FixedCompletions(colourNames, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// plotBoard draws a heat map.
func (f *plotFlags) plotBoard(cmd *cobra.Command, game position.Game, s screen) error {
	flags := cmd.Flags()
	if err := f.checkBoard(flags, game); err != nil {
		return err
	}
	view, err := plot.ParseView(f.show)
	if err != nil {
		return usagef("--show: %w", err)
	}
	trial, end := context.WithTimeout(cmd.Context(), cheapTime(f.bounds.budget()))
	defer end()
	usual, err := f.board(trial, game, s)
	if err != nil {
		return err
	}
	chosen := usual
	h := plot.HeatMap{View: view, Palette: f.palette, Cell: f.cell}
	h.Blocked, h.BlockedName = drawnBlocked(trial, game)
	sized := func(grid *grid) plot.HeatMap {
		h := h
		h.Width, h.Height = int(grid.sides[0]), int(grid.sides[1])
		h.Title = fmt.Sprintf("%s, %s x %s cells: %s", titleOf(game), units.Grouped(grid.sides[0]), units.Grouped(grid.sides[1]), view.Title())
		if flags.Changed("title") {
			h.Title = f.title
		}
		return h
	}
	format, err := f.format()
	if err != nil {
		return err
	}
	budget := f.bounds.budget()
	cost := func(grid *grid) grundy.Cost {
		cost := grid.cost()
		cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(drawnTableBytes, grundy.MulCounts(grid.sides[0], grid.sides[1])))
		if f.output != "" {
			h := sized(grid)
			cost.Bytes = grundy.AddCounts(cost.Bytes, h.Memory(format))
		}
		return cost
	}
	if f.size == "" {
		for cheap := (solve.Budget{Memory: budget.Memory, Time: cheapTime(budget)}); chosen.isLarge() && within(cheap, cost(chosen), "") != nil; {
			chosen = chosen.within((chosen.sides[0]+1)/2, (chosen.sides[1]+1)/2)
		}
	}
	if err := within(budget, cost(chosen), fmt.Sprintf("a picture of %s with %s x %s cells", game.Name, units.Grouped(chosen.sides[0]), units.Grouped(chosen.sides[1]))); err != nil {
		return orLess(err, "--size", "fewer cells")
	}
	if h := sized(chosen); f.output != "" {
		if err := h.Check(format); err != nil {
			return usageError{err}
		}
	}
	return f.draw(cmd, func(ctx context.Context, w io.Writer, b *bars) error {
		var at func(x, y int) uint64
		drawn := chosen
		if f.size == "" && !chosen.isTimed() {
			drawn, at, err = drawnInTime(ctx, chosen, budget, b.next)
		} else {
			at, err = drawnTable(ctx, chosen, budget, b.next("cells"))
		}
		b.clear()
		if err != nil {
			return orLess(unplaced(err, "--size", "a smaller board"), "--size", "fewer cells")
		}
		if f.size == "" && (drawn.sides[0] < usual.sides[0] || drawn.sides[1] < usual.sides[1]) {
			fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s: the picture has %d x %d cells, as more take longer; --size asks for more\n", game.Name, drawn.sides[0], drawn.sides[1])
		}
		h := sized(drawn)
		h.At = at
		if f.output == "" {
			return h.WriteTerminal(ctx, w, s.columns, s.rows, s.colours)
		}
		return h.Write(ctx, w, format, b.next(""))
	})
}

// checkBoard refuses flags that are wrong, or not for boards.
func (f *plotFlags) checkBoard(flags *pflag.FlagSet, game position.Game) error {
	for _, flag := range [][2]string{{"last", "-n"}, {"max", "--max"}} {
		if flags.Changed(flag[0]) {
			return usagef("%s is for sequences, and %s is a board: want --size, as in --size=64x64", flag[1], game.Name)
		}
	}
	if flags.Changed("cell") && f.cell < 1 {
		return usagef("--cell=%d: want a number of pixels that is at least 1", f.cell)
	}
	if flags.Changed("cell") && f.output == "" {
		return usagef("--cell=%d is for pictures in files: want -o FILE too", f.cell)
	}
	if err := plot.CheckPalette(f.palette); err != nil {
		return usagef("--palette: %w", err)
	}
	return nil
}

// plotSequence draws a nim-sequence.
func (f *plotFlags) plotSequence(cmd *cobra.Command, game position.Game, s screen) error {
	flags := cmd.Flags()
	if err := f.checkSequence(flags, game); err != nil {
		return err
	}
	chosen := flags.Changed("last")
	trial, end := context.WithTimeout(cmd.Context(), cheapTime(f.bounds.budget()))
	defer end()
	terms := f.chosenTerms(trial, game, s, chosen)
	format, err := f.format()
	if err != nil {
		return err
	}
	titled := func(terms int) string {
		if flags.Changed("title") {
			return f.title
		}
		return fmt.Sprintf("%s: G(n) for n = 0 … %s", titleOf(game), units.Grouped(uint64(terms-1)))
	}
	if err := (plot.Sequence{Title: titled(terms), Values: []uint64{0}}).Check(format); err != nil && f.output != "" { // before the work
		return usageError{err}
	}
	budget := f.bounds.budget()
	values := grundy.Cost{Bytes: grundy.MulCounts(uint64(terms), 9)}
	if err := within(budget, values, fmt.Sprintf("a picture of %s values of %s", units.Grouped(uint64(terms)), game.Name)); err != nil {
		return orLess(err, "-n", "fewer values")
	}
	return f.draw(cmd, func(ctx context.Context, w io.Writer, b *bars) error {
		q, err := f.drawnSequence(ctx, game.Sequence, terms, !chosen, flags.Changed("max"), b.next)
		b.clear()
		if start, ok := errors.AsType[*heap.StartError](err); ok {
			return usagef("%w, and pictures at 0", start)
		}
		if err != nil {
			return orLess(unplaced(err, "-n", "fewer values"), "-n", "fewer values")
		}
		if drawn := len(q.Values); drawn < terms {
			fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s: the picture ends at n = %d, as more take longer; -n asks for more\n", game.Name, drawn-1)
		}
		q.Title = titled(len(q.Values))
		if f.output == "" {
			return q.WriteTerminal(ctx, w, s.columns, s.rows, s.colours)
		}
		return q.Write(ctx, w, format, b.next(""))
	})
}

// checkSequence refuses flags that are wrong, or not for sequences.
func (f *plotFlags) checkSequence(flags *pflag.FlagSet, game position.Game) error {
	for _, name := range []string{"size", "show", "palette", "cell"} {
		if flags.Changed(name) {
			return usagef("--%s is for boards, and %s is a heap's sequence: want -n, as in -n 500", name, game.Name)
		}
	}
	if f.search < 0 {
		return usagef("--max=%d: want a number of values that is not below 0", f.search)
	}
	return nil
}

// chosenTerms returns the number of values that are drawn. Rules are asked until ctx
// ends.
func (f *plotFlags) chosenTerms(ctx context.Context, game position.Game, s screen, chosen bool) int {
	if chosen {
		return int(min(f.last, math.MaxInt-1)) + 1
	}
	terms := s.terms()
	if f.output != "" {
		terms = 1000
	}
	return int(game.Within(ctx, uint64(terms))[0])
}

// titleOf returns the name of a game for a title, without its middle if it is
// long.
func titleOf(game position.Game) string { return message.Shortened(game.Name, 80) }

// draw lets picture write to the file, or to standard output.
func (f *plotFlags) draw(cmd *cobra.Command, picture func(context.Context, io.Writer, *bars) error) error {
	b := &bars{w: cmd.ErrOrStderr(), done: func() {}}
	defer b.clear()
	if f.output == "" {
		return picture(cmd.Context(), cmd.OutOrStdout(), b)
	}
	return writeWhole(f.output, func(w io.Writer) error { return picture(cmd.Context(), w, b) })
}

// format returns the format of the file, if there is one.
func (f *plotFlags) format() (plot.Format, error) {
	if f.output == "" {
		return plot.PNG, nil
	}
	if f.output == standardStream {
		return plot.PNG, usagef("-o -: the name of the file tells the format: want one that ends in .png, .svg or .pdf")
	}
	format, err := plot.FormatOf(f.output)
	if err != nil {
		return format, usagef("-o: %w", err)
	}
	return format, nil
}

// board returns the table that is drawn. Rules are asked until ctx ends.
func (f *plotFlags) board(ctx context.Context, game position.Game, s screen) (*grid, error) {
	if f.size != "" {
		return newGrid(game, f.size, false)
	}
	width, height := s.cells()
	if f.output != "" {
		width, height = 512, 512
	}
	sides := []uint64{uint64(width), uint64(height)}
	// Where a file of rules ends is found by trials, which are dear far out.
	for side := uint64(16); ; side *= 2 {
		asked := []uint64{min(side, sides[0]), min(side, sides[1])}
		within := game.Within(ctx, asked...)
		for i := range sides {
			if within[i] < asked[i] {
				sides[i] = within[i]
			}
		}
		if side >= max(sides[0], sides[1]) {
			return newGrid(game, fmt.Sprintf("%dx%d", within[0], within[1]), false)
		}
	}
}
