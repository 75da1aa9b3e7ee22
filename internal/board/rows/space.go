package rows

// This file proves the rows of a [moves.Space] in two dimensions whose moves are not those that
// period.go knows: rides such as (-3,0), blocked cells, and leaps and rides to the right. No step
// may raise y, and there is at most one ride along the row, by (-m,0).
//
// # What is proved
//
// The rows are done one after the other, each cell by cell, with the periods of
// those below known: G(x+p) = G(x) + p/m in each of them, or G(x+p) = G(x) if
// there is no ride (-m,0); then let s = 0 below. A ride to a lower row y' has
// y - y' steps at most, so it equals that many leaps. Let A be the most by which a leap
// of the row itself lowers x. For each residue c modulo m let S_c(n) be the set of
// values seen in row y at the columns x < n, x = c modulo m, behind the last
// blocked one, and let f_c(n) be the least number that is not in it.
//
// Let n be a column from which on no edge, blocked cell, or part of a lower row
// before its preperiod matters, p a multiple of m and of the periods of the lower
// rows, s = p/m; and suppose that for each c
//
//	f_c(n+p) = f_c(n) + s, and behind these S_c(n+p) is S_c(n), each greater by s,
//
// and that the A values before n+p are those before n, each greater by s. Then
// G(x+p,y) = G(x,y) + s for all x >= n. For the values of options in lower rows
// and by leaps are greater by s at n+p than at n. Let I be those at n. All below s
// is in S_c(n+p), and so the mex of S_c(n+p) and I + s is s more than that of S_c(n)
// and I. With it what was supposed holds at n+1.
//
// Such n and p exist, as in period.go, whose bounds hold
// for ⌊x/m⌋ instead of x. Here the state is compared whenever the column is a
// multiple of m and of all lower periods, with one of earlier columns that is
// chosen again each time the distance has doubled (R. P. Brent, BIT 20, 1980).

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// SpacePeriod finds and proves the period of row r of a game in two dimensions, on a
// board without an end to the right, with at most one ride along the row, in which no
// step raises y. For other games the error says what is in the way. It visits budget
// cells at most; see [Periods] for the budget and the errors. With an error, the row
// that is returned says only how many of its cells were computed.
func SpacePeriod(ctx context.Context, g *moves.Space, r, budget uint64, progress grundy.Progress) (*Row, error) {
	e := newGameRows(ctx, g, budget, progress)
	rows, err := e.prove(r)
	switch {
	case err == nil:
		return rows.Row(r), nil
	case uint64(len(e.rows)) == r: // otherwise a row below was being computed
		return Unproved(r, e.columns), err
	}
	return Unproved(r, 0), err
}

// SpaceMemory returns about how many bytes [SpacePeriod] needs for row r, in
// addition to 2 bytes for each cell that it visits.
func SpaceMemory(r uint64) uint64 {
	return grundy.MulCounts(uint64(unsafe.Sizeof(Row{})), min(r, mostRows))
}

// spacePeriods proves the rows 0 … r.
func spacePeriods(ctx context.Context, g *moves.Space, r, budget uint64, progress grundy.Progress) (*Rows, error) {
	if p, ok := g.Plane(); ok && !p.Climbs() && (g.Board[1] == 0 || r < g.Board[1]) { // that engine is quicker
		return Periods(ctx, p, r, budget, progress)
	}
	return newGameRows(ctx, g, budget, progress).prove(r)
}

func newGameRows(ctx context.Context, g *moves.Space, budget uint64, progress grundy.Progress) *gameRows {
	return &gameRows{game: g, budget: budget, pace: &tables.Pace{Ctx: ctx, Progress: progress, Total: budget}}
}

// prove proves the rows 0 … r. The far edge to the right does not count if no step
// raises x.
func (e *gameRows) prove(r uint64) (*Rows, error) {
	g := e.game
	if err := e.pace.Ctx.Err(); err != nil {
		return nil, err
	}
	if err := HasRows(g); err != nil {
		return nil, err
	}
	if g.Board[1] != 0 && r >= g.Board[1] {
		return nil, fmt.Errorf("row %d of %s: the board has the rows 0 … %d", r, g, g.Board[1]-1)
	}
	if r >= mostRows {
		return nil, fmt.Errorf("the rows 0 … %d of %s, and the most is %d: %w", r, g, mostRows-1, grundy.ErrTooLarge)
	}
	if r >= e.budget {
		return nil, e.overBudget(0)
	}
	for y := range r + 1 {
		if err := e.row(y); err != nil {
			return nil, err
		}
	}
	return &Rows{e.rows, e.pace.Done}, nil
}

