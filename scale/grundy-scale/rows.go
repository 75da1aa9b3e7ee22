package main

// Here is `grundy-scale rows`, which writes the rows of a sweep for databases.

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/sweep"
	"github.com/grundy-games/grundy/scale/rows"
)

func newRows() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "rows DIR -o FILE",
		Short: "Write the rows of a sweep as SQLite or Parquet",
		Long: `Write the rows of the sweep in the folder DIR to FILE.sqlite or FILE.parquet. A database has
them in the table rows, and in the table sweep what was asked; a file of Parquet says that in
its metadata. A sweep that is not finished has the rows that are done.`,
		Example: `  grundy-scale rows codes -o codes.sqlite
  grundy-scale rows codes -o codes.parquet`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("want the folder of a sweep, as in grundy-scale rows DIR -o FILE.sqlite")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if output == "" {
				return usagef("-o: want a file that ends in .sqlite or .parquet")
			}
			folder, err := sweep.Open(args[0])
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return usagef("there is no folder %s", message.Quoted(args[0]))
			case err != nil:
				return usageError{err}
			}
			count, err := rows.Write(cmd.Context(), folder, output)
			if wrong, ok := errors.AsType[*rows.NameError](err); ok {
				return usagef("-o %w", wrong)
			}
			if err == nil {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", output, message.Count(int(count), "row", "rows"))
			}
			return err
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "the file, .sqlite or .parquet")
	return cmd
}
