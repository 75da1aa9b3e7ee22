//go:build !playing

package ask

// [Plot] asks for a picture: of the nim-values of a board, or of a nim-sequence.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/plot"
	"github.com/grundy-games/grundy/internal/plot/bounds"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/period"
)

// A Plot asks for a picture of a game without a position, or of one in which one or two
// numbers are left open. A picture whose size is not chosen is as large as is drawn in
// about a second, and never larger than Usual.
type Plot struct {
	Game      string   `json:"game" doc:"a game without a position, such as 0.77 or queen, or one with one or two open numbers"`
	Fix       []string `json:"fix,omitempty" doc:"numbers of the game that are fixed, as in passes=1; the others are open"`
	Of        string   `json:"of,omitempty" doc:"the measure: nim-values, outcomes, remoteness or suspense; nim-values if it is left out, and outcomes with a compound"`
	Misere    bool     `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound  string   `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Size      string   `json:"size,omitempty" doc:"of a board: as in 512x512"`
	N         *uint64  `json:"n,omitempty" doc:"of a game of heaps: the last heap"`
	Max       *int     `json:"max,omitempty" doc:"of a game of heaps: values in which the period is looked for"`
	Show      string   `json:"show,omitempty" doc:"of a board: values, p, value:K, mod:M or xor"`
	Palette   string   `json:"palette,omitempty" doc:"of a board: the colours"`
	Cell      *int     `json:"cell,omitempty" doc:"of a board: the side of a cell in pixels"`
	Title     *string  `json:"title,omitempty" doc:"above the picture; the game and what is shown if it is left out"`
	Format    string   `json:"format,omitempty" doc:"svg or png; by Accept if it is left out"`
	Histogram bool     `json:"histogram,omitempty" doc:"how often each value occurs, instead"`

	Usual Extent `json:"-"`
}

// An Extent is the size of a picture. The zero value stands for 512 x 512 cells of a
// board, and for 1000 values of a sequence.
type Extent struct{ Width, Height, Terms int }

// DefaultPlotMax is the largest number of values in which a [Plot] looks for a period,
// if it does not say.
const DefaultPlotMax = 1 << 19

// A Plotted is the answer to a [Plot].
type Plotted struct {
	Picture plot.Picture // a [plot.HeatMap] of a board, a [plot.Sequence] of heaps, or a [plot.Histogram]
	Note    string       // why the picture is smaller than usual, or ""
	Wider   string       // then: the field that asks for more, "size" or "n"
	format  plot.Format
	means   Means
}

// Ask computes what the picture shows.
func (q Plot) Ask(ctx context.Context, m Means) (*Plotted, error) {
	a := &Plotted{means: m}
	if q.Format != "" {
		var err error
		if a.format, err = plot.FormatOf("." + q.Format); err != nil {
			return nil, wrong("format", nil, "%w", err)
		}
	}
	if q.Title != nil {
		if err := bounds.CheckTitle(*q.Title); err != nil {
			return nil, wrong("title", nil, "%w", err)
		}
	}
	if field := q.ofHeatMap(); q.Histogram && field != "" {
		return nil, wrong(field, nil, "this is for heat maps, and a histogram counts values: want one of them")
	}
	what, err := measuredBy(q.Of, q.Misere, q.Compound)
	if err != nil {
		return nil, err
	}
	within, clock := m.begin(ctx, "the picture of "+q.Game)
	game, err := m.game(within, q.Game, axes(q.Size), q.Fix)
	if err != nil {
		return nil, clock.end(err)
	}
	what.misere = what.misere || game.PlayedMisere()
	switch names := game.Template.Axes; {
	case len(names) > 2 && game.Table != nil:
		err = wrong("game", nil, "no picture of %s: it has %d dimensions here, and pictures show games of two", game.Name, len(names))
	case len(names) > 2:
		err = wrong("game", nil, "%s has %d open numbers, %s, and pictures show one or two; fix the others, as in %s=1", game.Name, len(names), strings.Join(names, ", "), names[len(names)-1])
	case len(names) == 2:
		a.Wider = "size"
		err = q.plotBoard(within, m, game, what, a)
	default:
		a.Wider = "n"
		err = q.plotSequence(within, m, game, what, a)
	}
	if err = clock.end(err); err != nil {
		return nil, err
	}
	if q.Histogram {
		a.Picture = q.counted(a.Picture)
	}
	return a, nil
}

// ofHeatMap returns the first field that is set of those that are for heat maps alone, or "".
func (q Plot) ofHeatMap() string {
	switch {
	case q.Show != "":
		return "show"
	case q.Palette != "":
		return "palette"
	case q.Cell != nil:
		return "cell"
	}
	return ""
}

