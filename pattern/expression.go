package pattern

// This file holds expressions: functions of the coordinates that are made of few parts, each
// of which can be computed for numbers of any size, said in words, written as a program, and
// measured.

import (
	"fmt"
	"math/big"
	"slices"
)

// An op is what a node does with its kids.
type op uint8

const (
	opCoordinate op = iota // coordinate n
	opConstant             // n
	opAdd                  // the sum of the kids, plus n
	opXor                  // the nim-sum of the kids
	opAnd
	opOr
	opMin
	opMax
	opGCD
	opApart   // |x - y|
	opProduct // of the kids, times n
	opDivide  // ⌊x / n⌋
	opMod     // x mod n
	opFeature // a function of one number, with the constant n
	opCycle   // a list that ends in a cycle, with a saltus
	opGrid    // a table of what class each kid belongs to
	opEqual   // 0 if x = y, otherwise 1
	opLess    // 0 if x < y, otherwise 1
	opFloor   // ⌊x α⌋ + n
	opMember  // 0 if x is some ⌊k α⌋ + n, otherwise 1
	opPair    // 0 if x and y are ⌊kα⌋ + n and that plus a·k + b for some k, otherwise 1
	opCorner  // grid where all kids are below n, otherwise the last kid
	opSelect  // the kid with the number that the first kid has
)

// A node is an expression.
type node struct {
	op      op
	kids    []*node
	n       int64
	feature string
	cycle   *cycle
	grid    *grid
	slope   *Slope
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
		a = e.n
		for _, w := range v {
			if w != 0 && a >= tooLarge/w {
				return 0, false
			}
			a *= w
		}
		return a, true
	case opXor, opAnd, opOr, opMin, opMax, opGCD:
		for _, w := range v[1:] {
			a = fold(e.op, a, w)
		}
		return a, true
	case opApart:
		return max(a, b) - min(a, b), true
	case opDivide:
		return a / e.n, true
	case opMod:
		return a % e.n, true
	case opFeature:
		f := features[e.feature]
		if a < f.least {
			return 0, false
		}
		return f.at(a, e.n), true
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
	// Beatty sequences
	big, err := e.beatty(bigs(v))
	if err != nil || !big.IsInt64() || big.Int64() >= tooLarge {
		return 0, false
	}
	return big.Int64(), true
}

// truth is 0 for a position that is P.
func truth(p bool) int64 {
	if p {
		return 0
	}
	return 1
}

func bigs(v []int64) []*big.Int {
	b := make([]*big.Int, len(v))
	for i, w := range v {
		b[i] = big.NewInt(w)
	}
	return b
}

func fold(o op, a, b int64) int64 {
	switch o {
	case opXor:
		return a ^ b
	case opAnd:
		return a & b
	case opOr:
		return a | b
	case opMin:
		return min(a, b)
	case opMax:
		return max(a, b)
	case opAdd:
		return a + b
	}
	return gcd(a, b)
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

// value computes the node for numbers of any size.
func (e *node) value(x []*big.Int) (*big.Int, error) {
	switch e.op {
	case opCoordinate:
		return x[e.n], nil
	case opConstant:
		return big.NewInt(e.n), nil
	case opSelect:
		i, err := e.kids[0].value(x)
		if err != nil {
			return nil, err
		}
		return e.kids[i.Int64()+1].value(x)
	case opGrid, opCorner:
		kids := len(e.kids)
		if e.op == opCorner {
			kids--
		}
		var failed error
		class, ok := e.classes(kids, func(i int) (int64, bool) {
			v, err := e.kids[i].value(x)
			if err != nil {
				failed = err
				return 0, false
			}
			first, turn := big.NewInt(e.grid.first[i]), big.NewInt(e.grid.turn[i])
			if turn.Sign() > 0 && v.Cmp(first) >= 0 {
				v = new(big.Int).Sub(v, first)
				v.Mod(v, turn).Add(v, first)
			}
			return v.Int64(), v.IsInt64()
		})
		switch {
		case failed != nil:
			return nil, failed
		case ok:
			return big.NewInt(e.grid.values[class]), nil
		case e.op == opCorner:
			return e.kids[kids].value(x)
		}
		return nil, fmt.Errorf("the pattern says nothing of %v", x)
	}
	v := make([]*big.Int, len(e.kids))
	for i, k := range e.kids {
		var err error
		if v[i], err = k.value(x); err != nil {
			return nil, err
		}
	}
	r := new(big.Int).Set(v[0])
	switch e.op {
	case opAdd:
		r.SetInt64(e.n)
		for _, w := range v {
			r.Add(r, w)
		}
		if r.Sign() < 0 {
			return nil, fmt.Errorf("the pattern says nothing of %v", x)
		}
	case opProduct:
		r.SetInt64(e.n)
		for _, w := range v {
			r.Mul(r, w)
		}
	case opXor, opAnd, opOr, opMin, opMax, opGCD:
		for _, w := range v[1:] {
			switch e.op {
			case opXor:
				r.Xor(r, w)
			case opAnd:
				r.And(r, w)
			case opOr:
				r.Or(r, w)
			case opGCD:
				r.GCD(nil, nil, r, w)
			default:
				if (w.Cmp(r) < 0) == (e.op == opMin) {
					r.Set(w)
				}
			}
		}
	case opApart:
		r.Sub(r, v[1]).Abs(r)
	case opDivide:
		r.Div(r, big.NewInt(e.n))
	case opMod:
		r.Mod(r, big.NewInt(e.n))
	case opFeature:
		f := features[e.feature]
		switch {
		case v[0].Cmp(big.NewInt(f.least)) < 0:
			return nil, fmt.Errorf("the pattern says nothing of %v", x)
		case f.value != nil:
			return f.value(v[0], e.n)
		case !v[0].IsInt64():
			return nil, fmt.Errorf("the pattern needs the divisors of %v, which is too large", v[0])
		}
		return big.NewInt(f.at(v[0].Int64(), e.n)), nil
	case opCycle:
		c := e.cycle
		if r.Cmp(big.NewInt(int64(len(c.first)))) < 0 {
			return big.NewInt(c.first[r.Int64()]), nil
		}
		turns, i := r.Sub(r, big.NewInt(int64(len(c.first)))).QuoRem(r, big.NewInt(int64(len(c.turn))), new(big.Int))
		turns.Mul(turns, big.NewInt(c.saltus))
		return turns.Add(turns, big.NewInt(c.turn[i.Int64()])), nil
	case opEqual:
		r.SetInt64(truth(v[0].Cmp(v[1]) == 0))
	case opLess:
		r.SetInt64(truth(v[0].Cmp(v[1]) < 0))
	default:
		return e.beatty(v)
	}
	return r, nil
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
