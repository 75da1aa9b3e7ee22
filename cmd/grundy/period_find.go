package main

// This file holds how `grundy period` finds what is known of a period: of a game of
// heaps, of a take-and-break code, of a row of a board.

import (
	"context"
	"errors"
	"fmt"
	"io"

	"grundy"
	"grundy/games/board"
	"grundy/games/heap"
	"grundy/games/heap/certificate"
	"grundy/games/heap/sequence"
	"grundy/internal/message"
	"grundy/position"
	"grundy/theory/period"
)

// A periodAnswer is what is known of a period.
type periodAnswer struct {
	game       string
	row        *uint64 // of a board's table
	result     period.Result
	observed   period.Observed
	exceptions *period.Exceptions // nil where they are not known
	computedTo uint64             // the last heap whose value was computed
	ends       bool               // whether that is the last one of the game
	audits     *int               // of engines that audit themselves
	kept       uint64             // so many values from 0 on were not dropped
	certify    func() (*certificate.Certificate, error)
}

// mostExceptions bounds the exceptions that are listed.
const mostExceptions = 100

// find answers the question. An error with an answer says why there is no more.
func (f *periodFlags) find(ctx context.Context, notes io.Writer, game position.Game, show grundy.Progress) (*periodAnswer, error) {
	code, isCode := game.Sequence.(sequence.Code)
	rows, proves := game.Table.(board.RowProver)
	switch {
	case game.Table != nil && !proves:
		return nil, usagef("%s has a table, of whose rows no period is looked for; want a game of heaps", game.Name)
	case f.rowSet && game.Sequence != nil:
		return nil, usagef("--row=%d: %s is a game of heaps, not of a board", f.row, game.Name)
	case f.memory.bytes > 0 && game.Sequence != nil:
		return nil, usagef("--max-memory=%s bounds the rows of boards, and %s is a game of heaps", f.memory.text, game.Name)
	case f.resume != "" && !isCode:
		return nil, usagef("--resume=%s: only runs of take-and-break codes, such as 0.106, can be resumed", f.resume)
	case game.Sequence == nil && !f.rowSet:
		return nil, usagef("%s is a board game: want --row=R, a row of its table", game.Name)
	case game.Sequence == nil:
		return f.findRow(ctx, game.Name, rows, show)
	case isCode:
		return f.findCode(ctx, notes, game.Name, code, show)
	}
	var a *periodAnswer
	a = &periodAnswer{game: game.Name, certify: func() (*certificate.Certificate, error) {
		return certificate.New(ctx, game.Sequence, a.result, show)
	}}
	var err error
	a.result, a.observed, err = game.Sequence.Period(ctx, f.most+1, show)
	a.computedTo = f.lastComputed(a.result.Computed)
	a.ends = game.EndsBefore(ctx, a.computedTo+1)
	if err == nil && a.result.Proved {
		var e period.Exceptions
		if e, err = heap.FindExceptions(ctx, game.Sequence, a.result, mostExceptions, show); err == nil {
			a.exceptions = &e
		}
	}
	return a, err
}

// lastComputed returns the last of so many heaps, at most --max.
func (f *periodFlags) lastComputed(count uint64) uint64 {
	return min(max(count, 1)-1, f.most)
}

// findCode answers for a take-and-break code, in a run that can be resumed.
func (f *periodFlags) findCode(ctx context.Context, notes io.Writer, name string, code sequence.Code, show grundy.Progress) (*periodAnswer, error) {
	run, err := openRun(code, f.resume, f.every, f.most+1, notes)
	if err != nil {
		return nil, err
	}
	err = run.run(ctx, show)
	s := run.session.Solution()
	a := &periodAnswer{game: name, result: s.Period, computedTo: f.lastComputed(s.Length), audits: &s.Audits, kept: s.Kept}
	a.certify = func() (*certificate.Certificate, error) { return certificate.New(ctx, s, s.Period, show) }
	switch {
	case err != nil && ctx.Err() == nil && s.Length == 0:
		return nil, err
	case !s.Period.Proved:
		a.observed = s.Observed()
		a.observed.Computed = a.computedTo + 1
	case !s.Period.AtMost:
		// A proof does not become less of one because the user was impatient.
		if e, problem := s.Exceptions(context.WithoutCancel(ctx), mostExceptions); problem == nil {
			a.exceptions = &e
		}
	}
	return a, err
}

// mostWalked bounds the preperiods that are walked to list the exceptions.
const mostWalked = 1 << 26

// findRow answers for a row of a board's table.
func (f *periodFlags) findRow(ctx context.Context, name string, rows board.RowProver, show grundy.Progress) (*periodAnswer, error) {
	if f.certificate != "" {
		return nil, usagef("--certificate: there are none for rows of %s; want a game of heaps", name)
	}
	switch sides := rows.Sides(); {
	case len(sides) != 2:
		return nil, usagef("--row=%d: %s has %d dimensions; want a game of two", f.row, name, len(sides))
	case f.row > board.MaxCoordinate:
		return nil, usagef("--row=%d: want a row from 0 to %d", f.row, uint64(board.MaxCoordinate))
	case sides[0] != 0:
		return nil, usagef("--row=%d: the rows of %s end after %d columns; want a board without a far edge to the right", f.row, name, sides[0])
	case sides[1] != 0 && f.row >= sides[1]:
		return nil, usagef("--row=%d: %s has the rows 0 … %d", f.row, name, sides[1]-1)
	}
	row, err := f.proveRow(ctx, name, rows, show)
	if errors.Is(err, board.ErrNoRow) {
		return nil, usagef("--row=%d: %w", f.row, err)
	}
	a := &periodAnswer{game: name, row: &f.row, result: row.Result, computedTo: max(row.Result.Computed, 1) - 1}
	if !a.result.Proved {
		a.observed.Computed = row.Result.Computed
		return a, err
	}
	if row.Result.Preperiod <= mostWalked {
		if e, problem := row.FindExceptions(ctx, mostExceptions); problem == nil {
			a.exceptions = &e
		}
	}
	return a, nil
}

// proveRow proves the period of a row within the budget. With an error, the row
// says how many of its cells were computed.
func (f *periodFlags) proveRow(ctx context.Context, name string, rows board.RowProver, show grundy.Progress) (*board.Row, error) {
	budget := f.budget()
	what := fmt.Sprintf("row %d of %s", f.row, name)
	if err := within(budget, grundy.Cost{Bytes: rows.RowPeriodMemory(f.row)}, what); err != nil {
		return &board.Row{}, err
	}
	const cellBytes = 2 // of a cell that is visited
	cells, bound := grundy.MulCounts(grundy.AddCounts(f.most, 1), grundy.AddCounts(f.row, 1)), "--max"
	if most := budget.Memory / cellBytes; most < cells {
		cells, bound = most, "--max-memory"
	}
	ctx, watch := watched(ctx, budget, what)
	row, err := rows.RowPeriod(ctx, f.row, cells, show)
	if err = watch.end(err); errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%s: %w", what, context.Cause(ctx))
	}
	if errors.Is(err, grundy.ErrBudget) {
		if row.Result.Computed == 0 { // which engines tell in cells
			columns := message.Count(cells/grundy.AddCounts(f.row, 1), "column", "columns")
			err = fmt.Errorf("%s is not proved within %s: %w", what, columns, grundy.ErrBudget)
		}
		err = fmt.Errorf("%w; %s looks further", err, bound)
	}
	return row, err
}