// counted returns the histogram of the values of another picture.
func (q Plot) counted(p plot.Picture) plot.Picture {
	counted := &plot.Histogram{}
	switch p := p.(type) {
	case plot.HeatMap:
		counted.Title, counted.Measure = p.Title, p.Measure
		for y := range p.Height {
			for x := range p.Width {
				if p.Blocked == nil || !p.Blocked(x, y) {
					counted.Add(p.At(x, y))
				}
			}
		}
	case plot.Sequence:
		counted.Title = p.Title
		for _, v := range p.Values {
			counted.Add(v)
		}
	}
	if q.Title == nil {
		counted.Title += ", how often each occurs"
	}
	return counted
}

// Write draws the picture in its format.
func (a *Plotted) Write(ctx context.Context, w io.Writer) error {
	ctx, clock := a.means.begin(ctx, "the picture")
	return clock.end(a.Picture.Write(ctx, w, a.format, a.means.progress("")))
}

// titleOf returns the title of the question, or another one.
func (q Plot) titleOf(game position.Game, format string, args ...any) string {
	if q.Title != nil {
		return *q.Title
	}
	const most = 80 // characters of the name of a game
	return message.Shortened(game.Name, most) + fmt.Sprintf(format, args...)
}

// plotBoard computes a heat map.
func (q Plot) plotBoard(ctx context.Context, m Means, game position.Game, what measured, a *Plotted) error {
	if err := q.checkBoard(game); err != nil {
		return err
	}
	var view plot.View
	if q.Show != "" {
		var err error
		if view, err = plot.ParseView(q.Show); err != nil {
			return wrong("show", nil, "%w", err)
		}
	}
	trial := m.newTrial(ctx, 1, true)
	defer trial.end()
	usual, err := q.board(trial.ctx, game, what, m)
	if err != nil {
		return err
	}
	h := plot.HeatMap{View: view, Palette: q.Palette, Axes: [2]string(game.Template.Axes)}
	if what.of != nimValues { // a 0 of which need not be a P-position
		h.Measure = what.String()
	}
	if q.Cell != nil {
		h.Cell = *q.Cell
	}
	sized := func(g *grid) plot.HeatMap {
		h := h
		h.Width, h.Height = int(g.sides[0]), int(g.sides[1])
		h.Title = q.titleOf(game, ", %s x %s cells: %s", units.Grouped(g.sides[0]), units.Grouped(g.sides[1]), what.title(view))
		return h
	}
	cost := func(g *grid) grundy.Cost {
		cost := g.cost()
		cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(drawnCellBytes, grundy.MulCounts(g.sides[0], g.sides[1])))
		if q.Format != "" {
			h := sized(g)
			cost.Bytes = grundy.AddCounts(cost.Bytes, h.Memory(a.format))
		}
		return cost
	}
	chosen := usual
	if q.Size == "" {
		chosen = m.easiest(usual, 16, cost) // a smaller one is of no use
	}
	if err := m.within(cost(chosen), fmt.Sprintf("a picture of %s with %s x %s cells", game.Name, units.Grouped(chosen.sides[0]), units.Grouped(chosen.sides[1]))); err != nil {
		return err
	}
	if h := sized(chosen); q.Format != "" {
		if err := h.Check(a.format); err != nil {
			return wrong("game", nil, "%w", err)
		}
	}
	drawn := chosen
	var at *drawnCells
	if q.Size == "" && !chosen.isTimed() {
		drawn, at, err = drawnInTime(ctx, chosen, m)
	} else {
		at, err = drawnTable(ctx, chosen, m.progress("cells"))
	}
	if err != nil {
		return unplaced(err, "size", q.Size)
	}
	if q.Size == "" && (drawn.sides[0] < usual.sides[0] || drawn.sides[1] < usual.sides[1]) {
		a.Note = fmt.Sprintf("%s: the picture has %d x %d cells, as more take longer", game.Name, drawn.sides[0], drawn.sides[1])
	}
	h = sized(drawn)
	h.At = at.at
	if h.Blocked, h.BlockedName = drawnBlocked(trial.ctx, game); at.words > 0 {
		h.Blocked, h.BlockedName = at.isWord, at.name()
	}
	a.Picture = h
	return nil
}

// checkBoard refuses fields that are wrong, or not for boards.
func (q Plot) checkBoard(game position.Game) error {
	switch {
	case q.N != nil:
		return wrong("n", nil, "%s has %d open numbers, and n is for one: want a size, as in 64x64", game.Name, len(game.Template.Axes))
	case q.Max != nil:
		return wrong("max", nil, "%s has %d open numbers, and max is for one: want a size, as in 64x64", game.Name, len(game.Template.Axes))
	case q.Cell != nil && *q.Cell < 1:
		return wrong("cell", *q.Cell, "want a number of pixels that is at least 1")
	case q.Cell != nil && q.Format == "":
		return wrong("cell", *q.Cell, "this is for pictures in files")
	}
	if err := plot.CheckPalette(q.Palette); err != nil {
		return wrong("palette", nil, "%w", err)
	}
	return nil
}

