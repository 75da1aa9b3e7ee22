package mirror

// How the statements of the rules are followed. Where a condition depends on a cell, both ways are
// followed, each with the box in which it is gone; they are joined again where the variables that
// may still be read agree.

import (
	"context"
	"errors"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// A moment is where the rules have come to: the variables, the box in which they come here, and
// behind the variables what the innermost Build has made.
type moment struct {
	vars []value
	in   box
}

func (m moment) set(v core.Var, to value) moment {
	m.vars = slices.Clone(m.vars)
	m.vars[v] = to
	return m
}

// A follower follows the rules for positions of some dimensions.
type follower struct {
	program  *core.Program
	dims     []int64   // a state of these dimensions
	contents [][]int64 // of each cell of a state, all that there may be; nil of a length, and of a cell with too many
	live     core.Live
	known    map[core.Expr][]core.Expr // the operands of expressions
	moves    moves
	spent    int
	depth    int // of calls
	ctx      context.Context
	held     *meter.Account
}

// errNone says that the rules cannot be followed: there is no proof.
var errNone = errors.New("no moves as changes of cells")

// A refusal ends the work of a follower.
type refusal struct{ error }

func (x *follower) refuse() { panic(refusal{errNone}) }

const (
	mostSteps = 1_500_000 // that a proof may take
	stepBytes = 16        // that a step leaves in memory, at most, on average
	mostCalls = 50        // that nest
)

// spend counts work.
func (x *follower) spend(n int) {
	before := x.spent >> 12
	if x.spent += n; x.spent>>12 == before {
		return
	}
	if x.spent > mostSteps {
		x.refuse()
	}
	if x.ctx.Err() != nil {
		panic(refusal{context.Cause(x.ctx)})
	}
	if err := x.held.Take(uint64(x.spent>>12-before) << 12 * stepBytes); err != nil {
		panic(refusal{err})
	}
}

// all returns the bits of all contents of a cell.
func (x *follower) all(cell int32) uint64 { return 1<<len(x.contents[cell]) - 1 }

// A flow is where statements may lead besides to the next one.
type flow struct {
	returned          *[]moment // whose made is the value
	broken, continued *[]moment
}

func (x *follower) block(f flow, body []core.Stmt, now []moment) []moment {
	for _, s := range body {
		if _, ok := s.(*core.Charge); ok {
			continue
		}
		var next []moment
		for _, m := range now {
			x.spend(1)
			next = append(next, x.statement(f, s, m)...)
		}
		now = x.merged(next, x.live.Behind(s))
	}
	return now
}

// merged joins moments whose variables agree, those of them that may be read.
func (x *follower) merged(all []moment, read []bool) []moment {
	for i := range all {
		for v := range read {
			if !read[v] && all[i].vars[v].kind != core.NoType {
				all[i] = all[i].set(core.Var(v), value{})
			}
		}
	}
	if len(all) < 2 {
		return all
	}
	var made []moment
	for len(all) > 0 {
		first, rest := all[0], all[:0:0]
		boxes := []box{first.in}
		for _, m := range all[1:] {
			x.spend(1)
			if slices.EqualFunc(first.vars, m.vars, x.same) {
				boxes = append(boxes, m.in)
			} else {
				rest = append(rest, m)
			}
		}
		for _, in := range x.union(boxes) {
			made = append(made, moment{first.vars, in})
		}
		all = rest
	}
	return made
}

// loop follows turns until none goes on. Turn says where a turn begins, those that the loop ends
// with go to after.
func (x *follower) loop(f flow, s core.Stmt, body []core.Stmt, m moment, turn func(i int, m moment) (goes, ends []moment)) []moment {
	var after []moment
	now := []moment{m}
	for i := 0; len(now) > 0; i++ {
		var next []moment
		for _, m := range now {
			goes, ends := turn(i, m)
			after = append(after, ends...)
			onward := x.block(flow{f.returned, &after, &next}, body, goes)
			next = append(next, onward...)
		}
		now = x.merged(next, x.live.Turn(s))
	}
	return after
}

// counted is [follower.loop] of a number of turns.
func (x *follower) counted(f flow, s core.Stmt, body []core.Stmt, m moment, turns int, begin func(i int, m moment) moment) []moment {
	return x.loop(f, s, body, m, func(i int, m moment) (goes, ends []moment) {
		x.spend(1)
		if i >= turns {
			return nil, []moment{m}
		}
		return []moment{begin(i, m)}, nil
	})
}

// test follows a condition both ways.
func (x *follower) test(m moment, e core.Expr) (yes, no []moment) {
	var boxes [2][]box
	x.expr(m, e, func(m moment, v value) {
		x.split(m, x.truth(v), func(m moment, is bool) {
			if is {
				boxes[1] = append(boxes[1], m.in)
			} else {
				boxes[0] = append(boxes[0], m.in)
			}
		})
	})
	for is, all := range boxes {
		for _, in := range x.union(all) {
			to := moment{m.vars, in}
			if is == 1 {
				yes = append(yes, to)
			} else {
				no = append(no, to)
			}
		}
	}
	return yes, no
}

func (x *follower) statement(f flow, s core.Stmt, m moment) (after []moment) {
	then := func(m moment) { after = append(after, m) }
	switch s := s.(type) {
	case *core.Set:
		x.expr(m, s.X, func(in moment, v value) { then(moment{m.vars, in.in}.set(s.V, v)) })
	case *core.SetCell:
		x.exprs(m, []core.Expr{s.X, s.I}, func(in moment, v []value) {
			x.place(in, v[1], len(m.vars[s.V].cells), func(in moment, i int) {
				then(moment{m.vars, in.in}.set(s.V, x.changed(m.vars[s.V], i, v[0])))
			})
		})
	case *core.Append:
		x.expr(m, s.X, func(in moment, v value) {
			to := m.vars[s.V]
			to.cells = append(slices.Clip(to.cells), v.one)
			then(moment{m.vars, in.in}.set(s.V, to))
		})
	case *core.Unpack:
		x.expr(m, s.X, func(in moment, v value) {
			if len(v.cells) != len(s.V) {
				x.refuse()
			}
			to := moment{m.vars, in.in}
			for i, w := range s.V {
				to = to.set(w, x.cell(v, i))
			}
			then(to)
		})
	case *core.If:
		yes, no := x.test(m, s.Cond)
		return append(x.block(f, s.Then, yes), x.block(f, s.Else, no)...)
	case *core.While:
		return x.loop(f, s, s.Body, m, func(_ int, m moment) (goes, ends []moment) {
			x.spend(1)
			return x.test(m, s.Cond)
		})
	case *core.For:
		x.numbers(m, []core.Expr{s.From, s.To, s.Step}, func(in moment, n []int64) {
			if n[2] == 0 {
				x.refuse()
			}
			turns := int(min(core.RangeLength(n[0], n[1], n[2]), mostSteps))
			after = append(after, x.counted(f, s, s.Body, moment{m.vars, in.in}, turns, func(i int, m moment) moment {
				return m.set(s.V, number(core.IntType, n[0]+int64(i)*n[2]))
			})...)
		})
	case *core.Each:
		x.expr(m, s.Over, func(in moment, v value) {
			after = append(after, x.counted(f, s, s.Body, moment{m.vars, in.in}, len(v.cells), func(i int, m moment) moment {
				return counter(m.set(s.Item, x.cell(v, i)), s.Counter, i)
			})...)
		})
	case *core.Lines:
		lines := func(in moment, all [][]value) {
			after = append(after, x.counted(f, s, s.Body, moment{m.vars, in.in}, len(all), func(i int, m moment) moment {
				if s.Line != core.NoVar {
					m = m.set(s.Line, x.row(core.IntType, all[i]))
				} else if len(s.Items) != len(all[i]) {
					x.refuse()
				}
				for j, v := range s.Items {
					m = m.set(v, all[i][j])
				}
				return counter(m, s.Counter, i)
			})...)
		}
		var all [][]value
		if s.Table >= 0 {
			for _, line := range x.program.Tables[s.Table].Lines {
				all = append(all, numbers(core.IntType, line))
			}
			lines(m, all)
			break
		}
		x.exprs(m, slices.Concat(s.Written...), func(in moment, v []value) {
			all := all[:0:0]
			for _, line := range s.Written {
				all, v = append(all, v[:len(line):len(line)]), v[len(line):]
			}
			lines(in, all)
		})
	case *core.Return:
		if s.X == nil {
			*f.returned = append(*f.returned, m)
			break
		}
		x.expr(m, s.X, func(in moment, v value) {
			*f.returned = append(*f.returned, moment{m.vars, in.in}.set(core.Var(len(m.vars)-1), v))
		})
	case *core.Leave:
		if s.Turn {
			*f.continued = append(*f.continued, m)
		} else {
			*f.broken = append(*f.broken, m)
		}
	case *core.Do:
		var boxes []box
		x.expr(m, s.X, func(in moment, _ value) { boxes = append(boxes, in.in) })
		for _, in := range x.union(boxes) {
			then(moment{m.vars, in})
		}
	case *core.Yield:
		x.expr(m, s.X, func(in moment, v value) {
			made := m.vars[len(m.vars)-1]
			if made.kind == core.GridType {
				if made.height > 0 && made.width != len(v.cells) {
					x.refuse()
				}
				made.height, made.width = made.height+1, len(v.cells)
				made.cells = append(slices.Clip(made.cells), v.cells...)
			} else {
				made.cells = append(slices.Clip(made.cells), v.one)
			}
			x.spend(len(made.cells) / 8)
			then(moment{m.vars, in.in}.set(core.Var(len(m.vars)-1), made))
		})
	case *core.State:
		if s.Reply != core.Anywhere {
			x.refuse()
		}
		x.exprs(m, s.Fields, func(in moment, v []value) { x.state(in, v) })
		then(m)
	default: // an end, a sum or a failure
		x.refuse()
	}
	return after
}

// counter gives the counter of a loop its number, if there is one.
func counter(m moment, v core.Var, i int) moment {
	if v == core.NoVar {
		return m
	}
	return m.set(v, number(core.IntType, int64(i)))
}

// call follows a function.
func (x *follower) call(m moment, fn *core.Function, args []value, then func(moment, value)) {
	if x.depth++; x.depth > mostCalls {
		x.refuse()
	}
	x.live.Read(fn)
	start := moment{make([]value, len(fn.Vars)+1), m.in}
	copy(start.vars, args)
	var returned []moment
	end := x.block(flow{returned: &returned}, fn.Body, []moment{start})
	x.depth--
	for _, r := range x.merged(append(returned, end...), make([]bool, len(fn.Vars))) {
		then(moment{m.vars, r.in}, r.vars[len(fn.Vars)])
	}
}

// A write gives a cell a content, by its place among all.
type write struct{ cell, to int32 }

// moves are what is written, each with the boxes in which that is a move.
type moves struct {
	at  map[string]int // by the text of the writes
	all []move
}

type move struct {
	writes []write // in the order of their cells
	in     []box
}

// state notes a move to a position.
func (x *follower) state(m moment, fields []value) {
	var changed []one
	var cells []int32
	for i, v := range fields {
		f := &x.program.Shape.Fields[i]
		at, dims := int32(f.At), x.dims[f.At:f.At+f.Used(x.dims)]
		switch f.Kind {
		case core.Integer:
			v.cells = []one{v.one}
		case core.Row:
			at++
			if int64(len(v.cells)) != dims[0] {
				x.refuse()
			}
		case core.Grid:
			at += 2
			if len(v.cells) != len(dims)-2 || len(v.cells) > 0 && (int64(v.height) != dims[0] || int64(v.width) != dims[1]) {
				x.refuse()
			}
		}
		x.spend(len(v.cells))
		for j, c := range v.cells {
			if cell := at + int32(j); !c.isCell(cell) {
				changed, cells = append(changed, c), append(cells, cell)
			}
		}
	}
	x.know(m, changed, func(m moment, n []int64) {
		x.spend(len(n))
		var writes []write
		for i, n := range n {
			cell := cells[i]
			to := slices.Index(x.contents[cell], n)
			if to < 0 {
				x.refuse()
			}
			if m.in.mask(cell, x.all(cell)) != 1<<to {
				writes = append(writes, write{cell, int32(to)})
			}
		}
		x.moves.add(writes, m.in)
	})
}

func textOf(writes []write) string {
	key := make([]byte, 0, 4*len(writes))
	for _, w := range writes {
		key = append(key, byte(w.cell), byte(w.cell>>8), byte(w.cell>>16), byte(w.to))
	}
	return string(key)
}

func (all *moves) add(writes []write, in box) {
	key := textOf(writes)
	at, ok := all.at[key]
	if !ok {
		if all.at == nil {
			all.at = map[string]int{}
		}
		at = len(all.all)
		all.at[key], all.all = at, append(all.all, move{writes: writes})
	}
	all.all[at].in = append(all.all[at].in, in)
}
