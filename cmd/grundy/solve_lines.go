package main

// `grundy solve --lines` answers many positions, one a line.

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
)

// solveLines answers the lines of a file.
func (f *solveFlags) solveLines(cmd *cobra.Command, file string) error {
	if f.question.Why && !f.asJSON {
		return usagef("--why: with --lines want --json too, as there is one line for each position")
	}
	in, err := openInput(cmd, file)
	if err != nil {
		return usagef("%w; --lines takes a file of positions, a position a line", err)
	}
	defer func() { _ = in.Close() }()
	q := ask.Lines{Solve: f.question, Workers: runtime.GOMAXPROCS(0)}
	q.Write = func(out io.Writer, line ask.Line) error {
		if line.Err = inFlags(cmd, line.Err); f.asJSON {
			return line.WriteJSON(out)
		}
		return writeLine(out, line)
	}
	if !f.asJSON {
		q.Moves = min(q.Moves, 1)
	}
	means, done := f.bounds.means(cmd)
	defer done()
	if f.bounds.memory == 0 {
		means.Memory /= uint64(q.Workers)
	}
	closed, err := openTable(cmd, f.table, &means)
	if err != nil {
		return inFlags(cmd, err)
	}
	defer closed()
	asked, failed, err := q.Ask(cmd.Context(), means, in, cmd.OutOrStdout())
	done()
	switch {
	case err != nil:
		return inFlags(cmd, err)
	case failed > 0:
		return fmt.Errorf("%d of %s failed", failed, message.Count(uint64(asked), "line", "lines"))
	}
	return nil
}

// writeLine writes what one line gave, for people.
func writeLine(out io.Writer, line ask.Line) error {
	if line.Err != nil {
		_, err := fmt.Fprintf(out, "line %d: %s\n", line.Number, message.Line(line.Err))
		return err
	}
	a := line.Answered.Answer
	fmt.Fprintf(out, "%s  %v", short(line.Answered.Question.Sum.String()), a.Outcome)
	for _, fact := range measured(a.NimValue, a.Infinite, a.Remoteness, a.Suspense) {
		fmt.Fprint(out, "  ", fact)
	}
	switch {
	case a.Unlisted != nil:
		fmt.Fprintf(out, "  winning moves not listed: %s", message.Line(solveError(a.Unlisted)))
	case a.Uncounted != nil && len(a.WinningMoves) > 0:
		fmt.Fprintf(out, "  a winning move: %s; there may be others", moveText(a.WinningMoves[0], false))
	case a.Uncounted != nil:
		fmt.Fprint(out, "  winning moves not counted")
	case a.Outcome == grundy.N && len(a.WinningMoves) > 0:
		fmt.Fprintf(out, "  %s, first %s", message.Count(a.WinningMoveCount, "winning move", "winning moves"), moveText(a.WinningMoves[0], false))
	case a.Outcome == grundy.N:
		fmt.Fprintf(out, "  %s", message.Count(a.WinningMoveCount, "winning move", "winning moves"))
	}
	_, err := fmt.Fprintln(out)
	return err
}
