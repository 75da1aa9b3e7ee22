package coin

// A product of two games on a line is played in the plane, and its values are nim-products (the
// tartan theorem).
//
// In the product of the rules A and B the coins are cells (x,y). A move of A
// with the last coin x and a move of B with the last coin y make a move with the
// last cell (x,y): it turns all cells (i,j) where A's move turns i and B's turns
// j. Cell (x,y) must go from heads to tails.
//
// The Tartan theorem (Winning Ways, chapter 14): a head alone on (x,y) has the
// nim-value g(x)*h(y), the nim-product of the values of x in A and of y in B.
//
// Proof, by induction. Let the companions of A's move have the exclusive or u,
// and those of B's v. The companions of (x,y) then have
//
//	u*h(y) + g(x)*v + u*v = (g(x)+u)*(h(y)+v) + g(x)*h(y),
//
// sums being exclusive ors. As g(x) is the mex of all u, it is none of them, and
// likewise h(y); the nimbers are a field, so the product on the right is not 0,
// and g(x)*h(y) is not the value of an option. For u < g(x) and v < h(y) all of
// which occur, the left side is what Conway's definition of the product asks
// for, so all smaller values occur. ∎
//
// Options of nim-value w. Let change be the exclusive or of w and the nim-value
// of the position. By the equation a move at (x,y) changes the value by
// (g(x)+u)*(h(y)+v). So it is enough to walk through the moves of one line: for
// each u this gives v by a quotient, and the moves of the other line with that v
// are found as on a line. The line with fewer moves is walked.

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/nimber"
)

// A Cell is a coin in the plane.
type Cell struct{ X, Y uint64 }

// compareCells orders cells by X, then by Y.
func compareCells(a, b Cell) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
}

func lessCells(a, b Cell) bool { return compareCells(a, b) < 0 }

// Product is the product of two games on a line. A position lists the cells that
// show heads, in ascending order by X, then Y. Coordinates are at most 2^63-1,
// and such that the number of moves with that last cell times the coins that one
// of them turns is at most 2^24, where the latter is more than 9; so a head at
// (x,y) of Rugs has x*y to 4096. Options come by the last cell of the move, in
// that order; then by the companions in that one of its lines that has
// fewer moves (the first, if both have as many), then by those in the other one.
//
// Outcome and nim-value cost a nim-product a head. The options of one nim-value
// cost some nim-products for each move of that line, and are found where these
// are at most 2^20 for all heads together.
type Product struct {
	prefix string // "rugs(" or "tartan[3,3]("
	a, b   Line
}

// maxWalked is the most moves on a line that a search for options walks through.
const maxWalked = 1 << 20

// The products that have a name.
var (
	// TurningCorners is the product of Twins with itself: turn the four
	// corners of a rectangle.
	TurningCorners = Product{"turning-corners(", Twins, Twins}
	// Rugs is the product of Ruler with itself: turn a whole rectangle.
	Rugs = Product{"rugs(", Ruler, Ruler}
)

// lines are the rules by number, as written in tartan[1,4](…).
var lines = []Line{TurningTurtles, Twins, MockTurtles, Ruler}

// PlaceTartan makes the position tartan[i,j](x,y,…) a component, the product of
// the rules number i and j: 1 Turning Turtles, 2 Twins, 3 Mock Turtles, 4 Ruler.
// The error is a *grundy.PositionError.
func PlaceTartan(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) != 2 {
		return nil, grundy.BracketErrorf(-1, "%d numbers in brackets: want the two rules of a product, as in tartan[3,4](5,6)", len(brackets))
	}
	var chosen [2]Line
	for i, a := range brackets {
		if n, ok := a.Uint63(); ok && n >= 1 && n <= uint64(len(lines)) {
			chosen[i] = lines[n-1]
			continue
		}
		return nil, grundy.BracketErrorf(i, "%s is not a rule: want 1 for turning-turtles, 2 for twins, 3 for mock-turtles, or 4 for ruler", a.Text)
	}
	prefix := fmt.Sprintf("tartan[%d,%d](", brackets[0].Abs, brackets[1].Abs)
	return PlaceProduct(Product{prefix, chosen[0], chosen[1]}, nil, args)
}

