package ask

// [Shape] asks what can be looked at of a game: its axes, and what tables and sequences can
// hold. Ask it before you draw a table.

import (
	"context"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/position"
)

// A Shape asks which open numbers a game has, and what can be asked about its values. A game
// without a table of its own gets one: some numbers of its example are left open.
type Shape struct {
	Game     string   `json:"game" doc:"a game without a position, such as queen, or one with some numbers left open"`
	Fix      []string `json:"fix,omitempty" doc:"numbers of the game, as in passes=1"`
	Misere   bool     `json:"misere,omitempty" doc:"in misère play"`
	Compound string   `json:"compound,omitempty" doc:"how the terms of a sum are played"`
}

// A Shaped is the answer to a [Shape].
type Shaped struct {
	Name     string    `json:"game"`
	Pieces   []string  `json:"pieces" doc:"the text of a position, between its numbers"`
	Axes     []string  `json:"axes"`
	Sides    []*uint64 `json:"sides" doc:"the numbers of cells along each axis, null where there is no end"`
	Measures []string  `json:"measures" doc:"those that can be asked for"`
	Proves   bool      `json:"proves" doc:"whether an engine looks for proofs of periods: of the sequence, or of rows"`
	Loopy    bool      `json:"loopy"`
	Ends     bool      `json:"ends"`
	Misere   bool      `json:"misere" doc:"by the rules of the game"`

	Game position.Game `json:"-"`
}

// Ask answers the question.
func (q Shape) Ask(ctx context.Context, m Means) (*Shaped, error) {
	kind, err := kindOf(q.Compound)
	if err != nil {
		return nil, err
	}
	ctx, clock := m.begin(ctx, q.Game)
	game, err := q.game(ctx, m)
	if err := clock.end(err); err != nil {
		return nil, err
	}
	t := game.Template
	a := &Shaped{
		Game: game, Name: game.Name, Pieces: t.Pieces(), Axes: t.Axes, Sides: make([]*uint64, len(t.Axes)), Measures: []string{},
		Loopy: t.Loopy, Ends: t.Ends, Misere: game.PlayedMisere(),
	}
	for axis, n := range game.Sides() {
		if n > 0 {
			a.Sides[axis] = &n
		}
	}
	for axis, limit := range t.Limits {
		if a.Sides[axis] == nil && limit > 0 {
			a.Sides[axis] = &limit
		}
	}
	for _, of := range Measures() {
		g := grid{game: game, sides: make([]uint64, len(a.Sides)), measured: measured{of, q.Misere || a.Misere, kind}}
		if g.check(m) == nil {
			a.Measures = append(a.Measures, of)
		}
	}
	_, rows := game.Table.(board.RowProver)
	a.Proves = game.Sequence != nil || rows
	return a, nil
}

// game reads the game, or opens the example of one that has no table of its own.
func (q Shape) game(ctx context.Context, m Means) (position.Game, error) {
	game, err := m.game(ctx, q.Game, 2, q.Fix)
	entry, known := position.Find(strings.TrimSpace(q.Game))
	if err == nil || !known || len(q.Fix) > 0 {
		return game, err
	}
	example := entry.Example
	open := strings.LastIndexByte(example, '(')
	if open < 0 || !strings.HasSuffix(example, ")") {
		return game, err
	}
	if bare, wrongly := m.game(ctx, example[:open], 2, nil); wrongly == nil {
		return bare, nil
	}
	numbers := strings.Split(example[open+1:len(example)-1], ",")
	for i := max(len(numbers)-2, 0); i < len(numbers); i++ {
		if _, notNumber := strconv.ParseUint(numbers[i], 10, 64); notNumber != nil {
			return game, err
		}
		numbers[i] = "_"
	}
	opened, wrongly := m.game(ctx, example[:open+1]+strings.Join(numbers, ",")+")", 2, nil)
	if wrongly != nil {
		return game, err
	}
	return opened, nil
}
