package ask

// This file holds the question for nim-values: of heaps, or of the cells of a board.
// They are written while they are computed, as there may be more than fit into
// memory.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"grundy"
	"grundy/games/heap"
	"grundy/internal/jsontext"
	"grundy/internal/units"
	"grundy/position"
	"grundy/rules"
	"grundy/table"
)

// A Values asks for the nim-values of the heaps From … N of a game, or of the cells
// of a board of some size.
type Values struct {
	Game   string  `json:"game"`           // without a position, such as 0.77 or queen
	N      *uint64 `json:"n,omitempty"`    // of a game of heaps
	From   uint64  `json:"from,omitempty"` // of a game of heaps
	Size   string  `json:"size,omitempty"` // of a board: 8x8
	Misere bool    `json:"misere,omitempty"`
	Genus  bool    `json:"genus,omitempty"` // genus symbols of heaps in place of numbers
	// Format is one of [table.Formats], "" for JSON.
	Format  string `json:"format,omitempty"`
	Columns *int   `json:"columns,omitempty"` // of the text of a sequence: values a line
	Workers *int   `json:"workers,omitempty"` // of a board: cores; nil for all
	// Patient says that the clock stands still while the answer waits for its
	// reader.
	Patient bool `json:"-"`
}

// A Valued writes the answer to a [Values].
type Valued struct {
	question Values
	means    Means
	game     position.Game
	Format   table.Format
	Header   table.Header
	grid     *grid // nil for a game of heaps
}