// PlaceProduct makes a position of the game a component; args are the cells that
// show heads, x first, then y, in any order. The error is a
// *grundy.PositionError.
func PlaceProduct(game Product, brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) > 0 {
		return nil, grundy.BracketErrorf(0, "[%s]: %s…) takes no bracketed numbers", brackets[0].Text, game.prefix)
	}
	if len(args)%2 == 1 {
		return nil, grundy.Errorf(len(args)-1, "%s: this x has no y; want the coordinates of cells, x first, then y", args[len(args)-1].Text)
	}
	heads, seen := make([]Cell, len(args)/2), make(map[Cell]bool, len(args)/2)
	for i := range heads {
		x, okX := args[2*i].Uint63()
		y, okY := args[2*i+1].Uint63()
		if !okX || x < game.a.first() {
			return nil, grundy.Errorf(2*i, "x = %s: want %d … %d", args[2*i].Text, game.a.first(), uint64(math.MaxInt64))
		}
		if !okY || y < game.b.first() {
			return nil, grundy.Errorf(2*i+1, "y = %s: want %d … %d", args[2*i+1].Text, game.b.first(), uint64(math.MaxInt64))
		}
		turned, moves := grundy.MulCounts(game.a.turned(x), game.b.turned(y)), game.a.count(x)
		if err := mayTurn(2*i, fmt.Sprintf("cell %d,%d", x, y), turned, moves.Mul(moves, game.b.count(y))); err != nil {
			return nil, err
		}
		heads[i] = Cell{x, y}
		if seen[heads[i]] {
			return nil, grundy.Errorf(2*i, "cell %d,%d was named before; want each cell that shows heads once", x, y)
		}
		seen[heads[i]] = true
	}
	slices.SortFunc(heads, compareCells)
	return grundy.Place(game, heads), nil
}

// AppendPosition implements [grundy.Notation]: "rugs(2,3,4,4)".
func (g Product) AppendPosition(dst []byte, p []Cell) []byte {
	dst = append(dst, g.prefix...)
	for i, c := range p {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strconv.AppendUint(dst, c.X, 10), ',')
		dst = strconv.AppendUint(dst, c.Y, 10)
	}
	return append(dst, ')')
}

// A head is a cell that shows heads, seen as its lines are walked: the outer one
// is the one of fewer moves.
type head struct {
	outer, inner   Line
	at, inwards    uint64 // the coordinates on the two
	crossed        bool   // whether outer is the second line
	moves, choices *big.Int
}

func (g Product) head(c Cell) head {
	h := head{outer: g.a, inner: g.b, at: c.X, inwards: c.Y, moves: g.a.count(c.X), choices: g.b.count(c.Y)}
	if h.choices.Cmp(h.moves) < 0 {
		return head{outer: g.b, inner: g.a, at: c.Y, inwards: c.X, crossed: true, moves: h.choices, choices: h.moves}
	}
	return h
}