// title names what a view shows of the values.
func (m measured) title(view plot.View) string {
	if m.plain() {
		return view.Title()
	}
	return strings.Replace(view.Title(), nimValues, m.String(), 1)
}

// board returns the table that is drawn. Rules are asked until ctx ends.
func (q Plot) board(ctx context.Context, game position.Game, what measured, m Means) (*grid, error) {
	if q.Size != "" {
		return newGrid(game, q.Size, what, m)
	}
	sides := []uint64{512, 512}
	if q.Usual.Width > 0 {
		sides = []uint64{uint64(q.Usual.Width), uint64(q.Usual.Height)}
	}
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
			return newGrid(game, fmt.Sprintf("%dx%d", within[0], within[1]), what, m)
		}
	}
}

// drawnBlocked returns which cells of a board hold no position, and what these are
// called; nil where there is none.
func drawnBlocked(ctx context.Context, game position.Game) (blocked func(x, y int) bool, name string) {
	if game.Table == nil {
		return nil, ""
	}
	holds := func(x, y int) bool {
		return game.Table.Holds(context.WithoutCancel(ctx), []uint64{uint64(x), uint64(y)})
	}
	if least := game.Table.Least(ctx); least[0] > 0 || least[1] > 0 {
		return func(x, y int) bool {
			before := uint64(x) < least[0] || uint64(y) < least[1]
			return before && !holds(x, y)
		}, "no position"
	}
	if g, ok := game.Table.(*board.Game); ok && len(g.Blocked) > 0 {
		return func(x, y int) bool { return !holds(x, y) }, "blocked"
	}
	return nil, ""
}

// drawnCellBytes is the memory for one cell in drawnTable.
const drawnCellBytes = 4

// drawnCells are the values of a table: numbers, or wordCell for words.
type drawnCells struct {
	grid     *grid
	values   []uint32
	words    int // of cells that hold one
	infinite int // of these, cells of infinite value
}

// wordCell is the value of a cell that holds a word. Numbers are less.
const wordCell = math.MaxUint32

func (d *drawnCells) value(x, y int) uint32 { return d.values[uint64(y)*d.grid.sides[0]+uint64(x)] }

// at returns a number, 0 for P, 1 for N and 2 for D, or 0 for a word.
func (d *drawnCells) at(x, y int) uint64 {
	if d.isWord(x, y) {
		return 0
	}
	return uint64(d.value(x, y))
}

func (d *drawnCells) isWord(x, y int) bool { return d.value(x, y) == wordCell }

// name says what the cells with words are.
func (d *drawnCells) name() string {
	switch d.infinite {
	case 0:
		return "no position"
	case d.words:
		return "infinite"
	}
	return "infinite, or no position"
}

// drawnTable returns the values of a board.
func drawnTable(ctx context.Context, g *grid, progress grundy.Progress) (*drawnCells, error) {
	d := &drawnCells{grid: g}
	var err error
	d.values, err = collected(ctx, g, nil, progress, drawnCellBytes, func(v uint64) (uint32, error) {
		switch {
		case v >= firstWord:
			d.infinite++
			fallthrough
		case v == nothing:
			d.words++
			return wordCell, nil
		case v >= firstOutcome:
			v -= firstOutcome
		case v >= wordCell: // as of nim(_,_,10000000000)
			return 0, wrong("game", nil, "%s has a value of %d; heat maps show those below %d", g.game.Name, v, uint64(wordCell))
		}
		return uint32(v), nil
	})
	return d, err
}

// drawnInTime returns the values of as many cells of a grid, from (0,0) on, as are
// computed by the work of a trial.
func drawnInTime(ctx context.Context, most *grid, m Means) (drawn *grid, at *drawnCells, err error) {
	err = most.growing(ctx, m, 1, func(ctx context.Context, g *grid) error {
		values, err := drawnTable(ctx, g, m.progress("cells"))
		if err != nil {
			return err
		}
		if drawn != nil {
			meter.Give(ctx, drawnCellBytes*drawn.count())
		}
		drawn, at = g, values
		return nil
	})
	return drawn, at, err
}

// drawnTermBytes is the memory for one value of a sequence that is drawn.
const drawnTermBytes = 9