func raisesX(s []int64) bool { return s[0] > 0 }
func raisesY(s []int64) bool { return s[1] > 0 }

// HasRows says why no rows of g can be proved to be periodic.
func HasRows(g *moves.Space) error {
	if len(g.Board) != 2 {
		return fmt.Errorf("the rows of %s: it has %d dimensions, and rows are proved periodic in two", g, len(g.Board))
	}
	if g.Board[0] != 0 && slices.ContainsFunc(g.Steps(), raisesX) {
		return fmt.Errorf("the rows of %s: its board has a far edge, which counts as a step raises x; rows are proved periodic without", g)
	}
	var along [][]int64
	for _, s := range g.Rides {
		if s[1] == 0 {
			along = append(along, s)
		}
	}
	if len(along) > 1 {
		return fmt.Errorf("the rows of %s: there are two rides along a row, %s and %s, and rows are proved periodic where there is one at most",
			g, moves.VectorText(along[0]), moves.VectorText(along[1]))
	}
	if up := slices.IndexFunc(g.Steps(), raisesY); up >= 0 {
		return fmt.Errorf("the rows of %s: a row depends on those above it by the step %s; rows are proved periodic where no step raises y",
			g, moves.VectorText(g.Steps()[up]))
	}
	return nil
}

// gameRows are the rows of a game, done so far.
type gameRows struct {
	game    *moves.Space
	rows    []Row
	budget  uint64       // of cells
	columns uint64       // that are done of what is being computed
	pace    *tables.Pace // its done are the cells visited
}

func (e *gameRows) overBudget(columns int) error {
	if columns == 0 {
		return fmt.Errorf("row %d of %s needs more cells than the budget of %d: %w", len(e.rows), e.game, e.budget, meter.Memory)
	}
	return fmt.Errorf("the first %d columns do not prove the period of row %d of %s: %w", columns, len(e.rows), e.game, meter.Memory)
}

// mostRows bounds the rows that are proved one after the other.
const mostRows = 1 << 20

// mostKept bounds the cells whose values are kept at a time, 4 bytes each.
const mostKept = 1 << 27

// visit counts a cell.
func (e *gameRows) visit(columns int) error {
	if e.pace.Done >= e.budget || columns > mostKept {
		return e.overBudget(columns)
	}
	return e.pace.Add(1)
}

// A way is a step from the row that is computed to a lower one.
type way struct {
	moves.Step
	row  *Row
	next int // the index of the value that it leads to from the next column
}

// ways returns all steps that lead from row y to a lower row, those of rides
// taken as often as they can be, and how far to the left they lead at most.
func (e *gameRows) ways(y uint64) (ways []way, left uint64, err error) {
	for i, s := range e.game.Steps() {
		if s[1] == 0 {
			continue
		}
		times := y / uint64(-s[1])
		if i < len(e.game.Leaps) {
			times = min(times, 1)
		}
		if times > MaxSpan || uint64(len(ways))+times > MaxSpan {
			return nil, 0, fmt.Errorf("row %d of %s, from which more than %d moves lead to other rows: %w", y, e.game, MaxSpan, grundy.ErrTooLarge)
		}
		for k := int64(1); k <= int64(times); k++ {
			step := moves.Step{DX: k * s[0], DY: k * s[1]}
			ways = append(ways, way{Step: step, row: &e.rows[int64(y)+step.DY]})
			left = max(left, uint64(max(-step.DX, 0)))
		}
	}
	return ways, left, nil
}

// value returns the value to which the way leads from column x, and goes on to the next
// column.
func (w *way) value(x uint64) int {
	v := int(w.row.values[w.next]) - int(w.row.low)
	if w.row.every > 0 {
		v += int((x + uint64(w.DX)) / w.row.every)
	}
	if w.next++; w.next == len(w.row.values) {
		w.next = int(w.row.Result.Preperiod)
	}
	return v
}

// A gameRow is a row that is being computed.
type gameRow struct {
	*gameRows
	y      uint64
	ways   []way
	along  []uint64 // leaps (-a,0)
	ride   []int64  // along the row, or nil
	every  uint64   // m, or 0
	seen   []rowSet // by residue modulo m
	near   uint64   // before this column edges and blocked cells matter
	values []int32  // G - ⌊x/m⌋
	stamps []int    // by value less the least that is not seen: the last column with it
}