// turn returns the position after the move of these companions on the lines.
func (h head) turn(p []Cell, outer, inner []uint64) []Cell {
	cells := make([]Cell, 0, (len(outer)+1)*(len(inner)+1))
	for i := range len(outer) + 1 {
		for j := range len(inner) + 1 {
			c := Cell{h.at, h.inwards}
			if i > 0 {
				c.X = outer[i-1]
			}
			if j > 0 {
				c.Y = inner[j-1]
			}
			if h.crossed {
				c.X, c.Y = c.Y, c.X
			}
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, compareCells)
	return difference(p, cells, lessCells)
}

var (
	_ grundy.Game[[]Cell]          = Product{}
	_ grundy.Notation[[]Cell]      = Product{}
	_ grundy.OptionCounter[[]Cell] = Product{}
	_ grundy.Bounded[[]Cell]       = Product{}
	_ grundy.Measurer[[]Cell]      = Product{}
	_ grundy.Finder[[]Cell]        = Product{}
	_ grundy.MoveNamer[[]Cell]     = Product{}
	_ grundy.Scener[[]Cell]        = Product{}
)

// AppendOptions implements [grundy.Game].
func (g Product) AppendOptions(dst [][]Cell, p []Cell) [][]Cell {
	for _, c := range p {
		h := g.head(c)
		for outer := range h.outer.moves(h.at) {
			for inner := range h.inner.moves(h.inwards) {
				dst = append(dst, h.turn(p, outer, inner))
			}
		}
	}
	return dst
}

func (g Product) countAll(p []Cell) *big.Int {
	total := new(big.Int)
	for _, c := range p {
		x, y := g.a.count(c.X), g.b.count(c.Y)
		total.Add(total, x.Mul(x, y))
	}
	return total
}

// CountOptions implements [grundy.OptionCounter].
func (g Product) CountOptions(p []Cell) uint64 { return saturated(g.countAll(p)) }

// CountPositions implements [grundy.Bounded]: no cell is ever turned that does
// not lie left of or below a head.
func (g Product) CountPositions(p []Cell) uint64 {
	var x, y uint64
	for _, c := range p {
		x, y = max(x, c.X+1-g.a.first()), max(y, c.Y+1-g.b.first())
	}
	return subsets(grundy.MulCounts(x, y))
}

// NimValue returns the nim-value of a head alone on (x,y), each at most 2^63-1.
func (g Product) NimValue(c Cell) uint64 { return nimber.Mul(g.a.value(c.X), g.b.value(c.Y)) }

func (g Product) nimValue(p []Cell) (value uint64) {
	for _, c := range p {
		value ^= g.NimValue(c)
	}
	return value
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value.
func (g Product) Measure(m grundy.Measure, p []Cell) (uint64, string, bool) {
	return measured(m, g.nimValue(p), "Tartan theorem: the nim-product of the values on two lines, "+g.a.name()+" and "+g.b.name()+" (Winning Ways, chapter 14; proved in games/coin/tartan.go)")
}

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values. The result is
// false where more than 2^20 moves on a line would have to be walked through.
func (g Product) FindOptions(m grundy.Measure, p []Cell, lo, hi uint64) (grundy.Found[[]Cell], bool) {
	walked := new(big.Int)
	for _, c := range p {
		walked.Add(walked, g.head(c).moves)
	}
	if walked.Cmp(big.NewInt(maxWalked)) > 0 {
		return grundy.Found[[]Cell]{}, false
	}
	return findByChange(m, lo, hi, g.nimValue(p), func() *big.Int { return g.countAll(p) }, func(change uint64) iter.Seq[choice] {
		return func(yield func(choice) bool) {
			for _, c := range p {
				h, move := g.head(c), 0
				targets := h.targets(change)
				for outer := range h.outer.moves(h.at) {
					if !yield(choice{Line: h.inner, head: &h, last: h.inwards, outer: outer, wanted: targets[move]}) {
						return
					}
					move++
				}
			}
		}
	}, func(c choice, companions []uint64) []Cell { return c.head.turn(p, c.outer, companions) })
}

// targets returns for each move on the outer line the exclusive or that the
// companions on the inner line must have to change the nim-value so.
func (h head) targets(change uint64) []uint64 {
	list := make([]uint64, 0, h.moves.Uint64())
	at := h.outer.value(h.at)
	for _, u := range h.outer.moves(h.at) {
		list = append(list, at^u)
	}
	nimber.InvertAll(list)
	inwards := h.inner.value(h.inwards)
	for i, inverse := range list {
		list[i] = nimber.Mul(inverse, change) ^ inwards
	}
	return list
}

// Scene implements [grundy.Scener].
func (g Product) Scene(p []Cell) (grundy.Scene, error) {
	heads := make([][]uint64, len(p))
	for i, c := range p {
		heads[i] = []uint64{c.X, c.Y}
	}
	return grundy.CoinsScene([]uint64{g.a.first(), g.b.first()}, heads...)
}

// AppendMove implements [grundy.MoveNamer]: "turn columns 5 and 3 in rows 6 to
// 4", which are the coins where these meet.
func (Product) AppendMove(dst []byte, p, q []Cell) []byte {
	var columns, rows []uint64
	for _, c := range difference(p, q, lessCells) {
		columns, rows = append(columns, c.X), append(rows, c.Y)
	}
	slices.Sort(columns)
	slices.Sort(rows)
	dst = appendCoins(append(dst, "turn "...), "column", slices.Compact(columns))
	return appendCoins(append(dst, " in "...), "row", slices.Compact(rows))
}
