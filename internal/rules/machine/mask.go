package machine

// Rows and grids in which some cells are overwritten, as in
// ["#" if abs(i - j) <= 1 else row[j] for j in range(len(row))]. If the places of these cells
// depend on a few numbers alone, and not on other cells, the machine keeps the places, and the
// next time it copies the others. It takes the same steps.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

const (
	mostMaskNumbers = 6       // on which the places depend, with the sides
	mostMaskCells   = 1 << 10 // of a row or grid
	masksKept       = 1 << 12 // of each such expression, a power of two
	mostMaskPlaces  = 1 << 18 // that a machine keeps
)

// A mask is such an expression.
type mask struct {
	source  core.Var   // the row or grid that it copies
	places  []core.Var // the variables of the loops, the outer one first
	cond    core.Expr
	not     bool       // the cells where the condition holds are copied
	value   core.Expr  // of those that are overwritten
	numbers []core.Var // that the condition reads besides
}

// A kept mask is the places that are overwritten for some numbers.
type kept struct {
	numbers [mostMaskNumbers]int64
	places  []int32
	steps   int64 // that it takes; 0 where nothing is kept
}

// maskOf reports whether what is built has the form of a mask.
func (c *compiler) maskOf(n *core.Build) (x mask, ok bool) {
	body, depth := n.Body, 1
	if n.Type.Kind == core.GridType {
		depth = 2
	}
	for i := range depth {
		if len(body) != 1 {
			return x, false
		}
		loop, ok := body[0].(*core.For)
		if !ok || len(loop.Body) != 2 || !isNumber(loop.From, 0) || !isNumber(loop.Step, 1) {
			return x, false
		}
		var over core.Expr
		switch to := loop.To.(type) {
		case *core.Side:
			if over = to.Grid; n.Type.Kind != core.GridType || to.Width != (i == 1) {
				return x, false
			}
		case *core.Len:
			if over = to.X; n.Type.Kind == core.GridType {
				return x, false
			}
		}
		get, ok := over.(*core.Get)
		yield, isYield := loop.Body[1].(*core.Yield)
		if !ok || !isYield || i == 1 && get.V != x.source {
			return x, false
		}
		x.source, x.places = get.V, append(x.places, loop.V)
		if i < depth-1 {
			row, ok := yield.X.(*core.Build)
			if !ok {
				return x, false
			}
			body = row.Body
			continue
		}
		choice, ok := yield.X.(*core.Choose)
		if !ok || !x.copies(choice.Y) && !x.copies(choice.X) {
			return x, false
		}
		x.cond, x.value = choice.Cond, choice.X
		if x.not = x.copies(choice.X); x.not {
			x.value = choice.Y
		}
	}
	return x, c.vars[x.source].t == n.Type && c.isFixed(&x, x.value) && c.findNumbers(&x)
}

func isNumber(e core.Expr, n int64) bool {
	k, ok := e.(*core.Const)
	return ok && k.N == n
}

// copies reports whether an expression is the cell of the source at the place of the loops.
func (x *mask) copies(e core.Expr) bool {
	is := func(e core.Expr, v core.Var) bool {
		get, ok := e.(*core.Get)
		return ok && get.V == v
	}
	switch e := e.(type) {
	case *core.Cell:
		return is(e.Grid, x.source) && len(x.places) == 2 && is(e.R, x.places[0]) && is(e.C, x.places[1])
	case *core.Index:
		return is(e.Row, x.source) && len(x.places) == 1 && is(e.I, x.places[0])
	}
	return false
}

// isFixed reports whether a value is a constant, or a variable that the loops do not change.
func (c *compiler) isFixed(x *mask, e core.Expr) bool {
	switch e := e.(type) {
	case *core.Const:
		return true
	case *core.Get:
		return c.vars[e.V].t.IsScalar() && !slices.Contains(x.places, e.V)
	}
	return false
}

