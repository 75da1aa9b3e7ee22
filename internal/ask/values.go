package ask

// The question for values: of heaps, of the cells of a board, or of any positions of a game some
// of whose numbers are open. They are written while they are computed, as there may be more than
// fit into memory.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/table"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// A Values asks for the values of the positions of a game: of the heaps From … N, of the
// cells of a board of some size, or of the positions that a template leaves open.
type Values struct {
	Game      string   `json:"game" doc:"a game without a position, such as 0.77 or queen, or one with open numbers, such as nim(3,_,_)"`
	Fix       []string `json:"fix,omitempty" doc:"numbers of the game that are fixed, as in passes=1; the others are open"`
	N         *uint64  `json:"n,omitempty" doc:"of one open number: the last; of several: of each"`
	From      uint64   `json:"from,omitempty" doc:"of one open number: the first"`
	Size      string   `json:"size,omitempty" doc:"of several open numbers: as in 8x8"`
	Of        string   `json:"of,omitempty" doc:"the measure: nim-values, outcomes, remoteness or suspense; nim-values if it is left out, and outcomes with a compound"`
	Misere    bool     `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound  string   `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Genus     bool     `json:"genus,omitempty" doc:"genus symbols instead of numbers"`
	Forms     bool     `json:"forms,omitempty" doc:"canonical forms of heaps in misère play instead of numbers"`
	Positions string   `json:"positions,omitempty" doc:"P, N or D: list the positions of this outcome instead of values"`
	Sorted    bool     `json:"sorted,omitempty" doc:"list only those whose open numbers do not descend"`
	Format    string   `json:"format,omitempty" doc:"json, csv, text or bfile; by Accept if it is left out"`
	Columns   *int     `json:"columns,omitempty" doc:"of text: values of a sequence a line"`
	Workers   *int     `json:"workers,omitempty" doc:"of a board: cores; a server may have fewer"`
	// Usual says to choose how far where neither N nor Size does.
	Usual bool `json:"-"`
	// Table is the folder of a table on disk, which [Valued.Store] fills and from which the
	// values are read; "" for none.
	Table string `json:"-"`
	// Job is the folder of a job of [TablePieces], whose results make the table; "" for none.
	// Piece is how many positions a piece has, 0 for as many as in the folder.
	Job   string `json:"-"`
	Piece uint64 `json:"-"`
	// Note is told what the user should know of the job. It may be nil.
	Note func(line string) `json:"-"`
	// Head puts a comment before CSV and b-files: what the values are, and which program wrote them.
	Head bool `json:"-"`
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
	grid     *grid
	largest  *uint64           // number among the values, of a question that wants it
	rules    map[string]string // the files that the game names, of a question with pieces
}

// Ask looks at the question, and refuses what is known to be over the budget. The
// work is done by [Valued.Write].
func (q Values) Ask(ctx context.Context, m Means) (*Valued, error) {
	a := &Valued{question: q, Format: table.JSON}
	if q.Job != "" {
		m.Open = recording(m.Open, &a.rules)
	}
	a.means = m
	if q.Format != "" {
		var err error
		if a.Format, err = table.ParseFormat(q.Format); err != nil {
			return nil, wrong("format", nil, "%w", err)
		}
	}
	within, clock := m.begin(ctx, q.Game)
	game, err := m.game(within, q.Game, axes(q.Size), q.Fix)
	if err = clock.end(err); err != nil {
		return nil, err
	}
	a.game, a.Header.Game = game, game.Name
	if game.PlayedMisere() {
		a.question.Misere = true
	}
	chooses := q.Usual && q.N == nil && q.Size == "" && q.Table == ""
	if chooses && len(game.Template.Axes) == 1 {
		last := usualLast(ctx, game, q.From)
		q.N, a.question.N = &last, &last
	}
	what, err := a.check()
	if err != nil {
		return nil, err
	}
	if q.Columns != nil {
		a.Header.Columns = *q.Columns
	}
	switch dimension := len(game.Template.Axes); {
	case dimension == 1 && q.N != nil:
		a.grid, err = newLine(game, q.From, *q.N, what, m)
	case q.N != nil:
		a.grid, err = newGrid(game, sizeText(slices.Repeat([]uint64{*q.N + 1}, dimension)), what, m)
	case chooses:
		if a.grid, err = usualGrid(ctx, game, what, m); err == nil {
			a.question.Size = sizeText(a.grid.sides)
		}
	default:
		a.grid, err = newGrid(game, q.Size, what, m)
	}
	if err != nil {
		return nil, err
	}
	a.Header.From, a.Header.Shape, a.Header.Word = q.From, a.grid.shape(), a.grid.word
	if what.of != nimValues || what.kind != compound.Disjunctive {
		a.Header.Of = what.String()
	}
	if game.IsTemplate || len(game.Template.Axes) > 1 && game.Table == nil {
		a.Header.Axes = game.Template.Axes
	}
	if q.Table != "" {
		return a, a.checkStored()
	}
	cost := a.grid.cost()
	cost.Time = max(cost.Time, grundy.Nanoseconds(a.count())) // no value takes less than one
	return a, m.within(cost, a.what())
}

