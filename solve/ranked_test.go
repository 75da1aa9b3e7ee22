package solve_test

// This file tests games that number their positions.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A walled board is one on which a piece moves left or down, as far as it wants, or
// one step in both directions, but onto no cell x, y with x*y = 6 modulo 7. Its
// positions are numbered row by row.
type walled struct {
	leaves bool // its ranks leave one position out, against the rules
	lists  bool // it lists moves by ranks itself
}

type cell struct{ x, y uint64 }

func free(c cell) bool { return c.x*c.y%7 != 6 }

func (walled) AppendOptions(dst []cell, c cell) []cell {
	for x := range c.x {
		dst = append(dst, cell{x, c.y})
	}
	for y := range c.y {
		dst = append(dst, cell{c.x, y})
	}
	if c.x > 0 && c.y > 0 {
		dst = append(dst, cell{c.x - 1, c.y - 1})
	}
	return slices.DeleteFunc(dst, func(c cell) bool { return !free(c) })
}

func (walled) AppendPosition(dst []byte, c cell) []byte {
	return fmt.Appendf(dst, "walled(%d,%d)", c.x, c.y)
}

func (g walled) PlanRanks(p cell) (grundy.Ranks[cell], bool) {
	width := p.x + 1
	ranks := grundy.Ranks[cell]{
		Sizes: []uint64{p.y + 1, width},
		Rank:  func(c cell) uint64 { return c.y*width + c.x },
		Unrank: func(rank uint64) (cell, bool) {
			c := cell{rank % width, rank / width}
			return c, free(c)
		},
	}
	if g.lists || g.leaves {
		ranks.NewMoves = func() grundy.RankedMoves { return walledMoves{g, ranks} }
	}
	return ranks, true
}

type walledMoves struct {
	game  walled
	ranks grundy.Ranks[cell]
}

func (m walledMoves) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	p, ok := m.ranks.Unrank(rank)
	if !ok {
		return dst, nil
	}
	if m.game.leaves && p == (cell{1, 1}) {
		return dst, grundy.ErrUnranked
	}
	for _, q := range m.game.AppendOptions(nil, p) {
		dst = append(dst, m.ranks.Rank(q))
	}
	return dst, nil
}

func TestRankedGames(t *testing.T) {
	defer solve.SetProbe(1, 1)()
	defer solve.SetLeastRanks(1)()
	for _, g := range []walled{{}, {lists: true}, {leaves: true}} {
		var truth oracle.Oracle
		for x := range uint64(7) {
			for y := range uint64(8) {
				if !free(cell{x, y}) {
					continue
				}
				c := grundy.Place(g, cell{x, y})
				for _, sum := range []grundy.Sum{grundy.SumOf(c), grundy.SumOf(c, grundy.Place(upTo(2), 4))} {
					check(t, &truth, sum, compound.Disjunctive, grundy.Normal)
					check(t, &truth, sum, compound.ProperSelective, grundy.Normal)
				}
			}
		}
		a := answer(t, solve.Question{Sum: grundy.SumOf(grundy.Place(g, cell{9, 9}), grundy.Place(upTo(2), 4))})
		if byTable := strings.Contains(strings.Join(a.Methods, "\n"), "have a rank"); !byTable {
			t.Errorf("%v: methods %q", g, a.Methods)
		}
	}
}

// Above the least number of ranks tables are chosen by themselves, where a search does
// not end soon; they agree with it.
func TestRanksOfLargeGames(t *testing.T) {
	p := cell{120, 150}
	sum := grundy.SumOf(grundy.Place(walled{}, p), grundy.Place(upTo(1), 1))
	a := answer(t, solve.Question{Sum: sum, MaxMoves: 1000})
	if !strings.Contains(strings.Join(a.Methods, "\n"), "have a rank") {
		t.Errorf("methods %q", a.Methods)
	}
	values := walledTable(p)
	if want := values[p.y][p.x]; a.Components[0].NimValue == nil || *a.Components[0].NimValue != want {
		t.Errorf("nim-value %v, want %d", a.Components[0].NimValue, want)
	}
	for _, m := range a.WinningMoves {
		if q, ok := m[0].To.Position().(cell); ok && values[q.y][q.x] != 1 {
			t.Errorf("a move to %v, of nim-value %d", q, values[q.y][q.x])
		}
	}
}

// walledTable returns the nim-values of all cells to p by the mex rule.
func walledTable(p cell) [][]uint64 {
	values := make([][]uint64, p.y+1)
	for y := range values {
		values[y] = make([]uint64, p.x+1)
		for x := range values[y] {
			var options []grundy.Value
			for _, q := range (walled{}).AppendOptions(nil, cell{uint64(x), uint64(y)}) {
				options = append(options, grundy.Value(values[q.y][q.x]))
			}
			values[y][x] = uint64(grundy.Mex(options...))
		}
	}
	return values
}