// A rowSet is a set of values: 0 … first-1, and some from first+1 to last.
type rowSet struct {
	bits        []uint64
	first, last int
}

func (s *rowSet) has(v int) bool { return v/64 < len(s.bits) && s.bits[v/64]>>(v%64)&1 == 1 }

func (s *rowSet) add(v int) {
	for v/64 >= len(s.bits) {
		s.bits = append(s.bits, 0)
	}
	s.bits[v/64] |= 1 << (v % 64)
	s.last = max(s.last, v)
	for s.has(s.first) {
		s.first++
	}
}

// row computes the next row until its period is proved.
func (e *gameRows) row(y uint64) error {
	r := &gameRow{gameRows: e, y: y}
	var left uint64
	var err error
	if r.ways, left, err = e.ways(y); err != nil {
		return err
	}
	for _, s := range e.game.Leaps {
		if s[1] == 0 {
			r.along = append(r.along, uint64(-s[0]))
			left = max(left, uint64(-s[0]))
		}
	}
	for _, s := range e.game.Rides {
		if s[1] == 0 {
			r.ride, r.every = s, uint64(-s[0])
		}
	}
	if r.every > e.budget {
		return e.overBudget(0)
	}
	r.seen = make([]rowSet, r.every)
	r.near = left
	for _, b := range e.game.Blocked {
		if b[1] <= y {
			r.near = max(r.near, grundy.AddCounts(b[0], left+1))
		}
	}
	from, multiple := r.near, max(r.every, 1)
	for _, w := range r.ways {
		below := w.row.Result
		from = max(from, uint64(max(int64(below.Preperiod)-w.DX, 0)))
		multiple = grundy.LCM(multiple, below.Period)
	}
	if from > e.budget || multiple > e.budget {
		return e.overBudget(0)
	}
	mark, power := uint64(0), uint64(0) // column that is compared with, and for how long
	var state, marked []byte
	for x := uint64(0); ; x++ {
		if x >= from && x%multiple == 0 {
			state = r.state(state[:0], x)
			switch {
			case power > 0 && bytes.Equal(state, marked):
				e.rows = append(e.rows, Row{})
				return r.prove(&e.rows[y], mark, x-mark, multiple)
			case power == 0 || (x-mark)/multiple >= power:
				mark, power = x, 2*power+1
				marked = append(marked[:0], state...)
			}
		}
		e.columns = x
		if err := e.visit(int(x)); err != nil {
			return err
		}
		if r.values = append(r.values, r.value(x)); r.values[x] > math.MaxInt32/2 {
			return r.tooWide()
		}
	}
}

func (r *gameRow) tooWide() error {
	return fmt.Errorf("row %d of %s, whose values spread by more than %d: %w", r.y, r.game, MaxSpan, grundy.ErrTooLarge)
}

// turns returns ⌊x/m⌋.
func (r *gameRow) turns(x uint64) int {
	if r.every == 0 {
		return 0
	}
	return int(x / r.every)
}

// value computes the value of the next cell, less ⌊x/m⌋.
func (r *gameRow) value(x uint64) int32 {
	if x < r.near {
		return r.nearValue(x)
	}
	if x == r.near {
		for i := range r.ways {
			w := &r.ways[i]
			w.next = w.row.index(x + uint64(w.DX))
		}
	}
	if r.every == 0 && len(r.ways)+len(r.along) < 64 { // no value is more
		seen := uint64(0)
		for i := range r.ways {
			seen |= 1 << r.ways[i].value(x)
		}
		for _, a := range r.along {
			seen |= 1 << r.values[x-a]
		}
		return int32(bits.TrailingZeros64(^seen))
	}
	return r.mex(x, func(enter func(v int)) {
		for i := range r.ways {
			enter(r.ways[i].value(x))
		}
		for _, a := range r.along {
			enter(r.at(x - a))
		}
	})
}

// nearValue is value near edges and blocked cells, by the rules.
func (r *gameRow) nearValue(x uint64) int32 {
	cell := []uint64{x, r.y}
	if r.game.IsBlocked(cell) {
		if r.every > 0 {
			r.seen[x%r.every] = rowSet{}
		}
		return int32(-r.turns(x))
	}
	return r.mex(x, func(enter func(v int)) { r.nearOptions(cell, enter) })
}

