package rows

// Leapers have nim-values far out. They are pieces in two dimensions that have finitely many
// leaps, none of which raises a coordinate. Cells to 2^63-1 are answered where two facts can be
// proved.
//
// # Rows
//
// Let W be the most by which a leap lowers x, and H the same for y. The value at
// (x,y) depends on at most W values of row y before x, and on the values of the H
// rows below from column x-W to x. Suppose that from column q on those rows have
// periods, and that m is a common multiple of them. If columns x and x' = x + jm,
// x >= q + W, have the same W values before them in row y, then they have the
// same value, and so on for ever: row y has the period jm from x - W on. As there
// are finitely many windows of W values, each row gets a period; it is found by
// looking at x = q+W, q+W+m, q+W+2m, … until a window recurs. By exchanging the
// axes, the same holds for columns.
//
// # A shift
//
// Let t = (s,p) with s, p > 0, and suppose that G(c+t) = G(c) for all cells c >=
// (m,m) with x < m+W or y < m+H, a frame W cells wide and H cells high. Then the
// same holds for all cells c >= (m,m). By induction over x+y: if c is not in the
// frame, every leap from c leads to a cell >= (m,m), and the same leap from c+t
// to one that is t away from it; so c and c+t have options of the same values.
//
// The frame is infinite, but its rows and columns have periods, and so have those
// that are compared with them: it is enough to compare beyond their preperiods
// for a common multiple of the periods.
//
// So (x,y) has the value of (x,y) - kt, where k is as large as m allows; and this
// cell lies in a row below m+p or in a column before m+s, whose periods are known.
// A t is looked for in a table; if there is none that can be proved, there may
// still be the row or the column of the cell itself.
//
// A knight with two leaps has t = (3,3), a king (2,2).
//
// # A row far up
//
// Let y >= m+p, K = ⌊(y-m)/p⌋ and y' = y - Kp, so that m <= y' < m+p. For
// x >= m + Ks the cell (x,y) has the value of (x-Ks,y'). So from there on row y is row
// y', and has its least period T. If q' is the preperiod of row y', this period holds
// from Ks + max(m,q') on at the latest. Whether G(x) = G(x+T) further to the left, is
// looked up from there downward, until it is not. While x >= m and x+T < m + Ks, both
// values stand in columns m … m+s-1, and x-s is p cells further up in the same
// columns as x. So once both stand where these columns are periodic, with the common
// period J, the answer has the period s·J/gcd(J,p) in x: if it was yes for that
// many x, it is yes for all lesser ones down to m.

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	proved "github.com/grundy-games/grundy/theory/period"
)

const (
	LatticeStart = 256     // smaller coordinates are left to tables
	mostLeaps    = 63      // so that nim-values are small
	longestLeap  = 32      // of those for which a shift is looked for
	largestTable = 512     // the side of a table in which a shift is looked for
	latticeWork  = 1 << 24 // the most cells that one search computes
)

// A lattice knows the nim-values of a leaper far out.
type lattice struct {
	rows, columns *stripes
	m, s, p       uint64 // G(x+s,y+p) = G(x,y) for x, y >= m; s = 0 if none is proved
}

// LearningLattice bounds the cost of finding a lattice and the rows that a cell needs.
var LearningLattice = grundy.Cost{Bytes: 8 * latticeWork, Time: latticeWork * 30 * time.Nanosecond}

// A LatticeStudy is a lattice that is found when it is first learned.
type LatticeStudy struct {
	leaper  moves.Plane
	lock    sync.Mutex // of the lattice, whose rows grow
	lattice *lattice   // nil at first
}

// Learn finds the lattice, and the rows on which the value of c and of its options
// depends.
func (f *LatticeStudy) Learn(ctx context.Context, c moves.Cell) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.lattice == nil {
		l, err := newLattice(ctx, f.leaper, largestTable)
		if err != nil {
			return err
		}
		f.lattice = l
	}
	f.lattice.reach(ctx, c)
	return ctx.Err()
}

// isOpen reports whether there is something to learn of c.
func (f *LatticeStudy) isOpen(c moves.Cell) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.lattice == nil || f.lattice.isOpen(c)
}

// Value returns the value of a cell, and what proves it, if it has been learned.
func (f *LatticeStudy) Value(c moves.Cell) (v uint64, method string, ok bool) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.lattice == nil || max(c.X, c.Y) < LatticeStart {
		return 0, "", false
	}
	v, ok = f.lattice.at(c)
	return v, f.lattice.method(), ok
}

