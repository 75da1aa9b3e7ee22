package solve_test

// This file tests games that number their positions.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
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
	goes   bool // it lists moves backward
	errs   bool // and forgets some of them
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
	if g.lists || g.leaves || g.goes {
		ranks.NewMoves = func() grundy.RankedMoves { return walledMoves{g, ranks} }
	}
	if g.goes {
		ranks.FindBackward = func(context.Context) (grundy.RankedBackward, error) { return walledBack{g, ranks}, nil }
	}
	return ranks, true
}

// walledBack lists moves backward.
type walledBack struct {
	game  walled
	ranks grundy.Ranks[cell]
}

func (m walledBack) Steps() uint64 { return 10 }

func (m walledBack) EachBefore(rank uint64, visit func(uint64) error) error {
	q, ok := m.ranks.Unrank(rank)
	for before := rank + 1; ok && before < m.ranks.Count(); before++ {
		p, is := m.ranks.Unrank(before)
		if !is || m.game.errs && p.x == 1 || !slices.Contains(m.game.AppendOptions(nil, p), q) {
			continue
		}
		if err := visit(before); err != nil {
			return err
		}
	}
	return nil
}

type walledMoves struct {
	game  walled
	ranks grundy.Ranks[cell]
}

// Steps says that the moves take long to list.
func (m walledMoves) Steps() uint64 { return 1000 }

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

// Outcomes by a table of bits agree with nim-values, in every winning move, also where moves that
// are listed backward are not those of the game.
func TestOutcomesOfRankedGames(t *testing.T) {
	defer solve.SetProbe(1, 1)()
	defer solve.SetLeastRanks(1)()
	defer solve.SetOutcomesFrom(0)()
	corner := cell{9, 9}
	values := walledTable(corner)
	for _, g := range long.Every(3, []walled{{goes: true}, {goes: true, errs: true}, {goes: true, leaves: true}}) {
		byOutcome := 0
		for rank := range (corner.x + 1) * (corner.y + 1) {
			p := cell{rank % 10, rank / 10}
			if !free(p) || p == (cell{}) {
				continue
			}
			a := answer(t, solve.Question{Sum: grundy.SumOf(grundy.Place(g, p)), MaxMoves: 100})
			if strings.HasPrefix(strings.Join(a.Methods, "\n"), "outcomes of all") {
				byOutcome++
			}
			var want []cell
			for _, q := range g.AppendOptions(nil, p) {
				if values[q.y][q.x] == 0 {
					want = append(want, q)
				}
			}
			var got []cell
			for _, m := range a.WinningMoves {
				got = append(got, m[0].To.Position().(cell))
			}
			checkBounded(t, g, p, values)
			if (a.Outcome == grundy.N) != (values[p.y][p.x] > 0) || !slices.Equal(got, want) || a.WinningMoveCount.Int64() != int64(len(want)) {
				t.Errorf("%+v at %v of nim-value %d: %v by %v, want %v", g, p, values[p.y][p.x], a.Outcome, got, want)
			}
		}
		if byOutcome < 10 {
			t.Errorf("%+v: %d outcomes by tables of bits", g, byOutcome)
		}
	}
}

// checkBounded compares sums of a board and heaps with the nim-values of the board, in every winning move.
func checkBounded(t *testing.T, g walled, p cell, values [][]uint64) {
	for _, heaps := range [][2]int{{1, 0}, {2, 0}, {2, 1}, {5, 3}} {
		sum := grundy.SumOf(grundy.Place(g, p), grundy.Place(upTo(8), heaps[0]), grundy.Place(upTo(8), heaps[1]))
		sum[0].Copies = 1 + 2*uint64(heaps[1]%2)
		a := answer(t, solve.Question{Sum: sum, MaxMoves: 1000})
		board := values[p.y][p.x]
		total := board ^ uint64(heaps[0]^heaps[1])
		want := 0
		for _, q := range g.AppendOptions(nil, p) {
			if values[q.y][q.x] == total^board {
				want += int(sum[0].Copies)
			}
		}
		for _, heap := range heaps {
			if total^uint64(heap) < uint64(heap) {
				want++
			}
		}
		if (a.Outcome == grundy.N) != (total > 0) || a.NimValue != nil && *a.NimValue != total || a.WinningMoveCount.Int64() != int64(want) || len(a.WinningMoves) != want {
			t.Errorf("%+v at %v of nim-value %d beside %v: %v by %v, want %d", g, p, board, heaps, a.Outcome, a.WinningMoves, want)
		}
	}
}

// An estimate that is over the budget says a time that is enough.
func TestEstimatesOfRankedGames(t *testing.T) {
	defer solve.SetProbe(1, 1)()
	defer solve.SetLeastRanks(1)()
	defer solve.SetOutcomesFrom(0)()
	for _, g := range []walled{{}, {goes: true}} {
		synctest.Test(t, func(t *testing.T) { // whose clock stands still meanwhile
			q := solve.Question{Sum: grundy.SumOf(grundy.Place(g, cell{30, 30})), Budget: solve.Budget{Time: time.Microsecond}}
			_, err := solve.Solve(t.Context(), q)
			over, ok := errors.AsType[grundy.BudgetError](err)
			if !ok {
				t.Fatalf("%+v within a microsecond: %v", g, err)
			}
			_, after, _ := strings.Cut(over.Msg, "needs about ")
			enough, _, _ := strings.Cut(after, " ")
			if q.Budget.Time, err = time.ParseDuration(enough); err != nil {
				t.Fatalf("%+v: %s", g, over.Msg)
			}
			if _, err := solve.Solve(t.Context(), q); err != nil {
				t.Errorf("%+v: %s, but %v", g, over.Msg, err)
			}
		})
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
