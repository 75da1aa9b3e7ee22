package main

// `grundy sweep rows` and `grundy sweep summary` read the folder of a sweep.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot"
	"github.com/grundy-games/grundy/internal/sweep"
	"github.com/grundy-games/grundy/internal/units"
)

// readSweep passes the folder of a sweep on, and says behind the answer if the sweep is not finished.
func readSweep(cmd *cobra.Command, dir string, answer func(*sweep.Folder) error) error {
	f, err := sweep.Open(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usagef("there is no folder %s", message.Quoted(dir))
	case err != nil:
		return usageError{err}
	}
	err = answer(f)
	if s := f.Last().Status; err == nil && !f.Finished() {
		fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s: %d of %s are done\n", message.Shown(dir), s.Done, message.Count(s.Pieces, "piece", "pieces"))
	}
	return err
}

func newSweepRows() *cobra.Command {
	var asJSON bool
	var output string
	format := "csv"
	cmd := described("sweep-rows", &cobra.Command{
		Args: wantArgs(1, 1, "the folder of a sweep"),
		RunE: func(cmd *cobra.Command, args []string) error {
			toFile := output != "" && !isStandardOutput(output)
			if asJSON {
				format = "json"
			} else if toFile && !cmd.Flags().Changed("format") {
				format = strings.TrimPrefix(filepath.Ext(output), ".")
			}
			as, ok := map[string]sweep.Format{"csv": sweep.CSV, "json": sweep.JSON, "jsonl": sweep.JSONLines}[format]
			switch {
			case !ok && cmd.Flags().Changed("format"):
				return usagef("--format=%s: want csv, json or jsonl", message.Shown(format))
			case !ok:
				return usagef("-o %s: want a file that ends in .csv, .json or .jsonl; grundy-scale rows writes .sqlite and .parquet", message.Shown(output))
			}
			return readSweep(cmd, args[0], func(folder *sweep.Folder) error {
				write := func(w io.Writer) error {
					_, _, err := folder.Write(cmd.Context(), w, as)
					return err
				}
				if toFile {
					return writeWhole(output, write)
				}
				return buffered(cmd.OutOrStdout(), write)
			})
		},
	})
	add := flagsOf(cmd)
	add("output", &output, ", .csv, .json or .jsonl (default standard output)")
	add("format", &format, "", "csv", "json", "jsonl")
	add("json", &asJSON, "")
	return cmd
}

func newSweepSummary() *cobra.Command {
	var asJSON bool
	var by, output, of string
	cmd := described("sweep-summary", &cobra.Command{
		Args: wantArgs(1, 1, "the folder of a sweep"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if of != "" && output == "" {
				return usagef("--column=%s: it says of what a histogram is drawn: want -o FILE.png, too", message.Shown(of))
			}
			return readSweep(cmd, args[0], func(folder *sweep.Folder) error {
				switch {
				case output != "":
					return drawSweep(cmd, folder, of, output)
				case by != "":
					if err := folder.Question.Check(strings.Split(by, ",")); err != nil {
						return usagef("--by=%s: %w", message.Shown(by), err)
					}
					return sweep.CountBy(cmd.Context(), folder, cmd.OutOrStdout(), strings.Split(by, ","))
				}
				return printSummary(cmd, folder, asJSON)
			})
		},
	})
	add := flagsOf(cmd)
	addJSON(cmd, &asJSON, "")
	add("by", &by, ", as CSV")
	add("output", &output, ": a histogram, as .png or .svg")
	add("column", &of, " (default the first that has one)")
	return cmd
}

