package ask

// A window of a table, as a page shows it that can be moved and enlarged. Windows of one table
// follow each other, so a [Tiles] keeps the tables.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/table"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
)

// A Tile asks for a window of the values of a game with one or two open numbers. It has
// Width x Height values, each of a block of Step x Step cells of the table, and the cell at
// its lower left corner is (X,Y). A game with one open number has a line of cells; Y is
// then 0, and Height is 1.
type Tile struct {
	Game     string   `json:"game" doc:"a game without a position, such as queen, or one with one or two numbers left open, such as nim(3,_,_)"`
	Fix      []string `json:"fix,omitempty" doc:"numbers of the game, as in passes=1"`
	X        uint64   `json:"x,omitempty" doc:"the first number along the first axis"`
	Y        uint64   `json:"y,omitempty" doc:"the first number along the second axis"`
	Width    uint64   `json:"w,omitempty" doc:"values along the first axis; 256 if it is left out"`
	Height   uint64   `json:"h,omitempty" doc:"values along the second axis; 256 if it is left out"`
	Step     uint64   `json:"step,omitempty" doc:"each value is the mean of step x step cells; 1 if it is left out"`
	Of       string   `json:"of,omitempty" doc:"what the values are: nim-values, outcomes, remoteness or suspense"`
	Misere   bool     `json:"misere,omitempty" doc:"in misère play"`
	Compound string   `json:"compound,omitempty" doc:"how the terms of a sum are played"`
}

const (
	// mostTile bounds the values of a window, mostStep the sides of a block, and farthest its
	// corner.
	mostTile = 1 << 18
	mostStep = 1 << 12
	farthest = 1 << 62
	// usualTile is the side of a window where none is chosen.
	usualTile = 256
	// mostRead bounds the cells that are read from a table on disk for a window; in a window of
	// more each block has the value of its first cell.
	mostRead = 1 << 20
)

// A Tiled is the answer to a [Tile].
type Tiled struct {
	Game string `json:"game"`
	Of   string `json:"of"`
	X    uint64 `json:"x"`
	Y    uint64 `json:"y"`
	Step uint64 `json:"step"`
	// Sampled says that each block has the value of its first cell.
	Sampled bool `json:"sampled"`
	// Complete says that no value is unknown because time or work was used up.
	Complete bool             `json:"complete"`
	Values   iter.Seq[[]cell] `json:"values"` // row by row, the lowest first
	Losing   iter.Seq[[]int]  `json:"losing" doc:"which part of a block's positions is P; 255 is all of them"`

	Question Tile `json:"-"`
	what     measured
	sides    []uint64 // of the table: there is nothing beyond
	// values has a value for each block, row by row: the mean of its numbers, or a code where
	// there are none. losing says which part of the positions of a block is P, where 255 is
	// all of them, and a block with one P-position has at least 1.
	values []uint64
	losing []uint8
}

// IsTimed reports whether the answer depends on the time that there was.
func (a *Tiled) IsTimed() bool { return !a.Complete }

// The codes of a window besides those of a table: all infinite values are one.
const (
	unknown  = nothing + 8
	infinite = firstWord
)

// Ask answers the question. Tables that serve for other windows are kept in tables, which
// may be nil.
func (q Tile) Ask(ctx context.Context, m Means, tables *Tiles) (*Tiled, error) {
	what, err := measuredBy(q.Of, q.Misere, q.Compound)
	if err != nil {
		return nil, err
	}
	return timed(ctx, m, q.Game, func(ctx context.Context) (*Tiled, error) { return q.ask(ctx, m, what, tables) })
}

// check puts usual numbers for those that are left out, and refuses wrong ones.
func (q *Tile) check(game position.Game) error {
	axes := len(game.Template.Axes)
	if axes > 2 {
		return wrong("game", nil, "%s has %d open numbers, and a window shows two: fix the others", game.Name, axes)
	}
	height := uint64(usualTile)
	if axes == 1 {
		height = 1
	}
	q.Width, q.Height, q.Step = cmp.Or(q.Width, usualTile), cmp.Or(q.Height, height), cmp.Or(q.Step, 1)
	switch {
	case axes == 1 && q.Y != 0:
		return wrong("y", q.Y, "%s has one open number", game.Name)
	case axes == 1 && q.Height != 1:
		return wrong("h", q.Height, "%s has one open number; want 1", game.Name)
	case grundy.MulCounts(q.Width, q.Height) > mostTile:
		return wrong("w", q.Width, "%s values are more than a window has; want at most %s", units.Grouped(grundy.MulCounts(q.Width, q.Height)), units.Grouped(mostTile))
	case q.Step > mostStep:
		return wrong("step", q.Step, "want 1 … %d", mostStep)
	case q.X > farthest:
		return wrong("x", q.X, "want a number of at most %d", uint64(farthest))
	case q.Y > farthest:
		return wrong("y", q.Y, "want a number of at most %d", uint64(farthest))
	}
	return nil
}

