package core

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// bodies are lines of a function that Check refuses, and what it says.
var bodies = []struct{ body, want string }{
	{"i = True", "i = True: bool: want int"},
	{"i = j", "j: it may have no value here"},
	{"i = n + r", "n + r: [int row[int]]: want int int -> int"},
	{"i = n + (n < 2)", "n + (n < 2): [int bool]: want int int -> int"},
	{"b = n == 'X'", "n == 'X': [int letter]: want s s -> bool"},
	{"b = n in ('X', 'O')", "want s row[s] -> bool | s grid[s] -> bool"},
	{"b = r is n", "want row[s] row[s] -> bool"},
	{"i = ()[0]", "()[0]: it has no value"},
	{"i = r[b]", "b: it may have no value here"},
	{"r = [n, True]", "[n, True]: [int bool]: want s* -> row[s]"},
	{"r = put(r, 'X', n)", "want row[s] s int* -> row[s]"},
	{"b = truth(True)", "want int -> bool | letter -> bool"},
	{"b = reason()", "a message of something other than legal"},
	{"b = r in table t.1", "there is no table of this name"},
	{"r = [] of bool", "row[bool]: want row[int]"},
	{"r = build\n        build row[int]:\n            yield True", "True: bool: want int"},
	{"r = build\n        build row[int]:\n            yield 1\n            return", "return: inside a build"},
	{"r = build\n        build row[int]:\n            move(n, r)", "and no build around it"},
	{"r = build\n        build text:\n            yield 'X'", "it builds text: want a row or a grid"},
	{"yield 1", "no build around it"},
	{"break", "no loop around it"},
	{"while True:\n        i = 1", "a body that begins without a charge"},
	{"while True:\n        pass", "an empty body"},
	{"while True:\n        charge 0", "a body that begins without a charge"},
	{"while True:\n        charge 1\n        j = 1\n    i = j", "j: it may have no value here"},
	{"if b:\n        pass", "b: it may have no value here"},
	{"if n > 0:\n        j = 1\n    i = j", "j: it may have no value here"},
	{"for i in range(0, n, True):\n        charge 1", "True: bool: want int"},
	{"for i in n:\n        charge 1", "int: want a row or a grid"},
	{"for b in r:\n        charge 1", "int: want bool"},
	{"for i in r charge -1:\n        charge 1", "want at least 0 steps for a turn"},
	{"for (i, j) in lines([1]):\n        charge 1", "2 names for 1 value"},
	{"for (i) in lines([1], [True]):\n        charge 1", "True: bool: want one number, of the type int"},
	{"for (i, j) in table t:\n        charge 1", "2 names for 3 values"},
	{"i, j = n", "want variables, and a row"},
	{"r[0] = True", "bool into row[int]"},
	{"append(n, 1)", "int into int"},
	{"charge -1", "charge -1: want at least 0 steps"},
	{"return n", "return n: want nothing"},
	{"move(n)", "1 value for 2 fields"},
	{"move(r, n)", "r: row[int]: want int"},
	{"move_sum((n, r) times True)", "True: bool: want int"},
	{"do f(n)", "f(n): 1 argument for 0 parameters"},
	{"i = g(n)", "g(n): it states moves or parts: want a statement"},
	{"i = 1                @ 0:3-5", "no place 0:3-5"},
	{"i = 1                @ 4:3-2", "no place 4:3-2"},
	{"i = " + strings.Repeat("(", 990) + "n" + strings.Repeat(" + 1)", 990), ""},
}

const around = `core moves
position
    n = integer(0, 9)
    r = row(0, 9, most = 4)
table t
    [1, 2, 3]
def f() -> int charge 1:
    return 1
def g(n: int) states charge 1:
    win()
def moves(n: int, r: row[int]) states charge 1:
    var i: int, j: int, b: bool
    `

func TestCheckRefuses(t *testing.T) {
	for _, c := range bodies {
		p, err := Parse(around + c.body + "\n")
		if err == nil {
			err = p.Check()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nhas the error %v: want %s", c.body, err, c.want)
		}
	}
}

