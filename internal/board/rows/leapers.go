package rows

// Leapers have nim-values far out. They are pieces in two dimensions that have finitely many
// leaps, on a board without an edge to the right or above, or with one that is out of reach.
// A leap may raise a coordinate, so that rows depend on those above. So no row is proved by
// itself: the plane is proved as a whole.
//
// # The claims
//
// Let s, p, u, v > 0, and for a cell c = (x,y) let o(c) = sy - px, which says on
// which side of the direction (s,p) it lies. The claims are, for some m, b, b' >= 0:
//
//	S(c): G(c+(s,p)) = G(c)  for x, y >= m;
//	B(c): G(c+(0,v)) = G(c)  for o(c) >= b;
//	A(c): G(c+(u,0)) = G(c)  for -o(c) >= b'.
//
// Let L be the most by which a leap lowers a coordinate, and D the most by which it
// lowers o. Let W be the weight that every leap lowers (moves/direction.go). The claims
// are proved by induction over W of the larger cell, as follows, except for finitely
// many that are looked up in a table. "By options" means that the leaps from c and
// from the larger cell are the same, and lead to cells for which the same claim is
// made, of less weight.
//
//   - B(c) for o(c) >= b + D and y >= L: by options.
//   - B(c) for other c: if y < L there are finitely many. Otherwise o(c) < b + D. Those
//     with x < m + L + s or y < m + L + p are finitely many. For the others let
//     d = c - (s,p). Then S(d+(0,v)), which is one by options below, S(d) and B(d)
//     give G(c+(0,v)) = G(d+(0,v)) = G(d) = G(c).
//   - S(c) for x, y >= m + L: by options.
//   - S(c) for m <= x < m + L: let e = c - (0,v). If y - v >= m, y - v >= L and
//     o(e) >= b + D, then B(e+(s,p)) and B(e), both by options, and S(e) give
//     G(c+(s,p)) = G(e+(s,p)) = G(e) = G(c). The other such cells are finitely many.
//   - S(c) for m <= y < m + L, and A(c): in the same way, with the axes exchanged.
//
// No claim rests on one of the same weight except those by options, which rest on
// lesser ones. So the induction holds.
//
// # The value of a cell
//
// By S a cell has the value of one with x < m + s or y < m + p; and by B or A that cell has
// the value of one near the corner. All numbers are looked for in a table; if none
// are found that can be proved, nothing is known.
//
// # A far edge
//
// Let b be the largest of dx/-dy for the leaps (dx,dy) that raise x. As the rules are
// good on a board without an edge, every leap lowers x + b'y for some b', so that
// dy < 0 for those, and b < b' < -dx/dy for every leap that raises y. Then no leap
// raises x + by. So from (x,y) no cell is reached whose x exceeds x + by, and in the
// same way with y. A board that has all cells to there has the same positions, with
// the same options, as the one without an edge, and so the same nim-values.

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/theory/period"
)

const (
	LeaperStart  = 256     // smaller coordinates are left to tables
	mostLeaps    = 63      // so that nim-values are small
	longestLeap  = 32      // of those that are studied
	largestTable = 512     // the side of a table
	sectorWork   = 1 << 22 // cells of the largest table
	sectorSteps  = 128     // the largest s + p, u and v that are tried

	sectorTime = 200 * time.Millisecond // to look for the numbers in the tables
)

// A half is what is claimed on one side of the direction (s,p).
type half struct {
	from int64 // b or b'
	turn int64 // v or u
}

// Sectors know the nim-values of a leaper far out.
type sectors struct {
	leaps        []moves.Step
	table        []uint8
	dx, dy       int64 // (x,y) of the table stands at x*dx + y*dy
	n            int64 // its side
	m, s, p      int64
	above, below half
}

// A PlaneStudy is the structure of the plane of a game without far edges, which is
// found when it is first learned.
type PlaneStudy struct {
	own     *moves.Space // perhaps with far edges
	endless *moves.Space // without
	lock    sync.Mutex
	done    bool
	what    *sectors // nil if none is proved
}

// known returns the structure of the plane, nil if none is proved or it has not been
// learned.
func (f *PlaneStudy) known() *sectors {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.what
}

// learning says what it costs to find the structure, and false if that was done.
func (f *PlaneStudy) learning() (grundy.Learning, bool) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.done {
		return grundy.Learning{}, false
	}
	cost := grundy.Cost{Time: sectorTime}
	for n := uint64(64); n <= largestTable; n *= 2 {
		if f.endless.CountPositions([]uint64{n - 1, n - 1}) > sectorWork {
			break
		}
		box := tables.BoxCost(f.endless, grundy.ByNimValue, []uint64{n, n})
		cost.Bytes, cost.Time = max(cost.Bytes, grundy.AddCounts(box.Bytes, n*n)), cost.Time+box.Time
	}
	return grundy.Learning{Cost: cost, Learn: f.learn}, true
}