func (q Tile) ask(ctx context.Context, m Means, what measured, tables *Tiles) (*Tiled, error) {
	var files map[string]string
	m.Open = recording(m.Open, &files)
	game, err := m.game(ctx, q.Game, 2, q.Fix)
	if err != nil {
		return nil, err
	}
	what.misere = what.misere || game.PlayedMisere()
	if err := q.check(game); err != nil {
		return nil, err
	}
	a := &Tiled{Question: q, Game: game.Name, Of: what.String(), X: q.X, Y: q.Y, Step: q.Step, what: what, Complete: true}
	a.Values = func(yield func([]cell) bool) { rowsOf(a.values, q.Width, shown, yield) }
	a.Losing = func(yield func([]int) bool) { rowsOf(a.losing, q.Width, func(v uint8) int { return int(v) }, yield) }
	axes := len(game.Template.Axes)
	a.sides = game.Within(ctx, []uint64{q.X + q.Width*q.Step, q.Y + q.Height*q.Step}[:axes]...)
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	corner := []uint64{q.X, q.Y}[:axes]
	if !covers(a.sides, cellBehind(corner)) { // nothing there
		return a, a.fill(ctx, q.Step, nil)
	}
	g := m.grid(game, what, 0, a.sides...)
	if err := g.check(m); err != nil {
		return nil, err
	}
	disk := g.reader(ctx)
	disk.lax = true
	if done, err := a.fromDisk(ctx, disk); done || err != nil {
		return a, err
	}
	g.disk = nil
	held, done, err := tables.hold(ctx, keyOf(g, files))
	if err != nil {
		return nil, err
	}
	defer done()
	if err := held.fill(ctx, m, g, game.Within(ctx, g.rounded()...), tables.mostKept(m)); err != nil {
		return nil, err
	}
	switch {
	case held.reaches(a.sides), held.reaches(cellBehind(corner)):
		return a, a.fill(ctx, q.Step, func(cell []uint64) (v uint64, err error) {
			if v = held.at(cell); v == unknown {
				v, _ = disk.kept(cell)
				a.Complete = a.Complete && v != unknown
			}
			return v, nil
		})
	case axes == 1 && a.sides[0] > mostLineKept && q.Step == 1 && g.byEngine():
		return a, a.farOut(ctx, g)
	}
	return a, a.cellByCell(ctx, m, g, disk)
}

// cellBehind returns the sides of a table that ends with a cell.
func cellBehind(cell []uint64) []uint64 {
	sides := slices.Clone(cell)
	for axis := range sides {
		sides[axis]++
	}
	return sides
}

// fill fills the window with blocks of step x step cells, whose values at returns. Cells beyond the
// sides hold nothing.
func (a *Tiled) fill(ctx context.Context, step uint64, at func(cell []uint64) (uint64, error)) error {
	q := a.Question
	blocks := make([]block, q.Width)
	var whole [2]uint64
	cell, height := whole[:len(a.sides)], uint64(1)
	if len(a.sides) == 2 {
		height = a.sides[1]
	}
	for row := range q.Height {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		clear(blocks)
		first := q.Y + row*q.Step
		for y := first; y < min(first+step, height); y++ {
			whole[1] = y
			for i := range blocks {
				x := q.X + uint64(i)*q.Step
				for end := min(x+step, a.sides[0]); x < end; x++ {
					whole[0] = x
					v, err := at(cell)
					if err != nil {
						return err
					}
					blocks[i].add(v, &a.what)
				}
			}
		}
		for i := range blocks {
			v, part := blocks[i].value()
			a.values, a.losing = append(a.values, v), append(a.losing, part)
		}
	}
	return nil
}

// fromDisk fills the window from a table on disk, and reports whether that has all of it.
func (a *Tiled) fromDisk(ctx context.Context, disk *reader) (bool, error) {
	if disk.position == nil {
		return false, nil
	}
	q := a.Question
	step := q.Step
	if grundy.MulCounts(q.Width*q.Height, step*step) > mostRead {
		a.Sampled, step = true, 1
	}
	err := a.fill(ctx, step, func(cell []uint64) (uint64, error) {
		v, has := disk.kept(cell)
		if !has {
			return 0, errLacking
		}
		return v, nil
	})
	if errors.Is(err, errLacking) {
		a.values, a.losing, a.Sampled = nil, nil, false
		return false, nil
	}
	return true, err
}

// errLacking says that a table on disk has not all of a window.
var errLacking = errors.New("not in the table")

// farOut fills a window of a line by the engine of the sequence.
func (a *Tiled) farOut(ctx context.Context, g *grid) error {
	part := *g
	part.from = a.Question.X
	line, err := collected(ctx, &part, nil, nil, 0, same)
	if err != nil {
		return err
	}
	return a.fill(ctx, 1, func(cell []uint64) (uint64, error) {
		if i := cell[0] - part.from; i < uint64(len(line)) {
			return line[i], nil
		}
		return nothing, nil
	})
}

