package board

// This file holds what the tests share: pieces, and the measures by definition.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grundy"
	"grundy/internal/oracle"
)

// namedPieces returns every piece that has a name, and boards on which the far
// edge counts.
func namedPieces() []Piece {
	return []Piece{Queen(), Rook(), Bishop(), King(), Knight(), Knight4(1), Knight4(4), Knight4(8), Knight4(13)}
}

// otherPieces returns pieces that the tables must also know: rides and
// leaps together, rides with longer steps, rides without (-1,0), more than
// three of them, and games that change when the axes are exchanged.
func otherPieces() []Piece {
	return []Piece{
		Amazon(), Archbishop(), Nightrider(),
		{name: "nimhof3", rides: []step{left, {-3, -1}, down}},
		{name: "nimhof5", rides: []step{left, diagonal, {-2, -3}, {-1, -2}, down}},
		{name: "column", rides: []step{down, {-2, -1}}, leaps: []step{{-1, 0}, {-3, 0}}},
		{name: "row", rides: []step{left}, leaps: []step{{0, -1}, {0, -2}, {-5, -2}}},
		{name: "camel", leaps: []step{{-1, -3}, {-3, -1}, {1, -3}}},
		{name: "stone"},
		Chancellor(),
	}
}

// rectangle yields the cells with x < width and y < height that p has.
func rectangle(p Piece, width, height uint64) []Cell {
	if p.side != 0 {
		width, height = min(width, p.side), min(height, p.side)
	}
	var cells []Cell
	for y := range height {
		for x := range width {
			cells = append(cells, Cell{x, y})
		}
	}
	return cells
}

// definition returns what the oracle says of the measures.
func definition(truth *oracle.Oracle, m grundy.Measure, c grundy.Component) uint64 {
	switch m {
	case grundy.ByOutcome:
		if truth.Wins(oracle.One, grundy.Normal, []grundy.Component{c}) {
			return 1
		}
		return 0
	case grundy.ByNimValue:
		return truth.Value(c)
	case grundy.ByRemoteness:
		return truth.Remoteness(c)
	case grundy.ByMisereRemoteness:
		return truth.Length(c, grundy.Misere, false)
	case grundy.BySuspense:
		return truth.Length(c, grundy.Normal, true)
	case grundy.ByMisereSuspense:
		return truth.Length(c, grundy.Misere, true)
	}
	panic(fmt.Sprint("no definition of ", m))
}

// naiveTable computes nim-values[y][x], in the convention of m, by looking at all options of each cell,
// O(width+height) for a rider. Cells come row by row, or where a step raises a
// coordinate in the order of x+y.
func naiveTable(p Piece, m grundy.Measure, width, height uint64) [][]grundy.Value {
	last := width + height - 2
	if p.climbs() {
		width, height = width+height, width+height
	}
	cells := rectangle(p, width, height)
	if p.climbs() {
		cells = slices.DeleteFunc(cells, func(c Cell) bool { return c.X+c.Y > last })
		slices.SortFunc(cells, func(a, b Cell) int { return int(a.X+a.Y) - int(b.X+b.Y) })
	}
	rows := make([][]grundy.Value, height)
	for y := range rows {
		rows[y] = make([]grundy.Value, width)
	}
	var options []Cell
	var values []grundy.Value
	for _, c := range cells {
		options, values = p.AppendOptions(options[:0], c), values[:0]
		for _, q := range options {
			values = append(values, rows[q.Y][q.X])
		}
		rows[c.Y][c.X] = mexIn(m, values)
	}
	return rows
}

// mexIn returns the nim-value in the convention of m by those of the options.
func mexIn(m grundy.Measure, options []grundy.Value) grundy.Value {
	if m == grundy.ByMisereNimValue && len(options) == 0 {
		return 1
	}
	return grundy.Mex(options...)
}

// nimValues are the conventions of the engines for nim-values.
var nimValues = []grundy.Measure{grundy.ByNimValue, grundy.ByMisereNimValue}

// someCells returns random cells of all sizes to 2^63-1.
func someCells(random *rand.Rand, n int) []Cell {
	cells := make([]Cell, n)
	coordinate := func() uint64 { return random.Uint64() >> (1 + random.IntN(63)) }
	for i := range cells {
		cells[i] = Cell{coordinate(), coordinate()}
		if i%3 == 0 { // near the diagonal
			cells[i].Y = min(cells[i].X+random.Uint64N(4), MaxCoordinate)
		}
	}
	return append(cells, Cell{}, Cell{MaxCoordinate, MaxCoordinate}, Cell{MaxCoordinate, 0}, Cell{0, MaxCoordinate}, Cell{MaxCoordinate, MaxCoordinate - 1})
}

// newRandom returns a source of numbers that is the same for every run.
func newRandom(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(1907, 1935))
}

// skipInShort skips a test with much computing on one goroutine, from which the race
// detector learns nothing.
func skipInShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("much computing on one goroutine")
	}
}
