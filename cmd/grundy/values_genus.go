package main

// This file holds `grundy values --genus`: the genus symbols of heaps in misère
// play.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"grundy/games/heap"
	"grundy/position"
	"grundy/table"
)

// writeGenera writes the genera of the heaps --from … N, one a line, or as JSON.
func (f *valuesFlags) writeGenera(cmd *cobra.Command, format table.Format, game position.Game) error {
	if format != table.Text && format != table.JSON && format != table.CSV {
		return usagef("--format=%s: a genus is no number; want text, json or csv with --genus", format)
	}
	write := func(out io.Writer) error {
		w := bufio.NewWriter(out)
		switch format {
		case table.CSV:
			fmt.Fprintln(w, "heap,genus")
		case table.JSON:
			name, err := json.Marshal(game.Name)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, `{"game": %s, "from": %d, "genera": [`, name, f.from)
		}
		show, done := progressTo(cmd.ErrOrStderr())
		ctx, watch := watched(cmd.Context(), f.bounds.budget(), f.whatHeaps(game))
		err := heap.GenusSequence(ctx, game.Sequence, f.from, f.last+1, misereBudget, show, func(n uint64, genus string) error {
			var line string
			switch {
			case format == table.CSV:
				line = fmt.Sprintf("%d,%q\n", n, genus)
			case format == table.Text:
				line = fmt.Sprintf("%d %s\n", n, genus)
			case n > f.from:
				line = fmt.Sprintf(",%q", genus)
			default:
				line = fmt.Sprintf("%q", genus)
			}
			if w.Available() < len(line) { // what is stopped ends with a whole line
				if err := w.Flush(); err != nil {
					return err
				}
			}
			_, err := w.WriteString(line)
			return err
		})
		done()
		if err = watch.end(err); err != nil {
			if format == table.JSON {
				return err // half of a value is none
			}
			return errors.Join(err, w.Flush())
		}
		if format == table.JSON {
			fmt.Fprintln(w, "]}")
		}
		return w.Flush()
	}
	if f.output != "" {
		return writeWhole(f.output, write)
	}
	return write(cmd.OutOrStdout())
}