// isTable reports whether the game has more than one axis.
func (a *Valued) isTable() bool { return len(a.game.Template.Axes) > 1 }

// check refuses fields that are wrong, or not for such a game or format.
func (a *Valued) check() (measured, error) {
	q, name, board, list := a.question, a.game.Name, a.isTable(), a.question.Positions != ""
	of := q.Of
	if list && of == "" {
		of = outcomes
	}
	what, err := measuredBy(of, q.Misere, q.Compound)
	if err != nil {
		return what, err
	}
	if q.Genus {
		what.of = genera
	}
	symbols := a.symbols()
	symbol, word := "genus", "genus"
	if q.Forms {
		symbol, word = "forms", "canonical form"
	}
	return what, func() error {
		switch {
		case list && !slices.Contains([]string{"P", "N", "D"}, q.Positions):
			return wrong("positions", q.Positions, "want P, N or D")
		case list && q.Of != "" && q.Of != outcomes:
			return wrong("of", q.Of, "positions are listed by their outcomes")
		case list && symbols:
			return wrong(symbol, nil, "positions are listed by their outcomes")
		case list && (a.Format == table.BFile || a.Format == table.NPY):
			return wrong("format", a.Format, "no list of positions has it; want text, json or csv")
		case q.Sorted && !list:
			return wrong("sorted", nil, "this is for lists of positions, as with positions = P")
		case q.Genus && q.Forms:
			return wrong("forms", nil, "want either a genus or a canonical form")
		case symbols && q.Of != "":
			return wrong(symbol, nil, "want either a %s or %s", word, what.of)
		case q.Job != "" && q.Table == "":
			return wrong("job", nil, "want also the folder of the table that its results make")
		case q.Piece != 0 && q.Job == "":
			return wrong("piece", q.Piece, "this is for a table that a job computes")
		case q.Columns != nil && (*q.Columns < 1 || *q.Columns > 10_000):
			return wrong("columns", *q.Columns, "want 1 … 10000")
		case q.Workers != nil && *q.Workers < 0:
			return wrong("workers", *q.Workers, "want a number that is not below 0")
		case q.Workers != nil && !board && q.Table == "":
			return wrong("workers", *q.Workers, "the heaps of %s follow one another; workers are for tables of boards", name)
		case q.Columns != nil && (board || symbols || list || a.Format != table.Text):
			return wrong("columns", *q.Columns, "columns are for the text of nim-sequences")
		case q.Forms && (board || a.game.Sequence == nil):
			return wrong(symbol, nil, "%s is %s; want a game of heaps, such as 0.77", name, a.kind())
		case board && q.N != nil && q.Size != "":
			return wrong("n", nil, "want either a size or the last of each number")
		case board && q.N != nil && !list && !a.game.IsTemplate:
			return wrong("n", nil, "%s is %s; want a size, such as 8x8", name, a.kind())
		case board && q.From != 0:
			return wrong("from", nil, "%s is %s; want a size, such as 8x8", name, a.kind())
		case board && a.Format == table.BFile:
			return wrong("format", a.Format, "a b-file holds a sequence, not a table; want text, json, csv or npy")
		case q.Genus && (a.Format == table.BFile || a.Format == table.NPY):
			return wrong("format", a.Format, "a genus is not a number; want text, json or csv")
		case q.N == nil && (board || q.Size != "" && a.game.Table != nil):
			return nil
		case q.Size != "":
			return wrong("size", q.Size, "%s is %s; want n, the last heap", name, a.kind())
		case q.N == nil:
			return wrong("n", nil, "want the last heap of %s, such as 20", name)
		case *q.N > heap.MaxHeap-1 && board, *q.N > heap.MaxHeap:
			return wrong("n", *q.N, "want a heap of at most %d", uint64(heap.MaxHeap))
		case q.From > *q.N:
			return wrong("from", q.From, "beyond the last heap, %d", *q.N)
		case symbols && a.Format != table.Text && a.Format != table.JSON && a.Format != table.CSV:
			return wrong("format", a.Format, "a %s is not a number; want text, json or csv", word)
		}
		return nil
	}()
}