// mex computes a value from those of the options, without those of the ride along the
// row.
func (r *gameRow) mex(x uint64, options func(enter func(v int))) int32 {
	seen := &rowSet{last: -1}
	if r.every > 0 {
		seen = &r.seen[x%r.every]
	}
	most := max(seen.last-seen.first, 0) + len(r.ways) + len(r.along) + 2
	for len(r.stamps) <= most {
		r.stamps = append(r.stamps, -1)
	}
	options(func(v int) {
		if v -= seen.first; v >= 0 && v <= most {
			r.stamps[v] = int(x)
		}
	})
	v := seen.first
	for r.stamps[v-seen.first] == int(x) || seen.has(v) {
		v++
	}
	if r.every > 0 {
		seen.add(v)
	}
	return int32(v - r.turns(x))
}

// at returns the value of a cell of the row before.
func (r *gameRow) at(x uint64) int { return int(r.values[x]) + r.turns(x) }

// nearOptions enters the values of the options by the rules, except those of the
// ride along the row.
func (r *gameRow) nearOptions(cell []uint64, enter func(v int)) {
	pass := func(q []uint64) {
		if q[1] == r.y {
			enter(r.at(q[0]))
		} else {
			enter(int(r.rows[q[1]].At(q[0])))
		}
	}
	for _, s := range r.game.Leaps {
		if to, ok := r.game.Leap(cell, s); ok {
			pass(to)
		}
	}
	for _, s := range r.game.Rides {
		if s[1] == 0 {
			continue
		}
		for k := range r.game.Ride(cell, s) {
			pass(moves.Stepped(cell, s, k+1))
		}
	}
}

// state appends what the values from column x on depend on, less x/m: the sets,
// and the last values.
func (r *gameRow) state(dst []byte, x uint64) []byte {
	turns := r.turns(x)
	for i := range r.seen {
		s := &r.seen[i]
		dst = binary.AppendVarint(dst, int64(s.first-turns))
		for v := s.first + 1; v <= s.last; v++ {
			if s.has(v) {
				dst = binary.AppendVarint(dst, int64(v-s.first))
			}
		}
		dst = append(dst, 0)
	}
	last := uint64(0)
	for _, a := range r.along {
		last = max(last, a)
	}
	for _, v := range r.values[x-last:] {
		dst = binary.AppendVarint(dst, int64(v))
	}
	return dst
}

// prove writes the row, whose period p from column n on is proved.
func (r *gameRow) prove(row *Row, n, p, multiple uint64) error {
	if err := row.write(r.y, r.values, n, p, r.every); err != nil {
		return r.tooWide()
	}
	window := "the sets of values that the row has seen"
	if r.every == 0 {
		window = "the last values of the row"
	}
	row.Result.Theorem = fmt.Sprintf("recurrence of %s, after a multiple of the period %d that is proved of the rows below (proved in internal/board/rows/space.go)", window, multiple)
	return nil
}

// write fills in a row whose values, less ⌊x/every⌋, have the period p from column n
// on, a multiple of every.
func (row *Row) write(y uint64, values []int32, n, p, every uint64) error {
	computed := uint64(len(values))
	row.Y, row.every = y, every
	d := uint64(leastTurn(values[n:n+p], int(max(every, 1))))
	q := n
	for q > 0 && values[q-1] == values[q-1+d] {
		q--
	}
	least, most := slices.Min(values[:q+d]), slices.Max(values[:q+d])
	if int64(most)-int64(min(least, 0)) > MaxSpan {
		return errTooWide
	}
	row.low = uint64(-min(least, 0))
	row.values = make([]uint16, q+d)
	for x, v := range values[:q+d] {
		row.values[x] = uint16(int64(v) + int64(row.low))
	}
	row.Result = period.Result{Proved: true, Preperiod: q, Period: d, Needed: n + p, Computed: computed}
	if every > 0 {
		row.Result.Saltus = d / every
	}
	return nil
}

var errTooWide = errors.New("the values of a row spread too far")

// leastTurn returns the least period of values that divides their number and is a
// multiple of every.
func leastTurn[T comparable](values []T, every int) int {
	n := len(values)
	for d := every; d <= n/2; d += every {
		if n%d == 0 && slices.Equal(values[d:], values[:n-d]) {
			return d
		}
	}
	return n
}