func (f *PlaneStudy) learn(ctx context.Context) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.done {
		return nil
	}
	what := newSectors(ctx, f.endless, largestTable)
	if err := ctx.Err(); err != nil {
		return err
	}
	f.done, f.what = true, what
	return nil
}

// newSectors looks for a structure of the plane and proves it, in larger and
// larger tables, the largest with that side. It returns nil if it proves none, or when
// ctx ends.
func newSectors(ctx context.Context, g *moves.Space, largest int64) *sectors {
	c := &sectors{}
	for _, leap := range g.Leaps {
		c.leaps = append(c.leaps, moves.Step{DX: leap[0], DY: leap[1]})
	}
	for c.n = 64; c.n <= largest; c.n *= 2 {
		sides := []uint64{uint64(c.n), uint64(c.n)}
		if g.CountPositions([]uint64{sides[0] - 1, sides[1] - 1}) > sectorWork || tables.BoxCost(g, grundy.ByNimValue, sides).Bytes > 1<<30 {
			return nil
		}
		box, err := tables.NewBox(ctx, g, grundy.ByNimValue, sides, nil)
		if err != nil {
			return nil
		}
		c.dx, c.dy, c.table = 1, c.n, make([]uint8, c.n*c.n)
		for i := range c.table {
			c.table[i] = uint8(box.At(uint64(i)%sides[0], uint64(i)/sides[0]))
		}
		if c.find(ctx) {
			return c
		}
	}
	return nil
}

// value returns the value of a cell of the table.
func (c *sectors) value(x, y int64) uint8 { return c.table[x*c.dx+y*c.dy] }

// mirror returns c with the axes exchanged.
func (c *sectors) mirror() *sectors {
	mirrored := &sectors{table: c.table, dx: c.dy, dy: c.dx, n: c.n, m: c.m, s: c.p, p: c.s, above: c.below, below: c.above}
	for _, leap := range c.leaps {
		mirrored.leaps = append(mirrored.leaps, leap.Mirror())
	}
	return mirrored
}

// find looks for the numbers in the table and proves them.
func (c *sectors) find(ctx context.Context) bool {
	mirrored := c.mirror()
	above, below := c.turn(), mirrored.turn()
	if above == 0 || below == 0 {
		return false
	}
	for sum := int64(2); sum <= sectorSteps && sum <= c.n/2 && ctx.Err() == nil; sum++ {
		for s := int64(1); s < sum; s++ {
			c.s, c.p = s, sum-s
			if !c.frame() {
				continue
			}
			c.above, c.below = half{turn: above}, half{turn: below}
			c.above.from = c.sector()
			mirrored = c.mirror()
			c.below.from = mirrored.sector()
			if mirrored = c.mirror(); c.proves() && mirrored.proves() {
				return true
			}
		}
	}
	return false
}

// turn returns the least v with which the first columns repeat in the upper half
// of the table, or 0.
func (c *sectors) turn() int64 {
	for v := int64(1); v <= sectorSteps; v++ {
		repeats := func() bool {
			for x := range c.n / 16 {
				for y := c.n / 2; y+v < c.n; y++ {
					if c.value(x, y) != c.value(x, y+v) {
						return false
					}
				}
			}
			return true
		}
		if repeats() {
			return v
		}
	}
	return 0
}

// frame sets m to the least for which S holds in the table, and reports whether it
// is at most a quarter of its side.
func (c *sectors) frame() bool {
	quarter := c.n / 4
	for y := quarter; y < c.n-c.p; y++ {
		for x := quarter; x < c.n-c.s; x++ {
			if c.value(x, y) != c.value(x+c.s, y+c.p) {
				return false
			}
		}
	}
	c.m = 0
	for y := range c.n - c.p {
		for x := range c.n - c.s {
			if min(x, y) >= max(c.m, quarter) {
				break
			}
			if c.value(x, y) != c.value(x+c.s, y+c.p) {
				c.m = max(c.m, min(x, y)+1)
			}
		}
	}
	return true
}

func (c *sectors) side(x, y int64) int64 { return c.s*y - c.p*x }

