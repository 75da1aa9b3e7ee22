package pattern

// Patterns are expressions: functions of the coordinates that are made of few parts, each of which
// can be computed, said in words, written as a program, and measured.

import (
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy/theory/nimber"
)

// An op is what a node does with its kids.
type op uint8

const (
	opCoordinate op = iota // coordinate n
	opConstant             // n
	opAdd                  // the sum of the kids, plus n
	opXor                  // the nim-sum of the kids
	opOr                   // the binary digits that some kid has
	opAnd                  // those that all kids have
	opMin
	opMax
	opApart   // |x - y|
	opProduct // n x
	opDivide  // ⌊x / n⌋
	opMod     // x mod n
	opFeature // a function of one number
	opCycle   // a list that ends in a cycle, with a saltus
	opGrid    // a table of what class each kid belongs to
	opEqual   // 0 if x = y, otherwise 1
	opLess    // 0 if x < y, otherwise 1
	opFloor   // ⌊(x + j/m) α + p/m⌋ + n
	opPair    // 0 if x and y are ⌊(k + j/m) α + p/m⌋ + n and that plus a·k + b for some k, otherwise 1
	opCorner  // grid where all other kids are in it, otherwise the last kid
	opSelect  // the second kid where the first one is 0, the third one where it is 1

	opNimProduct // the nim-product of the kids
	opRatio      // ⌊|x/y - y/x|⌋
)

// A node is an expression.
type node struct {
	op      op
	kids    []*node
	n       int64
	feature *feature
	cycle   *cycle
	grid    *grid
	slope   *Slope
	shift   shift    // of the slope
	gap     [2]int64 // a and b of opPair
}

// A cycle is the function with f(i) = first[i] for i < len(first), and from there on
// f(i + p) = f(i) + saltus, where p = len(turn) is the period.
type cycle struct {
	first, turn []int64
	saltus      int64
}

// A grid gives a value to each cell of a box of classes. The class of x along axis i is x if
// that is below first[i], and from there on x - first[i] modulo turn[i], plus first[i].
type grid struct {
	first, turn []int64
	values      []int64 // the last axis runs fastest
}

func coordinate(i int) *node                  { return &node{op: opCoordinate, n: int64(i)} }
func constant(v int64) *node                  { return &node{op: opConstant, n: v} }
func combine(o op, kids ...*node) *node       { return &node{op: o, kids: kids} }
func with(o op, n int64, kids ...*node) *node { return &node{op: o, n: n, kids: kids} }

const tooLarge = 1 << 62 // values of At stay below

// at computes the node where every number stays small; it is false where one does not, or
// where the function is not defined.
func (e *node) at(x []int) (int64, bool) {
	switch e.op {
	case opCoordinate:
		return int64(x[e.n]), true
	case opConstant:
		return e.n, true
	case opSelect:
		i, ok := e.kids[0].at(x)
		if !ok {
			return 0, false
		}
		return e.kids[i+1].at(x)
	case opCorner:
		last := len(e.kids) - 1
		if class, ok := e.classes(last, func(i int) (int64, bool) { return e.kids[i].at(x) }); ok {
			return e.grid.values[class], true
		}
		return e.kids[last].at(x)
	case opGrid:
		class, ok := e.classes(len(e.kids), func(i int) (int64, bool) { return e.kids[i].at(x) })
		if !ok {
			return 0, false
		}
		return e.grid.values[class], true
	}
	var few [4]int64
	v := few[:0]
	for _, k := range e.kids {
		w, ok := k.at(x)
		if !ok {
			return 0, false
		}
		v = append(v, w)
	}
	a, b := v[0], int64(0)
	if len(v) > 1 {
		b = v[1]
	}
	switch e.op {
	case opAdd:
		a = e.n
		for _, w := range v {
			a += w
		}
		return a, a >= 0 && a < tooLarge
	case opProduct:
		return a * e.n, a < tooLarge/e.n
	case opXor, opOr, opAnd, opMin, opMax, opApart, opNimProduct, opRatio:
		for _, w := range v[1:] {
			a = fold(e.op, a, w)
		}
		return a, a >= 0 && a < tooLarge
	case opDivide:
		return a / e.n, true
	case opMod:
		return a % e.n, true
	case opFeature:
		if a < e.feature.least {
			return 0, false
		}
		return e.feature.at(a), true
	case opCycle:
		c := e.cycle
		if a < 0 {
			return 0, false
		}
		if a < int64(len(c.first)) {
			return c.first[a], true
		}
		a -= int64(len(c.first))
		turns := a / int64(len(c.turn))
		if c.saltus != 0 && turns >= tooLarge/c.saltus {
			return 0, false
		}
		return c.turn[a%int64(len(c.turn))] + turns*c.saltus, true
	case opEqual:
		return truth(a == b), true
	case opLess:
		return truth(a < b), true
	}
	return e.beatty(a, b)
}

// truth is 0 for a position that is P.
func truth(p bool) int64 {
	if p {
		return 0
	}
	return 1
}

// fold returns what an op makes of two numbers, below 0 where that is not defined.
func fold(o op, a, b int64) int64 {
	switch o {
	case opApart:
		return max(a, b) - min(a, b)
	case opNimProduct:
		return int64(nimber.Mul(uint64(a), uint64(b)))
	case opRatio:
		return ratio(min(a, b), max(a, b))
	case opXor:
		return a ^ b
	case opOr:
		return a | b
	case opAnd:
		return a & b
	case opMin:
		return min(a, b)
	case opMax:
		return max(a, b)
	}
	return a + b
}

// ratio returns ⌊y/x - x/y⌋ for 0 < x <= y, and -1 for x = 0. With y = qx + r that is q, or q - 1
// where r/x < x/y.
func ratio(x, y int64) int64 {
	if x <= 0 {
		return -1
	}
	high, low := bits.Mul64(uint64(y%x), uint64(y))
	high2, low2 := bits.Mul64(uint64(x), uint64(x))
	if high < high2 || high == high2 && low < low2 {
		return y/x - 1
	}
	return y / x
}

// classes returns where the first kids fall in the grid; false if one falls nowhere.
func (e *node) classes(kids int, value func(i int) (int64, bool)) (class int64, ok bool) {
	g := e.grid
	for i := range kids {
		a, ok := value(i)
		if !ok || a < 0 {
			return 0, false
		}
		if a >= g.first[i] {
			if g.turn[i] == 0 {
				return 0, false
			}
			a = g.first[i] + (a-g.first[i])%g.turn[i]
		}
		class = class*(g.first[i]+g.turn[i]) + a
	}
	return class, true
}

// replace returns the expression with coordinates replaced by other expressions.
func (e *node) replace(by []*node) *node {
	if e.op == opCoordinate {
		return by[e.n]
	}
	f := *e
	f.kids = slices.Clone(e.kids)
	for i, k := range e.kids {
		f.kids[i] = k.replace(by)
	}
	return &f
}