// findNumbers collects the numbers on which the condition depends. It is false if it depends on
// anything else, or takes steps.
func (c *compiler) findNumbers(x *mask) bool {
	ok := true
	core.Walk([]core.Stmt{&core.Do{X: x.cond}}, nil, func(e core.Expr) bool {
		switch e := e.(type) {
		case *core.Const, *core.Arith, *core.Negate, *core.Abs, *core.Invert, *core.Extreme, *core.Not, *core.Logic, *core.Compare:
		case *core.Side:
			get, isVar := e.Grid.(*core.Get)
			ok = ok && isVar && get.V == x.source
			return false
		case *core.Len:
			get, isVar := e.X.(*core.Get)
			ok = ok && isVar && get.V == x.source
			return false
		case *core.Get:
			ok = ok && c.vars[e.V].t.IsScalar()
			if !slices.Contains(x.places, e.V) && !slices.Contains(x.numbers, e.V) {
				x.numbers = append(x.numbers, e.V)
			}
		default:
			ok = false
		}
		return ok
	})
	return ok && len(x.numbers)+2 <= mostMaskNumbers
}

// masked compiles a mask that is written to where it is wanted. Plain is what is built in the
// usual way.
func (c *compiler) masked(x *mask, plain operand) operand {
	source, cond, value := reading(c.vars[x.source]), c.condition(x.cond), c.number(x.value)
	view, build, want, id := source.view, plain.view, !x.not, c.masks
	c.masks++
	var numbers, loops []int
	for _, v := range x.numbers {
		numbers = append(numbers, c.vars[v].at)
	}
	for _, v := range x.places {
		loops = append(loops, c.vars[v].at)
	}
	first := header(source.t)
	// find returns where the places are kept for the numbers at hand.
	find := func(m *Machine, sides [2]int64) (at *kept, isKept bool) {
		key := [mostMaskNumbers]int64{sides[0], sides[1]}
		hash := uint64(sides[0]<<16 + sides[1])
		for i, r := range numbers {
			key[2+i] = m.r[r]
			hash = (hash ^ uint64(m.r[r])) * 0x9e3779b97f4a7c15
		}
		if m.masks[id] == nil {
			m.masks[id] = make([]kept, masksKept)
		}
		at = &m.masks[id][(hash^hash>>32)%masksKept]
		if at.steps > 0 && at.numbers == key {
			return at, true
		}
		at.numbers, at.steps = key, 0
		return at, false
	}
	// keep notes the places.
	keep := func(m *Machine, at *kept, sides [2]int64, steps int64) {
		m.maskPlaces -= len(at.places)
		at.places = at.places[:0]
		for i := range sides[0] {
			m.r[loops[0]] = i
			for j := range sides[1] {
				m.r[loops[len(loops)-1]] = j
				if cond(m) == want {
					at.places = append(at.places, int32(int64(first)+i*sides[1]+j))
				}
			}
		}
		m.maskPlaces += len(at.places)
		if at.steps = steps; m.maskPlaces > mostMaskPlaces {
			at.steps = 0
		}
	}
	return operand{t: plain.t, reg: -1, view: build, write: func(m *Machine, dst []int64) int {
		cells := view(m)
		sides := [2]int64{1, int64(len(cells))}
		if first > 0 {
			sides = [2]int64{cells[0], cells[1]}
		}
		if len(cells) == first || len(cells) > mostMaskCells || m.stopped {
			return plain.write(m, dst)
		}
		at, isKept := find(m, sides)
		if isKept && at.steps <= m.steps && len(cells) <= len(dst) {
			m.steps -= at.steps
			copy(dst, cells)
			v := value(m)
			for _, i := range at.places {
				dst[i] = v
			}
			return len(cells)
		}
		before := m.steps + m.reserve
		n := plain.write(m, dst)
		if !m.stopped && !isKept {
			keep(m, at, sides, before-m.steps-m.reserve)
		}
		return n
	}}
}