// plotSequence computes a nim-sequence.
func (q Plot) plotSequence(ctx context.Context, m Means, game position.Game, what measured, a *Plotted) error {
	if err := q.checkSequence(game); err != nil {
		return err
	}
	trial := m.newTrial(ctx, 1, true)
	defer trial.end()
	terms := uint64(1000)
	switch {
	case q.N != nil:
		terms = min(*q.N, math.MaxInt-1) + 1
	case q.Usual.Terms > 0:
		terms = uint64(q.Usual.Terms)
	}
	if q.N == nil {
		terms = game.Within(trial.ctx, terms)[0]
	}
	titled := func(terms uint64) string {
		if !what.plain() {
			return q.titleOf(game, ": %v for n = 0 … %s", what, units.Grouped(terms-1))
		}
		return q.titleOf(game, ": G(n) for n = 0 … %s", units.Grouped(terms-1))
	}
	if err := (plot.Sequence{Title: titled(terms), Values: []uint64{0}}).Check(a.format); err != nil && q.Format != "" { // before the work
		return wrong("game", nil, "%w", err)
	}
	cost := grundy.Cost{Bytes: grundy.MulCounts(terms, drawnTermBytes)}
	if err := m.within(cost, fmt.Sprintf("a picture of %s values of %s", units.Grouped(terms), game.Name)); err != nil {
		return err
	}
	s, err := q.drawnSequence(ctx, m, game, what, terms)
	if start, ok := errors.AsType[*heap.StartError](err); ok {
		return wrong("game", nil, "%w, and pictures at 0", start)
	}
	if err != nil {
		return unplaced(err, "n", terms-1)
	}
	drawn := uint64(len(s.Values))
	if drawn < terms {
		a.Note = fmt.Sprintf("%s: the picture ends at n = %d, as more take longer", game.Name, drawn-1)
	}
	s.Title = titled(drawn)
	a.Picture = *s
	return nil
}

// checkSequence refuses fields that are wrong, or not for sequences.
func (q Plot) checkSequence(game position.Game) error {
	field := q.ofHeatMap()
	if q.Size != "" {
		field = "size"
	}
	if field != "" {
		return wrong(field, nil, "%s is a heap's sequence, and %s is for boards: want n, as in n = 500", game.Name, field)
	}
	if q.Max != nil && *q.Max < 0 {
		return wrong("max", *q.Max, "want a number of values that is not below 0")
	}
	return nil
}

// period returns the period that a picture shows, if one is proved: by Max values or,
// where that is not chosen, by an amount of work that is counted, so that the picture is
// the same on all machines. The search ends at half of the time and frees its memory,
// which leaves both for the values.
func (q Plot) period(ctx context.Context, m Means, game heap.Sequence) (period.Result, error) {
	within, clock := Means{Memory: m.Memory, Time: (m.Time + 1) / 2}.begin(ctx, "")
	result, err := q.proved(within, m, game)
	if clock.end(err) != nil || !result.Proved {
		return period.Result{}, ctx.Err()
	}
	return result, nil
}

// easyPlotTerms is the number of values among which a period is looked for where the
// work is not counted otherwise.
const easyPlotTerms = 1 << 16

// proved looks for the proof of a period.
func (q Plot) proved(ctx context.Context, m Means, game heap.Sequence) (period.Result, error) {
	terms := uint64(easyPlotTerms)
	if q.Max != nil {
		terms = uint64(*q.Max)
	}
	code, isCode := game.(sequence.Code)
	switch {
	case terms == 0:
		return period.Result{}, nil
	case isCode && q.Max == nil:
		s, err := sequence.SolveEasily(ctx, code, DefaultPlotMax)
		return s.Period, err
	}
	result, _, err := game.Period(ctx, terms, m.progress("values"))
	return result, err
}

// drawnSequence returns n values of a game of heaps, or fewer where these take too
// long and nobody chose their number; and the period.
func (q Plot) drawnSequence(ctx context.Context, m Means, game position.Game, what measured, n uint64) (*plot.Sequence, error) {
	var p period.Result
	var err error
	if game.Sequence != nil && what.plain() {
		p, err = q.period(ctx, m, game.Sequence)
	}
	if err != nil {
		return nil, err
	}
	s := &plot.Sequence{Preperiod: p.Preperiod, Period: p.Period, Saltus: p.Saltus, AtMost: p.AtMost, Proved: p.Proved}
	values := func(ctx context.Context, g *grid) error {
		if err := g.check(m); err != nil {
			return err
		}
		values, err := collected(ctx, g, nil, m.progress("values"), drawnTermBytes, func(v uint64) (uint64, error) {
			switch {
			case v == nothing, v >= firstWord:
				return 0, wrong("game", nil, "%s has numbers without a position or of infinite value; no picture shows these", game.Name)
			case v >= firstOutcome:
				v -= firstOutcome
			}
			return v, nil
		})
		if err != nil {
			return err
		}
		meter.Give(ctx, drawnTermBytes*uint64(len(s.Values)))
		s.Values = values
		return nil
	}
	if q.N == nil {
		return s, m.grid(game, what, 0, n).growing(ctx, m, 1, values)
	}
	g, err := newLine(game, 0, n-1, what, m)
	if err == nil {
		err = values(ctx, g)
	}
	return s, err
}