// Row proves row y, if the lattice does.
func (f *LatticeStudy) Row(ctx context.Context, y uint64) (*Row, bool) {
	if y < LatticeStart || f.Learn(ctx, moves.Cell{}) != nil {
		return nil, false
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.lattice.row(y)
}

// FarLeaper returns a study of a leaper none of whose steps raises a coordinate, and nil
// for other pieces.
func FarLeaper(p moves.Plane) *LatticeStudy {
	if len(p.Leaps) == 0 || len(p.Leaps) > mostLeaps || len(p.Rides) > 0 || p.Climbs() {
		return nil
	}
	for _, s := range p.Leaps {
		if min(s.DX, s.DY) < -longestLeap {
			return nil
		}
	}
	return &LatticeStudy{leaper: p}
}

// Plan plans to learn the value of a cell far out.
func (f *LatticeStudy) Plan(c moves.Cell) (grundy.Learning, bool) {
	return grundy.Learning{
		Cost:  LearningLattice,
		Learn: func(ctx context.Context) error { return f.Learn(ctx, c) },
	}, max(c.X, c.Y) >= LatticeStart && f.isOpen(c)
}

// method says what is proved.
func (l *lattice) method() string {
	if l.s == 0 {
		return "leaper: the nim-values of a row are periodic, which a recurring window proves (internal/board/rows/lattice.go)"
	}
	return fmt.Sprintf("leaper: G(x+%d,y+%d) = G(x,y) for x, y >= %d, and rows and columns are periodic (proved by computation, internal/board/rows/lattice.go)", l.s, l.p, l.m)
}

// near is the number of rows and columns to which a shift leads all cells.
func (l *lattice) near() uint64 { return l.m + max(l.s, l.p) }

// reach finds the rows or columns on which the value of c and of its options depends.
func (l *lattice) reach(ctx context.Context, c moves.Cell) {
	switch {
	case l.s > 0:
		_ = l.rows.extend(ctx, l.near()) && l.columns.extend(ctx, l.near())
	case c.Y <= c.X:
		_ = l.rows.extend(ctx, c.Y+1) || l.columns.extend(ctx, c.X+1)
	default:
		_ = l.columns.extend(ctx, c.X+1) || l.rows.extend(ctx, c.Y+1)
	}
}

// isOpen reports whether reach has something to do.
func (l *lattice) isOpen(c moves.Cell) bool {
	if l.s > 0 {
		return l.rows.lacks(l.near()) || l.columns.lacks(l.near())
	}
	_, known := l.at(c)
	return !known && (l.rows.lacks(c.Y+1) || l.columns.lacks(c.X+1))
}

// at returns the nim-value at c, and false where nothing is proved.
func (l *lattice) at(c moves.Cell) (uint64, bool) {
	if l.s > 0 && c.X >= l.m && c.Y >= l.m {
		k := min((c.X-l.m)/l.s, (c.Y-l.m)/l.p)
		c = moves.Cell{X: c.X - k*l.s, Y: c.Y - k*l.p}
	}
	if c.Y <= c.X {
		if v, ok := l.rows.at(c); ok {
			return v, true
		}
		return l.columns.at(c.Mirror())
	}
	if v, ok := l.columns.at(c.Mirror()); ok {
		return v, true
	}
	return l.rows.at(c)
}

// row returns row y, and false where nothing is proved or it takes long to find the
// least preperiod.
func (l *lattice) row(y uint64) (*Row, bool) {
	if l.s == 0 || y < l.m+l.p {
		return nil, false
	}
	if near := int(l.near()); len(l.rows.rows) < near || len(l.columns.rows) < near {
		return nil, false
	}
	times := (y - l.m) / l.p
	like := &l.rows.rows[y-times*l.p]
	period := like.Result.Period
	moved := grundy.MulCounts(times, l.s)
	from := grundy.AddCounts(moved, max(l.m, like.Result.Preperiod))
	if from > moves.MaxCoordinate {
		return nil, false
	}
	columns, high := uint64(1), uint64(0)
	for _, column := range l.columns.rows[l.m : l.m+l.s] {
		columns, high = grundy.LCM(columns, column.Result.Period), max(high, column.Result.Preperiod)
	}
	turn := grundy.MulCounts(l.s, columns/grundy.GCD(columns, l.p))
	value := func(x uint64) uint64 {
		v, _ := l.at(moves.Cell{X: x, Y: y})
		return v
	}
	same := uint64(0) // as many x as were looked up in periodic columns
	for work := 0; from > 0 && value(from-1) == value(from-1+period); work++ {
		from--
		if work > latticeWork {
			return nil, false
		}
		switch behind := from + period; {
		case from < l.m || behind >= l.m+moved:
			same = 0
		case y-(behind-l.m)/l.s*l.p >= high:
			if same++; same >= turn {
				from = l.m
			}
		}
	}
	row := &Row{Y: y, Closed: value}
	row.Result = proved.Result{Preperiod: from, Period: period, Proved: true, Theorem: l.method(), Needed: from + period}
	row.Common.Preperiod, row.Common.Period = 0, 1
	for _, below := range l.rows.rows[:l.m+l.p] {
		row.Common.Period = grundy.LCM(row.Common.Period, below.Result.Period)
		row.Common.Preperiod = max(row.Common.Preperiod, moved+max(l.m, below.Result.Preperiod))
	}
	return row, true
}

// newLattice looks for a shift and proves it, in larger and larger tables, the
// largest with that side. It stops when ctx ends.
func newLattice(ctx context.Context, leaper moves.Plane, largest uint64) (*lattice, error) {
	rows, err := newStripes(leaper)
	if err != nil {
		return nil, err
	}
	columns, err := newStripes(leaper.Mirror())
	if err != nil {
		return nil, err
	}
	l := &lattice{rows: rows, columns: columns}
	reach := max(rows.height, columns.height)
	for n := min(max(24*reach, 128), largest); n <= largest; n *= 2 {
		table, err := tables.NewTable(ctx, leaper, grundy.ByNimValue, n, n, nil)
		if err != nil {
			return nil, err
		}
		if l.findShift(ctx, table, n) {
			break
		}
	}
	return l, ctx.Err()
}

// findShift looks for a shift in a table of n x n cells and proves it.
func (l *lattice) findShift(ctx context.Context, table *tables.Table, n uint64) bool {
	for sum := uint64(2); sum <= n/2 && ctx.Err() == nil; sum++ {
		for s := max(1, sum-min(sum-1, n/4)); s < sum && s <= n/4; s++ {
			m, ok := frameOf(table, n, s, sum-s)
			if ok && l.proves(ctx, m, s, sum-s) {
				l.m, l.s, l.p = m, s, sum-s
				return true
			}
		}
	}
	return false
}

// frameOf returns the least m such that a table of n x n cells has the same value at
// (x,y) and (x+s,y+p) for all x, y >= m, and false if that is more than a quarter of n.
func frameOf(table *tables.Table, n, s, p uint64) (m uint64, ok bool) {
	for low := n; low > 0; low-- { // min(x,y) is low-1
		for i := low - 1; i < n; i++ {
			differ := func(x, y uint64) bool {
				return x+s < n && y+p < n && table.At(x, y) != table.At(x+s, y+p)
			}
			if differ(i, low-1) || differ(low-1, i) {
				return low, low <= n/4
			}
		}
	}
	return 0, true
}

// proves reports whether the frame from (m,m) has the shift (s,p).
func (l *lattice) proves(ctx context.Context, m, s, p uint64) bool {
	return l.rows.haveShift(ctx, m, l.rows.height, s, p) && l.columns.haveShift(ctx, m, l.columns.height, p, s)
}

// Stripes are the rows of a leaper's table, each proved to be periodic (space.go).
type stripes struct {
	*gameRows
	height uint64 // the most by which a leap lowers y
	failed bool   // the next row has no period that is found in time
}

func newStripes(leaper moves.Plane) (*stripes, error) {
	rules := moves.Rules{Sides: make([]uint64, 2)}
	height := int64(0)
	for _, s := range leaper.Leaps {
		rules.Leaps = append(rules.Leaps, []int64{s.DX, s.DY})
		height = max(height, -s.DY)
	}
	g, err := moves.New(rules)
	if err != nil {
		return nil, err
	}
	return &stripes{gameRows: newGameRows(context.Background(), g, latticeWork, nil), height: uint64(height)}, nil
}

// at returns the value at c, if the period of its row is known.
func (s *stripes) at(c moves.Cell) (uint64, bool) {
	if c.Y >= uint64(len(s.rows)) {
		return 0, false
	}
	return s.rows[c.Y].At(c.X), true
}

// lacks reports whether extend(n) has something to do.
func (s *stripes) lacks(n uint64) bool { return uint64(len(s.rows)) < n && !s.failed }

// extend finds the periods of the rows below n. It returns false where one has none
// that is found in time, or ctx has ended.
func (s *stripes) extend(ctx context.Context, n uint64) bool {
	s.pace.Ctx = ctx
	for s.lacks(n) {
		if ctx.Err() != nil {
			return false
		}
		if err := s.row(uint64(len(s.rows))); err != nil {
			s.failed = ctx.Err() == nil
			return false
		}
	}
	return uint64(len(s.rows)) >= n
}

// haveShift reports whether the rows m … m+h-1 are, from column m on, the rows dy
// above them from column m+dx on.
func (s *stripes) haveShift(ctx context.Context, m, h, dx, dy uint64) bool {
	if !s.extend(ctx, m+h+dy) {
		return false
	}
	for y := m; y < m+h; y++ {
		a, b := &s.rows[y], &s.rows[y+dy]
		common := grundy.LCM(a.Result.Period, b.Result.Period)
		end := max(m, a.Result.Preperiod, b.Result.Preperiod) + common
		for x := m; x < end; x++ {
			if s.visit(0) != nil || a.At(x) != b.At(x+dx) {
				return false
			}
		}
	}
	return true
}
