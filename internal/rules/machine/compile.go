package machine

// How a program becomes closures: its functions, their variables, and the registers of
// both.

import (
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A compiler makes closures of one program.
type compiler struct {
	program   *core.Program
	init      []int64
	capacity  int           // of rows: of variables, and on the way
	full      bool          // there are no more registers
	constants map[int64]int // the registers of numbers
	tables    [][]span
	functions []function
	vars      []variable // of the function that is compiled
	isMain    bool       // it is the one that the host calls
	sets      []core.Var // to which that gives values
	result    variable
	cells     *cells // of the innermost Build around, or nil
	masks     int
}

// A span is where cells stand in the registers.
type span struct{ at, length int }

// A function that can be called.
type function struct {
	vars   []variable // parameters first
	result variable
	body   statement
	cost   int
	free   int
}

// A variable has a type and registers: one for a scalar; for a row its length and then its
// cells; for a grid its height, its width, and then its cells.
type variable struct {
	t    core.Type
	at   int
	room int // for cells; of a grid with its height and width
}

// mostRegisters bounds what the variables and constants of a program take, in numbers.
const mostRegisters = 1 << 20

// New makes a program that can be run of one that was lowered from a file, whose text errors
// quote. An error says why it cannot be run.
func New(code *lang.Code, p *core.Program) (*Program, *lang.Error) {
	c := &compiler{program: p, capacity: p.Shape.Capacity(), constants: map[int64]int{}}
	c.room(p.Shape.Size)
	for _, t := range p.Tables {
		var lines []span
		for _, line := range t.Lines {
			lines = append(lines, span{c.keep(line), len(line)})
		}
		c.tables = append(c.tables, lines)
	}
	for i := range p.Functions {
		c.functions = append(c.functions, c.function(&p.Functions[i]))
		if c.full {
			return nil, code.FailAtPlace(core.Place{}, "too many variables")
		}
	}
	main := c.functions[len(c.functions)-1]
	return &Program{code: code, init: c.init, body: main.body, result: main.result, masks: c.masks}, nil
}

// function compiles a function. The parameters of the main one are where its state is.
func (c *compiler) function(f *core.Function) function {
	done := function{cost: int(f.Cost), free: f.Free}
	for i, v := range f.Vars {
		if f == c.program.Main() && i < f.Params {
			field := &c.program.Shape.Fields[i]
			at := variable{t: v.Type, at: field.At, room: field.Cells}
			if v.Type.IsRow() {
				at.room-- // without the length
			}
			done.vars = append(done.vars, at)
			continue
		}
		done.vars = append(done.vars, c.variable(v.Type))
	}
	done.result = c.variable(f.Result)
	c.vars, c.result, c.cells = done.vars, done.result, nil
	c.isMain, c.sets = f == c.program.Main(), core.Sets(f.Body)
	done.body = c.block(f.Body)
	return done
}

// variable reserves registers for a value of a type.
func (c *compiler) variable(t core.Type) variable {
	v := variable{t: t, room: c.capacity}
	switch {
	case t.IsScalar():
		v.at = c.room(1)
	case t.IsRow():
		v.at = c.room(1 + v.room)
	case t.Kind == core.GridType:
		v.room += 2
		v.at = c.room(v.room)
	}
	return v
}

// room reserves registers.
func (c *compiler) room(n int) int {
	at := len(c.init)
	if at+n > mostRegisters {
		c.full = true
		return 0
	}
	c.init = append(c.init, make([]int64, n)...)
	return at
}

// keep puts constant cells into registers.
func (c *compiler) keep(cells []int64) (at int) {
	at = c.room(len(cells))
	if !c.full {
		copy(c.init[at:], cells)
	}
	return at
}

// header is how many words stand before the cells of a value: the height and the width of a
// grid.
func header(t core.Type) int {
	if t.Kind == core.GridType {
		return 2
	}
	return 0
}