// sector returns the least b for which B holds in the table.
func (c *sectors) sector() (from int64) {
	for y := range c.n - c.above.turn {
		for x := range c.n {
			if c.value(x, y) != c.value(x, y+c.above.turn) {
				from = max(from, c.side(x, y)+1)
			}
		}
	}
	return from
}

// proves looks up the claims B, and S in the columns m … m+L-1, that are not proved
// by others, and reports whether they hold. It is false if one is not in the table.
func (c *sectors) proves() bool {
	lowers, drop := int64(0), int64(0)
	for _, leap := range c.leaps {
		lowers, drop = max(lowers, -leap.DX, -leap.DY), max(drop, -c.side(leap.DX, leap.DY))
	}
	deep := c.above.from + drop
	b := func(x, y int64) bool {
		return x < c.n && y+c.above.turn < c.n && c.value(x, y) == c.value(x, y+c.above.turn)
	}
	s := func(x, y int64) bool {
		return x+c.s < c.n && y+c.p < c.n && c.value(x, y) == c.value(x+c.s, y+c.p)
	}
	// B where y is small: o(c) >= b bounds x.
	for y := range max(lowers, c.m+lowers+c.p) {
		for x := int64(0); c.side(x, y) >= c.above.from; x++ {
			if isDeep := c.side(x, y) >= deep; (!isDeep || y < lowers) && !b(x, y) {
				return false
			}
		}
	}
	// B where x is small: o(c) < b + D bounds y.
	for x := range c.m + lowers + c.s {
		for y := int64(0); c.side(x, y) < deep; y++ {
			if c.side(x, y) >= c.above.from && !b(x, y) {
				return false
			}
		}
	}
	for x := c.m; x < c.m+lowers; x++ {
		for y := c.m; ; y++ {
			before := y - c.above.turn
			if before >= max(c.m, lowers) && c.side(x, before) >= deep {
				break // and so it is from here on
			}
			if !s(x, y) {
				return false
			}
		}
	}
	return true
}

// at returns the value of a cell, and false if it is not known.
func (c *sectors) at(cell moves.Cell) (uint64, bool) {
	if m := uint64(c.m); cell.X >= m && cell.Y >= m {
		k := min((cell.X-m)/uint64(c.s), (cell.Y-m)/uint64(c.p))
		cell = cell.After(moves.Step{DX: -c.s, DY: -c.p}, k)
	}
	n := uint64(c.n)
	switch {
	case cell.X < n && cell.Y < n:
	case cell.X < n:
		cell.Y = c.lowered(cell.X, cell.Y)
	case cell.Y < n:
		mirrored := cell.Mirror()
		cell.X = c.mirror().lowered(mirrored.X, mirrored.Y)
	}
	if max(cell.X, cell.Y) >= n {
		return 0, false
	}
	return uint64(c.value(int64(cell.X), int64(cell.Y))), true
}

// lowest returns the least y with o(x,y) >= b.
func (c *sectors) lowest(x uint64) uint64 {
	return (uint64(c.above.from) + uint64(c.p)*x + uint64(c.s) - 1) / uint64(c.s)
}

// lowered returns the least y' with y - y' a multiple of v and o(x,y') >= b.
func (c *sectors) lowered(x, y uint64) uint64 {
	least, turn := c.lowest(x), uint64(c.above.turn)
	if y < least {
		return y
	}
	return least + (y-least)%turn
}

// method says what is proved.
func (c *sectors) method() string {
	return fmt.Sprintf("leaper: G(x+%d,y+%d) = G(x,y) for x, y >= %d, G(x,y+%d) = G(x,y) for %d*y >= %d*x + %d, and G(x+%d,y) = G(x,y) for %d*x >= %d*y + %d (proved by computation, internal/board/rows/leapers.go)",
		c.s, c.p, c.m, c.above.turn, c.s, c.p, c.above.from, c.below.turn, c.p, c.s, c.below.from)
}

// FarLeaper returns a study of the plane without an edge if g is a leaper in two
// dimensions, and nil otherwise.
func FarLeaper(g *moves.Space) *PlaneStudy {
	if len(g.Board) != 2 || len(g.Rides) > 0 || len(g.Blocked) > 0 || len(g.Leaps) == 0 || len(g.Leaps) > mostLeaps {
		return nil
	}
	for _, s := range g.Leaps {
		if max(moves.Magnitude(s[0]), moves.Magnitude(s[1])) > longestLeap {
			return nil
		}
	}
	endless := g
	if !g.IsEndless() {
		var err error
		if endless, err = moves.New(moves.Rules{Sides: make([]uint64, 2), Leaps: g.Leaps}); err != nil {
			return nil
		}
	}
	return &PlaneStudy{own: g, endless: endless}
}

