package family

// Positions of a file and of the game whose rules it has stand for each other.

import (
	"context"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/rules"
)

// Of returns the position of the game for which a component of the file stands. The result is
// false where it has none that can be written.
func (f *Family) Of(c grundy.Component) (grundy.Component, bool) {
	p, ok := c.Position().(rules.Position)
	if !ok {
		return nil, false
	}
	parts, ok := f.layout.Parts(p)
	if !ok || !f.heaps && !f.sums && len(parts) != 1 {
		return nil, false
	}
	var args []grundy.Arg
	for _, at := range parts {
		for i, n := range at {
			args = append(args, grundy.ArgOf(uint64(n-f.least[i])))
		}
	}
	if len(args) == 0 && f.heaps {
		args = make([]grundy.Arg, 1) // a heap of nothing
	}
	twin, err := f.place(args)
	if err != nil {
		return nil, false
	}
	return grundy.SameGame(twin, f.first), true
}

// Fixed returns the numbers of the game for positions like c, nil for the named fields, which are open.
// An open number of the file is the number of the game and after. The result is false where the game has
// no such position.
func (f *Family) Fixed(c grundy.Component, open []string) (fixed []*uint64, after []int64, ok bool) {
	at, ok := f.layout.At(c)
	if !ok {
		return nil, nil, false
	}
	for _, cell := range f.layout.Cells() {
		if cell.Coordinate < 0 {
			continue
		}
		i := cell.Coordinate
		if slices.Contains(open, cell.Field) {
			fixed, after = append(fixed, nil), append(after, f.least[i]+cell.Plus)
			continue
		}
		n := uint64(at[i] - f.least[i])
		fixed = append(fixed, &n)
	}
	return fixed, after, len(after) == len(open)
}

// from returns the position of the file for which an option of the game stands, as one of c's
// game.
func (f *Family) from(c, twin grundy.Component) (grundy.Component, bool) {
	numbers, ok := numbersOf(twin)
	if !ok {
		return nil, false
	}
	var parts [][]int64
	if !f.heaps {
		for some := range slices.Chunk(numbers, len(f.least)) {
			at := make([]int64, len(some))
			for i, n := range some {
				at[i] = int64(n) + f.least[i]
			}
			parts = append(parts, at)
		}
	} else {
		for _, n := range numbers {
			if n > 0 {
				parts = append(parts, []int64{int64(n)})
			}
		}
		for range f.zeros[len(parts)] {
			parts = append(parts, []int64{0})
		}
	}
	p, err := f.layout.Sum(parts...)
	if err != nil {
		return nil, false
	}
	return grundy.SameGame(f.layout.File().Place(p), c), true
}

// numbersOf returns the numbers of a position of a game.
func numbersOf(twin grundy.Component) (numbers []uint64, ok bool) {
	switch p := twin.Position().(type) {
	case []uint64:
		return p, true
	case uint64:
		return []uint64{p}, true
	case board.Cell:
		return []uint64{p.X, p.Y}, true
	}
	return nil, false
}

// nameOf returns the name of the game of a position, as it is written.
func nameOf(c grundy.Component) string {
	name, _, _ := strings.Cut(c.String(), "(")
	return name
}

// inFile returns what was found of the game as options of c.
func (f *Family) inFile(c grundy.Component, found grundy.Found[grundy.Component]) grundy.Found[grundy.Component] {
	return grundy.Found[grundy.Component]{Count: found.Count, Each: func(yield func(grundy.Component) bool) {
		for twin := range found.Each {
			if q, ok := f.from(c, twin); !ok || !yield(q) {
				return
			}
		}
	}}
}

// lists reports whether options of the game are options of the file, one for one: where the numbers
// are one heap, or a piece, or heaps of several kinds all of which differ. (The parts that a move leaves of one of
// these do not have it, and the others stay.)
func (f *Family) lists(c grundy.Component) bool {
	p, _ := c.Position().(rules.Position)
	parts, ok := f.layout.Parts(p)
	slices.SortFunc(parts, slices.Compare)
	alone := len(parts) == 1 || f.sums && len(slices.CompactFunc(parts, slices.Equal)) == len(parts)
	return ok && !f.repeats && alone && (!f.heaps || f.zeros != nil)
}

// Measure measures a component of the file as the game does.
func (f *Family) Measure(m grundy.Measure, c grundy.Component) (measure uint64, method string, ok bool) {
	twin, ok := f.Of(c)
	if !ok {
		return 0, "", false
	}
	measure, method, ok = twin.Measure(m)
	return measure, f.Says() + ": " + method, ok
}

// FindOptions finds options of a component of the file by those of the game.
func (f *Family) FindOptions(m grundy.Measure, c grundy.Component, lo, hi uint64) (found grundy.Found[grundy.Component], ok bool) {
	twin, ok := f.Of(c)
	if !ok || !f.lists(c) {
		return found, false
	}
	if found, ok = twin.FindOptions(m, lo, hi); ok {
		found = f.inFile(c, found)
	}
	return found, ok
}

// CountOptions returns how many options a component of the file has.
func (f *Family) CountOptions(c grundy.Component) (count uint64, ok bool) {
	twin, ok := f.Of(c)
	if !ok || !f.lists(c) {
		return 0, false
	}
	return twin.CountOptions()
}

// PlanLearning plans what the game can learn of a component of the file.
func (f *Family) PlanLearning(m grundy.Measure, c grundy.Component) (grundy.Learning, bool) {
	twin, ok := f.Of(c)
	if !ok {
		return grundy.Learning{}, false
	}
	return twin.PlanLearning(m)
}

// PlanTable plans the table of the game for a component of the file.
func (f *Family) PlanTable(m grundy.Measure, c grundy.Component) (grundy.Plan[grundy.Component], bool) {
	twin, ok := f.Of(c)
	if !ok {
		return grundy.Plan[grundy.Component]{}, false
	}
	inner, ok := twin.PlanTable(m)
	var table grundy.Table[grundy.Component] // of the game
	plan := grundy.Plan[grundy.Component]{
		Cost:   inner.Cost,
		Method: f.Says() + ": " + inner.Method,
		Build: func(ctx context.Context, progress grundy.Progress) (_ grundy.Table[grundy.Component], err error) {
			table, err = inner.Build(ctx, progress)
			if err != nil {
				return nil, err
			}
			return func(q grundy.Component) uint64 {
				twin, ok := f.Of(q)
				if !ok {
					panic("family: an option has no number") // the game has the same options
				}
				return table(twin)
			}, nil
		},
	}
	if inner.Find != nil && f.lists(c) {
		plan.Find = func(_ grundy.Table[grundy.Component], lo, hi uint64) grundy.Found[grundy.Component] {
			return f.inFile(c, inner.Find(table, lo, hi))
		}
	}
	return plan, ok
}
