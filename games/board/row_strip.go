package board

// This file holds the rows of games in two dimensions in which steps raise y, on a
// board with a far edge above and none to the right, without a ride along the row.
//
// # What is proved
//
// A ride has at most as many steps as the board is high, so it is so many leaps.
// Let w be weights that every step lowers (direction.go), w_x > 0, and let D be
// the most by which one lowers them. The cells are done in the order of their
// weights. Let t be so large that from all cells of weight t - D or more no edge
// to the left and no blocked cell is in reach. If for some p > 0
//
//	G(x+p,y) = G(x,y) for all cells of a weight from t - D to t - 1,
//
// then it holds for all cells of weight t - D or more, by induction: the options
// of a cell of weight v >= t have weights from v - D to v - 1, those of the cell
// p columns on are theirs, p columns on, and so have the same values.
//
// There are finitely many cells with such weights, whatever t, and their values
// are bounded by the number of leaps. So such t and p exist.

import (
	"fmt"
	"math"

	"grundy"
)

// A strip is a board with a far edge above.
type strip struct {
	*gameRows
	high   int
	ways   [][]step  // by row
	near   int       // before this column edges and blocked cells matter
	wx, wy int64     // the weights
	drop   int64     // D
	values [][]int32 // [y][x]
}

// weigh sets the weights and D. Its error says that a weight or a step is too large
// for the engine, or that the budget is too small.
func (s *strip) weigh() error {
	tooHeavy := fmt.Errorf("the rows of %s, whose weights are too large: %w", s.game, grundy.ErrTooLarge)
	const most = math.MaxInt32
	for i, w := range s.game.weights {
		if !w.IsInt64() || w.Int64() > most || w.Int64() < -most {
			return tooHeavy
		}
		*[]*int64{&s.wx, &s.wy}[i] = w.Int64()
	}
	for _, ways := range s.ways {
		for _, w := range ways {
			if max(w.dx, -w.dx, w.dy, -w.dy) > most {
				return tooHeavy
			}
			s.drop = max(s.drop, -s.wx*w.dx-s.wy*w.dy)
		}
	}
	if uint64(s.drop/s.wx)+1 > s.budget/uint64(s.high) {
		return s.overBudget(0)
	}
	return nil
}

// strip computes all rows until their period is proved.
func (e *gameRows) strip() error {
	g := e.game
	if g.sides[1] > e.budget || g.sides[1] > maxSpan {
		return e.overBudget(0)
	}
	s := &strip{gameRows: e, high: int(g.sides[1])}
	s.values = make([][]int32, s.high)
	near, total := uint64(0), 0
	for y := range uint64(s.high) {
		ways, left, err := g.ways(y, uint64(s.high))
		if err != nil {
			return err
		}
		for _, leap := range g.leaps {
			if leap[1] == 0 {
				ways = append(ways, step{leap[0], 0})
				left = max(left, uint64(-leap[0]))
			}
		}
		s.ways = append(s.ways, ways)
		near = max(near, left)
		if total += len(ways); total > 1<<22 {
			return fmt.Errorf("the rows of %s, which has more than %d moves: %w", g, 1<<22, grundy.ErrTooLarge)
		}
	}
	left, right := near, uint64(0) // how far to the right is bounded as the steps are
	for _, ways := range s.ways {
		for _, w := range ways {
			right = max(right, uint64(max(w.dx, 0)))
		}
	}
	for _, b := range g.blocked {
		near = max(near, grundy.AddCounts(b[0], left+right+1))
	}
	if near > e.budget {
		return e.overBudget(0)
	}
	s.near = int(near)
	if err := s.weigh(); err != nil {
		return err
	}
	return s.run()
}

// first returns the first column of row y whose cell has a weight of t or more.
func (s *strip) first(t int64, y int) int {
	rest := t - s.wy*int64(y)
	if rest <= 0 {
		return 0
	}
	return int((rest + s.wx - 1) / s.wx)
}

func (s *strip) run() error {
	heaviest := max(0, s.wy*int64(s.high-1)) // of column 0
	from := s.wx*int64(s.near) + s.drop + heaviest
	mark, power := int64(0), int64(0) // column that is compared with, and for how long
	for t := min(0, s.wy*int64(s.high-1)); ; t++ {
		if t >= from && t%s.wx == 0 {
			x := t / s.wx
			switch {
			case power > 0 && s.recurs(mark, x):
				return s.prove(mark, x-mark)
			case power == 0 || x-mark >= power:
				mark, power = x, 2*power+1
			}
		}
		for y := range s.high {
			if rest := t - s.wy*int64(y); rest < 0 || rest%s.wx != 0 {
				continue
			}
			if err := s.visit(s.high * len(s.values[y])); err != nil {
				return err
			}
			s.values[y] = append(s.values[y], s.value(len(s.values[y]), y))
			s.columns = uint64(len(s.values[y]))
		}
		if t&0xfff == 0 && s.pace.ctx.Err() != nil {
			return s.pace.ctx.Err()
		}
	}
}

// recurs reports whether the cells whose weights are from t - D to t - 1 have the
// same values for the columns x and before.
func (s *strip) recurs(before, x int64) bool {
	by := int(x - before)
	for y := range s.high {
		row := s.values[y]
		first, end := s.first(s.wx*x-s.drop, y), s.first(s.wx*x, y)
		for i := end - 1; i >= first; i-- {
			if row[i] != row[i-by] {
				return false
			}
		}
	}
	return true
}

// value computes the value of a cell.
func (s *strip) value(x, y int) int32 {
	seen := make([]bool, len(s.ways[y])+1)
	enter := func(v int32) {
		if int(v) < len(seen) {
			seen[v] = true
		}
	}
	cell := []uint64{uint64(x), uint64(y)}
	switch {
	case x >= s.near:
		for _, w := range s.ways[y] {
			enter(s.values[y+int(w.dy)][x+int(w.dx)])
		}
	case s.game.isBlocked(cell):
		return 0
	default:
		for _, leap := range s.game.leaps {
			if to, ok := s.game.leap(cell, leap); ok {
				enter(s.values[to[1]][to[0]])
			}
		}
		for _, ride := range s.game.rides {
			for k := range s.game.ride(cell, ride) {
				to := stepped(cell, ride, k+1)
				enter(s.values[to[1]][to[0]])
			}
		}
	}
	v := int32(0)
	for seen[v] {
		v++
	}
	return v
}

// prove writes the rows, which have the period p from the cells of the weight of
// the column mark on.
func (s *strip) prove(mark, p int64) error {
	s.rows = make([]Row, s.high)
	for y := range s.rows {
		n := s.first(s.wx*mark-s.drop, y)
		if err := s.rows[y].write(uint64(y), s.values[y], uint64(n), uint64(p), 0); err != nil {
			return fmt.Errorf("row %d of %s: %w", y, s.game, err)
		}
		s.rows[y].Result.Theorem = fmt.Sprintf("recurrence of all cells of the weights %d … %d by (%d,%d), in all rows, after %d columns (proved in games/board/row_strip.go)",
			s.wx*mark-s.drop, s.wx*mark-1, s.wx, s.wy, p)
	}
	return nil
}