// meetsEdge reports whether some play of a leaper from c may meet a far
// edge. It does not if there is none.
func meetsEdge(g *moves.Space, c moves.Cell) bool {
	own := [2]uint64{c.X, c.Y}
	for i, v := range own {
		if g.Board[i] == 0 {
			continue
		}
		far := g.Board[i] - 1
		for _, s := range g.Leaps {
			if s[i] <= 0 {
				continue
			}
			hi, lo := bits.Mul64(own[1-i], uint64(s[i]))
			fall := uint64(-s[1-i])
			if hi >= fall {
				return true
			}
			if gain, _ := bits.Div64(hi, lo, fall); v > far || gain > far-v {
				return true
			}
		}
	}
	return false
}

// Value returns the nim-value of a cell far out, and what proves it, if it is known
// by the structure of the plane.
func (f *PlaneStudy) Value(c moves.Cell) (value uint64, method string, ok bool) {
	if max(c.X, c.Y) < LeaperStart || meetsEdge(f.own, c) {
		return 0, "", false
	}
	known := f.known()
	if known == nil {
		return 0, "", false
	}
	value, ok = known.at(c)
	method = known.method()
	if !f.own.IsEndless() {
		method += "; no play from here meets the far edge"
	}
	return value, method, ok
}

// Plan plans to learn the value of a cell far out.
func (f *PlaneStudy) Plan(c moves.Cell) (grundy.Learning, bool) {
	if max(c.X, c.Y) < LeaperStart || meetsEdge(f.own, c) {
		return grundy.Learning{}, false
	}
	return f.learning()
}

// Row proves row r, on a board without a far edge, by the structure of the plane. The
// error says what is in the way.
func (f *PlaneStudy) Row(ctx context.Context, r uint64) (*Row, error) {
	if !f.own.IsEndless() {
		return Unproved(r, 0), HasRows(f.own)
	}
	if err := f.learn(ctx); err != nil {
		return Unproved(r, 0), err
	}
	known := f.known()
	switch {
	case known == nil && HasRows(f.own) != nil:
		return Unproved(r, 0), HasRows(f.own)
	case known == nil:
		return Unproved(r, 0), fmt.Errorf("row %d of %s: no structure of its plane is proved", r, f.own)
	case r > farthestRow:
		return Unproved(r, 0), fmt.Errorf("row %d of %s, and the last is %d: %w", r, f.own, uint64(farthestRow), grundy.ErrTooLarge)
	}
	return known.row(r)
}

// LeaperBytes bounds the memory for a row of a leaper.
const LeaperBytes = 1 << 24

// farthestRow is the last row that is proved: o(c) fits an int64 there.
const farthestRow = moves.MaxCoordinate / (2 * sectorSteps)

// row returns row y, if the plane is known. By A it has the period u from some column on,
// and its least period T divides that.
//
// Where the row has that period, is looked up from there downward. While o(c) >= b for
// both columns that are compared, S and B say that the answer is the same sw columns
// further to the left, w being the least number for which v divides pw: so when it was
// yes for that many, it is yes for all down to m.
func (c *sectors) row(y uint64) (*Row, error) {
	from, turn := c.mirror().lowest(y), uint64(c.below.turn)
	known := true
	at := func(x uint64) uint64 {
		v, ok := c.at(moves.Cell{X: x, Y: y})
		known = known && ok
		return v
	}
	values := make([]uint64, turn)
	for i := range values {
		values[i] = at(from + uint64(i))
	}
	least := uint64(leastTurn(values, 1))
	last := (c.s*int64(y)-c.above.from)/c.p - int64(least) - 1 // o(c) >= b for columns to here
	again := uint64(c.s) * grundy.LCM(uint64(c.p), uint64(c.above.turn)) / uint64(c.p)
	q, same := from, uint64(0)
	for q > 0 && at(q-1) == at(q-1+least) {
		if q--; int64(q) > last || min(q, y) < uint64(c.m) {
			continue
		}
		if same++; same >= again {
			q = uint64(c.m)
		}
	}
	if !known {
		return Unproved(y, 0), fmt.Errorf("row %d: some of its values are not proved", y)
	}
	row := &Row{Y: y, Closed: func(x uint64) uint64 {
		v, _ := c.at(moves.Cell{X: x, Y: y})
		return v
	}}
	row.Result = period.Result{Proved: true, Preperiod: q, Period: least, Needed: from + turn, Theorem: c.method()}
	return row, nil
}