// cellByCell fills the window with the values of the first cell of each block, each from the table on
// disk, by a closed form or a search. Where work or time is used up, values are unknown.
func (a *Tiled) cellByCell(ctx context.Context, m Means, g *grid, disk *reader) error {
	within, clock := m.part(ctx)
	trial := m.newTrial(within, 2, true)
	defer trial.end()
	g.budget.Steps, g.easy = trial.steps, trial.easy
	search := g.reader(trial.ctx)
	search.lax = true
	defer search.close()
	q := a.Question
	a.Sampled = q.Step > 1
	err := a.fill(ctx, 1, func(cell []uint64) (v uint64, err error) {
		v, has := disk.kept(cell)
		if has || !a.Complete {
			return v, nil
		}
		if err = grundy.ErrBudget; !g.together() {
			v, err = search.value(cell)
		}
		switch {
		case ctx.Err() != nil:
			return 0, context.Cause(ctx)
		case err == nil:
			return v, nil
		case trial.isOver(err), errors.Is(err, grundy.ErrBudget), errors.Is(err, grundy.ErrTooLarge), within.Err() != nil:
			a.Complete = false
			return unknown, nil
		}
		return 0, err
	})
	_ = clock.end(nil)
	if err == nil && a.values[0] == unknown {
		at := fmt.Sprint(q.X)
		if len(a.sides) == 2 {
			at = fmt.Sprintf("(%d,%d)", q.X, q.Y)
		}
		return grundy.BudgetError{Msg: fmt.Sprintf("the values of %s at %s and beyond need more time or memory than there is", g.game.Name, at), What: "time"}
	}
	return err
}

// rounded returns sides of a table that serves for windows beside the grid, too.
func (g *grid) rounded() (most []uint64) {
	least := uint64(1) // of what is searched for
	switch {
	case !g.byEngine():
	case len(g.sides) == 1:
		least = lineRun
	default:
		least = usualTile
	}
	for _, n := range g.sides {
		most = append(most, max(1<<bits.Len64(n-1), least))
	}
	return most
}

// isLosing reports whether a position of that value is P.
func (m measured) isLosing(v uint64) bool {
	switch {
	case m.of == outcomes:
		return v == codeOf(grundy.P)
	case v >= table.Mark:
		return false
	case m.of == nimValues:
		return v == 0
	}
	return (v%2 == 0) != m.misere // of remoteness and suspense
}

// A block sums up cells.
type block struct {
	sum, numbers, losing, positions, infinite, unknown uint64
	outcomes                                           [3]uint64
}

func (b *block) add(v uint64, what *measured) {
	switch {
	case v == nothing:
		return
	case v == unknown:
		b.unknown++
		return
	case v >= firstWord:
		b.infinite++
	case v >= firstOutcome:
		b.outcomes[v-firstOutcome]++
	default:
		b.sum += v
		b.numbers++
	}
	b.positions++
	if what.isLosing(v) {
		b.losing++
	}
}

// value returns the value of the block, and which part of it is P.
func (b *block) value() (uint64, uint8) {
	part := uint8(0)
	if b.positions > 0 {
		part = uint8((255*b.losing + b.positions - 1) / b.positions)
	}
	switch most := slices.Max(b.outcomes[:]); {
	case most > 0:
		return codeOf(grundy.Outcome(slices.Index(b.outcomes[:], most))), part
	case b.numbers > 0:
		return (b.sum + b.numbers/2) / b.numbers, part
	case b.infinite > 0:
		return infinite, part
	case b.unknown > 0:
		return unknown, part
	}
	return nothing, part
}

// shown returns a value as JSON has it: a number, the name of an outcome, null for a cell
// without a position, and words for what is infinite or unknown.
func shown(v uint64) cell {
	switch {
	case v < table.Mark:
		return v
	case v == nothing:
		return nil
	case v == unknown:
		return "unknown"
	case v == infinite:
		return "infinite"
	}
	return grundy.Outcome(v - firstOutcome).String()
}

// rowsOf yields what stands for the values of each row.
func rowsOf[V, T any](values []V, width uint64, of func(V) T, yield func([]T) bool) {
	for row := range slices.Chunk(values, int(width)) {
		list := make([]T, len(row))
		for i, v := range row {
			list[i] = of(v)
		}
		if !yield(list) {
			return
		}
	}
}

// WriteBinary writes the window in few bytes, for pages: a head of 8 bytes, the values row
// by row with the lowest byte first, and a byte for each of them that says which part of
// the block's positions is P. The first byte of the head is the number of bytes of a value;
// the second is 1 if the window is sampled, the third 1 if it is complete. The largest
// values stand for others: from above, a cell without a position, the outcomes P, N and D,
// what is infinite, and what is unknown.
func (a *Tiled) WriteBinary(out io.Writer) error {
	run := packed(a.values)
	head := [8]byte{run.width}
	if a.Sampled {
		head[1] = 1
	}
	if a.Complete {
		head[2] = 1
	}
	for _, part := range [][]byte{head[:], run.data, a.losing} {
		if _, err := out.Write(part); err != nil {
			return err
		}
	}
	return nil
}