// symbols reports whether symbols are asked for, not numbers.
func (a *Valued) symbols() bool { return a.question.Genus || a.question.Forms }

// workers returns how many cores compute, 0 for all.
func (a *Valued) workers() int {
	if a.question.Workers == nil {
		return 0
	}
	return *a.question.Workers
}

// kind says what the game is.
func (a *Valued) kind() string {
	switch {
	case a.game.Sequence != nil:
		return "a game of heaps"
	case a.game.IsTemplate && !a.isTable():
		return "a game with one open number"
	case a.game.IsTemplate:
		return "a game with open numbers"
	case a.game.Table == nil:
		return "a game of " + message.Count(len(a.game.Template.Axes), "number", "numbers")
	}
	return fmt.Sprintf("a game of %d numbers", len(a.game.Template.Axes))
}

// what names the values.
func (a *Valued) what() string {
	if a.isTable() || a.question.Size != "" {
		return fmt.Sprintf("the table of %s with %s cells", a.game.Name, cmp.Or(a.question.Size, units.Grouped(a.grid.count())))
	}
	return fmt.Sprintf("the table of the heaps %d … %d of %s", a.question.From, *a.question.N, a.game.Name)
}

// count returns the number of values.
func (a *Valued) count() uint64 { return product(a.Header.Shape) }

// Fits refuses values that do not fit into free bytes of a file.
func (a *Valued) Fits(free uint64) error {
	if least := a.Header.LeastSize(a.Format); least > free {
		return fmt.Errorf("a file of %s values needs at least %s, and there is room for %s", units.Grouped(a.count()), units.Bytes(least), units.Bytes(free))
	}
	return nil
}

// Write computes the values and writes them. An .npy file needs a [table.File]. Work
// that is stopped ends with a whole line, except JSON, which then has no end.
func (a *Valued) Write(ctx context.Context, out io.Writer) error {
	ctx, clock := a.means.begin(ctx, a.what())
	if a.question.Patient && a.Format != table.NPY { // which is written to a file
		out = clock.waiting(out)
	}
	err := a.write(ctx, out)
	return a.unplaced(a.unstarted(clock.end(err)))
}

// unstarted names the field whose value asks for values that a sequence does not have.
func (a *Valued) unstarted(err error) error {
	if start, ok := errors.AsType[*heap.StartError](err); ok {
		return wrong("from", a.question.From, "%w", start)
	}
	return err
}

// unplaced names the field whose value asks for less where rules make no position of
// the numbers that were asked for.
func (a *Valued) unplaced(err error) error {
	if a.question.Size != "" {
		return unplaced(err, "size", a.question.Size)
	}
	return unplaced(err, "n", *a.question.N)
}

