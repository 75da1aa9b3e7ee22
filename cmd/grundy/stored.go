package main

// `grundy values` fills and describes a table on disk, and compresses files.

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// fillTable fills the table on disk of a question. A user who interrupts waits until the
// files are closed.
func fillTable(cmd *cobra.Command, answer *ask.Valued) (*ask.Stored, error) {
	unfinished.RLock()
	defer unfinished.RUnlock()
	s, err := answer.Store(cmd.Context())
	for _, line := range s.Damaged {
		fmt.Fprintln(cmd.ErrOrStderr(), "grundy:", message.Line(errors.New(line)))
	}
	if s.Repaired > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s: computed again\n", message.Count(s.Repaired, "damaged block", "damaged blocks"))
	}
	if err != nil && cmd.Context().Err() != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "grundy: stopped; the same command goes on with %s\n", message.Shown(s.Table))
	}
	return s, err
}

// writeStored describes a table on disk.
func writeStored(out io.Writer, s *ask.Stored) {
	of := s.Of
	if s.Misere {
		of = "misère " + of
	}
	fmt.Fprintf(out, "%s: %s of %s\n", s.Table, of, s.Game)
	fmt.Fprintf(out, "%s positions, up to %s; the greatest value is %d\n", units.Grouped(s.Positions), s.Corner, s.Greatest)
	order := "in an order in which every move lowers " + s.Order
	if s.Order == "" {
		order = "row by row"
	}
	fmt.Fprintf(out, "%s of values, %s\n", units.Bytes(s.Bytes), order)
	fmt.Fprintf(out, "%s of them computed now\n", units.Grouped(s.Computed))
}

// compressedName ends the name of a file that is compressed.
const compressedName = ".zst"

// uncompressed returns the name of a file without what says that it is compressed.
func uncompressed(name string) (bare string, is bool) {
	bare = strings.ToLower(name)
	return strings.TrimSuffix(bare, compressedName), strings.HasSuffix(bare, compressedName)
}

// compress passes on what is written, compressed by Zstandard.
func compress(out io.Writer, write func(io.Writer) error) error {
	to, err := zstd.NewWriter(out)
	if err != nil {
		return err
	}
	return errors.Join(write(to), to.Close())
}