// drawSweep draws the histogram of a column.
func drawSweep(cmd *cobra.Command, folder *sweep.Folder, of, output string) error {
	format, _, err := pictureFormat(output, false)
	if err != nil {
		return err
	}
	s, err := sweep.Summarize(cmd.Context(), folder)
	if err != nil {
		return err
	}
	var columns []string
	for _, h := range s.Histograms {
		columns = append(columns, h.Column)
	}
	at := max(slices.Index(columns, of), 0)
	if len(columns) == 0 || of != "" && columns[at] != of {
		return usagef("--column=%s: there is no histogram of it%s; want one of %s", message.Shown(of), message.DidYouMean(of, columns), strings.Join(columns, ", "))
	}
	h := s.Histograms[at]
	picture := plot.Histogram{Title: fmt.Sprintf("%s: %s of %s", s.Family, h.Column, message.Count(*s.Settled, "game", "games")), Measure: h.Column, Bars: barsOf(h)}
	return writeWhole(output, func(w io.Writer) error { return picture.Write(cmd.Context(), w, format, nil) })
}

func barsOf(h sweep.Histogram) (bars []plot.Bar) {
	for _, b := range h.Bars {
		bars = append(bars, plot.Bar(b))
	}
	return bars
}

// printSummary prints what is counted.
func printSummary(cmd *cobra.Command, folder *sweep.Folder, asJSON bool) error {
	s, err := sweep.Summarize(cmd.Context(), folder)
	if err != nil {
		return err
	}
	if asJSON {
		return writeIndented(cmd.OutOrStdout(), s)
	}
	return buffered(cmd.OutOrStdout(), func(w io.Writer) error { return writeSummary(cmd, w, s) })
}

// mostOpenLines is how many open games the text lists.
const mostOpenLines = 20

func writeSummary(cmd *cobra.Command, w io.Writer, s *sweep.Summary) error {
	fmt.Fprintf(w, "%s, %s: %s of %s\n", s.Family, s.Ask, message.Count(s.Rows, "row", "rows"), message.Count(s.Games, "game", "games"))
	if s.Settled != nil {
		fmt.Fprintf(w, "  proved  %s\n  open    %s\n", units.Grouped(*s.Settled), units.Grouped(*s.Open))
	}
	if c := s.Classes; c != nil {
		fmt.Fprintf(w, "  classes %s: %s proved, %s open\n", units.Grouped(c.All), units.Grouped(c.Settled), units.Grouped(c.Open))
	}
	fmt.Fprintf(w, "  sha256  %s\n", s.Hash)
	for _, t := range s.Tallies {
		fmt.Fprintf(w, "\n%s\n", t.Column)
		writeCounts(w, t.Counts)
	}
	for _, h := range s.Histograms {
		picture := plot.Histogram{Measure: h.Column, Bars: barsOf(h)}
		fmt.Fprintln(w)
		if err := picture.WriteTerminal(cmd.Context(), w, columns, 0, plot.NoColours); err != nil {
			return err
		}
		fmt.Fprintf(w, "\nhighest %s\n", h.Column)
		for _, e := range h.Largest {
			fmt.Fprintf(w, "  %15s  %s\n", units.Grouped(e.Value), message.Shown(e.Game))
		}
	}
	if len(s.OpenGames) > 0 {
		fmt.Fprintf(w, "\nopen, those that were computed least first\n")
		for i, g := range s.OpenGames {
			if i == mostOpenLines {
				fmt.Fprintf(w, "  … and more; --json lists %d\n", len(s.OpenGames))
				break
			}
			far := ""
			if g.ComputedTo != nil {
				far = "to " + units.Grouped(*g.ComputedTo)
			}
			fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-15s %18s  %s", message.Shown(g.Game), far, message.Shortened(g.Note, 100)), " "))
		}
	}
	if len(s.Notes) > 0 {
		fmt.Fprintf(w, "\nnotes\n")
		writeCounts(w, s.Notes)
	}
	return nil
}

// writeCounts writes the most frequent values.
func writeCounts(w io.Writer, counts []sweep.Count) {
	const most = 12
	for i, c := range counts {
		if i == most {
			fmt.Fprintf(w, "  … and %d more\n", len(counts)-most)
			break
		}
		value := c.Value
		if value == "" {
			value = "(none)"
		}
		fmt.Fprintf(w, "  %9s  %s\n", units.Grouped(c.Count), message.Shortened(value, 200))
	}
}