// write writes the values, or a list of positions.
func (a *Valued) write(ctx context.Context, out io.Writer) error {
	each := a.each
	if a.symbols() && !a.isTable() {
		each = a.eachSymbol
	}
	w, err := a.newWriter(out)
	if err != nil {
		return err
	}
	if a.question.Head && (a.Format == table.CSV || a.Format == table.BFile) {
		if _, err := fmt.Fprintln(out, a.head()); err != nil {
			return err
		}
	}
	sink := w.Write
	if a.largest != nil {
		sink = func(values []uint64) error {
			for _, v := range values {
				if v < table.Mark {
					*a.largest = max(*a.largest, v)
				}
			}
			return w.Write(values)
		}
	}
	if err := each(ctx, sink); err != nil && isEmptyTable(err) {
		return err
	} else if err != nil {
		return errors.Join(err, w.Flush())
	}
	return w.Close()
}

// head is a line of comment.
func (a *Valued) head() string {
	q, what := a.question, cmp.Or(a.Header.Of, "nim-values")
	switch {
	case q.Positions != "":
		what = q.Positions + "-positions"
	case q.Forms:
		what = "forms"
	case q.Genus:
		what = "genera"
	}
	if q.Misere && !q.Forms && !q.Genus {
		what += " in misère play"
	}
	return strings.Join(strings.Fields(fmt.Sprintf("# %s: %s of %s", build.Maker(), what, a.Header.Game)), " ")
}

func (a *Valued) newWriter(out io.Writer) (table.Writer, error) {
	q := a.question
	if q.Positions == "" {
		h, format := a.Header, a.Format
		if a.symbols() && !a.isTable() {
			h.Of, h.Axes = "", nil
			if h.Each, h.All = "genus", "genera"; q.Forms {
				h.Each, h.All = "form", "forms"
			}
			if format == table.Text { // one a line
				format = table.BFile
			}
		}
		return table.NewWriter(out, format, h)
	}
	wanted := codeOf(grundy.Outcome(strings.Index("PND", q.Positions)))
	return table.NewList(out, a.Format, a.Header, table.List{
		Name: q.Positions, Axes: a.game.Template.Axes, Sorted: q.Sorted,
		Wanted: func(v uint64) bool { return v == wanted },
		Text:   a.game.Template.AppendText,
	})
}

// each passes the values to sink in order, in slices that are valid until it returns.
// Formats of numbers have outcomes as 0 for P, 1 for N and 2 for D.
func (a *Valued) each(ctx context.Context, sink func([]uint64) error) error {
	if a.grid.of == outcomes && (a.Format == table.NPY || a.Format == table.BFile) {
		pass := sink
		var numbers []uint64
		sink = func(codes []uint64) error {
			numbers = numbers[:0]
			for _, v := range codes {
				if v != nothing {
					v -= firstOutcome
				}
				numbers = append(numbers, v)
			}
			return pass(numbers)
		}
	}
	counted := "values"
	if a.isTable() {
		counted = "cells"
	}
	return a.grid.values(ctx, a.workers(), a.means.progress(counted), sink)
}

// eachSymbol passes what stands for the symbols to sink, in order.
func (a *Valued) eachSymbol(ctx context.Context, sink func([]uint64) error) error {
	if s := a.game.Sequence; s != nil {
		from, to, progress := a.Header.From, *a.question.N+1, a.means.progress("values")
		pass := func(word table.Word) error {
			a.grid.words = append(a.grid.words[:0], word) // no other is shown any more
			return sink([]uint64{firstWord})
		}
		var err error
		if a.question.Forms {
			err = heap.FormSequence(ctx, s, from, to, misereBudget, progress, func(_ uint64, form string) error {
				if form == "" {
					return pass(unknownWord)
				}
				return pass(wordOf(form))
			})
		} else {
			err = heap.GenusSequence(ctx, s, from, to, misereBudget, progress, func(_ uint64, genus misere.Stated) error {
				return pass(wordOfGenus(genus))
			})
		}
		if a.question.Forms || !errors.Is(err, grundy.ErrUnknown) {
			return err
		}
	}
	return a.each(ctx, sink)
}
