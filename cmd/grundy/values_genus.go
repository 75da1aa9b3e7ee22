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

	"grundy/games"
	"grundy/games/heap"
	"grundy/table"
)

// writeGenera writes the genera of the heaps --from … N, one a line, or as JSON.
func (f *valuesFlags) writeGenera(cmd *cobra.Command, format table.Format, game games.Game) error {
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
		err := heap.GenusSequence(ctx, game.Heap, f.from, f.last+1, misereBudget, show, func(n uint64, genus string) error {
			switch format {
			case table.CSV:
				fmt.Fprintf(w, "%d,%q\n", n, genus)
			case table.JSON:
				if n > f.from {
					fmt.Fprint(w, ",")
				}
				fmt.Fprintf(w, "%q", genus)
			default:
				fmt.Fprintf(w, "%d %s\n", n, genus)
			}
			return nil
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