// Ask looks at the question, and refuses what is known to be over the budget. The
// work is done by [Valued.Write].
func (q Values) Ask(ctx context.Context, m Means) (*Valued, error) {
	a := &Valued{question: q, means: m, Format: table.JSON}
	if q.Format != "" {
		var err error
		if a.Format, err = table.ParseFormat(q.Format); err != nil {
			return nil, wrong("format", nil, "%w", err)
		}
	}
	within, clock := m.begin(ctx, q.Game)
	game, err := m.game(within, q.Game, axes(q.Size))
	if err = clock.end(err); err != nil {
		return nil, err
	}
	a.game, a.Header.Game = game, game.Name
	if game.PlayedMisere() {
		q.Misere, a.question.Misere = true, true
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	if q.Columns != nil {
		a.Header.Columns = *q.Columns
	}
	if game.Table == nil {
		a.Header.From, a.Header.Shape = q.From, []uint64{*q.N + 1 - q.From}
		return a, nil
	}
	if a.grid, err = newGrid(game, q.Size, q.Misere); err != nil {
		return nil, err
	}
	a.Header.Shape = a.grid.shape()
	return a, m.within(a.grid.cost(), a.what())
}

// check refuses fields that are wrong, or not for such a game or format.
func (a *Valued) check() error {
	q, name, board := a.question, a.game.Name, a.game.Table != nil
	switch {
	case q.Columns != nil && (*q.Columns < 1 || *q.Columns > 10_000):
		return wrong("columns", *q.Columns, "want 1 … 10000")
	case q.Workers != nil && *q.Workers < 0:
		return wrong("workers", *q.Workers, "want a number that is not below 0")
	case q.Workers != nil && !board:
		return wrong("workers", *q.Workers, "the heaps of %s follow one another; workers are for tables of boards", name)
	case q.Columns != nil && (board || q.Genus || a.Format != table.Text):
		return wrong("columns", *q.Columns, "columns are for the text of nim-sequences")
	case board && q.Genus:
		return wrong("genus", nil, "%s is a board game; want a game of heaps, such as 0.77", name)
	case board && q.N != nil:
		return wrong("n", nil, "%s is a board game; want a size, such as 8x8", name)
	case board && q.From != 0:
		return wrong("from", nil, "%s is a board game; want a size, such as 8x8", name)
	case board && a.Format == table.BFile:
		return wrong("format", a.Format, "a b-file holds a sequence, not a table; want text, json, csv or npy")
	case board:
		return nil
	case q.Size != "":
		return wrong("size", q.Size, "%s is a game of heaps; want n, the last heap", name)
	case q.N == nil:
		return wrong("n", nil, "want the last heap of %s, such as 20", name)
	case *q.N > heap.MaxHeap:
		return wrong("n", *q.N, "want a heap of at most %d", uint64(heap.MaxHeap))
	case q.From > *q.N:
		return wrong("from", q.From, "beyond the last heap, %d", *q.N)
	case q.Genus && a.Format != table.Text && a.Format != table.JSON && a.Format != table.CSV:
		return wrong("format", a.Format, "a genus is not a number; want text, json or csv")
	}
	return nil
}

// what names the values.
func (a *Valued) what() string {
	if a.grid != nil {
		return fmt.Sprintf("the table of %s with %s cells", a.game.Name, a.question.Size)
	}
	return fmt.Sprintf("the heaps %d … %d of %s", a.question.From, *a.question.N, a.game.Name)
}

// Fits refuses values that do not fit into free bytes of a file, or that cannot be
// written in time at a value a nanosecond.
func (a *Valued) Fits(free uint64) error {
	count := uint64(1)
	for _, n := range a.Header.Shape {
		count = grundy.MulCounts(count, n)
	}
	if least := a.Header.LeastSize(a.Format); least > free {
		return fmt.Errorf("a file of %s values needs at least %s, and there is room for %s", units.Grouped(count), units.Bytes(least), units.Bytes(free))
	}
	return Means{Memory: math.MaxUint64, Time: a.means.Time}.within(grundy.Cost{Time: grundy.Nanoseconds(count)}, fmt.Sprintf("a file of %s values", units.Grouped(count)))
}

// Write computes the values and writes them. An .npy file needs a [table.File]. Work
// that is stopped ends with a whole line, except JSON, which then has no end.
func (a *Valued) Write(ctx context.Context, out io.Writer) error {
	ctx, clock := a.means.begin(ctx, a.what())
	if a.question.Patient && a.Format != table.NPY { // which is written to a file
		out = clock.waiting(out)
	}
	var err error
	if a.question.Genus {
		err = a.writeGenera(ctx, out)
	} else {
		err = a.write(ctx, out)
	}
	err = clock.end(err)
	if start, ok := errors.AsType[*heap.StartError](err); ok {
		return wrong("from", a.question.From, "%w", start)
	}
	if a.grid != nil {
		return unplaced(err, "size", a.question.Size)
	}
	return unplaced(err, "n", *a.question.N)
}

// write writes nim-values.
func (a *Valued) write(ctx context.Context, out io.Writer) error {
	w, err := table.NewWriter(out, a.Format, a.Header)
	if err != nil {
		return err
	}
	if err := a.each(ctx, w.Write); err != nil {
		return errors.Join(err, w.Flush())
	}
	return w.Close()
}

// misereBudget is how many positions are evaluated for misère nim-values. Each takes
// some hundred bytes.
const misereBudget = 1 << 20

// each passes the values to sink in order, in slices that are valid until it returns.
func (a *Valued) each(ctx context.Context, sink func([]uint64) error) error {
	q := a.question
	switch {
	case a.grid != nil:
		workers := 0
		if q.Workers != nil {
			workers = *q.Workers
		}
		return a.grid.rows(ctx, workers, a.means.progress("cells"), sink)
	case q.Misere:
		return heap.MisereSequence(ctx, a.game.Sequence, q.From, *q.N+1, misereBudget, a.means.progress("values"), sink)
	}
	return a.game.Sequence.Values(ctx, q.From, *q.N+1, a.means.progress("values"), sink)
}

// writeGenera writes genus symbols, one a line, or as JSON.
func (a *Valued) writeGenera(ctx context.Context, out io.Writer) error {
	each := func(sink func(n uint64, genus string) error) error {
		return heap.GenusSequence(ctx, a.game.Sequence, a.Header.From, *a.question.N+1, misereBudget, a.means.progress(""), sink)
	}
	if a.Format == table.JSON {
		w := jsontext.New(out)
		w.Object(jsontext.Spaced)
		w.Field("game", a.game.Name)
		w.Field("from", a.Header.From)
		w.Name("genera")
		w.List(jsontext.Tight)
		if err := each(func(_ uint64, genus string) error {
			w.Text(genus)
			return w.Err()
		}); err != nil {
			return err // half of a value is none
		}
		w.End()
		w.End()
		return w.Close()
	}
	w := bufio.NewWriter(out)
	layout := "%d %s\n"
	if a.Format == table.CSV {
		layout = "%d,%q\n"
		fmt.Fprintln(w, "heap,genus")
	}
	err := each(func(n uint64, genus string) error {
		line := fmt.Sprintf(layout, n, genus)
		if w.Available() < len(line) { // what is stopped ends with a whole line
			if err := w.Flush(); err != nil {
				return err
			}
		}
		_, err := w.WriteString(line)
		return err
	})
	return errors.Join(err, w.Flush())
}

// unplaced names the field whose value asks for less where rules make no position of
// the numbers that were asked for.
func unplaced(err error, field string, value any) error {
	if missing, ok := errors.AsType[rules.UnplacedError](err); ok && slices.Max(missing.Numbers) > 0 {
		return wrong(field, value, "%w", missing)
	}
	return err
}