// What Parse cannot make is refused, too.
func TestCheckTrees(t *testing.T) {
	for want, spoil := range map[string]func(p *Program){
		"want 1 … 1024":                      func(p *Program) { p.Functions = nil },
		"a position without fields":          func(p *Program) { p.Shape = nil },
		"stand elsewhere in a state":         func(p *Program) { p.Shape.Size++ },
		"want 1 … 65536 of heaps":            func(p *Program) { p.Shape.Fields[1].Most = 1 << 40 },
		"want the 2 fields":                  func(p *Program) { p.Main().Params-- },
		"the parameter 1 is bool":            func(p *Program) { p.Main().Vars[0].Type.Kind = BoolType },
		"3 parameters of 2 variables":        func(p *Program) { p.Main().Params, p.Main().Vars = 3, p.Main().Vars[:2] },
		"no type 3 of 1":                     func(p *Program) { p.Main().Vars[0].Type = Type{Kind: LetterType, Of: IntType} },
		"the name \"f.2\"":                   func(p *Program) { p.Main().Name = "f.2" },
		"a cost of 0":                        func(p *Program) { p.Main().Cost = 0 },
		"it may end without a value":         func(p *Program) { p.Functions[0].Body = nil },
		"no statement: <nil>":                func(p *Program) { p.Main().Body = []Stmt{nil} },
		"an expression is missing":           func(p *Program) { p.Main().Body = []Stmt{&Do{}} },
		"[int]: want int int -> int":         func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Arith{X: &Const{IntType, 1}}}} },
		"no variable 99":                     func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Get{99}}} },
		"no variable -2":                     func(p *Program) { p.Main().Body = []Stmt{&Set{V: -2, X: &Const{IntType, 1}}} },
		"no function 2 before this one":      func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Call{F: 2}}} },
		"no table -1":                        func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Line{Table: -1, I: &Const{IntType, 1}}}} },
		"an operator of another kind":        func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Arith{Op: 99}}} },
		"not a constant of the type letter":  func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Const{LetterType, 256}}} },
		"not a constant of the type nothing": func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Cells{Type{Kind: RowType, Of: NoType}, []int64{1}}}} },
		"1 places and 0 of them":             func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Put{Places: make([]Expr, 1)}}} },
		"the row is called \"\"":             func(p *Program) { p.Main().Body = []Stmt{&Do{X: &Index{}}} },
		"want a table or lines":              func(p *Program) { p.Main().Body = []Stmt{&Lines{Written: [][]Expr{{}}}} },
		"nested more than 1000 deep":         func(p *Program) { p.Main().Body = nested(1001) },
		"more than 1048576 nodes":            func(p *Program) { p.Tables[0].Lines = [][]int64{make([]int64, MostSize)} },
		"no expression: *core.stranger":      func(p *Program) { p.Main().Body = []Stmt{&Do{X: &stranger{}}} },
		"want a program that returns, or s":  func(p *Program) { p.What = 9 },
	} {
		p, err := Parse(around + "pass\n")
		if err != nil {
			t.Fatal(err)
		}
		spoil(p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error %v: want %s", err, want)
		}
	}
}

type stranger struct{}

func (*stranger) expr() {}

// nested returns an If in an If in …
func nested(depth int) []Stmt {
	if depth == 0 {
		return nil
	}
	return []Stmt{&If{Cond: &Const{BoolType, 1}, Then: nested(depth - 1)}}
}

// Pieces of random programs are swapped. Where Check accepts the result, TypeOf finds the type
// of each expression.
func TestCheckSpliced(t *testing.T) {
	r := chance.New(t, 3103)
	accepted := 0
	for range 300 {
		p, other := randomProgram(r), randomProgram(r)
		var from []Expr
		Walk(other.Main().Body, nil, func(e Expr) bool {
			from = append(from, e)
			return true
		})
		if len(from) == 0 {
			continue
		}
		Walk(p.Main().Body, func(s Stmt) bool {
			Exprs(s, func(e *Expr) {
				if r.IntN(8) == 0 {
					*e = from[r.IntN(len(from))]
				}
			})
			return true
		}, nil)
		_ = p.String() // must not panic
		if p.Check() != nil {
			continue
		}
		accepted++
		for i := range p.Functions {
			f := &p.Functions[i]
			Walk(f.Body, nil, func(e Expr) bool {
				if call, ok := e.(*Call); p.TypeOf(f, e).Kind == NoType && (!ok || p.Functions[call.F].Result.Kind != NoType) {
					t.Errorf("an expression without a type: %s", p.describe(f, e))
				}
				return true
			})
		}
	}
	t.Logf("%d accepted", accepted)
	if accepted == 0 {
		t.Error("none is accepted")
	}
}
